"""Classes for the tests of fit: from files, from the book's tables and pools; and what a distribution expects there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import isinf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.elo.crosstables import bytes_of
from arpad.cli.elo.shared import numbers, points
from arpad.cli.options import fail

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.rules.elo.histograms import Histogram


class Fit(StrEnum):
    """The tests against expected frequencies that 8.96 prints."""

    US_OPEN_1976 = "us-open-1976"
    PAIRINGS_1961_64 = "pairings-1961-64"
    USCF_1983 = "uscf-1983-fit"
    LARGE_SWISSES = "large-swisses"
    BELGIUM_1983 = "belgium-1983"


class Pool(StrEnum):
    """The distributions of ratings of 7.33 and 7.38."""

    USCF_1976 = "uscf-1976"
    USCF_1976_ESTABLISHED = "uscf-1976-established"
    BELGIUM_1975 = "belgium-1975"
    USCF_1983 = "uscf-1983"
    USCF_1983_ESTABLISHED = "uscf-1983-established"


class Model(StrEnum):
    """What a distribution may be tested against."""

    NORMAL = "normal"
    MAXWELL_BOLTZMANN = "maxwell-boltzmann"


ClassesFile = Annotated[
    str | None, typer.Argument(metavar="FILE", help="CSV of classes (see below); - for standard input.")
]
PoolOption = Annotated[Pool | None, typer.Option(help="Instead: a pool of 7.33 or 7.38, with --against.")]
Against = Annotated[Model | None, typer.Option(help="Work the expected frequencies out from this distribution.")]
Mean = Annotated[float | None, typer.Option(help="Its mean; default: that of the classes.")]
Sigma = Annotated[float | None, typer.Option("--sd", help="Its standard deviation; default: that of the classes.")]
Zero = Annotated[float | None, typer.Option(help="Of maxwell-boltzmann: the zero point, with the mean.")]
Of = Annotated[float | None, typer.Option(help="How many there are, where the classes hold shares or percentages.")]


@dataclass(frozen=True, slots=True)
class Classes:
    """Classes with what was observed in each, and what was expected, where that was given.

    Attributes:
        title: what they are.
        labels: what each is called.
        observed: how many there are in each.
        expected: how many there should be; None where a distribution is to say.
        histogram: with their limits; None where they have none.
    """

    title: str
    labels: tuple[str, ...]
    observed: tuple[float, ...]
    expected: tuple[float, ...] | None
    histogram: Histogram | None


def asked(
    file: str | None,
    example: Fit | None,
    pool: Pool | None,
    observed: str | None,
    expected: str | None,
) -> Classes:
    """The classes from the one place that was named."""
    if sum(source is not None for source in (file, example, pool, observed)) != 1:
        fail("name one of: a file, an example, --pool, --observed")
    if (expected is not None) != (observed is not None):
        fail("--observed and --expected belong together")
    if pool is not None:
        return _of_pool(pool)
    if example is not None:
        return _of_example(example)
    if observed is not None:
        counts, wanted = numbers(observed), numbers(expected or "")
        return Classes("Frequencies", tuple(str(at + 1) for at in range(len(counts))), counts, wanted, None)
    return _of_file(file or "-")


def _of_file(file: str) -> Classes:
    from arpad.formats.figures import decode
    from arpad.rules.elo.histograms import histogram

    raw, name = bytes_of(file)
    found = decode(raw, needed=("observed",), allowed=("from", "to", "expected"))
    counts = found.full("observed")
    expected = found.full("expected") if "expected" in found.columns else None
    if "from" not in found.columns:
        return Classes(name, tuple(str(at + 1) for at in range(len(counts))), counts, expected, None)
    lows = found.columns["from"]
    ends: tuple[float | None, ...] = found.columns.get("to", (None,) * len(lows))
    for line, end, low in zip(found.lines, ends, lows[1:], strict=False):
        if end is not None and end != low:
            fail(f"{name}: {line}: a class ends at {end:g}, but the next begins at {points(low, 6)}")
    grouped = histogram([*lows, ends[-1]], counts)
    return Classes(name, _labels(grouped), counts, expected, grouped)


def _of_example(example: Fit) -> Classes:
    from arpad.datasets import load

    data = load(example.value)
    rows = data.as_printed()
    labels = tuple(str(getattr(row, "classes", None) or f"{row.lowest}-{row.highest}") for row in rows)
    return Classes(
        data.title,
        labels,
        tuple(float(row.observed) for row in rows),
        tuple(float(row.expected) for row in rows),
        None,
    )


COLUMNS = {
    Pool.USCF_1976: ("all_percent", "all"),
    Pool.USCF_1976_ESTABLISHED: ("established_percent", "est"),
    Pool.BELGIUM_1975: ("belgium_percent", "bel"),
    Pool.USCF_1983: ("all_players", "all"),
    Pool.USCF_1983_ESTABLISHED: ("established_players", "est"),
}
"""Where the figures of each pool stand."""


def _of_pool(pool: Pool) -> Classes:
    from arpad.datasets import distribution_1983, distributions_1977
    from arpad.rules.elo.histograms import histogram

    column, _ = COLUMNS[pool]
    of_1983 = pool in {Pool.USCF_1983, Pool.USCF_1983_ESTABLISHED}
    rows: list[Any] = list(distribution_1983().rows if of_1983 else distributions_1977().rows)
    rows = [row for row in rows if getattr(row, column) is not None]
    last = None if rows[-1].highest is None else rows[-1].highest + 1.0
    counts = tuple(float(getattr(row, column)) for row in rows)
    if not of_1983:
        n = distributions_1977().facts["summary"][COLUMNS[pool][1]]["n"]
        counts = tuple(n * percent / 100.0 for percent in counts)
    grouped = histogram([*(row.lowest for row in rows), last], counts)
    return Classes(pool.value, _labels(grouped), counts, None, grouped)


def _labels(grouped: Histogram) -> tuple[str, ...]:
    return tuple(_span(low, high) for low, high in pairwise(grouped.edges))


def _span(low: float, high: float) -> str:
    if isinf(low):
        return f"below {points(high, 6)}"
    if isinf(high):
        return f"from {points(low, 6)}"
    return f"{points(low, 6)} to {points(high, 6)}"


def label(classes: Classes, members: tuple[int, int]) -> str:
    """What neighbours that were pooled are called together."""
    first, last = members
    if classes.histogram is not None:
        return _span(classes.histogram.edges[first], classes.histogram.edges[last + 1])
    return classes.labels[first] if first == last else f"{classes.labels[first]} ... {classes.labels[last]}"


def shares_below(
    classes: Classes,
    total: float,
    against: Model,
    mean: float | None,
    sd: float | None,
    zero: float | None,
    steps: float | None = None,
) -> Callable[[float], float]:
    """The share below a value in the distribution asked for."""
    from arpad.rules.elo.maxwell_boltzmann import from_average, from_moments
    from arpad.rules.elo.moments import grouped_moments
    from arpad.rules.elo.normal import area_below

    if classes.histogram is None:
        fail("the limits of the classes are needed: a column from")
    if mean is None or (sd is None and zero is None):
        same = classes.histogram.width is not None
        taken = grouped_moments(classes.histogram, of=total, sheppard_correction=same)
        mean = taken.mean if mean is None else mean
        sd = taken.deviation if sd is None else sd
    if against is Model.NORMAL:
        if zero is not None or steps is not None:
            fail("--zero and --steps are for maxwell-boltzmann")
        spread = _positive(sd)
        centre = mean
        return lambda value: area_below((value - centre) / spread)
    model = from_moments(mean, _positive(sd)) if zero is None else from_average(mean, zero)
    if steps is None:
        return model.below
    step = steps
    return lambda value: model.below_by_steps(value, step)


def _positive(sd: float | None) -> float:
    from arpad.rules.elo.checks import positive

    return positive(sd or 0.0, "sd")


def total_of(classes: Classes, of: float | None) -> float:
    """How many there are: as stated, else as the classes add up."""
    from arpad.rules.elo.checks import positive

    return sum(classes.observed) if of is None else positive(of, "of")


def frequencies(classes: Classes, below: Callable[[float], float], total: float) -> tuple[float, ...]:
    """What a distribution expects in each class, the outer ones open."""
    edges = () if classes.histogram is None else classes.histogram.edges[1:-1]
    marks = [0.0, *(below(edge) for edge in edges), 1.0]
    return tuple(total * (high - low) for low, high in pairwise(marks))


def table_9_17() -> tuple[str, list[float], list[float], list[float], int]:
    """The title, places, observed and expected shares of 9.17, and the number of players."""
    from arpad.datasets import kolmogorov_smirnov as table

    data = table()
    rows = [row for row in data.rows if row.up_to is not None]
    return (
        data.title,
        [float(row.up_to or 0) for row in rows],
        [row.observed for row in rows],
        [row.expected for row in rows],
        int(data.facts["players"]),
    )
