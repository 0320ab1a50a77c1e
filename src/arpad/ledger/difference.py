"""What one replay made different from another: results, standings, floors, official ratings; and through whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from arpad.ledger.causes import DIRECT, Cause, Causes, Touched
from arpad.ledger.replay import Replay, Result, State
from arpad.rules.uschess.floors import FloorInForce
from arpad.rules.uschess.storage import official
from arpad.rules.vocabulary import System


@dataclass(frozen=True, slots=True)
class ResultMoved:
    """A result after which something else is true: it moved, appeared (`old` is None) or vanished (`new` is None)."""

    old: Result | None
    new: Result | None
    cause: Cause

    @property
    def result(self) -> Result:
        """The result as it is now, or as it was where it is no more."""
        found = self.new or self.old
        if found is None:
            raise ValueError("a result moved that neither replay has")
        return found

    @property
    def member(self) -> str | None:
        """Whose result it is."""
        return self.result.member

    @property
    def event(self) -> str | None:
        """The event; None for a ruling."""
        return self.result.event

    @property
    def section(self) -> int | None:
        """The section's number; None for a ruling."""
        return self.result.section

    @property
    def system(self) -> System:
        """The system."""
        return self.result.system

    @property
    def before(self) -> State | None:
        """What was true after it in the old replay."""
        return None if self.old is None else self.old.after

    @property
    def after(self) -> State | None:
        """What is true after it in the new replay."""
        return None if self.new is None else self.new.after

    @property
    def touched(self) -> Touched:
        """Through whom the change came."""
        return self.cause.touched

    @property
    def through(self) -> str | None:
        """The opponent through whom it came."""
        return self.cause.through

    def __str__(self) -> str:
        result = self.result
        what = f"ruling of {result.day}" if result.event is None else f"event {result.event}, section {result.section}"
        who = f"player {result.number}" if result.member is None else f"member {result.member}"
        why = f"{self.touched}, through {self.through}" if self.through else str(self.touched)
        return f"result: {who}, {what}, {result.system}: {_rating(self.before)} -> {_rating(self.after)} ({why})"


@dataclass(frozen=True, slots=True)
class StandingMoved:
    """What is true of a member in the end, where anything of it is different."""

    member: str
    system: System
    before: State | None
    after: State | None

    @property
    def change(self) -> float | None:
        """By how much the rating differs; None where one replay has none."""
        if self.before is None or self.after is None:
            return None
        return self.after.rating.rating - self.before.rating.rating

    def __str__(self) -> str:
        by = "" if self.change is None else f" ({self.change:+.4f})"
        return f"standing: member {self.member}, {self.system}: {_rating(self.before)} -> {_rating(self.after)}{by}"


@dataclass(frozen=True, slots=True)
class FloorMoved:
    """The floor that held when a member was last rated in a system, where it is another."""

    member: str
    system: System
    before: FloorInForce | None
    after: FloorInForce | None

    def __str__(self) -> str:
        return f"floor: member {self.member}, {self.system}: {_floor(self.before)} -> {_floor(self.after)}"


@dataclass(frozen=True, slots=True)
class OfficialMoved:
    """A member's rating as a list shows it, where it is another."""

    member: str
    system: System
    before: int | None
    after: int | None

    def __str__(self) -> str:
        one, other = ("none" if value is None else str(value) for value in (self.before, self.after))
        return f"official: member {self.member}, {self.system}: {one} -> {other}"


@dataclass(frozen=True, slots=True)
class Summary:
    """How much is different: results that moved, appeared and vanished, and of those moved through whom; the rest."""

    moved: int
    appeared: int
    vanished: int
    direct: int
    own: int
    opponent: int
    standings: int
    floors: int
    officials: int


@dataclass(frozen=True, slots=True)
class Consequences:
    """Everything that is different in the new replay: results in its order, those that vanished last."""

    results: tuple[ResultMoved, ...] = field(repr=False)
    standings: tuple[StandingMoved, ...] = field(repr=False)
    floors: tuple[FloorMoved, ...] = field(repr=False)
    officials: tuple[OfficialMoved, ...] = field(repr=False)
    summary: Summary

    @property
    def empty(self) -> bool:
        """Whether nothing is different."""
        return not (self.results or self.standings or self.floors or self.officials)

    def lines(self) -> Iterator[str]:
        """One line for each difference, one by one."""
        for entries in (self.results, self.standings, self.floors, self.officials):
            for entry in entries:
                yield str(entry)


