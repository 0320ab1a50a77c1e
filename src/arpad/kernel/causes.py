"""Causes: through whom the change of a row came: through what was recorded, the member's own state, or an opponent.

`marks` has a byte for every row: what differs of its state (`moves`), and of what its person brought (`told`),
where that was looked at.
"""

from __future__ import annotations

from math import isnan, nan
from typing import NamedTuple

from arpad.kernel.columns import MATCH, RULING, Float, Int32, Int64, UInt8
from arpad.kernel.compiled import compiled, entry
from arpad.kernel.moves import CLOSER, RATING, STATE
from arpad.kernel.plan import FOLLOWS, NO_ROW, Plan
from arpad.kernel.rows import RATED, Rows

ASKED, TOLD, FACTS, OWN, BROUGHT = 8, 16, 32, 64, 128
"""Of who reads: to be looked at; looked at, and then whether what is recorded differs, the own state, what others see."""

CAUSES = ("direct", "own", "opponent")
DIRECT, BY_SELF, BY_OPPONENT = range(3)


@entry
def ask_from(plan: Plan, last: Int32, members: Int32, rank: int, marks: UInt8, asked: int) -> None:
    """Ask to look at every row of some members from a rank on (`ASKED`), or ask no more (0)."""
    for member in members:
        row = last[member]
        while row >= 0 and plan.rank[plan.links.run[row]] >= rank:
            marks[row] = (marks[row] & (255 - ASKED)) | asked
            row = plan.links.prev_any[row]


@entry
def to_be_told(plan: Plan, rows: Rows, changed: Int32, marks: UInt8, found: Int32, first: int) -> tuple[int, int]:
    """The rows in runs where anything changed of which the changes before them do not tell enough.

    Looked at are changed rows from the place `first` on, until there is no more room; how many were found, and the place
    where it ended.
    """
    count, of_run = 0, -1
    for at in range(first, len(changed)):
        run = plan.links.run[changed[at]]
        if run == of_run or plan.runs.kind[run] == RULING:
            continue
        of_run = run
        if count + plan.runs.size[run] > len(found):
            return count, at
        first_row = plan.runs.first_row[run]
        for row in range(first_row, first_row + plan.runs.size[run]):
            if plan.links.prev[row] == FOLLOWS:
                continue
            if (marks[row] & ASKED) != 0 or plan.runs.kind[run] == MATCH or is_unclear(plan, rows, row, marks):
                found[count] = row
                count += 1
    return count, len(changed)


@compiled
def is_unclear(plan: Plan, rows: Rows, row: int, marks: UInt8) -> bool:
    """Whether it takes a closer look to say if what a person brought differs."""
    before = plan.links.prev[row]
    if before >= 0 and (marks[before] & CLOSER) != 0:
        return True
    if before >= 0 and (rows[before].marks & RATED) != 0:
        return False
    section = plan.runs.section[plan.links.run[row]]
    sought = plan.links.seen[row]
    place = plan.links.prev_any[row]
    while place >= 0 and sought != 0:
        run = plan.links.run[place]
        bit = 1 << plan.runs.system[run]
        if plan.runs.section[run] != section and (sought & bit) != 0:
            if (marks[place] & RATING) != 0:
                return True
            sought &= ~bit
        place = plan.links.prev_any[place]
    return False


class Looked(NamedTuple):
    """What is known of changes when causes are decided.

    Attributes:
        changed: the changed rows in rating order; `before` is what they said.
        sorted_rows: the same rows in order of their numbers; `place_of` says where each stands in `changed`.
        told: rows that were looked at, ascending; `shifts` is by how much the rating they start from differs.
    """

    changed: Int32
    before: Rows
    sorted_rows: Int32
    place_of: Int64
    told: Int32
    shifts: Float


@entry
def decide(plan: Plan, rows: Rows, looked: Looked, kinds: UInt8, marks: UInt8, causes: UInt8, through: Int32) -> None:
    """The cause of each change, and the member through whom it came where that was an opponent, else -1."""
    for at in range(len(looked.changed)):
        through[at] = NO_ROW
        row = looked.changed[at]
        run = plan.links.run[row]
        if plan.runs.kind[run] == RULING:
            causes[at] = DIRECT if (kinds[at] & RATING) != 0 else BY_SELF
            continue
        before = plan.links.prev[row]
        if (marks[row] & FACTS) != 0:
            causes[at] = DIRECT
        elif (marks[row] & OWN) != 0 or ((marks[row] & TOLD) == 0 and before >= 0 and (marks[before] & STATE) != 0):
            causes[at] = BY_SELF
        else:
            opponent = who_brought_it(plan, rows, looked, marks, row, run)
            causes[at] = DIRECT if opponent < 0 else BY_OPPONENT
            through[at] = opponent


@compiled
def who_brought_it(plan: Plan, rows: Rows, looked: Looked, marks: UInt8, row: int, run: int) -> int:
    """The opponent who brought something else, the one whose rating differs most; else anybody in the section."""
    first_row, first_entry = plan.runs.first_row[run], plan.runs.first_entry[run]
    entry_of = first_entry + row - first_row
    best, most = NO_ROW, nan
    for side in range(plan.first_side[entry_of], plan.first_side[entry_of + plan.tallies.pooled[entry_of]]):
        other = first_row + plan.opponent[side]
        while plan.links.prev[other] == FOLLOWS:
            other -= 1
        if other != row and other != best and differs(plan, other, marks):
            best, most = the_one_of_two(plan, rows, looked, marks, best, most, other)
    if best < 0:
        for other in range(first_row, first_row + plan.runs.size[run]):
            if plan.links.prev[other] != FOLLOWS and other != row and differs(plan, other, marks):
                best, most = the_one_of_two(plan, rows, looked, marks, best, most, other)
    return NO_ROW if best < 0 else plan.who[first_entry + best - first_row]  # type: ignore[no-any-return]


@compiled
def differs(plan: Plan, row: int, marks: UInt8) -> bool:
    """Whether others see something else of what a person brought."""
    if (marks[row] & TOLD) != 0:
        return (marks[row] & BROUGHT) != 0  # type: ignore[no-any-return]
    before = plan.links.prev[row]
    return before >= 0 and (marks[before] & RATING) != 0  # type: ignore[no-any-return]


@compiled
def the_one_of_two(
    plan: Plan, rows: Rows, looked: Looked, marks: UInt8, one: int, shift: float, other: int
) -> tuple[int, float]:
    """Of two persons the one whose start differs more, of equals the one with the lower number; and by how much.

    The shift of the first is looked for when there is a second.
    """
    if one < 0:
        return other, nan
    if isnan(shift):
        shift = shift_of(plan, rows, looked, marks, one)
    of_other = shift_of(plan, rows, looked, marks, other)
    if of_other > shift or (of_other == shift and other < one):
        return other, of_other
    return one, shift


@compiled
def shift_of(plan: Plan, rows: Rows, looked: Looked, marks: UInt8, row: int) -> float:
    """By how much the rating differs that a person starts from."""
    if (marks[row] & TOLD) != 0:
        return looked.shifts[place_in(looked.told, row)]  # type: ignore[no-any-return]
    before = plan.links.prev[row]
    place = looked.place_of[place_in(looked.sorted_rows, before)]
    return abs(rows[before].post - looked.before[place].post)  # type: ignore[no-any-return]


@compiled
def place_in(rows: Int32, row: int) -> int:
    """Where a row stands among ascending ones."""
    low, high = 0, len(rows)
    while low < high:
        middle = (low + high) // 2
        if rows[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low
