"""Rating order: the one key by which sections are rated, and where a ruling stands among them."""

from __future__ import annotations

from datetime import date

Key = tuple[date, date, str, int]


def rating_order(section_end: date, section_start: date, event_id: str, section_number: int) -> Key:
    """The key of a section: its end, its start, the id of its event, its number.

    A section that ends later is rated later, even if it began earlier.

    >>> quads = rating_order(date(2025, 3, 1), date(2025, 3, 1), "202503010013", 1)
    >>> league = rating_order(date(2025, 3, 2), date(2025, 1, 5), "202503020003", 1)
    >>> quads < league
    True
    """
    return (section_end, section_start, event_id, section_number)


def ruling_order(day: date) -> Key:
    """The key of a ruling: before every section that ends on its day, after every section that ended before.

    >>> ruling_order(date(2025, 3, 1)) < rating_order(date(2025, 3, 1), date(2025, 1, 5), "202503010013", 1)
    True
    """
    return (day, date.min, "", 0)
