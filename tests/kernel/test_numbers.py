"""Rulebooks as records: every number comes over, and what has no room is refused."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import date
from functools import cache
from math import inf, isnan
from typing import Any

import pytest

from arpad.kernel.bounds import prize_threshold
from arpad.kernel.columns import NO_DAY, SYSTEMS, day_of
from arpad.kernel.compiled import interpreted
from arpad.kernel.numbers import MOST, NONE, SOURCE_NAMES, records
from arpad.kernel.starts import cfc_on_our_scale, fide_on_our_scale, youth_on_our_scale
from arpad.rules.law import law
from arpad.rules.parameter import Conversion, Line
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess import floors, foreign, initial
from arpad.rules.vocabulary import LawChoice, Profile, System

NO_NUMBER = {"changes", "uncertain", "choice", "day"}
"""How a rulebook came about: nothing that a formula reads."""
WORDS = {
    "storage": ("stores_integers", "integer"),
    "initial_method": ("blends", "blend"),
    "age_miscoded": ("miscoded_is_adult", "adult"),
}
"""Choices that a rulebook has as a word, and the truth value that says the same."""
TABLES = {
    "time_control_range",
    "initial_priority",
    "fide_conversion",
    "cfc_conversion",
    "youth_conversion",
    "fide_games",
    "cfc_games",
    "blend_factors",
    "special_start",
    "money_floor_thresholds",
}
"""What is neither a plain number nor a word; two of them no compiled formula reads."""


@cache
def books() -> tuple[Rulebook, ...]:
    """Every different rulebook of the law, under every choice."""
    found: dict[str, Rulebook] = {}
    days = sorted({change.day(profile) for change in law().changes for profile in Profile})
    for system, existence in law().systems.items():
        for edition in (edition for edition in law().editions if edition >= existence.edition):
            one = law().by_edition(system, edition)
            found.setdefault(one.digest, one)
            for profile in Profile:
                choice = LawChoice(None, edition, profile)
                for day in (day for day in days if day >= existence.since):
                    one = law().rulebook(system, choice, day, day)
                    found.setdefault(one.digest, one)
    return tuple(found.values())


@cache
def numbers() -> Any:
    return records(books())


def test_the_law_has_many_rulebooks_to_try() -> None:
    assert len(books()) > 50


@pytest.mark.parametrize("name", [one.name for one in fields(Rulebook) if one.name not in NO_NUMBER | TABLES])
def test_every_number_comes_over(name: str) -> None:
    for book, record in zip(books(), numbers(), strict=True):
        value = getattr(book, name)
        if name == "system":
            assert SYSTEMS[record.system] is value
        elif name in WORDS:
            flag, word = WORDS[name]
            assert bool(record[flag]) == (value == word)
        elif value is None:
            assert isnan(record[name])
        else:
            assert record[name] == value


def test_a_rating_finds_the_same_piece_of_a_conversion() -> None:
    for book, record in zip(books(), numbers(), strict=True):
        knees = [
            line.up_to for of in (book.fide_conversion, book.cfc_conversion, book.youth_conversion) for line in of.lines
        ]
        for rating in {100.0, 3000.0, *(knee + off for knee in knees if knee < inf for off in (-0.5, 0.0, 0.5))}:
            line = book.youth_conversion.line_for(rating)
            assert interpreted(fide_on_our_scale)(rating, record) == initial.convert_fide(rating, book.fide_conversion)
            assert interpreted(cfc_on_our_scale)(rating, record) == initial.convert_cfc(rating, book.cfc_conversion)
            assert interpreted(youth_on_our_scale)(rating, record) == foreign.converted_youth(
                rating, line.intercept, line.slope
            )


def test_the_games_of_a_foreign_rating_come_over() -> None:
    for book, record in zip(books(), numbers(), strict=True):
        for name, games in (("fide_games", book.fide_games), ("cfc_games", book.cfc_games)):
            said = (record[f"{name}_knee"], record[f"{name}_above"], record[f"{name}_otherwise"])
            assert said == (games.knee, games.above, games.otherwise)


def test_the_priority_list_comes_over_in_order() -> None:
    for book, record in zip(books(), numbers(), strict=True):
        listed = [place for place in range(MOST) if record.priority_source[place] != NONE]
        assert listed == list(range(len(book.initial_priority)))
        for place, one in enumerate(book.initial_priority):
            assert SOURCE_NAMES[record.priority_source[place]] == one.source
            assert record.priority_at_least[place] == one.at_least
            assert record.priority_games[place] == (NONE if one.games is None else one.games)
            assert record.priority_up_to[place] == (NONE if one.up_to is None else one.up_to)


def test_the_most_games_of_a_blend_come_over() -> None:
    blending = [
        (book, record) for book, record in zip(books(), numbers(), strict=True) if book.initial_method == "blend"
    ]
    assert blending
    for book, record in blending:
        for place, system in enumerate(SYSTEMS):
            if system is not book.system:
                assert record.blend_cap[place] == book.blend_factors.cap(system.value)


def test_a_prize_counts_by_the_day_it_was_won() -> None:
    days = [date(1990, 1, 1), *(day for book in books() for day, _ in book.money_floor_thresholds if day > date.min)]
    for book, record in zip(books(), numbers(), strict=True):
        assert interpreted(prize_threshold)(record, NO_DAY) == floors.prize_threshold(book, None)
        for day in set(days):
            number = (day - date(1970, 1, 1)).days
            assert day_of(number) == day
            assert interpreted(prize_threshold)(record, number) == floors.prize_threshold(book, day)


class TestNoRoom:
    """More pieces than there is room for are an error, not a silence."""

    BOOK = law().by_edition(System.OTBR, date(2025, 7, 26))
    PIECES = Conversion(
        tuple(Line(inf if place == MOST else float(place), True, 0.0, 1.0) for place in range(MOST + 1))
    )

    @pytest.mark.parametrize("name", ["fide_conversion", "cfc_conversion", "youth_conversion"])
    def test_for_a_conversion(self, name: str) -> None:
        pieces: dict[str, Any] = {name: self.PIECES}
        with pytest.raises(ValueError, match=f"{MOST + 1} pieces of a conversion: the kernel has room for {MOST}"):
            records([replace(self.BOOK, **pieces)])

    def test_for_a_priority_list(self) -> None:
        one = next(book for book in books() if book.initial_priority).initial_priority[0]
        with pytest.raises(ValueError, match=f"{MOST + 1} places of a priority list"):
            records([replace(self.BOOK, initial_priority=(one,) * (MOST + 1))])

    def test_for_the_dates_of_a_threshold(self) -> None:
        with pytest.raises(ValueError, match=f"{MOST + 1} dated thresholds of a prize"):
            records([replace(self.BOOK, money_floor_thresholds=((date.min, 1000.0),) * (MOST + 1))])

    def test_as_many_as_there_is_room_for_are_fine(self) -> None:
        assert len(records([replace(self.BOOK, fide_conversion=Conversion(self.PIECES.lines[1:]))])) == 1


def test_no_rulebook_is_no_error() -> None:
    assert len(records([])) == 1
