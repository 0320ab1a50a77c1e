"""The truth behind a federation: results follow strengths, strengths move as people grow, ratings find them."""

from __future__ import annotations

from datetime import date

import numpy as np

from arpad.generator.people import people_of
from arpad.generator.terms import terms_of
from arpad.generator.time_controls import REGULAR, SPELLINGS
from arpad.kernel.columns import MATCH, NO_DAY, SYSTEMS
from arpad.kernel.law_runs import Shelf, periods
from arpad.kernel.plan import plan_of
from arpad.kernel.rows import MOVED
from arpad.kernel.run import rate
from arpad.rules.law import law
from arpad.rules.vocabulary import LawChoice, System
from tests.generator.making import Flat, Games, country, town

YEAR = 365.25
TERMS = terms_of(100_000, 12, None, date(2001, 1, 1), date(2025, 12, 31))
"""What the country was made from."""


class TestResults:
    def test_follow_the_logistic_curve_of_true_strengths(self) -> None:
        games = Games.of(country())
        expected = 1.0 / (1.0 + 10.0 ** ((games.opponent - games.strength) / 400.0))
        place = np.minimum((expected * 40).astype(int), 39)
        count = np.bincount(place, minlength=40)
        gap = np.bincount(place, games.score - expected, minlength=40)
        spread = np.bincount(place, (games.score - expected) ** 2, minlength=40)
        far = gap / np.sqrt(spread)
        assert (count > 5_000).all()
        assert np.abs(far).max() < 4.0
        assert (far**2).sum() < 73.4  # chi-square of 40 bins, one in a thousand

    def test_follow_it_in_each_system_and_kind_of_section(self) -> None:
        federation = town()
        columns, flat = federation.columns, Flat.of(federation.columns)
        strength = federation.strength.astype(np.float64)
        expected = 1.0 / (1.0 + 10.0 ** ((strength[flat.other] - strength[flat.entry]) / 400.0))
        score = np.array([1.0, 0.0, 0.5, 1.0, 0.0, 0.5])[columns.sides.code]
        ordinary = (columns.sides.code < 3) & (strength[flat.entry] > strength[flat.other])
        section = flat.section[flat.entry]
        for group in (columns.sections.online[section], columns.sections.kind[section]):
            for value in np.unique(group):
                chosen = ordinary & (group == value)
                gap = (score - expected)[chosen]
                assert abs(gap.sum()) < 4.0 * np.sqrt((gap * gap).sum()), value

    def test_are_drawn_by_the_strong_and_the_equal(self) -> None:
        games = Games.of(country())
        middle, gap = (games.strength + games.opponent) / 2, np.abs(games.strength - games.opponent)
        drawn = games.score == 0.5

        def share(low: float, high: float, near: float, far: float) -> float:
            return float(drawn[(middle >= low) & (middle < high) & (gap >= near) & (gap < far)].mean())

        equals = [share(low, low + 400, 0, 100) for low in (400, 800, 1200, 1600, 2000)]
        assert equals == sorted(equals)
        assert equals[0] < 0.06
        assert 0.25 < equals[-1] < 0.45
        assert share(1600, 2000, 500, 900) < 0.5 * share(1600, 2000, 0, 100)


class TestStrengths:
    def test_rise_in_children_and_fall_in_veterans(self) -> None:
        federation = country()
        columns, flat = federation.columns, Flat.of(federation.columns)
        slow = [place for place, text in enumerate(columns.time_controls) if text in SPELLINGS[REGULAR]]
        regular = np.isin(columns.sections.time_control[flat.section], slow)
        member, day = columns.entries.member[regular], columns.sections.end[flat.section[regular]]
        strength = federation.strength[regular].astype(np.float64)
        first, last = np.full(100_000, -1), np.full(100_000, -1)
        last[member] = np.arange(len(member))
        first[member[::-1]] = np.arange(len(member))[::-1]
        seen = np.flatnonzero(first >= 0)
        years = (day[last[seen]] - day[first[seen]]) / YEAR
        seen, years = seen[years > 3], years[years > 3]
        gain = (strength[last[seen]] - strength[first[seen]]) / years
        age = (day[first[seen]] - people_of(TERMS).birth[seen]) / YEAR
        children, grown, veterans = (gain[(age >= low) & (age < high)] for low, high in ((5, 13), (25, 40), (60, 90)))
        assert min(len(children), len(grown), len(veterans)) > 200
        assert 50 < children.mean() < 120
        assert -3 < grown.mean() < 10
        assert -10 < veterans.mean() < -1
        assert grown.std() > 5

    def test_differ_between_systems_but_not_by_much(self) -> None:
        federation = town()
        columns, flat = federation.columns, Flat.of(federation.columns)
        online = columns.sections.online[flat.section]
        both = np.intersect1d(columns.entries.member[online], columns.entries.member[~online])
        assert len(both) > 300
        here, there = (
            np.bincount(columns.entries.member[chosen], federation.strength[chosen], minlength=20_000)[both]
            / np.bincount(columns.entries.member[chosen], minlength=20_000)[both]
            for chosen in (online, ~online)
        )
        assert np.corrcoef(here, there)[0, 1] > 0.85
        assert 20 < np.abs(here - there).mean() < 150

    def test_decide_over_the_ratings(self) -> None:
        federation = town()
        of_law = periods(law(), LawChoice())
        planned = plan_of(federation.columns, of_law)
        plan, shelf = planned.plan, Shelf(of_law)
        places = shelf.places(plan.runs)
        rows = rate(plan, shelf.numbers({}), places)
        assert planned.not_rated == ()
        run = plan.links.run
        otbr = (plan.runs.system[run] == SYSTEMS.index(System.OTBR)) & (plan.runs.section[run] >= 0)
        at = np.flatnonzero(otbr & (rows["games"] > 60) & (rows["marks"] & MOVED > 0))
        entry = plan.runs.first_entry[run[at]] + (at - plan.runs.first_row[run[at]])
        late = plan.runs.end[run[at]] >= federation.columns.sections.end.max() - 5 * 365
        rating, strength = rows["post"][at][late], federation.strength[entry][late].astype(np.float64)
        gap = (rating - strength) - (rating - strength).mean()
        assert len(rating) > 5_000
        assert np.corrcoef(rating, strength)[0, 1] > 0.96
        assert abs((rating - strength).mean()) < 120
        assert gap.std() < 180


class TestMatches:
    def test_are_between_members_near_in_strength(self) -> None:
        federation = country()
        columns = federation.columns
        first = columns.sections.first_entry[:-1][columns.sections.kind == MATCH]
        gap = np.abs(federation.strength[first] - federation.strength[first + 1])
        assert np.median(gap) < 100
        assert 0.02 < (gap > 400).mean() < 0.12

    def test_are_of_up_to_eight_games(self) -> None:
        columns = country().columns
        first = columns.sections.first_entry[:-1][columns.sections.kind == MATCH]
        games = np.diff(columns.entries.first_side)[first]
        assert games.max() == 8
        assert 4 < games.mean() < 6


class TestKnownBirthDates:
    def test_are_the_true_ones_but_for_a_few_typed_wrong(self) -> None:
        known = country().columns.members.birth
        true = people_of(TERMS).birth
        wrong = (known != NO_DAY) & (known != true)
        assert 0.0005 < wrong.mean() < 0.004
