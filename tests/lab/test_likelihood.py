"""Maximum-likelihood ratings of any crosstable: against other optimisers, finite differences, and whatever is odd."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, special

from arpad import datasets
from arpad.lab import fitted, newton
from arpad.lab.likelihood import Fit, Prior, Standing, maximum_likelihood
from arpad.lab.standing import groups_of
from arpad.rules.elo.approximations import successive_approximations
from arpad.rules.elo.crosstable import Crosstable, Pairing, crosstable, crosstable_of_matrix
from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import LINEAR, LOGISTIC, NORMAL, TABLE_2_11, Expectancy, Logistic, Normal

Vector = npt.NDArray[np.float64]

ORDER = ("Anderssen", "Harrwitz", "Horwitz", "Kolisch", "Löwenthal", "Morphy", "Paulsen", "Staunton", "Williams")
SMOOTH = [LOGISTIC, NORMAL]


def morphy() -> Crosstable:
    meetings = datasets.morphy_crosstable().rows
    return crosstable(ORDER, [Pairing(row.one, row.other, row.games, row.score) for row in meetings])


def random_table(seed: int, players: int, games: int, spread: float = 150.0) -> Crosstable:
    """A table of games with draws between players of a known spread; everybody meets somebody both ways."""
    chance = random.Random(seed)
    strength = [chance.gauss(0.0, spread) for _ in range(players)]
    met: dict[tuple[int, int], list[float]] = {(at, at + 1): [2.0, 1.0] for at in range(players - 1)}
    for _ in range(games):
        a, b = sorted(chance.sample(range(players), 2))
        p = 1.0 / (1.0 + 10.0 ** ((strength[b] - strength[a]) / 400.0))
        cell = met.setdefault((a, b), [0.0, 0.0])
        cell[0] += 1.0
        cell[1] += 0.5 if chance.random() < 0.3 else float(chance.random() < p)
    names = [f"player {at}" for at in range(players)]
    return crosstable(names, [Pairing(names[a], names[b], n, s) for (a, b), (n, s) in met.items()])


def log_likelihood(table: Crosstable, expectancy: str, prior: Prior | None = None) -> Callable[[Vector], float]:
    """The plain logarithm of the likelihood, written again: a draw is half a win and half a loss."""
    index = {player: at for at, player in enumerate(table.players)}
    one = np.array([index[p.one] for p in table.pairings])
    other = np.array([index[p.other] for p in table.pairings])
    n = np.array([p.games for p in table.pairings])
    s = np.array([p.score for p in table.pairings])

    def log_p(d: Vector) -> Vector:
        if expectancy == "normal":
            return np.asarray(special.log_ndtr(d / (200.0 * math.sqrt(2.0))))
        return -np.logaddexp(0.0, -d * math.log(10.0) / 400.0)

    def value(ratings: Vector) -> float:
        d = ratings[one] - ratings[other]
        total = float(np.sum(s * log_p(d) + (n - s) * log_p(-d)))
        if prior is not None:
            away = ratings - prior.rating
            total += float(np.sum(0.5 * prior.games * (log_p(away) + log_p(-away))))
        return total

    return value


def slopes(value: Callable[[Vector], float], at: Vector, step: float = 0.05) -> Vector:
    """Central differences of fourth order."""
    found = np.empty(len(at))
    for index in range(len(at)):
        unit = np.zeros(len(at))
        unit[index] = step
        near, far = (value(at + k * unit) - value(at - k * unit) for k in (1, 2))
        found[index] = (8.0 * near - far) / (12.0 * step)
    return found


def bends(value: Callable[[Vector], float], at: Vector, step: float = 3.0) -> npt.NDArray[np.float64]:
    """The matrix of second derivatives by differences of differences."""
    size = len(at)
    found = np.empty((size, size))
    unit = np.eye(size) * step
    for i in range(size):
        for j in range(size):
            corners = (
                value(at + unit[i] + unit[j])
                - value(at + unit[i] - unit[j])
                - value(at - unit[i] + unit[j])
                + value(at - unit[i] - unit[j])
            )
            found[i, j] = corners / (4.0 * step * step)
    return found


def optimum(value: Callable[[Vector], float], start: Vector) -> Vector:
    """Where a general optimiser finds the largest value, with slopes by differences; ratings go in by hundreds."""
    found = optimize.minimize(
        lambda x: -value(100.0 * x), start / 100.0, method="BFGS", jac="3-point", options={"gtol": 1e-7}
    )
    return np.asarray(100.0 * found.x)


def vector(fit: Fit) -> Vector:
    return np.array(list(fit.ratings.values()))


class TestMorphyEra:
    """3.43-3.45: the limits of the nine players, worked out elsewhere (VERIFY 3.3), to one place."""

    LOGISTIC = (547.0, 495.9, 383.0, 517.9, 481.9, 684.0, 518.4, 478.4, 393.5)
    NORMAL = (547.7, 496.1, 381.8, 518.0, 482.2, 684.8, 518.6, 478.5, 392.3)

    @pytest.mark.book("P6")
    def test_logistic(self) -> None:
        fit = maximum_likelihood(morphy())
        assert tuple(round(rating, 1) for rating in fit.ratings.values()) == self.LOGISTIC
        assert fit.groups[0].converged
        assert fit.remarks == ()

    @pytest.mark.book("P6")
    def test_normal_where_expected_scores_are_scores(self) -> None:
        """The sum of P = W; the likeliest ratings under the normal function are another set, up to 1.1 points away."""
        fit = maximum_likelihood(morphy(), NORMAL, balance=True)
        assert tuple(round(rating, 1) for rating in fit.ratings.values()) == self.NORMAL
        likeliest = maximum_likelihood(morphy(), NORMAL)
        assert 1.0 < float(np.max(np.abs(vector(fit) - vector(likeliest)))) < 1.2

    @pytest.mark.book("P6")
    def test_elo_s_own_method_ends_within_two_points_of_both(self) -> None:
        for expectancy in SMOOTH:
            fit = maximum_likelihood(morphy(), expectancy)
            mean_opponents = fit.mean_opponents(fit.groups[0])
            limit = successive_approximations(morphy(), expectancy).limit
            assert mean_opponents == pytest.approx(list(limit.values()), abs=1e-6)
            apart = [abs(a - b) for a, b in zip(mean_opponents, fit.ratings.values(), strict=True)]
            assert 1.0 < max(apart) < 2.5

    def test_one_match_stands_where_9_puts_it(self) -> None:
        match = crosstable(("Karpov", "Korchnoi"), [Pairing("Karpov", "Korchnoi", 24.0, 12.5)])
        for expectancy in SMOOTH:
            fit = maximum_likelihood(match, expectancy, mean=2680.0)
            half = expectancy.difference(12.5 / 24.0) / 2.0
            assert list(fit.ratings.values()) == pytest.approx([2680.0 + half, 2680.0 - half], abs=1e-9)
            assert fit.mean_opponents(fit.groups[0]) == pytest.approx(tuple(fit.ratings.values()), abs=1e-9)
        apart, error = maximum_likelihood(match).groups[0].difference("Karpov", "Korchnoi")
        p = 12.5 / 24.0
        assert apart == pytest.approx(LOGISTIC.difference(p), abs=1e-9)
        assert error == pytest.approx(400.0 / math.log(10.0) / math.sqrt(24.0 * p * (1.0 - p)), rel=1e-12)


class TestAgainstOtherOptimisers:
    """On random connected graphs, with draws."""

    @pytest.mark.parametrize("expectancy", SMOOTH, ids=lambda kind: kind.name)
    @pytest.mark.parametrize("seed", range(12))
    def test_a_general_optimiser_finds_the_same(self, expectancy: Expectancy, seed: int) -> None:
        table = random_table(seed, 3 + 2 * seed, 10 + 15 * seed)
        fit = maximum_likelihood(table, expectancy)
        value = log_likelihood(table, expectancy.name)
        found = optimum(value, np.zeros(len(table.players)))
        assert vector(fit) == pytest.approx(found - np.mean(found) + 500.0, abs=0.01)
        assert fit.groups[0].log_likelihood == pytest.approx(value(vector(fit)), rel=1e-12)
        assert fit.groups[0].log_likelihood >= value(found) - 1e-9

    @pytest.mark.parametrize("expectancy", SMOOTH, ids=lambda kind: kind.name)
    @pytest.mark.parametrize("seed", range(6))
    def test_there_the_slope_is_zero(self, expectancy: Expectancy, seed: int) -> None:
        """By finite differences, as a part of what the player's games would add if all were lost: below 1e-8."""
        table = random_table(100 + seed, 4 + 3 * seed, 20 + 20 * seed)
        at = vector(maximum_likelihood(table, expectancy))
        found = slopes(log_likelihood(table, expectancy.name), at)
        scale = np.array([table.games(player) for player in table.players]) * math.log(10.0) / 400.0
        assert float(np.max(np.abs(found) / scale)) <= 1e-8

    @pytest.mark.parametrize("expectancy", SMOOTH, ids=lambda kind: kind.name)
    def test_standard_errors_are_those_of_the_observed_information(self, expectancy: Expectancy) -> None:
        table = random_table(7, 9, 80)
        fit = maximum_likelihood(table, expectancy)
        covariance = np.linalg.pinv(-bends(log_likelihood(table, expectancy.name), vector(fit)), rcond=1e-8)
        group = fit.groups[0]
        assert group.covariance is not None
        assert group.covariance == pytest.approx(covariance, rel=1e-3, abs=0.5)
        assert [rated.error for rated in group.rated] == pytest.approx(np.sqrt(np.diag(covariance)), rel=1e-3)
        assert group.constraint == "the mean of the group is held at 500"
        assert float(np.max(np.abs(group.covariance.sum(axis=0)))) < 1e-6
        apart, error = group.difference("player 0", "player 5")
        assert apart == pytest.approx(fit.ratings["player 0"] - fit.ratings["player 5"])
        spread = covariance[0, 0] + covariance[5, 5] - 2.0 * covariance[0, 5]
        assert error == pytest.approx(math.sqrt(spread), rel=1e-3)

    def test_standard_errors_are_those_of_games_played_again(self) -> None:
        """A double round robin without draws, played 400 times over with known ratings."""
        true = {"A": 150.0, "B": 30.0, "C": -60.0, "D": -120.0}
        chance = random.Random(8)
        found: dict[str, list[float]] = {player: [] for player in true}
        errors: dict[str, list[float]] = {player: [] for player in true}
        for _ in range(400):
            pairings = []
            for at, one in enumerate(true):
                for other in list(true)[at + 1 :]:
                    p = LOGISTIC.probability(true[one] - true[other])
                    pairings.append(Pairing(one, other, 40.0, float(sum(chance.random() < p for _ in range(40)))))
            fit = maximum_likelihood(crosstable(tuple(true), pairings), mean=0.0)
            for rated in fit.groups[0].rated:
                assert rated.error is not None
                found[rated.player].append(rated.rating)
                errors[rated.player].append(rated.error)
        for player, ratings in found.items():
            assert float(np.mean(ratings)) == pytest.approx(true[player], abs=4.0)
            assert float(np.std(ratings)) == pytest.approx(float(np.mean(errors[player])), rel=0.12)

    def test_the_sandwich_of_balanced_scores_is_that_of_games_played_again(self) -> None:
        chance = random.Random(9)
        true = {"A": 180.0, "B": 0.0, "C": -180.0}
        found, errors = [], []
        for _ in range(600):
            pairings = []
            for one, other in (("A", "B"), ("B", "C"), ("A", "C")):
                p = NORMAL.probability(true[one] - true[other])
                pairings.append(Pairing(one, other, 60.0, float(sum(chance.random() < p for _ in range(60)))))
            fit = maximum_likelihood(crosstable(tuple(true), pairings), NORMAL, balance=True)
            found.append(fit.ratings["A"])
            errors.append(fit.groups[0].rated[0].error or 0.0)
        assert float(np.std(found)) == pytest.approx(float(np.mean(errors)), rel=0.1)


