"""The performance rating (1.5, 2.4, 8.24, 8.85): how strong a player was over some games.

By the mean opponent (1); exactly, as the rating at which the expected score is the score (1.55); and from few games,
where the difference counts less (70)(71).  In round robins and matches see `round_robin` and `matches`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arpad.rules.elo.checks import all_finite, finite, players_of, score_of
from arpad.rules.elo.conventions import EXACT, Convention
from arpad.rules.elo.error import EloError, refuse
from arpad.rules.elo.expectancy import NORMAL, Expectancy
from arpad.rules.elo.provisional import modified_performance, small_sample_factor
from arpad.rules.elo.round_robin_formulas import adjusted_difference
from arpad.rules.rule import carries, rule

SAME_SCORE = 1e-12
"""Scores no further apart, in points a game, are the same: sums of percentages leave no more noise."""

FURTHEST = 10_000.0
"""So many points beyond the opponents every expectancy is as near to certainty as it comes."""


@rule("eq-1", "R_p", "{r_c} + {d_p}", "performance rating")
def performance(r_c: float, d_p: float) -> float:
    """R_p, equation (1), 1.51: the mean rating of the opponents and the difference that the score indicates.

    >>> performance(2527.0, 149.0)  # example 1
    2676.0
    """
    return r_c + d_p


@rule("eq-71", "R_F", "{r_a} + {d_a} x {f}", "round-robin performance rating from few games")
def modified_round_robin_performance(r_a: float, d_a: float, f: float) -> float:
    """R_F, equation (71), 8.85: as (70), in terms of the mean of all participants.

    >>> modified_round_robin_performance(2100.0, 120.0, 0.9)
    2208.0
    """
    return r_a + d_a * f


@dataclass(frozen=True, slots=True)
class PerformanceRating:
    """A performance rating and what led to it.

    Attributes:
        competition: R_c, the mean rating of the opponents; in a round robin R_a, that of all participants.
        percentage: P, the share of the points.
        difference: D_p, in a round robin D_a, the difference that it indicates.
        factor: F, by which the difference was reduced; 1 where it was not.
        rating: R_p, or R_F.
    """

    competition: float
    percentage: float
    difference: float
    factor: float
    rating: float


def performance_rating(opponents: Sequence[float], score: float, convention: Convention = EXACT) -> PerformanceRating:
    """R_p by equation (1), 1.51: fair enough while the opponents lie within three classes (1.55).

    >>> from arpad.rules.elo.conventions import AS_PRINTED
    >>> found = performance_rating((2500.0, 2560.0, 2440.0, 2500.0), 3.0, AS_PRINTED)
    >>> found.competition, found.percentage, found.difference, found.rating
    (2500.0, 0.75, 193.0, 2693.0)
    """
    games = float(len(all_finite(opponents, "opponents")))
    return _performance(convention.points(mean(opponents)), score, games, convention)


def performance_against_mean(
    competition: float, score: float, games: float, convention: Convention = EXACT
) -> PerformanceRating:
    """R_p by equation (1) where the mean rating of the opponents is known.

    >>> from arpad.rules.elo.conventions import AS_PRINTED
    >>> performance_against_mean(2527.0, 10.5, 15.0, AS_PRINTED).rating  # example 1
    2676.0
    """
    return _performance(finite(competition, "competition"), score, games, convention)


@carries("P28", "t-8.85")
def small_sample_performance(
    competition: float, score: float, games: float, convention: Convention = EXACT
) -> PerformanceRating:
    """R_F by equation (70), 8.85: the difference reduced by the factor F of so many games.

    >>> from arpad.rules.elo.conventions import AS_PRINTED
    >>> found = small_sample_performance(1800.0, 5.0, 7.0, AS_PRINTED)
    >>> found.difference, round(found.factor, 4), round(found.rating, 1)
    (158.0, 0.8504, 1934.4)
    """
    plain = performance_against_mean(competition, score, games, convention)
    factor = small_sample_factor(plain.difference, games)
    rating = modified_performance(plain.competition, plain.difference, factor)
    return PerformanceRating(plain.competition, plain.percentage, plain.difference, factor, rating)


@carries("P28")
def small_sample_round_robin(average: float, score: float, m: int, convention: Convention = EXACT) -> PerformanceRating:
    """R_F by equation (71), 8.85, for one of M participants; F is looked up at D_p and M - 1 games.

    >>> from arpad.rules.elo.conventions import AS_PRINTED
    >>> found = small_sample_round_robin(2100.0, 4.0, 6, AS_PRINTED)
    >>> found.difference, round(found.factor, 4), round(found.rating, 1)
    (200.0, 0.724, 2244.8)
    """
    games = float(players_of(m, "m")) - 1.0
    plain = performance_against_mean(average, score, games, convention)
    factor = small_sample_factor(plain.difference, games)
    difference = convention.points(adjusted_difference(plain.difference, float(m)))
    rating = modified_round_robin_performance(plain.competition, difference, factor)
    return PerformanceRating(plain.competition, plain.percentage, difference, factor, rating)


@carries("P5")
def performance_exact(opponents: Sequence[float], score: float, expectancy: Expectancy = NORMAL) -> float:
    """The exact performance rating, 1.55: the R at which the expected score, opponent by opponent, is the score.

    A table rises in steps, so there a whole interval of ratings may fit, or none while the steps pass the score;
    the middle of the interval, or the rating at the step, stands for them.

    >>> round(performance_exact((2000.0,), 0.75), 2) == round(2000.0 + NORMAL.difference(0.75), 2)
    True
    >>> round(performance_exact((1500.0, 2500.0), 1.0), 6)
    2000.0
    """
    games = float(len(all_finite(opponents, "opponents")))
    score_of(score, games, "score")

    def excess(rating: float) -> float:
        expected = 0.0
        for opponent in opponents:
            expected += expectancy.probability(rating - opponent)
        return expected - score

    low, high = min(opponents) - FURTHEST, max(opponents) + FURTHEST
    little = SAME_SCORE * games
    if excess(low) >= -little or excess(high) <= little:
        raise refuse(
            "no-finite-performance",
            "score",
            f"no rating expects just {score:g} points of {games:g} ({expectancy.name}; 1.54)",
            "add results until the score holds both won and lost points, or use performance_linear",
        )
    below = crossing(lambda rating: excess(rating) < -little, low, high)
    above = crossing(lambda rating: excess(rating) <= little, low, high)
    return below + (above - below) / 2


def crossing(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Where something that holds at a low rating and not at a high one ceases to hold, to the last bit."""
    middle = low + (high - low) / 2
    while low < middle < high:
        if holds(middle):
            low = middle
        else:
            high = middle
        middle = low + (high - low) / 2
    return high


def mean(ratings: Sequence[float]) -> float:
    """R_c: the simple average of ratings (1.5, 2.2).

    >>> mean((2600.0, 2470.0))
    2535.0
    """
    total = 0.0
    for rating in all_finite(ratings, "ratings"):
        total += rating
    return total / len(ratings)


def _performance(competition: float, score: float, games: float, convention: Convention) -> PerformanceRating:
    percentage = convention.percentage(score_of(score, games, "score"), games)
    try:
        difference = convention.expectancy.difference(percentage)
    except EloError:
        raise refuse(
            "no-finite-performance",
            "score",
            f"{score:g} points of {games:g} indicate no finite rating ({convention.expectancy.name}; 1.54)",
            "add results until the score holds both won and lost points, or use performance_linear",
        ) from None
    return PerformanceRating(competition, percentage, difference, 1.0, performance(competition, difference))
