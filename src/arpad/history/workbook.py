"""Workbook: a rated history that follows its facts, one exact change after the other.

Columns with room at the end, the plan made of them, the rulebooks, and the rows.  A change takes sections out and puts
sections in, and then rates again what reads them, and what reads that, until nothing moves.  It happens as a
whole or not at all, and the latest one can be taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Self

import numpy as np
import polars as pl

from arpad.history.edit import Counts, Edit, Moved
from arpad.history.journal import Journal
from arpad.history.names import Names
from arpad.history.persons import as_persons
from arpad.history.record import Record
from arpad.history.room import all_widened, used, widened
from arpad.history.writing import put_in_order, write
from arpad.kernel import run as runs_of_kernel
from arpad.kernel.again import Log, rate_again
from arpad.kernel.columns import MATCH, Bool, Columns, Int32, UInt8, UInt16
from arpad.kernel.edit import mark_all_of, tie, untie
from arpad.kernel.facts import Facts
from arpad.kernel.law_runs import NotRated, Periods, Shelf
from arpad.kernel.moves import swap
from arpad.kernel.plan import Plan, plan_of
from arpad.kernel.rows import Rows, empty
from arpad.kernel.run import Progress, Size, size_of, words_of
from arpad.rules.rulebook import Rulebook

Key = tuple[int, int, str, int]
BEFORE_SECTIONS = -(2**31)
"""In the place of a start: rulings come before every section that ends on their day."""


class Workbook:
    """The working form of a rated history."""

    def __init__(
        self,
        columns: Columns,
        events: Sequence[str] | pl.Series,
        of_law: Periods,
        variant: dict[str, Any] | None = None,
        names: Names | None = None,
    ) -> None:
        self.names = Names(len(columns.members.birth), events) if names is None else names
        self.columns = columns
        self.of_law = of_law
        self.variant = dict(variant or {})
        self.version = self._changes = 0
        persons = as_persons(columns, self.names)
        self.roots: Int32 = persons.members.same_as
        planned = plan_of(persons, of_law)
        plan = planned.plan
        self.refused: tuple[NotRated, ...] = planned.not_rated
        self.shelf = Shelf(of_law)
        self.of_run: UInt16 = widened(self.shelf.places(plan.runs))
        self._numbers, self._numbered = self.shelf.numbers(self.variant), len(self.shelf.books)
        self.size: Size = size_of(plan)
        self.counts = Counts(
            len(columns.sections.start),
            len(columns.entries.member),
            len(columns.sides.opponent),
            len(plan.order),
            len(plan.links.run),
            len(plan.rulings.day),
        )
        self.origin = self.counts
        """What was in use from the start: nothing of it is ever written again but what rows say."""
        self.last: Int32 = planned.last
        self.alive: Bool = np.ones(self.counts.sections, dtype=np.bool_)
        self.first_run = _first_runs(plan, self.counts.sections)
        self.ruled: Int32 = columns.rulings.member[np.lexsort((columns.rulings.system, columns.rulings.day))]
        self.matches: Int32 = np.flatnonzero(plan.runs.kind == MATCH).astype(np.int32)
        self.order_room: Int32 = widened(plan.order)
        self.dirty: UInt8 = np.zeros(len(self.order_room), dtype=np.uint8)
        self.plan: Plan = plan._replace(
            runs=all_widened(plan.runs),
            links=all_widened(plan.links),
            tallies=all_widened(plan.tallies),
            rank=widened(plan.rank),
            order=self.order_room[: self.counts.runs],
        )
        self.rows: Rows = empty(0)
        self.marks: UInt8 = np.zeros(0, dtype=np.uint8)
        self.visited: UInt8 = np.zeros(0, dtype=np.uint8)

    def __repr__(self) -> str:
        return f"<Workbook of {self.names.members:,} members, {self.counts.runs:,} runs, {self.counts.rows:,} rows>"

    @classmethod
    def of(cls, record: Record, of_law: Periods, variant: dict[str, Any] | None = None) -> Self:
        """The workbook of a record, with everybody's names."""
        names = Names(record.members, record.events, record.names, record.event_names)
        return cls(record.columns, record.events, of_law, variant, names)

    # rating

    def vary(self, variant: dict[str, Any]) -> None:
        """Take other numbers in every rulebook from now on; nothing is rated then, and no change can be taken back."""
        self._numbers, self._numbered = self.shelf.numbers(variant), len(self.shelf.books)
        self.variant = dict(variant)
        self.rows = empty(0)
        self._name_state()

    @property
    def numbers(self) -> Any:
        """The rulebooks as the kernel reads them, those with them that new sections brought to the shelf."""
        if self._numbered < len(self.shelf.books):
            self._numbers, self._numbered = self.shelf.numbers(self.variant), len(self.shelf.books)
        return self._numbers

    def book(self, run: int) -> Rulebook:
        """The rulebook of a run."""
        return self.shelf.varied(self.variant)[int(self.of_run[run])]

    def rate(self, **options: Any) -> None:
        """Rate everything, or from one rank to another (`start`, `stop`); options as `kernel.run.rate` has them."""
        rows = self.rows if len(self.rows) and options.get("start") else None
        self.rows = runs_of_kernel.rate(self.plan, self.numbers, self.of_run, rows=rows, **options)

    @property
    def sections(self) -> int:
        """How many sections stand in the columns, those that are gone with them."""
        return self.counts.sections

    @property
    def runs(self) -> int:
        """How many runs the plan has, empty ones with them."""
        return self.counts.runs

    @property
    def not_rated(self) -> tuple[NotRated, ...]:
        """What the law cannot rate."""
        return tuple(entry for entry in self.refused if self.alive[entry.section])

    @property
    def facts(self) -> Facts:
        """What is known of each person."""
        return self.plan.facts

    @facts.setter
    def facts(self, facts: Facts) -> None:
        self.plan = self.plan._replace(facts=facts)

    # where things are

    def runs_of(self, section: int) -> range:
        """The runs of a section: it is rated once for each of its systems."""
        first = int(self.first_run[section])
        if first < 0:
            return range(0)
        stop = first
        while stop < self.counts.runs and self.plan.runs.section[stop] == section:
            stop += 1
        return range(first, stop)

    def sections_of_event(self, event: int) -> list[int]:
        """The sections of an event, those that are gone with them."""
        of_event, order = self._by_event
        first, stop = np.searchsorted(of_event, np.array([event, event + 1], dtype=of_event.dtype))
        added = self.columns.sections.event[len(order) : self.counts.sections]
        return [*order[first:stop].tolist(), *(len(order) + np.flatnonzero(added == event)).tolist()]

    @cached_property
    def _by_event(self) -> tuple[Int32, Any]:
        """The events of the sections there were at first, in order, and the sections in that order."""
        of_event = self.columns.sections.event[: self.origin.sections]
        order = np.argsort(of_event, kind="stable")
        return of_event[order], order

    def runs_of_person(self, person: int) -> list[int]:
        """Every run in which a person has a row, the newest first."""
        found = []
        place = int(self.last[person])
        while place >= 0:
            found.append(int(self.plan.links.run[place]))
            place = int(self.plan.links.prev_any[place])
        return found

    def key(self, run: int) -> Key:
        """The rating order of a run, as `ledger.order` has it; rulings come first on their day, by system."""
        runs = self.plan.runs
        section = int(runs.section[run])
        if section < 0:
            return (int(runs.end[run]), BEFORE_SECTIONS, "", int(runs.system[run]))
        return self.key_of_section(section)

    def key_of_section(self, section: int) -> Key:
        """The rating order of a section."""
        sections = self.columns.sections
        event = self.names.id_of_event(int(sections.event[section]))
        return (int(sections.end[section]), int(sections.start[section]), event, int(sections.number[section]))

    def rank_after(self, key: Key) -> int:
        """The rank at which a run of a key comes: after all that are not later."""
        low, high = 0, len(self.plan.order)
        while low < high:
            middle = (low + high) // 2
            if self.key(int(self.plan.order[middle])) <= key:
                low = middle + 1
            else:
                high = middle
        return low

    # changes

    def apply(self, edit: Edit, progress: Progress | None = None) -> Moved:
        """Change the facts and rate again what that reaches: as a whole, or, whatever is raised, not at all.

        Raises `Stopped` when `progress` answers false, `ValueError` for an edit that was made for another state.
        """
        self.check_version(edit.version, "the edit was made for")
        if len(self.rows) < self.counts.rows:
            raise ValueError("the history was not rated yet: nothing can change")
        log, journal, before = Log(), Journal(), self.counts
        removed = np.array([*(run for section in edit.removed for run in self.runs_of(section)), *edit.ruled_again])
        removed = removed.astype(np.int32)
        removed_sizes = self.plan.runs.size[removed]

        def moved() -> Moved:
            added = np.arange(before.runs, self.counts.runs, dtype=np.int32)
            sizes = self.plan.runs.size[added]
            versions = edit.version, self.version
            return Moved(*log.all(), added, sizes, removed, removed_sizes, edit.touched, before, *versions, journal)

        try:
            write(self, edit, journal)
            untie(self.plan, self.rows, self.dirty, self.last, removed)
            tie(self.plan, self.rows, self.dirty, self.last, np.arange(before.runs, self.counts.runs, dtype=np.int32))
            mark_all_of(self.plan, self.dirty, self.last, np.array(edit.touched, dtype=np.int32))
            rate_again(
                self.plan, self.numbers, self.of_run, self.rows, self.dirty, self.matches, self.size, log, progress
            )
        except BaseException:
            self._take_back(moved())
            raise
        self._name_state()
        return moved()

    def undo(self, moved: Moved) -> None:
        """Take the latest change back: everything is as it was before it."""
        if moved.made != self.version:
            raise ValueError("this is not the latest change: take back those after it first")
        self._take_back(moved, int(self.plan.rank[moved.added].min(initial=moved.counts.runs)))
        self.version = moved.version

    def turn(self, moved: Moved, *, back: bool) -> None:
        """Go back to what was before the latest change, for a look at it; and, when it is not `back`, forward again."""
        gone, sizes = (moved.removed, moved.removed_sizes) if back else (moved.added, moved.added_sizes)
        there = moved.added if back else moved.removed
        untie(self.plan, self.rows, self.dirty, self.last, there)
        moved.journal.turn()
        self.plan.runs.size[gone] = sizes
        tie(self.plan, self.rows, self.dirty, self.last, gone)
        self.dirty[:] = 0
        swap(moved.changed, words_of(self.rows), words_of(moved.before))

    def check_version(self, version: int, what: str) -> None:
        """Refuse what is for another version of the workbook: `ValueError`."""
        if version != self.version:
            raise ValueError(f"{what} version {version} of the workbook, which is at {self.version}")

    def _name_state(self) -> None:
        """Give the workbook a version that it never had."""
        self._changes += 1
        self.version = self._changes

    def _take_back(self, moved: Moved, first: int = 0) -> None:
        """Go back, and forget what was added; it has its place in the order from a rank on, or has none yet."""
        self.turn(moved, back=True)
        order = self.order_room[first : self.counts.runs]
        put_in_order(self, first, order[order < moved.counts.runs][: moved.counts.runs - first])
        count = int(np.searchsorted(self.plan.matches.row, moved.counts.rows))
        self.plan = self.plan._replace(matches=used(self.plan.matches, count))
        self.matches = self.matches[: np.searchsorted(self.matches, moved.counts.runs)]
        self.counts = moved.counts


def _first_runs(plan: Plan, sections: int) -> Int32:
    """The first run of each section, -1 for none."""
    found = np.full(sections, -1, dtype=np.int32)
    of_section = plan.runs.section
    runs = np.flatnonzero(of_section >= 0)[::-1]
    found[of_section[runs]] = runs
    return found
