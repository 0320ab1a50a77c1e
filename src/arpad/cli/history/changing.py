"""`arpad history correct | corrections | diff`: what a change of the facts, or of the law, makes different."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.api import law_choice
from arpad.cli.history.reading import facts_of, refused, say_what_is_not_rated
from arpad.cli.history.shared import Folder, Out, Threads, Top, Variant, complaining, numbers_of, opened, rating
from arpad.cli.history.showing import (
    CORRECTIONS,
    MOVED,
    STEPS,
    check_out,
    law_of,
    print_frame,
    print_json,
    write_frame,
)
from arpad.cli.options import AsJson, Edition, Known, ProfileOption, fail

if TYPE_CHECKING:
    import polars as pl

    from arpad.history import Consequences, History
    from arpad.ledger.facts import Fact


def correct(
    folder: Folder,
    files: Annotated[
        list[str], typer.Argument(metavar="FACTS", help="Facts as JSON, or event documents; - for standard input.")
    ],
    *,
    accept: Annotated[bool, typer.Option("--accept", help="Record the facts: the history is the new one.")] = False,
    member: Annotated[str | None, typer.Option(help="Show how the change came to this member.")] = None,
    top: Top = 20,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Say what facts would change; with --accept they are recorded.

    A fact is a late event, a corrected or withdrawn one, a merge of members, a birth date, a rating of another
    federation, a floor, a ruling. Facts are JSON, one a line or in a list. A late event may be an event document.
    It is said what moves, by how much, and through whom.

    \b
    Examples:
      arpad history correct federation facts.jsonl
      arpad history correct federation late-event.json --accept
      arpad history correct federation facts.jsonl --member 10000004
    """
    check_out(out)
    with complaining():
        from arpad.history import Correction, HistoryError, keeping, store

        read = store.version_of(folder)
        history = opened(folder)
        told = facts_of(files, history)
        facts = [fact for fact, _ in told]
        try:
            with rating("rating again") as tell:
                found = history.consequences(facts, tell)
        except HistoryError as error:
            fail(refused(error, told))
        say_what_is_not_rated(told, history)
        if accept:
            now = datetime.now(UTC).replace(microsecond=0)
            with rating() as tell:
                new = history.corrected(facts, progress=tell)
            made = [Correction(now, fact) for fact in facts]
            keeping.save(new.rated, folder, replace=True, corrections=made, read=read)
        if out is not None:
            write_frame(found.results_frame(), out)
        names = _names(history, facts)
        steps = None if member is None else _steps(found, member)
        if as_json:
            _print_all(found, names, accepted=accept, steps=steps)
        else:
            _print_most(found, names, top, steps, member)
            typer.echo("Recorded." if accept else "Nothing was written: --accept records the facts.")


def _names(history: History, facts: list[Fact]) -> pl.DataFrame:
    """The names of members, those that some facts add among them."""
    import polars as pl

    from arpad.ledger.facts import MemberAdded

    added = [(fact.member, fact.name) for fact in facts if isinstance(fact, MemberAdded)]
    known = pl.DataFrame({"member": history.record.members, "name": history.record.names})
    new = pl.DataFrame(added, schema={"member": pl.String, "name": pl.String}, orient="row")
    return pl.concat([known, new]).drop_nulls("member")


def _moved(found: Consequences, names: pl.DataFrame) -> pl.DataFrame:
    """The standings that are others, with names, the largest changes first."""
    return _largest_first(found.standings_frame().join(names, on="member", how="left"))


def _largest_first(frame: pl.DataFrame) -> pl.DataFrame:
    """Those that appear or vanish first, then by how much they moved, then by member."""
    size = frame["change"].abs().alias("size")
    order = ["size", "member", "system"]
    return frame.with_columns(size).sort(order, descending=[True, False, False], nulls_last=False).drop("size")


def _steps(found: Consequences, member: str) -> pl.DataFrame:
    """How a change came to the last results of a member: from the change itself, from one member to the next."""
    import polars as pl

    from arpad.ledger.causes import Touched

    results = found.results_frame().with_row_index("at").filter(member=member).filter(pl.col("what") != "vanished")
    rows = []
    for at in results.group_by("system", maintain_order=True).last()["at"]:
        path = found.path(int(at))
        for place, step in enumerate(path[::-1]):
            if place < len(path) - 1 and step.touched is Touched.OWN:
                continue
            before, after = step.before, step.after
            rows.append(
                {
                    "to": path[0].system.value,
                    "member": step.member,
                    "event": step.event,
                    "section": step.section,
                    "system": step.system.value,
                    "end": step.day.isoformat(),
                    "before": None if before is None else before.rating.rating,
                    "games_before": None if before is None else before.rating.games,
                    "after": None if after is None else after.rating.rating,
                    "games_after": None if after is None else after.rating.games,
                    "change": step.change,
                    "vanished": step.vanished,
                    "cause": step.touched.value,
                    "through": step.through,
                }
            )
    text, number, whole = pl.String, pl.Float64, pl.Int64
    schema = [("to", text), ("member", text), ("event", text), ("section", whole), ("system", text), ("end", text)]
    schema += [("before", number), ("games_before", whole), ("after", number), ("games_after", whole)]
    schema += [("change", number), ("vanished", pl.Boolean), ("cause", text), ("through", text)]
    return pl.DataFrame(rows, schema=dict(schema))


