"""What the office knows besides games: ratings of other federations, floors, ceilings, ratings set by ruling."""

from __future__ import annotations

from math import inf, nan

import numpy as np

from arpad.generator.chance import OFFICE, Dice, below, new_dice, normal, start
from arpad.generator.people import Form, People
from arpad.generator.playing import Prizes
from arpad.generator.tables import first_rows, from_rows, room_for
from arpad.generator.terms import Terms
from arpad.kernel.columns import (
    CFC,
    FIDE,
    LOWERED,
    MONEY,
    NATIONAL,
    NO_DAY,
    OLM,
    UNKNOWN_GAMES,
    UNSAID,
    Ceilings,
    Floors,
    ForeignRatings,
    MatchChanges,
    Rulings,
)
from arpad.kernel.compiled import compiled, entry

MOST_RATINGS = 4
"""Of one member."""
SETTLED_STRENGTH = 1700.0


def foreign_ratings(terms: Terms, people: People, form: Form) -> ForeignRatings:
    """Ratings of other federations: of all foreign players but a few, and of a share of the members."""
    most = MOST_RATINGS * (terms.members // 8 + terms.abroad + 64)
    table = room_for(ForeignRatings, most)
    count = _draw_foreign(terms, people, form, table, new_dice())
    return first_rows(table, count)


@entry
def _draw_foreign(terms: Terms, people: People, form: Form, table: ForeignRatings, dice: Dice) -> int:
    count = 0
    for member in range(terms.members):
        if count + MOST_RATINGS > len(table.member):
            break
        start(dice, terms.seed, OFFICE, member)
        kind = below(dice, 1000)
        source = FIDE
        if member >= terms.home:
            if kind < 40:
                continue
        elif kind < (120 if form.strength[member] > SETTLED_STRENGTH else 15):
            source = FIDE
        elif kind >= 985:
            source = CFC if kind >= 992 else NATIONAL
        else:
            continue
        count = _ratings_of(dice, people, form, (table, count, member, source))
    return count


@compiled
def _ratings_of(dice: Dice, people: People, form: Form, rating_of: tuple[ForeignRatings, int, int, int]) -> int:
    """Write down one rating of a member, or some as time goes by; the new number of ratings."""
    table, count, member, source = rating_of
    arrival, seen = int(people.arrival[member]), int(form.seen[member])
    times = 1 + min(below(dice, 3), below(dice, 3))
    resident = UNSAID
    if source == CFC:
        resident = below(dice, 3) - 1
    for turn in range(times):
        part = turn / times
        strength = (1.0 - part) * people.strength[member] + part * form.strength[member]
        strength += 40.0 * normal(dice)
        since = NO_DAY
        if turn > 0 or below(dice, 3) > 0:
            since = arrival - 60 + int(part * (seen - arrival)) + below(dice, 90)
        table.member[count] = member
        table.source[count] = source
        table.rating[count] = _on_their_scale(strength, source)
        table.since[count] = since
        table.day[count] = NO_DAY
        if since != NO_DAY and below(dice, 3) > 0:
            table.day[count] = since - below(dice, 400)
        table.resident[count] = resident
        count += 1
    return count


@compiled
def _on_their_scale(strength: float, source: int) -> float:
    """A strength as another federation's rating, a whole number."""
    if source == FIDE:
        return float(max(1000, int(strength * 1.02 - 110.0)))
    return float(max(200, int(strength - 60.0 if source == CFC else strength)))


def floors(terms: Terms, prizes: Prizes, people: People, form: Form) -> Floors:
    """The prizes that were won, and a few requests granted and life titles entered by hand."""
    dice = new_dice()
    start(dice, terms.seed, OFFICE, terms.members + 1)
    rows: list[tuple[float, ...]] = [
        (int(member), MONEY, nan, float(amount), float(under), int(day), 0)
        for member, amount, under, day in zip(*prizes, strict=True)
    ]
    for member in _some(dice, terms, form, 1500):
        value = 100.0 * max(1, int(form.strength[member]) // 100 - 1)
        day = max(int(people.arrival[member]), int(form.seen[member]) - below(dice, 300))
        rows.append((member, LOWERED, value, nan, nan, day, below(dice, 2) - 1))
    strong = np.flatnonzero(form.strength[: terms.home] > 2250.0)
    for place in range(min(len(strong), len(strong) // 20 + 1)):
        member = int(strong[place * len(strong) // (len(strong) // 20 + 1)])
        since = NO_DAY if below(dice, 2) else int(people.arrival[member])
        rows.append((member, OLM, nan, nan, nan, since, -1))
    return from_rows(Floors, rows)


def ceilings(terms: Terms, people: People, form: Form) -> Ceilings:
    """A few levels above which a ruling keeps a rating; half of them are lifted again."""
    dice = new_dice()
    start(dice, terms.seed, OFFICE, terms.members + 2)
    rows: list[tuple[float, ...]] = []
    for member in _some(dice, terms, form, 5000):
        day = max(int(people.arrival[member]), int(form.seen[member]) - 400 - below(dice, 800))
        rows.append((member, float(100 * int(form.strength[member] / 100.0)), day))
        if below(dice, 2):
            rows.append((member, inf, day + 100 + below(dice, 300)))
    return from_rows(Ceilings, rows)


def rulings(terms: Terms, people: People, form: Form) -> Rulings:
    """A few ratings set by the office, in over-the-board Regular and Quick."""
    dice = new_dice()
    start(dice, terms.seed, OFFICE, terms.members + 3)
    rows: list[tuple[float, ...]] = []
    for member in _some(dice, terms, form, 1000):
        arrival = int(people.arrival[member])
        day = max(terms.first, arrival) + below(dice, max(1, int(form.seen[member]) - arrival))
        rating = float(int(form.strength[member] + 80.0 * normal(dice)))
        games = (UNKNOWN_GAMES, 10, 30, 200)[below(dice, 4)]
        peak = rating + below(dice, 100) if games != 10 and below(dice, 2) else nan
        computed = NO_DAY if below(dice, 2) else day - below(dice, 200)
        wins = max(0, games) // 3
        row = (member, int(below(dice, 4) == 0), day, max(100.0, rating), games, 0, peak, wins, wins // 2)
        rows.append((*row, max(0, games) // 4, computed))
    return from_rows(Rulings, rows)


def match_changes(terms: Terms, form: Form) -> MatchChanges:
    """What a few matches before the history did to ratings."""
    dice = new_dice()
    start(dice, terms.seed, OFFICE, terms.members + 4)
    rows: list[tuple[float, ...]] = [
        (member, 0, terms.first - 1 - below(dice, 900), float(below(dice, 101) - 50))
        for member in _some(dice, terms, form, 2000)
    ]
    return from_rows(MatchChanges, rows)


def _some(dice: Dice, terms: Terms, form: Form, one_of: int) -> list[int]:
    """Some members who played a while: one of so many, one at least where anybody did."""
    found = []
    for _ in range(max(1, terms.home // one_of)):
        for _ in range(100):
            member = below(dice, terms.home)
            if form.played[member] >= 5:
                found.append(member)
                break
    return sorted(set(found))
