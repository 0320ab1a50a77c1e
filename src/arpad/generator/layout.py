"""The calendar: the groups of who is about at one time in one place, and the events and sections they make.

Only how many are there is looked at, not who: so the calendar is drawn in no time, says how many games there will
be, and can be drawn again with more or fewer attendances until they are as many as were asked for.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arpad.generator.careers import Attendances
from arpad.generator.chance import LAYOUT, Dice, below, new_dice, start, uniform
from arpad.generator.foreigners import grown_pool, youth_pool
from arpad.generator.formats import (
    BLITZ_SIDE,
    FOREIGN,
    MATCH_EVENT,
    SWISS_EVENT,
    any_style,
    days_of,
    rounds_of,
    section_size,
    sections_of,
)
from arpad.generator.sheet import Draft, Section, empty_draft, new_section, trimmed
from arpad.generator.terms import FOREIGN_EVENTS, Terms
from arpad.generator.time_controls import (
    BLITZ,
    DUAL,
    OTB_BLITZ_SINCE,
    QUICK,
    REGULAR,
    TEXTS,
    any_class,
)
from arpad.kernel.columns import Int32
from arpad.kernel.compiled import compiled, entry

LEAST_GROUP = 8
LEAST_LEFT = 4
"""Matches and journeys leave so many of a group to play at home."""
LARGEST_EVENT = 1500
SATURDAY, FRIDAY, SUNDAY = 5, 4, 6
EPOCH_WEEKDAY = 3  # 1970-01-01 was a Thursday
PEOPLE_OF_MATCH = 250
PEOPLE_OF_FOREIGN_EVENT = 1500
QUICK_MATCH = TEXTS.index("G/15;d3")
FOREIGN_TIME = TEXTS.index("G/90;+30")


class Groups(NamedTuple):
    """Attendances that make events together: ``first[i]`` up to ``first[i + 1]``, in a slot."""

    first: Int32
    slot: Int32


class Calendar(NamedTuple):
    """Everything that was planned."""

    groups: Groups
    draft: Draft


class _Here(NamedTuple):
    """The group whose events are drawn, its slot, and how many people there are."""

    group: int
    slot: int
    people: int


def calendar_of(terms: Terms, attendances: Attendances) -> Calendar:
    """Draw the calendar."""
    most = min(len(attendances.member), len(attendances.first)) + 1
    first = np.zeros(most + 1, dtype=np.int32)
    slot = np.zeros(most, dtype=np.int32)
    count = _gather(terms, attendances.first, first, slot)
    groups = Groups(first[: count + 1].copy(), slot[:count].copy())
    people = len(attendances.member)
    draft = empty_draft(people // 2 + people // 16 + 4 * count + 16)
    _plan(terms, groups, draft, new_dice())
    return Calendar(groups, trimmed(draft))


@entry
def _gather(terms: Terms, offsets: Int32, first: Int32, slot_of: Int32) -> int:
    """Make groups of the buckets of each slot: those with too few join the next, or the last one."""
    count = 0
    width = terms.regions + 1
    for slot in range(terms.slots):
        begin = int(offsets[slot * width])
        before = count
        for region in range(1, width + 1):
            end = int(offsets[slot * width + region])
            alone = region == width and count == before and end > begin
            if end - begin >= LEAST_GROUP or alone:
                first[count], first[count + 1], slot_of[count] = begin, end, slot
                count += 1
                begin = end
        if count > before:
            first[count] = offsets[(slot + 1) * width]
    return count


@entry
def _plan(terms: Terms, groups: Groups, draft: Draft, dice: Dice) -> None:
    for group in range(len(groups.slot)):
        start(dice, terms.seed, LAYOUT, group)
        here = _Here(group, int(groups.slot[group]), int(groups.first[group + 1] - groups.first[group]))
        if here.people < 2:
            continue
        left = here.people
        for _ in range(int(here.people / PEOPLE_OF_MATCH + uniform(dice))):
            if left >= LEAST_LEFT + 2:
                left -= _match(dice, terms, here, draft)
        for _ in range(int(here.people / PEOPLE_OF_FOREIGN_EVENT + uniform(dice))):
            if left >= LEAST_LEFT + 2 and terms.abroad > 0:
                left -= _foreign(dice, terms, here, draft, left - LEAST_LEFT)
        offset = 0
        while offset < left:
            size = _event_size(dice, left - offset)
            _new_event(draft, here, offset, size)
            _local(dice, terms, here, draft)
            offset += size


@compiled
def _event_size(dice: Dice, people: int) -> int:
    """How many of those who are left come together: small events are many, most players are at large ones."""
    kind = below(dice, 100)
    if kind < 36:
        size = 6 + below(dice, 12)
    elif kind < 74:
        size = 14 + below(dice, 30)
    elif kind < 95:
        size = 40 + below(dice, 60)
    else:
        size = 100 + below(dice, 300)
    if people >= 150 and below(dice, 6) == 0:
        size = people
    size = min(size, LARGEST_EVENT)
    return people if people - size < 5 else size


@compiled
def _new_event(draft: Draft, here: _Here, offset: int, size: int) -> int:
    """Begin an event of some members of a group; its place."""
    event = int(draft.made[0])
    draft.made[0] += 1
    draft.events.group[event] = here.group
    draft.events.first_section[event] = draft.made[1]
    draft.events.offset[event] = offset
    draft.events.people[event] = size
    draft.events.cursor[event] = 0
    return event


@compiled
def _first_day(dice: Dice, terms: Terms, slot: int) -> int:
    """The day an event begins: a Saturday mostly, a Friday or Sunday, or an evening of the week."""
    begin = terms.first + slot * terms.slot_days
    length = min(terms.slot_days, terms.last + 1 - begin)
    begin += 7 * below(dice, max(1, length // 7))
    length = min(length, 7)
    kind = below(dice, 100)
    weekday = SATURDAY if kind < 62 else (SUNDAY if kind < 74 else FRIDAY)
    day = (weekday - begin - EPOCH_WEEKDAY) % 7
    return begin + (below(dice, length) if kind >= 84 or day >= length else day)


@compiled
def _local(dice: Dice, terms: Terms, here: _Here, draft: Draft) -> None:
    """The event that was begun: its sections by strength, and sometimes a blitz tournament beside them."""
    event = int(draft.made[0]) - 1
    people = int(draft.events.people[event])
    day = _first_day(dice, terms, here.slot)
    of_class = any_class(dice, day)
    style = any_style(dice, people, of_class)
    sections = sections_of(dice, style, people)
    rounds = rounds_of(dice, style, of_class, people)
    last = min(terms.last, day + days_of(style, of_class, rounds) - 1)
    next_day = day + 1 if day < last and (day + 1 - terms.first) % terms.slot_days > 0 else day
    draft.events.style[event] = style
    draft.events.end[event] = last
    left = people
    for number in range(sections):
        size = section_size(dice, style, left, sections - number)
        left -= size
        shorter = style == SWISS_EVENT and below(dice, 100) < 15
        begin = next_day if shorter else day
        new_section(dice, draft, Section(number + 1, begin, last, style, of_class, rounds, size))
    beside = style == SWISS_EVENT and people >= 20 and of_class <= DUAL and day >= OTB_BLITZ_SINCE
    if beside and below(dice, 5) == 0:
        evening = next_day if below(dice, 2) else day
        rounds = 5 + below(dice, 4)
        new_section(dice, draft, Section(sections + 1, evening, evening, BLITZ_SIDE, BLITZ, rounds, people // 4))


@compiled
def _match(dice: Dice, terms: Terms, here: _Here, draft: Draft) -> int:
    """Two players and some games; how many of the group it takes."""
    event = _new_event(draft, here, 0, here.people)
    day = _first_day(dice, terms, here.slot)
    last = min(terms.last, day + below(dice, 3))
    of_class = QUICK if below(dice, 4) == 0 else REGULAR
    place = new_section(dice, draft, Section(1, day, last, MATCH_EVENT, of_class, 2 + below(dice, 7), 2))
    draft.sheet.override[place] = below(dice, 100) < 6
    if of_class == QUICK and draft.sheet.systems[place] == 0:
        draft.sheet.time_control[place] = QUICK_MATCH
    draft.events.style[event] = MATCH_EVENT
    draft.events.end[event] = last
    return 2


@compiled
def _foreign(dice: Dice, terms: Terms, here: _Here, draft: Draft, most: int) -> int:
    """A few members abroad among foreign players, some of them at a youth event; how many of the group it takes."""
    day = _first_day(dice, terms, here.slot)
    if day < FOREIGN_EVENTS:
        return 0
    event = _new_event(draft, here, 0, here.people)
    youth = below(dice, 4) == 0
    _, abroad = youth_pool(terms, day) if youth else grown_pool(terms)
    foreigners = min(abroad, 6 + below(dice, 12) + below(dice, 18))
    home = min(most, 2 + below(dice, 4))
    last = min(terms.last, day + 4 + below(dice, 5))
    rounds = 7 + below(dice, 3)
    place = new_section(dice, draft, Section(1, day, last, FOREIGN, REGULAR, rounds, foreigners + home))
    draft.sheet.home[place] = home
    draft.sheet.youth[place] = youth
    if draft.sheet.systems[place] == 0:
        draft.sheet.time_control[place] = FOREIGN_TIME
    draft.events.style[event] = FOREIGN
    draft.events.end[event] = last
    draft.events.cursor[event] = draft.made[2]
    draft.made[2] += foreigners
    return home
