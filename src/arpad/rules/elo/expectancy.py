"""Percentage expectancy (1.4, 2.1, 8.2-8.4): what a rating difference promises, and what a percentage tells.

One protocol stands for all: the normal and the logistic function, the straight line, and the two tables as printed.
Every procedure takes any of them (1.92, 8.75).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf, isnan, log, sqrt
from typing import Protocol

from arpad.rules.arithmetic import power_of_ten
from arpad.rules.elo.checks import share
from arpad.rules.elo.error import refuse
from arpad.rules.elo.normal import area_below, deviation
from arpad.rules.elo.printed_tables import CERTAIN, percentage_table
from arpad.rules.elo.rounding import hundredths
from arpad.rules.elo.scale import CLASS_INTERVAL
from arpad.rules.rule import carries, rule

SIGMA_DIFFERENCE = CLASS_INTERVAL * sqrt(2.0)
"""Sigma', the spread of the difference of two performances in rating points: 282.84 (8.23, 8.94)."""

LINEAR_LIMIT = 350.0
"""The largest rating difference that the linear formulae enter, in rating points (1.84, 8.73)."""

LN_10 = log(10.0)
"""What turns natural logarithms into decimal ones, for the inverse of equation (46), 8.43."""

FURTHEST_POWER = 300.0
"""Odds of ten to this power and more count as certainty."""


class Expectancy(Protocol):
    """A percentage expectancy function and its inverse."""

    @property
    def name(self) -> str:
        """How commands and reports call it."""
        ...

    def probability(self, d: float) -> float:
        """P_D: the expected score of one game against an opponent rated so many points below."""
        ...

    def difference(self, p: float) -> float:
        """D_P: the rating difference that a percentage score indicates; EloError where it is unbounded."""
        ...


@rule("un-8.94-normal-expectancy", "P", "Phi({d} / {sigma_difference})", "normal percentage expectancy")
def normal_probability(d: float, sigma_difference: float) -> float:
    """P: the area under the normal curve below D / sigma', 8.94.

    >>> round(normal_probability(160.0, SIGMA_DIFFERENCE), 3)
    0.714
    """
    return area_below(d / sigma_difference)


@rule("eq-46", "P", "1 / (1 + 10^(-{d} / (2 x {class_interval})))", "logistic percentage expectancy")
def logistic_probability(d: float, class_interval: float) -> float:
    """P: the logistic function to the base sqrt(10) per class interval, equation (46), 8.43.

    >>> logistic_probability(0.0, CLASS_INTERVAL), round(logistic_probability(200.0, CLASS_INTERVAL), 4)
    (0.5, 0.7597)
    """
    exponent = abs(d) / (2.0 * class_interval)
    odds_against = power_of_ten(-min(exponent, FURTHEST_POWER))
    if d < 0.0:
        return odds_against / (1.0 + odds_against)
    return 1.0 / (1.0 + odds_against)


@rule("eq-25", "P", "1/2 + {d} / (4 x {class_interval})", "linear percentage expectancy")
def linear_probability(d: float, class_interval: float) -> float:
    """P: the straight line of slope 1 in 4C, equation (25), 8.27; beyond 2C it leaves 0 and 1 behind.

    >>> linear_probability(250.0, CLASS_INTERVAL), linear_probability(-500.0, CLASS_INTERVAL)
    (0.8125, -0.125)
    """
    return 0.5 + d / (2.0 * (2.0 * class_interval))


@rule("eq-26", "D_p", "2 x {class_interval} x (2 x {p} - 1)", "linear rating difference")
def linear_difference(p: float, class_interval: float) -> float:
    """D_p: what a percentage score indicates on the straight line, equation (26), 8.27.

    >>> linear_difference(0.75, CLASS_INTERVAL)
    200.0
    """
    return 2.0 * class_interval * (2.0 * p - 1.0)


