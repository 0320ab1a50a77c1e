"""Pairings: Swiss by score groups without repeats, round robins by the circle."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arpad.generator.chance import Dice, below
from arpad.generator.formats import MOST_ROUNDS
from arpad.generator.results import codes
from arpad.kernel.columns import Float, Int32, UInt8
from arpad.kernel.compiled import compiled

NOBODY = -1
ABSENT = 20
"""Per mille of rounds that a player sits out."""
WINDOW = 60
"""How far an opponent is looked for from the place where the score group has one."""


class Table(NamedTuple):
    """The crosstable of the section being played, one row a place: who it is, the strength, the rounds played.

    `score` counts half points; a place plays from round `joins` up to, not including, `leaves`.
    """

    who: Int32
    number: Int32
    power: Float
    joins: Int32
    leaves: Int32
    score: Int32
    opponent: Int32
    code: UInt8
    order: Int32
    taken: UInt8


def table_for(largest: int) -> Table:
    """A table for sections of up to so many entries."""
    size = max(2, largest)
    columns = [np.zeros(size, dtype=np.int32) for _ in range(5)]
    return Table(
        columns[0],
        columns[1],
        np.zeros(size, dtype=np.float64),
        columns[2],
        columns[3],
        columns[4],
        np.zeros((size, MOST_ROUNDS), dtype=np.int32),
        np.zeros((size, MOST_ROUNDS), dtype=np.uint8),
        np.zeros(size, dtype=np.int32),
        np.zeros(size, dtype=np.uint8),
    )


@compiled
def clear(table: Table, size: int) -> None:
    """Before the first round."""
    for place in range(size):
        table.score[place] = 0
        for played in range(MOST_ROUNDS):
            table.opponent[place, played] = NOBODY


@compiled
def play(dice: Dice, table: Table, one: int, other: int, played: int) -> None:
    """Play a game of a round."""
    mine, theirs = codes(dice, table.power[one], table.power[other])
    table.opponent[one, played] = other
    table.opponent[other, played] = one
    table.code[one, played] = mine
    table.code[other, played] = theirs
    table.score[one] += 2 if mine % 3 == 0 else (1 if mine % 3 == 2 else 0)
    table.score[other] += 2 if theirs % 3 == 0 else (1 if theirs % 3 == 2 else 0)


@compiled
def swiss(dice: Dice, table: Table, size: int, rounds: int) -> None:
    """Play a Swiss tournament; places are in order of strength, the strongest first."""
    for played in range(rounds):
        present = _by_score(dice, table, size, played)
        group = 0
        while group < present:
            score = table.score[table.order[group]]
            end = group
            while end < present and table.score[table.order[end]] == score:
                end += 1
            half = max(1, (end - group) // 2)
            for at in range(group, end):
                if table.taken[at] == 0:
                    _find(dice, table, at, (at + half, present, played, rounds))
            group = end


@compiled
def _by_score(dice: Dice, table: Table, size: int, played: int) -> int:
    """Put who plays the next round in order of score, then of place; how many they are."""
    present = 0
    for points in range(2 * played, -1, -1):
        for place in range(size):
            if table.score[place] != points or not table.joins[place] <= played < table.leaves[place]:
                continue
            if below(dice, 1000) >= ABSENT:
                table.order[present] = place
                table.taken[present] = 0
                present += 1
    return present


@compiled
def _find(dice: Dice, table: Table, at: int, search: tuple[int, int, int, int]) -> None:
    """Find an opponent: from half a score group down on, else nearer, else anybody in a small section, else none."""
    wanted, present, played, rounds = search
    one = table.order[at]
    stop = min(present, wanted + WINDOW)
    for candidate in range(wanted, stop):
        if table.taken[candidate] == 0 and not _met(table, one, table.order[candidate], played):
            _pair(dice, table, at, candidate, played)
            return
    for candidate in range(min(wanted, present) - 1, at, -1):
        if table.taken[candidate] == 0 and not _met(table, one, table.order[candidate], played):
            _pair(dice, table, at, candidate, played)
            return
    if present <= 2 * rounds:
        for candidate in range(at + 1, present):
            if table.taken[candidate] == 0 and below(dice, 3) == 0:
                _pair(dice, table, at, candidate, played)
                return


@compiled
def _pair(dice: Dice, table: Table, at: int, candidate: int, played: int) -> None:
    table.taken[at] = 1
    table.taken[candidate] = 1
    play(dice, table, int(table.order[at]), int(table.order[candidate]), played)


@compiled
def _met(table: Table, one: int, other: int, played: int) -> bool:
    """Whether two places met; two entries of one member are never there at the same time."""
    for before in range(played):  # noqa: SIM110 compiled code has no generators
        if table.opponent[one, before] == other:
            return True
    return False


@compiled
def round_robin(dice: Dice, table: Table, size: int, cycles: int) -> None:
    """Everybody against everybody, by the circle: the last stays, the others turn.  Of two it is a match."""
    turning = size - 1 + size % 2
    for played in range(turning * cycles):
        for pair in range((turning + 1) // 2):
            one = (played + pair) % turning
            other = turning if pair == 0 else (played - pair) % turning
            if max(one, other) < size and below(dice, 1000) >= ABSENT:
                play(dice, table, one, other, played)
