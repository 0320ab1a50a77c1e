"""Charts of careers and pools: valid definitions that hold every row they were given."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import altair as alt
import pytest

from arpad.charts import careers, pools
from arpad.charts.writing import write_chart

LIFE = {"A": [(1900.0, 2400.0), (1901.0, 2450.0)], "B": [(1900.0, 2300.0), (1901.0, 2350.0)]}
CHARTS: dict[str, tuple[alt.TopLevelMixin, int]] = {
    "lifetime": (careers.lifetime_curves(LIFE, {"A": [(1900.0, 2390.0)]}), 5),
    "development": (careers.development({"early": [(12.0, 1640.0), (13.0, 1785.0)]}, "By age"), 2),
    "leaders": (careers.leaders([(1860, 15, 2485.0), (1885, 20, 2505.0)]), 2),
    "matches": (careers.match_deviations([("one", 0.5, 1.5), ("other", -1.0, 2.0)]), 6),
    "distribution": (pools.distribution({"pool": [(1400.0, 1500.0, 40.0), (1500.0, 1600.0, 60.0)]}, "Pool"), 4),
    "bars": (pools.ranked([("A", "all", 2.0), ("B", "all", 3.0)], "Bars", "Number", ""), 2),
    "dots": (pools.ranked([("A", "x", 0.2), ("B", "y", 30.0)], "Dots", "Ratio", "Group", logarithmic=True), 2),
    "births": (pools.births([("A", 1, 2, 3), ("B", 0, 1, 0)], ("first", "second", "third"), "Births"), 6),
    "profile": (pools.profile([("part", "yes", 60.0), ("part", "no", 40.0), ("other", "yes", 1.0)]), 3),
    "systems": (pools.changes_by_system({"elo": [("A", 3.0)], "ingo": [("A", -1.0)]}, ("A",), "Systems"), 3),
    "points": (pools.points_by_category([("GM", "7", 7.0), ("GM", "8", 6.5)], ("7", "8"), "Points"), 2),
}

every_chart = pytest.mark.parametrize("name", CHARTS)


def rows_of(definition: Any) -> Iterator[Any]:
    """Every row of data in a chart, each source of data once."""
    for rows in definition.get("datasets", {}).values():
        yield from rows
    yield from inline(definition)


def inline(definition: Any) -> Iterator[Any]:
    if isinstance(definition, dict):
        data = definition.get("data")
        if isinstance(data, dict) and "values" in data:
            yield from data["values"]
        for key, value in definition.items():
            if key not in {"data", "datasets"}:
                yield from inline(value)
    elif isinstance(definition, list):
        for value in definition:
            yield from inline(value)


@every_chart
def test_a_chart_holds_its_rows(name: str) -> None:
    chart, size = CHARTS[name]
    assert len(list(rows_of(json.loads(chart.to_json())))) == size


@every_chart
def test_a_chart_can_be_drawn(name: str, tmp_path: Path) -> None:
    write_chart(CHARTS[name][0], tmp_path / "chart.svg")
    assert (tmp_path / "chart.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_distribution_begins_and_ends_on_the_ground() -> None:
    rows = list(rows_of(json.loads(CHARTS["distribution"][0].to_json())))
    assert [(row["rating"], row["percent"]) for row in rows] == [
        (1400.0, 0.0),
        (1400.0, 40.0),
        (1500.0, 60.0),
        (1600.0, 0.0),
    ]
