"""The forms that a parameter's value can take, and how each is read from a table of the law."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

Storage = Literal["integer", "float"]
InitialMethod = Literal["priority", "blend"]
Miscoded = Literal["adult", "as unknown"]
SpecialStart = Literal["averaged", "prior"]


@dataclass(frozen=True, slots=True)
class TimeRange:
    """The total times that a system rates, in minutes: both ends included or not.

    >>> TimeRange(10.0, False, 65.0, True).holds(65.0), TimeRange(10.0, False, 65.0, True).holds(10.0)
    (True, False)
    >>> print(TimeRange(10.0, False, 65.0, True), TimeRange(30.0, True, float("inf"), True), sep="; ")
    more than 10, 65 at most; 30 or more
    """

    low: float
    low_included: bool
    high: float
    high_included: bool

    def holds(self, minutes: float) -> bool:
        """Whether a total time lies in the range."""
        above = minutes >= self.low if self.low_included else minutes > self.low
        below = minutes <= self.high if self.high_included else minutes < self.high
        return above and below

    def __str__(self) -> str:
        low = f"{self.low:g} or more" if self.low_included else f"more than {self.low:g}"
        if self.high == float("inf"):
            return low
        return f"{low}, {f'{self.high:g} at most' if self.high_included else f'less than {self.high:g}'}"

    def plain(self) -> dict[str, float]:
        """The table it was read from."""
        low = {"at_least" if self.low_included else "above": self.low}
        high = {"at_most" if self.high_included else "below": self.high}
        return low if self.high == float("inf") else low | high

    @classmethod
    def read(cls, table: Mapping[str, float]) -> TimeRange:
        """Read ``{at_least | above = minutes, at_most | below = minutes}``; no upper end: any time longer."""
        _only(table, {"at_least", "above", "at_most", "below"})
        if ("at_least" in table) == ("above" in table) or {"at_most", "below"} <= set(table):
            raise ValueError("a range of times has one lower end and at most one upper end")
        low = _number(table.get("at_least", table.get("above")))
        high = _number(table.get("at_most", table.get("below", float("inf"))))
        return cls(low, "at_least" in table, high, "below" not in table)


def in_piece(rating: float, up_to: float, included: bool) -> bool:  # noqa: FBT001 a formula's numbers stand by position
    """Whether a rating is low enough for a piece that ends at a rating.

    >>> in_piece(2000.0, 2000.0, True), in_piece(2000.0, 2000.0, False)
    (True, False)
    """
    return rating < up_to or (included and rating == up_to)


def games_by_knee(rating: float, knee: float, above: float, otherwise: float) -> float:
    """The games of a rating: more above a knee than at or below it.

    >>> games_by_knee(2150.0, 2150.0, 10, 5), games_by_knee(2150.5, 2150.0, 10, 5)
    (5, 10)
    """
    return above if rating > knee else otherwise


@dataclass(frozen=True, slots=True)
class Line:
    """One straight piece of a conversion, up to and including (or excluding) a rating."""

    up_to: float
    included: bool
    intercept: float
    slope: float


@dataclass(frozen=True, slots=True)
class Conversion:
    """A conversion of another federation's rating, in straight pieces."""

    lines: tuple[Line, ...]

    def line_for(self, rating: float) -> Line:
        """The piece that a rating falls in."""
        return next(line for line in self.lines if in_piece(rating, line.up_to, line.included))

    def plain(self) -> list[dict[str, float]]:
        """The table it was read from."""
        return [
            ({} if line.up_to == float("inf") else {"at_most" if line.included else "below": line.up_to})
            | {"intercept": line.intercept, "slope": line.slope}
            for line in self.lines
        ]

    @classmethod
    def read(cls, pieces: list[Mapping[str, float]]) -> Conversion:
        """Read ``[{at_most | below = rating, intercept = a, slope = b}, ..., {intercept = a, slope = b}]``."""
        lines = []
        for piece in pieces:
            _only(piece, {"at_most", "below", "intercept", "slope"})
            up_to = _number(piece.get("at_most", piece.get("below", float("inf"))))
            lines.append(Line(up_to, "below" not in piece, _number(piece["intercept"]), _number(piece["slope"])))
        knees = [line.up_to for line in lines]
        if not lines or knees != sorted(set(knees)) or knees[-1] != float("inf"):
            raise ValueError("the pieces of a conversion ascend, and the last one has no end")
        return cls(tuple(lines))


