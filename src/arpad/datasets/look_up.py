"""The look-up tables (2.11, 3.96, 3.99, 8.46, 8.85), from the same numbers that the rules look them up in."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from arpad.datasets.dataset import DataSet
from arpad.rules.elo.printed_tables import CERTAIN, EVEN, grid, percentage_table
from arpad.rules.rule import carries


class Percentages(NamedTuple):
    """An interval of rating differences and the percentages of both players."""

    lowest: int
    highest: int | None
    higher: float
    lower: float


class Cell(NamedTuple):
    """A cell of a table with two entries."""

    row: float
    column: float
    value: float


def _percentages(name: str, section: str, title: str) -> DataSet[Percentages]:
    table = percentage_table(section)
    rows = []
    for percentage in range(EVEN, CERTAIN):
        lowest, highest = table.interval(percentage)
        rows.append(Percentages(lowest, highest, percentage / CERTAIN, (CERTAIN - percentage) / CERTAIN))
    rows.append(Percentages(table.last_difference[-1] + 1, None, 1.0, 0.0))
    columns = {
        "lowest": "first difference of ratings",
        "highest": "last difference; none in the last row",
        "higher": "percentage expectancy of the higher-rated player",
        "lower": "percentage expectancy of the lower-rated player",
    }
    return DataSet(name, section, title, MappingProxyType(columns), tuple(rows), MappingProxyType({}), ())


def _cells(name: str, section: str, title: str, value: str) -> DataSet[Cell]:
    table = grid(section)
    rows = tuple(
        Cell(row, column, table.values[down][right])
        for down, row in enumerate(table.rows)
        for right, column in enumerate(table.columns)
    )
    columns = MappingProxyType({"row": table.row, "column": table.column, "value": value})
    return DataSet(name, section, title, columns, rows, MappingProxyType({}), ())


@carries("t-2.11")
def normal_expectancy() -> DataSet[Percentages]:
    """Percentage expectancy, normal (2.11).

    >>> normal_expectancy().rows[1]
    Percentages(lowest=4, highest=10, higher=0.51, lower=0.49)
    """
    return _percentages("normal-expectancy", "2.11", "Percentage expectancy by the normal function")


@carries("t-8.46")
def logistic_expectancy() -> DataSet[Percentages]:
    """Percentage expectancy, logistic (8.46).

    >>> logistic_expectancy().rows[-1]
    Percentages(lowest=921, highest=None, higher=1.0, lower=0.0)
    """
    return _percentages("logistic-expectancy", "8.46", "Percentage expectancy by the logistic function")


@carries("t-8.85")
def small_sample_factors() -> DataSet[Cell]:
    """The factor F by number of games and difference (8.85).

    >>> small_sample_factors().rows[0]
    Cell(row=5.0, column=50.0, value=0.96)
    """
    return _cells("small-sample-factors", "8.85", "Factor on a difference that rests on few games", "factor F")


@carries("t-3.96")
def handicap_round_robin() -> DataSet[Cell]:
    """Handicap points in a round robin, at the lower limits of the levels below scratch (3.96).

    >>> handicap_round_robin().rows[-1].value
    7.8
    """
    return _cells("handicap-round-robin", "3.96", "Handicaps in a round robin", "handicap in game points")


@carries("t-3.99")
def handicap_swiss() -> DataSet[Cell]:
    """Handicap points in a Swiss, at the lower limits of the levels below scratch (3.99).

    >>> handicap_swiss().rows[-1].value
    5.1
    """
    return _cells("handicap-swiss", "3.99", "Handicaps in a Swiss", "handicap in game points")
