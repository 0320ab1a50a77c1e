"""Arrays with room at the end: what is added goes there, and what is copied once lasts for many additions."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

T = TypeVar("T", bound=tuple[Any, ...])

SPARE = 1.03
LEAST = 1024


def roomy(needed: int) -> int:
    """How many values an array has that must hold so many and may have to hold more.

    >>> roomy(100)
    1127
    """
    return int(needed * SPARE) + LEAST


def with_room(column: Any, needed: int) -> Any:
    """A column that holds at least so many values; itself where it does.

    >>> column = np.arange(3)
    >>> with_room(column, 3) is column, len(with_room(column, 4)) > 4
    (True, True)
    """
    if len(column) >= needed:
        return column
    grown = np.zeros(roomy(needed), dtype=column.dtype)
    grown[: len(column)] = column
    return grown


def all_with_room(table: T, needed: int) -> T:
    """A table whose columns all hold at least so many values."""
    if all(len(column) >= needed for column in table):
        return table
    return type(table)(*(with_room(column, needed) for column in table))


def offsets_with_room(table: T, needed: int) -> T:
    """A table whose columns hold at least so many values, and the last, which has offsets, one more."""
    if all(len(column) >= needed for column in table[:-1]) and len(table[-1]) > needed:
        return table
    columns = (*(with_room(column, needed) for column in table[:-1]), with_room(table[-1], needed + 1))
    return type(table)(*columns)


def widened(column: Any) -> Any:
    """A column with room, in the memory that it has where that can be: nobody else may hold it.

    >>> column = np.arange(3)
    >>> len(widened(column)), int(widened(column)[2])
    (1027, 2)
    """
    if not column.flags.owndata or not column.flags.writeable:
        return with_room(column, len(column) + 1)
    column.resize(roomy(len(column)), refcheck=False)
    return column


def all_widened(table: T) -> T:
    """A table whose columns all have room; they are nobody else's."""
    return type(table)(*(widened(column) for column in table))


def filled(column: Any, size: int, value: Any) -> Any:
    """A column of so many values, itself where it has them; the new ones are all alike, or those of a longer column.

    >>> filled(np.zeros(2, dtype=np.int32), 4, 7).tolist()
    [0, 0, 7, 7]
    """
    if len(column) >= size:
        return column
    grown = np.empty(size, dtype=column.dtype)
    grown[: len(column)] = column
    grown[len(column) :] = value[len(column) : size] if np.ndim(value) else value
    return grown


def put(table: Any, at: int, added: Any) -> None:
    """Write the columns of a table into those of a larger one."""
    for column, values in zip(table, added, strict=True):
        column[at : at + len(values)] = values


def joined(table: T, added: T) -> T:
    """One table after the other."""
    columns = (np.concatenate(pair) for pair in zip(table, added, strict=True))
    return type(table)(*columns)


def used(table: T, count: int) -> T:
    """The part of a table that is in use."""
    return type(table)(*(column[:count] for column in table))
