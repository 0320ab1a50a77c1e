"""A history rated: in rating order, each section from what those before it made, bit for bit as if by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arpad
from arpad.ledger.facts import (
    CeilingSet,
    EventFiled,
    EventWithdrawn,
    Fact,
    FloorSet,
    ForeignRatingRecorded,
    MatchChangeRecorded,
    MatchOverride,
    MemberAdded,
    MembersMerged,
    MembersUnmerged,
    RatingSet,
    SectionCorrected,
)
from arpad.ledger.order import rating_order, ruling_order
from arpad.ledger.past import past_of
from arpad.ledger.replay import Replay, State, replay
from arpad.rules.law import law
from arpad.rules.problem import LawError
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.result import RatedSection
from arpad.rules.uschess.section import rate_section
from arpad.rules.vocabulary import (
    Event,
    Floor,
    Kind,
    LawChoice,
    MatchChange,
    OtherRating,
    Player,
    Published,
    Rating,
    Record,
    Round,
    Section,
    System,
)
from tests import random_sections
from tests.ledger.making import (
    BLITZ,
    DUAL,
    LONG_AGO,
    book,
    bringing,
    filed,
    members,
    rating,
    replayed,
    ruled,
    section,
)

DAY = date(2025, 3, 1)
NEXT = date(2025, 3, 8)
OTBR, OTBQ = System.OTBR, System.OTBQ
KEYS = st.tuples(st.dates(), st.dates(), st.text(min_size=1, max_size=3), st.integers(0, 99))


def after(of: Section, brought: dict[str, Rating], system: System = OTBR) -> dict[str, Rating]:
    """What a section makes of ratings in one system, by a direct call of the rules."""
    by_hand = bringing(of, {member: {"ratings": {system: one}} for member, one in brought.items()})
    rated = rate_section(by_hand, book(of.start, system))
    return {
        one.id: Rating(one.post, one.post_games, one.record, of.end, one.peak, one.wins, one.draws, one.events_of_three)
        for one in rated.players
        if one.id is not None and one.post is not None
    }


def order_of(of: Replay) -> list[tuple[str | None, int | None]]:
    """The sections of a replay as they were rated."""
    return list(dict.fromkeys((result.event, result.section) for result in of.results))


class TestOrder:
    """The one order in which everything is rated."""

    def test_a_league_that_ends_later_is_rated_later(self) -> None:
        league = filed("A", section(date(2025, 3, 2), "1>2", start=date(2025, 1, 5)))
        quads = filed("B", section(DAY, "1>2"))
        assert order_of(replayed([*members("1", "2"), league, quads])) == [("B", 1), ("A", 1)]

    def test_of_equal_ends_the_earlier_start_comes_first(self) -> None:
        league = filed("B", section(DAY, "1>2", start=date(2025, 1, 5)))
        quads = filed("A", section(DAY, "1>2"))
        assert order_of(replayed([*members("1", "2"), quads, league])) == [("B", 1), ("A", 1)]

    def test_of_equal_days_the_event_id_and_then_the_number_decide(self) -> None:
        two = filed("A", section(DAY, "1>2", number=2), section(DAY, "1>2", number=1))
        one = filed("B", section(DAY, "1>2"))
        assert order_of(replayed([*members("1", "2"), one, two])) == [("A", 1), ("A", 2), ("B", 1)]

    def test_systems_of_a_section_come_in_the_order_of_listings(self) -> None:
        of = section(DAY, "1>2", systems=(OTBQ, OTBR))
        found = replayed([*members("1", "2"), filed("A", of)])
        assert [run.plan.system for run in found.runs] == [OTBR, OTBQ]
        assert all(run.plan.dual for run in found.runs)

    @given(KEYS, KEYS, KEYS)
    def test_the_order_is_total(
        self, one: tuple[date, date, str, int], two: tuple[date, date, str, int], three: tuple[date, date, str, int]
    ) -> None:
        a, b, c = (rating_order(*key) for key in (one, two, three))
        assert (a < b) + (b < a) + (a == b) == 1
        assert (a == b) == (one == two)
        assert not (a <= b <= c) or a <= c

    @given(KEYS, st.dates())
    def test_a_ruling_stands_before_the_sections_of_its_day_and_after_the_earlier(
        self, key: tuple[date, date, str, int], day: date
    ) -> None:
        end, *_ = key
        assert (ruling_order(day) < rating_order(*key)) == (day <= end)

    def test_until_takes_the_day_named_and_nothing_later(self) -> None:
        facts = [*members("1", "2"), filed("A", section(DAY, "1>2")), filed("B", section(NEXT, "1>2"))]
        facts.append(ruled("1", 1500.0, day=NEXT))
        assert order_of(replayed(facts, until=DAY)) == [("A", 1)]
        assert order_of(replayed(facts, until=NEXT - timedelta(1))) == [("A", 1)]
        assert order_of(replayed(facts, until=NEXT)) == [("A", 1), (None, None), ("B", 1)]


class TestStates:
    """What one section leaves is what the next one begins with."""

    def test_three_sections_are_as_three_calls_of_the_rules(self) -> None:
        first = section(DAY, "1>2", "1=3", "2>3")
        second = section(NEXT, "1<2", "3>2", "1=3")
        third = section(date(2025, 4, 1), "3>1", "1>2")
        found = replayed(
            [*members("1", "2", "3"), *(filed(e, s) for e, s in zip("ABC", (first, second, third), strict=True))]
        )
        expected: dict[str, Rating] = {}
        for of in (first, second, third):
            expected = after(of, expected)
        assert {member: rating(found, member) for member in "123"} == expected
        assert [result.event for result in found.history("2")] == ["A", "B", "C"]
        states = [(result.before, result.after) for result in found.history("2")]
        assert states[0][0] is None
        assert states[1][0] == states[0][1]
        assert states[2][0] == states[1][1]

    def test_results_say_what_was_computed(self) -> None:
        found = replayed([*members("1", "2"), filed("A", section(DAY, "1>2"))])
        result = found.history("1")[0]
        assert (result.event, result.section, result.system, result.member, result.number) == ("A", 1, OTBR, "1", 1)
        assert result.day == DAY
        assert result.rated == found.runs[0].rated.players[0]
        assert result.moved

    def test_who_has_no_rated_game_keeps_everything(self) -> None:
        of = section(DAY, "1>2", also="34")
        found = replayed([*members("1", "2", "3", "4"), ruled("3", 1800.0), filed("A", of)])
        kept = Rating(1800.0, 100, Record.MIXED, None, 1800.0, 0, 0, 0)
        assert found.standings()["3"] == {OTBR: State(kept)}
        assert "4" not in found.standings()
        assert not found.history("3")[-1].moved

    def test_a_player_without_an_id_starts_anew_each_time(self) -> None:
        of = section(DAY, "1>2")
        anonymous = replace(of.players[1], id=None, ratings={OTBR: Rating(2000.0, 50)}, adult=True)
        sections = [replace(of, end=day, players=(of.players[0], anonymous)) for day in (DAY, NEXT)]
        found = replayed([*members("1"), *(filed(e, s) for e, s in zip("AB", sections, strict=True))])
        results = [result for result in found.results if result.member is None]
        assert [result.before for result in results] == [None, None]
        assert [result.rated and result.rated.initial and result.rated.initial.source for result in results] == [
            "unknown",
            "unknown",
        ]
        assert found.standings().keys() == {"1"}

    def test_what_a_report_brings_is_not_believed(self) -> None:
        of = section(DAY, "1>2")
        boasting = replace(
            of.players[0],
            ratings={OTBR: Rating(2500.0, 50)},
            birth=date(2015, 1, 1),
            fide=OtherRating(2500.0),
            floors=(Floor("olm"),),
        )
        brought = replayed([*members("1", "2"), filed("A", replace(of, players=(boasting, of.players[1])))])
        assert brought.standings() == replayed([*members("1", "2"), filed("A", of)]).standings()

    def test_what_the_law_cannot_rate_is_listed_and_left_out(self) -> None:
        facts = [
            *members("1", "2"),
            filed("A", section(date(1999, 1, 1), "1>2"), section(DAY, "1>2", number=2, time_control="G/1")),
            filed("B", section(DAY, "1>2", time_control="G/1", number=3), section(DAY, "1>2")),
        ]
        found = replayed(facts)
        assert [(entry.event, entry.section, entry.problem.code) for entry in found.not_rated] == [
            ("A", 1, "law-unknown"),
            ("A", 2, "time-control-not-rated"),
            ("B", 3, "time-control-not-rated"),
        ]
        assert found.not_rated[1].problem.place == "events[A].sections[2].time_control"
        assert order_of(found) == [("B", 1)]

    def test_an_edition_that_does_not_exist_is_an_error_at_once(self) -> None:
        with pytest.raises(LawError):
            replay(past_of([]), law(), LawChoice(edition=date(2000, 1, 1)))

    def test_another_way_of_rating_may_be_given(self) -> None:
        books: list[Rulebook] = []

        def rate(of: Section, by: Rulebook, *, dual: bool = False) -> RatedSection:
            books.append(by)
            return rate_section(of, book(DAY).vary(bonus_threshold=1000.0), dual=dual)

        found = replay(
            past_of([*members("1", "2"), filed("A", section(DAY, "1>2"))]),
            law(),
            LawChoice(),
            rate,
        )
        assert books == [book(DAY)]
        assert found.runs[0].rated.book.bonus_threshold == 1000.0


class TestNewcomers:
    """What a newcomer's start is taken from."""

    def test_in_a_dual_section_quick_does_not_read_its_regular_result(self) -> None:
        of = section(DAY, "1>2", time_control=DUAL)
        found = replayed([*members("1", "2"), filed("A", of), filed("B", section(NEXT, "1>2", time_control=BLITZ))])
        starts = [
            (result.system, result.rated.initial)
            for result in found.history("1")
            if result.rated is not None and result.rated.initial is not None
        ]
        assert [(system, start.source) for system, start in starts] == [
            (OTBR, "adult"),
            (OTBQ, "adult"),
            (System.OTBB, "blend"),
        ]
        assert [part.source for part in starts[2][1].parts] == ["OTBR", "OTBQ"]

    def test_the_next_section_blends_what_the_first_one_left(self) -> None:
        first, second = section(DAY, "1>2", time_control="G/90;d5"), section(NEXT, "1>2", time_control=BLITZ)
        found = replayed([*members("1", "2"), filed("A", first), filed("B", second)])
        left = after(first, {})
        by_hand = bringing(second, {member: {"ratings": {OTBR: one}} for member, one in left.items()})
        assert found.runs[1].rated == rate_section(by_hand, book(NEXT, System.OTBB))

    @pytest.mark.parametrize("source", ["FIDE", "CFC", "national"])
    def test_a_rating_of_another_federation_counts_from_its_day(self, source: str) -> None:
        known = {"FIDE": "fide", "CFC": "cfc", "national": "national"}[source]
        of = section(DAY, "1>2")
        for since, counts in ((None, True), (DAY, True), (DAY + timedelta(1), False)):
            fact = ForeignRatingRecorded("1", source, 2100.0, date(2024, 12, 1), since, resident=True)  # type: ignore[arg-type]
            found = replayed([*members("1", "2"), fact, filed("A", of)])
            brought = {"1": {known: OtherRating(2100.0, date(2024, 12, 1), canadian_resident=True)}} if counts else {}
            assert found.runs[0].rated == rate_section(bringing(of, brought), book(DAY))

    def test_a_duplicates_foreign_rating_counts_for_the_member(self) -> None:
        fact = ForeignRatingRecorded("2", "FIDE", 2100.0)
        found = replayed([*members("1", "2", "3"), MembersMerged("1", "2"), fact, filed("A", section(DAY, "1>3"))])
        assert found.history("1")[0].rated is not None
        assert found.history("2") == found.history("1")
        assert found.runs[0].plan.section.players[0].fide == OtherRating(2100.0)


