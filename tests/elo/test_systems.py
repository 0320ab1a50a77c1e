"""Sections 8.5 and 8.6: the other systems, each by its own equations, and all side by side.

The book prints no worked example of them but the grades of 8.54; the numbers are worked by hand beside each test.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad import datasets
from arpad.rules.elo.crosstable import Crosstable, Pairing, crosstable
from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import LOGISTIC, NORMAL, TABLE_2_11
from arpad.rules.elo.systems import bcf, berkin, ccla, harkness, ingo, linear_system
from arpad.rules.elo.systems.comparison import compare, systems
from arpad.rules.elo.systems.elo import Elo, EloLinear, games_behind
from arpad.rules.elo.systems.system import RatingSystem

FOUR = crosstable(
    ("A", "B", "C", "D"),
    [
        Pairing("A", "B", 1.0, 0.5),
        Pairing("A", "C", 1.0, 1.0),
        Pairing("A", "D", 1.0, 1.0),
        Pairing("B", "C", 1.0, 0.5),
        Pairing("B", "D", 1.0, 1.0),
        Pairing("C", "D", 1.0, 1.0),
    ],
)
RATINGS = {"A": 2400.0, "B": 2300.0, "C": 2200.0, "D": 2100.0}


class TestIngo:
    """8.52."""

    @pytest.mark.book("eq-47", "eq-48", "P30")
    def test_one_event_by_hand(self) -> None:
        """A (55) met 67.5, 80 and 92.5: mean 80; 2.5 of 3 is 83 1/3 percent: 46 2/3; (3 x 55 + 46 2/3) / 4."""
        lines = ingo.Ingo().rate(FOUR, {"A": 55.0, "B": 67.5, "C": 80.0, "D": 92.5})
        assert lines[0].performance == pytest.approx(46 + 2 / 3)
        assert lines[0].after == pytest.approx((165 + 46 + 2 / 3) / 4)
        assert lines[0].expected == pytest.approx(0.5 + 0.125 + 0.5 + 0.25 + 0.5 + 0.375)

    def test_a_smaller_number_is_better(self) -> None:
        assert ingo.Ingo().own(2400.0) < ingo.Ingo().own(2300.0)
        assert ingo.performance(100.0, 1.0) == 50.0

    @pytest.mark.parametrize("p", [-0.1, 1.1, 60.0, float("nan")])
    def test_a_percentage_outside_0_to_1_is_refused(self, p: float) -> None:
        with pytest.raises(EloError):
            ingo.performance(100.0, p)


class TestHarkness:
    """8.53."""

    @pytest.mark.book("eq-49", "eq-50", "P31")
    def test_up_to_nine_games_by_50_and_beyond_by_49(self) -> None:
        assert harkness.performance(2000.0, 6.0, 9.0) == 2150.0
        assert harkness.performance(2000.0, 7.0, 10.0) == 2200.0

    @pytest.mark.book("eq-50")
    def test_a_strong_player_can_lose_with_a_perfect_score_and_a_weak_one_gain_without_a_point(self) -> None:
        assert harkness.performance(1500.0, 5.0, 5.0) < 1900.0
        assert harkness.performance(1900.0, 0.0, 5.0) > 1500.0

    @pytest.mark.book("eq-51", "P31")
    def test_the_rating_is_the_mean_of_the_last_four_performances(self) -> None:
        assert harkness.rating((9999.0, 2000.0, 2100.0, 2200.0, 2300.0)) == 2150.0
        assert harkness.rating((2000.0,)) == 2000.0
        with pytest.raises(EloError, match="there is nothing here"):
            harkness.rating(())

    def test_one_event_by_hand(self) -> None:
        """A met 2200 on average and is two points up in three games: 2300; (3 x 2400 + 2300) / 4."""
        line = harkness.Harkness().rate(FOUR, RATINGS)[0]
        assert (line.performance, line.after) == (2300.0, 2375.0)


class TestBcf:
    """8.54: grades of eight points, 30 games in two years."""

    @pytest.mark.book("t-8.54", "P32")
    def test_9_of_9_cells_of_the_grades(self) -> None:
        cells = 0
        for row in datasets.bcf_grades().rows:
            assert (bcf.grade(row.highest), bcf.grade(row.lowest)) == (row.grade, row.grade)
            assert bcf.grade(row.lowest - 0.51) != row.grade
            assert bcf.grade(row.highest + 0.5) != row.grade
            assert row.highest - row.lowest + 1 == datasets.bcf_grades().facts["band"] == bcf.BAND
            cells += 3
        assert cells == 9

    @pytest.mark.book("P32")
    def test_thirty_games_are_asked(self) -> None:
        assert bcf.period_rating(190.0, 0.5, 30) == 190.0
        with pytest.raises(EloError, match="29 games are too few"):
            bcf.period_rating(190.0, 0.5, 29)

    def test_above_the_first_grade_the_book_has_none(self) -> None:
        assert bcf.grade(248.4) == "1a"
        assert bcf.grade(248.5) is None
        with pytest.raises(EloError):
            bcf.grade(float("inf"))

    def test_ten_points_a_percent_would_not_fit_the_grades(self) -> None:
        """By (49) as it stands sixty percent would lift a player twelve grades."""
        assert bcf.performance(180.0, 0.6) == pytest.approx(190.0)
        assert harkness.performance_of_percent(180.0, 60.0) == 280.0


class TestCcla:
    """8.55."""

    @pytest.mark.book("eq-52", "P33")
    def test_the_winner_gains_sixteen_and_the_lower_rated_six_percent_of_the_difference(self) -> None:
        assert ccla.update(1500.0, [(1700.0, 1.0)]) == 1528.0
        assert ccla.update(1700.0, [(1500.0, 0.0)]) == 1672.0
        assert ccla.update(1500.0, [(1700.0, 0.5)]) == 1512.0
        with pytest.raises(EloError, match=r"0\.7 is no score"):
            ccla.update(1500.0, [(1700.0, 0.7)])

    @given(st.floats(1000, 2500), st.floats(1000, 2500), st.sampled_from([0.0, 0.5, 1.0]))
    def test_what_one_gains_the_other_loses(self, one: float, other: float, score: float) -> None:
        gained = ccla.update(one, [(other, score)]) - one
        lost = other - ccla.update(other, [(one, 1.0 - score)])
        assert gained == pytest.approx(lost, abs=1e-9)

    @pytest.mark.book("P34")
    def test_seven_wins_of_the_last_ten_games_lead_a_class_up(self) -> None:
        facts = datasets.bcf_grades().facts["ccla_classes"]
        assert facts == {"games": ccla.LADDER_GAMES, "up_wins": ccla.LADDER_WINS, "down_losses": ccla.LADDER_LOSSES}
        wins = [1.0] * 6
        assert ccla.class_ladder([*wins, 0.0, 0.0, 0.0, 1.0], 4)[-1] == 3
        assert ccla.class_ladder([*wins, 0.0, 0.0, 0.0, 0.0, 1.0], 4)[-1] == 4, "the first win is eleven games ago"
        assert ccla.class_ladder([0.0] * 7, 4)[-1] == 5
        assert ccla.class_ladder([0.5] * 50, 4) == (4,) * 50

    def test_the_ladder_has_ends(self) -> None:
        assert ccla.class_ladder([1.0] * 7, 1)[-1] == 1
        assert ccla.class_ladder([0.0] * 7, 6, lowest=6)[-1] == 6
        with pytest.raises(EloError, match="no score"):
            ccla.class_ladder([2.0], 1)


class TestLinearSystems:
    """8.56: what they all come to."""

    @pytest.mark.book("eq-53", "eq-54", "eq-55")
    def test_ingo_and_harkness_are_linear_systems_with_their_k(self) -> None:
        for p in (0.0, 0.31, 0.5, 0.8, 1.0):
            assert ingo.performance(110.0, p) == pytest.approx(linear_system.performance(110.0, p, 100.0, falling=True))
            assert harkness.performance_of_percent(1800.0, 100.0 * p) == pytest.approx(
                linear_system.performance(1800.0, p, 1000.0)
            )
            assert linear_system.performance(0.0, p) == pytest.approx(
                linear_system.linear_difference_of(p, linear_system.USUAL_K, 1.0)
            )

    @pytest.mark.book("eq-54")
    def test_the_density_is_one_over_k_and_fills_one(self) -> None:
        step = 0.5
        area = sum(step * linear_system.linear_density(-1000.0 + step * (n + 0.5), 800.0) for n in range(4000))
        assert area == pytest.approx(1.0)

    def test_k_is_above_zero(self) -> None:
        with pytest.raises(EloError, match="not above zero"):
            linear_system.performance(1500.0, 0.5, 0.0)


class TestBerkin:
    """8.6: valued game points."""

    @pytest.mark.book("eq-56", "eq-58", "eq-59", "eq-60", "P35")
    @given(
        st.fractions(Fraction(1, 10), 10, max_denominator=20),
        st.integers(1, 30),
        st.integers(0, 12),
        st.integers(0, 12),
    )
    def test_58_solved_is_56_where_57_held_before(self, r_c: Fraction, lost: int, wins: int, losses: int) -> None:
        """The derivation of 8.63 in whole numbers: R = 2 R_c, W_o = 2 L_o, N_o = 3 L_o."""
        n_o = 3 * lost
        exact = (r_c * wins - 2 * r_c * losses) / n_o
        assert berkin.ratio_change(float(2 * r_c), float(r_c), wins, losses, n_o) == pytest.approx(float(exact))
        blended = berkin.blended_change(float(2 * r_c), float(r_c), 2 * lost, lost, wins, losses, n_o)
        assert blended == pytest.approx(float(exact), abs=1e-9)

    @pytest.mark.book("eq-57", "eq-61", "eq-62")
    def test_ratings_after_a_first_match_a_match_and_a_round_robin(self) -> None:
        """6:4 against 100 is 150; then 5 of 10 with N_o 50: 150 + (100 x 5 - 150 x 5) / 50 = 145.

        In a round robin of 200, 100 and 50 the mean is 100: 200 + (100 x 1 - 200 x 1) / 50 = 198.
        """
        assert berkin.initial(100.0, 6.0, 10.0) == 150.0
        assert berkin.update_match(150.0, 100.0, 5.0, 10.0) == 145.0
        assert berkin.update_round_robin(200.0, (200.0, 100.0, 50.0), 1.0) == pytest.approx(198.0)

    @pytest.mark.book("eq-63", "eq-64", "eq-65")
    def test_expected_scores(self) -> None:
        assert berkin.ratio_share(1.0, 3.0) == 0.25
        assert berkin.ratio_expected(1.0, 3.0, 24.0) == 6.0

    @pytest.mark.book("eq-66")
    def test_the_equivalent_opponent_promises_what_all_of_them_promise(self) -> None:
        opponents = (1.0, 2.0, 5.0, 9.0)
        equivalent = berkin.average_equivalent(3.0, opponents)
        promised = sum(3.0 / (3.0 + one) for one in opponents)
        assert berkin.ratio_expected(3.0, equivalent, 4.0) == pytest.approx(promised, abs=1e-12)

    @pytest.mark.book("eq-67", "eq-68")
    @given(st.lists(st.integers(1, 50), min_size=1, max_size=6))
    def test_the_geometric_mean_is_the_root_of_the_product(self, ratings: list[int]) -> None:
        mean = berkin.average([float(one) for one in ratings])
        assert mean ** len(ratings) == pytest.approx(float(prod(ratings)), rel=1e-9)

    def test_its_ratios_are_those_of_8_71(self) -> None:
        for row in datasets.scales().rows:
            assert berkin.Berkin().own(row.interval) == pytest.approx(row.ratio, rel=5e-4)
            assert berkin.Berkin().elo(berkin.Berkin().own(row.interval)) == pytest.approx(row.interval)

    @pytest.mark.parametrize("numbers", [(), (0.0, 1.0), (-2.0,), (float("nan"),)])
    def test_a_ratio_is_above_zero(self, numbers: tuple[float, ...]) -> None:
        with pytest.raises(EloError):
            berkin.average(numbers)

    def test_a_clean_score_gives_no_first_ratio(self) -> None:
        with pytest.raises(EloError, match="give no ratio"):
            berkin.initial(100.0, 10.0, 10.0)

    def test_a_sample_that_is_too_small_is_said(self) -> None:
        with pytest.raises(EloError, match="fall to zero"):
            berkin.Berkin(1.0).rate(FOUR, {"A": 10.0, "B": 10.0, "C": 10.0, "D": 10.0})

    @given(st.lists(st.floats(1500, 2500), min_size=4, max_size=4))
    def test_the_net_change_is_nothing(self, ratings: list[float]) -> None:
        """The second assumption of 8.63."""
        system = berkin.Berkin()
        before = dict(zip(FOUR.players, (system.own(one) for one in ratings), strict=True))
        lines = system.rate(FOUR, before)
        gained = sum(line.after - line.before for line in lines)
        assert gained == pytest.approx(0.0, abs=1e-9 * sum(before.values()))


class TestElo:
    """Elo's own system behind the same interface."""

    def test_one_event_by_hand(self) -> None:
        """A: .64 + .76 + .85 = 2.25; 2400 + 32 x (2.5 - 2.25)."""
        line = Elo(32.0, TABLE_2_11).rate(FOUR, RATINGS)[0]
        assert line.expected == pytest.approx(2.25)
        assert line.after == pytest.approx(2408.0)
        assert line.performance == 2200.0 + TABLE_2_11.difference(2.5 / 3.0)

    def test_a_clean_score_has_no_performance(self) -> None:
        assert Elo().rate(FOUR, RATINGS)[3].performance is None

    def test_the_linear_approximation_by_hand(self) -> None:
        """A: 2200 + 400 x (2.5 - .5) / 3; 2400 + 32 x 2 / 2 - 32 / 800 x 600."""
        line = EloLinear(32.0).rate(FOUR, RATINGS)[0]
        assert line.performance == pytest.approx(2200.0 + 800.0 / 3.0)
        assert line.after == pytest.approx(2408.0)
        assert line.after == pytest.approx(2400.0 + 32.0 * (2.5 - line.expected))


