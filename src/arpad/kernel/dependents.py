"""Who reads a row: the runs that must be rated again when it changes.

A row is read by the next row of its member in its system, and by rows in other systems where the member is a newcomer
until then, since initial ratings read the other systems.  Marking one run too many costs time alone.

Matches read rows far behind them, which were published, and what earlier matches did.  They are so few that all of
them after the first change are rated again (`again`), and no row needs to know which of them reads it.
"""

from __future__ import annotations

from arpad.kernel.columns import UInt8
from arpad.kernel.compiled import inlined
from arpad.kernel.plan import Plan
from arpad.kernel.rows import RATED, Rows


@inlined
def mark_dependents(plan: Plan, rows: Rows, dirty: UInt8, row: int, member: int) -> None:  # noqa: ARG001
    """Mark by rank every run that reads a row of a member, later matches apart."""
    system = plan.runs.system[plan.links.run[row]]
    found, section = False, -1
    place = plan.links.next_any[row]
    while place >= 0:
        run = plan.links.run[place]
        if found and plan.runs.section[run] != section:
            return
        if plan.runs.system[run] == system:
            if not found:
                dirty[plan.rank[run]] = 1
                found, section = True, plan.runs.section[run]
            if run + 1 == len(plan.runs.section) or plan.runs.section[run + 1] != section:
                return  # no other system of that section comes after it
        else:
            before = plan.links.prev[place]
            if before < 0 or (rows[before].marks & RATED) == 0:
                dirty[plan.rank[run]] = 1
        place = plan.links.next_any[place]
