"""The Harkness system (8.53): the United States from 1950 to 1960, and several federations elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arpad.rules.elo.checks import all_finite, finite, score_of
from arpad.rules.elo.crosstable import Crosstable
from arpad.rules.elo.systems.linear_system import Straight
from arpad.rules.elo.systems.system import Line
from arpad.rules.rule import carries, rule

POINTS_PER_PERCENT = 10.0
"""Rating points of one percent, equation (49)."""

POINTS_PER_GAME = 50.0
"""Rating points of each game won above those lost, equation (50)."""

HUNDRED_PERCENT = 1000.0
"""Rating points of a hundred percent, by (49): five class intervals."""

SHORT = 9
"""Games up to which (50) is used instead of (49)."""

PERFORMANCES = 4
"""How many of the last performances make the rating, equation (51)."""

EVEN_PERCENT = 50.0
"""Half of the points, in percent."""


@rule("eq-49", "R_p", "{r_c} + 10 x ({percent} - 50)", "Harkness performance in more than nine games")
def performance_of_percent(r_c: float, percent: float) -> float:
    """R_p, equation (49).

    >>> performance_of_percent(2000.0, 62.5)
    2125.0
    """
    return r_c + POINTS_PER_PERCENT * (percent - EVEN_PERCENT)


@rule("eq-50", "R_p", "{r_c} + 50 x ({wins} - {losses})", "Harkness performance in up to nine games")
def performance_of_games(r_c: float, wins: float, losses: float) -> float:
    """R_p, equation (50), draws counting half a win and half a loss.

    >>> performance_of_games(1500.0, 6.0, 0.0)  # six wins against players 400 points below: a loss, for 1900
    1800.0
    """
    return r_c + POINTS_PER_GAME * (wins - losses)


@rule("eq-51", "R_n", "({r_p1} + {r_p2} + {r_p3} + {r_p4}) / 4", "new Harkness rating")
def mean_of_four(r_p1: float, r_p2: float, r_p3: float, r_p4: float) -> float:
    """R_n, equation (51).

    >>> mean_of_four(1900.0, 1950.0, 2000.0, 1910.0)
    1940.0
    """
    return (r_p1 + r_p2 + r_p3 + r_p4) / PERFORMANCES


@carries("P31")
def performance(r_c: float, score: float, games: float) -> float:
    """A performance: by (50) in up to nine games, by (49) in more.

    >>> performance(1500.0, 7.0, 9.0), performance(1500.0, 7.5, 10.0)
    (1750.0, 1750.0)
    """
    finite(r_c, "r_c")
    score_of(score, games, "score")
    if games <= SHORT:
        return performance_of_games(r_c, score, games - score)
    return performance_of_percent(r_c, 100.0 * score / games)


@carries("P31")
def rating(performances: Sequence[float]) -> float:
    """The rating from the last four performances; from all where there are fewer, which the book leaves open.

    >>> rating((1700.0, 1900.0, 1950.0, 2000.0, 1910.0)), rating((1900.0, 2000.0))
    (1940.0, 1950.0)
    """
    last = tuple(all_finite(performances, "performances"))[-PERFORMANCES:]
    if len(last) == PERFORMANCES:
        return mean_of_four(*last)
    total = 0.0
    for one in last:
        total += one
    return total / len(last)


@dataclass(frozen=True, slots=True)
class Harkness:
    """The Harkness system, on the scale that became Elo's; the rating before stands for three earlier performances."""

    name: str = "harkness"
    equations: str = "(49) (50) (51)"

    def own(self, rating: float) -> float:
        """A rating, which is one here too (8.53)."""
        return rating

    def elo(self, number: float) -> float:
        """The same number."""
        return number

    @carries("P31")
    def rate(self, table: Crosstable, numbers: Mapping[str, float]) -> tuple[Line, ...]:
        """Everybody's performance by (49) or (50) and new rating by (51)."""
        return Straight(HUNDRED_PERCENT, 1.0).rate(
            table, numbers, performance, lambda before, performed: mean_of_four(before, before, before, performed)
        )
