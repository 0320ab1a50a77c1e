"""Tables as files: a folder with ``members.parquet``, ``games.csv`` and the like, each in whichever form it has.

CSV has commas, names in its first line, and UTF-8 text; days like 2025-03-01, true and false, nothing at all for what
is not said.  Lines without anything are passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import polars as pl
from polars.exceptions import PanicException, PolarsError

from arpad.history.error import HistoryError, refuse
from arpad.history.forms import TABLES


def _read_csv(path: Path) -> pl.DataFrame:
    """All cells as text, as they stand there: a number with leading zeros keeps them."""
    with path.open(encoding="utf-8-sig") as text:
        text.readline()  # names that are no UTF-8 are refused, and not read as others
    frame = pl.read_csv(path, infer_schema=False, glob=False)
    return frame.filter(~pl.all_horizontal(pl.all().is_null()))


READERS: dict[str, Callable[[Path], pl.DataFrame]] = {
    ".parquet": lambda path: pl.read_parquet(path, glob=False),
    ".arrow": lambda path: pl.scan_ipc(path, glob=False).collect(),
    ".csv": _read_csv,
}
"""The forms of files by what their names end in; a name is a name, whatever signs are in it."""


def read_tables(folder: Path) -> dict[str, pl.DataFrame]:
    """The tables of a folder by name, for `tables.record_of_frames`; `HistoryError` for a file that is none.

    Files that end in none of ``.parquet``, ``.arrow`` and ``.csv`` are no tables and are let alone.
    """
    found: dict[str, Path] = {}
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix in READERS and not path.is_dir())
    except OSError as error:
        raise unreadable(folder, error, "name a folder with tables") from None
    for path in paths:
        if path.stem not in TABLES:
            hint = f"tables are {', '.join(TABLES)}; call it so, or put it elsewhere"
            raise refuse("unknown-table", str(path), f"no table is called {path.stem!r}", hint)
        if path.stem in found:
            message = f"the table {path.stem} is {found[path.stem].name} too"
            raise refuse("table-twice", str(path), message, "keep one of them")
        found[path.stem] = path
    return {name: read_table(path) for name, path in found.items()}


def read_table(path: Path) -> pl.DataFrame:
    """The table in a file."""
    try:
        return READERS[path.suffix](path)
    except UnicodeDecodeError as error:
        raise unreadable(path, OSError(0, f"byte {error.start} is not UTF-8"), "save it as UTF-8") from None
    except (PolarsError, PanicException, OSError) as error:
        raise unreadable(path, error, f"give a whole {path.suffix[1:]} file") from None


def unreadable(path: Path, error: BaseException, hint: str) -> HistoryError:
    """The error for a file that cannot be read."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return refuse("unreadable-file", str(path), f"{path.name} cannot be read: {said.strip().splitlines()[0]}", hint)


def write_table(path: Path, frame: pl.DataFrame) -> None:
    """Write a table in the form that the name of the file ends in."""
    if path.suffix == ".parquet":
        frame.write_parquet(path, compression="zstd")
    elif path.suffix == ".arrow":
        frame.write_ipc(path)
    else:
        frame.write_csv(path)


def write_tables(folder: Path, frames: Mapping[str, pl.DataFrame], suffix: str = ".parquet") -> None:
    """Write tables into a folder that is there, one file each."""
    for name, frame in frames.items():
        write_table(folder / f"{name}{suffix}", frame)
