"""Percentage expectancy: what all kinds have in common (1.4, 8.2-8.4), and what sets each apart."""

from __future__ import annotations

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import (
    BY_NAME,
    LINEAR,
    LOGISTIC,
    NORMAL,
    TABLE_2_11,
    TABLE_8_46,
    Expectancy,
    Linear,
    Logistic,
)

every_kind = pytest.mark.parametrize("kind", BY_NAME.values(), ids=BY_NAME)
every_smooth_kind = pytest.mark.parametrize("kind", [NORMAL, LOGISTIC], ids=["normal", "logistic"])
every_table = pytest.mark.parametrize("kind", [TABLE_2_11, TABLE_8_46], ids=["2.11", "8.46"])


class TestEveryKind:
    """The protocol that every procedure takes."""

    def test_there_are_five_and_each_knows_its_name(self) -> None:
        assert list(BY_NAME) == ["normal", "logistic", "linear", "table-2.11", "table-8.46"]
        assert all(kind.name == name for name, kind in BY_NAME.items())

    @every_kind
    def test_equals_expect_half(self, kind: Expectancy) -> None:
        assert kind.probability(0.0) == 0.5
        assert kind.difference(0.5) == 0.0

    @every_kind
    @given(d=st.floats(-3000, 3000))
    def test_the_two_players_share_one_point(self, kind: Expectancy, d: float) -> None:
        assert kind.probability(d) + kind.probability(-d) == pytest.approx(1.0, abs=1e-15)

    @every_kind
    @given(d=st.floats(-3000, 3000), more=st.floats(0, 3000))
    def test_a_larger_difference_never_promises_less(self, kind: Expectancy, d: float, more: float) -> None:
        assert kind.probability(d + more) >= kind.probability(d)

    @every_kind
    @given(p=st.floats(0.01, 0.99))
    def test_winner_and_loser_stand_equally_far_apart(self, kind: Expectancy, p: float) -> None:
        assert kind.difference(1.0 - p) == pytest.approx(-kind.difference(p), abs=1e-9)

    @every_kind
    def test_no_difference_is_too_large(self, kind: Expectancy) -> None:
        for far in (1e4, 1e300, inf):
            assert kind.probability(far) == (0.9375 if kind is LINEAR else 1.0)
            assert kind.probability(-far) == pytest.approx(0.0625 if kind is LINEAR else 0.0, abs=1e-24)

    @every_kind
    def test_a_difference_that_is_no_number_is_refused(self, kind: Expectancy) -> None:
        with pytest.raises(EloError, match="no number"):
            kind.probability(nan)

    @every_kind
    @pytest.mark.parametrize("p", [-0.01, 1.01, 62.5, nan])
    def test_a_percentage_is_a_share_of_the_points(self, kind: Expectancy, p: float) -> None:
        with pytest.raises(EloError, match=r"share of the points|no number"):
            kind.difference(p)


class TestExactFunctions:
    """Normal (8.94) and logistic (46)."""

    @every_smooth_kind
    @given(p=st.floats(1e-9, 1 - 1e-9))
    def test_each_way_undoes_the_other(self, kind: Expectancy, p: float) -> None:
        assert kind.probability(kind.difference(p)) == pytest.approx(p, rel=1e-12)

    @every_smooth_kind
    @pytest.mark.parametrize("p", [0.0, 1.0])
    def test_a_clean_score_indicates_no_finite_difference(self, kind: Expectancy, p: float) -> None:
        with pytest.raises(EloError, match=r"indicates no finite difference \((normal|logistic); 1.54\)"):
            kind.difference(p)

    def test_another_class_interval_stretches_the_scale(self) -> None:
        assert Logistic(100.0).probability(50.0) == LOGISTIC.probability(100.0)
        assert Logistic(100.0).difference(0.7) == pytest.approx(LOGISTIC.difference(0.7) / 2)


class TestTheStraightLine:
    """1.84: differences above 350 are entered as 350; (10) gives a clean score its 400 points."""

    def test_it_rises_by_one_in_4c(self) -> None:
        assert [LINEAR.probability(d) for d in (-350, -200, 0, 100, 350, 351)] == [
            0.0625,
            0.25,
            0.5,
            0.625,
            0.9375,
            0.9375,
        ]

    def test_a_clean_score_stands_two_classes_above_the_field(self) -> None:
        assert LINEAR.difference(1.0) == 400.0
        assert LINEAR.difference(0.0) == -400.0

    def test_another_limit(self) -> None:
        assert Linear(limit=400.0).probability(1000.0) == 1.0


class TestTablesAsPrinted:
    """2.12: the table is read both ways."""

    @every_table
    def test_every_percentage_comes_back_from_its_difference(self, kind: Expectancy) -> None:
        for hundredths in range(1, 100):
            assert kind.probability(kind.difference(hundredths / 100)) == hundredths / 100

    @every_table
    @pytest.mark.parametrize("p", [0.0, 0.0049, 0.995, 1.0])
    def test_the_last_row_has_no_end_and_so_no_middle(self, kind: Expectancy, p: float) -> None:
        with pytest.raises(EloError, match="no finite difference"):
            kind.difference(p)

    def test_a_half_percent_goes_to_the_higher_rated_player(self) -> None:
        """2.13: the same difference for Fischer's .625 and Spassky's .375; 23/40 is .575 on paper, less in binary."""
        assert TABLE_2_11.difference(0.625) == TABLE_2_11.difference(0.63) == -TABLE_2_11.difference(0.375) == 95.0
        assert TABLE_2_11.difference(23 / 40) == TABLE_2_11.difference(0.58)

    def test_a_difference_between_two_rows_is_rounded_first(self) -> None:
        assert TABLE_2_11.probability(3.4) == 0.5
        assert TABLE_2_11.probability(3.5) == 0.51
        assert TABLE_2_11.probability(-3.5) == 0.49
