"""`arpad elo data`: the tables of the book."""

from __future__ import annotations

import csv
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.elo.shared import ChartOption, complaining, draw, points, print_json
from arpad.cli.options import AsJson, fail

if TYPE_CHECKING:
    from arpad.datasets import DataSet


def data(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A data set; left out: the list of them.")
    ] = None,
    *,
    printed: Annotated[bool, typer.Option("--printed", help="With the original readings, misprints included.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="CSV on standard output.")] = False,
    as_json: AsJson = False,
    chart: ChartOption = None,
) -> None:
    """The tables of Elo's book as data, misprints corrected; every correction is said.

    \b
    Examples:
      arpad elo data                                 the list
      arpad elo data matches                         5.55: 114 matches
      arpad elo data titleholders --csv > titleholders.csv
      arpad elo data countries --chart countries.svg
    """
    if as_csv and as_json:
        fail("--csv and --json: only one of them can be")
    with complaining():
        from arpad.datasets import load, names

        if name is None:
            if chart is not None or printed:
                fail("--chart and --printed are of one data set: name it")
            _list([load(one) for one in names()], as_csv=as_csv, as_json=as_json)
            return
        found = load(name)
    rows = found.as_printed() if printed else found.rows
    if chart is not None:
        drawn = _charts().get(found.name)
        if drawn is None:
            fail(f"{found.name} has no chart: {', '.join(_charts())} have one")
        draw(chart, lambda: drawn(found))
    if as_json:
        print_json(_document(found, rows))
    elif as_csv:
        _csv(list(found.columns), rows)
    else:
        _print(found, rows)


def _document(found: DataSet[Any], rows: tuple[Any, ...]) -> dict[str, Any]:
    return {
        "name": found.name,
        "section": found.section,
        "title": found.title,
        "columns": dict(found.columns),
        "facts": dict(found.facts),
        "corrections": [one._asdict() for one in found.corrections],
        "rows": [list(row) for row in rows],
    }


def _csv(head: list[str], rows: Any) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(["" if cell is None else cell for cell in row] for row in rows)


def _list(every: list[DataSet[Any]], *, as_csv: bool, as_json: bool) -> None:
    head = ["name", "section", "rows", "title"]
    rows = [(one.name, one.section, len(one), one.title) for one in every]
    if as_json:
        print_json({"data_sets": [dict(zip(head, row, strict=True)) for row in rows]})
    elif as_csv:
        _csv(head, rows)
    else:
        from arpad.cli.tables import console, print_table

        print_table(
            console(),
            "The tables of the book",
            [("Name", "left"), ("Section", "left"), ("Rows", "right"), ("Title", "left")],
            [(one, section, str(size), title) for one, section, size, title in rows],
        )


def _print(found: DataSet[Any], rows: tuple[Any, ...]) -> None:
    from arpad.cli.tables import console, print_table

    out = console()
    sides = [
        (column, "left" if any(isinstance(row[at], str | bool) for row in rows) else "right")
        for at, column in enumerate(found.columns)
    ]
    print_table(out, f"{found.section}: {found.title}", sides, [[_cell(value) for value in row] for row in rows])
    for one in found.corrections:
        where = one.place if one.row is None else f"row {one.row + 1}, {one.place}"
        printed, corrected = (_cell(value) or "nothing" for value in (one.printed, one.corrected))
        out.print(f"{where}: printed {printed}, should be {corrected} ({one.reason})", soft_wrap=True)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else ""
    return value if isinstance(value, str) else points(float(value), 6)


def _charts() -> dict[str, Any]:
    """The data sets that people would rather look at, each with how it is drawn."""
    return {
        "distributions-1977": _distributions_1977,
        "distribution-1983": _distribution_1983,
        "matches": _matches,
        "century": _century,
        "junior-development": _junior_development,
        "countries": _countries,
        "rated-tournaments": _rated_tournaments,
        "births": _births,
        "profile": _profile,
        "binomial": _binomial,
        "trinomial": _trinomial,
    }


def _distributions_1977(found: DataSet[Any]) -> Any:
    from arpad.charts.pools import distribution

    pools = {
        "USCF, all players": "all_percent",
        "USCF, established": "established_percent",
        "Belgium, established": "belgium_percent",
    }
    return distribution(
        {
            pool: [
                (float(row.lowest), row.highest + 1.0, getattr(row, column))
                for row in found.rows
                if getattr(row, column) is not None
            ]
            for pool, column in pools.items()
        },
        "Distributions of ratings, 1975-76 (7.33)",
    )


def _distribution_1983(found: DataSet[Any]) -> Any:
    from arpad.charts.pools import distribution

    classes = [
        ((row.lowest or row.highest - 99.0), (row.highest or row.lowest + 99.0) + 1.0, row) for row in found.rows
    ]
    return distribution(
        {
            "all players": [(low, high, row.all_percent) for low, high, row in classes],
            "established": [(low, high, row.established_percent) for low, high, row in classes],
        },
        "Distribution of ratings of the USCF, 1983 (7.38)",
    )


def _matches(found: DataSet[Any]) -> Any:
    from arpad.charts.careers import match_deviations

    return match_deviations([(f"{row.years} {row.higher}-{row.lower}", row.deviation, row.sigma) for row in found.rows])


def _century(found: DataSet[Any]) -> Any:
    from arpad.charts.careers import leaders

    return leaders([(row.year, row.players, float(row.average)) for row in found.rows])


def _junior_development(found: DataSet[Any]) -> Any:
    from arpad.charts.careers import development

    return development(
        {
            "12 early achievers": [(row.age, row.early) for row in found.rows],
            "15 late achievers": [(row.age, row.late) for row in found.rows if row.late is not None],
        },
        "Young American masters by age (6.32)",
    )


def _countries(found: DataSet[Any]) -> Any:
    from arpad.charts.pools import ranked

    rows = [(row.country, row.group, row.rated_per_million) for row in found.rows if row.country != "Total"]
    title = "Rated players per million of the population, 1982 (7.13)"
    return ranked(rows, title, "Rated players per million", "Group", logarithmic=True)


def _rated_tournaments(found: DataSet[Any]) -> Any:
    from arpad.charts.pools import ranked

    rows = [(row.country, "all", float(row.tournaments)) for row in found.rows]
    return ranked(rows, "Rated tournaments, July 1981 to July 1982 (7.14)", "Tournaments", "")


def _births(found: DataSet[Any]) -> Any:
    from arpad.charts.pools import births

    rows = [(row.country, row.century_19, row.years_1901_40, row.years_1941_60) for row in found.rows]
    return births(rows, ("19th century", "1901-1940", "1941-1960"), "Births of eminent players (7.58)")


def _profile(found: DataSet[Any]) -> Any:
    from arpad.charts.pools import profile

    parts = {
        "education_pct": "Education, percent",
        "parents_pct": "Education of the parents, percent",
        "profession_n": "Profession, players",
        "languages_pct": "Languages, percent",
        "interests_pct": "Interests, percent",
    }
    return profile([(parts[row.part], row.item.replace("_", " "), float(row.value)) for row in found.rows])


def _binomial(_: DataSet[Any]) -> Any:
    """The histograms of 8.83: the two examples of 8.82, and nine even games."""
    from arpad.charts.fits import score_histograms
    from arpad.rules.elo.draws import chances
    from arpad.rules.elo.score_distributions import score_distribution

    examples = [(4, 0.5), (4, 0.75), (9, 0.5)]
    return score_histograms(
        [(f"N = {n}, p = {p:g}", score_distribution(n, chances(p, 1.0 - p, 0.0)).pairs) for n, p in examples],
        "Scores without draws (8.83)",
    )


def _trinomial(found: DataSet[Any]) -> Any:
    """The histograms of 8.92: four games under three sets of chances, the ways to each score added up."""
    from arpad.charts.fits import score_histograms

    sets = {
        "p = q = r = 1/3": "equal",
        "p = q = .4, r = .2": "few_draws",
        "p = .5, q = r = .25": "stronger",
    }
    scores = sorted({row.score for row in found.rows})
    return score_histograms(
        [
            (name, [(at, sum(getattr(row, column) for row in found.rows if row.score == at)) for at in scores])
            for name, column in sets.items()
        ],
        "Scores of four games with draws (8.92)",
    )
