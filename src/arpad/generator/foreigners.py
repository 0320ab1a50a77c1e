"""Players of other countries: the members with the last numbers, the young ones first among them.

Half of the young are there when foreign events begin to count, the others come one after the other, so that there are
always some who are young; who is grown up is there from the beginning.
"""

from __future__ import annotations

from arpad.generator.chance import Dice, below, normal
from arpad.generator.terms import FOREIGN_EVENTS, Terms
from arpad.kernel.compiled import compiled

YOUNG = 3
"""One of so many is young."""
STILL_YOUNG = 4
"""Of the young, one of so many plays youth events at a time: those who came last."""


@compiled
def arrival_abroad(terms: Terms, number: int) -> int:
    """The day from which on a foreign player plays, by the number among them."""
    since = max(terms.first, FOREIGN_EVENTS)
    young = terms.abroad // YOUNG
    if number >= young:
        return since
    return since + (terms.last - since) * max(0, 2 * number - young) // young


@compiled
def foreigner(dice: Dice, terms: Terms, number: int) -> tuple[int, float, float]:
    """Age in days, strength and potential of a foreign player, by the number among them."""
    young = number < terms.abroad // YOUNG
    rest = below(dice, 365)
    years = 9 + below(dice, 8) if young else 20 + below(dice, 30)
    strength = (1400.0 if young else 2180.0) + 240.0 * normal(dice)
    return years * 365 + rest, strength, strength + (200.0 if young else 0.0)


@compiled
def grown_pool(terms: Terms) -> tuple[int, int]:
    """The first of the foreign players who may be at any event, and how many they are."""
    young = terms.abroad // YOUNG
    return terms.home + young, terms.abroad - young


@compiled
def youth_pool(terms: Terms, day: int) -> tuple[int, int]:
    """The first of the foreign players who may be at a youth event of a day, and how many they are.

    >>> from datetime import date
    >>> from arpad.generator.terms import terms_of
    >>> terms = terms_of(10_000, 1, None, date(2001, 1, 1), date(2025, 12, 31))
    >>> youth_pool(terms, FOREIGN_EVENTS), youth_pool(terms, terms.last), grown_pool(terms)
    ((9863, 12), (9887, 12), (9900, 100))
    """
    young = terms.abroad // YOUNG
    since = max(terms.first, FOREIGN_EVENTS)
    here = young // 2 + (day - since) * young // (2 * (terms.last - since + 1))
    return terms.home + here - young // STILL_YOUNG, young // STILL_YOUNG
