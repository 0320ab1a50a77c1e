"""`arpad elo category` and `arpad elo norm`: how strong a tournament is, and what a title result takes in it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.elo.shared import ChartOption, complaining, draw, numbers, points, print_json, rating
from arpad.cli.options import AsJson, fail

if TYPE_CHECKING:
    from arpad.rules.elo.categories import Category
    from arpad.rules.elo.norms import Title


TITLED, TITLED_WOMEN = 2300, 2000
"""A rating over this stands for a title in a title tournament, and in one for women alone (4.34, paragraph 4.1)."""


class Wanted(StrEnum):
    """The titles that are won by norms."""

    GM = "GM"
    IM = "IM"
    WGM = "WGM"
    IWM = "IWM"


TitleOption = Annotated[Wanted | None, typer.Option("--title", help="Only this title.", case_sensitive=False)]


def category(
    ratings: Annotated[
        list[str] | None, typer.Argument(metavar="RATING...", help="Everybody's rating, or `unrated`.")
    ] = None,
    *,
    average: Annotated[float | None, typer.Option(help="Instead: the average rating.")] = None,
    women: Annotated[
        bool, typer.Option("--women", help="A tournament for women alone: unrated enter at 1900.")
    ] = False,
    games: Annotated[int | None, typer.Option(help="Games of each; default: a round robin of the ratings.")] = None,
    as_json: AsJson = False,
) -> None:
    """The category of a tournament by its average rating, and what each title result takes in it (4.34, 4.52).

    Unrated players enter at 2200, in a women's tournament at 1900; the average is rounded to the nearest whole
    number, a half upward. With several ratings also the least numbers of foreign, rated and titled participants.

    \b
    Examples:
      arpad elo category 2635 2615 2600 2600 2600 2575 2560 2555 2550 2510 2485 2470 2470 2460 2445 2410
      arpad elo category 2455 2400 2385 2350 2310 2290 2250 2240 unrated unrated
      arpad elo category --average 2100 --games 11
    """
    if (ratings is None) == (average is None):
        fail("give the ratings, or --average: one of the two")
    given = [rating(word) for word in ratings or []]
    with complaining():
        from arpad.rules.elo.categories import category_of
        from arpad.rules.elo.title_events_1986 import title_tournament_minima

        mean = average if average is not None else _average(given, women=women)
        found = category_of(mean)
        each = games if games is not None else (len(given) - 1 if len(given) > 1 else None)
        answer: dict[str, Any] = {
            "average": mean,
            "category": found.name,
            "lowest": found.lowest,
            "highest": found.highest,
            "games": each,
            "titles": [line for line in _lines(found, each) if line["percentage"] is not None],
        }
        if len(given) > 1:
            minima = title_tournament_minima(len(given))
            answer["minima"] = {"foreign": minima.foreign, "rated": minima.rated, "titled": minima.titled}
    if as_json:
        print_json(answer)
        return
    _print_category(answer, len(given), TITLED_WOMEN if women else TITLED)


def _average(given: list[float | None], *, women: bool) -> float:
    from arpad.rules.elo.averages_1986 import Participant, title_average

    field = [Participant(f"ratings[{at}]", 0.0, value) for at, value in enumerate(given)]
    return title_average(field, women_only=women, before_play=True)


def _lines(found: Category, games: int | None) -> list[dict[str, Any]]:
    from arpad.rules.elo.norms import NORM_TITLES, norm_percentage, norm_points

    return [
        {
            "title": title.value,
            "percentage": norm_percentage(found, title),
            "points": None if games is None else norm_points(found, title, games),
        }
        for title in NORM_TITLES
    ]


def _print_category(answer: dict[str, Any], players: int, over: int) -> None:
    from arpad.cli.tables import console, print_table

    out = console()
    band = f"{answer['lowest']} to {answer['highest']}"
    title = f"Category {answer['category']} ({band}), average {points(answer['average'])}"
    columns = [("Title", "left"), ("Percent", "right")]
    rows = [[line["title"], points(line["percentage"])] for line in answer["titles"]]
    if answer["games"] is not None:
        columns.append((f"Points of {answer['games']}", "right"))
        rows = [[*row, points(line["points"])] for row, line in zip(rows, answer["titles"], strict=True)]
    print_table(out, title, columns, rows)
    if "minima" in answer:
        minima = answer["minima"]
        out.print(
            f"A title tournament of {players} has at least {minima['rated']} rated players, {minima['titled']} with a"
            f" title or rated over {over}, {minima['foreign']} from other federations than the largest.",
            soft_wrap=True,
        )


def norm(
    games: Annotated[int | None, typer.Argument(metavar="[GAMES]", help="Games of each participant.")] = None,
    *,
    name: Annotated[str | None, typer.Option("--category", help="Only this category: 1W to 12W, 1 to 16.")] = None,
    average: Annotated[float | None, typer.Option(help="Instead: the category of an average rating.")] = None,
    title: TitleOption = None,
    score: Annotated[float | None, typer.Option(help="A score made: is it a title result?")] = None,
    of_1957: Annotated[
        str | None,
        typer.Option("--of-1957", metavar="COUNTS", help="Criteria of 1957: grandmasters, masters, untitled met."),
    ] = None,
    as_json: AsJson = False,
    chart: ChartOption = None,
) -> None:
    """What a title result takes: percent and points by category (4.34), or by titleholders met, as in 1957 (4.24).

    Percentages are those of table 2.11; the points follow a rule inferred from the chart: games times percentage,
    less .05, up to the next half point.

    \b
    Examples:
      arpad elo norm 13                                  every category, for 13 games
      arpad elo norm 15 --category 12 --title GM
      arpad elo norm 11 --average 2438 --score 7.5
      arpad elo norm --of-1957 "5 7 3"                   4.24: 11 for GM, 8 for IM
      arpad elo norm 13 --chart norms.svg
    """
    if of_1957 is not None:
        if games is not None or name is not None or average is not None or score is not None or chart is not None:
            fail("--of-1957 counts the players met: it stands alone, but for --title and --json")
        _norm_of_1957(of_1957, title, as_json=as_json)
        return
    if games is None:
        fail("say how many games: arpad elo norm 13")
    if name is not None and average is not None:
        fail("--category and --average say the same: give one of them")
    with complaining():
        from arpad.rules.elo.categories import categories, category_named, category_of
        from arpad.rules.elo.checks import score_of

        if score is not None:
            score_of(score, float(games), "score")
        wanted = categories()
        if name is not None:
            wanted = (category_named(name),)
        elif average is not None:
            wanted = (category_of(average),)
        rows = [
            {"category": one.name, "lowest": one.lowest, "highest": one.highest, **line}
            for one in wanted
            for line in _lines(one, games)
            if line["percentage"] is not None and title in {None, line["title"]}
        ]
    if not rows:
        fail(f"category {wanted[0].name} has no {title} result" if title else "no title result")
    draw(chart, lambda: _chart(rows, games))
    if as_json:
        results = [{**row, "reached": None if score is None else score >= row["points"]} for row in rows]
        print_json({"games": games, "score": score, "results": results})
        return
    _print_norms(rows, games, score)


def _chart(rows: list[dict[str, Any]], games: int) -> Any:
    from arpad.charts.pools import points_by_category

    names = list(dict.fromkeys(row["category"] for row in rows))
    order = [title.value for title in Wanted]
    ranked = sorted(rows, key=lambda row: order.index(row["title"]))
    found = [(row["title"], row["category"], row["points"]) for row in ranked]
    return points_by_category(found, names, f"Points of a title result in {games} games (4.34)")


def _print_norms(rows: list[dict[str, Any]], games: int, score: float | None) -> None:
    from arpad.cli.tables import console, print_table

    titles = [title.value for title in Wanted if any(row["title"] == title for row in rows)]
    cells = {(row["category"], row["title"]): row for row in rows}
    lines: list[list[str]] = []
    for row in rows:
        if lines and lines[-1][0] == row["category"]:
            continue
        line = [row["category"], f"{row['lowest']}-{row['highest']}"]
        for title in titles:
            cell = cells.get((row["category"], title))
            line.append("" if cell is None else f"{cell['percentage']}%")
            line.append("" if cell is None else points(cell["points"]))
        lines.append(line)
    columns = [("Category", "right"), ("Average", "left")]
    for title in titles:
        columns += [(title, "right"), ("points", "right")]
    out = console()
    print_table(out, f"Title results in {games} games", columns, lines)
    if score is not None:
        reached = [f"{row['title']} in {row['category']}" for row in rows if score >= row["points"]]
        out.print(f"{points(score)} points are a title result: {', '.join(reached) or 'none'}.")


def _norm_of_1957(counts: str, title: Wanted | None, *, as_json: bool) -> None:
    met = numbers(counts)
    if len(met) != 3 or any(one != int(one) for one in met):
        fail('--of-1957 takes three counts: grandmasters, masters, untitled, like "5 7 3"')
    grandmasters, masters, untitled = (int(one) for one in met)
    with complaining():
        from arpad.rules.elo.norms import Title
        from arpad.rules.elo.norms_1957 import norm_points_1957

        asked: list[Title] = [Title(title.value)] if title else [Title.GM, Title.IM]
        found = {one.value: norm_points_1957(grandmasters, masters, untitled, one) for one in asked}
    games = grandmasters + masters + untitled
    if as_json:
        print_json({"games": games, "points": found})
        return
    from arpad.cli.tables import console, print_table

    print_table(
        console(),
        f"Norms of 1957 against {grandmasters} grandmasters, {masters} masters, {untitled} untitled",
        [("Title", "left"), (f"Points of {games}", "right")],
        [(name, points(value)) for name, value in found.items()],
    )
