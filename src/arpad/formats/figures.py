"""Bytes to rows of figures: CSV with a first row of names, one of which may be a text, all others numbers.

Commas, semicolons or tabs divide; with the last two a decimal comma is read too.  Columns come in any order; a cell is
empty where a figure is missing.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

from arpad.formats.json_text import LARGEST
from arpad.rules.elo.error import refuse
from arpad.rules.problem import printable

NUMBER = re.compile(r"[+-]?(\d{1,12}(\.\d{0,12})?|\.\d{1,12})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Figures:
    """Columns of figures, all of one length.

    Attributes:
        names: the text of each row, where the file has such a column.
        columns: the numbers by the name of their column; None for an empty cell.
        lines: where each row stands.
    """

    names: tuple[str, ...]
    columns: dict[str, tuple[float | None, ...]]
    lines: tuple[str, ...]

    def full(self, name: str) -> tuple[float, ...]:
        """A column without an empty cell."""
        found = []
        for line, value in zip(self.lines, self.columns[name], strict=True):
            if value is None:
                raise refuse("figure-missing", f"{line}, {name}", "the cell is empty", "give a number")
            found.append(value)
        return tuple(found)


def decode(content: bytes, *, text: str = "", needed: Sequence[str], allowed: Sequence[str] = ()) -> Figures:
    r"""The columns of a file; EloError with the line where it cannot be read.

    >>> found = decode(b"from,observed\n,9\n2.25,51\n", needed=("from", "observed"))
    >>> found.columns["from"], found.full("observed")
    ((None, 2.25), (9.0, 51.0))
    """
    rows = _rows(content)
    if not rows:
        raise refuse("empty", "", "there is nothing in it", f"write a first row of {', '.join(needed)}")
    (_, head), *body = rows
    heads = [cell.lower() for cell in head]
    wanted = [*([text] if text else []), *needed]
    for name in wanted:
        if name not in heads:
            raise refuse("column-missing", "line 1", f"there is no column {name}", f"name {', '.join(wanted)}")
    for at, name in enumerate(heads):
        if name in heads[:at]:
            raise refuse("column-twice", "line 1", f"two columns are called {printable(name)!r}", "give each its name")
        if name not in {*wanted, *allowed}:
            known = ", ".join([*wanted, *allowed])
            raise refuse("unknown-column", "line 1", f"{printable(name)!r} is no column here", f"they are {known}")
    for line, row in body:
        if len(row) != len(heads):
            raise refuse("cells-differ", line, f"{len(row)} cells, not {len(heads)}", "give a cell for each column")
    if not body:
        raise refuse("empty", "line 2", "there is no row below the names", "write at least one")
    columns = {
        name: tuple(_number(row[at], f"{line}, {name}") for line, row in body)
        for at, name in enumerate(heads)
        if name != text
    }
    names = tuple(row[heads.index(text)] for _, row in body) if text else ()
    return Figures(names, columns, tuple(line for line, _ in body))


def _rows(content: bytes) -> list[tuple[str, list[str]]]:
    if len(content) > LARGEST:
        raise refuse("too-large", "", f"{len(content)} bytes, at most {LARGEST} are read", "give less")
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise refuse("not-utf8", "", f"byte {error.start} is not UTF-8", "save the file as UTF-8") from None
    divider = max(",;\t", key=next((line for line in lines if line.strip()), "").count)
    try:
        read = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=divider, strict=True)]
    except csv.Error as error:
        raise refuse("bad-csv", "", f"not CSV: {error}", "check the quotes") from None
    if divider != ",":
        read = [
            [cell.replace(",", ".") if NUMBER.fullmatch(cell.replace(",", ".")) else cell for cell in row]
            for row in read
        ]
    return [(f"line {at}", row) for at, row in enumerate(read, start=1) if any(row)]


def _number(cell: str, place: str) -> float | None:
    if not cell:
        return None
    if not NUMBER.fullmatch(cell):
        raise refuse("not-a-number", place, f"{printable(cell)!r} is not a number", "write it like 2350 or 4.5")
    return float(cell)