class TestWhatMustNotMatter:
    @given(st.integers(0, 10_000), st.randoms(use_true_random=False), st.sampled_from(SMOOTH))
    @settings(deadline=None, max_examples=40)
    def test_names_order_and_sides(self, seed: int, chance: random.Random, expectancy: Expectancy) -> None:
        table = random_table(seed, 7, 25)
        players, pairings = list(table.players), list(table.pairings)
        chance.shuffle(players)
        chance.shuffle(pairings)
        turned = [Pairing(p.other, p.one, p.games, p.games - p.score) if chance.random() < 0.5 else p for p in pairings]
        fit, again = maximum_likelihood(table, expectancy), maximum_likelihood(crosstable(players, turned), expectancy)
        assert {p: again.ratings[p] for p in table.players} == pytest.approx(fit.ratings, abs=1e-8)
        errors = {rated.player: rated.error for rated in fit.groups[0].rated}
        assert {rated.player: rated.error for rated in again.groups[0].rated} == pytest.approx(errors, rel=1e-8)

    @given(st.integers(0, 10_000), st.floats(1.0, 5000.0), st.floats(-5000.0, 5000.0))
    @settings(deadline=None, max_examples=40)
    def test_the_scale_stretches_ratings_and_errors_alike(self, seed: int, c: float, mean: float) -> None:
        table = random_table(seed, 6, 25)
        for plain, scaled in ((LOGISTIC, Logistic(c)), (NORMAL, Normal(c * math.sqrt(2.0)))):
            fit, other = maximum_likelihood(table, plain, mean=0.0), maximum_likelihood(table, scaled, mean=mean)
            for one, two in zip(fit.groups[0].rated, other.groups[0].rated, strict=True):
                assert two.rating - mean == pytest.approx(one.rating * c / 200.0, rel=1e-8, abs=1e-8 * (c + abs(mean)))
                assert two.error == pytest.approx((one.error or 0.0) * c / 200.0, rel=1e-8)

    @given(st.integers(0, 10_000), st.integers(2, 50))
    @settings(deadline=None, max_examples=25)
    def test_every_game_k_times_over_gives_the_same_ratings_and_errors_by_the_root(self, seed: int, k: int) -> None:
        table = random_table(seed, 6, 25)
        times = Crosstable(
            table.players, tuple(Pairing(p.one, p.other, k * p.games, k * p.score) for p in table.pairings)
        )
        fit, other = maximum_likelihood(table, NORMAL), maximum_likelihood(times, NORMAL)
        assert other.ratings == pytest.approx(fit.ratings, abs=1e-7)
        for one, two in zip(fit.groups[0].rated, other.groups[0].rated, strict=True):
            assert two.error == pytest.approx((one.error or 0.0) / math.sqrt(k), rel=1e-7)

    @given(st.integers(0, 10_000), st.sampled_from([(LOGISTIC, False), (LOGISTIC, True), (NORMAL, True)]))
    @settings(deadline=None, max_examples=40)
    def test_expected_scores_are_scores(self, seed: int, kind: tuple[Expectancy, bool]) -> None:
        fit = maximum_likelihood(random_table(seed, 8, 40), kind[0], balance=kind[1])
        for rated in fit.groups[0].rated:
            assert rated.expected == pytest.approx(rated.score, abs=1e-9)
            assert rated.score == pytest.approx(fit.table.score(rated.player))


