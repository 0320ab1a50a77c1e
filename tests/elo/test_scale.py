"""Scales (1.2, 8.2, 8.36, 8.71): the class interval, and the same strength in other numbers."""

from __future__ import annotations

from math import inf, nan, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad import datasets
from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import LOGISTIC
from arpad.rules.elo.normal import area_below
from arpad.rules.elo.odds import NaturalLogistic, odds_of_percentage, percentage_of_odds, stakes
from arpad.rules.elo.scale import (
    BELS,
    CLASS_INTERVAL,
    DECIBELS,
    MAGNITUDES,
    Scale,
    convert_scale,
    odds_on_scale,
    sd_difference,
    standard_error,
)
from tests.elo.cells import compared

every_scale = pytest.mark.parametrize("scale", list(Scale))


class TestTheClassInterval:
    """1.25 and 8.21-8.23: C is one sigma of a player's performances."""

    @pytest.mark.book("eq-0", "un-8.23-sd-difference", "un-8.21-standard-error")
    def test_it_is_the_standard_error_of_a_difference_in_one_game(self) -> None:
        assert standard_error(sd_difference(CLASS_INTERVAL, CLASS_INTERVAL), 1.0) == pytest.approx(CLASS_INTERVAL)

    def test_unequal_players_hardly_change_the_spread(self) -> None:
        """8.23: sqrt 2 where they are alike, sqrt 5 / 1.5 where one is twice as unsteady."""
        assert sd_difference(200.0, 200.0) / 200.0 == pytest.approx(sqrt(2.0))
        assert sd_difference(2.0, 1.0) / 1.5 == pytest.approx(1.49, abs=0.005)

    @pytest.mark.book("un-8.94-normal-expectancy")
    def test_a_class_above_wins_three_of_four(self) -> None:
        assert round(area_below(CLASS_INTERVAL / sd_difference(200.0, 200.0)), 2) == 0.76


class TestTheTableOfScales:
    """8.71.  Convention: the ratio to four significant figures, logarithms to two places."""

    @pytest.mark.book("t-8.71", "un-8.71-scales", "P36")
    def test_12_of_12_cells_come_out_as_printed(self) -> None:
        rows = datasets.scales().rows
        logarithms = compared(
            ((row.level, scale), round(convert_scale(row.interval, Scale.INTERVAL, scale), 2), printed)
            for row in rows
            for scale, printed in (
                (Scale.LOG_10, row.log_10),
                (Scale.LOG_SQRT_10, row.log_sqrt_10),
                (Scale.LN, row.log_e),
            )
        )
        ratios = compared(
            (row.level, float(f"{convert_scale(row.interval, Scale.INTERVAL, Scale.DIRECT_RATIO):.4g}"), row.ratio)
            for row in rows
        )
        found = logarithms + ratios
        assert (found.exact, found.of, found.missed) == (12, 12, {})

    @pytest.mark.book("P36")
    @given(st.floats(-15_000, 15_000), st.sampled_from(list(Scale)), st.sampled_from(list(Scale)))
    def test_from_one_scale_to_another_and_back(self, rating: float, one: Scale, other: Scale) -> None:
        there = convert_scale(rating, Scale.INTERVAL, one)
        assert convert_scale(convert_scale(there, one, other), other, Scale.INTERVAL) == pytest.approx(rating, abs=1e-7)

    @pytest.mark.book("P36")
    @given(st.floats(0, 3000), st.floats(0, 3000), st.sampled_from(list(Scale)))
    def test_the_odds_are_the_same_on_every_scale(self, one: float, other: float, scale: Scale) -> None:
        here, there = (convert_scale(rating, Scale.INTERVAL, scale) for rating in (one, other))
        assert odds_on_scale(here, there, scale) == pytest.approx(odds_on_scale(one, other, Scale.INTERVAL), rel=1e-9)
        p = LOGISTIC.probability(one - other)
        assert percentage_of_odds(odds_on_scale(one, other, Scale.INTERVAL)) == pytest.approx(p, rel=1e-9)

    def test_on_the_direct_ratio_scale_p_is_ones_share_of_both_ratings(self) -> None:
        assert percentage_of_odds(odds_on_scale(3000.0, 1000.0, Scale.DIRECT_RATIO)) == pytest.approx(0.75)

    @every_scale
    @pytest.mark.parametrize("value", [nan, inf, -inf])
    def test_what_is_no_number_has_no_place_on_a_scale(self, scale: Scale, value: float) -> None:
        with pytest.raises(EloError):
            convert_scale(value, scale, Scale.INTERVAL)

    @pytest.mark.parametrize("value", [1e9, -1e9])
    def test_nor_has_a_number_beyond_all_ratios(self, value: float) -> None:
        with pytest.raises(EloError, match="beyond every ratio scale"):
            convert_scale(value, Scale.INTERVAL, Scale.DIRECT_RATIO)
        with pytest.raises(EloError, match="too far apart"):
            odds_on_scale(value, 0.0, Scale.INTERVAL)

    def test_another_anchor_moves_the_ratios(self) -> None:
        assert convert_scale(1500.0, Scale.INTERVAL, Scale.DIRECT_RATIO, anchor=1500.0) == pytest.approx(1500.0)
        with pytest.raises(EloError, match="not above zero"):
            convert_scale(1500.0, Scale.INTERVAL, Scale.LN, anchor=0.0)


