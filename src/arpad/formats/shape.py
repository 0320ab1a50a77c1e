"""The shape of a JSON document, declared once: it reads values with problems that name the cell, and is the schema.

Each shape reads a parsed JSON value at a place and returns what it stands for, or `INVALID` after it noted a
problem.  Nothing is coerced: a number in quotes is a string.  The same object prints its JSON Schema.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches
from math import isfinite
from typing import Any, Final, Protocol

from arpad.rules.problem import Problem, Severity, printable


class Invalid:
    """What a value is that could not be read; a problem says why."""

    def __repr__(self) -> str:
        return "INVALID"


INVALID: Final = Invalid()

MOST_PROBLEMS = 200
"""Beyond this many of a severity a reader tells no more: the document is of another kind."""


@dataclass(slots=True)
class Reading:
    """The state of reading one document: the problems found so far, and whether any of them blocks."""

    problems: list[Problem] = field(default_factory=list)
    errors: int = 0
    warnings: int = 0

    def error(self, code: str, place: str, message: str, hint: str) -> Invalid:
        """Note an error; what it was found in is invalid."""
        self.errors += 1
        if self.errors <= MOST_PROBLEMS:
            self.problems.append(Problem(code, place, "", printable(message), printable(hint)))
        return INVALID

    def warn(self, code: str, place: str, message: str, hint: str) -> None:
        """Note something that does not block."""
        self.warnings += 1
        if self.warnings <= MOST_PROBLEMS:
            self.problems.append(Problem(code, place, "", printable(message), printable(hint), Severity.WARNING))

    @property
    def failed(self) -> bool:
        """Whether any error was found."""
        return self.errors > 0

    def closed(self) -> list[Problem]:
        """The problems, and whether more were found than are told."""
        told = f"{MOST_PROBLEMS} were told, the rest was not"
        more = [
            Problem("more-problems", "", "", f"many {word}s: {told}", "mend these first", severity)
            for count, word, severity in (
                (self.errors, "error", Severity.ERROR),
                (self.warnings, "warning", Severity.WARNING),
            )
            if count >= MOST_PROBLEMS
        ]
        return self.problems + more

    @property
    def enough(self) -> bool:
        """Whether there are more errors than anybody reads."""
        return self.errors >= MOST_PROBLEMS


class Shape(Protocol):
    """What reads one JSON value and describes it as a schema."""

    def read(self, value: object, place: str, reading: Reading) -> Any:
        """The value that the JSON value stands for, or INVALID."""
        ...

    def schema(self) -> dict[str, Any]:
        """Its JSON Schema."""
        ...


def shown(value: object) -> str:
    """A value for a message, shortened.

    >>> shown("a" * 90)[-4:], shown({"a": 1}), shown(None)
    ("...'", 'an object', 'null')
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, str):
        return repr(value if len(value) <= 60 else value[:57] + "...")
    if isinstance(value, int) and value.bit_length() > 200:
        return "a number of many digits"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


UNPRINTABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters, line separators and halves of characters."""

PRINTABLE: Final = r"^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]*$"
"""The same for a schema: something to see, and none of those."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string: not empty, not endless, without control characters."""

    longest: int = 300
    pattern: str | None = None
    example: str = ""
    says: str = ""

    def read(self, value: object, place: str, reading: Reading) -> str | Invalid:
        """The string itself."""
        if not isinstance(value, str):
            return reading.error("wrong-type", place, f"a string is wanted, this is {shown(value)}", self._hint())
        if not value.strip() or len(value) > self.longest or UNPRINTABLE.search(value):
            return reading.error(
                "bad-text",
                place,
                f"{shown(value)} is empty, too long or has control characters",
                self._hint(),
            )
        if self.pattern is not None and not re.fullmatch(self.pattern, value, re.ASCII):
            return reading.error("bad-text", place, f"{shown(value)} is not {self.says}", self._hint())
        return value

    def schema(self) -> dict[str, Any]:
        """A string with its bounds."""
        pattern = PRINTABLE if self.pattern is None else f"^(?:{self.pattern})$"
        return {"type": "string", "minLength": 1, "maxLength": self.longest, "pattern": pattern}

    def _hint(self) -> str:
        return f"for example {self.example!r}" if self.example else f"up to {self.longest} characters in quotes"


@dataclass(frozen=True, slots=True)
class Number:
    """A finite number within bounds; `whole` for counts."""

    least: float
    most: float
    whole: bool = False

    def read(self, value: object, place: str, reading: Reading) -> float | int | Invalid:
        """A float, or an int where it is a count."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return reading.error("wrong-type", place, f"a number is wanted, this is {shown(value)}", self._hint())
        if isinstance(value, float) and not isfinite(value):
            return reading.error("not-finite", place, "the number is not finite", self._hint())
        if self.whole and isinstance(value, float):
            if not value.is_integer():
                return reading.error(
                    "wrong-type", place, f"a whole number is wanted, this is {shown(value)}", self._hint()
                )
            value = int(value)
        if not self.least <= value <= self.most:
            return reading.error("out-of-range", place, f"{shown(value)} is out of range", self._hint())
        return value if self.whole else float(value)

    def schema(self) -> dict[str, Any]:
        """A number with its bounds."""
        return {"type": "integer" if self.whole else "number", "minimum": self.least, "maximum": self.most}

    def _hint(self) -> str:
        return f"a {'whole number' if self.whole else 'number'} from {self.least:,} to {self.most:,}, without quotes"


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, value: object, place: str, reading: Reading) -> bool | Invalid:
        """The truth value itself."""
        if isinstance(value, bool):
            return value
        return reading.error("wrong-type", place, f"true or false is wanted, this is {shown(value)}", "without quotes")

    def schema(self) -> dict[str, Any]:
        """A boolean."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Day:
    """A date as ``YYYY-MM-DD``, of a year in which somebody alive can have played."""

    def read(self, value: object, place: str, reading: Reading) -> date | Invalid:
        """The date."""
        hint = 'for example "2025-02-15"'
        if not isinstance(value, str):
            return reading.error("wrong-type", place, f"a date is wanted, this is {shown(value)}", hint)
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
            return reading.error("bad-date", place, f"{shown(value)} is not a date like YYYY-MM-DD", hint)
        try:
            day = date.fromisoformat(value)
        except ValueError:
            return reading.error("bad-date", place, f"{shown(value)} is no day of the calendar", hint)
        if not FIRST_YEAR <= day.year <= LAST_YEAR:
            return reading.error("bad-date", place, f"{shown(value)} is not between {FIRST_YEAR} and {LAST_YEAR}", hint)
        return day

    def schema(self) -> dict[str, Any]:
        """A string that is a date."""
        return {"type": "string", "format": "date", "pattern": YEARS}


