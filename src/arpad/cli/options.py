"""What several commands share: the options that choose a law, the files they read, how they complain and end."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from arpad.formats.json_text import LARGEST
from arpad.rules.problem import Problem
from arpad.rules.vocabulary import Profile, System

BAD_INPUT = 2
"""Exit code for input or options that cannot be used; 0 is success."""


def day(text: str) -> date:
    """A date option."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a date like 2025-03-01") from None


Edition = Annotated[
    date | None,
    typer.Option(parser=day, metavar="DATE", help="Rate by the text of this edition, whatever the day."),
]
Known = Annotated[
    date | None,
    typer.Option(parser=day, metavar="DATE", help="By date, with what was known up to this edition."),
]
ProfileOption = Annotated[
    Profile | None,
    typer.Option(help="By date: which day of a section decides (specified: start; practised: end)."),
]
SystemOption = Annotated[System | None, typer.Option(help="Only this rating system.", case_sensitive=False)]
AsJson = Annotated[bool, typer.Option("--json", help="JSON on standard output.")]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a document comes from, for reading and for messages."""

    name: str
    read: Callable[[], bytes]


def source(file: str) -> Source:
    """A file, or standard input for ``-``."""
    if file == "-":
        return Source("standard input", lambda: sys.stdin.buffer.read(LARGEST + 1))
    return Source(file, lambda: _first_bytes(Path(file)))


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(LARGEST + 1)


def sources(files: list[str] | None) -> list[Source]:
    """The files of a command line; standard input when there are none and it is not a terminal."""
    if not files:
        if sys.stdin.isatty():
            raise typer.BadParameter("name a file, or - for standard input")
        files = ["-"]
    return [source(file) for file in files]


def content(of: Source) -> bytes | None:
    """The bytes of a source; None after saying why not."""
    try:
        return of.read()
    except OSError as error:
        complain(f"{of.name}: cannot be read: {error.strerror or error}")
        return None


def complain(message: str) -> None:
    """One line on standard error."""
    sys.stderr.write(f"arpad: {printable(message)}\n")


def printable(text: str) -> str:
    """Text without anything that would move a terminal's cursor or that cannot be written."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def complain_of(of: Source, problems: list[Problem]) -> None:
    """Every problem of a source, one a line."""
    for problem in problems:
        complain(f"{of.name}: {problem}")


def fail(message: str) -> NoReturn:
    """Say why, and end with the exit code of bad input."""
    complain(message)
    raise typer.Exit(BAD_INPUT)