class TestRulings:
    """Ratings set by the office."""

    def test_a_ruling_comes_before_the_sections_that_end_on_its_day(self) -> None:
        early, late = section(DAY - timedelta(1), "1>2"), section(DAY, "1>2", start=DAY - timedelta(9))
        facts = [*members("1", "2"), filed("A", early), filed("B", late), ruled("1", 2000.0, day=DAY)]
        before = after(early, {})
        expected = after(late, before | {"1": Rating(2000.0, 100)})
        assert {member: rating(replayed(facts), member) for member in "12"} == expected

    def test_what_a_ruling_does_not_say_is_nothing(self) -> None:
        found = replayed([*members("1"), ruled("1", 1500.0, games=None)])
        assert found.standings() == {"1": {OTBR: State(Rating(1500.0, None, Record.MIXED, None, None, 0, 0, 0))}}
        result = found.results[0]
        assert (result.event, result.section, result.number, result.rated, result.day) == (
            None,
            None,
            None,
            None,
            LONG_AGO,
        )

    def test_a_ruling_keeps_what_it_says(self) -> None:
        said: dict[str, Any] = {
            "record": Record.ALL_WINS,
            "date": LONG_AGO,
            "peak": 1600.0,
            "wins": 3,
            "draws": 2,
            "events_of_three": 1,
        }
        found = replayed([*members("1"), ruled("1", 1500.0, games=5, **said)])
        assert rating(found, "1") == Rating(1500.0, 5, **said)

    def test_of_rulings_of_one_day_the_last_stands(self) -> None:
        found = replayed([*members("1"), ruled("1", 1700.0, system=OTBQ), ruled("1", 1500.0), ruled("1", 1600.0)])
        assert rating(found, "1").rating == 1600.0
        assert [(r.system, r.after and r.after.rating.rating) for r in found.results] == [
            (OTBR, 1500.0),
            (OTBR, 1600.0),
            (OTBQ, 1700.0),
        ]

    def test_an_unknown_number_of_games_stays_unknown(self) -> None:
        found = replayed([*members("1", "2"), ruled("1", 1500.0, games=None), filed("A", section(DAY, "1>2"))])
        assert rating(found, "1").games is None


