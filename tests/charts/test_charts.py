"""Charts: definitions that Vega-Lite accepts, written as their names say."""

from __future__ import annotations

import json
from pathlib import Path

import altair as alt
import pytest

from arpad.charts.elo import expectancy_curves, ratings_and_performances, score_bars
from arpad.charts.writing import write_chart

CURVES = expectancy_curves({"normal": [(-200.0, 0.24), (0.0, 0.5), (200.0, 0.76)]}, [(0.0, 0.5)])
BARS = score_bars([(0.0, 0.25), (0.5, 0.5), (1.0, 0.25)], 0.5, "One game")
DOTS = ratings_and_performances([("A", 2400.0, 2450.0), ("B", None, 2300.0), ("C", 2200.0, None)], "Three players")

every_chart = pytest.mark.parametrize("chart", [CURVES, BARS, DOTS], ids=["curves", "bars", "dots"])


@every_chart
def test_a_chart_is_a_valid_definition(chart: alt.TopLevelMixin) -> None:
    assert json.loads(chart.to_json())["layer"]


@every_chart
@pytest.mark.parametrize(("name", "start"), [("a.svg", b"<svg"), ("a.PNG", b"\x89PNG")])
def test_a_chart_is_written_by_its_name(chart: alt.TopLevelMixin, name: str, start: bytes, tmp_path: Path) -> None:
    write_chart(chart, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_the_bars_stand_apart_and_on_the_ground() -> None:
    bars = json.loads(BARS.to_json())
    rows = bars["datasets"][bars["layer"][0]["data"]["name"]]
    assert [(round(row["from"], 2), round(row["to"], 2)) for row in rows] == [(-0.2, 0.2), (0.3, 0.7), (0.8, 1.2)]


def test_one_score_alone_has_a_bar_too() -> None:
    assert score_bars([(0.0, 1.0)], 0.0, "No game").to_json()


def test_the_same_chart_is_the_same_file(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        write_chart(CURVES, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
