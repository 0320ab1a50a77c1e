"""The distribution of deviations W - W_e (2.7): their spread, and the shares within sigma and the probable error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.rules.elo.checks import positive
from arpad.rules.elo.histograms import Histogram
from arpad.rules.elo.moments import Moments, grouped_moments, moments
from arpad.rules.elo.normal import area_below, area_within
from arpad.rules.elo.reliability import PROBABLE_ERROR, probable_error
from arpad.rules.elo.rounding import LAST_BITS
from arpad.rules.rule import carries


@dataclass(frozen=True, slots=True)
class Within:
    """How many deviations lie within a limit, up or down.

    Attributes:
        limit: the limit in game points.
        found: how many.
        share: their share.
        expected: the share that a normal distribution has there.
    """

    limit: float
    found: float
    share: float
    expected: float


@dataclass(frozen=True, slots=True)
class Deviations:
    """What 2.73 and 2.78 say of a sample of deviations.

    Attributes:
        moments: number, mean and standard deviation.
        sigma: the standard deviation that the limits are set by.
        within_sigma: how many lie within it: 68.27 percent should.
        within_error: how many lie within the probable error: one half should.
    """

    moments: Moments
    sigma: float
    within_sigma: Within
    within_error: Within


@carries("P22")
def deviations_of_histogram(
    grouped: Histogram, *, sigma: float | None = None, error: float | None = None
) -> Deviations:
    """The deviations of a histogram (2.71-2.78), those of a class taken to be spread evenly in it.

    Sigma is that of the grouped values with Sheppard's correction, about their mean, unless it is given.

    >>> from arpad.rules.elo.histograms import histogram
    >>> found = deviations_of_histogram(histogram((-2.0, -1.0, 0.0, 1.0, 2.0), (16.0, 34.0, 34.0, 16.0)))
    >>> round(found.sigma, 2), round(found.within_sigma.share, 2)
    (0.9, 0.61)
    """
    found = grouped_moments(grouped)
    sigma = found.deviation if sigma is None else positive(sigma, "sigma")
    error = probable_error(sigma, PROBABLE_ERROR) if error is None else positive(error, "error")
    return Deviations(
        found,
        sigma,
        _within(sigma, grouped.between(-sigma, sigma), grouped.total, sigma),
        _within(error, grouped.between(-error, error), grouped.total, sigma),
    )


@carries("P22")
def deviations_of_sample(
    values: Sequence[float], *, sigma: float | None = None, error: float | None = None
) -> Deviations:
    """The deviations of single results, counted one by one (2.78); a deviation at the limit lies within it.

    >>> found = deviations_of_sample((-2.0, -1.0, 0.0, 1.0, 2.0), sigma=1.0)
    >>> found.within_sigma.found, found.within_error.found
    (3, 1)
    """
    found = moments(values)
    sigma = found.deviation if sigma is None else positive(sigma, "sigma")
    error = probable_error(sigma, PROBABLE_ERROR) if error is None else positive(error, "error")
    inside = [len([value for value in values if abs(value) <= limit + LAST_BITS]) for limit in (sigma, error)]
    return Deviations(
        found, sigma, _within(sigma, inside[0], found.n, sigma), _within(error, inside[1], found.n, sigma)
    )


def _within(limit: float, found: float, of: float, sigma: float) -> Within:
    return Within(limit, found, found / of, area_within(limit / sigma))


def cumulative_shares(grouped: Histogram) -> tuple[float, ...]:
    """The cumulative share at the end of each class: the last column of 2.71, not yet in percent."""
    return tuple(below / grouped.total for below in grouped.cumulative)


def normal_line(grouped: Histogram, mean: float, sigma: float) -> tuple[tuple[float, float, float], ...]:
    """The points of normal probability paper (2.75): limit, share found below it, share of the normal curve there.

    >>> from arpad.rules.elo.histograms import histogram
    >>> normal_line(histogram((-1.0, 0.0, 1.0), (5.0, 5.0)), 0.0, 1.0)
    ((0.0, 0.5, 0.5),)
    """
    positive(sigma, "sigma")
    return tuple(
        (edge, below, area_below((edge - mean) / sigma))
        for edge, below in zip(grouped.edges[1:-1], cumulative_shares(grouped)[:-1], strict=True)
    )
