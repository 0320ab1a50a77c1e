"""One group of a fit: its players, their ratings and standard errors, and how the level of the group is held."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy import sparse

from arpad.lab.newton import DENSE, Pairs, smallest, solved
from arpad.lab.pair_functions import Array, PairFunction
from arpad.lab.standing import Group
from arpad.rules.elo.approximations import START
from arpad.rules.elo.crosstable import Crosstable, Pairing
from arpad.rules.elo.error import refuse


@dataclass(frozen=True, slots=True)
class Prior:
    """What every player is credited with before a game is played: drawn games against a fixed rating.

    Attributes:
        games: how many; they need not be whole.
        rating: against which rating.
    """

    games: float = 2.0
    rating: float = START


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player and what the fit makes of him.

    Attributes:
        player: who.
        rating: the rating; in a group that is not placed, about the same mean as if it stood alone.
        error: its standard error under the group's constraint; None where it was not worked out.
        games: his games within the group.
        score: his score in them.
        expected: the score that the ratings promise.
        fixed: whether the rating was given.
    """

    player: str
    rating: float
    error: float | None
    games: float
    score: float
    expected: float
    fixed: bool


@dataclass(frozen=True, slots=True, eq=False)
class RatedGroup:
    """Players whose ratings are finite to each other, with those ratings.

    Attributes:
        group: the players, their pool, and whether the pool is placed by them.
        rated: the players with their ratings.
        constraint: what fixes the level, in words.
        steps: Newton's steps.
        open_by: the largest slope at the end, as a part of a player's games.
        converged: whether that is next to nothing.
        log_likelihood: the logarithm of the likelihood at the end, of the games of those whose rating was not given.
        covariance: of the ratings in the order of `rated`, in points squared; None where it was not worked out.
    """

    group: Group
    rated: tuple[RatedPlayer, ...]
    constraint: str
    steps: int
    open_by: float
    converged: bool
    log_likelihood: float
    covariance: Array | None

    def difference(self, one: str, other: str) -> tuple[float, float | None]:
        """One player's rating above another's, with its standard error, which no constraint touches."""
        index = {rated.player: at for at, rated in enumerate(self.rated)}
        for player in (one, other):
            if player not in index:
                raise refuse("not-in-group", "player", f"{player} is not in this group", "ask within one group")
        a, b = index[one], index[other]
        apart = self.rated[a].rating - self.rated[b].rating
        if self.covariance is None:
            return apart, None
        spread = self.covariance[a, a] + self.covariance[b, b] - 2.0 * self.covariance[a, b]
        return apart, sqrt(max(0.0, float(spread)))


def rated_group(  # noqa: PLR0913 (what holds the level stands by name)
    table: Crosstable,
    group: Group,
    function: PairFunction,
    fixed: Mapping[str, float],
    *,
    mean: float,
    prior: Prior | None,
    sandwich: bool,
) -> RatedGroup:
    """Fit one group; `sandwich` asks for standard errors of balanced scores, where the function is no likelihood."""
    known = [player for player in group.players if player in fixed]
    free = [player for player in group.players if player not in fixed]
    index = {player: at for at, player in enumerate(free + known)}
    played = _within(table, free, index)
    if not free:
        return _settled(group, _as_fixed(group, fixed), _fixed_by(known))
    pairs = _pairs(played, index, [fixed[player] for player in known], prior, function.unit)
    if not len(pairs.games):
        alone = tuple(RatedPlayer(player, mean, None, 0.0, 0.0, 0.0, fixed=False) for player in free)
        return _settled(group, alone, f"nothing holds {free[0]}, who stands alone")
    solution = smallest(function, pairs)
    u = pairs.differences(solution.x)
    covariance = _covariance(function, pairs, u, sandwich=sandwich)
    ratings = solution.x * function.unit + (0.0 if len(pairs.fixed) else mean)
    real = slice(0, len(played))
    n, s, p = pairs.games[real], pairs.score[real], function.expected(u[real])
    log_likelihood = float(np.sum(function.log_chance(u[real], n, s)))
    table_of = {
        "games": _totals(pairs, real, n, n),
        "score": _totals(pairs, real, s, n - s),
        "expected": _totals(pairs, real, n * p, n * function.expected(-u[real])),
    }
    rated = []
    for player in group.players:
        at = index[player]
        of = {name: float(values[at]) for name, values in table_of.items()}
        rating = fixed[player] if player in fixed else float(ratings[at])
        error = None if covariance is None else sqrt(max(0.0, float(covariance[at, at])))
        rated.append(RatedPlayer(player, rating, error, of["games"], of["score"], of["expected"], player in fixed))
    order = [index[player] for player in group.players]
    return RatedGroup(
        group,
        tuple(rated),
        _constraint(known, mean, prior),
        solution.steps,
        solution.open_by,
        solution.converged,
        log_likelihood,
        None if covariance is None else covariance[np.ix_(order, order)],
    )


