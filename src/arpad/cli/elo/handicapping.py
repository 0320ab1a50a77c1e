"""`arpad elo handicap`: rating points, game points of a match, and the tables for tournaments."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.elo.crosstables import RatingsOption, SectionOption, bytes_of, crosstable_in
from arpad.cli.elo.shared import (
    Function,
    FunctionOption,
    complaining,
    expectancy_named,
    points,
    print_json,
)
from arpad.cli.options import AsJson, fail

if TYPE_CHECKING:
    from arpad.rules.elo.handicaps import HandicapLine

Field = list[tuple[str, float, float]]


class Example(StrEnum):
    """The tournament of 3.97."""

    WIJK_AAN_ZEE = "wijk-aan-zee-1975"


def handicap(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE", help="A tournament: CSV of player, rating, score; or a crosstable or event in JSON."
        ),
    ] = None,
    *,
    example: Annotated[Example | None, typer.Option(help="Instead: the tournament of 3.97.")] = None,
    level: Annotated[
        float | None, typer.Option(help="Rating points below scratch, with --players or --rounds.")
    ] = None,
    players: Annotated[int | None, typer.Option(help="Players of a round robin: table 3.96.")] = None,
    rounds: Annotated[int | None, typer.Option(help="Rounds of a Swiss: table 3.99.")] = None,
    difference: Annotated[float | None, typer.Option(help="Of a match, with --games (3.94).")] = None,
    games: Annotated[float | None, typer.Option(help="Games of the match.")] = None,
    rating: Annotated[float | None, typer.Option(help="With --scratch: rating points (3.93).")] = None,
    scratch: Annotated[float | None, typer.Option(help="Scratch; of a tournament: else the top, or top three.")] = None,
    performance: Annotated[float | None, typer.Option(help="With --rating: the handicap score too.")] = None,
    fraction: Annotated[float, typer.Option(help="The share of the difference that is given (3.93).")] = 0.8,
    section: SectionOption = None,
    ratings: RatingsOption = "OTBR",
    function: FunctionOption = None,
    as_json: AsJson = False,
) -> None:
    """Handicaps (3.9): points of a tournament by the printed tables, of a match, or on the performance rating.

    Between the rows of the tables the points go in a straight line; a match is reckoned by table 2.11 unless --function
    says otherwise. A tournament is a round robin, with --rounds a Swiss.

    \b
    Examples:
      arpad elo handicap --level 165 --players 16                                    3.96
      arpad elo handicap --level 300 --rounds 9                                      3.99
      arpad elo handicap --difference 200 --games 20                                 3.94: 8.49
      arpad elo handicap --rating 1900 --scratch 2200 --performance 2050             3.93: 2290
      arpad elo handicap --example wijk-aan-zee-1975                                 3.97
    """
    ways = {
        "a tournament": file is not None or example is not None,
        "--level": level is not None,
        "--difference": difference is not None,
        "--rating": rating is not None,
    }
    if sum(ways.values()) != 1 or (file is not None and example is not None):
        fail("give one of: a FILE or --example, --level, --difference, --rating")
    with complaining():
        if level is not None:
            found = _by_table(level, players, rounds)
        elif difference is not None:
            found = _match(difference, games, function)
        elif rating is not None:
            found = _brasket(rating, scratch, performance, fraction)
        else:
            lines = _tournament(_field(file, section, ratings), rounds, scratch)
            if as_json:
                print_json({"players": [_plain(line) for line in lines]})
            else:
                _print_tournament(lines, rounds)
            return
    if as_json:
        print_json(found)
    else:
        _print(found)


def _by_table(level: float, players: int | None, rounds: int | None) -> dict[str, Any]:
    from arpad.rules.elo.handicaps import TENTH, handicap_round_robin, handicap_swiss
    from arpad.rules.elo.rounding import half_up

    if (players is None) == (rounds is None):
        fail("--level goes with --players (a round robin) or --rounds (a Swiss)")
    found = handicap_round_robin(level, players) if players is not None else handicap_swiss(level, rounds or 0)
    return {"level": level, "points": found, "rounded": half_up(found, TENTH)}


def _match(difference: float, games: float | None, function: Function | None) -> dict[str, Any]:
    from arpad.rules.elo.handicaps import handicap_match

    if games is None:
        fail("--difference goes with --games")
    expectancy = expectancy_named(function, printed=function is None)
    return {"difference": difference, "games": games, "points": handicap_match(difference, games, expectancy)}


def _brasket(rating: float, scratch: float | None, performance: float | None, fraction: float) -> dict[str, Any]:
    from arpad.rules.elo.checks import finite, share
    from arpad.rules.elo.handicaps import handicap_performance, handicap_rating_points

    if scratch is None:
        fail("--rating goes with --scratch")
    given = handicap_rating_points(finite(rating, "rating"), finite(scratch, "scratch"), share(fraction, "fraction"))
    found = {"rating": rating, "scratch": scratch, "rating_points": given}
    if performance is not None:
        found["performance"] = performance
        found["handicap_score"] = handicap_performance(performance, rating, scratch, fraction)
    return found


def _field(file: str | None, section: int | None, ratings: str) -> Field:
    """The players of a tournament, all with a rating."""
    if file is None:
        from arpad.datasets import wijk_aan_zee_1975

        return [(row.player, float(row.rating), row.score) for row in wijk_aan_zee_1975().rows]
    from arpad.formats.round_robin_table import decode

    raw, name = bytes_of(file)
    found: list[tuple[str, float | None, float]]
    if raw.lstrip().startswith(b"{"):
        read = crosstable_in(raw, name, section, ratings)
        found = [(player, read.ratings.get(player), read.table.score(player)) for player in read.table.players]
    else:
        found = [(entrant.player, entrant.rating, entrant.score) for entrant in decode(raw)]
    field = []
    for player, rating, score in found:
        if rating is None:
            fail(f"{player} has no rating: a handicap needs one")
        field.append((player, rating, score))
    return field


def _tournament(field: Field, rounds: int | None, scratch: float | None) -> tuple[HandicapLine, ...]:
    from arpad.rules.elo.handicaps import handicap_round_robin_scores, handicap_swiss_scores

    if rounds is None:
        return handicap_round_robin_scores(field, scratch)
    return handicap_swiss_scores(field, rounds, scratch)


def _plain(line: HandicapLine) -> dict[str, Any]:
    return {
        "player": line.player,
        "rating": line.rating,
        "score": line.score,
        "level": line.level,
        "points": line.points,
        "handicap_score": line.handicap_score,
    }


ROWS = (
    ("level", "Rating points below scratch", 1),
    ("difference", "Rating difference", 1),
    ("games", "Games", 1),
    ("rating", "Rating", 1),
    ("scratch", "Scratch", 1),
    ("rating_points", "Handicap in rating points", 1),
    ("performance", "Performance rating", 1),
    ("handicap_score", "Handicap score", 1),
    ("points", "Handicap in game points", 2),
    ("rounded", "To the nearest tenth", 1),
)


def _print(found: dict[str, Any]) -> None:
    from arpad.cli.tables import console, print_table

    rows = [(name, points(found[key], places)) for key, name, places in ROWS if key in found]
    print_table(console(), "Handicap", [("What", "left"), ("Value", "right")], rows)


def _print_tournament(lines: tuple[HandicapLine, ...], rounds: int | None) -> None:
    from arpad.cli.tables import console, print_table

    columns = [
        ("Player", "left"),
        ("Rating", "right"),
        ("Score", "right"),
        ("Below scratch", "right"),
        ("Points", "right"),
        ("With handicap", "right"),
    ]
    rows = [
        (
            line.player,
            points(line.rating),
            points(line.score),
            points(line.level),
            points(line.points),
            points(line.handicap_score),
        )
        for line in sorted(lines, key=lambda line: -line.handicap_score)
    ]
    of = f"{len(lines)} players" if rounds is None else f"{len(lines)} players, {rounds} rounds"
    print_table(console(), f"{of}, in the order of the handicap scores", columns, rows)
