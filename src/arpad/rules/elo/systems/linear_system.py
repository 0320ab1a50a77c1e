"""Any system of rectangular distribution (8.56): performance in a straight line with the percentage score.

What Ingo, Harkness and the British Chess Federation did without saying so is one formula with a constant k, the
points of a hundred percent.  Within k/2 of even every performance is equally probable, beyond it none is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arpad.rules.elo.checks import finite, positive, share
from arpad.rules.elo.crosstable import Crosstable
from arpad.rules.elo.scale import CLASS_INTERVAL
from arpad.rules.elo.systems.system import Line, competition, numbers_of
from arpad.rules.rule import carries, rule

USUAL_K = 4 * CLASS_INTERVAL
"""k as general practice set it, 4C, in rating points (8.56)."""


@rule("eq-53", "R_p", "{r_c} + {sign} x {k} x ({p} - 1/2)", "performance in any linear system")
def linear_performance(r_c: float, p: float, k: float, sign: float) -> float:
    """R_p, equation (53); the sign is -1 on a scale where the strongest have the smallest numbers.

    >>> linear_performance(1500.0, 0.75, 800.0, 1.0), linear_performance(120.0, 0.75, 100.0, -1.0)
    (1700.0, 95.0)
    """
    return r_c + sign * k * (p - 0.5)


@rule("eq-54", "dP/dD", "1 / {k}, within k/2 of even", "density of performance differences in a linear system")
def linear_density(d: float, k: float) -> float:
    """dP/dD, equation (54): the same everywhere within k/2, and nothing beyond.

    >>> linear_density(0.0, 800.0), linear_density(-400.0, 800.0), linear_density(400.1, 800.0)
    (0.00125, 0.00125, 0.0)
    """
    return 1.0 / k if -0.5 * k <= d <= 0.5 * k else 0.0


@rule("eq-55", "D", "{sign} x {four_c} x ({p} - 1/2)", "difference that a percentage indicates, k being 4C")
def linear_difference_of(p: float, four_c: float, sign: float) -> float:
    """D, equation (55).

    >>> linear_difference_of(0.75, 800.0, 1.0), linear_difference_of(0.75, 800.0, -1.0)
    (200.0, -200.0)
    """
    return sign * four_c * (p - 0.5)


def linear_share(d: float, k: float) -> float:
    """The share of the points expected of somebody D points stronger: the integral of (54), from 0 to 1.

    >>> linear_share(200.0, 800.0), linear_share(1000.0, 800.0), linear_share(-1000.0, 800.0)
    (0.75, 1.0, 0.0)
    """
    return max(0.0, min(1.0, 0.5 + d / k))


@carries("eq-53")
def performance(r_c: float, p: float, k: float = USUAL_K, *, falling: bool = False) -> float:
    """A performance by (53) from checked numbers: `falling` where the strongest have the smallest numbers.

    >>> performance(1500.0, 0.625), performance(120.0, 0.625, 100.0, falling=True)
    (1600.0, 107.5)
    """
    finite(r_c, "r_c")
    return linear_performance(r_c, share(p, "percentage"), positive(k, "k"), -1.0 if falling else 1.0)


@dataclass(frozen=True, slots=True)
class Straight:
    """A straight line of performances: k for a hundred percent, and which way the scale runs."""

    k: float
    sign: float

    def rate(
        self,
        table: Crosstable,
        numbers: Mapping[str, float],
        performed: Callable[[float, float, float], float],
        after: Callable[[float, float], float],
    ) -> tuple[Line, ...]:
        """Everybody's line: the performance from R_c, score and games, the new number from the old one and it."""
        before = numbers_of(table, numbers)
        lines = []
        for player in table.players:
            own, games, score = before[player], table.games(player), table.score(player)
            performance_rating = performed(competition(table, before, player), score, games)
            expected = 0.0
            for opponent, met, _ in table.opponents(player):
                expected += met * linear_share(self.sign * (own - before[opponent]), self.k)
            lines.append(Line(player, own, performance_rating, expected, score, after(own, performance_rating)))
        return tuple(lines)
