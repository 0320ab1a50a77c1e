"""Charts of crosstables: ratings on their way to the limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt

from arpad.charts.elo import GREY, HEIGHT, WIDTH


def approximation_lines(cycles: Mapping[str, Sequence[float]], limits: Mapping[str, float]) -> alt.TopLevelMixin:
    """Everybody's rating cycle by cycle, and beside the last the self-consistent rating that it leads to."""
    rows = [
        {"player": player, "cycle": number, "rating": rating}
        for player, ratings in cycles.items()
        for number, rating in enumerate(ratings, start=1)
    ]
    last = max(len(ratings) for ratings in cycles.values())
    ends = [{"player": player, "cycle": last, "rating": rating} for player, rating in limits.items()]
    lines = (
        alt.Chart(alt.InlineData(rows))
        .mark_line(point=True)
        .encode(
            x=alt.X("cycle:Q", title="Cycle", axis=alt.Axis(tickMinStep=1)),
            y=alt.Y("rating:Q", title="Rating", scale=alt.Scale(zero=False)),
            color=alt.Color("player:N", title="Player", sort=list(cycles)),
        )
    )
    names = (
        alt.Chart(alt.InlineData(ends))
        .mark_text(align="left", dx=8, color=GREY)
        .encode(x="cycle:Q", y="rating:Q", text="player:N")
    )
    return alt.layer(lines, names).properties(width=WIDTH, height=HEIGHT)
