"""Making and joining pools (3.31-3.36, 4.25): the normal play process, and how two pools are brought into conformity.

The system determines differences only.  A pool may start anywhere and by normal play find its differences; a few
players who belong to two pools tell how far apart the two scales lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from arpad.rules.elo.checks import finite, positive
from arpad.rules.elo.crosstable import Crosstable, Pairing
from arpad.rules.elo.current import new_rating
from arpad.rules.elo.error import refuse
from arpad.rules.elo.expectancy import NORMAL, Expectancy
from arpad.rules.elo.groups import connected_groups
from arpad.rules.rule import carries, rule

NORMAL_PLAY_K = 32.0
"""K of the normal play process, a large value: 32, or up to 50 (3.32), in rating points a game."""

FAIRLY_GOOD = 30
"""Different opponents after whom most players have fairly good relative ratings (3.32)."""


@dataclass(frozen=True, slots=True)
class PlayedIn:
    """Where the normal play process has come to.

    Attributes:
        ratings: the ratings after the last event.
        history: the ratings after each event.
        opponents: how many different opponents each player has met.
        groups: the groups that games link; between two of them ratings compare nothing.
    """

    ratings: dict[str, float]
    history: tuple[dict[str, float], ...]
    opponents: dict[str, int]
    groups: tuple[tuple[str, ...], ...]

    @property
    def fairly_good(self) -> tuple[str, ...]:
        """Who has met thirty different opponents (3.32)."""
        return tuple(player for player, met in self.opponents.items() if met >= FAIRLY_GOOD)


@carries("P7")
def normal_play(
    events: Sequence[Crosstable],
    *,
    start: float,
    k: float = NORMAL_PLAY_K,
    expectancy: Expectancy = NORMAL,
) -> PlayedIn:
    """The normal play process (3.32): all start at one rating, and (2) with a large K adjusts it event by event.

    Within an event everybody is rated by the ratings from before it; the expected score is the sum over opponents.

    >>> from arpad.rules.elo.crosstable import crosstable
    >>> event = crosstable(("A", "B"), [Pairing("A", "B", 4.0, 3.0)])
    >>> [round(after["A"], 2) for after in normal_play([event] * 3, start=1500.0).history]
    [1532.0, 1552.54, 1566.0]
    """
    finite(start, "start")
    positive(k, "k")
    if not events:
        raise refuse("nothing-given", "events", "there is no event", "give at least one crosstable")
    ratings = {player: start for event in events for player in event.players}
    met: dict[str, dict[str, None]] = {player: {} for player in ratings}
    history = []
    for event in events:
        ratings = {**ratings, **after_event(event, ratings, k, expectancy)}
        history.append(ratings)
        for player in event.players:
            met[player].update(dict.fromkeys(opponent for opponent, _, _ in event.opponents(player)))
    links = [Pairing(one, other, 1.0, 0.5) for one, others in met.items() for other in others if one < other]
    return PlayedIn(
        ratings,
        tuple(history),
        {player: len(others) for player, others in met.items()},
        connected_groups(Crosstable(tuple(met), tuple(links))),
    )


def after_event(
    event: Crosstable, ratings: Mapping[str, float], k: float, expectancy: Expectancy = NORMAL
) -> dict[str, float]:
    """The new ratings of an event's players by (2) and (3), everybody with the same K.

    Points only change hands: where the expectancies of two players add up to one, so do all changes to zero.
    """
    found = {}
    for player in event.players:
        own = ratings[player]
        met = event.opponents(player)
        expected = fsum(games * expectancy.probability(own - ratings[opponent]) for opponent, games, _ in met)
        found[player] = new_rating(own, k, event.score(player), expected)
    return found


@rule("P9", "", "{rating} x {stretch} + {offset}", "a rating on the other pool's scale")
def conformed_rating(rating: float, stretch: float, offset: float) -> float:
    """A rating expressed on another scale: stretched where the class intervals differ, then shifted (3.36).

    >>> conformed_rating(695.0, 1.0, 2000.0)  # 3.46: Morphy
    2695.0
    """
    return rating * stretch + offset


@dataclass(frozen=True, slots=True)
class Alignment:
    """How one pool lies against another.

    Attributes:
        players: who belongs to both.
        stretch: the class interval of the standard by that of the pool.
        offset: what is added to a stretched rating of the pool.
        standard_error: of the offset; None where only one player belongs to both.
        residuals: for each of them, how much the standard is above what the offset gives.
    """

    players: tuple[str, ...]
    stretch: float
    offset: float
    standard_error: float | None
    residuals: dict[str, float]

    def conform(self, ratings: Mapping[str, float]) -> dict[str, float]:
        """Ratings of the pool on the scale of the standard."""
        return {player: conformed_rating(rating, self.stretch, self.offset) for player, rating in ratings.items()}


@carries("P9")
def align_pools(
    pool: Mapping[str, float],
    standard: Mapping[str, float],
    *,
    class_interval: float = 200.0,
    standard_interval: float = 200.0,
) -> Alignment:
    """The offset that brings a pool into conformity with a standard, by the players of both (3.34, 3.36, 4.25).

    It is the mean difference of their two ratings; its standard error is the spread of those by the root of their
    number.  Class intervals are only given where the two scales divide differently.

    >>> usual = {"Evans": 2560.0, "Benko": 2530.0, "Lombardy": 2520.0}
    >>> aligned = align_pools({"Evans": 556.0, "Benko": 534.0, "Lombardy": 515.0, "Penrose": 450.0}, usual)
    >>> aligned.offset, round(aligned.standard_error, 2), aligned.conform({"Penrose": 450.0})
    (2001.6666666666667, 2.85, {'Penrose': 2451.666666666667})
    """
    both = tuple(player for player in pool if player in standard)
    if not both:
        raise refuse("nobody-in-common", "standard", "no player belongs to both pools", "have some interplay (3.36)")
    stretch = positive(standard_interval, "standard_interval") / positive(class_interval, "class_interval")
    apart = [
        finite(standard[player], f"standard[{player!r}]") - finite(pool[player], f"pool[{player!r}]") * stretch
        for player in both
    ]
    offset = fsum(apart) / len(both)
    residuals = {player: value - offset for player, value in zip(both, apart, strict=True)}
    error = None
    if len(both) > 1:
        spread = fsum(value * value for value in residuals.values()) / (len(both) - 1)
        error = sqrt(spread / len(both))
    return Alignment(both, stretch, offset, error, residuals)
