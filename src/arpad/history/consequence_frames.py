"""Consequences as Polars frames: what was true of each member, and what is; null for none."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from arpad.history.moved_tables import FloorTable, ResultTable, StandingTable
from arpad.history.names import Texts
from arpad.history.results import RECORDS, SYSTEMS_OF
from arpad.history.rows import rated
from arpad.kernel.causes import CAUSES
from arpad.kernel.columns import NO_DAY, UNKNOWN_GAMES, Bool, Int32, UInt8
from arpad.kernel.rows import FLOORS, Rows

CAUSES_OF = pl.Series("cause", CAUSES, dtype=pl.Enum(CAUSES))
HAPPENED = pl.Series("what", ["moved", "appeared", "vanished"], dtype=pl.Enum(["moved", "appeared", "vanished"]))
FLOORS_OF = pl.Series("floor", FLOORS, dtype=pl.Enum(FLOORS))


def result_frame(table: ResultTable, reasons: tuple[UInt8, Int32], members: Texts, events: Texts) -> pl.DataFrame:
    """One line for each result that moved, appeared or vanished."""
    whose, (causes, through) = table.places.whose, reasons
    of_section = whose.event >= 0
    what = np.where(table.had & table.has, 0, np.where(table.has, 1, 2))
    return pl.DataFrame(
        {
            "event": events.at(whose.event),
            "section": _where(of_section, whose.section),
            "number": _where(of_section, whose.number),
            "member": members.at(whose.member),
            "system": SYSTEMS_OF.gather(whose.system),
            "end": pl.Series(whose.day).cast(pl.Date),
            "what": HAPPENED.gather(what),
            "cause": CAUSES_OF.gather(causes),
            "through": members.at(through),
            **_states(table.old, table.new, table.had, table.has),
        }
    )


def standing_frame(table: StandingTable, order: Any, members: Texts) -> pl.DataFrame:
    """One line for each member and system in which something else is true in the end."""
    everybody = np.ones(len(order), dtype=np.bool_)
    return pl.DataFrame(
        {
            "member": members.at(table.member[order]),
            "system": SYSTEMS_OF.gather(table.system[order]),
            **_states(table.old[order], table.new[order], everybody, everybody),
        }
    )


def floor_frame(table: FloorTable, order: Any, members: Texts) -> pl.DataFrame:
    """One line for each member and system whose last floor is another."""
    columns: dict[str, pl.Series] = {
        "member": members.at(table.member[order]),
        "system": SYSTEMS_OF.gather(table.system[order]),
    }
    for when, values, kinds in (("before", table.old, table.old_kind), ("after", table.new, table.new_kind)):
        held = ~np.isnan(values[order])
        columns[when] = _where(held, values[order])
        columns[f"kind_{when}"] = _when(held, FLOORS_OF.gather(np.where(held, kinds[order], 0)))
    return pl.DataFrame(columns)


def official_frame(table: StandingTable, places: Any, officials: tuple[Any, Any], members: Texts) -> pl.DataFrame:
    """One line for each member and system with another official rating."""
    old, new = (values[places] for values in officials)
    had, has = rated(table.old[places]), rated(table.new[places])
    return pl.DataFrame(
        {
            "member": members.at(table.member[places]),
            "system": SYSTEMS_OF.gather(table.system[places]),
            "before": _where(had, old),
            "after": _where(has, new),
            "change": _where(had & has, new - old),
        }
    )


def _states(old: Rows, new: Rows, had: Bool, has: Bool) -> dict[str, pl.Series]:
    """All that was true, and all that is."""
    was, is_now = had & rated(old), has & rated(new)
    columns = {
        "before": _where(was, old["post"]),
        "after": _where(is_now, new["post"]),
        "change": _where(was & is_now, new["post"] - old["post"]),
    }
    for when, rows, known in (("before", old, was), ("after", new, is_now)):
        columns[f"games_{when}"] = _where(known & (rows["games"] != UNKNOWN_GAMES), rows["games"])
        columns[f"record_{when}"] = _when(known, RECORDS.gather(rows["record"] + 1))
        columns[f"peak_{when}"] = _where(known & ~np.isnan(rows["peak"]), rows["peak"])
        for name in ("wins", "draws", "events_of_three", "olm_games"):
            columns[f"{name}_{when}"] = _where(known, rows[name].astype(np.int32))
        columns[f"last_{when}"] = _where(known & (rows["day"] != NO_DAY), rows["day"]).cast(pl.Date)
    return columns


def _where(known: Bool, values: Any) -> pl.Series:
    return _when(known, pl.Series(np.ascontiguousarray(values)))


def _when(known: Bool, values: pl.Series) -> pl.Series:
    """Values where they are known, null elsewhere."""
    return values if known.all() else pl.select(pl.when(pl.Series(known)).then(values)).to_series()
