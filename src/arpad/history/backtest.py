"""A back-test: one history under many variants of the law, each scored by how well it foresaw the games to come."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import polars as pl

from arpad.history.rated import Rated
from arpad.kernel.columns import SYSTEMS, Float, Int16
from arpad.kernel.forward import COLUMNS, EXPECTED, GAMES, LOG_LOSS, SCORED, SQUARED
from arpad.kernel.run import rate
from arpad.kernel.work import nothing_asked

Variants = Mapping[str, Mapping[str, Any]]
"""Numbers of the law replaced in every rulebook, by the name of the variant."""


def groups_of(rated: Rated) -> tuple[Int16, int, int]:
    """For each run the group it is scored in, one a year and system; the first year, and how many groups there are."""
    plan = rated.plan
    groups = np.full(len(plan.runs.end), -1, dtype=np.int16)
    if not len(plan.order):
        return groups, 0, 0
    year = pl.Series(plan.runs.end[plan.order]).cast(pl.Date).dt.year().to_numpy()
    first = int(year.min())
    groups[plan.order] = (year - first) * len(SYSTEMS) + plan.runs.system[plan.order]
    return groups, first, int(groups.max()) + 1


def forward_frame(scores: Float, first: int) -> pl.DataFrame:
    """Forward scores by year and system; `log_loss` and `squared` are means a game."""
    found = np.flatnonzero(scores[:, GAMES] > 0)
    score = scores[found]
    games = score[:, GAMES]
    return pl.DataFrame(
        {
            "year": pl.Series(found // len(SYSTEMS) + first, dtype=pl.Int32),
            "system": pl.Series([SYSTEMS[place].value for place in found % len(SYSTEMS)], dtype=pl.String),
            "games": pl.Series(games).cast(pl.Int64),
            "log_loss": score[:, LOG_LOSS] / games,
            "squared": score[:, SQUARED] / games,
            "expected": score[:, EXPECTED],
            "scored": score[:, SCORED],
        }
    )


def backtest(rated: Rated, variants: Variants, *, threads: int = 1) -> pl.DataFrame:
    """Rate a history under each variant and score it forward; its own rows stay as they are.

    Each thread rates whole variants, so that they do not wait for each other.
    """
    groups, first, count = groups_of(rated)
    numbers = {name: rated.shelf.numbers(dict(variant)) for name, variant in variants.items()}

    def one(name: str) -> pl.DataFrame:
        scores = np.zeros((count, COLUMNS))
        asked = nothing_asked()._replace(scores=scores, groups=groups)
        rate(rated.plan, numbers[name], rated.of_run, asked=asked, size=rated.size)
        return forward_frame(scores, first).select(pl.lit(name).alias("variant"), pl.all())

    with ThreadPoolExecutor(threads) as pool:
        return pl.concat(list(pool.map(one, variants)))
