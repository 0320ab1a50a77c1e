"""Comparing: what an edit moved, and why, gathered from a workbook while both sides of the edit can still be seen."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from arpad.history.edit import Moved
from arpad.history.matching import matched
from arpad.history.moved_tables import Compared, FloorTable, Places, ResultTable, StandingTable
from arpad.history.rows import joined, rated, same_state, taken
from arpad.history.workbook import Workbook
from arpad.kernel.causes import (
    ASKED,
    BROUGHT,
    DIRECT,
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
from arpad.kernel.columns import FOREIGN_FIDE, SYSTEMS, Float, Int8, Int32, Int64, UInt8
from arpad.kernel.desk import desk
from arpad.kernel.moves import IS_LAST, STATE, floors_held, forget, newest_rows, sift, tails
from arpad.kernel.rows import RATED, Rows, empty
from arpad.kernel.run import flags_of, words_of
from arpad.kernel.told import differ, starts_of, tell

SYSTEM_COUNT = len(SYSTEMS)
NONE = -1
ROOM = 1 << 12
"""Numbers, or rows, for which there is room at first."""

Floors = tuple[Float, Int8]


class _Told(NamedTuple):
    """What the persons of some rows brought, as numbers."""

    words: Any
    ends: Int64
    starts: Float


def compare(book: Workbook, moved: Moved) -> Compared:
    """Look at both sides of the latest edit of a workbook."""
    return _Comparison(book, moved).compared()


class _Comparison:
    """The work of one comparison; what it notes in the workbook it clears."""

    def __init__(self, book: Workbook, moved: Moved) -> None:
        self.book, self.moved = book, moved
        self.plan = book.plan
        self.changed = moved.changed
        found = matched(book, moved)
        self.pairs, self.gone = found.pairs, found.gone
        self.edited: Int32 = np.array(found.persons, dtype=np.int32)
        self.touched: Int32 = np.array(moved.touched, dtype=np.int32)
        self.put_in: Int32 = np.array([pair.new.row for pair in found.pairs], dtype=np.int32)
        self.put_in_at = np.flatnonzero(self.changed >= moved.counts.rows)
        self.replaced: Int32 = np.array([NONE if pair.old is None else pair.old.row for pair in found.pairs], np.int32)
        runs = [*moved.added.tolist(), *moved.removed.tolist()]
        self.first_rank = int(self.plan.rank[runs].min()) if runs else 0
        self.kinds = self.sifted()
        self.old_side = False

    def compared(self) -> Compared:
        """Everything together; to the old side it goes once, and again where newcomers' starts decide."""
        book = self.book
        every_system = _in_every_system(self.edited)
        self.ask(ASKED)
        book.visited[every_system] = 1
        try:
            ends, end_pairs, end_kinds = self.ends()
            told, told_before, newcomers = self.to_be_told()
            newest, of_new = self.newest(), self.telling(told)
            self.turn()
            old_newest, of_old = self.newest(), self.telling(told_before)
            pairs = np.unique(np.concatenate([end_pairs, self.pairs_of(newest), self.pairs_of(old_newest)]))
            old_floors = self.floors_held(pairs)
            old_rows = self.rows_of(old_newest)
            self.turn()
            floors = self.floors_held(pairs)
            causes, through = self.causes((told, of_old, of_new), newcomers)
        finally:
            if self.old_side:
                self.turn()
            self.ask(0)
            forget(self.plan, self.changed, book.visited, book.marks)
            book.visited[every_system] = 0
        last = (end_kinds & IS_LAST) != 0
        return Compared(
            self.results(causes, through),
            self.standings(ends[last], end_pairs[last], old_rows, self.rows_of(newest)),
            self.floors(pairs, old_floors, floors),
        )

    # what differs

    def sifted(self) -> UInt8:
        """What differs of each changed row; of one that was put in, from the one whose place it takes."""
        rows, before, marks = self.book.rows, self.moved.before, self.book.marks
        kinds = np.zeros(len(self.changed), dtype=np.uint8)
        sift(rows, words_of(rows), self.changed, before, words_of(before), marks, kinds)
        known = self.replaced >= 0
        then, of_known = taken(rows, self.replaced[known]), np.zeros(int(known.sum()), dtype=np.uint8)
        sift(rows, words_of(rows), self.put_in[known], then, words_of(then), marks, of_known)
        kinds[self.put_in_at] = STATE
        kinds[self.put_in_at[known]] = of_known
        return kinds

    def ask(self, asked: int) -> None:
        """Ask to look at all rows that an edit may reach in another way than through the rows before them."""
        ask_from(self.plan, self.book.last, self.edited, self.first_rank, self.book.marks, asked)
        ask_from(self.plan, self.book.last, self.touched, 0, self.book.marks, asked)

    def ends(self) -> tuple[Int64, Int64, UInt8]:
        """Which changed rows are near the end of their member's in a system, of whom, how near; not edited ones."""
        count = len(self.changed)
        found, pairs = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
        kinds = np.empty(count, dtype=np.uint8)
        count = tails(self.plan, self.book.rows, self.changed, self.book.visited, found, pairs, kinds)
        return found[:count], pairs[:count], kinds[:count]

    def to_be_told(self) -> tuple[Int32, Int32, Int32]:
        """Rows of which it must be told what their persons bring, as they are on the new side and on the old one.

        Then the rows of newcomers of whom it is plain that their other ratings differ.
        """
        moved = self.changed[self.kinds != 0]
        rows, how, at = [np.zeros(0, dtype=np.int32)], [np.zeros(0, dtype=np.uint8)], 0
        room = max(ROOM, self.book.size.entries)
        while at < len(moved):
            found, why = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.uint8)
            count, at = to_be_told(self.plan, self.book.rows, moved, self.book.marks, found, why, at)
            rows.append(found[:count])
            how.append(why[:count])
            room *= 4
        new = np.concatenate(rows)
        is_newcomer = np.concatenate(how) == NEWCOMER
        newcomers, new = new[is_newcomer], new[~is_newcomer]
        old_row = {pair.new.row: pair.old.row for pair in self.pairs if pair.old is not None and not pair.is_direct}
        old, put_in = new.copy(), np.flatnonzero(new >= self.moved.counts.rows)
        old[put_in] = [old_row.get(row, NONE) for row in new[put_in].tolist()]
        return new[old >= 0], old[old >= 0], newcomers

    # either side

    def turn(self) -> None:
        """Go to the other side of the edit."""
        self.old_side = not self.old_side
        self.book.turn(self.moved, back=self.old_side)
        self.plan = self.book.plan

    def newest(self) -> Int32:
        """The newest rows of edited and touched persons in each system."""
        persons = np.append(self.edited, self.touched)
        found = np.empty(len(persons) * SYSTEM_COUNT, dtype=np.int32)
        newest_rows(self.plan, self.book.last, persons, found)
        return found

    def pairs_of(self, newest: Int32) -> Int64:
        """The persons and systems in which edited and touched ones have any row."""
        return _in_every_system(np.append(self.edited, self.touched))[newest >= 0]

    def rows_of(self, newest: Int32) -> Rows:
        """What the newest rows of edited persons say."""
        newest = newest[: len(self.edited) * SYSTEM_COUNT]
        rows = taken(self.book.rows, newest)
        rows[newest < 0] = empty(1)
        return rows

    def floors_held(self, pairs: Int64) -> Floors:
        """The floors that held when members were last rated in some systems."""
        book = self.book
        values, kinds = np.empty(len(pairs)), np.empty(len(pairs), dtype=np.int8)
        floors_held(self.plan, book.rows, book.numbers, book.of_run, book.last, pairs, values, kinds)
        return values, kinds

    def telling(self, told: Int32) -> _Told:
        """What the persons of some rows bring."""
        book = self.book
        ends, starts = np.empty((len(told), 3), dtype=np.int64), np.empty(len(told))
        others, flags = desk(1, 1).others, flags_of(book.rows)
        parts, at, room, base = [np.zeros(0)], 0, ROOM, 0
        while at < len(told):
            out = np.empty(room)
            done = tell(self.plan, book.rows, flags, book.numbers, book.of_run, others, told, at, out, ends, starts)
            if done > at:
                parts.append(out[: ends[done - 1, 2]])
                ends[at:done] += base
                base += len(parts[-1])
            at, room = done, 2 * room
        return _Told(np.concatenate(parts).view(np.uint64), ends, starts)

    def starts(self, newcomers: Int32) -> Float:
        """The ratings that newcomers start from."""
        book, found = self.book, np.empty(len(newcomers))
        others, flags = desk(1, 1).others, flags_of(book.rows)
        starts_of(self.plan, book.rows, flags, book.numbers, book.of_run, others, newcomers, found)
        return found

    # why

    def causes(self, known: tuple[Int32, _Told, _Told], newcomers: Int32) -> tuple[UInt8, Int32]:
        """The cause of each change, and the member through whom it came."""
        told, old, new = known
        marks = self.book.marks
        parts = np.empty(len(told), dtype=np.int8)
        differ(old.words, old.ends, new.words, new.ends, parts)
        bits = np.array(
            [TOLD | (FACTS if k & 1 else 0) | (BROUGHT if k & 3 else 0) | (OWN if k else 0) for k in range(8)]
        )
        marks[told] |= bits.astype(np.uint8)[parts]
        marks[newcomers] |= TOLD | OWN | BROUGHT
        marks[[pair.new.row for pair in self.pairs if pair.is_direct]] |= FACTS
        rows = np.append(told, newcomers)
        shifts = np.append(np.nan_to_num(np.abs(old.starts - new.starts)), np.full(len(newcomers), NOT_KNOWN))
        causes = np.full(len(self.changed), UNDECIDED, dtype=np.uint8)
        through = np.empty(len(self.changed), dtype=np.int32)
        self.decide(rows, shifts, causes, through)
        undecided = causes == UNDECIDED
        if undecided.any():
            runs = self.plan.links.run
            asked = np.isin(runs[newcomers], runs[self.changed[undecided]])
            now = self.starts(newcomers[asked])
            self.turn()
            then = self.starts(newcomers[asked])
            self.turn()
            shifts[len(told) :][asked] = np.nan_to_num(np.abs(now - then))
            self.decide(rows, shifts, causes, through)
        marks[rows] = 0
        return causes, through

    def decide(self, rows: Int32, shifts: Float, causes: UInt8, through: Int32) -> None:
        """Find the causes that the known shifts decide."""
        order, place_of = np.argsort(rows), np.argsort(self.changed, kind="stable")
        looked = Looked(self.changed, self.moved.before, self.changed[place_of], place_of, rows[order], shifts[order])
        differing = np.empty(self.book.size.entries, dtype=np.uint8)
        decide(self.plan, self.book.rows, looked, self.kinds, self.book.marks, differing, causes, through)

    # tables

    def results(self, causes: UInt8, through: Int32) -> ResultTable:
        """The results that moved, appeared or vanished.

        In a foreign event only who is rated has a result.
        """
        rows, plan, kind = self.book.rows, self.plan, self.plan.runs.kind
        kept = np.flatnonzero((self.kinds & STATE) != 0)
        row = self.changed[kept]
        run = plan.links.run[row]
        old_row, old_run, old, new = row.copy(), run.copy(), taken(self.moved.before, kept), taken(rows, row)
        put_in = np.flatnonzero(row >= self.moved.counts.rows)
        places = np.flatnonzero((self.kinds[self.put_in_at] & STATE) != 0).tolist()
        then = [self.pairs[place].old for place in places]
        old_row[put_in] = [NONE if one is None else one.row for one in then]
        old_run[put_in] = [NONE if one is None else one.run for one in then]
        old[put_in] = taken(rows, old_row[put_in])
        had = (old_row >= 0) & ((kind[old_run] != FOREIGN_FIDE) | rated(old))
        has = (kind[run] != FOREIGN_FIDE) | rated(new)
        old[~had] = empty(1)
        causes, through = np.where(had, causes[kept], np.uint8(DIRECT)), np.where(had, through[kept], np.int32(NONE))
        gone = [one for one in self.gone if kind[one.run] != FOREIGN_FIDE or rows[one.row].marks & RATED]
        if has.all() and not gone:
            places_of = Places(row, run, self.book.columns, plan, self.moved.counts.rows)
            return ResultTable(places_of, causes, through, had, has, old, new)
        lost = had & ~has
        gone_row = np.append(old_row[lost], np.array([one.row for one in gone], dtype=np.int32))
        gone_run = np.append(old_run[lost], np.array([one.run for one in gone], dtype=np.int32))
        gone_old = joined(old[lost], taken(rows, gone_row[len(gone_row) - len(gone) :]))
        order, count = np.lexsort((gone_row, plan.rank[gone_run])), len(gone_row)
        row, run = np.append(row[has], gone_row[order]), np.append(run[has], gone_run[order])
        return ResultTable(
            Places(row, run, self.book.columns, plan, self.moved.counts.rows),
            np.append(causes[has], np.full(count, DIRECT, dtype=np.uint8)),
            np.append(through[has], np.full(count, NONE, dtype=np.int32)),
            np.append(had[has], np.ones(count, dtype=np.bool_)),
            np.arange(len(row)) < len(row) - count,
            joined(taken(old, np.flatnonzero(has)), taken(gone_old, order)),
            joined(taken(new, np.flatnonzero(has)), empty(count)),
        )

    def standings(self, last: Int64, pairs: Int64, old_newest: Rows, newest: Rows) -> StandingTable:
        """What is true in the end: of edited persons by their newest rows, of others where the last row changed."""
        moved = (self.kinds[last] & STATE) != 0
        last, pairs = last[moved], np.append(pairs[moved], _in_every_system(self.edited))
        old = joined(taken(self.moved.before, last), old_newest)
        new = joined(taken(self.book.rows, self.changed[last]), newest)
        differs = self.book.names.have_ids(pairs // SYSTEM_COUNT) & ~same_state(old, new)
        member, system = _of_pairs(pairs[differs])
        return StandingTable(member, system, old[differs], new[differs])

    def floors(self, pairs: Int64, old: Floors, new: Floors) -> FloorTable:
        """The floors that held last."""
        same = (old[1] == new[1]) & (old[0].view(np.uint64) == new[0].view(np.uint64))
        differs = self.book.names.have_ids(pairs // SYSTEM_COUNT) & ~same
        member, system = _of_pairs(pairs[differs])
        return FloorTable(member, system, *(column[differs] for column in (*old, *new)))


def _in_every_system(members: Int32) -> Int64:
    """Some members in every system: the member's number times the number of systems, and the system's."""
    return (members.astype(np.int64)[:, None] * SYSTEM_COUNT + np.arange(SYSTEM_COUNT)).reshape(-1)


def _of_pairs(pairs: Int64) -> tuple[Int32, UInt8]:
    return (pairs // SYSTEM_COUNT).astype(np.int32), (pairs % SYSTEM_COUNT).astype(np.uint8)
