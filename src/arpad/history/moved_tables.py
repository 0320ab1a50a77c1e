"""What a change of the facts moved, as columns: results, standings and floors, as they were and as they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from arpad.history.results import Whose, whose
from arpad.history.rows import taken
from arpad.kernel.causes import DIRECT
from arpad.kernel.columns import Bool, Columns, Float, Int8, Int32, UInt8
from arpad.kernel.plan import Plan
from arpad.kernel.rows import Rows, empty


class Places:
    """Where rows of a workbook stand in the history: whose results they are.

    That is worked out when it is first asked for; of millions of rows it may never be.  Rows below `kept`, with which
    the workbook began, stay whose they are whatever it does next; those above were put in by a change, and others
    may take their place when it is taken back, so they are looked at before.
    """

    def __init__(self, row: Int32, run: Int32, columns: Columns, plan: Plan, kept: int) -> None:
        self._row, self._run, self._columns, self._plan = row, run, columns, plan
        self._put_in = np.flatnonzero(row >= kept)
        self._of_put_in = whose(columns, plan, row[self._put_in], run[self._put_in])

    @cached_property
    def whose(self) -> Whose:
        """Event, section, number, member, system and day of each."""
        stays = np.ones(len(self._row), dtype=np.bool_)
        stays[self._put_in] = False
        of_others = whose(self._columns, self._plan, self._row[stays], self._run[stays])
        return Whose._make(self._merged(stays, *pair) for pair in zip(of_others, self._of_put_in, strict=True))

    def _merged(self, stays: Bool, of_others: Any, of_put_in: Any) -> Any:
        """One column of the two kinds of rows."""
        column = np.empty(len(stays), dtype=of_others.dtype)
        column[stays], column[self._put_in] = of_others, of_put_in
        return column


class ResultTable:
    """Results after which something else is true: `had` and `has` say on which sides of the change there is one.

    What was true stands in the rows of the history, what is true in the log of the change, which was taken back; the
    rows of millions of results are brought together when somebody asks.  `at` is the place of each in the log,
    `old_row` its row in the history, -1 for none.  `rank` is where each was rated first, on either side.
    """

    def __init__(
        self, places: Places, rank: Int32, at: Int32, old_row: Int32, history: Callable[[], Rows], log: Rows
    ) -> None:
        self.places, self.rank, self.at, self._old_row = places, rank, at, old_row
        self._history, self._log = history, log

    def __len__(self) -> int:
        return len(self.at)

    @cached_property
    def had(self) -> Bool:
        """Which there were before."""
        found: Bool = self._old_row >= 0
        return found

    @cached_property
    def has(self) -> Bool:
        """Which there are now."""
        found: Bool = self.at >= 0
        return found

    @cached_property
    def old(self) -> Rows:
        """What was true; nothing where there was none."""
        return _chosen(self._history(), self._old_row, self.had)

    @cached_property
    def new(self) -> Rows:
        """What is true; nothing where there is none."""
        return _chosen(self._log, self.at, self.has)


def _chosen(rows: Rows, places: Int32, there: Bool) -> Rows:
    found = taken(rows, np.where(there, places, 0)) if len(rows) else empty(len(places))
    found[~there] = empty(1)
    return found


class StandingTable(NamedTuple):
    """Members and systems in which something else is true in the end."""

    member: Int32
    system: UInt8
    old: Rows
    new: Rows


class FloorTable(NamedTuple):
    """Members and systems whose last floor is another; NaN where there was or is none."""

    member: Int32
    system: UInt8
    old: Float
    old_kind: Int8
    new: Float
    new_kind: Int8


class MovedTables(NamedTuple):
    """Everything that a change moved."""

    results: ResultTable
    standings: StandingTable


class Reasons(NamedTuple):
    """Why: of each changed row the cause (`kernel.causes`) and the member through whom it came, -1 for none; floors."""

    causes: UInt8
    through: Int32
    floors: FloorTable

    def of(self, results: ResultTable) -> tuple[UInt8, Int32]:
        """Cause and member of each result: what appeared or vanished was touched directly."""
        known = results.had & results.has
        causes = np.full(len(known), DIRECT, dtype=np.uint8)
        through = np.full(len(known), -1, dtype=np.int32)
        causes[known], through[known] = self.causes[results.at[known]], self.through[results.at[known]]
        return causes, through
