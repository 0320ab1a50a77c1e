"""What was asked for, as numbers that every part of the generator reads."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from arpad.rules.calendar import number_of

EARLIEST = date(2001, 1, 1)
"""Nothing is known of the law before."""
FOREIGN_EVENTS = number_of(date(2017, 4, 24))
"""Foreign events move ratings from this day on."""

LEAST_MEMBERS, MOST_MEMBERS = 2, 1_000_000
MEMBERS_OF_REGION = 10_000
MOST_REGIONS = 100
GAMES_OF_MEMBER = 20
SIDES_OF_ENTRY = 4.2
"""About how many games an entry has: only a first guess, the layout of the events says it exactly."""
CLUB = 50
"""Fewer members are a club: all are there from the start and stay."""
GROUP = 14
"""How many attendances a group should have on average, so that there is somebody to play."""
NATIONAL_SHARE = 10
"""Per cent of attendances at national opens."""
NATIONAL_SIZE = 300
LONGEST_NATIONAL = 26


class Terms(NamedTuple):
    """Days are numbers since 1970-01-01; members from `home` on are foreign players, `abroad` of them.

    Time is cut into `slots` of `slot_days`: nobody is at two events in one slot, and strengths change from slot
    to slot.  Every `national_every`-th slot has national opens.
    """

    seed: int
    first: int
    last: int
    slot_days: int
    slots: int
    regions: int
    national_every: int
    members: int
    home: int
    abroad: int
    games: int


def terms_of(members: int, seed: int, games: int | None, first: date, last: date) -> Terms:
    """Work out the terms; ValueError says what is wrong with what was asked for.

    >>> terms_of(1000, 1, None, EARLIEST, date(2025, 12, 31)).games
    20000
    >>> terms_of(1, 1, None, EARLIEST, date(2025, 12, 31))
    Traceback (most recent call last):
    ...
    ValueError: a federation has 2 to 1000000 members, not 1
    """
    if not LEAST_MEMBERS <= members <= MOST_MEMBERS:
        raise ValueError(f"a federation has {LEAST_MEMBERS} to {MOST_MEMBERS} members, not {members}")
    if first < EARLIEST:
        raise ValueError(f"nothing is known of the rating system before {EARLIEST}: the first day cannot be {first}")
    if last < first:
        raise ValueError(f"the last day, {last}, is before the first, {first}")
    if games is not None and games < 0:
        raise ValueError(f"a number of games cannot be negative: {games}")
    wanted = GAMES_OF_MEMBER * members if games is None else games
    days = (last - first).days + 1
    regions = min(MOST_REGIONS, max(1, members // MEMBERS_OF_REGION))
    attendances = max(1.0, 2.0 * wanted / sides_of_entry(members))
    slot_days = _slot_days(days, attendances / regions, attendances / members, members)
    slots = -(-days // slot_days)
    if attendances > 2.0 * members * slots:
        raise too_many(wanted, members, days)
    abroad = max(24, members * 3 // 200) if members >= 400 and number_of(last) >= FOREIGN_EVENTS else 0
    national = int(NATIONAL_SIZE * 100 / NATIONAL_SHARE * slots / attendances)
    return Terms(
        seed=seed % 2**62,
        first=number_of(first),
        last=number_of(last),
        slot_days=slot_days,
        slots=slots,
        regions=regions,
        national_every=min(LONGEST_NATIONAL, max(2, national)),
        members=members,
        home=members - abroad,
        abroad=abroad,
        games=wanted,
    )


def too_many(games: int, members: int, days: int) -> ValueError:
    """The error for games that nobody has the time to play."""
    who = f"{members} members in {days} day{'s' * (days > 1)}"
    return ValueError(f"{games} games cannot be played by {who}: ask for fewer games, or more days")


def sides_of_entry(members: int) -> float:
    """About how many games an entry has: few where there are few to meet."""
    return min(SIDES_OF_ENTRY, members - 1.0)


def _slot_days(days: int, of_region: float, of_member: float, members: int) -> int:
    """A week; longer where too few would come together, shorter where members are to play more often than that.

    >>> _slot_days(9131, 95238, 9.5, 1_000_000), _slot_days(9131, 952, 9.5, 100), _slot_days(30, 95238, 9.5, 1_000_000)
    (7, 119, 1)
    """
    length = max(7.0, GROUP * days / of_region)
    choice = min(8.0, max(2.5, members / 8))
    length = min(length, days / (choice * of_member), days)
    return 7 * int(length / 7) if length >= 7 else max(1, int(length))
