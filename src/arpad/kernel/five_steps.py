"""Steps 1 to 5 of one section in one system, over columns: the order of work of `rules.uschess.section`.

Each formula is the compiled function of the rules; what stands here gathers its numbers and puts its results away.
"""

from __future__ import annotations

from math import inf, nan
from typing import Any

from arpad.kernel.columns import UNKNOWN_GAMES, UInt8
from arpad.kernel.compiled import formula, inlined
from arpad.kernel.desk import Desk
from arpad.kernel.memory import await_row
from arpad.kernel.plan import Plan
from arpad.kernel.rows import NOT_NEW, RATED, Rows
from arpad.kernel.starts import start
from arpad.rules.uschess import effective, passes, special, standard

n_star = formula(effective.n_star)
n_effective = formula(effective.n_effective)
special_applies = formula(special.special_applies)
special_rating: Any = formula(special.special_rating)
strength = formula(standard.strength)
total_expectancy: Any = formula(standard.total_expectancy)
at_least = formula(passes.at_least)
k_of = formula(passes.k_of)
updated = formula(passes.updated)


@inlined
def enter_rated(rows: Rows, desk: Desk, place: int, before: int, book: Any) -> None:
    """Steps 1 and 2 for a member who is rated: the rating before, and how many games it is worth."""
    games = rows[before].games
    desk.newcomer[place] = False
    desk.source[place] = NOT_NEW
    desk.record[place] = rows[before].record
    weigh(desk, place, rows[before].post, inf if games == UNKNOWN_GAMES else float(games), book)


@inlined
def weigh(desk: Desk, place: int, r0: float, n: float, book: Any) -> None:
    """Step 2: how many games a rating is worth."""
    star = n_star(
        r0,
        book.n_star_ceiling,
        book.n_star_knee,
        book.n_star_constant,
        book.n_star_coefficient,
        book.n_star_anchor,
    )
    desk.r0[place] = r0
    desk.n[place] = n
    desk.n_star[place] = star
    desk.effective[place] = n_effective(n, star)


@inlined
def enter(plan: Plan, rows: Rows, flags: UInt8, desk: Desk, run: int, book: Any, shared: bool) -> bool:
    """Steps 1 and 2 for everybody; whether any member stands in the section under several numbers."""
    first_row, first_entry, end = plan.runs.first_row[run], plan.runs.first_entry[run], plan.runs.end[run]
    several = False
    for place in range(plan.runs.size[run]):
        entry = first_entry + place
        pooled = plan.tallies.pooled[entry]
        if pooled == 0:
            desk.lead[place] = desk.lead[place - 1]
            desk.m[place] = 0
            several = True
            continue
        desk.lead[place] = place
        desk.m[place] = plan.first_side[entry + pooled] - plan.first_side[entry]
        desk.score[place] = plan.tallies.wins[entry] + 0.5 * plan.tallies.draws[entry]
        row = first_row + place
        before = plan.links.prev[row]
        if before >= 0 and shared:
            await_row(flags, before)
        if before >= 0 and (rows[before].marks & RATED) != 0:
            enter_rated(rows, desk, place, before, book)
        else:
            r0, n, source = start(plan, rows, flags, row, plan.who[entry], end, book, desk.others, shared)
            desk.newcomer[place] = True
            desk.source[place] = source
            desk.record[place] = 0
            weigh(desk, place, r0, n, book)
        desk.own[place] = strength(desk.r0[place], book.expectancy_scale)
    return several


@inlined
def follow(desk: Desk, size: int, values: Any) -> None:
    """Under each of a member's numbers stands what stands under the first."""
    for place in range(size):
        values[place] = values[desk.lead[place]]


@inlined
def gather(plan: Plan, entry: int, m: int, values: Any, opponents: Any) -> None:
    """Put on the desk what each opponent of an entry has, game by game."""
    first = plan.first_side[entry]
    for game in range(m):
        opponents[game] = values[plan.opponent[first + game]]


@inlined
def first_estimates(plan: Plan, desk: Desk, run: int, book: Any, several: bool) -> None:
    """Step 3: newcomers with N = 0 against pre-event or initial ratings; `before` and `strength` are for step 4."""
    first_entry, size = plan.runs.first_entry[run], plan.runs.size[run]
    if several:
        follow(desk, size, desk.r0)
        follow(desk, size, desk.own)
    for place in range(size):
        before = desk.r0[place]
        power = desk.own[place]
        desk.first_estimate[place] = nan
        if desk.lead[place] == place and desk.newcomer[place] and desk.n[place] <= 0.0 and desk.m[place] > 0:
            gather(plan, first_entry + place, desk.m[place], desk.r0, desk.opponents)
            estimate = special_rating(
                before,
                book.first_estimate_games,
                desk.record[place],
                desk.score[place],
                desk.opponents[: desk.m[place]],
                book.special_half_width,
                book.special_cap,
            )
            before = at_least(estimate, book.result_minimum)
            power = strength(before, book.expectancy_scale)
            desk.first_estimate[place] = before
        desk.before[place] = before
        desk.strength[place] = power
    if several:
        follow(desk, size, desk.before)
        follow(desk, size, desk.strength)


@inlined
def one_pass(
    plan: Plan, desk: Desk, run: int, book: Any, ratings: Any, results: Any, dual: bool, is_match: bool
) -> None:
    """Step 4 or 5: everybody against given ratings of the opponents, whose strengths stand in `strength`."""
    first_entry, size = plan.runs.first_entry[run], plan.runs.size[run]
    for place in range(size):
        m = desk.m[place]
        r0 = desk.r0[place]
        if m == 0:
            results[place] = r0
            continue
        record = desk.record[place]
        if special_applies(desk.n[place], record, book.special_games):
            gather(plan, first_entry + place, m, ratings, desk.opponents)
            rating = special_rating(
                r0,
                desk.effective[place],
                record,
                desk.score[place],
                desk.opponents[:m],
                book.special_half_width,
                book.special_cap,
            )
            desk.standard[place] = False
        else:
            gather(plan, first_entry + place, m, desk.strength, desk.opponents)
            k = k_of(book, r0, desk.effective[place], m, dual)
            expected = total_expectancy(desk.own[place], desk.opponents[:m])
            meetings = plan.tallies.meetings[first_entry + place]
            rating, bonus = updated(book, r0, k, desk.score[place], expected, m, meetings, is_match)
            desk.standard[place] = True
            desk.k[place] = k
            desk.expected[place] = expected
            desk.bonus[place] = bonus
        results[place] = at_least(rating, book.result_minimum)


@inlined
def strengthen(desk: Desk, size: int, ratings: Any, book: Any, several: bool) -> None:
    """The strengths of ratings, for the pass that comes; under each number of a member."""
    if several:
        follow(desk, size, ratings)
    for place in range(size):
        desk.strength[place] = strength(ratings[place], book.expectancy_scale)
