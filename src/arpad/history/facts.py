"""A record from the facts of a ledger, and single facts as rows of the columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import inf, nan
from typing import Any

import polars as pl

from arpad.history.record import Record
from arpad.history.sections import Writing, table
from arpad.kernel.columns import (
    FLOOR_KINDS,
    SOURCES,
    SYSTEMS,
    UNKNOWN_GAMES,
    UNSAID,
    Ceilings,
    Columns,
    Floors,
    ForeignRatings,
    MatchChanges,
    Members,
    Rulings,
    day_number,
)
from arpad.ledger.facts import (
    CeilingSet,
    Fact,
    FloorSet,
    ForeignRatingRecorded,
    MatchChangeRecorded,
    RatingSet,
)
from arpad.ledger.order import rating_order
from arpad.ledger.past import Member, Past, past_of

Row = tuple[Any, ...]


def record_of_facts(facts: Iterable[Fact]) -> Record:
    """What facts come to, as columns; `LedgerError` for one that contradicts those before it.

    >>> from arpad.ledger.facts import MemberAdded
    >>> record_of_facts([MemberAdded("12345678")])
    <Record of 1 members, 0 events, 0 sections, 0 games>
    """
    return record_of_past(past_of(facts))


def record_of_past(past: Past) -> Record:
    """What a ledger says, as columns.

    Members stand in the order added, who plays without an id after them; sections in rating order; events by id.
    """
    number_of = {member: number for number, member in enumerate(past.members)}
    members = [member_row(member, number_of[past.merged.get(member.id, member.id)]) for member in past.members.values()]
    events = sorted(past.events)
    place_of_event = {event: place for place, event in enumerate(events)}
    filed = sorted(
        past.sections(), key=lambda entry: rating_order(entry[1].end, entry[1].start, entry[0], entry[1].number)
    )
    writing = Writing()
    for event, told in filed:
        section = replace(told, players=tuple(sorted(told.players, key=lambda player: player.number)))
        raw, persons = [], []
        for player in section.players:
            if player.id is None:
                raw.append(len(members))
                persons.append(len(members))
                members.append((day_number(None), UNSAID, len(members)))
            else:
                raw.append(number_of[player.id])
                persons.append(number_of[past.kept(player.id)])
        place = f"event {event}"
        writing.tell(place_of_event[event], section, raw, persons, override=section.match_override, place=place)
    written = writing.written()
    columns = Columns(
        table(Members, members),
        written.sections,
        written.entries,
        written.sides,
        table(ForeignRatings, [row_of(fact, number_of[fact.member]) for fact in past.foreign]),
        table(Floors, [row_of(fact, number_of[fact.member]) for fact in past.floors]),
        table(Ceilings, [row_of(fact, number_of[fact.member]) for fact in past.ceilings]),
        table(Rulings, [row_of(fact, number_of[fact.member]) for fact in past.rulings]),
        table(MatchChanges, [row_of(fact, number_of[fact.member]) for fact in past.match_changes]),
        written.published,
        writing.controls,
    )
    names = [member.name for member in past.members.values()]
    nameless = [None] * (len(members) - len(names))
    return Record(
        columns,
        pl.Series("member", [*past.members, *nameless], dtype=pl.String),
        pl.Series("event", events, dtype=pl.String),
        pl.Series("name", names + nameless, dtype=pl.String),
        pl.Series("event_name", [past.events[event].name for event in events], dtype=pl.String),
    )


def member_row(member: Member, same_as: int) -> Row:
    """A member as a row of `Members`."""
    return (day_number(member.birth), UNSAID if member.adult is None else int(member.adult), same_as)


def _foreign(fact: ForeignRatingRecorded) -> Row:
    resident = UNSAID if fact.resident is None else int(fact.resident)
    return (SOURCES.index(fact.source), fact.rating, day_number(fact.day), day_number(fact.since), resident)


def _floor(fact: FloorSet) -> Row:
    floor = fact.floor
    numbers = (nan if number is None else number for number in (floor.value, floor.amount, floor.under))
    system = -1 if floor.system is None else SYSTEMS.index(floor.system)
    return (FLOOR_KINDS.index(floor.kind), *numbers, day_number(floor.since), system)


def _ceiling(fact: CeilingSet) -> Row:
    return (inf if fact.value is None else fact.value, day_number(fact.since))


def _ruling(fact: RatingSet) -> Row:
    rating = fact.rating
    return (
        SYSTEMS.index(fact.system),
        day_number(fact.day),
        rating.rating,
        UNKNOWN_GAMES if rating.games is None else rating.games,
        int(rating.record or 0),
        nan if rating.peak is None else rating.peak,
        rating.wins or 0,
        rating.draws or 0,
        rating.events_of_three or 0,
        day_number(rating.date),
    )


def _match_change(fact: MatchChangeRecorded) -> Row:
    return (SYSTEMS.index(fact.system), day_number(fact.day), fact.change)


_ROWS: dict[type, Callable[[Any], Row]] = {
    ForeignRatingRecorded: _foreign,
    FloorSet: _floor,
    CeilingSet: _ceiling,
    RatingSet: _ruling,
    MatchChangeRecorded: _match_change,
}


def row_of(fact: ForeignRatingRecorded | FloorSet | CeilingSet | RatingSet | MatchChangeRecorded, member: int) -> Row:
    """A dated fact as a row of its table.

    >>> row_of(CeilingSet("12345678", 2000.0), 7)
    (7, 2000.0, -2147483648)
    """
    return (member, *_ROWS[type(fact)](fact))
