"""The system of the British Chess Federation (8.54): the performance over two years, in grades of eight points.

The text sends to equation (49), ten points a percent; three-digit ratings in grades of eight need one point a percent,
so that is what is done here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.rules.elo.checks import finite, share
from arpad.rules.elo.crosstable import Crosstable
from arpad.rules.elo.error import refuse
from arpad.rules.elo.rounding import half_up
from arpad.rules.elo.scale import CLASS_INTERVAL
from arpad.rules.elo.systems.linear_system import Straight, linear_performance
from arpad.rules.elo.systems.system import Line
from arpad.rules.rule import carries, rule

HUNDRED_PERCENT = 100.0
"""Points of a hundred percent on the three-digit scale."""

UNIT = 4 * CLASS_INTERVAL / HUNDRED_PERCENT
"""Rating points of one British point, where both scales give four class intervals to a hundred percent (8.56)."""

ZERO = 600.0
"""The rating of British number 0: a usual agreement, which the book does not state; no change depends on it."""

LEAST_GAMES = 30
"""Games that a two-year performance must rest on (8.54)."""

BAND = 8
"""Points of a grade (8.54)."""

TOP = 248
"""The highest rating of grade 1a (8.54)."""


@rule("P32", "grade", "({top} - {rating}) / {band}, whole", "how many grades a rating stands below 1a")
def grades_below(rating: float, top: float, band: float) -> float:
    """The number of grades below 1a, 8.54.

    >>> grades_below(248.0, 248.0, 8.0), grades_below(241.0, 248.0, 8.0), grades_below(240.0, 248.0, 8.0)
    (0.0, 0.0, 1.0)
    """
    return (top - rating) // band


@carries("P32", "t-8.54")
def grade(rating: float) -> str | None:
    """The grade of a rating, to the whole point: 1a, 1b, 2a ...; None above 248, where the book has no grade.

    >>> grade(245.0), grade(233.0), grade(232.4), grade(200.0), grade(260.0)
    ('1a', '1b', '2a', '4a', None)
    """
    below = int(grades_below(half_up(finite(rating, "rating")), TOP, BAND))
    return None if below < 0 else f"{below // 2 + 1}{'ab'[below % 2]}"


@carries("P32")
def performance(r_c: float, p: float) -> float:
    """A performance: one point for each percent above or below even.

    >>> performance(180.0, 0.65)
    195.0
    """
    return linear_performance(finite(r_c, "r_c"), share(p, "percentage"), HUNDRED_PERCENT, 1.0)


@carries("P32")
def period_rating(r_c: float, p: float, games: int) -> float:
    """The rating of a two-year period: its performance, where thirty games stand behind it.

    >>> period_rating(180.0, 0.65, 30)
    195.0
    """
    if games < LEAST_GAMES:
        raise refuse(
            "too-few-games", "games", f"{games} games are too few for a rating", "thirty in two years are asked (8.54)"
        )
    return performance(r_c, p)


@dataclass(frozen=True, slots=True)
class Bcf:
    """The British system, its zero at a rating of Elo's scale; the event counts as if it were the whole period."""

    zero: float = ZERO
    name: str = "bcf"
    equations: str = "8.54"

    def own(self, rating: float) -> float:
        """A rating as a British number.

        >>> Bcf().own(2200.0)
        200.0
        """
        return (rating - self.zero) / UNIT

    def elo(self, number: float) -> float:
        """A British number as a rating.

        >>> Bcf().elo(200.0)
        2200.0
        """
        return self.zero + UNIT * number

    @carries("P32")
    def rate(self, table: Crosstable, numbers: Mapping[str, float]) -> tuple[Line, ...]:
        """Everybody's performance, which is the new number; that thirty games are asked is the caller's to heed."""
        return Straight(HUNDRED_PERCENT, 1.0).rate(
            table,
            numbers,
            lambda r_c, score, games: performance(r_c, score / games),
            lambda _, performed: performed,
        )
