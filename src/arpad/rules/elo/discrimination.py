"""Normal or logistic (8.74): how long matches must be to tell the two functions apart."""

from __future__ import annotations

from dataclasses import dataclass

from arpad.rules.elo.checks import positive
from arpad.rules.elo.expectancy import LOGISTIC, NORMAL, SIGMA_DIFFERENCE
from arpad.rules.elo.normal import area_below
from arpad.rules.elo.reliability import score_deviation
from arpad.rules.elo.rounding import half_up
from arpad.rules.rule import carries


@dataclass(frozen=True, slots=True)
class Discrimination:
    """What a match between two players of the experiment could show.

    Attributes:
        difference: D in rating points.
        games: N.
        normal: P of the higher-rated player by the normal function.
        logistic: P by the logistic function.
        apart: the difference of the expected scores.
        deviation: the standard deviation of the score, by the normal P.
    """

    difference: float
    games: float
    normal: float
    logistic: float
    apart: float
    deviation: float

    @property
    def tells(self) -> bool:
        """Whether the functions lie further apart than one standard deviation."""
        return abs(self.apart) > self.deviation


@carries("P37", "t-8.74")
def discrimination(difference: float, games: float, *, z_places: int | None = None) -> Discrimination:
    """The experiment at 8.74 for one difference and so many games.

    The book looked the normal P up at z to two places, and took the rest from P to four: `z_places=2`.

    >>> found = discrimination(600.0, 1000.0, z_places=2)
    >>> found.normal, round(found.apart, 1), round(found.deviation, 1), found.tells
    (0.983, 13.7, 4.1, True)
    >>> discrimination(400.0, 100.0).tells
    False
    """
    positive(games, "games")
    normal, logistic = NORMAL.probability(difference), LOGISTIC.probability(difference)
    if z_places is not None:
        normal = half_up(area_below(half_up(difference / SIGMA_DIFFERENCE, z_places)), 4)
        logistic = half_up(logistic, 4)
    return Discrimination(
        difference,
        games,
        normal,
        logistic,
        games * (normal - logistic),
        score_deviation(games, normal, 1.0 - normal),
    )


def least_games(difference: float, deviations: float = 1.0) -> float:
    """How many games it takes until the expected scores lie so many standard deviations apart (8.74).

    >>> round(least_games(400.0)), round(least_games(600.0))
    (482, 89)
    """
    normal, logistic = NORMAL.probability(positive(difference, "difference")), LOGISTIC.probability(difference)
    spread = deviations * score_deviation(1.0, normal, 1.0 - normal) / (normal - logistic)
    return spread * spread
