"""Which sections are rated in which systems by which rulebook: the law resolved once for each period of it.

Between two days on which something changes the law stands still, so a history of a million sections asks for
a rulebook a few hundred times.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arpad.kernel.columns import (
    FOREIGN_FIDE,
    RULING,
    SYSTEMS,
    Int32,
    Sections,
    UInt8,
    UInt16,
    day_number,
    day_of,
)
from arpad.kernel.numbers import records
from arpad.rules.law import Law
from arpad.rules.problem import LawError
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.time_control import systems_of_time_control
from arpad.rules.vocabulary import LawChoice, Profile, System

if TYPE_CHECKING:
    from arpad.kernel.plan import Runs


@dataclass(frozen=True, slots=True)
class NotRated:
    """A section, or one system of it, that the law cannot rate: its place in the history and why."""

    section: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Periods:
    """The days on which the law changes, under a choice of law; period i lasts from ``first[i]`` on."""

    law: Law
    choice: LawChoice
    first: Int32

    def of(self, start: Int32, end: Int32) -> Int32:
        """The period of each section, by its start or end as the profile has it; -1 before everything known."""
        if self.choice.edition is not None:
            return np.zeros(len(start), dtype=np.int32)
        day = start if self.choice.profile is Profile.SPECIFIED else end
        return np.searchsorted(self.first, day, side="right").astype(np.int32) - 1

    def day(self, period: int) -> date:
        """A day on which the period's law holds."""
        found = day_of(int(self.first[period]))
        assert found is not None  # noqa: S101 periods begin on days
        return found

    def rulebook(self, system: System, period: int) -> Rulebook:
        """The law of a period."""
        day = self.day(period)
        return self.law.rulebook(system, self.choice, day, day)

    def systems(self, period: int, text: str, online: bool) -> tuple[System, ...] | None:
        """The systems that rate a time control in a period; None when the text is not understood."""
        day = self.day(period)
        return systems_of_time_control(self.law, self.choice, day, day, text, online)


def periods(law: Law, choice: LawChoice) -> Periods:
    """The periods of a law under a choice of it."""
    if choice.edition is not None:
        return Periods(law, choice, np.array([0], dtype=np.int32))
    days = {change.day(choice.profile) for change in law.changes} | {entry.since for entry in law.systems.values()}
    known = sorted(day_number(day) for day in days if day >= law.earliest)
    return Periods(law, choice, np.array(known, dtype=np.int32))


