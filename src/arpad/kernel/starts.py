"""Step 1 for newcomers in columns: which sources a member has at that moment, put through the compiled formulas."""

from __future__ import annotations

from math import inf
from typing import Any

from arpad.kernel.columns import CFC, FIDE, NATIONAL, NO_DAY, SYSTEMS, UNKNOWN_GAMES, Int32, UInt8
from arpad.kernel.compiled import compiled, formula, inlined
from arpad.kernel.facts import HAS_FOREIGN, Facts
from arpad.kernel.memory import await_row
from arpad.kernel.numbers import MOST, NONE
from arpad.kernel.plan import Plan
from arpad.kernel.rows import (
    FROM_ADULT,
    FROM_AGE,
    FROM_BLEND,
    FROM_NATIONAL,
    FROM_PRIORITY,
    FROM_UNKNOWN,
    RATED,
    Rows,
)
from arpad.rules import parameter
from arpad.rules.uschess import foreign, initial

SYSTEM_COUNT = len(SYSTEMS)
NO_FACT = -1

in_piece = formula(parameter.in_piece)
games_by_knee = formula(parameter.games_by_knee)
converted_fide = formula(initial.converted_fide)
converted_cfc = formula(initial.converted_cfc)
converted_youth = formula(foreign.converted_youth)
age_in_years = formula(initial.age_in_years)
miscoded = formula(initial.miscoded)
rating_by_age = formula(initial.rating_by_age)
inferred_adult = formula(initial.inferred_adult)
game_factor = formula(initial.game_factor)
relative_strength = formula(initial.relative_strength)
staleness_factor = formula(initial.staleness_factor)
adjusted_weight = formula(initial.adjusted_weight)
blended_rating = formula(initial.blended_rating)
blended_games = formula(initial.blended_games)


@inlined
def newest_foreign(facts: Facts, member: int, source: int, end: int) -> int:
    """The place of the rating of another federation that holds for a section that ends on a day; -1 for none."""
    if (facts.has[member] & HAS_FOREIGN) == 0:
        return NO_FACT
    low, high = facts.first_foreign[member], facts.first_foreign[member + 1]
    return newest_of(facts.foreign.source, facts.foreign.since, low, high, source, end)


@compiled
def newest_of(sources: UInt8, since: Int32, low: int, high: int, source: int, end: int) -> int:
    """The last of some ratings that are of a source and believed on a day; -1 for none."""
    found = NO_FACT
    for place in range(low, high):
        if sources[place] == source and since[place] <= end:
            found = place
    return found


@compiled
def fide_on_our_scale(rating: float, book: Any) -> float:
    """A FIDE rating through the line of the conversion that it falls in."""
    line = 0
    while not in_piece(rating, book.fide_up_to[line], book.fide_included[line]):
        line += 1
    return converted_fide(rating, book.fide_intercept[line], book.fide_slope[line])


@compiled
def youth_on_our_scale(rating: float, book: Any) -> float:
    """The same by the line for youth events."""
    line = 0
    while not in_piece(rating, book.youth_up_to[line], book.youth_included[line]):
        line += 1
    return converted_youth(rating, book.youth_intercept[line], book.youth_slope[line])


@compiled
def cfc_on_our_scale(rating: float, book: Any) -> float:
    """A CFC rating through the line of the conversion that it falls in."""
    line = 0
    while not in_piece(rating, book.cfc_up_to[line], book.cfc_included[line]):
        line += 1
    return converted_cfc(rating, book.cfc_intercept[line], book.cfc_slope[line])


@compiled
def by_age(birth: int, adult: int, day: int, book: Any) -> tuple[float, int]:
    """The rating by age on a day, with all special cases, and which case it was."""
    if birth != NO_DAY:
        age = age_in_years(day - birth, book.days_per_year)
        if not miscoded(age, book.age_minimum):
            rating = rating_by_age(age, book.age_intercept, book.age_slope, book.age_full, book.age_full_rating)
            return rating, FROM_AGE
        if book.miscoded_is_adult:
            return book.age_full_rating, FROM_ADULT
    if inferred_adult(adult == 1):
        return book.age_full_rating, FROM_ADULT
    return book.unknown_rating, FROM_UNKNOWN


@inlined
def other_rows(plan: Plan, rows: Rows, flags: UInt8, row: int, found: Int32, shared: bool) -> int:
    """The newest row of the member in each system before this row's section; the number of ratings among them."""
    for system in range(SYSTEM_COUNT):
        found[system] = NO_FACT
    section = plan.runs.section[plan.links.run[row]]
    rated = 0
    place = plan.links.prev_any[row]
    sought = plan.links.seen[row]
    while place >= 0 and sought != 0:
        run = plan.links.run[place]
        if plan.runs.section[run] != section:
            system = plan.runs.system[run]
            if found[system] == NO_FACT:
                found[system] = place
                sought &= ~(1 << system)
                if shared:
                    await_row(flags, place)
                rated += (rows[place].marks & RATED) != 0
        place = plan.links.prev_any[place]
    return rated


