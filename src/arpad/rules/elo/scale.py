"""The rating scale (1.2, 8.2, 8.71): its class interval, spreads of differences, other scales for the same strength."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import log, sqrt

from arpad.rules.arithmetic import exponential, power_of_ten
from arpad.rules.elo.checks import finite, positive
from arpad.rules.elo.error import refuse
from arpad.rules.rule import carries, rule

CLASS_INTERVAL = 200.0
"""C, the class interval in rating points: one standard deviation of a player's performances (1.25, 8.21)."""

POINTS_A_DECADE = 400.0
"""The rating points that make the odds ten times as great, 2C (8.43, 8.71)."""

ANCHOR = 1000.0
"""The rating that the table of scales gives the same number on the direct ratio scale (8.71)."""

LN_10 = log(10.0)
"""What turns decimal logarithms into natural ones (8.43, 8.71)."""

FURTHEST_DECADES = 45.0
"""How many powers of ten the numbers of a ratio scale may reach here, to either side of 1."""

DECADES_A_MAGNITUDE = 0.4
"""The decimal logarithm of the base of stellar magnitudes, the fifth root of 100 (8.36, 9.3)."""

DECADES_A_BEL = 1.0
"""The decimal logarithm of the base of the audio scale, 10 (8.36, 9.3)."""

DECIBELS_A_BEL = 10.0
"""The bel is divided into tenths (8.36, 9.3)."""


@rule("eq-0", "", "{d} / {class_interval}", "a difference in class intervals")
def class_intervals(d: float, class_interval: float) -> float:
    """A rating difference in class intervals, C = one sigma = 200 points, equation (0), 1.25.

    >>> class_intervals(90.0, CLASS_INTERVAL)  # 2.13: Fischer and Spassky
    0.45
    """
    return d / class_interval


@rule("un-8.23-sd-difference", "sigma'", "sqrt({one}^2 + {other}^2)", "spread of the difference of two performances")
def sd_difference(one: float, other: float) -> float:
    """Sigma': the standard deviation of the difference of two independent performances, 8.23.

    >>> round(sd_difference(200.0, 200.0), 2), round(sd_difference(2.0, 1.0) / 1.5, 2)
    (282.84, 1.49)
    """
    return sqrt(one * one + other * other)


@rule("un-8.21-standard-error", "S.E.", "{sigma_p} / sqrt(2 x {n})", "standard error of performance differences")
def standard_error(sigma_p: float, n: float) -> float:
    """S.E. of performance differences, 8.21; for one game it is the class interval.

    >>> round(standard_error(sd_difference(CLASS_INTERVAL, CLASS_INTERVAL), 1.0), 9)
    200.0
    """
    return sigma_p / sqrt(2.0 * n)


class Scale(StrEnum):
    """The scales of the table at 8.71: the interval scale, the direct ratio, and its logarithms."""

    INTERVAL = "interval"
    DIRECT_RATIO = "ratio"
    LOG_10 = "log10"
    LOG_SQRT_10 = "log-sqrt10"
    LN = "ln"


@rule(
    "un-8.71-scales", "", "log10({anchor}) + ({r} - {anchor}) / {points}", "an interval rating as decades of the ratio"
)
def decades_of_rating(r: float, anchor: float, points: float) -> float:
    """The decimal logarithm of a rating on the direct ratio scale, where the anchor has the same number on both, 8.71.

    >>> decades_of_rating(2000.0, ANCHOR, POINTS_A_DECADE)
    5.5
    """
    return log(anchor) / LN_10 + (r - anchor) / points


@rule(
    "un-8.71-scales",
    "",
    "{anchor} + {points} x ({decades} - log10({anchor}))",
    "decades of the ratio as an interval rating",
)
def rating_of_decades(decades: float, anchor: float, points: float) -> float:
    """The interval rating for a decimal logarithm of the direct ratio, 8.71.

    >>> rating_of_decades(7.25, ANCHOR, POINTS_A_DECADE)
    2700.0
    """
    return anchor + points * (decades - log(anchor) / LN_10)


