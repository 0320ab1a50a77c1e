"""Section 4.1 (2009: 2.2): the special rating formula, solved exactly.

The documents look for the rating at which the expected score equals the score, with an expectancy that is a straight
line between two knots, 400 points to either side of each opponent; the prior rating takes part as N' further games.
The sum is a polygon, so the answer needs no iteration to a tolerance: walk from piece to piece, starting where
the player stands, until the piece that holds the root, and solve that piece.  On a level piece at zero every
point is a root: the answer is the one nearest to R0 (reading I12).  Whether an opponent bends a piece is asked of
the knots themselves, never of differences, which rounding spoils (reading I13).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from arpad.rules.rule import carries, condition, rule


@condition("4-choice", "{n} <= {special_games}", "the rating is based on few games", reads=("I23",))
def few_games(n: float, special_games: int) -> bool:
    """Whether N, not N', is small enough for the special formula.

    >>> few_games(8.0, 8), few_games(9.0, 8)
    (True, False)
    """
    return n <= special_games


@condition("4-choice", "record of {record}", "every previous rated game was won", reads=("I21",))
def won_all_before(record: int) -> bool:
    """Whether all previous games were wins."""
    return record == 1


@condition("4-choice", "record of {record}", "every previous rated game was lost", reads=("I21",))
def lost_all_before(record: int) -> bool:
    """Whether all previous games were losses."""
    return record == -1


def special_applies(n: float, record: int, special_games: int) -> bool:
    """Whether the special formula is to be used in steps 4 and 5: all three conditions are asked and recorded."""
    few = few_games(n, special_games)
    won = won_all_before(record)
    lost = lost_all_before(record)
    return few or won or lost


@rule(
    "4.1-pwe",
    "PWe",
    "0.5 + ({r} - {opponent}) / (2 x {half_width}), within 0 and 1",
    "provisional expectancy",
)
def provisional_expectancy(r: float, opponent: float, half_width: float) -> float:
    """PWe(R, Ri): a straight line between the knots, 0 and 1 beyond.

    >>> provisional_expectancy(1500.0, 1500.0, 400.0), provisional_expectancy(1100.0, 1500.0, 400.0)
    (0.5, 0.0)
    """
    if r <= opponent - half_width:
        return 0.0
    if r >= opponent + half_width:
        return 1.0
    return 0.5 + (r - opponent) / (2.0 * half_width)


@rule("4.1-adjusted", "R0'", "{r0} - {record} x {half_width}", "the adjusted initial rating", reads=("I22",))
def adjusted_rating(r0: float, record: int, half_width: float) -> float:
    """R0': a player who won (lost) every game stands for a rating 400 points lower (higher), met N' times.

    >>> adjusted_rating(1500.0, 1, 400.0), adjusted_rating(1500.0, -1, 400.0), adjusted_rating(1500.0, 0, 400.0)
    (1100.0, 1900.0, 1500.0)
    """
    return r0 - record * half_width


@rule("4.1-adjusted", "", "0.5 x (1 + {record})", "the share of the earlier N' games counted as won")
def earlier_share(record: int) -> float:
    """All of N' for a record of wins, none for one of losses, half otherwise."""
    return 0.5 * (1 + record)


@rule("4.1-adjusted", "S'", "{score} + {share} x {n_effective}", "the adjusted score")
def adjusted_score(score: float, n_effective: float, share: float) -> float:
    """S': the score, with the earlier games' share.

    >>> adjusted_score(2.5, 6.0, 0.5)
    5.5
    """
    return score + share * n_effective


@carries("4.1-objective")
def objective(
    r: float,
    prior: float,
    n_effective: float,
    share: float,
    score: float,
    opponents: Sequence[float],
    half_width: float,
) -> float:
    """f(R): expected minus attained score at a rating (4.1-objective)."""
    total = 0.0
    for opponent in opponents:
        total += provisional_expectancy(r, opponent, half_width)
    return (total - score) + n_effective * (provisional_expectancy(r, prior, half_width) - share)


@rule("4.1-objective", "", "the piece of f from {low} to {high}", "weight and root of a straight piece")
def solved(  # the ends are named for the worksheet
    low: float,  # noqa: ARG001
    high: float,  # noqa: ARG001
    weight: float,
    pull: float,
    offset: float,
    half_width: float,
) -> float:
    """The root of a straight piece of f between two neighbouring knots.

    The weight is how many games (and earlier games) bend upwards here; f rises by it over 800 points.  Where it
    is zero the piece is level, and its constant value stands in the root's place; that value is exact, since
    then only whole and half games are added.
    """
    if weight == 0.0:
        return offset
    return (pull - 2.0 * half_width * offset) / weight


