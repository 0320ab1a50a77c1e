"""What is known of each person apart from games, as it holds on the day a section ends.

A person is a member with all duplicates: what is recorded for any of the ids counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Protocol, TypeVar

from arpad.ledger.facts import CeilingSet, FloorSet, ForeignRatingRecorded, MatchChangeRecorded, Source
from arpad.ledger.past import Member, Past
from arpad.rules.vocabulary import Ceiling, Floor, MatchChange, OtherRating


@dataclass(frozen=True, slots=True)
class Known:
    """What holds of a person on a day: birth, adulthood, ratings of others, floors, ceiling, matches before history."""

    birth: date | None = None
    adult: bool | None = None
    fide: OtherRating | None = None
    cfc: OtherRating | None = None
    national: OtherRating | None = None
    floors: tuple[Floor, ...] = ()
    ceiling: Ceiling | None = None
    match_changes: tuple[MatchChange, ...] = ()


NOBODY = Known()
"""What is known of a player without a member id."""


@dataclass(frozen=True, slots=True)
class Person:
    """Everything recorded about a person; dated facts that supersede each other stand in the order they hold."""

    member: str
    birth: date | None
    adult: bool | None
    foreign: Mapping[Source, tuple[ForeignRatingRecorded, ...]]
    floors: tuple[FloorSet, ...]
    ceilings: tuple[CeilingSet, ...]
    match_changes: tuple[MatchChangeRecorded, ...]

    def on(self, end: date) -> Known:
        """What holds for a section that ends on a day.

        >>> from arpad.ledger.facts import MemberAdded
        >>> from arpad.ledger.past import past_of
        >>> fide = ForeignRatingRecorded("1", "FIDE", 2100.0, since=date(2025, 3, 1))
        >>> person = people_of(past_of([MemberAdded("1"), fide]))["1"]
        >>> person.on(date(2025, 2, 28)).fide, person.on(date(2025, 3, 1)).fide
        (None, OtherRating(rating=2100.0, date=None, canadian_resident=None))
        """
        ceiling = _newest(self.ceilings, end)
        return Known(
            self.birth,
            self.adult,
            _other(self.foreign, "FIDE", end),
            _other(self.foreign, "CFC", end),
            _other(self.foreign, "national", end),
            tuple(entry.floor for entry in self.floors if entry.floor.since is None or entry.floor.since <= end),
            None if ceiling is None or ceiling.value is None else Ceiling(ceiling.value, ceiling.since),
            tuple(
                MatchChange(entry.system, entry.day, entry.change) for entry in self.match_changes if entry.day <= end
            ),
        )


def people_of(past: Past) -> dict[str, Person]:
    """Every person by the id they go by.

    Of birth date and adulthood, what the member lacks a duplicate may know; the first of them by id.
    """
    duplicates: dict[str, list[Member]] = {}
    for duplicate, kept in sorted(past.same_as.items()):
        duplicates.setdefault(kept, []).append(past.members[duplicate])
    foreign = _by_person(past, past.foreign)
    floors = _by_person(past, past.floors)
    ceilings = _by_person(past, past.ceilings)
    changes = _by_person(past, past.match_changes)
    people = {}
    for member in past.members.values():
        if member.id in past.merged:
            continue
        ids = [member, *duplicates.get(member.id, ())]
        people[member.id] = Person(
            member.id,
            next((one.birth for one in ids if one.birth is not None), None),
            next((one.adult for one in ids if one.adult is not None), None),
            _by_source(foreign.get(member.id, ())),
            tuple(floors.get(member.id, ())),
            _in_order(ceilings.get(member.id, ())),
            tuple(changes.get(member.id, ())),
        )
    return people


class _OfMember(Protocol):
    """A fact about a member."""

    @property
    def member(self) -> str: ...


class _Since(Protocol):
    """A fact that holds from a day on."""

    @property
    def since(self) -> date | None: ...


OfMember = TypeVar("OfMember", bound=_OfMember)
Dated = TypeVar("Dated", bound=_Since)


def _by_person(past: Past, facts: Iterable[OfMember]) -> dict[str, list[OfMember]]:
    """Facts by the person they are about, in the order recorded."""
    found: dict[str, list[OfMember]] = {}
    for fact in facts:
        found.setdefault(past.kept(fact.member), []).append(fact)
    return found


def _in_order(facts: Iterable[Dated]) -> tuple[Dated, ...]:
    """Facts by the day they hold from, the undated first; of one day as recorded."""
    return tuple(sorted(facts, key=lambda fact: fact.since or date.min))


def _newest(facts: Iterable[Dated], end: date) -> Dated | None:
    """The last of facts in order that holds on a day."""
    held = [fact for fact in facts if fact.since is None or fact.since <= end]
    return held[-1] if held else None


def _by_source(facts: Iterable[ForeignRatingRecorded]) -> dict[Source, tuple[ForeignRatingRecorded, ...]]:
    """Ratings of other federations, each federation's in order."""
    found: dict[Source, list[ForeignRatingRecorded]] = {}
    for fact in facts:
        found.setdefault(fact.source, []).append(fact)
    return {source: _in_order(of_one) for source, of_one in found.items()}


def _other(
    foreign: Mapping[Source, tuple[ForeignRatingRecorded, ...]], source: Source, end: date
) -> OtherRating | None:
    """The rating of one federation that holds on a day."""
    found = _newest(foreign.get(source, ()), end)
    return None if found is None else OtherRating(found.rating, found.day, found.resident)
