"""Who plays in an event: the members who are about, those who sit down to a match, those who go abroad."""

from __future__ import annotations

from typing import NamedTuple

from arpad.generator.chance import Dice, below, mixed, normal
from arpad.generator.foreigners import grown_pool, youth_pool
from arpad.generator.pairing import Table
from arpad.generator.people import ADULT, Form, People, bounded, bring_up_to
from arpad.generator.sorting import Keys, sort
from arpad.generator.terms import Terms
from arpad.kernel.columns import Int32
from arpad.kernel.compiled import compiled

CHILD = 16 * 365
CLUB = 8
"""Members whose numbers are near are at the same events for a year or so."""
EXPERIENCED = 8
"""Events after which a member is taken to be established."""
SEEDING_ERROR = 60.0
PLACES = 1 << 24
WEAKER = 1 << 20
GONE = -1
"""In the place of a member who left the group for a match or a journey."""


class Crowd(NamedTuple):
    """The members of a group: `people` of the attendances from `first` on, in a slot of time."""

    member: Int32
    first: int
    people: int
    slot: int


class Journey(NamedTuple):
    """A foreign event: on which day, how many of the group go there, and how many meet them from which place on."""

    day: int
    youth: bool
    people: int
    home: int
    foreigners: int
    cursor: int


class Desk(NamedTuple):
    """Room to work: the crosstable, the members of the group and of the event, keys to sort by, the dice."""

    table: Table
    roster: Int32
    chosen: Int32
    keys: Keys
    spare: Keys
    dice: Dice


@compiled
def power_of(form: Form, member: int, system: int) -> float:
    """A member's true strength in a system: some are better at quick games, or online, than others."""
    strength = float(form.strength[member])
    if system == 0:
        return strength
    return bounded(strength + (mixed(member * 8 + system) - 2**31) * (160.0 / 2**32))


@compiled
def gather(terms: Terms, people: People, form: Form, desk: Desk, crowd: Crowd) -> None:
    """Bring the members of a group up to the day, and put them in order: children first, then by club."""
    season = crowd.slot * terms.slot_days // 365
    day = terms.first + crowd.slot * terms.slot_days
    for place in range(crowd.people):
        member = int(crowd.member[crowd.first + place])
        bring_up_to(desk.dice, people, form, member, day)
        grown = 1 if day - people.birth[member] > CHILD else 0
        club = mixed(member // CLUB + (season << 20)) >> 4
        desk.keys[place] = ((grown << 28) + club) * PLACES + place
    sort(desk.keys, desk.spare, crowd.people)
    for place in range(crowd.people):
        desk.roster[place] = crowd.member[crowd.first + desk.keys[place] % PLACES]


@compiled
def seed(form: Form, desk: Desk, count: int, system: int) -> None:
    """Put the chosen in order of strength, the strongest first, as far as a rating knows it."""
    for place in range(count):
        power = power_of(form, int(desk.chosen[place]), system) + SEEDING_ERROR * normal(desk.dice)
        desk.keys[place] = (WEAKER - int(64.0 * bounded(power))) * PLACES + place
    sort(desk.keys, desk.spare, count)
    for place in range(count):
        desk.keys[place] = desk.chosen[desk.keys[place] % PLACES]
    for place in range(count):
        desk.chosen[place] = desk.keys[place]


@compiled
def opponents(form: Form, desk: Desk, people: int) -> int:
    """Choose two for a match, mostly established ones of about the same strength, and say how many they are."""
    one = below(desk.dice, people)
    for _ in range(6):
        if form.played[desk.roster[one]] >= EXPERIENCED:
            break
        one = below(desk.dice, people)
    other = (one + 1 + below(desk.dice, people - 1)) % people
    if below(desk.dice, 100) >= 12:
        other = _nearest(form, desk.roster, people, one)
    desk.chosen[0] = desk.roster[one]
    desk.chosen[1] = desk.roster[other]
    desk.roster[one] = desk.roster[other] = GONE
    return 2


@compiled
def _nearest(form: Form, roster: Int32, people: int, one: int) -> int:
    """The place of the member nearest in strength, among the established where there is any."""
    strength = form.strength[roster[one]]
    found, best = -1, 0.0
    for place in range(people):
        if place == one:
            continue
        gap = abs(form.strength[roster[place]] - strength)
        if form.played[roster[place]] < EXPERIENCED:
            gap += 10_000.0
        if found < 0 or gap < best:
            found, best = place, gap
    return found


@compiled
def abroad(terms: Terms, people: People, form: Form, desk: Desk, journey: Journey) -> int:
    """Choose the players of a foreign event: some members, then foreign players; how many they are."""
    count = 0
    begin = below(desk.dice, journey.people)
    for turn in range(2 * journey.people):
        place = (begin + turn) % journey.people
        member = int(desk.roster[place])
        if count == journey.home or member == GONE or member >= terms.home:
            continue
        young = journey.day - int(people.birth[member]) < ADULT
        fits = form.played[member] >= EXPERIENCED and (young or not journey.youth)
        if fits == (turn < journey.people):
            desk.chosen[count] = member
            desk.roster[place] = GONE
            count += 1
    most = count + journey.foreigners
    first, foreigners = youth_pool(terms, journey.day) if journey.youth else grown_pool(terms)
    for turn in range(foreigners):
        member = first + (journey.cursor + turn) % foreigners
        if count < most and not _busy(terms, people, form, member, journey.day):
            bring_up_to(desk.dice, people, form, member, journey.day)
            desk.chosen[count] = member
            count += 1
    return count


@compiled
def _busy(terms: Terms, people: People, form: Form, member: int, day: int) -> bool:
    """Whether a foreign player is at another event in the slot of a day: here on the one visit, or abroad."""
    begin = day - (day - terms.first) % terms.slot_days
    visit = int(people.arrival[member]) + int(people.span[member])
    if begin <= visit < begin + terms.slot_days:
        return True
    return bool(form.played[member] > 0 and form.seen[member] >= begin)


@compiled
def close_up(roster: Int32, people: int) -> int:
    """Fill the places of who is gone; how many people are left.

    >>> import numpy as np
    >>> roster = np.array([4, GONE, 6, GONE, 8], dtype=np.int32)
    >>> left = close_up(roster, 5); roster[:left].tolist()
    [4, 6, 8]
    """
    left = 0
    for place in range(people):
        if roster[place] != GONE:
            roster[left] = roster[place]
            left += 1
    return left
