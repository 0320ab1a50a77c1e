"""Writing: what an edit says goes into the arrays of a workbook, where they have room; no row is rated yet.

What is written behind what is in use needs no note; what is replaced is noted in a journal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from arpad.history.edit import Counts, Edit
from arpad.history.journal import Journal
from arpad.history.persons import facts_again, facts_with_room, roots_of
from arpad.history.room import all_with_room, filled, joined, offsets_with_room, put, roomy, with_room
from arpad.history.sections import Written
from arpad.kernel.columns import (
    MATCH,
    NO_DAY,
    RULING,
    SYSTEMS,
    UNSAID,
    Members,
    Rulings,
    UInt8,
)
from arpad.kernel.edit import NOWHERE
from arpad.kernel.law_runs import NotRated, systems_of_sections
from arpad.kernel.plan import NO_ROW, Runs, tally_sections, with_matches
from arpad.rules.vocabulary import System

if TYPE_CHECKING:
    from arpad.history.workbook import Workbook

DUAL = sum(1 << SYSTEMS.index(system) for system in (System.OTBR, System.OTBQ))
"""The systems of a dual-rated section."""

Run = tuple[int, ...]
"""What `Runs` has of one run but its first row, in that order."""
Place = tuple[int, tuple[int, int, str, int], list[int]]
"""A rank, the key that decides among those who get the same, and the runs that come there."""


def write(book: Workbook, edit: Edit, journal: Journal) -> None:
    """Write everything that an edit says, and give the new runs their ranks; the chains are as they were."""
    added, controls = edit.added, book.columns.time_controls if edit.time_controls is None else edit.time_controls
    ruled = [place for run in edit.ruled_again for place in rulings_of(book, run)]
    new = edit.dated.get("rulings")
    more = Counts(rulings=len(ruled) + (0 if new is None else len(new.day)))
    if added is not None:
        systems, problems = systems_of_sections(added.sections, controls, book.of_law)
        sizes = np.diff(added.sections.first_entry)
        times = np.array([int(mask).bit_count() for mask in systems], dtype=np.int64)
        more = more._replace(
            sections=len(sizes),
            entries=len(added.entries.member),
            sides=len(added.sides.code),
            runs=int(times.sum()),
            rows=int(times @ sizes),
        )
    more = more._replace(runs=more.runs + more.rulings, rows=more.rows + more.rulings)
    make_room(book, more, len(edit.members))
    _write_names(book, edit, journal)
    _write_facts(book, edit, journal, controls)
    places = [] if not more.rulings else _write_rulings(book, edit, ruled, new)
    if added is not None:
        first = book.counts.sections
        more_refused = tuple(NotRated(first + entry.section, entry.code, entry.message) for entry in problems)
        journal.set(book, "refused", book.refused + more_refused)
        places += _write_sections(book, added, systems, journal)
    for section in edit.removed:
        journal.put(book, "alive", section, False)  # noqa: FBT003 the value of a place
    _insert(book, places)


def rulings_of(book: Workbook, run: int) -> range:
    """The places of the rulings of a run."""
    first = int(book.plan.runs.first_entry[run])
    return range(first, first + int(book.plan.runs.size[run]))


def make_room(book: Workbook, more: Counts, members: int) -> None:
    """Let everything have room for so much more, and be the workbook's own."""
    need = Counts(*(have + max(1, new) for have, new in zip(book.counts, more, strict=True)))
    plan, columns = book.plan, book.columns
    sections = offsets_with_room(columns.sections, need.sections)
    entries = offsets_with_room(columns.entries, need.entries)
    sides = all_with_room(columns.sides, need.sides)
    most = book.names.members + max(1, members)
    known = columns.members
    size = len(known.birth) if len(known.birth) >= most else roomy(most)
    everybody = np.arange(size, dtype=np.int32)
    book.columns = columns._replace(
        members=Members(
            filled(known.birth, size, NO_DAY),
            filled(known.adult, size, UNSAID),
            filled(known.same_as, size, everybody),
        ),
        sections=sections,
        entries=entries,
        sides=sides,
    )
    book.roots = filled(book.roots, size, everybody)
    book.last = filled(book.last, size, NO_ROW)
    book.order_room = with_room(book.order_room, need.runs)
    book.dirty = with_room(book.dirty, need.runs)
    book.of_run = with_room(book.of_run, need.runs)
    book.alive = with_room(book.alive, need.sections)
    book.first_run = with_room(book.first_run, need.sections)
    book.rows = with_room(book.rows, need.rows)
    book.marks = with_room(book.marks, len(book.rows))
    book.visited = with_room(book.visited, size * len(SYSTEMS))
    book.plan = plan._replace(
        runs=all_with_room(plan.runs, need.runs),
        order=book.order_room[: book.counts.runs],
        rank=with_room(plan.rank, need.runs),
        links=all_with_room(plan.links, need.rows),
        tallies=all_with_room(plan.tallies, need.entries),
        who=with_room(plan.who, need.entries),
        first_side=entries.first_side,
        opponent=sides.opponent,
        code=sides.code,
        rulings=all_with_room(plan.rulings, need.rulings),
        facts=facts_with_room(plan.facts, size),
    )
    book.ruled = with_room(book.ruled, need.rulings)


