"""What the facts, taken in the order recorded, come to: who is who, what was played, what was ruled.  Pure.

A ledger is append-only, so what it says can be continued: ``past_of(a + b) == past_of(a).with_facts(b)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from arpad.ledger.checks import check_floor, check_number, check_rating, check_section, check_sections, met
from arpad.ledger.error import refuse
from arpad.ledger.facts import (
    CeilingSet,
    EventFiled,
    EventWithdrawn,
    Fact,
    FloorSet,
    FloorWithdrawn,
    ForeignRatingRecorded,
    ListPublished,
    MatchChangeRecorded,
    MatchOverride,
    MemberAdded,
    MemberChanged,
    MembersMerged,
    MembersUnmerged,
    RatingSet,
    RuleChangeAdopted,
    SectionCorrected,
)
from arpad.rules.vocabulary import Event, Section


@dataclass(frozen=True, slots=True)
class Member:
    """A member as now known."""

    id: str
    birth: date | None = None
    adult: bool | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """What is now held true.

    Attributes:
        count: the facts that were taken; the next one is ``facts[count]``.
        members: everybody, by id, in the order added.
        merged: each duplicate and the member it was merged into, which may be a duplicate itself.
        events: what was played, by id; corrected sections stand in the place of those they supersede.
        floors: those set and not withdrawn; like `foreign`, `ceilings`, `rulings` and `match_changes` in the
            order recorded, under the ids they were recorded for.
        overrides: event and section number of each match that the office has rated although the rule refuses it.
    """

    count: int = 0
    members: Mapping[str, Member] = field(default_factory=dict, repr=False)
    merged: Mapping[str, str] = field(default_factory=dict, repr=False)
    events: Mapping[str, Event] = field(default_factory=dict, repr=False)
    foreign: tuple[ForeignRatingRecorded, ...] = field(default=(), repr=False)
    floors: tuple[FloorSet, ...] = field(default=(), repr=False)
    ceilings: tuple[CeilingSet, ...] = field(default=(), repr=False)
    rulings: tuple[RatingSet, ...] = field(default=(), repr=False)
    match_changes: tuple[MatchChangeRecorded, ...] = field(default=(), repr=False)
    overrides: frozenset[tuple[str, int]] = field(default=frozenset(), repr=False)

    @property
    def same_as(self) -> dict[str, str]:
        """For each duplicate the member that it is in the end.

        >>> past_of([
        ...     MemberAdded("1"), MemberAdded("2"), MemberAdded("3"), MembersMerged("2", "3"), MembersMerged("1", "2"),
        ... ]).same_as
        {'3': '1', '2': '1'}
        """
        return {duplicate: self.kept(duplicate) for duplicate in self.merged}

    def kept(self, member: str) -> str:
        """The id that a member goes by: its own, or that of the member it is a duplicate of."""
        return _root(self.merged, member)

    def sections(self) -> Iterator[tuple[str, Section]]:
        """Every section with the id of its event, a match with the office's word on it."""
        for event_id, event in self.events.items():
            for section in event.sections:
                if (event_id, section.number) in self.overrides and not section.match_override:
                    yield event_id, replace(section, match_override=True)
                else:
                    yield event_id, section

    def with_facts(self, facts: Iterable[Fact]) -> Past:
        """The past when more facts were recorded; `LedgerError` for one that contradicts those before it.

        >>> past_of([MemberAdded("1")]).with_facts([MemberAdded("1")])
        Traceback (most recent call last):
        arpad.ledger.error.LedgerError: error: member '1' was added before; to change one, record \
member-changed [member-twice at facts[1]]
        """
        resolving = _Resolving(self)
        count = self.count
        for fact in facts:
            resolving.take(fact, f"facts[{count}]")
            count += 1
        return resolving.past(count)


def past_of(facts: Iterable[Fact]) -> Past:
    """What the facts come to; `LedgerError` for one that contradicts those before it.

    >>> past_of([MemberAdded("12345678", date(2001, 5, 4))]).members
    {'12345678': Member(id='12345678', birth=datetime.date(2001, 5, 4), adult=None, name=None)}
    """
    return Past().with_facts(facts)


def _root(merged: Mapping[str, str], member: str) -> str:
    while member in merged:
        member = merged[member]
    return member