class TestFixedRatings:
    """Anchoring to known ratings."""

    def test_a_player_fixed_where_he_stands_changes_nobody(self) -> None:
        table = random_table(3, 10, 60)
        free = maximum_likelihood(table)
        for fixed in (["player 4"], ["player 0", "player 9"]):
            fit = maximum_likelihood(table, fixed={player: free.ratings[player] for player in fixed})
            assert fit.ratings == pytest.approx(free.ratings, abs=1e-8)
            assert [rated.player for rated in fit.groups[0].rated if rated.fixed] == fixed
            assert all(rated.error == 0.0 for rated in fit.groups[0].rated if rated.fixed)
        assert fit.groups[0].constraint == "the given ratings of player 0, player 9 hold it"

    @pytest.mark.parametrize("expectancy", SMOOTH, ids=lambda kind: kind.name)
    def test_a_general_optimiser_finds_the_same(self, expectancy: Expectancy) -> None:
        table = random_table(4, 8, 50)
        fixed = {"player 1": 2400.0, "player 6": 2100.0}
        fit = maximum_likelihood(table, expectancy, fixed=fixed)
        value = log_likelihood(table, expectancy.name)
        free = [at for at, player in enumerate(table.players) if player not in fixed]

        def whole(x: Vector) -> Vector:
            ratings = np.array([fixed.get(player, 0.0) for player in table.players])
            ratings[free] = x
            return ratings

        found = optimum(lambda x: value(whole(x)), np.full(len(free), 2250.0))
        assert vector(fit) == pytest.approx(whole(found), abs=0.01)
        information = -bends(lambda x: value(whole(x)), vector(fit)[free])
        errors = [fit.groups[0].rated[at].error for at in free]
        assert errors == pytest.approx(np.sqrt(np.diag(np.linalg.inv(information))), rel=1e-3)

    def test_pools_that_meet_only_fixed_ratings_are_on_one_scale(self) -> None:
        table = crosstable(("A", "x", "B", "y"), [Pairing("A", "x", 10.0, 6.0), Pairing("B", "y", 10.0, 3.0)])
        fit = maximum_likelihood(table, fixed={"A": 2500.0, "B": 2000.0})
        assert fit.ratings["x"] == pytest.approx(2500.0 - LOGISTIC.difference(0.6))
        assert fit.ratings["y"] == pytest.approx(2000.0 - LOGISTIC.difference(0.3))
        assert len(fit.groups) == 1
        assert fit.remarks == ()

    def test_a_pool_without_one_is_said_to_be_on_no_scale(self) -> None:
        table = crosstable(("A", "x", "B", "y"), [Pairing("A", "x", 10.0, 6.0), Pairing("B", "y", 10.0, 3.0)])
        fit = maximum_likelihood(table, fixed={"A": 2500.0})
        assert [group.group.players for group in fit.groups] == [("A", "x"), ("B", "y")]
        assert "Only the pool of the fixed ratings is on their scale." in fit.remarks

    def test_who_beat_a_fixed_rating_every_time_is_unbounded_above_it(self) -> None:
        table = crosstable(("A", "x", "y"), [Pairing("x", "A", 4.0, 4.0), Pairing("A", "y", 4.0, 2.0)])
        fit = maximum_likelihood(table, fixed={"A": 2000.0})
        assert fit.ratings == pytest.approx({"A": 2000.0, "y": 2000.0})
        assert [(group.group.players, group.group.standing) for group in fit.unplaced] == [(("x",), Standing.ABOVE)]


