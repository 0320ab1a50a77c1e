"""A whole history, or part of it, rated run by run: with progress, with a way to stop, with one thread or several."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from arpad.kernel import rows as row_forms
from arpad.kernel.columns import UInt8, UInt16
from arpad.kernel.compiled import HAS_NUMBA
from arpad.kernel.desk import Desk, desk
from arpad.kernel.plan import Plan
from arpad.kernel.rows import DONE, MARKS_AT, ROW, Rows
from arpad.kernel.work import Asked, nothing_asked, walk_of, work

Progress = Callable[[int, int], bool | None]
"""Called with the runs done and the runs there are; false stops."""

CHUNK = 65536
"""Runs between two calls of the progress."""


class Stopped(Exception):  # noqa: N818 it is no error: somebody asked
    """The run was stopped on request; `rank` says before which run."""

    def __init__(self, rank: int) -> None:
        super().__init__(f"stopped before run {rank}")
        self.rank = rank


@dataclass(frozen=True, slots=True)
class Size:
    """The most entries of a section, and the most sides of a member in one."""

    entries: int
    sides: int

    def at_least(self, entries: int, sides: int) -> Size:
        """The larger of two in each."""
        return Size(max(self.entries, entries), max(self.sides, sides))

    def desk(self) -> Desk:
        """A desk large enough for every section."""
        return desk(self.entries, self.sides)


def size_of(plan: Plan) -> Size:
    """How large the sections of a plan are."""
    entries = int(plan.runs.size.max(initial=0))
    if not len(plan.who):
        return Size(entries, 0)
    sides = int(np.diff(plan.first_side).max(initial=0)) * int(plan.tallies.pooled.max(initial=1))
    return Size(entries, sides)


def words_of(rows: Rows) -> Any:
    """Rows as whole numbers of eight bytes: what two rows are compared by."""
    return rows.view(np.uint64).reshape(-1)


def flags_of(rows: Rows) -> UInt8:
    """The bytes of the rows, among them the flags."""
    return rows.view(np.uint8).reshape(-1)


def rate(
    plan: Plan,
    books: Any,
    of_run: UInt16,
    *,
    rows: Rows | None = None,
    start: int = 0,
    stop: int | None = None,
    threads: int = 1,
    chunk: int = CHUNK,
    progress: Progress | None = None,
    asked: Asked | None = None,
    size: Size | None = None,
) -> Rows:
    """Rate the runs of a plan from rank `start` up to `stop`, all of them when not said.

    `rows` holds what was rated before `start`; new rows are made where it is None.  `size` is looked for when not
    said.  The same bits come out whatever `threads` and `chunk` are; forward scores are sums in rating order, which one
    thread adds up.  Raises `Stopped` when `progress` answers false.
    """
    stop = len(plan.order) if stop is None else stop
    if rows is None:
        rows = row_forms.empty(len(plan.links.run))
    asked = nothing_asked() if asked is None else asked
    threads = threads if HAS_NUMBA and not len(asked.groups) else 1
    if threads > 1:
        _undone(plan, rows, start, stop)
    size = size_of(plan) if size is None else size
    desks = [size.desk() for _ in range(threads)]
    step = max(1, stop - start if progress is None else chunk)
    done = start
    while done < stop:
        until = min(done + step, stop)
        _rate_part(plan, books, of_run, rows, desks, asked, done, until)
        done = until
        if progress is not None and progress(done - start, stop - start) is False:
            raise Stopped(done)
    return rows


def _rate_part(
    plan: Plan,
    books: Any,
    of_run: UInt16,
    rows: Rows,
    desks: list[Desk],
    asked: Asked,
    start: int,
    stop: int,
) -> None:
    """Rate some runs, on as many threads as there are desks."""
    walk = walk_of(0, 0, 0)
    words, flags, saved = words_of(rows), flags_of(rows), words_of(walk.saved)
    shared = len(desks) > 1
    ticket = np.array([start] if shared else [], dtype=np.int64)

    def one(own: Desk) -> None:
        work(plan, books, of_run, rows, words, flags, own, asked, walk, saved, ticket, start, stop)

    if not shared:
        one(desks[0])
        return
    with ThreadPoolExecutor(len(desks)) as pool:
        for job in [pool.submit(one, own) for own in desks]:
            job.result()


def _undone(plan: Plan, rows: Rows, start: int, stop: int) -> None:
    """Say of the rows of some runs that they are not done, so that threads wait for each other."""
    flags = flags_of(rows)[MARKS_AT :: ROW.itemsize]
    if start == 0 and stop == len(plan.order):
        flags[:] = 0
        return
    for run in plan.order[start:stop]:
        first = plan.runs.first_row[run]
        flags[first : first + plan.runs.size[run]] &= 255 - DONE
