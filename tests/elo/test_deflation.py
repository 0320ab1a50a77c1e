"""Sections 3.6-3.7: rating an event with deflation controls."""

from __future__ import annotations

from dataclasses import replace
from math import fsum, inf, nan, sqrt
from random import Random
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.rules.elo.controls import Award, Contestant, Controls, Entry, Feedback, KStep, Standing, scheduled_k
from arpad.rules.elo.crosstable import Crosstable, Pairing, crosstable
from arpad.rules.elo.deflation import EventLine, rate_event
from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import LOGISTIC, NORMAL, Expectancy

NORMAL_DIFFERENCE = NormalDist(0.0, 200.0 * sqrt(2.0))
"""The book's normal expectancy from another hand: P is its cdf, D_P the inverse."""

REST = tuple(f"R{at}" for at in range(9))


def event(*pairings: tuple[str, str, float, float]) -> Crosstable:
    names = dict.fromkeys(name for one, other, _, _ in pairings for name in (one, other))
    return crosstable(tuple(names), [Pairing(*pairing) for pairing in pairings])


def hero(score: float, rating: float | None = 1500.0, **of: float) -> tuple[Crosstable, list[Contestant]]:
    """Nine games of one player against nine opponents rated 1500, with so many points from the first on."""
    results = [min(1.0, max(0.0, score - at)) for at in range(9)]
    table = event(*(("Hero", other, 1.0, result) for other, result in zip(REST, results, strict=True)))
    return table, [Contestant("Hero", rating, **of), *(Contestant(other, 1500.0) for other in REST)]


def lines_of(table: Crosstable, contestants: list[Contestant], controls: Controls) -> dict[str, EventLine]:
    return {line.contestant.player: line for line in rate_event(table, contestants, controls).lines}


class TestWithoutControls:
    """Nobody suspect, nothing chosen: equations (2) and (3)."""

    def test_an_established_player_is_rated_by_2_and_3(self) -> None:
        table = event(("A", "B", 2.0, 1.5), ("A", "C", 1.0, 0.0))
        field = [Contestant("A", 1800.0), Contestant("B", 1700.0), Contestant("C", 1600.0)]
        expected = 2 * NORMAL_DIFFERENCE.cdf(100) + NORMAL_DIFFERENCE.cdf(200)
        line = lines_of(table, field, Controls())["A"]
        assert (line.games, line.score, line.k, line.bonus, line.feedback) == (3.0, 1.5, 32.0, 0.0, 0.0)
        assert line.expected == pytest.approx(expected)
        assert line.after == pytest.approx(1800 + 32 * (1.5 - expected))
        assert line.performance == pytest.approx((2 * 1700 + 1600) / 3)

    @given(
        st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 2)), min_size=1, max_size=25),
        st.lists(st.integers(1000, 2600), min_size=6, max_size=6),
        st.sampled_from([NORMAL, LOGISTIC]),
        st.randoms(use_true_random=False),
    )
    def test_points_only_change_hands_and_names_do_not_matter(
        self, games: list[tuple[int, int, int]], ratings: list[int], kind: Expectancy, chance: Random
    ) -> None:
        made: dict[tuple[int, int], list[float]] = {}
        for one, other, half in games:
            if one != other:
                low, high = sorted((one, other))
                made.setdefault((low, high), []).append(half / 2)
        if not made:
            return
        table = event(*((f"P{a}", f"P{b}", float(len(s)), fsum(s)) for (a, b), s in made.items()))
        field = [Contestant(player, float(ratings[int(player[1])])) for player in table.players]
        found = rate_event(table, field, expectancy=kind)
        assert found.points_fed == pytest.approx(0.0, abs=1e-8)
        other_names = list(table.players)
        chance.shuffle(other_names)
        names = dict(zip(table.players, other_names, strict=True))
        turned = Crosstable(
            tuple(sorted(other_names)),
            tuple(Pairing(names[p.other], names[p.one], p.games, p.games - p.score) for p in reversed(table.pairings)),
        )
        again = rate_event(turned, [replace(one, player=names[one.player]) for one in reversed(field)], expectancy=kind)
        for player, rating in found.after.items():
            assert again.after[names[player]] == pytest.approx(rating, abs=1e-8)