class TestScalesOfOtherSciences:
    """8.36 and its note in 9.3."""

    @pytest.mark.book("un-8.36-ratio-scales", "P36")
    def test_a_magnitude_is_2_51_times_the_light_and_the_smaller_number_the_brighter(self) -> None:
        assert MAGNITUDES.ratio(1.0, 2.0) == pytest.approx(2.51, abs=0.005)
        assert MAGNITUDES.ratio(1.0, 6.0) == pytest.approx(100.0)
        assert MAGNITUDES.ratio(2.0, 1.0) < 1.0

    @pytest.mark.book("un-8.36-ratio-scales")
    def test_two_magnitudes_are_6_31_times_where_the_book_squares_two_and_a_half(self) -> None:
        assert MAGNITUDES.ratio(0.0, 2.0) == pytest.approx(6.31, abs=0.005)

    @pytest.mark.book("un-8.36-ratio-scales")
    def test_a_bel_is_ten_to_one_and_has_ten_decibels(self) -> None:
        assert BELS.ratio(3.0, 2.0) == pytest.approx(DECIBELS.ratio(30.0, 20.0)) == pytest.approx(10.0)

    @pytest.mark.parametrize("scale", [MAGNITUDES, BELS, DECIBELS], ids=lambda scale: scale.name)
    @given(st.floats(-40, 40))
    def test_a_ratio_tells_its_difference(self, scale: object, d: float) -> None:
        assert scale.difference(scale.ratio(d, 0.0)) == pytest.approx(d, abs=1e-9)  # type: ignore[attr-defined]

    def test_no_ratio_for_absurd_differences(self) -> None:
        with pytest.raises(EloError, match="has no ratio"):
            BELS.ratio(1000.0, 0.0)


class TestOdds:
    """8.33, 8.34, 8.73 and 8.75."""

    @pytest.mark.book("un-8.73-odds", "eq-41", "eq-42", "eq-43")
    @given(st.floats(-3000, 3000))
    def test_the_odds_of_the_natural_logistic_are_e_to_the_classes(self, d: float) -> None:
        kind = NaturalLogistic()
        p = kind.probability(d)
        if 1e-3 < p < 1 - 1e-3:
            assert kind.difference(p) == pytest.approx(d, abs=1e-9)
            assert odds_of_percentage(p) == pytest.approx(2.718281828459045 ** (d / 200.0), rel=1e-12)

    def test_the_ends_have_no_odds(self) -> None:
        for p in (0.0, 1.0):
            with pytest.raises(EloError, match="no finite difference"):
                NaturalLogistic().difference(p)
            with pytest.raises(EloError, match="stakes nothing"):
                stakes(32.0, p)

    @pytest.mark.book("un-8.75-stakes")
    @given(st.floats(1, 60), st.floats(0.01, 0.99))
    def test_what_one_gains_the_other_loses_and_on_average_nobody_does(self, k: float, p: float) -> None:
        ours, theirs = stakes(k, p), stakes(k, 1.0 - p)
        assert ours.win == pytest.approx(theirs.loss)
        assert ours.draw == pytest.approx(-theirs.draw)
        assert p * ours.win - (1.0 - p) * ours.loss == pytest.approx(0.0, abs=1e-12)
        assert ours.ratio == pytest.approx(p / (1.0 - p))
