"""Charts of fits: valid definitions, the same file each time, and what they show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import altair as alt
import pytest

from arpad.charts.fits import (
    cumulative_shares,
    frequencies,
    ratings_with_errors,
    reliability_by_games,
    score_histograms,
)
from arpad.charts.writing import write_chart

CHARTS = {
    "ratings": ratings_with_errors([("A", 2500.0, 30.0), ("B", 2400.0, None)], "Two players"),
    "frequencies": frequencies([("low", 9.0, 8.4), ("high", 2.0, 8.4)], "Two classes"),
    "shares": cumulative_shares([(800.0, 0.1, 0.2), (900.0, 1.0, 0.9)], (800.0, 0.1, 0.2), "Two places"),
    "reliability": reliability_by_games([(9.0, 94.3, 63.6, 0.71), (30.0, 51.6, 34.8, 0.95)]),
    "histograms": score_histograms([("even", [(0.0, 0.5), (1.0, 0.5)]), ("uneven", [(0.0, 0.2), (1.0, 0.8)])], "One"),
}

every_chart = pytest.mark.parametrize("chart", list(CHARTS.values()), ids=list(CHARTS))


def data_of(chart: alt.TopLevelMixin) -> list[list[dict[str, Any]]]:
    return list(json.loads(chart.to_json())["datasets"].values())


@every_chart
@pytest.mark.parametrize(("name", "start"), [("a.svg", b"<svg"), ("a.png", b"\x89PNG")])
def test_a_chart_is_written_by_its_name(chart: alt.TopLevelMixin, name: str, start: bytes, tmp_path: Path) -> None:
    write_chart(chart, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_rating_without_an_error_has_a_dot_and_no_bar() -> None:
    bars, dots = sorted(data_of(CHARTS["ratings"]), key=len)
    assert bars == [{"player": "A", "low": 2470.0, "high": 2530.0}]
    assert [row["player"] for row in dots] == ["A", "B"]


def test_the_largest_difference_is_drawn_between_the_two_lines() -> None:
    assert [{"at": 800.0, "low": 0.1, "high": 0.2}] in data_of(CHARTS["shares"])


def test_the_order_of_classes_is_the_one_given() -> None:
    spec = json.loads(CHARTS["frequencies"].to_json())
    assert spec["layer"][0]["encoding"]["x"]["sort"] == ["low", "high"]


def test_the_same_chart_is_the_same_file(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        write_chart(CHARTS["ratings"], tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
