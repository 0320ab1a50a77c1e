"""Section 4.2 (2009: 2.3): the standard rating formula with K and the bonus.

The expectancy is written with strengths, We = q / (q + q_i) with q = 10^(R/400): Elo's ratio scale (8.71 of his
book), one power a player instead of one a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from arpad.rules.arithmetic import power_of_ten
from arpad.rules.rule import condition, rule


def strength(rating: float, scale: float) -> float:
    """Q = 10^(R/400), the strength of a rating on the ratio scale.

    >>> strength(800.0, 400.0)
    100.0
    """
    return power_of_ten(rating / scale)


@rule("4.2-we", "We", "q / (q + qi), q = {own}, qi = {opponent}", "the winning expectancy against one opponent")
def winning_expectancy(own: float, opponent: float) -> float:
    """We from two strengths (4.2-we).

    >>> winning_expectancy(strength(1500.0, 400.0), strength(1500.0, 400.0))
    0.5
    """
    return own / (own + opponent)


@rule("4.2-we", "E", "the sum of We over all games", "the total winning expectancy")
def total_expectancy(own: float, opponents: Sequence[float]) -> float:
    """E: the expectancies of all games, added in their order."""
    total = 0.0
    for opponent in opponents:
        total += winning_expectancy(own, opponent)
    return total


@rule("4.2-k", "K", "{numerator} / ({n_effective} + {m})", "the K-factor")
def k_factor(n_effective: float, m: int, numerator: float) -> float:
    """K.

    >>> k_factor(20.0, 4, 800.0)
    33.333333333333336
    """
    return numerator / (n_effective + m)


@condition(
    "4.2-k-dual",
    "{dual} and {r0} > {least}",
    "the section is rated Regular and Quick, and the rating is a master's",
    reads=("I19", "I46"),
)
def dual_k_applies(dual: bool, r0: float, least: float) -> bool:
    """Whether the K of masters in dual-rated sections applies.

    >>> dual_k_applies(True, 2200.0, 2200.0), dual_k_applies(True, 2201.0, 2200.0)
    (False, True)
    """
    return dual and r0 > least


@rule(
    "4.2-k-dual",
    "K",
    "{numerator} x ({intercept} - {slope} x {r0}) / ({n_effective} + {m}), "
    "from {top} on {top_numerator} / ({n_effective} + {m})",
    "the K-factor of masters in dual-rated sections",
    reads=("I19",),
)
def k_factor_dual(
    r0: float,
    n_effective: float,
    m: int,
    numerator: float,
    intercept: float,
    slope: float,
    top: float,
    top_numerator: float,
) -> float:
    """K between 2200 and 2500, and from 2500 on.

    >>> round(k_factor_dual(2300.0, 45.7, 3, 800.0, 6.5, 0.0025, 2500.0, 200.0), 2)
    12.32
    """
    if r0 >= top:
        return top_numerator / (n_effective + m)
    return numerator * (intercept - slope * r0) / (n_effective + m)


@condition("4.2-bonus-condition", "{m} >= {least}", "enough games were played", reads=("I20",))
def enough_games(m: int, least: int) -> bool:
    """Whether m is at least 3."""
    return m >= least


@condition("4.2-bonus-condition", "{most_meetings} <= {allowed}", "no opponent was met too often", reads=("I20",))
def no_opponent_too_often(most_meetings: int, allowed: int) -> bool:
    """Whether nobody was met more often than allowed."""
    return most_meetings <= allowed


def bonus_allowed(m: int, most_meetings: int, least: int, meetings: int, meetings_of_three: int) -> bool:
    """Whether the bonus applies: enough games, and no opponent met too often; both are asked and recorded.

    >>> bonus_allowed(3, 2, 3, 2, 1), bonus_allowed(3, 2, 3, 2, 2), bonus_allowed(4, 2, 3, 2, 1)
    (False, True, True)
    """
    enough = enough_games(m, least)
    seldom = no_opponent_too_often(most_meetings, meetings_of_three if m == least else meetings)
    return enough and seldom


@rule("4.2-update", "K(S - E)", "{k} x ({score} - {expected})", "the gain")
def gain(k: float, score: float, expected: float) -> float:
    """K(S - E).

    >>> gain(20.0, 3.0, 2.5)
    10.0
    """
    return k * (score - expected)


@rule("4.2-bonus", "", "max(0, {gained} - {threshold} x sqrt(max({m}, {counts_as})))", "the bonus")
def bonus(gained: float, m: int, threshold: float, counts_as: int) -> float:
    """What the gain exceeds B sqrt(m') by.

    >>> bonus(40.0, 3, 14.0, 4), bonus(40.0, 9, 14.0, 4), bonus(40.0, 9, 12.0, 4)
    (12.0, 0.0, 4.0)
    """
    excess = gained - threshold * sqrt(float(max(m, counts_as)))
    return max(0.0, excess)


@rule("4.2-update", "Rs", "{r0} + {gained} + {bonus}", "the standard rating")
def standard_rating(r0: float, gained: float, bonus: float) -> float:
    """Rs: the prior rating, the gain and the bonus."""
    return r0 + gained + bonus
