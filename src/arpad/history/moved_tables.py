"""What a change of the facts moved, as columns: results, standings and floors, as they were and as they are."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from arpad.history.results import Whose, whose
from arpad.kernel.columns import Bool, Columns, Float, Int8, Int32, UInt8
from arpad.kernel.plan import Plan
from arpad.kernel.rows import Rows


class Places:
    """Where rows of a workbook stand in the history: whose results they are.

    That is worked out when it is first asked for; of millions of rows it may never be.  Rows below `kept` stay what
    they are whatever the workbook does next; those above were put in by the change, and are looked at before they go.
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


class ResultTable(NamedTuple):
    """Results after which something else is true: `had` and `has` say on which sides of the change there is one.

    `cause` is that of `kernel.causes`, `through` the member through whom it came, -1 for none.
    """

    places: Places
    cause: UInt8
    through: Int32
    had: Bool
    has: Bool
    old: Rows
    new: Rows


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


class Compared(NamedTuple):
    """Everything that a change made different."""

    results: ResultTable
    standings: StandingTable
    floors: FloorTable
