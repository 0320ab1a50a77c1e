"""`arpad rules`: the law of a day, what changed between two, and the whole history of changes with their sources."""

from __future__ import annotations

import itertools
import json
import sys
from datetime import date
from typing import Annotated, Any

import typer

from arpad.api import law_choice
from arpad.cli.options import AsJson, Edition, Known, ProfileOption, SystemOption, day, fail
from arpad.formats.rated_document import rules_document
from arpad.rules.law import Law, law
from arpad.rules.problem import LawError
from arpad.rules.rulebook import Change, Rulebook, plain, value_text
from arpad.rules.vocabulary import LawChoice, Profile, System

app = typer.Typer(help="The law: on a day, between two days or editions, over time.", no_args_is_help=True)


@app.command()
def show(
    *,
    on: Annotated[
        date | None,
        typer.Option("--date", parser=day, metavar="DATE", help="Start of a section; default: today."),
    ] = None,
    end: Annotated[
        date | None, typer.Option(parser=day, metavar="DATE", help="End of the section; default: its start.")
    ] = None,
    system: SystemOption = None,
    name: Annotated[str | None, typer.Option(help="Only parameters whose name contains this.")] = None,
    edition: Edition = None,
    known: Known = None,
    profile: ProfileOption = None,
    as_json: AsJson = False,
) -> None:
    """Show every number of the law in force, with its unit, date, clause and source.

    \b
    Examples:
      arpad rules show --date 2016-05-01
      arpad rules show --edition 2009-06-04 --system OTBQ
      arpad rules show --name bonus --date 2025-03-01 --known 2025-02-10
    """
    chosen = system or System.OTBR
    start = on or date.today()  # noqa: DTZ011 (the clock belongs to the edge: a day as the user's calendar has it)
    try:
        choice = law_choice(edition=edition, known=known, profile=profile)
        book = law().rulebook(chosen, choice, start, end or start)
    except LawError as error:
        fail(str(error))
    changes = [change for change in book.changes if name is None or name in change.parameter]
    if not changes:
        fail(f"no parameter's name contains {name!r}; `arpad rules show` lists them all")
    if as_json:
        _write(_book_document(book, {change.parameter for change in changes}))
        return
    from arpad.cli.tables import console, print_table

    law_of = f"edition {book.choice.edition}" if book.choice.edition else f"law of {book.day}, {book.choice.profile}"
    columns = [
        ("Number", "left"),
        ("Value", "left"),
        ("Unit", "left"),
        ("Since", "left"),
        ("Clause", "left"),
        ("Source", "left"),
    ]
    rows = [
        (
            change.parameter,
            value_text(change.value),
            change.unit,
            str(change.day(book.choice.profile)),
            change.clause,
            change.source,
        )
        for change in changes
    ]
    out = console()
    print_table(out, f"{chosen}, {law_of}", columns, rows)
    for open_ in book.uncertain:
        if name is None or name in open_.parameter:
            out.print(f"Open on that day ({open_.reading}): {open_.text}", soft_wrap=True)


def _book_document(book: Rulebook, wanted: set[str]) -> dict[str, Any]:
    found = rules_document(book)
    return {
        "system": book.system.value,
        "day": plain(book.day),
        "edition": plain(book.choice.edition),
        "known": plain(book.choice.known),
        "profile": book.choice.profile.value,
        "digest": book.digest,
        "rules": {name: value for name, value in found["rules"].items() if name in wanted},
        "sources": {name: value for name, value in found["sources"].items() if name in wanted},
        "uncertain": [{"parameter": u.parameter, "reading": u.reading, "text": u.text} for u in book.uncertain],
    }


def _side(text: str, *, editions: bool) -> LawChoice | date:
    """One side of a comparison: a day, or an edition as ``edition:2017-04-24``."""
    pinned = editions or text.startswith("edition:")
    moment = day(text.removeprefix("edition:"))
    return law_choice(edition=moment) if pinned else moment


def _books(of: Law, side: LawChoice | date, choice: LawChoice) -> dict[System, Rulebook]:
    """The rulebooks of all systems that exist on one side."""
    if isinstance(side, LawChoice):
        edition = side.edition or of.newest
        return {system: of.by_edition(system, edition) for system in of.systems_of_edition(edition)}
    known = choice.known or of.newest
    found = {system: of.rulebook(system, choice, side, side) for system in of.systems_on(side, known)}
    if not found:
        of.rulebook(System.OTBR, choice, side, side)  # says why there is no law on that day
    return found


