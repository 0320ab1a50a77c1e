"""What was ruled about members, or is known of them from elsewhere, in the order recorded; and published ratings."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from arpad.history.cells import table_of
from arpad.history.error import refuse_rows
from arpad.history.keys import Keys, Rows, rows_where
from arpad.history.lines import Lines
from arpad.history.people import People
from arpad.kernel.columns import Published

CONTEND = {"foreign": ("source", "since"), "ceilings": ("since",), "rulings": ("system", "day")}
"""Where a member can have only one row for the same of these, unless the order is said."""


def dated_of(name: str, form: Any, frame: pl.DataFrame, people: People) -> tuple[Any, Rows]:
    """A table of what was ruled, in the order recorded, and where its rows stood.

    Where no order is said, what every row says decides, and no two may contend.
    """
    member = people.ids.known(name, frame["member"])
    said = frame["order"]
    if said.null_count() < frame.height:
        refuse_rows(
            "missing-value",
            rows_where(said.is_null()),
            f"{name}[{{}}].order".format,
            lambda _: "other rows say in which order they were recorded, this one does not",
            "say it in all rows or in none",
        )
    order = said.fill_null(0).to_numpy()
    table = table_of(form, name, frame, member=member)
    if name in CONTEND:
        keys = (order, *(getattr(table, field) for field in CONTEND[name]), people.table.same_as[member])
        refuse_rows(
            "order-unknown",
            _twice(keys),
            f"{name}[{{}}]".format,
            lambda row: f"two rows say what holds of member {frame['member'][row]!r} at the same time",
            "keep one, or say in a column order which was recorded later",
        )
    rows = np.lexsort((*reversed(table), order))
    return form(*(column[rows] for column in table)), rows


def _twice(keys: tuple[Any, ...]) -> Rows:
    """The rows whose keys another row has that sorts before."""
    order = np.lexsort(keys)
    same = np.ones(max(0, len(order) - 1), dtype=np.bool_)
    for key in keys:
        same &= key[order][1:] == key[order][:-1]
    return np.sort(order[1:][same])


def published_of(frame: pl.DataFrame, lines: Lines) -> tuple[Published, Rows]:
    """The published ratings that entries brought, by entry and system, and where the rows stood."""
    section = lines.sections.named("published", frame)
    number = frame["number"].to_numpy()
    entry = lines.entries.find(section, number)
    refuse_rows(
        "unknown-number",
        rows_where(entry < 0),
        "published[{}].number".format,
        lambda row: f"section {frame['section'][row]} of event {frame['event'][row]!r} has no number {number[row]}",
        "add the entry, or correct the number",
    )
    table = table_of(Published, "published", frame, entry=entry.astype(np.int32))
    keys = Keys.of(table.entry, table.system)
    refuse_rows(
        "duplicate-published",
        keys.twice,
        "published[{}]".format,
        lambda row: f"number {number[row]} has two published ratings in one system",
        "keep one",
    )
    return Published(*(column[keys.place] for column in table)), keys.place
