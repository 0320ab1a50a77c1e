"""Which sections are rated in which systems, by which numbers: as the rules say of each section by itself."""

from __future__ import annotations

import csv
import json
import random
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arpad.history.events import record_of_events
from arpad.kernel.columns import SYSTEMS, Columns
from arpad.kernel.law_runs import Periods, Shelf, periods, systems_of_sections
from arpad.kernel.plan import plan_of
from arpad.rules.law import law
from arpad.rules.uschess.event import Plan, plan_section
from arpad.rules.vocabulary import Event, Kind, LawChoice, Player, Profile, Rating, Round, Section, System
from tests.kernel import coverage, outputs

ROOT = Path(__file__).parents[2]
EDITIONS = tuple(law().editions)
CHOICES = [
    LawChoice(),
    *(LawChoice(known=known, profile=profile) for known, profile in product(EDITIONS, Profile)),
    *(LawChoice(edition=edition) for edition in EDITIONS),
]
NONSENSE = ("", "G/", "blitz", "G/0;d0", "40/90", "G/5;d5;d5")


@cache
def time_controls() -> tuple[str, ...]:
    """Every spelling that the tests of the house know, and some that nobody understands."""
    with (ROOT / "tests/data/time_controls.csv").open(encoding="utf-8") as file:
        found = [row["notation"] for row in csv.DictReader(file)]
    for path in sorted((ROOT / "conformance").glob("*/time-controls.json")):
        vectors = json.loads(path.read_text(encoding="utf-8"))["vectors"]
        found += [vector["input"]["time_control"] for vector in vectors if "time_control" in vector["input"]]
    return tuple(dict.fromkeys([*found, *NONSENSE]))


def days_around_changes() -> list[date]:
    """The days on which the law changes, by start or end, those before and after, and days before everything known."""
    changes = {change.day(profile) for change in law().changes for profile in Profile}
    changes |= {system.since for system in law().systems.values()} | set(EDITIONS)
    near = {day + timedelta(off) for day in changes for off in (-1, 0, 1)}
    return sorted(near | {date(2000, 12, 31), date(1995, 1, 1)})


def sections(seed: int, count: int) -> list[Section]:
    """Sections of all sorts on days near changes of the law."""
    rng = random.Random(seed)
    days, controls = days_around_changes(), time_controls()
    found = []
    for number in range(count):
        end = rng.choice(days)
        start = rng.choice((end, end, end - timedelta(1), end - timedelta(30)))
        named = rng.random() < 0.3
        found.append(
            Section(
                number=number + 1,
                start=start,
                end=end,
                players=(),
                time_control=rng.choice(controls) if rng.random() < 0.9 else None,
                online=rng.random() < 0.4,
                systems=tuple(s for s in SYSTEMS if rng.random() < 0.3) or None if named else None,
                kind=rng.choice((Kind.SWISS, Kind.SWISS, Kind.ROUND_ROBIN, Kind.MATCH, Kind.FOREIGN_FIDE)),
            )
        )
    return found


def columns_of(of: list[Section]) -> Columns:
    """The sections as columns, in rating order."""
    days = [day for one in of for day in (one.start, one.end)]
    columns = record_of_events([Event(min(days), max(days), tuple(of), id="A")]).columns
    assert len(columns.sections.number) == len(of)
    return columns


def said(of_law: Periods, section: Section) -> tuple[set[System], list[str], dict[System, Plan]]:
    """The systems that the rules rate a section in, and what they say of the others."""
    steps = list(plan_section(section, "", of_law.choice, of_law.law))
    plans = {step.system: step for step in steps if isinstance(step, Plan)}
    return set(plans), sorted(step.code for step in steps if not isinstance(step, Plan)), plans