class TestBounds:
    """Floors and ceilings by fact or ruling."""

    @pytest.mark.parametrize("since", [None, DAY, DAY + timedelta(1)])
    def test_they_bound_the_sections_from_their_day_on(self, since: date | None) -> None:
        of = section(DAY, "1>2", "1>2", "1>2")
        floor = Floor("lowered", 1990.0, since=since)
        facts = [ruled("1", 1500.0), ruled("2", 2000.0, peak=2199.0)]
        found = replayed(
            [*members("1", "2"), *facts, FloorSet("2", floor), CeilingSet("1", 1505.0, since), filed("A", of)]
        )
        first, second = found.runs[0].rated.players
        in_force = since != DAY + timedelta(1)
        assert (first.post == 1505.0) is in_force
        assert (second.floor is not None and second.floor.kind == "lowered") is in_force
        if in_force:
            assert second.post == 1990.0

    @pytest.mark.parametrize("games", [299, 300])
    def test_three_hundred_games_at_the_level_give_the_life_title_floor(self, games: int) -> None:
        many = section(DAY, *["1=2"] * games)
        lost = section(NEXT, *["1<2"] * 30)
        start = {member: Rating(2205.0, 100) for member in "12"}
        facts = [*members("1", "2"), ruled("1", 2205.0), ruled("2", 2205.0), filed("A", many), filed("B", lost)]
        found = replayed(facts)
        left = after(many, start)
        floors = (Floor("olm"),) if games == 300 else ()
        by_hand = bringing(lost, {member: {"ratings": {OTBR: left[member]}, "floors": floors} for member in "12"})
        assert found.runs[1].rated == rate_section(by_hand, book(NEXT))
        assert (rating(found, "1").rating == 2200.0) is (games == 300)
        states = found.standings()
        assert (states["2"][OTBR].olm_games) == games + 30
        assert (states["1"][OTBR].olm_games) == (330 if games == 300 else 299)

    def test_the_games_of_the_section_itself_do_not_count_for_its_floor(self) -> None:
        many = section(DAY, *["1=2"] * 300, *["1<3"] * 30)
        start = {"1": 2205.0, "2": 2205.0, "3": 1500.0}
        rulings = [ruled(member, value) for member, value in start.items()]
        found = replayed([*members("1", "2", "3"), *rulings, filed("A", many)])
        expected = after(many, {member: Rating(value, 100) for member, value in start.items()})
        assert rating(found, "1") == expected["1"]
        assert rating(found, "1").rating < 2200.0

    def test_games_below_the_level_or_not_established_do_not_count(self) -> None:
        of = section(DAY, "1=2", "1=2")
        found = replayed([*members("1", "2"), ruled("1", 2100.0), ruled("2", 2300.0, games=23), filed("A", of)])
        assert [found.standings()[member][OTBR].olm_games for member in "12"] == [0, 0]

    def test_a_ruling_keeps_the_count(self) -> None:
        of = section(DAY, "1=2")
        facts: list[Fact] = [ruled("1", 2300.0), ruled("2", 2300.0), filed("A", of), ruled("1", 2100.0, day=NEXT)]
        found = replayed([*members("1", "2"), *facts])
        assert found.standings()["1"][OTBR].olm_games == 1

    def test_in_quick_nothing_is_counted(self) -> None:
        of = section(DAY, "1=2", time_control=DUAL)
        rulings = [ruled(member, 2300.0, system=system) for member in "12" for system in (OTBR, OTBQ)]
        states = replayed([*members("1", "2"), *rulings, filed("A", of)]).standings()["1"]
        assert (states[OTBR].olm_games, states[OTBQ].olm_games) == (1, 0)


