"""`arpad history generate | build | rate`: facts into a folder, and their ratings beside them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.api import law_choice
from arpad.cli.history.shared import Folder, Replace, Threads, Variant, complaining, numbers_of, progress, rating
from arpad.cli.history.showing import law_of
from arpad.cli.options import (
    BAD_INPUT,
    AsJson,
    Edition,
    Known,
    ProfileOption,
    cannot_be_read,
    complain,
    complain_of,
    content,
    day,
    fail,
    source,
)
from arpad.formats import event_document
from arpad.rules.vocabulary import Event

if TYPE_CHECKING:
    from arpad.history import History, Record

SHOWN = 5
"""How many sections that are not rated are named."""


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
    """Make up a federation: careers, events, results, nobody real.

    The same numbers give the same federation. It has what a federation has: newcomers, duals, late reports, prizes.

    \b
    Examples:
      arpad history generate league --members 80 --games 2000
      arpad history generate federation --members 1000000 --games 20000000
    """
    with complaining():
        from arpad.history import generate as made_up
        from arpad.history import store

        store.check_free(folder, replace=replace)
        days = {name: value for name, value in (("first", first), ("last", last)) if value is not None}
        try:
            with progress("playing") as tell:
                record = made_up(members, seed, games=games, progress=tell, **days)
        except ValueError as error:  # what is asked for cannot be
            fail(str(error))
        store.create(folder, record, replace=replace)
        _say(_counts(folder, record), as_json=as_json)


def build(
    folder: Folder,
    events: Annotated[
        list[str] | None,
        typer.Argument(metavar="EVENT...", help="Event documents, or folders of *.json; - for standard input."),
    ] = None,
    *,
    lines: Annotated[bool, typer.Option("--lines", help="The files have one event document a line.")] = False,
    tables: Annotated[
        Path | None,
        typer.Option(metavar="TABLES", help="A folder of tables instead: members, games and so on, as CSV or Parquet."),
    ] = None,
    replace: Replace = False,
    as_json: AsJson = False,
) -> None:
    """Make a history of event documents, or of tables.

    The order of documents and of lines does not matter.

    \b
    Examples:
      arpad history build club january.json february.json
      arpad history build club reports/                    every *.json in the folder
      arpad history build club --lines season.jsonl        one event a line
      arpad history build club --tables exported/
    """
    if bool(events) == (tables is not None):
        fail("name event documents, or --tables FOLDER: one of the two")
    if lines and tables is not None:
        fail("--lines is about event documents")
    with complaining():
        from arpad.history import read_tables, record_of_events, record_of_frames, store

        store.check_free(folder, replace=replace)
        if tables is not None:
            record = record_of_frames(read_tables(tables))
        else:
            record = record_of_events(_events(events or [], lines=lines))
        store.create(folder, record, replace=replace)
        _say(_counts(folder, record), as_json=as_json)


def _events(files: list[str], *, lines: bool) -> list[Event]:
    """The events of documents; all problems are told before it ends."""
    found: list[Event] = []
    seen: dict[bytes, str] = {}
    sound = True
    for name, document in _documents(files, lines=lines):
        event, problems = (None, []) if document is None else event_document.decode(document)
        complain_of(name, problems)
        digest = sha256(document or b"").digest()
        if event is None:
            sound = False
        elif digest in seen:
            complain(f"{name}: error: the same document as {seen[digest]}; name it once")
            sound = False
        else:
            found.append(event)
        seen[digest] = name
    if not sound:
        raise typer.Exit(BAD_INPUT)
    if not found:
        fail(f"{', '.join(files)}: there is no event document")
    return found


def _documents(files: list[str], *, lines: bool) -> Iterator[tuple[str, bytes | None]]:
    """The documents of files and folders, each with its name; None after saying why one cannot be read."""
    for file in files:
        try:
            paths = sorted(Path(file).glob("*.json")) if file != "-" and Path(file).is_dir() else [file]
        except OSError as error:
            cannot_be_read(source(file), error)
            yield file, None
            continue
        for path in paths:
            of = source(str(path))
            document = content(of)
            if document is None or not lines:
                yield of.name, document
                continue
            for number, line in enumerate(document.splitlines(), 1):
                if line.strip():
                    yield f"{of.name}, line {number}", line


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
        numbers = numbers_of(variant)
        read = store.version_of(folder)
        record = store.read_record(folder)
        begun = perf_counter()
        with rating() as tell:
            history = rated(record, choice, variant=numbers, threads=threads, progress=tell)
        seconds = perf_counter() - begun
        keeping.add_ratings(history.rated, folder, read)
        left_out = _say_what_is_not_rated(history)
        told = {
            **_counts(folder, record),
            **law_of(history),
            "law": history.by,
            "not_rated": left_out,
            "seconds": round(seconds, 3),
        }
        _say(told, as_json=as_json)


def _say_what_is_not_rated(history: History) -> int:
    """Name the first sections that the law cannot rate; how many there are."""
    left_out = history.not_rated()
    for line in left_out.head(SHOWN).iter_rows(named=True):
        complain(f"not rated: event {line['event']}, section {line['section']}: {line['message']} [{line['code']}]")
    if left_out.height > SHOWN:
        complain(f"not rated: {left_out.height - SHOWN:,} more; `arpad history export` has them all, as not_rated")
    return left_out.height


def _counts(folder: Path, record: Record) -> dict[str, Any]:
    without_id = record.members.null_count()
    return {
        "folder": str(folder),
        "members": len(record.members) - without_id,
        "without_id": without_id,
        "events": len(record.events),
        "sections": len(record.columns.sections.start),
        "games": record.columns.games,
    }


def _say(told: dict[str, Any], *, as_json: bool) -> None:
    """What was done, as JSON or in a sentence."""
    if told["without_id"] and "law" not in told:
        complain(f"players without a member ID: {told['without_id']:,}; each starts unrated and stands in no list")
    if as_json:
        sys.stdout.write(json.dumps(told) + "\n")
        return
    counts = ", ".join(f"{told[name]:,} {name}" for name in ("members", "events", "sections", "games"))
    typer.echo(f"{told['folder']}: {counts}")
    if "law" in told:
        left_out = f"; not rated: {told['not_rated']:,} sections" if told["not_rated"] else ""
        typer.echo(f"Rated by {told['law']}{left_out}.")
