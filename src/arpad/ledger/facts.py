"""The facts of a ledger: what was played, who is who, what was ruled.  Frozen, recorded once, never edited.

A correction is a new fact.  Every fact has a JSON form with its name and the number of the schema, so that a ledger can
be kept anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, get_args

from arpad.ledger.error import refuse
from arpad.ledger.plain import from_plain, to_plain
from arpad.rules.vocabulary import Event, Floor, Rating, Section, System

SCHEMA = 1
"""The number of the JSON form; another form would have another."""

Source = Literal["FIDE", "CFC", "national"]


@dataclass(frozen=True, slots=True)
class MemberAdded:
    """A member, as first known."""

    member: str
    birth: date | None = None
    adult: bool | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class MemberChanged:
    """A member's birth date, inferred adulthood and name from now on, for all times: all three are replaced."""

    member: str
    birth: date | None
    adult: bool | None
    name: str | None


@dataclass(frozen=True, slots=True)
class MembersMerged:
    """Two ids were one person: everything of the duplicate counts as the kept member's."""

    kept: str
    duplicate: str


@dataclass(frozen=True, slots=True)
class MembersUnmerged:
    """They were two persons after all."""

    kept: str
    duplicate: str


@dataclass(frozen=True, slots=True)
class EventFiled:
    """What was played.

    Of a player the history takes the number, the rounds, the id, the name and what was published (reading I53);
    everything else that a report brings is a fact of its own.
    """

    event: Event


@dataclass(frozen=True, slots=True)
class SectionCorrected:
    """A section as it really was: it supersedes the one with its number, or is added to the event."""

    event: str
    section: Section


@dataclass(frozen=True, slots=True)
class EventWithdrawn:
    """The event counts as never filed."""

    event: str


@dataclass(frozen=True, slots=True)
class ForeignRatingRecorded:
    """A rating of another federation: computed on `day`, believed for sections that end on `since` or later."""

    member: str
    source: Source
    rating: float
    day: date | None = None
    since: date | None = None
    resident: bool | None = None


@dataclass(frozen=True, slots=True)
class FloorSet:
    """A floor by fact or ruling; setting the same floor again changes nothing."""

    member: str
    floor: Floor


@dataclass(frozen=True, slots=True)
class FloorWithdrawn:
    """The floor was never there."""

    member: str
    floor: Floor


@dataclass(frozen=True, slots=True)
class CeilingSet:
    """A level that a ruling keeps a member's ratings under, for sections that end `since` or later; None lifts it."""

    member: str
    value: float | None
    since: date | None = None


@dataclass(frozen=True, slots=True)
class RatingSet:
    """A rating by ruling, or as it stood at the start: it holds before the sections that end on `day`.

    `rating.date` is the day it was computed.
    """

    member: str
    system: System
    day: date
    rating: Rating


@dataclass(frozen=True, slots=True)
class MatchChangeRecorded:
    """What a match before the history did to a rating."""

    member: str
    system: System
    day: date
    change: float


@dataclass(frozen=True, slots=True)
class MatchOverride:
    """The office has a match rated that the rule refuses; it stands when the section is corrected later."""

    event: str
    section: int


@dataclass(frozen=True, slots=True)
class ListPublished:
    """A list came out; kept in the record, without effect on ratings."""

    month: date
    cutoff: date
    digest: str


@dataclass(frozen=True, slots=True)
class RuleChangeAdopted:
    """The rules were changed; kept in the record, the numbers live in the law."""

    day: date
    text: str


Fact = (
    MemberAdded
    | MemberChanged
    | MembersMerged
    | MembersUnmerged
    | EventFiled
    | SectionCorrected
    | EventWithdrawn
    | ForeignRatingRecorded
    | FloorSet
    | FloorWithdrawn
    | CeilingSet
    | RatingSet
    | MatchChangeRecorded
    | MatchOverride
    | ListPublished
    | RuleChangeAdopted
)


def name_of(kind: type[Fact]) -> str:
    """What a fact is called in its JSON form.

    >>> name_of(MemberAdded)
    'member-added'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


FACTS: dict[str, type[Fact]] = {name_of(kind): kind for kind in get_args(Fact)}
"""The facts by name."""


def to_json(fact: Fact) -> dict[str, Any]:
    """A fact as plain JSON; fields that have their default are left out.

    >>> to_json(MemberAdded("12345678", date(2001, 5, 4)))
    {'fact': 'member-added', 'schema': 1, 'member': '12345678', 'birth': '2001-05-04'}
    """
    return {"fact": name_of(type(fact)), "schema": SCHEMA, **to_plain(fact)}


def from_json(document: object) -> Fact:
    """The fact that plain JSON stands for; `LedgerError` says what cannot be read.

    >>> from_json({"fact": "event-withdrawn", "schema": 1, "event": "202503010013"})
    EventWithdrawn(event='202503010013')
    """
    if not isinstance(document, Mapping):
        raise refuse("wrong-type", "", "a fact is an object", 'in braces, with "fact" and "schema"')
    schema, name = document.get("schema"), document.get("fact")
    if type(schema) is not int or schema != SCHEMA:
        raise refuse("unknown-schema", "schema", f"{schema!r} is no schema of facts", f"it is {SCHEMA}")
    kind = FACTS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise refuse("unknown-fact", "fact", f"{name!r} is no fact", f"facts are {', '.join(FACTS)}")
    fields = {key: value for key, value in document.items() if key not in {"fact", "schema"}}
    fact: Fact = from_plain(kind, fields)
    return fact
