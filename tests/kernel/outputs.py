"""A history rated by the kernel with every output, and what the rules say, in the values that the kernel would write.

`row_of` and `detail_of` turn a `Rated` of the interpreted rules into the values of a row and of a detail; `different`
compares them with what the kernel wrote, bit for bit: no tolerance, and -0.0 is not 0.0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from math import inf, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.kernel.columns import NO_DAY, SYSTEMS, UNKNOWN_GAMES, Columns, UInt16, day_number
from arpad.kernel.law_runs import NotRated, Shelf, periods
from arpad.kernel.plan import FOLLOWS, Plan, plan_of
from arpad.kernel.rows import (
    DETAIL,
    DONE,
    FLOORS,
    FOREIGN_UNKNOWN,
    FORMULAS,
    FROM_ADULT,
    FROM_AGE,
    FROM_BLEND,
    FROM_NATIONAL,
    FROM_PRIORITY,
    FROM_UNKNOWN,
    MOVED,
    NO_FLOOR,
    NO_FORMULA,
    NO_PUBLISHED,
    NOT_ESTABLISHED,
    NOT_NEW,
    NOT_REFUSED,
    NOT_TWO,
    RATED,
    TOO_FAR_APART,
    Details,
    Rows,
)
from arpad.kernel.run import rate
from arpad.kernel.work import Asked, nothing_asked
from arpad.ledger.replay import State
from arpad.rules.law import law
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.life_master import life_title_games
from arpad.rules.uschess.result import Rated
from arpad.rules.vocabulary import LawChoice, Rating

SOURCES = {
    **{system.value: FROM_PRIORITY + place for place, system in enumerate(SYSTEMS)},
    "FIDE": FROM_PRIORITY + len(SYSTEMS),
    "CFC": FROM_PRIORITY + len(SYSTEMS) + 1,
    "blend": FROM_BLEND,
    "national": FROM_NATIONAL,
    "age": FROM_AGE,
    "adult": FROM_ADULT,
    "unknown": FROM_UNKNOWN,
}
"""Where an initial rating comes from, in the words of the rules."""

WHY_NOT = {
    "has no published": NO_PUBLISHED,
    "is not established": NOT_ESTABLISHED,
    "differ by more than": TOO_FAR_APART,
    "a match is between two players": NOT_TWO,
    "know no foreign FIDE events": FOREIGN_UNKNOWN,
}
"""Words of the rules when they rate nobody, and the kernel's number for them."""

Values = dict[str, Any]


def everything_asked(plan: Plan) -> Asked:
    """All details, each at the place of its row."""
    details: Any = np.zeros(len(plan.links.run), dtype=DETAIL)
    return nothing_asked()._replace(details=details, detailed=plan.runs.first_row)


@dataclass(frozen=True, slots=True)
class Outputs:
    """A history rated by the kernel; the detail of a row has the row's place."""

    columns: Columns
    choice: LawChoice
    plan: Plan
    not_rated: tuple[NotRated, ...]
    books: list[Rulebook]
    numbers: Any
    of_run: UInt16
    rows: Rows
    details: Details

    def book(self, run: int) -> Rulebook:
        """The rulebook of a run."""
        return self.books[int(self.of_run[run])]

    def persons(self, run: int) -> dict[int, int]:
        """The row of each person of a run by pairing number: of one who entered twice the first alone."""
        plan, numbers = self.plan, self.columns.entries.number
        first, entry = int(plan.runs.first_row[run]), int(plan.runs.first_entry[run])
        return {
            int(numbers[entry + place]): first + place
            for place in range(int(plan.runs.size[run]))
            if plan.links.prev[first + place] != FOLLOWS
        }

    def before(self, row: int) -> Any:
        """The row before; None where it says no rating."""
        place = int(self.plan.links.prev[row])
        return self.rows[place] if place >= 0 and self.rows[place].marks & RATED else None


def rated(columns: Columns, choice: LawChoice, **options: Any) -> Outputs:
    """Rate a history from end to end and ask for everything."""
    of_law = periods(law(), choice)
    planned, shelf = plan_of(columns, of_law), Shelf(of_law)
    plan, of_run = planned.plan, shelf.places(planned.plan.runs)
    numbers, asked = shelf.numbers({}), everything_asked(plan)
    rows = rate(plan, numbers, of_run, asked=asked, **options)
    return Outputs(columns, choice, plan, planned.not_rated, shelf.books, numbers, of_run, rows, asked.details)


