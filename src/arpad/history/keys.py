"""Where a row stands that other rows name: members and events by id, sections and entries by two numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arpad.history.error import refuse_rows
from arpad.kernel.columns import Int32, Int64

Rows = NDArray[np.integer[Any]]


def rows_where(condition: Any) -> Rows:
    """The rows in which something holds.

    >>> rows_where(pl.Series([False, True, None])).tolist()
    [1]
    """
    if isinstance(condition, pl.Series):
        condition = condition.fill_null(value=False).to_numpy()
    return np.flatnonzero(condition)


def in_order(table: str, column: str, ids: pl.Series) -> Rows:
    """The rows of a table in the order of their ids; `HistoryError` where one stands twice."""
    twice = rows_where(~ids.is_first_distinct())
    place = f"{table}[{{}}].{column}".format
    refuse_rows(
        f"duplicate-{column}", twice, place, lambda row: f"{column} {ids[row]!r} stands there twice", "keep one row"
    )
    return ids.cast(pl.String).arg_sort().to_numpy().astype(np.intp)


@dataclass(frozen=True)
class Ids:
    """Ids in order, each once: `listed` is the table that lists them."""

    listed: str
    values: pl.Series

    @cached_property
    def _dtype(self) -> pl.Enum:
        return pl.Enum(self.values)

    def places(self, values: pl.Series) -> Int32:
        """Where each of some values stands, -1 for nowhere: few are searched for, of many each different one once.

        >>> Ids("members", pl.Series(["a", "b"])).places(pl.Series(["b", None, "x"])).tolist()
        [1, -1, -1]
        """
        if self.values.is_empty():
            return np.full(len(values), -1, dtype=np.int32)
        if len(values) > len(self.values):
            found = values.cast(self._dtype, strict=False).to_physical().cast(pl.Int32)
        else:
            texts = values.cast(pl.String)
            found = self.values.search_sorted(texts).clip(0, len(self.values) - 1).cast(pl.Int32)
            found = found.set((self.values.gather(found) != texts).fill_null(value=True), None)
        return found.fill_null(-1).to_numpy()

    def known(self, table: str, values: pl.Series, stood: Rows | None = None) -> Int32:
        """The same for a column of a table; `HistoryError` for a value that says something and stands nowhere.

        `stood` are the rows of the table that the values stand in, where these are not all.
        """
        found = self.places(values)
        unknown = rows_where((found < 0) & values.is_not_null().to_numpy())
        what = self.listed.removesuffix("s")
        refuse_rows(
            f"unknown-{what}",
            unknown,
            lambda row: f"{table}[{row if stood is None else stood[row]}].{values.name}",
            lambda row: f"{what} {values[row]!r} is in no row of {self.listed}",
            "add it there, or correct it here",
        )
        return found


def steps(sizes: NDArray[Any]) -> Int32:
    """Where each of some groups begins, and the last ends.

    >>> steps(np.array([2, 0, 3])).tolist()
    [0, 2, 2, 5]
    """
    first = np.zeros(len(sizes) + 1, dtype=np.int32)
    np.cumsum(sizes, out=first[1:])
    return first


def standing(order: NDArray[Any]) -> Int32:
    """Where each of some things stands in an order of them.

    >>> standing(np.array([2, 0, 1])).tolist()
    [1, 2, 0]
    """
    found = np.empty(len(order), dtype=np.int32)
    found[order] = np.arange(len(order))
    return found


def joined(high: NDArray[Any], low: NDArray[Any]) -> Int64:
    """Two whole numbers as one, in the order of the first, then of the second.

    >>> joined(np.array([1]), np.array([2])).tolist() == [2**32 + 2]
    True
    """
    pairs: Int64 = high.astype(np.int64) << 32
    pairs |= low
    return pairs


@dataclass(frozen=True)
class Keys:
    """Where pairs of numbers stand: the pairs in order, and the place of each."""

    pairs: Int64
    place: Rows

    @classmethod
    def of(cls, high: NDArray[Any], low: NDArray[Any]) -> Keys:
        """Where each of some pairs stands."""
        pairs = joined(high, low)
        place = np.argsort(pairs, kind="stable")
        return cls(pairs[place], place)

    @cached_property
    def _first(self) -> Int32:
        return steps(np.bincount(self.pairs >> 32))

    @property
    def twice(self) -> Rows:
        """The places whose pair stands at an earlier place too."""
        return np.sort(self.place[1:][self.pairs[1:] == self.pairs[:-1]])

    def find(self, high: NDArray[Any], low: NDArray[Any]) -> Rows:
        """The places of other pairs, -1 for nowhere.

        A pair is looked for where it stands if those of its first number go on with 1, 2, 3; then it is searched.

        >>> Keys.of(np.array([5, 4]), np.array([1, 7])).find(np.array([4, 4, 5]), np.array([7, 1, 1])).tolist()
        [1, -1, 0]
        """
        if not len(self.pairs):
            return np.full(len(high), -1, dtype=np.intp)
        wanted, last = joined(high, low), len(self.pairs) - 1
        at = self._first[np.minimum(high, len(self._first) - 2)] + low.astype(np.intp) - 1
        at = np.clip(at, 0, last, out=at)
        other = np.flatnonzero(self.pairs[at] != wanted)
        at[other] = np.minimum(np.searchsorted(self.pairs, wanted[other]), last)
        return np.where(self.pairs[at] == wanted, self.place[at], -1)
