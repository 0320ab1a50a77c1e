"""Self-consistent ratings (3.41): where the successive approximations lead, found directly.

Successive approximations end where every rating is the mean of the opponents' ratings, weighted by games, plus the
difference that the percentage score indicates.  That is one linear equation a player.  The equations are solved by
conjugate gradients, which need no cycles of averaging and settle where those swing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from arpad.rules.elo.checks import SMALLEST, finite
from arpad.rules.elo.crosstable import Crosstable, Pairing
from arpad.rules.elo.error import refuse
from arpad.rules.elo.groups import connected_groups, reached_from
from arpad.rules.rule import carries

EXACT_ENOUGH = 1e-14
"""What an equation may stay open by, as a share of the largest right side a game: some last bits."""

MOST_ROUNDS = 4
"""Conjugate gradients end in one round of as many steps as there are players, but for rounding: more rounds mend it."""


MOST_UNEVEN = 1e6
"""How many times the games of one pairing may be those of another: beyond that floats do not weigh them together."""


@dataclass(frozen=True, slots=True)
class Equations:
    """One equation a player: n_i X_i, less the sum of n_ij X_j over the others, is the right side.

    Attributes:
        games: n_i, all games of a player, those against fixed ratings included.
        met: for each player the others of the group, as (index, games).
        right: the right sides.
    """

    games: Sequence[float]
    met: Sequence[Sequence[tuple[int, float]]]
    right: Sequence[float]

    def left(self, x: Sequence[float]) -> list[float]:
        """The left sides for given ratings."""
        found = []
        for index, games in enumerate(self.games):
            total = games * x[index]
            for other, played in self.met[index]:
                total -= played * x[other]
            found.append(total)
        return found


def check_even(table: Crosstable) -> None:
    """See that the games of all pairings can be weighed against each other."""
    fewest, most = min(table.pairings, key=_games_of), max(table.pairings, key=_games_of)
    if fewest.games < SMALLEST or most.games > MOST_UNEVEN * fewest.games:
        raise refuse(
            "too-uneven",
            "pairings",
            f"{fewest.games:g} games of {fewest.one} and {fewest.other} cannot be weighed "
            f"against {most.games:g} of {most.one} and {most.other}",
            "leave pairings of next to no games out",
        )


def _games_of(pairing: Pairing) -> float:
    return pairing.games


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return fsum(one * other for one, other in zip(a, b, strict=True))


def solve(equations: Equations) -> list[float]:
    """The ratings that satisfy the equations: conjugate gradients, each player's residual divided by his games."""
    x = [0.0] * len(equations.games)
    rest = list(equations.right)
    little = EXACT_ENOUGH * _open_by(equations, rest)
    rounds = 0
    while rounds < MOST_ROUNDS and _open_by(equations, rest) > little:
        x, rest = _conjugate_gradients(equations, x, rest, little)
        rounds += 1
    return x


def _open_by(equations: Equations, rest: Sequence[float]) -> float:
    """What the furthest equation stays open by, in rating points; 0 where there is none."""
    return max((abs(r) / games for r, games in zip(rest, equations.games, strict=True)), default=0.0)


def _conjugate_gradients(
    equations: Equations, x: list[float], rest: list[float], little: float
) -> tuple[list[float], list[float]]:
    """At most as many steps as there are players, then the residual anew, free of what rounding gathered."""
    scaled = [r / games for r, games in zip(rest, equations.games, strict=True)]
    direction = list(scaled)
    weight = _dot(rest, scaled)
    steps = 0
    while steps < len(x) and _open_by(equations, rest) > little:
        turned = equations.left(direction)
        step = weight / _dot(direction, turned)
        x = [a + step * d for a, d in zip(x, direction, strict=True)]
        rest = [r - step * t for r, t in zip(rest, turned, strict=True)]
        scaled = [r / games for r, games in zip(rest, equations.games, strict=True)]
        last, weight = weight, _dot(rest, scaled)
        direction = [s + weight / last * d for s, d in zip(scaled, direction, strict=True)]
        steps += 1
    return x, [b - a for b, a in zip(equations.right, equations.left(x), strict=True)]


