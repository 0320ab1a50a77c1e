"""What the commands of a history share: folders, options, progress, and how a frame is shown or written."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.options import fail
from arpad.rules.problem import LawError

if TYPE_CHECKING:
    import polars as pl

    from arpad.history import History

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the history.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Write a table: .parquet, .arrow, .csv or .json, by the name."),
]
Threads = Annotated[int, typer.Option(min=1, max=64, help="Processors to use; the bits are the same.")]
Variant = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Another value for a number of the law, on every day."),
]
Replace = Annotated[bool, typer.Option("--replace", help="Write over the history that is in the folder.")]
Top = Annotated[int, typer.Option(min=1, help="How many lines to print; --out and --json have all.")]


@contextmanager
def complaining() -> Iterator[None]:
    """One clear line, and the exit code of bad input, for whatever a history refuses."""
    try:
        from arpad.history import HistoryError, Stopped
        from arpad.kernel.compiled import HAS_NUMBA
        from arpad.kernel.sources import cache_folder
    except ImportError as error:
        fail(f"{error.name} is not installed: `arpad history` needs the extra: pip install 'arpad[history]'")
    if HAS_NUMBA and not cache_folder("kernel").exists():
        typer.echo("arpad: compiling the kernel, once for this version: a minute or so", err=True)
    try:
        yield
    except (HistoryError, LawError) as error:
        fail(str(error))
    except ValueError as error:
        fail(str(error))
    except (KeyboardInterrupt, Stopped):
        fail("stopped; nothing was written")


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], bool]]:
    """A bar on a terminal's standard error; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _done, _of: True
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task(what, total=None)

        def tell(done: int, of: int) -> bool:
            bar.update(task, completed=done, total=of)
            return True

        yield tell


def opened(folder: Path) -> History:
    """The rated history of a folder."""
    from arpad.history import History

    return History.open(folder)


def write_frame(frame: pl.DataFrame, out: Path) -> None:
    """Write a table whole or not at all; its form goes by the name."""
    writers: dict[str, Callable[[Path], Any]] = {
        ".parquet": frame.write_parquet,
        ".arrow": frame.write_ipc,
        ".csv": frame.write_csv,
        ".json": frame.write_json,
    }
    if out.suffix not in writers:
        fail(f"{out}: a table goes to a file named {', '.join('*' + suffix for suffix in writers)}")
    half = out.with_name(f".{out.name}.writing")
    try:
        writers[out.suffix](half)
        half.replace(out)
    except OSError as error:
        fail(f"{out}: cannot be written: {error.strerror or error}")
    finally:
        half.unlink(missing_ok=True)


def show_frame(frame: pl.DataFrame, title: str, *, top: int, as_json: bool, out: Path | None) -> None:
    """A table as lines for a reader, as JSON, or into a file."""
    if out is not None:
        write_frame(frame, out)
        typer.echo(f"{frame.height:,} lines in {out}", err=True)
        return
    if as_json:
        sys.stdout.write(frame.write_json() + "\n")
        return
    from arpad.cli.tables import console, print_table

    shown = frame.head(top)
    sides = [(name, "right" if dtype.is_numeric() else "left") for name, dtype in frame.schema.items()]
    print_table(console(), title, sides, [[_cell(value) for value in line] for line in shown.iter_rows()])
    if shown.height < frame.height:
        typer.echo(f"... and {frame.height - shown.height:,} more (--top, --out, --json)")


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def month(text: str) -> date:
    """The month of a list, as an option."""
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a month like 2025-03") from None


def numbers_of(variant: list[str] | None) -> dict[str, Any]:
    """Numbers of the law and their other values, from ``NAME=VALUE``."""
    return dict(_number(text) for text in variant or [])


def _number(text: str) -> tuple[str, Any]:
    """A number of the law and its other value."""
    name, sign, value = text.partition("=")
    if not sign:
        fail(f"--set {text}: write NAME=VALUE; `arpad rules show` lists the names")
    try:
        return name.strip(), json.loads(value)
    except ValueError:
        return name.strip(), value.strip()
