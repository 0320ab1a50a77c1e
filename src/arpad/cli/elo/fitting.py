"""`arpad elo test chi-square` and `ks`: does a distribution fit?"""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.elo.classes import (
    Against,
    ClassesFile,
    Fit,
    Mean,
    Of,
    PoolOption,
    Sigma,
    Zero,
    asked,
    frequencies,
    label,
    shares_below,
    table_9_17,
    total_of,
)
from arpad.cli.elo.likeliest import lab_needed
from arpad.cli.elo.shared import ChartOption, complaining, draw, fixed, points, print_json
from arpad.cli.options import AsJson, fail

if TYPE_CHECKING:
    from arpad.lab.fit_tests import ChiSquareTest, KolmogorovSmirnovTest


def chi_square(
    file: ClassesFile = None,
    *,
    example: Annotated[Fit | None, typer.Option(help="Instead: a table of 8.96.")] = None,
    pool: PoolOption = None,
    observed: Annotated[str | None, typer.Option(metavar="LIST", help='Instead: "9 51 137", with --expected.')] = None,
    expected: Annotated[str | None, typer.Option(metavar="LIST", help="Expected frequencies.")] = None,
    against: Against = None,
    mean: Mean = None,
    sd: Sigma = None,
    zero: Zero = None,
    of: Of = None,
    least: Annotated[float, typer.Option(help="Pool neighbours until each expects so many; 0: anything.")] = 5.0,
    estimated: Annotated[int, typer.Option(help="Parameters taken from the data: that many degrees less.")] = 0,
    as_json: AsJson = False,
    chart: ChartOption = None,
) -> None:
    """The chi-square test (8.96): do observed frequencies differ from expected ones by more than chance explains?

    \b
    A CSV of classes: a line "from,observed" or "from,observed,expected", then a line for each class, from the lower
    limit on; the first limit may be empty. "to" may stand beside "from", and is empty in an open last class.
    Without limits: "observed,expected". Needs the extra: pip install 'arpad[lab]'.

    \b
    Examples:
      arpad elo test chi-square --example us-open-1976                      8.96: 8.843, not significant
      arpad elo test chi-square --observed "9 51 137 186 127 34 2" --expected "8.4 43.5 130.2 181.3 130.2 43.5 8.4"
      arpad elo test chi-square --pool uscf-1983-established --against normal --mean 1649 --sd 288
      arpad elo test chi-square classes.csv --against maxwell-boltzmann --estimated 2 --chart fit.svg
    """
    with complaining(), lab_needed():
        from arpad.lab.fit_tests import chi_square_test

        classes = asked(file, example, pool, observed, expected)
        total = total_of(classes, of)
        should_be = classes.expected
        if against is not None:
            should_be = frequencies(classes, shares_below(classes, total, against, mean, sd, zero), total)
        elif should_be is None:
            fail("nothing says what is expected: give a column, --expected or --against")
        factor = total / sum(classes.observed)
        found = chi_square_test([factor * n for n in classes.observed], should_be, least=least, estimated=estimated)
    labels = [label(classes, members) for members in found.intervals.members]
    title = classes.title if against is None else f"{classes.title} against {against.value}"
    draw(chart, lambda: _frequency_chart(title, labels, found))
    if as_json:
        print_json(_chi_square_document(labels, found))
        return
    _print_chi_square(title, labels, found)


def kolmogorov_smirnov(
    file: ClassesFile = None,
    *,
    printed: Annotated[bool, typer.Option("--printed", help="Instead: the two columns of 9.17 as printed.")] = False,
    pool: PoolOption = None,
    against: Against = None,
    mean: Mean = None,
    sd: Sigma = None,
    zero: Zero = None,
    steps: Annotated[
        float | None, typer.Option(help="Of maxwell-boltzmann: integrate by steps of so many points, as 9.17.")
    ] = None,
    of: Of = None,
    as_json: AsJson = False,
    chart: ChartOption = None,
) -> None:
    """The Kolmogorov-Smirnov test (9.17): the largest difference of cumulative shares, against its limits.

    Classes are written as for `arpad elo test chi-square`; their limits are needed. The book's limits are 1.36 and 1.63
    over the root of the number; the exact ones stand beside them. Needs the extra: pip install 'arpad[lab]'.

    \b
    Examples:
      arpad elo test ks --printed                                           9.17: .0235, not rejected
      arpad elo test ks --pool belgium-1975 --against maxwell-boltzmann --zero 840
      arpad elo test ks --pool uscf-1976-established --against maxwell-boltzmann --zero 945 --steps 25
      arpad elo test ks classes.csv --against normal --chart fit.svg
    """
    with complaining(), lab_needed():
        from arpad.lab.fit_tests import ks_test

        if printed:
            if file is not None or pool is not None or against is not None:
                fail("--printed stands alone")
            title, places, found_below, expected_below, n = table_9_17()
        else:
            classes = asked(file, None, pool, None, None)
            if against is None or classes.histogram is None:
                fail("the limits of the classes and --against are needed")
            grouped = classes.histogram
            total = total_of(classes, of)
            below = shares_below(classes, total, against, mean, sd, zero, steps)
            places = [edge for edge in grouped.edges[1:] if not isinf(edge)]
            found_below = [grouped.below(edge) / grouped.total for edge in places]
            expected_below = [below(edge) for edge in places]
            title, n = f"{classes.title} against {against.value}", round(total)
        found = ks_test(found_below, expected_below, n)
    rows = list(zip(places, found_below, expected_below, strict=True))
    draw(chart, lambda: _cumulative_chart(title, rows, found))
    if as_json:
        print_json(_ks_document(rows, found))
        return
    _print_ks(title, rows, found)


