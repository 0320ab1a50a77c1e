"""One run: a section in one system, or the rulings of a day; its rows are written from the rows before them."""

from __future__ import annotations

from math import isnan, nan
from typing import Any

from arpad.kernel.bounds import why_not
from arpad.kernel.columns import FIDE, FOREIGN_FIDE, MATCH, RULING, SCORES, UNKNOWN_GAMES, Float, UInt8
from arpad.kernel.compiled import compiled, formula, inlined
from arpad.kernel.desk import Desk
from arpad.kernel.final import conclude, describe, describe_nothing, keep
from arpad.kernel.five_steps import (
    at_least,
    enter,
    enter_rated,
    first_estimates,
    k_of,
    one_pass,
    strength,
    strengthen,
    total_expectancy,
    updated,
)
from arpad.kernel.forward import score_forward
from arpad.kernel.memory import ROW_BYTES, await_row, finish_row, prefetch
from arpad.kernel.plan import Plan
from arpad.kernel.rows import DONE, FOREIGN_UNKNOWN, MARKS_AT, NOT_ESTABLISHED, NOT_REFUSED, RATED, Details, Rows
from arpad.kernel.starts import fide_on_our_scale, newest_foreign, youth_on_our_scale
from arpad.rules.uschess import foreign

eligible = formula(foreign.eligible)

WINS = tuple(score == 1.0 for score in SCORES)
DRAWS = tuple(score == 0.5 for score in SCORES)


@inlined
def fetch(plan: Plan, flags: UInt8, run: int) -> None:
    """Ask for the rows that a run will read; a row may begin in one line of memory and end in the next."""
    first_row = plan.runs.first_row[run]
    for row in range(first_row, first_row + plan.runs.size[run]):
        before = plan.links.prev[row]
        if before >= 0:
            prefetch(flags, before * ROW_BYTES)
            prefetch(flags, before * ROW_BYTES + MARKS_AT)


@compiled
def set_by_ruling(plan: Plan, rows: Rows, flags: UInt8, run: int, shared: bool) -> None:
    """The ratings that the office set on a day; the count of games of a Life Master goes on."""
    first_row, first_ruling = plan.runs.first_row[run], plan.runs.first_entry[run]
    for place in range(plan.runs.size[run]):
        row, ruling = first_row + place, first_ruling + place
        before = plan.links.prev[row]
        olm_games = 0
        if before >= 0:
            if shared:
                await_row(flags, before)
            olm_games = rows[before].olm_games
        rows[row].post = plan.rulings.rating[ruling]
        rows[row].peak = plan.rulings.peak[ruling]
        rows[row].games = plan.rulings.games[ruling]
        rows[row].wins = plan.rulings.wins[ruling]
        rows[row].draws = plan.rulings.draws[ruling]
        rows[row].events_of_three = plan.rulings.events_of_three[ruling]
        rows[row].day = plan.rulings.computed[ruling]
        rows[row].olm_games = olm_games
        rows[row].record = plan.rulings.record[ruling]
        finish_row(flags, row, DONE | RATED)


@compiled
def keep_all(
    plan: Plan, rows: Rows, flags: UInt8, details: Details, detail: int, run: int, book: Any, refused: int, shared: bool
) -> None:
    """A run that rates nobody: everybody keeps everything."""
    first_row, first_entry = plan.runs.first_row[run], plan.runs.first_entry[run]
    for place in range(plan.runs.size[run]):
        if plan.tallies.pooled[first_entry + place] == 0:
            continue
        before = plan.links.prev[first_row + place]
        if before >= 0 and shared:
            await_row(flags, before)
        keep(rows, flags, first_row + place, before, book)
        if detail >= 0:
            describe_nothing(details, detail + place, refused)


