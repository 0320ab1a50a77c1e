"""A federation looks like one: of everything that is played and reported there is about as much as there should be.

The bands are those of the volumes that are known of US Chess, where any are; else they say that a thing is there, and
that it is as rare as it should be.
"""

from __future__ import annotations

from collections import Counter
from datetime import date

import numpy as np
import polars as pl
import pytest

from arpad.generator import generate
from arpad.generator.terms import terms_of
from arpad.kernel.columns import (
    CFC,
    FIDE,
    FOREIGN_FIDE,
    LOWERED,
    MATCH,
    MONEY,
    NATIONAL,
    NO_DAY,
    OLM,
    ROUND_ROBIN,
    SWISS,
    SYSTEMS,
    UNKNOWN_GAMES,
    Columns,
    Sections,
    UInt8,
    day_number,
)
from arpad.kernel.law_runs import periods, systems_of_sections
from arpad.rules.law import law
from arpad.rules.vocabulary import LawChoice, System
from tests.generator.making import D, Flat, N, R, S, country

BIT = {system: 1 << place for place, system in enumerate(SYSTEMS)}


def years(days: np.ndarray) -> np.ndarray:
    """The year of each day."""
    return pl.Series(days, dtype=pl.Int32).cast(pl.Date).dt.year().to_numpy()


def months(days: np.ndarray) -> np.ndarray:
    """A number for the month of each day, one more for the next month."""
    return days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)


def systems_of(columns: Columns) -> UInt8:
    """The systems in which each section is rated."""
    return systems_of_sections(columns.sections, columns.time_controls, periods(law(), LawChoice()))[0]


def sizes(sections: Sections) -> np.ndarray:
    """How many entries each section has."""
    return np.diff(sections.first_entry)


def games_of(columns: Columns) -> np.ndarray:
    """The games of each section."""
    first_side = columns.entries.first_side[columns.sections.first_entry]
    return np.diff(first_side) / 2


class TestWhatIsPlayed:
    def test_fills_events_and_sections_as_a_federation_does(self) -> None:
        # more than 10,000 events and 700,000 games a year; PERFORMANCE: 0.7 M sections of 20 M games
        columns = country().columns
        assert 50 < columns.games / len(country().event_ids) < 75
        assert 24 < columns.games / len(columns.sections.end) < 30
        size = sizes(columns.sections)
        assert np.percentile(size, [10, 50, 95]).tolist() == pytest.approx([4, 9, 30], abs=3)
        assert size.max() > 90

    def test_is_swiss_mostly_and_round_robins_and_matches_and_foreign_events(self) -> None:
        columns = country().columns
        games = games_of(columns)
        share = {kind: games[columns.sections.kind == kind].sum() / games.sum() for kind in range(4)}
        assert 0.80 < share[SWISS] < 0.88
        assert 0.10 < share[ROUND_ROBIN] < 0.18
        assert 0.005 < share[MATCH] < 0.015
        assert 0.005 < share[FOREIGN_FIDE] < 0.015

    def test_has_quads_that_meet_once_and_double_quads_that_meet_twice(self) -> None:
        columns = country().columns
        quads = (columns.sections.kind == ROUND_ROBIN) & (sizes(columns.sections) == 4)
        games = games_of(columns)[quads]
        assert quads.mean() > 0.15
        assert (games <= 6).mean() == pytest.approx(0.86, abs=0.06)
        assert games.max() == 12

    def test_is_a_weekend_or_a_day_mostly_and_a_league_of_weeks_sometimes(self) -> None:
        sections = country().columns.sections
        days = sections.end - sections.start + 1
        assert (days == 1).mean() == pytest.approx(0.78, abs=0.05)
        assert (days <= 5).mean() > 0.96
        assert 0.001 < (days >= 29).mean() < 0.04
        assert days.max() <= 50
        weekday = (sections.start + 3) % 7
        assert np.isin(weekday, (4, 5, 6)).mean() > 0.8

    def test_is_drawn_now_and_then_and_hardly_ever_coded_unlike(self) -> None:
        code = country().columns.sides.code
        assert 0.08 < (code == D).mean() < 0.13
        assert (code >= N).mean() == pytest.approx(1 / 700, rel=0.15)

    def test_is_coded_unlike_as_a_win_and_a_draw_or_a_draw_and_a_loss_or_two_losses(self) -> None:
        columns = country().columns
        flat = Flat.of(columns)
        odd = columns.sides.code >= N
        sides = zip(flat.entry[odd].tolist(), flat.other[odd].tolist(), columns.sides.code[odd].tolist(), strict=True)
        games = {(one, other): code for one, other, code in sides}
        pairs = Counter(frozenset((code, games[other, one])) for (one, other), code in games.items())
        share = {pair: count / pairs.total() for pair, count in pairs.items()}
        expected = {frozenset((N, R)): 0.5, frozenset((R, S)): 0.25, frozenset((S,)): 0.25}
        assert share == pytest.approx(expected, abs=0.03)

    def test_leaves_few_without_a_game(self) -> None:
        assert (np.diff(country().columns.entries.first_side) == 0).mean() < 0.01

    def test_is_entered_twice_by_some(self) -> None:
        columns = country().columns
        flat = Flat.of(columns)
        again = (np.diff(columns.entries.member) == 0) & (np.diff(flat.section) == 0)
        assert 0.0001 < again.mean() < 0.002


