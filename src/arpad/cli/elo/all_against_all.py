"""`arpad elo roundrobin | match`: rating everybody in an event of all against all, or of two."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.elo.shared import (
    ChartOption,
    FunctionOption,
    Printed,
    complaining,
    convention_of,
    draw,
    entrants_of,
    fixed,
    number,
    points,
    print_json,
    rating,
    signed,
)
from arpad.cli.options import AsJson, fail

if TYPE_CHECKING:
    from arpad.rules.elo.conventions import Convention
    from arpad.rules.elo.round_robin import Entrant, RoundRobin


class Expected(StrEnum):
    """What an expected score is taken against, as `arpad.rules.elo.round_robin.ExpectedBy` has it."""

    AVERAGE = "average"
    COMPETITION = "competition"
    OPPONENTS = "opponents"


class Example(StrEnum):
    """The round robins of the book."""

    WIJK_AAN_ZEE = "wijk-aan-zee-1975"
    BRAZIL = "brazil-1972"


def roundrobin(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="CSV of player, rating (empty: unrated), score; - is standard input."),
    ] = None,
    *,
    example: Annotated[Example | None, typer.Option(help="Instead: a round robin of the book.")] = None,
    k: Annotated[float | None, typer.Option("--k", help="K: new ratings by (2).")] = None,
    games_before: Annotated[float | None, typer.Option(help="N_o behind every rating: changes by (15).")] = None,
    cycles: Annotated[int, typer.Option(help="How often everybody met everybody.")] = 1,
    expected_by: Annotated[
        Expected, typer.Option(help="Expected scores against the mean of all (8), of the opponents (4), or each (3).")
    ] = Expected.AVERAGE,
    average: Annotated[
        float | None, typer.Option(help="Nobody is rated: a special rating tournament about this mean (3.33).")
    ] = None,
    function: FunctionOption = None,
    printed: Printed = False,
    as_json: AsJson = False,
    chart: ChartOption = None,
) -> None:
    """Rate a round robin, with rated and unrated players (1.7, 2.42, 2.45, 3.34).

    \b
    Examples:
      arpad elo roundrobin --example wijk-aan-zee-1975 --k 10 --printed         2.45, example 5
      arpad elo roundrobin --example brazil-1972 --games-before 50 --printed    3.35: thirteen unrated players
      printf 'A,2350,15\\n...' | arpad elo roundrobin - --k 15
    """
    if (file is None) == (example is None):
        fail("name a file, or --example: one of the two")
    entrants = _example(example) if example is not None else entrants_of(file or "-")
    with complaining():
        found = _round_robin(
            entrants, k, games_before, cycles, expected_by, average, convention_of(function, printed=printed)
        )
    title = f"R_a = {points(found.average)}, {len(found.lines)} players, {points(found.games)} games"
    draw(chart, lambda: _round_robin_chart(found, title))
    if as_json:
        print_json(_round_robin_json(found))
        return
    _print_round_robin(found, title)


def _example(example: Example) -> list[Entrant]:
    from arpad.datasets import brazil_1972, wijk_aan_zee_1975
    from arpad.rules.elo.round_robin import Entrant

    if example is Example.BRAZIL:
        return [Entrant(row.player, row.score, row.rating) for row in brazil_1972().rows]
    return [Entrant(row.player, row.score, row.rating) for row in wijk_aan_zee_1975().rows]


def _round_robin(
    entrants: list[Entrant],
    k: float | None,
    games_before: float | None,
    cycles: int,
    expected_by: Expected,
    average: float | None,
    convention: Convention,
) -> RoundRobin:
    from arpad.rules.elo.checks import finite
    from arpad.rules.elo.round_robin import ExpectedBy, RoundRobin, checked_field, performances, rate_round_robin

    if average is not None:
        if k is not None or games_before is not None or any(entrant.rating is not None for entrant in entrants):
            fail(
                "--average rates the unrated about a mean set freely: no ratings, no --k and no --games-before with it"
            )
        _, games = checked_field(entrants, cycles)
        return RoundRobin(average, games, tuple(performances(entrants, finite(average, "average"), cycles, convention)))
    return rate_round_robin(
        entrants,
        cycles=cycles,
        k=k,
        games_before=games_before,
        expected_by=ExpectedBy(expected_by.value),
        convention=convention,
    )


def _round_robin_json(found: RoundRobin) -> dict[str, Any]:
    return {
        "average": found.average,
        "games": found.games,
        "players": [
            {
                "player": line.entrant.player,
                "rating": line.entrant.rating,
                "score": line.entrant.score,
                "percentage": line.percentage,
                "difference": line.d_p,
                "adjusted": line.d_a,
                "performance": line.performance,
                "to_average": line.d,
                "expected": line.expected,
                "change": line.change,
                "after": line.after,
            }
            for line in found.lines
        ],
    }


def _print_round_robin(found: RoundRobin, title: str) -> None:
    from arpad.cli.tables import console, print_table

    names = ("Player", "R", "W", "P", "D_p", "D_a", "R_p", "R - R_a", "W_e", "Change", "R_n")
    print_table(
        console(),
        title,
        [(name, "left" if name == "Player" else "right") for name in names],
        [
            (
                line.entrant.player,
                "unrated" if line.entrant.rating is None else points(line.entrant.rating),
                points(line.entrant.score),
                fixed(line.percentage, 3),
                points(line.d_p),
                points(line.d_a),
                "none (1.54)" if line.performance is None else points(line.performance),
                points(line.d),
                fixed(line.expected),
                signed(line.change),
                points(line.after),
            )
            for line in found.lines
        ],
    )


def _round_robin_chart(found: RoundRobin, title: str) -> Any:
    from arpad.charts.elo import ratings_and_performances

    return ratings_and_performances(
        [(line.entrant.player, line.entrant.rating, line.performance) for line in found.lines], title
    )


def match(
    one: Annotated[str, typer.Argument(metavar="RATING", help="The first player's rating, or `unrated`.")],
    other: Annotated[str, typer.Argument(metavar="OPPONENT", help="The opponent's rating, or `unrated`.")],
    *,
    score: Annotated[str, typer.Option(metavar="W", help="The first player's points; or both: 12.5-11.5.")],
    games: Annotated[float | None, typer.Option(help="How many games; not needed with both scores.")] = None,
    k: Annotated[float | None, typer.Option("--k", help="K of both: new ratings too.")] = None,
    function: FunctionOption = None,
    printed: Printed = False,
    as_json: AsJson = False,
) -> None:
    """Rate a match: performance ratings of both by (9), or by (1) where only one is rated (1.75).

    \b
    Examples:
      arpad elo match 2715 2645 --score 12.5-11.5 --printed              example 9: 2687 and 2673
      arpad elo match unrated 2645 --score 12.5 --games 24 --printed     2.49: 2659 by (1)
      arpad elo match 2785 2660 --score 12.5 --games 20 --k 10           2.62: Fischer and Spassky
    """
    points_of_one, played = _score_of_match(score, games)
    ratings = (rating(one), rating(other))
    with complaining():
        from arpad.rules.elo.current import current_rating
        from arpad.rules.elo.matches import match_performance

        convention = convention_of(function, printed=printed)
        found = match_performance(*ratings, points_of_one, played, convention)
        lines: list[dict[str, Any]] = []
        scores = (points_of_one, played - points_of_one)
        for index, performed in enumerate((found.one, found.other)):
            sign = -1.0 if index else 1.0
            lines.append(
                {
                    "rating": ratings[index],
                    "score": scores[index],
                    "percentage": convention.percentage(scores[index], played),
                    "difference": sign * found.difference,
                    "performance": performed,
                }
            )
            mine, his = ratings[index], ratings[1 - index]
            if k is not None and mine is not None and his is not None:
                made = current_rating(mine, (his,) * int(played), scores[index], k, convention=convention)
                lines[-1] |= {"expected": made.expected, "change": made.change, "after": made.rating}
    if as_json:
        print_json({"games": played, "players": lines})
        return
    _print_match(lines, f"A match of {points(played)} games")


def _score_of_match(score: str, games: float | None) -> tuple[float, float]:
    first, dash, second = score.partition("-")
    if not dash:
        if games is None:
            fail("--score 12.5 needs --games; or give both scores: --score 12.5-11.5")
        if games != int(games):
            fail(f"a match of {games:g} games is none")
        return number(first), games
    total = number(first) + number(second)
    if games is not None and games != total:
        fail(f"--score {score} makes {total:g} games, --games says {games:g}")
    if total != int(total):
        fail(f"--score {score} makes {total:g} games: a match has whole games")
    return number(first), total


def _print_match(lines: list[dict[str, Any]], title: str) -> None:
    from arpad.cli.tables import console, print_table

    names = ["R", "W", "P", "D_p", "R_p"]
    if any("after" in line for line in lines):
        names += ["W_e", "Change", "R_n"]
    print_table(
        console(),
        title,
        [(name, "right") for name in names],
        [
            [
                "unrated" if line["rating"] is None else points(line["rating"]),
                points(line["score"]),
                fixed(line["percentage"], 3),
                points(line["difference"]),
                points(line["performance"]),
                fixed(line.get("expected")),
                signed(line.get("change")),
                fixed(line.get("after")),
            ][: len(names)]
            for line in lines
        ],
    )
