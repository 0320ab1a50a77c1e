"""Section 3.9: handicaps, against 3.93, 3.94, 3.97 and the two tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad import datasets
from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import Linear
from arpad.rules.elo.handicaps import (
    handicap_match,
    handicap_performance,
    handicap_rating_points,
    handicap_round_robin,
    handicap_round_robin_scores,
    handicap_swiss,
    handicap_swiss_scores,
    match_points,
    scratch_rating,
)
from arpad.rules.elo.rounding import half_up

TABLE_3_96 = """
        10  11  12  13  14  15  16  17  18  19  20  22
101     0   0   0   0   0   0   0   0   .1  .2  .2  .3
126     .1  .2  .3  .4  .4  .5  .6  .7  .8  .9  1.0 1.2
151     .5  .6  .7  .9  1.0 1.1 1.3 1.4 1.5 1.7 1.8 2.1
176     .9  1.1 1.2 1.4 1.6 1.7 1.9 2.1 2.3 2.4 2.6 3.0
201     1.2 1.4 1.5 1.7 1.9 2.1 2.3 2.6 2.8 3.0 3.2 3.6
226     1.5 1.7 1.9 2.1 2.4 2.7 2.9 3.1 3.4 3.6 3.9 4.4
251     1.8 2.0 2.3 2.5 2.8 3.1 3.4 3.7 4.0 4.3 4.6 5.2
276     2.1 2.5 2.8 3.1 3.4 3.8 4.1 4.5 4.8 5.1 5.4 6.1
301     2.5 2.9 3.2 3.6 4.0 4.3 4.7 5.0 5.4 5.8 6.2 7.0
326     2.8 3.3 3.6 4.0 4.3 4.7 5.1 5.5 5.9 6.3 6.8 7.8
"""

TABLE_3_99 = """
        5   6   7   8   9   10  11  12
