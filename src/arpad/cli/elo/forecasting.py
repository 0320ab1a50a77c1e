"""`arpad elo forecast`: what ratings promise of a match or a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.elo.shared import (
    ChartOption,
    FunctionOption,
    complaining,
    draw,
    expectancy_named,
    fixed,
    number,
    numbers,
    points,
    print_json,
)
from arpad.cli.options import AsJson, fail

if TYPE_CHECKING:
    from arpad.rules.elo.draws import DrawModel
    from arpad.rules.elo.score_distributions import ScoreDistribution

LIKELY = 0.001
"""Scores less likely than this are left out of the table; --json has all."""


def forecast(
    ratings: Annotated[
        list[str] | None,
        typer.Argument(metavar="RATING [OPPONENT]", help="A player's rating, and the opponent's in a match."),
    ] = None,
    *,
    games: Annotated[int | None, typer.Option(help="Games of the match.")] = None,
    opponents: Annotated[str | None, typer.Option(metavar="LIST", help='Instead: a tournament: "2600,2555".')] = None,
    draws: Annotated[float, typer.Option(help="Share of the games between equals that are drawn.")] = 0.0,
    to_wins: Annotated[
        int | None, typer.Option(help="A match to so many wins, draws not counted: is it drawn one win short?")
    ] = None,
    function: FunctionOption = None,
    as_json: AsJson = False,
    chart: ChartOption = None,
) -> None:
    """The expected score, its spread, and the probability of every score: of a match, or of a tournament.

    \b
    Examples:
      arpad elo forecast 2715 2645 --games 24 --function table-2.11       2.14: 14 1/2 to 9 1/2, 21 games
      arpad elo forecast 2785 2660 --games 20 --draws .5                  2.62: Fischer and Spassky
      arpad elo forecast 2635 --opponents "2600 2600 2555 2575 2615" --draws .5
      arpad elo forecast 2775 2705 --to-wins 10 --function table-2.11     8.87: .128 for 9-9
    """
    given = [number(word) for word in ratings or []]
    with complaining():
        expectancy = expectancy_named(function)
        if opponents is not None:
            if len(given) != 1 or games is not None or to_wins is not None:
                fail("a tournament is one RATING and --opponents")
            found, distribution = _tournament(given[0], numbers(opponents), expectancy, _draws(draws))
        elif len(given) != 2 or (games is None) == (to_wins is None):
            fail("a match is RATING OPPONENT and --games, or --to-wins")
        elif to_wins is not None:
            found, distribution = _to_wins(given[0] - given[1], to_wins, expectancy), None
        else:
            found, distribution = _match(given[0] - given[1], games or 0, expectancy, _draws(draws))
    if distribution is not None:
        title = f"Expected {points(found['expected'], 2)} of {points(found['games'])}"
        draw(chart, lambda: _chart(distribution, found["expected"], title))
    elif chart is not None:
        fail("--chart draws the distribution of a score: it goes with --games or --opponents")
    if as_json:
        print_json(found)
        return
    _print(found, distribution)


def _draws(share: float) -> DrawModel:
    from arpad.rules.elo.draws import NO_DRAWS, DrawShare

    return DrawShare(share) if share else NO_DRAWS


def _match(d: float, games: int, expectancy: Any, draws: DrawModel) -> tuple[dict[str, Any], ScoreDistribution]:
    from arpad.rules.elo.forecasts import forecast_match

    made = forecast_match(d, games, expectancy, draws)
    return {
        "difference": d,
        "games": games,
        "percentage": made.percentage,
        "expected": made.expected,
        "expected_as_printed": made.score_as_printed,
        "deviation": made.deviation,
        "length": made.length,
        "wins_match": made.wins,
        "level": made.level,
        "loses_match": made.loses,
        "scores": [{"score": score, "probability": p} for score, p in made.distribution.pairs],
    }, made.distribution


def _tournament(
    rating: float, opponents: tuple[float, ...], expectancy: Any, draws: DrawModel
) -> tuple[dict[str, Any], ScoreDistribution]:
    from arpad.rules.elo.forecasts import forecast_tournament

    made = forecast_tournament(rating, opponents, expectancy, draws)
    return {
        "games": len(opponents),
        "percentages": made.percentages,
        "expected": made.expected,
        "deviation": made.deviation,
        "scores": [{"score": score, "probability": p} for score, p in made.distribution.pairs],
    }, made.distribution


def _to_wins(d: float, wins: int, expectancy: Any) -> dict[str, Any]:
    from arpad.rules.elo.forecasts import drawn_match_probability

    p = expectancy.probability(d)
    return {
        "difference": d,
        "wins": wins,
        "percentage": p,
        "drawn": drawn_match_probability(wins - 1, p),
    }


ROWS = (
    ("difference", "Rating difference D", 1),
    ("games", "Games", 0),
    ("wins", "Wins needed", 0),
    ("percentage", "Percentage expectancy P", 4),
    ("expected", "Expected score W_e", 2),
    ("deviation", "Its standard deviation", 2),
    ("length", "Games until it is decided", 1),
    ("wins_match", "Wins the match", 4),
    ("level", "Match ends level", 4),
    ("loses_match", "Loses the match", 4),
    ("drawn", "Both one win short", 4),
)


def _print(found: dict[str, Any], distribution: ScoreDistribution | None) -> None:
    from arpad.cli.tables import console, print_table

    out = console()
    print_table(
        out,
        "Forecast",
        [("What", "left"), ("Value", "right")],
        [(name, points(found[key], places)) for key, name, places in ROWS if key in found],
    )
    if distribution is None:
        return
    out.print()
    print_table(
        out,
        "Scores",
        [("Score", "right"), ("Probability", "right"), ("This or more", "right")],
        [
            (points(score), fixed(p, 4), fixed(distribution.at_least(score), 4))
            for score, p in distribution.pairs
            if p >= LIKELY
        ],
    )


def _chart(distribution: ScoreDistribution, expected: float, title: str) -> Any:
    from arpad.charts.elo import score_bars

    return score_bars(distribution.pairs, expected, title)
