"""The value of the first move (8.93): what the white pieces are worth in rating points."""

from __future__ import annotations

from arpad.rules.elo.checks import finite
from arpad.rules.elo.expectancy import NORMAL, TABLE_2_11, Expectancy
from arpad.rules.rule import carries

WHITE_SHARE = 0.57
"""White's share of the points in master play, on the average (8.93)."""


@carries("P43", "t-8.93")
def white_advantage(p: float = WHITE_SHARE, expectancy: Expectancy = TABLE_2_11) -> float:
    """The rating advantage that White's share of the points is equal to, 8.93.

    >>> white_advantage(), white_advantage(0.55)
    (50.0, 36.0)
    >>> round(white_advantage(0.57, NORMAL), 1)
    49.9
    """
    return expectancy.difference(p)


def probability_with_colours(
    d: float, *, white: bool, advantage: float | None = None, expectancy: Expectancy = NORMAL
) -> float:
    """P_D when it is known who moves first: the advantage is added to White's rating.

    >>> round(probability_with_colours(0.0, white=True), 2), round(probability_with_colours(0.0, white=False), 2)
    (0.57, 0.43)
    """
    worth = white_advantage() if advantage is None else finite(advantage, "advantage")
    return expectancy.probability(d + worth if white else d - worth)
