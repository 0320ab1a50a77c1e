"""Sections 2.14, 2.44, 2.62 and 8.87: what the ratings promise of matches and tournaments."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad import datasets
from arpad.rules.elo.draws import DrawMargin, DrawShare, chances
from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import LOGISTIC, NORMAL, TABLE_2_11
from arpad.rules.elo.forecasts import (
    drawn_match_probability,
    forecast_length,
    forecast_match,
    forecast_tournament,
    games_needed,
    length_distribution,
)
from arpad.rules.elo.rounding import half_up
from arpad.rules.elo.score_distributions import score_distribution


class TestKarpovAndKorchnoi:
    """2.14: 70 points apart, 24 games.  Convention: table 2.11; scores to the nearest half, lengths to a whole game."""

    @pytest.mark.book("t-2.13", "un-2.14-match-length", "P23")
    def test_percentages_scores_and_length_are_the_printed_ones(self) -> None:
        """8 of 8 cells: D, P of both, W_e of both rounded and unrounded, and the length."""
        found = forecast_match(2715.0 - 2645.0, 24, TABLE_2_11)
        assert (found.difference, found.percentage, found.game.loss) == (70.0, 0.60, 0.40)
        assert found.score_as_printed == (14.5, 9.5)
        assert (half_up(found.expected, 1), half_up(24 - found.expected, 1)) == (14.4, 9.6)
        assert forecast_length(0.60, 12.5) == half_up(found.length) == 21.0
        assert games_needed(12.5, 0.60) == pytest.approx(20.8333, abs=1e-4)

    @pytest.mark.book("t-2.13", "P23")
    def test_2_62_fischer_and_spassky(self) -> None:
        """2 of 2 cells: 67 percent and 13.4 of 20 games at 125 points."""
        found = forecast_match(125.0, 20, TABLE_2_11)
        assert (found.percentage, half_up(found.expected, 1)) == (0.67, 13.4)

    def test_the_match_as_it_was_played_was_no_surprise(self) -> None:
        """12.5 points in 24 games, with 19 draws."""
        without = forecast_match(70.0, 24, TABLE_2_11)
        with_draws = forecast_match(70.0, 24, TABLE_2_11, DrawShare(19 / 24))
        assert with_draws.expected == pytest.approx(without.expected)
        assert with_draws.deviation < without.deviation == pytest.approx(2.4)
        assert 0.3 > without.distribution.at_most(12.5) > with_draws.distribution.at_most(12.5) > 0.02


class TestDrawnMatch:
    """8.87: the match of 1975 for ten wins, draws not counted."""

    @pytest.mark.book("t-8.82", "un-8.87-drawn-match", "P23")
    def test_nine_to_nine(self) -> None:
        assert half_up(drawn_match_probability(9, 0.6), 3) == 0.128

    @given(st.integers(0, 500), st.floats(0.0, 1.0))
    def test_equal_players_draw_most(self, wins: int, p: float) -> None:
        found = drawn_match_probability(wins, p)
        assert 0.0 <= found <= drawn_match_probability(wins, 0.5) + 1e-15


class TestMatch:
    @given(st.floats(-800.0, 800.0), st.integers(1, 40), st.floats(0.0, 0.9))
    def test_somebody_wins_or_it_is_level(self, difference: float, games: int, rate: float) -> None:
        found = forecast_match(difference, games, NORMAL, DrawShare(rate))
        assert found.wins + found.level + found.loses == pytest.approx(1.0, abs=1e-12)
        assert found.expected == pytest.approx(games * found.percentage, abs=1e-9)
        assert games / 2 <= found.length <= games
        back = forecast_match(-difference, games, NORMAL, DrawShare(rate))
        assert back.wins == pytest.approx(found.loses, abs=1e-12)

    @given(st.integers(1, 12), st.floats(0.05, 0.95), st.floats(0.0, 1.0))
    def test_the_length_agrees_with_whether_it_is_decided(self, games: int, win: float, part: float) -> None:
        game = chances(win, (1 - win) * part, (1 - win) * (1 - part))
        points = games / 2 + 0.5
        found = length_distribution(points, games, game)
        assert math.fsum(found.probabilities) == pytest.approx(1.0, abs=1e-12)
        for length in found.lengths[:-1]:
            after = score_distribution(length, game)
            over = after.at_least(points) + after.at_most(length - points)
            assert math.fsum(found.probabilities[:length]) == pytest.approx(over, abs=1e-12)

    def test_the_expected_length_agrees_with_playing_it_out(self) -> None:
        chance = random.Random(1974)
        game = DrawShare(0.5).chances(TABLE_2_11, 70.0)
        lengths = []
        for _ in range(4000):
            score = played = 0.0
            while played < 24 and score < 12.5 and played - score < 12.5:
                score += chance.choices((1.0, 0.0, 0.5), (game.win, game.loss, game.draw))[0]
                played += 1
            lengths.append(played)
        found = length_distribution(12.5, 24, game)
        assert found.expected == pytest.approx(sum(lengths) / len(lengths), abs=0.1)
        assert found.expected == pytest.approx(games_needed(12.5, 0.6), abs=0.6)


class TestTournament:
    """2.44 and 8.91: fifteen opponents, each by himself."""

    @pytest.mark.book("t-2.41", "P23")
    def test_portisch_at_wijk_aan_zee(self) -> None:
        field = [row.rating for row in datasets.wijk_aan_zee_1975().rows[1:]]
        found = forecast_tournament(2635.0, field, TABLE_2_11)
        assert half_up(found.expected, 2) == 9.66
        assert found.distribution.expected == pytest.approx(found.expected, abs=1e-12)
        assert found.distribution.deviation == pytest.approx(found.deviation, abs=1e-12)
        assert len(found.distribution.scores) == 16

    @given(st.lists(st.floats(1000.0, 2800.0), min_size=1, max_size=15), st.floats(1000.0, 2800.0))
    def test_a_better_player_is_better_at_every_score(self, field: list[float], rating: float) -> None:
        for draws in (DrawShare(0.4), DrawMargin(80.0)):
            own = forecast_tournament(rating, field, LOGISTIC, draws).distribution
            better = forecast_tournament(rating + 50.0, field, LOGISTIC, draws).distribution
            assert all(better.at_least(score) >= own.at_least(score) - 1e-12 for score in own.scores)


class TestBadInput:
    def test_each_has_one_clear_message(self) -> None:
        with pytest.raises(EloError, match="a match of 0 games"):
            forecast_match(70.0, 0)
        with pytest.raises(EloError, match="nan is no number"):
            forecast_match(math.nan, 24)
        with pytest.raises(EloError, match="too many"):
            forecast_match(70.0, 10**8)
        with pytest.raises(EloError, match="percentage of 0 makes no points"):
            forecast_length(0.0, 12.5)
        with pytest.raises(EloError, match="at points"):
            forecast_length(0.6, 0.0)
        with pytest.raises(EloError, match="-1 wins"):
            drawn_match_probability(-1, 0.5)
        with pytest.raises(EloError, match="share of the points"):
            drawn_match_probability(9, 60.0)
        with pytest.raises(EloError, match="a match of 0 games"):
            length_distribution(1.0, 0, chances(0.5, 0.5, 0.0))
        with pytest.raises(EloError, match="at rating"):
            forecast_tournament(math.inf, [2500.0])
        with pytest.raises(EloError, match="at opponents"):
            forecast_tournament(2500.0, [])
        with pytest.raises(EloError, match=r"at opponents\[1\]"):
            forecast_tournament(2500.0, [2500.0, math.nan])
