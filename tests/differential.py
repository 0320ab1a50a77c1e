"""The rules against the other hand: random sections rated by `arpad` and by `tests/naive.py`, number by number.

Run with ``python -m tests.differential --sections 100000``; a short run is part of the tests.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import arpad
from arpad.rules.vocabulary import System
from tests import naive, random_sections

TOLERANCE = 1e-9

NUMBERS = (
    "pre",
    "r0",
    "n_star",
    "n_effective",
    "score",
    "first_estimate",
    "intermediate",
    "k",
    "expected",
    "bonus",
    "unfloored",
    "post",
    "peak",
)
EXACT = ("pre_games", "n", "games", "formula", "post_games", "established", "record")


def differences(seed: int) -> list[str]:
    """Where the two hands differ on one random event; empty when nowhere."""
    event = random_sections.event(seed)
    ours = arpad.document(arpad.rate(event), brief=True)["sections"]
    theirs = naive.rate(event)["sections"]
    found = [f"{_sections(ours)} against {_sections(theirs)}"] if _sections(ours) != _sections(theirs) else []
    for mine, other in zip(ours, theirs, strict=False):
        label = f"seed {seed}, section {mine['number']} in {mine['system']}"
        found += [f"{label}{text}" for text in _section(mine, other)]
    return found


def _sections(rated: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(section["number"], System(section["system"]).value) for section in rated]


def _section(mine: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    if (mine["refused"] is None) != (other["refused"] is None):
        yield f": refused {mine['refused']!r} against {other['refused']!r}"
    theirs = {player["number"]: player for player in other["players"]}
    if set(theirs) != {player["number"] for player in mine["players"]}:
        yield f": players {[player['number'] for player in mine['players']]} against {sorted(theirs)}"
        return
    for player in mine["players"]:
        yield from (f", player {player['number']}: {text}" for text in _player(player, theirs[player["number"]]))


def _player(mine: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    for name in NUMBERS:
        yield from _number(name, mine[name], other[name])
    for name in EXACT:
        if mine[name] != other[name]:
            yield f"{name}: {mine[name]!r} against {other[name]!r}"
    if (mine["refused"] is None) != (other["refused"] is None):
        yield f"refused: {mine['refused']!r} against {other['refused']!r}"
    if mine["official"] != other["official"] and not _near_half(mine["post"]):
        yield f"official: {mine['official']!r} against {other['official']!r}"
    one, two = mine["initial"], other["initial"]
    if (one is None) != (two is None):
        yield f"initial: {one!r} against {two!r}"
    elif one is not None:
        yield from _number("initial rating", one["rating"], two["rating"])
        if one["games"] != two["games"]:
            yield f"initial games: {one['games']} against {two['games']}"
    one, two = mine["floor"], other["floor"]
    if (one is None) != (two is None) or (one is not None and one != two):
        yield f"floor: {one!r} against {two!r}"


def _number(name: str, one: float | None, two: float | None) -> Iterator[str]:
    if (one is None) != (two is None) or (one is not None and two is not None and abs(one - two) > TOLERANCE):
        yield f"{name}: {one!r} against {two!r}"


def _near_half(value: float | None) -> bool:
    return value is not None and abs(value % 1.0 - 0.5) < TOLERANCE


def rows(seed: int) -> int:
    """How many player rows one random event compares."""
    return sum(len(section["players"]) for section in random_sections.event(seed)["sections"])


def compare(seeds: range) -> list[str]:
    """All differences over some seeds."""
    return [text for seed in seeds for text in differences(seed)]


def main() -> int:
    """Compare as many random events as asked, on all cores; 1 when the hands differ anywhere."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sections", type=int, default=100_000, help="random sections, one event each or more")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    began = time.perf_counter()
    chunks = [
        range(start, min(start + 500, asked.first + asked.sections))
        for start in range(asked.first, asked.first + asked.sections, 500)
    ]
    with ProcessPoolExecutor(asked.workers) as pool:
        found = [text for texts in pool.map(compare, chunks) for text in texts]
    for text in found[:50]:
        print(text)
    seconds = time.perf_counter() - began
    print(f"{asked.sections} random events, {len(found)} differences above {TOLERANCE:g}, {seconds:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
