"""A history from reports: what each brings to it (I53), and the same ratings as the ledger's own replay."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from math import isnan
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arpad
from arpad.history.error import HistoryError
from arpad.history.events import record_of_events
from arpad.history.record import Record, in_order
from arpad.history.tables import frames_of, record_of_frames
from arpad.history.workbook import Workbook
from arpad.kernel.columns import FOREIGN_FIDE, LARGEST_SECTION, NO_DAY, SYSTEMS, UNKNOWN_GAMES, day_of
from arpad.kernel.law_runs import periods
from arpad.kernel.plan import FOLLOWS
from arpad.kernel.rows import MOVED, RATED
from arpad.ledger.facts import (
    CeilingSet,
    EventFiled,
    Fact,
    FloorSet,
    ForeignRatingRecorded,
    MatchChangeRecorded,
    MemberAdded,
    RatingSet,
)
from arpad.ledger.order import rating_order
from arpad.ledger.past import past_of
from arpad.ledger.replay import replay
from arpad.rules.law import law
from arpad.rules.problem import Problem
from arpad.rules.vocabulary import (
    Ceiling,
    Event,
    Floor,
    Kind,
    LawChoice,
    MatchChange,
    OtherRating,
    Player,
    Published,
    Rating,
    Round,
    Section,
    System,
)
from arpad.rules.vocabulary import Record as Results
from tests import random_sections
from tests.history.alike import differences

EXAMPLES = Path(__file__).parents[2] / "examples"
MARCH, APRIL, MAY = date(2025, 3, 1), date(2025, 4, 1), date(2025, 5, 1)
OTBR, OTBQ = System.OTBR, System.OTBQ
Said = dict[tuple[str, int, System, int], tuple[Any, ...] | None]
"""What is true of each player after each section: None for unrated."""


def game(one: Player, other: Player, day: date = MARCH, number: int = 1, **more: Any) -> Section:
    """A section of two players in which the first wins."""
    more.setdefault("systems", (OTBR,))
    players = (replace(one, number=1, rounds=(Round("W", 2),)), replace(other, number=2, rounds=(Round("L", 1),)))
    return Section(number, day, day, players, **more)


def event(name: str | None, *sections: Section) -> Event:
    """An event of sections."""
    start, end = min(section.start for section in sections), max(section.end for section in sections)
    return Event(start, end, sections, id=name)


def player(own: str | None, **more: Any) -> Player:
    """A player whose number and rounds are still to be said."""
    return Player(0, id=own, **more)


def season(seed: int, count: int = 8) -> list[Event]:
    """Random reports of one year, in which members meet again."""
    rng = Random(seed)
    found = []
    for place in range(count):
        document = random_sections.event(seed * count + place)
        read = arpad.read({key: value for key, value in document.items() if key != "rules"})
        sections = tuple(
            replace(
                section,
                match_override=section.kind is Kind.MATCH and rng.random() < 0.5,
                players=tuple(replace(player, ratings=_of_their_day(player, section)) for player in section.players),
            )
            for section in read.sections
        )
        found.append(replace(read, id=f"{rng.randrange(10)}{place}", sections=sections))
    return found


def _of_their_day(player: Player, section: Section) -> dict[System, Rating]:
    """The ratings of a player in systems that there were when the section ended."""
    return {system: rating for system, rating in player.ratings.items() if law().systems[system].since <= section.end}


def facts(events: Iterable[Event]) -> list[Fact]:
    """Reports as facts of the ledger, by reading I53, written down a second time."""
    ordered = sorted(
        ((rating_order(s.end, s.start, event.id or "", s.number), s) for event in events for s in event.sections),
        key=lambda entry: entry[0],
    )
    brought = [
        (player.id, player, section.end)
        for _, section in ordered
        for player in section.players
        if player.id is not None
    ]
    found: list[Fact] = []
    for name in {name: None for name, _, _ in brought}:
        mine = [player for other, player, _ in brought if other == name]

        def first(what: str, mine: Sequence[Player] = mine) -> Any:
            return next((value for player in mine if (value := getattr(player, what)) is not None), None)

        found.append(MemberAdded(name, first("birth"), first("adult"), first("name")))
    met: set[str] = set()
    for name, player, end in brought:
        if name not in met:
            found += [RatingSet(name, system, end, rating) for system, rating in player.ratings.items()]
            found += [MatchChangeRecorded(name, c.system, c.date, c.change) for c in player.match_history]
        met.add(name)
        for source in ("FIDE", "CFC", "national"):
            other: OtherRating | None = getattr(player, source.lower())
            if other is not None:
                found.append(
                    ForeignRatingRecorded(name, source, other.rating, other.date, end, other.canadian_resident)
                )
        found += [FloorSet(name, floor) for floor in player.floors]
        if player.ceiling is not None:
            found.append(CeilingSet(name, player.ceiling.value, player.ceiling.since))
    return [*found, *(EventFiled(event) for event in events)]


def by_the_ledger(events: Sequence[Event]) -> tuple[Said, list[str]]:
    """What the interpreted rules say, section by section; and what the law cannot rate."""
    found = replay(past_of(facts(events)), law(), LawChoice())
    abroad = {(event.id, s.number) for event in events for s in event.sections if s.kind is Kind.FOREIGN_FIDE}
    said: Said = {}
    for result in found.results:
        if result.event is None or result.section is None or result.number is None:
            continue
        if (result.event, result.section) in abroad and not result.moved:
            continue
        rating = None if result.after is None else result.after.rating
        said[result.event, result.section, result.system, result.number] = (
            None
            if rating is None
            else (
                rating.rating,
                rating.games,
                rating.record,
                rating.date,
                rating.peak,
                rating.wins,
                rating.draws,
                rating.events_of_three,
            )
        )
    return said, sorted(f"{problem.event} {problem.problem.code}" for problem in found.not_rated)


def by_the_kernel(record: Record) -> tuple[Said, list[str]]:
    """The same of the compiled kernel."""
    book = Workbook(record.columns, record.events.to_list(), periods(law(), LawChoice()))
    book.rate()
    plan, sections, entries = book.plan, record.columns.sections, record.columns.entries
    said: Said = {}
    for run in plan.order:
        section = plan.runs.section[run]
        if section < 0:
            continue
        for place in range(plan.runs.size[run]):
            at = plan.runs.first_row[run] + place
            if plan.links.prev[at] == FOLLOWS:
                continue
            row: Any = book.rows[at]
            if plan.runs.kind[run] == FOREIGN_FIDE and not row["marks"] & MOVED:
                continue  # the rules do not list whom such an event leaves as they are
            key = (
                record.events[int(sections.event[section])],
                int(sections.number[section]),
                SYSTEMS[plan.runs.system[run]],
                int(entries.number[plan.runs.first_entry[run] + place]),
            )
            said[key] = (
                (
                    float(row["post"]),
                    None if row["games"] == UNKNOWN_GAMES else int(row["games"]),
                    Results(int(row["record"])),
                    day_of(int(row["day"])),
                    None if isnan(row["peak"]) else float(row["peak"]),
                    int(row["wins"]),
                    int(row["draws"]),
                    int(row["events_of_three"]),
                )
                if row["marks"] & RATED
                else None
            )
    problems = [f"{record.events[int(sections.event[p.section])]} {p.code}" for p in book.not_rated]
    return said, sorted(problems)


class TestTheLedger:
    """Reports as a record, and reports as facts of the ledger, come to the same ratings."""

    @settings(max_examples=60, derandomize=True, deadline=None)
    @given(st.integers(0, 10**6))
    def test_random_seasons(self, seed: int) -> None:
        events = season(seed)
        expected = by_the_ledger(events)
        assert expected[0]
        assert by_the_kernel(record_of_events(events)) == expected

    def test_members_do_meet_again(self) -> None:
        met = [
            player.id for seed in range(30) for event in season(seed) for s in event.sections for player in s.players
        ]
        assert len(met) > 2 * len(set(met))

    def test_a_season_in_which_everybody_brings_everything(self) -> None:
        one = player(
            "1",
            birth=date(2001, 5, 4),
            ratings={OTBR: Rating(1890.5, 40, Results.MIXED, date(2025, 2, 1), 2105.0, 12, 5, 9), OTBQ: Rating(1700.0)},
            fide=OtherRating(1950.0, date(2025, 1, 1)),
            floors=(Floor("money", amount=5000.0, under=2000.0, since=date(2024, 7, 1)),),
            ceiling=Ceiling(1900.0, date(2025, 2, 1)),
            match_history=(MatchChange(OTBR, date(2025, 2, 1), 40.0),),
        )
        other = player("2", adult=True, cfc=OtherRating(1800.0, None, canadian_resident=True))
        guest = player(None, name="GUEST", birth=date(2001, 5, 4), ratings={OTBR: Rating(2000.0, 50)})
        match: dict[str, Any] = {"kind": Kind.MATCH, "match_override": True}
        events = [
            event("A", game(one, other), game(guest, one, number=2)),
            event("B", game(other, one, APRIL, **match)),
            event("C", game(replace(one, fide=OtherRating(2300.0)), guest, MAY, systems=None, time_control="G/60;d5")),
        ]
        assert by_the_kernel(record_of_events(events)) == by_the_ledger(events)


class TestWhatAReportBrings:
    """Reading I53."""

    def test_a_rating_is_a_start_at_the_first_section_in_rating_order(self) -> None:
        late = event("B", game(player("1", ratings={OTBR: Rating(2000.0, 50)}), player("2"), APRIL))
        early = event("A", game(player("1", ratings={OTBR: Rating(1500.0, 30)}), player("3")))
        rulings = record_of_events([late, early]).columns.rulings
        assert rulings.rating.tolist() == [1500.0]
        assert [day_of(day) for day in rulings.day] == [MARCH]

    def test_so_are_earlier_matches(self) -> None:
        def met(change: float) -> Player:
            return player("1", match_history=(MatchChange(OTBR, date(2025, 1, 1), change),))

        events = [event("A", game(met(10.0), player("2"))), event("B", game(met(20.0), player("2"), APRIL))]
        assert record_of_events(events).columns.match_changes.change.tolist() == [10.0]

    def test_an_unrated_first_section_brings_nothing_and_later_ones_nothing_more(self) -> None:
        events = [
            event("A", game(player("1"), player("2"))),
            event("B", game(player("1", ratings={OTBR: Rating(2000.0)}), player("2"), APRIL)),
        ]
        assert record_of_events(events).columns.rulings.rating.tolist() == []

    def test_a_birth_date_is_taken_from_whoever_says_it_first(self) -> None:
        events = [
            event("A", game(player("1"), player("2"))),
            event("C", game(player("1", birth=date(1999, 1, 1), name="LATER"), player("2"), MAY)),
            event("B", game(player("1", birth=date(2001, 5, 4), name="FIRST", adult=False), player("2"), APRIL)),
        ]
        record = record_of_events(events)
        assert day_of(int(record.columns.members.birth[0])) == date(2001, 5, 4)
        assert record.columns.members.adult.tolist() == [0, -1]
        assert record.names.to_list() == ["FIRST", None]

    def test_a_foreign_rating_is_believed_from_the_end_of_the_section_that_says_it(self) -> None:
        def rated(rating: float) -> Player:
            return player("1", fide=OtherRating(rating, date(2025, 1, 1)))

        days = [MARCH, APRIL, MAY, date(2025, 6, 1)]
        events = [
            event(str(place), game(rated(rating), player("2"), day))
            for place, (rating, day) in enumerate(zip((2000.0, 2000.0, 2100.0, 2000.0), days, strict=True))
        ]
        foreign = record_of_events(events).columns.foreign
        assert foreign.rating.tolist() == [2000.0, 2100.0, 2000.0]
        assert [day_of(day) for day in foreign.since] == [MARCH, MAY, date(2025, 6, 1)]

    def test_floors_are_facts_once_said_and_a_number_that_is_not_said_is_none(self) -> None:
        floor = Floor("lowered", value=1800.0)
        events = [
            event("A", game(player("1", floors=(floor,)), player("2"))),
            event("B", game(player("1", floors=(floor, Floor("olm", system=OTBQ))), player("2"), APRIL)),
        ]
        floors = record_of_events(events).columns.floors
        assert floors.kind.tolist() == [2, 1]
        assert np.isnan(floors.amount).all()
        assert floors.since.tolist() == [NO_DAY, NO_DAY]
        assert floors.system.tolist() == [-1, 1]

    def test_of_two_ceilings_for_one_day_the_one_said_later_holds(self) -> None:
        def under(value: float) -> Player:
            return player("1", ceiling=Ceiling(value))

        levels = (1900.0, 1900.0, 2000.0, 1900.0)
        events = [
            event(str(place), game(under(value), player("2"), MARCH + timedelta(place)))
            for place, value in enumerate(levels)
        ]
        assert record_of_events(events).columns.ceilings.value.tolist() == [1900.0, 2000.0, 1900.0]

    def test_published_ratings_are_those_of_an_entry(self) -> None:
        one = player("9", published={OTBQ: Published(1500.0), OTBR: Published(1600.0, 30)})
        published = record_of_events([event("A", game(player("2"), one))]).columns.published
        assert published.entry.tolist() == [1, 1]
        assert published.system.tolist() == [0, 1]
        assert published.games.tolist() == [30, UNKNOWN_GAMES]

    def test_of_somebody_without_an_id_only_the_name_is_known_each_time_anew(self) -> None:
        guest = player(
            None,
            name="GUEST",
            birth=date(2001, 5, 4),
            adult=True,
            ratings={OTBR: Rating(2000.0, 50)},
            fide=OtherRating(2000.0),
            floors=(Floor("olm"),),
            ceiling=Ceiling(2000.0),
        )
        record = record_of_events([event("A", game(guest, player("1"))), event("B", game(player("1"), guest, APRIL))])
        assert record.members.to_list() == ["1", None, None]
        assert record.names.to_list() == [None, "GUEST", "GUEST"]
        columns = record.columns
        assert columns.members.birth.tolist() == [NO_DAY] * 3
        assert columns.members.adult.tolist() == [-1] * 3
        for table in (columns.rulings, columns.foreign, columns.floors, columns.ceilings):
            assert len(table.member) == 0

    def test_re_entries_bring_what_they_bring_once(self) -> None:
        one = player("1", ratings={OTBR: Rating(1500.0, 30)}, match_history=(MatchChange(OTBR, MARCH, 1.0),))
        section = game(one, player("2"))
        again = replace(one, number=7, rounds=(Round("N", 2),))
        found = record_of_events([event("A", replace(section, players=(again, *section.players)))])
        assert found.columns.rulings.rating.tolist() == [1500.0]
        assert found.columns.match_changes.change.tolist() == [1.0]
        assert found.columns.entries.number.tolist() == [1, 7, 2]

    def test_unplayed_cells_are_no_games(self) -> None:
        cells = (Round("X", 2), Round("L", 0), Round("W", 2, "w"), Round("H"), Round("U"))
        section = game(player("1"), player("2"))
        section = replace(section, players=(replace(section.players[0], rounds=cells), section.players[1]))
        assert record_of_events([event("A", section)]).columns.sides.opponent.tolist() == [1, 0]


class TestOrder:
    """A history is the same whatever the order its reports come in, and stands in one order."""

    @settings(max_examples=25, derandomize=True, deadline=None)
    @given(st.integers(0, 10**6), st.integers(0, 10**6))
    def test_reports_in_any_order(self, seed: int, order: int) -> None:
        rng = Random(order)
        events = [replace(one, id=one.id if rng.random() < 0.5 else None) for one in season(seed)]
        record = record_of_events(events)
        assert differences(record_of_events(rng.sample(events, len(events))), record) == []
        assert differences(in_order(record), record) == []
        assert differences(record_of_frames(frames_of(record)), record) == []

    def test_an_event_without_an_id_gets_one_of_its_last_day(self) -> None:
        two = [event(None, game(player("1"), player(name), MARCH)) for name in ("2", "3")]
        taken = event("202503010000", game(player("5"), player("6")))
        record = record_of_events([*two, taken, event(None, game(player("1"), player("2"), APRIL))])
        assert record.events.to_list() == ["202503010000", "202503010010", "202503010020", "202504010000"]


class TestExamples:
    """The reports of the documentation."""

    def test_the_valid_ones_make_a_history_together(self) -> None:
        documents = [json.loads(path.read_text()) for path in sorted(EXAMPLES.glob("*.json"))]
        lines = (EXAMPLES / "season.jsonl").read_text().splitlines()
        events = []
        for document in [*documents, *map(json.loads, lines)]:
            found, _ = arpad.formats.event_document.from_json(document)
            events += [] if found is None else [found]
        record = record_of_events(events)
        assert len(record.events) == len(events) >= 5
        assert differences(record_of_frames(frames_of(record)), record) == []
        assert by_the_kernel(record) == by_the_ledger([replace(one, id=name) for name, one in named(record, events)])


def named(record: Record, events: list[Event]) -> list[tuple[str, Event]]:
    """Reports with the ids that the record gave them: by their names, which differ."""
    names = dict(zip(record.event_names, record.events, strict=True))
    assert len(names) == len(events)
    return [(names[one.name], one) for one in events]


def refused(*events: Event) -> Problem:
    """The problem for which reports are refused."""
    with pytest.raises(HistoryError) as caught:
        record_of_events(events)
    return caught.value.problem


def of_first(**changes: Any) -> Event:
    """An event in which the first player is another."""
    section = game(player("1"), player("2"))
    return event("A", replace(section, players=(replace(section.players[0], **changes), section.players[1])))


class TestReportsThatCannotBe:
    """Events come from anywhere: what a document would not pass is refused here too."""

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"rounds": (Round("Q", 2),)}, "unknown-code"),
            ({"rounds": (Round("W"),)}, "no-opponent"),
            ({"rounds": (Round("W", 3),)}, "missing-opponent"),
            ({"rounds": (Round("W", 1),)}, "against-oneself"),
            ({"id": "2"}, "against-oneself"),
            ({"id": ""}, "member-without-id"),
            ({"number": 2}, "duplicate-number"),
            ({"rounds": (Round("D", 2),)}, "game-not-mirrored"),
            ({"rounds": (Round("N", 2),)}, "game-not-mirrored"),
            ({"rounds": ()}, "game-not-mirrored"),
            ({"ratings": {OTBR: Rating(float("nan"), 30)}}, "out-of-bounds"),
            ({"ratings": {OTBR: Rating(1500.0, -1)}}, "out-of-bounds"),
            ({"ratings": {OTBR: Rating(1500.0, 30, peak=4001.0)}}, "out-of-bounds"),
            ({"ratings": {OTBR: Rating(1500.0, 30, date=APRIL)}}, "dated-later"),
            ({"fide": OtherRating(0.0)}, "out-of-bounds"),
            ({"national": OtherRating(1500.0, APRIL)}, "dated-later"),
            ({"ceiling": Ceiling(float("inf"))}, "out-of-bounds"),
            ({"floors": (Floor("prize"),)}, "unknown-floor-kind"),
            ({"floors": (Floor("money", amount=3.0),)}, "missing-field"),
            ({"published": {OTBR: Published(0.0)}}, "out-of-bounds"),
            ({"match_history": (MatchChange(OTBR, MARCH, 4001.0),)}, "out-of-bounds"),
        ],
    )
    def test_players(self, changes: dict[str, Any], code: str) -> None:
        problem = refused(of_first(**changes))
        assert problem.code == code
        assert problem.hint

    def test_entries_of_a_member_that_disagree(self) -> None:
        section = game(player("1"), player("2"))
        again = Player(3, id="1", ratings={OTBR: Rating(1500.0, 30)})
        problem = refused(event("A", replace(section, players=(*section.players, again))))
        assert problem.code == "entries-disagree"
        assert "player 1 too, with another ratings" in problem.message

    def test_numbers_that_count_from_nothing(self) -> None:
        section = game(player("1"), player("2"))
        assert refused(event("A", replace(section, players=(*section.players, Player(-1))))).code == "out-of-bounds"
        assert refused(event("A", replace(section, number=0))).code == "out-of-bounds"

    def test_days_in_the_wrong_order(self) -> None:
        section = replace(game(player("1"), player("2")), end=date(2025, 2, 1))
        assert refused(event("A", section)).code == "dates-reversed"

    def test_a_section_twice(self) -> None:
        section = game(player("1"), player("2"))
        assert refused(event("A", section, section)).code == "duplicate-section"

    def test_a_system_twice(self) -> None:
        assert refused(event("A", game(player("1"), player("2"), systems=(OTBR, OTBR)))).code == "duplicate-system"

    def test_an_event_twice(self) -> None:
        problem = refused(event("A", game(player("1"), player("2"))), event("A", game(player("1"), player("3"))))
        assert (problem.code, problem.place) == ("event-twice", "event A")

    def test_an_event_with_an_empty_id(self) -> None:
        assert refused(event("", game(player("1"), player("2")))).code == "event-without-id"

    def test_more_events_of_a_day_than_there_are_numbers_for(self) -> None:
        problem = refused(*[event(None, game(player("1"), player("2"))) for _ in range(1001)])
        assert problem.code == "too-many"

    def test_more_players_than_a_section_can_have(self) -> None:
        section = replace(game(player("1"), player("2")), players=tuple(map(Player, range(1, LARGEST_SECTION + 2))))
        assert refused(event("A", section)).code == "section-too-large"

    def test_the_message_names_event_section_and_player(self) -> None:
        problem = refused(of_first(floors=(Floor("prize"),), name="WREN, KAI"))
        assert problem.place == "event A, section 1, player 1 (WREN, KAI)"