@pytest.mark.book("P11")
class TestUnratedPlayers:
    """3.71: their performance ratings first, and those count for the others."""

    def test_their_opponents_as_a_group_neither_gain_nor_lose(self) -> None:
        """Exactly so where all are rated alike; the old rating of a newcomer does not exist."""
        table, field = hero(6.5, None)
        found = rate_event(table, field)
        performance = 1500 + NORMAL_DIFFERENCE.inv_cdf(6.5 / 9)
        assert found.after["Hero"] == pytest.approx(performance)
        assert found.points_fed == pytest.approx(0.0, abs=1e-9)
        assert found.after["R0"] == pytest.approx(1500 - 32 * NORMAL_DIFFERENCE.cdf(1500 - performance))

    def test_two_newcomers_are_found_together(self) -> None:
        """New1 = (1500 + New2) / 2 + D(1/4), New2 = New1 + D(1/2)."""
        table = event(("New1", "R0", 2.0, 0.0), ("New2", "New1", 2.0, 1.0))
        found = rate_event(table, [Contestant("New1"), Contestant("New2"), Contestant("R0", 1500.0)])
        first = 1500 + 2 * NORMAL_DIFFERENCE.inv_cdf(0.25)
        assert found.after["New1"] == pytest.approx(first)
        assert found.after["New2"] == pytest.approx(first)

    def test_a_clean_score_counts_as_400_points_above_the_opponents(self) -> None:
        """1.54 leaves it open; formula (10) does not."""
        table, field = hero(9.0, None)
        assert rate_event(table, field).after["Hero"] == 1900.0

    def test_whoever_met_nobody_rated_stays_unrated(self) -> None:
        table = event(("A", "B", 1.0, 1.0), ("X", "Y", 1.0, 1.0))
        field = [Contestant("A", 1500.0), Contestant("B", 1500.0), Contestant("X"), Contestant("Y")]
        found = rate_event(table, field)
        assert list(found.after) == ["A", "B"]
        assert [line.after for line in found.lines][2:] == [None, None]

    def test_without_the_control_their_games_are_not_rated_for_the_others(self) -> None:
        table, field = hero(6.5, None)
        found = rate_event(table, field, Controls(early=()))
        assert found.after["R0"] == 1500.0
        assert found.after["Hero"] == pytest.approx(1500 + NORMAL_DIFFERENCE.inv_cdf(6.5 / 9))

    def test_few_games_count_less_by_factor_f(self) -> None:
        """2.59, 8.85: nine games, D_p 167: F lies between .87 at 150 and .82 at 200."""
        table, field = hero(6.5, None)
        d_p = NORMAL_DIFFERENCE.inv_cdf(6.5 / 9)
        factor = 0.87 + (0.82 - 0.87) * (d_p - 150) / 50
        found = rate_event(table, field, Controls(small_samples=True))
        assert found.after["Hero"] == pytest.approx(1500 + d_p * factor)


class TestProvisionalPlayers:
    """3.72: the performance is averaged in by games, before the established are rated."""

    def test_the_new_rating_is_the_average_of_all_games(self) -> None:
        table, field = hero(4.5, 1800.0, games=6)
        lines = lines_of(table, field, Controls())
        assert lines["Hero"].standing is Standing.PROVISIONAL
        assert lines["Hero"].after == pytest.approx((1800 * 6 + 1500 * 9) / 15)
        assert lines["R0"].after == pytest.approx(1500 - 32 * NORMAL_DIFFERENCE.cdf(1500 - 1620))

    def test_without_the_control_the_others_meet_the_old_rating(self) -> None:
        table, field = hero(4.5, 1800.0, games=6)
        lines = lines_of(table, field, Controls(early=(Standing.UNRATED,)))
        assert lines["Hero"].after == pytest.approx(1620)
        assert lines["R0"].after == pytest.approx(1500 - 32 * NORMAL_DIFFERENCE.cdf(1500 - 1800))

    def test_few_games_count_less_by_factor_f(self) -> None:
        d_p = NORMAL_DIFFERENCE.inv_cdf(6.5 / 9)
        factor = 0.87 + (0.82 - 0.87) * (d_p - 150) / 50
        table, field = hero(6.5, 1500.0, games=6)
        found = rate_event(table, field, Controls(small_samples=True))
        assert found.after["Hero"] == pytest.approx(1500 + 9 * d_p * factor / 15)

    def test_whoever_met_nobody_with_a_rating_keeps_his_own(self) -> None:
        table = event(("A", "New", 2.0, 1.0), ("B", "New", 2.0, 1.0))
        field = [Contestant("A", 1500.0, 6), Contestant("B", 1700.0), Contestant("New")]
        found = rate_event(table, field, Controls(early=(Standing.PROVISIONAL,)))
        assert found.after == {"A": 1500.0, "B": 1700.0, "New": 1600.0}

    @pytest.mark.parametrize(("games", "standing"), [(29, "provisional"), (30, "established"), (None, "established")])
    def test_thirty_games_establish_a_rating(self, games: float | None, standing: str) -> None:
        assert Controls().standing(Contestant("A", 1500.0, games)) == standing
        assert Controls(provisional_below=25).standing(Contestant("A", 1500.0, 25)) is Standing.ESTABLISHED


