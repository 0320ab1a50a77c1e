"""Members in order of their ids, with who is a duplicate of whom, and those who play without an id after them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from arpad.history.cells import table_of
from arpad.history.error import refuse, refuse_rows
from arpad.history.keys import Ids, Rows, in_order, rows_where
from arpad.kernel.columns import NO_DAY, UNSAID, Int32, Members


class People(NamedTuple):
    """Members in order of their ids; `rows` are where they stood."""

    ids: Ids
    names: pl.Series
    table: Members
    rows: Rows


def people_of(frame: pl.DataFrame) -> People:
    """The members that the rows of `members` tell."""
    rows = in_order("members", "member", frame["member"])
    ids = Ids("members", frame["member"].cast(pl.String).gather(rows))
    same_as = ids.known("members", frame["same_as"])[rows]
    frame = frame[rows]
    own = np.arange(len(rows), dtype=np.int32)
    _check_kept(ids.values, same_as, rows)
    table = table_of(Members, "members", frame, same_as=np.where(same_as < 0, own, same_as))
    return People(ids, frame["name"].cast(pl.String), table, rows)


def _check_kept(ids: pl.Series, same_as: Int32, rows: Rows) -> None:
    """Refuse a duplicate of itself, or of a duplicate."""

    def place(member: int) -> str:
        return f"members[{rows[member]}].same_as"

    oneself = rows_where(same_as == np.arange(len(ids)))
    refuse_rows(
        "merged-with-itself",
        oneself,
        place,
        lambda member: f"member {ids[member]!r} is a duplicate of itself",
        "leave the cell empty, or name another member",
    )
    chained = rows_where((same_as >= 0) & (same_as[same_as] >= 0))
    if not len(chained):
        return
    first = int(chained[0])
    kept = first
    for _ in range(len(ids)):
        if same_as[kept] < 0:
            break
        kept = int(same_as[kept])
    else:
        message = f"member {ids[first]!r} is a duplicate of a duplicate, and so on in a circle"
        raise refuse("merged-in-circle", place(first), message, "leave the cell of the one that is kept empty")
    refuse_rows(
        "merged-in-chain",
        chained,
        place,
        lambda member: f"member {ids[member]!r} is a duplicate of {ids[int(same_as[member])]!r}, who is one too",
        f"write {ids[kept]!r}, the member that is kept in the end",
    )


def with_guests(members: Members, guests: int) -> Members:
    """The members, and after them who played without an id."""
    count = len(members.birth)
    return Members(
        np.append(members.birth, np.full(guests, NO_DAY, dtype=np.int32)),
        np.append(members.adult, np.full(guests, UNSAID, dtype=np.int8)),
        np.append(members.same_as, np.arange(count, count + guests, dtype=np.int32)),
    )
