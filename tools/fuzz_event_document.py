"""Throw damaged event documents at the whole path and report whatever is not one clear answer.

The path is: bytes -> `decode` -> rate -> `arpad-rated/1` -> JSON.  A document may be rated or refused; anything else
is a finding: an exception that is neither InvalidEventError nor LawError, a refusal without an error, a message that
is empty, not printable or longer than a line, a number that JSON has no word for, a decode that is slow.

    python -m tools.fuzz_event_document --seconds 300
    python -m tools.fuzz_event_document --seconds 60 --seed 7 --schema --out build/findings

Sound documents come from `tests/random_sections.py` and a hand-made one that uses every field; they are damaged by
structure (values, fields, rows, cells) or by bytes.  The same --seed gives the same documents.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema

import arpad
from arpad.formats import event_document, rated_document
from arpad.rules.problem import Problem, Severity
from arpad.rules.vocabulary import Event
from tests import random_sections

Json = Any
Path_ = tuple[str | int, ...]

SLOW = 1.0
"""Seconds that reading one document of less than 1 MB may take."""

FULL: Json = {
    "format": "arpad-event/1", "id": "202502160011", "name": "Winter Open", "start": "2025-02-15", "end": "2025-02-16",
    "rules": {"known": "2025-07-26", "profile": "specified"},
    "sections": [
        {"number": 1, "name": "Open", "start": "2025-02-15", "end": "2025-02-16", "time_control": "G/60;d5",
         "online": False, "kind": "swiss", "youth": False, "systems": None, "players": [
            {"number": 1, "id": "12345678", "name": "SMITH, PAT", "state": "NY", "birth": "2010-05-01", "adult": None,
             "ratings": {
                 "OTBR": {"rating": 1643.76, "games": 30, "record": "mixed", "date": "2025-01-05", "peak": 1711.2,
                          "wins": 20, "draws": 3, "events_of_three": 11},
                 "OTBQ": {"rating": 1602, "games": 12}, "FIDE": {"rating": 1700, "date": "2025-02-01"},
                 "CFC": {"rating": 1600, "date": "2024-11-01", "canadian_resident": True},
                 "national": {"rating": 1500}},
             "floors": [{"kind": "money", "amount": 4000, "under": 1800, "since": "2019-07-04"}, {"kind": "olm"},
                        {"kind": "lowered", "value": 1500, "system": "OTBR"}],
             "ceiling": {"value": 2000, "since": "2019-01-01"}, "published": {"OTBR": {"rating": 1644, "games": 30}},
             "match_history": [{"system": "OTBR", "date": "2024-10-10", "change": 20.5}],
             "rounds": ["W2w", "L3b", "N3", "X3"]},
            {"number": 2, "ratings": {}, "birth": "2016-01-01", "rounds": ["L1b", "D3", "H", "U"]},
            {"number": 3, "id": "3", "ratings": {"FIDE": {"rating": 2100}}, "rounds": ["B", "W1w", "S1", "F1"]}]},
        {"number": 2, "kind": "match", "systems": ["OTBR"], "players": [
            {"number": 1, "ratings": {"OTBR": {"rating": 1800, "games": 60}},
             "published": {"OTBR": {"rating": 1800, "games": None}}, "rounds": ["W2", "D2"]},
            {"number": 2, "ratings": {"OTBR": {"rating": 1700, "games": None}},
             "published": {"OTBR": {"rating": 1700, "games": 44}}, "rounds": ["L1", "D1"]}]},
        {"number": 3, "kind": "round-robin", "online": True, "time_control": "G/3;+2", "players": [
            {"number": 1, "rounds": ["*", "W2"]}, {"number": 2, "rounds": ["L1", "*"]}]},
        {"number": 4, "kind": "foreign-fide", "youth": True, "time_control": "G/90;+30", "players": [
            {"number": 1, "ratings": {"OTBR": {"rating": 1900, "games": 40}}, "rounds": ["W2"]},
            {"number": 2, "ratings": {"FIDE": {"rating": 1950}}, "rounds": ["L1"]}]},
    ],
}  # fmt: skip

VALUES: tuple[Json, ...] = (
    None, True, False, 0, -0.0, -1, 1, 2, 3, 0.5, 25, 26, 100, 101, 3999.9999, 4000, 4000.000001, 9_999_999,
    10_000_000, 1_000_000, 1_000_001, 10**20, 10**400, 5e-324, 1e308, float("nan"), float("inf"), float("-inf"),
    "", " ", "null", "1", "1643.76", "NaN", "W1", "L1", "D2", "W0", "*", "-", "U", "X5", "F1w", "B7", "W٣", "w1",
    "2025-02-15", "2025-02-30", "2024-02-29", "2000-02-29", "1850-01-01", "1849-12-31", "2199-12-31", "2200-01-01",
    "0000-00-00", "2001-01-01", "2000-12-31", "2017-04-24", "2009-06-04", "2025-07-26", "2020-06-01", "15.02.2025",
    "OTBR", "OTBQ", "OTBB", "OLR", "OLQ", "OLB", "otbr", "FIDE", "swiss", "match", "round-robin", "foreign-fide",
    "mixed", "all-wins", "all-losses", "money", "olm", "lowered", "specified", "practised", "arpad-event/1",
    "G/60;d5", "G/5;d0", "G/3;+2", "G/10;+5", "40/90,SD/30;+30", "G/0", "G/1e9", "40/" * 60, "9" * 200, ";d" * 99,
    "G/" + "1" * 190, " " * 150 + "G/5", "\x00", "\x1b[2J", "\u2028", "\ud800", "\u202e<script>", "é" * 300, "'\"\\",
    [], {}, [None], [[]], {"": 0}, ["OTBR"], ["OTBR", "OTBR"], ["OLB", "OTBR"], {"rating": 1500, "games": 40},
    {"rating": 100, "games": 1, "record": "all-losses"}, {"rating": 3999, "games": None, "peak": 4000},
    {"rating": 1, "games": 0}, {"rating": 1500}, {"kind": "money", "amount": 1e9, "under": 1}, {"kind": "lowered"},
    {"edition": "2017-04-24"}, {"known": "2009-06-04"}, {"edition": "2018-01-01"},
)  # fmt: skip

TOKENS = (
    b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\\ud800", b"\\u0000", b"null", b"true", b"NaN", b"Infinity",
    b"-Infinity", b"1e999", b"-0", b"0.1e-400", b"9" * 5000, b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\x00", b"\r\n",
    b"\xe2\x80\xa8", b'"number": 1,', b'"rounds": ["W1"],', b"[" * 2000, b'{"a":' * 2000, b"//", b"'", b"\t",
)  # fmt: skip


def nodes(value: Json, path: Path_ = ()) -> list[Path_]:
    """The place of every value inside a document, itself included."""
    found = [path]
    if isinstance(value, dict):
        for name, item in value.items():
            found += nodes(item, (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            found += nodes(item, (*path, index))
    return found


def at(document: Json, path: Path_) -> Json:
    """The value at a place."""
    for step in path:
        document = document[step]
    return document


def mutate(document: Json, rng: random.Random) -> Json:
    """A copy with one thing in it damaged."""
    places = [place for place in nodes(document) if place]
    if not places:
        return rng.choice(VALUES)
    place = rng.choice(places)
    holder, last = at(document, place[:-1]), place[-1]
    rng.choice(DAMAGES)(holder, last, rng, document)
    return document


def _value(holder: Json, last: str | int, rng: random.Random, _: Json) -> None:
    alike = [value for value in VALUES if type(value) is type(holder[last])]
    holder[last] = copy.deepcopy(rng.choice(alike if alike and rng.random() < 0.6 else VALUES))


def _leave_out(holder: Json, last: str | int, _: random.Random, __: Json) -> None:
    del holder[last]


def _twice(holder: Json, last: str | int, rng: random.Random, _: Json) -> None:
    if isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(holder[int(last)]))
    else:
        holder[f"{last}{rng.choice(('', 's', '_', ' '))}"] = copy.deepcopy(holder[last])


def _swap(holder: Json, last: str | int, rng: random.Random, _: Json) -> None:
    other = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    holder[last], holder[other] = holder[other], holder[last]


def _from_elsewhere(holder: Json, last: str | int, rng: random.Random, document: Json) -> None:
    holder[last] = copy.deepcopy(at(document, rng.choice(nodes(document))))


def _rename(holder: Json, last: str | int, rng: random.Random, _: Json) -> None:
    if isinstance(holder, dict):
        names = (
            f"{last}x",
            str(last)[:-1],
            "",
            "\ud800",
            "x" * 500,
            "a.b[0]",
            "\x1b[2J",
            "OTBB",
            "value",
            "number",
        )
        holder[rng.choice(names)] = holder.pop(last)


def _wrap(holder: Json, last: str | int, rng: random.Random, _: Json) -> None:
    holder[last] = [holder[last]] if rng.random() < 0.5 else {str(last): holder[last]}


def _nudge(holder: Json, last: str | int, rng: random.Random, _: Json) -> None:
    value = holder[last]
    if isinstance(value, str) and value:
        spot = rng.randrange(len(value))
        new = rng.choice(("", value[spot] * 2, rng.choice("WLDNSRXFZBHU*-0123456789wb;+d/GSD,. \u00e9")))
        holder[last] = value[:spot] + new + value[spot + 1 :]
    elif isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300:
        holder[last] = rng.choice((value + 1, value - 1, -value, value * 10, value / 3, float(value), str(value)))
    else:
        _value(holder, last, rng, None)


def _another_cell(holder: Json, last: str | int, rng: random.Random, document: Json) -> None:
    cells = [place for place in nodes(document) if len(place) > 1 and place[-2] == "rounds"]
    if cells:
        place = rng.choice(cells)
        cell = rng.choice("WLDNSRXFZBHU*-WLD") + rng.choice(("", "", "0", "1", "2", "3", "4", "12"))
        at(document, place[:-1])[place[-1]] = cell + rng.choice(("", "", "w", "b"))
    else:
        _value(holder, last, rng, document)


def _many_unknown(holder: Json, last: str | int, rng: random.Random, document: Json) -> None:
    """Hundreds of warnings, to see that an error after them still counts."""
    inside = [at(document, place) for place in nodes(document) if isinstance(at(document, place), dict)]
    if inside:
        one, scattered = rng.choice(inside), rng.random() < 0.5
        fields = list(one.items())
        one.clear()
        for index in range(rng.choice((1, 20, 199, 200, 250, 500))):
            (rng.choice(inside) if scattered else one)[f"note {index}"] = index
        one.update(fields)  # the notes come first: what follows them must still be read
    else:
        _value(holder, last, rng, document)


Damage = Callable[[Any, Any, random.Random, Any], None]
DAMAGES: tuple[Damage, ...] = (
    _value, _value, _value, _leave_out, _leave_out, _twice, _swap, _from_elsewhere, _rename, _wrap, _nudge, _nudge,
    _another_cell, _another_cell, _many_unknown,
)  # fmt: skip


EXTREMES: dict[str, tuple[Json, ...]] = {
    "rating": (1, 1.0000001, 99.9999999, 100, 150, 1199.5, 2355, 2500, 3999.9999999, 4000),
    "peak": (1, 100, 1399.5, 4000),
    "games": (0, 1, 2, 3, 4, 8, 9, 25, 26, 1_000_000, None),
    "wins": (0, 1_000_000, None),
    "draws": (0, 1_000_000, None),
    "events_of_three": (0, 1_000_000, None),
    "record": ("mixed", "all-wins", "all-losses", None),
    "value": (100, 100.5, 4000),
    "amount": (0, 999.99, 1000, 4000, 1e9),
    "under": (1, 2000, 2000.5, 4000),
    "change": (-4000, -0.0, 1e-12, 4000),
    "birth": ("1850-01-01", "2199-12-31", "2000-02-29", None),
    "since": ("1850-01-01", "2199-12-31", None),
    "date": ("1850-01-01", "2001-01-01", None),
    "adult": (True, False, None),
    "canadian_resident": (True, False, None),
    "youth": (True, False),
    "online": (True, False),
    "kind": ("swiss", "round-robin", "match", "foreign-fide"),
    "systems": (["OTBR", "OTBQ", "OTBB", "OLR", "OLQ", "OLB"], ["OTBR"], ["OLB"], None),
    "rules": (None, {}, {"edition": "2009-06-04"}, {"edition": "2025-07-26"}, {"known": "2017-04-24"}),
}
"""Values that the reader takes, at the edges of what it takes."""


def stretch(document: Json, rng: random.Random) -> None:
    """Move a sound document to the edges of what is allowed; it mostly stays one that can be rated."""
    places = [place for place in nodes(document) if place and place[-1] in EXTREMES]
    for place in rng.sample(places, min(len(places), rng.choice((1, 2, 5, 20)))):
        holder = at(document, place[:-1])
        if isinstance(holder, dict) and (place[-1] != "kind" or "players" in holder):
            holder[place[-1]] = copy.deepcopy(rng.choice(EXTREMES[str(place[-1])]))
    again = rng.choice((1, 1, 1, 2, 5, 40))
    for section in document["sections"]:
        players = section.get("players", ())
        longest = max((len(player["rounds"]) for player in players), default=0)
        for player in players:
            if "rounds" in player and longest * again <= 500:
                player["rounds"] = (player["rounds"] + ["-"] * (longest - len(player["rounds"]))) * again


def damage_bytes(content: bytes, rng: random.Random) -> bytes:
    """A file with a few bytes of it changed."""
    found = bytearray(content)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        spot, width = rng.randrange(len(found) + 1), rng.choice((1, 1, 2, 8, 60))
        roll = rng.randrange(6)
        if roll == 0:
            found[spot:spot] = rng.choice(TOKENS)
        elif roll == 1:
            found[spot : spot + width] = rng.choice(TOKENS)
        elif roll == 2:
            del found[spot : spot + width]
        elif roll == 3:
            found[spot:spot] = found[max(0, spot - width) : spot] * rng.choice((1, 2, 20))
        elif roll == 4:
            del found[spot:]
        elif spot < len(found):
            found[spot] ^= 1 << rng.randrange(8)
    return bytes(found)


def sound(rng: random.Random) -> Json:
    """A document that can be rated."""
    if rng.random() < 0.25:
        return copy.deepcopy(FULL)
    # one tree: an entry again is a copy, and no row is shared between two places
    return json.loads(json.dumps(random_sections.event(rng.randrange(1_000_000))))


def damaged(rng: random.Random) -> bytes:
    """The bytes of a document that is stretched to the edges of what can be rated, or damaged, or both."""
    document = sound(rng)
    if rng.random() < 0.5:
        stretch(document, rng)
        if rng.random() < 0.8:
            return json.dumps(document).encode()
    structural = rng.random() < 0.8
    if structural:
        for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
            document = mutate(document, rng)
    content = json.dumps(document, ensure_ascii=rng.random() < 0.9).encode("utf-8", "surrogatepass")
    return content if structural and rng.random() < 0.95 else damage_bytes(content, rng)


@dataclass(slots=True)
class Tally:
    """What came of the runs so far."""

    runs: int = 0
    refused: int = 0
    rated: int = 0
    slowest: float = 0.0
    codes: dict[str, int] = field(default_factory=dict)


def finding(content: bytes, tally: Tally | None = None, *, schema: Any = None) -> str | None:
    """What is wrong with the answer to a document, in a few words; None when it is rated or refused as it should."""
    tally = Tally() if tally is None else tally
    tally.runs += 1
    began = time.perf_counter()
    try:
        event, problems = event_document.decode(content)
        took = time.perf_counter() - began
        tally.slowest = max(tally.slowest, took)
        for problem in problems:
            tally.codes[problem.code] = tally.codes.get(problem.code, 0) + 1
        fault = _fault_of_reading(event, problems)
        if fault is None and took > SLOW and len(content) < 1_000_000:
            fault = f"slow: decode takes more than {SLOW:g} s"
        if event is None or fault is not None:
            tally.refused += 1
            return fault
        text = json.dumps(rated_document.encode(arpad.rate(event)), allow_nan=False)
        tally.rated += 1
        if schema is not None and (wrong := next(schema.iter_errors(json.loads(text)), None)) is not None:
            return f"rated document against its schema: {wrong.json_path.split('[')[-1]} {wrong.validator}"
    except arpad.InvalidEventError as error:
        tally.refused += 1
        return next(filter(None, map(_fault, error.problems)), None)
    except arpad.LawError:
        tally.refused += 1
    except Exception as error:  # noqa: BLE001 (whatever it is, it is what we are looking for)
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} in {Path(frame.filename).name}, {frame.name}: {str(error)[:80]}"
    return None


def _fault_of_reading(event: Event | None, problems: list[Problem]) -> str | None:
    """Why what `decode` answers is neither an event nor a refusal that says why."""
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if event is None and not errors:
        return "refused without an error"
    if event is not None and errors:
        return "read in spite of an error"
    return next(filter(None, map(_fault, problems)), None)


def _fault(problem: Problem) -> str | None:
    """Why a problem is not one clear line."""
    if not problem.message.strip():
        return f"{problem.code}: no message"
    if not all(part.isprintable() for part in (problem.message, problem.hint, problem.where, problem.place)):
        return f"{problem.code}: a message that is not one printable line"
    return f"{problem.code}: a message of more than 1000 characters" if len(str(problem)) > 1000 else None


def signature(text: str) -> str:
    """Findings of one signature are one finding."""
    return text.split(": ", maxsplit=1)[0] if " in " in text.split(": ", maxsplit=1)[0] else text


def smaller(content: bytes, wanted: str, deadline: float, schema: Any = None) -> bytes:
    """A smaller document with the same finding: one value after the other left out, while it stays."""
    try:
        document = json.loads(content)
    except ValueError:
        return content
    shrunk = True
    while shrunk:
        shrunk = False
        for place in sorted(nodes(document), key=len):
            if not place or time.perf_counter() > deadline:
                continue
            attempt = copy.deepcopy(document)
            try:
                del at(attempt, place[:-1])[place[-1]]
            except (KeyError, IndexError, TypeError):
                continue  # gone with something removed before
            text = json.dumps(attempt).encode()
            found = finding(text, schema=schema)
            if found is not None and signature(found) == wanted:
                document, shrunk = attempt, True
                break
    return json.dumps(document).encode()


def main() -> int:
    """Fuzz for some seconds; exit code 1 when there are findings."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="how long (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="the first document's seed (default: 1)")
    parser.add_argument("--schema", action="store_true", help="hold every rated document against its schema (slower)")
    parser.add_argument("--out", type=Path, help="a directory for the documents of the findings")
    options = parser.parse_args()
    schema = jsonschema.Draft202012Validator(rated_document.schema()) if options.schema else None
    tally, findings = Tally(), dict[str, tuple[int, str, bytes]]()
    began = time.perf_counter()
    seed = options.seed
    while time.perf_counter() - began < options.seconds:
        content = damaged(random.Random(seed))
        found = finding(content, tally, schema=schema)
        if found is not None:
            known = findings.get(signature(found))
            if known is None:
                print(f"seed {seed}: {found}", flush=True)
            if known is None or len(content) < len(known[2]):
                findings[signature(found)] = (seed, found, content)
        seed += 1
    took = time.perf_counter() - began
    print(
        f"{tally.runs} runs in {took:.0f} s, {tally.runs / took:.0f} a second; {tally.rated} rated, "
        f"{tally.refused} refused, slowest decode {tally.slowest:.3f} s; {len(findings)} findings"
    )
    print("codes seen:", ", ".join(f"{code} {count}" for code, count in sorted(tally.codes.items())))
    for number, (name, (at_seed, found, content)) in enumerate(sorted(findings.items()), start=1):
        least = smaller(content, name, time.perf_counter() + 20, schema)
        print(f"\n{number}. {found} (seed {at_seed})\n   {least.decode('utf-8', 'backslashreplace')[:1500]}")
        if options.out is not None:
            options.out.mkdir(parents=True, exist_ok=True)
            (options.out / f"finding-{number}.json").write_bytes(least)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
