"""A small history written by hand as tables, and random ones with everything in them that there is."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import Any

import polars as pl

from arpad.history.forms import TABLES

Tables = dict[str, list[dict[str, Any]]]
"""Tables as lists of rows: what a person would write, cell by cell."""

SPRING, CLUB = "202503020013", "202503080003"


def written() -> Tables:
    """Two events of four members, a duplicate and somebody without an id; nothing that is optional."""
    return {
        "members": [
            {"member": "20000004", "name": "WREN, KAI", "birth": date(2001, 5, 4)},
            {"member": "10000001", "name": "HERON, LU", "adult": True},
            {"member": "30000003", "same_as": "20000004"},
            {"member": "10000002"},
        ],
        "events": [{"event": CLUB, "name": "Club night"}, {"event": SPRING}],
        "sections": [
            {
                "event": CLUB,
                "section": 1,
                "start": date(2025, 3, 8),
                "end": date(2025, 3, 8),
                "time_control": "G/25;d5",
            },
            {"event": SPRING, "section": 2, "start": date(2025, 3, 1), "end": date(2025, 3, 2), "systems": "OTBQ OTBR"},
            {
                "event": SPRING,
                "section": 1,
                "start": date(2025, 3, 1),
                "end": date(2025, 3, 2),
                "kind": "match",
                "override": True,
                "time_control": "G/60;d5",
            },
        ],
        "entries": [
            {"event": SPRING, "section": 1, "number": 1, "member": "10000002"},
            {"event": SPRING, "section": 1, "number": 2, "member": "10000001"},
            {"event": SPRING, "section": 2, "number": 9, "member": "30000003"},
            {"event": SPRING, "section": 2, "number": 4, "member": "20000004"},
            {"event": SPRING, "section": 2, "number": 5, "member": "10000001"},
            {"event": CLUB, "section": 1, "number": 1, "member": None, "name": "A GUEST"},
            {"event": CLUB, "section": 1, "number": 2, "member": "20000004"},
        ],
        "games": [
            {"event": SPRING, "section": 1, "number": 1, "round": 1, "opponent": 2, "code": "W"},
            {"event": SPRING, "section": 1, "number": 1, "round": 2, "opponent": 2, "code": "D"},
            {"event": SPRING, "section": 1, "number": 2, "round": 1, "opponent": 1, "code": "L"},
            {"event": SPRING, "section": 1, "number": 2, "round": 2, "opponent": 1, "code": "D"},
            {"event": SPRING, "section": 2, "number": 4, "round": 1, "opponent": 5, "code": "W"},
            {"event": SPRING, "section": 2, "number": 5, "round": 1, "opponent": 4, "code": "L"},
            {"event": SPRING, "section": 2, "number": 5, "round": 2, "opponent": 9, "code": "R"},
            {"event": CLUB, "section": 1, "number": 2, "round": 7, "opponent": 1, "code": "L"},
            {"event": CLUB, "section": 1, "number": 2, "round": 3, "opponent": 1, "code": "W"},
            {"event": CLUB, "section": 1, "number": 1, "round": 3, "opponent": 2, "code": "L"},
            {"event": CLUB, "section": 1, "number": 1, "round": 4, "opponent": 2, "code": "W"},
        ],
    }


def frames(tables: Tables) -> dict[str, pl.DataFrame]:
    """The tables as frames; one without rows has names of columns alone."""
    return {
        name: pl.DataFrame(rows, infer_schema_length=None) if rows else pl.DataFrame(schema=list(TABLES[name]))
        for name, rows in tables.items()
    }


SYSTEMS = ("OTBR", "OTBQ", "OTBB", "OLR", "OLQ", "OLB")
MIRROR = {"W": "L", "L": "W", "D": "D"}
"""Plain results and what the other side says."""


def random(rng: Random) -> Tables:
    """A history with all tables, duplicates, re-entries, players without an id and games told by one side alone."""
    names = rng.sample([f"{number:08}" for number in range(1, 200)], rng.randint(3, 9))
    members: list[dict[str, Any]] = [
        {
            "member": name,
            "name": rng.choice((None, f"NAME {name}", 'O\'HARA, "PAT"', "ÅSE\nBO", "")),
            "birth": rng.choice((None, _day(rng))),
            "adult": rng.choice((None, True, False)),
            "same_as": None,
        }
        for name in names
    ]
    for member in members[2:]:
        if rng.random() < 0.2:
            member["same_as"] = members[rng.randrange(2)]["member"]
    kept = {member["member"]: member["same_as"] or member["member"] for member in members}
    tables: Tables = {"members": members, "events": [], "sections": [], "entries": [], "games": [], "published": []}
    for event in rng.sample(("A", "B", "202503010013", "ä"), rng.randint(1, 4)):
        tables["events"].append({"event": event, "name": rng.choice((None, f"Event, {event}"))})
        for section in rng.sample(range(1, 100), rng.randint(0, 3)):
            _section(rng, tables, {"event": event, "section": section}, kept)
    return tables | _dated(rng, names)


def _day(rng: Random) -> date:
    return date(2003, 1, 1) + timedelta(rng.randrange(9000))


def _rating(rng: Random) -> float:
    return rng.choice((1.0, 4000.0, 1500.0, rng.uniform(100, 2800), 1 / 3 + 1000))


def _section(rng: Random, tables: Tables, of: dict[str, Any], kept: dict[str, str]) -> None:
    """A section with entries and games."""
    start = rng.choice((date(2025, 3, 1), _day(rng)))
    tables["sections"].append(
        {
            **of,
            "start": start,
            "end": start + timedelta(rng.choice((0, 0, 2))),
            "kind": rng.choice((None, "swiss", "round-robin", "match", "foreign-fide")),
            "online": rng.choice((None, True, False)),
            "youth": rng.choice((None, True, False)),
            "override": rng.choice((None, True, False)),
            "systems": rng.choice((None, "OTBR", "OLB OTBQ")),
            "time_control": rng.choice((None, "G/60;d5", "G/5;d0", 'G/"30', "")),
        }
    )
    numbers = rng.sample(range(1, 30), rng.randint(0, 8))
    if rng.random() < 0.5:
        numbers = list(range(1, len(numbers) + 1))
    who: dict[int, str | None] = {}
    for number in numbers:
        who[number] = rng.choice((None, *kept))
        entry = {**of, "number": number, "member": who[number]}
        tables["entries"].append(entry | {"name": None if who[number] else rng.choice((None, "A GUEST"))})
        if rng.random() < 0.2:
            said = {"system": rng.choice(SYSTEMS), "rating": _rating(rng), "games": rng.choice((None, 0, 30))}
            tables["published"].append({**of, "number": number} | said)
    rounds = dict.fromkeys(numbers, 0)

    def side(number: int, opponent: int, code: str) -> None:
        rounds[number] += rng.choice((1, 1, 3))
        row = {**of, "number": number, "round": rounds[number], "opponent": opponent, "code": code}
        tables["games"].append(row)

    for _ in range(rng.choice((0, 3, 12)) if len(numbers) > 1 else 0):
        one, other = rng.sample(numbers, 2)
        if who[one] and who[other] and kept[who[one] or ""] == kept[who[other] or ""]:
            continue
        if rng.random() < 0.2:
            side(one, other, rng.choice("NSR"))
            if rng.random() < 0.5:
                side(other, one, rng.choice("NSR"))
        else:
            code = rng.choice("WLD")
            side(one, other, code)
            side(other, one, MIRROR[code])


def _dated(rng: Random, names: list[str]) -> Tables:
    """What was ruled, and what is known from elsewhere, in the order recorded."""

    def rows(make: Any) -> list[dict[str, Any]]:
        count = rng.randint(0, 4)
        order = rng.sample(range(50), count)
        return [{"member": rng.choice(names), **make(), "order": order[place]} for place in range(count)]

    def some(value: Any) -> Any:
        return rng.choice((None, value))

    def foreign() -> dict[str, Any]:
        since = some(_day(rng))
        day = some((since or _day(rng)) - timedelta(3))
        source = rng.choice(("FIDE", "CFC", "national"))
        return {
            "source": source,
            "rating": _rating(rng),
            "day": day,
            "since": since,
            "resident": some(rng.random() < 0.5),
        }

    def floor() -> dict[str, Any]:
        kind = rng.choice(("money", "olm", "lowered"))
        money = kind == "money"
        return {
            "kind": kind,
            "value": 1800.0 if kind == "lowered" else None,
            "amount": 4000.0 if money else None,
            "under": 2000.0 if money else None,
            "since": some(_day(rng)),
            "system": some(rng.choice(SYSTEMS)),
        }

    def ruling() -> dict[str, Any]:
        day = _day(rng)
        return {
            "system": rng.choice(SYSTEMS),
            "day": day,
            "rating": _rating(rng),
            "games": some(rng.randrange(100)),
            "record": rng.choice((None, "all-wins", "mixed", "all-losses")),
            "peak": some(_rating(rng)),
            "wins": some(3),
            "draws": some(0),
            "events_of_three": some(2),
            "computed": some(day - timedelta(rng.randrange(9))),
        }

    return {
        "foreign": rows(foreign),
        "floors": rows(floor),
        "ceilings": rows(lambda: {"value": some(1900.0), "since": some(_day(rng))}),
        "rulings": rows(ruling),
        "match_changes": rows(
            lambda: {"system": rng.choice(SYSTEMS), "day": _day(rng), "change": rng.uniform(-4000, 4000)}
        ),
    }
