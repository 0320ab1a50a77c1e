"""After step 5: limits, floors, ceiling and storage make the final rating; the row says all that is true then.

The order of work of `rules.uschess.finish`, over columns.
"""

from __future__ import annotations

from math import inf, isnan, nan
from typing import Any

from arpad.kernel.bounds import ceiling, floor_in_force, match_limits
from arpad.kernel.columns import MATCH, NO_DAY, UNKNOWN_GAMES, UInt8
from arpad.kernel.compiled import compiled, formula, inlined
from arpad.kernel.desk import Desk
from arpad.kernel.memory import finish_row
from arpad.kernel.plan import Plan
from arpad.kernel.rows import (
    ABSOLUTE_FLOOR,
    DONE,
    MOVED,
    NO_FLOOR,
    NO_FORMULA,
    NOT_NEW,
    RATED,
    SPECIAL,
    STANDARD,
    Details,
    Rows,
)
from arpad.rules.uschess import finish, life_master, match, storage

games_after = formula(finish.games_after)
record_of_event = formula(finish.record_of_event)
record_with = formula(finish.record_with)
not_below = formula(finish.not_below)
not_above = formula(finish.not_above)
within_limits = formula(match.within_limits)
away_from = formula(storage.away_from)
to_nearest = formula(storage.to_nearest)
established = formula(storage.established)
life_title_games = formula(life_master.life_title_games)


@inlined
def known_peak(rows: Rows, before: int, book: Any) -> float:
    """The highest established rating so far: the peak of the row before, or its rating if that is established."""
    games = rows[before].games
    peak = rows[before].peak
    rating = rows[before].post
    if established(inf if games == UNKNOWN_GAMES else float(games), book.established_games) and (
        isnan(peak) or peak < rating
    ):
        return rating  # type: ignore[no-any-return]
    return peak  # type: ignore[no-any-return]


@compiled
def keep(rows: Rows, flags: UInt8, row: int, before: int, book: Any) -> None:
    """Nothing changes: the row says what the one before said."""
    if before >= 0 and (rows[before].marks & RATED) != 0:
        rows[row].post = rows[before].post
        rows[row].peak = known_peak(rows, before, book)
        rows[row].games = rows[before].games
        rows[row].wins = rows[before].wins
        rows[row].draws = rows[before].draws
        rows[row].events_of_three = rows[before].events_of_three
        rows[row].day = rows[before].day
        rows[row].olm_games = rows[before].olm_games
        rows[row].record = rows[before].record
        finish_row(flags, row, DONE | RATED)
    else:
        nothing(rows, flags, row)


@compiled
def nothing(rows: Rows, flags: UInt8, row: int) -> None:
    """Nothing is true yet: the member is unrated."""
    rows[row].post = nan
    rows[row].peak = nan
    rows[row].games = 0
    rows[row].wins = 0
    rows[row].draws = 0
    rows[row].events_of_three = 0
    rows[row].day = NO_DAY
    rows[row].olm_games = 0
    rows[row].record = 0
    finish_row(flags, row, DONE)


