"""What every procedure asks of its numbers: that they are numbers, that games are games, that a share is a share."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from arpad.rules.elo.error import refuse

LARGEST = 1e50
"""No number of a rating system is larger; the square of this one is still a float, many times over."""

SMALLEST = 1e-50
"""No number of games, no interval and no K that is above zero is smaller."""


def finite(value: float, place: str) -> float:
    """A number that is neither NaN nor infinite, nor so large that reckoning with it would end there.

    >>> finite(2500.0, "rating")
    2500.0
    >>> finite(float("nan"), "rating")
    Traceback (most recent call last):
        ...
    arpad.rules.elo.error.EloError: error: nan is no number; give a finite one [not-a-number at rating]
    """
    if not isfinite(value):
        raise refuse("not-a-number", place, f"{value} is no number", "give a finite one")
    if abs(value) > LARGEST:
        raise refuse("beyond-measure", place, f"{value:g} is beyond all measure", "give an ordinary number")
    return value


def all_finite(values: Sequence[float], place: str) -> Sequence[float]:
    """Numbers of which there is at least one, and none is NaN or infinite."""
    if not values:
        raise refuse("nothing-given", place, "there is nothing here", "give at least one number")
    for index, value in enumerate(values):
        finite(value, f"{place}[{index}]")
    return values


def positive(value: float, place: str) -> float:
    """A finite number above zero, and not by a hair only."""
    if finite(value, place) < SMALLEST:
        raise refuse("not-positive", place, f"{value:g} is not above zero", "give a number above zero")
    return value


def share(p: float, place: str) -> float:
    """A percentage score as the book writes it: a number from 0 to 1.

    >>> share(0.625, "percentage")
    0.625
    >>> share(62.5, "percentage")
    Traceback (most recent call last):
        ...
    arpad.rules.elo.error.EloError: error: 62.5 is no share of the points; \
give a number from 0 to 1 (62.5 percent is 0.625) [share-outside at percentage]
    """
    if not 0.0 <= finite(p, place) <= 1.0:
        percent = f" ({p:g} percent is {p / 100:g})" if 1.0 < p <= 100.0 else ""
        raise refuse("share-outside", place, f"{p:g} is no share of the points", f"give a number from 0 to 1{percent}")
    return p


def score_of(score: float, games: float, place: str) -> float:
    """A score that can be made in so many games."""
    positive(games, "games")
    if not 0.0 <= finite(score, place) <= games:
        raise refuse(
            "score-outside", place, f"{score:g} points cannot be made in {games:g} games", "a win counts 1, a draw 1/2"
        )
    return score


def players_of(m: int, place: str) -> int:
    """A number of participants: at least two, for nobody meets himself (1.71)."""
    if m < 2:
        raise refuse("too-few-players", place, f"{m} players do not make an event", "an event has at least two")
    return m
