"""The linear approximation (1.8, 8.27): its own algebra, its limit, and how it stands to the exact formulas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad import datasets
from arpad.rules.elo.error import EloError
from arpad.rules.elo.linear import (
    expected_linear,
    limited,
    linear_current,
    linear_current_uncollected,
    linear_difference_of_score,
    linear_expected,
    linear_performance,
    performance_linear,
    update_linear,
    update_uscf_linear,
)

FIELD = datasets.wijk_aan_zee_1975().rows
OPPONENTS = tuple(float(row.rating) for row in FIELD[1:])
ratings = st.lists(st.floats(1000, 2800), min_size=1, max_size=12)


class TestPortisch:
    """Examples 6 and 7."""

    @pytest.mark.book("t-2.41", "eq-10", "eq-27")
    def test_example_6(self) -> None:
        assert linear_difference_of_score(10.5, 4.5, 15.0, 200.0) == 160.0
        assert linear_performance(2527.0, 10.5, 4.5, 15.0, 200.0) == 2687.0
        assert performance_linear(OPPONENTS, 10.5) == pytest.approx(2687.0, abs=0.5)

    @pytest.mark.book("t-2.41", "eq-11")
    def test_example_7(self) -> None:
        assert sum(2635.0 - opponent for opponent in OPPONENTS) == 1620.0
        assert update_linear(2635.0, OPPONENTS, 10.5, 10.0) == 2644.75


class TestAlgebra:
    """8.27: one formula follows from the other."""

    @pytest.mark.book("eq-11", "eq-28", "eq-29")
    @given(st.floats(1000, 2800), ratings, st.floats(0, 1), st.floats(1, 60))
    def test_11_is_29_is_2_with_28(self, rating: float, opponents: list[float], share: float, k: float) -> None:
        n = float(len(opponents))
        w, total = share * n, sum(rating - opponent for opponent in opponents)
        collected = linear_current(rating, k, w, n - w, total, 200.0)
        assert collected == pytest.approx(linear_current_uncollected(rating, k, w, n, total, 200.0))
        assert collected == pytest.approx(rating + k * (w - linear_expected(n, total, 200.0)))

    @pytest.mark.book("eq-12")
    @given(st.floats(1000, 2800), ratings, st.floats(0, 1))
    def test_12_is_11_with_k_32_and_the_sign_turned(self, rating: float, opponents: list[float], share: float) -> None:
        score = share * len(opponents)
        assert update_uscf_linear(rating, opponents, score) == pytest.approx(
            update_linear(rating, opponents, score, 32.0)
        )

    @given(st.floats(1000, 2800), ratings)
    def test_the_expected_score_changes_nothing(self, rating: float, opponents: list[float]) -> None:
        expected = expected_linear(rating, opponents)
        assert update_linear(rating, opponents, expected, 32.0) == pytest.approx(rating)

    def test_a_difference_above_350_counts_as_350(self) -> None:
        """1.84."""
        assert [limited(d) for d in (349.0, 350.0, 351.0, -351.0)] == [349.0, 350.0, 350.0, -350.0]
        assert update_linear(2000.0, (1500.0,), 1.0, 32.0) == update_linear(2000.0, (1650.0,), 1.0, 32.0)


class TestBadInput:
    """One clear message."""

    def test_games_scores_and_numbers_are_checked(self) -> None:
        for opponents, score, words in (
            ((), 0.0, "nothing here"),
            ((1500.0,), 1.5, "cannot be made"),
            ((float("nan"),), 1.0, "no number"),
        ):
            with pytest.raises(EloError, match=words):
                performance_linear(opponents, score)
            with pytest.raises(EloError, match=words):
                update_linear(1500.0, opponents, score, 32.0)
            with pytest.raises(EloError, match=words):
                update_uscf_linear(1500.0, opponents, score)
        with pytest.raises(EloError, match="not above zero"):
            update_linear(1500.0, (1500.0,), 1.0, 0.0)