def _print_all(found: Consequences, names: pl.DataFrame, *, accepted: bool, steps: pl.DataFrame | None) -> None:
    more = {} if steps is None else {"path": steps}
    print_json(
        {"accepted": accepted, "summary": asdict(found.summary)},
        results=found.results_frame(),
        standings=found.standings_frame().join(names, on="member", how="left", maintain_order="left"),
        floors=found.floors_frame(),
        officials=found.officials_frame(),
        **more,
    )


def _print_most(
    found: Consequences, names: pl.DataFrame, top: int, steps: pl.DataFrame | None, member: str | None
) -> None:
    summary = found.summary
    if found.empty:
        typer.echo("Nothing moves.")
        return
    typer.echo(
        f"Results: {summary.moved:,} move ({summary.direct:,} directly, {summary.own:,} through the member's earlier "
        f"results, {summary.opponent:,} through an opponent), {summary.appeared:,} appear, {summary.vanished:,} vanish."
    )
    typer.echo(
        f"In the end {summary.standings:,} standings differ, {summary.officials:,} official ratings and "
        f"{summary.floors:,} floors."
    )
    if steps is not None and not steps.height:
        typer.echo(f"Nothing of member {member} moves.")
    elif steps is not None:
        for (system,), path in steps.group_by("to", maintain_order=True):
            print_frame(path, f"How it came to member {member} in {system}", STEPS, path.height)
    elif summary.standings:
        print_frame(_moved(found, names), "Standings, the largest changes first", MOVED, top)


def corrections(folder: Folder, *, top: Top = 1000, as_json: AsJson = False, out: Out = None) -> None:
    """List what was corrected, and when.

    \b
    Examples:
      arpad history corrections federation
      arpad history corrections federation --json
    """
    check_out(out)
    with complaining():
        import polars as pl

        from arpad.history import store
        from arpad.ledger.facts import to_json

        log = store.read_corrections(folder)
        made = [(one.recorded.isoformat(), to_json(one.fact)) for one in (*log.settled, *log.pending)]
        if as_json:
            sys.stdout.write(json.dumps([{"recorded": recorded, **fact} for recorded, fact in made]) + "\n")
        rows = [(recorded, fact["fact"], *_in_words(fact), json.dumps(fact)) for recorded, fact in made]
        columns = dict.fromkeys(("recorded", "fact", "of", "what", "json"), pl.String)
        frame = pl.DataFrame(rows, schema=columns, orient="row")
        if out is not None:
            write_frame(frame, out)
        elif not as_json:
            print_frame(frame, f"Corrections: {frame.height:,}", CORRECTIONS, top)


def _in_words(fact: dict[str, Any]) -> tuple[str, str]:
    """Whom or what a fact is about, and what it says, in few words."""
    said = {name: value for name, value in fact.items() if name not in {"fact", "schema"}}
    if "kept" in said:
        return said["kept"], f"duplicate {said['duplicate']}"
    whole = said.get("event")
    if isinstance(whole, dict):
        return str(whole["id"]), str(whole.get("name") or "")
    of = next((str(said.pop(name)) for name in ("member", "event") if name in said), "")
    return of, ", ".join(f"{name} {_short(value)}" for name, value in said.items() if value is not None)


def _short(value: Any) -> str:
    """A value, or of an object what names it."""
    if not isinstance(value, dict):
        return str(value)
    return str(next((value[name] for name in ("number", "kind", "rating") if name in value), "..."))


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
    """Compare with another history, or with another law.

    \b
    Examples:
      arpad history diff federation --set bonus_threshold=12
      arpad history diff federation --edition 2017-04-24
      arpad history diff before after --out moved.parquet
    """
    asked = any(option is not None for option in (edition, known, profile)) or bool(variant)
    if asked == (other is not None):
        fail("name another folder, or another law (--edition, --known, --profile, --set): one of the two")
    check_out(out)
    with complaining():
        numbers = numbers_of(variant)
        history = opened(folder)
        new = opened(other) if other else _under(history, edition, known, profile, numbers, threads)
        found = history.difference(new)
        if out is not None:
            write_frame(found.results, out)
        if as_json:
            head = {"old": law_of(history), "new": law_of(new), "summary": found.summary}
            print_json(head, results=found.results, standings=found.standings)
            return
        typer.echo(f"Before: {folder}, rated by {history.by}")
        typer.echo(f"After: {other or folder}, rated by {new.by}")
        summary = found.summary
        if not any(summary.values()):
            typer.echo("Nothing is different.")
            return
        typer.echo(
            f"Results: {summary['moved']:,} move, {summary['appeared']:,} appear, {summary['vanished']:,} vanish."
        )
        typer.echo(
            f"In the end {summary['standings']:,} standings differ, and {summary['officials']:,} official ratings."
        )
        if summary["standings"]:
            named = {"old_post": "before", "old_games": "games_before", "post": "after", "games": "games_after"}
            frame = _largest_first(found.standings.rename(named))
            print_frame(frame, "Standings, the largest changes first", MOVED, top)


def _under(history: History, edition: Any, known: Any, profile: Any, numbers: dict[str, Any], threads: int) -> History:
    """The same facts under another law."""
    from arpad.history import rate

    with rating() as tell:
        if edition is None and known is None and profile is None:
            return history.vary({**history.rated.variant, **numbers}, threads=threads, progress=tell)
        choice = law_choice(edition=edition, known=known, profile=profile)
        return rate(history.record, choice, variant=numbers, threads=threads, progress=tell)
