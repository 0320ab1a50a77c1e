"""What a data set is: rows of one kind, what their columns mean, and the readings that were corrected."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar, cast

Row = TypeVar("Row", bound=tuple[Any, ...])


class Correction(NamedTuple):
    """One reading that is wrong in print.

    Attributes:
        row: index of the row that holds the corrected value; None where the rows keep the printed one, or have none.
        place: the column, or in words where else it stands.
        printed: as the source has it.
        corrected: what it should be.
        kind: `book` (a slip of the book), `ocr` (of the conversion to text) or `unclear`.
        reason: how that is known.
    """

    row: int | None
    place: str
    printed: Any
    corrected: Any
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class DataSet(Generic[Row]):
    """A table of the book.

    Attributes:
        name: what it is asked for by.
        section: where it stands in the book.
        title: what it holds, in a line.
        columns: the columns in order, each with its meaning.
        rows: the rows, with corrected values.
        facts: single numbers that stand beside the table.
        corrections: every reading that was found wrong, applied or not.
    """

    name: str
    section: str
    title: str
    columns: Mapping[str, str]
    rows: tuple[Row, ...]
    facts: Mapping[str, Any]
    corrections: tuple[Correction, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def as_printed(self) -> tuple[Row, ...]:
        """The rows with the original readings put back.

        >>> from arpad.datasets import matches
        >>> [new.deviation for new, old in zip(matches().rows, matches().as_printed()) if new != old]
        [-1.7]
        >>> [old.deviation for new, old in zip(matches().rows, matches().as_printed()) if new != old]
        [1.7]
        """
        rows = list(self.rows)
        for correction in self.corrections:
            if correction.row is not None:
                row = cast("Any", rows[correction.row])
                rows[correction.row] = row._replace(**{correction.place: correction.printed})
        return tuple(rows)

    def records(self) -> list[dict[str, Any]]:
        """The rows as plain dictionaries, for a file, a frame or a chart."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def text(name: str) -> str:
    """The file of a data set, as it is kept; the decimals of `countries` are those of the book."""
    return (files("arpad.datasets") / "files" / f"{name}.json").read_text(encoding="utf-8")


@cache
def _content(name: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(text(name)))


def read(name: str, row: Callable[..., Row]) -> DataSet[Row]:
    """The data set of a file, its rows made by a named tuple with the columns of the file."""
    content = _content(name)
    return DataSet(
        content["name"],
        content["section"],
        content["title"],
        MappingProxyType(content["columns"]),
        tuple(row(*values) for values in content["rows"]),
        MappingProxyType(content["facts"]),
        tuple(Correction(**entry) for entry in content["corrections"]),
    )
