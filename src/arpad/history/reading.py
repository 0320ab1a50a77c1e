"""Frames of any making as frames of the declared forms: every table and column known, every cell what it may be.

What the cells say together, and whether they make a history, is asked later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

import polars as pl

from arpad.history.error import refuse, refuse_rows
from arpad.history.forms import NEEDED, TABLES, Column, Form, mask_of
from arpad.history.keys import rows_where
from arpad.kernel.columns import LARGEST_COUNT
from arpad.rules.calendar import number_of

Frame = pl.DataFrame | pl.LazyFrame
Place = Callable[[object], str]
"""Names a cell by its row."""


def typed(frames: Mapping[str, Frame]) -> dict[str, pl.DataFrame]:
    """All tables with all their columns, each of its own type; `HistoryError` for the first thing that cannot be.

    A table that nobody gave has no rows, a column that nobody gave is null.  Everything but text may be text too, as
    it comes from a CSV file: ``2025-03-01``, ``true``.  Systems become a bit for each.

    >>> typed({"member": pl.DataFrame()})
    Traceback (most recent call last):
    arpad.ledger.error.LedgerError: error: no table is called 'member'; tables are members, events, sections, \
entries, games, foreign, floors, ceilings, rulings, match_changes, published [unknown-table at member]
    """
    for name in frames:
        if name not in TABLES:
            raise refuse("unknown-table", name, f"no table is called {name!r}", f"tables are {', '.join(TABLES)}")
    for name in NEEDED:
        if name not in frames:
            hint = f"a history has {', '.join(NEEDED)}; give it, even without rows"
            raise refuse("missing-table", name, f"there is no table {name}", hint)
    nothing = pl.DataFrame()
    return {name: _table(name, frames.get(name, nothing), given=name in frames) for name in TABLES}


def not_too_many(table: str, rows: int) -> None:
    """Refuse more rows than the kernel can count.

    >>> not_too_many("games", 2**31)
    Traceback (most recent call last):
    arpad.ledger.error.LedgerError: error: games has 2,147,483,648 rows; the most is 2,147,483,647 [too-many at games]
    """
    if rows > LARGEST_COUNT:
        raise refuse("too-many", table, f"{table} has {rows:,} rows", f"the most is {LARGEST_COUNT:,}")


def _table(name: str, frame: Frame, *, given: bool) -> pl.DataFrame:
    """A table with all its columns, each of its type."""
    columns = TABLES[name]
    found = frame.lazy().collect()
    not_too_many(name, found.height)
    for column in found.columns:
        if column not in columns:
            hint = f"columns are {', '.join(columns)}; leave out what is none of them"
            raise refuse("unknown-column", f"{name}.{column}", f"{name} has no column {column!r}", hint)
    for column, said in columns.items():
        if given and said.must_be_there and column not in found.columns:
            raise refuse("missing-column", f"{name}.{column}", f"{name} has no {column}", f"add it: {said.meaning}")
    read = []
    for column, said in columns.items():
        cells = found[column] if column in found.columns else pl.Series([None] * found.height, dtype=pl.Null)
        read.append(_column(f"{name}[{{}}].{column}".format, cells, said).alias(column))
    return pl.DataFrame(read)


def _column(place: Place, cells: pl.Series, column: Column) -> pl.Series:
    """The cells of a column, each what it may be."""
    if cells.dtype == pl.Null:
        cells = cells.cast(pl.String)
    if isinstance(cells.dtype, pl.Enum) and column.form is Form.TEXT:
        cells = cells.cast(pl.Categorical)
    missing = cells.is_null()
    text = _is_text(cells.dtype)
    if text and column.form is Form.TEXT:
        missing |= cells == ""
    if not column.empty:
        rows = rows_where(missing)
        refuse_rows("missing-value", rows, place, lambda _: f"{column.meaning} is not said", "add it")
    if text and column.form is not Form.TEXT:
        cells = _parsed(place, cells, column)
    elif not _FITS[column.form](cells.dtype):
        raise refuse(
            "wrong-type", place("..."), f"the cells are {cells.dtype}, each is {_wanted(column)}", _hint(column)
        )
    if column.form in {Form.WHOLE, Form.NUMBER, Form.DAY}:
        cells = _within(place, cells, column)
    return cells


def _is_text(dtype: pl.DataType) -> bool:
    return dtype == pl.String or isinstance(dtype, pl.Categorical | pl.Enum)


_FITS: dict[Form, Callable[[pl.DataType], bool]] = {
    Form.TEXT: _is_text,
    Form.WHOLE: lambda dtype: dtype.is_integer(),
    Form.NUMBER: lambda dtype: dtype.is_integer() or dtype.is_float(),
    Form.DAY: lambda dtype: dtype == pl.Date,
    Form.FLAG: lambda dtype: dtype == pl.Boolean,
    Form.WORD: lambda _: False,
    Form.SYSTEMS: lambda _: False,
}
"""Which types hold cells of a form as they are."""


def _parsed(place: Place, cells: pl.Series, column: Column) -> pl.Series:
    """Text as what it says; `HistoryError` for text that says something else."""
    found = _PARSERS[column.form](cells, column)
    rows = rows_where(found.is_null() & cells.is_not_null())
    code = f"unknown-{column.kind}" if column.kind else "wrong-type"
    refuse_rows(code, rows, place, lambda row: f"{cells[row]!r} is not {_wanted(column)}", _hint(column))
    return found


_PARSERS: dict[Form, Callable[[pl.Series, Column], pl.Series]] = {
    Form.WHOLE: lambda cells, _: cells.cast(pl.String).cast(pl.Int64, strict=False),
    Form.NUMBER: lambda cells, _: cells.cast(pl.String).cast(pl.Float64, strict=False),
    Form.DAY: lambda cells, _: cells.cast(pl.String).str.to_date("%Y-%m-%d", strict=False),
    Form.FLAG: lambda cells, _: _each(cells, _truth, pl.Boolean()),
    Form.WORD: lambda cells, column: cells.cast(column.dtype, strict=False),
    Form.SYSTEMS: lambda cells, _: _each(cells, mask_of, pl.UInt8()),
}


def _each(cells: pl.Series, parse: Callable[[str], object], dtype: pl.DataType) -> pl.Series:
    """Every text parsed, each different one once."""
    words = cells.cast(pl.String)
    texts = words.unique().drop_nulls()
    return words.replace_strict(texts, [parse(text) for text in texts], return_dtype=dtype)


def _truth(text: str) -> bool | None:
    return {"true": True, "false": False}.get(text.lower())


def _wanted(column: Column) -> str:
    return {
        Form.WHOLE: "a whole number",
        Form.NUMBER: "a number",
        Form.DAY: "a day like 2025-03-01",
        Form.FLAG: "true or false",
        Form.WORD: f"one of {', '.join(column.words)}",
        Form.SYSTEMS: "a list of systems",
    }.get(column.form, "text")


def _hint(column: Column) -> str:
    return {
        Form.TEXT: "give ids as text, leading zeros and all: .cast(pl.String)",
        Form.DAY: "give days as pl.Date, or as text like that",
        Form.SYSTEMS: f"name each once, with a space between: {' '.join(column.words)}",
    }.get(column.form, "correct it")


_EARLIEST, _LATEST = number_of(date.min), number_of(date.max)


def _within(place: Place, cells: pl.Series, column: Column) -> pl.Series:
    """Numbers that columns can hold, as they hold them."""
    if column.form is Form.NUMBER:
        numbers = cells.cast(pl.Float64)
        rows = rows_where(~numbers.is_finite())
        refuse_rows(
            "not-finite", rows, place, lambda row: f"{numbers[row]} is no number", "leave it empty if not known"
        )
        return numbers
    days = column.form is Form.DAY
    least, most = (_EARLIEST, _LATEST) if days else (column.least, LARGEST_COUNT)
    numbers = cells.to_physical().cast(pl.Int32, strict=False)
    outside = (numbers.is_null() & cells.is_not_null()) | (numbers < least) | (numbers > most)
    if outside.any():
        rows = rows_where(outside)
        wanted = "a day of the calendar" if days else f"a whole number from {least} to {most}"
        given = cells.to_physical()
        refuse_rows("out-of-bounds", rows, place, lambda row: f"{given[row]} is not {wanted}", "correct it")
    return cells if days else numbers
