"""Part: as much of a workbook's past, in the words of the ledger, as some facts speak of.

A ledger decides what a fact may be by all facts before it.  A history of millions keeps no facts, but what it keeps
says all of the past that the new ones touch: who they name, the events they name, and for a merge where the two
persons met.  So the ledger itself decides, and a fact is refused here as it is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from math import isnan

import numpy as np

from arpad.history.workbook import Workbook
from arpad.kernel.columns import CODES, FLOOR_KINDS, SYSTEMS, UNSAID, day_of
from arpad.ledger.facts import (
    EventFiled,
    EventWithdrawn,
    Fact,
    FloorSet,
    FloorWithdrawn,
    ListPublished,
    MatchOverride,
    MembersMerged,
    MembersUnmerged,
    RuleChangeAdopted,
    SectionCorrected,
)
from arpad.ledger.past import Member, Past
from arpad.rules.vocabulary import Event, Floor, Player, Round, Section

SOME_DAY = date(1970, 1, 1)
"""Where a day is not asked for."""


def part_of(book: Workbook, facts: Sequence[Fact]) -> Past:
    """The past as far as some facts speak of it; sections that nobody asks about have no players."""
    named = {number for member in _named(facts) if (number := book.names.member(member)) is not None}
    merging = [fact for fact in facts if isinstance(fact, MembersMerged | MembersUnmerged)]
    merged = _merged(book, named)
    if merging:
        merged = duplicates_of(book)
        named |= merged.keys() | set(merged.values())
    names = book.names
    events = {event: number for event in _events(facts) if (number := names.filed(event)) is not None}
    told = _meetings(book, merging)
    for event in {int(book.columns.sections.event[section]) for section in told}:
        events.setdefault(names.id_of_event(event), event)
    sections = sections_of(book, events.values())
    flagged = book.columns.sections.override
    return Past(
        members={member.id: member for member in (_member(book, number) for number in sorted(named))},
        merged={_id(book, duplicate): _id(book, kept) for duplicate, kept in merged.items()},
        events={
            event: Event(
                SOME_DAY,
                SOME_DAY,
                tuple(told.get(section) or _stub(book, section) for section in sections[number]),
                id=event,
                name=names.event_names[number],
            )
            for event, number in events.items()
        },
        floors=tuple(floor for _, floor in floors_of(book, facts)),
        overrides=frozenset(
            (event, int(book.columns.sections.number[section]))
            for event, number in events.items()
            for section in sections[number]
            if flagged[section]
        ),
    )


def duplicates_of(book: Workbook) -> dict[int, int]:
    """Each duplicate and the member it was merged into."""
    same_as = book.columns.members.same_as[: book.names.members]
    found = np.flatnonzero(same_as != np.arange(len(same_as), dtype=np.int32))
    return dict(zip(found.tolist(), same_as[found].tolist(), strict=True))


def sections_of(book: Workbook, events: Iterable[int]) -> dict[int, list[int]]:
    """The sections of some events that there are, by event, in order of their numbers."""
    number = book.columns.sections.number
    found = {event: [place for place in book.sections_of_event(event) if book.alive[place]] for event in events}
    return {event: sorted(places, key=lambda place: int(number[place])) for event, places in sorted(found.items())}


def floors_of(book: Workbook, facts: Iterable[Fact]) -> list[tuple[int, FloorSet]]:
    """The floors of everybody whose floors some facts change, each with its place in the table."""
    members = {book.names.member(fact.member) for fact in facts if isinstance(fact, FloorSet | FloorWithdrawn)}
    table = book.columns.floors
    places = np.flatnonzero(np.isin(table.member, [member for member in members if member is not None]))
    found = []
    for place in places.tolist():
        system = int(table.system[place])
        value, amount, under = (
            None if isnan(number) else float(number)
            for number in (table.value[place], table.amount[place], table.under[place])
        )
        since, of_system = day_of(table.since[place]), None if system < 0 else SYSTEMS[system]
        floor = Floor(FLOOR_KINDS[table.kind[place]], value, amount, under, since, of_system)
        found.append((place, FloorSet(_id(book, int(table.member[place])), floor)))
    return found


def sections_with(book: Workbook, members: Iterable[int]) -> list[int]:
    """Every section in which any of some members stands in a row, under the member's own id."""
    members = set(members)
    if not members:
        return []
    own = np.array(sorted(members), dtype=np.int32)
    persons = {int(book.roots[member]) for member in members}
    of_runs = (int(book.plan.runs.section[run]) for person in persons for run in book.runs_of_person(person))
    count = book.counts.sections
    no_runs = np.flatnonzero(book.alive[:count] & (book.first_run[:count] < 0)).tolist()
    candidates = {section for section in of_runs if section >= 0} | set(no_runs)
    return sorted(section for section in candidates if np.isin(_members_of(book, section), own).any())