def unrated_row() -> Values:
    """What is true of a member who is unrated still."""
    zeros = dict.fromkeys(("games", "wins", "draws", "events_of_three", "olm_games", "record"), 0)
    return {"post": nan, "peak": nan, **zeros, "day": NO_DAY, "marks": DONE}


def row_of_state(state: State | None, *, moved: bool) -> Values:
    """The row that says what a replay of the ledger says of a member."""
    if state is None:
        return unrated_row()
    rating = state.rating
    return {
        "post": rating.rating,
        "peak": _number(rating.peak),
        "games": UNKNOWN_GAMES if rating.games is None else rating.games,
        "wins": rating.wins or 0,
        "draws": rating.draws or 0,
        "events_of_three": rating.events_of_three or 0,
        "day": day_number(rating.date),
        "olm_games": state.olm_games,
        "record": int(rating.record or 0),
        "marks": DONE | RATED | (MOVED if moved else 0),
    }


def row_of(rated: Rated, brought: Rating | None, olm_games: int, book: Rulebook, end: date) -> Values:
    """The row that says what the rules made of a player who brought a rating and a count for the life title."""
    if rated.post is None:
        return unrated_row()
    moved = rated.games > 0
    if moved and book.olm_floor is not None:
        games = inf if rated.post_games is None else float(rated.post_games)
        olm_games = life_title_games(olm_games, rated.games, rated.post, games, book.established_games, book.olm_floor)
    day = end if moved or brought is None else brought.date
    tallies = (rated.wins, rated.draws, rated.events_of_three)
    after = Rating(rated.post, rated.post_games, rated.record, day, rated.peak, *tallies)
    return row_of_state(State(after, olm_games), moved=moved)


def detail_of(rated: Rated, refused: str | None) -> Values:
    """The detail that says how the rules came to it; `refused` is why nobody of the section was rated."""
    if rated.n_star is None:
        return detail_of_nothing(rated.refused or refused)
    limits, floor, request = rated.match_limits, rated.floor, rated.floor_request
    return {
        "r0": _number(rated.r0),
        "n": inf if rated.n is None else float(rated.n),
        "n_star": _number(rated.n_star),
        "n_effective": _number(rated.n_effective),
        "score": rated.score,
        "first_estimate": _number(rated.first_estimate),
        "intermediate": _number(rated.intermediate),
        "k": _number(rated.k),
        "expected": _number(rated.expected),
        "bonus": _number(rated.bonus),
        "unfloored": _number(rated.unfloored),
        "floor": nan if floor is None else floor.value,
        "floor_request": nan if request is None else request[1],
        "ceiling": _number(rated.ceiling),
        "limit_up": nan if limits is None else _number(limits.up),
        "limit_down": nan if limits is None else _number(limits.down),
        "m": rated.games,
        "formula": NO_FORMULA if rated.formula is None else FORMULAS.index(rated.formula),
        "source": NOT_NEW if rated.initial is None else SOURCES[rated.initial.source],
        "floor_kind": NO_FLOOR if floor is None else FLOORS.index(floor.kind),
        "refused": NOT_REFUSED,
    }


def detail_of_nothing(refused: str | None) -> Values:
    """The detail of a player for whom no step was taken."""
    numbers = dict.fromkeys(DETAIL.names or (), nan)
    number = NOT_REFUSED if refused is None else next(of for words, of in WHY_NOT.items() if words in refused)
    whole = {"m": 0, "formula": NO_FORMULA, "source": NOT_NEW, "floor_kind": NO_FLOOR, "refused": number}
    return {**numbers, "score": 0.0, **whole}


def _number(value: float | None) -> float:
    return nan if value is None else value


def different(found: Any, places: Sequence[int], wanted: Sequence[Values]) -> Iterator[tuple[int, str]]:
    """Every value of rows or details that is not, to the last bit, what it should be: its place, and both values."""
    if not places:
        return
    for name in found.dtype.names or ():
        mine = np.ascontiguousarray(found[name][places])
        theirs = np.array([one[name] for one in wanted], dtype=mine.dtype)
        for at in np.flatnonzero(bits(mine) != bits(theirs)).tolist():
            yield places[at], f"{name}: kernel {mine[at]!r}, rules {theirs[at]!r}"


def bits(column: NDArray[Any]) -> NDArray[Any]:
    """The bits of a column's values, as whole numbers."""
    return column.view(f"u{column.dtype.itemsize}")