class _Resolving:
    """The state of going through facts: a past that can still be written, and one method for each kind of fact."""

    def __init__(self, past: Past) -> None:
        self.members = dict(past.members)
        self.merged = dict(past.merged)
        self.events = dict(past.events)
        self.foreign = list(past.foreign)
        self.floors = dict.fromkeys(past.floors)
        self.ceilings = list(past.ceilings)
        self.rulings = list(past.rulings)
        self.match_changes = list(past.match_changes)
        self.overrides = set(past.overrides)
        self.entered: dict[str, set[str]] | None = None

    def past(self, count: int) -> Past:
        """What was made of the facts."""
        return Past(
            count,
            self.members,
            self.merged,
            self.events,
            tuple(self.foreign),
            tuple(self.floors),
            tuple(self.ceilings),
            tuple(self.rulings),
            tuple(self.match_changes),
            frozenset(self.overrides),
        )

    def take(self, fact: Fact, place: str) -> None:
        """Take one fact in."""
        _TAKERS[type(fact)](self, fact, place)

    # members

    def member_added(self, fact: MemberAdded, place: str) -> None:
        """A new id."""
        if not fact.member:
            raise refuse("member-without-id", place, "a member has no id", "give every member one")
        if fact.member in self.members:
            message = f"member {fact.member!r} was added before"
            raise refuse("member-twice", place, message, "to change one, record member-changed")
        self.members[fact.member] = Member(fact.member, fact.birth, fact.adult, fact.name)

    def member_changed(self, fact: MemberChanged, place: str) -> None:
        """All that is known of a member, replaced."""
        self.known(fact.member, place)
        self.members[fact.member] = Member(fact.member, fact.birth, fact.adult, fact.name)

    def merge(self, fact: MembersMerged, place: str) -> None:
        """One more duplicate; two who met in a game are no one person."""
        self.known(fact.kept, place)
        self.known(fact.duplicate, place)
        if fact.kept == fact.duplicate:
            message = f"member {fact.kept!r} is merged with itself"
            raise refuse("merged-with-itself", place, message, "name two members")
        if fact.duplicate in self.merged:
            message = f"member {fact.duplicate!r} is merged into {self.merged[fact.duplicate]!r} already"
            raise refuse("merged-already", place, message, "unmerge the two first")
        kept = _root(self.merged, fact.kept)
        if kept == fact.duplicate:
            message = f"member {fact.kept!r} is a duplicate of {fact.duplicate!r} itself: the merge would be a circle"
            raise refuse("merged-in-circle", place, message, "exchange the two, or unmerge them first")
        event = self.event_of_meeting(kept, fact.duplicate)
        if event is not None:
            message = f"members {fact.kept!r} and {fact.duplicate!r} met in event {event!r}"
            raise refuse("members-met", place, message, "nobody meets himself: correct that section first")
        self.merged[fact.duplicate] = fact.kept

    def unmerge(self, fact: MembersUnmerged, place: str) -> None:
        """The very merge that was recorded, undone."""
        self.known(fact.kept, place)
        self.known(fact.duplicate, place)
        if self.merged.get(fact.duplicate) != fact.kept:
            message = f"member {fact.duplicate!r} is not merged into {fact.kept!r}"
            raise refuse("not-merged", place, message, "name the two as they were merged")
        del self.merged[fact.duplicate]

    def known(self, member: str, place: str) -> None:
        """Refuse a member that was never added."""
        if member not in self.members:
            message = f"member {member!r} was never added"
            raise refuse("unknown-member", place, message, "record member-added first")

    def event_of_meeting(self, one: str, other: str) -> str | None:
        """The first event in which two persons met, under whichever of their ids."""
        if self.entered is None:
            self.entered = {}
            for event in self.events.values():
                self.enter(event)
        mine, theirs = (
            {who} | {duplicate for duplicate in self.merged if _root(self.merged, duplicate) == who}
            for who in (one, other)
        )
        common = self.events_of(mine) & self.events_of(theirs)
        for event_id in sorted(common):
            found = self.events.get(event_id)
            if found is not None and any(met(section, mine, theirs) for section in found.sections):
                return event_id
        return None

    def events_of(self, members: Iterable[str]) -> set[str]:
        """The events that any of some ids was ever entered in."""
        found: set[str] = set()
        for member in members:
            found |= (self.entered or {}).get(member, set())
        return found

    def enter(self, event: Event) -> None:
        """Remember who was entered in an event, once anybody has asked."""
        if self.entered is None or event.id is None:
            return
        for section in event.sections:
            for player in section.players:
                if player.id is not None:
                    self.entered.setdefault(player.id, set()).add(event.id)

    # what was played

    def file(self, fact: EventFiled, place: str) -> None:
        """A new event, or one that was withdrawn."""
        event = fact.event
        if not event.id:
            raise refuse("event-without-id", place, "the event has no id", "give every event one")
        if event.id in self.events:
            message = f"event {event.id!r} was filed before"
            raise refuse("event-twice", place, message, "correct its sections, or withdraw it first")
        check_sections(event.sections, place)
        for section in event.sections:
            self.check(section, place)
        self.put(event.id, event)

    def correct(self, fact: SectionCorrected, place: str) -> None:
        """A section in the place of the one with its number, or after all others."""
        event = self.filed(fact.event, place)
        self.check(fact.section, place)
        sections = {section.number: section for section in event.sections} | {fact.section.number: fact.section}
        self.put(fact.event, replace(event, sections=tuple(sections.values())))

    def withdraw(self, fact: EventWithdrawn, place: str) -> None:
        """Everything about the event goes, the office's word on its matches too."""
        self.filed(fact.event, place)
        del self.events[fact.event]
        self.overrides = {entry for entry in self.overrides if entry[0] != fact.event}

    def override(self, fact: MatchOverride, place: str) -> None:
        """The office's word on a section that there is."""
        event = self.filed(fact.event, place)
        if all(section.number != fact.section for section in event.sections):
            message = f"event {fact.event!r} has no section {fact.section}"
            raise refuse("unknown-section", place, message, "name one that was filed")
        self.overrides.add((fact.event, fact.section))

    def filed(self, event_id: str, place: str) -> Event:
        """An event that is present."""
        event = self.events.get(event_id)
        if event is None:
            raise refuse("unknown-event", place, f"event {event_id!r} is not filed", "record event-filed first")
        return event

    def check(self, section: Section, place: str) -> None:
        """Refuse a section that cannot be, or that unknown members played in."""
        for player in section.players:
            if player.id is not None:
                self.known(player.id, place)
        check_section(section, place, lambda member: _root(self.merged, member))

    def put(self, event_id: str, event: Event) -> None:
        """Keep an event."""
        self.events[event_id] = event
        self.enter(event)

    # what was ruled, and known from elsewhere

    def foreign_recorded(self, fact: ForeignRatingRecorded, place: str) -> None:
        """A rating is not believed before it was computed."""
        self.known(fact.member, place)
        if fact.source not in {"FIDE", "CFC", "national"}:
            raise refuse("unknown-source", place, f"{fact.source!r} rates nobody", "sources are FIDE, CFC, national")
        check_number("rating", fact.rating, place)
        if fact.day is not None and fact.since is not None and fact.day > fact.since:
            message = f"a rating computed on {fact.day} is believed since {fact.since}"
            raise refuse("dated-later", place, message, "correct one of the two days")
        self.foreign.append(fact)

    def floor_set(self, fact: FloorSet, place: str) -> None:
        """The same floor once."""
        self.known(fact.member, place)
        check_floor(fact.floor, place)
        self.floors[fact] = None

    def floor_withdrawn(self, fact: FloorWithdrawn, place: str) -> None:
        """A floor that is set."""
        self.known(fact.member, place)
        floor = FloorSet(fact.member, fact.floor)
        if floor not in self.floors:
            message = f"member {fact.member!r} has no such floor"
            raise refuse("unknown-floor", place, message, "name it as it was set")
        del self.floors[floor]

    def ceiling_set(self, fact: CeilingSet, place: str) -> None:
        """A level, or its end."""
        self.known(fact.member, place)
        check_number("ceiling", fact.value, place)
        self.ceilings.append(fact)

    def rating_set(self, fact: RatingSet, place: str) -> None:
        """A rating that was computed when it was set, or earlier."""
        self.known(fact.member, place)
        check_rating(fact.rating, place)
        if fact.rating.date is not None and fact.rating.date > fact.day:
            message = f"a rating computed on {fact.rating.date} holds from {fact.day}"
            raise refuse("dated-later", place, message, "correct one of the two days")
        self.rulings.append(fact)

    def match_change(self, fact: MatchChangeRecorded, place: str) -> None:
        """What an earlier match did."""
        self.known(fact.member, place)
        check_number("change", fact.change, place)
        self.match_changes.append(fact)

    def nothing(self, fact: ListPublished | RuleChangeAdopted, place: str) -> None:
        """Kept in the record alone."""


_TAKERS: dict[type[Any], Callable[[_Resolving, Any, str], None]] = {
    MemberAdded: _Resolving.member_added,
    MemberChanged: _Resolving.member_changed,
    MembersMerged: _Resolving.merge,
    MembersUnmerged: _Resolving.unmerge,
    EventFiled: _Resolving.file,
    SectionCorrected: _Resolving.correct,
    EventWithdrawn: _Resolving.withdraw,
    ForeignRatingRecorded: _Resolving.foreign_recorded,
    FloorSet: _Resolving.floor_set,
    FloorWithdrawn: _Resolving.floor_withdrawn,
    CeilingSet: _Resolving.ceiling_set,
    RatingSet: _Resolving.rating_set,
    MatchChangeRecorded: _Resolving.match_change,
    MatchOverride: _Resolving.override,
    ListPublished: _Resolving.nothing,
    RuleChangeAdopted: _Resolving.nothing,
}