def _members_of(book: Workbook, section: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    first = book.columns.sections.first_entry
    return book.columns.entries.member[first[section] : first[section + 1]]


def _named(facts: Iterable[Fact]) -> Iterator[str]:
    """Every member id in some facts."""
    for fact in facts:
        if isinstance(fact, MembersMerged | MembersUnmerged):
            yield fact.kept
            yield fact.duplicate
        elif isinstance(fact, EventFiled | SectionCorrected):
            sections = fact.event.sections if isinstance(fact, EventFiled) else (fact.section,)
            yield from (player.id for section in sections for player in section.players if player.id is not None)
        elif not isinstance(fact, EventWithdrawn | MatchOverride | ListPublished | RuleChangeAdopted):
            yield fact.member


def _events(facts: Iterable[Fact]) -> Iterator[str]:
    """Every event id in some facts."""
    for fact in facts:
        if isinstance(fact, EventFiled):
            if fact.event.id:
                yield fact.event.id
        elif isinstance(fact, SectionCorrected | EventWithdrawn | MatchOverride):
            yield fact.event


def _merged(book: Workbook, members: Iterable[int]) -> dict[int, int]:
    """The merges that lead from some members to their persons; all members on the way with them."""
    same_as = book.columns.members.same_as
    found: dict[int, int] = {}
    for member in members:
        at = member
        while (kept := int(same_as[at])) != at:
            found[at] = kept
            at = kept
    return found


def _meetings(book: Workbook, merging: Sequence[MembersMerged | MembersUnmerged]) -> dict[int, Section]:
    """The sections in which any two of the persons play who are merged or unmerged, with the games of these alone."""
    ids = {member for fact in merging for member in (fact.kept, fact.duplicate)}
    persons = {int(book.roots[number]) for member in ids if (number := book.names.member(member)) is not None}
    if len(persons) < 2:
        return {}
    everybody = persons | {duplicate for duplicate in duplicates_of(book) if int(book.roots[duplicate]) in persons}
    found = {}
    for section in sections_with(book, everybody):
        told = _games_of(book, section, everybody)
        if len(told.players) > 1:
            found[section] = told
    return found


def _games_of(book: Workbook, section: int, members: set[int]) -> Section:
    """A section with the rows of some members, and their games against each other."""
    entries, sides = book.columns.entries, book.columns.sides
    first = int(book.columns.sections.first_entry[section])
    players = []
    own = [member in members for member in _members_of(book, section).tolist()]
    for place, counts in enumerate(own):
        if not counts:
            continue
        entry = first + place
        rounds = tuple(
            Round(CODES[sides.code[side]], int(entries.number[first + sides.opponent[side]]))
            for side in range(entries.first_side[entry], entries.first_side[entry + 1])
            if own[sides.opponent[side]]
        )
        players.append(Player(int(entries.number[entry]), rounds, id=_id(book, int(entries.member[entry]))))
    return replace(_stub(book, section), players=tuple(players))


def _stub(book: Workbook, section: int) -> Section:
    """A section of which nothing is asked but its number."""
    return Section(int(book.columns.sections.number[section]), SOME_DAY, SOME_DAY, ())


def _member(book: Workbook, number: int) -> Member:
    known = book.columns.members
    adult = int(known.adult[number])
    return Member(
        _id(book, number),
        day_of(int(known.birth[number])),
        None if adult == UNSAID else bool(adult),
        book.names.member_names[number],
    )


def _id(book: Workbook, number: int) -> str:
    """The id of a member who has one."""
    found = book.names.member_ids[number]
    if found is None:
        raise ValueError(f"member {number} has no id")
    return found
