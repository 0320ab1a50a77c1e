"""Reports of events: on which day they arrive at the office, and the ids that the events get then."""

from __future__ import annotations

from datetime import date

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arpad.generator.chance import REPORTS, Dice, below, new_dice, start
from arpad.generator.terms import Terms
from arpad.kernel.columns import Int32
from arpad.kernel.compiled import compiled, entry
from arpad.rules.calendar import number_of

ERAS = tuple(number_of(day) for day in (date(2004, 1, 1), date(2012, 1, 1), date(2025, 11, 1)))
"""The days on which the last digit of event ids became 1, 2 and 3."""
SERIALS = 1000
DIGITS = 10

UPLOADS = number_of(date(2004, 1, 1))
"""Reports came on paper before, and are sent over the net more and more since."""
MOST_UPLOADS = number_of(date(2006, 1, 1))
ALL_UPLOADS = number_of(date(2011, 1, 1))


def reported_days(terms: Terms, end: Int32) -> Int32:
    """The day that the report of each event arrived."""
    days = np.empty(len(end), dtype=np.int32)
    _report(terms, end, days, new_dice())
    return days


@entry
def _report(terms: Terms, end: Int32, days: Int32, dice: Dice) -> None:
    start(dice, terms.seed, REPORTS, 0)
    for event in range(len(end)):
        day = int(end[event])
        sent = below(dice, 100) < upload_percent(day)
        days[event] = day + (_upload_takes(dice) if sent else _paper_takes(dice))


@compiled
def upload_percent(day: int) -> int:
    """How many of the reports of a day's events are not on paper.

    >>> [upload_percent(day) for day in (UPLOADS, MOST_UPLOADS, ALL_UPLOADS)]
    [0, 60, 95]
    """
    if day < UPLOADS:
        return 0
    if day < MOST_UPLOADS:
        return 60 * (day - UPLOADS) // (MOST_UPLOADS - UPLOADS)
    if day < ALL_UPLOADS:
        return 60 + 35 * (day - MOST_UPLOADS) // (ALL_UPLOADS - MOST_UPLOADS)
    return min(100, 95 + (day - ALL_UPLOADS) // 200)


@compiled
def _upload_takes(dice: Dice) -> int:
    """Days until a report is sent: hardly any mostly, some weeks for 8 per cent, months for 1 per cent."""
    kind = below(dice, 100)
    if kind == 0:
        return 60 + below(dice, 240)
    return 7 + below(dice, 21) if kind <= 8 else min(below(dice, 7), below(dice, 7))


@compiled
def _paper_takes(dice: Dice) -> int:
    """Days until a report on paper arrives: some weeks, months for 7 per cent."""
    return 60 + below(dice, 200) if below(dice, 100) < 7 else 10 + below(dice, 25) + below(dice, 25)


def event_numbers(end: Int32, reported: Int32) -> NDArray[np.int64]:
    """Ids of 12 digits as numbers: the day of the end, a serial number in order of reports, the digit of the era.

    The serial number goes on from day to day and wraps, so that a later report can get a lower number.  Events of one
    day that would have the same id differ in the last digit.

    >>> day = number_of(date(2025, 3, 1))
    >>> event_numbers(np.array([day, day], dtype=np.int32), np.array([day + 9, day], dtype=np.int32)).tolist()
    [202503010012, 202503010002]
    """
    serial = np.empty(len(end), dtype=np.int64)
    serial[np.argsort(reported, kind="stable")] = np.arange(len(end), dtype=np.int64) % SERIALS
    key = end.astype(np.int64) * SERIALS + serial
    order = np.argsort(key, kind="stable")
    again = np.arange(len(end)) - np.searchsorted(key[order], key[order], side="left")
    digit = np.searchsorted(ERAS, reported, side="right")
    digit[order] += again
    if digit.max(initial=0) >= DIGITS:
        raise ValueError("more events end on a day than there are ids for: ask for fewer games, or more days")
    day = pl.Series(end).cast(pl.Date).dt
    year, month, number = (part.cast(pl.Int64).to_numpy() for part in (day.year(), day.month(), day.day()))
    numbers: NDArray[np.int64] = (year * 10_000 + month * 100 + number) * 10_000 + serial * 10 + digit
    return numbers
