"""The planned sections as columns, and how one is written down."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arpad.generator.chance import Dice, below
from arpad.generator.formats import (
    BLITZ_SIDE,
    DOUBLE_QUADS,
    FOREIGN,
    MATCH_EVENT,
    MOST_ROUNDS,
    QUADS,
    ROUND_ROBINS,
    SWISS_EVENT,
)
from arpad.generator.tables import first_rows, room_for
from arpad.generator.time_controls import BITS, DUAL, DUAL_SINCE, REGULAR, any_text
from arpad.kernel.columns import FOREIGN_FIDE, MATCH, ROUND_ROBIN, SWISS, Bool, Int32, UInt8
from arpad.kernel.compiled import compiled

NAMED = 6
"""Per cent of sections that name their systems in place of a time control."""
REENTRIES = 20
"""Per mille of Swiss sections in which a player enters a second time."""


class Events(NamedTuple):
    """Events by group; the sections of event i stand from ``first_section[i]`` on.

    Matches and foreign events come first in a group and take their players from among all of it.  Those of another
    event are `people` of the rest from `offset` on.  `cursor` is where a foreign event begins among the foreigners.
    """

    group: Int32
    first_section: Int32
    offset: Int32
    people: Int32
    style: Int32
    end: Int32
    cursor: Int32


class Sheet(NamedTuple):
    """Sections as they are planned: `size` players, and `reentries` more entries of some of them.

    `cycles` is how often each pair of a round robin meets, `home` how many players of a foreign event are ours;
    `beside` says that the players are in another section of the event too.
    """

    event: Int32
    number: Int32
    start: Int32
    end: Int32
    kind: UInt8
    cycles: UInt8
    rounds: UInt8
    size: Int32
    home: Int32
    reentries: Int32
    of_class: UInt8
    systems: UInt8
    time_control: Int32
    youth: Bool
    override: Bool
    beside: Bool


class Draft(NamedTuple):
    """What is planned so far: ``made[0]`` events, ``made[1]`` sections, ``made[2]`` foreign players were used."""

    events: Events
    sheet: Sheet
    made: Int32


class Section(NamedTuple):
    """What is said of a section to be written down."""

    number: int
    start: int
    end: int
    style: int
    of_class: int
    rounds: int
    size: int


def empty_draft(most: int) -> Draft:
    """A draft with room for so many events and sections; memory is taken as it fills."""
    return Draft(room_for(Events, most), room_for(Sheet, most), np.zeros(3, dtype=np.int32))


def trimmed(draft: Draft) -> Draft:
    """The draft without the room that was not needed."""
    events, sections = int(draft.made[0]), int(draft.made[1])
    return Draft(
        first_rows(draft.events, events),
        first_rows(draft.sheet, sections),
        draft.made,
    )


@compiled
def kind_of(style: int, size: int) -> int:
    """The kind of a section; the odd ones out of quads play a small Swiss."""
    if style == MATCH_EVENT:
        return MATCH
    if style == FOREIGN:
        return FOREIGN_FIDE
    if style == ROUND_ROBINS or (style in (QUADS, DOUBLE_QUADS) and size <= 4):
        return ROUND_ROBIN
    return SWISS


@compiled
def new_section(dice: Dice, draft: Draft, section: Section) -> int:
    """Write a section of the newest event down; its place."""
    sheet = draft.sheet
    place = int(draft.made[1])
    draft.made[1] += 1
    sheet.event[place] = draft.made[0] - 1
    sheet.number[place] = section.number
    sheet.start[place] = section.start
    sheet.end[place] = section.end
    size, rounds = section.size, section.rounds
    kind = kind_of(section.style, size)
    cycles = 2 if section.style == DOUBLE_QUADS else 1
    sheet.reentries[place] = 0
    if kind == ROUND_ROBIN:
        rounds = (size - 1 + size % 2) * cycles
    elif kind != MATCH:
        rounds = min(rounds, size - 1)
        if section.style == SWISS_EVENT and size >= 10 and rounds >= 4 and below(dice, 1000) < REENTRIES:
            sheet.reentries[place] = 1 + below(dice, 2)
    sheet.kind[place] = kind
    sheet.cycles[place] = cycles
    sheet.rounds[place] = min(rounds, MOST_ROUNDS)
    sheet.size[place] = size
    sheet.home[place] = size
    sheet.youth[place] = False
    sheet.override[place] = False
    sheet.beside[place] = section.style == BLITZ_SIDE
    _timed(dice, sheet, place, section)
    return place


@compiled
def _timed(dice: Dice, sheet: Sheet, place: int, section: Section) -> None:
    """What a section says of its time control, or of its systems instead."""
    sheet.of_class[place] = section.of_class
    sheet.time_control[place] = any_text(dice, section.of_class)
    sheet.systems[place] = 0
    if below(dice, 100) < NAMED:
        dual_too_early = section.of_class == DUAL and section.start < DUAL_SINCE
        sheet.systems[place] = BITS[REGULAR] if dual_too_early else BITS[section.of_class]
        sheet.time_control[place] = -1
