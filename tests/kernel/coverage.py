"""What came up how often while the kernel rated: a comparison that never met a branch says nothing about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from arpad.kernel.columns import CODES, KINDS, SYSTEMS, UNKNOWN_GAMES
from arpad.kernel.rows import FLOORS, FORMULAS, MOVED, NOT_NEW, RATED, REFUSALS, STANDARD
from arpad.rules.vocabulary import Kind, LawChoice, Profile, System
from tests.kernel.outputs import SOURCES, Outputs

LISTED = {name: number for name, number in SOURCES.items() if name != System.OLR}
"""Where initial ratings come from; no priority list names online Regular, which the blend alone takes."""

MATCH, FOREIGN = KINDS.index(Kind.MATCH), KINDS.index(Kind.FOREIGN_FIDE)


def choice_word(choice: LawChoice) -> str:
    """A choice of law in a word or two."""
    if choice.edition is not None:
        return f"edition {choice.edition}"
    return f"{choice.profile} as known {choice.known or 'newest'}"


def seen(found: Outputs, places: Sequence[int]) -> Counter[str]:
    """What came up in some rows."""
    plan, at = found.plan, np.asarray(places, dtype=np.int64)
    rows, details = _named(found.rows[at]), _named(found.details[at])
    run = plan.links.run[at]
    prev = plan.links.prev[at]
    entry = plan.runs.first_entry[run] + (at - plan.runs.first_row[run])
    kind, system, moved = plan.runs.kind[run], plan.runs.system[run], (rows.marks & MOVED) != 0
    before = _named(found.rows[np.maximum(prev, 0)])
    known = (prev >= 0) & ((before.marks & RATED) != 0)
    books = _named(found.numbers[found.of_run[run]])
    standard = details.formula == STANDARD
    r0, unfloored = details.r0, details.unfloored
    match = kind == MATCH
    cases: dict[str, Any] = {
        **{f"formula {name}": details.formula == place for place, name in enumerate(FORMULAS)},
        "no rated game": (details.m == 0) & (details.refused == 0),
        **{f"initial rating from {name}": details.source == number for name, number in LISTED.items()},
        "first estimate": ~np.isnan(details.first_estimate),
        "newcomer with games to count": (details.source != NOT_NEW) & (details.n > 0) & moved,
        **{f"floor {name}": details.floor_kind == place for place, name in enumerate(FLOORS)},
        **{
            f"floor {name} binds": (details.floor_kind == k) & (unfloored < details.floor)
            for k, name in enumerate(FLOORS)
        },
        "floor above 100 by wins and draws": (details.floor_kind == 0) & (details.floor > 100.0),
        **{f"refused: {why}": details.refused == place for place, why in enumerate(REFUSALS) if why},
        "bonus": details.bonus > 0.0,
        "no bonus though allowed": details.bonus == 0.0,
        "bonus withheld for meeting one opponent too often": standard & (plan.tallies.meetings[entry] > 2) & ~match,
        "limit of match play, up": match & (unfloored == r0 + details.limit_up),
        "limit of match play, down": match & (unfloored == r0 - details.limit_down),
        "floor request": ~np.isnan(details.floor_request),
        "ceiling": ~np.isnan(details.ceiling),
        "ceiling binds": unfloored > details.ceiling,
        "K of dual-rated masters": standard & plan.runs.dual[run] & books.dual_k & (r0 > books.dual_k_from),
        "dual-rated": plan.runs.dual[run] & moved,
        "stored as a whole number": books.stores_integers & moved,
        "stored with decimals": ~books.stores_integers & moved,
        "changed by storage": books.stores_integers & moved & (rows.post != np.fmax(unfloored, details.floor)),
        "games unknown and many": details.n == np.inf,
        "games still unknown after": rows.games == UNKNOWN_GAMES,
        "record of wins alone": known & (before.record == 1) & moved,
        "record of losses alone": known & (before.record == -1) & moved,
        "record broken": known & (before.record != 0) & (rows.record == 0) & moved,
        "a peak is passed": known & moved & (rows.peak > before.peak),
        "established by this section": known & moved & np.isnan(before.peak) & ~np.isnan(rows.peak),
        "under two numbers": plan.tallies.pooled[entry] > 1,
        "under two numbers in a match": (plan.tallies.pooled[entry] > 1) & match,
        "match of more than two, rated by ruling": match & moved & (plan.runs.size[run] > 2),
        "match rated by ruling": match & moved & plan.runs.override[run],
        "foreign event": (kind == FOREIGN) & moved,
        "foreign event for youth": (kind == FOREIGN) & moved & plan.runs.youth[run],
        "foreign event with games that do not count": (kind == FOREIGN) & moved & (details.m < _sides(plan, entry)),
        "foreign event with an unrated opponent": (kind == FOREIGN) & ~known,
        "blend": books.blends & (details.source != NOT_NEW),
        "priority list": ~books.blends & (details.source != NOT_NEW),
        **{f"kind {of.value}": (kind == place) & moved for place, of in enumerate(KINDS)},
        **{f"system {of.value}": (system == place) & moved for place, of in enumerate(SYSTEMS)},
        choice_word(found.choice): moved,
    }
    counted = Counter({name: int(np.count_nonzero(mask)) for name, mask in cases.items()})
    sides = np.bincount(plan.code, minlength=len(CODES))
    counted.update({f"side {code}": int(count) for code, count in zip(CODES, sides, strict=True)})
    return counted


def _named(records: Any) -> Any:
    """Records whose columns go by their names."""
    return records.view(np.recarray)


def _sides(plan: Any, entry: Any) -> Any:
    return plan.first_side[entry + plan.tallies.pooled[entry]] - plan.first_side[entry]


def missing(counted: Counter[str]) -> list[str]:
    """What never came up, all choices of law included."""
    editions = ("2009-06-04", "2017-04-24", "2020-06-11", "2020-09-02", "2025-02-10", "2025-07-26")
    choices = [f"edition {edition}" for edition in editions]
    choices += [f"{profile} as known {edition}" for profile, edition in product(Profile, editions)]
    return sorted({name for name in (*counted, *choices) if not counted[name]})
