"""Sections 8.8, 8.91 and 8.92: the probability of a score, with draws and without."""

from __future__ import annotations

import math
import time
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad import datasets
from arpad.rules.elo.draws import NO_DRAWS, Chances, DrawMargin, DrawModel, DrawShare, chances, margin_for
from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import LOGISTIC, NORMAL, TABLE_2_11, Expectancy
from arpad.rules.elo.normal import area_above
from arpad.rules.elo.rounding import half_up
from arpad.rules.elo.score_distributions import (
    binomial_probability,
    outcomes,
    result_probability,
    score_distribution,
    tournament_distribution,
    trinomial_probability,
    ways,
    ways_of_scores,
)
from tests.elo.cells import compared

THIRD = 1.0 / 3.0
SETS = {
    "equal": chances(THIRD, THIRD, THIRD),
    "few_draws": chances(0.4, 0.4, 0.2),
    "stronger": chances(0.5, 0.25, 0.25),
}
EVEN = chances(0.5, 0.5, 0.0)


class TestBinomial:
    """8.82-8.87, (69): with 8.92, 89 of 89 cells, nothing but the last printed place rounded."""

    @pytest.mark.book("t-8.82", "eq-69")
    def test_8_82_four_games_at_even_chances_and_at_three_to_one(self) -> None:
        """10 of 10 cells to four places."""
        rows = [row for row in datasets.binomial().rows if row.section.startswith("8.82")]
        found = compared(
            ((row.p, row.score), half_up(score_distribution(4, chances(row.p, 1 - row.p, 0.0)).at_least(row.score)
            - score_distribution(4, chances(row.p, 1 - row.p, 0.0)).at_least(row.score + 1), 4), row.probability)
            for row in rows
        )  # fmt: skip
        assert (found.exact, found.of) == (10, 10)
        assert [half_up(binomial_probability(4, w, 4 - w, 0.75, 0.25), 4) for w in range(5)] == [
            0.0039, 0.0469, 0.2109, 0.4219, 0.3164,
        ]  # fmt: skip

    @pytest.mark.book("t-8.82", "P27")
    def test_8_84_a_sigma_above_the_expected_score_in_few_games(self) -> None:
        """13 of 13 cells: sigma, W_e and P for four match lengths, and the limit of many games."""
        printed = {
            4: (1.0, 2.0, 0.3125, 4),
            9: (1.5, 4.5, 0.254, 3),
            16: (2.0, 8.0, 0.227, 3),
            25: (2.5, 12.5, 0.212, 3),
        }
        for games, (sigma, expected, probability, places) in printed.items():
            found = score_distribution(games, EVEN)
            assert found.deviation == pytest.approx(sigma, abs=1e-12)
            assert found.expected == pytest.approx(expected, abs=1e-12)
            assert half_up(found.beyond(), places) == probability
        assert half_up(area_above(1.0), 3) == datasets.binomial().facts["limit_8_84"] == 0.159

    @pytest.mark.book("t-8.82", "un-8.87-drawn-match")
    def test_8_87_nine_wins_each(self) -> None:
        assert half_up(result_probability(9, 9, 0, chances(0.6, 0.4, 0.0)), 3) == 0.128


