"""A record from event documents: what a directory of reports says about a whole past (reading I53)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from math import nan
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from arpad.history.checks import check
from arpad.history.error import refuse
from arpad.history.record import Record, in_order, no_columns
from arpad.kernel.columns import (
    CODES,
    DTYPES,
    FLOOR_KINDS,
    KINDS,
    LARGEST_SECTION,
    SOURCES,
    SYSTEMS,
    UNKNOWN_GAMES,
    UNSAID,
    Columns,
    day_number,
)
from arpad.ledger.checks import check_floor, check_number, check_rating, check_section, check_sections
from arpad.ledger.order import Key, rating_order
from arpad.ledger.plain import to_plain
from arpad.rules.vocabulary import Ceiling, Event, Floor, OtherRating, Player, Rating, Section, System

SERIALS = 1000
BROUGHT = ("ratings", "birth", "adult", "fide", "cfc", "national", "floors", "ceiling", "published", "match_history")
"""What the entries of one member must say alike."""


def record_of_events(events: Iterable[Event]) -> Record:
    """The history that event documents tell together, the same whatever the order they come in.

    Ratings and earlier matches that a report brings are a start, at a member's first section in rating order; birth
    date, adulthood and name are taken from whoever says them first; ratings of other federations, floors, ceilings and
    published ratings whenever they are said.  Of a player without an id only the name is taken, and what was
    published.  The law is asked of the history, whatever an event says of it.

    An event without an id gets one as the office gives them: its last day, a serial number and a 0.
    """
    filed = _with_ids(events)
    ordered: list[tuple[Key, Section]] = []
    for name, event in filed.items():
        check_sections(event.sections, f"event {name}")
        for section in event.sections:
            _check(section, f"event {name}")
            ordered.append((rating_order(section.end, section.start, name, section.number), section))
    ordered.sort(key=lambda entry: entry[0])
    builder = _Builder(list(filed))
    for (_, _, name, _), section in ordered:
        builder.add(name, section)
    return check(in_order(builder.record([event.name for event in filed.values()])))


def _with_ids(events: Iterable[Event]) -> dict[str, Event]:
    """Every event by its id; two with one id are an error."""
    found: dict[str, Event] = {}
    nameless = []
    for event in events:
        if event.id is None:
            nameless.append(event)
            continue
        if not event.id:
            raise refuse("event-without-id", f"event {event.name!r}", "the id of the event is empty", "give it one")
        if event.id in found:
            raise refuse("event-twice", f"event {event.id}", "there are two events of this id", "keep one of them")
        found[event.id] = event
    for event in sorted(nameless, key=_told):
        day = event.end.strftime("%Y%m%d")
        own = next((name for serial in range(SERIALS) if (name := f"{day}{serial:03}0") not in found), None)
        if own is None:
            message = f"more than {SERIALS:,} events without an id end on {event.end}"
            raise refuse("too-many", f"event {event.name!r}", message, "give every event an id")
        found[own] = replace(event, id=own)
    return found


def _told(event: Event) -> tuple[date, date, str]:
    """An order for events without an id: by their days, then by everything that they say."""
    return event.end, event.start, json.dumps(to_plain(event), sort_keys=True)


def _check(section: Section, place: str) -> None:
    """Refuse a section that cannot be, or players who bring what cannot be."""
    if len(section.players) > LARGEST_SECTION:
        message = f"section {section.number} has {len(section.players):,} players"
        raise refuse("section-too-large", place, message, f"part it: {LARGEST_SECTION:,} is the most")
    check_section(section, place, lambda member: member)
    first: dict[str, Player] = {}
    for player in section.players:
        where = f"{place}, section {section.number}, {player.label}"
        if player.id == "":
            raise refuse("member-without-id", where, "the id is empty", "leave it out for somebody without an id")
        _check_brought(player, where)
        if player.id is None:
            continue
        other = first.setdefault(player.id, player)
        for name in BROUGHT:
            if getattr(player, name) != getattr(other, name):
                message = f"member {player.id!r} is {other.label} too, with another {name}"
                raise refuse("entries-disagree", where, message, "the entries of one member are one person")


def _check_brought(player: Player, where: str) -> None:
    """Refuse numbers that are none."""
    for rating in player.ratings.values():
        check_rating(rating, where)
    for other in (player.fide, player.cfc, player.national):
        check_number("rating", None if other is None else other.rating, where)
    for floor in player.floors:
        check_floor(floor, where)
    check_number("ceiling", None if player.ceiling is None else player.ceiling.value, where)
    for change in player.match_history:
        check_number("change", change.change, where)


class _Known(NamedTuple):
    """What is known of a member so far: what was said first holds."""

    birth: date | None
    adult: bool | None
    name: str | None

    def and_then(self, player: Player) -> _Known:
        """The same, and what a player says that was not known yet."""
        return _Known(
            player.birth if self.birth is None else self.birth,
            player.adult if self.adult is None else self.adult,
            player.name if self.name is None else self.name,
        )


class _Builder:
    """Collects sections in rating order, as rows of the tables."""

    def __init__(self, events: list[str]) -> None:
        self.events = events
        self.place_of_event = {event: place for place, event in enumerate(events)}
        self.rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in Columns._fields}
        self.ids: list[str | None] = []
        self.known: list[_Known] = []
        self.place_of_member: dict[str, int] = {}
        self.controls: dict[str, int] = {}
        self.floors: set[tuple[int, Floor]] = set()
        self.held: dict[tuple[Any, ...], OtherRating | Ceiling] = {}

    def add(self, event: str, section: Section) -> None:
        """Add a section, later than all before it."""
        entries, sides = self.rows["entries"], self.rows["sides"]
        control = -1
        if section.time_control is not None:
            control = self.controls.setdefault(section.time_control, len(self.controls))
        self.rows["sections"].append(
            (
                self.place_of_event[event],
                section.number,
                day_number(section.start),
                day_number(section.end),
                KINDS.index(section.kind),
                section.online,
                section.youth,
                section.match_override,
                sum(1 << SYSTEMS.index(system) for system in section.systems or ()),
                control,
                len(entries),
            )
        )
        lines = list(_as_paired(section.players))
        place_of = {player.number: place for place, player in enumerate(lines)}
        met = set(self.place_of_member)
        for player in lines:
            member = self._member(player)
            for system, published in player.published.items():
                games = UNKNOWN_GAMES if published.games is None else published.games
                self.rows["published"].append((len(entries), SYSTEMS.index(system), published.rating, games))
            entries.append((member, player.number, len(sides)))
            sides += [
                (place_of[cell.opponent], CODES.index(cell.code))
                for cell in player.rounds
                if cell.rated and cell.opponent is not None
            ]
        brought = {player.id: player for player in reversed(lines) if player.id is not None}
        for name, player in sorted(brought.items()):
            self._bring(self.place_of_member[name], player, day_number(section.end), first=name not in met)

    def _member(self, player: Player) -> int:
        """The place of a member; a new one for somebody without an id."""
        if player.id is None:
            self.ids.append(None)
            self.known.append(_Known(None, None, player.name))
            return len(self.ids) - 1
        place = self.place_of_member.setdefault(player.id, len(self.ids))
        if place == len(self.ids):
            self.ids.append(player.id)
            self.known.append(_Known(None, None, None))
        self.known[place] = self.known[place].and_then(player)
        return place

    def _bring(self, member: int, player: Player, end: int, *, first: bool) -> None:
        """What a member brings to a section, as facts of their own; what held already is not said again."""
        if first:
            for system, rating in player.ratings.items():
                self.rows["rulings"].append(_ruling(member, system, end, rating))
            for change in player.match_history:
                system_place = SYSTEMS.index(change.system)
                self.rows["match_changes"].append((member, system_place, day_number(change.date), change.change))
        for source, other in zip(SOURCES, (player.fide, player.cfc, player.national), strict=True):
            if other is not None and self._is_new((member, source), other):
                resident = UNSAID if other.canadian_resident is None else int(other.canadian_resident)
                row = (member, SOURCES.index(source), other.rating, day_number(other.date), end, resident)
                self.rows["foreign"].append(row)
        for floor in player.floors:
            if (member, floor) not in self.floors:
                self.floors.add((member, floor))
                self.rows["floors"].append(_floor(member, floor))
        ceiling = player.ceiling
        if ceiling is not None and self._is_new((member, ceiling.since), ceiling):
            self.rows["ceilings"].append((member, ceiling.value, day_number(ceiling.since)))

    def _is_new(self, of: tuple[Any, ...], said: OtherRating | Ceiling) -> bool:
        """Whether something else held before; from now on this does."""
        before = self.held.get(of)
        self.held[of] = said
        return before != said

    def record(self, event_names: list[str | None]) -> Record:
        """Everything collected, as columns."""
        self.rows["members"] = [
            (day_number(known.birth), UNSAID if known.adult is None else int(known.adult), place)
            for place, known in enumerate(self.known)
        ]
        last = {"sections": len(self.rows["entries"]), "entries": len(self.rows["sides"])}
        empty = no_columns()
        tables = {
            name: _table(type(getattr(empty, name)), rows, last.get(name))
            for name, rows in self.rows.items()
            if name != "time_controls"
        }
        return Record(
            Columns(**tables, time_controls=tuple(self.controls)),
            pl.Series("member", self.ids, dtype=pl.String),
            pl.Series("event", self.events, dtype=pl.String),
            pl.Series("name", [known.name for known in self.known], dtype=pl.String),
            pl.Series("event_name", event_names, dtype=pl.String),
        )


def _table(form: Any, rows: list[tuple[Any, ...]], last: int | None) -> Any:
    """Rows as the columns of a table; a last column of offsets has one more."""
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(form._fields)
    if last is not None:
        columns[-1] = (*columns[-1], last)
    return form(*(np.array(column, dtype=kind) for kind, column in zip(DTYPES[form].values(), columns, strict=True)))


def _as_paired(players: tuple[Player, ...]) -> Iterator[Player]:
    """The players of a section, those of one member side by side, by the member's lowest number, then by number."""
    lowest: dict[str, int] = {}
    for player in players:
        if player.id is not None:
            lowest[player.id] = min(player.number, lowest.get(player.id, player.number))
    yield from sorted(players, key=lambda player: (lowest.get(player.id or "", player.number), player.number))


def _ruling(member: int, system: System, day: int, rating: Rating) -> tuple[Any, ...]:
    return (
        member,
        SYSTEMS.index(system),
        day,
        rating.rating,
        UNKNOWN_GAMES if rating.games is None else rating.games,
        int(rating.record or 0),
        nan if rating.peak is None else rating.peak,
        rating.wins or 0,
        rating.draws or 0,
        rating.events_of_three or 0,
        day_number(rating.date),
    )


def _floor(member: int, floor: Floor) -> tuple[Any, ...]:
    return (
        member,
        FLOOR_KINDS.index(floor.kind),
        nan if floor.value is None else floor.value,
        nan if floor.amount is None else floor.amount,
        nan if floor.under is None else floor.under,
        day_number(floor.since),
        -1 if floor.system is None else SYSTEMS.index(floor.system),
    )
