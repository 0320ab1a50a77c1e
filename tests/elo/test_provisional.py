"""Sections 1.53, 2.59, 8.85: ratings from few games."""

from __future__ import annotations

import pytest

from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import TABLE_2_11
from arpad.rules.elo.provisional import Performance, provisional_rating


@pytest.mark.book("P4")
class TestProvisionalRatings:
    def test_a_performance_of_nine_games_counts_by_its_factor(self) -> None:
        """.70 of nine games... 6.5 of 9 is .72 and D_p 166: F lies between .87 and .82, on the line .854."""
        found = provisional_rating([Performance(2000.0, 6.5, 9.0)], expectancy=TABLE_2_11)
        assert found.rating == pytest.approx(2000 + 166 * (0.87 - 0.05 * 16 / 50))
        assert (found.provisional, found.listed) == (True, "2142*")

    def test_performances_are_averaged_by_their_games(self) -> None:
        found = provisional_rating([Performance(2000.0, 4.5, 9.0), Performance(2200.0, 1.5, 3.0)])
        assert found.rating == pytest.approx(2050.0)

    def test_from_thirty_games_on_the_factor_is_gone_and_the_mark_with_it(self) -> None:
        games = [Performance(2000.0, 6.5, 9.0)] * 3 + [Performance(2000.0, 1.5, 3.0)]
        found = provisional_rating(games, expectancy=TABLE_2_11)
        assert found.rating == pytest.approx(2000 + 166 * 27 / 30)
        assert (found.provisional, found.listed) == (False, "2149")

    def test_the_uscf_establishes_from_twenty_five(self) -> None:
        games = [Performance(2000.0, 12.5, 25.0)]
        assert provisional_rating(games).provisional
        assert not provisional_rating(games, established_from=25.0).provisional

    @pytest.mark.parametrize(
        ("performances", "words"),
        [
            ([], "there is no performance"),
            ([Performance(2000.0, 9.0, 9.0)], "no finite difference"),
            ([Performance(2000.0, 10.0, 9.0)], "cannot be made"),
            ([Performance(float("nan"), 5.0, 9.0)], "is no number"),
        ],
    )
    def test_bad_input_is_refused(self, performances: list[Performance], words: str) -> None:
        with pytest.raises(EloError, match=words):
            provisional_rating(performances)
