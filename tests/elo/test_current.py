"""The current rating (1.6, 2.43, 2.44, 8.25, 8.28): examples 3 and 4, and the blends it comes from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad import datasets
from arpad.rules.elo.conventions import AS_PRINTED
from arpad.rules.elo.current import (
    blend_by_games,
    blend_by_precision,
    blended_rating,
    blended_rating_by_precision,
    change_at_mean_slope,
    change_by_differences,
    change_by_games,
    change_by_percentages,
    change_by_precision,
    current_rating,
    expected_score,
    expected_score_by_mean,
    new_rating,
    rating_change,
    rest_of_difference,
)
from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import LOGISTIC, NORMAL, TABLE_2_11
from tests.elo.cells import compared

FIELD = datasets.wijk_aan_zee_1975().rows
OPPONENTS = tuple(float(row.rating) for row in FIELD[1:])

PRINTED_2_44 = {
    2600: (35, 0.55), 2555: (80, 0.61), 2575: (60, 0.58), 2615: (20, 0.53), 2470: (165, 0.72),
    2550: (85, 0.62), 2510: (125, 0.67), 2560: (75, 0.60), 2410: (225, 0.78), 2485: (150, 0.70),
    2445: (190, 0.75), 2460: (175, 0.73),
}  # fmt: skip

old_and_new = given(st.floats(1000, 2800), st.floats(20, 100), st.floats(1000, 2800), st.floats(1, 20))


class TestPortisch:
    """Examples 3 and 4, K = 10.  Convention: table 2.11, the mean of the opponents to a whole point."""

    @pytest.mark.book("t-2.41", "eq-4", "eq-2")
    def test_example_3_by_the_mean_opponent(self) -> None:
        found = current_rating(2635.0, OPPONENTS, 10.5, 10.0, convention=AS_PRINTED, by_mean=True)
        assert (found.expected, found.change, found.rating) == (9.75, 7.5, 2642.5)

    @pytest.mark.book("t-2.41", "eq-3", "eq-2")
    def test_example_4_opponent_by_opponent(self) -> None:
        """31 of 31 cells of 2.44: fifteen differences, fifteen percentages, and their sum."""
        cells: list[tuple[object, float, float]] = []
        for number, rating in enumerate(OPPONENTS):
            difference, percentage = PRINTED_2_44[int(rating)]
            cells.append(((number, "D"), 2635.0 - rating, difference))
            cells.append(((number, "P"), TABLE_2_11.probability(2635.0 - rating), percentage))
        cells.append(("W_e", expected_score(2635.0, OPPONENTS, TABLE_2_11), 9.66))
        found = compared(cells)
        assert (found.exact, found.of) == (31, 31)
        whole = current_rating(2635.0, OPPONENTS, 10.5, 10.0, convention=AS_PRINTED)
        assert whole.rating == pytest.approx(2643.4)

    def test_2_41_percentages_of_all_sixteen(self) -> None:
        found = compared((row.player, AS_PRINTED.percentage(row.score, 15.0), row.percentage) for row in FIELD)
        assert (found.exact, found.of) == (16, 16)


class TestUpdates:
    """(2) and (19)."""

    @pytest.mark.book("eq-2", "eq-19")
    @given(st.floats(1000, 2800), st.lists(st.floats(1000, 2800), min_size=1, max_size=9), st.floats(0, 1))
    def test_new_less_old_is_k_for_each_point_above_expectation(
        self, rating: float, opponents: list[float], share: float
    ) -> None:
        score = share * len(opponents)
        found = current_rating(rating, opponents, score, 16.0)
        assert found.rating == pytest.approx(rating + found.change)
        assert found.change == pytest.approx(rating_change(16.0, score, found.expected))
        assert found.rating == new_rating(rating, 16.0, score, found.expected)

    @pytest.mark.book("eq-3", "eq-4")
    @given(st.floats(1000, 2800), st.floats(1000, 2800), st.integers(1, 9))
    def test_against_equal_opponents_their_mean_says_the_same(self, rating: float, opponent: float, n: int) -> None:
        opponents = [opponent] * n
        assert expected_score(rating, opponents) == pytest.approx(expected_score_by_mean(rating, opponents), abs=1e-9)

    def test_two_players_of_equal_k_exchange_points(self) -> None:
        """8.75."""
        one = current_rating(1900.0, (1700.0,), 0.5, 32.0)
        other = current_rating(1700.0, (1900.0,), 0.5, 32.0)
        assert one.change == pytest.approx(-other.change)

    def test_any_expectancy_will_do(self) -> None:
        """1.92."""
        assert expected_score(2000.0, (1800.0,), LOGISTIC) != expected_score(2000.0, (1800.0,), NORMAL)


class TestBlends:
    """8.25 and 8.28: one blend leads to the other."""

    @pytest.mark.book("eq-14", "eq-15", "eq-31")
    @old_and_new
    def test_14_15_and_31_are_one_blend(self, r_o: float, n_o: float, r_p: float, n: float) -> None:
        after = blend_by_games(r_o, n_o, r_p, n)
        assert after - r_o == pytest.approx(change_by_games(r_o, n_o, r_p, n), abs=1e-8)
        assert r_p - after == pytest.approx(rest_of_difference(r_o, n_o, r_p, n), abs=1e-8)

    @pytest.mark.book("eq-34", "eq-35")
    @old_and_new
    def test_34_and_35_are_another(self, r_o: float, n_o: float, r_p: float, n: float) -> None:
        after = blend_by_precision(r_o, n_o, r_p, n)
        assert after - r_o == pytest.approx(change_by_precision(r_o, n_o, r_p, n), abs=1e-8)

    @pytest.mark.book("eq-16", "eq-17", "eq-18", "eq-19")
    @given(st.floats(20, 100), st.floats(1, 20), st.floats(0.2, 0.8))
    def test_16_to_19_say_the_same_of_a_line_of_slope_1_by_4_sigma(self, n_o: float, n: float, p: float) -> None:
        p_o, sigma = 0.5, 200.0
        by_slope = change_by_percentages(p, p_o, n, n_o, 1.0 / (4.0 * sigma))
        assert change_at_mean_slope(p, p_o, n, n_o, sigma) == pytest.approx(by_slope)
        d, d_o = 4.0 * sigma * (p - 0.5), 4.0 * sigma * (p_o - 0.5)
        assert change_by_differences(d, d_o, n, n_o) == pytest.approx(by_slope, abs=1e-9)
        assert rating_change(4.0 * sigma / n_o, n * p, n * p_o) == pytest.approx(by_slope, abs=1e-9)

    def test_the_new_games_should_not_exceed_the_old(self) -> None:
        """1.62; by precision they may."""
        assert blended_rating(2000.0, 30.0, 2100.0, 30.0) == 2100.0
        with pytest.raises(EloError, match="divide the event"):
            blended_rating(2000.0, 30.0, 2100.0, 31.0)
        assert 2000.0 < blended_rating_by_precision(2000.0, 30.0, 2100.0, 31.0) < 2100.0


class TestBadInput:
    """One clear message."""

    @pytest.mark.parametrize(
        ("rating", "opponents", "score", "k", "words"),
        [
            (float("nan"), (1500.0,), 1.0, 10.0, "no number"),
            (1500.0, (), 0.0, 10.0, "nothing here"),
            (1500.0, (1500.0,), 2.0, 10.0, "cannot be made"),
            (1500.0, (1500.0,), 1.0, 0.0, "not above zero"),
            (1500.0, (1500.0,), 1.0, float("inf"), "no number"),
        ],
    )
    def test_ratings_scores_and_k(
        self, rating: float, opponents: tuple[float, ...], score: float, k: float, words: str
    ) -> None:
        for by_mean in (False, True):
            with pytest.raises(EloError, match=words):
                current_rating(rating, opponents, score, k, by_mean=by_mean)

    def test_samples(self) -> None:
        with pytest.raises(EloError, match="not above zero"):
            blended_rating(2000.0, 0.0, 2100.0, 1.0)
        with pytest.raises(EloError, match="no number"):
            blended_rating_by_precision(2000.0, 10.0, float("nan"), 1.0)
