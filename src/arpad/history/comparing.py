"""Comparing: what an edit moved, gathered from a workbook while both sides of the edit can still be seen."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from arpad.history.edit import Moved
from arpad.history.moved_tables import MovedTables, Places, ResultTable, StandingTable
from arpad.history.rows import rated, same_state, taken, taken_of
from arpad.history.sides import NONE, SYSTEM_COUNT, Sides, in_every_system, of_pairs
from arpad.history.workbook import Workbook
from arpad.kernel.columns import FOREIGN_FIDE, Int64, UInt8
from arpad.kernel.moves import HAD, HAS, IS_LAST, STATE, forget, tails
from arpad.kernel.rows import Rows


def compare(book: Workbook, moved: Moved) -> MovedTables:
    """What the latest edit of a workbook moved; what is noted in the workbook meanwhile is cleared.

    The results can be read when the edit was taken back.
    """
    sides = Sides(book, moved)
    own = in_every_system(sides.edited)
    book.visited[own] = 1
    try:
        ends, pairs, kinds = ends_of(sides)
        newest = sides.rows_of(sides.newest(sides.edited))
        sides.turn()
        old_newest = sides.rows_of(sides.newest(sides.edited))
        sides.turn()
        last = (kinds & IS_LAST) != 0
        return MovedTables(_results(sides), _standings(sides, ends[last], pairs[last], old_newest, newest))
    finally:
        sides.back()
        forget(sides.plan, sides.changed, book.visited, book.marks)
        book.visited[own] = 0


def ends_of(sides: Sides) -> tuple[Int64, Int64, UInt8]:
    """Which changed rows are near the end of their member's in a system, of whom, and how near.

    Of the pairs that the workbook has as `visited` none is among them.
    """
    count = len(sides.changed)
    found, pairs = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    kinds = np.empty(count, dtype=np.uint8)
    count = tails(sides.plan, sides.rows, sides.changed, sides.book.visited, found, pairs, kinds)
    return found[:count], pairs[:count], kinds[:count]


def _results(sides: Sides) -> ResultTable:
    """The results that moved, appeared or vanished."""
    plan, kinds, kind = sides.plan, sides.kinds, sides.plan.runs.kind
    at = np.flatnonzero(kinds & STATE).astype(np.int32)
    row = sides.changed[at]
    run = plan.links.run[row]
    old_row, old_run = row.copy(), run
    put_in = np.flatnonzero(kinds[sides.put_in_at] & STATE)
    if len(put_in):
        olds = [sides.pairs[pair].old for pair in put_in.tolist()]
        places, old_run = np.searchsorted(at, sides.put_in_at[put_in]), run.copy()
        old_row[places] = [NONE if old is None else old.row for old in olds]
        old_run[places] = [one if old is None else old.run for one, old in zip(run[places], olds, strict=True)]
    rank = np.minimum(plan.rank[run], plan.rank[old_run])
    of = kinds[at]
    old_row[(of & HAD) == 0] = NONE
    gone = [one for one in sides.gone if kind[one.run] != FOREIGN_FIDE or rated(sides.rows[[one.row]])[0]]
    lost = np.flatnonzero(((of & HAS) == 0) & (old_row >= 0))
    if gone or not (of & HAS).all():
        here = np.flatnonzero(of & HAS)
        gone_row = np.append(old_row[lost], np.array([one.row for one in gone], dtype=np.int32))
        gone_run = np.append(old_run[lost], np.array([one.run for one in gone], dtype=np.int32))
        order = np.lexsort((gone_row, plan.rank[gone_run]))
        gone_row, gone_run = gone_row[order], gone_run[order]
        row, run = np.append(row[here], gone_row), np.append(run[here], gone_run)
        rank = np.append(rank[here], plan.rank[gone_run])
        old_row = np.append(old_row[here], gone_row)
        at = np.append(at[here], np.full(len(gone_row), NONE, dtype=np.int32))
    places_of = Places(row, run, sides.book.columns, plan, sides.book.origin.rows)
    return ResultTable(places_of, rank, at, old_row, _history_of(sides.book, sides.moved.version), sides.moved.before)


def _history_of(book: Workbook, version: int) -> Callable[[], Rows]:
    """The rows of a version of a workbook, when they are asked for; `ValueError` where it has moved on."""

    def history() -> Rows:
        book.check_version(version, "what was true is asked of")
        return book.rows

    return history


def _standings(sides: Sides, last: Int64, pairs: Int64, old_newest: Rows, newest: Rows) -> StandingTable:
    """What is true in the end: of others where the last row changed, of edited persons by their newest rows."""
    moved = (sides.kinds[last] & STATE) != 0
    last, pairs = last[moved], pairs[moved]
    differs = ~same_state(old_newest, newest)
    pairs = np.append(pairs, in_every_system(sides.edited)[differs])
    own = np.flatnonzero(differs)
    old = taken_of((sides.moved.before, last), (old_newest, own))
    new = taken_of((sides.rows, sides.changed[last]), (newest, own))
    named = sides.book.names.have_ids(pairs // SYSTEM_COUNT)
    member, system = of_pairs(pairs[named])
    if named.all():
        return StandingTable(member, system, old, new)
    kept = np.flatnonzero(named)
    return StandingTable(member, system, taken(old, kept), taken(new, kept))
