"""`arpad elo performance`: how strong a player was over some games, by every formula of the book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.elo.shared import (
    FunctionOption,
    Printed,
    complaining,
    convention_of,
    fixed,
    numbers,
    points,
    print_json,
    signed,
)
from arpad.cli.options import AsJson, fail

if TYPE_CHECKING:
    from arpad.rules.elo.conventions import Convention

PROVISIONAL_BELOW = 30
"""Below so many games the factor F is shown (2.59)."""


def performance(
    *,
    opponents: Annotated[str | None, typer.Option(metavar="LIST", help='Ratings met: "2600,2555,2575".')] = None,
    competition: Annotated[float | None, typer.Option(help="Instead: the mean rating of the opponents.")] = None,
    games: Annotated[float | None, typer.Option(help="With --competition: how many games.")] = None,
    score: Annotated[float, typer.Option(help="Points scored; a draw counts one half.")],
    before: Annotated[float | None, typer.Option("--rating", help="The rating before; with --k: the new one.")] = None,
    k: Annotated[float | None, typer.Option("--k", help="K, the points that one game is worth.")] = None,
    function: FunctionOption = None,
    printed: Printed = False,
    as_json: AsJson = False,
) -> None:
    """A performance rating by every formula of the book; with a rating and K the new rating too.

    \b
    Examples:
      arpad elo performance --competition 2527 --games 15 --score 10.5 --printed       example 1: 2676
      arpad elo performance --opponents "2600 2600 2555 2575 2615 2470 2550 2600 2510 2560 2410 2470 2485 2445 2460" \\
          --score 10.5 --rating 2635 --k 10 --printed                                  examples 1, 3, 4, 6, 7
      arpad elo performance --opponents 1500,1900,2400 --score 2                       1.55: the exact rating
    """
    if (opponents is None) == (competition is None):
        fail("give --opponents, or --competition with --games: one of the two")
    if (before is None) != (k is None):
        fail("--rating and --k go together")
    met = None if opponents is None else numbers(opponents)
    if met is not None and games is not None:
        fail("--opponents says how many games: --games goes with --competition")
    if competition is not None and games is None:
        fail("--competition needs --games")
    with complaining():
        convention = convention_of(function, printed=printed)
        played = float(len(met)) if met is not None else float(games or 0)
        found = _performances(met, competition, score, played, convention)
        new = (
            [] if before is None or k is None else _new_ratings(met, competition, score, played, before, k, convention)
        )
    if as_json:
        print_json({"games": played, "score": score, "performances": found, "new_ratings": new})
        return
    _print_performances(found, new, f"{points(score)} of {points(played)} points")


def _performances(
    met: tuple[float, ...] | None, competition: float | None, score: float, games: float, convention: Convention
) -> list[dict[str, Any]]:
    from arpad.rules.elo.error import EloError
    from arpad.rules.elo.linear import linear_performance
    from arpad.rules.elo.performance import mean, performance_against_mean, performance_exact, small_sample_performance
    from arpad.rules.elo.scale import CLASS_INTERVAL

    r_c = convention.points(mean(met)) if met is not None else competition or 0.0
    ways: list[tuple[str, str, Any]] = [
        ("mean opponent", "(1)", lambda: performance_against_mean(r_c, score, games, convention)),
        ("linear", "(10)", lambda: linear_performance(r_c, score, games - score, games, CLASS_INTERVAL)),
    ]
    if met is not None:
        ways.insert(1, ("exact", "1.55", lambda: performance_exact(met, score, convention.expectancy)))
    if games < PROVISIONAL_BELOW:
        ways.append(("few games", "(70)", lambda: small_sample_performance(r_c, score, games, convention)))
    found = []
    for name, equation, work in ways:
        line: dict[str, Any] = {"method": name, "equation": equation, "competition": r_c}
        try:
            made = work()
        except EloError as error:
            if error.problem.code not in {"no-finite-performance", "no-finite-difference"}:
                raise
            line |= {"rating": None, "why": error.problem.message}
        else:
            if isinstance(made, float):
                line["rating"] = made
            else:
                line |= {
                    "percentage": made.percentage,
                    "difference": made.difference,
                    "factor": made.factor,
                    "rating": made.rating,
                }
        found.append(line)
    return found


def _new_ratings(
    met: tuple[float, ...] | None,
    competition: float | None,
    score: float,
    games: float,
    before: float,
    k: float,
    convention: Convention,
) -> list[dict[str, Any]]:
    from arpad.rules.elo.checks import finite, positive
    from arpad.rules.elo.current import current_rating, expected_against_mean, new_rating
    from arpad.rules.elo.linear import expected_linear, update_linear

    found = []

    def add(equation: str, expected: float, after: float) -> None:
        change = after - before
        found.append({"equation": equation, "expected": expected, "change": change, "rating": after})

    if met is None:
        finite(before, "rating")
        expected = expected_against_mean(games, convention.expectancy.probability(before - (competition or 0.0)))
        add("(2) with (4)", expected, new_rating(before, positive(k, "k"), score, expected))
        return found
    for equation, by_mean in (("(2) with (3)", False), ("(2) with (4)", True)):
        made = current_rating(before, met, score, k, convention=convention, by_mean=by_mean)
        add(equation, made.expected, made.rating)
    add("(11)", expected_linear(before, met), update_linear(before, met, score, k))
    return found


def _print_performances(found: list[dict[str, Any]], new: list[dict[str, Any]], title: str) -> None:
    from arpad.cli.tables import console, print_table

    out = console()
    print_table(
        out,
        title,
        [
            ("Performance", "left"),
            ("By", "left"),
            ("R_c", "right"),
            ("P", "right"),
            ("D_p", "right"),
            ("F", "right"),
            ("R_p", "right"),
        ],
        [
            (
                line["method"],
                line["equation"],
                points(line["competition"]),
                fixed(line.get("percentage"), 4),
                points(line.get("difference")),
                "" if line.get("factor") in {None, 1.0} else fixed(line["factor"], 4),
                "none (1.54)" if line["rating"] is None else points(line["rating"]),
            )
            for line in found
        ],
    )
    if new:
        out.print()
        print_table(
            out,
            "New rating",
            [("By", "left"), ("W_e", "right"), ("Change", "right"), ("R_n", "right")],
            [
                (line["equation"], fixed(line["expected"]), signed(line["change"]), fixed(line["rating"]))
                for line in new
            ],
        )
