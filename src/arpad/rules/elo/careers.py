"""Careers (chapters 5 and 6): averages over five years, a curve of development by age, the leaders of a year.

The book gives the results of its historical study, not its procedure in full: crosstables of half decades were
rated by successive approximations (3.4) and linked by least squares (5.42).  Left open are the weights of years and
games, the years without play, and the kind of curve.  What is taken here is said at each function; the linking and
the smoothing are in `arpad.lab.careers`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from arpad.rules.elo.checks import all_finite, finite, positive
from arpad.rules.elo.error import refuse
from arpad.rules.rule import carries

BEST_YEARS = 5
"""Years of a sustained peak (5.53)."""

BASE_AGE = 21
"""The age whose rating is the zero of the development curve (6.21)."""


@dataclass(frozen=True, slots=True)
class YearRating:
    """A player's performance over one year: the rating, and the games it rests on."""

    year: int
    rating: float
    games: float = 1.0


@dataclass(frozen=True, slots=True)
class FiveYears:
    """An average over consecutive years: the first and the last of them, the mean, and the games behind it."""

    first: int
    last: int
    average: float
    games: float


@carries("P38")
def five_year_averages(
    history: Sequence[YearRating], years: int = BEST_YEARS, least: int | None = None
) -> tuple[FiveYears, ...]:
    """The averages of every run of consecutive calendar years, each year weighted by its games (5.53).

    A run counts when at least so many of its years saw play; the default asks for all, which the book leaves open.

    >>> history = [YearRating(year, 2500.0 + 10.0 * (year - 1970)) for year in range(1970, 1977)]
    >>> [(one.first, one.average) for one in five_year_averages(history)]
    [(1970, 2520.0), (1971, 2530.0), (1972, 2540.0)]
    """
    if years < 1:
        raise refuse("no-years", "years", f"{years} years are none", "take at least one")
    asked = years if least is None else least
    by_year = _by_year(history)
    found = []
    for first in range(min(by_year), max(by_year) - years + 2):
        run = [by_year[year] for year in range(first, first + years) if year in by_year]
        if run and len(run) >= asked:
            games = fsum(one.games for one in run)
            average = fsum(one.rating * one.games for one in run) / games
            found.append(FiveYears(first, first + years - 1, average, games))
    return tuple(found)


@carries("P38")
def best_five_years(history: Sequence[YearRating], years: int = BEST_YEARS, least: int | None = None) -> FiveYears:
    """The sustained peak: the highest of those averages, the earliest of equals (5.53).

    >>> best_five_years([YearRating(1970 + n, 2700.0 - 20.0 * abs(n - 4)) for n in range(10)])
    FiveYears(first=1972, last=1976, average=2676.0, games=5.0)
    """
    found = five_year_averages(history, years, least)
    if not found:
        raise refuse(
            "no-sustained-peak", "history", f"no {years} years in a row saw enough play", "ask for fewer years of play"
        )
    return max(found, key=lambda one: (one.average, -one.first))


def _by_year(history: Sequence[YearRating]) -> dict[int, YearRating]:
    if not history:
        raise refuse("nothing-given", "history", "there is no year", "give at least one")
    found: dict[int, YearRating] = {}
    for index, one in enumerate(history):
        finite(one.rating, f"history[{index}].rating")
        positive(one.games, f"history[{index}].games")
        if one.year in found:
            raise refuse("year-twice", f"history[{index}].year", f"{one.year} stands here twice", "one entry a year")
        found[one.year] = one
    return found


@dataclass(frozen=True, slots=True)
class AgePoint:
    """A point of the development curve: the age, the mean gain on the base age, and how many players stand behind."""

    age: int
    gain: float
    players: int


@carries("P39")
def development_curve(
    careers: Mapping[str, Mapping[int, float]], base_age: int = BASE_AGE, least_players: int = 1
) -> tuple[AgePoint, ...]:
    """The composite curve of ratings by age, each player's rating at the base age being his zero (6.21).

    A rating at the base age is read off the line between the nearest ages; who was not rated on both sides of it
    (or at it) stays out.  Each age is the plain mean of the players who have a rating then.

    >>> careers = {"A": {20: 2300.0, 22: 2340.0, 36: 2440.0}, "B": {21: 2400.0, 36: 2500.0}}
    >>> [(point.age, point.gain, point.players) for point in development_curve(careers)]
    [(20, -20.0, 1), (21, 0.0, 1), (22, 20.0, 1), (36, 110.0, 2)]
    """
    gains: dict[int, list[float]] = {}
    for player, career in careers.items():
        base = _at_age(player, career, base_age)
        if base is not None:
            for age, rating in career.items():
                gains.setdefault(age, []).append(rating - base)
    points = tuple(
        AgePoint(age, fsum(gains[age]) / len(gains[age]), len(gains[age]))
        for age in sorted(gains)
        if len(gains[age]) >= least_players
    )
    if not points:
        raise refuse(
            "no-curve", "careers", f"nobody was rated on both sides of age {base_age}", "choose another base age"
        )
    return points


def _at_age(player: str, career: Mapping[int, float], age: int) -> float | None:
    """A player's rating at an age, between his nearest ages; None where there is none on one side."""
    if career:
        all_finite(tuple(career.values()), f"careers.{player}")
    before = [one for one in career if one <= age]
    after = [one for one in career if one >= age]
    if not before or not after:
        return None
    low, high = max(before), min(after)
    if low == high:
        return career[low]
    return career[low] + (career[high] - career[low]) * (age - low) / (high - low)


@carries("t-5.73")
def leaders_average(ratings: Sequence[float], players: int) -> float:
    """The mean of the highest so many ratings: a cell of 5.73, where the number grows with the population.

    >>> leaders_average((2600.0, 2500.0, 2550.0, 2300.0), 3)
    2550.0
    """
    all_finite(ratings, "ratings")
    if not 1 <= players <= len(ratings):
        raise refuse(
            "too-few-players", "players", f"{len(ratings)} ratings have no top {players}", "ask for one to all of them"
        )
    return fsum(sorted(ratings, reverse=True)[:players]) / players