def reaches(table: Crosstable, start: str) -> set[str]:
    """Everybody down a chain of points from a player, by the plainest search."""
    seen, waiting = {start}, [start]
    while waiting:
        player = waiting.pop()
        for opponent, _, score in table.opponents(player):
            if score > 0.0 and opponent not in seen:
                seen.add(opponent)
                waiting.append(opponent)
    return seen


@st.composite
def sparse_tables(draw: st.DrawFn) -> Crosstable:
    """Few games, many of them one-sided: clean scores, groups above groups, separate pools."""
    size = draw(st.integers(2, 9))
    pairs = draw(st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), min_size=1, max_size=14))
    met = {}
    for a, b in pairs:
        if a != b:
            n = draw(st.integers(1, 4))
            met[min(a, b), max(a, b)] = (float(n), draw(st.sampled_from([0.0, 0.5 * n, float(n), float(n)])))
    if not met:
        met[0, 1] = (1.0, 1.0)
    used = sorted({at for pair in met for at in pair})
    return crosstable([str(at) for at in used], [Pairing(str(a), str(b), n, s) for (a, b), (n, s) in met.items()])


class TestUnbounded:
    """Perfect and zero scores, of players and of groups, found exactly."""

    @given(sparse_tables())
    @settings(deadline=None, max_examples=200)
    def test_groups_are_those_who_reach_each_other(self, table: Crosstable) -> None:
        down = {player: reaches(table, player) for player in table.players}
        groups = groups_of(table)
        assert sorted(player for group in groups for player in group.players) == sorted(table.players)
        of = {player: group for group in groups for player in group.players}
        for one in table.players:
            for other in table.players:
                both = other in down[one] and one in down[other]
                assert (of[one] is of[other]) == both
        for group in groups:
            placed = [g for g in groups if g.pool == group.pool and g.standing is Standing.PLACED]
            assert len(placed) <= 1
            if placed and group is not placed[0]:
                main, own = placed[0].players[0], group.players[0]
                above, below = main in down[own], own in down[main]
                assert group.standing is (Standing.ABOVE if above else Standing.BELOW if below else Standing.BESIDE)

    @given(sparse_tables(), st.sampled_from(SMOOTH))
    @settings(deadline=None, max_examples=100)
    def test_no_fit_moves_and_the_direction_is_the_one_that_fits_better(
        self, table: Crosstable, expectancy: Expectancy
    ) -> None:
        fit = maximum_likelihood(table, expectancy)
        assert all(group.converged for group in fit.groups)
        value = log_likelihood(table, expectancy.name)
        for group in fit.unplaced:
            if group.group.standing is Standing.BESIDE or not any(
                other.group.pool == group.group.pool and other.group.standing is Standing.PLACED for other in fit.groups
            ):
                continue
            # Everybody above him goes along, everybody below stays: then it fits the better, the farther.
            up = group.group.standing is Standing.ABOVE
            along = (
                {player for player in table.players if (group.group.players[0] in reaches(table, player)) == up}
                if up
                else reaches(table, group.group.players[0])
            )
            sign = 1.0 if up else -1.0
            base = {rated.player: rated.rating for g in fit.groups for rated in g.rated}
            values = [
                value(np.array([base[p] + (sign * far if p in along else 0.0) for p in table.players]))
                for far in (0.0, 200.0, 400.0, 800.0)
            ]
            assert all(later >= earlier for earlier, later in pairwise(values))

    def test_a_perfect_score_does_not_pull_the_others(self) -> None:
        table = crosstable_of_matrix(
            ("A", "B", "C", "winner", "loser"),
            ((0, 4, 3, 0, 2), (2, 0, 4, 0, 2), (3, 2, 0, 0, 2), (2, 2, 2, 0, 1), (0, 0, 0, 0, 0)),
        )
        fit = maximum_likelihood(table)
        alone = maximum_likelihood(crosstable_of_matrix(("A", "B", "C"), ((0, 4, 3), (2, 0, 4), (3, 2, 0))))
        assert fit.ratings == pytest.approx(alone.ratings, abs=1e-9)
        assert {group.group.players: group.group.standing for group in fit.unplaced} == {
            ("winner",): Standing.ABOVE,
            ("loser",): Standing.BELOW,
        }
        assert fit.left_out == 13.0
        assert fit.remarks == (
            "winner made every point that leads down to the others: unbounded above, not placed.",
            "loser lost every point that leads up to the others: unbounded below, not placed.",
            "13 games between groups are left out; a prior would take them in.",
        )

    def test_a_whole_group_may_stand_above_another(self) -> None:
        table = crosstable_of_matrix(
            ("A", "B", "c", "d", "e"),
            ((0, 2, 1, 0, 0), (1, 0, 1, 0, 0), (0, 0, 0, 3, 2), (0, 0, 2, 0, 1), (0, 0, 2, 2, 0)),
        )
        fit = maximum_likelihood(table)
        assert list(fit.ratings) == ["c", "d", "e"]
        (upper,) = fit.unplaced
        assert (upper.group.players, upper.group.standing) == (("A", "B"), Standing.ABOVE)
        apart, error = upper.difference("A", "B")
        assert apart == pytest.approx(LOGISTIC.difference(2.0 / 3.0))
        assert error is not None
        assert fit.remarks[0].startswith("A, B, as a group, made every point")

    def test_nobody_can_be_placed_when_every_game_goes_one_way(self) -> None:
        names = [str(at) for at in range(400)]
        table = crosstable(names, [Pairing(a, b, 1.0, 1.0) for a, b in pairwise(names)])
        fit = maximum_likelihood(table)
        assert fit.ratings == {}
        standings = [group.group.standing for group in fit.groups]
        assert (standings[0], standings[-1]) == (Standing.ABOVE, Standing.BELOW)
        assert set(standings[1:-1]) == {Standing.BESIDE}
        assert fit.left_out == 399.0


