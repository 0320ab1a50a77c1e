"""Days as whole numbers since 1970-01-01, in plain integer arithmetic, so that what goes by the calendar compiles.

The calendar is the Gregorian one; a year is counted from March, so that the leap day is its last.
"""

from __future__ import annotations

from datetime import date

EPOCH = date(1970, 1, 1).toordinal()
MARCH_ZERO = 719468
"""Days from the first of March of the year zero to 1970-01-01."""
DAYS_IN_400_YEARS = 146097


def number_of(day: date) -> int:
    """The number of a day.

    >>> number_of(date(1970, 1, 2))
    1
    """
    return day.toordinal() - EPOCH


def date_of(number: int) -> date:
    """The day of a number.

    >>> date_of(1)
    datetime.date(1970, 1, 2)
    """
    return date.fromordinal(number + EPOCH)


def year_month_day(number: int) -> tuple[int, int, int]:
    """The calendar day of a number.

    >>> year_month_day(number_of(date(2024, 2, 29)))
    (2024, 2, 29)
    """
    days = number + MARCH_ZERO
    era = days // DAYS_IN_400_YEARS
    rest = days - era * DAYS_IN_400_YEARS
    year = (rest - rest // 1460 + rest // 36524 - rest // 146096) // 365
    rest -= 365 * year + year // 4 - year // 100
    month = (5 * rest + 2) // 153
    day = rest - (153 * month + 2) // 5 + 1
    year += era * 400
    if month < 10:
        return year, month + 3, day
    return year + 1, month - 9, day


def number_of_day(year: int, month: int, day: int) -> int:
    """The number of a calendar day.

    >>> date_of(number_of_day(2024, 2, 29))
    datetime.date(2024, 2, 29)
    """
    if month > 2:
        month -= 3
    else:
        month += 9
        year -= 1
    era = year // 400
    of_era = year - era * 400
    days = (153 * month + 2) // 5 + day - 1
    return era * DAYS_IN_400_YEARS + of_era * 365 + of_era // 4 - of_era // 100 + days - MARCH_ZERO


def years_before(number: int, years: int) -> int:
    """The same calendar day some years earlier; 28 February for a leap day (reading I39).

    >>> date_of(years_before(number_of(date(2024, 2, 29)), 3)), date_of(years_before(number_of(date(2024, 2, 29)), 4))
    (datetime.date(2021, 2, 28), datetime.date(2020, 2, 29))
    """
    year, month, day = year_month_day(number)
    year -= years
    if month == 2 and day == 29 and not (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)):
        day = 28
    return number_of_day(year, month, day)
