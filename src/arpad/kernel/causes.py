"""Causes: through whom the change of a row came: through what was recorded, the member's own state, or an opponent.

`marks` has a byte for every row: what differs of its state (`moves`), and of what its person brought (`told`),
where that was looked at.
"""

from __future__ import annotations

from typing import NamedTuple

from arpad.kernel.columns import MATCH, RULING, Float, Int32, Int64, UInt8
from arpad.kernel.compiled import compiled, entry
from arpad.kernel.moves import CLOSER, RATING, STATE
from arpad.kernel.plan import FOLLOWS, NO_ROW, Plan
from arpad.kernel.rows import RATED, Rows

ASKED, TOLD, FACTS, OWN, BROUGHT = 8, 16, 32, 64, 128
"""Of who reads: to be looked at; looked at, then whether what is recorded differs, the own state, what others see."""

CAUSES = ("direct", "own", "opponent")
DIRECT, BY_SELF, BY_OPPONENT = range(3)
UNDECIDED = 3
"""A cause that takes the start of a newcomer to decide."""

CLEAR, NEWCOMER, UNCLEAR = range(3)
"""What changes before a row tell of what its person brought: enough; that a newcomer's ratings differ; too little."""

NOT_KNOWN = -1.0
"""A shift that was not worked out."""


@entry
def ask_from(plan: Plan, last: Int32, members: Int32, rank: int, marks: UInt8, asked: int) -> None:
    """Ask to look at every row of some members from a rank on (`ASKED`), or ask no more (0)."""
    for member in members:
        row = last[member]
        while row >= 0 and plan.rank[plan.links.run[row]] >= rank:
            marks[row] = (marks[row] & (255 - ASKED)) | asked
            row = plan.links.prev_any[row]


@entry
def to_be_told(
    plan: Plan, rows: Rows, changed: Int32, marks: UInt8, found: Int32, how: UInt8, first: int
) -> tuple[int, int]:
    """The rows in runs where anything changed of which the changes before them do not tell enough, and why.

    Looked at are changed rows from the place `first` on, until there is no more room; how many were found, and the
    place where it ended.
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
            is_asked = (marks[row] & ASKED) != 0 or plan.runs.kind[run] == MATCH
            kind = UNCLEAR if is_asked else clarity(plan, rows, row, marks)
            if kind != CLEAR:
                found[count] = row
                how[count] = kind
                count += 1
    return count, len(changed)


@compiled
def clarity(plan: Plan, rows: Rows, row: int, marks: UInt8) -> int:
    """What the changes before a row tell of what its person brought."""
    before = plan.links.prev[row]
    if before >= 0:
        if (marks[before] & CLOSER) != 0:
            return UNCLEAR
        if (rows[before].marks & RATED) != 0:
            return CLEAR
    section = plan.runs.section[plan.links.run[row]]
    sought = plan.links.seen[row]
    place = plan.links.prev_any[row]
    while place >= 0 and sought != 0:
        run = plan.links.run[place]
        bit = 1 << plan.runs.system[run]
        if plan.runs.section[run] != section and (sought & bit) != 0:
            if (marks[place] & RATING) != 0:
                return NEWCOMER
            sought &= ~bit
        place = plan.links.prev_any[place]
    return CLEAR


class Looked(NamedTuple):
    """What is known of changes when causes are decided.

    Attributes:
        changed: the changed rows in rating order; `before` is what they said.
        sorted_rows: the same rows in order of their numbers; `place_of` says where each stands in `changed`.
        told: rows that were looked at, ascending; `shifts` is by how much the rating they start from differs,
            `NOT_KNOWN` where that was not worked out.
    """

    changed: Int32
    before: Rows
    sorted_rows: Int32
    place_of: Int64
    told: Int32
    shifts: Float


@entry
def decide(
    plan: Plan, rows: Rows, looked: Looked, kinds: UInt8, marks: UInt8, differing: UInt8, causes: UInt8, through: Int32
) -> None:
    """The cause of each change that has none yet, and the member through whom it came: an opponent, else -1.

    Those have none whose cause is `UNDECIDED`; it remains where it takes a shift that is not known.  `differing` has
    room for a section.
    """
    of_run = -1
    for at in range(len(looked.changed)):
        if causes[at] != UNDECIDED:
            continue
        through[at] = NO_ROW
        row = looked.changed[at]
        run = plan.links.run[row]
        before = plan.links.prev[row]
        if plan.runs.kind[run] == RULING:
            causes[at] = DIRECT if (kinds[at] & RATING) != 0 else BY_SELF
        elif (marks[row] & FACTS) != 0:
            causes[at] = DIRECT
        elif (marks[row] & OWN) != 0 or ((marks[row] & TOLD) == 0 and before >= 0 and (marks[before] & STATE) != 0):
            causes[at] = BY_SELF
        else:
            if run != of_run:
                of_run = run
                see(plan, run, marks, differing)
            opponent = who_brought_it(plan, rows, looked, marks, differing, row, run)
            if opponent != UNKNOWN:
                causes[at] = DIRECT if opponent < 0 else BY_OPPONENT
                through[at] = opponent


UNKNOWN = -2
"""Instead of a row: it takes a shift that is not known."""


@compiled
def see(plan: Plan, run: int, marks: UInt8, differing: UInt8) -> None:
    """Note for each place of a run whether others see something else of what the person brought."""
    first_row = plan.runs.first_row[run]
    for place in range(plan.runs.size[run]):
        row = first_row + place
        before = plan.links.prev[row]
        if before == FOLLOWS:
            differing[place] = 0
        elif (marks[row] & TOLD) != 0:
            differing[place] = (marks[row] & BROUGHT) != 0
        else:
            differing[place] = before >= 0 and (marks[before] & RATING) != 0


@compiled
def who_brought_it(plan: Plan, rows: Rows, looked: Looked, marks: UInt8, differing: UInt8, row: int, run: int) -> int:
    """The opponent who brought something else, the one whose rating differs most; else anybody in the section."""
    first_row, first_entry = plan.runs.first_row[run], plan.runs.first_entry[run]
    entry_of, own = first_entry + row - first_row, row - first_row
    best, most = NO_ROW, NOT_KNOWN
    for side in range(plan.first_side[entry_of], plan.first_side[entry_of + plan.tallies.pooled[entry_of]]):
        other = int(plan.opponent[side])
        while plan.links.prev[first_row + other] == FOLLOWS:
            other -= 1
        if differing[other] != 0 and other not in (own, best) and best != UNKNOWN:
            best, most = the_one_of_two(rows, plan, looked, marks, first_row, best, most, other)
    if best == NO_ROW:
        for other in range(plan.runs.size[run]):
            if other != own and best != UNKNOWN and differing[other] != 0:
                best, most = the_one_of_two(rows, plan, looked, marks, first_row, best, most, other)
    return best if best < 0 else plan.who[first_entry + best]


@compiled
def the_one_of_two(
    rows: Rows, plan: Plan, looked: Looked, marks: UInt8, first_row: int, one: int, shift: float, other: int
) -> tuple[int, float]:
    """Of the persons at two places the one whose start differs more, of equals the one with the lower number.

    The shift of the first is looked for when there is a second.
    """
    if one < 0:
        return other, NOT_KNOWN
    if shift < 0.0:
        shift = shift_of(plan, rows, looked, marks, first_row + one)
    of_other = shift_of(plan, rows, looked, marks, first_row + other)
    if shift < 0.0 or of_other < 0.0:
        return UNKNOWN, NOT_KNOWN
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
