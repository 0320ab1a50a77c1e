"""Handicaps (3.9): rating points on a performance, game points in a match, and the two tables of game points.

Tables 3.96 and 3.99 follow from no known formula: they are looked up.  A printed row holds at the lower limit of its
interval; between lower limits the points go in a straight line, below the first there are none (3.95, 3.97), and
from the last on they stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.rules.elo.checks import all_finite, finite, positive, share
from arpad.rules.elo.error import refuse
from arpad.rules.elo.expectancy import TABLE_2_11, Expectancy
from arpad.rules.elo.printed_tables import grid
from arpad.rules.elo.reliability import score_deviation
from arpad.rules.elo.rounding import half_up
from arpad.rules.rule import carries, rule

USUAL_FRACTION = 0.8
"""The share of the difference from scratch that Brasket's handicap usually gives (3.93)."""

LAST_LEVEL_OF_ROUND_ROBINS = 350.0
"""Where table 3.96 ends, in rating points below scratch."""

TENTH = 1
"""Handicap points are given to the nearest tenth of a game point (3.95): so many decimal places."""


@rule("un-3.93-handicap", "", "{fraction} x max(0, {scratch} - {rating})", "handicap in rating points")
def handicap_rating_points(rating: float, scratch: float, fraction: float) -> float:
    """The rating points that a player adds to his performance rating (3.93); none above scratch.

    >>> handicap_rating_points(1900.0, 2200.0, USUAL_FRACTION)
    240.0
    """
    return fraction * max(0.0, scratch - rating)


@carries("P14")
def handicap_performance(performance: float, rating: float, scratch: float, fraction: float = USUAL_FRACTION) -> float:
    """The handicap performance score (3.93): the performance rating and the handicap.

    >>> handicap_performance(2050.0, 1900.0, 2200.0)
    2290.0
    """
    finite(rating, "rating")
    finite(scratch, "scratch")
    return finite(performance, "performance") + handicap_rating_points(rating, scratch, share(fraction, "fraction"))


@rule("un-3.94-match-handicap", "h", "{n} x ({p} - {q}) - sqrt({n} x {p} x {q})", "game points to the lower-rated")
def match_points(n: float, p: float, q: float) -> float:
    """What the expected scores differ by, less one standard deviation of the score (3.94, 8.95).

    >>> round(match_points(20.0, 0.76, 0.24), 2)
    8.49
    """
    return n * (p - q) - score_deviation(n, p, q)


@carries("P14", "t-3.93")
def handicap_match(difference: float, games: float, expectancy: Expectancy = TABLE_2_11) -> float:
    """The game points added to the lower-rated player's score of a match (3.94); none where chance covers it.

    >>> round(handicap_match(200.0, 20.0), 2), handicap_match(10.0, 20.0)
    (8.49, 0.0)
    """
    p = share(expectancy.probability(abs(finite(difference, "difference"))), "percentage")
    return max(0.0, match_points(positive(games, "games"), p, 1.0 - p))


@carries("P14", "t-3.96")
def handicap_round_robin(level: float, participants: int) -> float:
    """The game points of a round robin's player so many rating points below scratch: table 3.96.

    >>> round(handicap_round_robin(165.0, 16), 3), handicap_round_robin(100.0, 16), handicap_round_robin(350.0, 16)
    (1.636, 0.0, 5.1)
    """
    if finite(level, "level") > LAST_LEVEL_OF_ROUND_ROBINS:
        raise refuse(
            "outside-the-table",
            "level",
            f"table 3.96 ends {LAST_LEVEL_OF_ROUND_ROBINS:g} points below scratch, not {level:g}",
            "set scratch lower, or take the handicap of a Swiss (3.99)",
        )
    return _looked_up("3.96", level, 0, participants)


@carries("P14", "t-3.99")
def handicap_swiss(level: float, rounds: int) -> float:
    """The game points of a Swiss tournament's player so many rating points below scratch: table 3.99.

    Scratch is the mean of the three top-rated players (3.98).  The row "under 200" is level at zero.

    >>> round(handicap_swiss(276.0, 5), 2), handicap_swiss(200.0, 12), handicap_swiss(1400.0, 12)
    (0.25, 0.0, 5.1)
    """
    return _looked_up("3.99", level, 1, rounds)


def _looked_up(section: str, level: float, first: int, column: int) -> float:
    """The points of a table from its row `first` on; none below it, and from the last row on no more."""
    table = grid(section)
    inside = min(max(finite(level, "level"), table.rows[first]), table.rows[-1])
    points = table.at(inside, float(column))
    return points if level >= table.rows[first] else 0.0


def scratch_rating(ratings: Sequence[float], top: int = 1) -> float:
    """Scratch: the highest rating, or the mean of so many at the top (3.95, 3.98: one or three).

    >>> scratch_rating((2635.0, 2600.0, 2615.0, 2410.0), 3)
    2616.6666666666665
    """
    all_finite(ratings, "ratings")
    if not 1 <= top <= len(ratings):
        raise refuse("top-outside", "top", f"no mean of {top} among {len(ratings)} ratings", "give 1, or 3 as in 3.98")
    total = 0.0
    for rating in sorted(ratings)[-top:]:
        total += rating
    return total / top


@dataclass(frozen=True, slots=True)
class HandicapLine:
    """One player of a handicap tournament (3.97): level below scratch, points, and score with them."""

    player: str
    rating: float
    score: float
    level: float
    points: float
    handicap_score: float


@carries("P14")
def handicap_round_robin_scores(
    players: Sequence[tuple[str, float, float]], scratch: float | None = None, places: int = TENTH
) -> tuple[HandicapLine, ...]:
    """A round robin as a handicap tournament (3.97): players as (name, rating, score), in the order given.

    Without a scratch rating the highest stands for it.

    >>> field = [("Portisch", 2635.0, 10.5), ("Sosonko", 2470.0, 8.5)] + [("-", 2600.0, 7.0)] * 14
    >>> [line.handicap_score for line in handicap_round_robin_scores(field)[:2]]
    [10.5, 10.1]
    """
    top = _scratch(players, 1, scratch)
    return tuple(
        _line(name, rating, score, top, half_up(handicap_round_robin(_level(rating, top), len(players)), places))
        for name, rating, score in players
    )


@carries("P14")
def handicap_swiss_scores(
    players: Sequence[tuple[str, float, float]], rounds: int, scratch: float | None = None, places: int = TENTH
) -> tuple[HandicapLine, ...]:
    """A Swiss as a handicap tournament (3.98): without a scratch rating, the mean of the three highest is it.

    >>> field = [("A", 2300.0, 5.0), ("B", 2200.0, 4.0), ("C", 2100.0, 4.0), ("D", 1724.0, 3.0)]
    >>> [(line.level, line.points, line.handicap_score) for line in handicap_swiss_scores(field, 6)][3]
    (476.0, 1.5, 4.5)
    """
    top = _scratch(players, min(3, len(players)), scratch)
    return tuple(
        _line(name, rating, score, top, half_up(handicap_swiss(_level(rating, top), rounds), places))
        for name, rating, score in players
    )


def _scratch(players: Sequence[tuple[str, float, float]], top: int, given: float | None) -> float:
    found = scratch_rating([rating for _, rating, _ in players], top)
    return found if given is None else finite(given, "scratch")


def _level(rating: float, scratch: float) -> float:
    return max(0.0, scratch - rating)


def _line(name: str, rating: float, score: float, scratch: float, points: float) -> HandicapLine:
    return HandicapLine(name, rating, score, _level(rating, scratch), points, finite(score, "score") + points)
