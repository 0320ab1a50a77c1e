"""Record: what was played and ruled in a whole history, as columns and the names that belong to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from arpad.history.keys import standing
from arpad.kernel.columns import (
    DTYPES,
    TABLES,
    Ceilings,
    Columns,
    Floors,
    ForeignRatings,
    MatchChanges,
    Members,
    Published,
    Rulings,
)

DATED: dict[str, Any] = {
    "foreign": ForeignRatings,
    "floors": Floors,
    "ceilings": Ceilings,
    "rulings": Rulings,
    "match_changes": MatchChanges,
}
"""The tables of what was ruled about members, or is known from elsewhere."""


@dataclass(frozen=True, slots=True)
class Record:
    """The facts of a history.

    Attributes:
        columns: everything that a rating needs, members and events as numbers.
        members: the id of each member; null for who played without one.
        events: the id of each event.
        names: the name of each member, null where none was said.
        event_names: the name of each event, null where none was said.
    """

    columns: Columns
    members: pl.Series
    events: pl.Series
    names: pl.Series
    event_names: pl.Series

    def __repr__(self) -> str:
        columns = self.columns
        return (
            f"<Record of {len(self.members):,} members, {len(self.events):,} events, "
            f"{len(columns.sections.start):,} sections, {columns.games:,} games>"
        )


def in_order(record: Record) -> Record:
    """The same history with everybody in one order: members by id and then who has none, events by id.

    Sections, entries and sides have their order in any record; who has no id stands as the entries do.  Of
    the time controls only those remain that a section has, as text is sorted.
    """
    columns = record.columns
    first = np.full(len(record.members), len(columns.entries.member))
    np.minimum.at(first, columns.entries.member, np.arange(len(columns.entries.member)))
    guests = record.members.is_null().to_numpy()
    with_id = np.flatnonzero(~guests)
    without = np.flatnonzero(guests)
    people = np.append(
        with_id[record.members.gather(with_id).arg_sort().to_numpy()],
        without[np.argsort(first[without], kind="stable")],
    )
    happened = record.events.arg_sort().to_numpy()
    member, event = standing(people), standing(happened)
    spellings = tuple(sorted({columns.time_controls[at] for at in np.unique(columns.sections.time_control) if at >= 0}))
    control = np.array([spellings.index(text) if text in spellings else -1 for text in columns.time_controls] + [-1])
    said = np.lexsort((columns.published.system, columns.published.entry))
    dated = {name: getattr(columns, name)._replace(member=member[getattr(columns, name).member]) for name in DATED}
    return Record(
        columns._replace(
            members=Members(
                columns.members.birth[people],
                columns.members.adult[people],
                member[columns.members.same_as[people]],
            ),
            sections=columns.sections._replace(
                event=event[columns.sections.event],
                time_control=control.astype(np.int32)[columns.sections.time_control],
            ),
            entries=columns.entries._replace(member=member[columns.entries.member]),
            published=Published._make(column[said] for column in columns.published),
            time_controls=spellings,
            **dated,
        ),
        record.members.gather(people),
        record.events.gather(happened),
        record.names.gather(people),
        record.event_names.gather(happened),
    )


def nameless(count: int, what: str) -> pl.Series:
    """As many names as nobody said."""
    return pl.Series(what, [None], dtype=pl.String).extend_constant(None, count)[1:]


def no_columns() -> Columns:
    """The columns of a history in which nothing happened yet."""
    tables = {table: table(*(np.zeros(0, dtype=form) for form in DTYPES[table].values())) for table in TABLES}
    empty = Columns._make([*tables.values(), ()])
    zero = np.zeros(1, dtype=np.int32)
    return empty._replace(
        sections=empty.sections._replace(first_entry=zero), entries=empty.entries._replace(first_side=zero.copy())
    )
