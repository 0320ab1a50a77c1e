"""Provisional ratings (1.53, 2.59, 3.72): rated by performance while the games are few, and marked as such."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from arpad.rules.elo.checks import finite, positive, score_of
from arpad.rules.elo.controls import REASONABLE_CONFIDENCE
from arpad.rules.elo.error import refuse
from arpad.rules.elo.expectancy import NORMAL, Expectancy
from arpad.rules.elo.printed_tables import grid
from arpad.rules.rule import carries, rule

MARK = "*"
"""What a provisional rating carries on all lists (2.59)."""


@rule("eq-70", "R_F", "{r_c} + {d_p} x {f}", "performance rating from few games")
def modified_performance(r_c: float, d_p: float, f: float) -> float:
    """R_F, equation (70), 8.85: the difference counts less the fewer the games.

    >>> modified_performance(2000.0, 150.0, 0.87)
    2130.5
    """
    return r_c + d_p * f


def small_sample_factor(d_p: float, games: float) -> float:
    """Factor F of table 8.85, between its cells in straight lines.

    Beyond the table a line goes on to what must be: 1 at no difference, and 1 at thirty games (2.59, 8.86).  Below
    five games and above 400 points the last printed value stays.

    >>> small_sample_factor(150.0, 9.0), small_sample_factor(-25.0, 5.0), small_sample_factor(400.0, 30.0)
    (0.87, 0.98, 1.0)
    """
    table = grid("8.85")
    if games >= REASONABLE_CONFIDENCE:
        return 1.0
    most = table.rows[-1]
    inside = min(max(positive(games, "games"), table.rows[0]), most)
    size = min(abs(finite(d_p, "d_p")), table.columns[-1])
    first = table.columns[0]
    factor = table.at(inside, max(size, first))
    if size < first:
        factor = 1.0 + (factor - 1.0) * size / first
    if games > most:
        factor += (1.0 - factor) * (games - most) / (REASONABLE_CONFIDENCE - most)
    return factor


def reduced_difference(d_p: float, games: float) -> float:
    """D_p F: what is left of an indicated difference when it rests on few games (2.59)."""
    return d_p * small_sample_factor(d_p, games)


@dataclass(frozen=True, slots=True)
class Performance:
    """One performance: the mean rating of the opponents, the score, and the games."""

    competition: float
    score: float
    games: float


@dataclass(frozen=True, slots=True)
class ProvisionalRating:
    """A rating from performances.

    Attributes:
        rating: R_t, or R once established.
        games: all games behind it.
        provisional: whether these are fewer than thirty.
    """

    rating: float
    games: float
    provisional: bool

    @property
    def listed(self) -> str:
        """The rating as lists carry it: a whole number, with an asterisk when provisional."""
        return f"{self.rating:.0f}{MARK if self.provisional else ''}"


@carries("P4")
def provisional_rating(
    performances: Sequence[Performance],
    *,
    expectancy: Expectancy = NORMAL,
    established_from: float = REASONABLE_CONFIDENCE,
) -> ProvisionalRating:
    """A player's rating from his first performances (1.53, 2.59): each by (70), averaged by games.

    Factor F goes by the games of the performance, and only while all of them are fewer than thirty.

    >>> first = provisional_rating([Performance(2000.0, 6.0, 9.0), Performance(2100.0, 3.5, 7.0)])
    >>> round(first.rating, 1), first.games, first.listed
    (2105.7, 16.0, '2106*')
    """
    if not performances:
        raise refuse("nothing-given", "performances", "there is no performance", "give at least one")
    for index, one in enumerate(performances):
        finite(one.competition, f"performances[{index}].competition")
        score_of(one.score, one.games, f"performances[{index}].score")
    games = fsum(one.games for one in performances)
    few = games < positive(established_from, "established_from")
    rated = []
    for one in performances:
        d_p = expectancy.difference(one.score / one.games)
        factor = small_sample_factor(d_p, one.games) if few else 1.0
        rated.append(one.games * modified_performance(one.competition, d_p, factor))
    return ProvisionalRating(fsum(rated) / games, games, few)
