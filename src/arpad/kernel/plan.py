"""The plan: who meets whom and what came before, worked out once of the facts and used by every run and variant.

A `run` is one section in one system, or the rulings of one day in one system; a `row` is one entry of a run.  Each
row knows the row before it: of the same member in the same system (`prev`), and in any system (`prev_any`), so
the chain of a member's rows can be walked both ways.  What of a crosstable a rating needs beyond the opponents
is counted here: wins, draws, and how often the opponent met most often was met.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from arpad.kernel.columns import (
    MATCH,
    RULING,
    SYSTEMS,
    Bool,
    Columns,
    Int32,
    Rulings,
    UInt8,
    UInt16,
)
from arpad.kernel.compiled import compiled, entry, inlined
from arpad.kernel.facts import Facts, facts_of
from arpad.kernel.law_runs import NotRated, Periods, systems_of_sections
from arpad.rules.vocabulary import System

SYSTEM_COUNT = len(SYSTEMS)
MOST_MEETINGS = 255

NO_ROW = -1
FOLLOWS = -2
"""In the place of `prev`: an entry pooled with the one above it."""


class Runs(NamedTuple):
    """One section in one system, or the rulings of a day: ``size`` rows from ``first_row``.

    `section` is -1 for rulings; `first_entry` is then the place of the first of them.
    """

    section: Int32
    system: UInt8
    kind: UInt8
    dual: Bool
    youth: Bool
    override: Bool
    start: Int32
    end: Int32
    first_row: Int32
    first_entry: Int32
    size: Int32


class Links(NamedTuple):
    """For each row: its run, and its neighbours in the chain of its member's rows.

    `seen` has a bit for each system in which the member has a row before the row's section: where to stop looking back.
    A bit too many costs time alone.
    """

    run: Int32
    prev: Int32
    prev_any: Int32
    next_any: Int32
    seen: UInt8


DTYPES_OF_LINKS = (np.int32, np.int32, np.int32, np.int32, np.uint8)


class Tallies(NamedTuple):
    """For each entry: rated games won and drawn, the most meetings with one opponent (255 at most).

    `pooled` is the number of entries rated together with this one, itself included; 0 for the others of them.
    `wins`, `draws` and `meetings` of a pooled member stand at the first of them.
    """

    wins: UInt16
    draws: UInt16
    meetings: UInt8
    pooled: UInt8


class Matches(NamedTuple):
    """The rows of matches, ascending; the place here of the member's match before in the same system, -1 for none."""

    row: Int32
    before: Int32


