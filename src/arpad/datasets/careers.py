"""Past and present, and the development of players (chapters 5 and 6)."""

from __future__ import annotations

from typing import NamedTuple

from arpad.datasets.dataset import DataSet, read
from arpad.rules.rule import carries


class Match(NamedTuple):
    """A match between masters, seen from the higher-rated."""

    years: str
    higher: str
    lower: str
    difference: int
    games: int
    probability: float
    expected: float
    score: float
    deviation: float
    sigma: float
    unfinished: bool


class Century(NamedTuple):
    """The top players of a year."""

    year: int
    players: int
    average: int


class JuniorAge(NamedTuple):
    """Average ratings at an age."""

    age: int
    early: int
    late: int | None


class Attainment(NamedTuple):
    """Average ages at which groups of titleholders first reached a level."""

    level: int
    im: float | None
    gm: float
    gm_under_2560: float
    gm_2560_2625: float
    gm_over_2625: float


class Introduction(NamedTuple):
    """At what age masters came to the game."""

    event: str
    lowest: int
    highest: int
    mean: float


class Capacity(NamedTuple):
    """What is left of a capacity at 65."""

    item: str
    percent: int


@carries("t-5.55")
def matches() -> DataSet[Match]:
    """114 matches of eleven or more games, 1860-1985, with expected and actual scores (5.55).

    >>> len(matches()), sum(abs(row.deviation) > row.sigma for row in matches().rows)
    (114, 9)
    """
    return read("matches", Match)


@carries("t-5.73")
def century() -> DataSet[Century]:
    """Average ratings of the top players, 1860-1960 (5.73).

    >>> century().rows[-1].average - century().rows[0].average
    90
    """
    return read("century", Century)


@carries("t-6.32")
def junior_development() -> DataSet[JuniorAge]:
    """Ratings of 27 young American masters by age (6.32); the facts are those of 5.67, 6.21-6.23 and 6.33.

    >>> junior_development().rows[0].early
    1640
    """
    return read("junior-development", JuniorAge)


@carries("t-6.32")
def attainment_ages() -> DataSet[Attainment]:
    """Average ages of 280 titleholders at 2300, 2400 and 2500 (6.42).

    >>> attainment_ages().rows[0].im
    21.0
    """
    return read("attainment-ages", Attainment)


@carries("t-6.32")
def introduction_ages() -> DataSet[Introduction]:
    """When sixty masters learned the moves and began to compete (6.43).

    >>> [row.mean for row in introduction_ages().rows]
    [9.6, 14.8]
    """
    return read("introduction-ages", Introduction)


@carries("t-6.32")
def capacity_at_65() -> DataSet[Capacity]:
    """Capacities at 65, in percent of those at 30 (6.62).

    >>> capacity_at_65().rows[0].percent
    94
    """
    return read("capacity-at-65", Capacity)