class TestSystemsOfSections:
    """A section's own word, its time control, its day, the law: as `plan_section` decides."""

    @pytest.mark.parametrize("choice", CHOICES, ids=coverage.choice_word)
    def test_each_section_is_rated_where_the_rules_rate_it(self, choice: LawChoice) -> None:
        of = {section.number: section for section in sections(CHOICES.index(choice), 1500)}
        columns, of_law = columns_of(list(of.values())), periods(law(), choice)
        rated, problems = systems_of_sections(columns.sections, columns.time_controls, of_law)
        codes: dict[int, list[str]] = {}
        for problem in problems:
            codes.setdefault(problem.section, []).append(problem.code)
        seen = set()
        for place, number in enumerate(columns.sections.number.tolist()):
            systems, refused, _ = said(of_law, of[number])
            assert {s for bit, s in enumerate(SYSTEMS) if rated[place] & (1 << bit)} == systems, of[number]
            assert sorted(codes.get(place, [])) == refused, of[number]
            seen |= {*systems, *refused}
        unknown = {"law-unknown"} if choice.edition is None or choice.edition < date(2020, 6, 11) else set()
        assert seen >= {
            System.OTBR,
            System.OTBQ,
            "no-system",
            "time-control-not-rated",
            "time-control-unknown",
            *unknown,
        }

    @pytest.mark.parametrize("choice", [LawChoice(), LawChoice(profile=Profile.PRACTISED)], ids=coverage.choice_word)
    def test_so_it_is_for_every_spelling_on_every_day_near_a_change(self, choice: LawChoice) -> None:
        of_law, controls = periods(law(), choice), time_controls()
        assert len(controls) > 70
        days = [day for day in days_around_changes() if day >= law().earliest]
        cases = [(day, online, text) for day, online, text in product(days, (False, True), controls)]
        section = Section(1, days[0], days[0], ())
        of = [replace(section, number=place + 1, start=day, end=day, online=online, time_control=text)
              for place, (day, online, text) in enumerate(cases)]  # fmt: skip
        columns = columns_of(of)
        rated, _ = systems_of_sections(columns.sections, columns.time_controls, of_law)
        for place, number in enumerate(columns.sections.number.tolist()):
            systems, _, _ = said(of_law, of[number - 1])
            assert {s for bit, s in enumerate(SYSTEMS) if rated[place] & (1 << bit)} == systems, of[number - 1]


class TestShelf:
    """The rulebook of a run is the one that the rules take, and each different one stands there once."""

    @pytest.mark.parametrize("choice", CHOICES, ids=coverage.choice_word)
    def test_each_run_has_the_numbers_of_its_section(self, choice: LawChoice) -> None:
        of = {section.number: section for section in sections(100 + CHOICES.index(choice), 400)}
        columns, of_law = columns_of(list(of.values())), periods(law(), choice)
        plan, shelf = plan_of(columns, of_law).plan, Shelf(of_law)
        places = shelf.places(plan.runs)
        assert len(plan.order) > 0
        for run in plan.order.tolist():
            system = SYSTEMS[plan.runs.system[run]]
            section = of[int(columns.sections.number[plan.runs.section[run]])]
            planned = said(of_law, section)[2][system]
            assert shelf.books[places[run]].digest == planned.book.digest
            assert bool(plan.runs.dual[run]) == planned.dual
            assert shelf.place(SYSTEMS.index(system), int(plan.runs.start[run]), int(plan.runs.end[run])) == places[run]
        assert len({book.digest for book in shelf.books}) == len(shelf.books)

    def test_a_variant_replaces_numbers_in_every_book(self) -> None:
        of_law = periods(law(), LawChoice())
        columns = columns_of(sections(1, 200))
        shelf = Shelf(of_law)
        shelf.places(plan_of(columns, of_law).plan.runs)
        assert len(shelf.books) > 10
        assert set(shelf.numbers({"bonus_threshold": 99.0})["bonus_threshold"].tolist()) == {99.0}
        assert 99.0 not in shelf.numbers({})["bonus_threshold"].tolist()


class TestRulings:
    """A rating set by the office needs no law: it may be older than all that is known, or than its system."""

    @pytest.mark.parametrize(
        ("system", "day"),
        [(System.OTBR, date(1998, 5, 4)), (System.OLR, date(2015, 5, 4)), (System.OTBR, date(2015, 5, 4))],
    )
    def test_it_holds_for_the_section_that_comes(self, system: System, day: date) -> None:
        end = date(2025, 3, 1)
        players = (Player(1, (Round("W", 2),), id="1"), Player(2, (Round("L", 1),), id="2"))
        record = record_of_events([Event(end, end, (Section(1, end, end, players, systems=(system,)),), id="A")])
        rulings = record_of_events(
            [Event(end, end, (Section(1, end, end, brought(players, system), systems=(system,)),))]
        )
        ruled = rulings.columns.rulings._replace(day=np.array([(day - date(1970, 1, 1)).days] * 2, dtype=np.int32))
        found = outputs.rated(record.columns._replace(rulings=ruled), LawChoice())
        assert found.details["r0"][found.persons(1)[1]] == 1500.25


def brought(players: tuple[Player, ...], system: System) -> Any:
    """The same players with ratings."""
    return tuple(replace(player, ratings={system: Rating(1500.25, 40)}) for player in players)