@dataclass(frozen=True, slots=True)
class Normal:
    """The normal probability function (1.4, 8.23, 8.94), exact."""

    sigma_difference: float = SIGMA_DIFFERENCE
    name: str = "normal"

    def probability(self, d: float) -> float:
        """P_D, the area under the normal curve."""
        return normal_probability(_number(d), self.sigma_difference)

    def difference(self, p: float) -> float:
        """D_P, exact: 2.13 reads 90 points for .625.

        >>> round(Normal().difference(0.625))
        90
        """
        return self.sigma_difference * deviation(_bounded(p, self.name))


@dataclass(frozen=True, slots=True)
class Logistic:
    """The logistic function to the base sqrt(10) (8.43), exact."""

    class_interval: float = CLASS_INTERVAL
    name: str = "logistic"

    def probability(self, d: float) -> float:
        """P_D by equation (46)."""
        return logistic_probability(_number(d), self.class_interval)

    def difference(self, p: float) -> float:
        """D_P: the inverse of (46), 2C times the decimal logarithm of the odds.

        >>> round(Logistic().difference(0.76), 2)
        200.24
        """
        _bounded(p, self.name)
        return 2.0 * self.class_interval * (log(p / (1.0 - p)) / LN_10)


@dataclass(frozen=True, slots=True)
class Linear:
    """The straight line (1.8, 8.27): differences are entered up to a limit, which stays between 0 and 2C."""

    class_interval: float = CLASS_INTERVAL
    limit: float = LINEAR_LIMIT
    name: str = "linear"

    def probability(self, d: float) -> float:
        """P_D by equation (25), the difference taken no larger than the limit (1.84).

        >>> Linear().probability(350.0), Linear().probability(600.0), Linear(limit=400.0).probability(600.0)
        (0.9375, 0.9375, 1.0)
        """
        return linear_probability(max(-self.limit, min(_number(d), self.limit)), self.class_interval)

    def difference(self, p: float) -> float:
        """D_P by equation (26), which knows no limit: a clean score stands 2C above the field, as in (10)."""
        return linear_difference(share(p, "percentage"), self.class_interval)


@dataclass(frozen=True, slots=True)
class AsPrinted:
    """Table 2.11 or 8.46, looked up as the book does; see `PercentageTable` for the conventions."""

    section: str
    name: str

    @carries("un-2.11-look-up", "t-2.11", "t-8.46")
    def probability(self, d: float) -> float:
        """P_D to two places, from the interval that holds the difference.

        >>> TABLE_2_11.probability(70.0), TABLE_2_11.probability(-64.0), TABLE_2_11.probability(736.0)
        (0.6, 0.41, 1.0)
        """
        if isinf(_number(d)):
            return 1.0 if d > 0.0 else 0.0
        return percentage_table(self.section).percentage(d) / CERTAIN

    def difference(self, p: float) -> float:
        """D_P: the percentage to two places, then the middle of its interval with the fraction dropped.

        >>> TABLE_2_11.difference(0.7), TABLE_2_11.difference(9 / 19), TABLE_2_11.difference(0.5)
        (149.0, -21.0, 0.0)
        """
        row = hundredths(share(p, "percentage"))
        if row in {0, CERTAIN}:
            raise _unbounded(p, self.name)
        return percentage_table(self.section).difference(row)


NORMAL: Expectancy = Normal()
LOGISTIC: Expectancy = Logistic()
LINEAR: Expectancy = Linear()
TABLE_2_11: Expectancy = AsPrinted("2.11", "table-2.11")
TABLE_8_46: Expectancy = AsPrinted("8.46", "table-8.46")

BY_NAME: dict[str, Expectancy] = {kind.name: kind for kind in (NORMAL, LOGISTIC, LINEAR, TABLE_2_11, TABLE_8_46)}


def _number(d: float) -> float:
    if isnan(d):
        raise refuse("not-a-number", "difference", "the rating difference is no number", "give a finite one")
    return d


def _bounded(p: float, name: str) -> float:
    if not 0.0 < share(p, "percentage") < 1.0:
        raise _unbounded(p, name)
    return p


def _unbounded(p: float, name: str) -> Exception:
    return refuse(
        "no-finite-difference",
        "percentage",
        f"a score of {p * 100:g} percent indicates no finite difference ({name}; 1.54)",
        "add results until it holds both won and lost points, or use the linear formula",
    )
