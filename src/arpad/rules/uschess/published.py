"""Which rating was published when: what a match goes by where its report says nothing (reading I51)."""

from __future__ import annotations

from math import floor

from arpad.rules.calendar import number_of_day, year_month_day

LEAST_GAMES = 4
"""A rating is published when it is based on this many games, or more."""

WEDNESDAY = 2
DAYS_OF_WEEK = 7
EPOCH_WEEKDAY = 3  # 1970-01-01 was a Thursday


def list_cutoff(start: int) -> int:
    """The last day that the official list in force on a day knew: the third Wednesday of the month before.

    >>> from datetime import date
    >>> from arpad.rules.calendar import date_of, number_of
    >>> date_of(list_cutoff(number_of(date(2026, 1, 31)))), date_of(list_cutoff(number_of(date(2025, 3, 1))))
    (datetime.date(2025, 12, 17), datetime.date(2025, 2, 19))
    """
    year, month, _ = year_month_day(start)
    if month == 1:
        year, month = year - 1, 13
    first = number_of_day(year, month - 1, 1)
    weekday = (first + EPOCH_WEEKDAY) % DAYS_OF_WEEK
    return first + (WEDNESDAY - weekday) % DAYS_OF_WEEK + 2 * DAYS_OF_WEEK


def is_published(games: float) -> bool:
    """Whether a rating based on so many games stands on a list.

    >>> is_published(3.0), is_published(4.0)
    (False, True)
    """
    return games >= LEAST_GAMES


def as_published(rating: float) -> float:
    """A rating as a list shows it: to the nearest integer, halves up.

    >>> as_published(1643.5)
    1644.0
    """
    return float(floor(rating + 0.5))