class Plan(NamedTuple):
    """Everything that a run of the kernel reads, rulebooks apart.

    `order` lists the runs in rating order, `rank` is the place of each run in it.  `who` is the member of each entry,
    of a duplicate the member that it is; the sides of entry i are ``first_side[i]`` up to ``first_side[i + 1]``.
    """

    runs: Runs
    order: Int32
    rank: Int32
    links: Links
    tallies: Tallies
    who: Int32
    first_side: Int32
    opponent: UInt16
    code: UInt8
    rulings: Rulings
    matches: Matches
    facts: Facts


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, the newest row of each member, and the sections that the law cannot rate."""

    plan: Plan
    last: Int32
    not_rated: tuple[NotRated, ...]


def plan_of(columns: Columns, of_law: Periods) -> Planned:
    """Make the plan of a history under a law."""
    systems, problems = systems_of_sections(columns.sections, columns.time_controls, of_law)
    rulings = _sorted_rulings(columns)
    runs = _runs(columns, systems, rulings)
    count = int(runs.size.sum()) if len(runs.size) else 0
    links = Links._make(np.empty(count, dtype=form) for form in DTYPES_OF_LINKS)
    entries = len(columns.entries.member)
    tallies = Tallies(
        np.empty(entries, dtype=np.uint16),
        np.empty(entries, dtype=np.uint16),
        np.empty(entries, dtype=np.uint8),
        np.empty(entries, dtype=np.uint8),
    )
    who = canonical(columns.entries.member, columns.members.same_as)
    most = int(np.diff(columns.sections.first_entry).max(initial=0))
    met, lead = np.zeros(most + 1, dtype=np.int32), np.zeros(most + 1, dtype=np.int32)
    _tally(
        columns.sections.first_entry,
        who,
        columns.entries.first_side,
        columns.sides.opponent,
        columns.sides.code,
        tallies,
        met,
        lead,
    )
    members = len(columns.members.birth)
    last = np.full(members * len(SYSTEMS), NO_ROW, dtype=np.int32)
    last_any = np.full(members, NO_ROW, dtype=np.int32)
    _link(runs, who, rulings.member, tallies.pooled, links, last, last_any)
    order = np.arange(len(runs.size), dtype=np.int32)
    plan = Plan(
        runs,
        order,
        order.copy(),
        links,
        tallies,
        who,
        columns.entries.first_side,
        columns.sides.opponent,
        columns.sides.code,
        rulings,
        Matches(np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32)),
        facts_of(columns),
    )
    return Planned(_with_all_matches(plan), last_any, tuple(problems))


def with_matches(plan: Plan, runs: Int32) -> Plan:
    """The plan with the rows of some matches listed, not tied to others yet."""
    rows = [np.arange(plan.runs.size[run], dtype=np.int32) + plan.runs.first_row[run] for run in runs]
    added = np.concatenate([plan.matches.row[:0], *rows])
    alone = np.full(len(added), NO_ROW, dtype=np.int32)
    matches = Matches(np.concatenate([plan.matches.row, added]), np.concatenate([plan.matches.before, alone]))
    return plan._replace(matches=matches)


def _with_all_matches(plan: Plan) -> Plan:
    """The plan with the matches of a whole history listed and tied."""
    plan = with_matches(plan, np.flatnonzero(plan.runs.kind == MATCH).astype(np.int32))
    row = plan.matches.row
    run = plan.links.run[row]
    entry_of = plan.runs.first_entry[run] + row - plan.runs.first_row[run]
    own = plan.who[entry_of].astype(np.int64) * len(SYSTEMS) + plan.runs.system[run]
    order = np.argsort(own, kind="stable")
    order = order[plan.links.prev[row[order]] != FOLLOWS]
    same = own[order[1:]] == own[order[:-1]]
    plan.matches.before[order[1:][same]] = order[:-1][same]
    return plan


@compiled
def match_place(matches: Matches, row: int) -> int:
    """Where a row of a match is listed."""
    low, high = 0, len(matches.row)
    while low < high:
        middle = (low + high) // 2
        if matches.row[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low


def tally_sections(first_entry: Int32, plan: Plan) -> None:
    """Count for sections that were added to a plan, whose entries lie between these offsets."""
    most = int(np.diff(first_entry).max(initial=0))
    met, lead = np.zeros(most + 1, dtype=np.int32), np.zeros(most + 1, dtype=np.int32)
    _tally(first_entry, plan.who, plan.first_side, plan.opponent, plan.code, plan.tallies, met, lead)


def canonical(member: Int32, same_as: Int32) -> Int32:
    """The member that each entry counts for; the entries themselves where nobody is a duplicate."""
    if np.array_equal(same_as, np.arange(len(same_as), dtype=np.int32)):
        return member
    return same_as[member]


def _sorted_rulings(columns: Columns) -> Rulings:
    """Rulings by day, then system, then as recorded; of a duplicate they are the kept member's."""
    rulings = columns.rulings
    order = np.lexsort((rulings.system, rulings.day))
    sorted_ones = Rulings._make(column[order] for column in rulings)
    return sorted_ones._replace(member=columns.members.same_as[sorted_ones.member])


def _runs(columns: Columns, systems: UInt8, rulings: Rulings) -> Runs:
    """All runs in rating order: a section's systems in the order of listings, rulings before the sections of a day."""
    sections = columns.sections
    section = np.concatenate([np.flatnonzero(systems & (1 << place)) for place in range(len(SYSTEMS))])
    system = np.concatenate(
        [np.full(np.count_nonzero(systems & (1 << place)), place, dtype=np.uint8) for place in range(len(SYSTEMS))]
    )
    order = np.lexsort((system, section))
    section, system = section[order].astype(np.int32), system[order]
    regular, quick = (1 << SYSTEMS.index(System.OTBR)), (1 << SYSTEMS.index(System.OTBQ))
    both = (systems[section] & (regular | quick)) == (regular | quick)
    first = sections.first_entry[section]
    size = sections.first_entry[section + 1] - first

    key = rulings.day.astype(np.int64) * len(SYSTEMS) + rulings.system
    _, ruling_first, ruling_size = np.unique(key, return_index=True, return_counts=True)
    at = np.searchsorted(sections.end[section], rulings.day[ruling_first], side="left")

    def merged(of_sections: np.ndarray, of_rulings: np.ndarray | int) -> np.ndarray:
        return np.insert(of_sections, at, of_rulings)

    none = np.zeros(1, dtype=np.bool_)[0]
    sizes = merged(size, ruling_size).astype(np.int32)
    first_row = np.zeros(len(sizes), dtype=np.int32)
    np.cumsum(sizes[:-1], out=first_row[1:])
    day = rulings.day[ruling_first]
    return Runs(
        section=merged(section, -1).astype(np.int32),
        system=merged(system, rulings.system[ruling_first]).astype(np.uint8),
        kind=merged(sections.kind[section], RULING).astype(np.uint8),
        dual=merged(both, none),
        youth=merged(sections.youth[section], none),
        override=merged(sections.override[section], none),
        start=merged(sections.start[section], day).astype(np.int32),
        end=merged(sections.end[section], day).astype(np.int32),
        first_row=first_row,
        first_entry=merged(first, ruling_first).astype(np.int32),
        size=sizes,
    )