class TestOtherGroups:
    """3.62, 3.72: juniors and novices."""

    @pytest.mark.parametrize(("age", "standing"), [(17.9, "junior"), (18.0, "established"), (None, "established")])
    def test_a_junior_is_under_eighteen(self, age: float | None, standing: str) -> None:
        assert Controls().standing(Contestant("A", 1500.0, None, age)) == standing

    def test_a_novice_is_rated_below_a_limit_that_the_office_sets(self) -> None:
        controls = Controls(novice_below=1000.0)
        assert controls.standing(Contestant("A", 999.0)) is Standing.NOVICE
        assert controls.standing(Contestant("A", 1000.0)) is Standing.ESTABLISHED

    def test_rated_early_their_new_ratings_count_for_the_rest(self) -> None:
        table, field = hero(7.0, 1500.0, age=12)
        early = Controls(early=(Standing.UNRATED, Standing.PROVISIONAL, Standing.JUNIOR))
        plain, first = lines_of(table, field, Controls()), lines_of(table, field, early)
        assert plain["Hero"].after == first["Hero"].after == 1500 + 32 * 2.5
        assert plain["R0"].after == 1500 - 16.0
        assert first["R0"].after == pytest.approx(1500 - 32 * NORMAL_DIFFERENCE.cdf(-80))


class TestK:
    """3.73: a development coefficient, or a graduated schedule."""

    FIDE = (KStep(25.0, games_below=30), KStep(15.0, rating_below=2400.0), KStep(10.0))

    @pytest.mark.parametrize(
        ("games", "rating", "k"),
        [(0, 2500.0, 25), (29, 2500.0, 25), (30, 2399.9, 15), (30, 2400.0, 10), (None, 2300.0, 15), (None, 2600.0, 10)],
    )
    def test_the_first_step_that_fits_counts(self, games: float | None, rating: float, k: float) -> None:
        assert scheduled_k(self.FIDE, games, rating) == k

    def test_each_player_has_his_own(self) -> None:
        table = event(("A", "B", 1.0, 1.0))
        found = lines_of(table, [Contestant("A", 2350.0), Contestant("B", 2450.0)], Controls(k=self.FIDE))
        assert (found["A"].k, found["B"].k) == (15.0, 10.0)


