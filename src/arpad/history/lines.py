"""The lines of all crosstables: sections in rating order, and in each the entries of its players."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from arpad.history.cells import table_of
from arpad.history.error import refuse_rows
from arpad.history.keys import Ids, Keys, Rows, rows_where, standing, steps
from arpad.history.people import People
from arpad.history.reading import not_too_many
from arpad.kernel.columns import Entries, Int32, Sections


class Ordered(NamedTuple):
    """Sections in rating order, found by event and number; `rows` are where they stood."""

    table: Sections
    events: Ids
    keys: Keys
    time_controls: tuple[str, ...]
    rows: Rows

    def named(self, table: str, frame: pl.DataFrame) -> Rows:
        """The section that each row names; rows that name the same one after another are looked up once."""
        event, number = frame["event"], frame["section"].to_numpy()
        other = (event[1:] != event[:-1]).to_numpy() | (number[1:] != number[:-1])
        starts = np.flatnonzero(np.append(frame.height > 0, other))
        named, numbered = event.gather(starts), number[starts]
        found = self.keys.find(self.events.known(table, named, starts), numbered).astype(np.int32)
        refuse_rows(
            "unknown-section",
            rows_where(found < 0),
            lambda row: f"{table}[{starts[row]}].section",
            lambda row: f"event {named[row]!r} has no section {numbered[row]} in sections",
            "add it there, or correct it here",
        )
        return np.repeat(found, np.diff(starts, append=frame.height))


def sections_of(frame: pl.DataFrame, events: Ids) -> Ordered:
    """The sections that the rows of `sections` tell."""
    event = events.known("sections", frame["event"])
    number = frame["section"].to_numpy()
    refuse_rows(
        "duplicate-section",
        Keys.of(event, number).twice,
        "sections[{}].section".format,
        lambda row: f"event {frame['event'][row]!r} has section {number[row]} twice",
        "number every section of an event once",
    )
    start, end = (frame[day].to_physical().to_numpy() for day in ("start", "end"))
    rows = np.lexsort((number, event, start, end))
    texts = frame["time_control"].cast(pl.String)
    spellings = texts.unique().drop_nulls().sort()
    table = table_of(
        Sections,
        "sections",
        frame[rows],
        event=event[rows],
        number=number[rows],
        time_control=Ids("spellings", spellings).places(texts)[rows],
        first_entry=np.zeros(0, dtype=np.int32),
    )
    return Ordered(table, events, Keys.of(table.event, table.number), tuple(spellings), rows)


class Entered(NamedTuple):
    """Entries in order, found by section and number, and the names of those without an id."""

    table: Entries
    first_entry: Int32
    guests: pl.Series
    keys: Keys
    rows: Rows


def entries_of(frame: pl.DataFrame, people: People, sections: Ordered) -> Entered:
    """The entries that the rows of `entries` tell."""
    section = sections.named("entries", frame)
    number = frame["number"].to_numpy()
    keys = Keys.of(section, number)
    refuse_rows(
        "duplicate-number",
        keys.twice,
        "entries[{}].number".format,
        lambda row: f"section {frame['section'][row]} of event {frame['event'][row]!r} has number {number[row]} twice",
        "number every row of a section once",
    )
    member = people.ids.known("entries", frame["member"])
    refuse_rows(
        "name-of-member",
        rows_where((member >= 0) & frame["name"].is_not_null().to_numpy()),
        "entries[{}].name".format,
        lambda row: f"{frame['name'][row]!r} is the name of a member",
        "names of members stand in members; leave the cell empty",
    )
    count = len(people.rows)
    not_too_many("members", count + int(np.count_nonzero(member < 0)))
    own = count + np.arange(len(member))
    person = np.where(member < 0, own, np.append(people.table.same_as, -1)[member])
    rows = _as_paired(section, person, number, keys.place)
    member = member[rows]
    guests = rows_where(member < 0)
    member[guests] = np.arange(count, count + len(guests))
    return Entered(
        Entries(member, number[rows], np.zeros(0, dtype=np.int32)),
        steps(np.bincount(section, minlength=len(sections.rows))),
        frame["name"].cast(pl.String).gather(rows[guests]),
        Keys(keys.pairs, standing(rows)[keys.place]),
        rows,
    )


def _as_paired(section: Rows, person: Rows, number: Int32, by_number: Rows) -> Rows:
    """Entries by section, then by the lowest number of the person, then by number."""
    by_person = Keys.of(section, person)
    starts = np.flatnonzero(np.diff(by_person.pairs, prepend=-1))
    lowest = np.empty_like(number)
    if len(starts):
        least = np.minimum.reduceat(number[by_person.place], starts)
        lowest[by_person.place] = np.repeat(least, np.diff(starts, append=len(number)))
    return by_number[Keys.of(section[by_number], lowest[by_number]).place]


class Lines(NamedTuple):
    """The lines of all crosstables: sections found by event and number, entries by section and pairing number."""

    sections: Ordered
    entries: Keys
    first_entry: Int32