class TestComparison:
    """One crosstable by all of them."""

    def test_each_system_gives_its_own_numbers_and_elos(self) -> None:
        found = compare(FOUR, RATINGS)
        assert list(found.lines) == [system.name for system in found.systems]
        for system in found.systems:
            direct = system.rate(FOUR, {player: system.own(rating) for player, rating in RATINGS.items()})
            for line, own in zip(found.lines[system.name], direct, strict=True):
                assert line.own == own
                assert line.after == system.elo(own.after)
                assert line.change == pytest.approx(line.after - RATINGS[own.player])
                assert own.score == FOUR.score(own.player)

    def test_the_normal_and_the_logistic_function_hardly_differ(self) -> None:
        """8.74: nobody could tell them apart over the board."""
        one = compare(FOUR, RATINGS, [Elo(32.0, NORMAL)]).lines["elo"]
        other = compare(FOUR, RATINGS, [Elo(32.0, LOGISTIC)]).lines["elo"]
        for line, against in zip(one, other, strict=True):
            assert line.change == pytest.approx(against.change, abs=0.5)

    def test_who_only_exchanges_points_gains_none_together(self) -> None:
        found = compare(FOUR, RATINGS)
        assert found.exchanged("elo") == pytest.approx(0.0, abs=1e-9)
        assert found.exchanged("ccla") == pytest.approx(0.0, abs=1e-9)
        assert found.exchanged("linear") == pytest.approx(0.0, abs=1e-9)
        uneven = crosstable(("A", "B", "C"), [Pairing("A", "B", 9.0, 6.0), Pairing("B", "C", 1.0, 1.0)])
        assert abs(compare(uneven, RATINGS).exchanged("harkness")) > 10.0

    @pytest.mark.parametrize("shifted", [ingo.Ingo(2000.0), bcf.Bcf(0.0)], ids=["ingo", "bcf"])
    def test_the_zero_of_a_scale_changes_no_difference(self, shifted: RatingSystem) -> None:
        usual, other = compare(FOUR, RATINGS), compare(FOUR, RATINGS, [shifted])
        for line, against in zip(usual.lines[shifted.name], other.lines[shifted.name], strict=True):
            assert line.change == pytest.approx(against.change)

    def test_there_are_seven(self) -> None:
        names = ["elo", "linear", "ingo", "harkness", "bcf", "ccla", "berkin"]
        assert [system.name for system in systems()] == names

    @given(st.lists(st.floats(1200, 2700), min_size=4, max_size=4), st.permutations(range(4)))
    def test_the_order_of_the_players_does_not_matter(self, ratings: list[float], order: list[int]) -> None:
        before = dict(zip(FOUR.players, ratings, strict=True))
        shuffled = Crosstable(tuple(FOUR.players[index] for index in order), FOUR.pairings)
        one, other = compare(FOUR, before), compare(shuffled, before)
        for name, lines in one.lines.items():
            after = {line.own.player: line.after for line in other.lines[name]}
            for line in lines:
                assert line.after == pytest.approx(after[line.own.player], abs=1e-6)

    def test_k_says_how_many_games_stand_behind_a_rating(self) -> None:
        assert games_behind(10.0) == 80.0
        with pytest.raises(EloError, match="not above zero"):
            compare(FOUR, RATINGS, [Elo(0.0)])

    def test_nobody_may_be_unrated_and_some_system_must_be_named(self) -> None:
        with pytest.raises(EloError, match="D has no rating"):
            compare(FOUR, {"A": 2400.0, "B": 2300.0, "C": 2200.0})
        with pytest.raises(EloError, match="no system"):
            compare(FOUR, RATINGS, [])
        with pytest.raises(EloError, match="no number"):
            compare(FOUR, {**RATINGS, "D": float("nan")})
