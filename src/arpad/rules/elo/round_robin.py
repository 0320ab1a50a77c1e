"""Rating a round robin (1.7, 2.42, 2.45, 2.48, 3.34): everything in terms of the mean rating of all participants.

Nobody meets himself, so everybody has other opponents; the adjusted difference D_a spares a separate mean for each.
Where some players are unrated, the mean follows from the ratings and results of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum

from arpad.rules.elo.checks import finite, players_of, positive, score_of
from arpad.rules.elo.conventions import EXACT, Convention
from arpad.rules.elo.current import change_by_games, expected_against_mean, rating_change
from arpad.rules.elo.error import EloError, refuse
from arpad.rules.elo.round_robin_formulas import (
    adjusted_difference,
    average_from_rated,
    expected_from_average,
    performance_from_average,
)
from arpad.rules.rule import carries

POINTS_TOGETHER = 1e-6
"""How far the scores of all may be from one point a game: above noise, below half a point."""


class ExpectedBy(StrEnum):
    """What the expected score is taken against: the mean of all (8), of the opponents (4), or each opponent (3)."""

    AVERAGE = "average"
    COMPETITION = "competition"
    OPPONENTS = "opponents"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant: the score, the rating before (None: unrated) and, where it is his own, K."""

    player: str
    score: float
    rating: float | None = None
    k: float | None = None


@dataclass(frozen=True, slots=True)
class RoundRobinLine:
    """What a round robin says of one participant.

    Attributes:
        entrant: who, with his score and rating.
        percentage: P.
        d_p: the difference that P indicates; None for a clean or zero score (1.54).
        d_a: the adjusted difference.
        performance: R_p; None where d_p is.
        d: R - R_a, for rated players.
        expected: W_e, for rated players.
        change: the change of rating, where one was asked for, for rated players.
    """

    entrant: Entrant
    percentage: float
    d_p: float | None
    d_a: float | None
    performance: float | None
    d: float | None
    expected: float | None
    change: float | None

    @property
    def after(self) -> float | None:
        """R_n: the rating before and its change; an unrated player's is his performance rating (3.35)."""
        if self.entrant.rating is None:
            return self.performance
        return None if self.change is None else self.entrant.rating + self.change


@dataclass(frozen=True, slots=True)
class _Field:
    """Everybody's rating, or performance rating where there is none, and how expected scores are taken."""

    standing: tuple[float | None, ...]
    average: float
    cycles: int
    expected_by: ExpectedBy
    convention: Convention


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """A rated round robin.

    Attributes:
        average: R_a, the mean rating of all participants.
        games: N, everybody's games.
        lines: the participants, in the order given.
    """

    average: float
    games: float
    lines: tuple[RoundRobinLine, ...]


@carries("P2", "t-2.48")
def average_of_field(
    rated: Sequence[tuple[float, float]], participants: int, cycles: int = 1, convention: Convention = EXACT
) -> float:
    """R_a from a few rated participants, as (rating, score), whoever the others are: equation (6a), 2.48, 3.34.

    >>> from arpad.rules.elo.conventions import AS_PRINTED
    >>> average_of_field([(2350.0, 15.0), (2205.0, 12.0), (2165.0, 9.0)], 20, convention=AS_PRINTED)
    2144.0
    """
    if not rated:
        raise refuse(
            "nobody-rated", "rated", "no participant is rated", "set a mean rating, as in a special rating tournament"
        )
    m = players_of(participants, "participants")
    games = _games(m, cycles)
    adjusted = []
    for index, (rating, score) in enumerate(rated):
        finite(rating, f"rated[{index}].rating")
        score_of(score, games, f"rated[{index}].score")
        d_p = convention.expectancy.difference(convention.percentage(score, games))
        adjusted.append(convention.points(adjusted_difference(d_p, m)))
    mean = fsum(rating for rating, _ in rated) / len(rated)
    return convention.points(average_from_rated(mean, fsum(adjusted) / len(rated)))


