"""`arpad history standings | player | why | export`: what a rated history says."""

from __future__ import annotations

import json
import sys
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.history.shared import Folder, Out, Top, complaining, month, opened
from arpad.cli.history.showing import (
    RESULTS,
    STANDINGS,
    SYSTEM,
    check_out,
    law_of,
    print_frame,
    print_json,
    write_frame,
)
from arpad.cli.options import AsJson, SystemOption, day, fail
from arpad.rules.calendar import date_of, number_of
from arpad.rules.uschess.published import list_cutoff

if TYPE_CHECKING:
    import polars as pl

    from arpad.history import History


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
    """List who is rated how: now, on a day, or on a monthly list.

    A list is what the facts that are known today give for its cutoff. What was printed then may differ.

    \b
    Examples:
      arpad history standings federation --system OTBR --top 100
      arpad history standings federation --list 2024-06 --out june.csv
    """
    if on is not None and of_list is not None:
        fail("--on and --list are two ways to name a day: choose one")
    check_out(out)
    with complaining():
        history = opened(folder)
        if of_list is None:
            frame, cutoff = history.standings(on=on, system=system), None
            title = "Live standings" if on is None else f"Standings on {on}"
        else:
            frame, cutoff = history.official_list(of_list, system), date_of(list_cutoff(number_of(of_list)))
            title = f"List of {of_list:%B %Y}, cut off on {cutoff}"
        frame = frame.sort("rating", "member", descending=[True, False])
        if out is not None:
            write_frame(frame, out)
        if as_json:
            head: dict[str, Any] = {**law_of(history), "system": system, "on": on and f"{on}"}
            head |= {"list": of_list and f"{of_list:%Y-%m}", "cutoff": cutoff and f"{cutoff}"}
            print_json(head, standings=frame)
        elif out is None:
            told = f"{frame.height:,} in {system}" if system else f"{frame.height:,} in all systems"
            columns = [column for column in STANDINGS if not (system and column is SYSTEM)]
            print_frame(frame, f"{title}: {told}", columns, top)


def player(
    folder: Folder,
    member: Annotated[str, typer.Argument(metavar="MEMBER", help="The member's ID.")],
    *,
    system: SystemOption = None,
    top: Top = 1000,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """List every result of a member, in rating order.

    \b
    Examples:
      arpad history player federation 10000004
      arpad history player federation 10000004 --system OTBR --out results.csv
    """
    check_out(out)
    with complaining():
        history = opened(folder)
        frame = history.results(member=member, system=system)
        known = _who(history, frame["member"][0] if frame.height else member)
        if out is not None:
            write_frame(frame, out)
        if as_json:
            print_json({**law_of(history), **known, "system": system}, results=frame)
        elif out is None:
            name = f", {known['name']}" if known["name"] else ""
            counts = f"{frame.height:,} results" + (f" in {system}" if system else "")
            kept = "" if known["member"] == member else f" (of {member})"
            columns = [column for column in RESULTS if not (system and column is SYSTEM)]
            print_frame(frame, f"Member {known['member']}{kept}{name}: {counts}", columns, top)


def _who(history: History, member: str) -> dict[str, str | None]:
    """The id that a member goes by, and the name."""
    place = history.record.members.index_of(member)
    return {"member": member, "name": None if place is None else history.record.names[place]}


def why(
    folder: Folder,
    section: Annotated[str, typer.Argument(metavar="EVENT/SECTION", help="The event's ID and the section's number.")],
    who: Annotated[str, typer.Argument(metavar="PLAYER", help="The member's ID; or #3 for a pairing number.")],
    *,
    system: SystemOption = None,
    as_json: AsJson = False,
    html: Annotated[bool, typer.Option("--html", help="An HTML fragment on standard output.")] = False,
) -> None:
    """Explain one result: every number, formula and condition.

    The interpreted rules rate the section once more, and must give the very same bits.

    \b
    Examples:
      arpad history why federation 201603059092/1 10000360
      arpad history why federation 201603059092/1 '#1' --system OTBQ
    """
    if as_json and html:
        fail("--json and --html are two forms of the same: choose one")
    event, slash, number = section.rpartition("/")
    if not slash or not (number.isascii() and number.isdecimal()):
        fail(f"{section!r} names no section: write EVENT/SECTION, for example 202502160011/1")
    pairing = who.removeprefix("#")
    if who != pairing and not (pairing.isascii() and pairing.isdecimal()):
        fail(f"{who!r} is no pairing number: write for example #3")
    with complaining():
        history = opened(folder)
        try:
            found = history.why(event, int(number), who if who == pairing else int(pairing), system)
        except KeyError as error:
            fail(str(error.args[0]))
    if as_json:
        kept = None if found.kept is None else found.kept.rating
        told = {"confirmed": found.confirmed, "kept": kept, **found.worksheet.json()}
        sys.stdout.write(json.dumps(told, indent=1) + "\n")
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
    NOT_RATED = "not_rated"
    MEMBERS = "members"
    EVENTS = "events"
    SECTIONS = "sections"
    ENTRIES = "entries"
    GAMES = "games"
    FOREIGN = "foreign"
    FLOORS = "floors"
    CEILINGS = "ceilings"
    RULINGS = "rulings"
    MATCH_CHANGES = "match_changes"
    PUBLISHED = "published"


RATED = {Table.RESULTS, Table.STANDINGS, Table.FORWARD, Table.NOT_RATED}
"""Tables that a history must be rated for."""


def export(
    folder: Folder,
    table: Annotated[Table, typer.Argument(metavar="TABLE", help="Which table.")],
    out: Annotated[Path, typer.Argument(metavar="FILE", help="*.parquet, *.arrow, *.csv or *.json")],
    *,
    event: Annotated[str | None, typer.Option(help="Results of this event alone, with every number.")] = None,
    as_json: AsJson = False,
) -> None:
    """Write a table of a history to a file.

    Results, standings, forward scores and not_rated are what came of the facts; the other tables are the facts.

    \b
    Examples:
      arpad history export federation results results.parquet
      arpad history export federation games games.csv
      arpad history export federation results one.json --event 201603059092
    """
    if event is not None and table is not Table.RESULTS:
        fail("--event is about results")
    check_out(out)
    with complaining():
        frame = _came_of(opened(folder), table, event) if table in RATED else _facts(folder, table)
        write_frame(frame, out)
        if as_json:
            sys.stdout.write(json.dumps({"table": table, "file": str(out), "lines": frame.height}) + "\n")


def _came_of(history: History, table: Table, event: str | None) -> pl.DataFrame:
    """A table of what came of the facts."""
    if event is not None:
        return history.details(event)
    if table is Table.RESULTS:
        return history.results()
    if table is Table.STANDINGS:
        return history.standings()
    return history.forward() if table is Table.FORWARD else history.not_rated()


def _facts(folder: Path, table: Table) -> pl.DataFrame:
    """A table of the facts."""
    from arpad.history import frames_of, store

    return frames_of(store.read_record(folder))[table.value]