class TestPools:
    def test_disconnected_groups_are_solved_one_by_one(self) -> None:
        one, two = random_table(11, 6, 30), random_table(12, 5, 30)
        table = crosstable(
            [*one.players, *(f"other {player}" for player in two.players)],
            [*one.pairings, *(Pairing(f"other {p.one}", f"other {p.other}", p.games, p.score) for p in two.pairings)],
        )
        fit = maximum_likelihood(table)
        assert len(fit.groups) == 2
        expected = maximum_likelihood(one).ratings | {
            f"other {player}": rating for player, rating in maximum_likelihood(two).ratings.items()
        }
        assert fit.ratings == pytest.approx(expected, abs=1e-9)
        assert fit.remarks == ("The players fall into 2 pools without a game between them: no comparison.",)
        with pytest.raises(EloError, match="not in this group"):
            fit.groups[0].difference("player 0", "other player 0")


class TestPrior:
    @pytest.mark.parametrize("expectancy", SMOOTH, ids=lambda kind: kind.name)
    def test_it_places_everybody_and_a_general_optimiser_finds_the_same(self, expectancy: Expectancy) -> None:
        prior = Prior(2.0, 1500.0)
        table = crosstable_of_matrix(("A", "B", "C", "D"), ((0, 3, 3, 0), (0, 0, 1, 0), (0, 1, 0, 0), (0, 0, 2, 0)))
        fit = maximum_likelihood(table, expectancy, prior=prior)
        assert list(fit.ratings) == ["A", "B", "C", "D"]
        value = log_likelihood(table, expectancy.name, prior)
        assert vector(fit) == pytest.approx(optimum(value, np.full(4, 1500.0)), abs=0.01)
        errors = [rated.error for rated in fit.groups[0].rated]
        assert errors == pytest.approx(np.sqrt(np.diag(np.linalg.inv(-bends(value, vector(fit))))), rel=1e-3)
        assert fit.groups[0].constraint == "the prior at 1500 holds the level"
        assert "credited with 2 drawn games against 1500" in fit.remarks[0]

    def test_it_links_pools_and_says_so(self) -> None:
        table = crosstable(("A", "B", "C", "D"), [Pairing("A", "B", 4.0, 3.0), Pairing("C", "D", 4.0, 2.0)])
        fit = maximum_likelihood(table, prior=Prior(1.0, 1500.0))
        assert len(fit.groups) == 1
        assert fit.remarks[0] == "Nothing but the prior links 2 pools of players without a game between them."

    def test_a_weaker_prior_leaves_the_likelihood_alone(self) -> None:
        table = random_table(5, 8, 60)
        plain = maximum_likelihood(table)
        weak = maximum_likelihood(table, prior=Prior(1e-9, 500.0))
        apart = vector(weak) - vector(plain)
        assert float(np.max(np.abs(apart - np.mean(apart)))) < 1e-5

    def test_elo_s_method_knows_none(self) -> None:
        fit = maximum_likelihood(random_table(5, 4, 20), prior=Prior())
        with pytest.raises(EloError, match="knows no prior"):
            fit.mean_opponents(fit.groups[0])


