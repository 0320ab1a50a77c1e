"""`arpad elo test`: scores against expectations, one by one and all together; fits in `fitting`."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.elo.crosstables import bytes_of
from arpad.cli.elo.fitting import chi_square, kolmogorov_smirnov
from arpad.cli.elo.shared import (
    ChartOption,
    FunctionOption,
    complaining,
    draw,
    expectancy_named,
    fixed,
    points,
    print_json,
    signed,
)
from arpad.cli.options import AsJson, fail

if TYPE_CHECKING:
    from arpad.rules.elo.comparisons import Comparison, ComparisonReport

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Statistical tests: exceptional scores, scores against expectations, fits of distributions.",
)

LISTED = 20
"""So many rows are listed whole; of more only those outside the standard deviation."""


@app.command("zm")
def exceptional(
    score: Annotated[float, typer.Argument(help="W, the score.")],
    expected: Annotated[float, typer.Argument(help="W_e, the expected score.")],
    games: Annotated[float, typer.Argument(help="N, the games.")],
    *,
    level: Annotated[float, typer.Option(help="How rarely chance may do it; the book: .10, .05 or .01.")] = 0.05,
    printed: Annotated[bool, typer.Option("--printed", help="By table 3.64, rounded as there.")] = False,
    as_json: AsJson = False,
) -> None:
    """The z-M test: does a score exceed its expectation by more than chance explains (3.63)?

    \b
    Examples:
      arpad elo test zm 7 4.54 9 --printed           3.64: 2.46 points in nine rounds
      arpad elo test zm 10.03 6 12 --level .01       4.03 points in twelve
    """
    with complaining():
        from arpad.rules.elo.exceptional import exceptional_test

        found = exceptional_test(score, expected, games, level=level, as_printed=printed)
    fields = {name: getattr(found, name) for name in found.__dataclass_fields__}
    if as_json:
        print_json(fields)
        return
    from arpad.cli.tables import console, print_table

    out = console()
    print_table(
        out,
        "The z-M test",
        [("What", "left"), ("Value", "right")],
        [
            ("Excess W - W_e", signed(found.excess)),
            ("In standard deviations", fixed(found.z)),
            ("Chance of as much or more", fixed(found.probability, 4)),
            (f"Least exceptional at {points(level, 4)}", fixed(found.critical)),
        ],
    )
    out.print("Exceptional." if found.exceptional else "Not exceptional.")


class ScoresExample(StrEnum):
    """The comparisons of the book."""

    MATCHES = "matches"
    WIJK_AAN_ZEE = "wijk-aan-zee-1975"


@app.command("scores")
def scores(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="CSV of name, games, score, and expected or difference.")
    ] = None,
    *,
    example: Annotated[ScoresExample | None, typer.Option(help="Instead: 5.55 or 2.64.")] = None,
    sigma: Annotated[float | None, typer.Option(help="One standard deviation for all; default: each its own.")] = None,
    error: Annotated[float | None, typer.Option(help="One probable error for all; default: .6745 sigma.")] = None,
    function: FunctionOption = None,
    as_json: AsJson = False,
    chart: ChartOption = None,
) -> None:
    """Scores against expectations: how many lie outside the probable error and the standard deviation (2.6, 5.55)?

    A column "expected" holds W_e; instead a column "difference" may hold the rating difference D. Half of all scores
    lie outside the probable error by chance, a third outside the standard deviation.

    \b
    Examples:
      arpad elo test scores --example matches                                    5.55: 9 of 114
      arpad elo test scores --example wijk-aan-zee-1975 --sigma 1.91 --error 1.27    2.64
      arpad elo test scores results.csv --function logistic --chart results.svg
    """
    if (file is None) == (example is None):
        fail("name a file, or --example: one of the two")
    with complaining():
        from arpad.rules.elo.comparisons import compare

        rows = _of_example(example) if example is not None else _of_file(file or "-", expectancy_named(function))
        report = compare(rows, sigma=sigma, error=error)
    draw(chart, lambda: _chart(report))
    if as_json:
        print_json(_document(report))
        return
    _print(report)


def _of_example(example: ScoresExample) -> list[Comparison]:
    from arpad import datasets
    from arpad.rules.elo.comparisons import comparison

    if example is ScoresExample.MATCHES:
        return [
            comparison(f"{row.years} {row.higher}-{row.lower}", row.score, row.expected, row.games, sigma=row.sigma)
            for row in datasets.matches().rows
        ]
    return [comparison(row.player, row.score, row.expected, 15.0) for row in datasets.wijk_aan_zee_1975().rows]


def _of_file(file: str, expectancy: Any) -> list[Comparison]:
    from arpad.formats.figures import decode
    from arpad.rules.elo.comparisons import comparison
    from arpad.rules.elo.error import refuse

    raw, name = bytes_of(file)
    found = decode(raw, text="name", needed=("games", "score"), allowed=("expected", "difference"))
    if ("expected" in found.columns) == ("difference" in found.columns):
        raise refuse("column-missing", name, "expected scores or rating differences", "name one column of the two")
    games, made = found.full("games"), found.full("score")
    if "expected" in found.columns:
        expected = found.full("expected")
    else:
        pairs = zip(games, found.full("difference"), strict=True)
        expected = tuple(n * expectancy.probability(d) for n, d in pairs)
    return [comparison(name, w, e, n) for name, w, e, n in zip(found.names, made, expected, games, strict=True)]


def _sigma(report: ComparisonReport, row: Comparison) -> float:
    return row.sigma if report.sigma is None else report.sigma


def _document(report: ComparisonReport) -> dict[str, Any]:
    return {
        "rows": [
            {
                "name": row.name,
                "score": row.score,
                "expected": row.expected,
                "excess": row.excess,
                "sigma": _sigma(report, row),
            }
            for row in report.rows
        ],
        "counts": [
            {"beyond": beyond.limit, "found": beyond.found, "expected": beyond.expected} for beyond in report.counts
        ],
        "index": report.index,
    }


def _print(report: ComparisonReport) -> None:
    from arpad.cli.tables import console, print_table

    out = console()
    whole = len(report.rows) <= LISTED
    rows = [row for row in report.rows if whole or row.exceeds(_sigma(report, row))]
    print_table(
        out,
        f"{len(report.rows)} scores" + ("" if whole else "; those outside the standard deviation"),
        [("Name", "left"), ("W", "right"), ("W_e", "right"), ("W - W_e", "right"), ("sigma", "right")],
        [
            (row.name, points(row.score, 2), fixed(row.expected), signed(row.excess), fixed(_sigma(report, row)))
            for row in rows
        ],
    )
    out.print()
    print_table(
        out,
        "Outside the limits",
        [("Limit", "left"), ("Found", "right"), ("By chance", "right")],
        [(beyond.limit, str(beyond.found), fixed(beyond.expected, 1)) for beyond in report.counts],
    )


def _chart(report: ComparisonReport) -> Any:
    from arpad.charts.careers import match_deviations

    return match_deviations([(row.name, row.excess, _sigma(report, row)) for row in report.rows])


app.command("chi-square")(chi_square)
app.command("ks")(kolmogorov_smirnov)
