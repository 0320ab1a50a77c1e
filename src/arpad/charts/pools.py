"""Charts of pools (chapter 7): distributions of ratings, densities by country, births, a profile; and of systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt

from arpad.charts.elo import COLOURS, GREY, HEIGHT, WIDTH

EVERY_SYSTEM = (*COLOURS, "#56b4e9", "#000000")
"""Seven colours that stay apart, the last two also of Okabe and Ito."""

ROW = 16
"""Pixels of a row of bars."""

NAMES = alt.Axis(labelLimit=320, grid=True)
"""Names in full, and a line across for the eye."""


def distribution(pools: Mapping[str, Sequence[tuple[float, float, float]]], title: str) -> alt.TopLevelMixin:
    """Rating lists as step lines over classes of (lowest, highest, percent), one colour a pool (7.33, 7.38)."""
    rows = [
        {"pool": pool, "rating": edge, "percent": percent}
        for pool, classes in pools.items()
        for edge, percent in _outline(classes)
    ]
    chart: alt.Chart = (
        alt.Chart(alt.InlineData(rows))
        .mark_line(interpolate="step-after")
        .encode(
            x=alt.X("rating:Q", title="Rating", axis=alt.Axis(format="d")),
            y=alt.Y("percent:Q", title="Percent of the pool in each class"),
            color=alt.Color(
                "pool:N",
                title="Pool",
                sort=list(pools),
                scale=alt.Scale(domain=list(pools), range=list(COLOURS[: len(pools)])),
            ),
        )
        .properties(width=WIDTH, height=HEIGHT, title=title)
    )
    return chart


def _outline(classes: Sequence[tuple[float, float, float]]) -> list[tuple[float, float]]:
    """The corners of a histogram for a step line: it begins and ends on the ground."""
    return [
        (classes[0][0], 0.0),
        *((lowest, percent) for lowest, _, percent in classes),
        (classes[-1][1], 0.0),
    ]


def ranked(
    rows: Sequence[tuple[str, str, float]], title: str, x: str, group: str, *, logarithmic: bool = False
) -> alt.TopLevelMixin:
    """One line a row of (name, group, value), the highest first, coloured by group (7.13, 7.14).

    Bars from zero; or dots, where values of many sizes want a logarithmic scale.
    """
    groups = list(dict.fromkeys(of for _, of, _ in rows))
    values = [{"name": name, "group": of, "value": value} for name, of, value in rows]
    base = alt.Chart(alt.InlineData(values))
    marked = base.mark_point(filled=True, size=70, opacity=1) if logarithmic else base.mark_bar()
    chart: alt.Chart = marked.encode(
        y=alt.Y("name:N", title=None, sort=[name for name, _, _ in sorted(rows, key=lambda row: -row[2])], axis=NAMES),
        x=alt.X("value:Q", title=x, scale=alt.Scale(type="log") if logarithmic else alt.Undefined),
        color=alt.Color(
            "group:N",
            title=group,
            sort=groups,
            scale=alt.Scale(domain=groups, range=list(EVERY_SYSTEM[: len(groups)])),
            legend=None if len(groups) < 2 else alt.Legend(),
        ),
    ).properties(width=WIDTH, height=alt.Step(ROW), title=title)
    return chart


def births(rows: Sequence[tuple[str, int, int, int]], periods: Sequence[str], title: str) -> alt.TopLevelMixin:
    """Births by country, one bar each, its periods side by side in it (7.58)."""
    values = [
        {"country": country, "period": period, "births": number, "at": at}
        for country, *numbers in rows
        for at, (period, number) in enumerate(zip(periods, numbers, strict=True))
    ]
    order = [row[0] for row in sorted(rows, key=lambda row: -sum(row[1:]))]
    chart: alt.Chart = (
        alt.Chart(alt.InlineData(values))
        .mark_bar()
        .encode(
            y=alt.Y("country:N", title=None, sort=order, axis=NAMES),
            x=alt.X("births:Q", title="Births of eminent players", stack="zero"),
            color=alt.Color(
                "period:N",
                title="Born",
                sort=list(periods),
                scale=alt.Scale(domain=list(periods), range=[GREY, COLOURS[0], COLOURS[1]]),
            ),
            order="at:Q",
        )
        .properties(width=WIDTH, height=alt.Step(ROW), title=title)
    )
    return chart


def profile(rows: Sequence[tuple[str, str, float]]) -> alt.TopLevelMixin:
    """The profile of titleholders, part by part, as (part, answer, value) (7.72)."""
    parts = list(dict.fromkeys(part for part, _, _ in rows))
    charts = []
    for at, part in enumerate(parts):
        values = [{"answer": answer, "value": value} for of, answer, value in rows if of == part]
        charts.append(
            alt.Chart(alt.InlineData(values))
            .mark_bar(color=COLOURS[at % len(COLOURS)])
            .encode(
                y=alt.Y("answer:N", title=None, sort=None, axis=NAMES),
                x=alt.X("value:Q", title=None),
            )
            .properties(width=WIDTH // 2, height=alt.Step(ROW), title=part)
        )
    return alt.vconcat(*charts)


def changes_by_system(
    changes: Mapping[str, Sequence[tuple[str, float]]], players: Sequence[str], title: str
) -> alt.TopLevelMixin:
    """What each system makes of each player, as a change on Elo's scale: one row a player, one colour a system."""
    values = [
        {"system": system, "player": player, "change": change}
        for system, found in changes.items()
        for player, change in found
    ]
    order = list(players)
    dots = (
        alt.Chart(alt.InlineData(values))
        .mark_point(filled=True, size=70, opacity=0.85)
        .encode(
            y=alt.Y("player:N", title=None, sort=order, axis=NAMES),
            x=alt.X("change:Q", title="Change, in points of Elo's scale"),
            color=alt.Color(
                "system:N",
                title="System",
                sort=list(changes),
                scale=alt.Scale(domain=list(changes), range=list(EVERY_SYSTEM[: len(changes)])),
            ),
        )
    )
    zero = alt.Chart(alt.InlineData([{"at": 0}])).mark_rule(color=GREY).encode(x="at:Q")
    return alt.layer(zero, dots).properties(width=WIDTH, height=alt.Step(ROW * 2), title=title)


def points_by_category(
    rows: Sequence[tuple[str, str, float]], categories: Sequence[str], title: str
) -> alt.TopLevelMixin:
    """The points that a title result takes in each category, one line a title, as (title, category, points) (4.34)."""
    titles = list(dict.fromkeys(of for of, _, _ in rows))
    values = [{"title": of, "category": category, "points": points} for of, category, points in rows]
    chart: alt.Chart = (
        alt.Chart(alt.InlineData(values))
        .mark_line(interpolate="step", point=True)
        .encode(
            x=alt.X("category:N", title="Category", sort=list(categories), axis=alt.Axis(labelAngle=0)),
            y=alt.Y("points:Q", title="Points of a title result", scale=alt.Scale(zero=False)),
            color=alt.Color(
                "title:N",
                title="Title",
                sort=titles,
                scale=alt.Scale(domain=titles, range=list(COLOURS[: len(titles)])),
            ),
        )
        .properties(width=WIDTH, height=HEIGHT, title=title)
    )
    return chart
