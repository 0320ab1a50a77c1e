"""A chart as a file, by the ending of its name."""

from __future__ import annotations

from pathlib import Path

import altair as alt

SUFFIXES = (".svg", ".png")
"""What a chart can be written as."""

PNG_SCALE = 2.0
"""Pixels of a PNG for each pixel of the layout: sharp on screens of today."""


def write_chart(chart: alt.TopLevelMixin, path: Path) -> None:
    """Write a chart as SVG or PNG; ValueError where the name says neither.

    >>> write_chart(alt.Chart(), Path("curve.gif"))
    Traceback (most recent call last):
        ...
    ValueError: a chart is written as .svg or .png, not as '.gif'
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise ValueError(f"a chart is written as {' or '.join(SUFFIXES)}, not as {suffix!r}")
    if suffix == ".png":
        chart.save(str(path), format="png", scale_factor=PNG_SCALE)
    else:
        chart.save(str(path), format="svg")