class TestTrinomial:
    """8.91-8.92, (72)."""

    @pytest.mark.book("t-8.92", "eq-72")
    def test_8_92_four_games_under_three_sets_of_chances(self) -> None:
        """45 of 45 cells to four places."""
        rows = datasets.trinomial().rows
        found = compared(
            ((name, at), half_up(result_probability(row.wins, row.losses, row.draws, game), 4), getattr(row, name))
            for name, game in SETS.items()
            for at, row in enumerate(rows)
        )
        assert (found.exact, found.of) == (45, 45)

    @pytest.mark.book("t-8.92")
    def test_8_92_lists_the_ways_in_this_order(self) -> None:
        found = ways_of_scores(4, SETS["few_draws"])
        assert [(way.score, way.wins, way.losses, way.draws) for way in found] == [
            (row.score, row.wins, row.losses, row.draws) for row in datasets.trinomial().rows
        ]

    @pytest.mark.book("t-8.92", "P27")
    def test_8_92_expected_score_and_the_probability_of_a_sigma_more(self) -> None:
        """9 of 9 cells: W_e, P and the total of each set; P and the totals are sums of the printed cells."""
        facts = datasets.trinomial().facts
        for number, (name, game) in enumerate(SETS.items(), start=1):
            distribution = score_distribution(4, game)
            least = distribution.expected + distribution.deviation
            cells = [(row.score, getattr(row, name)) for row in datasets.trinomial().rows]
            assert half_up(distribution.expected, 1) == facts["summary"][f"P{number}"]["W_e"]
            assert half_up(sum(p for score, p in cells if score >= least), 4) == facts["summary"][f"P{number}"]["P"]
            assert half_up(sum(p for _, p in cells), 4) == facts["totals"][f"P{number}"]
            assert distribution.beyond() == pytest.approx(facts["summary"][f"P{number}"]["P"], abs=1e-4)

    @pytest.mark.book("t-8.92", "eq-72")
    def test_8_91_two_to_two_with_more_and_more_draws(self) -> None:
        """3 of 3 sums, and their seven parts as fractions."""
        parts = {0.0: [0, 0, 6 / 16], THIRD: [1 / 81, 12 / 81, 6 / 81], 0.5: [8 / 128, 24 / 128, 3 / 128]}
        for (r, fractions), printed in zip(parts.items(), (0.375, 0.235, 0.273), strict=True):
            p = 0.5 * (1.0 - r)
            found = [trinomial_probability(4, w, w, 4 - 2 * w, p, p, r) for w in (0, 1, 2)]
            assert found == pytest.approx(fractions, abs=1e-15)
            assert half_up(sum(found), 3) == printed
            assert half_up(score_distribution(4, chances(p, 1.0 - p - r, r)).probability(2.0), 3) == printed

    @pytest.mark.book("t-8.92", "un-8.92-outcomes")
    def test_8_92_numbers_of_outcomes_and_of_ways(self) -> None:
        """8 of 8 cells."""
        assert [(outcomes(n), ways(n)) for n in (4, 9, 15, 30)] == [(9, 15), (19, 55), (31, 136), (61, 496)]
        assert len(ways_of_scores(30, EVEN)) == ways(30)


def exactly(n: int, game: Chances) -> list[Fraction]:
    """(q + r x + p x^2)^N in exact fractions, by half points."""
    terms = [Fraction(1)]
    for _ in range(n):
        longer = [Fraction(0)] * (len(terms) + 2)
        for at, term in enumerate(terms):
            for step, part in enumerate((game.loss, game.draw, game.win)):
                longer[at + step] += term * Fraction(part)
        terms = longer
    total = sum(terms)
    return [term / total for term in terms]


@st.composite
def any_chances(draw: st.DrawFn) -> Chances:
    win = draw(st.one_of(st.floats(1e-30, 1.0), st.sampled_from([0.0, 0.5, 1.0, 1e-9, 5e-324])))
    part = draw(st.one_of(st.floats(1e-30, 1.0), st.sampled_from([0.0, 1.0])))
    return Chances(win, (1.0 - win) * part, (1.0 - win) * (1.0 - part))


class TestTheDistribution:
    """Against exact fractions, for any p, q and r."""

    @settings(deadline=None)
    @given(st.integers(0, 16), any_chances())
    def test_every_probability_to_the_last_bits(self, n: int, game: Chances) -> None:
        expected = exactly(n, game)
        for found in (score_distribution(n, game), tournament_distribution([game] * n)):
            step = 2 if len(found.scores) == n + 1 else 1
            for p, exact in zip(found.probabilities, expected[::step], strict=True):
                assert p == pytest.approx(float(exact), rel=1e-12, abs=1e-130)

    @given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60), any_chances())
    def test_a_single_result_by_the_factorials(self, wins: int, losses: int, draws: int, game: Chances) -> None:
        ways_to = comb(wins + losses + draws, wins) * comb(losses + draws, losses)
        power = Fraction(game.win) ** wins * Fraction(game.loss) ** losses * Fraction(game.draw) ** draws
        found = result_probability(wins, losses, draws, game)
        assert found == pytest.approx(float(ways_to * power), rel=1e-12, abs=1e-290)

    @given(st.integers(1, 200), any_chances())
    def test_mean_and_spread_are_those_of_one_game_times_n(self, n: int, game: Chances) -> None:
        found = score_distribution(n, game)
        assert math.fsum(found.probabilities) == pytest.approx(1.0, abs=1e-14)
        assert found.expected == pytest.approx(n * game.expected, abs=1e-11)
        assert found.deviation**2 == pytest.approx(n * game.variance, abs=1e-10)

    def test_the_most_likely_score_of_a_match_is_near_the_expected_one(self) -> None:
        assert score_distribution(4, EVEN).most_likely == 2.0
        assert score_distribution(18, chances(0.6, 0.4, 0.0)).most_likely == 11.0
        assert score_distribution(3, chances(0.25, 0.25, 0.5)).most_likely == 1.5

    def test_ten_thousand_games(self) -> None:
        exact = Fraction(comb(10_000, 5_000), 2**10_000)
        assert binomial_probability(10_000, 5_000, 5_000, 0.5, 0.5) == pytest.approx(float(exact), rel=1e-12)
        far = Fraction(comb(10_000, 6_100)) * Fraction(0.6) ** 6_100 * Fraction(0.4) ** 3_900
        assert binomial_probability(10_000, 6_100, 3_900, 0.6, 0.4) == pytest.approx(float(far), rel=1e-12)
        start = time.monotonic()
        found = score_distribution(10_000, chances(0.3, 0.3, 0.4))
        assert time.monotonic() - start < 5.0
        assert found.expected == pytest.approx(5_000.0, abs=1e-8)
        assert found.deviation == pytest.approx(math.sqrt(1_500.0), abs=1e-8)
        assert found.beyond() == pytest.approx(area_above(1.0), abs=0.01)

    def test_8_86_many_games_come_near_the_normal_distribution(self) -> None:
        for game in (EVEN, chances(0.75, 0.25, 0.0), SETS["stronger"]):
            away = [abs(score_distribution(n, game).beyond() - area_above(1.0)) for n in (4, 100, 2_500, 100_000)]
            assert away[3] < 0.003 < away[1] < 0.11


