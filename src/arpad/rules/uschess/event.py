"""An event: which sections are rated in which systems, under which rulebook; then each of them rated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from arpad.rules.html import event_html
from arpad.rules.law import Law
from arpad.rules.problem import LawError, Problem, Severity, printable
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.result import RatedSection
from arpad.rules.uschess.section import rate_section
from arpad.rules.uschess.time_control import systems_of
from arpad.rules.vocabulary import Event, Kind, LawChoice, Section, System


@dataclass(frozen=True, slots=True)
class Plan:
    """One section in one system, with the rulebook it is rated by."""

    section: Section
    system: System
    book: Rulebook
    dual: bool


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """An event rated: one entry for each section and system, and the choice of law."""

    event: Event
    choice: LawChoice
    sections: tuple[RatedSection, ...] = field(repr=False)

    def section(self, number: int, system: System | str | None = None) -> RatedSection:
        """A rated section by number, in its first system or the one named."""
        for section in self.sections:
            if section.number == number and (system is None or section.system == system):
                return section
        raise KeyError(f"no section {number} rated in {system or 'any system'}")

    def __repr__(self) -> str:
        rated = ", ".join(f"{section.number} in {section.system}" for section in self.sections)
        return f"<RatedEvent of {self.event!r}: sections {rated or 'none'}>"

    def _repr_html_(self) -> str:
        return event_html(self)


def plan_event(
    event: Event, choice: LawChoice, law: Law, only: System | None = None
) -> tuple[list[Plan], list[Problem]]:
    """What is to be rated by which law, and what stands in the way; in one system alone where it is named.

    A system that is asked for also decides for a section that says neither time control nor systems.
    """
    plans: list[Plan] = []
    problems = list(_unknown_editions(event, choice, law))
    if problems:
        return plans, problems
    for index, section in enumerate(event.sections):
        said = section
        if only is not None and section.systems is None and section.time_control is None:
            said = replace(section, systems=(only,))
        for step in plan_section(said, f"sections[{index}]", choice, law):
            if isinstance(step, Problem):
                problems.append(step)
            elif only is None or step.system is only:
                plans.append(step)
    return plans, problems + list(_members_twice(event, plans))


def _members_twice(event: Event, plans: list[Plan]) -> Iterator[Problem]:
    """A member in two sections of one system brings the same rating twice: a warning for each such pair."""
    first: dict[tuple[System, str], Section] = {}
    for plan in plans:
        again: dict[int, list[str]] = {}
        for player in plan.section.players:
            if player.id is not None:
                earlier = first.setdefault((plan.system, player.id), plan.section)
                if earlier.number != plan.section.number:
                    again.setdefault(earlier.number, []).append(player.id)
        place = next(i for i, section in enumerate(event.sections) if section.number == plan.section.number)
        for number, members in again.items():
            yield Problem(
                "member-twice",
                f"sections[{place}]",
                f"section {plan.section.number}",
                f"{len(members)} of section {number} are rated in {plan.system} here too, from the ratings entered "
                f"(member {printable(members[0])} first)",
                f"rate section {number} first, and enter what came of it here",
                Severity.WARNING,
            )


def _unknown_editions(event: Event, choice: LawChoice, law: Law) -> Iterator[Problem]:
    for name, day in (("edition", choice.edition), ("known", choice.known)):
        if day is not None and day not in law.editions:
            place = f"rules.{name}" if choice == event.rules else ""
            listed = ", ".join(str(edition) for edition in law.editions)
            yield Problem("unknown-edition", place, "", f"{day} is no edition of the documents", f"they are {listed}")


def plan_section(section: Section, place: str, choice: LawChoice, law: Law) -> Iterator[Plan | Problem]:
    """A section in each of its systems with the rulebook of its day, or what stands in the way."""
    where = f"section {section.number}"
    try:
        law.check_day(choice, section.start, section.end)
    except LawError as error:
        yield Problem("law-unknown", place, where, str(error), LAW_HINT)
        return
    systems = systems_of(law, choice, section)
    if systems is None:
        yield _no_system(section, place, where)
        return
    if not systems:
        control = section.time_control
        side = "online" if section.online else "over the board"
        yield Problem(
            "time-control-not-rated",
            f"{place}.time_control",
            where,
            f"no system rates {control!r} {side} under these rules",
            'correct the time control, or name the systems in "systems"',
        )
        return
    if section.kind is Kind.FOREIGN_FIDE and systems != (System.OTBR,):
        yield Problem(
            "foreign-not-regular",
            f"{place}.systems",
            where,
            "a foreign FIDE event moves OTBR alone",
            'leave "systems" out',
        )
        return
    dual = System.OTBR in systems and System.OTBQ in systems
    for system in systems:
        try:
            book = law.rulebook(system, choice, section.start, section.end)
        except LawError as error:
            yield Problem("law-unknown", place, where, str(error), LAW_HINT)
            continue
        yield Plan(section, system, book, dual)


LAW_HINT = "`arpad rules show` tells what exists on which day"


def _no_system(section: Section, place: str, where: str) -> Problem:
    if section.time_control is None:
        return Problem(
            "no-system",
            place,
            where,
            "neither a time control nor systems: nothing says what to rate",
            'add "time_control", for example "G/60;d5", or "systems", for example ["OTBR"]',
        )
    return Problem(
        "time-control-unknown",
        f"{place}.time_control",
        where,
        f"{section.time_control!r} is no time control that can be understood",
        'write it like "G/60;d5", "G/90;+30" or "40/90,SD/30;d5", or name the systems in "systems"',
    )


def rate_plans(event: Event, choice: LawChoice, plans: list[Plan]) -> RatedEvent:
    """Rate what was planned."""
    sections = tuple(rate_section(plan.section, plan.book, dual=plan.dual) for plan in plans)
    return RatedEvent(event, choice, sections)
