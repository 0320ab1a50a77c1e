"""From what was played to columns: sections in rating order, entries and sides after them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arpad.generator.playing import ENTRIES, PUBLISHED_COUNT, SIDES, Played, Record
from arpad.generator.sheet import Sheet
from arpad.generator.tables import first_rows, in_order
from arpad.kernel.columns import DTYPES, Entries, Int32, Published, Sections, Sides
from arpad.kernel.compiled import entry

FIRST_MEMBER_ID = 10_000_001


class Rated(NamedTuple):
    """What was played, in rating order; `order` is where each section stood in the calendar."""

    sections: Sections
    entries: Entries
    sides: Sides
    published: Published
    strength: NDArray[np.float32]


def member_ids(arrival: Int32) -> pl.Series:
    """Ids of 8 digits in order of arrival.

    >>> member_ids(np.array([5, 3, 9], dtype=np.int32)).to_list()
    ['10000002', '10000001', '10000003']
    """
    rank = np.empty(len(arrival), dtype=np.int64)
    rank[np.argsort(arrival, kind="stable")] = np.arange(FIRST_MEMBER_ID, FIRST_MEMBER_ID + len(arrival))
    return pl.Series("member", rank).cast(pl.String)


def in_rating_order(numbers: NDArray[np.int64], sheet: Sheet, played: Played) -> Rated:
    """Put everything in order of the end, the start, the event's number and the section's number."""
    order = np.lexsort((sheet.number, numbers[sheet.event], sheet.start, sheet.end))
    sizes = np.diff(played.record.first_entry)[order]
    first_entry = _offsets(sizes)
    entries, sides = int(played.so_far[ENTRIES]), int(played.so_far[SIDES])
    moved = Entries(
        np.empty(entries, dtype=np.int32), np.empty(entries, dtype=np.int32), np.zeros(entries + 1, dtype=np.int32)
    )
    result = Sides(np.empty(sides, dtype=np.uint16), np.empty(sides, dtype=np.uint8))
    strength = np.empty(entries, dtype=np.float32)
    _move(order, played.record, moved, result, strength)
    kinds = DTYPES[Sections]
    chosen = {name: getattr(sheet, name)[order].astype(kinds[name]) for name in kinds if name in Sheet._fields}
    sections = Sections(online=sheet.of_class[order] >= 4, first_entry=first_entry, **chosen)
    notes = int(played.so_far[PUBLISHED_COUNT])
    section_of = np.searchsorted(played.record.first_entry, played.published.entry[:notes], side="right") - 1
    place = played.published.entry[:notes] - played.record.first_entry[section_of]
    where = np.empty(len(order), dtype=np.int64)
    where[order] = np.arange(len(order))
    entry_of = (first_entry[where[section_of]] + place).astype(np.int32)
    published = first_rows(played.published, notes)._replace(entry=entry_of)
    published = in_order(published, np.argsort(entry_of, kind="stable"))
    return Rated(sections, moved, result, published, strength)


def _offsets(sizes: NDArray[np.int32]) -> Int32:
    first = np.zeros(len(sizes) + 1, dtype=np.int32)
    np.cumsum(sizes, out=first[1:])
    return first


@entry
def _move(
    order: NDArray[np.int64], record: Record, entries: Entries, sides: Sides, strength: NDArray[np.float32]
) -> None:
    """Copy the entries and sides of the sections in their new order."""
    to, to_side = 0, 0
    for place in range(len(order)):
        section = order[place]
        for source in range(record.first_entry[section], record.first_entry[section + 1]):
            entries.member[to] = record.member[source]
            entries.number[to] = record.number[source]
            strength[to] = record.strength[source]
            for side in range(record.first_side[source], record.first_side[source + 1]):
                sides.opponent[to_side] = record.opponent[side]
                sides.code[to_side] = record.code[side]
                to_side += 1
            to += 1
            entries.first_side[to] = to_side
