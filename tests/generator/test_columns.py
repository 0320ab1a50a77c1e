"""The columns of a federation are what the kernel takes: in order, within their tables, and consistent."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest

from arpad.generator import Federation, generate
from arpad.generator.federation import LATEST
from arpad.generator.people import people_of
from arpad.generator.reports import event_numbers
from arpad.generator.terms import EARLIEST, Terms, terms_of
from arpad.kernel.columns import (
    DTYPES,
    FOREIGN_FIDE,
    MATCH,
    MONEY,
    NO_DAY,
    SYSTEMS,
    TABLES,
    UNKNOWN_GAMES,
    day_number,
)
from arpad.kernel.law_runs import periods, systems_of_sections
from arpad.rules.law import law
from arpad.rules.vocabulary import LawChoice
from tests.generator.making import D, Flat, L, N, R, S, W, country

ASKED: dict[str, dict[str, Any]] = {
    "of two": {"members": 2},
    "of a club": {"members": 40},
    "of a hundred": {"members": 100},
    "of a day": {"members": 2000, "games": 2000, "first": date(2024, 5, 4), "last": date(2024, 5, 4)},
    "of the pandemic": {"members": 3000, "first": date(2020, 3, 1), "last": date(2021, 8, 31)},
    "of a busy month": {"members": 500, "games": 5000, "first": date(2019, 2, 1), "last": date(2019, 2, 28)},
    "of a busy March": {"members": 20_000, "games": 300_000, "first": date(2019, 3, 1), "last": date(2019, 3, 31)},
    "of hardly a game": {"members": 50, "games": 0},
    "of a town": {"members": 20_000},
}


@cache
def made(name: str) -> Federation:
    """One of them."""
    return generate(seed=5, **ASKED[name])


def terms_of_asked(asked: dict[str, Any]) -> Terms:
    """What the generator works with."""
    return terms_of(asked["members"], 5, asked.get("games"), asked.get("first", EARLIEST), asked.get("last", LATEST))


@pytest.fixture(params=ASKED)
def federation(request: pytest.FixtureRequest) -> Federation:
    """Each of them."""
    return made(request.param)


@pytest.fixture
def terms(request: pytest.FixtureRequest) -> Terms:
    """The terms of the federation of the test."""
    return terms_of_asked(ASKED[request.node.callspec.params["federation"]])


def twice(*columns: np.ndarray) -> int:
    """How many rows stand there before."""
    rows = np.stack(columns, axis=1)
    return len(rows) - len(np.unique(rows, axis=0))


class TestEveryFederation:
    def test_has_columns_of_the_types_that_the_kernel_reads(self, federation: Federation) -> None:
        columns: Any = federation.columns
        tables = columns[: len(TABLES)]
        assert [type(table) for table in tables] == list(TABLES)
        for table in tables:
            assert {name: column.dtype for name, column in table._asdict().items()} == DTYPES[type(table)]
            assert all(column.flags.c_contiguous for column in table)

    def test_stands_in_rating_order(self, federation: Federation) -> None:
        sections = federation.columns.sections
        event = federation.event_ids.cast(pl.Int64).to_numpy()[sections.event]
        order = np.lexsort((sections.number, event, sections.start, sections.end))
        assert (order == np.arange(len(order))).all()
        assert twice(sections.event, sections.number) == 0

    def test_has_offsets_from_nothing_to_everything(self, federation: Federation) -> None:
        sections, entries, sides = federation.columns[1:4]
        assert sections.first_entry[0] == entries.first_side[0] == 0
        assert sections.first_entry[-1] == len(entries.member)
        assert entries.first_side[-1] == len(sides.opponent) == len(sides.code)
        assert (np.diff(sections.first_entry) >= 2).all()
        assert (np.diff(entries.first_side) >= 0).all()
        assert len(federation.strength) == len(entries.member)
        assert len(federation.reported) == len(sections.start)

    def test_has_opponents_within_the_section_and_nobody_meets_himself(self, federation: Federation) -> None:
        columns = federation.columns
        flat = Flat.of(columns)
        assert (columns.sides.opponent < np.diff(columns.sections.first_entry)[flat.section[flat.entry]]).all()
        assert (columns.entries.member[flat.entry] != columns.entries.member[flat.other]).all()

    def test_has_two_sides_of_every_game_that_agree_or_differ_on_purpose(self, federation: Federation) -> None:
        columns = federation.columns
        flat = Flat.of(columns)
        pair = flat.entry * len(flat.section) + flat.other
        mirrored = flat.other * len(flat.section) + flat.entry
        code = columns.sides.code
        for mine, theirs in ((W, L), (L, W), (D, D)):
            assert np.array_equal(np.sort(pair[code == mine]), np.sort(mirrored[code == theirs]))
        odd = code >= N
        assert np.array_equal(np.sort(pair[odd]), np.sort(mirrored[odd]))
        games = dict(zip(pair[odd].tolist(), code[odd].tolist(), strict=True))
        found = {(games[one], games[two]) for one, two in zip(pair[odd].tolist(), mirrored[odd].tolist(), strict=True)}
        assert found <= {(N, R), (R, N), (R, S), (S, R), (S, S)}

    def test_has_each_member_once_in_a_section_or_in_entries_side_by_side(self, federation: Federation) -> None:
        columns = federation.columns
        flat = Flat.of(columns)
        member, number = columns.entries.member, columns.entries.number
        assert twice(flat.section, number) == 0
        key = np.stack((flat.section, member))
        begins = np.ones(len(member), dtype=np.bool_)
        begins[1:] = (key[:, 1:] != key[:, :-1]).any(axis=0)
        assert twice(flat.section[begins], member[begins]) == 0
        same = ~begins[1:]
        assert (number[1:][same] > number[:-1][same]).all()
        leads = number[begins]
        in_section = flat.section[begins][1:] == flat.section[begins][:-1]
        assert (leads[1:][in_section] > leads[:-1][in_section]).all()

    def test_has_a_match_between_two(self, federation: Federation) -> None:
        sections = federation.columns.sections
        assert (np.diff(sections.first_entry)[sections.kind == MATCH] == 2).all()

    def test_keeps_to_its_days(self, federation: Federation) -> None:
        sections = federation.columns.sections
        assert (sections.start <= sections.end).all()
        assert (federation.reported >= sections.end).all()
        assert twice(sections.event, federation.reported) == len(sections.event) - len(federation.event_ids)

    def test_is_rated_wholly_by_the_law(self, federation: Federation) -> None:
        columns = federation.columns
        _, problems = systems_of_sections(columns.sections, columns.time_controls, periods(law(), LawChoice()))
        assert problems == []
        assert ((columns.sections.systems > 0) != (columns.sections.time_control >= 0)).all()

    def test_has_ids_by_which_everybody_and_everything_is_known(self, federation: Federation) -> None:
        members, events = federation.member_ids, federation.event_ids
        assert members.n_unique() == len(members) == len(federation.names)
        assert members.str.contains(r"^\d{8}$").all()
        assert events.n_unique() == len(events) == len(federation.event_names)
        assert events.str.contains(r"^\d{12}$").all()
        assert federation.names.str.contains(r"^[A-Z]+, [A-Z]+$").all()
        assert federation.event_names.str.contains(r"^[A-Z][A-Za-z ]+ (200[1-9]|201\d|202[0-5])$").all()
        sections = federation.columns.sections
        written = pl.Series(sections.end, dtype=pl.Int32).cast(pl.Date).dt.to_string("%Y%m%d")
        last = pl.DataFrame({"event": sections.event, "end": sections.end, "day": written})
        last = last.group_by("event").agg(pl.col("day").max()).sort("event")
        assert last["event"].to_list() == list(range(len(events)))
        early = (events.str.slice(0, 8) != last["day"]).sum()
        assert (events.str.slice(0, 8) >= last["day"]).all()
        assert early <= 0.05 * len(events)

    def test_knows_facts_of_members_that_there_are(self, federation: Federation) -> None:
        columns = federation.columns
        members = len(columns.members.birth)
        for table in (columns.foreign, columns.floors, columns.ceilings, columns.rulings, columns.match_changes):
            assert ((table.member >= 0) & (table.member < members)).all()
        assert ((columns.entries.member >= 0) & (columns.entries.member < members)).all()
        assert (columns.members.same_as == np.arange(members)).all()
        assert (columns.rulings.rating >= 100).all()
        assert (columns.rulings.system < len(SYSTEMS)).all()
        assert (columns.match_changes.day < columns.sections.start.min(initial=2**31 - 1)).all()

    def test_says_published_ratings_of_players_of_matches(self, federation: Federation) -> None:
        columns = federation.columns
        published = columns.published
        section = Flat.of(columns).section[published.entry]
        assert (columns.sections.kind[section] == MATCH).all()
        assert (np.diff(published.entry) > 0).all()
        assert (published.rating >= 100).all()
        assert ((published.games == UNKNOWN_GAMES) | (published.games >= 0)).all()


class TestEverybody:
    def test_arrives_before_playing(self, federation: Federation, terms: Terms) -> None:
        columns = federation.columns
        arrival = people_of(terms).arrival
        assert (columns.sections.start[Flat.of(columns).section] >= arrival[columns.entries.member]).all()

    def test_has_an_id_in_order_of_arrival(self, federation: Federation, terms: Terms) -> None:
        arrival = people_of(terms).arrival[np.argsort(federation.member_ids.to_numpy())]
        assert (np.diff(arrival) >= 0).all()

    def test_is_at_one_event_in_a_slot_of_time(self, federation: Federation, terms: Terms) -> None:
        columns = federation.columns
        section = Flat.of(columns).section
        slot = (columns.sections.start[section] - terms.first) // terms.slot_days
        seen = np.stack((columns.entries.member, slot, columns.sections.event[section]), axis=1)
        seen = np.unique(seen, axis=0)
        assert twice(seen[:, 0], seen[:, 1]) == 0

    def test_is_ruled_about_after_arriving(self, federation: Federation, terms: Terms) -> None:
        columns = federation.columns
        arrival = people_of(terms).arrival
        floors = columns.floors.since != NO_DAY
        assert (columns.floors.since[floors] >= arrival[columns.floors.member[floors]]).all()
        assert (columns.ceilings.since >= arrival[columns.ceilings.member]).all()
        assert (columns.rulings.day >= arrival[columns.rulings.member]).all()

    def test_plays_between_the_first_day_and_the_last(self, federation: Federation, terms: Terms) -> None:
        sections = federation.columns.sections
        assert (sections.start >= terms.first).all()
        assert (sections.end <= terms.last).all()


class TestPrizes:
    def test_go_to_somebody_who_won_a_section_that_ended_on_the_day(self) -> None:
        columns = country().columns
        flat = Flat.of(columns)
        won = columns.floors.kind == MONEY
        assert won.sum() > 500
        score = np.array([2, 0, 1, 2, 0, 1])[columns.sides.code]
        points = np.bincount(flat.entry, weights=score, minlength=len(flat.section))
        best = np.maximum.reduceat(points, columns.sections.first_entry[:-1])[flat.section]
        first = points == best
        winners = set(
            zip(columns.entries.member[first].tolist(), columns.sections.end[flat.section[first]].tolist(), strict=True)
        )
        assert set(zip(columns.floors.member[won].tolist(), columns.floors.since[won].tolist(), strict=True)) <= winners
        assert (columns.floors.amount[won] >= 500).all()
        assert ((columns.floors.under[won] >= 1000) & (columns.floors.under[won] <= 2400)).all()


class TestForeignEvents:
    def test_are_of_members_and_foreign_players_and_of_the_young_where_they_are_for_youth(self) -> None:
        columns, terms = country().columns, terms_of(100_000, 12, None, date(2001, 1, 1), date(2025, 12, 31))
        people = people_of(terms)
        section = Flat.of(columns).section
        abroad = columns.sections.kind[section] == FOREIGN_FIDE
        foreign = columns.entries.member >= terms.home
        assert 0.6 < foreign[abroad].mean() < 0.95
        assert np.isin(np.unique(section[abroad]), section[abroad & ~foreign]).all()
        assert (columns.sections.start[columns.sections.kind == FOREIGN_FIDE] >= day_number(date(2017, 4, 24))).all()
        youth = foreign & columns.sections.youth[section]
        assert youth.sum() > 100
        age = columns.sections.start[section[youth]] - people.birth[columns.entries.member[youth]]
        assert age.max() < 22 * 365.25
        assert set(columns.sections.kind[columns.sections.youth]) == {FOREIGN_FIDE}

    def test_know_the_ratings_of_nearly_all_foreign_players(self) -> None:
        columns = country().columns
        home = terms_of(100_000, 12, None, date(2001, 1, 1), date(2025, 12, 31)).home
        known = np.unique(columns.foreign.member[columns.foreign.member >= home])
        assert 0.93 < len(known) / (100_000 - home) < 0.99
        assert ((columns.foreign.rating >= 200) & (columns.foreign.rating < 3000)).all()
        assert ((columns.foreign.since == NO_DAY) | (columns.foreign.day <= columns.foreign.since)).all()


class TestEventNumbers:
    def test_are_given_in_order_of_the_reports_and_wrap(self) -> None:
        day = day_number(date(2019, 6, 1))
        end = np.full(1001, day, dtype=np.int32)
        reported = day + np.arange(1001, dtype=np.int32)[::-1] % 5
        numbers = event_numbers(end, reported.astype(np.int32))
        assert len(set(numbers.tolist())) == 1001
        serial = numbers // 10 % 1000
        assert sorted(serial.tolist()) == sorted([*range(1000), 0])
        assert serial[reported == day].min() == 0
        assert serial[reported == day].max() == (reported == day).sum() - 1
        assert sorted(set((numbers % 10).tolist())) == [2, 3]

    def test_end_with_the_digit_of_the_time_in_which_the_report_came(self) -> None:
        days = [date(2003, 12, 30), date(2003, 12, 31), date(2011, 12, 31), date(2025, 10, 31), date(2025, 11, 1)]
        end = np.array([day_number(day) for day in days], dtype=np.int32)
        assert event_numbers(end, end + 1).tolist() == [
            200312300000, 200312310011, 201112310022, 202510310033, 202511010043,
        ]  # fmt: skip

    def test_run_out_when_too_many_events_end_on_a_day(self) -> None:
        end = np.full(9000, day_number(date(2025, 1, 1)), dtype=np.int32)
        with pytest.raises(ValueError, match=r"^more events end on a day than there are ids for: ask for fewer games"):
            event_numbers(end, end)