class TestForeignEvents:
    """Play in foreign FIDE events moves Regular ratings."""

    def test_it_goes_by_the_fide_ratings_known_then(self) -> None:
        of = section(DAY, "1>2", kind=Kind.FOREIGN_FIDE, time_control=None)
        facts: list[Fact] = [ruled("1", 2000.0), ForeignRatingRecorded("2", "FIDE", 2100.0, since=DAY), filed("A", of)]
        found = replayed([*members("1", "2"), *facts])
        start = {"ratings": {OTBR: Rating(2000.0, 100)}}
        by_hand = bringing(of, {"1": start, "2": {"fide": OtherRating(2100.0)}})
        assert [one.post for one in found.runs[0].rated.players] == [
            one.post for one in rate_section(by_hand, book(DAY)).players
        ]
        assert found.standings().keys() == {"1"}


def match(end: date, *games: str, **more: Any) -> Section:
    """A match."""
    return section(end, *games, kind=Kind.MATCH, **more)


class TestMatches:
    """Matches go by published ratings, and by what matches did before."""

    CUTOFF = date(2025, 2, 19)
    """The last day known to the list in force on DAY: the third Wednesday of February."""

    def published(self, *facts: Fact, of: Section | None = None) -> Published | None:
        """The published rating of member 1 in a match of DAY."""
        found = replayed([*members("1", "2"), *facts, filed("M", of or match(DAY, "1>2"))])
        return found.runs[-1].plan.section.players[0].published.get(OTBR)

    def test_a_list_knows_its_cutoff_day_and_not_the_day_after(self) -> None:
        start = ruled("1", 1500.4)
        for day in (self.CUTOFF, self.CUTOFF + timedelta(1)):
            changed = ruled("1", 1600.5, day=day)
            expected = Published(1601.0, 100) if day == self.CUTOFF else Published(1500.0, 100)
            assert self.published(start, changed) == expected

    def test_a_section_counts_by_its_end(self) -> None:
        rulings = {member: Rating(1500.0, 100) for member in "12"}
        for end in (self.CUTOFF, self.CUTOFF + timedelta(1)):
            earlier = section(end, "1>2", start=date(2025, 2, 1))
            moved = after(earlier, rulings)["1"].rating
            found = self.published(ruled("1", 1500.0), ruled("2", 1500.0), filed("A", earlier))
            assert found is not None
            assert found == (Published(float(int(moved + 0.5)), 101) if end == self.CUTOFF else Published(1500.0, 100))

    def test_the_list_is_that_of_the_day_the_match_began(self) -> None:
        of = match(DAY, "1>2", start=date(2025, 2, 28))
        changed = ruled("1", 1600.0, day=self.CUTOFF)
        assert self.published(ruled("1", 1500.0), changed, of=of) == Published(1500.0, 100)

    @pytest.mark.parametrize("games", [3, 4, None])
    def test_four_games_are_published_and_three_are_not(self, games: int | None) -> None:
        found = self.published(ruled("1", 1500.0, games=games))
        assert found == (None if games == 3 else Published(1500.0, games))

    def test_another_systems_rating_is_not_published(self) -> None:
        assert self.published(ruled("1", 1500.0, system=OTBQ)) is None

    def test_what_the_report_says_holds(self) -> None:
        of = match(DAY, "1>2")
        said = replace(of.players[0], published={OTBR: Published(1234.0, 30)})
        found = self.published(ruled("1", 1500.0), of=replace(of, players=(said, of.players[1])))
        assert found == Published(1234.0, 30)

    def test_a_refused_match_moves_nobody(self) -> None:
        found = replayed([*members("1", "2"), ruled("1", 1500.0), filed("M", match(DAY, "1>2"))])
        assert found.runs[0].rated.refused == "player 2 has no published OTBR rating"
        assert rating(found, "1").rating == 1500.0
        assert "2" not in found.standings()

    def test_a_refused_match_is_no_earlier_match(self) -> None:
        matches = [filed("M", match(DAY, "1>2")), filed("N", match(NEXT, "1>2"))]
        found = replayed([*members("1", "2"), ruled("1", 1500.0), ruled("2", 2000.0), *matches, MatchOverride("N", 1)])
        assert found.runs[0].rated.refused is not None
        assert found.runs[1].plan.section.players[0].match_history == ()

    def test_the_office_may_have_it_rated_and_a_correction_does_not_undo_that(self) -> None:
        rulings = {"1": Rating(1500.0, 100), "2": Rating(2000.0, 100)}
        facts = [*members("1", "2"), ruled("1", 1500.0), ruled("2", 2000.0), filed("M", match(DAY, "1>2"))]
        assert replayed(facts).runs[0].rated.refused is not None
        expected = after(match(DAY, "1=2", match_override=True), rulings)
        corrected = [*facts, MatchOverride("M", 1), SectionCorrected("M", match(DAY, "1=2"))]
        assert {member: rating(replayed(corrected), member) for member in "12"} == expected

    def limits(self, *days: date, recorded: tuple[Fact, ...] = ()) -> list[float | None]:
        """How far up each of several matches that member 1 wins by a lot may go."""
        others = "23456"[: len(days)]
        games = [match(day, *[f"1>{other}"] * 10) for day, other in zip(days, others, strict=True)]
        matches = [filed(f"M{place}", of) for place, of in enumerate(games)]
        facts = [ruled("1", 1500.0), *(ruled(other, 1700.0) for other in others), *recorded, *matches]
        overrides = [MatchOverride(f"M{place}", 1) for place in range(len(days))]
        found = replayed([*members("1", *others), *facts, *overrides])
        bounds = [run.rated.player(1).match_limits for run in found.runs]
        return [None if one is None else one.up for one in bounds]

    def test_a_hundred_points_in_a_hundred_and_eighty_days(self) -> None:
        first, second = DAY, DAY + timedelta(90)
        assert self.limits(first, second, DAY + timedelta(180)) == [50.0, 50.0, 0.0]
        assert self.limits(first, second, DAY + timedelta(181)) == [50.0, 50.0, 50.0]

    def test_two_hundred_points_in_three_years(self) -> None:
        days = [DAY + timedelta(200 * place) for place in range(4)]
        assert self.limits(*days, date(2028, 3, 1)) == [50.0, 50.0, 50.0, 50.0, 0.0]
        assert self.limits(*days, date(2028, 3, 2)) == [50.0, 50.0, 50.0, 50.0, 50.0]

    def test_matches_before_the_history_count_too(self) -> None:
        recorded = MatchChangeRecorded("1", OTBR, DAY - timedelta(10), 80.0)
        elsewhere = MatchChangeRecorded("1", OTBQ, DAY - timedelta(10), 80.0)
        later = MatchChangeRecorded("1", OTBR, DAY + timedelta(1), 80.0)
        assert self.limits(DAY, recorded=(recorded, elsewhere, later)) == [20.0]

    def test_the_recorded_come_first_and_then_those_of_the_history(self) -> None:
        recorded = MatchChangeRecorded("1", OTBR, DAY + timedelta(5), 8.0)
        matches = [filed(f"M{place}", match(day, "1=2")) for place, day in enumerate((DAY, DAY + timedelta(9)))]
        facts = [*members("1", "2"), ruled("1", 1500.0), ruled("2", 1600.0), recorded, *matches]
        found = replayed(facts)
        change = found.history("1")[1].rated
        assert change is not None
        assert change.change is not None
        assert found.runs[1].plan.section.players[0].match_history == (
            MatchChange(OTBR, DAY + timedelta(5), 8.0),
            MatchChange(OTBR, DAY, change.change),
        )

    def test_a_newcomers_match_changed_no_rating(self) -> None:
        matches = [filed(f"M{place}", match(day, "1=2")) for place, day in enumerate((DAY, NEXT))]
        overrides = [MatchOverride(f"M{place}", 1) for place in range(2)]
        found = replayed([*members("1", "2"), *matches, *overrides])
        assert found.runs[1].plan.section.players[0].match_history == ()


