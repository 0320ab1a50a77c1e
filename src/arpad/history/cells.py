"""Cells as the numbers that the kernel's columns hold, and numbers as cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arpad.history.forms import TABLES, UNSAID_NUMBERS, Column, Form, systems_of
from arpad.kernel.columns import DTYPES as ELEMENTS
from arpad.kernel.columns import NO_DAY

Array = NDArray[Any]


def numbers_of(cells: pl.Series, column: Column, element: np.dtype[Any]) -> Array:
    """Cells as numbers of a type; an empty one as the number that says so.

    >>> said = TABLES["ceilings"]["value"]
    >>> numbers_of(pl.Series([1900.0, None]), said, np.dtype(np.float64)).tolist()
    [1900.0, inf]
    """
    unsaid = UNSAID_NUMBERS[column.form] if column.unsaid is None else column.unsaid
    values = cells.cast(pl.Int8) if column.form is Form.FLAG else cells.to_physical()
    found: Array = values.fill_null(0).to_numpy().astype(element, copy=False)
    if column.first:
        found = found + np.array(column.first, dtype=element)
    if cells.null_count():
        found = np.where(cells.is_null().to_numpy(), np.array(unsaid, dtype=element), found)
    return found


def cells_of(name: str, numbers: Array, column: Column) -> pl.Series:
    """Numbers as cells; a number that says that nothing is known as an empty one.

    >>> cells_of("value", np.array([1900.0, np.inf]), TABLES["ceilings"]["value"]).to_list()
    [1900.0, None]
    """
    if column.form is Form.NUMBER:
        return pl.Series(name, numbers).set(pl.Series(~np.isfinite(numbers)), None)
    if column.form is Form.DAY:
        return pl.Series(name, numbers).set(pl.Series(numbers == NO_DAY), None).cast(pl.Date)
    if column.form is Form.SYSTEMS:
        texts = pl.Series([systems_of(mask) for mask in range(2 ** len(column.words))], dtype=pl.String)
        return texts.gather(numbers).alias(name)
    if column.form is Form.WORD:
        places = pl.Series(name, numbers.astype(np.int32) - column.first)
        return places.set(places < 0, None).cast(pl.UInt32).cat.to(column.dtype)
    values = pl.Series(name, numbers)
    if column.empty and numbers.dtype != np.bool_:
        values = values.set(pl.Series(numbers < 0), None)
    return values.cast(column.dtype)


def table_of(form: Any, name: str, frame: pl.DataFrame, /, **known: Array) -> Any:
    """A table of the kernel from cells of the same names; what is `known` is not among them."""
    return form(
        *(
            known[field] if field in known else numbers_of(frame[field], TABLES[name][field], element)
            for field, element in ELEMENTS[form].items()
        )
    )


def frame_of(name: str, table: Any, /, **known: pl.Series) -> pl.DataFrame:
    """Cells from a table of the kernel, in the order of the declared columns; what is `known` is not in the table."""
    return pl.DataFrame(
        [
            known[column].alias(column) if column in known else cells_of(column, getattr(table, column), said)
            for column, said in TABLES[name].items()
        ]
    )