def _solved(
    table: Crosstable, group: Sequence[str], known: Mapping[str, float], differences: Sequence[float]
) -> dict[str, float]:
    """The ratings of a group's members, whose opponents outside it count where their rating is known."""
    within, met = games_within(table, group)
    games, right = [], []
    for at, player in enumerate(group):
        against = [(played, known[opponent]) for opponent, played, _ in table.opponents(player) if opponent in known]
        games.append(fsum([within[at], *(played for played, _ in against)]))
        right.append(games[at] * differences[at] + fsum(played * rating for played, rating in against))
    return dict(zip(group, solve(Equations(games, met, right)), strict=True))


def games_within(table: Crosstable, group: Sequence[str]) -> tuple[list[float], list[list[tuple[int, float]]]]:
    """Each member's games within a group, and whom he met how often, by index."""
    index = {player: at for at, player in enumerate(group)}
    met = [[(index[o], played) for o, played, _ in table.opponents(player) if o in index] for player in group]
    return [fsum(played for _, played in row) for row in met], met


def drift_per_cycle(games: Sequence[float], differences: Sequence[float]) -> float:
    """What all ratings of a group gain in every cycle: the mean of D_p, weighted by games (3.46 and its note).

    >>> drift_per_cycle((10.0, 10.0), (30.0, -30.0))
    0.0
    """
    return _dot(games, differences) / fsum(games)


@carries("P6")
def self_consistent_ratings(
    table: Crosstable, group: Sequence[str], differences: Sequence[float], mean: float
) -> tuple[float, ...]:
    """The ratings of one connected group that its D_p ask for, about a given mean.

    They are the limit of the successive approximations, less their drift.  In a complete round robin they are
    what equation (6) gives, in a match what (9) gives.

    >>> from arpad.rules.elo.crosstable import Pairing
    >>> match = Crosstable(("Karpov", "Korchnoi"), (Pairing("Karpov", "Korchnoi", 24.0, 12.5),))
    >>> self_consistent_ratings(match, match.players, (14.0, -14.0), 2680.0)
    (2687.0, 2673.0)
    """
    check_even(table)
    games, _ = games_within(table, group)
    drift = drift_per_cycle(games, differences)
    # Only differences follow: the first player is held at 0 for the while, which makes the answer one.
    first = group[0]
    found = {first: 0.0} | _solved(table, group[1:], {first: 0.0}, [d - drift for d in differences[1:]])
    shift = mean - fsum(found.values()) / len(found)
    return tuple(found[player] + shift for player in group)


@carries("P6", "P2")
def anchored_ratings(
    table: Crosstable, known: Mapping[str, float], differences: Mapping[str, float]
) -> dict[str, float]:
    """The self-consistent ratings of players whose D_p are given, where the ratings of others are known and stay.

    Each gets the mean rating of those he met plus his D_p, equation (1); where he met others without a rating,
    theirs is found with his.  All must be linked by games to somebody known.

    >>> from arpad.rules.elo.crosstable import Pairing
    >>> event = Crosstable(("Rated", "New"), (Pairing("New", "Rated", 4.0, 3.0),))
    >>> anchored_ratings(event, {"Rated": 2200.0}, {"New": 193.0})
    {'New': 2393.0}
    """
    check_even(table)
    for player, rating in known.items():
        finite(rating, f"known[{player!r}]")
    new = tuple(player for player in table.players if player in differences and player not in known)
    linked = reached_from(table, known)
    found: dict[str, float] = {}
    for group in connected_groups(table, new):
        if group[0] not in linked:
            names = ", ".join(group[:3]) + (" ..." if group[3:] else "")
            message = f"no games link {names} to anybody whose rating is known"
            raise refuse("not-linked", f"players[{group[0]!r}]", message, "leave them out, or give one a rating")
        wanted = [finite(differences[player], f"differences[{player!r}]") for player in group]
        found |= _solved(table, group, known, wanted)
    return {player: found[player] for player in new}