class TestMerging:
    """Two ids that were one person."""

    ONE = section(DAY, "1>3", "3>4", "1=4")
    OTHER = section(NEXT, "2>3", "4>2")
    LAST = section(date(2025, 4, 1), "1>4", "2>3", "4=3")
    """The last one has both ids: two entries of one person."""

    def facts(self) -> list[Fact]:
        """A history of four ids."""
        sections = (self.ONE, self.OTHER, self.LAST)
        return [
            *members("1", "2", "3", "4"),
            ruled("2", 1700.0, games=7),
            *(filed(event, of) for event, of in zip("ABC", sections, strict=True)),
        ]

    def test_a_merge_gives_what_one_person_would_have(self) -> None:
        def one_id(of: Section) -> Section:
            return replace(of, players=tuple(replace(p, id="1" if p.id == "2" else p.id) for p in of.players))

        merged = replayed([*self.facts(), MembersMerged("1", "2")])
        sections = [one_id(of) for of in (self.ONE, self.OTHER, self.LAST)]
        events = [filed(event, of) for event, of in zip("ABC", sections, strict=True)]
        one = replayed([*members("1", "3", "4"), ruled("1", 1700.0, games=7), *events])
        assert merged.standings() == one.standings()
        assert merged.results == one.results

    def test_unmerging_restores_everything(self) -> None:
        facts = [*self.facts(), MembersMerged("1", "2"), MembersUnmerged("1", "2")]
        assert replayed(facts).results == replayed(self.facts()).results

    def test_two_entries_in_one_section_are_rated_together(self) -> None:
        merged = replayed([*self.facts(), MembersMerged("1", "2")])
        assert [person.numbers for person in merged.runs[-1].rated.players] == [(1, 3), (2,), (4,)]


