"""The averages of a FIDE tournament (4.51-4.53): R_f for titles, R_a for ratings, and how the unrated enter both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.rules.elo.checks import finite, score_of
from arpad.rules.elo.conventions import EXACT, Convention
from arpad.rules.elo.error import refuse
from arpad.rules.elo.round_robin import Entrant, average_of_field, performances
from arpad.rules.elo.rounding import half_up
from arpad.rules.rule import carries, condition, rule

NOMINAL = 2200.0
"""R_u, the nominal rating of an unrated player in rating points; also of a woman in a mixed tournament (4.51)."""

NOMINAL_WOMEN = 1900.0
"""R_u in a tournament for women alone, in rating points (4.51)."""

WOMEN_UNDER = 2205.0
"""A woman rated below this counts as unrated in a mixed tournament (4.34, paragraph 4.4)."""

FEW_UNRATED = 20
"""Up to this percentage of the field the unrated enter at R_u, beyond it the rated tell the average (4.53)."""


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant of a tournament for titles or ratings.

    Attributes:
        player: the name.
        score: the points made.
        rating: the published rating; None where there is none.
        woman: whether she is a woman in a mixed tournament.
        fide: whether the federation belongs to FIDE (4.52).
    """

    player: str
    score: float
    rating: float | None = None
    woman: bool = False
    fide: bool = True


HUNDRED = 100
"""Percent of the whole."""


@condition("P18", "{unrated} x {hundred} <= {limit} x {players}", "the unrated are few enough to enter at R_u")
def few_unrated(unrated: int, players: int, limit: int, hundred: int) -> bool:
    """Whether the unrated are at most twenty percent of the participants (4.53).

    >>> few_unrated(2, 10, 20, 100), few_unrated(3, 14, 20, 100)
    (True, False)
    """
    return unrated * hundred <= limit * players


@rule("P12", "R", "{average} where {score} x 2 >= {games}, else {performance}", "rating at which a newcomer enters")
def entry_rating(score: float, games: float, average: float, performance: float) -> float:
    """The tournament's average for half the points and more, the performance rating for less (3.76, 4.53).

    >>> entry_rating(5.5, 11.0, 2310.0, 2310.0), entry_rating(7.0, 11.0, 2310.0, 2400.0)
    (2310.0, 2310.0)
    >>> entry_rating(4.0, 11.0, 2310.0, 2230.0)
    2230.0
    """
    return average if score * 2 >= games else performance


def nominal(*, women_only: bool = False) -> float:
    """R_u (4.51).

    >>> nominal(), nominal(women_only=True)
    (2200.0, 1900.0)
    """
    return NOMINAL_WOMEN if women_only else NOMINAL


def entered(participant: Participant, *, women_only: bool = False) -> float:
    """What a participant counts for in an average: the published rating, or R_u (4.34, 4.51).

    >>> entered(Participant("A", 3.0, 2425.0)), entered(Participant("B", 3.0, 2150.0, woman=True))
    (2425.0, 2200.0)
    """
    rating = participant.rating
    if rating is None or (participant.woman and not women_only and rating < WOMEN_UNDER):
        return nominal(women_only=women_only)
    return finite(rating, participant.player)


@carries("P18")
def title_average(participants: Sequence[Participant], *, women_only: bool = False, before_play: bool = False) -> float:
    """R_f, from which the category follows: to the nearest whole number, a half upward (4.34, 4.52).

    Players of federations outside FIDE stay out, and so do unrated players who fail to score; before play, when the
    category is announced, nobody has failed yet.

    >>> field = [Participant("A", 2.0, 2455.0), Participant("B", 1.0, 2400.0), Participant("C", 0.0)]
    >>> title_average(field), title_average(field, before_play=True)
    (2428.0, 2352.0)
    """
    kept = [one for one in participants if one.fide and (before_play or one.rating is not None or one.score > 0.0)]
    if not kept:
        raise refuse("empty-field", "participants", "nobody is left to average", "name rated players, or such as score")
    total = 0.0
    for one in kept:
        total += entered(one, women_only=women_only)
    return half_up(total / len(kept))


