"""Moves: of rows that changed, what differs; which of them are the last of their member, and which floors these hold.

What a row says of a member is its state: everything but whether the section moved it.
"""

from __future__ import annotations

from math import nan
from typing import Any

from arpad.kernel.bounds import floor_in_force
from arpad.kernel.columns import FOREIGN_FIDE, SYSTEMS, Float, Int8, Int32, Int64, UInt8
from arpad.kernel.compiled import compiled, entry
from arpad.kernel.edit import member_of, next_of_system
from arpad.kernel.final import known_peak
from arpad.kernel.plan import NO_ROW, Plan
from arpad.kernel.rows import MOVED, NO_FLOOR, RATED, Rows
from arpad.kernel.work import WORDS

STATE, RATING, CLOSER = 1, 2, 4
"""What differs: anything of the state; anything of the rating; what a reader must look at more closely."""
HAD, HAS = 8, 16
"""Of a changed row, whether it was a result, and is one: in a foreign event only who is rated has a result."""

IS_LAST, NEAR_THE_END = 1, 2
"""Of a changed row: the member's last in its system; one that the floor held last may come from."""

SYSTEM_COUNT = len(SYSTEMS)


@entry
def sift(
    plan: Plan,
    rows: Rows,
    words: Any,
    changed: Int32,
    before: Rows,
    before_words: Any,
    marks: UInt8,
    kinds: UInt8,
) -> None:
    """Say of every changed row what differs, in `kinds` and at its place in `marks`; in `kinds` if it is a result."""
    for at in range(len(changed)):
        row = changed[at]
        abroad = plan.runs.kind[plan.links.run[row]] == FOREIGN_FIDE
        same = True
        for word in range(WORDS - 1):
            same = same and words[row * WORDS + word] == before_words[at * WORDS + word]
        now, then = rows[row], before[at]
        flips = (now.marks & RATED) != (then.marks & RATED)
        found = 0
        if not same or flips or now.day != then.day or now.record != then.record:
            found = STATE | RATING
        if now.olm_games != then.olm_games:
            found |= STATE | CLOSER
        if flips:
            found |= CLOSER
        marks[row] = found
        had = not abroad or (then.marks & RATED) != 0
        has = not abroad or (now.marks & RATED) != 0
        kinds[at] = found | (HAD if had else 0) | (HAS if has else 0)


@entry
def gather(words: Any, places: Int64, found: Any) -> None:
    """Copy the rows of some places one after the other."""
    for at in range(len(places)):
        for word in range(WORDS):
            found[at * WORDS + word] = words[places[at] * WORDS + word]


@entry
def swap(changed: Int32, words: Any, before_words: Any) -> None:
    """Exchange what rows say and what they said."""
    for at in range(len(changed)):
        for word in range(WORDS):
            place = changed[at] * WORDS + word
            words[place], before_words[at * WORDS + word] = before_words[at * WORDS + word], words[place]


@entry
def tails(plan: Plan, rows: Rows, changed: Int32, visited: UInt8, found: Int64, pairs: Int64, ends: UInt8) -> int:
    """The places among changed rows that are near the end of their member's rows in a system; how many there are.

    Of one member and system only the newest can be; `visited` tells of which that is done.  A pair is a member's number
    times the number of systems, and the system's.
    """
    count = 0
    for at in range(len(changed) - 1, -1, -1):
        row = changed[at]
        run = plan.links.run[row]
        system = plan.runs.system[run]
        pair = member_of(plan, run, row - plan.runs.first_row[run]) * SYSTEM_COUNT + system
        if visited[pair] != 0:
            continue
        visited[pair] = 1
        later = next_of_system(plan, row, system)
        kind = IS_LAST | NEAR_THE_END if later < 0 else NEAR_THE_END
        moved = 0
        while later >= 0 and moved < 2:
            moved += (rows[later].marks & MOVED) != 0
            later = next_of_system(plan, later, system)
        if moved < 2:
            found[count] = at
            pairs[count] = pair
            ends[count] = kind
            count += 1
    return count


@entry
def forget(plan: Plan, changed: Int32, visited: UInt8, marks: UInt8) -> None:
    """Clear what was noted of changed rows."""
    for row in changed:
        run = plan.links.run[row]
        member = member_of(plan, run, row - plan.runs.first_row[run])
        visited[member * SYSTEM_COUNT + plan.runs.system[run]] = 0
        marks[row] = 0


@entry
def newest_rows(plan: Plan, last: Int32, members: Int32, found: Int32) -> None:
    """The newest row of each member in each system, -1 for none."""
    for at in range(len(members)):
        first = at * SYSTEM_COUNT
        for system in range(SYSTEM_COUNT):
            found[first + system] = NO_ROW
        place = last[members[at]]
        sought = (1 << SYSTEM_COUNT) - 1
        while place >= 0 and sought != 0:
            run, before = plan.links.run[place], plan.links.prev_any[place]
            system = plan.runs.system[run]
            if found[first + system] == NO_ROW:
                found[first + system] = place
                sought &= ~(1 << system)
            if before >= 0 and plan.runs.section[plan.links.run[before]] != plan.runs.section[run]:
                sought &= plan.links.seen[place]
            place = before


@entry
def floors_held(
    plan: Plan, rows: Rows, books: Any, of_run: Any, last: Int32, pairs: Int64, values: Float, kinds: Int8
) -> None:
    """The floor that held when a member was last rated in a system by a section; NaN where none ever did.

    A pair is a member's number times the number of systems, and the system's.
    """
    for at in range(len(pairs)):
        member, system = pairs[at] // SYSTEM_COUNT, pairs[at] % SYSTEM_COUNT
        values[at], kinds[at] = nan, NO_FLOOR
        row = last[member]
        while row >= 0 and (plan.runs.system[plan.links.run[row]] != system or (rows[row].marks & MOVED) == 0):
            row = plan.links.prev_any[row]
        if row >= 0:
            values[at], kinds[at] = floor_of(plan, rows, books[of_run[plan.links.run[row]]], row, member)


@compiled
def floor_of(plan: Plan, rows: Rows, book: Any, row: int, member: int) -> tuple[float, int]:
    """The floor that bound a row when it was rated, and its kind."""
    run, before = plan.links.run[row], plan.links.prev[row]
    peak, olm_games = nan, 0
    if before >= 0 and (rows[before].marks & RATED) != 0:
        peak, olm_games = known_peak(rows, before, book), rows[before].olm_games
    wins, draws, events = rows[row].wins, rows[row].draws, rows[row].events_of_three
    system, end = plan.runs.system[run], plan.runs.end[run]
    return floor_in_force(plan, member, system, book, peak, wins, draws, events, olm_games, end)