@inlined
def conclude(
    plan: Plan,
    rows: Rows,
    flags: UInt8,
    desk: Desk,
    details: Details,
    detail: int,
    run: int,
    place: int,
    book: Any,
    value: float,
    wins: int,
    draws: int,
) -> None:
    """The final rating of a member with rated games, and everything that is true after the section."""
    row = plan.runs.first_row[run] + place
    before = plan.links.prev[row]
    end = plan.runs.end[run]
    member = plan.who[plan.runs.first_entry[run] + place]
    is_match = plan.runs.kind[run] == MATCH
    newcomer = desk.newcomer[place]
    m = desk.m[place]
    r0 = desk.r0[place]
    record = record_of_event(wins, draws, m)
    peak, events, olm_games = nan, 0, 0
    if not newcomer:
        peak = known_peak(rows, before, book)
        record = record_with(rows[before].record, record)
        wins += rows[before].wins
        draws += rows[before].draws
        events = rows[before].events_of_three
        olm_games = rows[before].olm_games
    if m >= book.personal_floor_event_games:
        events += 1
    up, down = inf, inf
    if is_match:
        up, down = match_limits(plan, rows, row, member, book, end)
        value = within_limits(r0, value, up, down)
    unfloored = value
    system = plan.runs.system[run]
    floor, kind = floor_in_force(plan, member, system, book, peak, wins, draws, events, olm_games, end)
    value = not_below(value, floor)
    highest = ceiling(plan, member, end)
    if highest < inf:
        value = not_above(value, highest)
    post = value
    if book.stores_integers:
        post = to_nearest(value) if newcomer else away_from(r0, value)
    games = UNKNOWN_GAMES if desk.n[place] == inf else games_after(int(desk.n[place]), m)
    count = inf if games == UNKNOWN_GAMES else float(games)
    if established(count, book.established_games) and (isnan(peak) or peak < post):
        peak = post
    if not isnan(book.olm_floor):
        olm_games = life_title_games(olm_games, m, post, count, book.established_games, book.olm_floor)
    rows[row].post = post
    rows[row].peak = peak
    rows[row].games = games
    rows[row].wins = wins
    rows[row].draws = draws
    rows[row].events_of_three = events
    rows[row].day = end
    rows[row].olm_games = olm_games
    rows[row].record = record
    finish_row(flags, row, DONE | RATED | MOVED)
    if detail >= 0:
        request = nan
        if is_match and book.match_floor_requests and unfloored < floor and kind != ABSOLUTE_FLOOR:
            request = floor - book.match_floor_drop
        bounded = highest if highest < inf else nan
        describe_bounds(details, detail + place, unfloored, floor, kind, request, bounded, up, down)


@compiled
def describe_bounds(
    details: Details,
    detail: int,
    unfloored: float,
    floor: float,
    kind: int,
    request: float,
    highest: float,
    up: float,
    down: float,
) -> None:
    """What bounded a result, for whoever asks."""
    details[detail].unfloored = unfloored
    details[detail].floor = floor
    details[detail].floor_kind = kind
    details[detail].floor_request = request
    details[detail].ceiling = highest
    details[detail].limit_up = up if up < inf else nan
    details[detail].limit_down = down if down < inf else nan


@compiled
def describe(desk: Desk, details: Details, detail: int, place: int) -> None:
    """The numbers of steps 1 to 4 of a member, for whoever asks; those of a member without rated games are few."""
    played = desk.m[place] > 0
    standard = played and desk.standard[place]
    details[detail].r0 = desk.r0[place]
    details[detail].n = desk.n[place]
    details[detail].n_star = desk.n_star[place]
    details[detail].n_effective = desk.effective[place]
    details[detail].score = desk.score[place] if played else 0.0
    details[detail].first_estimate = desk.first_estimate[place] if played else nan
    details[detail].intermediate = desk.between[place] if played else nan
    details[detail].m = desk.m[place]
    details[detail].source = desk.source[place]
    details[detail].formula = (STANDARD if standard else SPECIAL) if played else NO_FORMULA
    details[detail].k = desk.k[place] if standard else nan
    details[detail].expected = desk.expected[place] if standard else nan
    details[detail].bonus = desk.bonus[place] if standard else nan


@compiled
def describe_nothing(details: Details, detail: int, refused: int) -> None:
    """Nothing was computed, and why: what a detail says before more is known."""
    details[detail].r0 = nan
    details[detail].n = nan
    details[detail].n_star = nan
    details[detail].n_effective = nan
    details[detail].score = 0.0
    details[detail].first_estimate = nan
    details[detail].intermediate = nan
    details[detail].k = nan
    details[detail].expected = nan
    details[detail].bonus = nan
    details[detail].m = 0
    details[detail].source = NOT_NEW
    details[detail].refused = refused
    details[detail].formula = NO_FORMULA
    describe_bounds(details, detail, nan, nan, NO_FLOOR, nan, nan, inf, inf)
