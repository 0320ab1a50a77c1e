"""Why a result of a history is what it is: the section as its players came to it, through the interpreted rules."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace

from arpad.history.crosstable import rating_of, section_before
from arpad.history.rated import Rated
from arpad.kernel.columns import SYSTEMS
from arpad.rules.uschess.event import Plan, RatedEvent
from arpad.rules.uschess.result import Rated as Result
from arpad.rules.uschess.section import rate_section
from arpad.rules.vocabulary import Event, Rating
from arpad.rules.worksheet import Worksheet, explain


@dataclass(frozen=True, slots=True)
class Why:
    """A result explained.

    Attributes:
        worksheet: every number, formula and condition, as the rules execute them.
        kept: what the history has; None for unrated.
        confirmed: whether the rules, interpreted, give the very bits that the history has.
    """

    worksheet: Worksheet
    kept: Rating | None
    confirmed: bool


def why(rated: Rated, run: int, number: int) -> Why:
    """Explain the result of the player with a pairing number in a run; KeyError where there is none."""
    plan = plan_of_run(rated, run)
    worksheet = explain(event_of(rated, run, (plan,)), plan, number)
    kept = rating_of(rated.rows[row_of(rated, run, worksheet.result.number)])
    return Why(worksheet, kept, same_bits(worksheet.result, kept))


def rated_event(rated: Rated, runs: tuple[int, ...]) -> RatedEvent:
    """The runs of one event rated by the interpreted rules, with every number of every player."""
    plans = tuple(plan_of_run(rated, run) for run in runs)
    sections = tuple(rate_section(plan.section, plan.book, dual=plan.dual) for plan in plans)
    return RatedEvent(event_of(rated, runs[0], plans), rated.of_law.choice, sections)


def plan_of_run(rated: Rated, run: int) -> Plan:
    """A run as the rules plan it: the section with all that its players bring, the system, the rulebook."""
    record, runs = rated.record, rated.plan.runs
    sections = record.columns.sections
    section = int(runs.section[run])
    first, size = int(runs.first_entry[run]), int(runs.size[run])
    numbers = record.columns.entries.number[first : first + size]
    who = rated.plan.who[first : first + size]
    labels = record.members.gather(who).to_list()
    rulebook = rated.books[rated.of_run[run]]
    before = section_before(rated.plan, rated.rows, run, numbers, labels, rulebook, int(sections.number[section]))
    names = dict(zip(numbers.tolist(), record.names.gather(who).to_list(), strict=True))
    control, systems = int(sections.time_control[section]), int(sections.systems[section])
    return Plan(
        replace(
            before,
            players=tuple(replace(player, name=names[player.number]) for player in before.players),
            time_control=None if control < 0 else record.columns.time_controls[control],
            online=bool(sections.online[section]),
            systems=tuple(system for at, system in enumerate(SYSTEMS) if systems & (1 << at)) or None,
        ),
        SYSTEMS[runs.system[run]],
        rulebook,
        bool(runs.dual[run]),
    )


def event_of(rated: Rated, run: int, plans: tuple[Plan, ...]) -> Event:
    """The event of a run with the sections of some plans."""
    record = rated.record
    place = int(record.columns.sections.event[rated.plan.runs.section[run]])
    sections = {plan.section.number: plan.section for plan in plans}
    return Event(
        start=min(section.start for section in sections.values()),
        end=max(section.end for section in sections.values()),
        sections=tuple(sections.values()),
        id=record.events[place],
        name=record.event_names[place],
        rules=rated.of_law.choice,
    )


def row_of(rated: Rated, run: int, number: int) -> int:
    """The row of a pairing number in a run."""
    first, size = int(rated.plan.runs.first_entry[run]), int(rated.plan.runs.size[run])
    numbers = rated.record.columns.entries.number[first : first + size].tolist()
    return int(rated.plan.runs.first_row[run]) + int(numbers.index(number))


def same_bits(result: Result, kept: Rating | None) -> bool:
    """Whether a result of the rules is what the history has, bit for bit."""
    if kept is None or result.post is None:
        return kept is None and result.post is None
    said = (result.post, result.post_games, result.peak, result.record, result.wins, result.draws)
    has = (kept.rating, kept.games, kept.peak, kept.record, kept.wins, kept.draws)
    return all(_bits(one) == _bits(other) for one, other in zip(said, has, strict=True))


def _bits(value: float | None) -> bytes | int | None:
    return struct.pack("<d", value) if isinstance(value, float) else value
