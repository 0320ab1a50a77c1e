"""Careers: which members are at events in which slot of time and in which region.

An attendance is one member at one event.  They are drawn twice with the same throws, first to count those of each
bucket (a slot in a region), then to put them there, so that nothing needs to be sorted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arpad.generator.chance import CAREERS, Dice, below, new_dice, start, uniform
from arpad.generator.people import OLDEST, People
from arpad.generator.terms import NATIONAL_SHARE, Terms
from arpad.generator.time_controls import OPEN, SHUT
from arpad.kernel.columns import Int32
from arpad.kernel.compiled import compiled, entry

MOST = 8
"""More attendances of one member for each slot are not even tried."""
TRIES = 6
OTHER_REGION = 4
STAYED_HOME = 55
"""Per cent of attendances that the pandemic cost."""


class Attendances(NamedTuple):
    """Members by bucket: those of bucket i from ``first[i]`` up to ``first[i + 1]``."""

    first: Int32
    member: Int32


class Scales(NamedTuple):
    """How many of the members come at all, and how often they come again for their appetite."""

    share: float
    again: float


class _Buckets(NamedTuple):
    """`place` counts when `filling` is 0, and is where the next member of a bucket is put when it is 1."""

    place: Int32
    member: Int32
    stamp: Int32
    filling: int


def buckets(terms: Terms) -> int:
    """How many buckets there are: the regions and the national opens of each slot."""
    return terms.slots * (terms.regions + 1)


def attendances_of(terms: Terms, people: People, scales: Scales) -> Attendances:
    """Draw who is where when."""
    count = buckets(terms)
    first = np.zeros(count + 1, dtype=np.int32)
    stamp = np.full(terms.slots, -1, dtype=np.int32)
    nobody = np.empty(0, dtype=np.int32)
    _attend(terms, people, scales, _Buckets(first[1:], nobody, stamp, 0), new_dice())
    np.cumsum(first, out=first)
    member = np.empty(first[-1], dtype=np.int32)
    stamp.fill(-1)
    _attend(terms, people, scales, _Buckets(first[:-1].copy(), member, stamp, 1), new_dice())
    return Attendances(first, member)


@entry
def _attend(terms: Terms, people: People, scales: Scales, target: _Buckets, dice: Dice) -> None:
    days = terms.last - terms.first + 1
    for member in range(terms.members):
        start(dice, terms.seed, CAREERS, member)
        arrival, region = int(people.arrival[member]), int(people.region[member])
        if uniform(dice) >= scales.share:
            continue
        if member >= terms.home:
            visit = arrival + int(people.span[member])
            if visit <= terms.last:
                _at(terms, target, member, visit, region)
            continue
        _at(terms, target, member, arrival, region)
        again = int(min(scales.again * people.appetite[member], MOST * terms.slots) + uniform(dice))
        span = min(max(int(people.span[member]), again * terms.slot_days * 2), days)
        until = min(terms.last, int(people.birth[member]) + OLDEST)
        for _ in range(again):
            day = arrival + int(span * uniform(dice) * (0.4 + 0.6 * uniform(dice)))
            if day > until or (SHUT <= day < OPEN and below(dice, 100) < STAYED_HOME):
                continue
            _at(terms, target, member, day, _bucket_region(dice, terms, region))


@compiled
def _bucket_region(dice: Dice, terms: Terms, region: int) -> int:
    """Where: at home mostly, sometimes elsewhere or at a national open, which is the region after the last."""
    kind = below(dice, 100)
    if kind < NATIONAL_SHARE:
        return terms.regions
    return below(dice, terms.regions) if kind < NATIONAL_SHARE + OTHER_REGION else region


@compiled
def _at(terms: Terms, target: _Buckets, member: int, day: int, region: int) -> None:
    """Put a member into a slot that is still free, from that of a day on; nowhere when there is none."""
    slot = (day - terms.first) // terms.slot_days
    step = 1
    if region == terms.regions:
        step = terms.national_every
        slot += (step - slot % step) % step
    for _ in range(TRIES):
        if slot >= terms.slots:
            return
        if target.stamp[slot] != member:
            target.stamp[slot] = member
            bucket = slot * (terms.regions + 1) + region
            if target.filling:
                target.member[target.place[bucket]] = member
            target.place[bucket] += 1
            return
        slot += step
