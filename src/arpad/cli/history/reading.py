"""The facts that files tell: facts as JSON, one a line or in a list, and late events as event documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from arpad.cli.options import BAD_INPUT, complain, complain_of, content, fail, source
from arpad.formats import event_document
from arpad.formats.crosstable import check_section
from arpad.formats.json_text import parse_json
from arpad.formats.shape import Reading
from arpad.rules.problem import Problem, Severity
from arpad.rules.uschess.event import plan_event
from arpad.rules.vocabulary import Event, Section

if TYPE_CHECKING:
    from arpad.history import History, HistoryError
    from arpad.ledger.facts import Fact


class Told(NamedTuple):
    """A fact, or the event of a document, and the file and line that tell it."""

    what: Fact | Event
    place: str


def facts_of(files: list[str], history: History) -> list[tuple[Fact, str]]:
    """The facts of some files, each with its place; event documents as the facts that they come to for a history."""
    from arpad.history import facts_of_reports

    told = [one for file in files for one in _told(file)]
    if not told:
        names = ", ".join(source(file).name for file in files)
        fail(f"{names}: no fact is in it; write one JSON object a line")
    places = {id(one.what): one.place for one in told}
    found: list[tuple[Fact, str]] = []
    for filed, facts in facts_of_reports([one.what for one in told], history):
        found += [(fact, places[id(filed)]) for fact in facts]
    return found


def _told(file: str) -> Iterator[Told]:
    """What a file tells, in order; all problems are told before it ends."""
    of = source(file)
    document = content(of)
    if document is None:
        raise typer.Exit(BAD_INPUT)
    sound = True
    found = []
    for text, place in _parts(document, of.name):
        value, problem = parse_json(text)
        if problem is not None:
            complain(f"{place}: {problem}")
            sound = False
            continue
        for inner, where in _listed(value, place):
            one, problems = _read(inner)
            complain_of(where, problems)
            sound = sound and one is not None
            found += [] if one is None else [Told(one, where)]
    if not sound:
        raise typer.Exit(BAD_INPUT)
    yield from found


def _parts(document: bytes, name: str) -> list[tuple[bytes, str]]:
    """A file as one JSON value, or line by line where its first line is one by itself."""
    lines = [(line, f"{name}, line {number}") for number, line in enumerate(document.splitlines(), 1) if line.strip()]
    several = len(lines) > 1 and parse_json(lines[0][0])[1] is None
    return lines if several else [(document, name)] if lines else []


def _listed(value: Any, place: str) -> list[tuple[Any, str]]:
    """The values of a list, each with its place; another value by itself."""
    if not isinstance(value, list):
        return [(value, place)]
    return [(inner, f"{place}, number {number}") for number, inner in enumerate(value, 1)]


def _read(value: Any) -> tuple[Fact | Event | None, list[Problem]]:
    """The fact, or the event, that a JSON value is, and what is wrong; None where that is why it is none."""
    from arpad.ledger.error import LedgerError, refuse
    from arpad.ledger.facts import from_json

    if isinstance(value, dict) and "fact" not in value:
        if "format" in value:
            return event_document.from_json(value)
        hint = 'a fact says "fact" and "schema", an event document "format"'
        return None, [refuse("unknown-fact", "", "it is neither a fact nor an event document", hint).problem]
    try:
        fact = from_json(value)
    except LedgerError as error:
        return None, [error.problem]
    reading = Reading()
    for section, place in _sections(fact):
        check_section(section, place, reading)
    errors = [problem for problem in reading.closed() if problem.severity is Severity.ERROR]
    return (None if errors else fact), errors


def _sections(fact: Fact) -> list[tuple[Section, str]]:
    """The sections that a fact tells of, and where they stand in it."""
    from arpad.ledger.facts import EventFiled, SectionCorrected

    if isinstance(fact, EventFiled):
        return [(section, f"event.sections[{at}]") for at, section in enumerate(fact.event.sections)]
    return [(fact.section, "section")] if isinstance(fact, SectionCorrected) else []


def refused(error: HistoryError, facts: list[tuple[Fact, str]]) -> str:
    """Why facts are refused, with the file and line of the one that is."""
    found = re.match(r"facts\[(\d+)\]", error.problem.place)
    return f"{facts[int(found[1])][1]}: {error}" if found else str(error)


def say_what_is_not_rated(facts: list[tuple[Fact, str]], history: History) -> None:
    """Say which of the sections that facts tell of the law cannot rate, and why."""
    of_law = history.rated.of_law
    for fact, place in facts:
        for section, _ in _sections(fact):
            event = Event(section.start, section.end, (section,), rules=of_law.choice)
            for problem in plan_event(event, of_law.choice, of_law.law)[1]:
                if problem.severity is Severity.ERROR:
                    where = f"{problem.where}: {problem.message}; {problem.hint}"
                    complain(f"{place}: not rated: {where} [{problem.code}]")
