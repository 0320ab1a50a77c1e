"""A whole federation from a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arpad.generator import office
from arpad.generator.assembling import in_rating_order, member_ids
from arpad.generator.careers import Attendances, Scales, attendances_of
from arpad.generator.counting import expected_games, without_too_many
from arpad.generator.layout import Calendar, calendar_of
from arpad.generator.people import People, people_of
from arpad.generator.playing import PRIZE_COUNT, hall_for, play_groups
from arpad.generator.reports import event_numbers, reported_days
from arpad.generator.tables import first_rows
from arpad.generator.terms import EARLIEST, Terms, sides_of_entry, terms_of, too_many
from arpad.generator.time_controls import TEXTS
from arpad.generator.words import event_names, member_names
from arpad.kernel.columns import Columns, Int32, Members

LATEST = date(2025, 12, 31)
TOO_MANY = 0.04
FEW_GAMES = 6
MOST_TURNS = 30
Point = tuple[float, float]
STEPS = 100
"""How often progress is told."""


@dataclass(frozen=True)
class Federation:
    """The facts of a history, who everybody is, and the truth that ratings try to find.

    Attributes:
        columns: the facts as the kernel reads them.
        member_ids: ids of the members, 8 digits.
        names: their names.
        event_ids: ids of the events, 12 digits; `columns.sections.event` points here.
        event_names: what the events are called.
        reported: the day that the report of each section arrived.  The columns have everything in rating order, as if
            every report had been there in time; an office gets the reports in order of these days, so that whoever
            plays the history through as it came sorts the sections by them, and finds a part of the events late.
        strength: the true strength of each entry's member at that section.
    """

    columns: Columns
    member_ids: pl.Series
    names: pl.Series
    event_ids: pl.Series
    event_names: pl.Series
    reported: Int32
    strength: NDArray[np.float32]

    def __repr__(self) -> str:
        columns = self.columns
        return (
            f"<Federation of {len(self.member_ids):,} members: {columns.games:,} games, "
            f"{len(columns.sections.event):,} sections, {len(self.event_ids):,} events>"
        )


def generate(
    members: int = 1000,
    seed: int = 1,
    *,
    games: int | None = None,
    first: date = EARLIEST,
    last: date = LATEST,
    progress: Callable[[int, int], object] | None = None,
) -> Federation:
    """Make up a federation: the same one for the same arguments, on every machine.

    Args:
        members: how many there are, 2 to 1,000,000; nearly all of them play.
        seed: any whole number, of which 62 bits count; another seed is another federation.
        games: about how many games are played: within 2 per cent or 24 games, but for the size of a section where all
            is played in a day or two; 20 a member if not said.
        first: no section starts before this day.
        last: no section ends after this day.
        progress: is told from time to time how many steps are done, and of how many.

    Raises:
        ValueError: there cannot be such a federation; the message says why.

    >>> federation = generate(200, seed=7, games=1000)
    >>> 960 < federation.columns.games < 1040
    True
    """
    terms = terms_of(members, seed, games, first, last)
    people = people_of(terms)
    attendances, calendar = _as_many_as_asked(terms, people)
    hall = hall_for(terms, people, attendances, calendar)
    groups = len(calendar.groups.slot)
    step = max(1, -(-groups // STEPS))
    for begin in range(0, groups, step):
        stop = min(begin + step, groups)
        play_groups(hall, begin, stop)
        if progress is not None:
            progress(stop, groups)
    events, form = calendar.draft.events, hall.form
    reported = reported_days(terms, events.end)
    numbers = event_numbers(events.end, reported)
    rated = in_rating_order(numbers, calendar.draft.sheet, hall.played)
    prizes = first_rows(hall.played.prizes, int(hall.played.so_far[PRIZE_COUNT]))
    columns = Columns(
        Members(people.known_birth, people.adult, np.arange(members, dtype=np.int32)),
        rated.sections,
        rated.entries,
        rated.sides,
        office.foreign_ratings(terms, people, form),
        office.floors(terms, prizes, people, form),
        office.ceilings(terms, people, form),
        office.rulings(terms, people, form),
        office.match_changes(terms, form),
        rated.published,
        TEXTS,
    )
    return Federation(
        columns,
        member_ids(people.arrival),
        member_names(terms),
        pl.Series("event", numbers).cast(pl.String),
        event_names(terms, events.style, events.end),
        reported[rated.sections.event],
        rated.strength,
    )


def _as_many_as_asked(terms: Terms, people: People) -> tuple[Attendances, Calendar]:
    """Draw careers and a calendar with more or less appetite until they have the games asked for, or a few more.

    The amount is the share of members who come at all, up to 1; what is above 1 multiplies their appetite.
    """
    found: tuple[float, Attendances, Calendar] | None = None
    enough, at_most = terms.games - FEW_GAMES, terms.games * (1.0 + TOO_MANY) + FEW_GAMES
    wanted = (enough + at_most) / 2
    amount = _first_amount(terms, people)
    low, high = (0.0, 0.0), None
    for _ in range(MOST_TURNS):
        attendances = attendances_of(terms, people, Scales(min(1.0, amount), max(0.0, amount - 1.0)))
        calendar = calendar_of(terms, attendances)
        here = (amount, expected_games(calendar.draft))
        if here[1] < enough:
            low = max(low, here)
        else:
            high = here if high is None else min(high, here)
            if found is None or here[1] < found[0]:
                found = (here[1], attendances, calendar)
        if enough <= here[1] <= at_most or (high is not None and low >= high):
            break
        amount = _between(wanted, low, high)
    if found is None:
        raise too_many(terms.games, terms.members, terms.last - terms.first + 1)
    _, attendances, calendar = found
    return attendances, calendar._replace(draft=without_too_many(terms, calendar.draft))


def _first_amount(terms: Terms, people: People) -> float:
    """A first guess from the number of sides that an entry usually has."""
    entries = 2.0 * terms.games / sides_of_entry(terms.members)
    if entries <= terms.home:
        return entries / terms.home
    appetite = int((people.appetite * 1024.0).astype(np.int64).sum()) / 1024.0
    return 1.0 + (entries - terms.home) / max(1.0, appetite)


def _between(games: float, low: Point, high: Point | None) -> float:
    """An amount along the line from too few games to too many, not too near to either; beyond what is too few."""
    if high is None:
        return low[0] * min(3.0, max(1.1, 1.1 * games / max(1.0, low[1])))
    part = (games - low[1]) / (high[1] - low[1])
    return low[0] + min(0.9, max(0.1, part)) * (high[0] - low[0])
