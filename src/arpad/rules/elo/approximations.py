"""Successive approximations (3.4): from any crosstable to self-consistent ratings, in Elo's own steps.

All players start equal.  Each one's percentage over all his games indicates a difference D_p, once and for all.
Then, cycle by cycle, each rating becomes the mean of the opponents' ratings, weighted by games, plus D_p.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum

from arpad.rules.elo.checks import finite
from arpad.rules.elo.crosstable import Crosstable
from arpad.rules.elo.error import EloError, refuse
from arpad.rules.elo.expectancy import NORMAL, Expectancy
from arpad.rules.elo.groups import SetAside, camps, clean_scores, connected_groups, record_among
from arpad.rules.elo.rounding import half_up
from arpad.rules.elo.self_consistent import drift_per_cycle, games_within, self_consistent_ratings
from arpad.rules.rule import carries, rule

START = 500.0
"""R_i, the initial rating of all players in 3.44, in rating points."""

MOST_CYCLES = 100
"""Cycles after which the work stops in any case; nine players need fourteen to come within a point (3.45)."""

LITTLE_CHANGE = 0.01
"""Rating points: when no difference changes by more in a cycle, it shows little or no change (3.41, step 6)."""


class Outcome(StrEnum):
    """How the cycles of one group ended."""

    SETTLED = "settled"
    SWINGS = "swings"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class _Way:
    """How the cycles are run: from which rating, how many at most, to what change, and whether by hand."""

    start: float
    cycles: int
    little: float
    whole_points: bool


@dataclass(frozen=True, slots=True)
class Cycle:
    """One cycle of a group (3.41, steps 4 and 5), its players in the group's order.

    Attributes:
        number: 1 for the first approximation.
        competition: R_c, the mean ratings of the opponents in the cycle before; the start in the first.
        ratings: R, R_c plus D_p.
        change: the most that a rating moved since the cycle before, against the mean of the group.
        distance: the most that a rating is away from its self-consistent value, both against their means.
    """

    number: int
    competition: tuple[float, ...]
    ratings: tuple[float, ...]
    change: float
    distance: float


@dataclass(frozen=True, slots=True)
class Group:
    """Players that games link, and what the cycles made of them.

    Attributes:
        players: the members, in the order of the crosstable.
        differences: D_p of each.
        cycles: every cycle, in order.
        limit: the self-consistent ratings about the initial rating as their mean.
        drift: what all ratings gain a cycle, since D_p need not balance (note to 3.46).
        outcome: whether the differences settled, swing for ever between two states, or were still moving.
    """

    players: tuple[str, ...]
    differences: tuple[float, ...]
    cycles: tuple[Cycle, ...]
    limit: tuple[float, ...]
    drift: float
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Approximations:
    """The ratings of a crosstable by successive approximations, group by group, and who could not be placed."""

    groups: tuple[Group, ...]
    set_aside: tuple[SetAside, ...]

    @property
    def ratings(self) -> dict[str, float]:
        """The ratings after the last cycle."""
        return {
            player: rating
            for group in self.groups
            for player, rating in zip(group.players, group.cycles[-1].ratings, strict=True)
        }

    @property
    def limit(self) -> dict[str, float]:
        """The self-consistent ratings that the cycles lead to, each group about the initial rating."""
        return {
            player: rating for group in self.groups for player, rating in zip(group.players, group.limit, strict=True)
        }

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a reader of the ratings must know, in sentences."""
        found = [f"{one.player} {one.because}: no finite rating follows (1.54); set aside." for one in self.set_aside]
        if len(self.groups) > 1:
            found.append(f"The players fall into {len(self.groups)} groups without a game between them: no comparison.")
        for group in self.groups:
            last = group.cycles[-1]
            of = f"The group of {group.players[0]}" if len(self.groups) > 1 else "The group"
            if group.outcome is Outcome.SWINGS:
                found.append(f"{of} is two camps that never play within themselves: it swings; take the limit.")
            elif group.outcome is Outcome.STOPPED:
                found.append(f"{of} is {last.distance:.1f} points from its limit after {last.number} cycles.")
        return tuple(found)


@rule("P6", "R_c", "the mean of {ratings}, weighted by {games}", "competition rating of a cycle")
def competition_rating(games: Sequence[float], ratings: Sequence[float]) -> float:
    """R_c: the mean of the opponents' ratings, each as often as he was met (3.41 step 4, 3.44).

    >>> competition_rating((18.0, 2.0), (510.0, 410.0))
    500.0
    """
    points = 0.0
    total = 0.0
    for index in range(len(games)):
        points += games[index] * ratings[index]
        total += games[index]
    return points / total


