"""How a calculation is carried out: which expectancy, and whether numbers are rounded where the book rounds them."""

from __future__ import annotations

from dataclasses import dataclass

from arpad.rules.elo.expectancy import NORMAL, TABLE_2_11, Expectancy
from arpad.rules.elo.rounding import half_up, hundredths

HUNDREDTHS = 100
"""Hundredths in the whole: the book gives percentages to two places (2.41)."""


@dataclass(frozen=True, slots=True)
class Convention:
    """An expectancy, and whether percentages go to two places and differences and means to whole points.

    >>> AS_PRINTED.percentage(9.0, 19.0), AS_PRINTED.points(139.6875), EXACT.points(139.6875)
    (0.47, 140.0, 139.6875)
    """

    expectancy: Expectancy = NORMAL
    rounded: bool = False

    def percentage(self, score: float, games: float) -> float:
        """P: the share of the points, to two places where the book rounds."""
        return hundredths(score / games) / HUNDREDTHS if self.rounded else score / games

    def points(self, value: float) -> float:
        """A mean rating or an adjusted difference, to the whole point where the book rounds."""
        return half_up(value) if self.rounded else value


EXACT = Convention()
"""The normal function, nothing rounded."""

AS_PRINTED = Convention(TABLE_2_11, rounded=True)
"""By hand as in 2.4 and 3.35: table 2.11, P to two places, D_a and R_a to whole points."""