def difference(old: Replay, new: Replay) -> Consequences:
    """What is different in the new replay, and why.

    >>> from arpad.ledger.past import past_of
    >>> from arpad.ledger.replay import replay
    >>> from arpad.rules.law import law
    >>> from arpad.rules.vocabulary import LawChoice
    >>> nothing = replay(past_of([]), law(), LawChoice())
    >>> difference(nothing, nothing).empty
    True
    """
    results = tuple(_results(old, new))
    before, after = _standings(old), _standings(new)
    standings = tuple(StandingMoved(*key, *pair) for key, pair in _pairs(before, after))
    floors = tuple(FloorMoved(*key, *pair) for key, pair in _pairs(_floors(old), _floors(new)))
    officials = tuple(OfficialMoved(*key, *pair) for key, pair in _pairs(_officials(before), _officials(after)))
    moved = [entry for entry in results if entry.old is not None and entry.new is not None]
    touched = [entry.touched for entry in moved]
    summary = Summary(
        moved=len(moved),
        appeared=sum(entry.old is None for entry in results),
        vanished=sum(entry.new is None for entry in results),
        direct=touched.count(Touched.DIRECT),
        own=touched.count(Touched.OWN),
        opponent=touched.count(Touched.OPPONENT),
        standings=len(standings),
        floors=len(floors),
        officials=len(officials),
    )
    return Consequences(results, standings, floors, officials, summary)


ResultKey = tuple[str | None, int | None, System, str | None, int | None, date | None, int]


def _keyed(replay: Replay) -> dict[ResultKey, Result]:
    """Results by what makes them the same in two replays.

    A member's result in a section whatever the pairing number, somebody else's by that number, a ruling by its day and
    its place among those of that day.
    """
    found: dict[ResultKey, Result] = {}
    for result in replay.results:
        number = result.number if result.member is None else None
        day = result.day if result.event is None else None
        again = 0
        while (key := (result.event, result.section, result.system, result.member, number, day, again)) in found:
            again += 1
        found[key] = result
    return found


def _results(old: Replay, new: Replay) -> Iterator[ResultMoved]:
    before, after = _keyed(old), _keyed(new)
    causes = Causes(old, new)
    for key, now in after.items():
        then = before.get(key)
        if then is None:
            yield ResultMoved(None, now, DIRECT)
        elif then.after != now.after:
            yield ResultMoved(then, now, causes.of(then, now))
    for key, then in before.items():
        if key not in after:
            yield ResultMoved(then, None, DIRECT)


Of = tuple[str, System]
Value = TypeVar("Value")


def _standings(replay: Replay) -> dict[Of, State]:
    return {
        (member, system): state for member, states in replay.standings().items() for system, state in states.items()
    }


def _officials(standings: Mapping[Of, State]) -> dict[Of, int]:
    return {key: official(state.rating.rating) for key, state in standings.items()}


def _floors(replay: Replay) -> dict[Of, FloorInForce]:
    """The floor that held when each member was last rated in each system by a section."""
    return {
        (result.member, result.system): result.rated.floor
        for result in replay.results
        if result.member is not None and result.rated is not None and result.rated.floor is not None
    }


def _pairs(old: Mapping[Of, Value], new: Mapping[Of, Value]) -> Iterator[tuple[Of, tuple[Value | None, Value | None]]]:
    """What differs, by member and system in the order of listings."""
    systems = list(System)
    for key in sorted(old.keys() | new.keys(), key=lambda key: (key[0], systems.index(key[1]))):
        pair = (old.get(key), new.get(key))
        if pair[0] != pair[1]:
            yield key, pair


def _rating(state: State | None) -> str:
    return "unrated" if state is None else f"{state.rating.rating:.4f}"


def _floor(floor: FloorInForce | None) -> str:
    return "none" if floor is None else f"{floor.value:g} ({floor.kind})"
