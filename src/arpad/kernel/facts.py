"""What is known of each member apart from games, found by the member's number."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arpad.kernel.columns import (
    Ceilings,
    Columns,
    Floors,
    ForeignRatings,
    Int8,
    Int32,
    MatchChanges,
    Published,
    UInt8,
)


class Facts(NamedTuple):
    """Dated facts, those of member i from ``first_*[i]`` up to ``first_*[i + 1]``, in order of their days.

    `has` has a bit for each table in which the member has anything.
    """

    birth: Int32
    adult: Int8
    has: UInt8
    first_foreign: Int32
    foreign: ForeignRatings
    first_floor: Int32
    floors: Floors
    first_ceiling: Int32
    ceilings: Ceilings
    first_change: Int32
    changes: MatchChanges
    published: Published


HAS_FOREIGN, HAS_FLOORS, HAS_CEILINGS, HAS_CHANGES = 1, 2, 4, 8


def facts_of(columns: Columns) -> Facts:
    """Sort the dated facts by the member they are about; of a duplicate they are about the member it is."""
    count = len(columns.members.birth)
    same_as = columns.members.same_as
    birth, adult = _of_the_same(columns)
    foreign = columns.foreign
    floors = columns.floors
    ceilings = columns.ceilings
    changes = columns.match_changes
    first_foreign, order = _by_member(same_as[foreign.member], count, foreign.since)
    foreign = ForeignRatings._make(column[order] for column in foreign)
    first_floor, order = _by_member(same_as[floors.member], count, None)
    floors = Floors._make(column[order] for column in floors)
    first_ceiling, order = _by_member(same_as[ceilings.member], count, ceilings.since)
    ceilings = Ceilings._make(column[order] for column in ceilings)
    first_change, order = _by_member(same_as[changes.member], count, None)
    changes = MatchChanges._make(column[order] for column in changes)
    has = np.zeros(count, dtype=np.uint8)
    for bit, first in (
        (HAS_FOREIGN, first_foreign),
        (HAS_FLOORS, first_floor),
        (HAS_CEILINGS, first_ceiling),
        (HAS_CHANGES, first_change),
    ):
        has |= np.where(np.diff(first) > 0, np.uint8(bit), np.uint8(0))
    order = np.argsort(columns.published.entry, kind="stable")
    published = Published._make(column[order] for column in columns.published)
    return Facts(
        birth,
        adult,
        has,
        first_foreign,
        foreign,
        first_floor,
        floors,
        first_ceiling,
        ceilings,
        first_change,
        changes,
        published,
    )


def _of_the_same(columns: Columns) -> tuple[Int32, Int8]:
    """Birth dates and adulthood: what the kept member lacks, a duplicate may know."""
    members = columns.members
    duplicates = np.flatnonzero(members.same_as != np.arange(len(members.same_as)))
    if not len(duplicates):
        return members.birth, members.adult
    birth, adult = members.birth.copy(), members.adult.copy()
    no_day, unsaid = np.int32(-(2**31)), np.int8(-1)
    for duplicate in duplicates:
        kept = members.same_as[duplicate]
        if birth[kept] == no_day:
            birth[kept] = members.birth[duplicate]
        if adult[kept] == unsaid:
            adult[kept] = members.adult[duplicate]
    return birth, adult


def _by_member(member: Int32, count: int, since: Int32 | None) -> tuple[Int32, np.ndarray]:
    """Offsets by member, and the order that puts the facts there: by member, then by day, then as recorded."""
    order = np.argsort(member, kind="stable") if since is None else np.lexsort((since, member))
    first = np.zeros(count + 1, dtype=np.int32)
    np.cumsum(np.bincount(member, minlength=count), out=first[1:])
    return first, order
