"""Results and standings as Polars frames: what a rated history says, in the words of the documents."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arpad.history.rated import Rated
from arpad.kernel.columns import NO_DAY, RULING, SYSTEMS, UNKNOWN_GAMES, Columns, Int32, UInt8, day_number
from arpad.kernel.plan import FOLLOWS, Plan
from arpad.kernel.rows import MOVED, RATED
from arpad.kernel.shown import show
from arpad.rules.vocabulary import Record as RecordOf

SYSTEMS_OF = pl.Series("system", [system.value for system in SYSTEMS], dtype=pl.Enum([str(one) for one in SYSTEMS]))
"""The systems by their numbers."""
RECORDS = pl.Series("record", [one.word for one in sorted(RecordOf)], dtype=pl.Enum([one.word for one in RecordOf]))
"""The words for the record of all previous games: all losses, mixed, all wins."""


def rows_in_order(plan: Plan, runs: Int32 | None = None) -> NDArray[np.int64]:
    """The rows of some runs, of all in rating order; the further entries of a pooled member left out."""
    chosen = plan.order if runs is None else runs
    size = plan.runs.size[chosen].astype(np.int64)
    first = plan.runs.first_row[chosen].astype(np.int64)
    begin = np.repeat(first - np.concatenate([[0], np.cumsum(size)[:-1]]), size) if len(size) else size
    found = np.arange(int(size.sum()), dtype=np.int64) + begin
    kept: NDArray[np.int64] = found[plan.links.prev[found] != FOLLOWS]
    return kept


def last_rows(plan: Plan, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of rows in rating order, the last of each member in each system."""
    before = plan.links.prev[rows]
    superseded = np.zeros(len(plan.links.prev), dtype=np.bool_)
    superseded[before[before >= 0]] = True
    return rows[~superseded[rows]]


class Whose(NamedTuple):
    """Whose results some rows are; `event` is -1 for a ruling, whose section and number mean nothing."""

    event: Int32
    section: Int32
    number: Int32
    member: Int32
    system: UInt8
    day: Int32


def whose(columns: Columns, plan: Plan, rows: Any, runs: Int32) -> Whose:
    """Whose results some rows of some runs are."""
    section = plan.runs.section[runs]
    of_section = section >= 0
    place, entry = np.where(of_section, section, 0), np.where(of_section, _entries(plan, rows, runs), 0)
    return Whose(
        np.where(of_section, _at(columns.sections.event, place), np.int32(-1)),
        _at(columns.sections.number, place),
        _at(columns.entries.number, entry),
        _members(plan, rows, runs),
        plan.runs.system[runs],
        plan.runs.end[runs],
    )


def members_of(plan: Plan, rows: NDArray[np.int64]) -> Int32:
    """The member of each row."""
    return _members(plan, rows, plan.links.run[rows])


def _members(plan: Plan, rows: Any, runs: Int32) -> Int32:
    at, ruling = _entries(plan, rows, runs), plan.runs.kind[runs] == RULING
    found = np.empty(len(runs), dtype=np.int32)
    found[~ruling] = plan.who[at[~ruling]]
    found[ruling] = plan.rulings.member[at[ruling]]
    return found


def _entries(plan: Plan, rows: Any, runs: Int32) -> Any:
    """The entry of each row, or the place of the ruling."""
    return plan.runs.first_entry[runs] + (rows - plan.runs.first_row[runs])


def result_frame(rated: Rated, rows: NDArray[np.int64]) -> pl.DataFrame:
    """One line for each result: who, where, before, after; a ruling has neither event nor section."""
    plan, record = rated.plan, rated.record
    of = whose(record.columns, plan, rows, plan.links.run[rows])
    of_section = of.event >= 0
    before = plan.links.prev[rows].astype(np.int64)
    row, old = rated.rows[rows], rated.rows[np.maximum(before, 0)]
    was_rated = (before >= 0) & ((old["marks"] & RATED) != 0)
    is_rated = (row["marks"] & RATED) != 0
    return pl.DataFrame(
        {
            "event": _named(record.events, of.event),
            "section": _whole(of.section, of_section),
            "number": _whole(of.number, of_section),
            "member": _named(record.members, of.member),
            "system": _systems(of.system),
            "end": pl.Series(of.day).cast(pl.Date),
            "pre": _real(old["post"], was_rated),
            "pre_games": _games(old["games"], was_rated),
            "post": _real(row["post"], is_rated),
            "games": _games(row["games"], is_rated),
            "change": _real(row["post"] - old["post"], was_rated & is_rated),
            **_state(rated, rows, is_rated),
            "moved": pl.Series((row["marks"] & MOVED) != 0),
        }
    )


