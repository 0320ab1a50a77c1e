"""Workbooks of facts, and what they say in words that do not depend on where in a workbook anything stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest

from arpad.history.facts import record_of_facts
from arpad.history.workbook import Workbook
from arpad.kernel.columns import MATCH, RULING
from arpad.kernel.compiled import interpreted
from arpad.kernel.law_runs import Periods, periods
from arpad.kernel.plan import FOLLOWS, match_place
from arpad.ledger.facts import Fact
from arpad.rules.law import law
from arpad.rules.vocabulary import LawChoice

Key = tuple[Any, ...]
"""Whose result of what a row is: event, section, system, member or pairing number; of a ruling day and place."""


@cache
def of_law() -> Periods:
    """The law of the package, by date."""
    return periods(law(), LawChoice())


def rated_book(facts: Iterable[Fact], variant: Mapping[str, Any] | None = None) -> Workbook:
    """The workbook of some facts, all of it rated."""
    book = Workbook.of(record_of_facts(facts), of_law(), dict(variant or {}))
    book.rate()
    return book


def leave_no_room(patch: pytest.MonkeyPatch) -> None:
    """Let every array be full at once, and every log of changes after one section."""
    patch.setattr("arpad.history.room.LEAST", 1)
    patch.setattr("arpad.history.room.SPARE", 1.0)
    patch.setattr("arpad.kernel.again.FIRST_ROOM", 1)
    patch.setattr("arpad.kernel.again.GROWS", 1)


def keys(book: Workbook) -> Iterator[tuple[int, Key]]:
    """Every row that stands for somebody, in rating order, and whose result of what it is."""
    plan, columns, names = book.plan, book.columns, book.names
    ruled: Counter[Key] = Counter()
    for run in plan.order.tolist():
        system, section, end = (int(column[run]) for column in (plan.runs.system, plan.runs.section, plan.runs.end))
        first, entry = int(plan.runs.first_row[run]), int(plan.runs.first_entry[run])
        for place in range(int(plan.runs.size[run])):
            row = first + place
            if plan.runs.kind[run] == RULING:
                who = names.member_ids[int(plan.rulings.member[entry + place])]
                yield row, (end, system, who, ruled[end, system, who])
                ruled[end, system, who] += 1
            elif plan.links.prev[row] != FOLLOWS:
                event = names.id_of_event(int(columns.sections.event[section]))
                who = names.member_ids[int(plan.who[entry + place])]
                number = int(columns.entries.number[entry + place])
                yield row, (event, int(columns.sections.number[section]), system, who, number)


def results(book: Workbook) -> dict[Key, bytes]:
    """Every bit that was rated, in rating order."""
    return {key: book.rows[row].tobytes() for row, key in keys(book)}


def standings(book: Workbook) -> dict[Key, bytes]:
    """What each member's newest row in each system says, as the chains have it that begin at the newest of all."""
    found: dict[Key, bytes] = {}
    for member in range(book.names.members):
        for row in _back(book, member):
            key = (book.names.member_ids[member] or member, int(book.plan.runs.system[book.plan.links.run[row]]))
            found.setdefault(key, book.rows[row].tobytes())
    return {key: bits for key, bits in found.items() if isinstance(key[0], str)}


def chains(book: Workbook) -> dict[Key, tuple[Key | None, ...]]:
    """Of each row the one before it in its system, the one before and the one after in any, and its match before."""
    key_of: dict[int, Key | None] = dict(keys(book))
    links, matches = book.plan.links, book.plan.matches
    found: dict[Key, tuple[Key | None, ...]] = {}
    for row, key in key_of.items():
        if key is None:
            continue
        run = int(links.run[row])
        listed = -1
        if book.plan.runs.kind[run] == MATCH:
            listed = int(matches.before[interpreted(match_place)(matches, row)])
        before = -1 if listed < 0 else int(matches.row[listed])
        neighbours = (int(links.prev[row]), int(links.prev_any[row]), int(links.next_any[row]), before)
        found[key] = tuple(None if place < 0 else key_of[place] for place in neighbours)
    return found


def unseen(book: Workbook) -> list[Key]:
    """The rows whose bits leave out a system that their member was seen in before their section: there may be none."""
    runs, links = book.plan.runs, book.plan.links
    found = []
    for row, key in keys(book):
        before, own = int(links.prev_any[row]), int(runs.section[links.run[row]])
        while before >= 0:
            run = int(links.run[before])
            apart = own < 0 or runs.section[run] != own
            if apart and not links.seen[row] & (1 << int(runs.system[run])):
                found.append(key)
            before = int(links.prev_any[before])
    return found


def _back(book: Workbook, member: int) -> Iterator[int]:
    """The rows of a member, the newest first."""
    row = int(book.last[member])
    while row >= 0:
        yield row
        row = int(book.plan.links.prev_any[row])


def at_rest(book: Workbook) -> bool:
    """Whether nothing is marked that a change or a comparison marks while it works."""
    return not (book.dirty.any() or book.marks.any() or book.visited.any())


def in_use(book: Workbook) -> dict[str, Any]:
    """Everything that a workbook holds and uses, to the bit; in place of what is seen (`unseen`) the rows."""
    plan, counts, columns, names = book.plan, book.counts, book.columns, book.names
    used: dict[str, Any] = {"counts": counts, "withdrawn": names.withdrawn, "controls": columns.time_controls}
    members = {**columns.members._asdict(), "roots": book.roots, "last": book.last}
    tables: dict[str, tuple[int | None, dict[str, Any]]] = {
        "rows": (counts.rows, {**plan.links._asdict(), "seen": book.rows}),
        "runs": (counts.runs, {**plan.runs._asdict(), "rank": plan.rank, "order": plan.order, "of_run": book.of_run}),
        "sections": (
            counts.sections,
            {**columns.sections._asdict(), "alive": book.alive, "first_run": book.first_run},
        ),
        "entries": (counts.entries, {**columns.entries._asdict(), **plan.tallies._asdict(), "who": plan.who}),
        "sides": (counts.sides, columns.sides._asdict()),
        "rulings": (counts.rulings, {**plan.rulings._asdict(), "ruled": book.ruled}),
        "people": (names.members, members),
        "matches": (None, {**plan.matches._asdict(), "runs": book.matches}),
    }
    for table, (count, all_columns) in tables.items():
        used |= {f"{table}.{name}": column[:count].tobytes() for name, column in all_columns.items()}
    for name in ("foreign", "floors", "ceilings", "rulings", "match_changes", "published"):
        used |= {f"{name}.{at}": column.tobytes() for at, column in getattr(columns, name)._asdict().items()}
    used |= {f"facts.{name}": _bits(part, names.members) for name, part in plan.facts._asdict().items()}
    used["members"] = names.member_ids.all(names.members).to_list(), names.member_names.all(names.members).to_list()
    used["events"] = names.event_ids.all(names.events).to_list(), names.event_names.all(names.events).to_list()
    used["not rated"] = book.not_rated
    return used


def _bits(part: Any, members: int) -> Any:
    """The bits of a part of the facts: a table, a column by member, or offsets."""
    return [column.tobytes() for column in part] if isinstance(part, tuple) else np.asarray(part)[:members].tobytes()
