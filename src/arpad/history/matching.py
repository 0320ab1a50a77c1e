"""Matching: which results of sections that were taken out are those of sections put in, and what vanished or appeared.

A member's result in a section is the same whatever the pairing number; somebody else's by that number; a ruling by its
day and its place among the member's of that day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from arpad.history.edit import Moved
from arpad.history.workbook import Workbook
from arpad.kernel.columns import MATCH, RULING
from arpad.kernel.plan import FOLLOWS


class Row(NamedTuple):
    """One person's row of a run that was added or removed, and by what it is the same in both."""

    key: tuple[int, ...]
    row: int
    run: int
    person: int


class Pair(NamedTuple):
    """A row put in, with the one taken out whose place it takes, None for none.

    `is_direct` says that something else is recorded of the section.
    """

    new: Row
    old: Row | None
    is_direct: bool


class Matched(NamedTuple):
    """Rows put in, and rows taken out whose place none takes; both in rating order."""

    pairs: tuple[Pair, ...]
    gone: tuple[Row, ...]

    @property
    def persons(self) -> list[int]:
        """Whose chains of rows are others now."""
        rows = [*self.gone, *(pair.new for pair in self.pairs), *(pair.old for pair in self.pairs if pair.old)]
        return sorted({row.person for row in rows})


def matched(book: Workbook, moved: Moved) -> Matched:
    """Match what was taken out with what was put in."""
    left = {row.key: row for row in _rows(book, moved.removed.tolist(), moved.removed_sizes.tolist())}
    section = book.plan.runs.section

    @cache
    def is_direct(new: int, old: int) -> bool:
        return new >= 0 and filed(book, new) != filed(book, old)

    pairs = []
    for row in _rows(book, moved.added.tolist(), moved.added_sizes.tolist()):
        then = left.pop(row.key, None)
        direct = then is not None and is_direct(int(section[row.run]), int(section[then.run]))
        pairs.append(Pair(row, then, direct))
    return Matched(tuple(pairs), tuple(left.values()))


def filed(book: Workbook, section: int) -> tuple[Any, ...]:
    """Everything recorded of a section that a rating may need, with persons in place of members."""
    columns = book.columns
    of, entries, sides = columns.sections, columns.entries, columns.sides
    first, stop = int(of.first_entry[section]), int(of.first_entry[section + 1])
    numbers = entries.number[first:stop].tolist()
    control = int(of.time_control[section])
    rows = []
    for entry, number in enumerate(numbers, first):
        begin, end = int(entries.first_side[entry]), int(entries.first_side[entry + 1])
        met = [numbers[place] for place in sides.opponent[begin:end].tolist()]
        rows.append((number, _person(book, int(book.plan.who[entry])), met, sides.code[begin:end].tolist()))
    named = ("start", "end", "kind", "online", "youth", "override", "systems")
    return (
        *(getattr(of, name)[section].item() for name in named),
        "" if control < 0 else columns.time_controls[control],
        sorted(rows),
        _published(book, first, stop, numbers) if of.kind[section] == MATCH else (),
    )


def _published(book: Workbook, first: int, stop: int, numbers: list[int]) -> list[tuple[Any, ...]]:
    """What the players of a match had published, by their numbers."""
    said = book.columns.published
    low, high = said.entry.searchsorted([first, stop])
    rows = zip(*(column[low:high].tolist() for column in said), strict=True)
    return sorted((numbers[entry - first], *published) for entry, *published in rows)


def _person(book: Workbook, member: int) -> int:
    """The number of a member with an id, -1 for somebody without."""
    return member if book.names.have_ids(member) else -1


def _rows(book: Workbook, runs: list[int], sizes: list[int]) -> Iterator[Row]:
    """The rows of runs that were added or removed, in rating order, and what makes each the same as another."""
    plan, sections = book.plan, book.columns.sections
    ruled: Counter[tuple[int, int, int]] = Counter()
    for run, size in sorted(zip(runs, sizes, strict=True), key=lambda entry: int(plan.rank[entry[0]])):
        system, section = int(plan.runs.system[run]), int(plan.runs.section[run])
        first_row, first_entry = int(plan.runs.first_row[run]), int(plan.runs.first_entry[run])
        for place in range(size):
            row, entry = first_row + place, first_entry + place
            if plan.runs.kind[run] == RULING:
                person, day = int(plan.rulings.member[entry]), int(plan.runs.end[run])
                key: tuple[int, ...] = (-1, system, person, day, ruled[person, system, day])
                ruled[person, system, day] += 1
            elif plan.links.prev[row] == FOLLOWS:
                continue
            else:
                person = int(plan.who[entry])
                number = -1 if _person(book, person) >= 0 else int(book.columns.entries.number[entry])
                who = person if number < 0 else -1
                key = (int(sections.event[section]), int(sections.number[section]), system, who, number)
            yield Row(key, row, run, person)
