"""A record rated by a law: the plan that was made of it, the rulebooks, and the rows; nothing here changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from arpad.history.names import Names
from arpad.history.persons import as_persons
from arpad.history.record import Record
from arpad.kernel.columns import Int32, UInt16
from arpad.kernel.law_runs import NotRated, Periods, Shelf
from arpad.kernel.plan import Plan, Planned, plan_of
from arpad.kernel.rows import Rows
from arpad.kernel.run import Progress, Size, rate, size_of
from arpad.rules.rulebook import Rulebook


@dataclass(frozen=True)
class Rated:
    """What was rated, by which law, and what came of it.

    Attributes:
        record: the facts.
        of_law: the periods of the law that was asked for.
        variant: numbers of the law replaced in every rulebook.
        planned: the plan, the newest row of each member, and what the law cannot rate.
        rows: what is true of each member after each section.
    """

    record: Record
    of_law: Periods
    variant: Mapping[str, Any]
    planned: Planned
    rows: Rows = field(repr=False)

    @property
    def plan(self) -> Plan:
        """The plan."""
        return self.planned.plan

    @property
    def not_rated(self) -> tuple[NotRated, ...]:
        """The sections, or systems of one, that the law cannot rate."""
        return self.planned.not_rated

    @cached_property
    def shelf(self) -> Shelf:
        """The rulebooks, before the variant."""
        shelf = Shelf(self.of_law)
        shelf.places(self.plan.runs)
        return shelf

    @cached_property
    def of_run(self) -> UInt16:
        """The place of each run's rulebook."""
        return self.shelf.places(self.plan.runs)

    @cached_property
    def books(self) -> list[Rulebook]:
        """The rulebooks that sections are rated by."""
        return self.shelf.varied(self.variant)

    @cached_property
    def numbers(self) -> Any:
        """The rulebooks as the kernel reads them."""
        return self.shelf.numbers(self.variant)

    @cached_property
    def size(self) -> Size:
        """How large the sections are."""
        return size_of(self.plan)

    @cached_property
    def first_run(self) -> Int32:
        """The first run of each section, -1 for one that is not rated."""
        found = np.full(len(self.record.columns.sections.start), -1, dtype=np.int32)
        runs = np.flatnonzero(self.plan.runs.section >= 0)[::-1]
        found[self.plan.runs.section[runs]] = runs
        return found

    def runs_of(self, section: int) -> range:
        """The runs of a section: it is rated once for each of its systems."""
        first = int(self.first_run[section])
        stop = first
        while 0 <= stop < len(self.plan.order) and self.plan.runs.section[stop] == section:
            stop += 1
        return range(max(first, 0), max(stop, 0))

    def again(self, **options: Any) -> Rows:
        """Rate all of it once more, into rows of their own; options as `kernel.run.rate` has them."""
        return rate(self.plan, self.numbers, self.of_run, size=self.size, **options)


def rated(
    record: Record,
    of_law: Periods,
    variant: Mapping[str, Any],
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> Rated:
    """Rate a record."""
    names = Names(record.members, record.events, record.names, record.event_names)
    planned = plan_of(as_persons(record.columns, names), of_law)
    shelf = Shelf(of_law)
    of_run = shelf.places(planned.plan.runs)
    rows = rate(planned.plan, shelf.numbers(variant), of_run, threads=threads, progress=progress)
    return Rated(record, of_law, dict(variant), planned, rows)
