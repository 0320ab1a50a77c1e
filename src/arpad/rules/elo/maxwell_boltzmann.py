"""The Maxwell-Boltzmann distribution of ratings (9.1): the normal ordinate times the square of the rating.

It has a zero point, which no rating lies below.  Ratings here are on their usual scale; the zero point is one of the
two parameters, the distance from it to the most frequent rating the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, fsum, isinf, pi, sqrt

from arpad.rules.arithmetic import exponential
from arpad.rules.elo.checks import finite, positive
from arpad.rules.elo.error import refuse
from arpad.rules.elo.histograms import Histogram
from arpad.rules.rule import carries, rule

FOUR_OVER_ROOT_PI = 4.0 / sqrt(pi)
"""The factor of equation (74), 9.13: it makes the whole 1."""

MEAN_OVER_MODE = 2.0 / sqrt(pi)
"""R_a / R_m, measured from zero: 1.12838; equation (75), 9.14, prints 1.1287."""

MEAN_OVER_RMS = sqrt(8.0 / (3.0 * pi))
"""R_a / R_r, measured from zero: .92132; equation (75), 9.14."""

PRINTED_MEAN_OVER_MODE = 1.1287
"""R_a / R_m as equation (75) prints it."""

PRINTED_MEAN_OVER_RMS = 0.9213
"""R_a / R_r as equation (75) prints it."""

SIGMA_OVER_MODE = sqrt(1.5 - 4.0 / pi)
"""The standard deviation in terms of R_m: R_r^2 is 3/2 of R_m^2, R_a^2 is 4/pi of it (9.14)."""

FURTHEST = 26.0
"""Beyond so many R_m from zero the density is below the smallest ordinary float."""

STEP = 25.0
"""Increments of the numerical integration of 9.17, in rating points."""


@rule(
    "eq-74",
    "dN/N / dR",
    "4 / sqrt(pi) x ({x})^2 x exp(-({x})^2) / {spread}",
    "Maxwell-Boltzmann density, x = R / R_m from zero",
)
def maxwell_boltzmann_density(x: float, spread: float, factor: float) -> float:
    """The share of a pool in a rating point, equation (74), 9.13; none at zero and below.

    >>> round(100.0 * maxwell_boltzmann_density(1.0, 561.7, FOUR_OVER_ROOT_PI), 4)  # percent a point, at the mode
    0.1478
    """
    if x <= 0.0:
        return 0.0
    return factor * x * x * exponential(-x * x) / spread


@rule("eq-75", "R_m", "{zero} + ({average} - {zero}) / {ratio}", "most frequent rating from the average")
def mode_from_average(average: float, zero: float, ratio: float) -> float:
    """R_m from R_a, equation (75), 9.14, both as ratings.

    >>> round(mode_from_average(1547.0, 945.0, PRINTED_MEAN_OVER_MODE), 1)
    1478.4
    """
    return zero + (average - zero) / ratio


@rule("eq-75", "R_r", "{zero} + ({average} - {zero}) / {ratio}", "root mean square rating from the average")
def rms_from_average(average: float, zero: float, ratio: float) -> float:
    """R_r from R_a, equation (75), 9.14, both as ratings.

    >>> round(rms_from_average(1547.0, 945.0, PRINTED_MEAN_OVER_RMS), 1)
    1598.4
    """
    return zero + (average - zero) / ratio


@dataclass(frozen=True, slots=True)
class MaxwellBoltzmann:
    """A Maxwell-Boltzmann distribution of ratings; `spread` is R_m measured from zero.

    >>> belgium = MaxwellBoltzmann(840.0, 561.7)
    >>> round(belgium.mode, 1), round(belgium.mean), round(belgium.rms), round(belgium.deviation)
    (1401.7, 1474, 1528, 267)
    """

    zero: float
    spread: float

    def __post_init__(self) -> None:
        finite(self.zero, "zero")
        positive(self.spread, "spread")

    @property
    def mode(self) -> float:
        """R_m, the most frequent rating."""
        return self.zero + self.spread

    @property
    def mean(self) -> float:
        """R_a, the average rating."""
        return self.zero + MEAN_OVER_MODE * self.spread

    @property
    def rms(self) -> float:
        """R_r, the root of the mean square, measured from zero and given as a rating."""
        return self.zero + MEAN_OVER_MODE / MEAN_OVER_RMS * self.spread

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return SIGMA_OVER_MODE * self.spread

    def density(self, rating: float) -> float:
        """The share of the pool in one rating point, by (74)."""
        x = min((finite(rating, "rating") - self.zero) / self.spread, FURTHEST)
        return maxwell_boltzmann_density(x, self.spread, FOUR_OVER_ROOT_PI)

    def below(self, rating: float) -> float:
        """The share of the pool below a rating: the integral of (74), exact.

        >>> round(MaxwellBoltzmann(840.0, 561.7).below(1500.0), 4)
        0.5701
        """
        if isinf(rating):
            return 1.0 if rating > 0.0 else 0.0
        return _below((finite(rating, "rating") - self.zero) / self.spread)

    def below_by_steps(self, rating: float, step: float = STEP) -> float:
        """The share below a rating by numerical integration, each step at its lower end: the working of 9.17.

        Zero 850 and R_m 552 from it give 13 of the 15 printed values within .001; the stated 840 and 561.7 do not.

        >>> round(MaxwellBoltzmann(850.0, 552.0).below_by_steps(1500.0), 4)  # printed: .5545
        0.5543
        """
        finite(rating, "rating")
        count = int((rating - self.zero) / positive(step, "step"))
        if count > MOST_INCREMENTS:
            raise refuse("step-too-small", "step", f"{count} steps are too many", f"at most {MOST_INCREMENTS}")
        return min(1.0, fsum(step * self.density(self.zero + step * at) for at in range(max(0, count))))

    def rating_at(self, part: float) -> float:
        """The rating that a share of the pool lies below.

        >>> round(MaxwellBoltzmann(840.0, 561.7).rating_at(0.5))
        1451
        """
        return self.zero + self.spread * deviation_at(part)


MOST_INCREMENTS = 100_000
"""The most steps that an integral is made of."""

SMALL = 0.1
"""Below so many R_m the exact area is a difference of two nearly equal numbers: a series is better."""


def _below(x: float) -> float:
    if x <= 0.0:
        return 0.0
    if x < SMALL:
        square = x * x
        series = 1.0 / 3.0 - square * (1.0 / 5.0 - square * (1.0 / 14.0 - square * (1.0 / 54.0 - square / 264.0)))
        return FOUR_OVER_ROOT_PI * x * square * series
    if x > FURTHEST:
        return 1.0
    return erf(x) - 0.5 * FOUR_OVER_ROOT_PI * x * exponential(-x * x)


def deviation_at(part: float) -> float:
    """How many R_m from zero a share of a Maxwell-Boltzmann pool lies below: the ruling of the graph paper (9.15).

    >>> round(deviation_at(0.5), 4)
    1.0877
    """
    if not 0.0 < part < 1.0:
        raise refuse("no-deviation", "share", f"no finite rating cuts off {part:g}", "ask for a share between 0 and 1")
    low, high = 0.0, FURTHEST
    middle = 0.5 * (low + high)
    while low < middle < high:  # the numbers between two neighbours come to an end
        if _below(middle) < part:
            low = middle
        else:
            high = middle
        middle = 0.5 * (low + high)
    return middle


@carries("P26")
def from_average(average: float, zero: float) -> MaxwellBoltzmann:
    """The distribution with a known zero point and average (9.14, 9.16), the constants of (75) exact.

    >>> round(from_average(1474.0, 840.0).spread, 1)
    561.9
    """
    finite(average, "average")
    finite(zero, "zero")
    if average <= zero:
        message = f"an average of {average:g} is not above zero at {zero:g}"
        raise refuse("average-below-zero", "average", message, "give a lower zero point")
    return MaxwellBoltzmann(zero, (average - zero) / MEAN_OVER_MODE)


@carries("P26")
def from_two(*, average: float | None = None, mode: float | None = None, rms: float | None = None) -> MaxwellBoltzmann:
    """The distribution with two of R_a, R_m and R_r known: the zero point follows (9.14).

    >>> found = from_two(average=1474.0, mode=1401.9)
    >>> round(found.zero), round(found.spread)
    (840, 562)
    """
    known = [
        (value, ratio)
        for value, ratio in (
            (mode, 1.0),
            (average, MEAN_OVER_MODE),
            (rms, MEAN_OVER_MODE / MEAN_OVER_RMS),
        )
        if value is not None
    ]
    if len(known) != 2:
        raise refuse("two-of-three", "", f"{len(known)} of average, mode and rms are given", "give two of them")
    (low, low_ratio), (high, high_ratio) = known
    finite(low, "mode" if mode is not None else "average")
    finite(high, "rms" if rms is not None else "average")
    if high <= low:
        message = f"{high:g} does not lie above {low:g}"
        raise refuse("order-of-values", "", message, "R_m is below R_a, and R_a below R_r")
    spread = (high - low) / (high_ratio - low_ratio)
    return MaxwellBoltzmann(low - low_ratio * spread, spread)


@carries("P26")
def from_moments(mean: float, deviation: float) -> MaxwellBoltzmann:
    """The distribution with a known mean and standard deviation.

    >>> found = from_moments(1474.0, 271.0)
    >>> round(found.zero), round(found.mode)
    (832, 1401)
    """
    spread = positive(deviation, "deviation") / SIGMA_OVER_MODE
    return MaxwellBoltzmann(finite(mean, "mean") - MEAN_OVER_MODE * spread, spread)


@carries("P26")
def from_paper(grouped: Histogram) -> MaxwellBoltzmann:
    """The straight line through a distribution on Maxwell-Boltzmann paper, by least squares (9.15).

    The paper rules shares so that a conforming pool plots as a line: each limit between classes is a point, its rating
    on one side and, on the other, how many R_m from zero its share lies.  A point counts p(1 - p), the middle most,
    so that a few stray players at the ends do not turn the line, as they would not for an eye.  From 7.33 it finds
    zero 842 and R_m 562 for the Belgian pool, where the book reads 840 and 562.

    >>> from arpad.rules.elo.histograms import histogram
    >>> pool = MaxwellBoltzmann(840.0, 560.0)
    >>> limits = [1000.0 + 100.0 * at for at in range(12)]
    >>> below = [0.0] + [pool.below(limit) for limit in limits] + [1.0]
    >>> shares = [high - low for low, high in zip(below, below[1:])]
    >>> found = from_paper(histogram((None, *limits, None), shares))
    >>> round(found.zero, 6), round(found.spread, 6)
    (840.0, 560.0)
    """
    total = grouped.total
    points = [
        (edge, below / total)
        for edge, below in zip(grouped.edges[1:-1], grouped.cumulative[:-1], strict=True)
        if 0.0 < below < total
    ]
    if len({part for _, part in points}) < 2:
        raise refuse("too-few-classes", "edges", "fewer than two points for a line", "give three classes or more")
    on_paper = [deviation_at(part) for _, part in points]
    weights = [part * (1.0 - part) for _, part in points]
    weight = fsum(weights)
    x_mean = fsum(w * x for w, x in zip(weights, on_paper, strict=True)) / weight
    mean = fsum(w * edge for w, (edge, _) in zip(weights, points, strict=True)) / weight
    across = fsum(w * (x - x_mean) * (edge - mean) for w, x, (edge, _) in zip(weights, on_paper, points, strict=True))
    spread = across / fsum(w * (x - x_mean) * (x - x_mean) for w, x in zip(weights, on_paper, strict=True))
    return MaxwellBoltzmann(mean - spread * x_mean, spread)