@entry
def _tally(
    first_entry: Int32,
    who: Int32,
    first_side: Int32,
    opponent: UInt16,
    code: UInt8,
    tallies: Tallies,
    met: Int32,
    lead_of: Int32,
) -> None:
    """Count wins, draws and meetings of every entry, and find the entries of one member in one section."""
    for section in range(len(first_entry) - 1):
        begin, stop = first_entry[section], first_entry[section + 1]
        tally_section(begin, stop, who, first_side, opponent, code, tallies, met, lead_of)


@compiled
def tally_section(
    begin: int,
    stop: int,
    who: Int32,
    first_side: Int32,
    opponent: UInt16,
    code: UInt8,
    tallies: Tallies,
    met: Int32,
    lead_of: Int32,
) -> None:
    """Count for the entries of one section; `met` is zeros before and after."""
    for place in range(begin, stop):
        tallies.pooled[place] = 1
        lead_of[place - begin] = place - begin
        if place > begin and who[place] == who[place - 1]:
            lead = lead_of[place - 1 - begin]
            lead_of[place - begin] = lead
            tallies.pooled[begin + lead] += 1
            tallies.pooled[place] = 0
    for place in range(begin, stop):
        wins, draws, most = 0, 0, 0
        if tallies.pooled[place] > 0:
            low, high = first_side[place], first_side[place + int(tallies.pooled[place])]
            for side in range(low, high):
                result = code[side] % 3
                wins += result == 0
                draws += result == 2
                other = lead_of[opponent[side]]
                met[other] += 1
                most = max(most, met[other])
            for side in range(low, high):
                met[lead_of[opponent[side]]] = 0
        tallies.wins[place] = wins
        tallies.draws[place] = draws
        tallies.meetings[place] = min(most, MOST_MEETINGS)


@entry
def _link(runs: Runs, who: Int32, ruled: Int32, pooled: UInt8, links: Links, last: Int32, last_any: Int32) -> None:
    """Tie every row to the rows of its member before it."""
    for run in range(len(runs.size)):
        system = runs.system[run]
        first_row = runs.first_row[run]
        first_entry = runs.first_entry[run]
        ruling = runs.kind[run] == RULING
        for place in range(runs.size[run]):
            row = first_row + place
            links.run[row] = run
            links.next_any[row] = NO_ROW
            if not ruling and pooled[first_entry + place] == 0:
                links.prev[row] = FOLLOWS
                links.prev_any[row] = FOLLOWS
                links.seen[row] = 0
                continue
            member = ruled[first_entry + place] if ruling else who[first_entry + place]
            links.prev[row] = last[member * SYSTEM_COUNT + system]
            last[member * SYSTEM_COUNT + system] = row
            before = last_any[member]
            links.prev_any[row] = before
            links.seen[row] = seen_before(runs, links, run, before)
            if before >= 0:
                links.next_any[before] = row
            last_any[member] = row


@inlined
def seen_before(runs: Runs, links: Links, run: int, before: int) -> int:
    """The systems that a member was seen in before the section of a run; `before` is the member's row before."""
    if before < 0:
        return 0
    section = runs.section[run]
    other = links.run[before]
    if section >= 0 and runs.section[other] == section:
        return links.seen[before]  # type: ignore[no-any-return]
    found = links.seen[before] | (1 << runs.system[other])
    earlier = links.prev_any[before]
    while earlier >= 0 and runs.section[links.run[earlier]] == runs.section[other]:
        found |= 1 << runs.system[links.run[earlier]]
        earlier = links.prev_any[earlier]
    return found  # type: ignore[no-any-return]