@pytest.mark.book("P11")
class TestExceptionalPerformances:
    """3.74: eight points of nine where 4.5 are expected; R_p - sigma is 1500 + D(8/9) - 94.3."""

    EDGE = 1500 + NORMAL_DIFFERENCE.inv_cdf(8 / 9) - 200 * sqrt(2) / 3

    def test_bonus_points_lift_the_new_rating_to_within_sigma_of_the_performance(self) -> None:
        line = lines_of(*hero(8.0), Controls(award=Award.BONUS))["Hero"]
        assert line.exceptional
        assert line.excess_needed == pytest.approx(1.6449 * 1.5, abs=1e-4)
        assert line.after == pytest.approx(self.EDGE)
        assert line.bonus == pytest.approx(self.EDGE - (1500 + 32 * 3.5))

    def test_a_raised_k_does_the_same(self) -> None:
        line = lines_of(*hero(8.0), Controls(award=Award.RAISED_K))["Hero"]
        assert line.after == pytest.approx(self.EDGE)
        assert line.k == pytest.approx((self.EDGE - 1500) / 3.5)
        assert line.bonus == 0.0

    def test_or_a_stated_k(self) -> None:
        assert lines_of(*hero(8.0), Controls(award=Award.RAISED_K, raised_k=50.0))["Hero"].after == 1500 + 50 * 3.5
        assert lines_of(*hero(8.0), Controls(award=Award.RAISED_K, raised_k=20.0))["Hero"].after == 1500 + 32 * 3.5

    def test_nobody_gets_less_than_without(self) -> None:
        for award in (Award.BONUS, Award.RAISED_K):
            controls = Controls(award=award, k=(KStep(400.0),))
            line = lines_of(*hero(8.0), controls)["Hero"]
            assert (line.k, line.bonus, line.after) == (400.0, 0.0, 1500 + 400 * 3.5)

    def test_a_usual_performance_earns_nothing(self) -> None:
        line = lines_of(*hero(6.5), Controls(award=Award.BONUS))["Hero"]
        assert (line.exceptional, line.bonus) == (False, 0.0)
        assert lines_of(*hero(6.5), Controls(award=Award.BONUS, level=0.10))["Hero"].exceptional

    def test_nor_does_an_exceptionally_bad_one(self) -> None:
        assert not lines_of(*hero(0.5), Controls(award=Award.BONUS))["Hero"].exceptional

    def test_without_a_control_nothing_is_asked(self) -> None:
        assert lines_of(*hero(8.0), Controls())["Hero"].excess_needed is None


@pytest.mark.book("un-3.75-feedback")
class TestFeedback:
    """3.75: what the old rating of an exceptional performer cost his opponents."""

    def test_a_second_cycle_meets_his_new_rating(self) -> None:
        controls = Controls(award=Award.BONUS, feedback=Feedback.SECOND_CYCLE)
        lines = lines_of(*hero(8.0), controls)
        after = lines["Hero"].after
        assert after is not None
        given = 32 * (0.5 - NORMAL_DIFFERENCE.cdf(1500 - after))
        assert lines["R0"].feedback == pytest.approx(given)
        assert lines["R0"].after == pytest.approx(1500 - 16 + given)
        assert lines["Hero"].feedback == 0.0

    def test_or_each_gets_k_times_the_difference_of_the_percentages(self) -> None:
        lines = lines_of(*hero(8.0), Controls(feedback=Feedback.POINTS))
        assert lines["Hero"].after == 1500 + 32 * 3.5
        assert lines["R0"].feedback == pytest.approx(32 * (8 / 9 - 0.5))
        assert lines["R8"].after == pytest.approx(1500 + 16 + 32 * (8 / 9 - 0.5))

    def test_only_his_opponents_get_it(self) -> None:
        table, field = hero(8.0)
        more = crosstable((*table.players, "S", "T"), [*table.pairings, Pairing("S", "T", 2.0, 1.0)])
        field += [Contestant("S", 1500.0), Contestant("T", 1500.0)]
        for way in (Feedback.POINTS, Feedback.SECOND_CYCLE):
            assert lines_of(more, field, Controls(feedback=way))["S"].feedback == 0.0

    def test_the_points_fed_are_the_bonus_and_the_feedback(self) -> None:
        table, field = hero(8.0)
        found = rate_event(table, field, Controls(award=Award.BONUS, feedback=Feedback.POINTS))
        assert found.points_fed == pytest.approx(fsum(line.bonus + line.feedback for line in found.lines))


