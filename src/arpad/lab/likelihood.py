"""Maximum-likelihood ratings of any crosstable, fully converged (beside Elo's own successive approximations, 3.4).

Elo adds to each mean opponent the difference that the percentage over all games indicates.  Here every pair counts by
itself: the ratings are those under which the results are likeliest, a draw being half a win and half a loss (8.91).
With the logistic function they are also those under which every player's expected score is his score.  With the normal
one the two are not the same, and either can be asked for.

Standard errors come from the second derivatives at the maximum, the observed information.  It knows only
differences, so a constraint goes with them, and each group says which: fixed ratings, or the mean of the group.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, inf

from arpad.lab.fitted import Prior, RatedGroup, rated_group
from arpad.lab.newton import DENSE
from arpad.lab.pair_functions import pair_function
from arpad.lab.standing import Standing, groups_of
from arpad.rules.elo.approximations import START
from arpad.rules.elo.checks import finite, positive
from arpad.rules.elo.crosstable import Crosstable, Pairing, crosstable
from arpad.rules.elo.error import refuse
from arpad.rules.elo.expectancy import LOGISTIC, Expectancy, Normal
from arpad.rules.elo.groups import connected_groups
from arpad.rules.elo.self_consistent import anchored_ratings, self_consistent_ratings

__all__ = ["Fit", "Prior", "RatedGroup", "Standing", "maximum_likelihood"]

MOST_GAMES = 1e12
"""The most games of a table: beyond, a single one is lost among the last bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """The maximum-likelihood ratings of a crosstable, group by group.

    Attributes:
        table: the crosstable.
        expectancy: the percentage expectancy, with its scale.
        balance: whether expected scores were made equal to scores instead of the results likeliest.
        groups: the groups, pool by pool, the placed one of each pool first.
        fixed: the ratings that were given.
        prior: what every player was credited with, if anything.
    """

    table: Crosstable
    expectancy: Expectancy
    balance: bool
    groups: tuple[RatedGroup, ...]
    fixed: Mapping[str, float]
    prior: Prior | None

    @property
    def ratings(self) -> dict[str, float]:
        """The ratings of all who can be placed, in the order of the crosstable."""
        found = {
            rated.player: rated.rating
            for group in self.groups
            if group.group.standing is Standing.PLACED
            for rated in group.rated
        }
        return {player: found[player] for player in self.table.players if player in found}

    @property
    def unplaced(self) -> tuple[RatedGroup, ...]:
        """The groups that no finite rating places in their pool."""
        return tuple(group for group in self.groups if group.group.standing is not Standing.PLACED)

    @property
    def left_out(self) -> float:
        """Games between groups: all their points go one way, and no finite rating takes them in."""
        inside = fsum(group.group.games for group in self.groups)
        return max(0.0, fsum(pairing.games for pairing in self.table.pairings) - inside)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a reader of the ratings must know, in sentences."""
        found = []
        for standing, why in WHY.items():
            those = [group.group.players for group in self.unplaced if group.group.standing is standing]
            single = [players[0] for players in those if len(players) == 1]
            found += [f"{_names(players)} {why}" for players in ([single] if single else [])]
            found += [f"{_names(players)}, as a group, {why}" for players in those if len(players) > 1]
        if self.unplaced:
            found.append(f"{self.left_out:g} games between groups are left out; a prior would take them in.")
        found += self._of_pools()
        if self.prior is not None:
            found.append(
                f"Every player is credited with {self.prior.games:g} drawn games against {self.prior.rating:g}."
            )
        for group in self.groups:
            if not group.converged:
                found.append(f"The group of {group.group.players[0]} did not converge.")
            elif len(group.rated) > DENSE:
                found.append(f"The group of {group.group.players[0]} is too large for standard errors.")
        return tuple(found)

    def _of_pools(self) -> list[str]:
        found = []
        pools = connected_groups(self.table) if self.prior is not None else ()
        if len(pools) > 1:
            found.append(f"Nothing but the prior links {len(pools)} pools of players without a game between them.")
        count = 1 + max(group.group.pool for group in self.groups)
        if count > 1:
            found.append(f"The players fall into {count} pools without a game between them: no comparison.")
        if self.fixed and count > 1:
            found.append("Only the pool of the fixed ratings is on their scale.")
        return found

    def mean_opponents(self, group: RatedGroup) -> tuple[float, ...]:
        """What Elo's successive approximations lead to for the same group and level (3.41): the ratings of `rated`.

        There the percentage over all games is added to the mean opponent; the more uneven a player's opponents, the
        farther the two lie apart.  In a complete round robin they differ least.

        >>> from arpad.rules.elo.crosstable import crosstable_of_matrix
        >>> fit = maximum_likelihood(crosstable_of_matrix(("A", "B", "C"), ((0, 7, 6), (3, 0, 6), (4, 4, 0))))
        >>> [round(rating, 1) for rating in fit.mean_opponents(fit.groups[0])]
        [571.2, 476.3, 452.5]
        """
        return _mean_opponents(self, group)


WHY = {
    Standing.ABOVE: "made every point that leads down to the others: unbounded above, not placed.",
    Standing.BELOW: "lost every point that leads up to the others: unbounded below, not placed.",
    Standing.BESIDE: "met only players who are unbounded themselves: the results tell nothing, not placed.",
}
"""Why players or groups are not placed."""


def maximum_likelihood(  # noqa: PLR0913 (what is asked for stands by name)
    table: Crosstable,
    expectancy: Expectancy = LOGISTIC,
    *,
    fixed: Mapping[str, float] | None = None,
    mean: float = START,
    prior: Prior | None = None,
    balance: bool = False,
) -> Fit:
    """The ratings under which the results of a crosstable are likeliest, fully converged.

    Every group that games in both directions link is rated by itself: about `mean`, or by the fixed ratings among
    it.  Whoever scored all points or none against the rest has no finite rating; such groups are told apart exactly
    and reported, unless a `prior` holds everybody together.  With `balance` every expected score is made equal to the
    score, the sum of P = W, which is the same for the logistic function only.  Another scale is another expectancy:
    ``Logistic(class_interval=100.0)``.

    >>> from arpad.rules.elo.crosstable import crosstable_of_matrix
    >>> fit = maximum_likelihood(crosstable_of_matrix(("A", "B", "C"), ((0, 7, 6), (3, 0, 6), (4, 4, 0))))
    >>> [(rated.player, round(rated.rating, 1), round(rated.error, 1)) for rated in fit.groups[0].rated]
    [('A', 571.8, 54.3), ('B', 476.1, 52.8), ('C', 452.2, 53.4)]
    >>> lone = maximum_likelihood(crosstable_of_matrix(("A", "B", "C"), ((0, 7, 2), (3, 0, 2), (0, 0, 0))))
    >>> list(lone.ratings), lone.remarks[0]
    (['A', 'B'], 'C lost every point that leads up to the others: unbounded below, not placed.')
    """
    _check(table)
    known = _known(table, fixed or {})
    finite(mean, "mean")
    if prior is not None:
        positive(prior.games, "prior.games")
        finite(prior.rating, "prior.rating")
    function = pair_function(expectancy, balance=balance)
    sandwich = balance and isinstance(expectancy, Normal)
    rated = tuple(
        rated_group(table, group, function, known, mean=mean, prior=prior, sandwich=sandwich)
        for group in groups_of(table, tuple(known), linked=prior is not None)
    )
    return Fit(table, expectancy, balance, rated, known, prior)


def _check(table: Crosstable) -> None:
    """What `crosstable` would refuse is refused here too, in its words, when a table was made without it."""
    sound = len(set(table.players)) == len(table.players) and table.pairings
    met = {pairing.one for pairing in table.pairings} | {pairing.other for pairing in table.pairings}
    if not sound or met != set(table.players) or not all(_sound(pairing) for pairing in table.pairings):
        crosstable(table.players, table.pairings)
    if fsum(pairing.games for pairing in table.pairings) > MOST_GAMES:
        raise refuse("too-many-games", "pairings", "there are too many games", f"at most {MOST_GAMES:g}")


def _sound(pairing: Pairing) -> bool:
    return 0.0 <= pairing.score <= pairing.games < inf and pairing.games > 0.0 and pairing.one != pairing.other


def _known(table: Crosstable, fixed: Mapping[str, float]) -> dict[str, float]:
    players = set(table.players)
    for player, rating in fixed.items():
        if player not in players:
            message = f"{player!r} is not in this crosstable"
            raise refuse("unknown-player", f"fixed[{player!r}]", message, "fix ratings of its players only")
        finite(rating, f"fixed[{player!r}]")
    if len(fixed) == len(players):
        raise refuse("nobody-free", "fixed", "every rating is fixed", "leave at least one to be found")
    return dict(fixed)


def _names(players: Sequence[str], most: int = 10) -> str:
    """The first few names.

    >>> _names(("A",)), _names(("A", "B", "C"), 2)
    ('A', 'A, B and 1 more')
    """
    return ", ".join(players[:most]) + (f" and {len(players) - most} more" if players[most:] else "")


def _mean_opponents(fit: Fit, group: RatedGroup) -> tuple[float, ...]:
    if fit.prior is not None:
        raise refuse("prior", "group", "Elo's method knows no prior", "fit without one to compare")
    inside = {rated.player for rated in group.rated}
    if len(inside) == 1:
        return tuple(rated.rating for rated in group.rated)
    known = {rated.player: rated.rating for rated in group.rated if rated.fixed}
    table = Crosstable(
        group.group.players,
        tuple(pairing for pairing in fit.table.pairings if pairing.one in inside and pairing.other in inside),
    )
    free = {rated.player: rated for rated in group.rated if not rated.fixed}
    differences = {player: fit.expectancy.difference(rated.score / rated.games) for player, rated in free.items()}
    if known:
        found = known | anchored_ratings(table, known, differences)
        return tuple(found[player] for player in group.group.players)
    mean = fsum(rated.rating for rated in group.rated) / len(group.rated)
    return self_consistent_ratings(table, group.group.players, [differences[player] for player in free], mean)
