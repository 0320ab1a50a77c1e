"""Rating a match (1.75, 2.49): a round robin of two, so that the winner always outperforms the loser."""

from __future__ import annotations

from dataclasses import dataclass

from arpad.rules.elo.checks import finite, score_of
from arpad.rules.elo.conventions import EXACT, Convention
from arpad.rules.elo.error import refuse
from arpad.rules.elo.performance import performance
from arpad.rules.rule import carries, rule


@rule("eq-9", "R_p", "{r_a} + {d_p} / 2", "performance rating in a match")
def performance_in_match(r_a: float, d_p: float) -> float:
    """R_p, equation (9): the mean of the two ratings and half the difference that the score indicates.

    >>> performance_in_match(2680.0, 14.0), performance_in_match(2680.0, -14.0)  # 2.49
    (2687.0, 2673.0)
    """
    return r_a + d_p / 2


@dataclass(frozen=True, slots=True)
class Match:
    """The performance ratings of a match.

    Attributes:
        percentage: P of the first player.
        difference: D_p of the first player; the second's is the same with the other sign.
        one: R_p of the first player; None where he is the standard for an unrated opponent.
        other: R_p of the second.
    """

    percentage: float
    difference: float
    one: float | None
    other: float | None


@carries("P3")
def match_performance(
    one: float | None, other: float | None, score: float, games: float, convention: Convention = EXACT
) -> Match:
    """Both players' performance ratings from the first one's score: equation (9) where both are rated.

    Where only one is rated (None for the other), he becomes the standard R_c, and (1) rates his opponent (1.75).

    >>> from arpad.rules.elo.conventions import AS_PRINTED
    >>> match_performance(2715.0, 2645.0, 12.5, 24.0, AS_PRINTED)
    Match(percentage=0.52, difference=14.0, one=2687.0, other=2673.0)
    >>> match_performance(None, 2645.0, 12.5, 24.0, AS_PRINTED).one
    2659.0
    """
    percentage = convention.percentage(score_of(score, games, "score"), games)
    difference = convention.expectancy.difference(percentage)
    if one is not None:
        finite(one, "one")
    if other is not None:
        finite(other, "other")
    if one is not None and other is not None:
        average = convention.points((one + other) / 2)
        return Match(
            percentage,
            difference,
            performance_in_match(average, difference),
            performance_in_match(average, -difference),
        )
    if one is not None:
        return Match(percentage, difference, None, performance(one, -difference))
    if other is not None:
        return Match(percentage, difference, performance(other, difference), None)
    raise refuse("nobody-rated", "one", "neither player is rated", "give the rating of one of them")
