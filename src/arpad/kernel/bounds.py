"""What bounds a result, in columns: floors and ceilings by fact or ruling, and what matches have done before."""

from __future__ import annotations

from math import inf, isnan, nan
from typing import Any

from arpad.kernel.columns import LOWERED, MONEY, NO_DAY, OLM, UNKNOWN_GAMES
from arpad.kernel.compiled import compiled, formula, inlined
from arpad.kernel.facts import HAS_CEILINGS, HAS_CHANGES, HAS_FLOORS
from arpad.kernel.numbers import MOST
from arpad.kernel.plan import Plan, match_place
from arpad.kernel.rows import (
    ABSOLUTE_FLOOR,
    LOWERED_FLOOR,
    MONEY_FLOOR,
    MOVED,
    NO_FLOOR,
    NO_PUBLISHED,
    NOT_ESTABLISHED,
    NOT_REFUSED,
    NOT_TWO,
    OLM_FLOOR,
    PEAK_FLOOR,
    RATED,
    TOO_FAR_APART,
    Rows,
)
from arpad.rules import calendar
from arpad.rules.uschess import floors, match, published

personal_floor = formula(floors.personal_floor)
peak_floor = formula(floors.peak_floor)
money_floor = formula(floors.money_floor)
left_upwards = formula(match.left_upwards)
left_downwards = formula(match.left_downwards)
near_enough = formula(match.near_enough)
years_before = formula(calendar.years_before)
list_cutoff = formula(published.list_cutoff)
is_published = formula(published.is_published)
as_published = formula(published.as_published)


@compiled
def prize_threshold(book: Any, since: int) -> float:
    """The prize that gave a floor on the day it was won."""
    if since == NO_DAY:
        return book.money_floor_threshold  # type: ignore[no-any-return]
    held = book.prize_threshold[0]
    for place in range(MOST):
        if book.prize_since[place] <= since:
            held = book.prize_threshold[place]
    return held  # type: ignore[no-any-return]


@compiled
def holds(plan: Plan, place: int, system: int, end: int) -> bool:
    """Whether a floor given by fact or ruling holds for a system on the day a section ends."""
    floor = plan.facts.floors
    return bool(floor.since[place] <= end and (floor.system[place] < 0 or floor.system[place] == system))


@compiled
def lowered(plan: Plan, member: int, system: int, end: int) -> float:
    """The level to which the newest granted request lowered a member's floors; NaN for none."""
    newest, level = NO_DAY, nan
    for place in range(plan.facts.first_floor[member], plan.facts.first_floor[member + 1]):
        if plan.facts.floors.kind[place] == LOWERED and holds(plan, place, system, end):
            since = plan.facts.floors.since[place]
            value = plan.facts.floors.value[place]
            if isnan(level) or since > newest or (since == newest and value < level):
                newest, level = since, value
    return level


@compiled
def highest_given(plan: Plan, member: int, system: int, book: Any, end: int) -> tuple[float, int]:
    """The highest floor from prizes and the life title, and its kind."""
    best, kind = 0.0, NO_FLOOR
    for place in range(plan.facts.first_floor[member], plan.facts.first_floor[member + 1]):
        if not holds(plan, place, system, end):
            continue
        if plan.facts.floors.kind[place] == OLM and not isnan(book.olm_floor):
            if book.olm_floor > best:
                best, kind = book.olm_floor, OLM_FLOOR
        elif plan.facts.floors.kind[place] == MONEY:
            level = money_floor(
                plan.facts.floors.amount[place],
                plan.facts.floors.under[place],
                prize_threshold(book, plan.facts.floors.since[place]),
                book.money_floor_step,
                book.money_floor_highest,
            )
            if level > best:
                best, kind = level, MONEY_FLOOR
    return best, kind


@inlined
def floor_in_force(
    plan: Plan,
    member: int,
    system: int,
    book: Any,
    peak: float,
    wins: int,
    draws: int,
    events: int,
    olm_games: int,
    end: int,
) -> tuple[float, int]:
    """The highest floor that binds a result, and its kind."""
    best, kind = book.floor_absolute, ABSOLUTE_FLOOR
    if book.personal_floor:
        best = personal_floor(
            wins,
            draws,
            events,
            book.floor_absolute,
            book.personal_floor_win,
            book.personal_floor_draw,
            book.personal_floor_event,
            book.personal_floor_cap,
        )
    given = (plan.facts.has[member] & HAS_FLOORS) != 0
    if given:
        level = lowered(plan, member, system, end)
        if not isnan(level):
            if level > best:
                return level, LOWERED_FLOOR
            return best, kind
    if not isnan(peak):
        level = peak_floor(
            peak, book.peak_floor_drop, book.peak_floor_step, book.peak_floor_lowest, book.peak_floor_highest
        )
        if level > best:
            best, kind = level, PEAK_FLOOR
    if given:
        level, of_kind = highest_given(plan, member, system, book, end)
        if level > best:
            best, kind = level, of_kind
    if olm_games > 0 and olm_games >= book.olm_games and not isnan(book.olm_floor) and book.olm_floor > best:
        best, kind = book.olm_floor, OLM_FLOOR
    return best, kind


