"""Games: one row for each side, found by event, section and pairing numbers; in columns, one cell for each.

A federation has tens of millions of rows, so they are taken in portions, and put in order only where they are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl

from arpad.history.cells import cells_of
from arpad.history.error import refuse_rows
from arpad.history.forms import TABLES
from arpad.history.keys import Rows, joined, rows_where, steps
from arpad.history.lines import Lines
from arpad.kernel.columns import Columns, Int32, Sides

PORTION = 1 << 20
"""Rows that are looked up at a time."""


class Played(NamedTuple):
    """The sides of all games in order; `rows` are where they stood, None where they stood in order."""

    table: Sides
    first_side: Int32
    rows: Rows | None


def sides_of(frame: pl.DataFrame, lines: Lines) -> Played:
    """The sides that the rows of `games` tell, by entry and by round, whatever order the rows are in."""
    section, rows = lines.sections.named("games", frame), None
    if not _rising(section):
        rows = np.argsort(section, kind="stable")
        frame, section = frame[rows], section[rows]
    entry = np.empty(frame.height, dtype=np.int32)
    opponent = np.empty(frame.height, dtype=np.uint16)
    for begin, portion in _portions(frame):
        here = slice(begin, begin + portion.height)
        entry[here], opponent[here] = _sides(portion, section[here], lines, begin, rows)
    code = frame["code"].to_physical().to_numpy()
    order = _order(frame, entry, rows)
    first_side = steps(np.bincount(entry, minlength=len(lines.entries.place)))
    if order is None:
        return Played(Sides(opponent, code), first_side, rows)
    return Played(Sides(opponent[order], code[order]), first_side, order if rows is None else rows[order])


def _portions(frame: pl.DataFrame) -> Iterator[tuple[int, pl.DataFrame]]:
    """A frame piece by piece, each with the number of rows before it."""
    for begin in range(0, frame.height, PORTION):
        yield begin, frame[begin : begin + PORTION]


def _rising(values: Rows) -> bool:
    return bool((values[1:] >= values[:-1]).all())


def _sides(frame: pl.DataFrame, section: Rows, lines: Lines, before: int, rows: Rows | None) -> tuple[Rows, Rows]:
    """The entry of each row, and the opponent's place in the section."""

    def place(row: int, column: str) -> str:
        return f"games[{before + row if rows is None else rows[before + row]}].{column}"

    def nobody(row: int, column: str) -> str:
        of_row = frame.row(row, named=True)
        return f"section {of_row['section']} of event {of_row['event']!r} has no number {of_row[column]} in entries"

    entry = lines.entries.find(section, frame["number"].to_numpy())
    refuse_rows(
        "unknown-number",
        rows_where(entry < 0),
        lambda row: place(row, "number"),
        lambda row: nobody(row, "number"),
        "add the entry, or correct the number",
    )
    opponent = lines.entries.find(section, frame["opponent"].to_numpy())
    refuse_rows(
        "missing-opponent",
        rows_where(opponent < 0),
        lambda row: place(row, "opponent"),
        lambda row: nobody(row, "opponent"),
        "an opponent stands in the same section; correct the number, and leave byes and forfeits out",
    )
    return entry, opponent - lines.first_entry[section]


def _order(frame: pl.DataFrame, entry: Int32, rows: Rows | None) -> Rows | None:
    """The order of rows by entry and by round, None where they stand in it; two of one round are refused."""
    round_ = frame["round"].to_numpy()
    if ((entry[1:] > entry[:-1]) | ((entry[1:] == entry[:-1]) & (round_[1:] > round_[:-1]))).all():
        return None
    key = joined(entry, round_)
    order = np.argsort(key, kind="stable")
    key = key[order]
    twice = np.sort(order[1:][key[1:] == key[:-1]])
    refuse_rows(
        "duplicate-round",
        twice,
        lambda row: f"games[{row if rows is None else rows[row]}].round",
        lambda row: "number {number} of section {section} of event {event!r} has round {round} twice".format(
            **frame.row(row, named=True)
        ),
        "number the games of a player as they were played",
    )
    return order


def frame_of_sides(columns: Columns, events: pl.Series) -> pl.DataFrame:
    """The rows of `games`: rounds are counted anew for each player."""
    sections, entries = columns.sections, columns.entries
    of_entry = np.repeat(np.arange(len(sections.start), dtype=np.int32), np.diff(sections.first_entry))
    sides = np.diff(entries.first_side)
    entry = np.repeat(np.arange(len(sides), dtype=np.int32), sides)
    section = of_entry[entry]
    return pl.DataFrame(
        {
            "event": events.gather(sections.event[section]),
            "section": sections.number[section],
            "number": entries.number[entry],
            "round": np.arange(1, len(entry) + 1, dtype=np.int32) - entries.first_side[entry],
            "opponent": entries.number[sections.first_entry[section] + columns.sides.opponent],
            "code": cells_of("code", columns.sides.code, TABLES["games"]["code"]),
        }
    )
