"""Rulebooks as records of plain numbers, with the names that `Rulebook` has: what compiled formulas read.

A record answers to the same attributes as a `Rulebook`, so that a function of the rules that takes a rulebook takes a
record unchanged.  What is no plain number there (a conversion, a list of sources) becomes small tables here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.kernel.columns import NO_DAY, SYSTEMS, day_number
from arpad.rules.parameter import Conversion, GamesByRating, PrioritySource
from arpad.rules.rulebook import Rulebook

MOST = 8
"""The most pieces of a conversion, places of a priority list, dated thresholds."""

SOURCE_NAMES = (*(system.value for system in SYSTEMS), "FIDE", "CFC")
"""Sources of initial ratings: the six systems, then other federations; a source's number is its place here."""

NONE = -1
"""A whole number that a priority list leaves out."""

_PLAIN = {"float": np.float64, "int": np.int64, "bool": np.bool_, "float | None": np.float64}
_SCALARS = [(field.name, _PLAIN[str(field.type)]) for field in fields(Rulebook) if str(field.type) in _PLAIN]
_CONVERSIONS = ("fide", "cfc", "youth")
_GAMES = ("fide_games", "cfc_games")

_FORM: list[Any] = [
    ("system", np.int64),
    *_SCALARS,
    ("stores_integers", np.bool_),
    ("blends", np.bool_),
    ("miscoded_is_adult", np.bool_),
    *(
        (f"{name}_{part}", form, (MOST,))
        for name in _CONVERSIONS
        for part, form in (
            ("up_to", np.float64),
            ("included", np.uint8),  # no array of truth values fits a record of numba
            ("intercept", np.float64),
            ("slope", np.float64),
        )
    ),
    *((f"{name}_{part}", np.float64) for name in _GAMES for part in ("knee", "above", "otherwise")),
    ("priority_source", np.int64, (MOST,)),
    ("priority_at_least", np.int64, (MOST,)),
    ("priority_games", np.int64, (MOST,)),
    ("priority_up_to", np.int64, (MOST,)),
    ("blend_cap", np.float64, (len(SYSTEMS),)),
    ("prize_since", np.int64, (MOST,)),
    ("prize_threshold", np.float64, (MOST,)),
]
NUMBERS = np.dtype((np.record, np.dtype(_FORM, align=True)))
"""The element type of an array of rulebooks."""


def records(books: Sequence[Rulebook]) -> NDArray[np.record]:
    """One record for each rulebook."""
    found: Any = np.zeros(max(1, len(books)), dtype=NUMBERS)
    for record, book in zip(found, books, strict=False):
        _fill(record, book)
    return found  # type: ignore[no-any-return]


def _fill(record: Any, book: Rulebook) -> None:
    record.system = SYSTEMS.index(book.system)
    for name, _ in _SCALARS:
        value = getattr(book, name)
        record[name] = np.nan if value is None else value
    record.stores_integers = book.storage == "integer"
    record.blends = book.initial_method == "blend"
    record.miscoded_is_adult = book.age_miscoded == "adult"
    for name, conversion in (
        ("fide", book.fide_conversion),
        ("cfc", book.cfc_conversion),
        ("youth", book.youth_conversion),
    ):
        _conversion(record, name, conversion)
    _games(record, "fide_games", book.fide_games)
    _games(record, "cfc_games", book.cfc_games)
    _priority(record, book.initial_priority)
    caps = dict(book.blend_factors.caps)
    record.blend_cap = [caps.get(system.value, 0) for system in SYSTEMS]
    _check(len(book.money_floor_thresholds), "dated thresholds of a prize")
    for place in range(MOST):
        later = min(place, len(book.money_floor_thresholds) - 1)
        since, amount = book.money_floor_thresholds[later]
        record.prize_since[place] = NO_DAY if since == date.min else day_number(since)
        record.prize_threshold[place] = amount


def _conversion(record: Any, name: str, conversion: Conversion) -> None:
    _check(len(conversion.lines), "pieces of a conversion")
    for place in range(MOST):
        line = conversion.lines[min(place, len(conversion.lines) - 1)]
        record[f"{name}_up_to"][place] = line.up_to
        record[f"{name}_included"][place] = line.included
        record[f"{name}_intercept"][place] = line.intercept
        record[f"{name}_slope"][place] = line.slope


def _games(record: Any, name: str, games: GamesByRating) -> None:
    record[f"{name}_knee"] = games.knee
    record[f"{name}_above"] = games.above
    record[f"{name}_otherwise"] = games.otherwise


def _priority(record: Any, places: Sequence[PrioritySource]) -> None:
    _check(len(places), "places of a priority list")
    record.priority_source = NONE
    for at, place in enumerate(places):
        record.priority_source[at] = SOURCE_NAMES.index(place.source)
        record.priority_at_least[at] = place.at_least
        record.priority_games[at] = NONE if place.games is None else place.games
        record.priority_up_to[at] = NONE if place.up_to is None else place.up_to


def _check(count: int, what: str) -> None:
    if count > MOST:
        raise ValueError(f"{count} {what}: the kernel has room for {MOST}")
