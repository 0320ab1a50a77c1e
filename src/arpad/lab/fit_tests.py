"""Tests of fit (2.66, 8.96, 9.17): chi-square with its quantiles, Kolmogorov-Smirnov by the book and exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from scipy import stats

from arpad.rules.elo.checks import all_finite, share
from arpad.rules.elo.chi_square import LEAST_EXPECTED, Intervals, pooled
from arpad.rules.elo.error import refuse
from arpad.rules.elo.kolmogorov_smirnov import LIMITS, allowable, largest_difference
from arpad.rules.rule import carries

LEVELS = (0.05, 0.01, 0.001)
"""The levels of chance that 8.96 looks up."""

LEAST_OBSERVATIONS = 30
"""Observations that the chi-square test wants (2.66, 8.96)."""

LEAST_INTERVALS = 6
"""Intervals that it wants (8.96)."""

SAME_TOTAL = 0.01
"""By how much, relatively, observed and expected totals may differ unsaid: rounded frequencies do a little."""

LARGEST_SAMPLE = 10_000_000
"""The largest sample that the exact Kolmogorov-Smirnov distribution is asked for."""


@dataclass(frozen=True, slots=True)
class ChiSquareTest:
    """A chi-square test of fit.

    Attributes:
        intervals: observed and expected frequencies as they went in, after pooling.
        index: chi-square, equation (73).
        degrees: degrees of freedom.
        probability: how often chance alone gives such an index or a larger one.
        critical: the index at each level of chance.
        remarks: what speaks against trusting the test, in sentences.
    """

    intervals: Intervals
    index: float
    degrees: int
    probability: float
    critical: Mapping[float, float]
    remarks: tuple[str, ...]

    @property
    def decision(self) -> str:
        """The book's words for the probability (8.96)."""
        if self.probability < 0.01:
            return "the difference is almost certainly significant"
        if self.probability < 0.05:
            return "the difference is probably significant"
        return "no significant difference is established"


def chi_square_critical(degrees: int, level: float) -> float:
    """The critical value of chi-square: the index that chance exceeds no more often than the level.

    >>> round(chi_square_critical(6, 0.01), 3), round(chi_square_critical(14, 0.01), 2)
    (16.812, 29.14)
    """
    if degrees < 1:
        raise refuse("no-freedom", "degrees", f"{degrees} degrees of freedom", "give at least one")
    if not 0.0 < share(level, "level") < 1.0:
        raise refuse("level-outside", "level", f"{level:g} is no level of chance", "give a share like .05")
    return float(stats.chi2.isf(level, degrees))


@carries("P24")
def chi_square_test(
    observed: Sequence[float], expected: Sequence[float], *, least: float = LEAST_EXPECTED, estimated: int = 0
) -> ChiSquareTest:
    """The chi-square test of fit (2.66, 8.96): neighbours pooled until each expects five, then (73).

    Degrees of freedom are one less than the intervals, as the total is fixed.  The book stops there even where mean and
    deviation come from the data; `estimated` takes off as many more.

    >>> found = chi_square_test((9, 51, 137, 186, 127, 34, 2), (8.4, 43.5, 130.2, 181.3, 130.2, 43.5, 8.4))
    >>> round(found.index, 2), found.degrees, round(found.critical[0.05], 3), found.decision
    (8.84, 6, 12.592, 'no significant difference is established')
    """
    if estimated < 0:
        raise refuse("negative", "estimated", f"{estimated} estimated parameters", "give zero or more")
    intervals = pooled(observed, expected, least=least)
    degrees = len(intervals.observed) - 1 - estimated
    if degrees < 1:
        message = f"{len(intervals.observed)} intervals leave no degree of freedom"
        raise refuse("no-freedom", "expected", message, "give more intervals, or more observations in them")
    index = intervals.index
    return ChiSquareTest(
        intervals,
        index,
        degrees,
        float(stats.chi2.sf(index, degrees)),
        {level: chi_square_critical(degrees, level) for level in LEVELS},
        _remarks(intervals, len(observed)),
    )