class TestMeanOpponents:
    @given(st.integers(0, 5_000))
    @settings(deadline=None, max_examples=25)
    def test_in_a_complete_round_robin_the_order_is_the_same(self, seed: int) -> None:
        chance = random.Random(seed)
        names = [str(at) for at in range(6)]
        pairings = [
            Pairing(one, other, 6.0, 0.5 * chance.randint(2, 10))
            for at, one in enumerate(names)
            for other in names[at + 1 :]
        ]
        fit = maximum_likelihood(crosstable(names, pairings))
        other = fit.mean_opponents(fit.groups[0])
        by_score = sorted(range(6), key=lambda at: fit.groups[0].rated[at].score)
        for ratings in (list(fit.ratings.values()), other):
            assert all(ratings[a] <= ratings[b] + 1e-6 for a, b in pairwise(by_score))

    def test_fixed_ratings_hold_there_too(self) -> None:
        table = random_table(6, 6, 40)
        fit = maximum_likelihood(table, fixed={"player 2": 2300.0})
        found = dict(zip((r.player for r in fit.groups[0].rated), fit.mean_opponents(fit.groups[0]), strict=True))
        assert found["player 2"] == 2300.0
        assert max(abs(found[player] - fit.ratings[player]) for player in found) < 60.0

    def test_a_lone_player_is_where_he_is(self) -> None:
        table = crosstable(("A", "B"), [Pairing("A", "B", 1.0, 1.0)])
        fit = maximum_likelihood(table)
        assert fit.mean_opponents(fit.groups[0]) == (500.0,)
        assert fit.groups[0].constraint == "nothing holds A, who stands alone"


