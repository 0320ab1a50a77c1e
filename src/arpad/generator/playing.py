"""Playing the calendar: groups in order of time, everybody grown to the day, sections seated, paired and recorded."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.generator import choosing
from arpad.generator.careers import Attendances
from arpad.generator.chance import PLAY, below, new_dice, normal, start
from arpad.generator.choosing import Crowd, Desk, Journey, power_of
from arpad.generator.formats import FOREIGN, MATCH_EVENT
from arpad.generator.layout import Calendar, Groups
from arpad.generator.pairing import NOBODY, Table, clear, round_robin, swiss, table_for
from arpad.generator.people import Form, People, form_of
from arpad.generator.sheet import Draft, Sheet
from arpad.generator.tables import room_for
from arpad.generator.terms import Terms
from arpad.generator.time_controls import DUAL, SYSTEM
from arpad.kernel.columns import MATCH, ROUND_ROBIN, SWISS, UNKNOWN_GAMES, Float, Int32, Published, UInt8, UInt16
from arpad.kernel.compiled import compiled, entry

PRIZES = np.array([500.0, 1000.0, 1500.0, 2000.0, 2500.0, 4000.0, 5000.0, 10000.0])
PRIZE_SECTION = 24
REENTRY_ROUND = 2

ENTRIES, SIDES, PRIZE_COUNT, PUBLISHED_COUNT, NEXT_EVENT, SECTIONS = range(6)


class Prizes(NamedTuple):
    """Money that was won: by whom, how much, in a section for players under which rating, on which day."""

    member: Int32
    amount: Float
    under: Float
    day: Int32


class Record(NamedTuple):
    """The crosstables, in the order of the calendar."""

    first_entry: Int32
    member: Int32
    number: Int32
    strength: NDArray[np.float32]
    first_side: Int32
    opponent: UInt16
    code: UInt8


class Played(NamedTuple):
    """What was played, what was won, what reports said; `so_far` says how much of each there is."""

    record: Record
    prizes: Prizes
    published: Published
    so_far: NDArray[np.int64]


class Hall(NamedTuple):
    """Who there is, what is planned, room to work, and the record."""

    terms: Terms
    people: People
    form: Form
    attending: Int32
    groups: Groups
    draft: Draft
    desk: Desk
    played: Played


class Job(NamedTuple):
    """What of a planned section playing needs; the players are every `step`-th of the chosen from `first` on."""

    kind: int
    of_class: int
    system: int
    end: int
    rounds: int
    cycles: int
    size: int
    reentries: int
    first: int
    step: int


def hall_for(terms: Terms, people: People, attendances: Attendances, calendar: Calendar) -> Hall:
    """Make room for everything that will be played."""
    sheet = calendar.draft.sheet
    size = sheet.size.astype(np.int64) + sheet.reentries
    rounds = np.where(sheet.kind == ROUND_ROBIN, sheet.cycles * (size - 1), sheet.rounds)
    entries, sides, sections = int(size.sum()), int((size * rounds).sum()), len(size)
    most = int(np.diff(calendar.groups.first).max(initial=2)) + int(size.max(initial=2))
    desk = Desk(
        table_for(int(size.max(initial=2)) + 2),
        np.zeros(most, dtype=np.int32),
        np.zeros(most, dtype=np.int32),
        np.zeros(most, dtype=np.int64),
        np.zeros(most, dtype=np.int64),
        new_dice(),
    )
    record = Record(
        np.zeros(sections + 1, dtype=np.int32),
        np.empty(entries, dtype=np.int32),
        np.empty(entries, dtype=np.int32),
        np.empty(entries, dtype=np.float32),
        np.zeros(entries + 1, dtype=np.int32),
        np.empty(sides, dtype=np.uint16),
        np.empty(sides, dtype=np.uint8),
    )
    published = room_for(Published, 2 * int(np.count_nonzero(sheet.kind == MATCH)))
    played = Played(record, room_for(Prizes, sections), published, np.zeros(6, dtype=np.int64))
    return Hall(terms, people, form_of(people), attendances.member, calendar.groups, calendar.draft, desk, played)


@entry
def play_groups(hall: Hall, begin: int, stop: int) -> None:
    """Play the events of some groups, which follow those that were played before."""
    groups, events, sheet = hall.groups, hall.draft.events, hall.draft.sheet
    for group in range(begin, stop):
        start(hall.desk.dice, hall.terms.seed, PLAY, group)
        first = int(groups.first[group])
        people = int(groups.first[group + 1]) - first
        crowd = Crowd(hall.attending, first, people, int(groups.slot[group]))
        choosing.gather(hall.terms, hall.people, hall.form, hall.desk, crowd)
        event = int(hall.played.so_far[NEXT_EVENT])
        while event < len(events.group) and events.group[event] == group:
            section = int(events.first_section[event])
            count = _choose(hall, event, section, people)
            choosing.seed(hall.form, hall.desk, count, int(SYSTEM[sheet.of_class[section]]))
            people = choosing.close_up(hall.desk.roster, people)
            place = 0
            while section < len(sheet.event) and sheet.event[section] == event:
                size = min(int(sheet.size[section]), count)
                if sheet.beside[section]:
                    job = _job_of(sheet, section, size, (below(hall.desk.dice, 4), 4))
                else:
                    job = _job_of(sheet, section, size, (place, 1))
                    place += size
                _play(hall.form, hall.desk, hall.played, job)
                section += 1
            event += 1
        hall.played.so_far[NEXT_EVENT] = event


@compiled
def _choose(hall: Hall, event: int, section: int, people: int) -> int:
    """Put those who play in an event at the desk; how many they are."""
    events, sheet, desk = hall.draft.events, hall.draft.sheet, hall.desk
    style = events.style[event]
    if style == MATCH_EVENT:
        return choosing.opponents(hall.form, desk, people)
    if style == FOREIGN:
        home, size = int(sheet.home[section]), int(sheet.size[section])
        day, youth = int(sheet.start[section]), bool(sheet.youth[section])
        journey = Journey(day, youth, people, home, size - home, int(events.cursor[event]))
        return choosing.abroad(hall.terms, hall.people, hall.form, desk, journey)
    count, offset = int(events.people[event]), int(events.offset[event])
    for place in range(count):
        desk.chosen[place] = desk.roster[offset + place]
    return count


@compiled
def _job_of(sheet: Sheet, section: int, size: int, chosen: tuple[int, int]) -> Job:
    """What of a planned section playing needs."""
    return Job(
        int(sheet.kind[section]),
        int(sheet.of_class[section]),
        int(SYSTEM[sheet.of_class[section]]),
        int(sheet.end[section]),
        int(sheet.rounds[section]),
        int(sheet.cycles[section]),
        size,
        int(sheet.reentries[section]),
        chosen[0],
        chosen[1],
    )


@compiled
def _play(form: Form, desk: Desk, played: Played, job: Job) -> None:
    """Seat the chosen of a section, and have them play."""
    table, dice = desk.table, desk.dice
    entries = _seat(form, desk, job)
    clear(table, entries)
    if job.kind == MATCH:
        round_robin(dice, table, entries, job.rounds)
    elif job.kind == ROUND_ROBIN:
        round_robin(dice, table, entries, job.cycles)
    else:
        swiss(dice, table, entries, job.rounds)
    _record(table, played.record, played.so_far, entries)
    if job.kind == MATCH:
        _note_published(desk, form.played, played.published, played.so_far, job)
    if job.kind == SWISS and job.of_class <= DUAL and entries >= PRIZE_SECTION and below(dice, 5) == 0:
        _award(desk, played.prizes, played.so_far, entries, job)


@compiled
def _seat(form: Form, desk: Desk, job: Job) -> int:
    """Give out places; who enters again has two, side by side, the second with a number after all others."""
    table, size = desk.table, job.size
    one = below(desk.dice, size // 2) if job.reentries > 0 else NOBODY
    other = size // 2 + below(desk.dice, size // 2) if job.reentries > 1 else NOBODY
    place, late = 0, size
    for rank in range(size):
        member = int(desk.chosen[job.first + job.step * rank])
        power = power_of(form, member, job.system)
        again = rank in (one, other)
        for turn in range(2 if again else 1):
            table.who[place] = member
            table.number[place] = rank + 1 if turn == 0 else late
            table.power[place] = power
            table.joins[place] = REENTRY_ROUND if turn else 0
            table.leaves[place] = REENTRY_ROUND if again and turn == 0 else job.rounds
            late += again and turn == 0
            place += 1
        form.played[member] += 1
    return place


@compiled
def _record(table: Table, record: Record, so_far: NDArray[np.int64], entries: int) -> None:
    """Write the crosstable down."""
    rounds = table.opponent.shape[1]
    at, side = int(so_far[ENTRIES]), int(so_far[SIDES])
    for place in range(entries):
        record.member[at] = table.who[place]
        record.number[at] = table.number[place]
        record.strength[at] = table.power[place]
        for played in range(rounds):
            if table.opponent[place, played] != NOBODY:
                record.opponent[side] = table.opponent[place, played]
                record.code[side] = table.code[place, played]
                side += 1
        at += 1
        record.first_side[at] = side
    so_far[ENTRIES], so_far[SIDES] = at, side
    so_far[SECTIONS] += 1
    record.first_entry[so_far[SECTIONS]] = at


@compiled
def _note_published(desk: Desk, experience: Int32, published: Published, so_far: NDArray[np.int64], job: Job) -> None:
    """Half of the reports of matches say published ratings, some of one player alone."""
    kind = below(desk.dice, 100)
    players = 2 if kind < 40 else (1 if kind < 50 else 0)
    for place in range(players):
        at = int(so_far[PUBLISHED_COUNT])
        published.entry[at] = so_far[ENTRIES] - 2 + place
        published.system[at] = job.system
        published.rating[at] = max(100, int(desk.table.power[place] + 50.0 * normal(desk.dice)))
        known = below(desk.dice, 10) >= 3
        published.games[at] = 4 * int(experience[desk.table.who[place]]) if known else UNKNOWN_GAMES
        so_far[PUBLISHED_COUNT] = at + 1


@compiled
def _award(desk: Desk, prizes: Prizes, so_far: NDArray[np.int64], entries: int, job: Job) -> None:
    """Money for the winner, under a level that the strongest did not reach."""
    best = 0
    for place in range(1, entries):
        if desk.table.score[place] > desk.table.score[best]:
            best = place
    level = 200.0 * (int(desk.table.power[0]) // 200 + 1)
    at = int(so_far[PRIZE_COUNT])
    prizes.member[at] = desk.table.who[best]
    prizes.amount[at] = PRIZES[min(below(desk.dice, len(PRIZES)), below(desk.dice, len(PRIZES)))]
    prizes.under[at] = min(2400.0, max(1000.0, level))
    prizes.day[at] = job.end
    so_far[PRIZE_COUNT] = at + 1
