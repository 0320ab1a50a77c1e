"""Categories of title tournaments (4.34): bands of 25 points for the average rating, from 1W to 16."""

from __future__ import annotations

from dataclasses import dataclass

from arpad.rules.elo.checks import finite
from arpad.rules.elo.error import refuse
from arpad.rules.elo.rounding import half_up
from arpad.rules.rule import carries, rule

WIDTH = 25
"""Rating points of a category (4.34)."""

LOWEST = 1951
"""The lowest average of category 1W, in rating points (4.34)."""

WOMEN = 12
"""Categories 1W to 12W, which only women's tournaments have, stand below category 1 (4.34)."""

LAST = 27
"""The place of category 16, the last that is printed, counted from 0 at 1W (4.34)."""

ROMAN = (("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1))
"""The signs of the chart of points (4.34)."""


@dataclass(frozen=True, slots=True, order=True)
class Category:
    """A category of tournaments.

    Attributes:
        step: its place among all categories, from 0 at 1W to 27 at 16.

    >>> category_of(2534.0).name, category_of(2534.0).lowest, category_of(2534.0).highest
    ('12', 2526, 2550)
    >>> category_of(1951.0).name, category_of(2251.0).chart_name, category_of(2251.0).women_chart_name
    ('1W', 'I', 'XIII-w')
    """

    step: int

    @property
    def lowest(self) -> int:
        """The lowest average rating."""
        return LOWEST + WIDTH * self.step

    @property
    def highest(self) -> int:
        """The highest average rating."""
        return self.lowest + WIDTH - 1

    @property
    def name(self) -> str:
        """As the table of percentages writes it: 1W to 12W, then 1 to 16."""
        return f"{self.step + 1}W" if self.step < WOMEN else str(self.step - WOMEN + 1)

    @property
    def chart_name(self) -> str:
        """As the chart of points writes it: I to XVI; the women's own have none but `women_chart_name`."""
        return self.women_chart_name if self.step < WOMEN else _roman(self.step - WOMEN + 1)

    @property
    def women_chart_name(self) -> str:
        """As the women's chart of points writes it, counting on from 12W: I-w, II-w, ... XIII-w for category 1."""
        return f"{_roman(self.step + 1)}-w"


@rule("P16", "category", "floor(({average} - 1951) / 25)", "the category that an average rating falls into")
def step_of(average: float) -> float:
    """The place of an average among the categories, the average to the nearest whole number, a half upward (4.34).

    >>> step_of(2250.4), step_of(2250.5)
    (11.0, 12.0)
    """
    return (half_up(average) - LOWEST) // WIDTH


@carries("t-4.34")
def category_of(average: float) -> Category:
    """The category of a tournament by its average rating (4.34).

    >>> category_of(2700.0)
    Traceback (most recent call last):
        ...
    arpad.rules.elo.error.EloError: error: an average of 2700 has no category; \
the categories of 4.34 go from 1951 (1W) to 2650 (16) [no-category at average]
    """
    step = step_of(finite(average, "average"))
    if not 0 <= step <= LAST:
        raise refuse(
            "no-category",
            "average",
            f"an average of {average:g} has no category",
            "the categories of 4.34 go from 1951 (1W) to 2650 (16)",
        )
    return Category(int(step))


def category_named(name: str) -> Category:
    """A category by any of its names.

    >>> category_named("12W").lowest, category_named("VII").lowest, category_named("xiii-w").lowest
    (2226, 2401, 2251)
    """
    for step in range(LAST + 1):
        category = Category(step)
        if name.upper() in {category.name, category.chart_name.upper(), category.women_chart_name.upper()}:
            return category
    raise refuse("no-category", "name", f"there is no category {name!r}", "they are 1W to 12W and 1 to 16 (4.34)")


def categories() -> tuple[Category, ...]:
    """Every category, from 1W to 16.

    >>> len(categories())
    28
    """
    return tuple(Category(step) for step in range(LAST + 1))


def _roman(number: int) -> str:
    signs = ""
    for sign, value in ROMAN:
        while number >= value:
            signs += sign
            number -= value
    return signs
