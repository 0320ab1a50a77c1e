"""Tables of columns, which are named tuples of arrays: made empty, cut to a length, put in another order."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=tuple[Any, ...])

ELEMENTS: dict[str, type[np.generic]] = {
    "Int32": np.int32,
    "Int8": np.int8,
    "UInt8": np.uint8,
    "UInt16": np.uint16,
    "Float": np.float64,
    "Bool": np.bool_,
}


def room_for(table: type[T], rows: int) -> T:
    """A table with room for so many rows; memory is taken only as they are written.

    >>> from arpad.kernel.columns import Ceilings
    >>> [str(column.dtype) for column in room_for(Ceilings, 3)]
    ['int32', 'float64', 'int32']
    """
    forms = (ELEMENTS[form.__forward_arg__] for form in table.__annotations__.values())
    return _make(table, [np.empty(rows, dtype=form) for form in forms])


def first_rows(table: T, rows: int) -> T:
    """The first rows of a table, copied, so that the room after them is given back."""
    return _make(type(table), [column[:rows].copy() for column in table])


def in_order(table: T, order: NDArray[np.int64]) -> T:
    """The rows of a table in another order."""
    return _make(type(table), [column[order] for column in table])


def from_rows(table: type[T], rows: list[tuple[float, ...]]) -> T:
    """A table of rows."""
    forms = [ELEMENTS[form.__forward_arg__] for form in table.__annotations__.values()]
    return _make(table, [np.array([row[at] for row in rows], dtype=form) for at, form in enumerate(forms)])


def _make(table: type[T], columns: list[NDArray[Any]]) -> T:
    return cast("T", cast("Any", table)._make(columns))
