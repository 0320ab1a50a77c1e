"""Persons: who is whom when merges are followed to the end, and what is known of each person taken together.

A member may be the duplicate of one who is a duplicate too.  The kernel counts everything of all of them as one
member's, so it is told of persons: the member that each one is in the end, with what any of them knows.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

import numpy as np

from arpad.history.names import Names
from arpad.history.room import filled
from arpad.kernel.columns import NO_DAY, UNSAID, Columns, Int32, UInt8
from arpad.kernel.facts import HAS_CEILINGS, HAS_CHANGES, HAS_FLOORS, HAS_FOREIGN, Facts

Rows = TypeVar("Rows", bound=tuple[Any, ...])


def roots_of(same_as: Int32) -> Int32:
    """For each member the one that it is in the end, in an array of its own.

    >>> roots_of(np.array([0, 0, 1, 3], dtype=np.int32)).tolist()
    [0, 0, 0, 3]
    """
    roots = same_as
    while True:
        further = same_as[roots]
        if np.array_equal(further, roots):
            return further
        roots = further


def as_persons(columns: Columns, names: Names) -> Columns:
    """The columns with every merge followed to the end, and with what duplicates know of birth and adulthood.

    What a member lacks a duplicate may know, the first of them by id.
    """
    members = columns.members
    duplicates = np.flatnonzero(members.same_as != np.arange(len(members.same_as)))
    if not len(duplicates):
        return columns
    roots = roots_of(members.same_as)
    birth, adult = members.birth.copy(), members.adult.copy()
    for person in np.unique(roots[duplicates]).tolist():
        birth[person], adult[person] = _first_known(columns, duplicates[roots[duplicates] == person], person, names)
    return columns._replace(members=members._replace(birth=birth, adult=adult, same_as=roots))


def _first_known(columns: Columns, duplicates: Any, person: int, names: Names) -> tuple[int, int]:
    """Birth and adulthood of a person."""
    birth, adult = int(columns.members.birth[person]), int(columns.members.adult[person])
    for one in sorted(duplicates.tolist(), key=lambda number: names.member_ids[number] or ""):
        birth = int(columns.members.birth[one]) if birth == NO_DAY else birth
        adult = int(columns.members.adult[one]) if adult == UNSAID else adult
    return birth, adult


def facts_again(facts: Facts, columns: Columns, roots: Int32, persons: Collection[int], names: Names) -> Facts:
    """The facts with everything about some persons taken from the columns again; nothing given is changed.

    `columns` are as recorded, with duplicates of their own; members of theirs that are in no use yet are nobody.
    """
    birth, adult, has = facts.birth.copy(), facts.adult.copy(), facts.has.copy()
    duplicates = np.flatnonzero(roots != np.arange(len(roots), dtype=np.int32))
    for person in persons:
        own = duplicates[roots[duplicates] == person]
        birth[person], adult[person] = _first_known(columns, own, person, names)
        has[person] = 0
    tables: tuple[tuple[int, Int32, Any, Any, Int32 | None], ...] = (
        (HAS_FOREIGN, facts.first_foreign, facts.foreign, columns.foreign, columns.foreign.since),
        (HAS_FLOORS, facts.first_floor, facts.floors, columns.floors, None),
        (HAS_CEILINGS, facts.first_ceiling, facts.ceilings, columns.ceilings, columns.ceilings.since),
        (HAS_CHANGES, facts.first_change, facts.changes, columns.match_changes, None),
    )
    again = [
        _again(first, table, recorded, (since, roots, sorted(persons), has, bit))
        for bit, first, table, recorded, since in tables
    ]
    (first_foreign, foreign), (first_floor, floors), (first_ceiling, ceilings), (first_change, changes) = again
    return facts._replace(
        birth=birth,
        adult=adult,
        has=has,
        first_foreign=first_foreign,
        foreign=foreign,
        first_floor=first_floor,
        floors=floors,
        first_ceiling=first_ceiling,
        ceilings=ceilings,
        first_change=first_change,
        changes=changes,
    )


def _again(
    first: Int32, table: Rows, recorded: Rows, of: tuple[Int32 | None, Int32, list[int], UInt8, int]
) -> tuple[Int32, Rows]:
    """One table with the blocks of some persons replaced, and its offsets."""
    since, roots, persons, has, bit = of
    whose = roots[recorded[0]]
    places = np.flatnonzero(np.isin(whose, persons))
    held = int(sum(first[person + 1] - first[person] for person in persons))
    if not len(places) and not held:
        return first, table
    parts: list[tuple[Rows, Any]] = []
    longer, done = np.zeros(len(first), dtype=np.int32), 0
    order = np.lexsort((places if since is None else since[places], whose[places]))
    places = places[order]
    for person in persons:
        begin, stop = int(first[person]), int(first[person + 1])
        block = places[whose[places] == person]
        parts += [(table, slice(done, begin)), (recorded, block)]
        done = stop
        longer[person + 1] = len(block) - (stop - begin)
        if len(block):
            has[person] |= bit
    parts.append((table, slice(done, None)))
    columns = (np.concatenate([source[at][where] for source, where in parts]) for at in range(len(table)))
    return first + np.cumsum(longer, dtype=np.int32), type(table)(*columns)


def facts_with_room(facts: Facts, members: int) -> Facts:
    """The facts with room for so many members; of the new ones nothing is known."""
    if len(facts.birth) >= members:
        return facts
    offsets = {name: getattr(facts, name) for name in facts._fields if name.startswith("first_")}
    return facts._replace(
        birth=filled(facts.birth, members, NO_DAY),
        adult=filled(facts.adult, members, UNSAID),
        has=filled(facts.has, members, 0),
        **{name: filled(first, members + 1, first[-1]) for name, first in offsets.items()},
    )