def _within(table: Crosstable, free: list[str], index: Mapping[str, int]) -> list[Pairing]:
    """The pairings of a group in which at least one rating is asked for."""
    asked = set(free)
    return [
        pairing
        for pairing in table.pairings
        if pairing.one in index and pairing.other in index and (pairing.one in asked or pairing.other in asked)
    ]


def _pairs(
    played: list[Pairing], index: Mapping[str, int], fixed: list[float], prior: Prior | None, unit: float
) -> Pairs:
    free = len(index) - len(fixed)
    one = [index[pairing.one] for pairing in played]
    other = [index[pairing.other] for pairing in played]
    games = [pairing.games for pairing in played]
    score = [pairing.score for pairing in played]
    if prior is not None:
        one += range(free)
        other += [free + len(fixed)] * free
        games += [prior.games] * free
        score += [0.5 * prior.games] * free
        fixed = [*fixed, prior.rating]
    return Pairs(
        np.array(one, dtype=np.intp),
        np.array(other, dtype=np.intp),
        np.array(games, dtype=np.float64),
        np.array(score, dtype=np.float64),
        free,
        np.array(fixed, dtype=np.float64) / unit,
    )


def _totals(pairs: Pairs, real: slice, first: Array, second: Array) -> Array:
    size = pairs.free + len(pairs.fixed)
    total = np.bincount(pairs.one[real], first, size) + np.bincount(pairs.other[real], second, size)
    return np.asarray(total)


def _covariance(function: PairFunction, pairs: Pairs, u: Array, *, sandwich: bool) -> Array | None:
    """The covariance of the ratings in points squared, zero for fixed ones: the inverse of the information.

    Where nothing is fixed it is the pseudo-inverse, that of ratings whose mean is held.  None where the group is too
    large for it, or the results tell too little for a number to hold.
    """
    if pairs.free > DENSE:
        return None
    size = pairs.free + len(pairs.fixed)
    found = np.zeros((size, size))
    with np.errstate(over="ignore", invalid="ignore"):
        inverse = _inverse(pairs, pairs.laplacian(function.bend(u, pairs.games, pairs.score)))
        if inverse is None:
            return None
        if sandwich:
            p, q = function.expected(u), function.expected(-u)
            inverse = inverse @ (pairs.laplacian(pairs.games * p * q) @ inverse)
        found[: pairs.free, : pairs.free] = inverse * (function.unit * function.unit)
    return found if np.all(np.isfinite(found)) else None


def _inverse(pairs: Pairs, information: sparse.csr_array) -> Array | None:
    if len(pairs.fixed):
        return solved(information, np.eye(pairs.free))
    last = pairs.free - 1
    part = solved(information[:last, :last], np.eye(last))
    if part is None:
        return None
    found = np.zeros((pairs.free, pairs.free))
    found[:last, :last] = part
    found -= found.mean(axis=0)[np.newaxis, :]
    return np.asarray(found - found.mean(axis=1)[:, np.newaxis])


def _settled(group: Group, rated: tuple[RatedPlayer, ...], constraint: str) -> RatedGroup:
    """A group in which nothing is to be found."""
    return RatedGroup(group, rated, constraint, 0, 0.0, converged=True, log_likelihood=0.0, covariance=None)


def _as_fixed(group: Group, fixed: Mapping[str, float]) -> tuple[RatedPlayer, ...]:
    return tuple(RatedPlayer(player, fixed[player], 0.0, 0.0, 0.0, 0.0, fixed=True) for player in group.players)


def _constraint(known: list[str], mean: float, prior: Prior | None) -> str:
    if known:
        return _fixed_by(known)
    if prior is not None:
        return f"the prior at {prior.rating:g} holds the level"
    return f"the mean of the group is held at {mean:g}"


def _fixed_by(known: list[str]) -> str:
    shown = ", ".join(known[:3]) + (f" and {len(known) - 3} more" if known[3:] else "")
    return f"the given {'rating' if len(known) == 1 else 'ratings'} of {shown} hold{'s' if len(known) == 1 else ''} it"
