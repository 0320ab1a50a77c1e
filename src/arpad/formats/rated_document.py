"""`arpad-rated/1`, the JSON document of what came of an event: written from a rated event, and its schema."""

from __future__ import annotations

from typing import Any

from arpad.formats.shape import (
    Choice,
    Day,
    Field,
    Flag,
    ListOf,
    Nullable,
    Number,
    Object,
    Reading,
    Shape,
    Text,
)
from arpad.rules.rulebook import Rulebook, plain
from arpad.rules.uschess.event import RatedEvent
from arpad.rules.uschess.initial import Initial
from arpad.rules.uschess.result import Rated, RatedSection
from arpad.rules.vocabulary import LawChoice, System

FORMAT = "arpad-rated/1"


def encode(rated: RatedEvent, *, brief: bool = False) -> dict[str, Any]:
    """A rated event as a document; `brief` leaves out the rules of each section (their digest stays)."""
    return {
        "format": FORMAT,
        "event": rated.event.id,
        "name": rated.event.name,
        "rules": choice_document(rated.choice, rated.sections),
        "sections": [_section(section, brief=brief) for section in rated.sections],
    }


def choice_document(choice: LawChoice, sections: tuple[RatedSection, ...]) -> dict[str, str]:
    """Which law was asked for, with the default edition spelled out."""
    if choice.edition is not None:
        return {"edition": choice.edition.isoformat()}
    known = choice.known or next((section.book.choice.known for section in sections), None)
    named = {} if known is None else {"known": known.isoformat()}
    return named | {"profile": choice.profile.value}


def rules_document(book: Rulebook) -> dict[str, Any]:
    """Every number in force, and beside it unit, clause, source and date of each."""
    return {
        "rules": book.numbers,
        "sources": {
            change.parameter: {
                "unit": change.unit,
                "clause": change.clause,
                "text": change.text,
                "since": plain(change.day(book.choice.profile)),
                "edition": plain(change.edition),
                "source": change.source,
                "reads": list(change.reads),
            }
            for change in book.changes
        },
    }


def _section(section: RatedSection, *, brief: bool) -> dict[str, Any]:
    book = section.book
    return {
        "number": section.number,
        "name": section.name,
        "system": section.system.value,
        **({} if brief else rules_document(book)),
        "digest": book.digest,
        "uncertain": [
            {"parameter": open_.parameter, "reading": open_.reading, "text": open_.text} for open_ in book.uncertain
        ],
        "refused": section.refused,
        "players": [_player(player) for player in section.players],
    }


def _player(player: Rated) -> dict[str, Any]:
    request, limits = player.floor_request, player.match_limits
    return {
        "number": player.number,
        "numbers": list(player.numbers),
        "id": player.id,
        "name": player.name,
        "pre": player.pre,
        "pre_games": player.pre_games,
        "initial": None if player.initial is None else _initial(player.initial),
        "r0": player.r0,
        "n": player.n,
        "n_star": player.n_star,
        "n_effective": player.n_effective,
        "games": player.games,
        "score": player.score,
        "opponents": list(player.opponents),
        "formula": player.formula,
        "first_estimate": player.first_estimate,
        "intermediate": player.intermediate,
        "k": player.k,
        "expected": player.expected,
        "bonus": player.bonus,
        "unfloored": player.unfloored,
        "floor": None if player.floor is None else {"value": player.floor.value, "kind": player.floor.kind},
        "ceiling": player.ceiling,
        "match_limits": None if limits is None else {"up": limits.up, "down": limits.down},
        "floor_request": None if request is None else {"from": request[0], "to": request[1]},
        "post": player.post,
        "post_games": player.post_games,
        "official": player.official,
        "change": player.change,
        "established": player.established,
        "record": None if player.record is None else player.record.word,
        "peak": player.peak,
        "wins": player.wins,
        "draws": player.draws,
        "events_of_three": player.events_of_three,
        "refused": player.refused,
        "notes": list(player.notes),
    }


def _initial(initial: Initial) -> dict[str, Any]:
    parts = [
        {
            "source": part.source,
            "converted": part.converted,
            "game_factor": part.game_factor,
            "staleness_days": part.staleness_days,
            "age_rating": part.age_rating,
            "relative_strength": part.relative_strength,
            "staleness_factor": part.staleness_factor,
            "weight": part.weight,
        }
        for part in initial.parts
    ]
    return {"rating": initial.rating, "games": initial.games, "source": initial.source, "parts": parts}


def _record(fields: dict[str, tuple[Shape, str]]) -> Object:
    return Object({name: Field(shape, says, required=True) for name, (shape, says) in fields.items()}, dict)


_RATING = Nullable(Number(-10_000, 10_000))
_COUNT = Number(0, 10_000_000, whole=True)
_NAME = Nullable(Text())
_NUMBER = Number(1, 9_999_999, whole=True)

PART = _record(
    {
        "source": (Text(), "the source"),
        "converted": (Number(-10_000, 10_000), "X, its rating on the US Chess scale"),
        "game_factor": (Number(0, 10), "G"),
        "staleness_days": (_COUNT, "D"),
        "age_rating": (Number(0, 10_000), "P"),
        "relative_strength": (Number(-1000, 1000), "Z"),
        "staleness_factor": (Number(0, 1), "S"),
        "weight": (Number(0, 10), "W = G S"),
    }
)

