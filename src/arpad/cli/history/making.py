"""`arpad history generate | build | rate`: facts into a folder, and their ratings beside them."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from arpad.api import law_choice
from arpad.cli.history.shared import Folder, Replace, Threads, Variant, complaining, numbers_of, progress
from arpad.cli.options import AsJson, Edition, Known, ProfileOption, complain_of, content, day, fail, source


def generate(
    folder: Folder,
    *,
    members: Annotated[int, typer.Option(help="How many members, 2 to 1,000,000.")] = 1000,
    games: Annotated[int | None, typer.Option(help="About how many games; default: 20 a member.")] = None,
    seed: Annotated[int, typer.Option(help="Another seed is another federation.")] = 1,
    first: Annotated[
        date | None, typer.Option(parser=day, metavar="DATE", help="No section starts before this day.")
    ] = None,
    last: Annotated[
        date | None, typer.Option(parser=day, metavar="DATE", help="No section ends after this day.")
    ] = None,
    replace: Replace = False,
    as_json: AsJson = False,
) -> None:
    """Make up a federation: members, careers, events and results as a federation has them, and nobody real.

    \b
    Examples:
      arpad history generate league --members 80 --games 2000
      arpad history generate federation --members 1000000 --games 20000000
    """
    with complaining():
        from arpad.history import generate as made_up
        from arpad.history import store

        days = {name: value for name, value in (("first", first), ("last", last)) if value is not None}
        with progress("playing") as tell:
            record = made_up(members, seed, games=games, progress=tell, **days)
        store.create(folder, record, replace=replace)
        _say(_counts(folder, record), as_json=as_json)


def build(
    folder: Folder,
    events: Annotated[
        list[str] | None, typer.Argument(metavar="EVENT...", help="Event documents; - for standard input.")
    ] = None,
    *,
    tables: Annotated[
        Path | None,
        typer.Option(metavar="TABLES", help="A folder of tables instead: members, games and so on, as CSV or Parquet."),
    ] = None,
    replace: Replace = False,
    as_json: AsJson = False,
) -> None:
    """Make a history of event documents, or of tables.

    \b
    Examples:
      arpad history build club january.json february.json
      arpad history build club --tables exported/
    """
    if bool(events) == (tables is not None):
        fail("name event documents, or --tables FOLDER: one of the two")
    with complaining():
        from arpad.history import read_tables, record_of_events, record_of_frames, store

        if tables is not None:
            record = record_of_frames(read_tables(tables))
        else:
            record = record_of_events(_events(events or []))
        store.create(folder, record, replace=replace)
        _say(_counts(folder, record), as_json=as_json)


def _events(files: list[str]) -> list[Any]:
    """The events of documents; all problems are told before it ends."""
    from arpad.formats import event_document

    found = []
    for file in files:
        of = source(file)
        document = content(of)
        event, problems = (None, []) if document is None else event_document.decode(document)
        complain_of(of.name, problems)
        found.append(event)
    if any(event is None for event in found):
        fail("nothing was written: correct the documents first")
    return found


def rate(
    folder: Folder,
    *,
    edition: Edition = None,
    known: Known = None,
    profile: ProfileOption = None,
    variant: Variant = None,
    threads: Threads = 1,
    as_json: AsJson = False,
) -> None:
    """Rate a whole history, and keep the ratings beside the facts.

    \b
    Examples:
      arpad history rate federation
      arpad history rate federation --edition 2017-04-24
      arpad history rate federation --set bonus_threshold=12 --threads 2
    """
    with complaining():
        from arpad.history import keeping, store
        from arpad.history import rate as rated

        choice = law_choice(edition=edition, known=known, profile=profile)
        record = store.read_record(folder)
        begun = perf_counter()
        with progress("rating") as tell:
            history = rated(record, choice, variant=numbers_of(variant), threads=threads, progress=tell)
        seconds = perf_counter() - begun
        keeping.add_ratings(history.rated, folder)
        left_out = history.not_rated()
        for line in left_out.head(5).iter_rows(named=True):
            typer.echo(
                f"arpad: not rated: event {line['event']}, section {line['section']}: {line['message']}", err=True
            )
        if left_out.height > 5:
            typer.echo(f"arpad: not rated: {left_out.height - 5:,} more", err=True)
        told = {
            **_counts(folder, record),
            "rated": len(history.rated.plan.order),
            "not_rated": left_out.height,
            "law": history.by,
            "seconds": round(seconds, 3),
        }
        _say(told, as_json=as_json)


def _counts(folder: Path, record: Any) -> dict[str, Any]:
    columns = record.columns
    return {
        "folder": str(folder),
        "members": len(record.members),
        "events": len(record.events),
        "sections": len(columns.sections.start),
        "games": columns.games,
    }


def _say(told: dict[str, Any], *, as_json: bool) -> None:
    """What was done, as JSON or in a sentence."""
    if as_json:
        sys.stdout.write(json.dumps(told) + "\n")
        return
    counts = ", ".join(f"{told[name]:,} {name}" for name in ("members", "events", "sections", "games"))
    typer.echo(f"{told['folder']}: {counts}")
    if "rated" in told:
        typer.echo(f"rated by {told['law']}; not rated: {told['not_rated']:,}")
