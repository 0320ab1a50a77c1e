"""The current rating (1.6, 8.25): the latest performance taken into the rating so far, by K or by blending."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from arpad.rules.elo.checks import all_finite, finite, positive, score_of
from arpad.rules.elo.conventions import EXACT, Convention
from arpad.rules.elo.error import refuse
from arpad.rules.elo.expectancy import NORMAL, Expectancy
from arpad.rules.elo.performance import mean
from arpad.rules.rule import rule


@rule("eq-2", "R_n", "{r_o} + {k} x ({w} - {w_e})", "current rating")
def new_rating(r_o: float, k: float, w: float, w_e: float) -> float:
    """R_n, equation (2), 1.61.

    >>> new_rating(2635.0, 10.0, 10.5, 9.75)  # example 3
    2642.5
    """
    return r_o + k * (w - w_e)


@rule("eq-19", "change", "{k} x ({w} - {w_e})", "rating change")
def rating_change(k: float, w: float, w_e: float) -> float:
    """The change of a rating, equation (19), 8.25.

    >>> rating_change(32.0, 3.0, 2.5)
    16.0
    """
    return k * (w - w_e)


@rule("eq-3", "W_e", "sum of {percentages}", "expected score, opponent by opponent")
def expected_of_percentages(percentages: Sequence[float]) -> float:
    """W_e, equation (3), 1.65: the sum of the percentage expectancies P_i.

    >>> expected_of_percentages((0.5, 0.75))
    1.25
    """
    total = 0.0
    for percentage in percentages:
        total += percentage
    return total


@rule("eq-4", "W_e", "{n} x {p_dc}", "expected score against the mean opponent")
def expected_against_mean(n: float, p_dc: float) -> float:
    """W_e, equation (4), 1.66: games times the percentage expectancy at R - R_c.

    >>> expected_against_mean(15.0, 0.65)  # example 3
    9.75
    """
    return n * p_dc


@rule("eq-14", "R_n", "({r_o} x ({n_o} - {n}) + {r_p} x {n}) / {n_o}", "blend by games")
def blend_by_games(r_o: float, n_o: float, r_p: float, n: float) -> float:
    """R_n, equation (14), 8.25: the old rating for N_o - N games, the performance for N.

    >>> blend_by_games(2000.0, 50.0, 2100.0, 10.0)
    2020.0
    """
    return (r_o * (n_o - n) + r_p * n) / n_o


@rule("eq-15", "change", "({r_p} - {r_o}) x {n} / {n_o}", "rating change by games")
def change_by_games(r_o: float, n_o: float, r_p: float, n: float) -> float:
    """The change of a rating, equation (15), 8.25.

    >>> change_by_games(2315.0, 50.0, 2398.0, 18.0)  # 3.35: 30
    29.88
    """
    return (r_p - r_o) * n / n_o


@rule("eq-16", "change", "({d_p} - {d_po}) x {n} / {n_o}", "rating change by two differences")
def change_by_differences(d_p: float, d_po: float, n: float, n_o: float) -> float:
    """The change of a rating, equation (16), 8.25: both samples against the same mean opponent.

    >>> change_by_differences(149.0, 72.0, 10.0, 40.0)
    19.25
    """
    return (d_p - d_po) * n / n_o


@rule("eq-17", "change", "({n} / {n_o}) x ({p} - {p_o}) / {slope}", "rating change by two percentages")
def change_by_percentages(p: float, p_o: float, n: float, n_o: float, slope: float) -> float:
    """The change of a rating, equation (17), 8.25, where the curve has this slope.

    >>> change_by_percentages(0.75, 0.5, 10.0, 40.0, 0.00125)
    50.0
    """
    return n / n_o * ((p - p_o) / slope)


@rule("eq-18", "change", "4 x {sigma} x ({p} - {p_o}) x {n} / {n_o}", "rating change at the mean slope")
def change_at_mean_slope(p: float, p_o: float, n: float, n_o: float, sigma: float) -> float:
    """The change of a rating, equation (18), 8.25: the slope taken as 1 / (4 sigma).

    >>> change_at_mean_slope(0.75, 0.5, 10.0, 40.0, 200.0)
    50.0
    """
    return 2.0 * (2.0 * sigma) * (p - p_o) * n / n_o


@rule("eq-31", "R_p - R_n", "({n_o} - {n}) x ({r_p} - {r_o}) / {n_o}", "what the blend leaves of the difference")
def rest_of_difference(r_o: float, n_o: float, r_p: float, n: float) -> float:
    """R_p - R_n, equation (31), 8.28.

    >>> rest_of_difference(2000.0, 50.0, 2100.0, 10.0)
    80.0
    """
    return (n_o - n) * (r_p - r_o) / n_o


@rule(
    "eq-34",
    "R_n",
    "({r_o} x sqrt({n_o}) + {r_p} x sqrt({n})) / (sqrt({n_o}) + sqrt({n}))",
    "blend by precision",
)
def blend_by_precision(r_o: float, n_o: float, r_p: float, n: float) -> float:
    """R_n, equation (34), 8.28: each weighted by its precision, the root of its games.

    >>> blend_by_precision(2000.0, 36.0, 2100.0, 9.0)
    2033.3333333333333
    """
    old, new = sqrt(n_o), sqrt(n)
    return (r_o * old + r_p * new) / (old + new)


@rule("eq-35", "change", "{n} x ({r_p} - {r_o}) / (sqrt({n_o} x {n}) + {n})", "rating change by precision")
def change_by_precision(r_o: float, n_o: float, r_p: float, n: float) -> float:
    """The change of a rating, equation (35), 8.28.

    >>> change_by_precision(2000.0, 36.0, 2100.0, 9.0)
    33.333333333333336
    """
    return n * (r_p - r_o) / (sqrt(n_o * n) + n)


@dataclass(frozen=True, slots=True)
class CurrentRating:
    """A new rating and what led to it.

    Attributes:
        expected: W_e.
        change: K (W - W_e).
        rating: R_n.
    """

    expected: float
    change: float
    rating: float


def expected_score(rating: float, opponents: Sequence[float], expectancy: Expectancy = NORMAL) -> float:
    """W_e by (3), 1.65, against opponents met once each.

    >>> from arpad.rules.elo.expectancy import TABLE_2_11
    >>> round(expected_score(2635.0, (2600.0, 2555.0), TABLE_2_11), 2)  # example 4: Hort and Kavalek
    1.16
    """
    finite(rating, "rating")
    all_finite(opponents, "opponents")
    return expected_of_percentages([expectancy.probability(rating - opponent) for opponent in opponents])


def expected_score_by_mean(rating: float, opponents: Sequence[float], convention: Convention = EXACT) -> float:
    """W_e by (4), 1.66, against the mean of the opponents: a little less accurate.

    >>> from arpad.rules.elo.conventions import AS_PRINTED
    >>> expected_score_by_mean(2635.0, (2600.0, 2555.0), AS_PRINTED)
    1.16
    """
    competition = convention.points(mean(opponents))
    return expected_against_mean(
        float(len(opponents)), convention.expectancy.probability(finite(rating, "rating") - competition)
    )


def current_rating(
    rating: float,
    opponents: Sequence[float],
    score: float,
    k: float,
    *,
    convention: Convention = EXACT,
    by_mean: bool = False,
) -> CurrentRating:
    """R_n by (2), 1.61, with W_e by (3) or, `by_mean`, by (4).

    >>> found = current_rating(2000.0, (2000.0, 2000.0), 1.5, 32.0)
    >>> found.expected, found.change, found.rating
    (1.0, 16.0, 2016.0)
    """
    if by_mean:
        expected = expected_score_by_mean(rating, opponents, convention)
    else:
        expected = expected_score(rating, opponents, convention.expectancy)
    score_of(score, float(len(opponents)), "score")
    change = rating_change(positive(k, "k"), score, expected)
    return CurrentRating(expected, change, new_rating(rating, k, score, expected))


def blended_rating(rating: float, games_before: float, performance: float, games: float) -> float:
    """R_n by (14), 8.25, where the new games are no more than those behind the old rating (1.62).

    >>> blended_rating(2000.0, 30.0, 2090.0, 10.0)
    2030.0
    """
    _check_samples(rating, games_before, performance, games)
    if games > games_before:
        raise refuse(
            "too-many-new-games",
            "games",
            f"{games:g} new games against {games_before:g} behind the old rating (1.62)",
            "divide the event into parts, each of no more games than the rating rests on",
        )
    return blend_by_games(rating, games_before, performance, games)


def blended_rating_by_precision(rating: float, games_before: float, performance: float, games: float) -> float:
    """R_n by (34), 8.28: for any numbers of games.

    >>> blended_rating_by_precision(2000.0, 10.0, 2090.0, 40.0)
    2060.0
    """
    _check_samples(rating, games_before, performance, games)
    return blend_by_precision(rating, games_before, performance, games)


def _check_samples(rating: float, games_before: float, performance: float, games: float) -> None:
    finite(rating, "rating")
    finite(performance, "performance")
    positive(games_before, "games_before")
    positive(games, "games")
