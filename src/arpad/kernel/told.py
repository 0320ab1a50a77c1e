"""Told: what the person of a row brings to its section, as plain numbers that can be compared with other ones.

First what the facts say of the person on that day, then ratings, what was published and what matches did, then the
count of a Life Master.  Whoever is rated in the system starts from that rating, whatever is known from elsewhere.
"""

from __future__ import annotations

from math import inf, nan
from typing import Any

from arpad.kernel.bounds import published_rating, why_not
from arpad.kernel.columns import (
    CFC,
    FIDE,
    FOREIGN_FIDE,
    MATCH,
    NATIONAL,
    NO_DAY,
    UNSAID,
    Float,
    Int8,
    Int32,
    Int64,
    UInt8,
    UInt16,
)
from arpad.kernel.compiled import compiled, entry
from arpad.kernel.edit import member_of
from arpad.kernel.facts import Facts
from arpad.kernel.plan import Plan, match_place
from arpad.kernel.rows import MOVED, NOT_REFUSED, RATED, Rows
from arpad.kernel.starts import SYSTEM_COUNT, newest_foreign, other_rows, start

KNOWN, BROUGHT, OWN = 1, 2, 4
"""What differs of what a person brings: what is known; anything that others see; what only the person has."""

MOST = 64 + 10 * SYSTEM_COUNT
"""Numbers that a person needs at most, lists apart."""


@entry
def tell(
    plan: Plan,
    rows: Rows,
    flags: UInt8,
    books: Any,
    of_run: UInt16,
    others: Int32,
    told: Int32,
    first: int,
    out: Float,
    ends: Int64,
    starts: Float,
) -> int:
    """Write down what the persons of rows bring, from the first on until there is no more room; how far it came.

    ``ends[i]`` are the ends in `out` of the three parts of row i, ``starts[i]`` is the rating that step 1 gives, or
    that of FIDE for who is only met in a foreign event.
    """
    at = 0
    for place in range(first, len(told)):
        row = told[place]
        run = plan.links.run[row]
        member = member_of(plan, run, row - plan.runs.first_row[run])
        if at + room_for(plan, row, run, member) > len(out):
            return place
        before = plan.links.prev[row]
        rated = before >= 0 and (rows[before].marks & RATED) != 0
        at = known(plan, run, member, rated, out, at)
        ends[place, 0] = at
        at = brought(plan, rows, flags, books[of_run[run]], others, row, run, rated, out, at)
        ends[place, 1] = at
        out[at] = rows[before].olm_games if rated else -1
        at += 1
        ends[place, 2] = at
        starts[place] = start_of(plan, rows, flags, books[of_run[run]], others, row, run, member, rated)
    return len(told)


@compiled
def room_for(plan: Plan, row: int, run: int, member: int) -> int:
    """How many numbers a person may need."""
    facts = plan.facts
    floors = facts.first_floor[member + 1] - facts.first_floor[member]
    changes = facts.first_change[member + 1] - facts.first_change[member]
    matches = 0
    if plan.runs.kind[run] == MATCH:
        at = plan.matches.before[match_place(plan.matches, row)]
        while at >= 0:
            matches += 1
            at = plan.matches.before[at]
    return MOST + 6 * floors + 3 * changes + 2 * matches  # type: ignore[no-any-return]


@compiled
def known(plan: Plan, run: int, member: int, rated: bool, out: Float, at: int) -> int:
    """What the facts say of a person on the day a section ends."""
    facts, end, kind = plan.facts, plan.runs.end[run], plan.runs.kind[run]
    out[at] = nan if rated or facts.birth[member] == NO_DAY else facts.birth[member]
    out[at + 1] = nan if rated or facts.adult[member] == UNSAID else facts.adult[member]
    at = other_rating(
        facts, newest_foreign(facts, member, FIDE, end) if not rated or kind == FOREIGN_FIDE else -1, out, at + 2
    )
    at = other_rating(facts, -1 if rated else newest_foreign(facts, member, CFC, end), out, at)
    at = other_rating(facts, -1 if rated else newest_foreign(facts, member, NATIONAL, end), out, at)
    held = -1
    for place in range(facts.first_ceiling[member], facts.first_ceiling[member + 1]):
        if facts.ceilings.since[place] <= end:
            held = place
    level = facts.ceilings.value[held] if held >= 0 else inf
    out[at] = level
    out[at + 1] = facts.ceilings.since[held] if level < inf else nan
    at += 2
    floors = facts.floors
    for place in range(facts.first_floor[member], facts.first_floor[member + 1]):
        if floors.since[place] <= end:
            out[at] = floors.kind[place]
            out[at + 1] = floors.value[place]
            out[at + 2] = floors.amount[place]
            out[at + 3] = floors.under[place]
            out[at + 4] = floors.since[place]
            out[at + 5] = floors.system[place]
            at += 6
    if kind == MATCH:
        for place in range(facts.first_change[member], facts.first_change[member + 1]):
            if facts.changes.day[place] <= end:
                out[at] = facts.changes.system[place]
                out[at + 1] = facts.changes.day[place]
                out[at + 2] = facts.changes.change[place]
                at += 3
    return at