class TestDraws:
    """8.91: what becomes of the expected score when draws are taken in."""

    @given(st.floats(-2000.0, 2000.0), st.floats(0.0, 1.0), st.sampled_from([NORMAL, LOGISTIC, TABLE_2_11]))
    def test_a_share_of_draws_leaves_the_expected_score_alone(
        self, d: float, rate: float, expectancy: Expectancy
    ) -> None:
        found = DrawShare(rate).chances(expectancy, d)
        assert chances(found.win, found.loss, found.draw) == found
        assert found.draw <= rate
        assert found.expected == pytest.approx(expectancy.probability(d), abs=1e-12)

    @given(st.floats(-2000.0, 2000.0), st.floats(0.0, 1000.0))
    def test_a_margin_brings_the_expected_score_nearer_to_even(self, d: float, margin: float) -> None:
        for expectancy in (NORMAL, LOGISTIC):
            found = DrawMargin(margin).chances(expectancy, d)
            assert chances(found.win, found.loss, found.draw) == found
            assert abs(found.expected - 0.5) <= abs(expectancy.probability(d) - 0.5) + 1e-12

    @given(st.floats(0.0, 0.99))
    def test_the_margin_of_a_rate_draws_that_share_between_equals(self, rate: float) -> None:
        assert margin_for(rate, NORMAL).chances(NORMAL, 0.0).draw == pytest.approx(rate, abs=1e-12)

    @pytest.mark.parametrize("model", [NO_DRAWS, DrawShare(0.4), DrawMargin(100.0)])
    def test_the_opponent_sees_the_same_from_the_other_side(self, model: DrawModel) -> None:
        for d in (0.0, 35.0, 300.0, 900.0):
            own, other = model.chances(NORMAL, d), model.chances(NORMAL, -d)
            assert own.win == pytest.approx(other.loss, abs=1e-15)
            assert own.draw == pytest.approx(other.draw, abs=1e-15)


class TestBadInput:
    @pytest.mark.parametrize("three", [(0.5, 0.5, 0.5), (-0.1, 0.6, 0.5), (math.nan, 0.5, 0.5), (0.2, 0.2, 0.2)])
    def test_chances_are_three_shares_of_one(self, three: tuple[float, float, float]) -> None:
        with pytest.raises(EloError):
            chances(*three)

    def test_no_negative_counts_and_no_endless_matches(self) -> None:
        with pytest.raises(EloError, match="-1 wins"):
            result_probability(-1, 1, 0, EVEN)
        with pytest.raises(EloError, match="-3 games"):
            score_distribution(-3, EVEN)
        with pytest.raises(EloError, match="too many"):
            score_distribution(10**9, EVEN)
        with pytest.raises(EloError, match="too many"):
            tournament_distribution([EVEN] * 2_001)
        with pytest.raises(EloError, match="too many"):
            ways_of_scores(201, EVEN)

    @pytest.mark.parametrize("rate", [-0.1, 1.1, math.nan])
    def test_a_share_of_draws_is_a_share(self, rate: float) -> None:
        with pytest.raises(EloError):
            DrawShare(rate)
        with pytest.raises(EloError):
            margin_for(rate, NORMAL)

    def test_no_margin_draws_every_game(self) -> None:
        with pytest.raises(EloError, match="draws every game"):
            margin_for(1.0, NORMAL)
        with pytest.raises(EloError, match="at margin"):
            DrawMargin(math.inf)
        with pytest.raises(EloError, match="at margin"):
            DrawMargin(-1.0)

    @pytest.mark.parametrize("d", [math.nan, math.inf])
    def test_a_difference_is_a_finite_number(self, d: float) -> None:
        for model in (NO_DRAWS, DrawShare(0.3), DrawMargin(50.0)):
            with pytest.raises(EloError, match="is no number"):
                model.chances(NORMAL, d)
