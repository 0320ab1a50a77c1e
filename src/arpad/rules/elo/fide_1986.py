"""The FIDE rating list of 1986 (4.54-4.56): what all events of a half-year make of a rating.

Every event is reckoned from the rating of the last list; its changes are added up.  In print 4.55 takes R_a - R_o as
the player's difference; the expected score of 2.45 needs R_o - R_a, which is what stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from arpad.rules.elo.checks import finite, players_of, positive, score_of
from arpad.rules.elo.choice_of_k import games_of_k
from arpad.rules.elo.conventions import EXACT, Convention
from arpad.rules.elo.current import change_by_games, expected_against_mean, rating_change
from arpad.rules.elo.error import refuse
from arpad.rules.elo.lists import FIDE_CRITERIA, FIDE_WOMEN_CRITERIA
from arpad.rules.elo.performance import PerformanceRating, performance_against_mean
from arpad.rules.elo.rateable_1986 import RATED_OPPONENTS
from arpad.rules.elo.round_robin_formulas import expected_from_average
from arpad.rules.elo.scale import CLASS_INTERVAL
from arpad.rules.rule import carries, condition, rule

K_NEW = 25.0
"""K of a player's first events (4.56)."""

K_USUAL = 15.0
"""K afterwards (4.56)."""

K_STRONG = 10.0
"""K for ever after the first published rating over 2400 (4.56)."""

NEW_EVENTS = 3
"""Events with a rating change that the first K lasts for (4.56)."""

NEW_GAMES = 30.0
"""Games with a rating change that it lasts for, if they are reached before (4.56)."""

STRONG = 2400.0
"""The published rating above which K is 10 (4.56)."""


@condition("P19", "{events} < {new_events} and {games} < {new_games}", "the player is among his first events")
def is_new(events: int, games: float, new_events: int, new_games: float) -> bool:
    """Whether neither three events nor thirty games are full; the book leaves open which, and the first counts here.

    >>> is_new(2, 27.0, 3, 30.0), is_new(3, 27.0, 3, 30.0), is_new(2, 30.0, 3, 30.0)
    (True, False, False)
    """
    return events < new_events and games < new_games


@rule("P19", "K", "25 among the first events, then 10 after a published rating over 2400, else 15", "FIDE's K")
def k_of(new: bool, ever_strong: bool, k_new: float, k_usual: float, k_strong: float) -> float:  # noqa: FBT001
    """K of 4.56.

    >>> k_of(True, True, 25.0, 15.0, 10.0), k_of(False, False, 25.0, 15.0, 10.0), k_of(False, True, 25.0, 15.0, 10.0)
    (25.0, 15.0, 10.0)
    """
    if new:
        return k_new
    return k_strong if ever_strong else k_usual


@dataclass(frozen=True, slots=True)
class Record:
    """What the list keeps of a player.

    Attributes:
        rating: the published rating, R_o.
        events: events in which a change was reckoned so far.
        games: games of those events.
        ever_strong: whether a rating over 2400 was ever published.
    """

    rating: float
    events: int = NEW_EVENTS
    games: float = NEW_GAMES
    ever_strong: bool = False

    @property
    def k(self) -> float:
        """K for the next event (4.56).

        >>> Record(2380.0).k, Record(2405.0, ever_strong=True).k, Record(2300.0, events=2, games=20.0).k
        (15.0, 10.0, 25.0)
        """
        return k_of(is_new(self.events, self.games, NEW_EVENTS, NEW_GAMES), self.ever_strong, K_NEW, K_USUAL, K_STRONG)


@dataclass(frozen=True, slots=True)
class Played:
    """A player's part of one event.

    Attributes:
        score: the points made in counted games.
        games: those games.
        average: R_a of a round robin (4.53), or, without participants, the mean of the opponents met.
        participants: how many took part in the round robin; None in a Swiss, a match or a team event (4.58).
        against_rated: games against rated players; None: all.
    """

    score: float
    games: float
    average: float
    participants: int | None = None
    against_rated: float | None = None


@dataclass(frozen=True, slots=True)
class Entered:
    """One event on a player's record form: K, the expected score and the change; None where it was not reckoned."""

    played: Played
    k: float | None
    expected: float | None
    change: float | None


@dataclass(frozen=True, slots=True)
class ListRating:
    """A new rating, and how it came about.

    Attributes:
        entered: the events, in order.
        rating: the former rating and all changes.
        record: what the list keeps from now on.
        published: whether the rating is high enough for the list (4.42).
    """

    entered: tuple[Entered, ...]
    rating: float
    record: Record
    published: bool