def _remarks(intervals: Intervals, given: int) -> tuple[str, ...]:
    found = []
    total, count = fsum(intervals.observed), len(intervals.observed)
    if count < given:
        found.append(f"{given} intervals were pooled into {count}, so that each expects enough.")
    if total < LEAST_OBSERVATIONS:
        found.append(f"{total:g} observations are fewer than the {LEAST_OBSERVATIONS} that the test wants (8.96).")
    if count < LEAST_INTERVALS:
        found.append(f"{count} intervals are fewer than the {LEAST_INTERVALS} that the test wants (8.96).")
    few = len([value for value in intervals.expected if value < LEAST_EXPECTED])
    if few:
        found.append(f"{few} of the intervals expect fewer than {LEAST_EXPECTED:g} observations (8.96).")
    wanted = fsum(intervals.expected)
    if abs(total - wanted) > SAME_TOTAL * total:
        found.append(f"{total:g} were observed in all, but {wanted:g} expected.")
    return tuple(found)


@dataclass(frozen=True, slots=True)
class KolmogorovSmirnovTest:
    """A Kolmogorov-Smirnov test of fit.

    Attributes:
        difference: the largest difference of the cumulative shares.
        at: at which of the given places, or of the sorted values, it is.
        n: the number of observations.
        probability: how often chance alone gives such a difference or a larger one, exactly, for ungrouped data.
        book: the book's limits by level, 1.36 and 1.63 over the root of n.
        exact: the exact limits by level.
    """

    difference: float
    at: int
    n: int
    probability: float
    book: Mapping[float, float]
    exact: Mapping[float, float]

    @property
    def decision(self) -> str:
        """What 9.17 concludes: rejected at the 1 percent level, at the 5 percent level, or not."""
        for level in sorted(self.book):
            if self.difference > self.book[level]:
                return f"rejected at the {level * 100:g} percent level"
        return "not rejected"


def _sample_size(n: int) -> int:
    if not 0 < n <= LARGEST_SAMPLE:
        raise refuse("sample-size", "n", f"a sample of {n}", f"give a whole number from 1 to {LARGEST_SAMPLE}")
    return n


def _kolmogorov_smirnov(difference: float, at: int, n: int) -> KolmogorovSmirnovTest:
    return KolmogorovSmirnovTest(
        difference,
        at,
        n,
        float(stats.kstwo.sf(difference, n)),
        {level: allowable(n, level) for level in LIMITS},
        {level: float(stats.kstwo.isf(level, n)) for level in LIMITS},
    )


@carries("P25")
def ks_test(observed: Sequence[float], expected: Sequence[float], n: int) -> KolmogorovSmirnovTest:
    """The Kolmogorov-Smirnov test of grouped data: cumulative shares, observed and expected, at the same places (9.17).

    Between the places the difference may be larger, so grouping errs on the side of the hypothesis; and a
    distribution fitted to the same data fits better than chance.

    >>> found = ks_test((0.10, 0.55, 1.0), (0.12, 0.50, 1.0), 400)
    >>> round(found.difference, 2), found.at, round(found.book[0.05], 3), found.decision
    (0.05, 1, 0.068, 'not rejected')
    """
    _sample_size(n)
    difference, at = largest_difference(observed, expected)
    return _kolmogorov_smirnov(difference, at, n)


@carries("P25")
def ks_test_of_sample(values: Sequence[float], below: Callable[[float], float]) -> KolmogorovSmirnovTest:
    """The Kolmogorov-Smirnov test of single values against a cumulative distribution, exact.

    >>> found = ks_test_of_sample((0.1, 0.4, 0.7), lambda x: x)
    >>> round(found.difference, 3), found.at
    (0.3, 2)
    """
    n = _sample_size(len(all_finite(values, "values")))
    most, place = 0.0, 0
    last = 0.0
    for at, value in enumerate(sorted(values)):
        expected = share(below(value), f"below({value:g})")
        if expected < last:
            message = f"the cumulative distribution falls at {value:g}"
            raise refuse("not-cumulative", "below", message, "give the share that lies below a value")
        last = expected
        apart = max(expected - at / n, (at + 1) / n - expected)
        if apart > most:
            most, place = apart, at
    return _kolmogorov_smirnov(most, place, n)