FIRST_YEAR, LAST_YEAR = 1850, 2199
YEARS: Final = r"^(?:18[5-9]\d|19\d\d|2[01]\d\d)-\d\d-\d\d$(?!\n)"
"""The same for a schema."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]
    make: Callable[[str], Any] = str

    def read(self, value: object, place: str, reading: Reading) -> Any:
        """What the word stands for."""
        if isinstance(value, str) and value in self.words:
            return self.make(value)
        return reading.error(
            "unknown-word",
            place,
            f"{shown(value)} is none of {', '.join(self.words)}",
            _nearest(value, self.words) or "write one of them",
        )

    def schema(self) -> dict[str, Any]:
        """An enumeration."""
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Nullable:
    """A value, or null for not known."""

    of: Shape

    def read(self, value: object, place: str, reading: Reading) -> Any:
        """None for null."""
        return None if value is None else self.of.read(value, place, reading)

    def schema(self) -> dict[str, Any]:
        """Either of the two."""
        return {"anyOf": [self.of.schema(), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of things of one shape."""

    of: Shape
    most: int
    least: int = 0

    def read(self, value: object, place: str, reading: Reading) -> tuple[Any, ...] | Invalid:
        """A tuple of what could be read; INVALID when anything in it could not."""
        if not isinstance(value, list):
            return reading.error("wrong-type", place, f"a list is wanted, this is {shown(value)}", "in square brackets")
        if not self.least <= len(value) <= self.most:
            return reading.error(
                "too-many" if len(value) > self.most else "too-few",
                place,
                f"{len(value)} entries, wanted are {self.least} to {self.most}",
                "is it another kind of document?" if len(value) > self.most else "add what is missing",
            )
        items = []
        for index, item in enumerate(value):
            items.append(self.of.read(item, f"{place}[{index}]", reading))
            if reading.enough:
                return INVALID
        return INVALID if any(item is INVALID for item in items) else tuple(items)

    def schema(self) -> dict[str, Any]:
        """An array."""
        return {"type": "array", "items": self.of.schema(), "minItems": self.least, "maxItems": self.most}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an object: its shape, whether it must be there, and one sentence on it."""

    shape: Shape
    says: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Object:
    """An object with named fields, made into a value of ours when all of them could be read."""

    fields: Mapping[str, Field]
    make: Callable[[dict[str, Any]], Any]
    strict: bool = False
    """Whether a field of any other name is an error; elsewhere only one that is nearly a name of ours."""

    def read(self, value: object, place: str, reading: Reading) -> Any:
        """What `make` makes of the fields; unknown fields are a warning, never silently dropped."""
        if not isinstance(value, dict):
            return reading.error("wrong-type", place, f"an object is wanted, this is {shown(value)}", "in braces")
        inside = f"{place}." if place else ""
        found: dict[str, Any] = {}
        whole = True
        for name, entry in self.fields.items():
            if entry.required and name not in value:
                reading.error("missing-field", f"{inside}{name}", f"{name} is missing", entry.says)
                whole = False
        for name, item in value.items():
            if name not in self.fields:
                at = f"{inside}{shown(name)[1:-1]}"
                meant = _nearest(name, self.fields)
                if self.strict or meant:
                    known = ", ".join(self.fields)
                    reading.error(
                        "unknown-field",
                        at,
                        f"no field is called {shown(name)}",
                        meant or f"known are {known}",
                    )
                    whole = False
                else:
                    reading.warn("unknown-field", at, f"no field is called {shown(name)}: not used", UNUSED)
                continue
            found[name] = self.fields[name].shape.read(item, f"{inside}{name}", reading)
            whole = whole and found[name] is not INVALID
        return self.make(found) if whole else INVALID

    def schema(self) -> dict[str, Any]:
        """An object."""
        return {
            "type": "object",
            "properties": {
                name: entry.shape.schema() | {"description": entry.says} for name, entry in self.fields.items()
            },
            "required": [name for name, entry in self.fields.items() if entry.required],
        } | ({"additionalProperties": False} if self.strict else {})


UNUSED = "leave it out, or see `arpad schema event`"


def _nearest(word: object, known: object) -> str:
    """Which known word was probably meant."""
    if not isinstance(word, str) or len(word) > 60 or not isinstance(known, tuple | Mapping):
        return ""
    close = get_close_matches(word, [str(name) for name in known], n=1, cutoff=0.75)
    return f"is {close[0]!r} meant?" if close else ""
