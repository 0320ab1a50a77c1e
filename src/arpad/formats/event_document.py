"""`arpad-event/1`, the JSON document of what was played: read with problems that name the cell, and written.

Reading goes in three steps: bytes to JSON (`json_text`), JSON to values by the declared shapes below, and the checks
that need the whole document (`arpad.formats.crosstable`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from arpad.formats.crosstable import check_section
from arpad.formats.json_text import parse_json
from arpad.formats.shape import (
    INVALID,
    Choice,
    Day,
    Field,
    Flag,
    Invalid,
    ListOf,
    Nullable,
    Number,
    Object,
    Reading,
    Text,
    shown,
)
from arpad.rules.problem import Problem, printable
from arpad.rules.vocabulary import (
    FORFEITED,
    PLAYED,
    UNPLAYED,
    Ceiling,
    Event,
    Floor,
    Kind,
    LawChoice,
    MatchChange,
    OtherRating,
    Player,
    Profile,
    Published,
    Rating,
    Record,
    Round,
    Section,
    System,
)

FORMAT = "arpad-event/1"

RATING = Number(1, 4000)
COUNT = Number(0, 1_000_000, whole=True)
SYSTEMS = tuple(system.value for system in System)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a crosstable: ``W12w``, ``L3b``, ``D7``, ``H``, ``U``, ``X5``."""

    def read(self, value: object, place: str, reading: Reading) -> Round | Invalid:
        """The round, or a problem that says what is wrong with the cell."""
        if not isinstance(value, str):
            return reading.error("wrong-type", place, f"a result is wanted, this is {shown(value)}", self.HINT)
        found = re.fullmatch(r"(.)(\d{0,7})([wb]?)", value, re.ASCII | re.DOTALL)
        if found is None or found[1] not in self.CODES:
            meant = value[:1].upper() + value[1:].lower()
            sound = meant != value and re.fullmatch(r"[WLDNSRXFZBHU]\d{0,7}[wb]?", meant, re.ASCII)
            hint = f"is {meant!r} meant? {self.HINT}" if sound else self.HINT
            return reading.error("unknown-code", place, f"{shown(value)} is no result", hint)
        code, number, colour = found.groups()
        if code in PLAYED and not number:
            return reading.error(
                "no-opponent",
                place,
                f"{shown(value)} names no opponent",
                "write the opponent's pairing number",
            )
        if code in UNPLAYED and number and int(number):
            return reading.error(
                "opponent-of-bye",
                place,
                f"{shown(value)}: a cell without a game names no opponent",
                self.HINT,
            )
        return Round(code, int(number) if number else None, colour or None)

    def schema(self) -> dict[str, Any]:
        """A string of code, number and colour."""
        return {"type": "string", "pattern": r"^(?:[WLDNSR][0-9]{1,7}|[XFZ][0-9]{0,7}|[BHU*-]0{0,7})[wb]?$(?!\n)"}

    CODES = frozenset(PLAYED) | FORFEITED | UNPLAYED
    HINT = 'codes are W L D N S R with an opponent ("W12w"), X F Z, B H U, * and -'


def _rating(found: dict[str, Any]) -> Rating:
    return Rating(**found)


RATED = Object(
    {
        "rating": Field(RATING, "the rating before the event, unrounded where known", required=True),
        "games": Field(Nullable(COUNT), "N, the games it is based on; null: established, count unknown", required=True),
        "record": Field(
            Nullable(Choice(tuple(r.word for r in Record), lambda word: Record[word.upper().replace("-", "_")])),
            "whether all previous rated games were wins, or losses",
        ),
        "date": Field(Nullable(Day()), "the day it was computed"),
        "peak": Field(Nullable(RATING), "the highest established rating ever"),
        "wins": Field(Nullable(COUNT), "rated games won before the event"),
        "draws": Field(Nullable(COUNT), "rated games drawn before the event"),
        "events_of_three": Field(Nullable(COUNT), "events with three rated games or more before this one"),
    },
    _rating,
)

OTHER = Object(
    {
        "rating": Field(RATING, "the rating", required=True),
        "date": Field(Nullable(Day()), "the day of the list"),
    },
    lambda found: OtherRating(**found),
)

CANADIAN = Object(
    {**OTHER.fields, "canadian_resident": Field(Nullable(Flag()), "whether the player lives in Canada")},
    lambda found: OtherRating(**found),
)

SOURCES = Object(
    {system: Field(Nullable(RATED), f"the {system} rating; absent or null: unrated") for system in SYSTEMS}
    | {
        "FIDE": Field(Nullable(OTHER), "the FIDE rating"),
        "CFC": Field(Nullable(CANADIAN), "the rating of the Chess Federation of Canada"),
        "national": Field(Nullable(OTHER), "another country's rating, as the office converted it"),
    },
    dict,
    strict=True,
)

