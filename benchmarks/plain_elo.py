"""The bar: one plain Elo update per game in a numba loop, on the very games that the kernel rates, in its order.

A section that is rated in two systems counts twice, for the kernel as for the loop: `system_games` are those games.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from arpad.kernel.columns import SYSTEMS
from arpad.kernel.plan import Plan

K = 20.0


class Games(NamedTuple):
    """Games in order: where the ratings of both stand, and the score of the first."""

    one: NDArray[np.int32]
    other: NDArray[np.int32]
    score: NDArray[np.float64]


def games_of(plan: Plan) -> Games:
    """Every game once for each section in which it was played."""
    return _games(plan, by_system=False)


def system_games(plan: Plan) -> Games:
    """Every game once for each system that rates it; each system has ratings of its own."""
    return _games(plan, by_system=True)


def _games(plan: Plan, *, by_system: bool) -> Games:
    room = int(plan.first_side[-1]) * (2 if by_system else 1)
    one, other = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    score = np.empty(room)
    width = len(SYSTEMS) if by_system else 1
    count = _pair(plan.runs, plan.order, plan.who, plan.first_side, plan.opponent, plan.code, width, one, other, score)
    return Games(one[:count].copy(), other[:count].copy(), score[:count].copy())


@numba.njit  # type: ignore[untyped-decorator]
def _pair(
    runs: Any,
    order: Any,
    who: Any,
    first_side: Any,
    opponent: Any,
    code: Any,
    width: int,
    one: Any,
    other: Any,
    score: Any,
) -> int:
    count = 0
    section = -1
    for run in order:
        if runs.section[run] < 0 or (width == 1 and runs.section[run] == section):
            continue
        section = runs.section[run]
        system = runs.system[run] if width > 1 else 0
        first = runs.first_entry[run]
        for entry in range(first, first + runs.size[run]):
            for side in range(first_side[entry], first_side[entry + 1]):
                met = first + opponent[side]
                if met > entry:
                    one[count] = who[entry] * width + system
                    other[count] = who[met] * width + system
                    result = code[side] % 3
                    score[count] = 1.0 if result == 0 else (0.0 if result == 1 else 0.5)
                    count += 1
    return count


@numba.njit  # type: ignore[untyped-decorator]
def plain_elo(ratings: Any, one: Any, other: Any, score: Any) -> None:
    """One update per game."""
    for game in range(len(one)):
        first, second = one[game], other[game]
        expected = 1.0 / (1.0 + 10.0 ** ((ratings[second] - ratings[first]) / 400.0))
        change = K * (score[game] - expected)
        ratings[first] += change
        ratings[second] -= change
