"""The choice of K (8.28): the table, the formula by precision, and what K stands for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad import datasets
from arpad.rules.elo.choice_of_k import (
    TOLERANCE,
    games_of_k,
    k_acceptance,
    k_by_precision,
    k_of_games,
    within_tolerance,
)
from arpad.rules.elo.current import blend_by_games, blend_by_precision
from arpad.rules.elo.error import EloError
from arpad.rules.elo.rounding import half_up
from tests.elo.cells import compared


class TestTheTable:
    """8.28.  Convention: sigma_p to a whole number first, then the limits, then their ratio to two places."""

    @pytest.mark.book("t-8.28", "eq-32", "eq-33", "P29")
    def test_31_of_31_cells_come_out_as_printed(self) -> None:
        """20 limits and probabilities, N_o = 25 giving K = 32, and K for ten N by (36)."""
        names = {
            "sigma": "sigma_p",
            "performance_limit": "difference",
            "change_limit": "change",
            "ratio": "ratio",
            "probability": "probability",
        }
        data = datasets.k_limits()
        limits = compared(
            (
                (row.k, row.games, column),
                getattr(k_acceptance(row.k, row.games, as_printed=True), name),
                getattr(row, column),
            )
            for row in data.rows
            for column, name in names.items()
        )
        uscf = compared([("USCF", k_of_games(data.facts["uscf"]["N_o"], 200.0), data.facts["uscf"]["K"])])
        precision = compared(
            (cell["N"], half_up(k_by_precision(cell["N"], data.facts["games_behind_of_36"], 200.0)), cell["K"])
            for cell in data.facts["k_of_games"]
        )
        found = limits + uscf + precision
        assert (found.exact, found.of, found.missed) == (31, 31, {})

    def test_the_games_behind_each_k_are_those_printed(self) -> None:
        assert all(games_of_k(row.k, 200.0) == row.games_behind for row in datasets.k_limits().rows)

    @pytest.mark.book("eq-36", "P29")
    def test_ten_of_ten_k_by_precision(self) -> None:
        games = (5, 7, 9, 12, 15, 19, 24, 30, 40, 60)
        assert [half_up(k_by_precision(n, 30.0, 200.0)) for n in games] == [46, 37, 31, 26, 22, 19, 16, 13, 11, 8]


class TestWhatTheLimitsMean:
    """(30) to (33), and that a K is a blend."""

    @pytest.mark.book("eq-30", "eq-32", "eq-33", "P29")
    @given(st.floats(8, 60), st.floats(0.05, 0.9), st.floats(0.01, 1.99))
    def test_a_performance_within_32_leaves_the_new_rating_within_30(self, k: float, part: float, of: float) -> None:
        games = part * games_of_k(k, 200.0)
        found = k_acceptance(k, games)
        performance = 2000.0 + of * found.difference
        after = blend_by_games(2000.0, found.games_before, performance, games)
        if abs(of - 1.0) > 1e-9:
            assert within_tolerance(performance, after, found.sigma_p, TOLERANCE) == (of < 1.0)
            assert (abs(after - 2000.0) < found.change) == (of < 1.0)

    @pytest.mark.book("eq-19")
    @given(st.floats(1, 500))
    def test_k_and_the_games_behind_it_tell_each_other(self, games: float) -> None:
        assert games_of_k(k_of_games(games, 200.0), 200.0) == pytest.approx(games)

    @pytest.mark.book("eq-36", "eq-34")
    @given(st.floats(5, 60), st.floats(5, 60), st.floats(0.3, 0.7))
    def test_k_by_precision_is_the_blend_by_precision_on_the_mean_slope(self, n_o: float, n: float, p: float) -> None:
        """8.28: the adjustments of 8.25, so a performance of 4 sigma (P - P_o) above the old rating."""
        above = 800.0 * (p - 0.5)
        blended = blend_by_precision(2000.0, n_o, 2000.0 + above, n) - 2000.0
        assert k_by_precision(n, n_o, 200.0) * n * (p - 0.5) == pytest.approx(blended, abs=1e-8)

    @pytest.mark.parametrize(
        ("k", "games", "words"),
        [
            (32.0, 25.0, "no fewer"),
            (32.0, 30.0, "no fewer"),
            (0.0, 5.0, "not above zero"),
            (32.0, 0.0, "not above zero"),
            (float("nan"), 5.0, "no number"),
        ],
    )
    def test_bad_input(self, k: float, games: float, words: str) -> None:
        with pytest.raises(EloError, match=words):
            k_acceptance(k, games)
