"""A history as tables that a person can read and write, and as the columns that the kernel reads.

`forms` says which tables there are.  Rows may come in any order: members stand by id, events by id, sections in rating
order, entries and games as their numbers and rounds have them, what was ruled in the order recorded.  So a
history in order (`record.in_order`) goes there and back without a bit changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from arpad.history.cells import frame_of
from arpad.history.checks import check
from arpad.history.dated import dated_of, published_of
from arpad.history.error import refuse_rows
from arpad.history.games import frame_of_sides, sides_of
from arpad.history.keys import Ids, Rows, in_order, rows_where
from arpad.history.lines import Lines, entries_of, sections_of
from arpad.history.people import people_of, with_guests
from arpad.history.reading import Frame, typed
from arpad.history.record import DATED, Record
from arpad.kernel.columns import NO_DAY, UNSAID, Columns


def record_of_frames(frames: Mapping[str, Frame]) -> Record:
    """The history that tables tell; `HistoryError` says of the first thing that cannot be where it is and what to do.

    >>> of_game = {"event": ["202503010013"] * 2, "section": [1, 1], "number": [1, 2]}
    >>> record_of_frames({
    ...     "members": pl.DataFrame({"member": ["1", "2"]}),
    ...     "events": pl.DataFrame({"event": ["202503010013"]}),
    ...     "sections": pl.DataFrame({
    ...         "event": ["202503010013"], "section": [1], "start": ["2025-03-01"], "end": ["2025-03-01"],
    ...     }),
    ...     "entries": pl.DataFrame({**of_game, "member": ["1", "2"]}),
    ...     "games": pl.DataFrame({**of_game, "round": [1, 1], "opponent": [2, 1], "code": ["W", "L"]}),
    ... })
    <Record of 2 members, 1 events, 1 sections, 1 games>
    """
    tables = typed(frames)
    people = people_of(tables["members"])
    in_line = in_order("events", "event", tables["events"]["event"])
    happened = tables["events"][in_line]
    events = Ids("events", happened["event"].cast(pl.String))
    sections = sections_of(tables["sections"], events)
    entered = entries_of(tables["entries"], people, sections)
    lines = Lines(sections, entered.keys, entered.first_entry)
    sides = sides_of(tables["games"], lines)
    published, said = published_of(tables["published"], lines)
    rows: dict[str, Rows] = {"members": people.rows, "sections": sections.rows, "entries": entered.rows}
    dated = {}
    for name, form in DATED.items():
        dated[name], rows[name] = dated_of(name, form, tables[name], people)
    columns = Columns(
        members=with_guests(people.table, len(entered.guests)),
        sections=sections.table._replace(first_entry=entered.first_entry),
        entries=entered.table._replace(first_side=sides.first_side),
        sides=sides.table,
        published=published,
        time_controls=sections.time_controls,
        **dated,
    )
    return check(
        Record(
            columns,
            people.ids.values.extend_constant(None, len(entered.guests)).alias("member"),
            events.values,
            pl.concat([people.names, entered.guests]).alias("name"),
            happened["name"].cast(pl.String).alias("event_name"),
        ),
        rows | {"games": sides.rows, "published": said},
    )


def frames_of(record: Record) -> dict[str, pl.DataFrame]:
    """All tables of a history; `HistoryError` for one that tables cannot tell.

    >>> from arpad.history.record import no_columns
    >>> nobody = pl.Series(dtype=pl.String)
    >>> frames_of(Record(no_columns(), nobody, nobody, nobody, nobody))["ceilings"].columns
    ['member', 'value', 'since', 'order']
    """
    columns, ids = record.columns, record.members
    _tellable(record)
    own = np.arange(len(ids), dtype=np.int32)
    same_as = columns.members.same_as
    duplicates = ids.gather(same_as).set(pl.Series(same_as == own), None)
    sections, entries = columns.sections, columns.entries
    members = frame_of("members", columns.members, member=ids, name=record.names, same_as=duplicates)
    of_entry = np.repeat(np.arange(len(sections.start), dtype=np.int32), np.diff(sections.first_entry))
    spellings = pl.Series([*columns.time_controls, None], dtype=pl.String)
    who = ids.gather(entries.member)

    def line(entry: Any) -> dict[str, pl.Series]:
        section = of_entry[entry]
        return {
            "event": record.events.gather(sections.event[section]),
            "section": pl.Series(sections.number[section]),
            "number": pl.Series(entries.number[entry]),
        }

    frames = {
        "members": members.filter(ids.is_not_null()),
        "events": pl.DataFrame({"event": record.events, "name": record.event_names}),
        "sections": frame_of(
            "sections",
            sections,
            event=record.events.gather(sections.event),
            section=pl.Series(sections.number),
            time_control=spellings.gather(sections.time_control % len(spellings)),
        ),
        "entries": pl.DataFrame(line(np.arange(len(who)))).with_columns(
            member=who, name=record.names.gather(entries.member).set(who.is_not_null(), None)
        ),
        "games": frame_of_sides(columns, record.events),
    }
    for name in DATED:
        table = getattr(columns, name)
        order = pl.Series(np.arange(len(table.member), dtype=np.int32))
        frames[name] = frame_of(name, table, member=ids.gather(table.member), order=order)
    return frames | {"published": frame_of("published", columns.published, **line(columns.published.entry))}


def _tellable(record: Record) -> None:
    """Refuse somebody without an id of whom more is known than one entry and a name."""
    columns = record.columns
    guests = record.members.is_null().to_numpy()
    known = (columns.members.birth != NO_DAY) | (columns.members.adult != UNSAID)
    known |= columns.members.same_as != np.arange(len(guests))
    for name in DATED:
        known[getattr(columns, name).member] = True
    known |= np.bincount(columns.entries.member, minlength=len(guests)) != 1
    refuse_rows(
        "fact-of-nobody",
        rows_where(guests & known),
        "members[{}]".format,
        lambda row: f"{record.names[row] or 'somebody'} without an id is more than the player of one entry",
        "give an id to whom anything else is known of",
    )
