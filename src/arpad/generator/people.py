"""The members as they are: when they were born and came, how much they want to play, how strong they are."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from arpad.generator.chance import PEOPLE, Dice, below, new_dice, normal, start, uniform
from arpad.generator.foreigners import arrival_abroad, foreigner
from arpad.generator.terms import CLUB, Terms
from arpad.kernel.columns import NO_DAY, UNSAID, Float, Int8, Int32
from arpad.kernel.compiled import compiled, entry

DAYS_OF_YEAR = 365.25
ADULT = 18 * 365
GROWN = 20 * 365
SETTLED = 45 * 365
AGEING = 50 * 365
OLDEST = 92 * 365
LOST_IN_A_YEAR = 6.0
FROM_THE_START = 10
"""Per cent of members who played long before the first day."""
VISITORS = 10
"""Per cent of foreign players who visit."""
ONCE = 35
"""Per cent of members who come once."""
CHILDS_SLOWNESS = 1600.0
"""Days in which a child comes half of the way to its potential."""
WEAKEST, STRONGEST = 120.0, 2850.0


class People(NamedTuple):
    """Everybody.  `birth` is true, `known_birth` is what the office has; `appetite` is 0 for who comes once.

    A member arrives on the first day of a slot of time and plays for a `span` of days.  A foreign player visits once,
    after so many days, or never where those are more than there are.
    """

    birth: Int32
    known_birth: Int32
    adult: Int8
    region: Int32
    arrival: Int32
    span: Int32
    appetite: Float
    strength: Float
    potential: Float


class Form(NamedTuple):
    """What changes of a member while the history goes on; `seen` is the day that it was last brought up to date."""

    strength: Float
    potential: Float
    seen: Int32
    played: Int32


def people_of(terms: Terms) -> People:
    """Draw everybody."""
    count = terms.members
    whole = [np.empty(count, dtype=np.int32) for _ in range(5)]
    real = [np.empty(count, dtype=np.float64) for _ in range(3)]
    people = People(whole[0], whole[1], np.empty(count, dtype=np.int8), whole[2], whole[3], whole[4], *real)
    _draw(terms, people, new_dice())
    return people


def form_of(people: People) -> Form:
    """Everybody's form on the day of arrival."""
    played = np.zeros(len(people.birth), dtype=np.int32)
    return Form(people.strength.copy(), people.potential.copy(), people.arrival.copy(), played)


@entry
def _draw(terms: Terms, people: People, dice: Dice) -> None:
    days = terms.last - terms.first + 1
    for member in range(terms.members):
        start(dice, terms.seed, PEOPLE, member)
        people.region[member] = min(below(dice, terms.regions), below(dice, terms.regions + 1))
        club = terms.members < CLUB
        appetite = _appetite(dice, 0 if club else ONCE)
        zeal = 500.0 * appetite / (appetite + 12.0)
        if member >= terms.home:
            number = member - terms.home
            day = arrival_abroad(terms, number) - terms.first
            age, strength, potential = foreigner(dice, terms, number)
            appetite = 0.0
        elif below(dice, 100) < FROM_THE_START or club:
            day = below(dice, 1 + days // 25)
            age, strength, potential = _veteran(dice, zeal)
        else:
            day = _arrival(dice, days)
            age, strength, potential = _newcomer(dice, zeal)
        arrival = terms.first + day - day % terms.slot_days
        people.arrival[member] = arrival
        people.appetite[member] = appetite
        if member < terms.home:
            span = int(200.0 + 9000.0 * uniform(dice) * uniform(dice) + 150.0 * min(appetite, 20.0))
            people.span[member] = days if club else span
        else:
            people.span[member] = below(dice, terms.last - arrival + 1) if below(dice, 100) < VISITORS else days
        people.strength[member] = bounded(strength)
        people.potential[member] = bounded(potential)
        people.birth[member] = arrival - age
        birth, adult = _recorded(dice, arrival, age)
        people.known_birth[member] = birth
        people.adult[member] = adult


@compiled
def _arrival(dice: Dice, days: int) -> int:
    """Days after the first: more come later than earlier."""
    day = below(dice, days)
    return max(day, below(dice, days)) if below(dice, 100) < 25 else day


@compiled
def _appetite(dice: Dice, once: int) -> float:
    """How often a member wants to play: some per cent once, most hardly, a few always."""
    if below(dice, 100) < once:
        return 0.0
    place = uniform(dice)
    return place / (1.004 - place)


@compiled
def _newcomer(dice: Dice, zeal: float) -> tuple[int, float, float]:
    """Age in days, strength and potential: who plays a lot has more of it."""
    rest = below(dice, 365)
    talent = normal(dice)
    if below(dice, 100) < 55:
        years = 6 + below(dice, 6) + below(dice, 7)
        strength = 200.0 + 70.0 * (years - 5) + 180.0 * normal(dice)
        return years * 365 + rest, strength, max(strength, 1250.0 + 330.0 * talent + zeal)
    years = 18 + below(dice, 25) + below(dice, 30)
    strength = 1350.0 + 300.0 * talent + zeal
    return years * 365 + rest, strength, strength + 50.0 + 60.0 * normal(dice)


@compiled
def _veteran(dice: Dice, zeal: float) -> tuple[int, float, float]:
    """Who came years before the first day, and grew since."""
    age, strength, potential = _newcomer(dice, zeal)
    days = below(dice, 15 * 365)
    return age + days, strength + (potential - strength) * (days / (days + CHILDS_SLOWNESS)), potential


@compiled
def _recorded(dice: Dice, arrival: int, age: int) -> tuple[int, int]:
    """The birth date and the adulthood that the office has: some unknown, a few birthdays typed wrong."""
    kind = below(dice, 1000)
    said = below(dice, 100)
    grown = 1 if age >= ADULT else 0
    if kind < 120:
        return NO_DAY, grown if said < 50 else UNSAID
    if kind < 122:
        return arrival - below(dice, 700), grown if said < 20 else UNSAID
    return arrival - age, grown if said < 10 else UNSAID


@compiled
def bounded(strength: float) -> float:
    """A strength within what there is."""
    return min(STRONGEST, max(WEAKEST, strength))


@compiled
def bring_up_to(dice: Dice, people: People, form: Form, member: int, day: int) -> None:
    """Let time pass: children come near their potential, sooner if they play more, veterans lose, everybody drifts."""
    days = max(0, day - int(form.seen[member]))
    if days == 0:
        return
    age = day - int(people.birth[member])
    years = days / DAYS_OF_YEAR
    potential, strength = form.potential[member], form.strength[member]
    if age > AGEING:
        potential -= LOST_IN_A_YEAR * years
        strength -= LOST_IN_A_YEAR * years
    slowness = CHILDS_SLOWNESS if age < GROWN else (2500.0 if age < SETTLED else 4000.0)
    strength += (potential - strength) * (days / (days + slowness))
    step = sqrt(min(years, 4.0))
    form.potential[member] = bounded(potential + 25.0 * step * normal(dice))
    form.strength[member] = bounded(strength + 35.0 * step * normal(dice))
    form.seen[member] = day