def systems_of_sections(
    sections: Sections, time_controls: Sequence[str], of_law: Periods
) -> tuple[UInt8, list[NotRated]]:
    """A bit for each system that rates each section, as `plan_section` of the rules decides."""
    count = len(sections.start)
    period = of_law.of(sections.start, sections.end)
    rated = sections.systems.copy()
    problems: list[NotRated] = []
    early = np.flatnonzero(period < 0)
    problems += [
        NotRated(int(section), "law-unknown", f"no law is known for {day_of(int(sections.start[section]))}")
        for section in early
    ]
    foreign = sections.kind == FOREIGN_FIDE
    regular = np.uint8(1 << SYSTEMS.index(System.OTBR))
    asked = (sections.systems == 0) & (period >= 0)
    unsaid = asked & (sections.time_control < 0)
    rated[unsaid & foreign] = regular
    problems += [
        NotRated(int(section), "no-system", "neither a time control nor systems")
        for section in np.flatnonzero(unsaid & ~foreign)
    ]
    spoken = np.flatnonzero(asked & (sections.time_control >= 0))
    if len(spoken):
        key = (period[spoken].astype(np.int64) * 2 + sections.online[spoken]) * (
            len(time_controls) + 1
        ) + sections.time_control[spoken]
        cases, which = np.unique(key, return_inverse=True)
        masks = np.zeros(len(cases), dtype=np.uint8)
        understood = np.zeros(len(cases), dtype=np.bool_)
        for place, case in enumerate(cases):
            rest, text = divmod(int(case), len(time_controls) + 1)
            found = of_law.systems(rest // 2, time_controls[text], bool(rest % 2))
            understood[place] = found is not None
            masks[place] = _mask(found or ())
        of_section = masks[which]
        rated[spoken] = np.where(foreign[spoken], of_section & regular, of_section)
        for section in spoken[rated[spoken] == 0]:
            text_of = time_controls[sections.time_control[section]]
            code = "time-control-not-rated" if understood[which[spoken == section][0]] else "time-control-unknown"
            problems.append(NotRated(int(section), code, f"no system rates {text_of!r}"))
    wrong = foreign & (sections.systems != 0) & (sections.systems != regular) & (period >= 0)
    problems += [
        NotRated(int(section), "foreign-not-regular", "a foreign FIDE event moves OTBR alone")
        for section in np.flatnonzero(wrong)
    ]
    rated[wrong | (period < 0)] = 0
    return _existing(rated, period, of_law, problems, count), problems


def _existing(rated: UInt8, period: Int32, of_law: Periods, problems: list[NotRated], count: int) -> UInt8:
    """Without the systems that do not exist in a period."""
    for place, system in enumerate(SYSTEMS):
        bit = np.uint8(1 << place)
        has = (rated & bit) != 0
        for number in np.unique(period[has]):
            try:
                of_law.rulebook(system, int(number))
            except LawError as error:
                gone = has & (period == number)
                problems += [NotRated(int(section), "law-unknown", str(error)) for section in np.flatnonzero(gone)]
                rated[gone] &= ~bit
    assert len(rated) == count  # noqa: S101
    return rated


def _mask(systems: Sequence[System]) -> int:
    return sum(1 << SYSTEMS.index(system) for system in systems)


class Shelf:
    """The rulebooks that runs need, each different one once."""

    def __init__(self, of_law: Periods) -> None:
        self._of_law = of_law
        self._place_of: dict[tuple[int, int], int] = {}
        self._place_of_digest: dict[str, int] = {}
        self.books: list[Rulebook] = []

    def place(self, system: int, start: int, end: int) -> int:
        """The place of the rulebook for a system and a section's days."""
        days = np.array([start], dtype=np.int32), np.array([end], dtype=np.int32)
        return self._place(int(self._of_law.of(*days)[0]), system)

    def _place(self, period: int, system: int) -> int:
        if (period, system) not in self._place_of:
            book = self._of_law.rulebook(SYSTEMS[system], period)
            place = self._place_of_digest.setdefault(book.digest, len(self.books))
            if place == len(self.books):
                self.books.append(book)
            self._place_of[period, system] = place
        return self._place_of[period, system]

    def places(self, runs: Runs) -> UInt16:
        """The place of each run's rulebook; 0 for rulings, which go by none."""
        found: UInt16 = np.zeros(len(runs.kind), dtype=np.uint16)
        rated = np.flatnonzero(runs.kind != RULING)
        key = self._of_law.of(runs.start[rated], runs.end[rated]).astype(np.int64) * len(SYSTEMS) + runs.system[rated]
        count = (int(key.max(initial=0)) + 1) if len(key) else 0
        of_key = np.zeros(count, dtype=np.uint16)
        for case in np.flatnonzero(np.bincount(key, minlength=count)):
            of_key[case] = self._place(*divmod(int(case), len(SYSTEMS)))
        found[rated] = of_key[key]
        return found

    def varied(self, variant: Mapping[str, Any]) -> list[Rulebook]:
        """The rulebooks with some numbers replaced in all of them."""
        return [book.vary(**variant) for book in self.books] if variant else self.books

    def numbers(self, variant: Mapping[str, Any]) -> NDArray[np.record]:
        """The rulebooks as the kernel reads them, with some numbers replaced in all of them."""
        return records(self.varied(variant))
