"""Frozen values as plain JSON and back, by the types of their fields; the trip there and back changes nothing.

A field that has its default is left out.  A cell of a crosstable is text, as in the event document: ``W12w``.  A
value that cannot be read raises `LedgerError` with the place of the cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date
from enum import Enum, StrEnum
from functools import lru_cache
from math import inf, isfinite
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from arpad.ledger.checks import CODES
from arpad.ledger.error import LedgerError, refuse
from arpad.rules.vocabulary import Record, Round

Reader = Callable[[object, str], Any]
"""Reads a JSON value at a place."""


def to_plain(value: Any) -> Any:
    """A value as JSON has it.

    >>> from arpad.rules.vocabulary import Rating
    >>> to_plain(Rating(1643.5, 30, Record.MIXED, date(2025, 3, 1)))
    {'rating': 1643.5, 'games': 30, 'record': 'mixed', 'date': '2025-03-01'}
    """
    plain: Any = value
    if isinstance(value, Record):
        plain = value.word
    elif isinstance(value, StrEnum):
        plain = value.value
    elif isinstance(value, date):
        plain = value.isoformat()
    elif isinstance(value, Round):
        plain = str(value)
    elif isinstance(value, tuple):
        plain = [to_plain(item) for item in value]
    elif isinstance(value, Mapping):
        plain = {to_plain(key): to_plain(item) for key, item in value.items()}
    elif is_dataclass(value):
        plain = {
            entry.name: to_plain(getattr(value, entry.name))
            for entry in fields(value)
            if getattr(value, entry.name) != _default(entry)
        }
    return plain


def from_plain(form: Any, value: object, place: str = "") -> Any:
    """The value of a form that JSON stands for.

    >>> from arpad.rules.vocabulary import Rating
    >>> from_plain(Rating, {"rating": 1643.5, "date": "2025-03-01"}).date
    datetime.date(2025, 3, 1)
    >>> from_plain(Rating, {"rating": "1643.5"}, "rating")
    Traceback (most recent call last):
    arpad.ledger.error.LedgerError: error: '1643.5' is not a number; correct it [wrong-type at rating.rating]
    """
    return _reader(form)(value, place)


def _default(entry: Field[Any]) -> Any:
    """What a field is when nothing is said; `MISSING` where something must be."""
    return entry.default if entry.default_factory is MISSING else entry.default_factory()


def _wrong(value: object, place: str, wanted: str) -> LedgerError:
    text = repr(value)
    shown = text if len(text) <= 60 else text[:57] + "..."
    return refuse("wrong-type", place, f"{shown} is not {wanted}", "correct it")


@lru_cache(maxsize=256)
def _reader(form: Any) -> Reader:
    """What reads values of a form."""
    origin, inner = get_origin(form), get_args(form)
    if form in _SIMPLE:
        read = _SIMPLE[form]
    elif origin is UnionType:
        read = _nullable(_reader(next(arm for arm in inner if arm is not NoneType)))
    elif origin is Literal:
        read = _word({word: word for word in inner})
    elif origin is tuple:
        read = _list(_reader(inner[0]))
    elif origin is Mapping:
        read = _mapping(_reader(inner[0]), _reader(inner[1]))
    elif form is Record:
        read = _word({record.word: record for record in Record})
    elif issubclass(form, Enum):
        read = _word({member.value: member for member in form})
    else:
        read = _object(form)
    return read


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise _wrong(value, place, "text")
    return value


def _flag(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(value, place, "true or false")
    return value


def _whole(value: object, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(value, place, "a whole number")
    return value


def _number(value: object, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _wrong(value, place, "a number")
    try:
        number = float(value)
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise _wrong(value if isinstance(value, float) else "a number of very many digits", place, "a finite number")
    return number


def _day(value: object, place: str) -> date:
    if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
        raise _wrong(value, place, "a date like 2025-03-01")
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise _wrong(value, place, "a day of the calendar") from None


def _cell(value: object, place: str) -> Round:
    found = re.fullmatch(r"(.)(\d{0,7})([wb]?)", value, re.ASCII) if isinstance(value, str) else None
    if found is None or found[1] not in CODES:
        raise _wrong(value, place, "a cell like W12w")
    return Round(found[1], int(found[2]) if found[2] else None, found[3] or None)


_SIMPLE: dict[Any, Reader] = {
    str: _text,
    bool: _flag,
    int: _whole,
    float: _number,
    date: _day,
    Round: _cell,
}


def _nullable(read: Reader) -> Reader:
    return lambda value, place: None if value is None else read(value, place)


def _word(words: Mapping[str, Any]) -> Reader:
    def read(value: object, place: str) -> Any:
        if not isinstance(value, str) or value not in words:
            raise _wrong(value, place, f"one of {', '.join(words)}")
        return words[value]

    return read


def _list(read: Reader) -> Reader:
    def read_all(value: object, place: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _wrong(value, place, "a list")
        return tuple(read(item, f"{place}[{index}]") for index, item in enumerate(value))

    return read_all


def _mapping(read_key: Reader, read: Reader) -> Reader:
    def read_all(value: object, place: str) -> dict[Any, Any]:
        if not isinstance(value, Mapping):
            raise _wrong(value, place, "an object")
        return {read_key(key, _inside(place, key)): read(item, _inside(place, key)) for key, item in value.items()}

    return read_all


def _object(form: type) -> Reader:
    """Reads a dataclass: unknown fields and missing ones are errors, nothing is silently dropped."""
    hints = get_type_hints(form)
    known = {entry.name: entry for entry in fields(form)}
    readers: dict[str, Reader] = {}

    def read(value: object, place: str) -> Any:
        if not isinstance(value, Mapping):
            raise _wrong(value, place, "an object")
        found = {}
        for name, item in value.items():
            if name not in known:
                hint = f"known are {', '.join(known)}"
                raise refuse("unknown-field", _inside(place, name), f"no field is called {name!r}", hint)
            if name not in readers:
                readers[name] = _reader(hints[name])
            found[name] = readers[name](item, _inside(place, name))
        for name, entry in known.items():
            if name not in found and _default(entry) is MISSING:
                raise refuse("missing-field", _inside(place, name), f"{name} is missing", "add it")
        return form(**found)

    return read


def _inside(place: str, name: object) -> str:
    return f"{place}.{name}" if place else str(name)
