"""Careers that need more than sums (chapters 5 and 6): smoothed lifetime curves, periods linked by least squares.

The book says that its curves were fitted by least squares (5.51) and its periods linked by it (5.42), not to what
kind of curve, with what weights, nor what is assumed about a player between two periods.  Here a curve is a polynomial
whose degree is asked for, weighted by games; and a player is taken to have kept his strength from a period to the next
one he plays in, but for what his age is expected to have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.polynomial import Polynomial

from arpad.rules.elo.careers import YearRating
from arpad.rules.elo.checks import finite, positive
from arpad.rules.elo.error import refuse
from arpad.rules.rule import carries

USUAL_DEGREE = 4
"""The degree of a lifetime curve: one rise, one plateau and one decline, not both the same."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a lifetime curve."""

    year: float
    rating: float


@dataclass(frozen=True, slots=True)
class Lifetime:
    """A smoothed career.

    Attributes:
        points: the curve, year by year.
        peak: its highest point within the years of play.
        deviation: how far the years' ratings lie from it, root mean square by games.
    """

    points: tuple[Point, ...]
    peak: Point
    deviation: float


@carries("P38")
def smoothed(history: Sequence[YearRating], degree: int = USUAL_DEGREE, steps_a_year: int = 1) -> Lifetime:
    """The polynomial of a degree that fits a player's years best, each weighted by its games (5.51).

    >>> parabola = [YearRating(year, 2600.0 - (year - 1930.0) ** 2) for year in range(1915, 1946, 5)]
    >>> found = smoothed(parabola, degree=2)
    >>> found.peak.year, round(found.peak.rating, 6), round(found.deviation, 6)
    (1930.0, 2600.0, 0.0)
    """
    years = np.array([one.year for one in history], dtype=float)
    if degree < 0 or steps_a_year < 1:
        raise refuse("no-curve", "degree", "a curve needs a degree from 0 and a step a year", "give whole numbers")
    if len(set(years.tolist())) <= degree:
        raise refuse(
            "too-few-years",
            "history",
            f"{len(set(years.tolist()))} years do not fix a curve of degree {degree}",
            "ask for a lower degree",
        )
    ratings = np.array([finite(one.rating, f"history[{at}].rating") for at, one in enumerate(history)])
    games = np.array([positive(one.games, f"history[{at}].games") for at, one in enumerate(history)])
    curve = Polynomial.fit(years, ratings, degree, w=np.sqrt(games))
    at = np.linspace(years.min(), years.max(), int((years.max() - years.min()) * steps_a_year) + 1)
    values = curve(at)
    best = int(np.argmax(values))
    misses = ratings - curve(years)
    deviation = float(np.sqrt(np.average(misses * misses, weights=games)))
    points = tuple(Point(float(year), float(value)) for year, value in zip(at, values, strict=True))
    return Lifetime(points, points[best], deviation)


@dataclass(frozen=True, slots=True)
class Linked:
    """Periods on one scale.

    Attributes:
        offsets: what was added to each period, in order; none to the first.
        ratings: the ratings of each period on the common scale.
        deviation: how far players in two periods are from the change that was expected of them, root mean square.
        links: how many such pairs of periods there are, over all players.
    """

    offsets: tuple[float, ...]
    ratings: tuple[dict[str, float], ...]
    deviation: float
    links: int


def _no_change(_player: str, _first: int, _second: int) -> float:
    return 0.0


@carries("P38")
def linked_periods(
    periods: Sequence[Mapping[str, float]], expected_change: Callable[[str, int, int], float] = _no_change
) -> Linked:
    """Self-consistent ratings of periods, each on its own zero, brought to one scale by least squares (5.41, 5.42).

    Every player is followed from each period he plays in to the next one; the offsets are those that bring all these
    steps together nearest to the change expected: none, or by age.  Every step counts the same.

    >>> first, second = {"A": 540.0, "B": 500.0, "C": 460.0}, {"B": 610.0, "C": 570.0, "D": 620.0}
    >>> found = linked_periods([first, second])
    >>> [round(one, 6) for one in found.offsets], round(found.ratings[1]["D"], 6), found.links
    ([0.0, -110.0], 510.0, 2)
    """
    if not periods:
        raise refuse("nothing-given", "periods", "there is no period", "give at least one")
    steps = _steps(periods, expected_change)
    matrix = np.zeros((len(steps), len(periods)))
    gaps = np.zeros(len(steps))
    for row, (first, second, gap) in enumerate(steps):
        matrix[row, first], matrix[row, second], gaps[row] = -1.0, 1.0, gap
    if np.linalg.matrix_rank(matrix[:, 1:]) < len(periods) - 1:
        raise refuse(
            "no-link",
            "periods",
            "some periods share no player with the others, not even over further periods",
            "name more players, or take longer periods",
        )
    found = np.linalg.lstsq(matrix[:, 1:], gaps, rcond=None)[0] if len(periods) > 1 else np.zeros(0)
    offsets = (0.0, *(float(one) for one in found))
    misses = gaps - matrix @ np.array(offsets)
    deviation = float(np.sqrt(np.mean(misses * misses))) if len(steps) else 0.0
    ratings = tuple(
        {player: rating + offset for player, rating in period.items()}
        for period, offset in zip(periods, offsets, strict=True)
    )
    return Linked(offsets, ratings, deviation, len(steps))


def _steps(
    periods: Sequence[Mapping[str, float]], expected_change: Callable[[str, int, int], float]
) -> list[tuple[int, int, float]]:
    """Every player's way from one period to his next: both, and what the offsets should differ by."""
    seen: dict[str, int] = {}
    steps = []
    for second, period in enumerate(periods):
        for player, rating in period.items():
            finite(rating, f"periods[{second}].{player}")
            if player in seen:
                first = seen[player]
                change = expected_change(player, first, second)
                steps.append((first, second, periods[first][player] + change - rating))
            seen[player] = second
    return steps