@compiled
def other_rating(facts: Facts, place: int, out: Float, at: int) -> int:
    """A rating of another federation; NaN for none."""
    out[at] = facts.foreign.rating[place] if place >= 0 else nan
    out[at + 1] = facts.foreign.day[place] if place >= 0 else nan
    out[at + 2] = facts.foreign.resident[place] if place >= 0 else nan
    return at + 3


@compiled
def brought(
    plan: Plan, rows: Rows, flags: UInt8, book: Any, others: Int32, row: int, run: int, rated: bool, out: Float, at: int
) -> int:
    """Ratings; the floor of a Life Master; in matches what was published, and what earlier ones did."""
    before = plan.links.prev[row]
    if rated:
        at = rating(rows, before, out, at)
        olm_games = rows[before].olm_games
        out[at] = book.olm_floor == book.olm_floor and olm_games > 0 and olm_games >= book.olm_games
        at += 1
    else:
        other_rows(plan, rows, flags, row, others, False)
        for system in range(SYSTEM_COUNT):
            if others[system] >= 0 and (rows[others[system]].marks & RATED) != 0:
                out[at] = system
                at = rating(rows, others[system], out, at + 1)
    if plan.runs.kind[run] != MATCH:
        return at
    out[at], out[at + 1] = published_rating(plan, rows, run, row - plan.runs.first_row[run])
    at += 2
    listed = plan.matches.before[match_place(plan.matches, row)]
    while listed >= 0:
        earlier = plan.matches.row[listed]
        first = plan.links.prev[earlier]
        if (rows[earlier].marks & MOVED) != 0 and first >= 0 and (rows[first].marks & RATED) != 0:
            out[at] = plan.runs.end[plan.links.run[earlier]]
            out[at + 1] = rows[earlier].post - rows[first].post
            at += 2
        listed = plan.matches.before[listed]
    return at


@compiled
def rating(rows: Rows, row: int, out: Float, at: int) -> int:
    """A rating with all that belongs to it."""
    out[at] = rows[row].post
    out[at + 1] = rows[row].peak
    out[at + 2] = rows[row].games
    out[at + 3] = rows[row].wins
    out[at + 4] = rows[row].draws
    out[at + 5] = rows[row].events_of_three
    out[at + 6] = rows[row].day
    out[at + 7] = rows[row].record
    return at + 8


@compiled
def start_of(
    plan: Plan, rows: Rows, flags: UInt8, book: Any, others: Int32, row: int, run: int, member: int, rated: bool
) -> float:
    """The rating that a person starts from; NaN for none."""
    kind, end = plan.runs.kind[run], plan.runs.end[run]
    if rated:
        return rows[plan.links.prev[row]].post  # type: ignore[no-any-return]
    if kind == FOREIGN_FIDE:
        place = newest_foreign(plan.facts, member, FIDE, end)
        return plan.facts.foreign.rating[place] if place >= 0 else nan
    if kind == MATCH and not plan.runs.override[run] and why_not(plan, rows, run, book) != NOT_REFUSED:
        return nan
    return start(plan, rows, flags, row, member, end, book, others, False)[0]


@entry
def starts_of(
    plan: Plan, rows: Rows, flags: UInt8, books: Any, of_run: UInt16, others: Int32, listed: Int32, starts: Float
) -> None:
    """The ratings that the persons of some rows start from."""
    for place in range(len(listed)):
        row = listed[place]
        run, before = plan.links.run[row], plan.links.prev[row]
        member = member_of(plan, run, row - plan.runs.first_row[run])
        rated = before >= 0 and (rows[before].marks & RATED) != 0
        starts[place] = start_of(plan, rows, flags, books[of_run[run]], others, row, run, member, rated)


@entry
def differ(words: Any, ends: Int64, other_words: Any, other_ends: Int64, found: Int8) -> None:
    """What differs of each person between two tellings; the numbers are given as whole ones of eight bytes."""
    for place in range(len(found)):
        found[place] = 0
        for part in range(3):
            begin = other_begin = 0
            if part > 0:
                begin, other_begin = ends[place, part - 1], other_ends[place, part - 1]
            elif place > 0:
                begin, other_begin = ends[place - 1, 2], other_ends[place - 1, 2]
            length = ends[place, part] - begin
            same = length == other_ends[place, part] - other_begin
            for at in range(length if same else 0):
                same = same and words[begin + at] == other_words[other_begin + at]
            if not same:
                found[place] |= 1 << part