@compiled
def rate_foreign(
    plan: Plan,
    rows: Rows,
    flags: UInt8,
    desk: Desk,
    details: Details,
    detail: int,
    run: int,
    book: Any,
    shared: bool,
) -> None:
    """A foreign FIDE event: one pass of the standard formula against converted FIDE ratings (section 6)."""
    if not book.foreign_events:
        keep_all(plan, rows, flags, details, detail, run, book, FOREIGN_UNKNOWN, shared)
        return
    first_row, first_entry = plan.runs.first_row[run], plan.runs.first_entry[run]
    size, end = plan.runs.size[run], plan.runs.end[run]
    for place in range(size):
        entry = first_entry + place
        if plan.tallies.pooled[entry] == 0:
            desk.lead[place] = desk.lead[place - 1]
            continue
        desk.lead[place] = place
        desk.met[place] = 0
        fide = newest_foreign(plan.facts, plan.who[entry], FIDE, end)
        if fide < 0:
            desk.before[place] = nan
        elif plan.runs.youth[run]:
            desk.before[place] = youth_on_our_scale(plan.facts.foreign.rating[fide], book)
        else:
            desk.before[place] = fide_on_our_scale(plan.facts.foreign.rating[fide], book)
    for place in range(size):
        if desk.lead[place] != place:
            continue
        row, entry = first_row + place, first_entry + place
        before = plan.links.prev[row]
        if before >= 0 and shared:
            await_row(flags, before)
        if detail >= 0:
            describe_nothing(details, detail + place, NOT_REFUSED)
        if before < 0 or (rows[before].marks & RATED) == 0:
            keep(rows, flags, row, before, book)
            continue
        games = rows[before].games
        if games != UNKNOWN_GAMES and not eligible(float(games), book.established_games):
            keep(rows, flags, row, before, book)
            if detail >= 0:
                details[detail + place].refused = NOT_ESTABLISHED
            continue
        enter_rated(rows, desk, place, before, book)
        low, high = plan.first_side[entry], plan.first_side[entry + plan.tallies.pooled[entry]]
        m, wins, draws, meetings = 0, 0, 0, 0
        for side in range(low, high):
            opponent = desk.lead[plan.opponent[side]]
            if isnan(desk.before[opponent]):
                continue
            code = plan.code[side]
            wins += WINS[code]
            draws += DRAWS[code]
            desk.met[opponent] += 1
            meetings = max(meetings, desk.met[opponent])
            desk.opponents[m] = strength(desk.before[opponent], book.expectancy_scale)
            m += 1
        for side in range(low, high):
            desk.met[desk.lead[plan.opponent[side]]] = 0
        desk.m[place] = m
        desk.score[place] = wins + 0.5 * draws
        desk.first_estimate[place] = nan
        desk.between[place] = nan
        if m == 0:
            keep(rows, flags, row, before, book)
            if detail >= 0:
                describe(desk, details, detail + place, place)
            continue
        r0 = desk.r0[place]
        k = k_of(book, r0, desk.effective[place], m, False)
        expected = total_expectancy(strength(r0, book.expectancy_scale), desk.opponents[:m])
        rating, bonus = updated(book, r0, k, desk.score[place], expected, m, meetings, False)
        desk.standard[place] = True
        desk.k[place] = k
        desk.expected[place] = expected
        desk.bonus[place] = bonus
        if detail >= 0:
            describe(desk, details, detail + place, place)
        value = at_least(rating, book.result_minimum)
        conclude(plan, rows, flags, desk, details, detail, run, place, book, value, wins, draws)


@inlined
def rate_run(
    plan: Plan,
    book: Any,
    rows: Rows,
    flags: UInt8,
    desk: Desk,
    details: Details,
    detail: int,
    scores: Float,
    group: int,
    run: int,
    shared: bool,
) -> None:
    """Rate one run.

    `detail` is the place of the run's first detail, `group` the row of the forward scores that its games count in; each
    is -1 when nobody asks.  `shared` says that other threads write rows.
    """
    kind = plan.runs.kind[run]
    if kind == RULING:
        set_by_ruling(plan, rows, flags, run, shared)
        return
    if kind == FOREIGN_FIDE:
        rate_foreign(plan, rows, flags, desk, details, detail, run, book, shared)
        return
    is_match = kind == MATCH
    size, first_row, first_entry = plan.runs.size[run], plan.runs.first_row[run], plan.runs.first_entry[run]
    if is_match and not plan.runs.override[run]:
        if shared:
            for place in range(size):
                if plan.links.prev[first_row + place] >= 0:
                    await_row(flags, plan.links.prev[first_row + place])
        refused = why_not(plan, rows, run, book)
        if refused != NOT_REFUSED:
            keep_all(plan, rows, flags, details, detail, run, book, refused, shared)
            return
    dual = plan.runs.dual[run]
    several = enter(plan, rows, flags, desk, run, book, shared)
    first_estimates(plan, desk, run, book, several)
    if group >= 0:
        score_forward(plan, desk, run, scores, group)
    one_pass(plan, desk, run, book, desk.before, desk.between, dual, is_match)
    strengthen(desk, size, desk.between, book, several)
    one_pass(plan, desk, run, book, desk.between, desk.final, dual, is_match)
    for place in range(size):
        if desk.lead[place] != place:
            continue
        if detail >= 0:
            describe_nothing(details, detail + place, NOT_REFUSED)
            describe(desk, details, detail + place, place)
        if desk.m[place] == 0:
            keep(rows, flags, first_row + place, plan.links.prev[first_row + place], book)
        else:
            wins = int(plan.tallies.wins[first_entry + place])
            draws = int(plan.tallies.draws[first_entry + place])
            conclude(plan, rows, flags, desk, details, detail, run, place, book, desk.final[place], wins, draws)