# names and facts


def _write_names(book: Workbook, edit: Edit, journal: Journal) -> None:
    names = book.names
    if edit.members:
        names.write_members([row.id for row in edit.members], [row.name for row in edit.members])
        journal.set(names, "members", names.members + len(edit.members))
    for number, row in edit.changed:
        journal.put(names, "member_names", number, row.name)
    if edit.events:
        names.write_events(edit.events)
        journal.set(names, "events", names.events + len(edit.events))
    for number, name in edit.refiled:
        journal.put(names, "event_names", number, name)
    if edit.withdrawn or edit.refiled:
        filed = {number for number, _ in edit.refiled}
        journal.set(names, "withdrawn", (names.withdrawn | set(edit.withdrawn)) - filed)


def _write_facts(book: Workbook, edit: Edit, journal: Journal, controls: tuple[str, ...]) -> None:
    """Members and tables of dated facts, and what of them the kernel reads."""
    known = book.columns.members
    first = book.names.members - len(edit.members)
    for number, row in enumerate(edit.members, first):
        known.birth[number], known.adult[number], known.same_as[number] = row.birth, row.adult, number
        book.facts.birth[number], book.facts.adult[number] = row.birth, row.adult
    for number, row in edit.changed:
        journal.put(book, "columns.members.birth", number, row.birth)
        journal.put(book, "columns.members.adult", number, row.adult)
    for number, other in edit.merged:
        journal.put(book, "columns.members.same_as", number, other)
    if edit.merged:
        journal.set(book, "roots", roots_of(known.same_as))
    tables = {name: joined(getattr(book.columns, name), table) for name, table in edit.dated.items()}
    if edit.floors_gone:
        floors = tables.get("floors", book.columns.floors)
        tables["floors"] = type(floors)(*(np.delete(column, edit.floors_gone) for column in floors))
    for name, table in {**tables, "time_controls": controls}.items():
        journal.put(book, "columns", name, table)
    if edit.touched:
        again = facts_again(book.facts, book.columns, book.roots, edit.touched, book.names)
        journal.set(book, "facts", again)


# runs


def _write_rulings(book: Workbook, edit: Edit, ruled: list[int], new: Rulings | None) -> list[Place]:
    """New rulings on days of the past, and those that are about another person now; with the ranks of their runs."""
    plan, first = book.plan, book.counts.rulings
    raw = book.ruled[ruled]
    tables = [Rulings._make(column[ruled] for column in plan.rulings)]
    if new is not None:
        raw = np.concatenate([raw, new.member])
        tables.append(new)
    for table in tables:
        put(plan.rulings, first, table)
        first += len(table.day)
    begin = book.counts.rulings
    book.ruled[begin:first] = raw
    plan.rulings.member[begin:first] = book.roots[raw]
    book.counts = book.counts._replace(rulings=first)
    days, systems = plan.rulings.day[begin:first].tolist(), plan.rulings.system[begin:first].tolist()
    runs = _write_runs(
        book,
        [
            (-1, system, RULING, 0, 0, 0, day, day, begin + at, 1)
            for at, (day, system) in enumerate(zip(days, systems, strict=True))
        ],
    )
    after = [int(plan.rank[run]) + 1 for run in edit.ruled_again for _ in rulings_of(book, run)]
    keys = [book.key(run) for run in runs]
    after += [book.rank_after(key) for key in keys[len(after) :]]
    return [(rank, key, [run]) for rank, key, run in zip(after, keys, runs, strict=True)]


