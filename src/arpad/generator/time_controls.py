"""The time controls that are played, by class, and since when the law has a system for each class."""

from __future__ import annotations

from datetime import date

import numpy as np

from arpad.generator.chance import Dice, below
from arpad.kernel.compiled import compiled
from arpad.rules.calendar import number_of

REGULAR, DUAL, QUICK, BLITZ, ONLINE_REGULAR, ONLINE_QUICK, ONLINE_BLITZ = range(7)

SPELLINGS: tuple[tuple[str, ...], ...] = (
    ("G/120;d5", "G/90;+30", "40/90,SD/30;d5", "G/90;d5", "40/120,SD/60;d5", "G/75;d5"),
    ("G/60;d5", "G/45;d5", "G/30;d5", "G/55;d5", "G/60 d5"),
    ("G/25;d5", "G/15;d3", "G/20;d5", "G/10;+5"),
    ("G/5;d0", "G/3;+2"),
    ("G/60;+5", "G/45;+15", "G/30;d5"),
    ("G/15;+2", "G/10;+5", "G/15;d3"),
    ("G/3;+2", "G/5;d0"),
)
"""By class, the most usual first.  The law of the day says what each is rated in: ``G/25;d5`` is dual since 2013."""

TEXTS: tuple[str, ...] = tuple(dict.fromkeys(text for spellings in SPELLINGS for text in spellings))
FIRST = np.cumsum([0] + [len(spellings) for spellings in SPELLINGS])
PLACES = np.array([TEXTS.index(text) for spellings in SPELLINGS for text in spellings])
BITS = np.array([1, 3, 2, 4, 8, 16, 32])
"""The systems that a section of each class names when it names them."""
SYSTEM = np.array([0, 0, 1, 2, 3, 4, 5])
"""The system whose strength counts in each class."""

DUAL_SINCE = number_of(date(2002, 1, 1))
OTB_BLITZ_SINCE = number_of(date(2013, 3, 1))
ONLINE_BLITZ_SINCE = number_of(date(2014, 10, 1))
ONLINE_QUICK_SINCE = number_of(date(2015, 3, 1))
ONLINE_REGULAR_SINCE = number_of(date(2020, 6, 1))
SHUT = number_of(date(2020, 3, 14))
HALF_OPEN = number_of(date(2021, 3, 1))
OPEN = number_of(date(2021, 8, 1))


@compiled
def online_percent(day: int) -> int:
    """How much of play is online on a day: little at first, nearly all of it in 2020, some of it since.

    >>> online_percent(OTB_BLITZ_SINCE), online_percent(SHUT)
    (0, 90)
    """
    if day < ONLINE_BLITZ_SINCE:
        return 0
    if day < SHUT:
        return 2 + (day - ONLINE_BLITZ_SINCE) // 500
    if day < HALF_OPEN:
        return 90
    return 45 if day < OPEN else 12


@compiled
def any_class(dice: Dice, day: int) -> int:
    """The class of an event's time control, among those that there is a system for."""
    kind = below(dice, 100)
    if below(dice, 100) < online_percent(day):
        if day >= ONLINE_REGULAR_SINCE and kind < 15:
            return ONLINE_REGULAR
        return ONLINE_QUICK if day >= ONLINE_QUICK_SINCE and kind < 60 else ONLINE_BLITZ
    if kind < 48:
        return REGULAR
    if kind < 80:
        return DUAL
    return BLITZ if day >= OTB_BLITZ_SINCE and kind >= 92 else QUICK


@compiled
def any_text(dice: Dice, of_class: int) -> int:
    """The place of one of a class's spellings; the usual ones more often."""
    first, count = int(FIRST[of_class]), int(FIRST[of_class + 1] - FIRST[of_class])
    return int(PLACES[first + min(below(dice, count), below(dice, count))])