0       0   0   0   0   0   0   0   0
201     0   0   0   0   0   .1  .1  .2
251     .1  .2  .3  .4  .5  .6  .7  .7
301     .4  .6  .7  .8  .9  1.0 1.1 1.2
351     .6  .8  1.0 1.2 1.3 1.4 1.5 1.6
401     .8  1.0 1.2 1.4 1.6 1.8 1.9 2.0
451     1.0 1.3 1.5 1.7 1.9 2.1 2.3 2.4
501     1.2 1.6 1.9 2.1 2.3 2.5 2.7 2.8
551     1.3 1.8 2.2 2.4 2.7 2.9 3.0 3.1
601     1.4 1.9 2.3 2.5 2.8 3.0 3.3 3.4
651     1.5 2.0 2.4 2.7 3.0 3.2 3.5 3.7
701     1.6 2.1 2.5 2.9 3.3 3.6 3.8 4.0
751     1.7 2.2 2.6 3.0 3.4 3.8 4.0 4.2
801     1.8 2.3 2.7 3.1 3.5 3.9 4.2 4.4
851     1.9 2.4 2.8 3.2 3.6 4.0 4.3 4.6
901     2.0 2.5 2.9 3.3 3.7 4.1 4.5 4.8
951     2.0 2.5 3.0 3.4 3.8 4.2 4.6 5.0
1001    2.0 2.6 3.1 3.5 3.9 4.3 4.7 5.1
"""


def cells(text: str) -> list[tuple[int, int, float]]:
    head, *rows = [line.split() for line in text.strip().splitlines()]
    return [(int(row[0]), int(column), float(cell)) for row in rows for column, cell in zip(head, row[1:], strict=True)]


@pytest.mark.book("P14", "t-3.96", "t-3.99")
class TestTheTables:
    """3.96 and 3.99: no formula regenerates them, so they are looked up; 120 and 144 cells."""

    @pytest.mark.parametrize(("level", "participants", "points"), cells(TABLE_3_96))
    def test_a_printed_row_of_3_96_holds_at_its_lower_limit(self, level: int, participants: int, points: float) -> None:
        assert handicap_round_robin(level, participants) == points

    @pytest.mark.parametrize(("level", "rounds", "points"), cells(TABLE_3_99))
    def test_a_printed_row_of_3_99_holds_at_its_lower_limit(self, level: int, rounds: int, points: float) -> None:
        assert handicap_swiss(level, rounds) == points

    def test_below_the_first_limit_there_is_nothing(self) -> None:
        assert handicap_round_robin(100.9, 22) == 0.0
        assert handicap_swiss(200.9, 12) == 0.0
        assert handicap_round_robin(-50.0, 22) == 0.0

    def test_between_limits_the_points_go_in_a_straight_line(self) -> None:
        assert handicap_round_robin(138.5, 16) == pytest.approx((0.6 + 1.3) / 2)
        assert handicap_round_robin(326.0, 21) == pytest.approx((6.8 + 7.8) / 2)

    def test_from_the_last_limit_on_they_stay(self) -> None:
        assert handicap_round_robin(350.0, 10) == 2.8
        assert handicap_swiss(5000.0, 5) == 2.0

    @given(st.floats(0, 350), st.floats(0, 350), st.integers(10, 22))
    def test_whoever_stands_lower_gets_no_less(self, one: float, other: float, participants: int) -> None:
        low, high = sorted((one, other))
        assert handicap_round_robin(low, participants) <= handicap_round_robin(high, participants) + 1e-12

    @pytest.mark.parametrize(
        ("call", "words"),
        [
            (lambda: handicap_round_robin(351.0, 16), "ends 350 points below scratch"),
            (lambda: handicap_round_robin(200.0, 9), "it goes from 10 to 22"),
            (lambda: handicap_swiss(300.0, 13), "it goes from 5 to 12"),
            (lambda: handicap_swiss(float("nan"), 9), "is no number"),
            (lambda: scratch_rating([]), "nothing here"),
            (lambda: scratch_rating([2000.0], 3), "no mean of 3 among 1"),
            (lambda: handicap_performance(2050.0, 1900.0, 2200.0, 80.0), "80 percent is 0.8"),
            (lambda: handicap_match(float("inf"), 20.0), "is no number"),
            (lambda: handicap_match(100.0, 0.0), "not above zero"),
            (lambda: handicap_match(900.0, 10.0, Linear(limit=1000.0)), "no share of the points"),
            (lambda: handicap_round_robin_scores([]), "nothing here"),
        ],
    )
    def test_what_the_book_does_not_have_is_refused(self, call: Callable[[], object], words: str) -> None:
        with pytest.raises(EloError, match=words):
            call()


@pytest.mark.book("P14", "t-3.93", "un-3.93-handicap", "un-3.94-match-handicap")
class TestTheExamples:
    """3.93 and 3.94, seven of seven figures; 3.97, 48 of 48: linear interpolation, points to the nearest tenth."""

    def test_brasket_adds_eighty_percent_of_the_difference(self) -> None:
        assert handicap_rating_points(1900.0, 2200.0, 0.8) == 240
        assert handicap_performance(2050.0, 1900.0, 2200.0) == 2290
        assert handicap_rating_points(2250.0, 2200.0, 0.8) == 0

    def test_a_match_of_twenty_games_between_players_200_points_apart(self) -> None:
        p, q = 0.76, 0.24
        assert (round(20 * p, 1), round(20 * q, 1), round(20 * (p - q), 1)) == (15.2, 4.8, 10.4)
        assert half_up((20 * p * q) ** 0.5, 2) == 1.91
        assert half_up(handicap_match(200.0, 20.0), 2) == half_up(match_points(20.0, p, q), 2) == 8.49

    def test_wijk_aan_zee_as_a_handicap_tournament(self) -> None:
        rows = datasets.wijk_aan_zee_1975().rows
        found = handicap_round_robin_scores([(row.player, row.rating, row.score) for row in rows])
        for line, row in zip(found, rows, strict=True):
            assert (line.level, line.points, line.handicap_score) == (
                row.below_scratch,
                row.handicap,
                row.handicap_score,
            )

    def test_in_a_swiss_scratch_is_the_mean_of_the_top_three(self) -> None:
        field = [("A", 2400.0, 5.0), ("B", 2300.0, 5.0), ("C", 2200.0, 4.0), ("D", 1700.0, 3.0)]
        found = handicap_swiss_scores(field, 8)
        assert [line.level for line in found] == [0.0, 0.0, 100.0, 600.0]
        assert found[3].points == 2.5  # between 2.4 at 551 and 2.5 at 601
        assert handicap_swiss_scores(field, 8, scratch=2400.0)[3].level == 700.0
