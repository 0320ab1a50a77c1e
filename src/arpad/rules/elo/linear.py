"""The linear approximation formulae (1.8, 8.27): ratings without a table, biased for large differences."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.rules.elo.checks import all_finite, finite, positive, score_of
from arpad.rules.elo.expectancy import LINEAR_LIMIT, linear_probability
from arpad.rules.elo.scale import CLASS_INTERVAL
from arpad.rules.rule import rule

USCF_POINTS = 16.0
"""Half of K = 32: what formula (12) gives for each game won more than lost (1.83)."""

USCF_SLOPE = 0.04
"""K / 4C for K = 32 and C = 200: what formula (12) gives for each point of difference (1.83)."""


@rule("eq-27", "D_p", "2 x {c} x ({w} - {losses}) / {n}", "linear difference of a score")
def linear_difference_of_score(w: float, losses: float, n: float, c: float) -> float:
    """D_p from wins and losses, draws counting one half to each, equation (27), 8.27.

    >>> linear_difference_of_score(10.5, 4.5, 15.0, CLASS_INTERVAL)
    160.0
    """
    return 2.0 * c * (w - losses) / n


@rule("eq-10", "R_p", "{r_c} + 2 x {c} x ({w} - {losses}) / {n}", "linear performance rating")
def linear_performance(r_c: float, w: float, losses: float, n: float, c: float) -> float:
    """R_p, equation (10), 1.81: the factor is 400 for the class interval of 200.

    >>> linear_performance(2527.0, 10.5, 4.5, 15.0, CLASS_INTERVAL)  # example 6
    2687.0
    """
    return r_c + 2.0 * c * (w - losses) / n


@rule("eq-28", "W_e", "{n} / 2 + {sum_d} / (4 x {c})", "linear expected score")
def linear_expected(n: float, sum_d: float, c: float) -> float:
    """W_e, equation (28), 8.27, from the sum of the differences D_i = R - R_i.

    >>> linear_expected(15.0, 1620.0, CLASS_INTERVAL)
    9.525
    """
    return n / 2 + sum_d / (2.0 * (2.0 * c))


@rule("eq-29", "R_n", "{r_o} + {k} x ({w} - {n} / 2 - {sum_d} / (4 x {c}))", "linear current rating, uncollected")
def linear_current_uncollected(r_o: float, k: float, w: float, n: float, sum_d: float, c: float) -> float:
    """R_n, equation (29), 8.27.

    >>> linear_current_uncollected(2635.0, 10.0, 10.5, 15.0, 1620.0, CLASS_INTERVAL)
    2644.75
    """
    return r_o + k * (w - n / 2 - sum_d / (2.0 * (2.0 * c)))


@rule("eq-11", "R_n", "{r_o} + {k} x ({w} - {losses}) / 2 - ({k} / (4 x {c})) x {sum_d}", "linear current rating")
def linear_current(r_o: float, k: float, w: float, losses: float, sum_d: float, c: float) -> float:
    """R_n, equation (11), 1.82; D_i = R - R_i.

    >>> linear_current(2635.0, 10.0, 10.5, 4.5, 1620.0, CLASS_INTERVAL)  # example 7
    2644.75
    """
    return r_o + k * (w - losses) / 2 - k / (2.0 * (2.0 * c)) * sum_d


@rule("eq-12", "R_n", "{r_o} + {points} x ({w} - {losses}) + {slope} x {sum_d}", "linear current rating of USCF")
def uscf_current(r_o: float, w: float, losses: float, sum_d: float, points: float, slope: float) -> float:
    """R_n, equation (12), 1.83; here D_i = R_i - R, the other way round.

    >>> uscf_current(1600.0, 3.0, 1.0, 400.0, USCF_POINTS, USCF_SLOPE)
    1648.0
    """
    return r_o + points * (w - losses) + slope * sum_d


def limited(d: float, limit: float = LINEAR_LIMIT) -> float:
    """A difference as the linear formulae enter it: no larger than 350 either way (1.84).

    >>> limited(420.0), limited(-360.0), limited(20.0)
    (350.0, -350.0, 20.0)
    """
    return max(-limit, min(finite(d, "difference"), limit))


def performance_linear(opponents: Sequence[float], score: float, class_interval: float = CLASS_INTERVAL) -> float:
    """R_p by (10) against opponents met once each; a clean score stands 400 points above their mean.

    >>> performance_linear((1600.0, 1700.0), 1.5)
    1850.0
    """
    games = float(len(all_finite(opponents, "opponents")))
    score_of(score, games, "score")
    mean = 0.0
    for rating in opponents:
        mean += rating / games
    return linear_performance(mean, score, games - score, games, class_interval)


def update_linear(rating: float, opponents: Sequence[float], score: float, k: float) -> float:
    """R_n by (11) against opponents met once each, every difference entered as no more than 350 (1.84).

    >>> update_linear(1600.0, (1700.0, 1100.0), 1.5, 32.0)
    1606.0
    """
    games = float(len(all_finite(opponents, "opponents")))
    score_of(score, games, "score")
    finite(rating, "rating")
    total = 0.0
    for opponent in opponents:
        total += limited(rating - opponent)
    return linear_current(rating, positive(k, "k"), score, games - score, total, CLASS_INTERVAL)


def update_uscf_linear(rating: float, opponents: Sequence[float], score: float) -> float:
    """R_n by (12), with D_i = R_i - R no larger than 350 either way (1.83, 1.84).

    >>> update_uscf_linear(1600.0, (1700.0, 1100.0), 1.5)
    1606.0
    """
    games = float(len(all_finite(opponents, "opponents")))
    score_of(score, games, "score")
    finite(rating, "rating")
    total = 0.0
    for opponent in opponents:
        total += limited(opponent - rating)
    return uscf_current(rating, score, games - score, total, USCF_POINTS, USCF_SLOPE)


def expected_linear(rating: float, opponents: Sequence[float]) -> float:
    """W_e of the straight line, game by game, differences within 350.

    >>> expected_linear(1600.0, (1700.0, 1100.0))
    1.3125
    """
    all_finite(opponents, "opponents")
    finite(rating, "rating")
    total = 0.0
    for opponent in opponents:
        total += linear_probability(limited(rating - opponent), CLASS_INTERVAL)
    return total
