"""Odds (8.33, 8.34, 8.73, 8.75): percentages as odds, differences that add up, and what a game stakes."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from arpad.rules.arithmetic import exponential
from arpad.rules.elo.checks import finite, positive, share
from arpad.rules.elo.error import refuse
from arpad.rules.elo.scale import CLASS_INTERVAL
from arpad.rules.rule import carries, rule

FURTHEST = 700.0
"""The largest natural logarithm of odds that is told apart from certainty."""


@carries("eq-42")
@rule("un-8.73-odds", "rho", "{p} / (1 - {p})", "odds of a percentage")
def odds_of_percentage(p: float) -> float:
    """Rho: the odds for a percentage expectancy, 8.73; by (42), 8.34, they are exp(D / C).

    >>> odds_of_percentage(0.75), round(odds_of_percentage(0.983), 1)  # 8.73: 57.8
    (3.0, 57.8)
    """
    return p / (1.0 - p)


@carries("P36")
@rule("un-8.73-odds", "P", "{odds} / (1 + {odds})", "percentage of odds")
def percentage_of_odds(odds: float) -> float:
    """P for odds: the inverse of 8.73; on the direct ratio scale R divided by the sum of both R (8.71).

    >>> percentage_of_odds(3.0)
    0.75
    """
    return odds / (1.0 + odds)


@rule("eq-37", "", "{odds_xy} x {odds_yz}", "odds of x against z, by way of y")
def composed_odds(odds_xy: float, odds_yz: float) -> float:
    """The odds of x over z from those of x over y and of y over z, equation (37), 8.33.

    >>> composed_odds(2.0, 3.0)
    6.0
    """
    return odds_xy * odds_yz


@rule("eq-38", "", "ln({odds_xy}) + ln({odds_yz})", "logarithm of the odds of x against z")
def composed_log_odds(odds_xy: float, odds_yz: float) -> float:
    """Equation (38), 8.33: the logarithms of odds add up.

    >>> round(composed_log_odds(2.0, 3.0), 6)  # ln 6
    1.791759
    """
    return log(odds_xy) + log(odds_yz)


@rule("eq-39", "D", "{class_interval} x ln({odds})", "difference for odds, base e")
def difference_of_odds(odds: float, class_interval: float) -> float:
    """D: the rating difference defined by odds, to the base e per class interval, equation (39), 8.33.

    >>> difference_of_odds(1.0, CLASS_INTERVAL), round(difference_of_odds(2.718281828459045, CLASS_INTERVAL), 9)
    (0.0, 200.0)
    """
    return class_interval * log(odds)


@rule("eq-40", "D", "{d_xy} + {d_yz}", "difference of x and z, by way of y")
def composed_difference(d_xy: float, d_yz: float) -> float:
    """Equation (40), 8.33: differences add up, which makes the ratio scale a logarithmic interval scale.

    >>> composed_difference(120.0, -50.0)
    70.0
    """
    return d_xy + d_yz


@rule("eq-41", "", "e^({d} / {class_interval})", "odds of a difference, base e")
def odds_of_difference(d: float, class_interval: float) -> float:
    """The odds that a difference gives to the base e, equation (41), 8.34.

    >>> round(odds_of_difference(200.0, CLASS_INTERVAL), 3)
    2.718
    """
    return exponential(d / class_interval)


@rule("eq-43", "P", "1 / (1 + e^(-{d} / {class_interval}))", "logistic percentage expectancy, base e")
def natural_logistic(d: float, class_interval: float) -> float:
    """P: the logistic function to the base e per class interval, equation (43), 8.34.

    >>> natural_logistic(0.0, CLASS_INTERVAL), round(natural_logistic(200.0, CLASS_INTERVAL), 4)
    (0.5, 0.7311)
    """
    against = exponential(-min(abs(d) / class_interval, FURTHEST))
    if d < 0.0:
        return against / (1.0 + against)
    return 1.0 / (1.0 + against)


@dataclass(frozen=True, slots=True)
class NaturalLogistic:
    """The logistic function to the base e (8.34), as an expectancy: a class interval stands for odds of 2.718."""

    class_interval: float = CLASS_INTERVAL
    name: str = "logistic-e"

    def probability(self, d: float) -> float:
        """P_D by equation (43)."""
        return natural_logistic(finite(d, "difference"), self.class_interval)

    def difference(self, p: float) -> float:
        """D_P by equation (39).

        >>> round(NaturalLogistic().difference(0.75), 2)
        219.72
        """
        if not 0.0 < share(p, "percentage") < 1.0:
            raise refuse(
                "no-finite-difference",
                "percentage",
                f"a score of {p * 100:g} percent indicates no finite difference (logistic-e; 1.54)",
                "add results until it holds both won and lost points",
            )
        return difference_of_odds(odds_of_percentage(p), self.class_interval)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What one game moves in rating points.

    Attributes:
        win: gained by a win, lost by the opponent.
        draw: gained (or lost, if negative) by a draw.
        loss: risked, and gained by the opponent.
        ratio: points risked to points gained: the odds (8.75).
    """

    win: float
    draw: float
    loss: float
    ratio: float


@rule("un-8.75-stakes", "", "{k} x (1 - {p})", "points gained by a win")
def points_for_a_win(k: float, p: float) -> float:
    """What a win brings a player of expectancy P, 8.75.

    >>> points_for_a_win(32.0, 0.75)
    8.0
    """
    return k * (1.0 - p)


@rule("un-8.75-stakes", "", "{k} x {p}", "points risked by a loss")
def points_for_a_loss(k: float, p: float) -> float:
    """What a loss costs him, which is what a win brings the other, 8.75.

    >>> points_for_a_loss(32.0, 0.75)
    24.0
    """
    return k * p


def stakes(k: float, p: float) -> Stakes:
    """The stakes of a game between two rated players of equal K (8.75): risked to gained as the scoring chances.

    >>> stakes(32.0, 0.75)
    Stakes(win=8.0, draw=-8.0, loss=24.0, ratio=3.0)
    """
    positive(k, "k")
    if not 0.0 < share(p, "percentage") < 1.0:
        raise refuse(
            "nothing-at-stake",
            "percentage",
            "a certain game stakes nothing",
            "give a share between 0 and 1",
        )
    win, loss = points_for_a_win(k, p), points_for_a_loss(k, p)
    return Stakes(win, (win - loss) / 2, loss, odds_of_percentage(p))
