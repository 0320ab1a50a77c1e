"""Elo's own system behind the same interface: the probability function of choice, and the linear approximation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.rules.elo.checks import positive
from arpad.rules.elo.choice_of_k import games_of_k
from arpad.rules.elo.crosstable import Crosstable
from arpad.rules.elo.current import new_rating
from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import LINEAR_LIMIT, NORMAL, Expectancy
from arpad.rules.elo.linear import limited, linear_current, linear_expected, linear_performance
from arpad.rules.elo.performance import performance
from arpad.rules.elo.scale import CLASS_INTERVAL
from arpad.rules.elo.systems.system import Line, competition, numbers_of
from arpad.rules.rule import carries

USUAL_K = 32.0
"""K of 25 games behind every rating, as USCF took it (8.27)."""


@dataclass(frozen=True, slots=True)
class Elo:
    """Elo's system (1.5, 1.6): R_p by (1), W_e by (3), R_n by (2)."""

    k: float = USUAL_K
    expectancy: Expectancy = NORMAL
    name: str = "elo"
    equations: str = "(1) (2) (3)"

    def own(self, rating: float) -> float:
        """The same number."""
        return rating

    def elo(self, number: float) -> float:
        """The same number."""
        return number

    def rate(self, table: Crosstable, numbers: Mapping[str, float]) -> tuple[Line, ...]:
        """Everybody's performance, expected score and new rating; a clean score has no performance (1.54)."""
        before = numbers_of(table, numbers)
        positive(self.k, "k")
        lines = []
        for player in table.players:
            own, games, score = before[player], table.games(player), table.score(player)
            expected = 0.0
            for opponent, met, _ in table.opponents(player):
                expected += met * self.expectancy.probability(own - before[opponent])
            try:
                performed = performance(competition(table, before, player), self.expectancy.difference(score / games))
            except EloError:
                performed = None
            lines.append(Line(player, own, performed, expected, score, new_rating(own, self.k, score, expected)))
        return tuple(lines)


@dataclass(frozen=True, slots=True)
class EloLinear:
    """The linear approximation (1.8): R_p by (10), R_n by (11), differences within 350 points (1.84)."""

    k: float = USUAL_K
    name: str = "linear"
    equations: str = "(10) (11)"

    def own(self, rating: float) -> float:
        """The same number."""
        return rating

    def elo(self, number: float) -> float:
        """The same number."""
        return number

    @carries("eq-55")
    def rate(self, table: Crosstable, numbers: Mapping[str, float]) -> tuple[Line, ...]:
        """Everybody's performance, expected score and new rating; it is (53) with k = 4C, equation (55)."""
        before = numbers_of(table, numbers)
        positive(self.k, "k")
        lines = []
        for player in table.players:
            own, games, score = before[player], table.games(player), table.score(player)
            differences = 0.0
            for opponent, met, _ in table.opponents(player):
                differences += met * limited(own - before[opponent], LINEAR_LIMIT)
            losses = games - score
            performed = linear_performance(competition(table, before, player), score, losses, games, CLASS_INTERVAL)
            expected = linear_expected(games, differences, CLASS_INTERVAL)
            after = linear_current(own, self.k, score, losses, differences, CLASS_INTERVAL)
            lines.append(Line(player, own, performed, expected, score, after))
        return tuple(lines)


def games_behind(k: float) -> float:
    """N_o for a K, so that other systems may rest on as many games.

    >>> games_behind(32.0)
    25.0
    """
    return games_of_k(positive(k, "k"), CLASS_INTERVAL)