class TestCorrections:
    """What was filed and then corrected is as if it had been filed so."""

    WRONG, RIGHT = section(DAY, "1>2", "1>3"), section(DAY, "1<2", "1>3")
    LATER = filed("B", section(NEXT, "1>2", "2>3"))

    def test_a_correction_supersedes(self) -> None:
        people = members("1", "2", "3")
        corrected = replayed([*people, filed("A", self.WRONG), self.LATER, SectionCorrected("A", self.RIGHT)])
        assert corrected.results == replayed([*people, filed("A", self.RIGHT), self.LATER]).results

    def test_a_withdrawn_event_was_never_played_until_it_is_filed_anew(self) -> None:
        people = members("1", "2", "3")
        withdrawn = [*people, filed("A", self.WRONG), self.LATER, EventWithdrawn("A")]
        assert replayed(withdrawn).results == replayed([*people, self.LATER]).results
        again = [*withdrawn, filed("A", self.RIGHT)]
        assert replayed(again).results == replayed([*people, filed("A", self.RIGHT), self.LATER]).results


GAMES = st.lists(
    st.tuples(st.sampled_from("123456"), st.sampled_from("><="), st.sampled_from("123456"))
    .filter(lambda game: game[0] != game[2])
    .map("".join),
    min_size=1,
    max_size=6,
)
SECTIONS = st.builds(
    lambda day, games, control, days: section(
        DAY + timedelta(day), *games, start=DAY + timedelta(day - days), time_control=control
    ),
    st.integers(0, 60),
    GAMES,
    st.sampled_from([DUAL, BLITZ, "G/90;d5"]),
    st.integers(0, 9),
)