def extreme_numbers() -> st.SearchStrategy[float]:
    return st.one_of(
        st.floats(1e-12, 1e9),
        st.sampled_from([5e-324, 1e-300, 1e-9, 0.5, 1.0, 1e6, 1e11]),
    )


@st.composite
def extreme_tables(draw: st.DrawFn) -> Crosstable:
    size = draw(st.integers(2, 6))
    pairings = []
    for a in range(size):
        for b in range(a + 1, size):
            if b == a + 1 or draw(st.booleans()):
                n = draw(extreme_numbers())
                part = draw(st.one_of(st.floats(0.0, 1.0), st.sampled_from([0.0, 1e-300, 1e-12, 0.5, 1.0])))
                pairings.append(Pairing(str(a), str(b), n, min(n, n * part)))
    return crosstable([str(at) for at in range(size)], pairings)


class TestNothingLoopsForEver:
    """Whatever the numbers: an answer, or one clear message, within a few seconds."""

    @given(
        extreme_tables(),
        st.sampled_from(SMOOTH),
        st.booleans(),
        st.one_of(st.none(), st.floats(-1e6, 1e6)),
        st.one_of(st.none(), st.floats(1e-12, 1e6)),
    )
    @settings(deadline=None, max_examples=300)
    def test_extreme_tables_end(
        self,
        table: Crosstable,
        expectancy: Expectancy,
        balance: bool,
        fixed: float | None,
        prior: float | None,
    ) -> None:
        start = time.monotonic()
        known = {} if fixed is None else {"0": fixed}
        with suppress(EloError):
            fit = maximum_likelihood(
                table, expectancy, fixed=known, prior=None if prior is None else Prior(prior, 0.0), balance=balance
            )
            assert all(math.isfinite(rating) for rating in fit.ratings.values())
            assert all(group.steps <= newton.MOST_STEPS for group in fit.groups)
            assert isinstance(fit.remarks, tuple)
        assert time.monotonic() - start < 5.0

    @given(
        st.integers(0, 2_000),
        st.floats(1e-9, 1e3),
        st.sampled_from([(LOGISTIC, False), (NORMAL, False), (NORMAL, True)]),
    )
    @settings(deadline=None, max_examples=60)
    def test_ordinary_tables_with_a_thread_between_two_halves_converge(
        self, seed: int, thread: float, kind: tuple[Expectancy, bool]
    ) -> None:
        one, two = random_table(seed, 5, 30), random_table(seed + 1, 5, 30)
        table = crosstable(
            [*one.players, *(f"other {player}" for player in two.players)],
            [
                *one.pairings,
                *(Pairing(f"other {p.one}", f"other {p.other}", p.games, p.score) for p in two.pairings),
                Pairing("player 0", "other player 0", thread, 0.9 * thread),
            ],
        )
        fit = maximum_likelihood(table, kind[0], balance=kind[1])
        assert fit.groups[0].converged
        apart = fit.ratings["player 0"] - fit.ratings["other player 0"]
        assert apart == pytest.approx(kind[0].difference(0.9), abs=0.01)

    def test_large_groups_are_solved_without_a_dense_matrix(self, monkeypatch: pytest.MonkeyPatch) -> None:
        table = random_table(20, 120, 900)
        direct = maximum_likelihood(table)
        monkeypatch.setattr(newton, "DENSE", 20)
        monkeypatch.setattr(fitted, "DENSE", 20)
        monkeypatch.setitem(maximum_likelihood.__globals__, "DENSE", 20)
        large = maximum_likelihood(table)
        assert large.ratings == pytest.approx(direct.ratings, abs=1e-6)
        assert all(rated.error is None for rated in large.groups[0].rated)
        assert large.groups[0].difference("player 0", "player 1")[1] is None
        assert large.remarks == ("The group of player 0 is too large for standard errors.",)

    def test_ten_thousand_players_in_seconds(self) -> None:
        table = random_table(21, 10_000, 60_000)
        start = time.monotonic()
        fit = maximum_likelihood(table)
        assert time.monotonic() - start < 60.0
        assert fit.groups[0].converged


