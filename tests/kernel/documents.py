"""Between the kernel and `tests/naive.py`: a section as the document it reads, a row as what it answers."""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from enum import Enum
from math import floor, inf, isinf, isnan
from typing import Any

from arpad.kernel.columns import KINDS, UNKNOWN_GAMES
from arpad.kernel.rows import FLOORS, FOREIGN_UNKNOWN, FORMULAS, NOT_ESTABLISHED, NOT_NEW, RATED, REFUSALS
from arpad.rules.vocabulary import Kind, LawChoice, Player, Record, Section, System
from tests.kernel.outputs import Outputs

Json = dict[str, Any]


def plain(value: Any) -> Any:
    """A word of the rules as plain JSON; what is not said is left out."""
    if isinstance(value, Record):
        return value.word
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if hasattr(value, "__dataclass_fields__"):
        said = {one.name: getattr(value, one.name) for one in fields(value)}
        return {name: plain(part) for name, part in said.items() if part is not None}
    return value


def _player(player: Player, *, passing: bool, systems: tuple[System, ...]) -> Json:
    others = {"FIDE": player.fide, "CFC": player.cfc, "national": player.national}
    published = {system.value: plain(one) for system, one in player.published.items()}
    if passing:
        published = {system.value: {"rating": 1500, "games": 100} for system in systems}
    return {
        "number": player.number,
        "id": player.id,
        "birth": plain(player.birth),
        "adult": player.adult,
        "rounds": [str(cell) for cell in player.rounds],
        "ratings": {
            **{system.value: {"games": None, **plain(rating)} for system, rating in player.ratings.items()},
            **{name: plain(other) for name, other in others.items() if other is not None},
        },
        "floors": [plain(one) for one in player.floors],
        "ceiling": plain(player.ceiling),
        "published": published,
        "match_history": [plain(change) for change in player.match_history],
    }


def document_of(section: Section, systems: tuple[System, ...], choice: LawChoice) -> Json:
    """A section of the rules as an event document; a match rated by ruling with published ratings that pass."""
    is_match = section.kind is Kind.MATCH
    players = [
        _player(player, passing=is_match and section.match_override, systems=systems) for player in section.players
    ]
    if is_match and not section.match_override and len({player["id"] for player in players}) != 2:
        players = [{**player, "published": {}} for player in players]
    days = {"start": section.start.isoformat(), "end": section.end.isoformat()}
    return {
        **days,
        "rules": plain(choice),
        "sections": [
            {
                "number": section.number,
                "kind": section.kind.value,
                "youth": section.youth,
                "online": section.online,
                "systems": [system.value for system in systems],
                "players": players,
            }
        ],
    }


def answer_of(found: Outputs, run: int, section_number: int, system: System) -> Json:
    """What the kernel made of a run, in the words of ``arpad-rated/1``."""
    foreign = KINDS[found.plan.runs.kind[run]] is Kind.FOREIGN_FIDE
    persons = found.persons(run)
    codes = {int(found.details[row].refused) for row in persons.values()}
    why = max(codes) if not foreign or FOREIGN_UNKNOWN in codes else 0
    candidates = {number: row for number, row in persons.items() if not foreign or found.before(row) is not None}
    return {
        "number": section_number,
        "system": system.value,
        "refused": REFUSALS[why] or None,
        "players": [_answer(found, number, row, foreign=foreign) for number, row in candidates.items()],
    }


def _answer(found: Outputs, number: int, row: int, *, foreign: bool) -> Json:
    after, detail, before = found.rows[row], found.details[row], found.before(row)
    unrated = not after.marks & RATED
    pre = None if before is None else float(before.post)
    pre_games = 0 if before is None else _games(before.games)
    entered = not isnan(detail.n_star)
    n = pre_games if not entered else None if isinf(detail.n) else int(detail.n)
    new = detail.source != NOT_NEW
    numbers = ("n_star", "n_effective", "first_estimate", "intermediate", "k", "expected", "bonus", "unfloored")
    post_games = _games(after.games)
    established = bool(book_of(found, row).established_games < (inf if post_games is None else post_games))
    return {
        "number": number,
        "pre": pre,
        "pre_games": pre_games,
        "r0": float(detail.r0) if entered else pre,
        "n": n,
        "initial": {"rating": float(detail.r0), "games": n} if new else None,
        **{name: _or_none(detail[name]) for name in numbers},
        "score": float(detail.score),
        "games": int(detail.m),
        "formula": None if detail.formula < 0 else FORMULAS[detail.formula],
        "floor": None if detail.floor_kind < 0 else {"value": float(detail.floor), "kind": FLOORS[detail.floor_kind]},
        "post": _or_none(after.post),
        "post_games": post_games,
        "official": None if unrated else floor(after.post + 0.5),
        "established": not unrated and established,
        "record": None if unrated else Record(int(after.record)).word,
        "peak": _or_none(after.peak),
        "refused": REFUSALS[NOT_ESTABLISHED] if foreign and detail.refused == NOT_ESTABLISHED else None,
    }


def book_of(found: Outputs, row: int) -> Any:
    """The rulebook that a row was made by."""
    return found.book(int(found.plan.links.run[row]))


def _games(count: int) -> int | None:
    return None if count == UNKNOWN_GAMES else int(count)


def _or_none(value: float) -> float | None:
    return None if isnan(value) else float(value)
