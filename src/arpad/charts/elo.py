"""Charts of Elo's system: expectancy curves, the distribution of a score, ratings against performances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import altair as alt

WIDTH, HEIGHT = 640, 360
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
"""Five colours that stay apart for every kind of eye (Okabe and Ito)."""

GREY = "#888888"

BAR = 0.8
"""How much of its room a bar fills."""


def expectancy_curves(
    curves: Mapping[str, Sequence[tuple[float, float]]], marks: Sequence[tuple[float, float]] = ()
) -> alt.TopLevelMixin:
    """Percentage expectancy against rating difference, one curve a function; marks are single points on them."""
    rows = [{"function": name, "difference": d, "percentage": p} for name, points in curves.items() for d, p in points]
    lines = (
        alt.Chart(alt.InlineData(rows))
        .mark_line()
        .encode(
            x=alt.X("difference:Q", title="Rating difference D"),
            y=alt.Y("percentage:Q", title="Percentage expectancy P", scale=alt.Scale(domain=[0, 1])),
            color=alt.Color(
                "function:N",
                title="Function",
                sort=list(curves),
                scale=alt.Scale(domain=list(curves), range=list(COLOURS[: len(curves)])),
            ),
        )
    )
    points = (
        alt.Chart(alt.InlineData([{"difference": d, "percentage": p} for d, p in marks]))
        .mark_point(color="black", filled=True, size=60)
        .encode(x="difference:Q", y="percentage:Q")
    )
    return alt.layer(lines, points).properties(width=WIDTH, height=HEIGHT)


def score_bars(scores: Sequence[tuple[float, float]], expected: float, title: str) -> alt.TopLevelMixin:
    """The probability of every score as bars, and a line at the expected score."""
    half = BAR * min((after - before for (before, _), (after, _) in pairwise(scores)), default=1.0) / 2
    rows = [{"from": score - half, "to": score + half, "probability": probability} for score, probability in scores]
    bars = (
        alt.Chart(alt.InlineData(rows))
        .mark_rect(color=COLOURS[0])
        .encode(
            x=alt.X(
                "from:Q",
                title="Score",
                scale=alt.Scale(domain=[scores[0][0] - half, scores[-1][0] + half], nice=False),
            ),
            x2=alt.X2("to:Q"),
            y=alt.Y("probability:Q", title="Probability"),
            y2=alt.datum(0),
        )
    )
    line = (
        alt.Chart(alt.InlineData([{"expected": expected}]))
        .mark_rule(color=COLOURS[1], strokeDash=[4, 3], strokeWidth=2)
        .encode(x="expected:Q")
    )
    return alt.layer(bars, line).properties(width=WIDTH, height=HEIGHT, title=title)


def ratings_and_performances(
    players: Sequence[tuple[str, float | None, float | None]], title: str
) -> alt.TopLevelMixin:
    """For each player the rating before and the performance rating, joined by a line; in the order given."""
    rows = [
        {"player": name, "what": what, "rating": value}
        for name, before, performed in players
        for what, value in (("rating before", before), ("performance", performed))
        if value is not None
    ]
    pairs = [
        {"player": name, "before": before, "performed": performed}
        for name, before, performed in players
        if before is not None and performed is not None
    ]
    order = [name for name, _, _ in players]
    joined = (
        alt.Chart(alt.InlineData(pairs))
        .mark_rule(color=GREY)
        .encode(
            y=alt.Y("player:N", sort=order),
            x=alt.X("before:Q"),
            x2=alt.X2("performed:Q"),
        )
    )
    dots = (
        alt.Chart(alt.InlineData(rows))
        .mark_point(filled=True, size=60)
        .encode(
            y=alt.Y("player:N", title=None, sort=order),
            x=alt.X("rating:Q", title="Rating", scale=alt.Scale(zero=False), axis=alt.Axis(format="d")),
            color=alt.Color(
                "what:N",
                title=None,
                scale=alt.Scale(domain=["rating before", "performance"], range=[COLOURS[0], COLOURS[1]]),
            ),
        )
    )
    return alt.layer(joined, dots).properties(width=WIDTH, title=title)
