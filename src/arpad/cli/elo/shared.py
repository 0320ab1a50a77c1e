"""What the commands of Elo's system share: its options, lists of numbers, files of players, charts, complaints."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.options import BAD_INPUT, content, fail, source

if TYPE_CHECKING:
    import altair as alt

    from arpad.rules.elo.conventions import Convention
    from arpad.rules.elo.expectancy import Expectancy
    from arpad.rules.elo.round_robin import Entrant


class Function(StrEnum):
    """The percentage expectancy functions by name, as `arpad.rules.elo.expectancy.BY_NAME` has them."""

    NORMAL = "normal"
    LOGISTIC = "logistic"
    LINEAR = "linear"
    TABLE_2_11 = "table-2.11"
    TABLE_8_46 = "table-8.46"


FunctionOption = Annotated[Function | None, typer.Option("--function", help="The expectancy; default: normal.")]
Printed = Annotated[
    bool,
    typer.Option("--printed", help="As the book works by hand: table 2.11, P to two places, means to whole points."),
]
ChartOption = Annotated[
    Path | None, typer.Option("--chart", metavar="FILE", help="Draw it: .svg or .png, by the name.")
]

UNRATED = {"", "-", "unrated"}
"""How a player without a rating may be written."""


@contextmanager
def complaining() -> Iterator[None]:
    """One clear line, and the exit code of bad input, for whatever Elo's system refuses."""
    from arpad.rules.elo.error import EloError

    try:
        yield
    except EloError as error:
        fail(str(error))


def expectancy_named(function: Function | None, *, printed: bool = False) -> Expectancy:
    """The expectancy that was asked for."""
    from arpad.rules.elo.expectancy import BY_NAME

    return BY_NAME[function or (Function.TABLE_2_11 if printed else Function.NORMAL)]


def convention_of(function: Function | None, *, printed: bool) -> Convention:
    """The expectancy that was asked for, and whether to round as the book does."""
    from arpad.rules.elo.conventions import Convention

    return Convention(expectancy_named(function, printed=printed), rounded=printed)


def number(text: str) -> float:
    """A number of an option or a cell.

    >>> number("2635"), number(" -70.5 ")
    (2635.0, -70.5)
    """
    if not re.fullmatch(r"\s*[+-]?(\d{1,12}(\.\d{0,12})?|\.\d{1,12})\s*", text, re.ASCII):
        raise typer.BadParameter(f"{text.strip()!r} is not a number")
    return float(text)


def numbers(text: str) -> tuple[float, ...]:
    """Numbers in a list: ``2600,2555`` or with spaces.

    >>> numbers("2600, 2555 2575")
    (2600.0, 2555.0, 2575.0)
    """
    return tuple(number(word) for word in re.split(r"[,\s]+", text.strip()) if word)


def rating(text: str) -> float | None:
    """A rating, or None for somebody unrated.

    >>> rating("2635"), rating("unrated")
    (2635.0, None)
    """
    return None if text.strip().lower() in UNRATED else number(text)


def entrants_of(file: str) -> list[Entrant]:
    """The participants of a round robin, from a file or standard input."""
    from arpad.formats.round_robin_table import decode
    from arpad.rules.elo.error import EloError

    of = source(file)
    raw = content(of)
    if raw is None:
        raise typer.Exit(BAD_INPUT)
    try:
        return decode(raw)
    except EloError as error:
        fail(f"{of.name}: {error}")


def points(value: float | None, places: int = 1) -> str:
    """A rating or a score in a table, without needless zeros; nothing where there is none.

    >>> points(2676.0), points(139.6875, 2), points(None)
    ('2676', '139.69', '')
    """
    text = fixed(value, places)
    return text.rstrip("0").rstrip(".") if "." in text else text


def fixed(value: float | None, places: int = 2) -> str:
    """A number in a table to so many places; nothing where there is none.

    >>> fixed(9.6), fixed(0.7, 3), fixed(None)
    ('9.60', '0.700', '')
    """
    return "" if value is None else f"{value:.{places}f}"


def signed(value: float | None) -> str:
    """A change in a table, with its sign.

    >>> signed(8.4), signed(-68.04), signed(None)
    ('+8.40', '-68.04', '')
    """
    return "" if value is None else f"{value:+.2f}"


def print_json(found: dict[str, Any]) -> None:
    """An answer on standard output, as JSON with every digit."""
    sys.stdout.write(json.dumps(found, indent=1, ensure_ascii=False) + "\n")


def draw(path: Path | None, make: Callable[[], alt.TopLevelMixin]) -> None:
    """Write a chart, where one was asked for."""
    if path is None:
        return
    try:
        from arpad.charts.writing import write_chart

        write_chart(make(), path)
    except ImportError as error:
        fail(f"{error.name} is not installed: --chart needs the extra: pip install 'arpad[charts]'")
    except (OSError, ValueError) as error:
        fail(f"{path}: {getattr(error, 'strerror', None) or error}")
