"""Performance ratings (1.5, 2.41, 2.46, 2.49, 8.85): by the mean opponent, exactly, and from few games."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad import datasets
from arpad.rules.elo.conventions import AS_PRINTED, EXACT
from arpad.rules.elo.current import expected_score
from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import BY_NAME, LINEAR, LOGISTIC, NORMAL, TABLE_2_11, TABLE_8_46, Expectancy
from arpad.rules.elo.performance import (
    mean,
    performance_against_mean,
    performance_exact,
    performance_rating,
    small_sample_performance,
    small_sample_round_robin,
)

FIELD = datasets.wijk_aan_zee_1975().rows
OPPONENTS = tuple(float(row.rating) for row in FIELD[1:])

some_opponents = st.lists(st.floats(800, 2800), min_size=1, max_size=12)
smooth = pytest.mark.parametrize("kind", [NORMAL, LOGISTIC], ids=["normal", "logistic"])


class TestPortisch:
    """Examples 1 and 2.  Convention: R_c to a whole point, P to two places, table 2.11, middle of the interval."""

    @pytest.mark.book("t-2.41", "eq-1")
    def test_example_1_step_by_step(self) -> None:
        found = performance_rating(OPPONENTS, 10.5, AS_PRINTED)
        assert (found.competition, found.percentage, found.difference, found.rating) == (2527.0, 0.70, 149.0, 2676.0)

    @pytest.mark.book("P5")
    def test_exactly_he_performed_a_little_above_that(self) -> None:
        """148.3 points for .70 and not 149; the spread of his opponents is worth another 4, which (1) leaves out."""
        assert performance_rating(OPPONENTS, 10.5).rating == pytest.approx(2675.3, abs=0.05)
        assert performance_exact(OPPONENTS, 10.5) == pytest.approx(2679.24, abs=0.005)


class TestReykjavik:
    """2.13.  Convention: W/N, and the exact inverse (the table has no row of 62.5 percent)."""

    @pytest.mark.book("t-2.13", "un-8.94-normal-expectancy", "eq-0")
    def test_90_points_of_a_curve_where_the_table_says_95(self) -> None:
        assert (12.5 / 20, 7.5 / 20) == (0.625, 0.375)
        assert round(NORMAL.difference(0.625)) == 90
        assert round(NORMAL.difference(0.375)) == -90
        assert TABLE_2_11.difference(0.625) == 95.0


class TestMoscow:
    """2.49: by (1) the loser of a close match would outperform the winner."""

    @pytest.mark.book("t-2.13", "eq-1")
    def test_the_inconsistency_of_1_in_a_match(self) -> None:
        karpov = performance_against_mean(2645.0, 12.5, 24.0, AS_PRINTED)
        korchnoi = performance_against_mean(2715.0, 11.5, 24.0, AS_PRINTED)
        assert (karpov.percentage, karpov.difference, karpov.rating) == (0.52, 14.0, 2659.0)
        assert (korchnoi.percentage, korchnoi.difference, korchnoi.rating) == (0.48, -14.0, 2701.0)


class TestTheExactRating:
    """1.55: the rating whose expected score is the score."""

    @pytest.mark.book("P5")
    @smooth
    @given(opponents=some_opponents, share=st.floats(0.01, 0.99))
    def test_it_expects_the_score(self, kind: Expectancy, opponents: list[float], share: float) -> None:
        score = share * len(opponents)
        found = performance_exact(opponents, score, kind)
        assert expected_score(found, opponents, kind) == pytest.approx(score, abs=1e-9)

    @pytest.mark.book("P5")
    @smooth
    @given(rating=st.floats(0, 3000), share=st.floats(0.01, 0.99), games=st.integers(1, 20))
    def test_against_equal_opponents_it_is_the_plain_one(
        self, kind: Expectancy, rating: float, share: float, games: int
    ) -> None:
        exact = performance_exact([rating] * games, share * games, kind)
        assert exact == pytest.approx(rating + kind.difference(share), abs=1e-6)

    @smooth
    @given(opponents=some_opponents, share=st.floats(0.05, 0.9), up=st.floats(-500, 500))
    def test_it_moves_with_the_scale_and_grows_with_the_score(
        self, kind: Expectancy, opponents: list[float], share: float, up: float
    ) -> None:
        score = share * len(opponents)
        found = performance_exact(opponents, score, kind)
        assert performance_exact([rating + up for rating in opponents], score, kind) == pytest.approx(
            found + up, abs=1e-6
        )
        assert performance_exact(opponents, score * 1.1, kind) > found

    @pytest.mark.parametrize("kind", [TABLE_2_11, TABLE_8_46, LINEAR], ids=["2.11", "8.46", "linear"])
    @given(opponents=some_opponents, share=st.floats(0.1, 0.9))
    @settings(max_examples=50)
    def test_on_steps_and_flats_the_score_is_expected_or_passed_there(
        self, kind: Expectancy, opponents: list[float], share: float
    ) -> None:
        score = share * len(opponents)
        found = performance_exact(opponents, score, kind)
        assert expected_score(found - 1.0, opponents, kind) <= score + 1e-9
        assert expected_score(found + 1.0, opponents, kind) >= score - 1e-9

    def test_of_an_interval_of_the_table_it_is_the_middle(self) -> None:
        """2.11: 146 to 153 are 70 percent; half a point to either side is rounded into them."""
        assert performance_exact((2000.0,), 0.70, TABLE_2_11) == pytest.approx(2149.5)

    def test_between_two_rows_it_is_the_step(self) -> None:
        assert performance_exact((2000.0,), 0.705, TABLE_2_11) == pytest.approx(2153.5)

    def test_the_limit_of_the_straight_line_is_never_expected(self) -> None:
        """1.84: no more than .9375 of a game."""
        with pytest.raises(EloError, match=r"no rating expects just 0.95 points of 1 \(linear; 1.54\)"):
            performance_exact((2000.0,), 0.95, LINEAR)

    @pytest.mark.parametrize("kind", BY_NAME.values(), ids=BY_NAME)
    @pytest.mark.parametrize("score", [0.0, 2.0])
    def test_a_clean_score_has_none(self, kind: Expectancy, score: float) -> None:
        with pytest.raises(EloError, match="no rating expects"):
            performance_exact((1900.0, 2100.0), score, kind)

    @settings(deadline=2000)
    @given(opponents=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=5), share=st.floats(0, 1))
    def test_it_ends_on_any_input(self, opponents: list[float], share: float) -> None:
        try:
            found = performance_exact(opponents, share * len(opponents))
        except EloError:
            return
        assert min(opponents) - 10_000 <= found <= max(opponents) + 10_000


class TestFewGames:
    """8.85: R_F."""

    @pytest.mark.book("eq-70", "P28")
    def test_the_difference_counts_for_less(self) -> None:
        plain = performance_against_mean(1800.0, 5.0, 7.0, AS_PRINTED)
        found = small_sample_performance(1800.0, 5.0, 7.0, AS_PRINTED)
        assert plain.factor == 1.0
        assert (found.percentage, found.difference) == (plain.percentage, plain.difference)
        assert found.rating == pytest.approx(1800.0 + found.factor * plain.difference)

    @pytest.mark.book("eq-71", "P28")
    @given(st.floats(1000, 2500), st.integers(4, 18), st.floats(0.1, 0.9))
    def test_in_a_round_robin_it_is_71(self, average: float, m: int, share: float) -> None:
        found = small_sample_round_robin(average, share * (m - 1), m)
        plain = performance_against_mean(average, share * (m - 1), m - 1.0)
        assert found.difference == pytest.approx(plain.difference * (m - 1) / m)
        assert found.rating == pytest.approx(average + found.factor * found.difference)

    def test_with_thirty_games_nothing_is_taken_off(self) -> None:
        assert small_sample_performance(1800.0, 20.0, 30.0).factor == 1.0


class TestBadInput:
    """One clear message."""

    @pytest.mark.parametrize(
        ("opponents", "score", "words"),
        [
            ((), 0.0, "nothing here"),
            ((1500.0, float("nan")), 1.0, "no number"),
            ((1500.0, 1600.0), 2.5, "cannot be made"),
            ((1500.0, 1600.0), -0.5, "cannot be made"),
            ((1500.0, 1600.0), 2.0, "no finite rating .*1.54"),
            ((1500.0, 1600.0), 0.0, "no finite rating .*1.54"),
        ],
    )
    def test_opponents_and_scores(self, opponents: tuple[float, ...], score: float, words: str) -> None:
        with pytest.raises(EloError, match=words):
            performance_rating(opponents, score, EXACT)

    def test_games_and_fields(self) -> None:
        with pytest.raises(EloError, match="not above zero"):
            performance_against_mean(1500.0, 0.0, 0.0)
        with pytest.raises(EloError, match="do not make an event"):
            small_sample_round_robin(1500.0, 0.0, 1)
        with pytest.raises(EloError, match="nothing here"):
            mean(())