class TestTheSystems:
    def test_are_all_played_in(self) -> None:
        systems = systems_of(country().columns)
        share = {system: (systems & bit > 0).mean() for system, bit in BIT.items()}
        assert 0.65 < share[System.OTBR] < 0.85
        assert 0.35 < share[System.OTBQ] < 0.5
        assert 0.03 < share[System.OTBB] < 0.08
        assert all(0.003 < share[system] < 0.05 for system in (System.OLR, System.OLQ, System.OLB))

    def test_are_both_regular_and_quick_of_three_events_in_ten(self) -> None:
        columns = country().columns
        both = BIT[System.OTBR] | BIT[System.OTBQ]
        dual = systems_of(columns) & both == both
        assert not dual[columns.sections.start < day_number(date(2002, 1, 1))].any()
        here = ~columns.sections.online & (columns.sections.start >= day_number(date(2002, 1, 1)))
        assert 0.27 < dual[here].mean() < 0.36
        assert not dual[columns.sections.online].any()

    def test_are_online_in_the_pandemic(self) -> None:
        columns = country().columns
        games, year = games_of(columns), years(columns.sections.end)
        online = columns.sections.online

        def share(since: date, until: date) -> float:
            then = (columns.sections.end >= day_number(since)) & (columns.sections.end <= day_number(until))
            return float(games[then & online].sum() / games[then].sum())

        assert not online[columns.sections.start < day_number(date(2014, 10, 1))].any()
        assert 0.02 < share(date(2016, 1, 1), date(2019, 12, 31)) < 0.08
        assert 0.85 < share(date(2020, 3, 25), date(2021, 2, 20)) < 0.97
        assert 0.55 < share(date(2020, 1, 1), date(2020, 12, 31)) < 0.75
        assert 0.08 < share(date(2022, 1, 1), date(2025, 12, 31)) < 0.2
        assert games[year == 2020].sum() < 0.85 * games[year == 2019].sum() < games[year == 2023].sum()

    def test_follow_a_time_control_mostly_and_are_named_sometimes(self) -> None:
        columns = country().columns
        sections = columns.sections
        assert (sections.systems > 0).mean() == pytest.approx(0.06, abs=0.01)
        used = np.bincount(sections.time_control[sections.time_control >= 0], minlength=len(columns.time_controls))
        assert (used > 0).all()


class TestTheMembers:
    def test_grow_in_number_and_a_tenth_of_them_play_in_a_year(self) -> None:
        columns = country().columns
        year = years(columns.sections.end)[Flat.of(columns).section]
        active = [len(np.unique(columns.entries.member[year == number])) for number in range(2003, 2026)]
        assert all(6_500 < count < 15_000 for count in active)
        assert active[-1] > 1.4 * active[0]

    def test_come_as_newcomers_all_the_time(self) -> None:
        columns = country().columns
        year = years(columns.sections.end)[Flat.of(columns).section]
        first = np.full(100_000, 9999)
        np.minimum.at(first, columns.entries.member, year)
        came = np.bincount(first[first < 9999] - 2001, minlength=25)
        assert (came[1:] > 2_500).all()
        assert (came[1:] < 5_500).all()

    def test_play_a_lot_few_of_them_and_a_little_most_of_them(self) -> None:
        columns = country().columns
        games = np.bincount(columns.entries.member, np.diff(columns.entries.first_side), minlength=100_000)
        assert 6 <= np.median(games) <= 11
        assert 0.65 < (games <= 25).mean() < 0.82
        assert np.percentile(games, 99) > 300
        assert 2_000 < games.max() < 10_000

    def test_are_children_and_grown_ups_of_plausible_ages(self) -> None:
        columns = country().columns
        birth = columns.members.birth[columns.entries.member].astype(np.int64)
        age = (columns.sections.end[Flat.of(columns).section] - birth)[birth != NO_DAY] / 365.25
        assert (age < 5).mean() < 0.002
        assert age.max() < 93
        assert 0.25 < (age < 18).mean() < 0.5
        assert 0.03 < (age > 60).mean() < 0.15

    def test_have_a_birth_date_but_for_one_in_eight_of_whom_half_are_known_to_be_grown_up_or_not(self) -> None:
        members = country().columns.members
        unknown = members.birth == NO_DAY
        assert unknown.mean() == pytest.approx(0.12, abs=0.01)
        assert (members.adult[unknown] >= 0).mean() == pytest.approx(0.5, abs=0.03)
        assert (members.adult[~unknown] >= 0).mean() == pytest.approx(0.1, abs=0.02)

    def test_are_of_all_strengths(self) -> None:
        low, middle, high = np.percentile(country().strength, [1, 50, 99]).tolist()
        assert 250 < low < 500
        assert 1300 < middle < 1550
        assert 2250 < high < 2500


