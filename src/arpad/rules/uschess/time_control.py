"""Which systems rate a section: by its time control (preamble; 2025, footnote 1), or as the section says."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from arpad.rules.law import Law
from arpad.rules.parameter import TimeRange
from arpad.rules.rule import carries, chapter, condition, remark
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.time_notation import TimeControl, parse
from arpad.rules.vocabulary import Kind, LawChoice, Section, System


def total_minutes(control: TimeControl, counts_seconds: bool) -> float:
    """The total time: main minutes of all periods, and the seconds as minutes where they count (reading I30)."""
    return control.total if counts_seconds else control.main_minutes


@condition(
    "0-time-controls",
    "{minutes} minutes, rated are {rated}; a first period of {first}, at least {least}",
    "the system rates this time control",
    reads=("I30",),
)
def rates(minutes: float, first: float, rated: TimeRange, least: float) -> bool:
    """Whether a system rates a total time that begins with a first period.

    >>> rates(29.0, 4.0, TimeRange(10.0, False, 65.0, True), 5.0)
    False
    """
    return rated.holds(minutes) and first >= least


def book_rates(control: TimeControl, book: Rulebook) -> bool:
    """Whether a rulebook's system rates a time control."""
    total = total_minutes(control, book.time_control_counts_seconds)
    return rates(total, control.first_minutes, book.time_control_range, book.first_period_minimum)


@carries("0-systems")
def systems_in_existence(law: Law, choice: LawChoice, start: date, end: date) -> tuple[System, ...]:
    """The systems there are, under a choice of law, for a section of some days."""
    if choice.edition is not None:
        return law.systems_of_edition(choice.edition)
    return law.systems_on(law.check_day(choice, start, end), choice.known or law.newest)


@carries("0-time-controls", "0-dual", reads=("I30", "I46"))
@lru_cache(maxsize=1024)
def systems_of_time_control(
    law: Law, choice: LawChoice, start: date, end: date, text: str, online: bool
) -> tuple[System, ...] | None:
    """The systems that rate a time control; empty when none does, None when the text is not understood.

    >>> from arpad.rules.law import law
    >>> day = date(2025, 3, 1)
    >>> [str(s) for s in systems_of_time_control(law(), LawChoice(), day, day, "G/60;d5", False)]
    ['OTBR', 'OTBQ']
    """
    control = parse(text)
    if control is None:
        return None
    found = []
    for system in systems_in_existence(law, choice, start, end):
        if system.online is online:
            book = law.rulebook(system, choice, start, end)
            if book_rates(control, book):
                found.append(system)
    return tuple(found)


def systems_of(law: Law, choice: LawChoice, section: Section) -> tuple[System, ...] | None:
    """The systems that a section is rated in: its own word first, then its time control.

    A foreign FIDE event moves Regular ratings alone (section 6).
    """
    if section.systems is not None:
        return section.systems
    foreign = section.kind is Kind.FOREIGN_FIDE
    if section.time_control is None:
        return (System.OTBR,) if foreign else None
    found = systems_of_time_control(law, choice, section.start, section.end, section.time_control, section.online)
    if foreign and found is not None:
        return (System.OTBR,) if System.OTBR in found else ()
    return found


def why_this_system(section: Section, book: Rulebook, *, dual: bool) -> None:
    """Leave for whoever listens why a section is rated in a rulebook's system."""
    with chapter("0-time-controls", f"Why {book.system}"):
        control = None if section.time_control is None else parse(section.time_control)
        if section.systems is not None:
            remark("0-systems", "the section names the systems it is rated in")
        elif control is not None:
            remark("0-time-controls", f"{section.time_control} is {control.canonical()}")
            book_rates(control, book)
        if dual:
            remark("0-dual", "rated in OTBR and OTBQ: a dual-rated section", reads=("I46",))
