"""Generated histories with an office that is busier than most, and the same histories as facts of a ledger."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from math import inf, isnan, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.generator import generate
from arpad.history.record import Record, nameless
from arpad.kernel.columns import (
    CODES,
    DTYPES,
    KINDS,
    LOWERED,
    MATCH,
    MONEY,
    NO_DAY,
    OLM,
    SOURCES,
    SYSTEMS,
    UNKNOWN_GAMES,
    UNSAID,
    Ceilings,
    Columns,
    Floors,
    ForeignRatings,
    MatchChanges,
    Rulings,
    day_number,
    day_of,
)
from arpad.ledger.facts import (
    CeilingSet,
    EventFiled,
    Fact,
    FloorSet,
    ForeignRatingRecorded,
    MatchChangeRecorded,
    MatchOverride,
    MemberAdded,
    MembersMerged,
    RatingSet,
)
from arpad.rules.law import law
from arpad.rules.vocabulary import Event, Floor, Kind, Player, Published, Rating, Round, Section, System
from arpad.rules.vocabulary import Record as Results

GAMES_OF_MEMBER = 20


def generated(games: int, seed: int) -> Record:
    """A history of about so many games, with dated facts of every kind about some of the members."""
    made = generate(max(60, games // GAMES_OF_MEMBER), seed, games=games)
    columns = _busier(made.columns, np.random.default_rng(seed))
    names = nameless(len(made.member_ids), "name")
    return Record(columns, made.member_ids, made.event_ids, names, made.event_names)


def _busier(columns: Columns, rng: np.random.Generator) -> Columns:
    """The columns with more floors, ceilings, foreign ratings, rulings and merged members."""
    members, first, last = len(columns.members.birth), int(columns.sections.start[0]), int(columns.sections.end[-1])
    count = max(8, members // 12)

    def someone(share: int = 1) -> NDArray[Any]:
        return rng.integers(0, members, count * share)

    def someday(of: int) -> NDArray[Any]:
        days = rng.integers(first, last, of)
        return np.where(rng.random(of) < 0.2, NO_DAY, days)

    def any_of(of: int, *values: float) -> NDArray[Any]:
        return rng.choice(np.array(values), of)

    levels = 100.0 * rng.integers(1, 23, count)
    floors = [
        (
            someone(),
            MONEY,
            nan,
            any_of(count, 999, 1000, 2000, 4000, 5000),
            levels,
            someday(count),
            any_of(count, -1, 0),
        ),
        (someone(), LOWERED, levels, nan, nan, someday(count), any_of(count, -1, -1, 0, 1, 3)),
        (someone(), OLM, nan, nan, nan, someday(count), any_of(count, -1, 0)),
    ]
    ceilings = [
        (someone(), 100.0 * rng.integers(8, 24, count), someday(count)),
        (someone(), inf, rng.integers(first, last, count)),
    ]
    ratings = any_of(count, 150, 1000, 1500, 1610, 1999, 2000, 2150, 2400)
    foreign: list[tuple[Any, ...]] = [
        (
            someone(),
            source,
            ratings + source,
            since - rng.integers(0, 900, count),
            since,
            any_of(count, UNSAID, 0, 1, 1),
        )
        for source in range(len(SOURCES))
        for since in (rng.integers(first, last, count),)
    ]
    foreign += [(someone(), source, ratings, NO_DAY, NO_DAY, UNSAID) for source in range(len(SOURCES))]
    systems, days = rng.integers(0, len(SYSTEMS), count), rng.integers(first, last, count)
    born = np.array([day_number(law().systems[system].since) for system in SYSTEMS])
    games = any_of(count, 0, 1, 8, 9, 25, 26, 400, UNKNOWN_GAMES)
    rulings = [
        (
            someone(),
            np.where(days >= born[systems], systems, 0),
            days,
            np.round(rng.uniform(100, 2500, count), 2),
            games,
            np.where(games == 0, 0, any_of(count, -1, 0, 0, 1)),
            np.where(rng.random(count) < 0.3, 2500.0, nan),
            np.maximum(games, 0) // 3,
            np.maximum(games, 0) // 5,
            np.maximum(games, 0) // 4,
            np.where(rng.random(count) < 0.3, NO_DAY, days - rng.integers(0, 900, count)),
        )
    ]
    changes = [
        (
            someone(4),
            any_of(4 * count, 0, 0, 1),
            rng.integers(first - 400, last, 4 * count),
            rng.uniform(-60, 60, 4 * count),
        )
    ]
    overrides = columns.sections.override | (
        (columns.sections.kind == MATCH) & (rng.random(len(columns.sections.kind)) < 0.3)
    )
    return columns._replace(
        members=columns.members._replace(same_as=_merged(columns, rng)),
        sections=columns.sections._replace(override=overrides),
        foreign=_longer(ForeignRatings, columns.foreign, foreign),
        floors=_longer(Floors, columns.floors, floors),
        ceilings=_longer(Ceilings, columns.ceilings, ceilings),
        rulings=_longer(Rulings, columns.rulings, rulings),
        match_changes=_longer(MatchChanges, columns.match_changes, changes),
    )


def _longer(form: Any, table: Any, more: list[tuple[Any, ...]]) -> Any:
    """A table with rows added, each group of them given by columns or by one value for all."""
    columns = []
    for place, (name, kind) in enumerate(DTYPES[form].items()):
        added = [np.broadcast_to(group[place], np.shape(group[0])) for group in more]
        columns.append(np.concatenate([table[place], *added]).astype(kind))
        assert name == form._fields[place]
    return form(*columns)


def _merged(columns: Columns, rng: np.random.Generator) -> NDArray[np.int32]:
    """Some pairs of members who were never in one section, made one person each."""
    count = len(columns.members.birth)
    same_as = np.arange(count, dtype=np.int32)
    section_of = np.repeat(np.arange(len(columns.sections.start)), np.diff(columns.sections.first_entry))
    played: dict[int, set[int]] = {}
    for member, section in zip(columns.entries.member.tolist(), section_of.tolist(), strict=True):
        played.setdefault(member, set()).add(section)
    order = rng.permutation(count)[: 2 * max(2, count // 100)].tolist()
    for kept, duplicate in zip(order[::2], order[1::2], strict=True):
        if not played.get(kept, set()) & played.get(duplicate, set()):
            same_as[duplicate] = kept
    return same_as


def facts_of(record: Record) -> list[Fact]:
    """The same history as facts of a ledger, table by table in the order of the columns."""
    columns, ids = record.columns, record.members.to_list()
    members = columns.members
    facts: list[Fact] = [
        MemberAdded(ids[place], day_of(members.birth[place]), _truth(members.adult[place])) for place in range(len(ids))
    ]
    facts += [
        MembersMerged(ids[kept], ids[place]) for place, kept in enumerate(members.same_as.tolist()) if kept != place
    ]
    facts += [
        ForeignRatingRecorded(ids[who], SOURCES[source], rating, day_of(day), day_of(since), _truth(resident))  # type: ignore[arg-type]
        for who, source, rating, day, since, resident in _rows(columns.foreign)
    ]
    facts += [FloorSet(ids[who], _floor(*rest)) for who, *rest in _rows(columns.floors)]
    facts += [
        CeilingSet(ids[who], None if value == inf else value, day_of(since))
        for who, value, since in _rows(columns.ceilings)
    ]
    facts += [_ruling(ids[who], *rest) for who, *rest in _rows(columns.rulings)]
    facts += [
        MatchChangeRecorded(ids[who], SYSTEMS[system], _day(day), change)
        for who, system, day, change in _rows(columns.match_changes)
    ]
    return facts + list(_events(record))


def _rows(table: Any) -> Any:
    return zip(*(column.tolist() for column in table), strict=True)


def _day(number: int) -> date:
    day = day_of(number)
    assert day is not None
    return day


def _truth(value: int) -> bool | None:
    return None if value == UNSAID else bool(value)


def _number(value: float) -> float | None:
    return None if isnan(value) else value


def _floor(kind: int, value: float, amount: float, under: float, since: int, system: int) -> Floor:
    of = None if system < 0 else SYSTEMS[system]
    if kind == LOWERED:
        return Floor("lowered", value=value, since=day_of(since), system=of)
    if kind == MONEY:
        return Floor("money", amount=amount, under=under, since=day_of(since), system=of)
    return Floor("olm", since=day_of(since), system=of)


def _ruling(member: str, *values: Any) -> RatingSet:
    system, day, rating, games, record, peak, wins, draws, events, computed = values
    counted = None if games == UNKNOWN_GAMES else games
    set_to = Rating(rating, counted, Results(record), day_of(computed), _number(peak), wins, draws, events)
    return RatingSet(member, SYSTEMS[system], _day(day), set_to)


def _events(record: Record) -> Any:
    """The events, filed in the order of their numbers, and the office's word on matches."""
    sections = record.columns.sections
    published = _published(record)
    of_event: dict[int, list[Section]] = {}
    for place in range(len(sections.start)):
        of_event.setdefault(int(sections.event[place]), []).append(_section(record, place, published))
    for place, found in sorted(of_event.items()):
        event = record.events[place]
        filed = tuple(replace(section, match_override=False) for section in found)
        yield EventFiled(Event(min(s.start for s in found), max(s.end for s in found), filed, id=event))
        yield from (MatchOverride(event, section.number) for section in found if section.match_override)