@compiled
def part(birth: int, adult: int, end: int, book: Any, converted: float, games: float, cap: float, day: int) -> float:
    """The weight of one source of the blend."""
    factor = game_factor(games, cap)
    days = 0 if day == NO_DAY else end - day
    age_rating, _ = by_age(birth, adult, end if day == NO_DAY else day, book)
    z = relative_strength(converted, age_rating, book.blend_strength_cap, book.blend_strength_scale)
    staleness = staleness_factor(z, days, book.blend_depreciation, book.blend_strength_cap, book.days_per_year)
    return adjusted_weight(factor, staleness)


@inlined
def usable_cfc(facts: Facts, member: int, end: int, book: Any) -> int:
    """The CFC rating that may be used, if any."""
    place = newest_foreign(facts, member, CFC, end)
    if place >= 0 and book.cfc_residents_only and facts.foreign.resident[place] != 1:
        return NO_FACT
    return place


@inlined
def blend(plan: Plan, rows: Rows, member: int, end: int, book: Any, others: Int32) -> tuple[bool, float, float]:
    """The weighted mean of all sources and the games it counts for; false where there is none."""
    facts = plan.facts
    birth, adult = facts.birth[member], facts.adult[member]
    weighted, weights = 0.0, 0.0
    any_source = False
    for system in range(SYSTEM_COUNT):
        place = others[system]
        if place < 0:
            continue
        row = rows[place]
        if (row.marks & RATED) == 0 or row.games == 0:
            continue
        games = inf if row.games == UNKNOWN_GAMES else float(row.games)
        weight = part(birth, adult, end, book, row.post, games, book.blend_cap[system], row.day)
        weighted += weight * row.post
        weights += weight
        any_source = True
    place = newest_foreign(facts, member, FIDE, end)
    if place >= 0:
        rating = facts.foreign.rating[place]
        converted = fide_on_our_scale(rating, book)
        games = games_by_knee(rating, book.fide_games_knee, book.fide_games_above, book.fide_games_otherwise)
        weight = part(birth, adult, end, book, converted, games, games, facts.foreign.day[place])
        weighted += weight * converted
        weights += weight
        any_source = True
    place = usable_cfc(facts, member, end, book)
    if place >= 0:
        rating = facts.foreign.rating[place]
        converted = cfc_on_our_scale(rating, book)
        games = games_by_knee(rating, book.cfc_games_knee, book.cfc_games_above, book.cfc_games_otherwise)
        weight = part(birth, adult, end, book, converted, games, games, facts.foreign.day[place])
        weighted += weight * converted
        weights += weight
        any_source = True
    if not any_source:
        return False, 0.0, 0.0
    return True, blended_rating(weighted, weights), blended_games(weights, book.blend_games_cap)


@inlined
def first_of_list(plan: Plan, rows: Rows, member: int, end: int, book: Any, others: Int32) -> tuple[int, float, float]:
    """The first source of the priority list that the member has: number, rating and games; -1 where there is none."""
    facts = plan.facts
    for at in range(MOST):
        source = book.priority_source[at]
        if source == NONE:
            break
        fixed = book.priority_games[at]
        if source >= SYSTEM_COUNT:
            is_fide = source == SYSTEM_COUNT
            place = newest_foreign(facts, member, FIDE, end) if is_fide else usable_cfc(facts, member, end, book)
            if place < 0:
                continue
            rating = facts.foreign.rating[place]
            if is_fide:
                converted = fide_on_our_scale(rating, book)
                games = games_by_knee(rating, book.fide_games_knee, book.fide_games_above, book.fide_games_otherwise)
            else:
                converted = cfc_on_our_scale(rating, book)
                games = games_by_knee(rating, book.cfc_games_knee, book.cfc_games_above, book.cfc_games_otherwise)
            return source, converted, games if fixed == NONE else float(fixed)
        place = others[source]
        if place < 0 or (rows[place].marks & RATED) == 0:
            continue
        row = rows[place]
        games = inf if row.games == UNKNOWN_GAMES else float(row.games)
        if games < book.priority_at_least[at]:
            continue
        limit = float(max(0, book.priority_up_to[at]))
        return source, row.post, game_factor(games, limit) if fixed == NONE else float(fixed)
    return NO_FACT, 0.0, 0.0


@inlined
def start(
    plan: Plan, rows: Rows, flags: UInt8, row: int, member: int, end: int, book: Any, others: Int32, shared: bool
) -> tuple[float, float, int]:
    """R0 and N of a newcomer, and where they come from."""
    rated = other_rows(plan, rows, flags, row, others, shared)
    foreign_known = (plan.facts.has[member] & HAS_FOREIGN) != 0
    if rated > 0 or foreign_known:
        if book.blends:
            found, rating, games = blend(plan, rows, member, end, book, others)
            if found:
                return rating, games, FROM_BLEND
        else:
            source, rating, games = first_of_list(plan, rows, member, end, book, others)
            if source >= 0:
                return rating, games, FROM_PRIORITY + source
        if (
            book.foreign_national
            and rated == 0
            and newest_foreign(plan.facts, member, FIDE, end) < 0
            and newest_foreign(plan.facts, member, CFC, end) < 0
        ):
            place = newest_foreign(plan.facts, member, NATIONAL, end)
            if place >= 0:
                return plan.facts.foreign.rating[place], 0.0, FROM_NATIONAL
    by, case = by_age(plan.facts.birth[member], plan.facts.adult[member], end, book)
    return by, 0.0, case
