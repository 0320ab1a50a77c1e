"""`arpad elo approximate`: self-consistent ratings from any crosstable, by successive approximations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.elo import likeliest
from arpad.cli.elo.crosstables import (
    CrosstableFile,
    Example,
    ExampleOption,
    RatingsOption,
    SectionOption,
    crosstable_of,
    named_numbers,
    printed_differences,
)
from arpad.cli.elo.shared import (
    ChartOption,
    FunctionOption,
    complaining,
    draw,
    expectancy_named,
    fixed,
    points,
    print_json,
)
from arpad.cli.options import AsJson, fail

if TYPE_CHECKING:
    from arpad.formats.score_table import ScoreTable
    from arpad.rules.elo.approximations import Approximations, Group
    from arpad.rules.elo.expectancy import Expectancy
    from arpad.rules.elo.pools import Alignment


CYCLES = 100
"""Cycles at most, unless another number is asked for."""

LITTLE = 0.01
"""Points: when no rating moves by more, the work ends, unless another number is asked for."""


def approximate(
    file: CrosstableFile = None,
    *,
    example: ExampleOption = None,
    start: Annotated[float, typer.Option(help="R_i, the initial rating of all.")] = 500.0,
    cycles: Annotated[int, typer.Option(help="Cycles at most.")] = CYCLES,
    until: Annotated[
        float, typer.Option(help="End when no rating moves by so many points; 0: run all cycles.")
    ] = LITTLE,
    by_hand: Annotated[bool, typer.Option("--by-hand", help="D_p and every R_c in whole points.")] = False,
    difference: Annotated[
        list[str] | None, typer.Option(metavar="NAME=D", help="Take this D_p for a player; may be repeated.")
    ] = None,
    known: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=R", help="A rating on another scale, to bring all there (3.36); may be repeated."),
    ] = None,
    conform: Annotated[bool, typer.Option("--conform", help="Bring all to the ratings that the file gives.")] = False,
    steps: Annotated[bool, typer.Option("--steps", help="Every cycle: R_c and R of everybody.")] = False,
    ml: Annotated[
        bool,
        typer.Option("--ml", help="Instead: maximum likelihood, with standard errors; known ratings stay as they are."),
    ] = False,
    prior: Annotated[
        float | None, typer.Option(help="With --ml: so many drawn games for everybody against --start.")
    ] = None,
    balance: Annotated[
        bool, typer.Option("--balance", help="With --ml: expected scores equal to scores, not the likeliest ratings.")
    ] = False,
    section: SectionOption = None,
    ratings: RatingsOption = "OTBR",
    function: FunctionOption = None,
    as_json: AsJson = False,
    chart: ChartOption = None,
) -> None:
    """Self-consistent ratings from a crosstable, by Elo's successive approximations (3.4), with every step on request.

    R is where the cycles ended, "limit" where they lead: the self-consistent ratings about the initial rating. Players
    with a clean or zero score are set aside, groups without a game between them stand apart; both are said.

    \b
    A crosstable as CSV: a line "player,rating,A,B,C" (the rating may be left out, the columns may be 1,2,3), then
    a line for each player with his points against each; an empty cell or - where two did not meet; 10½ is 10.5.
    As JSON: {"players": ["A", {"name": "B", "rating": 2600}], "scores": [[null, 1.5], [0.5, null]]}.

    \b
    Examples:
      arpad elo approximate pool.csv --conform
      arpad elo approximate --example morphy-era --known Morphy=2695            3.45, 3.46
      arpad elo approximate --example morphy-era --by-hand --cycles 5 --until 0 --difference Williams=-63 --steps
      arpad elo approximate event.json --section 2 --function logistic --json
      arpad elo approximate --example morphy-era --ml --function logistic --chart ratings.svg
    """
    if ml and (by_hand or difference or steps or cycles != CYCLES or until != LITTLE):
        fail("--ml knows no cycles: leave out --by-hand, --difference, --steps, --cycles and --until")
    if not ml and (prior is not None or balance):
        fail("--prior and --balance go with --ml")
    found = crosstable_of(file, example, section, ratings)
    given = named_numbers(difference, "--difference", found.table.players)
    anchors = (found.ratings if conform else {}) | named_numbers(known, "--known", found.table.players)
    if ml:
        with complaining():
            fitted = likeliest.fit(
                found, expectancy_named(function), known=anchors, mean=start, prior=prior, balance=balance
            )
            answer = likeliest.document(found, fitted)
        draw(chart, lambda: likeliest.chart(fitted))
        if as_json:
            print_json(answer)
        else:
            likeliest.show(found, fitted)
        return
    with complaining():
        from arpad.rules.elo.approximations import successive_approximations

        made = successive_approximations(
            found.table,
            expectancy_named(function),
            differences=_differences(found, example, given, expectancy_named(function), printed=function is None),
            start=start,
            cycles=cycles,
            little=until,
            whole_points=by_hand,
        )
        aligned = _aligned(made, anchors)
    draw(chart, lambda: _chart(made))
    if as_json:
        print_json(_document(found, made, aligned))
        return
    _print(found, made, aligned)
    if steps:
        _print_steps(made)


def _differences(
    found: ScoreTable, example: Example | None, given: dict[str, float], expectancy: Expectancy, *, printed: bool
) -> dict[str, float] | None:
    """D_p where they do not all follow from the percentages: as printed in the example, and as given."""
    if example is not None and printed:
        return printed_differences() | given
    if not given:
        return None
    from arpad.rules.elo.approximations import indicated_differences

    return indicated_differences(found.table, expectancy) | given


def _aligned(made: Approximations, anchors: dict[str, float]) -> list[Alignment | None]:
    """For each group how it lies against the known ratings; None where it has none of them."""
    from arpad.rules.elo.pools import align_pools

    found = []
    for group in made.groups:
        limit = dict(zip(group.players, group.limit, strict=True))
        found.append(align_pools(limit, anchors) if anchors.keys() & limit.keys() else None)
    return found


def _lines(found: ScoreTable, made: Approximations, aligned: list[Alignment | None]) -> list[dict[str, Any]]:
    lines = []
    for number, (group, alignment) in enumerate(zip(made.groups, aligned, strict=True), start=1):
        for at, player in enumerate(group.players):
            games, score = found.table.games(player), found.table.score(player)
            limit = group.limit[at]
            lines.append(
                {
                    "player": player,
                    "group": number,
                    "games": games,
                    "score": score,
                    "percentage": score / games,
                    "difference": group.differences[at],
                    "rating": group.cycles[-1].ratings[at],
                    "limit": limit,
                    "conformed": None if alignment is None else alignment.conform({player: limit})[player],
                }
            )
    return lines


def _remarks(found: ScoreTable, made: Approximations) -> list[str]:
    return [f"{name} played no rated game." for name in found.without_games] + list(made.remarks)


def _document(found: ScoreTable, made: Approximations, aligned: list[Alignment | None]) -> dict[str, Any]:
    return {
        "players": _lines(found, made, aligned),
        "groups": [_group(group, alignment) for group, alignment in zip(made.groups, aligned, strict=True)],
        "set_aside": [
            {"player": one.player, "games": one.games, "score": one.score, "because": one.because}
            for one in made.set_aside
        ],
        "without_games": list(found.without_games),
        "remarks": _remarks(found, made),
    }


def _group(group: Group, alignment: Alignment | None) -> dict[str, Any]:
    return {
        "players": list(group.players),
        "outcome": group.outcome.value,
        "drift": group.drift,
        "offset": None if alignment is None else alignment.offset,
        "standard_error": None if alignment is None else alignment.standard_error,
        "cycles": [
            {
                "number": cycle.number,
                "competition": list(cycle.competition),
                "ratings": list(cycle.ratings),
                "change": cycle.change,
                "distance": cycle.distance,
            }
            for cycle in group.cycles
        ],
    }


def _print(found: ScoreTable, made: Approximations, aligned: list[Alignment | None]) -> None:
    from arpad.cli.tables import console, print_table

    out = console()
    several = len(made.groups) > 1
    conformed = any(alignment is not None for alignment in aligned)
    names = ["Player", "Games", "W", "P", "D_p", "R", "Limit"]
    names += ["Conformed"] * conformed + ["Group"] * several
    rows = []
    for line in sorted(_lines(found, made, aligned), key=lambda line: (line["group"], -line["limit"])):
        row = [
            line["player"],
            points(line["games"]),
            points(line["score"]),
            fixed(line["percentage"], 3),
            f"{line['difference']:+.1f}",
            points(line["rating"]),
            points(line["limit"]),
        ]
        rows.append(row + [points(line["conformed"])] * conformed + [str(line["group"])] * several)
    games = sum(pairing.games for pairing in found.table.pairings)
    title = f"{len(found.table.players)} players, {points(games)} games"
    print_table(out, title, [(name, "left" if name == "Player" else "right") for name in names], rows)
    for group, alignment in zip(made.groups, aligned, strict=True):
        out.print(_told(group, alignment, several=several), soft_wrap=True)
    for remark in _remarks(found, made):
        out.print(remark, soft_wrap=True)


def _told(group: Group, alignment: Alignment | None, *, several: bool) -> str:
    last = group.cycles[-1]
    told = f"{group.players[0]} and others: " if several else ""
    told += f"{last.number} cycles, {group.outcome}; drift {points(group.drift, 3)} a cycle."
    if alignment is not None:
        error = alignment.standard_error
        spread = "" if error is None else f" (standard error {points(error)})"
        told += f" Conformed by {alignment.offset:+.1f}{spread}."
    return told


def _print_steps(made: Approximations) -> None:
    from arpad.cli.tables import console, print_table

    out = console()
    for group in made.groups:
        columns = [("Player", "left"), ("R_1", "right")]
        for cycle in group.cycles[1:]:
            columns += [(f"R_c{cycle.number - 1}", "right"), (f"R_{cycle.number}", "right")]
        rows = []
        for at, player in enumerate(group.players):
            row = [player, points(group.cycles[0].ratings[at])]
            for cycle in group.cycles[1:]:
                row += [points(cycle.competition[at]), points(cycle.ratings[at])]
            rows.append(row)
        out.print()
        print_table(out, "Step by step", columns, rows)


def _chart(made: Approximations) -> Any:
    from arpad.charts.crosstables import approximation_lines

    return approximation_lines(
        {
            player: [cycle.ratings[at] for cycle in group.cycles]
            for group in made.groups
            for at, player in enumerate(group.players)
        },
        made.limit,
    )