def _published(record: Record) -> dict[int, dict[System, Published]]:
    found: dict[int, dict[System, Published]] = {}
    for entry, system, rating, games in _rows(record.columns.published):
        found.setdefault(entry, {})[SYSTEMS[system]] = Published(rating, None if games == UNKNOWN_GAMES else games)
    return found


def _section(record: Record, place: int, published: dict[int, dict[System, Published]]) -> Section:
    columns = record.columns
    sections, entries, sides = columns.sections, columns.entries, columns.sides
    first, stop = int(sections.first_entry[place]), int(sections.first_entry[place + 1])
    players = []
    for entry in range(first, stop):
        cells = tuple(
            Round(CODES[sides.code[side]], int(entries.number[first + int(sides.opponent[side])]))
            for side in range(entries.first_side[entry], entries.first_side[entry + 1])
        )
        who = record.members[int(entries.member[entry])]
        players.append(Player(int(entries.number[entry]), cells, id=who, published=published.get(entry, {})))
    control, named = int(sections.time_control[place]), int(sections.systems[place])
    return Section(
        number=int(sections.number[place]),
        start=_day(int(sections.start[place])),
        end=_day(int(sections.end[place])),
        players=tuple(players),
        time_control=None if control < 0 else columns.time_controls[control],
        online=bool(sections.online[place]),
        systems=tuple(system for bit, system in enumerate(SYSTEMS) if named & (1 << bit)) or None,
        kind=Kind(KINDS[sections.kind[place]]),
        youth=bool(sections.youth[place]),
        match_override=bool(sections.override[place]),
    )
