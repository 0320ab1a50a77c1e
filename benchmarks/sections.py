"""Made-up sections of any size, for benchmarks: Swiss-like pairings by score, results by expectancy."""

from __future__ import annotations

import random
from typing import Any


def section(players: int, rounds: int, seed: int = 1) -> dict[str, Any]:
    """An event document with one section; one player in eight is a newcomer, one in four provisional."""
    chance = random.Random(seed)
    ratings = [chance.gauss(1400.0, 400.0) for _ in range(players)]
    cells: list[list[str]] = [[] for _ in range(players)]
    points = [0.0] * players
    for _ in range(rounds):
        order = sorted(range(players), key=lambda number: (-points[number], chance.random()))
        for white, black in zip(order[::2], order[1::2], strict=False):
            expected = 1.0 / (1.0 + 10.0 ** ((ratings[black] - ratings[white]) / 400.0))
            drawn = chance.random() < 0.1
            won = chance.random() < expected
            codes = "DD" if drawn else "WL" if won else "LW"
            cells[white].append(f"{codes[0]}{black + 1}w")
            cells[black].append(f"{codes[1]}{white + 1}b")
            points[white] += 0.5 if drawn else float(won)
            points[black] += 0.5 if drawn else float(not won)
        if players % 2:
            cells[order[-1]].append("B")
            points[order[-1]] += 1.0
    return {
        "format": "arpad-event/1",
        "name": f"{players} players, {rounds} rounds",
        "start": "2025-03-01",
        "end": "2025-03-02",
        "sections": [
            {
                "time_control": "G/90;d5",
                "players": [
                    {
                        "number": number + 1,
                        "name": f"PLAYER {number + 1}",
                        "birth": "2010-05-01",
                        "ratings": _brings(chance, ratings[number]),
                        "rounds": cells[number],
                    }
                    for number in range(players)
                ],
            }
        ],
    }


def _brings(chance: random.Random, rating: float) -> dict[str, Any]:
    kind = chance.random()
    if kind < 1 / 8:
        return {}
    games = chance.randint(1, 25) if kind < 3 / 8 else None
    return {"OTBR": {"rating": max(100.0, rating), "games": games}}
