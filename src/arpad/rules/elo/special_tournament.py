"""The special rating tournament (3.33): a round robin rates a group for the first time, about a mean set freely."""

from __future__ import annotations

from collections.abc import Mapping

from arpad.rules.elo.checks import finite
from arpad.rules.elo.conventions import EXACT, Convention
from arpad.rules.elo.round_robin import Entrant, checked_field, performances
from arpad.rules.rule import carries


@carries("P8")
def rate_special_tournament(
    scores: Mapping[str, float], average: float, *, cycles: int = 1, convention: Convention = EXACT
) -> dict[str, float | None]:
    """Everybody's performance rating by (6) about an arbitrary mean R_a; None for a clean or zero score (1.54).

    Only the differences mean something; aligning the pool with another comes later (3.36).

    >>> from arpad.rules.elo.conventions import AS_PRINTED
    >>> rate_special_tournament({"A": 3.0, "B": 2.0, "C": 1.0, "D": 0.0}, 1500.0, convention=AS_PRINTED)
    {'A': None, 'B': 1594.0, 'C': 1406.0, 'D': None}
    """
    field = [Entrant(player, score) for player, score in scores.items()]
    checked_field(field, cycles)
    lines = performances(field, finite(average, "average"), cycles, convention)
    return {line.entrant.player: line.performance for line in lines}