@carries("P19")
def expected_of(rating: float, played: Played, convention: Convention = EXACT) -> float:
    """W_e of an event: by (8) in a round robin, by (4) otherwise (4.55), with D = R_o - R_a.

    >>> from arpad.rules.elo.conventions import AS_PRINTED
    >>> round(expected_of(2635.0, Played(10.5, 15.0, 2534.0, 16), AS_PRINTED), 2)  # 2.45
    9.74
    """
    probability = convention.expectancy.probability(finite(rating, "rating") - finite(played.average, "average"))
    if played.participants is None:
        return expected_against_mean(played.games, probability)
    m = players_of(played.participants, "participants")
    return expected_from_average(probability, float(m), played.games / (m - 1.0))


@carries("P19")
def update_list(
    record: Record, events: Iterable[Played], *, women: bool = False, convention: Convention = EXACT
) -> ListRating:
    """The new rating of a listed player: R_o and the sum of K (W - W_e) over the events, in their order (4.55).

    Every W_e is reckoned from the former rating.  An event with fewer than four games against rated players
    changes nothing (4.54).  K falls as events and games fill up, also within the half-year (4.56).

    >>> from arpad.rules.elo.conventions import AS_PRINTED
    >>> events = (Played(10.5, 15.0, 2534.0, 16), Played(2.0, 3.0, 2500.0))
    >>> found = update_list(Record(2635.0, ever_strong=True), events, convention=AS_PRINTED)
    >>> [one.change and round(one.change, 1) for one in found.entered], round(found.rating, 1), found.published
    ([7.6, None], 2642.6, True)
    """
    finite(record.rating, "rating")
    if finite(record.games, "games") < 0.0 or record.events < 0:
        raise refuse("negative", "record", "events and games are not below zero", "count them from 0")
    now = record
    rating = record.rating
    entered = []
    for index, played in enumerate(events):
        score_of(played.score, played.games, f"events[{index}].score")
        finite(played.average, f"events[{index}].average")
        against = played.games if played.against_rated is None else played.against_rated
        if finite(against, f"events[{index}].against_rated") < RATED_OPPONENTS:
            entered.append(Entered(played, None, None, None))
            continue
        expected = expected_of(record.rating, played, convention)
        change = rating_change(now.k, played.score, expected)
        entered.append(Entered(played, now.k, expected, change))
        rating += change
        now = replace(now, events=now.events + 1, games=now.games + played.games)
    published = rating > _least(women=women)
    strong = now.ever_strong or (published and rating > STRONG)
    return ListRating(tuple(entered), rating, replace(now, rating=rating, ever_strong=strong), published)


@carries("P19")
def first_rating(
    samples: Sequence[Played], *, women: bool = False, convention: Convention = EXACT
) -> PerformanceRating | None:
    """The first rating of an unrated player: R_p over all his play by (1); None while it is not published (4.54, 4.55).

    Each sample is given by the mean of the opponents met.  Samples of fewer than four games against rated players are
    left out, and nine games are asked in all.

    >>> from arpad.rules.elo.conventions import AS_PRINTED
    >>> short, long = Played(3.0, 4.0, 2300.0), Played(5.0, 9.0, 2350.0)
    >>> first_rating([short], convention=AS_PRINTED) is None
    True
    >>> found = first_rating([short, long], convention=AS_PRINTED)
    >>> found.competition, found.percentage, found.rating
    (2335.0, 0.62, 2422.0)
    """
    score, games, weighted = 0.0, 0.0, 0.0
    for index, sample in enumerate(samples):
        score_of(sample.score, sample.games, f"samples[{index}].score")
        against = sample.games if sample.against_rated is None else sample.against_rated
        if finite(against, f"samples[{index}].against_rated") >= RATED_OPPONENTS:
            score += sample.score
            games += sample.games
            weighted += finite(sample.average, f"samples[{index}].average") * sample.games
    if games < FIDE_CRITERIA.least_games:
        return None
    found = performance_against_mean(convention.points(weighted / games), score, games, convention)
    return found if found.rating > _least(women=women) else None


@carries("P18", "P19")
def change_by_performance(record: Record, performance: float, games: float) -> float:
    """The change by (15), where many were unrated (4.53): N_o is what K stands for, 4C / K.

    >>> change_by_performance(Record(2315.0), 2398.0, 12.0)
    18.675
    """
    behind = games_of_k(record.k, CLASS_INTERVAL)
    if positive(games, "games") > behind:
        raise refuse(
            "sample-too-large",
            "games",
            f"{games:g} games are more than the {behind:g} behind the rating",
            "take the performance itself as the rating",
        )
    return change_by_games(record.rating, behind, finite(performance, "performance"), games)


def _least(*, women: bool) -> float:
    """The rating above which the list begins (4.42)."""
    criteria = FIDE_WOMEN_CRITERIA if women else FIDE_CRITERIA
    return criteria.above or 0.0
