"""Sections 4.4-4.6 and 3.76: rateable play, averages, entry, and the calculation of the list.

The book has no worked example here; the expected numbers are worked by hand beside each test.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad import datasets
from arpad.rules.elo import fide_1986, rateable_1986
from arpad.rules.elo.averages_1986 import (
    FEW_UNRATED,
    Participant,
    entered,
    entry_rating,
    nominal,
    rating_average,
    title_average,
)
from arpad.rules.elo.choice_of_k import games_of_k
from arpad.rules.elo.conventions import AS_PRINTED
from arpad.rules.elo.error import EloError
from arpad.rules.elo.fide_1986 import (
    Played,
    Record,
    change_by_performance,
    expected_of,
    first_rating,
    update_list,
)
from arpad.rules.elo.lists import FIDE_CRITERIA, FIDE_WOMEN_CRITERIA
from arpad.rules.elo.rateable_1986 import Event, Format, counted, is_rateable, requirements
from arpad.rules.elo.scale import CLASS_INTERVAL

ROUND_ROBIN = Event(Format.ROUND_ROBIN, 12, 4)


class TestNumbers:
    """4.4-4.6: the constants are those of the regulations."""

    @pytest.mark.book("t-4.3")
    def test_every_number_stands_where_it_is_used(self) -> None:
        numbers = {(row.rule, row.name): row.value for row in datasets.regulations_1986().rows}
        assert {
            ("K", "provisional"): fide_1986.K_NEW,
            ("K", "provisional_events"): fide_1986.NEW_EVENTS,
            ("K", "provisional_games"): fide_1986.NEW_GAMES,
            ("K", "normal"): fide_1986.K_USUAL,
            ("K", "over_2400"): fide_1986.K_STRONG,
            ("average_for_rating", "unrated_pct_limit"): FEW_UNRATED,
            ("rating_list", "min_rated_games"): FIDE_CRITERIA.least_games,
            ("rating_list", "min_published_men"): FIDE_CRITERIA.above,
            ("rating_list", "min_published_women"): FIDE_WOMEN_CRITERIA.above,
            ("nominal_unrated", "men"): nominal(),
            ("nominal_unrated", "women_in_mixed"): nominal(),
            ("nominal_unrated", "women_only"): nominal(women_only=True),
            ("rated_play", "under_players"): rateable_1986.SMALL,
            ("rated_play", "min_rated_if_under"): rateable_1986.RATED_IN_SMALL,
            ("rated_play", "double_rr_min_players"): rateable_1986.DOUBLE_PLAYERS,
            ("rated_play", "national_ch_min_rated_men"): rateable_1986.CHAMPIONSHIP_MEN,
            ("rated_play", "national_ch_min_rated_women"): rateable_1986.CHAMPIONSHIP_WOMEN,
            ("rated_play", "swiss_unrated_min_rated_opponents"): rateable_1986.RATED_OPPONENTS,
            ("rated_play", "min_games_vs_rated"): rateable_1986.RATED_OPPONENTS,
            ("rated_play", "max_rounds_per_day"): rateable_1986.ROUNDS_A_DAY,
            ("rated_play", "moves"): rateable_1986.MOVES,
            ("rated_play", "max_days"): rateable_1986.DAYS,
        }.items() <= numbers.items()

    @pytest.mark.book("t-4.3")
    def test_k_stands_for_the_games_that_4_55_and_4_62_name(self) -> None:
        """Just about 30 games with K = 25; more than fifty with 15; about eighty with 10."""
        numbers = {(row.rule, row.name): row.value for row in datasets.regulations_1986().rows}
        assert games_of_k(25.0, CLASS_INTERVAL) == pytest.approx(numbers["K_equivalence", "K25_games"], abs=2.0)
        assert games_of_k(15.0, CLASS_INTERVAL) > float(numbers["K_equivalence", "K15_games_over"])
        assert games_of_k(10.0, CLASS_INTERVAL) == numbers["K_equivalence", "K10_games_about"]


class TestRateablePlay:
    """4.41."""

    @pytest.mark.book("P17")
    @pytest.mark.parametrize(
        ("event", "rateable"),
        [
            (ROUND_ROBIN, True),
            (Event(Format.ROUND_ROBIN, 13, 4), False),
            (Event(Format.ROUND_ROBIN, 9, 4), True),
            (Event(Format.ROUND_ROBIN, 9, 3), False),
            (Event(Format.ROUND_ROBIN, 14, 3, championship=True), True),
            (Event(Format.ROUND_ROBIN, 14, 2, championship=True), False),
            (Event(Format.ROUND_ROBIN, 14, 2, championship=True, women=True), True),
            (Event(Format.DOUBLE_ROUND_ROBIN, 6, 4), True),
            (Event(Format.DOUBLE_ROUND_ROBIN, 5, 4), False),
            (Event(Format.DOUBLE_ROUND_ROBIN, 6, 3), False),
            (Event(Format.DOUBLE_ROUND_ROBIN, 5, 5), True),
            (Event(Format.SWISS, 60, 4), True),
            (Event(Format.TEAM, 60, 0), False),
            (replace(ROUND_ROBIN, moves=47), False),
            (replace(ROUND_ROBIN, rounds_a_day=3), False),
            (replace(ROUND_ROBIN, days=91), False),
            (replace(ROUND_ROBIN, laws=False), False),
        ],
    )
    def test_what_fide_rates(self, event: Event, *, rateable: bool) -> None:
        assert is_rateable(event) is rateable

    def test_a_double_round_robin_of_rated_players_alone_is_a_round_robin(self) -> None:
        assert [one.asked for one in requirements(Event(Format.DOUBLE_ROUND_ROBIN, 4, 4))][:1] == ["4 rated players"]

    @pytest.mark.parametrize(
        ("format_", "rated", "opponents", "games", "counts"),
        [
            (Format.SWISS, False, 4, 4.0, True),
            (Format.SWISS, False, 3, 6.0, False),
            (Format.SWISS, True, 3, 6.0, True),
            (Format.ROUND_ROBIN, False, 3, 6.0, True),
            (Format.ROUND_ROBIN, True, 3, 3.0, False),
        ],
    )
    def test_whose_games_count(
        self, format_: Format, *, rated: bool, opponents: int, games: float, counts: bool
    ) -> None:
        assert counted(format_, rated=rated, opponents=opponents, games=games) is counts

    def test_numbers_that_cannot_be(self) -> None:
        with pytest.raises(EloError, match="13 of 12"):
            requirements(replace(ROUND_ROBIN, rated=13))
        with pytest.raises(EloError, match="not below zero"):
            counted(Format.SWISS, rated=True, opponents=-1, games=4.0)


FIELD = [
    Participant("A", 3.5, 2500.0),
    Participant("B", 2.5, 2400.0),
    Participant("C", 2.0, 2350.0),
    Participant("D", 2.0, 2300.0),
    Participant("E", 0.0),
]
"""Four rated players and one who fails to score."""


class TestAverages:
    """4.51-4.53."""

    @pytest.mark.book("P18")
    def test_the_nominal_rating_of_the_unrated(self) -> None:
        assert entered(Participant("x", 1.0)) == 2200.0
        assert entered(Participant("x", 1.0), women_only=True) == 1900.0
        assert entered(Participant("x", 1.0, 2200.0, woman=True)) == 2200.0
        assert entered(Participant("x", 1.0, 2204.0, woman=True)) == 2200.0
        assert entered(Participant("x", 1.0, 2205.0, woman=True)) == 2205.0
        assert entered(Participant("x", 1.0, 2050.0, woman=True), women_only=True) == 2050.0

    @pytest.mark.book("P18")
    def test_r_f_leaves_out_those_who_fail_to_score_and_federations_outside_fide(self) -> None:
        """(2500 + 2400 + 2350 + 2300) / 4 = 2387.5, a half goes upward; before play (9550 + 2200) / 5 = 2350."""
        assert title_average(FIELD) == 2388.0
        assert title_average(FIELD, before_play=True) == 2350.0
        assert title_average([*FIELD[:3], replace(FIELD[3], fide=False)]) == 2417.0
        with pytest.raises(EloError, match="nobody is left"):
            title_average([FIELD[4]])

    @pytest.mark.book("P18")
    def test_up_to_twenty_percent_unrated_enter_at_r_u(self) -> None:
        """E scores a half point: one of five unrated, (9550 + 2200) / 5 = 2350, as R_f before play."""
        field = [replace(FIELD[0], score=3.0), *FIELD[1:4], replace(FIELD[4], score=0.5)]
        found = rating_average(field)
        assert (found.average, found.from_rated) == (2350.0, False)
        assert found.entered["E"] == 2200.0
        assert found.games == 4.0
        assert found.average == title_average(field, before_play=True)

    @pytest.mark.book("P18")
    def test_who_fails_to_score_is_taken_out_with_the_points_against_him(self) -> None:
        found = rating_average(FIELD)
        assert found.average == 2387.5
        assert found.scores == {"A": 2.5, "B": 1.5, "C": 1.0, "D": 1.0}
        assert found.games == 3.0

    @pytest.mark.book("P18", "P12")
    def test_beyond_twenty_percent_the_rated_tell_the_average(self) -> None:
        """Two unrated of five.  A: P .75, D_p 193, D_a 154; B: P .63 (2.5/4 = .625), D_p 95, D_a 76; C: .5, 0.

        R_ar 2383.3, D_ar 76.7, R_a 2307 (2306.67); D has half the points: 2307; E .12 (.125, as .88 for
        the others), D_p -336, D_a -269: 2038.
        """
        field = [
            Participant("A", 3.0, 2450.0),
            Participant("B", 2.5, 2400.0),
            Participant("C", 2.0, 2300.0),
            Participant("D", 2.0),
            Participant("E", 0.5),
        ]
        found = rating_average(field, convention=AS_PRINTED)
        assert (found.average, found.from_rated) == (2307.0, True)
        assert found.entered == {"A": 2450.0, "B": 2400.0, "C": 2300.0, "D": 2307.0, "E": 2038.0}

    @pytest.mark.book("P12")
    def test_entry_from_half_the_points_up_is_at_the_average(self) -> None:
        assert entry_rating(5.5, 11.0, 2300.0, 2300.0) == 2300.0
        assert entry_rating(9.0, 11.0, 2300.0, 2560.0) == 2300.0
        assert entry_rating(5.0, 11.0, 2300.0, 2270.0) == 2270.0

    def test_an_unrated_player_with_a_clean_score_enters_at_the_average(self) -> None:
        field = [
            Participant("A", 1.0, 2400.0),
            Participant("B", 0.5, 2300.0),
            Participant("C", 1.5),
            Participant("D", 3.0),
        ]
        assert rating_average(field).entered["D"] == rating_average(field).average

    @pytest.mark.parametrize(
        ("field", "cycles", "code"),
        [
            ([Participant("A", 1.0, 2400.0), Participant("A", 0.0, 2300.0)], 1, "name-twice"),
            ([Participant("A", 1.5, 2400.0), Participant("B", 0.0, 2300.0)], 1, "score-outside"),
            ([Participant("A", 1.0, 2400.0), Participant("B", 0.0, 2300.0)], 0, "no-cycle"),
            ([Participant("A", float("nan"), 2400.0), Participant("B", 0.0, 2300.0)], 1, "not-a-number"),
        ],
    )
    def test_a_field_that_cannot_be(self, field: list[Participant], cycles: int, code: str) -> None:
        with pytest.raises(EloError) as refused:
            rating_average(field, cycles=cycles)
        assert refused.value.problem.code == code

    def test_nobody_left(self) -> None:
        with pytest.raises(EloError, match="fewer than two"):
            rating_average([Participant("A", 1.0, 2400.0), Participant("B", 0.0)])


class TestList:
    """4.54-4.56."""

    @pytest.mark.book("P19")
    def test_the_sign_of_4_55_is_that_of_2_45(self) -> None:
        """D = R_o - R_a: 101 points above the field of Wijk aan Zee promise 9.74 of 15, not 5.26."""
        portisch = datasets.wijk_aan_zee_1975().rows[0]
        played = Played(portisch.score, 15.0, 2534.0, 16)
        assert expected_of(float(portisch.rating), played, AS_PRINTED) == pytest.approx(portisch.expected)
        assert expected_of(2534.0 - 101.0, played, AS_PRINTED) == pytest.approx(5.26)

    @pytest.mark.book("P19")
    def test_all_changes_are_reckoned_from_the_former_rating(self) -> None:
        """K 15, twice 6 of 9 against 2400 from 2400: 15 x 1.5 each, not less the second time."""
        found = update_list(Record(2400.0), [Played(6.0, 9.0, 2400.0)] * 2)
        assert [one.change for one in found.entered] == [22.5, 22.5]
        assert found.rating == 2445.0
        assert found.record == Record(2445.0, 5, 48.0, ever_strong=True)

    @pytest.mark.book("P19")
    @pytest.mark.parametrize(
        ("record", "k"),
        [
            (Record(2300.0, 0, 0.0), 25.0),
            (Record(2300.0, 2, 29.0), 25.0),
            (Record(2300.0, 2, 30.0), 15.0),
            (Record(2300.0, 3, 12.0), 15.0),
            (Record(2500.0, 2, 20.0, ever_strong=True), 25.0),
            (Record(2395.0, 3, 40.0, ever_strong=True), 10.0),
            (Record(2405.0, 3, 40.0), 15.0),
        ],
    )
    def test_k_is_25_then_15_and_for_ever_10_after_2400(self, record: Record, k: float) -> None:
        assert record.k == k

    @pytest.mark.book("P19")
    def test_k_falls_within_the_half_year_and_the_rating_over_2400_must_be_published(self) -> None:
        events = [Played(6.0, 10.0, 2390.0)] * 4
        found = update_list(Record(2390.0, 0, 0.0), events)
        assert [one.k for one in found.entered] == [25.0, 25.0, 25.0, 15.0]
        assert found.rating == 2480.0
        assert found.record.k == 10.0
        assert update_list(replace(found.record, rating=2300.0), []).record.k == 10.0, "permanently"

    @pytest.mark.book("P19")
    def test_fewer_than_four_games_against_rated_players_change_nothing(self) -> None:
        found = update_list(Record(2400.0), [Played(3.0, 3.0, 2400.0), Played(5.0, 9.0, 2400.0, against_rated=3.0)])
        assert found.rating == 2400.0
        assert found.record.games == 30.0
        assert [one.k for one in found.entered] == [None, None]

    @pytest.mark.book("P19")
    def test_the_list_begins_above_2200_and_1900(self) -> None:
        assert not update_list(Record(2200.0), []).published
        assert update_list(Record(2205.0), []).published
        assert update_list(Record(1905.0), [], women=True).published

    @pytest.mark.book("P19")
    def test_a_first_rating_takes_nine_games_above_r_u(self) -> None:
        """4.5 of 9 against 2250 are 2250; eight games are too few; 4 of 9 against 2225 (.44, -43) are too low."""
        assert first_rating([Played(4.0, 8.0, 2300.0)]) is None
        assert first_rating([Played(4.0, 9.0, 2225.0)], convention=AS_PRINTED) is None
        found = first_rating([Played(4.5, 9.0, 2250.0)], convention=AS_PRINTED)
        assert found is not None
        assert found.rating == 2250.0
        women = first_rating([Played(4.5, 9.0, 1950.0)], women=True)
        assert women is not None
        assert women.rating == 1950.0

    @pytest.mark.book("P19")
    def test_short_samples_are_pooled_but_not_those_below_four_games(self) -> None:
        """(4 x 2300 + 6 x 2400) / 10 = 2360, 5 of 10."""
        events = [Played(2.0, 4.0, 2300.0), Played(3.0, 6.0, 2400.0), Played(3.0, 3.0, 2600.0)]
        found = first_rating(events)
        assert found is not None
        assert (found.competition, found.rating) == (2360.0, 2360.0)

    @pytest.mark.book("P19")
    def test_thirty_games_at_k_25_bring_an_unrated_player_near_his_performance(self) -> None:
        """4.55: R_u as R_o and K = 25 over 30 games, against R_p over all play; 20 of 30 against 2200."""
        events = [Played(20.0 / 3.0, 10.0, 2200.0)] * 3
        by_k = update_list(Record(2200.0, 0, 0.0), events).rating
        by_performance = first_rating(events)
        assert by_performance is not None
        assert by_k == pytest.approx(by_performance.rating, abs=5.0)

    @pytest.mark.book("P18")
    def test_equation_15_blends_by_the_games_that_k_stands_for(self) -> None:
        """K 25: N_o 32.  Performance 2300 in 16 games from 2200: half the way."""
        assert change_by_performance(Record(2200.0, 0, 0.0), 2300.0, 16.0) == 50.0
        with pytest.raises(EloError, match="more than the 32 behind"):
            change_by_performance(Record(2200.0, 0, 0.0), 2300.0, 33.0)

    @pytest.mark.parametrize(
        ("events", "code"),
        [
            ([Played(5.0, 4.0, 2400.0)], "score-outside"),
            ([Played(2.0, 4.0, float("nan"))], "not-a-number"),
            ([Played(2.0, 4.0, 2400.0, participants=1)], "too-few-players"),
        ],
    )
    def test_nonsense_is_refused(self, events: list[Played], code: str) -> None:
        with pytest.raises(EloError) as refused:
            update_list(Record(2400.0), events)
        assert refused.value.problem.code == code

    def test_a_record_counts_from_zero(self) -> None:
        with pytest.raises(EloError, match="not below zero"):
            update_list(Record(2400.0, events=-1), [])

    @given(st.floats(2000.0, 2700.0), st.floats(2000.0, 2700.0), st.integers(0, 30))
    def test_the_expected_score_changes_nothing(self, rating: float, average: float, games: int) -> None:
        expected = expected_of(rating, Played(0.0, games + 4.0, average))
        found = update_list(Record(rating), [Played(expected, games + 4.0, average)])
        assert found.rating == pytest.approx(rating, abs=1e-9)