class TestWhatTheOfficeKnows:
    def test_is_the_ratings_of_other_federations(self) -> None:
        foreign = country().columns.foreign
        home = terms_of(100_000, 12, None, date(2001, 1, 1), date(2025, 12, 31)).home
        members = np.unique(foreign.member[foreign.member < home])
        assert 0.02 < len(members) / home < 0.06
        assert set(foreign.source.tolist()) == {FIDE, CFC, NATIONAL}
        assert set(foreign.resident.tolist()) == {-1, 0, 1}

    def test_is_a_prize_of_one_section_in_fifty(self) -> None:
        columns = country().columns
        prizes = (columns.floors.kind == MONEY).sum()
        assert 1 / 120 < prizes / len(columns.sections.end) < 1 / 30

    def test_is_a_few_of_everything_that_is_ruled(self) -> None:
        columns = country().columns
        assert set(columns.floors.kind.tolist()) == {MONEY, OLM, LOWERED}
        assert 80 < len(columns.rulings.member) <= 100
        assert 20 <= len(columns.ceilings.member) <= 40
        assert 0 < np.isinf(columns.ceilings.value).sum() < len(columns.ceilings.member)
        assert 40 <= len(columns.match_changes.member) <= 50
        assert set(columns.rulings.games.tolist()) == {UNKNOWN_GAMES, 10, 30, 200}

    def test_is_what_half_of_the_reports_of_matches_say_of_published_ratings(self) -> None:
        columns = country().columns
        matches = columns.sections.kind == MATCH
        section = Flat.of(columns).section[columns.published.entry]
        assert len(np.unique(section)) / matches.sum() == pytest.approx(0.5, abs=0.03)
        assert columns.sections.override[matches].mean() == pytest.approx(0.06, abs=0.02)
        assert not columns.sections.override[~matches].any()


class TestReports:
    def test_arrive_within_a_week_today_but_for_8_per_cent_that_take_up_to_a_month(self) -> None:
        sections = country().columns.sections
        late = (country().reported - sections.end)[years(sections.end) >= 2022]
        assert ((late >= 7) & (late <= 27)).mean() == pytest.approx(0.08, abs=0.01)
        assert (late > 27).mean() == pytest.approx(0.01, abs=0.005)
        assert late.max() < 300

    def test_were_a_fifth_and_more_behind_the_last_month_when_they_came_on_paper(self) -> None:
        # of 774 events that were rated in November 2004, 183 had ended before October
        sections = country().columns.sections
        of_2004 = years(country().reported) == 2004
        behind = months(country().reported[of_2004]) - months(sections.end[of_2004])
        assert 0.12 < (behind >= 2).mean() < 0.3
        assert (behind == 1).mean() > 0.45

    def test_arrived_on_the_day_of_the_end_of_one_event_in_six_when_most_began_to_be_sent(self) -> None:
        # 13.4 per cent in the third quarter of 2005, 24.9 in the first of 2007
        sections = country().columns.sections
        then = (sections.end >= day_number(date(2005, 7, 1))) & (sections.end <= day_number(date(2007, 3, 31)))
        assert 0.12 < (country().reported == sections.end)[then].mean() < 0.25


class TestASmallFederation:
    def test_has_every_kind_of_section_too(self) -> None:
        columns = generate(3000, seed=2).columns
        assert set(columns.sections.kind.tolist()) == {SWISS, ROUND_ROBIN, MATCH, FOREIGN_FIDE}
        assert all((systems_of(columns) & bit).any() for bit in BIT.values())

    def test_has_groups_to_play_in(self) -> None:
        columns = generate(100, seed=2).columns
        assert np.median(sizes(columns.sections)) >= 4
        assert columns.games / len(columns.sections.end) > 10
