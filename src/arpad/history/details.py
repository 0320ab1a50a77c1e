"""Every number of a result: what `arpad-rated/1` has of a player, as a frame, worked out when it is asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arpad.history.rated import Rated
from arpad.history.results import result_frame
from arpad.kernel.columns import UNKNOWN_GAMES, Int32
from arpad.kernel.numbers import SOURCE_NAMES
from arpad.kernel.plan import FOLLOWS
from arpad.kernel.rows import DETAIL, FLOORS, FORMULAS, REFUSALS
from arpad.kernel.work import nothing_asked

SOURCES = (*SOURCE_NAMES, "blend", "national", "age", "adult", "unknown")
"""Where an initial rating comes from, by the number that a detail has for it."""

REALS = (
    "r0",
    "n_star",
    "n_effective",
    "score",
    "first_estimate",
    "intermediate",
    "k",
    "expected",
    "bonus",
    "unfloored",
    "floor",
    "floor_request",
    "ceiling",
    "limit_up",
    "limit_down",
)


def detail_frame(rated: Rated, runs: Int32) -> pl.DataFrame:
    """The results of some runs with everything that was computed on the way.

    The runs are rated once more, from the rows before them, which gives the rows that are there.
    """
    plan = rated.plan
    lengths = plan.runs.size[runs].astype(np.int64)
    details: Any = np.zeros(int(lengths.sum()), dtype=DETAIL)
    detailed = np.full(len(plan.runs.size), -1, dtype=np.int32)
    detailed[runs] = np.cumsum(lengths) - lengths
    asked = nothing_asked()._replace(details=details, detailed=detailed)
    ranks = np.sort(plan.rank[runs])
    for group in np.split(ranks, np.flatnonzero(np.diff(ranks) > 1) + 1):
        start, stop = int(group[0]), int(group[-1]) + 1
        rated.again(rows=rated.rows, start=start, stop=stop, asked=asked)
    rows = np.concatenate([np.arange(0), *(plan.runs.first_row[run] + np.arange(plan.runs.size[run]) for run in runs)])
    kept = plan.links.prev[rows] != FOLLOWS
    own = details[kept]
    return result_frame(rated, rows[kept]).with_columns(
        *(_real(name, own[name]) for name in REALS),
        _whole("n", own["n"]),
        pl.Series("m", own["m"]),
        _word("formula", FORMULAS, own["formula"]),
        _word("source", SOURCES, own["source"]),
        _word("floor_kind", FLOORS, own["floor_kind"]),
        _word("refused", REFUSALS, np.where(own["refused"] > 0, own["refused"], -1)),
    )


def _real(name: str, values: Any) -> pl.Series:
    return pl.Series(name, np.ascontiguousarray(values)).fill_nan(None)


def _whole(name: str, values: NDArray[np.float64]) -> pl.Series:
    """Whole numbers; null for many, nobody knows how many, and for none."""
    known = np.isfinite(values)
    found = np.where(known, values, UNKNOWN_GAMES).astype(np.int32)
    return pl.Series(name, found).set(pl.Series(~known), None)


def _word(name: str, words: tuple[str, ...], places: Any) -> pl.Series:
    known = places >= 0
    return pl.Series(name, words, dtype=pl.String).gather(np.where(known, places, 0)).set(pl.Series(~known), None)
