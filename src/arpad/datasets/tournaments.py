"""Tournaments that the book works through (chapters 2 and 3)."""

from __future__ import annotations

from typing import NamedTuple

from arpad.datasets.dataset import DataSet, read
from arpad.rules.rule import carries


class RoundRobinPlayer(NamedTuple):
    """A player of Wijk aan Zee 1975."""

    player: str
    rating: int
    score: float
    percentage: float
    difference: int
    probability: float
    expected: float
    deviation: float
    below_scratch: int
    handicap: float
    handicap_score: float


class PartlyRatedPlayer(NamedTuple):
    """A player of Brazil 1972, where six of nineteen were rated."""

    player: str
    rating: int | None
    score: float
    losses: float
    percentage: float
    difference: int
    adjusted: int
    performance: int
    change: int | None


class Approximations(NamedTuple):
    """A player of the Morphy era, with the approximations as printed."""

    player: str
    wins: float
    losses: float
    percentage: float
    difference: int
    r1: int
    rc1: int
    r2: int
    rc2: int
    r3: int
    rc3: int
    r4: int
    rc4: int
    r5: int


class Meeting(NamedTuple):
    """What two players made of each other."""

    one: str
    other: str
    score: float
    games: float


class Deviations(NamedTuple):
    """How many players scored so much less or more than expected."""

    lowest: float | None
    highest: float | None
    players: int
    cumulative: int
    cumulative_percent: float


class PointExchange(NamedTuple):
    """What a part of the pool gained or lost."""

    group: str
    players: int
    bonuses: int
    bonus_percent: float
    gain: float


@carries("t-2.41")
def wijk_aan_zee_1975() -> DataSet[RoundRobinPlayer]:
    """Wijk aan Zee 1975, sixteen grandmasters all rated: the running example of 2.41-2.47, 2.64 and 3.97.

    >>> wijk_aan_zee_1975().rows[0].player, wijk_aan_zee_1975().facts["average"]
    ('Lajos Portisch', 2534)
    """
    return read("wijk-aan-zee-1975", RoundRobinPlayer)


@carries("t-3.35")
def brazil_1972() -> DataSet[PartlyRatedPlayer]:
    """Brazil 1972, nineteen players of whom six were rated (3.34-3.35).

    >>> sum(row.rating is not None for row in brazil_1972().rows)
    6
    """
    return read("brazil-1972", PartlyRatedPlayer)


@carries("t-3.43")
def morphy_era() -> DataSet[Approximations]:
    """The Morphy era: five approximations from 500 for nine players (3.43-3.46).

    >>> [row.r5 for row in morphy_era().rows if row.player == "Morphy"]
    [695]
    """
    return read("morphy-era", Approximations)


@carries("t-3.43")
def morphy_crosstable() -> DataSet[Meeting]:
    """The crosstable of the Morphy era, pair by pair (3.43).

    >>> sum(row.games for row in morphy_crosstable().rows)
    342.0
    """
    return read("morphy-crosstable", Meeting)


@carries("t-2.71")
def us_open_deviations() -> DataSet[Deviations]:
    """Score less expected score of 1,514 players of three US Opens (2.71).

    >>> sum(row.players for row in us_open_deviations().rows)
    1514
    """
    return read("us-open-deviations", Deviations)


@carries("t-3.84")
def point_exchanges() -> DataSet[PointExchange]:
    """Rating points exchanged between juniors and adults, US Opens of 1973 and 1974 (3.84).

    >>> point_exchanges().rows[0].gain
    30.8
    """
    return read("point-exchanges", PointExchange)
