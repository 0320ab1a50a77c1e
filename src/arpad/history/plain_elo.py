"""Plain Elo: one update per game, no rules; what other libraries do, and what a committee compares with.

The formulas are those of the rules: the winning expectancy, and K times score minus expectancy.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from arpad.kernel.columns import Float, Int32
from arpad.kernel.compiled import entry, formula
from arpad.rules.uschess import standard

strength = formula(standard.strength)
winning_expectancy = formula(standard.winning_expectancy)
gain = formula(standard.gain)


def plain_elo(
    players: pl.Series, opponents: pl.Series, scores: pl.Series, *, k: float = 20.0, start: float = 1500.0
) -> pl.DataFrame:
    """Rate games one after the other: who met whom, and what the first scored.

    >>> plain_elo(pl.Series(["a", "b"]), pl.Series(["b", "c"]), pl.Series([1.0, 0.5])).rows()
    [('a', 1510.0, 1), ('b', 1490.28774368332, 2), ('c', 1499.71225631668, 1)]
    """
    everybody = pl.concat([players, opponents])
    ids = everybody.unique().sort()
    place = everybody.cast(pl.Enum(ids.cast(pl.String))).to_physical().to_numpy().astype(np.int32)
    ratings, games = np.full(len(ids), start), np.zeros(len(ids), dtype=np.int32)
    half = len(players)
    _rate(place[:half], place[half:], scores.to_numpy().astype(np.float64), k, ratings, games)
    return pl.DataFrame({"player": ids, "rating": ratings, "games": games})


@entry
def _rate(one: Int32, other: Int32, score: Float, k: float, ratings: Float, games: Int32) -> None:
    for game in range(len(one)):
        first, second = one[game], other[game]
        expected = winning_expectancy(strength(ratings[first], 400.0), strength(ratings[second], 400.0))
        gained = gain(k, score[game], expected)
        ratings[first] += gained
        ratings[second] -= gained
        games[first] += 1
        games[second] += 1
