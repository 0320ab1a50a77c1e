"""The look-up tables in the package are those of the book, cell by cell, and are read as it reads them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from arpad.rules.elo.error import EloError
from arpad.rules.elo.printed_tables import Grid, grid, percentage_table


class TestGrids:
    """8.85, 3.96 and 3.99: cells, and the straight line between them."""

    @pytest.mark.parametrize("section", ["8.85", "3.96", "3.99"])
    def test_at_a_cell_stands_the_cell(self, section: str) -> None:
        table = grid(section)
        for row, cells in zip(table.rows, table.values, strict=True):
            for column, cell in zip(table.columns, cells, strict=True):
                assert table.at(row, column) == cell

    def test_between_four_cells_stands_their_mean(self) -> None:
        square = Grid("0", "row", (0.0, 2.0), "column", (0.0, 2.0), ((1.0, 2.0), (3.0, 8.0)))
        assert square.at(1.0, 1.0) == 3.5
        assert square.at(0.0, 1.0) == 1.5
        assert square.at(1.0, 2.0) == 5.0
        assert square.at(1.0, 0.0) == 2.0

    @pytest.mark.parametrize(
        ("row", "column", "words"),
        [
            (4.0, 100.0, "no games 4; it goes from 5 to 17"),
            (18.0, 100.0, "no games 18"),
            (5.0, 49.0, "no difference 49; it goes from 50 to 400"),
            (5.0, 401.0, "no difference 401"),
            (float("nan"), 100.0, "no number"),
        ],
    )
    def test_outside_there_is_nothing(self, row: float, column: float, words: str) -> None:
        with pytest.raises(EloError, match=words):
            grid("8.85").at(row, column)


class TestIntervals:
    """2.11: each row is an interval of whole differences."""

    @pytest.mark.parametrize("section", ["2.11", "8.46"])
    def test_they_follow_each_other_without_a_gap(self, section: str) -> None:
        table = percentage_table(section)
        intervals = [table.interval(percentage) for percentage in range(50, 100)]
        assert intervals[0][0] == 0
        assert all(before[1] + 1 == after[0] for before, after in pairwise(intervals))

    @pytest.mark.parametrize("percentage", [49, 100])
    def test_only_a_closed_interval_has_two_ends(self, percentage: int) -> None:
        with pytest.raises(EloError, match="no closed interval"):
            percentage_table("2.11").interval(percentage)
