"""Sides: a workbook with its latest edit, looked at as it is and as it was before."""

from __future__ import annotations

import numpy as np

from arpad.history.edit import Moved
from arpad.history.matching import matched
from arpad.history.rows import rated, taken
from arpad.history.workbook import Workbook
from arpad.kernel.columns import FOREIGN_FIDE, SYSTEMS, Int32, Int64, UInt8
from arpad.kernel.moves import HAD, HAS, STATE, newest_rows, sift
from arpad.kernel.plan import Plan
from arpad.kernel.rows import Rows, empty
from arpad.kernel.run import words_of

SYSTEM_COUNT = len(SYSTEMS)
NONE = -1


class Sides:
    """Both sides of an edit, and which rows changed.

    Attributes:
        changed: the rows that changed, in rating order; `kinds` says what differs of each.
        pairs: the rows that were put in, each with the one whose place it takes; `gone` those whose place none takes.
        put_in_at: where the rows that were put in stand among the changed ones, in the order of the pairs.
        edited: persons whose chains of rows are others; `touched` of whom something else is known.
    """

    def __init__(self, book: Workbook, moved: Moved) -> None:
        self.book, self.moved = book, moved
        self.changed = moved.changed
        found = matched(book, moved)
        self.pairs, self.gone = found.pairs, found.gone
        self.put_in_at = np.flatnonzero(self.changed >= moved.counts.rows)
        self.edited: Int32 = np.array(found.persons, dtype=np.int32)
        self.touched: Int32 = np.array(moved.touched, dtype=np.int32)
        self.kinds = self._sifted()
        self._on_the_old = False

    @property
    def plan(self) -> Plan:
        """The plan of this side."""
        return self.book.plan

    @property
    def rows(self) -> Rows:
        """The rows of this side."""
        return self.book.rows

    def turn(self) -> None:
        """Go to the other side."""
        self._on_the_old = not self._on_the_old
        self.book.turn(self.moved, back=self._on_the_old)

    def back(self) -> None:
        """Be on the new side."""
        if self._on_the_old:
            self.turn()

    def newest(self, persons: Int32) -> Int32:
        """The newest rows of persons in each system."""
        found = np.empty(len(persons) * SYSTEM_COUNT, dtype=np.int32)
        newest_rows(self.plan, self.book.last, persons, found)
        return found

    def rows_of(self, newest: Int32) -> Rows:
        """What newest rows say; nothing where there are none."""
        rows = taken(self.rows, newest)
        rows[newest < 0] = empty(1)
        return rows

    def _sifted(self) -> UInt8:
        """What differs of each changed row; of one that was put in, from the one whose place it takes.

        There it is a difference too when only one of the two is a result.
        """
        plan, rows, marks, before = self.plan, self.rows, self.book.marks, self.moved.before
        kinds = np.zeros(len(self.changed), dtype=np.uint8)
        sift(plan, rows, words_of(rows), self.changed, before, words_of(before), marks, kinds)
        known = np.array([pair.old is not None for pair in self.pairs], dtype=np.bool_)
        olds = [pair.old for pair in self.pairs if pair.old is not None]
        then = taken(rows, np.array([old.row for old in olds], dtype=np.int32))
        abroad = plan.runs.kind[[old.run for old in olds]] == FOREIGN_FIDE
        of_known = np.zeros(len(olds), dtype=np.uint8)
        put_in = self.changed[self.put_in_at]
        sift(plan, rows, words_of(rows), put_in[known], then, words_of(then), marks, of_known)
        of_known = (of_known & ~np.uint8(HAD)) | np.where(abroad & ~rated(then), 0, HAD).astype(np.uint8)
        of_known[((of_known & HAD) != 0) != ((of_known & HAS) != 0)] |= STATE
        kinds[self.put_in_at] = (kinds[self.put_in_at] & HAS) | STATE
        kinds[self.put_in_at[known]] = of_known
        return kinds


def in_every_system(members: Int32) -> Int64:
    """Some members in every system: the member's number times the number of systems, and the system's."""
    return (members.astype(np.int64)[:, None] * SYSTEM_COUNT + np.arange(SYSTEM_COUNT)).reshape(-1)


def of_pairs(pairs: Int64) -> tuple[Int32, UInt8]:
    """The members and the systems of pairs."""
    return (pairs // SYSTEM_COUNT).astype(np.int32), (pairs % SYSTEM_COUNT).astype(np.uint8)