@carries("P1", "P2", "t-2.41", "t-3.35")
def rate_round_robin(
    entrants: Sequence[Entrant],
    *,
    cycles: int = 1,
    k: float | None = None,
    games_before: float | None = None,
    expected_by: ExpectedBy = ExpectedBy.AVERAGE,
    convention: Convention = EXACT,
) -> RoundRobin:
    """A round robin, rated and unrated players together (1.7, 2.4, 3.34-3.35).

    With `k` ratings change by (2); with `games_before`, the games N_o behind every rating, by (15).  Unrated players
    get their performance rating.  `cycles` is how often everybody met everybody.

    >>> from arpad.rules.elo.conventions import AS_PRINTED
    >>> field = [Entrant("A", 2.5, 2400.0), Entrant("B", 1.5, 2300.0), Entrant("C", 1.0, 2200.0), Entrant("D", 1.0)]
    >>> found = rate_round_robin(field, k=10.0, convention=AS_PRINTED)
    >>> found.average, [(line.performance, line.change and round(line.change, 1)) for line in found.lines]
    (2263.0, [(2468.0, 2.8), (2263.0, -2.0), (2169.0, -1.4), (2169.0, None)])
    """
    m, games = checked_field(entrants, cycles)
    if k is not None and games_before is not None:
        raise refuse("two-ways", "games_before", "K and N_o are both given", "give one: K for (2), N_o for (15)")
    if k is not None:
        finite(k, "k")
    if games_before is not None and positive(games_before, "games_before") < games:
        message = f"{games:g} new games on ratings of only {games_before:g}"
        raise refuse("event-too-long", "games_before", message, "rate the event in segments (1.62)")
    rated = [(entrant.rating, entrant.score) for entrant in entrants if entrant.rating is not None]
    if len(rated) == m:
        average = convention.points(fsum(rating for rating, _ in rated) / m)
    else:
        average = average_of_field(rated, m, cycles, convention)
    performed = performances(entrants, average, cycles, convention)
    field = _Field(
        tuple(line.performance if line.entrant.rating is None else line.entrant.rating for line in performed),
        average,
        cycles,
        expected_by,
        convention,
    )
    lines = []
    for at, line in enumerate(performed):
        rating = line.entrant.rating
        if rating is None:
            lines.append(line)
            continue
        expected = _expected(at, rating, field)
        own_k = line.entrant.k if line.entrant.k is not None else k
        change = None
        if games_before is not None:
            change = (
                None if line.performance is None else change_by_games(rating, games_before, line.performance, games)
            )
        elif own_k is not None:
            change = rating_change(own_k, line.entrant.score, expected)
        lines.append(
            RoundRobinLine(
                line.entrant, line.percentage, line.d_p, line.d_a, line.performance, rating - average, expected, change
            )
        )
    return RoundRobin(average, games, tuple(lines))


def performances(
    entrants: Sequence[Entrant], average: float, cycles: int, convention: Convention
) -> list[RoundRobinLine]:
    """Everybody's performance rating by (6), about a mean rating of all participants."""
    games = _games(len(entrants), cycles)
    found = []
    for entrant in entrants:
        percentage = convention.percentage(entrant.score, games)
        try:
            d_p = convention.expectancy.difference(percentage)
        except EloError:
            found.append(RoundRobinLine(entrant, percentage, None, None, None, None, None, None))
            continue
        d_a = convention.points(adjusted_difference(d_p, len(entrants)))
        performance = performance_from_average(average, d_a)
        found.append(RoundRobinLine(entrant, percentage, d_p, d_a, performance, None, None, None))
    return found


def _expected(at: int, rating: float, field: _Field) -> float:
    """W_e of the player at a place in the field."""
    probability = field.convention.expectancy.probability
    count = len(field.standing)
    if field.expected_by is ExpectedBy.AVERAGE:
        return expected_from_average(probability(rating - field.average), count, field.cycles)
    others = [other for index, other in enumerate(field.standing) if index != at and other is not None]
    if len(others) < count - 1:
        message = "an unrated player with a clean or zero score has no performance rating (1.54)"
        raise refuse("no-performance", "entrants", message, "take the expected scores against the mean of all")
    if field.expected_by is ExpectedBy.OPPONENTS:
        return fsum(probability(rating - other) for other in others) * field.cycles
    competition = field.convention.points(fsum(others) / len(others))
    return expected_against_mean(float(len(others) * field.cycles), probability(rating - competition))


def _games(m: int, cycles: int) -> float:
    if cycles < 1:
        raise refuse("no-cycle", "cycles", f"{cycles} cycles are none", "everybody meets everybody at least once")
    return float((m - 1) * cycles)


def checked_field(entrants: Sequence[Entrant], cycles: int) -> tuple[int, float]:
    """The number of participants and of everybody's games, after all checks of a complete round robin."""
    m = players_of(len(entrants), "entrants")
    games = _games(m, cycles)
    names: set[str] = set()
    for index, entrant in enumerate(entrants):
        place = f"entrants[{index}]"
        if entrant.player in names:
            raise refuse("name-twice", f"{place}.player", f"{entrant.player!r} stands here twice", "one name a player")
        names.add(entrant.player)
        score_of(entrant.score, games, f"{place}.score")
        for name, value in (("rating", entrant.rating), ("k", entrant.k)):
            if value is not None:
                finite(value, f"{place}.{name}")
    points = fsum(entrant.score for entrant in entrants)
    if abs(points - m * games / 2.0) > POINTS_TOGETHER:
        raise refuse(
            "points-do-not-add-up",
            "entrants",
            f"{points:g} points, but {m} players in {games:g} games each share {m * games / 2.0:g}",
            "give every participant's score of a complete round robin",
        )
    return m, games
