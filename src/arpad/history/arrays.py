"""Tables of arrays as a folder of plain files, and mapped back from them without copying.

A table may hold tables and texts: its arrays go by dotted names, ``columns.sections.start``.  What is mapped may be
written to in memory; the files stay as they are.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_origin, get_type_hints

import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

from arpad.history.error import refuse

T = TypeVar("T")
Array = NDArray[Any]

SUFFIX = ".npy"
REMEDY = "take the file from a backup, or make the history again from its facts"
"""What to do where facts are damaged."""
AGAIN = "rate the history again"
"""What to do where what was worked out of them is."""


def flatten(prefix: str, table: Any) -> dict[str, Array]:
    """The arrays of a table by name: of a named tuple or dataclass of arrays, tables and texts.

    >>> from arpad.kernel.columns import Ceilings
    >>> list(flatten("ceilings", Ceilings(np.array([1]), np.array([1900.0]), np.array([20000]))))
    ['ceilings.member', 'ceilings.value', 'ceilings.since']
    """
    if isinstance(table, np.ndarray):
        return {prefix: table}
    if isinstance(table, pl.Series) or (isinstance(table, tuple) and not hasattr(table, "_fields")):
        return _flat_text(prefix, pl.Series(table, dtype=pl.String))
    found: dict[str, Array] = {}
    for name in get_type_hints(type(table)):
        found |= flatten(f"{prefix}.{name}", getattr(table, name))
    return found


def unflatten(form: type[T], prefix: str, arrays: Mapping[str, Array]) -> T:
    """The table of a form that was flattened; `HistoryError` for an array that is not there.

    >>> from arpad.history.record import Record, no_columns
    >>> text = pl.Series(["a", None], dtype=pl.String)
    >>> flat = flatten("record", Record(no_columns(), text, text, text, text))
    >>> unflatten(Record, "record", flat).members.to_list()
    ['a', None]
    """
    parts = {name: _unflat(hint, f"{prefix}.{name}", arrays) for name, hint in get_type_hints(form).items()}
    return form(**parts)


def _unflat(form: Any, name: str, arrays: Mapping[str, Array]) -> Any:
    if form is pl.Series:
        return _text(name, arrays)
    if get_origin(form) is tuple:
        return tuple(_text(name, arrays))
    if get_origin(form) is np.ndarray:
        return _array(name, arrays)
    return unflatten(form, name, arrays)


def _array(name: str, arrays: Mapping[str, Array]) -> Array:
    if name not in arrays:
        raise refuse("missing-array", name, f"there is no array {name}", AGAIN)
    return arrays[name]


def _flat_text(name: str, texts: pl.Series) -> dict[str, Array]:
    """Texts as their letters one after the other, where each begins and the last ends, and which are null."""
    arrow = texts.to_arrow(compat_level=pl.CompatLevel.oldest()).cast(pa.large_string())
    _, begins, letters = arrow.buffers()
    return {
        f"{name}.letters": np.frombuffer(letters or b"", dtype=np.uint8),
        f"{name}.begins": np.frombuffer(begins, dtype=np.int64)[arrow.offset : arrow.offset + len(arrow) + 1],
        f"{name}.missing": texts.is_null().to_numpy(),
    }


def _text(name: str, arrays: Mapping[str, Array]) -> pl.Series:
    letters, begins, missing = (_array(f"{name}.{part}", arrays) for part in ("letters", "begins", "missing"))
    held = pa.array(~missing).buffers()[1]
    buffers = [held, pa.py_buffer(begins), pa.py_buffer(letters)]
    texts = pa.Array.from_buffers(pa.large_string(), len(missing), buffers)
    return pl.Series(name.rpartition(".")[2], texts, dtype=pl.String)


def write_arrays(folder: Path, arrays: Mapping[str, Array]) -> None:
    """Write each array to a file of its name; an array that goes by two names is one file under two names."""
    written: dict[int, Path] = {}
    for name, array in arrays.items():
        path = folder / f"{name}{SUFFIX}"
        if id(array) in written:
            link(written[id(array)], path)
        else:
            np.save(path, array, allow_pickle=False)
            written[id(array)] = path


def link(old: Path, new: Path) -> None:
    """The same file under another name; a copy where the disk knows no such names."""
    try:
        os.link(old, new)
    except OSError:
        shutil.copyfile(old, new)


def map_arrays(folder: Path) -> dict[str, Array]:
    """All arrays of a folder by name, mapped: nothing is read before it is used, and no change reaches the files.

    What is one file under two names is one array again.
    """
    return dict(_mapped(folder))


def _mapped(folder: Path) -> Iterator[tuple[str, Array]]:
    mapped: dict[int, Array] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        file = path.stat().st_ino
        try:
            if file not in mapped:
                mapped[file] = _as_records(np.asarray(np.load(path, mmap_mode="c", allow_pickle=False)))
        except (OSError, ValueError, EOFError) as error:
            message = f"{path.name} is no whole array: {error}"
            raise refuse("damaged-file", str(path), message, AGAIN) from None
        yield path.name.removesuffix(SUFFIX), mapped[file]


def _as_records(array: Array) -> Array:
    """An array of records as the kernel has them, field by field where they were."""
    fields = array.dtype.fields
    if fields is None:
        return array
    form = {
        "names": list(fields),
        "formats": [field[0] for field in fields.values()],
        "offsets": [field[1] for field in fields.values()],
        "itemsize": array.dtype.itemsize,
    }
    return array.view(np.dtype((np.record, np.dtype(form, align=True))))  # type: ignore[call-overload]
