"""`arpad history standings | player | why | export`: what a rated history says."""

from __future__ import annotations

import json
import sys
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.history.shared import Folder, Out, Top, complaining, month, opened, show_frame, write_frame
from arpad.cli.options import AsJson, SystemOption, day, fail


def standings(
    folder: Folder,
    *,
    system: SystemOption = None,
    on: Annotated[
        date | None, typer.Option(parser=day, metavar="DATE", help="After the sections that had ended on this day.")
    ] = None,
    of_list: Annotated[
        date | None,
        typer.Option(
            "--list", parser=month, metavar="MONTH", help="The list of a month: at its cutoff, 4 games or more."
        ),
    ] = None,
    top: Top = 20,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Who is rated how: now, on a day, or on the list of a month; the highest first.

    \b
    Examples:
      arpad history standings federation --system OTBR --top 100
      arpad history standings federation --list 2024-06 --out june.csv
    """
    if on is not None and of_list is not None:
        fail("--on and --list are two ways to name a day: choose one")
    with complaining():
        history = opened(folder)
        if of_list is None:
            frame, title = history.standings(on=on, system=system), "Standings" + (f" on {on}" if on else "")
        else:
            frame, title = history.official_list(of_list, system), f"List of {of_list:%B %Y}"
        frame = frame.sort("rating", "member", descending=[True, False])
        show_frame(frame, f"{title}: {frame.height:,}", top=top, as_json=as_json, out=out)


def player(
    folder: Folder,
    member: Annotated[str, typer.Argument(help="The member's ID.")],
    *,
    system: SystemOption = None,
    top: Top = 1000,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Every result of a member, in rating order.

    \b
    Example:
      arpad history player federation 10000004 --system OTBR
    """
    with complaining():
        history = opened(folder)
        frame = history.results(member=member, system=system)
        show_frame(frame, f"Member {member}: {frame.height:,} results", top=top, as_json=as_json, out=out)


def why(
    folder: Folder,
    section: Annotated[str, typer.Argument(metavar="EVENT/SECTION", help="The event's ID and the section's number.")],
    who: Annotated[str, typer.Argument(metavar="PLAYER", help="The member's ID; or #3 for a pairing number.")],
    *,
    system: SystemOption = None,
    as_json: AsJson = False,
    html: Annotated[bool, typer.Option("--html", help="An HTML fragment on standard output.")] = False,
) -> None:
    """Explain one result: every number and condition, by the interpreted rules, which must give the very same bits.

    \b
    Examples:
      arpad history why federation 201603059092/1 10000360
      arpad history why federation 201603059092/1 '#1' --system OTBQ
    """
    if as_json and html:
        fail("--json and --html are two forms of the same: choose one")
    event, slash, number = section.rpartition("/")
    if not slash or not number.isdecimal():
        fail(f"{section!r} names no section: write EVENT/SECTION, for example 202502160011/1")
    pairing = who.removeprefix("#")
    if who != pairing and not pairing.isdecimal():
        fail(f"{who!r} is no pairing number: write for example #3")
    with complaining():
        history = opened(folder)
        try:
            found = history.why(event, int(number), who if who == pairing else int(pairing), system)
        except KeyError as error:
            fail(str(error.args[0]))
    if as_json:
        sys.stdout.write(json.dumps({"confirmed": found.confirmed, **found.worksheet.json()}, indent=1) + "\n")
    elif html:
        sys.stdout.write(found.worksheet.html() + "\n")
    else:
        sys.stdout.write(found.worksheet.text() + "\n\n")
        said = "the history has the very same bits" if found.confirmed else f"the history has {found.kept}"
        sys.stdout.write(f"Confirmed: {said}.\n" if found.confirmed else f"NOT confirmed: {said}.\n")
    if not found.confirmed:
        fail("the history and the rules differ: rate it again, and tell the developers if they still do")


class Table(StrEnum):
    """What can be exported: what came of the facts, then the facts themselves."""

    RESULTS = "results"
    STANDINGS = "standings"
    FORWARD = "forward"
    NOT_RATED = "not-rated"
    MEMBERS = "members"
    EVENTS = "events"
    SECTIONS = "sections"
    ENTRIES = "entries"
    GAMES = "games"
    FOREIGN = "foreign"
    FLOORS = "floors"
    CEILINGS = "ceilings"
    RULINGS = "rulings"
    MATCH_CHANGES = "match-changes"
    PUBLISHED = "published"


def export(
    folder: Folder,
    table: Annotated[Table, typer.Argument(help="Which table.")],
    out: Annotated[Path, typer.Argument(metavar="FILE", help="*.parquet, *.arrow, *.csv or *.json")],
    *,
    event: Annotated[str | None, typer.Option(help="Results of this event alone, with every number.")] = None,
) -> None:
    """Write a table of a history to a file: what came of the facts, or the facts.

    \b
    Examples:
      arpad history export federation results results.parquet
      arpad history export federation games games.csv
      arpad history export federation results one.json --event 201603059092
    """
    if event is not None and table is not Table.RESULTS:
        fail("--event is about results")
    with complaining():
        history = opened(folder)
        if event is not None:
            frame = history.details(event)
        elif table is Table.RESULTS:
            frame = history.results()
        elif table is Table.STANDINGS:
            frame = history.standings()
        elif table is Table.FORWARD:
            frame = history.forward()
        elif table is Table.NOT_RATED:
            frame = history.not_rated()
        else:
            from arpad.history import frames_of

            frame = frames_of(history.record)[table.value.replace("-", "_")]
        write_frame(frame, out)
        typer.echo(f"{frame.height:,} lines in {out}", err=True)
