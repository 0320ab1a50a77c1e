"""Again: the runs that something reached are rated once more, and all that read what changes there.

What comes out is, bit for bit, what rating everything would give.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from arpad.kernel.columns import Int32, UInt8, UInt16
from arpad.kernel.edit import mark_later
from arpad.kernel.plan import Plan
from arpad.kernel.rows import Rows, empty
from arpad.kernel.run import Progress, Size, Stopped, flags_of, words_of
from arpad.kernel.work import WORDS, Walk, nothing_asked, walk_of, work

FIRST_ROOM = 4096
"""Changes for which a log has room at first."""
GROWS = 4
MANY = 1 << 20
"""Changes after which a log has room for every row that can still change."""

SAMPLE = 1 << 14
DENSE = 0.5
"""The share of marked ones among the next runs from which on it is quicker to rate them all than to ask who reads."""


class Log:
    """The rows that changed, in rating order, and what they said before."""

    def __init__(self) -> None:
        self.walk = walk_of(0, 0, 0)

    def make_room(self, room: int) -> None:
        """Have room for so many changes."""
        old, filled = self.walk, int(self.walk.filled[0])
        changed, before = np.zeros(room, dtype=np.int32), empty(room)
        changed[:filled] = old.changed[:filled]
        words_of(before)[: filled * WORDS] = words_of(old.before)[: filled * WORDS]
        self.walk = old._replace(changed=changed, before=before)

    def all(self) -> tuple[Int32, Rows]:
        """All changes together."""
        filled = self.walk.filled[0]
        return self.walk.changed[:filled], self.walk.before[:filled]


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

    `matches` are the runs of all matches: those after the first mark are rated whatever changes.  Where a change has
    reached most runs that come, all that come are rated: who reads what is asked no more.  `dirty` has no mark when it
    is done.  Raises `Stopped` when `progress` answers false: `log` then has what changed so far.
    """
    stop = len(plan.order)
    marks = dirty[:stop].view(np.bool_)
    start = int(marks.argmax()) if stop else 0
    if not stop or not marks[start]:
        return
    mark_later(plan, dirty, matches, start)
    desk, asked, ticket = size.desk(), nothing_asked(), np.zeros(0, dtype=np.int64)
    words, flags = words_of(rows), flags_of(rows)
    log.walk = walk_of(0, size.entries, 0)._replace(dirty=dirty)
    saved = words_of(log.walk.saved)
    room, rank = FIRST_ROOM, start
    while rank < stop:
        if rank > start and log.walk.marking and np.mean(marks[rank : rank + SAMPLE]) > DENSE:
            marks[rank:] = True
            log.walk = log.walk._replace(marking=False)
        log.make_room(_room(plan, rank, size, log.walk, room))
        rank = work(plan, books, of_run, rows, words, flags, desk, asked, log.walk, saved, ticket, rank, stop)
        room *= GROWS
        if progress is not None and progress(rank - start, stop - start) is False:
            raise Stopped(rank)


def _room(plan: Plan, rank: int, size: Size, walk: Walk, room: int) -> int:
    """For how many changes there should be room: a section more at least, in the end every row that can change."""
    filled = int(walk.filled[0])
    if room <= MANY:
        return filled + max(size.entries, room)
    return filled + int(plan.runs.size[plan.order[rank:]].sum())
