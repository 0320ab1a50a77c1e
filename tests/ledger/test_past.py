"""What facts come to, taken in order; and each way in which one can contradict those before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.ledger.error import LedgerError
from arpad.ledger.facts import (
    CeilingSet,
    EventFiled,
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
    RatingSet,
    RuleChangeAdopted,
    SectionCorrected,
)
from arpad.ledger.past import Member, past_of
from arpad.ledger.people import people_of
from arpad.rules.vocabulary import Event, Floor, Player, Published, Rating, Round, Section, System
from tests.ledger.making import filed, members, ruled, section

DAY = date(2025, 3, 1)
LATER = date(2025, 4, 1)
OLM = Floor("olm")
GAME = section(DAY, "1>2")
PRESENT: list[Fact] = [*members("1", "2", "3"), filed("A", GAME)]
AGAIN = replace(GAME, number=2)


def with_player(player: Player, **more: object) -> EventFiled:
    """An event of one more row beside those of a game."""
    return filed("B", replace(GAME, players=(*GAME.players, player), **more))  # type: ignore[arg-type]


class TestContradictions:
    """A fact that cannot be is refused, with its place among the facts."""

    @pytest.mark.parametrize(
        ("fact", "code"),
        [
            (MemberAdded("1"), "member-twice"),
            (MemberAdded(""), "member-without-id"),
            (MemberChanged("4", None, None, None), "unknown-member"),
            (MembersMerged("1", "4"), "unknown-member"),
            (MembersMerged("4", "1"), "unknown-member"),
            (MembersMerged("1", "1"), "merged-with-itself"),
            (MembersMerged("1", "2"), "members-met"),
            (MembersUnmerged("1", "2"), "not-merged"),
            (MembersUnmerged("1", "4"), "unknown-member"),
            (filed("A", GAME), "event-twice"),
            (EventFiled(Event(DAY, DAY, (GAME,))), "event-without-id"),
            (EventFiled(Event(DAY, DAY, (GAME,), id="")), "event-without-id"),
            (filed("B", section(DAY, "1>4")), "unknown-member"),
            (filed("B", GAME, GAME), "duplicate-section"),
            (filed("B", replace(GAME, start=LATER)), "dates-reversed"),
            (filed("B", replace(GAME, systems=(System.OTBR, System.OTBR))), "duplicate-system"),
            (with_player(Player(2)), "duplicate-number"),
            (with_player(Player(3, (Round("Q", 1),))), "unknown-code"),
            (with_player(Player(3, (Round("W"),))), "no-opponent"),
            (with_player(Player(3, (Round("W", 9),))), "missing-opponent"),
            (with_player(Player(3, (Round("W", 3),))), "against-oneself"),
            (with_player(Player(3, (Round("W", 1),), id="1")), "against-oneself"),
            (with_player(Player(3, published={System.OTBR: Published(nan)})), "out-of-bounds"),
            (with_player(Player(3, published={System.OTBR: Published(1500.0, -1)})), "out-of-bounds"),
            (SectionCorrected("B", GAME), "unknown-event"),
            (SectionCorrected("A", section(DAY, "1>4")), "unknown-member"),
            (SectionCorrected("A", replace(GAME, start=LATER)), "dates-reversed"),
            (EventWithdrawn("B"), "unknown-event"),
            (MatchOverride("B", 1), "unknown-event"),
            (MatchOverride("A", 2), "unknown-section"),
            (ForeignRatingRecorded("4", "FIDE", 2000.0), "unknown-member"),
            (ForeignRatingRecorded("1", "FIDE", nan), "out-of-bounds"),
            (ForeignRatingRecorded("1", "FIDE", inf), "out-of-bounds"),
            (ForeignRatingRecorded("1", "FIDE", 2000.0, LATER, DAY), "dated-later"),
            (ForeignRatingRecorded("1", "ICC", 2000.0), "unknown-source"),  # type: ignore[arg-type]
            (FloorSet("4", OLM), "unknown-member"),
            (FloorSet("1", Floor("peak")), "unknown-floor-kind"),
            (FloorSet("1", Floor("lowered")), "missing-field"),
            (FloorSet("1", Floor("money", amount=4000.0)), "missing-field"),
            (FloorSet("1", Floor("lowered", value=nan)), "out-of-bounds"),
            (FloorWithdrawn("1", OLM), "unknown-floor"),
            (FloorWithdrawn("4", OLM), "unknown-member"),
            (CeilingSet("4", 1900.0), "unknown-member"),
            (CeilingSet("1", -inf), "out-of-bounds"),
            (RatingSet("4", System.OTBR, DAY, Rating(1500.0)), "unknown-member"),
            (RatingSet("1", System.OTBR, DAY, Rating(nan)), "out-of-bounds"),
            (RatingSet("1", System.OTBR, DAY, Rating(1500.0, -1)), "out-of-bounds"),
            (RatingSet("1", System.OTBR, DAY, Rating(1500.0, peak=inf)), "out-of-bounds"),
            (RatingSet("1", System.OTBR, DAY, Rating(1500.0, date=LATER)), "dated-later"),
            (MatchChangeRecorded("4", System.OTBR, DAY, 5.0), "unknown-member"),
            (MatchChangeRecorded("1", System.OTBR, DAY, nan), "out-of-bounds"),
        ],
    )
    def test_it_is_refused_at_its_place(self, fact: Fact, code: str) -> None:
        with pytest.raises(LedgerError) as caught:
            past_of([*PRESENT, fact])
        assert (caught.value.problem.code, caught.value.problem.place) == (code, "facts[4]")
        with pytest.raises(LedgerError) as caught:
            past_of(PRESENT).with_facts([ListPublished(DAY, DAY, ""), fact])
        assert (caught.value.problem.code, caught.value.problem.place) == (code, "facts[5]")

    @pytest.mark.parametrize(
        ("facts", "code"),
        [
            ([MembersMerged("3", "1"), MembersMerged("1", "3")], "merged-in-circle"),
            ([MembersMerged("3", "1"), MembersMerged("2", "1")], "merged-already"),
            ([MembersMerged("3", "1"), MembersMerged("3", "2")], "members-met"),
            ([MembersMerged("3", "1"), MembersMerged("2", "3")], "members-met"),
            ([MembersMerged("3", "1"), MembersUnmerged("1", "3")], "not-merged"),
            ([MembersMerged("3", "1"), filed("B", section(DAY, "1>3"))], "against-oneself"),
            ([MembersMerged("3", "1"), SectionCorrected("A", section(DAY, "1>3"))], "against-oneself"),
            ([EventWithdrawn("A"), EventWithdrawn("A")], "unknown-event"),
            ([EventWithdrawn("A"), SectionCorrected("A", GAME)], "unknown-event"),
            ([EventWithdrawn("A"), MatchOverride("A", 1)], "unknown-event"),
            ([FloorSet("1", OLM), FloorWithdrawn("2", OLM)], "unknown-floor"),
            ([FloorSet("1", OLM), FloorWithdrawn("1", OLM), FloorWithdrawn("1", OLM)], "unknown-floor"),
        ],
    )
    def test_it_may_take_several_facts(self, facts: Sequence[Fact], code: str) -> None:
        with pytest.raises(LedgerError) as caught:
            past_of([*PRESENT, *facts])
        assert (caught.value.problem.code, caught.value.problem.place) == (code, f"facts[{3 + len(facts)}]")

    def test_those_who_met_after_an_earlier_merge_are_no_one_person(self) -> None:
        facts = [*members(*"1234"), MembersMerged("1", "2"), filed("B", section(DAY, "3>4"))]
        with pytest.raises(LedgerError, match="members-met at facts"):
            past_of([*facts, MembersMerged("3", "4")])

    @pytest.mark.parametrize("rating", [1.0, 4000.0])
    def test_the_bounds_of_a_number_are_within_them(self, rating: float) -> None:
        assert past_of([*PRESENT, ruled("1", rating)]).rulings == (ruled("1", rating),)
        for beyond in (0.999, 4000.001):
            with pytest.raises(LedgerError, match="out-of-bounds"):
                past_of([*PRESENT, ruled("1", beyond)])

    def test_a_chain_of_three_cannot_be_closed(self) -> None:
        with pytest.raises(LedgerError, match="merged-in-circle"):
            past_of(
                [*members("1", "2", "3"), MembersMerged("2", "3"), MembersMerged("1", "2"), MembersMerged("3", "1")]
            )

    def test_a_meeting_that_was_corrected_away_is_none(self) -> None:
        facts = [*PRESENT, SectionCorrected("A", section(DAY, "1>3")), MembersMerged("1", "2")]
        assert past_of(facts).same_as == {"2": "1"}


class TestMembers:
    """Who is who."""

    def test_a_change_replaces_everything_known(self) -> None:
        facts: list[Fact] = [
            MemberAdded("1", DAY, adult=True, name="A"),
            MemberChanged("1", None, adult=None, name="B"),
        ]
        assert past_of(facts).members == {"1": Member("1", None, None, "B")}

    def test_merges_are_followed_to_the_end(self) -> None:
        facts = [
            *members("1", "2", "3", "4"),
            MembersMerged("3", "4"),
            MembersMerged("2", "3"),
            MembersMerged("1", "2"),
        ]
        assert past_of(facts).same_as == {"4": "1", "3": "1", "2": "1"}

    def test_an_unmerge_undoes_that_merge_alone(self) -> None:
        facts = [*members("1", "2", "3"), MembersMerged("2", "3"), MembersMerged("1", "2"), MembersUnmerged("1", "2")]
        assert past_of(facts).same_as == {"3": "2"}

    def test_what_a_member_lacks_a_duplicate_may_know(self) -> None:
        facts: list[Fact] = [MemberAdded("1", adult=True), MemberAdded("2", DAY, adult=False), MembersMerged("1", "2")]
        person = people_of(past_of(facts))["1"]
        assert (person.birth, person.adult) == (DAY, True)
        assert people_of(past_of(facts)).keys() == {"1"}


class TestEvents:
    """What was played."""

    def test_a_correction_supersedes_the_section_of_its_number(self) -> None:
        corrected = section(LATER, "1=3")
        past = past_of([*PRESENT, SectionCorrected("A", corrected)])
        assert past.events["A"].sections == (corrected,)

    def test_a_correction_of_a_new_number_adds_a_section(self) -> None:
        past = past_of([*PRESENT, SectionCorrected("A", AGAIN)])
        assert past.events["A"].sections == (GAME, AGAIN)

    def test_a_withdrawn_event_may_be_filed_anew(self) -> None:
        past = past_of([*PRESENT, EventWithdrawn("A"), filed("A", AGAIN)])
        assert past.events["A"].sections == (AGAIN,)
        assert past_of([*PRESENT, EventWithdrawn("A")]).events == {}

    def test_an_override_stands_when_the_section_is_corrected(self) -> None:
        past = past_of([*PRESENT, MatchOverride("A", 1), SectionCorrected("A", section(LATER, "1=2"))])
        assert [(event, of.end, of.match_override) for event, of in past.sections()] == [("A", LATER, True)]

    def test_an_override_goes_with_its_event(self) -> None:
        past = past_of([*PRESENT, MatchOverride("A", 1), EventWithdrawn("A"), filed("A", GAME)])
        assert [of.match_override for _, of in past.sections()] == [False]

    def test_a_game_against_nobody_names_no_opponent(self) -> None:
        past = past_of([*PRESENT, with_player(Player(3, (Round("L", 0), Round("X", 9), Round("H"))))])
        assert len(past.events) == 2


class TestFloors:
    """Set once, withdrawn as if never set."""

    def test_the_same_floor_twice_is_one(self) -> None:
        assert past_of([*PRESENT, FloorSet("1", OLM), FloorSet("1", OLM)]).floors == (FloorSet("1", OLM),)

    def test_a_withdrawn_floor_was_never_there(self) -> None:
        facts = [*PRESENT, FloorSet("1", OLM), FloorSet("1", OLM), FloorWithdrawn("1", OLM)]
        assert past_of(facts).floors == ()


class TestKnown:
    """Dated facts hold from their day on."""

    def test_of_one_source_the_newest_counts_and_of_equal_days_the_last(self) -> None:
        facts = [
            *members("1", "2"),
            ForeignRatingRecorded("1", "FIDE", 2300.0, since=LATER),
            ForeignRatingRecorded("1", "FIDE", 2000.0),
            ForeignRatingRecorded("2", "FIDE", 2100.0, since=DAY),
            ForeignRatingRecorded("1", "FIDE", 2200.0, DAY, DAY, resident=True),
            ForeignRatingRecorded("1", "CFC", 1900.0, since=DAY),
            MembersMerged("1", "2"),
        ]
        person = people_of(past_of(facts))["1"]
        found = [person.on(day).fide for day in (date(2025, 2, 28), DAY, date(2025, 3, 31), LATER)]
        assert [None if one is None else one.rating for one in found] == [2000.0, 2200.0, 2200.0, 2300.0]
        assert found[1] is not None
        assert (found[1].date, found[1].canadian_resident) == (DAY, True)
        assert [person.on(day).cfc is None for day in (date(2025, 2, 28), DAY)] == [True, False]
        assert person.on(DAY).national is None

    def test_a_ceiling_holds_until_it_is_lifted(self) -> None:
        facts = [*members("1"), CeilingSet("1", None, LATER), CeilingSet("1", 1900.0, DAY)]
        person = people_of(past_of(facts))["1"]
        found = [person.on(day).ceiling for day in (date(2025, 2, 28), DAY, LATER)]
        assert [None if one is None else one.value for one in found] == [None, 1900.0, None]

    def test_floors_and_match_changes_hold_from_their_day(self) -> None:
        facts = [
            *members("1"),
            FloorSet("1", Floor("lowered", 1500.0, since=DAY)),
            FloorSet("1", OLM),
            MatchChangeRecorded("1", System.OTBR, DAY, 5.0),
        ]
        person = people_of(past_of(facts))["1"]
        known = [person.on(day) for day in (date(2025, 2, 28), DAY)]
        assert [len(one.floors) for one in known] == [1, 2]
        assert [len(one.match_changes) for one in known] == [0, 1]


EVERYTHING: list[Fact] = [
    *PRESENT,
    ruled("1", 1500.0),
    MembersMerged("1", "3"),
    filed("B", section(LATER, "1=2"), section(LATER, "2>3", number=2)),
    SectionCorrected("A", section(DAY, "1=2")),
    MatchOverride("B", 1),
    FloorSet("1", OLM),
    CeilingSet("2", 1900.0),
    ForeignRatingRecorded("3", "CFC", 1900.0),
    MatchChangeRecorded("1", System.OTBR, DAY, 5.0),
    FloorWithdrawn("1", OLM),
    MembersUnmerged("1", "3"),
    MemberChanged("3", DAY, adult=None, name="C"),
    ListPublished(DAY, DAY, "sha256:0"),
    RuleChangeAdopted(DAY, "new"),
    EventWithdrawn("B"),
    filed("B", Section(7, DAY, DAY, (Player(1),))),
]


class TestContinuing:
    """A ledger is append-only, so a past can be continued."""

    @given(st.lists(st.integers(0, len(EVERYTHING))))
    def test_it_does_not_matter_where_one_stopped(self, stops: list[int]) -> None:
        past, at = past_of([]), 0
        for stop in [*sorted(stops), len(EVERYTHING)]:
            past, at = past.with_facts(EVERYTHING[at:stop]), stop
        assert past == past_of(EVERYTHING)
        assert past.count == len(EVERYTHING)

    def test_the_past_that_is_continued_stays_as_it_was(self) -> None:
        before = past_of(PRESENT)
        before.with_facts([EventWithdrawn("A"), MemberChanged("1", None, None, None), ruled("1", 1500.0)])
        assert before == past_of(PRESENT)
