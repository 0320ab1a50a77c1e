"""Compact: a workbook's facts as a record again, in order, with nothing in it that is gone."""

from __future__ import annotations

from typing import Any

import numpy as np

from arpad.history.record import DATED, Record
from arpad.history.room import used
from arpad.history.workbook import Workbook
from arpad.kernel.columns import Columns, Entries, Int32, Members, Published, Sections, Sides


def record_of(book: Workbook) -> Record:
    """The facts as they are now.

    Members stand in the order added, those without an id after them; events by id; sections in rating order.
    """
    columns, names = book.columns, book.names
    events = names.event_ids.all(names.events)
    order = events.arg_sort().to_numpy()
    filed = order[~np.isin(order, list(names.withdrawn))]
    place_of_event = np.full(names.events, -1, dtype=np.int32)
    place_of_event[filed] = np.arange(len(filed), dtype=np.int32)
    sections = _sections_in_order(book, place_of_event)
    sizes = np.diff(columns.sections.first_entry)[sections]
    entries = _all_of(columns.sections.first_entry[sections], sizes)
    lengths = np.diff(columns.entries.first_side)[entries]
    sides = _all_of(columns.entries.first_side[entries], lengths)
    members, place_of_member = _members_in_order(book, columns.entries.member[entries])
    known = columns.members
    body = {name: getattr(columns.sections, name)[sections] for name in Sections._fields[:-1]}
    body["event"] = place_of_event[body["event"]]
    body["time_control"], time_controls = _controls_in_order(body["time_control"], columns.time_controls)
    tables = {name: getattr(columns, name) for name in DATED}
    dated = {name: table._replace(member=place_of_member[table.member]) for name, table in tables.items()}
    renumbered = Columns(
        Members(known.birth[members], known.adult[members], place_of_member[known.same_as[members]]),
        Sections(**body, first_entry=_offsets(sizes)),
        Entries(place_of_member[columns.entries.member[entries]], columns.entries.number[entries], _offsets(lengths)),
        Sides(columns.sides.opponent[sides], columns.sides.code[sides]),
        published=_published(columns, entries),
        time_controls=time_controls,
        **dated,
    )
    return Record(
        renumbered,
        names.member_ids.all(names.members)[members].alias("member"),
        events[filed].alias("event"),
        names.member_names.all(names.members)[members].alias("name"),
        names.event_names.all(names.events)[filed].alias("event_name"),
    )


def _sections_in_order(book: Workbook, place_of_event: Int32) -> Any:
    """The sections that there are, in rating order."""
    body = used(book.columns.sections, book.counts.sections)
    order = np.lexsort((body.number, place_of_event[body.event], body.start, body.end))
    return order[book.alive[order]]


def _members_in_order(book: Workbook, played: Int32) -> tuple[Any, Int32]:
    """The members, first those with an id, then those without who played; and the new number of each."""
    named = book.names.have_ids(np.arange(book.names.members))
    nameless = played[~named[played]]
    _, first = np.unique(nameless, return_index=True)
    members = np.concatenate([np.flatnonzero(named), nameless[np.sort(first)]]).astype(np.int32)
    place_of = np.full(len(named), -1, dtype=np.int32)
    place_of[members] = np.arange(len(members), dtype=np.int32)
    return members, place_of


def _controls_in_order(of_section: Int32, controls: tuple[str, ...]) -> tuple[Int32, tuple[str, ...]]:
    """The spellings of time controls in the order in which they are first used, and the place of each section's."""
    said = of_section[of_section >= 0]
    which, first = np.unique(said, return_index=True)
    order = which[np.argsort(first)]
    place_of = np.full(len(controls) + 1, -1, dtype=np.int32)
    place_of[order] = np.arange(len(order), dtype=np.int32)
    return place_of[of_section], tuple(controls[place] for place in order)


def _published(columns: Columns, entries: Any) -> Published:
    """What was published, for the entries that there are."""
    place_of = np.full(len(columns.entries.member) + 1, -1, dtype=np.int32)
    place_of[entries] = np.arange(len(entries), dtype=np.int32)
    entry = place_of[columns.published.entry]
    kept = np.flatnonzero(entry >= 0)
    kept = kept[np.argsort(entry[kept], kind="stable")]
    return Published._make((entry[kept], *(column[kept] for column in columns.published[1:])))


def _all_of(first: Any, sizes: Any) -> Any:
    """All places of blocks that begin at some and have some sizes.

    >>> _all_of(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    ends = np.cumsum(sizes, dtype=np.int64)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(first - (ends - sizes), sizes)


def _offsets(sizes: Any) -> Int32:
    first = np.zeros(len(sizes) + 1, dtype=np.int32)
    np.cumsum(sizes, out=first[1:])
    return first
