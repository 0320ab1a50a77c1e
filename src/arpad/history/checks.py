"""What the facts of a history cannot say: numbers out of their bounds, days in the wrong order, impossible games.

The bounds are those of the ledger, and so are the codes; here they are asked of whole columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isnan, nan

import numpy as np

from arpad.history.inspection import Inspection
from arpad.history.keys import Rows
from arpad.history.mirror import check_games
from arpad.history.record import Record
from arpad.kernel.columns import FLOOR_KINDS, LARGEST_SECTION, NO_DAY, UNKNOWN_GAMES, day_of
from arpad.ledger.checks import BOUNDS, FLOOR_NEEDS

NUMBERS: dict[tuple[str, str], tuple[str, float | None]] = {
    ("foreign", "rating"): ("rating", None),
    ("floors", "value"): ("value", nan),
    ("floors", "amount"): ("amount", nan),
    ("floors", "under"): ("under", nan),
    ("ceilings", "value"): ("ceiling", inf),
    ("rulings", "rating"): ("rating", None),
    ("rulings", "games"): ("games", UNKNOWN_GAMES),
    ("rulings", "peak"): ("peak", nan),
    ("rulings", "wins"): ("wins", None),
    ("rulings", "draws"): ("draws", None),
    ("rulings", "events_of_three"): ("events_of_three", None),
    ("match_changes", "change"): ("change", None),
    ("published", "rating"): ("published rating", None),
    ("published", "games"): ("games", UNKNOWN_GAMES),
}
"""The columns that have bounds: what the ledger calls the number, and the number that stands for none."""

LATER = {"foreign": ("day", "since"), "rulings": ("computed", "day")}
"""Days on which a rating was computed, and from which it holds."""


def check(record: Record, stood: Mapping[str, Rows | None] | None = None) -> Record:
    """The same record; `HistoryError` says of the first thing that cannot be what it is.

    `stood` tells where the rows of a table stood when they were given, where that was elsewhere.
    """
    inspection = Inspection(record, stood or {})
    _check_sections(inspection)
    _check_floors(inspection)
    for (table, column), (name, unsaid) in NUMBERS.items():
        _check_numbers(inspection, (table, column), name, unsaid)
    for table, (computed, since) in LATER.items():
        _check_days(inspection, table, computed, since)
    check_games(inspection)
    return record


def _check_sections(of: Inspection) -> None:
    """Numbers from 1, days in order, and no more entries than a section can have."""
    sections, entries = of.record.columns.sections, of.record.columns.entries
    for table, column, numbers in (("sections", "section", sections.number), ("entries", "number", entries.number)):
        of.refuse(
            "out-of-bounds",
            (table, column),
            numbers < 1,
            lambda row, numbers=numbers: f"a number is {numbers[row]}",  # type: ignore[misc]
            "count from 1",
        )
    of.refuse(
        "dates-reversed",
        ("sections", "end"),
        sections.end < sections.start,
        lambda row: (
            f"{of.section(row)} starts on {day_of(sections.start[row])} and ends on {day_of(sections.end[row])}"
        ),
        "exchange the two",
    )
    sizes = np.diff(sections.first_entry)
    of.refuse(
        "section-too-large",
        ("sections", "section"),
        sizes > LARGEST_SECTION,
        lambda row: f"{of.section(row)} has {sizes[row]:,} entries",
        f"part it: {LARGEST_SECTION:,} is the most",
    )


def _check_floors(of: Inspection) -> None:
    """Floors with the numbers that make them."""
    floors = of.record.columns.floors
    for kind, name in ((kind, name) for kind, needed in FLOOR_NEEDS.items() for name in needed):
        of.refuse(
            "missing-value",
            ("floors", name),
            (floors.kind == FLOOR_KINDS.index(kind)) & np.isnan(getattr(floors, name)),
            lambda row, kind=kind, name=name: f"a {kind} floor of {of.member(int(floors.member[row]))} has no {name}",  # type: ignore[misc]
            "add it",
        )


def _check_numbers(of: Inspection, where: tuple[str, str], name: str, unsaid: float | None) -> None:
    """Numbers within the bounds of the ledger."""
    table, column = where
    values, bounds = getattr(getattr(of.record.columns, table), column), BOUNDS[name]
    good = (values >= bounds.least) & (values <= bounds.most)
    if unsaid is not None:
        good |= np.isnan(values) if isnan(unsaid) else values == unsaid
    of.refuse(
        "out-of-bounds",
        where,
        ~good,
        lambda row: f"{name} is {values[row]:.10g}, wanted is a number from {bounds.least:.10g} to {bounds.most:.10g}",
        "correct it",
    )


def _check_days(of: Inspection, table: str, computed: str, since: str) -> None:
    """A rating was computed before it holds."""
    rows = getattr(of.record.columns, table)
    day, held = getattr(rows, computed), getattr(rows, since)
    of.refuse(
        "dated-later",
        (table, computed),
        (day != NO_DAY) & (held != NO_DAY) & (day > held),
        lambda row: (
            f"a rating of {of.member(int(rows.member[row]))} of {day_of(day[row])} holds from {day_of(held[row])}"
        ),
        "correct one of the two days",
    )
