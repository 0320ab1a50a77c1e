"""Monitoring a pool (3.54, 3.81-3.84): a sample's mean from year to year, and points that pass between segments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from arpad.rules.elo.checks import all_finite, finite
from arpad.rules.elo.error import refuse
from arpad.rules.elo.normal import area_above
from arpad.rules.rule import carries, rule

PERCENT = 100.0
"""Parts of a whole in a percentage."""


@rule("un-3.54-point-requirement", "", "{r_q} - {r_i}", "points that a player takes out of the pool")
def point_requirement(r_i: float, r_q: float) -> float:
    """R_q - R_i: what must be fed in for a player who entered at R_i and quit at R_q (3.54).

    >>> point_requirement(1400.0, 1850.0)
    450.0
    """
    return r_q - r_i


def pool_requirement(careers: Sequence[tuple[float, float]]) -> float:
    """The points to feed into a pool for careers as (rating on entry, rating on quitting), 3.54.

    >>> pool_requirement([(1400.0, 1850.0), (1500.0, 1450.0)])
    400.0
    """
    for index, career in enumerate(careers):
        all_finite(career, f"careers[{index}]")
    return fsum(point_requirement(r_i, r_q) for r_i, r_q in careers)


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample of a pool at one time: how many, their mean rating and its spread (with N - 1)."""

    players: int
    mean: float
    sd: float


@dataclass(frozen=True, slots=True)
class Drift:
    """How a sample's mean rating moved (3.81).

    Attributes:
        before: the earlier sample.
        after: the later one.
        change: of the mean.
        standard_error: of the change.
        z: the change in standard errors; None where nothing varies.
        probability: how often chance alone moves the mean so far, to either side; None likewise.
    """

    before: Sample
    after: Sample
    change: float
    standard_error: float
    z: float | None
    probability: float | None


def sample(ratings: Sequence[float]) -> Sample:
    """Number, mean and spread of a sample (3.82)."""
    all_finite(ratings, "ratings")
    mean = fsum(ratings) / len(ratings)
    squares = fsum((rating - mean) * (rating - mean) for rating in ratings)
    return Sample(len(ratings), mean, sqrt(squares / (len(ratings) - 1)) if len(ratings) > 1 else 0.0)


@carries("P13")
def drift_of_sample(before: Mapping[str, float], after: Mapping[str, float]) -> Drift:
    """The change of a sample's mean rating, tested for significance (3.81): a falling one indicates deflation.

    Where all of one sample stand in the other, the players' own changes are tested; else the two means as of
    independent samples.

    >>> found = drift_of_sample({"A": 1900.0, "B": 2000.0, "C": 2100.0}, {"A": 1890.0, "B": 1994.0, "C": 2086.0})
    >>> found.change, round(found.standard_error, 2), round(found.z, 2)
    (-10.0, 2.31, -4.33)
    """
    first, last = sample(list(before.values())), sample(list(after.values()))
    if min(first.players, last.players) < 2:
        raise refuse("sample-too-small", "before", "one player shows no spread", "take samples of at least two players")
    if before.keys() == after.keys():
        changes = sample([after[player] - rating for player, rating in before.items()])
        change = changes.mean
        error = changes.sd / sqrt(changes.players)
    else:
        change = last.mean - first.mean
        error = sqrt(first.sd * first.sd / first.players + last.sd * last.sd / last.players)
    if not error:
        return Drift(first, last, change, error, None, None)
    z = change / error
    return Drift(first, last, change, error, z, 2.0 * area_above(abs(z)))


@dataclass(frozen=True, slots=True)
class Segment:
    """What a segment of the pool gained in some events (3.83, table 3.84).

    Attributes:
        group: its name.
        players: how many.
        bonuses: how many of them received bonus points.
        mean_gain: the mean normal gain, without bonus points.
    """

    group: str
    players: int
    bonuses: int
    mean_gain: float

    @property
    def bonus_percent(self) -> float:
        """The share of the group that received bonus points, in percent."""
        return PERCENT * self.bonuses / self.players


def together(group: str, segments: Iterable[Segment]) -> Segment:
    """Several segments as one: counts added, gains weighted by players.

    >>> young, older = Segment("under 1700", 127, 47, 30.8), Segment("over 1700", 119, 31, 5.0)
    >>> juniors = together("juniors", (young, older))
    >>> juniors.players, round(juniors.bonus_percent, 1), round(juniors.mean_gain, 1)
    (246, 31.7, 18.3)
    """
    parts = tuple(segments)
    players = sum(part.players for part in parts)
    if not players:
        raise refuse("nothing-given", "segments", "there is nobody in these segments", "give at least one with players")
    gain = fsum(part.players * finite(part.mean_gain, "mean_gain") for part in parts) / players
    return Segment(group, players, sum(part.bonuses for part in parts), gain)


@carries("P13", "t-3.84")
def monitor(changes: Iterable[tuple[str, float, bool]]) -> tuple[Segment, ...]:
    """Point exchanges between segments (3.83): from each player's (segment, normal gain, whether with a bonus).

    Segments come in the order in which they first appear.

    >>> monitor([("juniors", 20.0, True), ("adults", -12.0, False), ("juniors", 4.0, False)])
    (Segment(group='juniors', players=2, bonuses=1, mean_gain=12.0), Segment(group='adults', players=1, bonuses=0, \
mean_gain=-12.0))
    """
    gains: dict[str, list[float]] = {}
    bonuses: dict[str, int] = {}
    for index, (group, gain, bonus) in enumerate(changes):
        gains.setdefault(group, []).append(finite(gain, f"changes[{index}]"))
        bonuses[group] = bonuses.get(group, 0) + bonus
    if not gains:
        raise refuse("nothing-given", "changes", "there is no change", "give at least one player's")
    return tuple(Segment(group, len(own), bonuses[group], fsum(own) / len(own)) for group, own in gains.items())