class TestPermutation:
    """In which order independent facts were recorded changes no bit."""

    @settings(max_examples=25)
    @given(st.data())
    def test_no_bit_moves(self, data: st.DataObject) -> None:
        sections = data.draw(st.lists(SECTIONS, min_size=1, max_size=5))
        sections.append(match(DAY + timedelta(70), "1>2", "1=2"))
        independent: list[Fact] = [
            *(filed(f"E{place}", of) for place, of in enumerate(sections)),
            ruled("1", 1650.25, games=None),
            ruled("2", 1480.75, games=12, day=DAY + timedelta(20)),
            ruled("3", 2250.5, system=OTBQ),
            ForeignRatingRecorded("4", "FIDE", 1900.0, LONG_AGO),
            ForeignRatingRecorded("4", "FIDE", 1950.0, DAY, DAY + timedelta(30)),
            ForeignRatingRecorded("5", "CFC", 1400.0, LONG_AGO, DAY, resident=True),
            FloorSet("1", Floor("lowered", 1400.0)),
            FloorSet("3", Floor("olm")),
            CeilingSet("2", 1500.0),
            MatchChangeRecorded("1", OTBR, DAY, 12.5),
            MembersMerged("5", "6") if not any(_meet(of, "5", "6") for of in sections) else CeilingSet("6", 3000.0),
        ]
        people = members(*"123456")
        one = replayed([*people, *independent])
        other = replayed([*people, *data.draw(st.permutations(independent))])
        assert one.standings() == other.standings()
        assert [one.history(member) for member in "123456"] == [other.history(member) for member in "123456"]
        assert one.not_rated == other.not_rated


