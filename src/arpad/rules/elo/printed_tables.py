"""The book's look-up tables as it prints them, and the ways in which it reads them.

Table 2.11 does not follow from a formula to the last row (nor does 8.46), and for 3.96, 3.99 and 8.85 no formula
is known: where the book looks up, so do we.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from arpad.rules.elo.checks import finite
from arpad.rules.elo.error import refuse
from arpad.rules.elo.rounding import fraction_dropped, half_up

EVEN = 50
"""The percentage of the first row of 2.11 and 8.46, in hundredths."""

CERTAIN = 100
"""The percentage of the last row of 2.11 and 8.46, in hundredths: it has no end, so no middle."""


@dataclass(frozen=True, slots=True)
class PercentageTable:
    """A percentage expectancy table: 2.11 (normal) or 8.46 (logistic).

    Attributes:
        section: where it stands in the book.
        last_difference: the last rating difference of the intervals for .50, .51, ... .99.
    """

    section: str
    last_difference: tuple[int, ...]

    def percentage(self, difference: float) -> int:
        """P_D in hundredths: column H for the higher-rated player, column L for the lower.

        The intervals hold whole differences; another one is rounded first.

        >>> percentage_table("2.11").percentage(108.0), percentage_table("2.11").percentage(-24.0)
        (65, 47)
        """
        row = bisect_left(self.last_difference, half_up(abs(difference)))
        return EVEN + row if difference >= 0.0 else EVEN - row

    def interval(self, percentage: int) -> tuple[int, int]:
        """First and last rating difference at which the higher-rated player's percentage is so many hundredths.

        >>> percentage_table("2.11").interval(70)
        (146, 153)
        """
        row = percentage - EVEN
        if not 0 <= row < len(self.last_difference):
            raise refuse(
                "no-such-row",
                "percentage",
                f"table {self.section} has no closed interval for {percentage} percent",
                f"ask for {EVEN} to {CERTAIN - 1}",
            )
        return (0 if row == 0 else self.last_difference[row - 1] + 1), self.last_difference[row]

    def difference(self, percentage: int) -> float:
        """D_P: the middle of the interval, its fraction dropped; 0 for .50, and negative below it.

        So the book reads the table in 2.41, 2.48, 2.49, 3.35 and 8.93.

        >>> percentage_table("2.11").difference(70), percentage_table("2.11").difference(47)
        (149.0, -21.0)
        """
        if percentage == EVEN:
            return 0.0
        if percentage < EVEN:
            return -self.difference(CERTAIN - percentage)
        first, last = self.interval(percentage)
        return fraction_dropped((first + last) / 2)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with two entries: the factor F of 8.85, the handicap points of 3.96 and 3.99.

    Attributes:
        section: where it stands in the book.
        row: what the rows stand for.
        rows: where they stand.
        column: what the columns stand for.
        columns: where they stand.
        values: the cells, row by row.
    """

    section: str
    row: str
    rows: tuple[float, ...]
    column: str
    columns: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]

    def at(self, row: float, column: float) -> float:
        """The cell, or between cells the bilinear interpolation; outside the table there is nothing.

        >>> small_samples = grid("8.85")
        >>> small_samples.at(7.0, 100.0), round(small_samples.at(6.0, 125.0), 4)
        (0.92, 0.885)
        """
        upper, down = _between(self.rows, row, self.section, self.row)
        left, right = _between(self.columns, column, self.section, self.column)
        above, below = self.values[upper], self.values[min(upper + 1, len(self.rows) - 1)]
        next_column = min(left + 1, len(self.columns) - 1)
        high = above[left] + right * (above[next_column] - above[left])
        low = below[left] + right * (below[next_column] - below[left])
        return high + down * (low - high)


def _between(marks: tuple[float, ...], value: float, section: str, name: str) -> tuple[int, float]:
    """Which mark is the last at or before a value, and how far it is from there to the next."""
    if not marks[0] <= finite(value, name) <= marks[-1]:
        raise refuse(
            "outside-the-table",
            name,
            f"table {section} has no {name} {value:g}",
            f"it goes from {marks[0]:g} to {marks[-1]:g}",
        )
    index = bisect_right(marks, value) - 1
    if index == len(marks) - 1:
        return index, 0.0
    return index, (value - marks[index]) / (marks[index + 1] - marks[index])


@cache
def percentage_table(section: str) -> PercentageTable:
    """Table 2.11 or 8.46."""
    content = tomllib.loads(_text(section))
    return PercentageTable(section, tuple(content["last_difference"]))


@cache
def grid(section: str) -> Grid:
    """Table 3.96, 3.99 or 8.85."""
    content = tomllib.loads(_text(section))
    return Grid(
        section,
        content["row"],
        tuple(map(float, content["rows"])),
        content["column"],
        tuple(map(float, content["columns"])),
        tuple(tuple(row) for row in content["values"]),
    )


def _text(section: str) -> str:
    return (files("arpad.rules.elo") / "tables" / f"{section.replace('.', '-')}.toml").read_text(encoding="utf-8")