FLOOR = Object(
    {
        "kind": Field(Choice(("money", "olm", "lowered")), "what gave the floor", required=True),
        "value": Field(Nullable(Number(100, 4000)), "the level of a lowered floor"),
        "amount": Field(Nullable(Number(0, 1e9)), "the prize in dollars"),
        "under": Field(Nullable(RATING), "the rating that the section or prize was for players under"),
        "since": Field(Nullable(Day()), "from which day it holds"),
        "system": Field(Nullable(Choice(SYSTEMS, System)), "the one system it holds in; null: all"),
    },
    lambda found: Floor(**found),
    strict=True,
)

CEILING = Object(
    {
        "value": Field(Number(100, 4000), "the level that a ruling set", required=True),
        "since": Field(Nullable(Day()), "from which day it holds"),
    },
    lambda found: Ceiling(**found),
    strict=True,
)

PUBLISHED = Object(
    {
        "rating": Field(RATING, "the published rating", required=True),
        "games": Field(Nullable(COUNT), "the games it is based on; null: established", required=True),
    },
    lambda found: Published(**found),
)

MATCH_CHANGE = Object(
    {
        "system": Field(Choice(SYSTEMS, System), "the system", required=True),
        "date": Field(Day(), "the end of the match", required=True),
        "change": Field(Number(-4000, 4000), "by how much the rating moved", required=True),
    },
    lambda found: MatchChange(**found),
    strict=True,
)


def _player(found: dict[str, Any]) -> Player:
    sources = found.pop("ratings", None) or {}
    return Player(
        number=found["number"],
        rounds=found.get("rounds", ()),
        id=found.get("id"),
        name=found.get("name"),
        state=found.get("state"),
        birth=found.get("birth"),
        adult=found.get("adult"),
        ratings={system: sources[system.value] for system in System if sources.get(system.value) is not None},
        fide=sources.get("FIDE"),
        cfc=sources.get("CFC"),
        national=sources.get("national"),
        floors=found.get("floors") or (),
        ceiling=found.get("ceiling"),
        published={System(name): value for name, value in (found.get("published") or {}).items() if value is not None},
        match_history=found.get("match_history") or (),
    )


PLAYER = Object(
    {
        "number": Field(Number(1, 9_999_999, whole=True), "pairing number, unique in the section", required=True),
        "id": Field(Nullable(Text(40)), "member ID; entries with one ID are one person"),
        "name": Field(Nullable(Text(200)), "name"),
        "state": Field(Nullable(Text(40)), "state or country"),
        "birth": Field(Nullable(Day()), "birth date"),
        "adult": Field(Nullable(Flag()), "inferred to be an adult, when there is no birth date"),
        "ratings": Field(Nullable(SOURCES), "what the player brings, by source"),
        "floors": Field(Nullable(ListOf(FLOOR, 100)), "floors by fact or ruling"),
        "ceiling": Field(Nullable(CEILING), "a ruling's upper bound"),
        "published": Field(
            Nullable(
                Object(
                    {s: Field(Nullable(PUBLISHED), f"the published {s} rating") for s in SYSTEMS},
                    dict,
                    strict=True,
                )
            ),
            "published ratings, for matches",
        ),
        "match_history": Field(Nullable(ListOf(MATCH_CHANGE, 10_000)), "what earlier matches did, for matches"),
        "rounds": Field(ListOf(Cell(), 500), "one cell a round", required=True),
    },
    _player,
)


@dataclass(frozen=True, slots=True)
class _Fields:
    """The fields of a section or event as read, before dates are handed down and sections checked."""

    of: Mapping[str, Any]


SECTION = Object(
    {
        "number": Field(Number(1, 99_999, whole=True), "number in the event; default: its place"),
        "name": Field(Nullable(Text()), "name"),
        "start": Field(Nullable(Day()), "first day; default: the event's"),
        "end": Field(Nullable(Day()), "last day; default: the event's"),
        "time_control": Field(Nullable(Text(200)), 'time control, for example "G/60;d5": decides the systems'),
        "online": Field(Flag(), "whether it was played online; default: false"),
        "systems": Field(
            Nullable(ListOf(Choice(SYSTEMS, System), 6, 1)),
            "the systems to rate, instead of the time control's",
        ),
        "kind": Field(Choice(tuple(kind.value for kind in Kind), Kind), "what the section is; default: swiss"),
        "youth": Field(Flag(), "a foreign FIDE event for young players; default: false"),
        "players": Field(ListOf(PLAYER, 20_000, 1), "the rows of the crosstable", required=True),
    },
    _Fields,
)

RULES = Object(
    {
        "edition": Field(Nullable(Day()), "rate by this edition, whatever the day"),
        "known": Field(Nullable(Day()), "rate by date, with what was known up to this edition"),
        "profile": Field(Nullable(Choice(tuple(p.value for p in Profile), Profile)), "which date of a section decides"),
    },
    dict,
    strict=True,
)

EVENT = Object(
    {
        "format": Field(Choice((FORMAT,)), f'"{FORMAT}"', required=True),
        "id": Field(Nullable(Text(40)), "event ID"),
        "name": Field(Nullable(Text()), "name"),
        "start": Field(Nullable(Day()), "first day"),
        "end": Field(Nullable(Day()), "last day"),
        "rules": Field(Nullable(RULES), "which law to rate by; default: of the date, newest, specified"),
        "sections": Field(ListOf(SECTION, 500, 1), "the sections", required=True),
    },
    _Fields,
)


