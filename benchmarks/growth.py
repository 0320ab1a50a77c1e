"""How cost grows with the history: 1, 5 and 20 million games, as a table and a chart."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

import altair as alt
import polars as pl

from arpad.history import generate
from arpad.history.rated import rated
from arpad.kernel.law_runs import periods
from arpad.kernel.plan import plan_of
from arpad.rules.law import law
from arpad.rules.vocabulary import LawChoice
from benchmarks.timing import median

SIZES = (1_000_000, 5_000_000, 20_000_000)


class Cost(NamedTuple):
    """Seconds for a history of so many games."""

    games: int
    generate: float
    plan: float
    rate: float


def cost(games: int) -> Cost:
    """What a history of so many games costs."""
    began = time.perf_counter()
    record = generate(games // 20, seed=1, games=games)
    generated = time.perf_counter() - began
    of_law = periods(law(), LawChoice())
    planned = median(lambda: plan_of(record.columns, of_law), 3)
    history = rated(record, of_law, {})
    return Cost(
        record.columns.games, generated, planned.seconds, median(lambda: history.again(rows=history.rows), 3).seconds
    )


def growth(folder: Path) -> None:
    """Print the table, and draw the chart."""
    costs = [cost(games) for games in SIZES]
    print("\nHow cost grows")
    print(f"  {'games':>12} {'generate':>10} {'plan':>8} {'rate':>8} {'ns a game, rated':>18}")
    for entry in costs:
        each = entry.rate / entry.games * 1e9
        print(f"  {entry.games:12,} {entry.generate:9.2f}s {entry.plan:7.2f}s {entry.rate:7.2f}s {each:18.1f}")
    folder.mkdir(parents=True, exist_ok=True)
    frame = pl.DataFrame(costs).unpivot(index="games", variable_name="work", value_name="seconds")
    chart = (
        alt.Chart(frame, title="A history costs what it is long")
        .mark_line(point=True)
        .encode(
            x=alt.X("games:Q", title="games", axis=alt.Axis(format="~s")),
            y=alt.Y("seconds:Q", title="seconds, one core"),
            color=alt.Color("work:N", title=None),
        )
        .properties(width=480, height=280)
    )
    chart.save(folder / "growth.svg")
    print(f"  chart: {folder / 'growth.svg'}")