def piece_above(
    r: float,
    prior: float,
    n_effective: float,
    share: float,
    score: float,
    opponents: Sequence[float],
    half_width: float,
) -> tuple[float, float, float, float]:
    """The piece of f that begins at a rating or holds it: its ends, its weight, its root (or its value if level)."""
    low = -inf
    high = inf
    weight = 0.0
    pull = 0.0
    offset = -score
    for opponent in opponents:
        begin = opponent - half_width
        end = opponent + half_width
        if end <= r:
            offset += 1.0
            low = max(low, end)
        elif begin <= r:
            weight += 1.0
            pull += opponent
            offset += 0.5
            low = max(low, begin)
            high = min(high, end)
        else:
            high = min(high, begin)
    begin = prior - half_width
    end = prior + half_width
    if end <= r:
        offset += n_effective * (1.0 - share)
        low = max(low, end)
    elif begin <= r:
        weight += n_effective
        pull += n_effective * prior
        offset += n_effective * (0.5 - share)
        low = max(low, begin)
        high = min(high, end)
    else:
        offset -= n_effective * share
        high = min(high, begin)
    return low, high, weight, solved(low, high, weight, pull, offset, half_width)


def piece_below(
    high: float,
    prior: float,
    n_effective: float,
    share: float,
    score: float,
    opponents: Sequence[float],
    half_width: float,
) -> tuple[float, float, float]:
    """The piece of f that ends at a knot: its lower end, its weight, its root (or its value if level)."""
    low = -inf
    weight = 0.0
    pull = 0.0
    offset = -score
    for opponent in opponents:
        begin = opponent - half_width
        end = opponent + half_width
        if end < high:
            offset += 1.0
            low = max(low, end)
        elif begin < high:
            weight += 1.0
            pull += opponent
            offset += 0.5
            low = max(low, begin)
    begin = prior - half_width
    end = prior + half_width
    if end < high:
        offset += n_effective * (1.0 - share)
        low = max(low, end)
    elif begin < high:
        weight += n_effective
        pull += n_effective * prior
        offset += n_effective * (0.5 - share)
        low = max(low, begin)
    else:
        offset -= n_effective * share
    return low, weight, solved(low, high, weight, pull, offset, half_width)


def nearest_root(
    r0: float,
    prior: float,
    n_effective: float,
    share: float,
    score: float,
    opponents: Sequence[float],
    half_width: float,
) -> float:
    """The root of f nearest to R0.

    A root computed a last bit outside its piece is the knot itself.

    >>> nearest_root(1300.0, 1300.0, 0.0, 0.5, 3.0, (500.0, 600.0, 800.0), 400.0)
    1300.0
    >>> nearest_root(750.0, 750.0, 2.0, 0.5, 1.0, (2333.0, 2048.0, 1773.0), 400.0)
    1150.0
    """
    low, high, weight, root = piece_above(r0, prior, n_effective, share, score, opponents, half_width)
    if weight == 0.0:
        if root == 0.0:
            return r0
        upwards = root < 0.0
    else:
        if low <= root <= high:
            return root
        upwards = root > high
    if upwards:
        return root_above(high, prior, n_effective, share, score, opponents, half_width)
    return root_below(low, prior, n_effective, share, score, opponents, half_width)


def root_above(
    start: float,
    prior: float,
    n_effective: float,
    share: float,
    score: float,
    opponents: Sequence[float],
    half_width: float,
) -> float:
    """The first root from a knot upwards, where f is below zero up to it."""
    knot = start
    while True:
        low, high, weight, root = piece_above(knot, prior, n_effective, share, score, opponents, half_width)
        if (weight == 0.0 and root >= 0.0) or (weight > 0.0 and root <= low):
            return low
        if weight > 0.0 and root <= high:
            return root
        knot = high


def root_below(
    start: float,
    prior: float,
    n_effective: float,
    share: float,
    score: float,
    opponents: Sequence[float],
    half_width: float,
) -> float:
    """The first root from a knot downwards, where f is above zero down to it."""
    high = start
    while True:
        low, weight, root = piece_below(high, prior, n_effective, share, score, opponents, half_width)
        if (weight == 0.0 and root <= 0.0) or (weight > 0.0 and root >= high):
            return high
        if weight > 0.0 and root >= low:
            return root
        high = low


@rule(
    "4.1-procedure",
    "M",
    "the R nearest {r0} where {n_effective} x PWe(R, {prior}) + the sum of PWe(R, Ri) equals the adjusted score",
    "the rating at which the expected score is the score",
    reads=("I12", "I13", "I14"),
)
def special_root(
    r0: float,
    prior: float,
    n_effective: float,
    share: float,
    score: float,
    opponents: Sequence[float],
    half_width: float,
) -> float:
    """M: the exact outcome of the printed procedure."""
    return nearest_root(r0, prior, n_effective, share, score, opponents, half_width)


@rule("4.1-cap", "", "min({root}, {cap})", "the special formula gives no more than its cap", reads=("I15",))
def capped(root: float, cap: float) -> float:
    """The cap on what the special formula gives.

    >>> capped(2750.0, 2700.0)
    2700.0
    """
    return min(root, cap)


def special_rating(
    r0: float,
    n_effective: float,
    record: int,
    score: float,
    opponents: Sequence[float],
    half_width: float,
    cap: float,
) -> float:
    """The special rating: adjusted start, root, cap.

    >>> special_rating(750.0, 0.0, 0, 0.0, (1266.0,), 400.0, 2700.0)  # a newcomer's single loss
    750.0
    """
    prior = adjusted_rating(r0, record, half_width)
    share = earlier_share(record)
    adjusted_score(score, n_effective, share)
    root = special_root(r0, prior, n_effective, share, score, opponents, half_width)
    return capped(root, cap)
