"""Section 7 (2009: 3), matches: who may play one for rating, and how far it may move a rating."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from arpad.rules.calendar import number_of, years_before
from arpad.rules.rule import about, carries, condition, rule
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.people import Person
from arpad.rules.uschess.result import MatchLimits
from arpad.rules.vocabulary import MatchChange


@condition(
    "7-match-eligibility",
    "|{one} - {other}| <= {largest}",
    "the published ratings are near enough",
    reads=("I31",),
)
def near_enough(one: float, other: float, largest: float) -> bool:
    """Whether two published ratings differ by 400 at most.

    >>> near_enough(1900.0, 1500.0, 400.0), near_enough(1901.0, 1500.0, 400.0)
    (True, False)
    """
    return abs(one - other) <= largest


@carries("7-match-eligibility", reads=("I31", "I45", "I48"))
def why_not(book: Rulebook, people: Sequence[Person]) -> str | None:
    """Why a match is not rated; None when it is (readings I31, I45)."""
    if len(people) != 2:
        return f"a match is between two players, this section has {len(people)}"
    ratings = []
    for person in people:
        published = person.player.published.get(book.system)
        if published is None:
            return f"{person.player.label} has no published {book.system} rating"
        games = published.games
        if book.match_needs_established and games is not None and games <= book.established_games:
            return f"the published {book.system} rating of {person.player.label} is not established ({games} games)"
        ratings.append(published.rating)
    for person in people:
        about(person.player.number)
        near = near_enough(ratings[0], ratings[1], book.match_max_difference)
    if not near:
        return (
            f"the published ratings {ratings[0]:g} and {ratings[1]:g} differ by more than {book.match_max_difference:g}"
        )
    return None


@rule("7-match-limits", "", "max(0, {limit} - {net})", "what is left upwards", reads=("I31", "I39"))
def left_upwards(limit: float, net: float) -> float:
    """What a limit leaves for a gain after the net change of a window.

    >>> left_upwards(100.0, 70.0), left_upwards(100.0, -70.0), left_upwards(100.0, 120.0)
    (30.0, 170.0, 0.0)
    """
    left = limit - net
    return max(0.0, left)


@rule("7-match-limits", "", "max(0, {limit} + {net})", "what is left downwards", reads=("I31", "I39"))
def left_downwards(limit: float, net: float) -> float:
    """What a limit leaves for a loss after the net change of a window.

    >>> left_downwards(100.0, 70.0), left_downwards(100.0, -70.0)
    (170.0, 30.0)
    """
    left = limit + net
    return max(0.0, left)


def limits(book: Rulebook, history: Iterable[MatchChange], end: date) -> MatchLimits:
    """How far this match may move a rating, after the matches of the last 180 days and three years."""
    earlier = [change for change in history if change.system is book.system and change.date <= end]
    window = years_before(number_of(end), book.match_window_years)
    net_180 = 0.0
    net_3_years = 0.0
    for change in earlier:
        if (end - change.date).days <= book.match_window_days:
            net_180 += change.change
        if number_of(change.date) >= window:
            net_3_years += change.change
    windows = (
        (book.match_change, 0.0),
        (book.match_change_180_days, net_180),
        (book.match_change_3_years, net_3_years),
    )
    up = [left_upwards(limit, net) for limit, net in windows if limit is not None]
    down = [left_downwards(limit, net) for limit, net in windows if limit is not None]
    return MatchLimits(min(up, default=None), min(down, default=None))


@rule("7-match-limits", "", "{value}, at most {up} up and {down} down from {r0}", "the change a match may make")
def within_limits(r0: float, value: float, up: float, down: float) -> float:
    """A result bounded by the limits of match play.

    >>> within_limits(1500.0, 1580.0, 50.0, 50.0), within_limits(1500.0, 1480.0, 50.0, 50.0)
    (1550.0, 1480.0)
    """
    if value > r0 + up:
        return r0 + up
    if value < r0 - down:
        return r0 - down
    return value
