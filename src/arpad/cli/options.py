"""What several commands share: the options that choose a law, the files they read, how they complain and end."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from errno import EBADF
from pathlib import Path
from typing import Annotated, BinaryIO, NoReturn

import typer

from arpad.formats.json_text import LARGEST
from arpad.rules.problem import Problem, printable
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
    """Where a document comes from: a file, or standard input where there is no path."""

    path: Path | None

    @property
    def name(self) -> str:
        """How messages call it."""
        return "standard input" if self.path is None else str(self.path)

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Its bytes as a stream; OSError when they cannot be had."""
        if self.path is not None:
            with self.path.open("rb") as stream:
                yield stream
        elif sys.stdin is None:
            raise OSError(EBADF, "standard input is closed")
        else:
            yield sys.stdin.buffer


def source(file: str) -> Source:
    """A file, or standard input for ``-``."""
    return Source(None if file == "-" else Path(file))


def sources(files: list[str] | None) -> list[Source]:
    """The files of a command line; standard input when there are none and it is not a terminal."""
    if not files:
        if sys.stdin is not None and sys.stdin.isatty():
            raise typer.BadParameter("name a file, or - for standard input")
        files = ["-"]
    return [source(file) for file in files]


def content(of: Source) -> bytes | None:
    """The bytes of a source, as many as a document may have and one more; None after saying why not."""
    try:
        with of.open() as stream:
            return stream.read(LARGEST + 1)
    except OSError as error:
        cannot_be_read(of, error)
        return None


def cannot_be_read(of: Source, error: OSError) -> None:
    """Say why a source cannot be read."""
    complain(f"{of.name}: cannot be read: {error.strerror or error}")


def complain(message: str) -> None:
    """One line on standard error."""
    sys.stderr.write(f"arpad: {printable(message)}\n")


def complain_of(name: str, problems: list[Problem]) -> None:
    """Every problem of a source, one a line."""
    for problem in problems:
        complain(f"{name}: {problem}")


def fail(message: str) -> NoReturn:
    """Say why, and end with the exit code of bad input."""
    complain(message)
    raise typer.Exit(BAD_INPUT)
