"""Consequences: what a change of the facts moved, by how much and why; a value that stays what it is.

It says of a history of millions what `ledger.difference` says of a small one: results, standings, floors, official
ratings, and through whom each change came.  It is kept as tables; single results are put into words when asked for,
and why they moved is looked for when that is first asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import isnan
from typing import Any, NamedTuple, TypeVar, overload

import numpy as np
import polars as pl

from arpad.history.comparing import compare
from arpad.history.consequence_frames import floor_frame, official_frame, result_frame, standing_frame
from arpad.history.crosstable import rating_of
from arpad.history.edit import Edit
from arpad.history.moved_tables import FloorTable, MovedTables, Reasons
from arpad.history.names import Texts
from arpad.history.reasons import reasons_of
from arpad.history.rows import rated
from arpad.history.workbook import Workbook
from arpad.kernel.causes import BY_OPPONENT, BY_SELF, DIRECT
from arpad.kernel.columns import SYSTEMS, Int32, UInt8, day_of
from arpad.kernel.rows import FLOORS, RATED, Rows
from arpad.kernel.run import Progress
from arpad.kernel.shown import show
from arpad.ledger.causes import Cause, Touched
from arpad.ledger.difference import FloorMoved, OfficialMoved, StandingMoved, Summary
from arpad.ledger.replay import State
from arpad.rules.uschess.floors import FloorInForce
from arpad.rules.vocabulary import System

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class ResultMoved:
    """A result after which something else is true; it moved, it appeared, or it vanished.

    Attributes:
        event, section, number: where, and the lowest pairing number; None for a ruling.
        member: the id that the member goes by; None for a player without one.
        day: the end of the section, or the day of the ruling.
        before, after: what was true after it, and what is; None for unrated, or where there is no such result.
    """

    event: str | None
    section: int | None
    system: System
    member: str | None
    number: int | None
    day: date
    before: State | None
    after: State | None
    cause: Cause
    appeared: bool = False
    vanished: bool = False

    @property
    def touched(self) -> Touched:
        """Through whom the change came."""
        return self.cause.touched

    @property
    def through(self) -> str | None:
        """The opponent through whom it came."""
        return self.cause.through

    @property
    def change(self) -> float | None:
        """By how much the rating differs; None where one side has none."""
        if self.before is None or self.after is None:
            return None
        return self.after.rating.rating - self.before.rating.rating

    def __str__(self) -> str:
        what = f"ruling of {self.day}" if self.event is None else f"event {self.event}, section {self.section}"
        who = f"player {self.number}" if self.member is None else f"member {self.member}"
        why = f"{self.touched}, through {self.through}" if self.through else str(self.touched)
        return f"result: {who}, {what}, {self.system}: {_rating(self.before)} -> {_rating(self.after)} ({why})"


class Entries(Sequence[Value]):
    """The rows of a table in words, each made when it is asked for."""

    def __init__(self, count: int, make: Callable[[int], Value]) -> None:
        self._count, self._make = count, make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Value: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Value]: ...
    def __getitem__(self, at: int | slice) -> Value | Sequence[Value]:
        places = range(self._count)[at]
        return self._make(places) if isinstance(places, int) else [self._make(place) for place in places]

    def __repr__(self) -> str:
        return f"<{self._count:,} entries>"


class Counts(NamedTuple):
    """How many results, standings and official ratings are different."""

    moved: int
    appeared: int
    vanished: int
    standings: int
    officials: int


TOUCHED = {DIRECT: Touched.DIRECT, BY_SELF: Touched.OWN, BY_OPPONENT: Touched.OPPONENT}


class Consequences:
    """Everything that a change made different: results in rating order, those that vanished last."""

    def __init__(self, moved: MovedTables, reasons: Callable[[], Reasons], members: Texts, events: Texts) -> None:
        self._results, self._standings = moved
        self._look_for_reasons = reasons
        self._members, self._events = members, events

    def __repr__(self) -> str:
        found = self.counts
        return (
            f"<Consequences: {found.moved:,} results moved, {found.appeared:,} appeared, {found.vanished:,} vanished; "
            f"{found.standings:,} standings, {found.officials:,} official ratings>"
        )

    # one by one

    @property
    def results(self) -> Sequence[ResultMoved]:
        """The results that moved, appeared and vanished."""
        return Entries(len(self._results), self._result)

    @property
    def standings(self) -> Sequence[StandingMoved]:
        """What is true of members in the end, where it is different; by member and system."""
        return Entries(len(self._standings.member), lambda at: self._standing(int(self._in_order[at])))

    @property
    def floors(self) -> Sequence[FloorMoved]:
        """The floors that held when members were last rated, where they are different."""
        order = self._listed(self._floors.member, self._floors.system)
        return Entries(len(order), lambda at: self._floor(int(order[at])))

    @property
    def officials(self) -> Sequence[OfficialMoved]:
        """The ratings as a list shows them, where they are different."""
        return Entries(len(self._official_places), self._official)

    @cached_property
    def counts(self) -> Counts:
        """How much is different, whatever the reasons."""
        results = self._results
        return Counts(
            moved=int((results.had & results.has).sum()),
            appeared=int((~results.had).sum()),
            vanished=int((~results.has).sum()),
            standings=len(self._standings.member),
            officials=int(self._official_moved.sum()),
        )

    @cached_property
    def summary(self) -> Summary:
        """How much is different, and through whom it came."""
        causes = np.bincount(self._causes[self._results.had & self._results.has], minlength=len(TOUCHED))
        return Summary(
            **self.counts._asdict(),
            direct=int(causes[DIRECT]),
            own=int(causes[BY_SELF]),
            opponent=int(causes[BY_OPPONENT]),
            floors=len(self._floors.member),
        )

    @property
    def empty(self) -> bool:
        """Whether nothing is different."""
        return not (len(self._results) or len(self._standings.member) or len(self._floors.member))

    def lines(self) -> Iterator[str]:
        """One line for each difference, one by one."""
        for entries in (self.results, self.standings, self.floors, self.officials):
            for entry in entries:
                yield str(entry)

    def path(self, at: int) -> tuple[ResultMoved, ...]:
        """How a change came to a result: from the result back to the first one that was touched directly.

        Each step is the change that the one before it saw: the member's own last one, or that of the opponent, among
        them one that vanished.  It ends at an opponent of whom something else is recorded, if that moved no result.
        """
        steps = [at]
        while (before := self._reached_through(steps[-1])) is not None:
            steps.append(before)
        return tuple(self._result(step) for step in steps)

    # all at once

    def results_frame(self) -> pl.DataFrame:
        """The results as a frame."""
        return result_frame(self._results, (self._causes, self._through), self._members, self._events)

    def standings_frame(self) -> pl.DataFrame:
        """The standings as a frame."""
        return standing_frame(self._standings, self._in_order, self._members)

    def floors_frame(self) -> pl.DataFrame:
        """The floors as a frame."""
        return floor_frame(self._floors, self._listed(self._floors.member, self._floors.system), self._members)

    def officials_frame(self) -> pl.DataFrame:
        """The official ratings as a frame."""
        places = self._in_order[self._official_places]
        return official_frame(self._standings, places, self._official_ratings, self._members)

    # how

    @cached_property
    def _reasons(self) -> Reasons:
        return self._look_for_reasons()

    @property
    def _floors(self) -> FloorTable:
        return self._reasons.floors

    @cached_property
    def _of_results(self) -> tuple[UInt8, Int32]:
        return self._reasons.of(self._results)

    @property
    def _causes(self) -> UInt8:
        return self._of_results[0]

    @property
    def _through(self) -> Int32:
        return self._of_results[1]

    def _result(self, at: int) -> ResultMoved:
        table, whose = self._results, self._results.places.whose
        ruled, had, has = whose.event[at] < 0, bool(table.had[at]), bool(table.has[at])
        through = int(self._through[at])
        day = day_of(int(whose.day[at]))
        if day is None:
            raise ValueError(f"result {at} has no day")
        return ResultMoved(
            None if ruled else self._events[whose.event[at]],
            None if ruled else int(whose.section[at]),
            SYSTEMS[whose.system[at]],
            self._members[whose.member[at]],
            None if ruled else int(whose.number[at]),
            day,
            state_of(table.old[at]) if had else None,
            state_of(table.new[at]) if has else None,
            Cause(TOUCHED[int(self._causes[at])], None if through < 0 else self._members[through]),
            appeared=not had,
            vanished=not has,
        )

    def _standing(self, at: int) -> StandingMoved:
        table = self._standings
        member, system = self._id(table.member[at]), SYSTEMS[table.system[at]]
        return StandingMoved(member, system, state_of(table.old[at]), state_of(table.new[at]))

    def _floor(self, at: int) -> FloorMoved:
        table = self._floors
        old, new = (
            None if isnan(values[at]) else FloorInForce(float(values[at]), FLOORS[kinds[at]])
            for values, kinds in ((table.old, table.old_kind), (table.new, table.new_kind))
        )
        return FloorMoved(self._id(table.member[at]), SYSTEMS[table.system[at]], old, new)

    def _official(self, at: int) -> OfficialMoved:
        place = int(self._in_order[self._official_places[at]])
        table, (old, new) = self._standings, self._official_ratings
        before, after = (
            int(values[place]) if rows[place].marks & RATED else None
            for values, rows in ((old, table.old), (new, table.new))
        )
        return OfficialMoved(self._id(table.member[place]), SYSTEMS[table.system[place]], before, after)

    def _id(self, member: int) -> str:
        found = self._members[member]
        if found is None:
            raise ValueError(f"member {member} has no id")
        return found

    def _listed(self, member: Any, system: Any) -> Any:
        """Places in order of the members' ids, then of the systems."""
        frame = pl.DataFrame({"member": self._members.at(member), "system": system})
        return frame.select(pl.arg_sort_by("member", "system")).to_series().to_numpy()

    @cached_property
    def _in_order(self) -> Any:
        return self._listed(self._standings.member, self._standings.system)

    @cached_property
    def _official_ratings(self) -> tuple[Any, Any]:
        """The official ratings of all standings that moved, before and after."""
        return official_of(self._standings.old), official_of(self._standings.new)

    @cached_property
    def _official_places(self) -> Any:
        """Which standings, in order, have another official rating."""
        return np.flatnonzero(self._official_moved[self._in_order])

    @cached_property
    def _official_moved(self) -> Any:
        """Of each standing whether its official rating is another."""
        old, new = self._official_ratings
        return (old != new) | (rated(self._standings.old) != rated(self._standings.new))

    def _reached_through(self, at: int) -> int | None:
        """The change that one came from; None for a direct one, and where there is none."""
        of, rank, causes = self._results.places.whose, self._results.rank, self._causes
        if causes[at] == DIRECT:
            return None
        theirs = of.member == (self._through[at] if causes[at] == BY_OPPONENT else of.member[at])
        here = theirs & (of.event == of.event[at]) & (of.section == of.section[at]) & (of.event >= 0)
        told = np.flatnonzero(here & (of.system == of.system[at]) & (causes == DIRECT))
        if len(told):
            return int(told[0])
        earlier = (rank < rank[at]) | ((rank == rank[at]) & (np.arange(len(rank)) < at))
        before = np.flatnonzero(theirs & earlier & ~here)
        before = before[np.argsort(rank[before], kind="stable")]
        own = before[of.system[before] == of.system[at]]
        found = own if len(own) else before
        return int(found[-1]) if len(found) else None


def consequences_of(book: Workbook, edit: Edit, progress: Progress | None = None) -> Consequences:
    """What an edit would make different; the workbook stays as it is.

    They can be asked as long as it does: why is looked for when that is first asked, on both sides of the edit.
    """

    def reasons() -> Reasons:
        again = book.apply(edit)
        try:
            return reasons_of(book, again)
        finally:
            book.undo(again)

    moved = book.apply(edit, progress)
    try:
        found = compare(book, moved)
    finally:
        book.undo(moved)
    return Consequences(found, reasons, book.names.member_ids, book.names.event_ids)


def state_of(row: Any) -> State | None:
    """What a row says of a member; None for unrated."""
    rating = rating_of(row)
    return None if rating is None else State(rating, int(row.olm_games))


def official_of(rows: Rows) -> Any:
    """The official rating of each row, 0 for none."""
    count = len(rows)
    found, established = np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.bool_)
    show(rows, np.zeros(count, dtype=np.int32), np.arange(count), found, established)
    return found


def _rating(state: State | None) -> str:
    return "unrated" if state is None else f"{state.rating.rating:.4f}"
