"""What a change moved, why, and by how much: what two replays of the ledger say, said of a history of columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad import history
from arpad.history import Consequences
from arpad.history.changes import edit_of
from arpad.history.consequences import consequences_of
from arpad.history.workbook import Workbook
from arpad.ledger import difference as ledger
from arpad.ledger.facts import (
    CeilingSet,
    EventWithdrawn,
    Fact,
    FloorSet,
    FloorWithdrawn,
    ForeignRatingRecorded,
    ListPublished,
    MatchChangeRecorded,
    MatchOverride,
    MemberAdded,
    MemberChanged,
    MembersMerged,
    MembersUnmerged,
    SectionCorrected,
)
from arpad.ledger.past import past_of
from arpad.ledger.replay import Rate, Replay, replay
from arpad.rules.law import law
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.floors import FloorInForce
from arpad.rules.uschess.result import RatedSection
from arpad.rules.uschess.section import rate_section
from arpad.rules.vocabulary import Floor, Kind, LawChoice, Profile, Published, Section, System
from tests.history.books import at_rest, in_use, leave_no_room, rated_book, unseen
from tests.history.random_facts import Chance
from tests.ledger.making import BLITZ, DUAL, filed, members, ruled, section

SEEDS = st.integers(0, 2**32 - 1)
JANUARY, FEBRUARY, MARCH, APRIL = date(2025, 1, 4), date(2025, 2, 1), date(2025, 3, 1), date(2025, 4, 1)
OTBR, OTBQ = System.OTBR, System.OTBQ

FACTS: list[Fact] = [
    *members("1", "2", "3", "4", "5", "6"),
    *(ruled(member, 1500.0 + 50.0 * int(member)) for member in "12345"),
    filed("A", section(FEBRUARY, "1>2")),
    filed("B", section(MARCH, "2>3", "4=5")),
]
ALL_PARTS = ("results", "standings", "floors", "officials", "summary", "empty", "lines")


def replayed(
    facts: Iterable[Fact], choice: LawChoice | None = None, variant: Mapping[str, Any] | None = None
) -> Replay:
    """The history of facts as the ledger has it."""
    return replay(past_of(facts), law(), choice or LawChoice(), by(variant) if variant else rate_section)


def by(variant: Mapping[str, Any]) -> Rate:
    """A way of rating with other numbers of the law."""

    def rate(of: Section, book: Rulebook, /, *, dual: bool = False) -> RatedSection:
        return replace(rate_section(of, book.vary(**variant), dual=dual), book=book)

    return rate


def parts(found: Consequences) -> dict[str, Any]:
    """Everything that consequences say."""
    results = [
        (one.event, one.section, one.system, one.member, one.number, one.day, one.before, one.after, one.cause)
        for one in found.results
    ]
    happened = [(one.appeared, one.vanished) for one in found.results]
    of_members = list(found.standings), list(found.floors), list(found.officials)
    values = ([*zip(results, happened, strict=True)], *of_members, found.summary, found.empty, list(found.lines()))
    return dict(zip(ALL_PARTS, values, strict=True))


def parts_of_ledger(found: ledger.Consequences) -> dict[str, Any]:
    """The same of two replays."""
    results = [
        (one.event, one.section, one.system, one.member, *at, one.before, one.after, one.cause)
        for one in found.results
        for at in [(one.result.number, one.result.day)]
    ]
    happened = [(one.old is None, one.new is None) for one in found.results]
    of_members = list(found.standings), list(found.floors), list(found.officials)
    values = ([*zip(results, happened, strict=True)], *of_members, found.summary, found.empty, list(found.lines()))
    return dict(zip(ALL_PARTS, values, strict=True))


def after(*more: Fact, facts: Sequence[Fact] = FACTS) -> Consequences:
    """What more facts change, which is what the ledger says they do."""
    found = history.rate(history.record_of_facts(facts)).consequences(more)
    said = ledger.difference(replayed(facts), replayed([*facts, *more]))
    assert parts(found) == parts_of_ledger(said)
    return found


def why(found: Consequences) -> list[tuple[str | None, str | None, str, str | None]]:
    """Of each result its event, member, how it was touched and through whom."""
    return [(one.event, one.member, one.touched.value, one.through) for one in found.results]


def way(found: Consequences, at: int) -> list[tuple[str | None, str | None]]:
    """Event and member of each step of a path."""
    return [(one.event, one.member) for one in found.path(at)]


class TestLedger:
    """Whatever is changed, the ledger says the same of two full replays."""

    def test_of_a_thousand_random_change_sets(self) -> None:
        counted = 0

        @settings(max_examples=210, derandomize=True, deadline=None, database=None)
        @given(SEEDS, st.booleans())
        def check(seed: int, tight: bool) -> None:
            nonlocal counted
            chance = Chance(Random(seed))
            facts = chance.ledger(chance.rng.randint(2, 8), chance.rng.randint(0, 10))
            with pytest.MonkeyPatch.context() as patch:
                if tight:
                    leave_no_room(patch)
                    patch.setattr("arpad.history.reasons.ROOM", 1)
                counted += sum(1 for _ in agreeing(rated_book(facts), facts, chance, 5))

        check()
        assert counted >= 1000

    @settings(max_examples=20, derandomize=True, deadline=None)
    @given(SEEDS)
    def test_of_larger_ones(self, seed: int) -> None:
        chance = Chance(Random(seed))
        facts = chance.ledger(14, 40)
        assert len(list(agreeing(rated_book(facts), facts, chance, 2, most=8))) == 2

    @settings(max_examples=20, derandomize=True, deadline=None)
    @given(SEEDS, st.sampled_from([{"bonus_threshold": 6.0}, {"k_numerator": 900.0}]))
    def test_of_a_history_with_other_numbers(self, seed: int, variant: dict[str, Any]) -> None:
        chance = Chance(Random(seed))
        facts = chance.ledger(6, 10)
        more = chance.changes(past_of(facts))
        found = history.rate(history.record_of_facts(facts)).vary(variant).consequences(more)
        said = ledger.difference(replayed(facts, variant=variant), replayed([*facts, *more], variant=variant))
        assert parts(found) == parts_of_ledger(said)

    @settings(max_examples=20, derandomize=True, deadline=None)
    @given(SEEDS, st.sampled_from([LawChoice(profile=Profile.PRACTISED), LawChoice(edition=date(2017, 4, 24))]))
    def test_under_another_choice_of_law(self, seed: int, choice: LawChoice) -> None:
        chance = Chance(Random(seed))
        facts = chance.ledger(6, 10)
        more = chance.changes(past_of(facts))
        found = history.rate(history.record_of_facts(facts), choice).consequences(more)
        said = ledger.difference(replayed(facts, choice), replayed([*facts, *more], choice))
        assert parts(found) == parts_of_ledger(said)


def agreeing(book: Workbook, facts: list[Fact], chance: Chance, count: int, most: int = 4) -> Iterator[Consequences]:
    """Consequences of change sets that agree with the ledger; every other set is there for good when the next comes."""
    before = replayed(facts)
    for _ in range(count):
        past, was = past_of(facts), in_use(book)
        more = chance.changes(past, most)
        edit = edit_of(book, more)
        found = consequences_of(book, edit)
        if chance.rng.random() < 0.5:
            book.undo(book.apply(edit_of(book, chance.changes(past, most))))
        said = parts(found)
        assert in_use(book) == was
        assert at_rest(book)
        assert unseen(book) == []
        now = replayed([*facts, *more])
        assert said == parts_of_ledger(ledger.difference(before, now))
        if chance.rng.random() < 0.5:
            book.apply(edit)
            facts += more
            before = now
        yield found


class TestNothing:
    """What changes no rating has no consequences."""

    @pytest.mark.parametrize(
        "fact",
        [
            MemberChanged("1", None, adult=True, name="A"),
            MemberAdded("7", date(2010, 1, 1)),
            ListPublished(MARCH, FEBRUARY, "sha256:0"),
            FloorSet("6", Floor("olm")),
            SectionCorrected("B", section(MARCH, "2>3", "4=5")),
            MatchOverride("A", 1),
        ],
        ids=lambda fact: type(fact).__name__,
    )
    def test_it_is_empty(self, fact: Fact) -> None:
        found = after(fact)
        assert found.empty
        assert list(found.lines()) == []
        assert "0 results moved" in repr(found)
        frames = (found.results_frame(), found.standings_frame(), found.floors_frame(), found.officials_frame())
        assert [frame.height for frame in frames] == [0, 0, 0, 0]

    def test_no_facts_at_all(self) -> None:
        assert after().empty


class TestLateEvent:
    """An event that comes in late moves results of people who did not play in it."""

    FOUND = after(filed("LATE", section(JANUARY, "1<4")))

    def test_its_effects_are_named_through_the_opponents_who_brought_them(self) -> None:
        assert why(self.FOUND) == [
            ("LATE", "1", "direct", None),
            ("LATE", "4", "direct", None),
            ("A", "1", "own", None),
            ("A", "2", "opponent", "1"),
            ("B", "2", "own", None),
            ("B", "3", "opponent", "2"),
            ("B", "4", "own", None),
            ("B", "5", "opponent", "4"),
        ]
        assert [one.appeared for one in self.FOUND.results] == [True, True, *[False] * 6]

    def test_the_way_back_from_each_ends_there(self) -> None:
        assert way(self.FOUND, 0) == [("LATE", "1")]
        assert way(self.FOUND, 5) == [("B", "3"), ("A", "2"), ("LATE", "1")]
        assert way(self.FOUND, 7) == [("B", "5"), ("LATE", "4")]

    def test_withdrawn_its_results_vanish_and_the_ways_lead_back_to_them(self) -> None:
        found = after(EventWithdrawn("LATE"), facts=[*FACTS, filed("LATE", section(JANUARY, "1<4"))])
        assert why(found)[-2:] == [("LATE", "1", "direct", None), ("LATE", "4", "direct", None)]
        assert [one.vanished for one in found.results] == [*[False] * 6, True, True]
        assert way(found, 3) == [("B", "3"), ("A", "2"), ("LATE", "1")]
        assert all(found.path(at)[-1].vanished for at in range(8))

    def test_withdrawn_and_filed_anew_it_is_compared_with_itself(self) -> None:
        late = filed("LATE", section(JANUARY, "1<4"))
        assert after(EventWithdrawn("LATE"), late, facts=[*FACTS, late]).empty
        found = after(EventWithdrawn("LATE"), filed("LATE", section(JANUARY, "1=4")), facts=[*FACTS, late])
        assert why(found)[:3] == [("LATE", "1", "direct", None), ("LATE", "4", "direct", None), ("A", "1", "own", None)]


class TestFirstEvent:
    """A history may begin with members alone, or with nobody."""

    def test_everything_appears(self) -> None:
        found = after(filed("A", section(FEBRUARY, "1>2")), facts=members("1", "2"))
        assert [(one.member, one.appeared) for one in found.results] == [("1", True), ("2", True)]
        assert [one.after for one in found.officials] == [1500, 1100]
        assert after(*members("1", "2"), filed("A", section(FEBRUARY, "1>2")), facts=[]).counts == found.counts

    def test_and_vanishes_again(self) -> None:
        found = after(EventWithdrawn("A"), facts=[*members("1", "2"), filed("A", section(FEBRUARY, "1>2"))])
        assert found.counts == (0, 0, 2, 2, 2)


class TestCorrection:
    """A section as it really was."""

    def test_another_result_touches_both_directly(self) -> None:
        found = after(SectionCorrected("A", section(FEBRUARY, "1<2")))
        assert why(found) == [
            ("A", "1", "direct", None),
            ("A", "2", "direct", None),
            ("B", "2", "own", None),
            ("B", "3", "opponent", "2"),
        ]
        first = found.results[0]
        assert first.before is not None
        assert first.after is not None
        assert first.change == first.after.rating.rating - first.before.rating.rating
        assert way(found, 3) == [("B", "3"), ("A", "2")]

    def test_other_pairing_numbers_are_something_else_recorded_but_change_nothing(self) -> None:
        of = section(MARCH, "2>3", "4=5")
        assert after(SectionCorrected("B", renumbered(of, {1: 9, 2: 7, 3: 8, 4: 1}))).empty

    def test_who_has_another_number_has_the_same_result(self) -> None:
        numbers = renumbered(section(MARCH, "2<3", "4=5"), {1: 9, 2: 7, 3: 8, 4: 1})
        found = after(SectionCorrected("B", numbers))
        assert why(found) == [("B", "3", "direct", None), ("B", "2", "direct", None)]
        assert [(one.number, one.appeared, one.vanished) for one in found.results] == [
            (7, False, False),
            (9, False, False),
        ]

    def test_another_first_day_is_something_else_recorded_even_of_who_came_with_another_rating(self) -> None:
        early = section(MARCH, "2>3", "4=5", start=date(2024, 12, 1))
        found = after(SectionCorrected("A", section(FEBRUARY, "1<2")), SectionCorrected("B", early))
        assert why(found)[2:] == [("B", "2", "direct", None), ("B", "3", "direct", None)]

    def test_another_day_lets_it_come_after_what_it_came_before(self) -> None:
        found = after(SectionCorrected("A", section(APRIL, "1>2", start=FEBRUARY)))
        assert why(found) == [
            ("B", "2", "own", None),
            ("B", "3", "opponent", "2"),
            ("A", "1", "direct", None),
            ("A", "2", "direct", None),
        ]
        assert way(found, 1) == [("B", "3"), ("A", "2")]

    def test_another_player_appears_and_the_one_before_vanishes(self) -> None:
        found = after(SectionCorrected("A", section(FEBRUARY, "1>6")))
        assert why(found) == [
            ("A", "1", "direct", None),
            ("A", "6", "direct", None),
            ("B", "2", "own", None),
            ("B", "3", "opponent", "2"),
            ("A", "2", "direct", None),
        ]
        assert [(one.appeared, one.vanished) for one in found.results] == [
            (False, False),
            (True, False),
            (False, False),
            (False, False),
            (False, True),
        ]
        assert way(found, 3) == [("B", "3"), ("A", "2")]

    def test_a_foreign_event_that_was_none_gives_results_to_those_who_are_unrated(self) -> None:
        abroad = section(APRIL, also=("5", "6"), kind=Kind.FOREIGN_FIDE, time_control=None)
        facts = [*FACTS, filed("F", abroad)]
        found = after(SectionCorrected("F", section(APRIL, also=("5", "6"))), facts=facts)
        assert [(one.member, one.appeared, one.before, one.after) for one in found.results] == [("6", True, None, None)]
        facts = [*FACTS, filed("F", section(APRIL, also=("5", "6")))]
        found = after(SectionCorrected("F", abroad), facts=facts)
        assert [(one.member, one.vanished, one.before, one.after) for one in found.results] == [("6", True, None, None)]


def renumbered(of: Section, numbers: Mapping[int, int]) -> Section:
    """A section with other pairing numbers."""
    players = [
        replace(
            player,
            number=numbers[player.number],
            rounds=tuple(replace(cell, opponent=numbers[cell.opponent or 0]) for cell in player.rounds),
        )
        for player in of.players
    ]
    return replace(of, players=tuple(sorted(players, key=lambda player: player.number)))


class TestMembers:
    """Who is who, and what is known of whom."""

    TWO: tuple[Fact, ...] = (
        *members("1", "2", "3"),
        filed("A", section(FEBRUARY, "1>3")),
        filed("B", section(MARCH, "2<3")),
        filed("C", section(APRIL, "1=3")),
    )

    def test_a_merge_is_direct_where_the_duplicate_played(self) -> None:
        found = after(MembersMerged("1", "2"), facts=self.TWO)
        assert why(found) == [
            ("B", "1", "direct", None),
            ("B", "3", "direct", None),
            ("C", "1", "own", None),
            ("C", "3", "own", None),
            ("B", "2", "direct", None),
        ]
        assert [(one.member, one.before is None, one.after is None) for one in found.standings] == [
            ("1", False, False),
            ("2", False, True),
            ("3", False, False),
        ]
        assert way(found, 2) == [("C", "1"), ("B", "1")]

    def test_unmerged_everything_is_as_if_they_never_had_been(self) -> None:
        found = after(MembersUnmerged("1", "2"), facts=[*self.TWO, MembersMerged("1", "2")])
        assert why(found)[0] == ("B", "2", "direct", None)
        assert found.results[-1].vanished
        assert [(one.member, one.before is None) for one in found.standings] == [
            ("1", False),
            ("2", True),
            ("3", False),
        ]
        assert after(MembersMerged("1", "2"), MembersUnmerged("1", "2"), facts=self.TWO).empty

    def test_a_birth_date_touches_who_started_from_the_age(self) -> None:
        facts = [*members("1", "2"), ruled("1", 500.0), filed("A", section(FEBRUARY, "2>1"))]
        found = after(MemberChanged("2", date(2012, 1, 1), adult=None, name=None), facts=facts)
        assert why(found) == [("A", "2", "direct", None), ("A", "1", "opponent", "2")]
        assert way(found, 1) == [("A", "1"), ("A", "2")]

    def test_it_does_not_touch_who_was_rated_before(self) -> None:
        assert after(MemberChanged("4", date(2012, 1, 1), adult=None, name=None)).empty

    def test_a_rating_from_elsewhere_touches_a_newcomer(self) -> None:
        facts = [*FACTS, filed("C", section(APRIL, "6>5"))]
        found = after(ForeignRatingRecorded("6", "FIDE", 2000.0), facts=facts)
        assert why(found) == [("C", "6", "direct", None), ("C", "5", "opponent", "6")]
        assert way(found, 1) == [("C", "5"), ("C", "6")]

    def test_a_rating_in_another_system_touches_a_newcomer_too(self) -> None:
        facts = [*FACTS, filed("C", section(APRIL, "1=6", time_control=BLITZ))]
        found = after(SectionCorrected("A", section(FEBRUARY, "1=2")), facts=facts)
        assert ("C", "1", "own", None) in why(found)
        assert ("C", "6", "opponent", "1") in why(found)

    def test_a_player_without_an_id_may_be_touched(self) -> None:
        of = section(MARCH, "1=2")
        guest = replace(of, players=(of.players[0], replace(of.players[1], id=None)))
        facts = [*members("1"), ruled("1", 1500.0), filed("A", guest)]
        found = after(ruled("1", 1700.0, day=FEBRUARY), facts=facts)
        assert why(found)[1:] == [("A", "1", "own", None), ("A", None, "opponent", "1")]
        assert "player 2" in str(found.results[-1])
        assert [one.member for one in found.standings] == ["1"]
        assert way(found, 2) == [("A", None), (None, "1")]

    def test_such_a_player_may_be_somebody_after_all(self) -> None:
        of = section(MARCH, "1=2")
        guest = replace(of, players=(of.players[0], replace(of.players[1], id=None)))
        facts = [*members("1", "2"), ruled("1", 1500.0), filed("A", guest)]
        found = after(SectionCorrected("A", of), facts=facts)
        assert [(one.member, one.number, one.appeared, one.vanished) for one in found.results] == [
            ("2", 2, True, False),
            (None, 2, False, True),
        ]


class TestRulings:
    """What the office said."""

    def test_a_ruling_is_direct_and_its_effects_are_not(self) -> None:
        found = after(ruled("2", 1700.0, day=FEBRUARY))
        assert why(found)[:3] == [(None, "2", "direct", None), ("A", "1", "opponent", "2"), ("A", "2", "own", None)]
        assert way(found, 1) == [("A", "1"), (None, "2")]
        assert str(found.results[0]).startswith("result: member 2, ruling of 2025-02-01, OTBR: unrated -> 1700.0000")

    def test_of_rulings_of_one_day_each_is_compared_with_its_own(self) -> None:
        facts = [*members("1"), ruled("1", 1500.0), ruled("1", 1600.0)]
        assert why(after(ruled("1", 1600.0), facts=facts)) == [(None, "1", "direct", None)]

    def test_a_ruling_that_only_keeps_another_count_is_touched_by_the_own_state(self) -> None:
        facts = [*members("1", "2"), ruled("1", 2300.0), ruled("2", 2300.0), ruled("1", 2300.0, day=MARCH)]
        found = after(filed("A", section(FEBRUARY, "1=2")), facts=facts)
        assert why(found)[-1] == (None, "1", "own", None)
        assert way(found, 2) == [(None, "1"), ("A", "1")]

    def test_a_section_may_keep_another_count_too(self) -> None:
        facts = [*members("1", "2", "3"), ruled("1", 2300.0), ruled("2", 2300.0), ruled("3", 2300.0)]
        facts += [ruled("1", 2300.0, day=MARCH), filed("C", section(APRIL, "1=3"))]
        found = after(filed("A", section(FEBRUARY, "1=2")), facts=facts)
        assert why(found)[-2:] == [(None, "1", "own", None), ("C", "1", "own", None)]
        assert [one.change for one in found.results][-2:] == [0.0, 0.0]

    def test_a_ceiling_touches_whom_it_holds(self) -> None:
        found = after(CeilingSet("1", 1551.0))
        assert why(found) == [("A", "1", "direct", None)]
        assert found.results[0].after is not None
        assert found.results[0].after.rating.rating == 1551.0
        assert after(CeilingSet("1", 1900.0)).empty

    def test_a_floor_that_holds_now_is_named(self) -> None:
        found = after(FloorSet("5", Floor("lowered", 1760.0)))
        (entry,) = found.floors
        assert (entry.member, entry.system, entry.after) == ("5", OTBR, FloorInForce(1760.0, "lowered"))
        assert entry.before == FloorInForce(1500.0, "peak")
        assert found.summary.floors == 1

    def test_a_floor_that_binds_nobody_moves_no_result(self) -> None:
        found = after(FloorSet("2", Floor("lowered", 1300.0)))
        assert (len(found.results), len(found.standings), len(found.floors)) == (0, 0, 1)
        assert not found.empty

    def test_a_floor_may_be_another_where_the_last_result_is_not(self) -> None:
        facts = [*members("1", "3", "4"), ruled("1", 1895.0), ruled("3", 1895.0), ruled("4", 2300.0)]
        facts += [CeilingSet("1", 2000.0), filed("X", section(FEBRUARY, "1>3"))]
        facts.append(filed("Y", section(MARCH, *["1>4"] * 30)))
        found = after(ruled("3", 1300.0), facts=facts)
        assert [(one.event, one.member) for one in found.results] == [
            (None, "3"),
            ("X", "1"),
            ("X", "3"),
            ("Y", "4"),
        ]
        assert [(one.member, one.before, one.after) for one in found.floors] == [
            ("1", FloorInForce(1700.0, "peak"), FloorInForce(1600.0, "peak")),
            ("3", FloorInForce(1600.0, "peak"), FloorInForce(100.0, "absolute")),
        ]

    def test_withdrawn_it_never_was(self) -> None:
        floor = Floor("money", amount=4000.0, under=1800.0)
        found = after(FloorWithdrawn("2", floor), facts=[*FACTS, FloorSet("2", floor)])
        assert [(one.member, one.before) for one in found.floors] == [("2", FloorInForce(1800.0, "money"))]
        assert after(FloorSet("2", floor), FloorWithdrawn("2", floor)).empty

    def test_an_override_is_direct(self) -> None:
        match = section(APRIL, "1>2", kind=Kind.MATCH)
        found = after(MatchOverride("M", 1), facts=[*FACTS, filed("M", match), ruled("2", 2500.0, day=MARCH)])
        assert why(found) == [("M", "1", "direct", None), ("M", "2", "direct", None)]

    def test_a_published_rating_may_decide_that_a_match_is_rated(self) -> None:
        match = section(APRIL, "1>2", kind=Kind.MATCH)
        found = after(ruled("2", 2500.0, day=FEBRUARY), facts=[*FACTS, filed("M", match)])
        assert [entry for entry in why(found) if entry[0] == "M"] == [
            ("M", "1", "own", None),
            ("M", "2", "own", None),
        ]

    def test_what_was_published_is_the_players_own_though_a_ruling_came_since(self) -> None:
        facts = [*members("1", "2", "3"), ruled("1", 1600.0), ruled("2", 1880.0), ruled("3", 1700.0)]
        facts += [filed("A", section(JANUARY, *["1<3"] * 8)), ruled("1", 1600.0, day=date(2025, 6, 1))]
        facts.append(filed("M", section(date(2025, 6, 7), *["1>2"] * 4, kind=Kind.MATCH)))
        assert why(after(ruled("3", 1200.0), facts=facts)) == [
            (None, "3", "direct", None),
            ("A", "1", "opponent", "3"),
            ("A", "3", "own", None),
            ("M", "1", "own", None),
            ("M", "2", "opponent", "1"),
        ]

    def test_who_becomes_rated_by_a_match_that_is_rated_now_brings_the_most(self) -> None:
        facts = [*members("1", "3", "7", "9"), ruled("1", 1495.0), ruled("3", 1495.0), ruled("9", 1500.0)]
        match = section(MARCH, *["1<7"] * 4, kind=Kind.MATCH)
        one, seven = match.players
        published = replace(seven, published={OTBR: Published(1900.0, 100)})
        facts += [filed("A", section(JANUARY, "1=3")), filed("M", replace(match, players=(one, published)))]
        facts.append(filed("C", section(APRIL, "9=1", "9=7")))
        found = why(after(ruled("3", 2300.0), facts=facts))
        assert ("M", "7", "opponent", "1") in found
        assert ("C", "9", "opponent", "7") in found

    def test_matches_before_the_history_touch_matches_alone(self) -> None:
        of = section(APRIL, *["1>2"] * 9, kind=Kind.MATCH)
        found = after(MatchChangeRecorded("1", OTBR, JANUARY, 100.0), facts=[*FACTS, filed("M", of)])
        assert why(found) == [("M", "1", "direct", None)]


class TestSystems:
    """A section rated twice, and one abroad."""

    def test_the_two_systems_of_a_dual_rated_section_are_two_results(self) -> None:
        quick = [ruled(member, 1600.0, system=OTBQ) for member in "123"]
        facts = [*FACTS, *quick, filed("C", section(APRIL, "1=3", time_control=DUAL))]
        found = after(filed("Q", section(JANUARY, "2>3", systems=(OTBQ,))), facts=facts)
        assert [(one.event, one.system, one.member, one.touched, one.through) for one in found.results] == [
            ("Q", OTBQ, "2", "direct", None),
            ("Q", OTBQ, "3", "direct", None),
            ("C", OTBQ, "1", "opponent", "3"),
            ("C", OTBQ, "3", "own", None),
        ]

    def test_another_time_control_takes_results_out_of_a_system_and_leaves_the_others(self) -> None:
        facts = [*FACTS, filed("C", section(APRIL, "1=3", time_control=DUAL))]
        found = after(SectionCorrected("C", section(APRIL, "1=3")), facts=facts)
        assert [(one.system, one.member, one.touched, one.vanished) for one in found.results] == [
            (OTBQ, "1", "direct", True),
            (OTBQ, "3", "direct", True),
        ]

    def test_a_foreign_opponent_is_named_by_the_fide_rating(self) -> None:
        of = section(MARCH, "1>6", kind=Kind.FOREIGN_FIDE, time_control=None)
        facts = [*members("1", "6"), ruled("1", 2000.0), ForeignRatingRecorded("6", "FIDE", 2000.0), filed("F", of)]
        found = after(ForeignRatingRecorded("6", "FIDE", 2200.0), facts=facts)
        assert why(found) == [("F", "1", "opponent", "6")]
        assert way(found, 0) == [("F", "1")]

    def test_abroad_only_who_is_rated_has_a_result(self) -> None:
        of = section(APRIL, "1>6", kind=Kind.FOREIGN_FIDE, time_control=None)
        facts = [*members("1", "6"), ruled("1", 2000.0), ForeignRatingRecorded("6", "FIDE", 2000.0)]
        assert why(after(filed("F", of), facts=facts)) == [("F", "1", "direct", None)]
        found = after(ruled("6", 1900.0, day=MARCH), facts=[*facts, filed("F", of)])
        assert [(one.event, one.member, one.appeared) for one in found.results] == [
            (None, "6", True),
            ("F", "6", True),
        ]


class TestThrough:
    """Of several opponents the one who brought the largest change is named; newcomers by the rating they start from."""

    def test_the_one_who_changed_most_is_named(self) -> None:
        facts = [*FACTS, filed("C", section(APRIL, "1>2", "1=3", "1<4"))]
        rulings = [ruled("2", 1610.0, day=MARCH), ruled("3", 1900.0, day=MARCH), ruled("4", 1720.0, day=MARCH)]
        assert ("C", "1", "opponent", "3") in why(after(*rulings, facts=facts))

    @pytest.mark.parametrize(("first", "second", "named"), [(1900.0, 1400.0, "7"), (1000.0, 2400.0, "8")])
    def test_of_two_newcomers_the_one_whose_start_changed_most(self, first: float, second: float, named: str) -> None:
        facts = [*FACTS, *members("7", "8"), ruled("7", 1500.0, system=OTBQ), ruled("8", 1500.0, system=OTBQ)]
        facts.append(filed("C", section(APRIL, "1>7", "1=8")))
        rulings = [ruled("7", first, day=MARCH, system=OTBQ), ruled("8", second, day=MARCH, system=OTBQ)]
        found = after(*rulings, facts=facts)
        assert ("C", "1", "opponent", named) in why(found)

    def test_of_equals_the_one_with_the_lower_number(self) -> None:
        facts = [*FACTS, filed("C", section(APRIL, "1>3", "1=2"))]
        found = after(ruled("2", 1900.0, day=date(2025, 3, 8)), ruled("3", 1900.0, day=date(2025, 3, 8)), facts=facts)
        shifts = {one.member: one.change for one in found.standings}
        assert shifts["2"] != shifts["3"]
        equal = [*members("7", "8", "9"), *(ruled(member, 1500.0) for member in "789")]
        equal.append(filed("D", section(APRIL, "9>8", "9=7")))
        rulings = [ruled(member, 1600.0, day=MARCH) for member in "78"]
        assert ("D", "9", "opponent", "8") in why(after(*rulings, facts=equal))

    def test_a_change_may_come_from_an_opponents_opponent(self) -> None:
        facts = [
            *members("1", "2", "3"),
            *(ruled(one, 1500.0) for one in "123"),
            filed("A", section(MARCH, "1>2", "2>3")),
        ]
        assert ("A", "1", "opponent", "3") in why(after(ruled("3", 1900.0, day=FEBRUARY), facts=facts))

    @settings(max_examples=60, derandomize=True, deadline=None)
    @given(SEEDS)
    def test_every_way_leads_back_to_what_was_recorded(self, seed: int) -> None:
        chance = Chance(Random(seed))
        facts = chance.ledger(6, 12)
        more = chance.changes(past_of(facts), most=3)
        found = history.rate(history.record_of_facts(facts)).consequences(more)
        about = any(isinstance(fact, OF_PERSONS) for fact in more)
        for at in range(0, len(found.results), 3):
            first, *others = reversed(found.path(at))
            assert first.touched == "direct" or (first.touched == "opponent" and about)
            assert all(one.touched != "direct" for one in others)
            assert len({str(one) for one in found.path(at)}) == len(others) + 1


OF_PERSONS = (
    MemberChanged,
    MembersMerged,
    MembersUnmerged,
    ForeignRatingRecorded,
    FloorSet,
    FloorWithdrawn,
    CeilingSet,
    MatchChangeRecorded,
)
"""Facts through which somebody may bring something else without any result of the own that moved."""


class TestValue:
    """Consequences stay what they are as long as the history does."""

    LATE = filed("LATE", section(JANUARY, "1<4", "4=6"))

    def test_they_can_be_asked_after_others(self) -> None:
        league = history.rate(history.record_of_facts(FACTS))
        found, expected = league.consequences([self.LATE]), parts(after(self.LATE))
        league.consequences([MemberAdded("new"), filed("X", section(JANUARY, "2<5", "3>6", "1=new"))])
        league.consequences([EventWithdrawn("A")]).results  # noqa: B018 it is the asking that might do harm
        assert parts(found) == expected
        league.corrected([MembersMerged("1", "6")])
        assert parts(found) == expected

    def test_a_part_asked_early_and_the_rest_late_are_of_one_piece(self) -> None:
        league = history.rate(history.record_of_facts(FACTS))
        found = league.consequences([self.LATE])
        early = found.counts, found.results_frame(), list(found.officials)
        league.consequences([EventWithdrawn("B"), MemberChanged("2", JANUARY, adult=None, name="X")])
        assert (found.counts, list(found.officials)) == (early[0], early[2])
        assert found.results_frame().equals(early[1])
        assert parts(found) == parts(league.consequences([self.LATE]))

    def test_while_arrays_are_copied_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        leave_no_room(monkeypatch)
        book = rated_book(FACTS)
        found = consequences_of(book, edit_of(book, [self.LATE]))
        for number in range(5):
            more: list[Fact] = [MemberAdded(f"m{number}"), filed(f"E{number}", section(JANUARY, f"1<m{number}", "2=3"))]
            book.undo(book.apply(edit_of(book, more)))
        assert parts(found) == parts(after(self.LATE))

    def test_rows_that_an_earlier_change_put_in_are_whose_they_were(self) -> None:
        book = rated_book(FACTS)
        book.apply(edit_of(book, [filed("E", section(date(2025, 5, 1), "1=5"))]))
        found = consequences_of(book, edit_of(book, [self.LATE]))
        book.undo(book.apply(edit_of(book, [filed("F", section(date(2025, 6, 1), "2=3"))])))
        facts = [*FACTS, filed("E", section(date(2025, 5, 1), "1=5"))]
        assert parts(found) == parts(after(self.LATE, facts=facts))

    def test_when_the_history_has_moved_on_they_say_so(self) -> None:
        book = rated_book(FACTS)
        found, frame = (consequences_of(book, edit_of(book, [self.LATE])) for _ in range(2))
        before = frame.results_frame()
        book.apply(edit_of(book, [MemberAdded("new")]))
        with pytest.raises(ValueError, match="version 0 of the workbook"):
            found.results_frame()
        with pytest.raises(ValueError, match="version 0 of the workbook"):
            _ = found.summary
        assert found.counts == frame.counts
        assert frame.results_frame().equals(before)

    def test_a_history_is_kept_as_it_is_whatever_was_asked(self) -> None:
        league = history.rate(history.record_of_facts(FACTS))
        before = league.results(), league.standings(), len(league.rated.rows)
        league.consequences([self.LATE])
        assert league.results().equals(before[0])
        assert league.standings().equals(before[1])


class TestForms:
    """One by one, line by line, or all at once."""

    FOUND = after(
        filed("LATE", section(JANUARY, "1<4")),
        FloorSet("5", Floor("lowered", 1760.0)),
        SectionCorrected("A", section(FEBRUARY, "1>6")),
        ruled("6", 1700.0, None, day=APRIL),
    )

    def test_each_difference_is_a_line_made_when_it_is_asked_for(self) -> None:
        lines = self.FOUND.lines()
        assert next(lines).startswith("result: member 1, event LATE, section 1, OTBR: unrated -> ")
        entries = (self.FOUND.results, self.FOUND.standings, self.FOUND.floors, self.FOUND.officials)
        assert len(list(lines)) == sum(len(part) for part in entries) - 1

    def test_a_sequence_is_one(self) -> None:
        results = self.FOUND.results
        assert repr(results) == f"<{len(results)} entries>"
        assert results[-1] == list(results)[-1]
        assert results[1:3] == list(results)[1:3]
        with pytest.raises(IndexError):
            _ = results[len(results)]

    def test_the_counts_are_those_of_the_summary(self) -> None:
        counts, summary = self.FOUND.counts, self.FOUND.summary
        assert {name: getattr(summary, name) for name in counts._asdict()} == counts._asdict()
        assert summary.direct + summary.own + summary.opponent == summary.moved

    def test_the_frame_of_results_says_the_same(self) -> None:
        frame = self.FOUND.results_frame()
        expected = [
            {
                "event": one.event,
                "section": one.section,
                "number": one.number,
                "member": one.member,
                "system": one.system.value,
                "end": one.day,
                "what": "appeared" if one.appeared else "vanished" if one.vanished else "moved",
                "cause": one.touched.value,
                "through": one.through,
                **states(one.before, one.after),
            }
            for one in self.FOUND.results
        ]
        assert frame.to_dicts() == expected
        assert set(frame["what"]) == {"moved", "appeared", "vanished"}
        assert set(frame["cause"]) == {"direct", "own", "opponent"}

    def test_so_do_those_of_standings_floors_and_officials(self) -> None:
        found = self.FOUND
        assert found.standings_frame().to_dicts() == [
            {"member": one.member, "system": one.system.value, **states(one.before, one.after)}
            for one in found.standings
        ]
        assert found.floors_frame().to_dicts() == [
            {
                "member": one.member,
                "system": one.system.value,
                "before": one.before and one.before.value,
                "kind_before": one.before and one.before.kind,
                "after": one.after and one.after.value,
                "kind_after": one.after and one.after.kind,
            }
            for one in found.floors
        ]
        assert found.officials_frame().to_dicts() == [
            {
                "member": one.member,
                "system": one.system.value,
                "before": one.before,
                "after": one.after,
                "change": None if one.before is None or one.after is None else one.after - one.before,
            }
            for one in found.officials
        ]

    @settings(max_examples=25, derandomize=True, deadline=None)
    @given(SEEDS)
    def test_of_any_change_the_frames_have_the_same_columns_of_the_same_types(self, seed: int) -> None:
        chance = Chance(Random(seed))
        facts = chance.ledger(5, 6)
        found = history.rate(history.record_of_facts(facts)).consequences(chance.changes(past_of(facts)))
        for name in ("results_frame", "standings_frame", "floors_frame", "officials_frame"):
            frame: pl.DataFrame = getattr(found, name)()
            assert frame.schema == getattr(self.FOUND, name)().schema
            assert frame.height == len(getattr(found, name.removesuffix("_frame")))


def states(before: Any, after: Any) -> dict[str, Any]:
    """What a frame says of two states."""
    found: dict[str, Any] = {
        "before": before and before.rating.rating,
        "after": after and after.rating.rating,
        "change": after.rating.rating - before.rating.rating if before and after else None,
    }
    for when, state in (("before", before), ("after", after)):
        found[f"games_{when}"] = state and state.rating.games
        found[f"record_{when}"] = state and state.rating.record.word
        found[f"peak_{when}"] = state and state.rating.peak
        for name in ("wins", "draws", "events_of_three"):
            found[f"{name}_{when}"] = state and getattr(state.rating, name)
        found[f"olm_games_{when}"] = state and state.olm_games
        found[f"last_{when}"] = state and state.rating.date
    return found
