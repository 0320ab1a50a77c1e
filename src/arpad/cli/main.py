"""The `arpad` command: its subcommands, and how it ends."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

from arpad.cli import elo, estimate, history, rate, rules, schema
from arpad.cli.options import BAD_INPUT, complain

app = typer.Typer(
    name="arpad",
    help="The US Chess rating system, and Arpad Elo's own, as dated, explained and proven code.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
app.command("rate")(rate.rate)
app.command("explain")(rate.explain)
app.command("estimate")(estimate.estimate)
app.command("schema")(schema.schema)
app.add_typer(rules.app, name="rules")
app.add_typer(history.app, name="history")
app.add_typer(elo.app, name="elo")


def _version(wanted: bool) -> None:
    if wanted:
        from arpad import __version__

        typer.echo(f"arpad {__version__}")
        raise typer.Exit


@app.callback()
def _arpad(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """The US Chess rating system, and Arpad Elo's own, as dated, explained and proven code."""


def main() -> None:
    """Run the command; what a stream cannot write is written as an escape, not lost in an error."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # it was closed: nobody wants to read
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 as long as we live
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is written nowhere
        if not isinstance(error, BrokenPipeError):  # a reader who leaves is no error
            complain(f"{error.filename or 'standard output'}: cannot be written: {error.strerror or error}")
        sys.exit(BAD_INPUT)
