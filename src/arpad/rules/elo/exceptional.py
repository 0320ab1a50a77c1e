"""The z-M test of exceptional performances (3.62-3.64): how far above its expectation a score must lie.

A score is exceptional when chance alone would lift it so far above the expected score less often than a stated
level, 10, 5 or 1 percent.  The spread of a score is taken for even chances, half the root of the number of games.
"""

from __future__ import annotations

from dataclasses import dataclass

from arpad.rules.elo.checks import finite, positive, score_of
from arpad.rules.elo.error import refuse
from arpad.rules.elo.normal import area_above, deviation
from arpad.rules.elo.reliability import score_deviation
from arpad.rules.elo.rounding import half_up
from arpad.rules.rule import carries, condition, rule

PRINTED_DEVIATIONS = {0.10: 1.28, 0.05: 1.64, 0.01: 2.33}
"""Standard deviations behind the columns of table 3.64, by the level of chance."""

EVEN = 0.5
"""The chances that 3.64 takes for each player: they make the spread of a score largest (2.56)."""

USUAL_LEVEL = 0.05
"""The better of the two levels that 3.63 suggests."""


@rule(
    "un-3.63-critical-excess",
    "",
    "{z} x {sigma}",
    "the excess of a score that chance reaches no more often than the level",
)
def excess_at(z: float, sigma: float) -> float:
    """The excess W - W_e at z standard deviations (3.63).

    >>> excess_at(1.64, 1.5)
    2.46
    """
    return z * sigma


@condition("un-3.63-critical-excess", "{excess} >= {critical}", "the performance is exceptional")
def reaches(excess: float, critical: float) -> bool:
    """Whether an excess reaches the critical one: 3.64 counts the very figure of the table as exceptional.

    >>> reaches(2.46, 2.46), reaches(2.45, 2.46)
    (True, False)
    """
    return excess >= critical


def critical_excess(games: float, level: float = USUAL_LEVEL) -> float:
    """The least exceptional excess W - W_e (3.63), with the exact deviation of the level and nothing rounded.

    >>> round(critical_excess(9.0), 4)
    2.4673
    """
    if not 0.0 < finite(level, "level") < 0.5:
        raise refuse(
            "level-outside", "level", f"{level:g} is no level of chance", "give a share above 0 and below .5, like .05"
        )
    return excess_at(deviation(1.0 - level), score_deviation(positive(games, "games"), EVEN, EVEN))


def critical_excess_as_printed(games: float, level: float = USUAL_LEVEL) -> float:
    """The cell of table 3.64: z to two places, the spread to two places, their product to two places.

    >>> critical_excess_as_printed(12.0, 0.01), critical_excess_as_printed(7.0, 0.10)
    (4.03, 1.69)
    """
    if level not in PRINTED_DEVIATIONS:
        raise refuse("level-not-printed", "level", f"table 3.64 has no column for {level:g}", "it has .10, .05 and .01")
    sigma = half_up(score_deviation(positive(games, "games"), EVEN, EVEN), 2)
    return half_up(excess_at(PRINTED_DEVIATIONS[level], sigma), 2)


@dataclass(frozen=True, slots=True)
class ExceptionalTest:
    """What the z-M test says of one performance.

    Attributes:
        games: N.
        excess: W - W_e.
        z: the excess in standard deviations at even chances.
        probability: how often chance alone gives this excess or more.
        level: the level asked for.
        critical: the least excess that is exceptional at that level.
        exceptional: whether the excess reaches it.
    """

    games: float
    excess: float
    z: float
    probability: float
    level: float
    critical: float
    exceptional: bool


@carries("P10", "t-3.64")
def exceptional_test(
    score: float, expected: float, games: float, *, level: float = USUAL_LEVEL, as_printed: bool = False
) -> ExceptionalTest:
    """The z-M test of one performance (3.63, 3.64): whether W exceeds W_e by more than chance explains.

    The example of 3.64, nine rounds and an excess of 2.46 points:

    >>> exceptional_test(7.0, 4.54, 9.0, as_printed=True).exceptional
    True
    >>> found = exceptional_test(7.0, 4.54, 9.0)  # 2.46 points against 2.4673
    >>> found.exceptional, round(found.probability, 4)
    (False, 0.0505)
    """
    score_of(score, games, "score")
    score_of(expected, games, "expected")
    critical = critical_excess_as_printed(games, level) if as_printed else critical_excess(games, level)
    excess = score - expected
    z = excess / score_deviation(games, EVEN, EVEN)
    # As printed, an excess is a figure of two places: 7 - 4.54 must not miss 2.46 by a last bit.
    reached = reaches(half_up(excess, 2) if as_printed else excess, critical)
    return ExceptionalTest(games, excess, z, area_above(z), level, critical, reached)