def _chi_square_document(labels: list[str], found: ChiSquareTest) -> dict[str, Any]:
    return {
        "index": found.index,
        "degrees": found.degrees,
        "probability": found.probability,
        "critical": {f"{level:g}": value for level, value in found.critical.items()},
        "decision": found.decision,
        "intervals": [
            {"interval": label, "observed": o, "expected": e, "term": (o - e) * (o - e) / e}
            for label, o, e in zip(labels, found.intervals.observed, found.intervals.expected, strict=True)
        ],
        "remarks": list(found.remarks),
    }


def _print_chi_square(title: str, labels: list[str], found: ChiSquareTest) -> None:
    from arpad.cli.tables import console, print_table

    out = console()
    document = _chi_square_document(labels, found)
    print_table(
        out,
        title,
        [("Interval", "left"), ("Observed", "right"), ("Expected", "right"), ("Term", "right")],
        [
            (line["interval"], points(line["observed"]), fixed(line["expected"], 1), fixed(line["term"], 3))
            for line in document["intervals"]
        ],
    )
    critical = ", ".join(f"{fixed(value, 3)} ({level * 100:g} %)" for level, value in found.critical.items())
    out.print(f"chi-square {fixed(found.index, 3)}, {found.degrees} degrees of freedom; critical: {critical}.")
    out.print(f"Chance alone: {fixed(found.probability, 4)}; {found.decision}.")
    for remark in found.remarks:
        out.print(remark, soft_wrap=True)


def _ks_document(rows: list[tuple[float, float, float]], found: KolmogorovSmirnovTest) -> dict[str, Any]:
    return {
        "difference": found.difference,
        "up_to": rows[found.at][0],
        "n": found.n,
        "probability": found.probability,
        "limits": {
            f"{level:g}": {"book": found.book[level], "exact": found.exact[level]} for level in sorted(found.book)
        },
        "decision": found.decision,
        "rows": [{"up_to": at, "observed": o, "expected": e, "difference": abs(o - e)} for at, o, e in rows],
    }


def _print_ks(title: str, rows: list[tuple[float, float, float]], found: KolmogorovSmirnovTest) -> None:
    from arpad.cli.tables import console, print_table

    out = console()
    print_table(
        out,
        title,
        [("Up to", "right"), ("Observed", "right"), ("Expected", "right"), ("Difference", "right")],
        [(points(at, 6), fixed(o, 4), fixed(e, 4), fixed(abs(o - e), 4)) for at, o, e in rows],
    )
    limits = ", ".join(
        f"{fixed(found.book[level], 4)} at {level * 100:g} % (exactly {fixed(found.exact[level], 4)})"
        for level in sorted(found.book, reverse=True)
    )
    out.print(f"Largest difference {fixed(found.difference, 4)}, n = {found.n}; limits: {limits}.", soft_wrap=True)
    out.print(f"Chance alone: {fixed(found.probability, 4)}; {found.decision}.")


def _frequency_chart(title: str, labels: list[str], found: ChiSquareTest) -> Any:
    from arpad.charts.fits import frequencies as bars

    rows = list(zip(labels, found.intervals.observed, found.intervals.expected, strict=True))
    return bars(rows, title)


def _cumulative_chart(title: str, rows: list[tuple[float, float, float]], found: KolmogorovSmirnovTest) -> Any:
    from arpad.charts.fits import cumulative_shares

    return cumulative_shares(rows, rows[found.at], title)
