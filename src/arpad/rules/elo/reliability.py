"""Reliability (2.5, 8.95): how far a score or a rating of so many games may be off by chance."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from arpad.rules.elo.checks import positive, share
from arpad.rules.elo.expectancy import SIGMA_DIFFERENCE
from arpad.rules.elo.normal import area_within
from arpad.rules.elo.rounding import half_up
from arpad.rules.elo.scale import CLASS_INTERVAL
from arpad.rules.rule import carries, rule

PROBABLE_ERROR = 0.6745
"""The probable error in standard deviations: half of a normal distribution lies within it (8.95)."""

HALF_CLASS = CLASS_INTERVAL / 2.0
"""To either side of a rating: the range of the confidence level, one class interval, in rating points (2.54, 8.95)."""

THREE_PLACES_FROM = 40.0
"""From so many games on table 2.55 gives the confidence level to three places."""


@rule("un-8.95-standard-deviation", "sigma", "sqrt({n} x {p} x {q})", "standard deviation of a score in game points")
def score_deviation(n: float, p: float, q: float) -> float:
    """Sigma of a score of N games, 8.95; largest where the chances are even.

    >>> round(score_deviation(20.0, 0.75, 0.25), 2), round(score_deviation(20.0, 0.5, 0.5), 2)
    (1.94, 2.24)
    """
    return sqrt(n * p * q)


@rule(
    "un-8.95-standard-deviation",
    "sigma_p",
    "{sigma_difference} / sqrt({n})",
    "standard deviation of a performance in points",
)
def rating_deviation(n: float, sigma_difference: float) -> float:
    """Sigma_p: the standard deviation of the difference in performance over N games, in rating points, 8.95.

    >>> round(rating_deviation(15.0, SIGMA_DIFFERENCE))
    73
    """
    return sigma_difference / sqrt(n)


@rule("un-8.95-probable-error", "p.e.", "{ratio} x {deviation}", "probable error: chances are even that it is exceeded")
def probable_error(deviation: float, ratio: float) -> float:
    """The probable error of a quantity with this standard deviation, 8.95.

    >>> round(probable_error(score_deviation(20.0, 0.625, 0.375), PROBABLE_ERROR), 2)  # 2.56
    1.46
    """
    return ratio * deviation


@rule("un-8.95-confidence", "", "2 Phi({half} / {sigma_p}) - 1", "confidence level of a performance rating")
def confidence_level(sigma_p: float, half: float) -> float:
    """The probability that the true value lies within one class interval about the rating found, 2.54 and 8.95.

    >>> round(confidence_level(73.0, HALF_CLASS), 2)
    0.83
    """
    return area_within(half / sigma_p)


@dataclass(frozen=True, slots=True)
class Reliability:
    """A row of table 2.55.

    Attributes:
        games: N.
        sd_score: standard deviation of the score, in game points.
        sd_rating: standard deviation of the performance, in rating points.
        error_score: probable error of the score.
        error_rating: probable error of the performance.
        confidence: the chance that the true rating is within half a class interval of the one found.
    """

    games: float
    sd_score: float
    sd_rating: float
    error_score: float
    error_rating: float
    confidence: float


@carries("P20")
def reliability(games: float, percentage: float = 0.5, *, half: float = HALF_CLASS) -> Reliability:
    """What a performance over so many games can be trusted for (2.54, 8.95), nothing rounded.

    The score's deviation is that of wins and losses at the expected percentage; draws make it smaller (8.91).  The
    rating's does not depend on the percentage.

    >>> found = reliability(20.0, 0.625)  # 2.56
    >>> round(found.error_score, 2), round(reliability(20.0).error_score, 2)
    (1.46, 1.51)
    """
    positive(games, "games")
    positive(half, "half")
    p = share(percentage, "percentage")
    sd_score = score_deviation(games, p, 1.0 - p)
    sd_rating = rating_deviation(games, SIGMA_DIFFERENCE)
    return Reliability(
        games,
        sd_score,
        sd_rating,
        probable_error(sd_score, PROBABLE_ERROR),
        probable_error(sd_rating, PROBABLE_ERROR),
        confidence_level(sd_rating, half),
    )


@carries("P20", "t-2.55")
def reliability_as_printed(games: float) -> Reliability:
    """The row of table 2.55: even chances, deviations rounded first, and the probable errors from the rounded ones.

    >>> reliability_as_printed(15.0)
    Reliability(games=15.0, sd_score=1.94, sd_rating=73.0, error_score=1.31, error_rating=49.2, confidence=0.83)
    """
    exact = reliability(games)
    sd_score = half_up(exact.sd_score, 2)
    sd_rating = half_up(exact.sd_rating, 1)
    return Reliability(
        games,
        sd_score,
        sd_rating,
        half_up(probable_error(sd_score, PROBABLE_ERROR), 2),
        half_up(probable_error(sd_rating, PROBABLE_ERROR), 1),
        half_up(exact.confidence, 3 if games >= THREE_PLACES_FROM else 2),
    )
