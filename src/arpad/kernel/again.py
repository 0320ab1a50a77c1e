"""Again: the runs that something reached are rated once more, and all that read what changes there.

What comes out is, bit for bit, what rating everything would give.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from arpad.kernel.columns import Int32, UInt8, UInt16
from arpad.kernel.plan import Plan
from arpad.kernel.rows import ROW, Rows, empty
from arpad.kernel.run import Progress, Size, Stopped, flags_of, words_of
from arpad.kernel.work import Walk, nothing_asked, walk_of, work

FIRST_ROOM = 4096
MOST_ROOM = 1 << 20
"""Changes for which a log has room at first, and at most, before it is put away and another one is begun."""


class Log:
    """The rows that changed, in rating order, and what they said before."""

    def __init__(self) -> None:
        self._walks: list[Walk] = []

    def open(self, walk: Walk) -> None:
        """Let a walk write here."""
        self._walks.append(walk)

    def all(self) -> tuple[Int32, Rows]:
        """All changes together."""
        if not self._walks:
            return np.zeros(0, dtype=np.int32), empty(0)
        changed = [walk.changed[: walk.filled[0]] for walk in self._walks]
        before = [walk.before[: walk.filled[0]] for walk in self._walks]
        if len(changed) == 1:
            return changed[0], before[0]
        words = np.concatenate([words_of(rows) for rows in before])
        return np.concatenate(changed), words.view(ROW)


def rate_again(
    plan: Plan,
    books: Any,
    of_run: UInt16,
    rows: Rows,
    dirty: UInt8,
    matches: Int32,
    size: Size,
    log: Log,
    progress: Progress | None = None,
) -> None:
    """Rate the runs marked by rank in `dirty`, and whatever reads a row that changes; rows change in place.

    `matches` are the runs of all matches: those after the first mark are rated whatever changes.  `dirty` has no mark
    when it is done.  Raises `Stopped` when `progress` answers false: `log` then has what changed so
    far.
    """
    stop = len(plan.order)
    marks = dirty[:stop].view(np.bool_)
    start = int(marks.argmax()) if stop else 0
    if not stop or not marks[start]:
        return
    later = plan.rank[matches]
    dirty[later[later > start]] = 1
    desk, asked, ticket = size.desk(), nothing_asked(), np.zeros(0, dtype=np.int64)
    words, flags = words_of(rows), flags_of(rows)
    room = max(FIRST_ROOM, size.entries)
    rank = start
    while rank < stop:
        walk = walk_of(0, size.entries, room)._replace(dirty=dirty)
        log.open(walk)
        saved = words_of(walk.saved)
        rank = work(plan, books, of_run, rows, words, flags, desk, asked, walk, saved, ticket, rank, stop)
        room = max(size.entries, min(room * 16, MOST_ROOM))
        if progress is not None and progress(rank - start, stop - start) is False:
            raise Stopped(rank)
