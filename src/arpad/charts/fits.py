"""Charts of fits: ratings with their standard errors, found against expected frequencies, reliability by games."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from arpad.charts.elo import COLOURS, GREY, HEIGHT, WIDTH

ROW_HEIGHT = 22
"""Pixels for each player."""


def ratings_with_errors(players: Sequence[tuple[str, float, float | None]], title: str) -> alt.TopLevelMixin:
    """Each player's rating with a standard error to either side, in the order given."""
    order = [name for name, _, _ in players]
    rows = [{"player": name, "rating": rating} for name, rating, _ in players]
    bars = [
        {"player": name, "low": rating - error, "high": rating + error}
        for name, rating, error in players
        if error is not None
    ]
    spans = (
        alt.Chart(alt.InlineData(bars))
        .mark_rule(color=GREY, strokeWidth=2)
        .encode(
            y=alt.Y("player:N", sort=order, title=None),
            x=alt.X("low:Q", scale=alt.Scale(zero=False)),
            x2=alt.X2("high:Q"),
        )
    )
    dots = (
        alt.Chart(alt.InlineData(rows))
        .mark_point(filled=True, size=60, color=COLOURS[0], opacity=1)
        .encode(
            y=alt.Y("player:N", sort=order, title=None),
            x=alt.X("rating:Q", title="Rating and standard error", scale=alt.Scale(zero=False)),
        )
    )
    return alt.layer(spans, dots).properties(width=WIDTH, height=alt.Step(ROW_HEIGHT), title=title)


def frequencies(classes: Sequence[tuple[str, float, float]], title: str) -> alt.TopLevelMixin:
    """Observed frequencies as bars, expected ones as marks across them, class by class in the order given."""
    order = [name for name, _, _ in classes]
    rows = [{"class": name, "observed": found, "expected": expected} for name, found, expected in classes]
    at = alt.X("class:N", sort=order, title=None, axis=alt.Axis(labelAngle=-45))
    bars = (
        alt.Chart(alt.InlineData(rows))
        .mark_bar(color=COLOURS[0], opacity=0.7)
        .encode(x=at, y=alt.Y("observed:Q", title="Observed (bars) and expected (marks)"))
    )
    marks = (
        alt.Chart(alt.InlineData(rows))
        .mark_tick(color=COLOURS[1], thickness=3, opacity=1)
        .encode(x=at, y=alt.Y("expected:Q"))
    )
    return alt.layer(bars, marks).properties(width=WIDTH, height=HEIGHT, title=title)


def cumulative_shares(
    places: Sequence[tuple[float, float, float]], largest: tuple[float, float, float], title: str
) -> alt.TopLevelMixin:
    """Cumulative shares, observed and expected, and between them the largest difference as a bar."""
    rows = [
        {"up to": at, "what": what, "share": value}
        for at, found, expected in places
        for what, value in (("observed", found), ("expected", expected))
    ]
    lines = (
        alt.Chart(alt.InlineData(rows))
        .mark_line(point=True)
        .encode(
            x=alt.X("up to:Q", title="Up to", scale=alt.Scale(zero=False, nice=False), axis=alt.Axis(format="d")),
            y=alt.Y("share:Q", title="Cumulative share", scale=alt.Scale(domain=[0, 1])),
            color=alt.Color(
                "what:N",
                title=None,
                scale=alt.Scale(domain=["observed", "expected"], range=[COLOURS[0], COLOURS[1]]),
            ),
        )
    )
    at, found, expected = largest
    widest = (
        alt.Chart(alt.InlineData([{"at": at, "low": min(found, expected), "high": max(found, expected)}]))
        .mark_rule(color="black", strokeWidth=3)
        .encode(x="at:Q", y="low:Q", y2="high:Q")
    )
    return alt.layer(lines, widest).properties(width=WIDTH, height=HEIGHT, title=title)


def reliability_by_games(rows: Sequence[tuple[float, float, float, float]]) -> alt.TopLevelMixin:
    """Standard deviation and probable error in rating points, and the confidence level, against the games."""
    points = [
        {"games": games, "what": what, "points": value}
        for games, deviation, error, _ in rows
        for what, value in (("standard deviation", deviation), ("probable error", error))
    ]
    x = alt.X("games:Q", title="Games", scale=alt.Scale(zero=False))
    errors = (
        alt.Chart(alt.InlineData(points))
        .mark_line(point=True)
        .encode(
            x=x,
            y=alt.Y("points:Q", title="Rating points"),
            color=alt.Color(
                "what:N",
                title=None,
                legend=alt.Legend(orient="top"),
                scale=alt.Scale(domain=["standard deviation", "probable error"], range=[COLOURS[0], COLOURS[1]]),
            ),
        )
        .properties(width=WIDTH // 2, height=HEIGHT)
    )
    confidence = (
        alt.Chart(alt.InlineData([{"games": games, "level": level} for games, _, _, level in rows]))
        .mark_line(point=alt.OverlayMarkDef(color=COLOURS[2]), color=COLOURS[2])
        .encode(x=x, y=alt.Y("level:Q", title="Confidence level", scale=alt.Scale(domain=[0, 1])))
        .properties(width=WIDTH // 2, height=HEIGHT)
    )
    return alt.hconcat(errors, confidence)


def score_histograms(
    distributions: Sequence[tuple[str, Sequence[tuple[float, float]]]], title: str
) -> alt.TopLevelMixin:
    """Distributions of scores one below another on one scale, as 8.83 and 8.92 set them side by side."""
    rows = [
        {"distribution": name, "score": score, "probability": p}
        for name, scores in distributions
        for score, p in scores
    ]
    chart: alt.TopLevelMixin = (
        alt.Chart(alt.InlineData(rows))
        .mark_bar(color=COLOURS[0])
        .encode(
            x=alt.X("score:O", title="Score", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("probability:Q", title="Probability"),
            row=alt.Row("distribution:N", title=None, sort=[name for name, _ in distributions]),
        )
        .properties(width=WIDTH, height=HEIGHT // 2, title=title)
    )
    return chart
