"""How the answers of a history look: tables for people, JSON with everything, and tables as files."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from arpad.cli.options import fail
from arpad.rules.uschess.storage import official

if TYPE_CHECKING:
    import polars as pl

    from arpad.history import History

Row = Mapping[str, Any]


class Column(NamedTuple):
    """A column of a printed table: its heading, its side, and what it shows of a row."""

    heading: str
    side: str
    text: Callable[[Row], str]


def _word(name: str) -> Callable[[Row], str]:
    return lambda row: "" if row[name] is None else str(row[name])


def _rating(name: str, games: str) -> Callable[[Row], str]:
    """A rating as crosstables write it, 1527.12P4; unrated where there is none."""

    def text(row: Row) -> str:
        from arpad.cli.tables import notation

        return notation(row[name], row[games])

    return text


def _signed(row: Row) -> str:
    return "" if row["change"] is None else f"{row['change']:+.2f}"


def _section(row: Row) -> str:
    return "ruling" if row["event"] is None else f"{row['event']}/{row['section']}"


def _moved(row: Row) -> str:
    return _signed(row) if row["moved"] else ""


def _cause(row: Row) -> str:
    return f"through {row['through']}" if row["through"] else {"direct": "directly", "own": "own results"}[row["cause"]]


MEMBER, NAME = Column("Member", "left", _word("member")), Column("Name", "left", _word("name"))
SYSTEM, END = Column("System", "left", _word("system")), Column("End", "left", _word("end"))
SECTION, OFFICIAL = Column("Section", "left", _section), Column("Official", "right", _word("official"))
BEFORE, AFTER = (
    Column("Before", "right", _rating("before", "games_before")),
    Column("After", "right", _rating("after", "games_after")),
)
CHANGE = Column("Change", "right", _signed)

STANDINGS = (
    MEMBER,
    NAME,
    SYSTEM,
    Column("Rating", "right", _rating("rating", "games")),
    OFFICIAL,
    Column("Peak", "right", lambda row: "" if row["peak"] is None else f"{row['peak']:.2f}"),
    Column("Last rated", "left", _word("last")),
)
RESULTS = (
    SECTION,
    SYSTEM,
    END,
    Column("Before", "right", _rating("pre", "pre_games")),
    Column("After", "right", _rating("post", "games")),
    Column("Change", "right", _moved),
    OFFICIAL,
)
MOVED = (
    MEMBER,
    NAME,
    SYSTEM,
    BEFORE,
    AFTER,
    CHANGE,
    OFFICIAL._replace(text=lambda row: "" if row["after"] is None else str(official(row["after"]))),
)
STEPS = (
    END,
    Column("Section", "left", lambda row: f"{_section(row)} {row['system']}"),
    MEMBER,
    AFTER._replace(text=lambda row: "gone" if row["vanished"] else AFTER.text(row)),
    CHANGE,
    Column("How", "left", _cause),
)
CORRECTIONS = (
    Column("Recorded", "left", lambda row: row["recorded"][:16].replace("T", " ")),
    Column("Fact", "left", _word("fact")),
    Column("Of", "left", _word("of")),
    Column("What", "left", _word("what")),
)


def print_frame(frame: pl.DataFrame, title: str, columns: Sequence[Column], top: int) -> None:
    """The first lines of a table, for a reader; nothing is cut off but what is said."""
    from arpad.cli.tables import console, print_table

    rows = [[column.text(row) for column in columns] for row in frame.head(top).iter_rows(named=True)]
    print_table(console(), title, [(column.heading, column.side) for column in columns], rows)
    if frame.height > top:
        typer.echo(f"... and {frame.height - top:,} more (--top, --out, --json)")


def print_json(head: Mapping[str, Any], **frames: pl.DataFrame) -> None:
    """One JSON object: what is asked, and whole tables as lists of rows."""
    sys.stdout.write(json.dumps(head, allow_nan=False)[:-1])
    for name, frame in frames.items():
        sys.stdout.write(f', "{name}": {frame.write_json()}')
    sys.stdout.write("}\n")


def law_of(history: History) -> dict[str, Any]:
    """The law that a history was rated by, as `arpad-rated/1` has it, and the numbers that were set."""
    from arpad.rules.rulebook import plain

    choice, of = history.rated.of_law.choice, history.rated.of_law.law
    named = {"edition": choice.edition} if choice.edition else {"known": choice.known or of.newest}
    rules = {name: str(value) for name, value in named.items()}
    if choice.edition is None:
        rules["profile"] = choice.profile.value
    return {"rules": rules, "set": {name: plain(value) for name, value in history.rated.variant.items()}}


FORMS = (".parquet", ".arrow", ".csv", ".json")
"""What the name of a file may end in; the table goes into it in that form."""


def check_out(out: Path | None) -> None:
    """Refuse a file that no table can go to, before anything is worked out."""
    if out is None:
        return
    if out.suffix not in FORMS:
        fail(f"{out}: a table goes to a file named {', '.join('*' + form for form in FORMS)}")
    if out.is_dir():
        fail(f"{out}: this is a folder; name a file")
    if not out.parent.is_dir():
        fail(f"{out}: there is no folder {out.parent}; make it first")


def write_frame(frame: pl.DataFrame, out: Path) -> None:
    """Write a table whole or not at all; its form goes by the name."""
    from polars.exceptions import PanicException, PolarsError

    writers: dict[str, Callable[[Path], Any]] = {
        ".parquet": frame.write_parquet,
        ".arrow": frame.write_ipc,
        ".csv": frame.write_csv,
        ".json": frame.write_json,
    }
    half = out.with_name(f".{out.name}.writing")
    try:
        writers[out.suffix](half)
        half.replace(out)
    except (OSError, PolarsError, PanicException) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else str(error).splitlines()[0]
        fail(f"{out}: cannot be written: {re.sub(r' [(]os error.*', '', said)}")
    finally:
        half.unlink(missing_ok=True)
    typer.echo(f"{out}: {frame.height:,} lines", err=True)
