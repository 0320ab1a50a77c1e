"""`arpad elo expect`: rating differences and percentages, both ways, by every function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.elo.shared import ChartOption, FunctionOption, complaining, draw, fixed, number, points, print_json
from arpad.cli.options import AsJson, fail

if TYPE_CHECKING:
    from arpad.rules.elo.expectancy import Expectancy

FURTHEST = 800
STEP = 4


def expect(
    ratings: Annotated[
        list[str] | None,
        typer.Argument(metavar="[D | RATING OPPONENT]", help="A rating difference, or two ratings."),
    ] = None,
    *,
    percentage: Annotated[
        float | None, typer.Option(help="Instead: the share of the points, from 0 to 1; what difference is that?")
    ] = None,
    odds: Annotated[float | None, typer.Option(help="Instead: the odds; what difference is that?")] = None,
    games: Annotated[float | None, typer.Option(help="Games to play: gives the expected score too.")] = None,
    k: Annotated[float | None, typer.Option("--k", help="K of both players: gives the points at stake too.")] = None,
    white: Annotated[bool, typer.Option("--white", help="The player has White, worth 50 points (8.93).")] = False,
    black: Annotated[bool, typer.Option("--black", help="The player has Black.")] = False,
    function: FunctionOption = None,
    as_json: AsJson = False,
    chart: ChartOption = None,
) -> None:
    """What a rating difference promises, or what a percentage or odds indicate, by every function of the book.

    \b
    Examples:
      arpad elo expect 160                          8.94: z = .566, .7143 to .2857
      arpad elo expect 2715 2645 --games 24         2.14: Karpov and Korchnoi, 14 1/2 to 9 1/2
      arpad elo expect --percentage .625            2.13: Fischer's 12.5 of 20 are 90 points
      arpad elo expect 200 --k 32                   8.75: what a game stakes
      arpad elo expect 0 --white                    8.93: 57 percent
      arpad elo expect -70 --function table-2.11
    """
    if white and black:
        fail("--white and --black: only one of them can be")
    ways = [ratings or None, percentage, odds]
    if sum(way is not None for way in ways) != 1:
        fail("give a difference or two ratings, or --percentage, or --odds: one of them")
    with complaining():
        from arpad.rules.elo.expectancy import BY_NAME

        kinds = [BY_NAME[function]] if function else list(BY_NAME.values())
        asked = _asked_share(percentage, odds)
        if asked is None:
            moved = _advantage(white=white, black=black)
            d = _difference(ratings or []) + moved
            found = [_of_difference(kind, d, games, k) for kind in kinds]
        else:
            if white or black:
                fail("--white and --black go with a difference")
            found = [_of_share(kind, asked, games, k) for kind in kinds]
    drawn = kinds if function else [kind for kind in kinds if not kind.name.startswith("table")]
    draw(chart, lambda: _chart(drawn, found[: len(drawn)]))
    if as_json:
        print_json({"asked": {"share": asked} if asked is not None else {"difference": d}, "functions": found})
        return
    _print(found, f"A share of {points(asked, 4)}" if asked is not None else f"A difference of {points(d)} points")


def _asked_share(percentage: float | None, odds: float | None) -> float | None:
    from arpad.rules.elo.checks import positive
    from arpad.rules.elo.odds import percentage_of_odds

    return percentage if odds is None else percentage_of_odds(positive(odds, "odds"))


def _difference(words: list[str]) -> float:
    given = [number(word) for word in words]
    if len(given) > 2:
        fail(f"a difference is one number, or two ratings: not {len(given)} numbers")
    return given[0] if len(given) == 1 else given[0] - given[1]


def _advantage(*, white: bool, black: bool) -> float:
    from arpad.rules.elo.first_move import white_advantage

    return white_advantage() if white else -white_advantage() if black else 0.0


def _of_difference(kind: Expectancy, d: float, games: float | None, k: float | None) -> dict[str, Any]:
    return _line(kind.name, d, kind.probability(d), games, k)


def _of_share(kind: Expectancy, share: float, games: float | None, k: float | None) -> dict[str, Any]:
    return _line(kind.name, kind.difference(share), share, games, k)


def _line(name: str, d: float, p: float, games: float | None, k: float | None) -> dict[str, Any]:
    from arpad.rules.elo.checks import positive
    from arpad.rules.elo.odds import odds_of_percentage, points_for_a_loss, points_for_a_win

    found: dict[str, Any] = {"function": name, "difference": d, "percentage": p}
    found["odds"] = odds_of_percentage(p) if p < 1.0 else None
    if games is not None:
        found["expected"] = positive(games, "games") * p
    if k is not None:
        found["win"] = points_for_a_win(positive(k, "k"), p)
        found["loss"] = -points_for_a_loss(k, p)
    return found


COLUMNS = (
    ("function", "Function", 0),
    ("difference", "D", 1),
    ("percentage", "P", 4),
    ("odds", "Odds", 3),
    ("expected", "Expected", 2),
    ("win", "Win", 2),
    ("loss", "Loss", 2),
)


def _print(found: list[dict[str, Any]], title: str) -> None:
    from arpad.cli.tables import console, print_table

    shown = [column for column in COLUMNS if column[0] in found[0]]
    print_table(
        console(),
        title,
        [(heading, "left" if key == "function" else "right") for key, heading, _ in shown],
        [[_cell(key, line[key], places) for key, _, places in shown] for line in found],
    )


def _cell(key: str, value: Any, places: int) -> str:
    if key == "function":
        return str(value)
    return points(value) if key == "difference" else fixed(value, places)


def _chart(kinds: list[Expectancy], found: list[dict[str, Any]]) -> Any:
    from arpad.charts.elo import expectancy_curves

    ends = range(-FURTHEST, FURTHEST + 1, STEP)
    return expectancy_curves(
        {kind.name: [(float(d), kind.probability(float(d))) for d in ends] for kind in kinds},
        [(line["difference"], line["percentage"]) for line in found],
    )
