"""Reasons: why an edit moved what it moved, and which floors hold now; asked of a workbook that has made the edit."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from arpad.history.comparing import ends_of
from arpad.history.edit import Moved
from arpad.history.moved_tables import FloorTable, Reasons
from arpad.history.sides import NONE, SYSTEM_COUNT, Sides, in_every_system, of_pairs
from arpad.history.workbook import Workbook
from arpad.kernel.causes import (
    ASKED,
    BROUGHT,
    FACTS,
    NEWCOMER,
    NOT_KNOWN,
    OWN,
    TOLD,
    UNDECIDED,
    Looked,
    ask_from,
    decide,
    to_be_told,
)
from arpad.kernel.columns import Float, Int8, Int32, Int64, UInt8
from arpad.kernel.desk import desk
from arpad.kernel.moves import STATE, floors_held, forget
from arpad.kernel.run import flags_of
from arpad.kernel.told import differ, starts_of, tell

ROOM = 1 << 12
"""Numbers, or rows, for which there is room at first."""

Floors = tuple[Float, Int8]


class _Told(NamedTuple):
    """What the persons of some rows brought, as numbers."""

    words: Any
    ends: Int64
    starts: Float


def reasons_of(book: Workbook, moved: Moved) -> Reasons:
    """Look at both sides of the latest edit of a workbook."""
    return _Reasons(book, moved).all()


class _Reasons:
    """The work of one look; what it notes in the workbook it clears."""

    def __init__(self, book: Workbook, moved: Moved) -> None:
        self.book, self.moved = book, moved
        self.sides = Sides(book, moved)
        self.changed, self.kinds = self.sides.changed, self.sides.kinds
        runs = [*moved.added.tolist(), *moved.removed.tolist()]
        self.first_rank = int(book.plan.rank[runs].min()) if runs else 0

    def all(self) -> Reasons:
        """Everything together; to the old side it goes once, and again where newcomers' starts decide."""
        book, sides = self.book, self.sides
        persons = np.append(sides.edited, sides.touched)
        own = in_every_system(persons)
        self._ask(ASKED)
        book.visited[own] = 1
        try:
            _, end_pairs, _ = ends_of(sides)
            told, told_before, newcomers = self._to_be_told()
            newest, of_new = sides.newest(persons), self._telling(told)
            sides.turn()
            old_newest, of_old = sides.newest(persons), self._telling(told_before)
            pairs = np.append(end_pairs, np.unique(own[(newest >= 0) | (old_newest >= 0)]))
            old_floors = self._floors_held(pairs)
            sides.turn()
            floors = self._floors_held(pairs)
            causes, through = self._causes((told, of_old, of_new), newcomers)
        finally:
            sides.back()
            self._ask(0)
            forget(book.plan, self.changed, book.visited, book.marks)
            book.visited[own] = 0
        return Reasons(causes, through, self._floors(pairs, old_floors, floors))

    def _ask(self, asked: int) -> None:
        """Ask to look at all rows that an edit may reach in another way than through the rows before them."""
        book, sides = self.book, self.sides
        ask_from(book.plan, book.last, sides.edited, self.first_rank, book.marks, asked)
        ask_from(book.plan, book.last, sides.touched, 0, book.marks, asked)

    # what persons brought

    def _to_be_told(self) -> tuple[Int32, Int32, Int32]:
        """Rows of which it must be told what their persons bring, as they are on the new side and on the old one.

        Then the rows of newcomers of whom it is plain that their other ratings differ.
        """
        book, moved = self.book, self.changed[(self.kinds & STATE) != 0]
        rows, how, at = [np.zeros(0, dtype=np.int32)], [np.zeros(0, dtype=np.uint8)], 0
        room = max(ROOM, book.size.entries)
        while at < len(moved):
            found, why = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.uint8)
            count, at = to_be_told(book.plan, book.rows, moved, book.marks, found, why, at)
            rows.append(found[:count])
            how.append(why[:count])
            room *= 4
        new = np.concatenate(rows)
        is_newcomer = np.concatenate(how) == NEWCOMER
        newcomers, new = new[is_newcomer], new[~is_newcomer]
        pairs = self.sides.pairs
        old_row = {pair.new.row: pair.old.row for pair in pairs if pair.old is not None and not pair.is_direct}
        old, put_in = new.copy(), np.flatnonzero(new >= self.moved.counts.rows)
        old[put_in] = [old_row.get(row, NONE) for row in new[put_in].tolist()]
        return new[old >= 0], old[old >= 0], newcomers

    def _telling(self, told: Int32) -> _Told:
        """What the persons of some rows bring."""
        book = self.book
        ends, starts = np.empty((len(told), 3), dtype=np.int64), np.empty(len(told))
        others, flags = desk(1, 1).others, flags_of(book.rows)
        parts, at, room, base = [np.zeros(0)], 0, ROOM, 0
        while at < len(told):
            out = np.empty(room)
            done = tell(book.plan, book.rows, flags, book.numbers, book.of_run, others, told, at, out, ends, starts)
            if done > at:
                parts.append(out[: ends[done - 1, 2]])
                ends[at:done] += base
                base += len(parts[-1])
            at, room = done, 2 * room
        return _Told(np.concatenate(parts).view(np.uint64), ends, starts)

    def _starts(self, newcomers: Int32) -> Float:
        """The ratings that newcomers start from."""
        book, found = self.book, np.empty(len(newcomers))
        others, flags = desk(1, 1).others, flags_of(book.rows)
        starts_of(book.plan, book.rows, flags, book.numbers, book.of_run, others, newcomers, found)
        return found

    # why

    def _causes(self, known: tuple[Int32, _Told, _Told], newcomers: Int32) -> tuple[UInt8, Int32]:
        """The cause of each change, and the member through whom it came."""
        told, old, new = known
        marks = self.book.marks
        parts = np.empty(len(told), dtype=np.int8)
        differ(old.words, old.ends, new.words, new.ends, parts)
        bits = [TOLD | (FACTS if k & 1 else 0) | (BROUGHT if k & 3 else 0) | (OWN if k else 0) for k in range(8)]
        marks[told] |= np.array(bits, dtype=np.uint8)[parts]
        marks[newcomers] |= TOLD | OWN | BROUGHT
        marks[[pair.new.row for pair in self.sides.pairs if pair.is_direct]] |= FACTS
        rows = np.append(told, newcomers)
        shifts = np.append(np.nan_to_num(np.abs(old.starts - new.starts)), np.full(len(newcomers), NOT_KNOWN))
        causes = np.full(len(self.changed), UNDECIDED, dtype=np.uint8)
        through = np.empty(len(self.changed), dtype=np.int32)
        self._decide(rows, shifts, causes, through)
        undecided = causes == UNDECIDED
        if undecided.any():
            runs = self.book.plan.links.run
            asked = np.isin(runs[newcomers], runs[self.changed[undecided]])
            now = self._starts(newcomers[asked])
            self.sides.turn()
            then = self._starts(newcomers[asked])
            self.sides.turn()
            shifts[len(told) :][asked] = np.nan_to_num(np.abs(now - then))
            self._decide(rows, shifts, causes, through)
        marks[rows] = 0
        return causes, through

    def _decide(self, rows: Int32, shifts: Float, causes: UInt8, through: Int32) -> None:
        """Find the causes that the known shifts decide."""
        book = self.book
        order, place_of = np.argsort(rows), np.argsort(self.changed, kind="stable")
        looked = Looked(self.changed, self.moved.before, self.changed[place_of], place_of, rows[order], shifts[order])
        differing = np.empty(book.size.entries, dtype=np.uint8)
        decide(book.plan, book.rows, looked, self.kinds, book.marks, differing, causes, through)

    # floors

    def _floors_held(self, pairs: Int64) -> Floors:
        """The floors that held when members were last rated in some systems."""
        book = self.book
        values, kinds = np.empty(len(pairs)), np.empty(len(pairs), dtype=np.int8)
        floors_held(book.plan, book.rows, book.numbers, book.of_run, book.last, pairs, values, kinds)
        return values, kinds

    def _floors(self, pairs: Int64, old: Floors, new: Floors) -> FloorTable:
        """The floors that held last, where they are others."""
        same = (old[1] == new[1]) & (old[0].view(np.uint64) == new[0].view(np.uint64))
        differs = self.book.names.have_ids(pairs // SYSTEM_COUNT) & ~same
        member, system = of_pairs(pairs[differs])
        return FloorTable(member, system, *(column[differs] for column in (*old, *new)))
