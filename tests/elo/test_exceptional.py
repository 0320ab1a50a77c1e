"""Sections 3.62-3.64: the z-M test, against table 3.64."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad import datasets
from arpad.rules.elo.error import EloError
from arpad.rules.elo.exceptional import critical_excess, critical_excess_as_printed, exceptional_test


@pytest.mark.book("P10", "t-3.64", "un-3.63-critical-excess")
class TestTable364:
    """Excess scores for six numbers of games and three levels."""

    def test_18_of_18_cells_with_the_deviations_and_the_spread_to_two_places(self) -> None:
        for row in datasets.exceptional_performances().rows:
            found = [critical_excess_as_printed(row.games, level) for level in (0.10, 0.05, 0.01)]
            assert found == [row.at_10, row.at_5, row.at_1]

    def test_exact_numbers_give_8_of_18(self) -> None:
        same = [
            round(critical_excess(row.games, level), 2) == printed
            for row in datasets.exceptional_performances().rows
            for level, printed in ((0.10, row.at_10), (0.05, row.at_5), (0.01, row.at_1))
        ]
        assert sum(same) == 8

    def test_the_two_examples(self) -> None:
        nine = exceptional_test(6.0, 3.54, 9.0, as_printed=True)
        assert nine.exceptional
        assert not exceptional_test(6.0, 3.55, 9.0, as_printed=True).exceptional
        assert exceptional_test(9.0, 4.97, 12.0, level=0.01, as_printed=True).exceptional
        assert exceptional_test(9.0, 4.96, 12.0, level=0.01).probability < 0.01


class TestTheTest:
    @given(st.integers(1, 40), st.data())
    def test_it_is_exceptional_when_chance_gives_so_much_less_often_than_the_level(
        self, games: int, data: st.DataObject
    ) -> None:
        score = data.draw(st.integers(0, 2 * games)) / 2
        expected = data.draw(st.floats(0, games))
        level = data.draw(st.floats(0.001, 0.4))
        found = exceptional_test(score, expected, float(games), level=level)
        if abs(found.probability - level) > 1e-9:
            assert found.exceptional == (found.probability < level)

    def test_a_score_below_the_expected_one_never_is(self) -> None:
        assert not exceptional_test(0.0, 9.0, 9.0, level=0.49).exceptional

    @pytest.mark.parametrize(
        ("score", "expected", "games", "level", "words"),
        [
            (5.0, 3.0, 4.0, 0.05, "cannot be made"),
            (3.0, -1.0, 4.0, 0.05, "cannot be made"),
            (3.0, 2.0, 0.0, 0.05, "not above zero"),
            (3.0, 2.0, 4.0, 0.0, "no level of chance"),
            (3.0, 2.0, 4.0, 0.5, "no level of chance"),
            (3.0, 2.0, 4.0, 5.0, "no level of chance"),
            (float("nan"), 2.0, 4.0, 0.05, "is no number"),
        ],
    )
    def test_bad_numbers_are_refused(
        self, score: float, expected: float, games: float, level: float, words: str
    ) -> None:
        with pytest.raises(EloError, match=words):
            exceptional_test(score, expected, games, level=level)

    def test_a_level_that_the_table_does_not_have_is_refused_as_printed(self) -> None:
        with pytest.raises(EloError, match="has no column for"):
            critical_excess_as_printed(9.0, 0.02)
