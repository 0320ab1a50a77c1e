"""Changes: facts of a ledger as one edit of a workbook, checked as the ledger checks them, all or none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from arpad.history.edit import Edit, MemberRow
from arpad.history.error import HistoryError
from arpad.history.facts import row_of
from arpad.history.part import floors_of, part_of, sections_of, sections_with
from arpad.history.sections import Writing, table
from arpad.history.workbook import Key, Workbook
from arpad.history.writing import rulings_of
from arpad.kernel.columns import (
    NO_DAY,
    RULING,
    UNSAID,
    Ceilings,
    Floors,
    ForeignRatings,
    MatchChanges,
    Rulings,
    day_number,
)
from arpad.ledger.error import LedgerError
from arpad.ledger.facts import EventFiled, Fact, FloorSet, FloorWithdrawn, SectionCorrected
from arpad.ledger.past import Member, Past
from arpad.rules.vocabulary import Section

GROWING: dict[str, type] = {
    "foreign": ForeignRatings,
    "ceilings": Ceilings,
    "rulings": Rulings,
    "match_changes": MatchChanges,
}
"""The tables of dated facts that nothing is taken from, as columns and past call them."""

NOBODY = MemberRow(None, NO_DAY, UNSAID, None)
"""Who plays without an id."""


def edit_of(book: Workbook, facts: Iterable[Fact]) -> Edit:
    """What facts change in a workbook; they may build on each other.

    `HistoryError` for one that contradicts what is known, with the code that the ledger has for it; its place counts
    from the first of these facts.
    """
    told = list(facts)
    old = part_of(book, told)
    try:
        new = old.with_facts(told)
    except LedgerError as error:
        raise HistoryError(error.problem) from error
    return _Difference(book, told, old, new).edit()


class _Told(NamedTuple):
    """A section that was told by a fact, and the number of its event."""

    event: int
    event_id: str
    section: Section

    @property
    def key(self) -> Key:
        """Its rating order."""
        section = self.section
        return (day_number(section.end), day_number(section.start), self.event_id, section.number)


class _Difference:
    """From what a part of the past was to what it is now, in a workbook's numbers."""

    def __init__(self, book: Workbook, facts: Sequence[Fact], old: Past, new: Past) -> None:
        self.book, self.facts, self.old, self.new = book, facts, old, new
        self.added = [_row(member) for member in new.members.values() if member.id not in old.members]
        self.number_of = {row.id: book.names.members + at for at, row in enumerate(self.added)}
        self.merges = sorted(
            member for member in {**old.merged, **new.merged} if old.merged.get(member) != new.merged.get(member)
        )
        self.moved = self._moved()

    def edit(self) -> Edit:
        """Everything together."""
        book, new = self.book, self.new
        events, told, removed, flagged = self._events()
        sections = sections_with(book, [member for member in self.moved if member < book.names.members])
        copied = sorted((set(sections) | flagged) - removed)
        writing = Writing(book.columns.time_controls)
        nameless = self._write(writing, told, copied)
        members = (*self.added, *[NOBODY] * nameless)
        changed = [member for member in new.members.values() if self.old.members.get(member.id, member) != member]
        dated, gone, about = self._dated()
        about |= {member.id for member in changed if _known(member) != _known(self.old.members[member.id])}
        touched = self._persons_before() | {self.person(member) for member in self.moved}
        return Edit(
            book.version,
            members,
            tuple((self.number(member.id), _row(member)) for member in changed),
            tuple((self.number(one), self.number(new.merged.get(one, one))) for one in self.merges),
            **events,
            removed=tuple(sorted(removed | set(copied))),
            added=writing.written() if told or copied else None,
            time_controls=writing.controls,
            dated=dated,
            floors_gone=gone,
            ruled_again=self._ruled_again(),
            touched=tuple(sorted(touched | {self.person(self.number(member)) for member in about})),
        )

    # who is who

    def number(self, member_id: str) -> int:
        """The number of a member, old or new."""
        if member_id in self.number_of:
            return self.number_of[member_id]
        found = self.book.names.member(member_id)
        if found is None:
            raise ValueError(f"member {member_id!r} has no number")
        return found

    def person(self, member: int) -> int:
        """The member that one is in the end, after the change."""
        if not self.merges:
            return int(self.book.roots[member]) if member < self.book.names.members else member
        member_id = self.id(member)
        return member if member_id is None else self.number(self.new.kept(member_id))

    def id(self, member: int) -> str | None:
        """The id of a member, old or new."""
        old = self.book.names.members
        return self.book.names.member_ids[member] if member < old else self.added[member - old].id

    def _moved(self) -> set[int]:
        """The members who are somebody else now, or were: those merged or unmerged, and their own duplicates."""
        found = set(self.merges)
        while True:
            further = {
                duplicate
                for merged in (self.old.merged, self.new.merged)
                for duplicate, kept in merged.items()
                if kept in found
            }
            if further <= found:
                return {self.number(member) for member in found}
            found |= further

    def _persons_before(self) -> set[int]:
        """Who those members were before."""
        return {int(self.book.roots[member]) for member in self.moved if member < self.book.names.members}

    def _ruled_again(self) -> tuple[int, ...]:
        """The runs of rulings of all persons who were moved, if rulings of any moved member are among them."""
        book = self.book
        persons = self._persons_before() | {self.person(member) for member in self.moved}
        runs = {
            run
            for person in persons
            if person < book.names.members
            for run in book.runs_of_person(person)
            if book.plan.runs.kind[run] == RULING
        }
        if any(int(book.ruled[place]) in self.moved for run in runs for place in rulings_of(book, run)):
            return tuple(sorted(runs))
        return ()

    # what was played

    def _events(self) -> tuple[dict[str, Any], list[_Told], set[int], set[int]]:
        """Events as an edit has them, sections that were told, and by their places those gone and those overridden."""
        names, old, new = self.book.names, self.old.events, self.new.events
        number_of = {event: number for event in old if (number := names.filed(event)) is not None}
        in_file = sections_of(self.book, number_of.values())
        added: list[tuple[str, str | None]] = []
        refiled: list[tuple[int, str | None]] = []
        told: list[_Told] = []
        removed: set[int] = set()
        flagged: set[int] = set()
        for event, now in new.items():
            number = names.event(event)
            if number is None:
                number = names.events + len(added)
                added.append((event, now.name))
            elif event not in old or old[event].name != now.name:
                refiled.append((number, now.name))
            before = old[event].sections if event in old else ()
            kept = {id(section) for section in now.sections}
            for place, section in zip(in_file.get(number, ()), before, strict=True):
                if id(section) not in kept:
                    removed.add(place)
                elif (event, section.number) in self.new.overrides and not self.book.columns.sections.override[place]:
                    flagged.add(place)
            stood = {id(section) for section in before}
            told += [_Told(number, event, section) for section in now.sections if id(section) not in stood]
        withdrawn = [number for event, number in number_of.items() if event not in new]
        removed |= {place for number in withdrawn for place in in_file[number]}
        events = {"events": tuple(added), "refiled": tuple(refiled), "withdrawn": tuple(withdrawn)}
        return events, told, removed, flagged

    def _write(self, writing: Writing, told: list[_Told], copied: list[int]) -> int:
        """Write sections down in rating order; how many players without an id are told of."""
        book = self.book
        nameless = book.names.members + len(self.added)
        first = nameless
        todo: list[tuple[Key, _Told | int]] = [(entry.key, entry) for entry in told]
        todo += [(book.key_of_section(section), section) for section in copied]
        sections = book.columns.sections
        for _, entry in sorted(todo, key=lambda pair: pair[0]):
            if isinstance(entry, int):
                event = book.names.id_of_event(int(sections.event[entry]))
                flag = bool(sections.override[entry]) or self._overridden(event, int(sections.number[entry]))
                writing.copy(book.columns, entry, self.person, override=flag)
                continue
            section, raw, persons = entry.section, [], []
            for player in section.players:
                if player.id is None:
                    raw.append(nameless)
                    persons.append(nameless)
                    nameless += 1
                else:
                    raw.append(self.number(player.id))
                    persons.append(self.number(self.new.kept(player.id)))
            flag = section.match_override or self._overridden(entry.event_id, section.number)
            writing.tell(entry.event, section, raw, persons, override=flag, place=self._place(section))
        return nameless - first

    def _overridden(self, event: str, section: int) -> bool:
        return (event, section) in self.new.overrides

    def _place(self, section: Section) -> str:
        """Where among the facts a section was told."""
        for at, fact in enumerate(self.facts):
            if isinstance(fact, EventFiled) and any(one is section for one in fact.event.sections):
                return f"facts[{at}]"
            if isinstance(fact, SectionCorrected) and fact.section is section:
                return f"facts[{at}]"
        raise ValueError(f"no fact tells of {section}")

    # what was ruled, and known from elsewhere

    def _dated(self) -> tuple[dict[str, Any], tuple[int, ...], set[str]]:
        """Rows added to the tables of dated facts, floors that are gone, and whom all but rulings are about."""
        dated: dict[str, Any] = {}
        about: set[str] = set()
        for name, form in GROWING.items():
            facts = getattr(self.new, name)
            if facts:
                dated[name] = table(form, [row_of(fact, self.number(fact.member)) for fact in facts])
                about |= set() if name == "rulings" else {fact.member for fact in facts}
        present: dict[FloorSet, int | None] = {floor: place for place, floor in floors_of(self.book, self.facts)}
        gone: list[int] = []
        for fact in self.facts:
            if isinstance(fact, FloorSet) and fact not in present:
                present[fact] = None
                about.add(fact.member)
            elif isinstance(fact, FloorWithdrawn):
                place = present.pop(FloorSet(fact.member, fact.floor))
                gone += [] if place is None else [place]
                about.add(fact.member)
        set_now = [floor for floor, place in present.items() if place is None]
        if set_now:
            dated["floors"] = table(Floors, [row_of(floor, self.number(floor.member)) for floor in set_now])
        return dated, tuple(gone), about


def _row(member: Member) -> MemberRow:
    return MemberRow(member.id, *_known(member), member.name)


def _known(member: Member) -> tuple[int, int]:
    """What of a member a rating may need."""
    return day_number(member.birth), UNSAID if member.adult is None else int(member.adult)