@dataclass(frozen=True, slots=True)
class RatingAverage:
    """The average for ratings, and at what everybody enters.

    Attributes:
        average: R_a.
        entered: the rating at which each counted participant enters.
        scores: the points of each, less those from unrated players who failed to score.
        games: the games of each against counted participants.
        from_rated: whether the average was told by the rated players (2.48), the unrated being many.
    """

    average: float
    entered: dict[str, float]
    scores: dict[str, float]
    games: float
    from_rated: bool


@carries("P18", "P12")
def rating_average(
    participants: Sequence[Participant],
    *,
    cycles: int = 1,
    women_only: bool = False,
    convention: Convention = EXACT,
) -> RatingAverage:
    """R_a of a round robin (4.53).

    Unrated players who fail to score are taken out, with the points that others made of them, and whoever is left
    without a point by that.  Up to twenty percent of the unrated enter at R_u; where they are more, the rated tell
    the average as in 2.48, and the unrated enter at it from half the points up, at their performance below.  The
    average is not formed anew from these entries.

    >>> from arpad.rules.elo.conventions import AS_PRINTED
    >>> rated = [Participant("A", 2.5, 2400.0), Participant("B", 2.5, 2300.0)]
    >>> found = rating_average([*rated, Participant("C", 1.0), Participant("D", 0.0)], convention=AS_PRINTED)
    >>> found.average, found.scores, found.games, found.from_rated
    (2350.0, {'A': 0.5, 'B': 0.5}, 1.0, False)
    """
    kept, points = _scoring(participants, cycles)
    games = float((len(kept) - 1) * cycles)
    unrated = [one for one in kept if one.rating is None]
    if few_unrated(len(unrated), len(kept), FEW_UNRATED, HUNDRED):
        values = {one.player: entered(one, women_only=women_only) for one in kept}
        total = 0.0
        for value in values.values():
            total += value
        return RatingAverage(convention.points(total / len(kept)), values, points, games, from_rated=False)
    rated = [(entered(one, women_only=women_only), points[one.player]) for one in kept if one.rating is not None]
    average = average_of_field(rated, len(kept), cycles, convention)
    lines = performances([Entrant(one.player, points[one.player]) for one in kept], average, cycles, convention)
    values = {}
    for one, line in zip(kept, lines, strict=True):
        if one.rating is not None:
            values[one.player] = entered(one, women_only=women_only)
        else:
            performed = average if line.performance is None else line.performance  # None is a clean score here
            values[one.player] = entry_rating(points[one.player], games, average, performed)
    return RatingAverage(average, values, points, games, from_rated=True)


def _scoring(participants: Sequence[Participant], cycles: int) -> tuple[list[Participant], dict[str, float]]:
    """Those who stay, with their points among each other."""
    _checked(participants, cycles)
    kept = list(participants)
    points = {one.player: one.score for one in kept}
    while True:
        out = {one.player for one in kept if one.rating is None and points[one.player] <= 0.0}
        kept = [one for one in kept if one.player not in out]
        points = {one.player: points[one.player] - len(out) * cycles for one in kept}
        if len(kept) < 2:
            raise refuse("empty-field", "participants", "fewer than two players are left", "name those who scored")
        if not out:
            return kept, points


def _checked(participants: Sequence[Participant], cycles: int) -> None:
    """See that names, cycles and scores can be those of a round robin."""
    if cycles < 1:
        raise refuse("no-cycle", "cycles", f"{cycles} cycles are none", "everybody meets everybody at least once")
    names: set[str] = set()
    for index, one in enumerate(participants):
        place = f"participants[{index}]"
        if one.player in names:
            raise refuse("name-twice", f"{place}.player", f"{one.player!r} stands here twice", "one name a player")
        names.add(one.player)
        if len(participants) > 1:
            score_of(one.score, float((len(participants) - 1) * cycles), f"{place}.score")