def _write_sections(book: Workbook, added: Written, systems: UInt8, journal: Journal) -> list[Place]:
    """Sections behind all others, their runs, and the ranks at which these come."""
    columns, counts, plan = book.columns, book.counts, book.plan
    sections, entries, sides = (len(table[-1]) for table in (added.sections[:-1], added.entries[:-1], added.sides))
    put(columns.sections[:-1], counts.sections, added.sections[:-1])
    first_entry = columns.sections.first_entry[counts.sections : counts.sections + sections + 1]
    first_entry[:] = added.sections.first_entry + counts.entries
    put(columns.entries[:-1], counts.entries, added.entries[:-1])
    end = counts.entries + entries
    columns.entries.first_side[counts.entries : end + 1] = added.entries.first_side + counts.sides
    put(columns.sides, counts.sides, added.sides)
    plan.who[counts.entries : end] = book.roots[added.entries.member]
    tally_sections(first_entry, plan)
    book.alive[counts.sections : counts.sections + sections] = True
    if len(added.published.entry):
        published = joined(
            columns.published, added.published._replace(entry=added.published.entry + np.int32(counts.entries))
        )
        journal.put(book, "columns", "published", published)
        journal.put(book, "facts", "published", published)
    most = int(np.diff(added.entries.first_side).max(initial=0)) * int(
        plan.tallies.pooled[counts.entries : end].max(initial=1)
    )
    book.size = book.size.at_least(int(np.diff(first_entry).max(initial=0)), most)
    book.counts = counts._replace(sections=counts.sections + sections, entries=end, sides=counts.sides + sides)
    return _write_section_runs(book, counts.sections, systems)


def _write_section_runs(book: Workbook, first: int, systems: UInt8) -> list[Place]:
    """The runs of new sections, one for each system, and the ranks at which they come."""
    columns = book.columns.sections
    told: list[Run] = []
    of_section: list[list[int]] = []
    for section, mask in enumerate(systems.tolist(), first):
        entry, stop = columns.first_entry[section].item(), columns.first_entry[section + 1].item()
        kind, youth, override = (getattr(columns, name)[section].item() for name in ("kind", "youth", "override"))
        days = columns.start[section].item(), columns.end[section].item()
        in_systems = [system for system in range(len(SYSTEMS)) if mask & (1 << system)]
        dual = mask & DUAL == DUAL
        of_section.append([len(told) + at for at in range(len(in_systems))])
        told += [(section, system, kind, dual, youth, override, *days, entry, stop - entry) for system in in_systems]
    runs = _write_runs(book, told)
    places = []
    for section, places_of in enumerate(of_section, first):
        own = [runs[at] for at in places_of]
        book.first_run[section] = own[0] if own else -1
        if own:
            key = book.key(own[0])
            places.append((book.rank_after(key), key, own))
    return places


def _write_runs(book: Workbook, told: Sequence[Run]) -> list[int]:
    """Write runs behind all others, with rows that say nothing yet and stand in no chain."""
    if not told:
        return []
    counts, plan = book.counts, book.plan
    table = np.array(told, dtype=np.int64).T
    sizes = table[-1]
    first_row = counts.rows + np.cumsum(sizes) - sizes
    put(plan.runs, counts.runs, Runs._make((*table[:8], first_row, *table[8:])))
    rows = int(sizes.sum())
    plan.links.run[counts.rows : counts.rows + rows] = NOWHERE
    book.rows[counts.rows : counts.rows + rows] = np.zeros(1, dtype=book.rows.dtype)
    runs = list(range(counts.runs, counts.runs + len(told)))
    for run, (_, system, kind, _, _, _, start, end, *_) in zip(runs, told, strict=True):
        book.of_run[run] = 0 if kind == RULING else book.shelf.place(system, start, end)
    matches = [run for run, entry in zip(runs, told, strict=True) if entry[2] == MATCH]
    book.counts = counts._replace(runs=counts.runs + len(told), rows=counts.rows + rows)
    if matches:
        book.matches = np.append(book.matches, np.array(matches, dtype=np.int32))
        book.plan = with_matches(plan, book.matches[-len(matches) :])
    return runs


def _insert(book: Workbook, places: list[Place]) -> None:
    """Give new runs their ranks; later ones move up."""
    if not places:
        return
    places.sort(key=lambda place: place[:2])
    ranks = [rank for rank, _, runs in places for _ in runs]
    runs = [run for _, _, runs_of_place in places for run in runs_of_place]
    first = ranks[0]
    put_in_order(book, first, np.insert(book.plan.order[first:], [rank - first for rank in ranks], runs))


def put_in_order(book: Workbook, first: int, tail: Any) -> None:
    """Let the runs from a rank on be others."""
    end = first + len(tail)
    book.order_room[first:end] = tail
    book.plan.rank[tail] = np.arange(first, end, dtype=np.int32)
    book.plan = book.plan._replace(order=book.order_room[:end])