@pytest.mark.book("P12")
class TestEntry:
    """3.76: how new players enter."""

    def test_at_the_median_they_are_rated_as_others_with_their_own_k(self) -> None:
        schedule = (KStep(50.0, games_below=30), KStep(20.0))
        lines = lines_of(*hero(6.5, None), Controls(entry=Entry.MEDIAN, median=1400.0, k=schedule))
        expected = 9 * NORMAL_DIFFERENCE.cdf(-100)
        assert (lines["Hero"].entry, lines["Hero"].k) == (1400.0, 50.0)
        assert lines["Hero"].after == pytest.approx(1400 + 50 * (6.5 - expected))
        assert lines["R0"].k == 20.0

    def test_in_fide_from_half_the_points_on_at_the_mean_of_the_tournament(self) -> None:
        """The mean counts the newcomer at his performance: (9 x 1500 + R_p) / 10."""
        lines = lines_of(*hero(6.5, None), Controls(entry=Entry.FIDE))
        performance = 1500 + NORMAL_DIFFERENCE.inv_cdf(6.5 / 9)
        mean = (9 * 1500 + performance) / 10
        assert lines["Hero"].entry == pytest.approx(mean)
        expected = 9 * NORMAL_DIFFERENCE.cdf(mean - 1500)
        assert lines["Hero"].after == pytest.approx(mean + 32 * (6.5 - expected))
        assert lines["R0"].after == pytest.approx(1500 - 32 * NORMAL_DIFFERENCE.cdf(1500 - mean))

    def test_and_below_at_the_performance_rating(self) -> None:
        lines = lines_of(*hero(4.0, None), Controls(entry=Entry.FIDE))
        performance = 1500 + NORMAL_DIFFERENCE.inv_cdf(4 / 9)
        assert lines["Hero"].after == pytest.approx(performance)
        assert lines["R0"].after == pytest.approx(1500 - 32 * NORMAL_DIFFERENCE.cdf(1500 - performance))
        assert lines_of(*hero(4.5, None), Controls(entry=Entry.FIDE))["Hero"].entry == pytest.approx(1500.0)

    def test_in_a_complete_round_robin_that_mean_is_the_one_of_equation_7(self) -> None:
        """1.73: (7) in effect enters the R_p of the unrated players; so long as all D_p balance."""
        names = ("A", "B", "C", "New")
        table = event(*((a, b, 1.0, 0.5) for i, a in enumerate(names) for b in names[i + 1 :]))
        field = [Contestant("A", 2100.0), Contestant("B", 2000.0), Contestant("C", 1900.0), Contestant("New")]
        assert lines_of(table, field, Controls(entry=Entry.FIDE))["New"].entry == pytest.approx(2000.0)


class TestBadInput:
    """One clear message."""

    TABLE = event(("A", "B", 1.0, 1.0))
    A, B = Contestant("A", 1500.0), Contestant("B", 1500.0)

    @pytest.mark.parametrize(
        ("field", "code"),
        [
            ([A], "contestant-missing"),
            ([A, A, B], "name-twice"),
            ([Contestant("A"), Contestant("B")], "nobody-rated"),
            ([Contestant("A", nan), B], "not-a-number"),
            ([Contestant("A", 1500.0, inf), B], "not-a-number"),
            ([Contestant("A", 1500.0, -1.0), B], "negative"),
            ([Contestant("A", 1500.0, None, nan), B], "not-a-number"),
        ],
    )
    def test_contestants_are_checked(self, field: list[Contestant], code: str) -> None:
        with pytest.raises(EloError) as refused:
            rate_event(self.TABLE, field)
        assert refused.value.problem.code == code

    @pytest.mark.parametrize(
        ("controls", "code"),
        [
            ({"k": ()}, "no-k"),
            ({"k": (KStep(25.0, games_below=30),)}, "no-k"),
            ({"k": (KStep(nan),)}, "not-a-number"),
            ({"early": (Standing.ESTABLISHED,)}, "early-order"),
            ({"early": (Standing.JUNIOR, Standing.JUNIOR)}, "early-order"),
            ({"level": 0.7}, "level-outside"),
            ({"raised_k": 0.0}, "not-positive"),
            ({"entry": Entry.MEDIAN}, "no-median"),
            ({"entry": Entry.MEDIAN, "median": nan}, "not-a-number"),
        ],
    )
    def test_controls_are_checked(self, controls: dict[str, object], code: str) -> None:
        with pytest.raises(EloError) as refused:
            Controls(**controls)  # type: ignore[arg-type]
        assert refused.value.problem.code == code

    def test_more_contestants_than_players_do_no_harm(self) -> None:
        assert list(rate_event(self.TABLE, [self.A, self.B, Contestant("C", 1.0)]).after) == ["A", "B"]
