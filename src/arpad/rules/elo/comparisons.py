"""Scores against expectations (2.6, 5.55): how many lie outside the probable error and the standard deviation.

A single result proves nothing, for half of all results lie outside the probable error by its definition.  What counts
is whether too many do (2.56, 2.61).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from arpad.rules.elo.checks import finite, positive, score_of
from arpad.rules.elo.error import refuse
from arpad.rules.elo.expectancy import NORMAL, TABLE_2_11, Expectancy
from arpad.rules.elo.normal import area_within
from arpad.rules.elo.reliability import PROBABLE_ERROR, probable_error, score_deviation
from arpad.rules.elo.rounding import half_up
from arpad.rules.rule import carries, rule


@rule("P21", "W - W_e", "{score} - {expected}", "score above expectation")
def excess_of(score: float, expected: float) -> float:
    """W - W_e, 2.6.

    >>> excess_of(10.5, 9.75)
    0.75
    """
    return score - expected


@dataclass(frozen=True, slots=True)
class Comparison:
    """One score beside its expectation.

    Attributes:
        name: whose score it is.
        score: W.
        expected: W_e.
        excess: W - W_e.
        sigma: the standard deviation of the score.
    """

    name: str
    score: float
    expected: float
    excess: float
    sigma: float

    @property
    def error(self) -> float:
        """The probable error of the score."""
        return probable_error(self.sigma, PROBABLE_ERROR)

    def exceeds(self, limit: float) -> bool:
        """Whether the difference, up or down, is larger than a limit."""
        return abs(self.excess) > limit


@dataclass(frozen=True, slots=True)
class Beyond:
    """How many differences lie outside a limit, and how many chance lets expect there.

    Attributes:
        limit: the limit in words.
        found: how many exceed it.
        expected: how many should.
    """

    limit: str
    found: int
    expected: float


@dataclass(frozen=True, slots=True)
class ComparisonReport:
    """Scores beside their expectations, and the counts of 2.64.

    Attributes:
        rows: the comparisons.
        sigma: the standard deviation taken for all of them; None where each has its own.
        error: the probable error taken for all of them; None where each has its own.
    """

    rows: tuple[Comparison, ...]
    sigma: float | None = None
    error: float | None = None

    @property
    def beyond_error(self) -> Beyond:
        """Outside the probable error: half of them should be."""
        return self._beyond("the probable error", 1.0, 0.0)

    @property
    def beyond_three_errors(self) -> Beyond:
        """Outside three times the probable error: about one in twenty (2.54)."""
        return self._beyond("three probable errors", 3.0, 0.0)

    @property
    def beyond_sigma(self) -> Beyond:
        """Outside the standard deviation: about one in three."""
        return self._beyond("the standard deviation", 0.0, 1.0)

    @property
    def beyond_two_sigma(self) -> Beyond:
        """Outside two standard deviations: about one in twenty (2.54)."""
        return self._beyond("two standard deviations", 0.0, 2.0)

    @property
    def counts(self) -> tuple[Beyond, ...]:
        """All four."""
        return self.beyond_error, self.beyond_three_errors, self.beyond_sigma, self.beyond_two_sigma

    @property
    def index(self) -> float:
        """The sum of the squared differences, each in standard deviations: near the number of rows by chance alone.

        Far below it the results agree better than wins and losses can: draws, or ratings made from the same games.
        """
        deviations = [row.excess / (row.sigma if self.sigma is None else self.sigma) for row in self.rows]
        return fsum(z * z for z in deviations)

    def _beyond(self, limit: str, errors: float, sigmas: float) -> Beyond:
        found = 0
        for row in self.rows:
            error = row.error if self.error is None else self.error
            sigma = row.sigma if self.sigma is None else self.sigma
            found += row.exceeds(errors * error + sigmas * sigma)
        within = area_within(errors * PROBABLE_ERROR + sigmas)
        return Beyond(limit, found, (1.0 - within) * len(self.rows))


def comparison(name: str, score: float, expected: float, games: float, *, sigma: float | None = None) -> Comparison:
    """A score beside its expectation, sigma from the games and the expected percentage (2.62).

    Fischer and Spassky in 1972, 125 points apart:

    >>> found = comparison("Fischer", 12.5, 13.4, 20.0, sigma=2.17)
    >>> round(found.excess, 1), found.exceeds(found.sigma), found.exceeds(found.error)
    (-0.9, False, False)
    """
    score_of(score, games, "score")
    score_of(expected, games, "expected")
    if sigma is None:
        p = expected / games
        sigma = score_deviation(games, p, 1.0 - p)
    return Comparison(name, score, expected, excess_of(score, expected), positive(sigma, "sigma"))


@carries("P21")
def compare(rows: Sequence[Comparison], *, sigma: float | None = None, error: float | None = None) -> ComparisonReport:
    """Counts how many differences lie outside the limits (2.64): each row's own, or one for all of them.

    >>> found = compare([comparison("A", 7.0, 5.0, 10.0), comparison("B", 5.5, 5.0, 10.0)])
    >>> [(beyond.found, round(beyond.expected, 2)) for beyond in found.counts]
    [(1, 1.0), (0, 0.09), (1, 0.63), (0, 0.09)]
    """
    if not rows:
        raise refuse("nothing-given", "rows", "there is nothing to compare", "give at least one score")
    for name, value in (("sigma", sigma), ("error", error)):
        if value is not None:
            positive(value, name)
    if sigma is not None and error is None:
        error = probable_error(sigma, PROBABLE_ERROR)
    return ComparisonReport(tuple(rows), sigma, error)


def typical_sigma(rows: Sequence[Comparison]) -> float:
    """One standard deviation for a whole tournament: the root mean square of the players' own (2.64).

    >>> round(typical_sigma([comparison("A", 7.0, 7.5, 15.0), comparison("B", 8.0, 7.5, 15.0)]), 2)
    1.94
    """
    if not rows:
        raise refuse("nothing-given", "rows", "there is nothing to compare", "give at least one score")
    return sqrt(fsum(row.sigma * row.sigma for row in rows) / len(rows))


@dataclass(frozen=True, slots=True)
class MatchComparison:
    """A row of table 5.55, from the higher-rated player's side.

    Attributes:
        percentage: P, his expected percentage.
        expected: W_e.
        excess: W - W_e.
        sigma: from N and P.
    """

    percentage: float
    expected: float
    excess: float
    sigma: float

    @property
    def exceeds(self) -> bool:
        """Whether the difference is larger than sigma."""
        return abs(self.excess) > self.sigma


@carries("P21")
def compare_match(difference: float, games: float, score: float, expectancy: Expectancy = NORMAL) -> MatchComparison:
    """Expected and actual score of a match (5.55), nothing rounded.

    >>> found = compare_match(70.0, 24.0, 12.5, TABLE_2_11)  # Karpov and Korchnoi, 2.63
    >>> round(found.expected, 1), round(found.excess, 1), round(found.sigma, 1)
    (14.4, -1.9, 2.4)
    """
    score_of(score, games, "score")
    p = expectancy.probability(finite(difference, "difference"))
    expected = games * p
    return MatchComparison(p, expected, excess_of(score, expected), score_deviation(games, p, 1.0 - p))


@carries("P21", "t-5.55")
def compare_match_as_printed(difference: float, games: float, score: float) -> MatchComparison:
    """The row as table 5.55 has it: P by table 2.11, everything to one place, the difference from the rounded W_e.

    >>> compare_match_as_printed(140.0, 17.0, 10.5)  # Steinitz and Bird, 1866
    MatchComparison(percentage=0.69, expected=11.7, excess=-1.2, sigma=1.9)
    """
    exact = compare_match(difference, games, score, TABLE_2_11)
    expected = half_up(exact.expected, 1)
    return MatchComparison(exact.percentage, expected, half_up(excess_of(score, expected), 1), half_up(exact.sigma, 1))
