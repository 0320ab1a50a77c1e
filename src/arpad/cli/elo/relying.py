"""`arpad elo reliability`: how far a score or a rating of so many games may be off by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.elo.shared import ChartOption, complaining, draw, fixed, number, points, print_json
from arpad.cli.options import AsJson, fail

if TYPE_CHECKING:
    from arpad.rules.elo.reliability import Reliability

BOOK_GAMES = (5.0, 7.0, 9.0, 10.0, 12.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 60.0, 80.0, 100.0)
"""The rows of table 2.55."""


def reliability(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAMES", help="Numbers of games; left out: those of table 2.55.")
    ] = None,
    *,
    percentage: Annotated[float, typer.Option(help="The expected percentage, as a share of the points.")] = 0.5,
    printed: Annotated[bool, typer.Option("--printed", help="Rounded as table 2.55: even chances only.")] = False,
    as_json: AsJson = False,
    chart: ChartOption = None,
) -> None:
    """Standard deviation, probable error and confidence level by games (2.5, 8.95).

    In game points (W) the deviation is that of wins and losses at the expected percentage; draws make it smaller. The
    confidence level is the chance that the true rating lies within 100 points of the one found.

    \b
    Examples:
      arpad elo reliability --printed                      table 2.55
      arpad elo reliability 20 --percentage .625           2.56: probable error 1.46
      arpad elo reliability 9 15 30 --chart reliability.svg
    """
    asked = [number(word) for word in games] if games else list(BOOK_GAMES)
    if printed and percentage != 0.5:
        fail("--printed is for even chances: leave out --percentage")
    with complaining():
        from arpad.rules.elo import reliability as rules

        found = [
            rules.reliability_as_printed(n) if printed else rules.reliability(n, percentage) for n in sorted(set(asked))
        ]
    draw(chart, lambda: _chart(found))
    if as_json:
        print_json({"percentage": percentage, "rows": [_fields(row) for row in found]})
        return
    _print(found, percentage, printed=printed)


def _fields(row: Reliability) -> dict[str, float]:
    return {name: getattr(row, name) for name in row.__dataclass_fields__}


def _print(found: list[Reliability], percentage: float, *, printed: bool) -> None:
    from arpad.cli.tables import console, print_table
    from arpad.rules.elo.reliability import THREE_PLACES_FROM

    print_table(
        console(),
        f"Reliability at {points(percentage, 4)}",
        [(name, "right") for name in ("Games", "sd in W", "sd in R", "p.e. in W", "p.e. in R", "Confidence")],
        [
            (
                points(row.games),
                fixed(row.sd_score),
                fixed(row.sd_rating, 1),
                fixed(row.error_score),
                fixed(row.error_rating, 1),
                fixed(row.confidence, 2 if printed and row.games < THREE_PLACES_FROM else 3),
            )
            for row in found
        ],
    )


def _chart(found: list[Reliability]) -> Any:
    from arpad.charts.fits import reliability_by_games

    return reliability_by_games([(row.games, row.sd_rating, row.error_rating, row.confidence) for row in found])