@dataclass(frozen=True, slots=True)
class GamesByRating:
    """How many games a converted rating counts for: more above a rating than at or below it."""

    knee: float
    above: int
    otherwise: int

    def games_for(self, rating: float) -> int:
        """The games that a rating counts for."""
        return int(games_by_knee(rating, self.knee, self.above, self.otherwise))

    def plain(self) -> dict[str, float]:
        """The table it was read from."""
        if self.knee == float("inf"):
            return {"otherwise": self.otherwise}
        return {"knee": self.knee, "above": self.above, "otherwise": self.otherwise}

    @classmethod
    def read(cls, table: Mapping[str, float]) -> GamesByRating:
        """Read ``{knee = rating, above = games, otherwise = games}``, or ``{otherwise = games}`` for any rating."""
        _only(table, {"knee", "above", "otherwise"})
        if set(table) == {"otherwise"}:
            return cls(float("inf"), 0, _whole(table["otherwise"]))
        return cls(_number(table["knee"]), _whole(table["above"]), _whole(table["otherwise"]))


@dataclass(frozen=True, slots=True)
class PrioritySource:
    """One place of a priority list: a source of an initial rating, and the games it counts for.

    `games` fixed, or `up_to` that many of its own games, or (neither) what the conversion says.
    """

    source: str
    at_least: int = 0
    games: int | None = None
    up_to: int | None = None

    def plain(self) -> dict[str, str | int]:
        """The table it was read from."""
        wanted = {"at_least": self.at_least or None, "games": self.games, "up_to": self.up_to}
        return {"source": self.source} | {key: value for key, value in wanted.items() if value is not None}

    @classmethod
    def read(cls, table: Mapping[str, Any]) -> PrioritySource:
        """Read ``{source = "OTBR", at_least = 4, up_to = 10}``."""
        _only(table, {"source", "at_least", "games", "up_to"})
        if table["source"] not in SOURCES:
            raise ValueError(f"{table['source']!r} is no source of an initial rating")
        return cls(table["source"], table.get("at_least", 0), table.get("games"), table.get("up_to"))


@dataclass(frozen=True, slots=True)
class Factors:
    """The most games that each source of the blend may count for."""

    caps: tuple[tuple[str, int], ...]

    def cap(self, source: str) -> int:
        """The factor of a source."""
        return next(cap for name, cap in self.caps if name == source)

    def plain(self) -> dict[str, int]:
        """The table it was read from."""
        return dict(self.caps)

    @classmethod
    def read(cls, table: Mapping[str, int]) -> Factors:
        """Read ``{OTBR = 10, OTBQ = 5, ...}``."""
        _only(table, SOURCES)
        return cls(tuple((name, _whole(cap)) for name, cap in table.items()))


SOURCES = {"OTBR", "OTBQ", "OTBB", "OLR", "OLQ", "OLB", "FIDE", "CFC"}


def _only(table: Mapping[str, Any], known: set[str]) -> None:
    if unknown := sorted(set(table) - known):
        raise ValueError(f"unknown key {', '.join(unknown)}")


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is not a number")
    return float(value)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _number_or_none(value: Any) -> float | None:
    return None if value is None or value == "none" else _number(value)


def _one_of(choices: tuple[str, ...]) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in choices:
            raise ValueError(f"{value!r} is none of {', '.join(choices)}")
        return str(value)

    return read


def _list_of_sources(value: Any) -> tuple[PrioritySource, ...]:
    return tuple(PrioritySource.read(entry) for entry in value)


BY_FORM: dict[str, Callable[[Any], Any]] = {
    "float": _number,
    "int": _whole,
    "bool": _flag,
    "float | None": _number_or_none,
    "Storage": _one_of(get_args(Storage)),
    "InitialMethod": _one_of(get_args(InitialMethod)),
    "Miscoded": _one_of(get_args(Miscoded)),
    "SpecialStart": _one_of(get_args(SpecialStart)),
    "TimeRange": TimeRange.read,
    "Conversion": Conversion.read,
    "GamesByRating": GamesByRating.read,
    "Factors": Factors.read,
    "tuple[PrioritySource, ...]": _list_of_sources,
}
"""How to read a value, by the annotation of its field in `Rulebook`."""
