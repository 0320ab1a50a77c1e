"""The library's front door: read an event, rate it, ask for the law, have a rating explained."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from os import PathLike
from pathlib import Path
from typing import Any

from arpad.formats import event_document, rated_document
from arpad.rules.law import Law, law
from arpad.rules.problem import LawError, Problem, Severity
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.event import Plan, RatedEvent, plan_event, rate_plans
from arpad.rules.vocabulary import Event, LawChoice, Profile, System
from arpad.rules.worksheet import Worksheet
from arpad.rules.worksheet import explain as explain_plan

EventLike = Event | Mapping[str, object] | bytes | str | PathLike[str]


class InvalidEventError(ValueError):
    """An event that cannot be rated; `problems` says why, each with its place."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def read(source: EventLike) -> Event:
    """Read an event: a path, the bytes of a file, JSON text, or a parsed document.

    What does not block is left to `check`.

    >>> read({"format": "arpad-event/1", "sections": []})
    Traceback (most recent call last):
    arpad.api.InvalidEventError: error: 0 entries, wanted are 1 to 500; add what is missing [too-few at sections]
    """
    event, problems = _decoded(source)
    if event is None:
        raise InvalidEventError(problems)
    return event


def check(source: EventLike, *, using: Law | None = None) -> list[Problem]:
    """Everything that is worth knowing before an event is rated: errors, which block, and warnings.

    >>> [problem.code for problem in check({
    ...     "format": "arpad-event/1", "start": "2025-03-01", "end": "2025-03-01", "city": "Boston",
    ...     "sections": [{"time_control": "G/3", "players": [{"number": 1, "rounds": ["L0"]}]}],
    ... })]
    ['unknown-field', 'opponent-zero', 'time-control-not-rated']
    """
    event, problems = _decoded(source)
    if event is None:
        return problems
    return problems + plan_event(event, event.rules, using or law())[1]


def _decoded(source: EventLike) -> tuple[Event | None, list[Problem]]:
    if isinstance(source, Event):
        return source, []
    if isinstance(source, Mapping):
        return event_document.from_json(dict(source))
    if isinstance(source, bytes):
        return event_document.decode(source)
    if isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return event_document.decode(source.encode(errors="surrogatepass"))
    return event_document.decode(Path(source).read_bytes())


def law_choice(
    event: Event | None = None,
    *,
    edition: date | str | None = None,
    known: date | str | None = None,
    profile: Profile | str | None = None,
) -> LawChoice:
    """The law to rate by: what is said here, else what the event says, else by date, newest, specified."""
    if edition is not None and (known is not None or profile is not None):
        raise LawError("an edition holds whatever the day: it goes with neither known nor profile")
    if edition is not None:
        return LawChoice(edition=_day(edition))
    if known is None and profile is None:
        return LawChoice() if event is None else event.rules
    default = LawChoice() if event is None or event.rules.edition is not None else event.rules
    return LawChoice(
        known=default.known if known is None else _day(known),
        profile=default.profile if profile is None else _profile(profile),
    )


def plan(
    event: EventLike,
    *,
    edition: date | str | None = None,
    known: date | str | None = None,
    profile: Profile | str | None = None,
    system: System | str | None = None,
    using: Law | None = None,
) -> tuple[Event, LawChoice, list[Plan]]:
    """What is to be rated by which rulebook; InvalidEventError when something stands in the way."""
    found = read(event)
    choice = law_choice(found, edition=edition, known=known, profile=profile)
    only = None if system is None else _system(system)
    plans, problems = plan_event(found, choice, using or law(), only)
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise InvalidEventError(problems)
    return found, choice, plans


def rate(
    event: EventLike,
    *,
    system: System | str | None = None,
    edition: date | str | None = None,
    known: date | str | None = None,
    profile: Profile | str | None = None,
    using: Law | None = None,
) -> RatedEvent:
    """Rate an event: every section in each of its systems, or in one system alone.

    By date unless the event or the arguments say otherwise; `using` takes another office's law.

    >>> rated = rate({
    ...     "format": "arpad-event/1", "start": "2025-03-01", "end": "2025-03-01",
    ...     "sections": [{"time_control": "G/90;d5", "players": [
    ...         {"number": 1, "ratings": {"OTBR": {"rating": 1500, "games": 40}}, "rounds": ["W2"]},
    ...         {"number": 2, "ratings": {"OTBR": {"rating": 1700, "games": 40}}, "rounds": ["L1"]},
    ...     ]}],
    ... })
    >>> [round(player.post, 2) for player in rated.section(1).players]
    [1533.15, 1672.53]
    """
    found, choice, plans = plan(event, edition=edition, known=known, profile=profile, system=system, using=using)
    return rate_plans(found, choice, plans)


def explain(
    event: EventLike,
    player: int,
    *,
    section: int | None = None,
    system: System | str | None = None,
    edition: date | str | None = None,
    known: date | str | None = None,
    profile: Profile | str | None = None,
    using: Law | None = None,
) -> Worksheet:
    """How a player's rating came about: the worksheet of the execution.

    Without a section the first one with that pairing number is taken, without a system its first.
    """
    found, _, plans = plan(event, edition=edition, known=known, profile=profile, system=system, using=using)
    for candidate in plans:
        fits = section in (None, candidate.section.number)
        if fits and any(entry.number == player for entry in candidate.section.players):
            return explain_plan(found, candidate, player)
    where = "" if section is None else f" of section {section}"
    rated_in = "" if system is None else f" rated in {system}"
    raise KeyError(f"no player {player}{where}{rated_in}")


def rulebook(
    system: System | str = System.OTBR,
    day: date | str | None = None,
    *,
    end: date | str | None = None,
    edition: date | str | None = None,
    known: date | str | None = None,
    profile: Profile | str | None = None,
    using: Law | None = None,
) -> Rulebook:
    """The law in force for a system: on a day (of a section's start, and `end`), or of one edition.

    >>> rulebook("OTBR", "2016-01-10").bonus_threshold, rulebook("OTBR", edition="2017-04-24").bonus_threshold
    (12.0, 14.0)
    """
    choice = law_choice(edition=edition, known=known, profile=profile)
    of_law = using or law()
    if choice.edition is not None:
        return of_law.by_edition(_system(system), choice.edition)
    if day is None:
        raise LawError("by date a day is needed: rulebook('OTBR', '2025-03-01'); or name an edition")
    first = _day(day)
    return of_law.rulebook(_system(system), choice, first, first if end is None else _day(end))


def document(rated: RatedEvent, *, brief: bool = False) -> dict[str, Any]:
    """A rated event as an `arpad-rated/1` document."""
    return rated_document.encode(rated, brief=brief)


def _day(day: date | str) -> date:
    if isinstance(day, date):
        return day
    try:
        return date.fromisoformat(day)
    except ValueError as error:
        raise LawError(f"{day!r} is not a date like 2025-03-01") from error


def _system(system: System | str) -> System:
    try:
        return System(system)
    except ValueError as error:
        raise LawError(f"{system!r} is no system: {', '.join(System)}") from error


def _profile(profile: Profile | str) -> Profile:
    try:
        return Profile(profile)
    except ValueError as error:
        raise LawError(f"{profile!r} is no profile: {', '.join(Profile)}") from error
