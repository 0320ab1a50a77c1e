"""Rating lists (3.2, 4.42): the three dates of a list, which list rates an event, and who is listed.

A list is cut off, published and takes effect.  Play completed by the cut-off is rated for it; from its effective
day to the next list's it is the official list, on which the play completed meanwhile is rated.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from arpad.rules.elo.checks import finite
from arpad.rules.elo.error import refuse
from arpad.rules.rule import carries

Day = tuple[int, int]
"""A month and a day of any year."""


@dataclass(frozen=True, slots=True)
class Issue:
    """One list of every year: each date is the last of its kind before the list takes effect.

    Attributes:
        cutoff: the last day whose play is rated for the list.
        published: the day it appears.
        effective: the first day on which it is official.
    """

    cutoff: Day
    published: Day
    effective: Day


@dataclass(frozen=True, slots=True)
class RatingList:
    """The dates of one list (3.2 D).

    Attributes:
        cutoff: the last day whose play is rated for the list.
        published: the day it appears.
        effective: the first day on which it is official.
        until: the last such day.
    """

    cutoff: date
    published: date
    effective: date
    until: date


FIDE_ISSUES = (Issue((11, 30), (1, 1), (1, 1)), Issue((5, 31), (7, 1), (7, 1)))
"""4.42: the January list rates play before December 1, the July list play before June 1."""


def _dated(day: Day, year: int, place: str) -> date:
    month, of_month = day
    if (month, of_month) == (2, 29):
        raise refuse("no-such-day", place, "February 29 is not in every year", "give another day")
    try:
        return date(year, month, of_month)
    except ValueError:
        message = f"month {month}, day {of_month} of {year} is no day"
        raise refuse("no-such-day", place, message, "give a month from 1 to 12, its day and a year") from None


def _last_before(day: Day, limit: date, place: str) -> date:
    """The last such day of a year that is not after a limit."""
    found = _dated(day, limit.year, place)
    return found if found <= limit else _dated(day, limit.year - 1, place)


def lists_of_year(year: int, issues: tuple[Issue, ...] = FIDE_ISSUES) -> tuple[RatingList, ...]:
    """The lists that take effect in a year, in order (3.2 D, 4.42).

    >>> [(str(one.cutoff), str(one.effective), str(one.until)) for one in lists_of_year(1986)]
    [('1985-11-30', '1986-01-01', '1986-06-30'), ('1986-05-31', '1986-07-01', '1986-12-31')]
    """
    if not issues:
        raise refuse("no-list", "issues", "a year without a list", "give at least one issue a year")
    places = {issue.effective: f"issues[{index}]" for index, issue in enumerate(issues)}
    if len(places) != len(issues):
        raise refuse("list-twice", "issues", "two lists take effect on one day", "give each issue a day of its own")
    ordered = sorted(issues, key=lambda issue: issue.effective)
    starts = [_dated(issue.effective, year, places[issue.effective]) for issue in ordered]
    starts.append(_dated(ordered[0].effective, year + 1, places[ordered[0].effective]))
    found = []
    for index, issue in enumerate(ordered):
        place = places[issue.effective]
        published = _last_before(issue.published, starts[index], place)
        cutoff = _last_before(issue.cutoff, published, place)
        found.append(RatingList(cutoff, published, starts[index], starts[index + 1] - timedelta(days=1)))
    return tuple(found)


@carries("P44")
def list_in_force(day: date, issues: tuple[Issue, ...] = FIDE_ISSUES) -> RatingList:
    """The official list of a day; play completed on it is rated on the basis of this list (3.2 D a).

    >>> str(list_in_force(date(1986, 6, 30)).effective), str(list_in_force(date(1986, 7, 1)).effective)
    ('1986-01-01', '1986-07-01')
    """
    begun = [one for one in _around(day, issues) if one.effective <= day]
    return begun[-1]


@carries("P44")
def list_that_rates(completed: date, issues: tuple[Issue, ...] = FIDE_ISSUES) -> RatingList:
    """The first list whose cut-off is not before the day an event was completed (3.2 D a, 4.42).

    >>> str(list_that_rates(date(1986, 5, 31)).effective), str(list_that_rates(date(1986, 6, 1)).effective)
    ('1986-07-01', '1987-01-01')
    """
    waiting = [one for one in _around(completed, issues) if one.cutoff >= completed]
    return waiting[0]


def _around(day: date, issues: tuple[Issue, ...]) -> list[RatingList]:
    """The lists of the years about a day, enough for any order of cut-off, publication and effect."""
    if not date.min.year + 4 <= day.year <= date.max.year - 4:
        raise refuse("no-such-day", "day", f"{day} is beyond the calendar", "give a day of an ordinary year")
    return [one for year in range(day.year - 1, day.year + 4) for one in lists_of_year(year, issues)]


@dataclass(frozen=True, slots=True)
class Criteria:
    """Who is listed (3.2 D b).

    Attributes:
        least_games: games that a listed rating rests on at least.
        provisional_below: fewer games than this are marked with an asterisk.
        active_years: some play must lie within so many years; None: whatever the last play.
        above: the rating must exceed this; None: any.
    """

    least_games: int
    provisional_below: int = 0
    active_years: int | None = None
    above: float | None = None


FIDE_CRITERIA = Criteria(9, active_years=3, above=2200.0)
"""3.2 and 4.42: nine games, some within three years, above 2200 (women: 1900)."""

FIDE_WOMEN_CRITERIA = Criteria(9, active_years=3, above=1900.0)
"""4.42: the women's list."""

USCF_CRITERIA = Criteria(4, provisional_below=25)
"""3.2: over three games; those with less than twenty-five are specially identified."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Whether a player is listed, with what mark, and why not."""

    listed: bool
    mark: str
    because: tuple[str, ...]


@carries("P44")
def listing(rating: float, games: int, last_played: date, closing: date, criteria: Criteria = FIDE_CRITERIA) -> Listing:
    """Whether a rating is listed at a closing date (3.2 D b): all reasons against it, or its mark.

    >>> listing(2210.0, 9, date(1985, 3, 1), date(1985, 11, 30)).listed
    True
    >>> listing(2200.0, 8, date(1981, 3, 1), date(1985, 11, 30)).because
    ('8 games, of at least 9', 'no play within 3 years', '2200 does not exceed 2200')
    >>> listing(1500.0, 24, date(1985, 3, 1), date(1985, 11, 30), USCF_CRITERIA).mark
    '*'
    """
    finite(rating, "rating")
    if games < 0:
        raise refuse("games-negative", "games", f"{games} games cannot be", "give the number of games")
    if last_played > closing:
        raise refuse("play-after-closing", "last_played", f"{last_played} is after {closing}", "give earlier play")
    because = []
    if games < criteria.least_games:
        because.append(f"{games} games, of at least {criteria.least_games}")
    years = criteria.active_years
    if years is not None and (last_played.year + years, last_played.month, last_played.day) < (
        closing.year,
        closing.month,
        closing.day,
    ):
        because.append(f"no play within {years} years")
    if criteria.above is not None and rating <= criteria.above:
        because.append(f"{rating:g} does not exceed {criteria.above:g}")
    return Listing(not because, "*" if games < criteria.provisional_below else "", tuple(because))
