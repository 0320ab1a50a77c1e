"""What the commands of a history share: their options, how they complain, how they say how far they are."""

from __future__ import annotations

import json
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.options import complain, fail
from arpad.rules.law import law
from arpad.rules.problem import LawError
from arpad.rules.rulebook import READERS
from arpad.rules.vocabulary import System

if TYPE_CHECKING:
    from arpad.history import History

LARGEST = 10_000
"""The most that a number of the law can be set to: with more the formulas make no ratings."""

INTERRUPTED = 130
"""Exit code for a run that somebody stopped."""

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the history.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Write the whole table to *.parquet, *.arrow, *.csv or *.json"),
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
    except ImportError as error:
        fail(f"{error.name} is not installed: `arpad history` needs the extra: pip install 'arpad[history]'")
    try:
        yield
    except (HistoryError, LawError) as error:
        fail(str(error))
    except MemoryError:
        fail("there is not enough memory for that")
    except OSError as error:
        if error.filename is None:  # it is the output that cannot be written
            raise
        fail(f"{error.filename}: cannot be used: {error.strerror or error}")
    except (KeyboardInterrupt, Stopped):
        complain("stopped; nothing is half written")
        raise typer.Exit(INTERRUPTED) from None


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], bool]]:
    """A bar on a terminal's standard error; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _done, _of: True
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
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


@contextmanager
def rating(what: str = "rating") -> Iterator[Callable[[int, int], bool]]:
    """The bar of a command that rates; it says first what may take longer than one would think."""
    from arpad.kernel.compiled import HAS_NUMBA
    from arpad.kernel.sources import cache_folder

    if not HAS_NUMBA:
        complain("rating without compiled code: the same bits, a hundred times slower")
    elif not any(cache_folder("kernel").glob("arpad.kernel.work.*")):
        complain("compiling the kernel, once for this version: a minute or so")
    with _interruptible() as interrupted, progress(what) as tell:
        yield lambda done, of: tell(done, of) and not interrupted()


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Whether somebody asked to stop: where the compiler swallows an interrupt, the run stops as soon as it can."""
    asked: list[int] = []
    if current_thread() is not main_thread():  # signals come to the main thread alone
        yield lambda: False
        return
    unraisable = sys.unraisablehook

    def interrupt(number: int, _frame: object) -> None:
        asked.append(number)
        raise KeyboardInterrupt

    def quiet(lost: sys.UnraisableHookArgs) -> None:
        if not isinstance(lost.exc_value, KeyboardInterrupt):
            unraisable(lost)

    before = signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = quiet
    try:
        yield lambda: bool(asked)
    finally:
        sys.unraisablehook = unraisable
        signal.signal(signal.SIGINT, before)


def opened(folder: Path) -> History:
    """The rated history of a folder."""
    from arpad.history import History

    return History.open(folder)


def month(text: str) -> date:
    """The month of a list, as an option."""
    found = re.fullmatch(r"(19|20|21)\d\d-(0[1-9]|1[0-2])", text, re.ASCII)
    if found is None:
        raise typer.BadParameter(f"{text!r} is not a month like 2025-03")
    return date.fromisoformat(f"{text}-01")


def numbers_of(variant: list[str] | None) -> dict[str, Any]:
    """Numbers of the law and their other values, from ``NAME=VALUE``."""
    found: dict[str, Any] = {}
    for text in variant or []:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign:
            fail(f"--set {text}: write NAME=VALUE; `arpad rules show` lists the names")
        if name not in READERS:
            fail(f"--set {text}: no number of the law is called {name!r}; `arpad rules show` lists them")
        if name in found:
            fail(f"--set {text}: {name} is set already; keep one of the two")
        found[name] = _value(text, name, value)
    return found


def _value(text: str, name: str, value: str) -> Any:
    """The value that a number of the law is to have, as JSON, or a word."""
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        found = value
    try:
        READERS[name](found)
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError) as error:
        now = law().by_edition(System.OTBR, law().newest).numbers[name]
        why = "the form is another" if isinstance(now, dict | list) else str(error)
        fail(f"--set {text}: {why}; by the newest edition it is {json.dumps(now)}")
    least = -LARGEST if isinstance(found, dict | list) else 0
    if not all(least <= number <= LARGEST for number in _numbers(found)):
        fail(f"--set {text}: wanted are numbers from {least:,} to {LARGEST:,}")
    return found


def _numbers(value: Any) -> Iterator[float]:
    """All numbers in a JSON value."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _numbers(inner)
    elif isinstance(value, float | int):
        yield value
