"""Mean and standard deviation, of single values and of grouped ones (note to 1.25, 2.73, 7.33, 7.38, 9.16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from arpad.rules.elo.checks import all_finite, positive
from arpad.rules.elo.error import refuse
from arpad.rules.elo.histograms import Histogram
from arpad.rules.rule import carries, rule

TWELVE = 12.0
"""The variance of a class of width h, evenly filled, is h^2 over this: Sheppard takes it off."""


@rule("un-n1.25-grouped", "sigma", "sqrt({squares} / ({n} - 1))", "standard deviation, one degree of freedom used up")
def standard_deviation(squares: float, n: float) -> float:
    """Sigma from the sum of the squared deviations from the mean, with N - 1 (note to 1.25).

    >>> standard_deviation(32.0, 9.0)
    2.0
    """
    return sqrt(squares / (n - 1.0))


@rule("un-n1.25-grouped", "sigma", "sqrt({sigma}^2 - {h}^2 / {twelve})", "deviation of grouped values, corrected")
def sheppard(sigma: float, h: float, twelve: float) -> float:
    """Sheppard's correction: the squared deviation of grouped values less that of their classes (2.73, 7.33, 7.38).

    >>> round(sheppard(313.2, 100.0, TWELVE), 1)
    311.9
    """
    return sqrt(max(0.0, sigma * sigma - h * h / twelve))


@dataclass(frozen=True, slots=True)
class Moments:
    """What a distribution comes down to.

    Attributes:
        n: how many values there are.
        mean: their mean.
        deviation: their standard deviation, with N - 1.
        corrected: whether it is Sheppard's for grouped values.
        second: the mean square of the values, grouping not corrected.
    """

    n: float
    mean: float
    deviation: float
    corrected: bool
    second: float

    def rms_about(self, zero: float) -> float:
        """The root of the mean square of the values measured from a zero point: R_r of 9.16, as a rating.

        >>> moments((900.0, 1100.0)).rms_about(0.0) > 1000.0
        True
        """
        return zero + sqrt(max(0.0, self.second - 2.0 * zero * self.mean + zero * zero))


@carries("un-n1.25-grouped")
def moments(values: Sequence[float]) -> Moments:
    """Mean and standard deviation of single values (note to 1.25).

    >>> found = moments((2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0))
    >>> found.mean, round(found.deviation, 3)
    (5.0, 2.138)
    """
    n = len(all_finite(values, "values"))
    _enough(float(n))
    mean = fsum(values) / n
    squares = fsum((value - mean) * (value - mean) for value in values)
    second = fsum(value * value for value in values) / n
    return Moments(float(n), mean, standard_deviation(squares, float(n)), corrected=False, second=second)


@carries("un-n1.25-grouped", "P40")
def grouped_moments(grouped: Histogram, *, of: float | None = None, sheppard_correction: bool = True) -> Moments:
    """Mean and standard deviation of grouped values, each at the middle of its class (2.73, 7.33, 7.38).

    Sheppard's correction needs classes of one width.  Where the counts are shares, `of` says of how many.

    >>> from arpad.rules.elo.histograms import histogram
    >>> two = histogram((0.0, 100.0, 200.0, 300.0), (25.0, 50.0, 25.0))
    >>> found = grouped_moments(two, of=1000.0)
    >>> found.mean, round(found.deviation, 2), round(grouped_moments(two, sheppard_correction=False).deviation, 2)
    (150.0, 64.59, 71.07)
    """
    n = grouped.total if of is None else positive(of, "of")
    _enough(n)
    middles, shares = grouped.middles, grouped.shares
    mean = fsum(middle * part for middle, part in zip(middles, shares, strict=True))
    variance = fsum((middle - mean) * (middle - mean) * part for middle, part in zip(middles, shares, strict=True))
    second = fsum(middle * middle * part for middle, part in zip(middles, shares, strict=True))
    sigma = standard_deviation(variance * n, n)
    if sheppard_correction:
        if grouped.width is None:
            message = "the classes are not of one width, which Sheppard's correction needs"
            raise refuse("unequal-classes", "edges", message, "regroup them, or do without the correction")
        sigma = sheppard(sigma, grouped.width, TWELVE)
    return Moments(n, mean, sigma, sheppard_correction, second)


def _enough(n: float) -> None:
    if not n > 1.0:
        raise refuse("too-few-values", "values", f"{n:g} values have no spread", "give at least two")