@carries("P36", "t-8.71")
def convert_scale(value: float, source: Scale, target: Scale, anchor: float = ANCHOR) -> float:
    """A rating of one scale on another (8.71); the same strength, the same odds.

    >>> round(convert_scale(2000.0, Scale.INTERVAL, Scale.DIRECT_RATIO), -2)
    316200.0
    >>> convert_scale(14.5, Scale.LOG_SQRT_10, Scale.INTERVAL)
    2700.0
    >>> round(convert_scale(2700.0, Scale.INTERVAL, Scale.LN), 2)
    16.69
    """
    positive(anchor, "anchor")
    decades = _decades(value, source, anchor)
    if not -FURTHEST_DECADES < decades < FURTHEST_DECADES:
        raise refuse(
            "off-the-scale", "value", f"{value:g} ({source}) lies beyond every ratio scale", "give a smaller number"
        )
    match target:
        case Scale.INTERVAL:
            return rating_of_decades(decades, anchor, POINTS_A_DECADE)
        case Scale.DIRECT_RATIO:
            return power_of_ten(decades)
        case Scale.LOG_10:
            return decades
        case Scale.LOG_SQRT_10:
            return 2.0 * decades
        case _:
            return decades * LN_10


def _decades(value: float, source: Scale, anchor: float) -> float:
    match source:
        case Scale.INTERVAL:
            return decades_of_rating(finite(value, "value"), anchor, POINTS_A_DECADE)
        case Scale.DIRECT_RATIO:
            return log(positive(value, "value")) / LN_10
        case Scale.LOG_10:
            return finite(value, "value")
        case Scale.LOG_SQRT_10:
            return finite(value, "value") / 2.0
        case _:
            return finite(value, "value") / LN_10


@rule(
    "un-8.36-ratio-scales", "", "10^({decades} x {d})", "the ratio that a difference on a logarithmic scale stands for"
)
def ratio_of_difference(d: float, decades: float) -> float:
    """What a difference stands for on a scale whose base is 10 to so many decades, 8.36 and its note in 9.3.

    >>> round(ratio_of_difference(1.0, DECADES_A_MAGNITUDE), 2)  # one magnitude: 2.51 times the light
    2.51
    """
    return power_of_ten(decades * d)


@dataclass(frozen=True, slots=True)
class RatioScale:
    """A logarithmic scale of another science (8.36, 9.3).

    Attributes:
        name: what is measured.
        decades: the decimal logarithm of its base.
        reversed: whether the smaller number is the stronger, as among the stars.
    """

    name: str
    decades: float
    reversed: bool = False

    def ratio(self, one: float, other: float) -> float:
        """How many times stronger one is than the other.

        >>> round(MAGNITUDES.ratio(1.0, 3.0), 2), BELS.ratio(5.0, 4.0), round(DECIBELS.ratio(63.0, 60.0), 2)
        (6.31, 10.0, 2.0)
        """
        gap = finite(one, "one") - finite(other, "other")
        d = -gap if self.reversed else gap
        if abs(d * self.decades) > FURTHEST_DECADES:
            raise refuse("off-the-scale", "one", f"a difference of {abs(d):g} has no ratio", "give a smaller one")
        return ratio_of_difference(d, self.decades)

    def difference(self, ratio: float) -> float:
        """The difference on this scale that a ratio of strengths makes.

        >>> round(MAGNITUDES.difference(100.0), 12), BELS.difference(10.0)
        (-5.0, 1.0)
        """
        d = log(positive(ratio, "ratio")) / LN_10 / self.decades
        return -d if self.reversed else d


MAGNITUDES = RatioScale("stellar brightness", DECADES_A_MAGNITUDE, reversed=True)
BELS = RatioScale("sound level", DECADES_A_BEL)
DECIBELS = RatioScale("sound level in tenths", DECADES_A_BEL / DECIBELS_A_BEL)


@carries("P36")
def odds_on_scale(one: float, other: float, scale: Scale) -> float:
    """The odds of one player against another from their numbers on any scale of 8.71.

    On the direct ratio scale they are the ratio itself; on a logarithm its base to the power of the difference.

    >>> round(odds_on_scale(5.5, 3.0, Scale.LOG_10), 1), round(odds_on_scale(2000.0, 1800.0, Scale.INTERVAL), 2)
    (316.2, 3.16)
    """
    decades = _decades(one, scale, ANCHOR) - _decades(other, scale, ANCHOR)
    if abs(decades) > FURTHEST_DECADES:
        raise refuse("off-the-scale", "one", f"{one:g} and {other:g} are too far apart", "give closer numbers")
    return exponential(decades * LN_10) if scale is Scale.LN else power_of_ten(decades)
