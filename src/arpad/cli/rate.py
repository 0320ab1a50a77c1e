"""`arpad rate` and `arpad explain`: event documents in; tables, worksheets or JSON out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Annotated

import typer

from arpad.api import InvalidEventError, law_choice
from arpad.cli.options import (
    BAD_INPUT,
    AsJson,
    Edition,
    Known,
    ProfileOption,
    Source,
    SystemOption,
    cannot_be_read,
    complain,
    complain_of,
    content,
    fail,
    source,
    sources,
)
from arpad.formats import event_document, rated_document
from arpad.formats.json_text import LARGEST
from arpad.rules.law import law
from arpad.rules.problem import LawError, Problem, Severity
from arpad.rules.uschess.event import Plan, RatedEvent, plan_event, rate_plans
from arpad.rules.vocabulary import Event, LawChoice, Profile, System


@dataclass(frozen=True, slots=True)
class Chosen:
    """The options of one command line that choose law and system."""

    edition: date | None
    known: date | None
    profile: Profile | None
    system: System | None

    def of(self, event: Event) -> LawChoice:
        """The law to rate an event by: these options first, then its own word."""
        return law_choice(event, edition=self.edition, known=self.known, profile=self.profile)


def _planned(content: bytes, chosen: Chosen) -> tuple[Event, LawChoice, list[Plan], list[Problem]]:
    """An event ready to be rated, and what is worth knowing about it; InvalidEventError when it is not."""
    event, problems = event_document.decode(content)
    if event is None:
        raise InvalidEventError(problems)
    choice = chosen.of(event)
    plans, more = plan_event(event, choice, law(), chosen.system)
    problems += more
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise InvalidEventError(problems)
    return event, choice, plans, problems


def rate(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE...", help="Event documents; - for standard input.")
    ] = None,
    *,
    as_json: AsJson = False,
    lines: Annotated[
        bool, typer.Option("--lines", help="One event document a line in, one rated document a line out.")
    ] = False,
    brief: Annotated[bool, typer.Option("--brief", help="JSON without the numbers of the law.")] = False,
    system: SystemOption = None,
    edition: Edition = None,
    known: Known = None,
    profile: ProfileOption = None,
) -> None:
    """Rate events: every section in each of its systems.

    \b
    Examples:
      arpad rate winter-open.json
      arpad rate --json winter-open.json > rated.json
      arpad rate --edition 2017-04-24 winter-open.json
      arpad rate --json january/*.json          one rated document a line
      cat events.jsonl | arpad rate --lines -   one event a line in, one result a line out

    Exit code 0: everything was rated; 2: something in the input blocks, and standard error says what and where.
    """
    chosen = Chosen(edition, known, profile, system)
    try:
        law_choice(edition=edition, known=known, profile=profile)
    except LawError as error:
        fail(str(error))
    if brief and not (as_json or lines):
        fail("--brief is about JSON: it goes with --json or --lines")
    listed = sources(files)
    sound = True
    for of in listed:
        if lines:
            sound = _rate_lines(of, chosen, brief=brief) and sound
            continue
        document = content(of)
        if document is None:
            sound = False
            continue
        try:
            event, choice, plans, notes = _planned(document, chosen)
        except InvalidEventError as error:
            complain_of(of.name, error.problems)
            sound = False
            continue
        complain_of(of.name, notes)
        rated = rate_plans(event, choice, plans)
        if not rated.sections:
            complain(f"{of.name}: nothing of it is rated in {system}")
            sound = False
        if rated.sections or as_json:
            _show(rated, as_json=as_json, brief=brief, alone=len(listed) == 1)
    if not sound:
        raise typer.Exit(BAD_INPUT)


def _show(rated: RatedEvent, *, as_json: bool, brief: bool, alone: bool) -> None:
    if as_json:
        _write(rated_document.encode(rated, brief=brief), indent=1 if alone else None)
    else:
        from arpad.cli.tables import print_event

        print_event(rated)


def _write(document: dict[str, object], indent: int | None = None) -> None:
    sys.stdout.write(json.dumps(document, indent=indent, allow_nan=False) + "\n")


def _rate_lines(of: Source, chosen: Chosen, *, brief: bool) -> bool:
    """Rate one event a line; a line that cannot be rated gives its problems, in its place."""
    sound = True
    for number, text in enumerate(_lines(of), start=1):
        if text is None:
            return False
        if text.strip():
            sound = _rate_line(f"{of.name}, line {number}", number, text, chosen, brief=brief) and sound
    return sound


def _lines(of: Source) -> Iterator[bytes | None]:
    """The lines of a source, of a line too long for a document as much as shows that; None after saying why not."""
    try:
        with of.open() as stream:
            while text := stream.readline(LARGEST + 1):
                rest = text
                while len(rest) > LARGEST and not rest.endswith(b"\n"):
                    rest = stream.readline(LARGEST + 1)
                yield text
    except OSError as error:
        cannot_be_read(of, error)
        yield None


def _rate_line(name: str, number: int, text: bytes, chosen: Chosen, *, brief: bool) -> bool:
    try:
        event, choice, plans, notes = _planned(text, chosen)
    except InvalidEventError as error:
        complain_of(name, error.problems)
        _write({"format": "arpad-problems/1", "line": number, "problems": [_problem(p) for p in error.problems]})
        return False
    complain_of(name, notes)
    _write(rated_document.encode(rate_plans(event, choice, plans), brief=brief))
    return True


def _problem(problem: Problem) -> dict[str, str]:
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "place": problem.place,
        "where": problem.where,
        "message": problem.message,
        "hint": problem.hint,
    }


def explain(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An event document; - for standard input.")],
    *,
    player: Annotated[int, typer.Option(help="Pairing number of the player.")],
    section: Annotated[int | None, typer.Option(help="Section number; default: the first with that player.")] = None,
    system: SystemOption = None,
    as_json: AsJson = False,
    html: Annotated[bool, typer.Option("--html", help="An HTML fragment on standard output.")] = False,
    edition: Edition = None,
    known: Known = None,
    profile: ProfileOption = None,
) -> None:
    """Explain a player's rating: every number, every formula with its clause, every condition, held or not.

    \b
    Examples:
      arpad explain winter-open.json --player 4
      arpad explain winter-open.json --player 4 --section 2 --system OTBQ
      arpad explain --json winter-open.json --player 4
    """
    from arpad.rules.worksheet import explain as explain_plan

    if as_json and html:
        fail("--json and --html are two forms of the same: choose one")
    of = source(file)
    document = content(of)
    if document is None:
        raise typer.Exit(BAD_INPUT)
    try:
        event, _, plans, notes = _planned(document, Chosen(edition, known, profile, system))
    except InvalidEventError as error:
        complain_of(of.name, error.problems)
        raise typer.Exit(BAD_INPUT) from None
    except LawError as error:
        fail(str(error))
    complain_of(of.name, notes)
    fits = [
        plan
        for plan in plans
        if section in (None, plan.section.number) and any(entry.number == player for entry in plan.section.players)
    ]
    if not fits:
        rated = ", ".join(f"section {plan.section.number} in {plan.system}" for plan in plans)
        fail(f"{of.name}: no player {player} there; rated {f'are {rated}' if rated else f'is nothing in {system}'}")
    try:
        worksheet = explain_plan(event, fits[0], player)
    except KeyError as error:
        fail(f"{of.name}: {error.args[0]}")
    if as_json:
        _write(worksheet.json(), indent=1)
    elif html:
        sys.stdout.write(worksheet.html() + "\n")
    else:
        sys.stdout.write(worksheet.text() + "\n")
        others = [f"section {plan.section.number} in {plan.system}" for plan in fits[1:]]
        if others:
            sys.stdout.write(f"\nAlso rated: {', '.join(others)} (choose with --section and --system).\n")
