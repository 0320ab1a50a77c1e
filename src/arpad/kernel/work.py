"""The one loop of the kernel: run after run, alone, sharing with other threads, or only where something changed.

There is one loop and not three, because each would be compiled with everything that it rates.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from arpad.kernel.columns import RULING, Float, Int16, Int32, Int64, UInt8, UInt16
from arpad.kernel.compiled import entry, inlined
from arpad.kernel.dependents import mark_dependents
from arpad.kernel.desk import Desk
from arpad.kernel.forward import COLUMNS
from arpad.kernel.memory import take
from arpad.kernel.plan import FOLLOWS, Plan
from arpad.kernel.rows import DETAIL, ROW, Details, Rows
from arpad.kernel.section import fetch, rate_run

TICKET = 16
"""How many runs in order a thread takes at a time, where several share them."""
AHEAD = 6
"""How many runs ahead rows are fetched from memory."""
REACH = 64
"""How many ranks ahead a walk looks for them."""


class Asked(NamedTuple):
    """What is wanted beside the rows.

    `detailed` has the place of each run's first detail in `details`, -1 for none; `groups` has each run's row of the
    forward `scores`.  Empty where nobody asks.
    """

    details: Details
    detailed: Int32
    scores: Float
    groups: Int16


class Walk(NamedTuple):
    """What a walk over changed runs needs and leaves: `dirty` by rank (empty for no walk) and the log of changes.

    It marks who reads a row that changes, unless it is not `marking`, because all runs that come are marked.
    ``changed[i]`` is a row that changed and ``before[i]`` what it said; ``filled[0]`` of them are there.
    """

    dirty: UInt8
    marking: bool
    saved: Rows
    changed: Int32
    before: Rows
    filled: Int64


def nothing_asked() -> Asked:
    """Rows alone."""
    return Asked(
        np.zeros(0, dtype=DETAIL),
        np.zeros(0, dtype=np.int32),
        np.zeros((0, COLUMNS), dtype=np.float64),
        np.zeros(0, dtype=np.int16),
    )


def walk_of(ranks: int, most_entries: int, room: int) -> Walk:
    """An empty walk with room for so many changes."""
    return Walk(
        np.zeros(ranks, dtype=np.uint8),
        True,
        np.zeros(most_entries, dtype=ROW),
        np.zeros(room, dtype=np.int32),
        np.zeros(room, dtype=ROW),
        np.zeros(1, dtype=np.int64),
    )


@entry
def work(
    plan: Plan,
    books: Any,
    of_run: UInt16,
    rows: Rows,
    words: Any,
    flags: UInt8,
    desk: Desk,
    asked: Asked,
    walk: Walk,
    saved_words: Any,
    ticket: Int64,
    start: int,
    stop: int,
) -> int:
    """Rate the runs from one rank to another; the rank before which it ended.

    `ticket` holds the next rank where threads share the runs, and is empty where this one is alone.  `words` are the
    rows as whole numbers of eight bytes, `flags` as bytes.  A walk ends early when its log has no more room.
    """
    shared, walking = len(ticket) > 0, len(walk.dirty) > 0
    with_details, with_scores = len(asked.detailed) > 0, len(asked.groups) > 0
    rank = start - 1
    ahead, fetched, taken = start, 0, start
    while True:
        if shared and rank + 1 >= taken:
            rank = take(ticket, TICKET)
            taken = rank + TICKET
        else:
            rank += 1
            if walking:
                while rank < stop and walk.dirty[rank] == 0:
                    rank += 1
        if rank >= stop:
            return stop
        run = plan.order[rank]
        if walking:
            if walk.filled[0] + plan.runs.size[run] > len(walk.changed):
                return rank
            fetched -= rank < ahead and fetched > 0
            ahead = max(ahead, rank + 1)
            while fetched < AHEAD and ahead < min(stop, rank + REACH):
                if walk.dirty[ahead] != 0:
                    fetch(plan, flags, plan.order[ahead])
                    fetched += 1
                ahead += 1
            save(plan, run, words, saved_words)
        elif rank + AHEAD < stop:
            fetch(plan, flags, plan.order[rank + AHEAD])
        detail = asked.detailed[run] if with_details else -1
        group = asked.groups[run] if with_scores else -1
        rate_run(
            plan,
            books[of_run[run]],
            rows,
            flags,
            desk,
            asked.details,
            detail,
            asked.scores,
            group,
            run,
            shared,
        )
        if walking:
            walk.dirty[rank] = 0
            compare(plan, run, rows, words, walk, saved_words)


WORDS = ROW.itemsize // 8


@inlined
def save(plan: Plan, run: int, words: Any, saved_words: Any) -> None:
    """Put away what the rows of a run say."""
    first = plan.runs.first_row[run] * WORDS
    for word in range(plan.runs.size[run] * WORDS):
        saved_words[word] = words[first + word]


@inlined
def compare(plan: Plan, run: int, rows: Rows, words: Any, walk: Walk, saved_words: Any) -> None:
    """Log every row of a run that says something else than before, and mark who reads it."""
    first = plan.runs.first_row[run]
    for place in range(plan.runs.size[run]):
        row = first + place
        if plan.links.prev[row] == FOLLOWS:
            continue
        same = True
        for word in range(WORDS):
            same = same and words[row * WORDS + word] == saved_words[place * WORDS + word]
        if same:
            continue
        at = walk.filled[0]
        walk.changed[at] = row
        walk.before[at] = walk.saved[place]
        walk.filled[0] = at + 1
        if not walk.marking:
            continue
        ruling = plan.runs.kind[run] == RULING
        entry_of = plan.runs.first_entry[run] + place
        member = plan.rulings.member[entry_of] if ruling else plan.who[entry_of]
        mark_dependents(plan, rows, walk.dirty, row, member)
