"""The columns of a history from tables, a second time: in plain Python, row by row, straight from what is documented.

Members by id, who has none after them as the entries stand; events by id; sections by end, start, event and number;
entries by the lowest number of the person, then by number; games by round; what is dated as recorded.
"""

from __future__ import annotations

from datetime import date
from math import inf, nan
from typing import Any

from tests.history.leagues import SYSTEMS, Tables

NO_DAY, UNKNOWN = -(2**31), -1
EPOCH = date(1970, 1, 1)
KINDS = ("swiss", "round-robin", "match", "foreign-fide")
FLOORS, SOURCES = ("money", "olm", "lowered"), ("FIDE", "CFC", "national")
RECORDS = {"all-losses": -1, "mixed": 0, "all-wins": 1, None: 0}


def columns(tables: Tables) -> dict[str, dict[str, list[Any]]]:
    """What the kernel's tables must hold, as lists."""
    members = sorted(row["member"] for row in tables["members"])
    events = sorted(row["event"] for row in tables["events"])
    said = {row["member"]: row for row in tables["members"]}
    same_as = [members.index(said[member].get("same_as") or member) for member in members]
    birth = [_day(said[member].get("birth")) for member in members]
    adult = [_flag(said[member].get("adult")) for member in members]
    sections = sorted(tables["sections"], key=lambda row: (row["end"], row["start"], row["event"], row["section"]))
    spellings = sorted({row["time_control"] for row in sections if row.get("time_control") is not None})
    found: dict[str, dict[str, list[Any]]] = {
        "sections": {"first_entry": [0]},
        "entries": {"member": [], "number": [], "first_side": [0]},
        "sides": {"opponent": [], "code": []},
    }
    place: dict[tuple[Any, ...], int] = {}
    for section in sections:
        key = (section["event"], section["section"])
        entries = [row for row in tables["entries"] if (row["event"], row["section"]) == key]
        person = {
            row["number"]: ("guest", row["number"]) if row["member"] is None else same_as[members.index(row["member"])]
            for row in entries
        }
        lowest: dict[Any, int] = {}
        for number, who in person.items():
            lowest[who] = min(number, lowest.get(who, number))
        entries.sort(key=lambda row: (lowest[person[row["number"]]], row["number"]))
        places = {row["number"]: number for number, row in enumerate(entries)}
        for row in entries:
            place[*key, row["number"]] = len(found["entries"]["member"])
            if row["member"] is None:
                same_as.append(len(same_as))
                birth.append(NO_DAY)
                adult.append(UNKNOWN)
                found["entries"]["member"].append(len(same_as) - 1)
            else:
                found["entries"]["member"].append(members.index(row["member"]))
            found["entries"]["number"].append(row["number"])
            games = [game for game in tables["games"] if (game["event"], game["section"]) == key]
            for game in sorted(games, key=lambda game: game["round"]):
                if game["number"] == row["number"]:
                    found["sides"]["opponent"].append(places[game["opponent"]])
                    found["sides"]["code"].append("WLDNSR".index(game["code"]))
            found["entries"]["first_side"].append(len(found["sides"]["code"]))
        found["sections"]["first_entry"].append(len(found["entries"]["member"]))
    found["members"] = {"birth": birth, "adult": adult, "same_as": same_as}
    found["sections"] |= {
        "event": [events.index(row["event"]) for row in sections],
        "number": [row["section"] for row in sections],
        "start": [_day(row["start"]) for row in sections],
        "end": [_day(row["end"]) for row in sections],
        "kind": [KINDS.index(row.get("kind") or "swiss") for row in sections],
        "online": [bool(row.get("online")) for row in sections],
        "youth": [bool(row.get("youth")) for row in sections],
        "override": [bool(row.get("override")) for row in sections],
        "systems": [_mask(row.get("systems")) for row in sections],
        "time_control": [
            -1 if row.get("time_control") is None else spellings.index(row["time_control"]) for row in sections
        ],
    }
    published = [
        (place[row["event"], row["section"], row["number"]], SYSTEMS.index(row["system"]), row)
        for row in tables.get("published", [])
    ]
    published.sort(key=lambda row: row[:2])
    found["published"] = {
        "entry": [entry for entry, _, _ in published],
        "system": [system for _, system, _ in published],
        "rating": [row["rating"] for _, _, row in published],
        "games": [_count(row["games"], UNKNOWN) for _, _, row in published],
    }
    return found | _dated(tables, members)


def _dated(tables: Tables, members: list[str]) -> dict[str, dict[str, list[Any]]]:
    def recorded(name: str) -> list[dict[str, Any]]:
        rows = sorted(tables.get(name, []), key=lambda row: row["order"])
        return [{**row, "member": members.index(row["member"])} for row in rows]

    def columns_of(name: str, *forms: tuple[str, Any]) -> dict[str, list[Any]]:
        return {
            "member": [row["member"] for row in recorded(name)],
            **{column: [form(row[column]) for row in recorded(name)] for column, form in forms},
        }

    def number(value: float | None) -> float:
        return nan if value is None else value

    return {
        "foreign": columns_of(
            "foreign",
            ("source", SOURCES.index),
            ("rating", float),
            ("day", _day),
            ("since", _day),
            ("resident", _flag),
        ),
        "floors": columns_of(
            "floors",
            ("kind", FLOORS.index),
            ("value", number),
            ("amount", number),
            ("under", number),
            ("since", _day),
            ("system", lambda system: -1 if system is None else SYSTEMS.index(system)),
        ),
        "ceilings": columns_of("ceilings", ("value", lambda value: inf if value is None else value), ("since", _day)),
        "rulings": columns_of(
            "rulings",
            ("system", SYSTEMS.index),
            ("day", _day),
            ("rating", float),
            ("games", lambda games: _count(games, UNKNOWN)),
            ("record", RECORDS.get),
            ("peak", number),
            ("wins", lambda count: _count(count, 0)),
            ("draws", lambda count: _count(count, 0)),
            ("events_of_three", lambda count: _count(count, 0)),
            ("computed", _day),
        ),
        "match_changes": columns_of("match_changes", ("system", SYSTEMS.index), ("day", _day), ("change", float)),
    }


def _day(day: date | None) -> int:
    return NO_DAY if day is None else (day - EPOCH).days


def _flag(value: bool | None) -> int:
    return UNKNOWN if value is None else int(value)


def _count(value: int | None, otherwise: int) -> int:
    return otherwise if value is None else value


def _mask(systems: str | None) -> int:
    return sum(1 << SYSTEMS.index(system) for system in (systems or "").split())
