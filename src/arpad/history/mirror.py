"""Games that nobody can have played: against oneself, or plain results that the two sides do not tell alike (I50).

W, L and D must stand on both sides, as often as they were played; N, S and R count as coded, whatever stands there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.history.error import refuse_rows
from arpad.history.inspection import Inspection
from arpad.history.keys import Rows
from arpad.kernel.columns import CODES, Columns, UInt8

PORTION = 1 << 20
"""Sides that are compared at a time; a section is never parted."""

WON, LOST, DRAWN = (CODES.index(code) for code in "WLD")


class _Portion(NamedTuple):
    """The sides of some sections: whose they are, the opponent's entry, and the result."""

    first: int
    entry: Rows
    opponent: Rows
    code: UInt8


def check_games(of: Inspection) -> None:
    """`HistoryError` for the first game that cannot be."""
    columns = of.record.columns
    person = columns.members.same_as[columns.entries.member]
    for games in _portions(columns):
        refuse_rows(
            "against-oneself",
            np.flatnonzero(person[games.entry] == person[games.opponent]),
            lambda side, games=games: of.place("games", games.first + side, "opponent"),  # type: ignore[misc]
            lambda side, games=games: (  # type: ignore[misc]
                f"{_line(of, games.entry[side])} meets number {columns.entries.number[games.opponent[side]]}, "
                f"who is the same {of.member(columns.entries.member[games.entry[side]])}"
            ),
            "nobody meets himself: correct the number, or who that is",
        )
        _check_mirror(of, games)


def _line(of: Inspection, entry: int) -> str:
    """What an entry is called."""
    columns = of.record.columns
    section = int(np.searchsorted(columns.sections.first_entry, entry, side="right")) - 1
    return f"{of.section(section)}: number {columns.entries.number[entry]}"


def _portions(columns: Columns) -> Iterator[_Portion]:
    """All games, some sections at a time."""
    first_entry, first_side = columns.sections.first_entry, columns.entries.first_side
    first_of_section = first_side[first_entry]
    section, count = 0, len(columns.sections.start)
    while section < count:
        stop = int(np.searchsorted(first_of_section, int(first_of_section[section]) + PORTION, side="right")) - 1
        stop = max(section + 1, stop)
        begin, end = first_entry[section], first_entry[stop]
        first_opponent = np.repeat(first_entry[section:stop], np.diff(first_entry[section : stop + 1]))
        sides = np.diff(first_side[begin : end + 1])
        here = slice(first_of_section[section], first_of_section[stop])
        yield _Portion(
            int(here.start),
            np.repeat(np.arange(begin, end), sides),
            np.repeat(first_opponent, sides) + columns.sides.opponent[here].astype(np.intp),
            columns.sides.code[here],
        )
        section = stop


def _check_mirror(of: Inspection, games: _Portion) -> None:
    """Compare what winners and losers say, and the two sides of draws: the same games, in whatever order."""
    upper = games.entry < games.opponent
    drawn = games.code == DRAWN
    told = _games(games.entry, games.opponent, games.code == WON, drawn & upper)
    heard = _games(games.opponent, games.entry, games.code == LOST, drawn & ~upper)
    if np.array_equal(told, heard):
        return
    both, sign = np.concatenate([told, heard]), np.repeat([1, -1], [len(told), len(heard)])
    pairs, which = np.unique(both, return_inverse=True)
    wrong = pairs[np.bincount(which, weights=sign) != 0]

    def say(place: int) -> str:
        one, other, draw = _parts(wrong[place])
        mine, theirs = (of.record.columns.entries.number[entry] for entry in (one, other))
        says, answer = ("D", "D") if draw else ("W", "L")
        times = [np.count_nonzero(side == wrong[place]) for side in (told, heard)]
        return f"{_line(of, one)} has {times[0]} x {says}{theirs}, but number {theirs} has {times[1]} x {answer}{mine}"

    def place(place: int) -> str:
        one, other, _ = _parts(wrong[place])
        side = np.flatnonzero(
            ((games.entry == one) & (games.opponent == other)) | ((games.entry == other) & (games.opponent == one))
        )
        return of.place("games", games.first + int(side[0]), "code")

    hint = "write what is missing on the other side, or N, S and R where the two differ on purpose"
    refuse_rows("game-not-mirrored", np.arange(len(wrong)), place, say, hint)


def _games(one: Rows, other: Rows, decided: NDArray[np.bool_], drawn: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Games as numbers, in order: who won or stands above, who lost or stands below, whether it was a draw."""
    won = one[decided].astype(np.uint64) << 33 | other[decided].astype(np.uint64) << 1
    half = one[drawn].astype(np.uint64) << 33 | other[drawn].astype(np.uint64) << 1 | 1
    return np.sort(np.concatenate([won, half]))


def _parts(game: Any) -> tuple[int, int, int]:
    """The two entries of a game, and whether it was a draw."""
    number = int(game)
    return number >> 33, number >> 1 & (2**32 - 1), number & 1