def _meet(of: Section, one: str, other: str) -> bool:
    ids = {player.number: player.id for player in of.players}
    return any({player.id, ids[cell.opponent or 0]} == {one, other} for player in of.players for cell in player.rounds)


def facts_of_report(event: Event) -> list[Fact]:
    """Everything that the players of a report bring, as facts of a history that begins with it."""
    facts: list[Fact] = []
    for of in event.sections:
        for player in of.players:
            who = player.id or ""
            facts.append(MemberAdded(who, player.birth, player.adult))
            facts += [RatingSet(who, system, of.end, one) for system, one in player.ratings.items()]
            for source, other in (("FIDE", player.fide), ("CFC", player.cfc), ("national", player.national)):
                if other is not None:
                    rated, day, resident = other.rating, other.date, other.canadian_resident
                    facts.append(ForeignRatingRecorded(who, source, rated, day, None, resident))  # type: ignore[arg-type]
            facts += [FloorSet(who, floor) for floor in player.floors]
            if player.ceiling is not None:
                facts.append(CeilingSet(who, player.ceiling.value, player.ceiling.since))
            facts += [MatchChangeRecorded(who, one.system, one.date, one.change) for one in player.match_history]
    return [*facts, EventFiled(event)]


COMPARED = [
    *("pre", "pre_games", "initial", "r0", "n", "n_star", "n_effective", "post", "post_games", "official", "games"),
    *("established", "peak", "score", "opponents", "formula", "first_estimate", "intermediate", "k", "expected"),
    *("bonus", "unfloored", "floor", "ceiling", "refused", "floor_request", "match_limits"),
]


class TestReports:
    """A history of one section, with everything its players bring as facts, is that section as reported."""

    @settings(max_examples=60)
    @given(st.integers(0, 10**9))
    def test_it_comes_out_bit_for_bit(self, seed: int) -> None:
        event = arpad.read(random_sections.event(seed))
        of = event.sections[0]
        ids = {player.number: player.id or f"guest {player.number}" for player in of.players}
        once = {member: number for number, member in reversed(ids.items())}
        of = replace(of, players=tuple(replace(player, id=ids[player.number]) for player in of.players))
        event = replace(event, id="A", sections=(of,))
        entered = replace(
            event, sections=(replace(of, players=tuple(p for p in of.players if once[p.id or ""] == p.number)),)
        )
        facts = [*facts_of_report(entered)[:-1], EventFiled(event)]
        found = replay(past_of(facts), law(), event.rules)
        expected = arpad.rate(event).sections
        for run, section_rated in zip(found.runs, expected, strict=True):
            for mine, theirs in zip(run.rated.players, section_rated.players, strict=True):
                assert {name: getattr(mine, name) for name in COMPARED} == {
                    name: getattr(theirs, name) for name in COMPARED
                }


def test_a_board_without_members_is_rated_and_leaves_nothing() -> None:
    players = (Player(1, (Round("W", 2),)), Player(2, (Round("L", 1),)))
    found = replayed([filed("A", Section(1, DAY, DAY, players, time_control="G/90;d5"))])
    assert len(found.results) == 2
    assert found.standings() == {}