@inlined
def ceiling(plan: Plan, member: int, end: int) -> float:
    """The level above which a ruling keeps a rating; infinity where there is none."""
    level = inf
    if plan.facts.has[member] & HAS_CEILINGS:
        for place in range(plan.facts.first_ceiling[member], plan.facts.first_ceiling[member + 1]):
            if plan.facts.ceilings.since[place] <= end:
                level = plan.facts.ceilings.value[place]
    return level


@compiled
def match_limits(plan: Plan, rows: Rows, row: int, member: int, book: Any, end: int) -> tuple[float, float]:
    """How far a match may move a rating up and down, after those of the last 180 days and three years.

    What matches did before the history comes first, in the order recorded, then those of the history in theirs: the
    order in which they are added.
    """
    system = plan.runs.system[plan.links.run[row]]
    three_years_before = years_before(end, book.match_window_years)
    net_180, net_3_years = 0.0, 0.0
    facts = plan.facts
    if facts.has[member] & HAS_CHANGES:
        for place in range(facts.first_change[member], facts.first_change[member + 1]):
            day = facts.changes.day[place]
            if facts.changes.system[place] == system and day <= end:
                change = facts.changes.change[place]
                if end - day <= book.match_window_days:
                    net_180 += change
                if day >= three_years_before:
                    net_3_years += change
    earliest = min(three_years_before, end - book.match_window_days)
    own = match_place(plan.matches, row)
    count, at = 0, plan.matches.before[own]
    while at >= 0 and plan.runs.end[plan.links.run[plan.matches.row[at]]] >= earliest:
        count += 1
        at = plan.matches.before[at]
    for back in range(count, 0, -1):
        at = own
        for _ in range(back):
            at = plan.matches.before[at]
        earlier = plan.matches.row[at]
        before = plan.links.prev[earlier]
        if (rows[earlier].marks & MOVED) != 0 and before >= 0 and (rows[before].marks & RATED) != 0:
            change = rows[earlier].post - rows[before].post
            day = plan.runs.end[plan.links.run[earlier]]
            if end - day <= book.match_window_days:
                net_180 += change
            if day >= three_years_before:
                net_3_years += change
    up, down = inf, inf
    if not isnan(book.match_change):
        up = min(up, left_upwards(book.match_change, 0.0))
        down = min(down, left_downwards(book.match_change, 0.0))
    if not isnan(book.match_change_180_days):
        up = min(up, left_upwards(book.match_change_180_days, net_180))
        down = min(down, left_downwards(book.match_change_180_days, net_180))
    if not isnan(book.match_change_3_years):
        up = min(up, left_upwards(book.match_change_3_years, net_3_years))
        down = min(down, left_downwards(book.match_change_3_years, net_3_years))
    return up, down


@compiled
def published_rating(plan: Plan, rows: Rows, run: int, place: int) -> tuple[float, float]:
    """The published rating of a player of a match and its games, infinite if not known; NaN for none (reading I51)."""
    entry = plan.runs.first_entry[run] + place
    said = plan.facts.published
    low, high = 0, len(said.entry)
    while low < high:
        middle = (low + high) // 2
        if said.entry[middle] < entry:
            low = middle + 1
        else:
            high = middle
    while low < len(said.entry) and said.entry[low] == entry:
        if said.system[low] == plan.runs.system[run]:
            games = said.games[low]
            return said.rating[low], inf if games == UNKNOWN_GAMES else float(games)
        low += 1
    cutoff = list_cutoff(plan.runs.start[run])
    row = plan.links.prev[plan.runs.first_row[run] + place]
    while row >= 0 and plan.runs.end[plan.links.run[row]] > cutoff:
        row = plan.links.prev[row]
    if row < 0 or (rows[row].marks & RATED) == 0:
        return nan, 0.0
    games = inf if rows[row].games == UNKNOWN_GAMES else float(rows[row].games)
    if not is_published(games):
        return nan, 0.0
    return as_published(rows[row].post), games


@compiled
def why_not(plan: Plan, rows: Rows, run: int, book: Any) -> int:
    """Why a match is not rated: a number of `rows.REFUSALS`."""
    first_entry = plan.runs.first_entry[run]
    found = 0
    first = nan
    refused = NOT_REFUSED
    for place in range(plan.runs.size[run]):
        if plan.tallies.pooled[first_entry + place] == 0:
            continue
        found += 1
        if found > 2 or refused != NOT_REFUSED:
            continue
        rating, games = published_rating(plan, rows, run, place)
        if isnan(rating):
            refused = NO_PUBLISHED
        elif book.match_needs_established and games <= book.established_games:
            refused = NOT_ESTABLISHED
        elif found == 1:
            first = rating
        elif not near_enough(first, rating, book.match_max_difference):
            refused = TOO_FAR_APART
    return NOT_TWO if found != 2 else refused
