"""Charts of careers (chapters 5 and 6): lifetime curves, development by age, the leaders of a century, matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt

from arpad.charts.elo import COLOURS, GREY, HEIGHT, WIDTH

FREE = alt.Scale(zero=False, nice=False, padding=24)
WHOLE = alt.Axis(format="d", tickMinStep=1)
"""Years, ages and ratings are whole numbers without a comma."""


def lifetime_curves(
    curves: Mapping[str, Sequence[tuple[float, float]]], years: Mapping[str, Sequence[tuple[float, float]]]
) -> alt.TopLevelMixin:
    """Smoothed careers as lines, and the ratings of the single years as dots, one colour a player (5.52)."""
    colour = _colour("player", "Player", list(curves))
    lines = (
        alt.Chart(alt.InlineData(_rows(curves, "player", "year", "rating")))
        .mark_line()
        .encode(
            x=alt.X("year:Q", title="Year", axis=WHOLE, scale=FREE),
            y=alt.Y("rating:Q", title="Rating", axis=WHOLE, scale=FREE),
            color=colour,
        )
    )
    dots = (
        alt.Chart(alt.InlineData(_rows(years, "player", "year", "rating")))
        .mark_point(filled=True, size=30, opacity=0.6)
        .encode(x="year:Q", y="rating:Q", color=colour)
    )
    return alt.layer(lines, dots).properties(width=WIDTH, height=HEIGHT)


def development(
    curves: Mapping[str, Sequence[tuple[float, float]]], title: str, y: str = "Rating"
) -> alt.TopLevelMixin:
    """Ratings, or gains, by age: one line a group, its points marked (6.22, 6.32)."""
    base = alt.Chart(alt.InlineData(_rows(curves, "group", "age", "rating"))).encode(
        x=alt.X("age:Q", title="Age", axis=WHOLE, scale=FREE),
        y=alt.Y("rating:Q", title=y, axis=WHOLE, scale=FREE),
        color=_colour("group", "Group", list(curves)),
    )
    lines = base.mark_line()
    dots = base.mark_point(filled=True, size=40)
    return alt.layer(lines, dots).properties(width=WIDTH, height=HEIGHT, title=title)


def leaders(rows: Sequence[tuple[int, int, float]]) -> alt.TopLevelMixin:
    """The average rating of the leaders by year, and how many they are at each (5.73)."""
    data = alt.InlineData([{"year": year, "players": f"top {n}", "average": mean} for year, n, mean in rows])
    base = alt.Chart(data).encode(
        x=alt.X("year:Q", title="Year", axis=alt.Axis(format="d", values=[at for at, _, _ in rows]), scale=FREE),
        y=alt.Y("average:Q", title="Average rating", axis=WHOLE, scale=FREE),
    )
    line = base.mark_line(color=COLOURS[0], point=alt.OverlayMarkDef(filled=True, size=60, color=COLOURS[0]))
    names = base.mark_text(dx=6, dy=14, align="left").encode(text="players:N")
    return alt.layer(line, names).properties(width=WIDTH, height=HEIGHT)


def match_deviations(rows: Sequence[tuple[str, float, float]]) -> alt.TopLevelMixin:
    """Score less expected score of each match, as (match, deviation, sigma), within lines of one sigma (5.55)."""
    values = [{"match": name, "deviation": deviation, "sigma": sigma} for name, deviation, sigma in rows]
    narrowest, widest = min(sigma for _, _, sigma in rows), max(sigma for _, _, sigma in rows)
    ends = [
        {"side": side, "sigma": end, "limit": sign * end}
        for side, sign in (("above", 1.0), ("below", -1.0))
        for end in (narrowest, widest)
    ]
    limits = (
        alt.Chart(alt.InlineData(ends))
        .mark_line(color=GREY, strokeDash=[4, 3])
        .encode(x="sigma:Q", y="limit:Q", detail="side:N")
    )
    dots = (
        alt.Chart(alt.InlineData(values))
        .mark_point(filled=True, size=35, color=COLOURS[0], opacity=0.7)
        .encode(
            x=alt.X("sigma:Q", title="Standard deviation of the score", scale=FREE),
            y=alt.Y("deviation:Q", title="Score less expected score"),
            tooltip="match:N",
        )
    )
    return alt.layer(limits, dots).properties(width=WIDTH, height=HEIGHT)


def _rows(
    curves: Mapping[str, Sequence[tuple[float, float]]], name: str, x: str, y: str
) -> list[dict[str, float | str]]:
    return [{name: of, x: at, y: value} for of, points in curves.items() for at, value in points]


def _colour(field: str, title: str, names: Sequence[str]) -> alt.Color:
    repeated = [COLOURS[index % len(COLOURS)] for index in range(len(names))]
    return alt.Color(f"{field}:N", title=title, sort=list(names), scale=alt.Scale(domain=names, range=repeated))
