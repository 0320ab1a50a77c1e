"""`arpad elo compare`: one crosstable by Elo's system and by the others of chapter 8, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.elo.crosstables import (
    CrosstableFile,
    Example,
    ExampleOption,
    RatingsOption,
    SectionOption,
    crosstable_of,
    named_numbers,
)
from arpad.cli.elo.shared import ChartOption, FunctionOption, complaining, draw, expectancy_named, points, print_json
from arpad.cli.elo.shared import signed as with_sign
from arpad.cli.options import AsJson, fail

if TYPE_CHECKING:
    from arpad.rules.elo.systems.comparison import Comparison
    from arpad.rules.elo.systems.system import RatingSystem

FIDE_OFFSET = 2000.0
"""What 3.46 adds to the ratings of the Morphy era to bring them to the FIDE scale."""


def compare(
    file: CrosstableFile = None,
    *,
    example: ExampleOption = None,
    known: Annotated[list[str] | None, typer.Option(metavar="NAME=R", help="A rating before; may be repeated.")] = None,
    only: Annotated[
        list[str] | None, typer.Option("--system", metavar="NAME", help="Only this system; may be repeated.")
    ] = None,
    k: Annotated[
        float, typer.Option("--k", help="K; Berkin's ratings rest on the games it stands for, 800 / K.")
    ] = 32.0,
    own: Annotated[bool, typer.Option("--own", help="Every system on its own scale, not on Elo's.")] = False,
    section: SectionOption = None,
    ratings: RatingsOption = "OTBR",
    function: FunctionOption = None,
    as_json: AsJson = False,
    chart: ChartOption = None,
) -> None:
    """Rate a crosstable by several systems from the same ratings: what each of them makes of everybody.

    elo (1)-(3), linear (10) (11), ingo (47) (48), harkness (49)-(51), bcf 8.54, ccla (52), berkin (57) (61) (63).
    Ratings are given on Elo's scale; each system works on its own, and its changes are told on Elo's. Files are as for
    `arpad elo approximate`; everybody needs a rating.

    \b
    Examples:
      arpad elo compare club.csv
      arpad elo compare --example morphy-era --k 10
      arpad elo compare club.csv --system elo --system harkness --own
      arpad elo compare club.csv --chart systems.svg
    """
    found = crosstable_of(file, example, section, ratings)
    before = dict(found.ratings)
    if example is Example.MORPHY_ERA:
        before = _printed_ratings()
    before |= named_numbers(known, "--known", found.table.players)
    with complaining():
        from arpad.rules.elo.systems.comparison import compare as compared
        from arpad.rules.elo.systems.comparison import systems

        chosen = _chosen(systems(k, expectancy_named(function)), only or [])
        made = compared(found.table, before, chosen)
    draw(chart, lambda: _chart(made, found.table.players))
    if as_json:
        print_json(_document(made))
    elif own:
        _print_own(made)
    else:
        _print(made)


def _printed_ratings() -> dict[str, float]:
    from arpad.datasets import morphy_era

    return {row.player: FIDE_OFFSET + row.r5 for row in morphy_era().rows}


def _chosen(every: tuple[RatingSystem, ...], names: list[str]) -> list[RatingSystem]:
    by_name = {system.name: system for system in every}
    for name in names:
        if name not in by_name:
            fail(f"there is no system {name!r}: they are {', '.join(by_name)}")
    return [by_name[name] for name in dict.fromkeys(names)] or list(every)


def _chart(made: Comparison, players: tuple[str, ...]) -> Any:
    from arpad.charts.pools import changes_by_system

    changes = {name: [(line.own.player, line.change) for line in lines] for name, lines in made.lines.items()}
    return changes_by_system(changes, players, "Changes by system")


def _document(made: Comparison) -> dict[str, Any]:
    return {
        "ratings": made.ratings,
        "systems": [
            {
                "system": system.name,
                "equations": system.equations,
                "gained_together": made.exchanged(system.name),
                "players": [
                    {
                        "player": line.own.player,
                        "score": line.own.score,
                        "expected": line.own.expected,
                        "performance": line.performance,
                        "after": line.after,
                        "change": line.change,
                        "own": {
                            "before": line.own.before,
                            "performance": line.own.performance,
                            "after": line.own.after,
                        },
                    }
                    for line in made.lines[system.name]
                ],
            }
            for system in made.systems
        ],
    }


def _print(made: Comparison) -> None:
    from arpad.cli.tables import console, print_table

    names = list(made.lines)
    rows = []
    for at, (player, before) in enumerate(made.ratings.items()):
        changes = [with_sign(made.lines[name][at].change) for name in names]
        rows.append((player, points(before), points(made.lines[names[0]][at].own.score), *changes))
    rows.append(("together", "", "", *(with_sign(_no_noise(made.exchanged(name))) for name in names)))
    columns = [("Player", "left"), ("R", "right"), ("W", "right"), *((name, "right") for name in names)]
    out = console()
    print_table(out, "Changes of rating, in points of Elo's scale", columns, rows)
    performances = [
        (player, *(points(made.lines[name][at].performance, 0) for name in names))
        for at, player in enumerate(made.ratings)
    ]
    out.print()
    print_table(
        out, "Performances, on Elo's scale", [("Player", "left"), *((name, "right") for name in names)], performances
    )


def _print_own(made: Comparison) -> None:
    from arpad.cli.tables import console, print_table

    out = console()
    for at, system in enumerate(made.systems):
        if at:
            out.print()
        print_table(
            out,
            f"{system.name}, {system.equations}",
            [
                (name, "left" if name == "Player" else "right")
                for name in ("Player", "Before", "W", "W_e", "R_p", "After")
            ],
            [
                (
                    line.own.player,
                    points(line.own.before),
                    points(line.own.score),
                    points(line.own.expected, 2),
                    points(line.own.performance),
                    points(line.own.after),
                )
                for line in made.lines[system.name]
            ],
        )


def _no_noise(value: float) -> float:
    """A sum of changes without the last bits that addition leaves."""
    return 0.0 if abs(value) < 5e-2 else value
