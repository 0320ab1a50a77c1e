"""What a new replay made different, and through whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.ledger.causes import Touched
from arpad.ledger.difference import Consequences, ResultMoved, difference
from arpad.ledger.facts import (
    CeilingSet,
    EventWithdrawn,
    Fact,
    FloorSet,
    ForeignRatingRecorded,
    MatchChangeRecorded,
    MatchOverride,
    MemberChanged,
    MembersMerged,
    SectionCorrected,
)
from arpad.ledger.past import past_of
from arpad.ledger.replay import replay
from arpad.rules.law import law
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.floors import FloorInForce
from arpad.rules.uschess.result import RatedSection
from arpad.rules.uschess.section import rate_section
from arpad.rules.vocabulary import Floor, Kind, LawChoice, Section, System
from tests.ledger.making import BLITZ, DUAL, filed, members, rating, replayed, ruled, section

JANUARY, FEBRUARY, MARCH = date(2025, 1, 4), date(2025, 2, 1), date(2025, 3, 1)
OTBR, OTBQ = System.OTBR, System.OTBQ
FACTS: list[Fact] = [
    *members("1", "2", "3", "4", "5", "6"),
    *(ruled(member, 1500.0 + 50.0 * int(member)) for member in "12345"),
    filed("A", section(FEBRUARY, "1>2")),
    filed("B", section(MARCH, "2>3", "4=5")),
]


def after(*more: Fact, facts: Sequence[Fact] = FACTS) -> Consequences:
    """What more facts change."""
    return difference(replayed(facts), replayed([*facts, *more]))


def why(found: Consequences) -> list[tuple[str | None, str | None, str, str | None]]:
    """Of each result its event, member, how it was touched and through whom."""
    return [(entry.event, entry.member, entry.touched.value, entry.through) for entry in found.results]


class TestNothing:
    """Equal histories differ in nothing."""

    def test_the_difference_of_equal_replays_is_empty(self) -> None:
        found = difference(replayed(FACTS), replayed(list(FACTS)))
        assert found.empty
        assert list(found.lines()) == []
        assert found.summary.moved == found.summary.appeared == found.summary.vanished == 0

    def test_a_name_changes_nothing(self) -> None:
        assert after(MemberChanged("1", None, adult=True, name="A")).empty

    @given(st.permutations(FACTS[6:]))
    def test_neither_does_the_order_of_independent_facts(self, shuffled: list[Fact]) -> None:
        assert difference(replayed(FACTS), replayed([*FACTS[:6], *shuffled])).empty


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

    def test_its_own_results_appeared(self) -> None:
        first = self.FOUND.results[0]
        assert (first.old, first.before) == (None, None)
        assert first.after is not None
        summary = self.FOUND.summary
        assert (summary.moved, summary.appeared, summary.vanished) == (6, 2, 0)
        assert (summary.direct, summary.own, summary.opponent) == (0, 3, 3)

    def test_taken_back_they_vanish(self) -> None:
        late = filed("LATE", section(JANUARY, "1<4"))
        found = after(EventWithdrawn("LATE"), facts=[*FACTS, late])
        assert (found.summary.moved, found.summary.appeared, found.summary.vanished) == (6, 0, 2)
        assert [(entry.event, entry.new) for entry in found.results[-2:]] == [("LATE", None), ("LATE", None)]

    def test_standings_say_by_how_much(self) -> None:
        old, new = replayed(FACTS), replayed([*FACTS, filed("LATE", section(JANUARY, "1<4"))])
        for entry in self.FOUND.standings:
            assert entry.change == rating(new, entry.member).rating - rating(old, entry.member).rating
        assert [entry.member for entry in self.FOUND.standings] == list("12345")

    def test_officials_are_those_whose_rounded_rating_is_another(self) -> None:
        old, new = replayed(FACTS), replayed([*FACTS, filed("LATE", section(JANUARY, "1<4"))])
        rounded = {
            member: (int(rating(old, member).rating + 0.5), int(rating(new, member).rating + 0.5)) for member in "12345"
        }
        expected = {member: pair for member, pair in rounded.items() if pair[0] != pair[1]}
        assert {entry.member: (entry.before, entry.after) for entry in self.FOUND.officials} == expected

    def test_each_difference_is_a_line(self) -> None:
        lines = list(self.FOUND.lines())
        parts = (self.FOUND.results, self.FOUND.standings, self.FOUND.floors, self.FOUND.officials)
        assert len(lines) == sum(len(part) for part in parts)
        assert lines[0].startswith("result: member 1, event LATE, section 1, OTBR: unrated -> ")
        assert lines[3].endswith("(opponent, through 1)")


class TestCauses:
    """Through whom a change came."""

    def test_a_corrected_section_touches_everybody_in_it_directly(self) -> None:
        found = after(SectionCorrected("B", section(MARCH, "2<3", "4=5")))
        assert why(found) == [("B", "2", "direct", None), ("B", "3", "direct", None)]

    def test_a_fact_about_a_member_touches_that_member_directly(self) -> None:
        found = after(CeilingSet("1", 1551.0))
        assert why(found) == [("A", "1", "direct", None)]
        assert found.results[0].after is not None
        assert found.results[0].after.rating.rating == 1551.0

    def test_a_ruling_is_direct_and_its_effects_are_not(self) -> None:
        found = after(ruled("2", 1700.0, day=FEBRUARY))
        assert why(found)[:3] == [(None, "2", "direct", None), ("A", "1", "opponent", "2"), ("A", "2", "own", None)]
        assert str(found.results[0]).startswith("result: member 2, ruling of 2025-02-01, OTBR: unrated -> 1700.0000")

    def test_a_ruling_that_only_keeps_another_count_is_touched_by_the_own_state(self) -> None:
        facts = [*members("1", "2"), ruled("1", 2300.0), ruled("2", 2300.0), ruled("1", 2300.0, day=MARCH)]
        found = after(filed("A", section(FEBRUARY, "1=2")), facts=facts)
        assert why(found)[-1] == (None, "1", "own", None)

    def test_a_newcomer_is_touched_by_a_rating_from_elsewhere(self) -> None:
        facts = [*FACTS, filed("C", section(date(2025, 4, 1), "6>5"))]
        found = after(ForeignRatingRecorded("6", "FIDE", 2000.0), facts=facts)
        assert why(found) == [("C", "6", "direct", None), ("C", "5", "opponent", "6")]

    def test_a_newcomer_is_touched_by_the_own_rating_in_another_system(self) -> None:
        facts = [*FACTS, filed("C", section(date(2025, 4, 1), "1=6", time_control=BLITZ))]
        found = after(SectionCorrected("A", section(FEBRUARY, "1=2")), facts=facts)
        assert ("C", "1", "own", None) in why(found)
        assert ("C", "6", "opponent", "1") in why(found)

    def test_a_rating_in_another_system_is_no_cause_for_who_is_rated_in_this_one(self) -> None:
        quick = [ruled(member, 1600.0, system=OTBQ) for member in "123"]
        facts = [*FACTS, *quick, filed("C", section(date(2025, 4, 1), "1=3", time_control=DUAL))]
        found = after(filed("Q", section(JANUARY, "2>3", systems=(OTBQ,))), facts=facts)
        assert [entry for entry in why(found) if entry[0] == "C"] == [
            ("C", "1", "opponent", "3"),
            ("C", "3", "own", None),
        ]

    def test_a_change_may_come_from_an_opponents_opponent(self) -> None:
        facts = [*members("1", "2", "3"), *(ruled(m, 1500.0) for m in "123"), filed("A", section(MARCH, "1>2", "2>3"))]
        found = after(filed("LATE", section(JANUARY, "3>1")), facts=facts)
        assert ("A", "2", "opponent", "3") in why(found) or ("A", "2", "opponent", "1") in why(found)
        found = after(ruled("3", 1900.0, day=FEBRUARY), facts=facts)
        assert ("A", "1", "opponent", "3") in why(found)

    def test_of_several_opponents_the_one_who_changed_most_is_named(self) -> None:
        facts = [*FACTS, filed("C", section(date(2025, 4, 1), "1>2", "1=3", "1<4"))]
        rulings = [ruled("2", 1610.0, day=MARCH), ruled("3", 1900.0, day=MARCH), ruled("4", 1720.0, day=MARCH)]
        found = after(*rulings, facts=facts)
        assert ("C", "1", "opponent", "3") in why(found)

    def test_a_player_without_an_id_may_be_touched(self) -> None:
        of = section(MARCH, "1=2")
        guest = replace(of, players=(of.players[0], replace(of.players[1], id=None)))
        facts = [*members("1"), ruled("1", 1500.0), filed("A", guest)]
        found = after(ruled("1", 1700.0, day=FEBRUARY), facts=facts)
        assert why(found)[1:] == [("A", "1", "own", None), ("A", None, "opponent", "1")]
        assert "player 2" in str(found.results[-1])

    def test_another_law_is_direct(self) -> None:
        past = past_of(FACTS)
        one, other = (
            replay(past, law(), LawChoice(edition=edition)) for edition in (date(2017, 4, 24), date(2025, 7, 26))
        )
        quick = difference(one, other)
        assert {entry.touched for entry in quick.results} <= {Touched.DIRECT}

    def test_an_override_is_direct(self) -> None:
        facts = [*FACTS, filed("M", section(date(2025, 4, 1), "1>2", kind=Kind.MATCH)), ruled("2", 2500.0, day=MARCH)]
        assert {entry[2] for entry in why(after(MatchOverride("M", 1), facts=facts))} <= {"direct"}

    def test_another_way_of_rating_is_direct(self) -> None:
        past = past_of(FACTS)

        def rate(of: Section, by: Rulebook, *, dual: bool = False) -> RatedSection:
            return replace(rate_section(of, by.vary(k_numerator=900.0), dual=dual), book=by)

        found = difference(replay(past, law(), LawChoice()), replay(past, law(), LawChoice(), rate))
        assert ("A", "1", "direct", None) in why(found)
        assert ("B", "2", "own", None) in why(found)

    def test_of_rulings_of_one_day_each_is_compared_with_its_own(self) -> None:
        facts = [*members("1"), ruled("1", 1500.0), ruled("1", 1600.0)]
        assert why(after(ruled("1", 1600.0), facts=facts)) == [(None, "1", "direct", None)]

    def test_matches_before_the_history_touch_matches_alone(self) -> None:
        recorded = MatchChangeRecorded("1", OTBR, JANUARY, 100.0)
        of = section(date(2025, 4, 1), *["1>2"] * 9, kind=Kind.MATCH)
        facts = [*FACTS, filed("M", of)]
        found = after(recorded, facts=facts)
        assert why(found) == [("M", "1", "direct", None)]
        assert (found.results[0].system, found.results[0].section) == (OTBR, 1)

    def test_a_foreign_opponent_is_named_by_the_fide_rating(self) -> None:
        of = section(MARCH, "1>6", kind=Kind.FOREIGN_FIDE, time_control=None)
        facts = [*members("1", "6"), ruled("1", 2000.0), ForeignRatingRecorded("6", "FIDE", 2000.0), filed("F", of)]
        found = after(ForeignRatingRecorded("6", "FIDE", 2200.0), facts=facts)
        assert why(found) == [("F", "1", "opponent", "6")]

    def test_a_merge_is_direct_where_the_duplicate_played(self) -> None:
        facts = [*members("1", "2", "3"), filed("A", section(FEBRUARY, "1>3")), filed("B", section(MARCH, "2<3"))]
        found = after(MembersMerged("1", "2"), facts=facts)
        assert why(found) == [
            ("B", "1", "direct", None),
            ("B", "3", "direct", None),
            ("B", "2", "direct", None),
        ]
        assert [entry.old is None for entry in found.results] == [True, False, False]
        assert [(entry.member, entry.after is None) for entry in found.standings] == [
            ("1", False),
            ("2", True),
            ("3", False),
        ]
        assert found.standings[1].change is None


class TestFloors:
    """Floors that are others."""

    def test_a_floor_that_holds_now_is_named(self) -> None:
        found = after(FloorSet("5", Floor("lowered", 1760.0)))
        (entry,) = found.floors
        assert (entry.member, entry.system, entry.after) == ("5", OTBR, FloorInForce(1760.0, "lowered"))
        assert entry.before == FloorInForce(1500.0, "peak")
        assert str(entry) == "floor: member 5, OTBR: 1500 (peak) -> 1760 (lowered)"
        assert found.summary.floors == 1


def test_a_result_of_neither_replay_is_none() -> None:
    nowhere = ResultMoved(None, None, after(CeilingSet("1", 1551.0)).results[0].cause)
    with pytest.raises(ValueError, match="neither"):
        _ = nowhere.member
