"""Tables of theory and method (chapters 2, 3 and 8), and the misprints of the whole book."""

from __future__ import annotations

from typing import NamedTuple

from arpad.datasets.dataset import DataSet, read
from arpad.rules.rule import carries


class Reliability(NamedTuple):
    """How far a rating of so many games can be trusted."""

    games: int
    sd_score: float
    sd_rating: float
    error_score: float
    error_rating: float
    confidence: float


class Excess(NamedTuple):
    """How much above expectation marks an exceptional performance."""

    games: int
    at_10: float
    at_5: float
    at_1: float


class KLimits(NamedTuple):
    """What a coefficient K accepts as chance."""

    k: int
    games: int
    games_behind: int
    sigma: int
    performance_limit: int
    change_limit: int
    ratio: float
    probability: float


class Grade(NamedTuple):
    """A grade of the British Chess Federation."""

    highest: int
    lowest: int
    grade: str


class Scales(NamedTuple):
    """A level of play on the interval scale and on ratio scales."""

    level: str
    interval: int
    ratio: int
    log_10: float
    log_sqrt_10: float
    log_e: float


class ProbabilityFunctions(NamedTuple):
    """Three probability functions at one difference."""

    difference: int
    normal: float
    logistic: float
    linear: float
    odds_normal: float
    odds_logistic: float
    odds_linear: float


class Discrimination(NamedTuple):
    """How far apart the normal and the logistic expectation are in long matches."""

    difference: str
    normal: float
    logistic: float
    apart_100: float
    sd_100: float
    apart_1000: float
    sd_1000: float


class Binomial(NamedTuple):
    """A binomial probability."""

    section: str
    games: int
    p: float
    score: float
    probability: float


class Trinomial(NamedTuple):
    """A result of four games under three sets of probabilities."""

    score: float
    wins: int
    losses: int
    draws: int
    equal: float
    few_draws: float
    stronger: float


class Example(NamedTuple):
    """A number of a worked example."""

    section: str
    subject: str
    name: str
    value: float


class Erratum(NamedTuple):
    """A misprint of the book, or of its conversion to text."""

    section: str
    place: str
    printed: str
    corrected: str
    kind: str
    reason: str


@carries("t-2.55")
def reliability() -> DataSet[Reliability]:
    """Standard deviation, probable error and confidence by number of games (2.55).

    >>> reliability().rows[0].sd_rating
    126.5
    """
    return read("reliability", Reliability)


@carries("t-3.64")
def exceptional_performances() -> DataSet[Excess]:
    """Scores above expectation at three levels of chance (3.64).

    >>> exceptional_performances().rows[0].at_5
    1.84
    """
    return read("exceptional-performances", Excess)


@carries("t-8.28")
def k_limits() -> DataSet[KLimits]:
    """Limits by equations (32) and (33); K by equation (36) is among the facts (8.28).

    >>> [row.performance_limit for row in k_limits().rows]
    [236, 220, 167, 157]
    """
    return read("k-limits", KLimits)


@carries("t-8.54")
def bcf_grades() -> DataSet[Grade]:
    """Three grades of the British Chess Federation (8.54).

    >>> bcf_grades().rows[0].grade
    '1a'
    """
    return read("bcf-grades", Grade)


@carries("t-8.71")
def scales() -> DataSet[Scales]:
    """Novice, expert and world champion on five scales (8.71).

    >>> scales().rows[1].ratio
    316200
    """
    return read("scales", Scales)


@carries("t-8.73")
def probability_functions() -> DataSet[ProbabilityFunctions]:
    """Normal, logistic and linear probabilities with their odds (8.73).

    >>> probability_functions().rows[0].normal
    0.5
    """
    return read("probability-functions", ProbabilityFunctions)


@carries("t-8.74")
def discrimination() -> DataSet[Discrimination]:
    """Whether experiment could tell the normal function from the logistic (8.74).

    >>> discrimination().rows[2].apart_1000
    13.6
    """
    return read("discrimination", Discrimination)


@carries("t-8.82")
def binomial() -> DataSet[Binomial]:
    """Binomial probabilities of 8.82, 8.84 and 8.87.

    >>> [row.probability for row in binomial().rows if row.section == "8.87"]
    [0.128]
    """
    return read("binomial", Binomial)


@carries("t-8.92")
def trinomial() -> DataSet[Trinomial]:
    """Probabilities of every result of four games (8.92).

    >>> trinomial().rows[0].equal
    0.0123
    """
    return read("trinomial", Trinomial)


@carries("t-2.13", "t-2.48", "t-3.93", "t-7.42", "t-8.93")
def examples() -> DataSet[Example]:
    """Worked examples that have no table of their own: matches, few rated players, handicaps, tails (2.13-8.95).

    >>> [row.value for row in examples().rows if (row.section, row.name) == ("8.93", "difference of ratings")]
    [50]
    """
    return read("examples", Example)


def errata() -> DataSet[Erratum]:
    """Every misprint that was found, with what it should be and how that is known.

    >>> len(errata()), sum(row.kind == "book" for row in errata().rows)
    (65, 23)
    """
    return read("errata", Erratum)
