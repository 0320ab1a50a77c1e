"""Whether two records are the same to the bit, and if not, where they differ first."""

from __future__ import annotations

from typing import Any

from arpad.history.record import Record


def differences(one: Record, other: Record) -> list[str]:
    """The columns and names in which two records differ by a bit, a type, a length or a null."""
    found = []
    for name, table in one.columns._asdict().items():
        theirs = getattr(other.columns, name)
        if name == "time_controls":
            found += [] if table == theirs else [name]
            continue
        found += [
            f"{name}.{field}"
            for field, column in table._asdict().items()
            if not _same_bits(column, getattr(theirs, field))
        ]
    names = ("members", "events", "names", "event_names")
    found += [name for name in names if not _same_names(getattr(one, name), getattr(other, name))]
    return found


def _same_bits(one: Any, other: Any) -> bool:
    return bool(one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes())


def _same_names(one: Any, other: Any) -> bool:
    return bool(one.dtype == other.dtype and one.equals(other, null_equal=True))
