"""The first move (8.93): what White's share of the points is worth, and what that makes of a game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import LOGISTIC, NORMAL
from arpad.rules.elo.first_move import probability_with_colours, white_advantage


class TestWhite:
    """Convention: table 2.11, middle of the interval of 57 percent."""

    @pytest.mark.book("P43")
    def test_57_to_43_is_just_50_points(self) -> None:
        assert white_advantage() == white_advantage(0.57) == 50.0

    def test_by_the_functions_it_is_nearly_as_much(self) -> None:
        assert white_advantage(0.57, NORMAL) == pytest.approx(49.9, abs=0.05)
        assert white_advantage(0.57, LOGISTIC) == pytest.approx(49.0, abs=0.05)

    @pytest.mark.book("P43")
    @given(st.floats(-600, 600))
    def test_one_of_the_two_is_white_and_the_points_are_shared(self, d: float) -> None:
        white = probability_with_colours(d, white=True)
        assert white + probability_with_colours(-d, white=False) == pytest.approx(1.0)
        assert white > NORMAL.probability(d)

    def test_no_advantage_no_difference(self) -> None:
        assert probability_with_colours(100.0, white=True, advantage=0.0) == NORMAL.probability(100.0)

    def test_bad_input(self) -> None:
        with pytest.raises(EloError):
            white_advantage(57.0)
        with pytest.raises(EloError):
            probability_with_colours(0.0, white=True, advantage=float("nan"))