def indicated_differences(table: Crosstable, expectancy: Expectancy = NORMAL) -> dict[str, float]:
    """D_p of everybody whom no clean or zero score leaves without one (3.41, step 2).

    >>> from arpad.rules.elo.crosstable import crosstable_of_matrix
    >>> three = crosstable_of_matrix(("A", "B", "C"), ((0, 7, 6), (3, 0, 6), (4, 4, 0)))
    >>> {player: round(difference, 1) for player, difference in indicated_differences(three).items()}
    {'A': 109.0, 'B': -35.5, 'C': -71.7}
    """
    aside = {one.player for one in clean_scores(table)}
    left = dict.fromkeys(player for player in table.players if player not in aside)
    found = {}
    for player in left:
        games, score = record_among(table, player, left)
        try:
            found[player] = expectancy.difference(score / games)
        except EloError as error:
            message = f"{player}: {error.problem.message}"
            raise refuse(error.problem.code, f"players[{player!r}]", message, error.problem.hint) from None
    return found


@carries("P6", "t-3.43")
def successive_approximations(
    table: Crosstable,
    expectancy: Expectancy = NORMAL,
    *,
    differences: Mapping[str, float] | None = None,
    start: float = START,
    cycles: int = MOST_CYCLES,
    little: float = LITTLE_CHANGE,
    whole_points: bool = False,
) -> Approximations:
    """Ratings by successive approximations (3.41): every step kept, ended when they settle or after `cycles`.

    D_p follow from the percentages by the expectancy, unless they are given for all players.  Without them,
    players with a clean or zero score are set aside first.  `whole_points` rounds D_p and each R_c to whole points,
    as by hand; `little=0` runs all cycles.  Nothing is compared between groups that no game links.

    >>> from arpad.rules.elo.crosstable import crosstable_of_matrix
    >>> three = crosstable_of_matrix(("A", "B", "C"), ((0, 7, 6), (3, 0, 6), (4, 4, 0)))
    >>> found = successive_approximations(three)
    >>> [round(rating, 1) for rating in found.ratings.values()], len(found.groups[0].cycles)
    ([581.2, 484.8, 460.8], 15)
    """
    way = _Way(finite(start, "start"), cycles, little, whole_points)
    _check(way)
    if differences is None:
        aside = clean_scores(table)
        indicated = indicated_differences(table, expectancy)
    else:
        aside = ()
        indicated = _given(table, differences)
    if not indicated:
        message = "clean and zero scores leave nobody to be placed (1.54)"
        raise refuse("nobody-placed", "pairings", message, "add results, or give the differences D_p")
    if whole_points:
        indicated = {player: half_up(difference) for player, difference in indicated.items()}
    groups = tuple(
        _of_group(table, group, [indicated[player] for player in group], way)
        for group in connected_groups(table, indicated)
    )
    return Approximations(groups, aside)


def _check(way: _Way) -> None:
    if way.cycles < 1:
        raise refuse("no-cycle", "cycles", f"{way.cycles} cycles are none", "ask for at least one")
    if finite(way.little, "little") < 0.0:
        raise refuse("negative", "little", f"{way.little:g} is below zero", "give the change in points that is little")


def _given(table: Crosstable, differences: Mapping[str, float]) -> dict[str, float]:
    for player in table.players:
        if player not in differences:
            raise refuse("difference-missing", "differences", f"{player} has no D_p", "give one for every player")
    return {player: finite(differences[player], f"differences[{player!r}]") for player in table.players}


def _of_group(table: Crosstable, group: tuple[str, ...], differences: Sequence[float], way: _Way) -> Group:
    games, met = games_within(table, group)
    limit = self_consistent_ratings(table, group, differences, way.start)
    ratings = [way.start] * len(group)
    done: list[Cycle] = []
    outcome = Outcome.STOPPED
    while outcome is Outcome.STOPPED and len(done) < way.cycles:
        competition = [competition_rating([n for _, n in row], [ratings[other] for other, _ in row]) for row in met]
        if way.whole_points:
            competition = [half_up(rating) for rating in competition]
        last, ratings = ratings, [r + d for r, d in zip(competition, differences, strict=True)]
        change = _furthest(ratings, last)
        done.append(Cycle(len(done) + 1, tuple(competition), tuple(ratings), change, _furthest(ratings, limit)))
        if len(done) > 1 and change < way.little:
            outcome = Outcome.SETTLED
    if outcome is Outcome.STOPPED and camps(table, group) is not None:
        outcome = Outcome.SWINGS
    return Group(group, tuple(differences), tuple(done), limit, drift_per_cycle(games, differences), outcome)


def _furthest(ratings: Sequence[float], others: Sequence[float]) -> float:
    """The largest difference of two sets of ratings, each taken against its mean."""
    shift = (fsum(ratings) - fsum(others)) / len(ratings)
    return max(abs(one - other - shift) for one, other in zip(ratings, others, strict=True))