PLAYER = _record(
    {
        "number": (_NUMBER, "pairing number; of a re-entered member the lowest"),
        "numbers": (ListOf(_NUMBER, 20_000, 1), "all pairing numbers of the member"),
        "id": (_NAME, "member ID"),
        "name": (_NAME, "name"),
        "pre": (_RATING, "rating before; null: unrated"),
        "pre_games": (Nullable(_COUNT), "games before; null: unknown, large"),
        "initial": (
            Nullable(
                _record(
                    {
                        "rating": (Number(-10_000, 10_000), "R0 of step 1"),
                        "games": (_COUNT, "N of step 1"),
                        "source": (Text(), "where it comes from"),
                        "parts": (ListOf(PART, 8), "the sources of a blend"),
                    }
                )
            ),
            "a newcomer's start",
        ),
        "r0": (_RATING, "prior rating"),
        "n": (Nullable(_COUNT), "N; null: unknown, large"),
        "n_star": (Nullable(Number(0, 50)), "N*"),
        "n_effective": (Nullable(Number(0, 50)), "N'"),
        "games": (_COUNT, "m, rated games"),
        "score": (Number(0, 10_000), "S"),
        "opponents": (ListOf(_NUMBER, 100_000), "pairing numbers of the opponents, game by game"),
        "formula": (Nullable(Choice(("standard", "special"))), "which formula; null: no rated game"),
        "first_estimate": (_RATING, "step 3"),
        "intermediate": (_RATING, "step 4"),
        "k": (Nullable(Number(0, 1000)), "K, standard formula"),
        "expected": (Nullable(Number(0, 10_000)), "E of step 5"),
        "bonus": (Nullable(Number(0, 100_000)), "bonus of step 5"),
        "unfloored": (_RATING, "step 5, before limits and floors"),
        "floor": (
            Nullable(
                _record(
                    {
                        "value": (Number(0, 10_000), "the level"),
                        "kind": (Choice(("absolute", "peak", "olm", "money", "lowered")), "what gave it"),
                    }
                )
            ),
            "the highest floor that holds, binding or not",
        ),
        "ceiling": (_RATING, "a ruling's upper bound"),
        "match_limits": (
            Nullable(
                _record(
                    {
                        "up": (Nullable(Number(0, 10_000)), "most upwards"),
                        "down": (Nullable(Number(0, 10_000)), "most downwards"),
                    }
                )
            ),
            "how far this match could move the rating",
        ),
        "floor_request": (
            Nullable(_record({"from": (Number(0, 10_000), "old floor"), "to": (Number(-1000, 10_000), "new floor")})),
            "the floor that a match result asks to have lowered",
        ),
        "post": (_RATING, "rating after; null: unrated"),
        "post_games": (Nullable(_COUNT), "games after; null: unknown, large"),
        "official": (
            Nullable(Number(-10_000, 10_000, whole=True)),
            "as published: nearest integer, halves up",
        ),
        "change": (_RATING, "post - pre"),
        "established": (Flag(), "based on more than 25 games after the event"),
        "record": (Nullable(Choice(("mixed", "all-wins", "all-losses"))), "record after the event"),
        "peak": (_RATING, "highest established rating after the event"),
        "wins": (Nullable(_COUNT), "rated games won, after the event"),
        "draws": (Nullable(_COUNT), "rated games drawn, after the event"),
        "events_of_three": (Nullable(_COUNT), "events with three rated games or more, after the event"),
        "refused": (_NAME, "why this player was not rated"),
        "notes": (ListOf(Text(), 20), "what was assumed"),
    }
)


class _AnyObject:
    """An object of whatever fields: the numbers of the law and their sources."""

    def read(self, value: object, _place: str, _reading: Reading) -> Any:
        """Whatever it is."""
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}


def schema() -> dict[str, Any]:
    """The JSON Schema of a rated document."""
    section = Object(
        {
            "number": Field(_NUMBER, "section number", required=True),
            "name": Field(_NAME, "section name", required=True),
            "system": Field(Choice(tuple(s.value for s in System)), "the system rated", required=True),
            "rules": Field(_AnyObject(), "every number in force; absent in brief documents"),
            "sources": Field(_AnyObject(), "unit, clause, source and date of each; absent in brief documents"),
            "digest": Field(Text(), "fingerprint of the rulebook used", required=True),
            "uncertain": Field(
                ListOf(
                    _record(
                        {
                            "parameter": (_AnyText(), "the number concerned; empty for the whole"),
                            "reading": (Text(), "the reading that decides"),
                            "text": (Text(2000), "what was used, and what may have held"),
                        }
                    ),
                    100,
                ),
                "readings open on that day",
                required=True,
            ),
            "refused": Field(_NAME, "why the section was not rated", required=True),
            "players": Field(ListOf(PLAYER, 20_000), "one entry for each person", required=True),
        },
        dict,
    )
    choice = Object(
        {
            "edition": Field(Day(), "rated by this edition"),
            "known": Field(Day(), "rated by date, as known then"),
            "profile": Field(Choice(("specified", "practised")), "which date of a section decided"),
        },
        dict,
    )
    document = Object(
        {
            "format": Field(Choice((FORMAT,)), f'"{FORMAT}"', required=True),
            "event": Field(_NAME, "event ID", required=True),
            "name": Field(_NAME, "event name", required=True),
            "rules": Field(choice, "which law was asked for", required=True),
            "sections": Field(ListOf(section, 3000), "one entry for each section and system", required=True),
        },
        dict,
    )
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": FORMAT} | document.schema()


class _AnyText(_AnyObject):
    """A string that may be empty."""

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}
