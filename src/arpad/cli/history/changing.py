"""`arpad history correct | diff`: what a change of the facts, or of the law, makes different."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.api import law_choice
from arpad.cli.history.shared import (
    Folder,
    Out,
    Threads,
    Top,
    Variant,
    complaining,
    numbers_of,
    opened,
    progress,
    show_frame,
    write_frame,
)
from arpad.cli.options import AsJson, Edition, Known, ProfileOption, content, fail, source

if TYPE_CHECKING:
    from arpad.history import Consequences, History
    from arpad.ledger.facts import Fact


def correct(
    folder: Folder,
    file: Annotated[str, typer.Argument(metavar="FACTS", help="Facts, one JSON object a line; - for standard input.")],
    *,
    accept: Annotated[bool, typer.Option("--accept", help="Record the facts: the history is the new one.")] = False,
    top: Top = 20,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """What facts would change, by how much, and through whom; with --accept they are recorded.

    A fact is a late event, a corrected or withdrawn one, a merge of members, a birth date, a rating of another
    federation, a floor, a ruling.

    \b
    Examples:
      arpad history correct federation late-event.jsonl
      arpad history correct federation late-event.jsonl --accept
    """
    facts = _facts(file)
    with complaining():
        from arpad.history import Correction, keeping

        history = opened(folder)
        with progress("rating again") as tell:
            found = history.consequences(facts, tell)
        if accept:
            now = datetime.now(UTC).replace(microsecond=0)
            new = history.corrected(facts)
            keeping.save(new.rated, folder, replace=True, corrections=[Correction(now, fact) for fact in facts])
        _tell(found, accepted=accept, top=top, as_json=as_json, out=out)


def _tell(found: Consequences, *, accepted: bool, top: int, as_json: bool, out: Path | None) -> None:
    if out is not None:
        write_frame(found.results_frame(), out)
    summary = found.summary
    if as_json:
        told: dict[str, Any] = {"accepted": accepted, "summary": asdict(summary)}
        for name in ("results", "standings", "floors", "officials"):
            told[name] = json.loads(getattr(found, f"{name}_frame")().write_json())
        sys.stdout.write(json.dumps(told) + "\n")
        return
    typer.echo(
        f"{summary.moved:,} results move ({summary.direct:,} directly, {summary.own:,} through the member's own, "
        f"{summary.opponent:,} through an opponent's), {summary.appeared:,} appear, {summary.vanished:,} vanish"
    )
    typer.echo(
        f"{summary.standings:,} standings, {summary.officials:,} official ratings, {summary.floors:,} floors are others"
    )
    if summary.standings:
        frame = found.standings_frame()
        by_most = frame.select("change").to_series().abs().arg_sort(descending=True)
        show_frame(frame[by_most], "Standings, the largest changes first", top=top, as_json=False, out=None)
    typer.echo("recorded" if accepted else "nothing was written: --accept records the facts")


def _facts(file: str) -> list[Fact]:
    """The facts of a file, one a line, or a JSON list of them."""
    from arpad.ledger.error import LedgerError
    from arpad.ledger.facts import from_json

    of = source(file)
    document = content(of)
    if document is None:
        raise typer.Exit(2)
    try:
        text = document.decode("utf-8-sig")
        whole = json.loads(text) if text.lstrip().startswith("[") else [json.loads(line) for line in _lines(text)]
        return [from_json(fact) for fact in whole]
    except (UnicodeDecodeError, ValueError) as error:
        if isinstance(error, LedgerError):
            fail(f"{of.name}: {error}")
        fail(f"{of.name}: no facts, one JSON object a line: {error}")


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def diff(
    folder: Folder,
    other: Annotated[Path | None, typer.Argument(metavar="OTHER", help="Another folder.")] = None,
    *,
    edition: Edition = None,
    known: Known = None,
    profile: ProfileOption = None,
    variant: Variant = None,
    threads: Threads = 1,
    top: Top = 20,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """What is different in another history, or in this one under another law.

    \b
    Examples:
      arpad history diff federation --set bonus_threshold=12
      arpad history diff federation --edition 2017-04-24
      arpad history diff before after --out moved.parquet
    """
    asked = any(option is not None for option in (edition, known, profile)) or bool(variant)
    if asked == (other is not None):
        fail("name another folder, or another law: one of the two")
    with complaining():
        history = opened(folder)
        found = history.difference(
            opened(other) if other else _under(history, edition, known, profile, variant, threads)
        )
        if out is not None:
            write_frame(found.results, out)
        if as_json:
            told = {"summary": found.summary, "standings": json.loads(found.standings.write_json())}
            sys.stdout.write(json.dumps(told) + "\n")
            return
        summary = found.summary
        typer.echo(
            f"{summary['moved']:,} results move, {summary['appeared']:,} appear, {summary['vanished']:,} vanish; "
            f"{summary['standings']:,} standings and {summary['officials']:,} official ratings are others"
        )
        columns = ["member", "name", "system", "old_post", "post", "change", "old_official", "official"]
        by_most = found.standings["change"].abs().arg_sort(descending=True)
        frame = found.standings[by_most].select(columns)
        show_frame(frame, "Standings, the largest changes first", top=top, as_json=False, out=None)


def _under(
    history: History, edition: Any, known: Any, profile: Any, variant: list[str] | None, threads: int
) -> History:
    """The same facts under another law."""
    from arpad.history import rate

    numbers = numbers_of(variant)
    if edition is None and known is None and profile is None:
        return history.vary({**history.rated.variant, **numbers}, threads=threads)
    choice = law_choice(edition=edition, known=known, profile=profile)
    return rate(history.record, choice, variant=numbers, threads=threads)
