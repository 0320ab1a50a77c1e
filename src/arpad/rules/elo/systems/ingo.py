"""The Ingo system (8.52): Anton Hoesslinger's, West Germany, from 1948; the strongest have the smallest numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.rules.elo.checks import finite, share
from arpad.rules.elo.crosstable import Crosstable
from arpad.rules.elo.scale import CLASS_INTERVAL
from arpad.rules.elo.systems.linear_system import Straight
from arpad.rules.elo.systems.system import Line
from arpad.rules.rule import carries, rule

HUNDRED_PERCENT = 100.0
"""Ingo points of a hundred percent (8.52)."""

UNIT = 4 * CLASS_INTERVAL / HUNDRED_PERCENT
"""Rating points of one Ingo point, where both scales give four class intervals to a hundred percent (8.56)."""

ZERO = 2840.0
"""The rating of Ingo number 0: a usual agreement, which the book does not state; no change depends on it."""

WEIGHT_BEFORE = 3
"""How often the old number counts against one performance (8.52)."""

EVEN_PERCENT = 50.0
"""Half of the points, in percent."""


@rule("eq-47", "R_p", "{r_c} - ({percent} - 50)", "Ingo performance")
def ingo_performance(r_c: float, percent: float) -> float:
    """R_p, equation (47): a point of the scale for each percent.

    >>> ingo_performance(120.0, 60.0)
    110.0
    """
    return r_c - (percent - EVEN_PERCENT)


@rule("eq-48", "R_n", "(3 x {r_o} + {r_p}) / 4", "new Ingo number")
def ingo_number(r_o: float, r_p: float) -> float:
    """R_n, equation (48): the old number counts for three performances.

    >>> ingo_number(118.0, 110.0)
    116.0
    """
    return (WEIGHT_BEFORE * r_o + r_p) / (WEIGHT_BEFORE + 1)


@carries("P30")
def performance(r_c: float, p: float) -> float:
    """A performance from the share of the points, 0 to 1, against opponents of a mean number (8.52).

    >>> performance(120.0, 0.6)
    110.0
    """
    return ingo_performance(finite(r_c, "r_c"), HUNDRED_PERCENT * share(p, "percentage"))


@dataclass(frozen=True, slots=True)
class Ingo:
    """The Ingo system, its zero at a rating of Elo's scale."""

    zero: float = ZERO
    name: str = "ingo"
    equations: str = "(47) (48)"

    def own(self, rating: float) -> float:
        """A rating as an Ingo number.

        >>> Ingo().own(2040.0)
        100.0
        """
        return (self.zero - rating) / UNIT

    def elo(self, number: float) -> float:
        """An Ingo number as a rating.

        >>> Ingo().elo(100.0)
        2040.0
        """
        return self.zero - UNIT * number

    @carries("P30")
    def rate(self, table: Crosstable, numbers: Mapping[str, float]) -> tuple[Line, ...]:
        """Everybody's performance by (47) and new number by (48)."""
        return Straight(HUNDRED_PERCENT, -1.0).rate(
            table, numbers, lambda r_c, score, games: performance(r_c, score / games), ingo_number
        )
