"""Rows tied into the chains of their members and taken out of them: how a plan follows a change of the facts.

Rows are never moved.  A section that is corrected is taken out and its new form is added at the end of the
columns, with a rank between its neighbours; the chains then run through it as if it had always been there.  A row
that is in no chain is not taken out, and one that is in its place is not put there, so either can be asked again.
"""

from __future__ import annotations

from arpad.kernel.columns import MATCH, RULING, Int32, UInt8
from arpad.kernel.compiled import compiled, entry, inlined
from arpad.kernel.dependents import mark_dependents
from arpad.kernel.plan import FOLLOWS, NO_ROW, Plan, match_place, seen_before
from arpad.kernel.rows import Rows

NOWHERE = -1
"""The run of a row that stands in no chain."""


@inlined
def member_of(plan: Plan, run: int, place: int) -> int:
    """The member of a row."""
    at = plan.runs.first_entry[run] + place
    if plan.runs.kind[run] == RULING:
        return plan.rulings.member[at]  # type: ignore[no-any-return]
    return plan.who[at]  # type: ignore[no-any-return]


@compiled
def next_of_system(plan: Plan, row: int, system: int) -> int:
    """The next row of a row's member in a system."""
    place = plan.links.next_any[row]
    while place >= 0 and plan.runs.system[plan.links.run[place]] != system:
        place = plan.links.next_any[place]
    return place  # type: ignore[no-any-return]


@compiled
def next_match(plan: Plan, row: int, system: int) -> int:
    """The next row of a row's member in a match of a system."""
    place = next_of_system(plan, row, system)
    while place >= 0 and plan.runs.kind[plan.links.run[place]] != MATCH:
        place = next_of_system(plan, place, system)
    return place


@compiled
def tie_match(plan: Plan, row: int, system: int) -> None:
    """Put a row of a match between the member's matches before and after it."""
    before = plan.links.prev[row]
    while before >= 0 and plan.runs.kind[plan.links.run[before]] != MATCH:
        before = plan.links.prev[before]
    listed, after = match_place(plan.matches, row), next_match(plan, row, system)
    plan.matches.before[listed] = match_place(plan.matches, before) if before >= 0 else NO_ROW
    if after >= 0:
        plan.matches.before[match_place(plan.matches, after)] = listed


@compiled
def tell_later(plan: Plan, row: int, system: int) -> None:
    """Tell rows from one on that their member was seen in a system; who knows it, those after know it too."""
    bit = 1 << system
    while row >= 0 and (plan.links.seen[row] & bit) == 0:
        plan.links.seen[row] |= bit
        row = plan.links.next_any[row]


@entry
def untie(plan: Plan, rows: Rows, dirty: UInt8, last: Int32, runs: Int32) -> None:
    """Take the rows of runs out of the chains, and mark by rank who read them; the runs are left empty."""
    for run in runs:
        untie_run(plan, rows, dirty, last, run)


@entry
def tie(plan: Plan, rows: Rows, dirty: UInt8, last: Int32, runs: Int32) -> None:
    """Put the rows of runs into the chains by rank, mark by rank who reads them, and the runs themselves."""
    for run in runs:
        tie_run(plan, rows, dirty, last, run)


@entry
def mark_all_of(plan: Plan, dirty: UInt8, last: Int32, members: Int32) -> None:
    """Mark by rank every run in which any of some members has a row."""
    for member in members:
        place = last[member]
        while place >= 0:
            dirty[plan.rank[plan.links.run[place]]] = 1
            place = plan.links.prev_any[place]


@entry
def mark_later(plan: Plan, dirty: UInt8, runs: Int32, rank: int) -> None:
    """Mark by rank those of some runs that come after a rank."""
    for run in runs:
        if plan.rank[run] > rank:
            dirty[plan.rank[run]] = 1


@compiled
def untie_run(plan: Plan, rows: Rows, dirty: UInt8, last: Int32, run: int) -> None:
    """Take the rows of a run out of the chains, and mark by rank who read them; the run is left empty."""
    system = plan.runs.system[run]
    for place in range(plan.runs.size[run]):
        row = plan.runs.first_row[run] + place
        if plan.links.run[row] != run or plan.links.prev[row] == FOLLOWS:
            continue
        member = member_of(plan, run, place)
        mark_dependents(plan, rows, dirty, row, member)
        later = next_of_system(plan, row, system)
        if later >= 0:
            plan.links.prev[later] = plan.links.prev[row]
        if plan.runs.kind[run] == MATCH:
            listed, after = match_place(plan.matches, row), next_match(plan, row, system)
            if after >= 0:
                plan.matches.before[match_place(plan.matches, after)] = plan.matches.before[listed]
        before, after = plan.links.prev_any[row], plan.links.next_any[row]
        if before >= 0:
            plan.links.next_any[before] = after
        if after >= 0:
            plan.links.prev_any[after] = before
        else:
            last[member] = before
        plan.links.run[row] = NOWHERE
    plan.runs.size[run] = 0


@compiled
def tie_run(plan: Plan, rows: Rows, dirty: UInt8, last: Int32, run: int) -> None:
    """Put the rows of a run into the chains by its rank, mark by rank who reads them, and the run itself."""
    system, rank = plan.runs.system[run], plan.rank[run]
    for place in range(plan.runs.size[run]):
        row = plan.runs.first_row[run] + place
        if plan.links.run[row] == run:
            continue
        plan.links.run[row] = run
        at = plan.runs.first_entry[run] + place
        if plan.runs.kind[run] != RULING and plan.tallies.pooled[at] == 0:
            plan.links.prev[row] = FOLLOWS
            plan.links.prev_any[row] = FOLLOWS
            plan.links.next_any[row] = NO_ROW
            continue
        member = member_of(plan, run, place)
        after, before = NO_ROW, last[member]
        while before >= 0 and plan.rank[plan.links.run[before]] > rank:
            after = before
            before = plan.links.prev_any[before]
        plan.links.prev_any[row] = before
        plan.links.next_any[row] = after
        if before >= 0:
            plan.links.next_any[before] = row
        if after >= 0:
            plan.links.prev_any[after] = row
        else:
            last[member] = row
        plan.links.seen[row] = seen_before(plan.runs, plan.links, run, before)
        tell_later(plan, after, system)
        while before >= 0 and plan.runs.system[plan.links.run[before]] != system:
            before = plan.links.prev_any[before]
        plan.links.prev[row] = before
        later = next_of_system(plan, row, system)
        if later >= 0:
            plan.links.prev[later] = row
        if plan.runs.kind[run] == MATCH:
            tie_match(plan, row, system)
        mark_dependents(plan, rows, dirty, row, member)
    dirty[rank] = 1
