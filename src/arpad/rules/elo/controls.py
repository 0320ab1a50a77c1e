"""Whom and how the deflation controls treat (3.62, 3.7): groups of players, K, entry, exceptional performances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from arpad.rules.elo.checks import finite, positive
from arpad.rules.elo.error import refuse
from arpad.rules.elo.exceptional import USUAL_LEVEL, critical_excess
from arpad.rules.rule import carries

REASONABLE_CONFIDENCE = 30.0
"""Games from which a rating is established (2.59)."""

MAJORITY = 18
"""Years of age; a junior is younger (3.62)."""


class Standing(StrEnum):
    """The groups of 3.62 whose ratings are suspect, and the others."""

    UNRATED = "unrated"
    PROVISIONAL = "provisional"
    JUNIOR = "junior"
    NOVICE = "novice"
    ESTABLISHED = "established"


class Entry(StrEnum):
    """How a new player enters the pool: by performance (3.71), at the median, or as in FIDE (3.76)."""

    PERFORMANCE = "performance"
    MEDIAN = "median"
    FIDE = "fide"


class Award(StrEnum):
    """What an exceptional performer gets (3.74): nothing more, bonus points, or a raised K."""

    NONE = "none"
    BONUS = "bonus"
    RAISED_K = "raised-k"


class Feedback(StrEnum):
    """What an exceptional performer's opponents get back (3.75): nothing, a second cycle, or K (P - P_e)."""

    NONE = "none"
    SECOND_CYCLE = "second-cycle"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class KStep:
    """A value of K and whom it is for: fewer games than a limit, a rating below a limit (3.73)."""

    k: float
    games_below: float = inf
    rating_below: float = inf


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of an event as he comes to it.

    Attributes:
        player: the name in the crosstable.
        rating: R_o; None when unrated.
        games: the games it rests on; None: more than enough.
        age: in years; None: of age.
    """

    player: str
    rating: float | None = None
    games: float | None = None
    age: float | None = None


@dataclass(frozen=True, slots=True)
class Controls:
    """The deflation controls of 3.7; what is left as it is here is not applied, but for the order of 3.71 and 3.72.

    Attributes:
        early: the groups rated before the rest, in order; their new ratings count for whoever comes later.
        provisional_below: ratings on fewer games are provisional (2.59; 25 in USCF).
        junior_under: juniors are younger (3.62).
        novice_below: novices are rated lower; None: no group of novices.
        k: the schedule of K: the first step that fits a player.
        small_samples: whether factor F of 8.85 reduces the D_p of unrated and provisional players (2.59).
        entry: how new players enter.
        median: the median rating of the pool, for entry at the median.
        award: what the z-M test earns an exceptional performer.
        level: the level of chance of that test.
        raised_k: the elevated K; None: as high as the performance asks for.
        feedback: what his opponents get back.
    """

    early: tuple[Standing, ...] = (Standing.UNRATED, Standing.PROVISIONAL)
    provisional_below: float = REASONABLE_CONFIDENCE
    junior_under: float = MAJORITY
    novice_below: float | None = None
    k: tuple[KStep, ...] = (KStep(32.0),)
    small_samples: bool = False
    entry: Entry = Entry.PERFORMANCE
    median: float | None = None
    award: Award = Award.NONE
    level: float = USUAL_LEVEL
    raised_k: float | None = None
    feedback: Feedback = Feedback.NONE

    def __post_init__(self) -> None:
        if Standing.ESTABLISHED in self.early or len(set(self.early)) != len(self.early):
            raise refuse("early-order", "early", "early groups come once each, without the established", "name others")
        if not self.k:
            raise refuse("no-k", "k", "the schedule of K is empty", "give at least one step")
        for index, step in enumerate(self.k):
            finite(step.k, f"k[{index}].k")
        if self.k[-1].games_below != inf or self.k[-1].rating_below != inf:
            raise refuse("no-k", "k", "the schedule of K leaves some players without", "end it with a step for all")
        critical_excess(1.0, self.level)
        if self.raised_k is not None:
            positive(self.raised_k, "raised_k")
        if self.entry is Entry.MEDIAN:
            if self.median is None:
                raise refuse("no-median", "median", "new players enter at the median", "give the pool's median rating")
            finite(self.median, "median")

    def standing(self, contestant: Contestant) -> Standing:
        """The first group of 3.62 that a player belongs to.

        >>> Controls().standing(Contestant("A", 1500.0, 12)), Controls().standing(Contestant("B", 1500.0, 40, 17))
        (<Standing.PROVISIONAL: 'provisional'>, <Standing.JUNIOR: 'junior'>)
        """
        if contestant.rating is None:
            return Standing.UNRATED
        if contestant.games is not None and contestant.games < self.provisional_below:
            return Standing.PROVISIONAL
        if contestant.age is not None and contestant.age < self.junior_under:
            return Standing.JUNIOR
        if self.novice_below is not None and contestant.rating < self.novice_below:
            return Standing.NOVICE
        return Standing.ESTABLISHED

    def k_for(self, games: float | None, rating: float) -> float:
        """K by the schedule, from the games behind a rating and the rating (3.73)."""
        return scheduled_k(self.k, games, rating)


@carries("P11")
def scheduled_k(schedule: Sequence[KStep], games: float | None, rating: float) -> float:
    """K as a development coefficient (3.73): the first step whose limits a player is below, else the last.

    >>> schedule = (KStep(25.0, games_below=30), KStep(15.0, rating_below=2400.0), KStep(10.0))  # as in 4.56
    >>> scheduled_k(schedule, 12, 2450.0), scheduled_k(schedule, 60, 2399.0), scheduled_k(schedule, None, 2400.0)
    (25.0, 15.0, 10.0)
    """
    for step in schedule[:-1]:
        in_games = step.games_below == inf or (games is not None and games < step.games_below)
        if in_games and (step.rating_below == inf or rating < step.rating_below):
            return step.k
    return schedule[-1].k
