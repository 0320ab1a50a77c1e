"""The normal distribution of 1.3 and 8.22, against the standard library's own."""

from __future__ import annotations

from itertools import pairwise
from math import inf, nextafter
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.rules.elo.error import EloError
from arpad.rules.elo.normal import area_above, area_below, area_within, density, deviation

STANDARD = NormalDist()


class TestDensity:
    """Equation (13)."""

    @given(st.floats(-37, 37))
    def test_it_is_the_ordinate_of_the_normal_curve(self, z: float) -> None:
        assert density(z) == pytest.approx(STANDARD.pdf(z), rel=1e-13)

    @pytest.mark.parametrize("z", [-inf, -1e9, 39.0, inf])
    def test_far_out_it_is_nothing(self, z: float) -> None:
        assert density(z) == 0.0


class TestArea:
    """1.34: .682 of all scores fall within one sigma."""

    def test_the_two_thirds_within_one_sigma(self) -> None:
        assert area_within(1.0) == pytest.approx(0.682689492137086, abs=1e-15)

    @given(st.floats(-8, 8))
    def test_below_and_above_make_the_whole(self, z: float) -> None:
        assert area_below(z) + area_above(z) == pytest.approx(1.0, abs=1e-15)
        assert area_below(z) == pytest.approx(STANDARD.cdf(z), abs=1e-15)

    def test_nothing_lies_within_less_than_nothing(self) -> None:
        assert area_within(0.0) == area_within(-1.0) == 0.0


class TestDeviation:
    """The inverse, to the last bits."""

    @pytest.mark.parametrize(
        ("p", "z"),
        [  # 30 digits by mpmath
            (0.001, -3.09023230616781354154039983011),
            (0.25, -0.674489750196081743202227014541),
            (0.625, 0.31863936396437516302194846367),
            (0.975, 1.95996398454005423552459443052),
            (0.999, 3.09023230616781354154039983011),
            (1e-10, -6.36134090240405620469537582827),
            (1e-100, -21.2734535609653242951172121887),
            (1e-300, -37.0470962993611992372229625079),
        ],
    )
    def test_known_quantiles(self, p: float, z: float) -> None:
        assert deviation(p) == pytest.approx(z, rel=3e-15)

    @given(st.floats(1e-300, 0.5))
    def test_the_area_below_it_is_the_share_asked_for(self, p: float) -> None:
        assert area_below(deviation(p)) == pytest.approx(p, rel=1e-11)

    @given(st.floats(1e-12, 0.5))
    def test_it_is_symmetric(self, p: float) -> None:
        if 1.0 - (1.0 - p) == p:
            assert deviation(1.0 - p) == -deviation(p)

    def test_it_rises(self) -> None:
        shares = [k / 1000 for k in range(1, 1000)]
        assert all(deviation(a) < deviation(b) for a, b in pairwise(shares))

    def test_it_ends_even_at_the_smallest_share(self) -> None:
        assert deviation(5e-324) == deviation(1e-300)
        assert deviation(nextafter(1.0, 0.0)) == pytest.approx(8.2095361516, rel=1e-10)

    @pytest.mark.parametrize("p", [0.0, 1.0, -0.1, 1.1, float("nan"), inf])
    def test_no_deviation_cuts_off_nothing_or_all(self, p: float) -> None:
        with pytest.raises(EloError, match="no finite deviation"):
            deviation(p)