def standing_frame(rated: Rated, rows: NDArray[np.int64]) -> pl.DataFrame:
    """One line for each rated member and system: what is true after the last of the results."""
    found = last_rows(rated.plan, rows)
    found = found[(rated.rows["marks"][found] & RATED) != 0]
    row = rated.rows[found]
    member = members_of(rated.plan, found)
    run = rated.plan.links.run[found]
    everybody = np.ones(len(found), dtype=np.bool_)
    frame = pl.DataFrame(
        {
            "member": _named(rated.record.members, member),
            "name": _named(rated.record.names, member),
            "system": _systems(rated.plan.runs.system[run]),
            "rating": pl.Series(np.ascontiguousarray(row["post"])),
            "games": _games(row["games"], everybody),
            **_state(rated, found, everybody),
            "last": _days(row["day"], everybody),
        }
    )
    return frame.filter(pl.col("member").is_not_null()).sort("member", "system")


def up_to(plan: Plan, rows: NDArray[np.int64], day: date | None) -> NDArray[np.int64]:
    """The results of sections that ended on a day or before, and of rulings that held then."""
    if day is None:
        return rows
    return rows[plan.runs.end[plan.links.run[rows]] <= day_number(day)]


def _state(rated: Rated, rows: NDArray[np.int64], known: NDArray[np.bool_]) -> dict[str, pl.Series]:
    """What is true of a member in a system apart from the rating, by name."""
    row = rated.rows[rows]
    least = np.array([book.established_games for book in rated.books] or [0], dtype=np.int32)
    official, established = np.empty(len(rows), dtype=np.int32), np.empty(len(rows), dtype=np.bool_)
    show(rated.rows, least[rated.of_run[rated.plan.links.run[rows]]], rows, official, established)
    return {
        "official": _real(official, known),
        "established": pl.Series(established),
        "record": _where(known, RECORDS.gather(row["record"] + 1)),
        "peak": _real(row["peak"], known & ~np.isnan(row["peak"])),
        "wins": _whole(row["wins"], known),
        "draws": _whole(row["draws"], known),
        "events_of_three": _whole(row["events_of_three"], known),
        "olm_games": _whole(row["olm_games"], known),
    }


def _at(column: Any, places: Any) -> Any:
    """The values at some places; zeros where there is nothing at all."""
    return column[places] if len(column) else np.zeros(len(places), dtype=column.dtype)


def _named(names: pl.Series, places: Any) -> pl.Series:
    """The names at some places; null for -1."""
    known = places >= 0
    if not len(names):
        return pl.Series([None], dtype=pl.String).extend_constant(None, len(places))[1:]
    found = names.gather(np.where(known, places, 0))
    return _where(known, found)


def _systems(systems: Any) -> pl.Series:
    return SYSTEMS_OF.gather(systems)


def _real(values: Any, known: NDArray[np.bool_]) -> pl.Series:
    return _where(known, pl.Series(np.ascontiguousarray(values)))


def _where(known: NDArray[np.bool_], values: pl.Series) -> pl.Series:
    """Values where they are known, null elsewhere."""
    return values if known.all() else pl.select(pl.when(pl.Series(known)).then(values)).to_series()


def _whole(values: Any, known: NDArray[np.bool_]) -> pl.Series:
    return _real(np.asarray(values, dtype=np.int32), known)


def _games(values: Any, known: NDArray[np.bool_]) -> pl.Series:
    """Games that a rating is based on; null for many, nobody knows how many."""
    return _whole(values, known & (values != UNKNOWN_GAMES))


def _days(values: Any, known: NDArray[np.bool_]) -> pl.Series:
    return _whole(values, known & (values != NO_DAY)).cast(pl.Date)