def decode(content: bytes) -> tuple[Event | None, list[Problem]]:
    """Read an event document: the event, or None when a problem blocks; and every problem found.

    >>> event, problems = decode(b'{"format": "arpad-event/1", "sections": 3}')
    >>> event, str(problems[0])
    (None, 'error: a list is wanted, this is 3; in square brackets [wrong-type at sections]')
    """
    document, problem = parse_json(content)
    if problem is not None:
        return None, [problem]
    return from_json(document)


def from_json(document: object) -> tuple[Event | None, list[Problem]]:
    """Read a parsed event document."""
    reading = Reading()
    fields = EVENT.read(document, "", reading)
    event = None if fields is INVALID else _event(fields.of, reading)
    problems = [_located(problem, document) for problem in reading.closed()]
    return None if reading.failed else event, problems


def schema() -> dict[str, Any]:
    """The JSON Schema of an event document."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": FORMAT}
    return head | EVENT.schema()


def _event(found: Mapping[str, Any], reading: Reading) -> Event | None:
    start, end = found.get("start"), found.get("end")
    if start is not None and end is not None and start > end:
        reading.error("dates-reversed", "start", f"the event starts on {start} and ends on {end}", "exchange the two")
    sections = [_section(fields.of, index, start, end, reading) for index, fields in enumerate(found["sections"])]
    numbers: set[int] = set()
    for index, section in enumerate(sections):
        if section is not None:
            if section.number in numbers:
                reading.error(
                    "duplicate-section",
                    f"sections[{index}].number",
                    f"there are two sections {section.number}",
                    "number every section once",
                )
            numbers.add(section.number)
    choice = _choice(found.get("rules") or {}, reading)
    known = [section for section in sections if section is not None]
    if reading.failed or not known:
        return None
    return Event(
        start=start or min(section.start for section in known),
        end=end or max(section.end for section in known),
        sections=tuple(known),
        id=found.get("id"),
        name=found.get("name"),
        rules=choice,
    )


def _choice(rules: Mapping[str, Any], reading: Reading) -> LawChoice:
    edition, known, profile = rules.get("edition"), rules.get("known"), rules.get("profile")
    if edition is not None and (known is not None or profile is not None):
        reading.error(
            "rules-contradict",
            "rules",
            "an edition holds whatever the day: it goes with neither known nor profile",
            "leave one of them out",
        )
    return LawChoice(edition, known, profile or Profile.SPECIFIED)


def _section(
    found: Mapping[str, Any], index: int, start: date | None, end: date | None, reading: Reading
) -> Section | None:
    place = f"sections[{index}]"
    first, last = found.get("start") or start, found.get("end") or end
    for name, day in (("start", first), ("end", last)):
        if day is None:
            reading.error(
                "missing-field",
                f"{place}.{name}",
                f"neither the section nor the event has a {name}",
                'for example "2025-02-15"',
            )
    if first is None or last is None:
        return None
    if first > last:
        reading.error(
            "dates-reversed", f"{place}.start", f"the section starts on {first} and ends on {last}", "exchange the two"
        )
    if (start is not None and first < start) or (end is not None and last > end):
        reading.warn(
            "dates-outside", f"{place}.start", "the section's days are not within the event's", "correct either"
        )
    section = Section(
        number=found.get("number", index + 1),
        start=first,
        end=last,
        players=found["players"],
        name=found.get("name"),
        time_control=found.get("time_control"),
        online=found.get("online", False),
        systems=_in_order(found.get("systems")),
        kind=found.get("kind", Kind.SWISS),
        youth=found.get("youth", False),
    )
    check_section(section, place, reading)
    return section


def _in_order(systems: tuple[System, ...] | None) -> tuple[System, ...] | None:
    return None if systems is None else tuple(system for system in System if system in systems)


def _located(problem: Problem, document: object) -> Problem:
    """The problem with its place in the reader's words: section, player and round by number and name."""
    if problem.where or not isinstance(document, dict):
        return problem
    found = re.match(r"sections\[(\d+)\](?:\.players\[(\d+)\])?(?:\.rounds\[(\d+)\])?", problem.place)
    if found is None:
        return problem
    section, player, cell = (None if group is None else int(group) for group in found.groups())
    words = []
    try:
        row = document["sections"][section]
        words.append(f"section {shown(row.get('number', (section or 0) + 1))}")
        if player is not None:
            entry = row["players"][player]
            name = entry.get("name")
            label = f" ({printable(name[:60])})" if isinstance(name, str) else ""
            words.append(f"player {shown(entry.get('number', '?'))}{label}")
        if cell is not None:
            words.append(f"round {cell + 1}")
    except (AttributeError, IndexError, KeyError, TypeError):
        pass
    return Problem(problem.code, problem.place, ", ".join(words), problem.message, problem.hint, problem.severity)