@app.command()
def diff(
    before: Annotated[str, typer.Argument(help="A day, or edition:DATE.")],
    after: Annotated[str, typer.Argument(help="A day, or edition:DATE.")],
    *,
    editions: Annotated[bool, typer.Option("--editions", help="Both dates name editions.")] = False,
    system: SystemOption = None,
    known: Known = None,
    profile: ProfileOption = None,
    as_json: AsJson = False,
) -> None:
    """What changed in the law between two days or editions, with sources.

    \b
    Examples:
      arpad rules diff 2014-01-01 2024-06-01
      arpad rules diff --editions 2017-04-24 2025-02-10 --system OTBR
      arpad rules diff edition:2025-02-10 edition:2025-07-26
    """
    of = law()
    try:
        choice = law_choice(known=known, profile=profile)
        sides = [_side(text, editions=editions) for text in (before, after)]
        books = [_books(of, side, choice) for side in sides]
    except LawError as error:
        fail(str(error))
    if system is not None:
        books = [{name: book for name, book in side.items() if name is system} for side in books]
    appeared = [name.value for name in books[1] if name not in books[0]]
    vanished = [name.value for name in books[0] if name not in books[1]]
    changed = _changed(books[0], books[1])
    steps = _steps(of, system, choice, sides[0], sides[1])
    if as_json:
        _write(
            {
                "from": before,
                "to": after,
                "new_systems": appeared,
                "ended_systems": vanished,
                "changed": changed,
                "steps": steps,
            }
        )
        return
    from arpad.cli.tables import console, print_table

    out = console()
    if appeared:
        out.print(f"New systems: {', '.join(appeared)}")
    if vanished:
        out.print(f"Systems that only the first has: {', '.join(vanished)}")
    if not changed and not steps:
        if not appeared and not vanished:
            out.print(f"From {before} to {after}: no number differs.")
        return
    columns = [
        ("Number", "left"),
        ("From", "left"),
        ("To", "left"),
        ("Systems", "left"),
        ("Since", "left"),
        ("Source", "left"),
    ]
    rows = [
        (
            entry["parameter"],
            value_text(entry["from"]),
            value_text(entry["to"]),
            " ".join(entry["systems"]),
            entry["since"],
            entry["source"],
        )
        for entry in changed
    ]
    if changed:
        print_table(out, f"From {before} to {after}", columns, rows)
    if len(steps) > len(changed):
        out.print()
        print_table(out, "Step by step", HISTORY, [_history_row(entry) for entry in steps])


def _steps(
    of: Law, system: System | None, choice: LawChoice, before: LawChoice | date, after: LawChoice | date
) -> list[dict[str, Any]]:
    """Between two days every change on the way, those included that a later one took back; editions have none."""
    if isinstance(before, LawChoice) or isinstance(after, LawChoice):
        return []
    return [
        entry
        for entry in _history(of, system, choice.profile, None, choice.known)
        if str(before) < entry["since"] <= str(after) and entry["parameter"] != "system"
    ]


HISTORY = [
    ("Since", "left"),
    ("What", "left"),
    ("From", "left"),
    ("To", "left"),
    ("Systems", "left"),
    ("Edition", "left"),
    ("Source", "left"),
]


def _history_row(entry: dict[str, Any]) -> tuple[str, ...]:
    return (
        entry["since"],
        entry["parameter"],
        value_text(entry["from"]),
        value_text(entry["to"]),
        " ".join(entry["systems"]),
        entry["edition"],
        entry["source"],
    )


def _changed(before: dict[System, Rulebook], after: dict[System, Rulebook]) -> list[dict[str, Any]]:
    """The numbers that differ, systems with the same change together."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for system, book in after.items():
        if system not in before:
            continue
        for change in book.changes:
            old = plain(getattr(before[system], change.parameter))
            new = plain(change.value)
            if old != new:
                entry = found.setdefault(
                    (change.parameter, json.dumps(old), json.dumps(new)), _difference(change, old, new, book)
                )
                entry["systems"].append(system.value)
    return list(found.values())


def _difference(change: Change, old: Any, new: Any, book: Rulebook) -> dict[str, Any]:
    return {
        "parameter": change.parameter,
        "text": change.text,
        "from": old,
        "to": new,
        "systems": [],
        "since": str(change.day(book.choice.profile)),
        "clause": change.clause,
        "source": change.source,
    }


@app.command()
def history(
    *,
    name: Annotated[str | None, typer.Option(help="Only parameters whose name contains this.")] = None,
    system: SystemOption = None,
    profile: ProfileOption = None,
    as_json: AsJson = False,
) -> None:
    """Every dated change of the law since 2001, oldest first, with edition and source.

    \b
    Examples:
      arpad rules history
      arpad rules history --name bonus_threshold
      arpad rules history --system OLB --profile practised
    """
    of = law()
    entries = _history(of, system, profile or Profile.SPECIFIED, name)
    if not entries:
        fail(f"no change of anything whose name contains {name!r}; `arpad rules show` lists the names")
    if as_json:
        _write({"profile": (profile or Profile.SPECIFIED).value, "changes": entries})
        return
    from arpad.cli.tables import console, print_table

    print_table(console(), "Changes of the law", HISTORY, [_history_row(entry) for entry in entries])


def _history(
    of: Law, system: System | None, profile: Profile, name: str | None, known: date | None = None
) -> list[dict[str, Any]]:
    """Every change, oldest first, systems with the same change together."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    systems = [system] if system is not None else list(of.systems)
    for each in systems:
        existence = of.systems[each]
        if existence.since > of.earliest and (name is None or name in "system"):
            _entry(found, existence.since, "system", None, each.value, each, existence.edition, existence.source)
        for parameter in dict.fromkeys(change.parameter for change in of.changes):
            if name is not None and name not in parameter:
                continue
            line = of.timeline(each, parameter, known or of.newest, profile)
            for old, new in itertools.pairwise(line):
                if new.day(profile) > existence.since:
                    _entry(
                        found,
                        new.day(profile),
                        parameter,
                        plain(old.value),
                        plain(new.value),
                        each,
                        new.edition,
                        new.source,
                    )
    return sorted(found.values(), key=lambda entry: (entry["since"], entry["parameter"]))


def _entry(
    found: dict[tuple[str, str, str], dict[str, Any]],
    since: date,
    parameter: str,
    old: Any,
    new: Any,
    system: System,
    edition: date,
    source: str,
) -> None:
    entry = found.setdefault(
        (str(since), parameter, json.dumps([old, new])),
        {
            "since": str(since),
            "parameter": parameter,
            "from": old,
            "to": new,
            "systems": [],
            "edition": str(edition),
            "source": source,
        },
    )
    entry["systems"].append(system.value)


def _write(document: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(document, indent=1) + "\n")