def pairs(*three: tuple[str, str, float, float]) -> Iterable[Pairing]:
    return [Pairing(*one) for one in three]


class TestBadInput:
    """One clear message each, also for tables that were made without `crosstable`."""

    @pytest.mark.parametrize(
        ("players", "pairings", "what"),
        [
            ((), (), "no player"),
            (("A", "B"), (), "no game"),
            (("A", "B"), pairs(("A", "B", -1.0, 0.0)), "played -1 games"),
            (("A", "B"), pairs(("A", "B", 0.0, 0.0)), "played 0 games"),
            (("A", "B"), pairs(("A", "B", 2.0, 3.0)), "cannot make 3 points"),
            (("A", "B"), pairs(("A", "B", 2.0, -1.0)), "cannot make -1 points"),
            (("A", "B"), pairs(("A", "B", math.nan, 1.0)), "nan is no number"),
            (("A", "B"), pairs(("A", "B", math.inf, 1.0)), "inf is no number"),
            (("A", "B"), pairs(("A", "B", 2.0, math.nan)), "nan is no number"),
            (("A", "B", "C"), pairs(("A", "B", 2.0, 1.0)), "C has no game"),
            (("A", "B"), pairs(("A", "B", 1e13, 1.0)), "too many games"),
        ],
    )
    def test_tables(self, players: tuple[str, ...], pairings: tuple[Pairing, ...], what: str) -> None:
        with pytest.raises(EloError, match=what):
            maximum_likelihood(Crosstable(tuple(players), tuple(pairings)))

    def test_a_matrix_that_is_not_symmetric(self) -> None:
        with pytest.raises(EloError, match="2 games one way, 3 the other"):
            crosstable_of_matrix(("A", "B"), ((0.0, 1.0), (1.0, 0.0)), ((0.0, 2.0), (3.0, 0.0)))

    def test_expectancies_without_a_likelihood(self) -> None:
        for expectancy in (LINEAR, TABLE_2_11):
            with pytest.raises(EloError, match="no smooth likelihood"):
                maximum_likelihood(morphy(), expectancy)

    def test_fixed_ratings_mean_and_prior(self) -> None:
        for fixed, what in (
            ({"Steinitz": 2600.0}, "not in this crosstable"),
            ({"Morphy": math.nan}, "nan is no number"),
            (dict.fromkeys(ORDER, 2500.0), "every rating is fixed"),
        ):
            with pytest.raises(EloError, match=what):
                maximum_likelihood(morphy(), fixed=fixed)
        with pytest.raises(EloError, match="at mean"):
            maximum_likelihood(morphy(), mean=math.inf)
        with pytest.raises(EloError, match=r"at prior\.games"):
            maximum_likelihood(morphy(), prior=Prior(0.0))
        with pytest.raises(EloError, match=r"at prior\.rating"):
            maximum_likelihood(morphy(), prior=Prior(1.0, math.nan))
