"""Norms (4.32-4.35): the score that a title result takes, and the results that make a title.

A title asks for a performance: 2600 for a grandmaster.  The table of percentages reads it off table 2.11 for the
average just below the category; the chart of points raises games times percentage to a half point.  The rule of the
chart is inferred from its legible cells, and decided which cell a damaged row's figure belongs to (VERIFY 3.6).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from arpad.rules.elo.categories import Category
from arpad.rules.elo.checks import finite
from arpad.rules.elo.error import refuse
from arpad.rules.elo.expectancy import TABLE_2_11
from arpad.rules.elo.rounding import hundredths
from arpad.rules.rule import carries, rule


class Title(StrEnum):
    """The titles that norms are for, and the two that only ask for a rating."""

    GM = "GM"
    IM = "IM"
    WGM = "WGM"
    IWM = "IWM"
    FM = "FM"
    WFM = "WFM"


NORM_TITLES = (Title.GM, Title.IM, Title.WGM, Title.IWM)
"""The titles that are won by norms (4.32)."""

NORM_RATING = {Title.GM: 2600, Title.IM: 2450, Title.WGM: 2300, Title.IWM: 2150}
"""The performance that a title result has to reach, in rating points (4.32)."""

HARDEST = 200
"""The strongest percentage that is printed is that of a norm 200 points above the field: 76 (4.34)."""

EASIEST = -150
"""The weakest percentage that is printed is that of a norm 150 points below the field: 30 (4.34)."""

ROUNDED_AWAY = 5
"""What the chart of points forgives before it goes to the next half point, in hundredths of a point (4.34)."""

HALF_POINT = 50
"""Half a point, in hundredths."""

RATING_MINIMUM = {
    Title.GM: 2450,
    Title.IM: 2350,
    Title.WGM: 2200,
    Title.IWM: 2100,
    Title.FM: 2300,
    Title.WFM: 2050,
}
"""The rating that a title takes besides its results; for the last two it is all (4.34)."""

LEAST_GAMES = 24
"""Games that the results of a title must hold together, and the rating of a FIDE master (4.32, 4.34)."""

LEAST_GAMES_BEFORE_1977 = 30
"""The same before 1977 (4.36)."""

RESULTS = (2, 3)
"""The fewest and the most results that make a title (4.32)."""

YEARS = 5
"""Years within which they must fall (4.32)."""


@rule("un-4.34-norm-percentage", "D", "{norm} - ({lowest} - 1)", "how far a norm lies above the field")
def norm_difference(norm: float, lowest: float) -> float:
    """D: the norm less the average just below the category, 4.34.

    >>> norm_difference(2600.0, 2401.0)
    200.0
    """
    return norm - (lowest - 1)


@rule("un-4.34-norm-points", "W", "{games} x {percentage} / 100 - .05, up to a half point", "points of a title result")
def points_of(percentage: int, games: int) -> float:
    """The points that a percentage asks of so many games, as the chart of 4.34 raises them.

    >>> points_of(76, 9), points_of(47, 13)
    (7.0, 6.5)
    """
    hundredths_of_points = percentage * games - ROUNDED_AWAY
    return -(-hundredths_of_points // HALF_POINT) / 2


@carries("P16", "t-4.34")
def norm_percentage(category: Category, title: Title) -> int | None:
    """The percentage score of a title result in a category, by table 2.11; None where the table of 4.34 has no cell.

    >>> from arpad.rules.elo.categories import category_of
    >>> norm_percentage(category_of(2410.0), Title.GM), norm_percentage(category_of(2300.0), Title.GM)
    (76, None)
    """
    difference = norm_difference(_norm(title), category.lowest)
    if not EASIEST <= difference <= HARDEST:
        return None
    return hundredths(TABLE_2_11.probability(difference))


@carries("P16", "t-4.34-chart")
def norm_points(category: Category, title: Title, games: int) -> float | None:
    """The points of a title result in so many games; None where the category has no such result.

    >>> from arpad.rules.elo.categories import category_of
    >>> norm_points(category_of(2500.0), Title.GM, 13), norm_points(category_of(2500.0), Title.IWM, 13)
    (9.0, None)
    """
    if games < 1:
        raise refuse(
            "no-games", "games", f"{games} games make no result", "a title tournament has at least nine rounds"
        )
    percentage = norm_percentage(category, title)
    return None if percentage is None else points_of(percentage, games)


def _norm(title: Title) -> int:
    if title not in NORM_RATING:
        raise refuse("no-norm", "title", f"{title} is not won by norms", "it asks for a rating alone (4.34)")
    return NORM_RATING[title]


@dataclass(frozen=True, slots=True)
class TitleResult:
    """A score at the norm or above it, in a title tournament."""

    end: date
    games: int


@carries("P16")
def results_suffice(results: Sequence[TitleResult], least_games: int = LEAST_GAMES) -> bool:
    """Whether two or three of the results, within five years, hold enough games together (4.32).

    >>> one, two, three = (TitleResult(date(year, 3, 1), 11) for year in (1980, 1983, 1986))
    >>> results_suffice((one, two)), results_suffice((one, two, two)), results_suffice((one, two, three))
    (False, True, False)
    """
    for index, result in enumerate(results):
        if result.games < 1:
            raise refuse("no-games", f"results[{index}]", f"{result.games} games make no result", "give its games")
    fewest, most = RESULTS
    ordered = sorted(results, key=lambda result: result.end)
    for index, first in enumerate(ordered):
        later = [result.games for result in ordered[index + 1 :] if _within(first.end, result.end)]
        chosen = [first.games, *sorted(later, reverse=True)[: most - 1]]
        if len(chosen) >= fewest and sum(chosen) >= least_games:
            return True
    return False


def _within(first: date, last: date) -> bool:
    """Whether less than five years, or five to the day, lie between."""
    return (last.year - YEARS, last.month, last.day) <= (first.year, first.month, first.day)


@carries("P16")
def title_earned(title: Title, rating: float, results: Sequence[TitleResult] = (), games: int = 0) -> bool:
    """Whether results and rating earn a title (4.32, 4.34); a FIDE master needs the rating over 24 games alone.

    >>> two = (TitleResult(date(1984, 5, 1), 11), TitleResult(date(1985, 5, 1), 13))
    >>> title_earned(Title.GM, 2450.0, two), title_earned(Title.GM, 2445.0, two)
    (True, False)
    >>> title_earned(Title.FM, 2300.0, games=24)
    True
    """
    if finite(rating, "rating") < RATING_MINIMUM[title]:
        return False
    return results_suffice(results) if title in NORM_RATING else games >= LEAST_GAMES
