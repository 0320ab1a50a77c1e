"""Sections 3.32, 3.34-3.36 and 3.8: making, joining and watching pools."""

from __future__ import annotations

from math import fsum
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad import datasets
from arpad.rules.elo.crosstable import Crosstable, Pairing, crosstable
from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import LOGISTIC, NORMAL, Expectancy
from arpad.rules.elo.monitoring import Segment, drift_of_sample, monitor, pool_requirement, sample, together
from arpad.rules.elo.pools import after_event, align_pools, normal_play
from arpad.rules.elo.rounding import half_up

NAMES = tuple("ABCDE")


def all_play_all(strengths: dict[str, float], games: float = 10.0) -> Crosstable:
    """Everybody scores exactly what his strength promises."""
    return crosstable(
        tuple(strengths),
        [
            Pairing(one, other, games, games * NORMAL.probability(strengths[one] - strengths[other]))
            for i, one in enumerate(strengths)
            for other in list(strengths)[i + 1 :]
        ],
    )


@pytest.mark.book("P7")
class TestNormalPlay:
    """3.32: from one rating for all, proper relative ratings are generated."""

    STRENGTHS: ClassVar = {"A": 1800.0, "B": 1650.0, "C": 1500.0, "D": 1350.0, "E": 1200.0}

    def test_in_time_the_true_differences_come_out(self) -> None:
        found = normal_play([all_play_all(self.STRENGTHS, 1.0)] * 200, start=1500.0)
        for player, strength in self.STRENGTHS.items():
            assert found.ratings[player] == pytest.approx(strength, abs=0.5)

    def test_it_counts_the_opponents_and_names_isolated_groups(self) -> None:
        apart = [
            crosstable(("A", "B"), [Pairing("A", "B", 2.0, 1.5)]),
            crosstable(("C", "D"), [Pairing("C", "D", 2.0, 1.5)]),
        ]
        found = normal_play(apart, start=1500.0)
        assert found.opponents == dict.fromkeys("ABCD", 1)
        assert found.groups == (("A", "B"), ("C", "D"))
        assert found.fairly_good == ()
        assert normal_play([*apart, all_play_all({"B": 1.0, "C": 1.0})], start=0.0).groups == (("A", "B", "C", "D"),)

    def test_whoever_met_thirty_different_opponents_is_fairly_well_placed(self) -> None:
        names = [f"P{i}" for i in range(31)]
        events = [crosstable(("P0", other), [Pairing("P0", other, 1.0, 0.5)]) for other in names[1:]]
        assert normal_play(events, start=1500.0).fairly_good == ("P0",)

    def test_a_player_keeps_his_rating_through_events_without_him(self) -> None:
        events = [all_play_all({"A": 100.0, "B": 0.0}), all_play_all({"B": 0.0, "C": 0.0})]
        found = normal_play(events, start=1500.0)
        assert found.history[0]["A"] == found.history[1]["A"] > 1500.0
        assert found.history[0]["C"] == 1500.0

    @given(st.lists(st.integers(0, 20), min_size=10, max_size=10), st.sampled_from([NORMAL, LOGISTIC]))
    def test_points_only_change_hands(self, halves: list[int], kind: Expectancy) -> None:
        pairs = [(one, other) for i, one in enumerate(NAMES) for other in NAMES[i + 1 :]]
        event = crosstable(NAMES, [Pairing(a, b, 10.0, h / 2) for (a, b), h in zip(pairs, halves, strict=True)])
        ratings = {name: 1400.0 + 100 * at for at, name in enumerate(NAMES)}
        assert fsum(after_event(event, ratings, 32.0, kind).values()) == pytest.approx(fsum(ratings.values()))

    @pytest.mark.parametrize(
        ("events", "options", "words"),
        [
            ([], {"start": 1500.0}, "there is no event"),
            ([all_play_all({"A": 0.0, "B": 0.0})], {"start": float("nan")}, "is no number"),
            ([all_play_all({"A": 0.0, "B": 0.0})], {"start": 1500.0, "k": 0.0}, "not above zero"),
        ],
    )
    def test_bad_input_is_refused(self, events: list[Crosstable], options: dict[str, float], words: str) -> None:
        with pytest.raises(EloError, match=words):
            normal_play(events, **options)  # type: ignore[arg-type]


@pytest.mark.book("P9")
class TestAlignment:
    """3.34, 3.36, 4.25: common players tell the offset."""

    def test_the_offset_is_the_mean_difference_and_its_error_the_spread_by_the_root_of_the_number(self) -> None:
        found = align_pools({"A": 500.0, "B": 600.0, "X": 0.0}, {"A": 2510.0, "B": 2590.0, "Y": 1.0})
        assert (found.players, found.offset) == (("A", "B"), 2000.0)
        assert found.standard_error == pytest.approx(10.0)  # spread sqrt(200), two players
        assert found.residuals == {"A": 10.0, "B": -10.0}

    def test_one_common_player_tells_no_error(self) -> None:
        assert align_pools({"A": 500.0}, {"A": 2500.0}).standard_error is None

    def test_scales_that_divide_differently_are_stretched(self) -> None:
        found = align_pools({"A": 50.0, "B": 100.0}, {"A": 2100.0, "B": 2300.0}, class_interval=50.0)
        assert (found.stretch, found.offset) == (4.0, 1900.0)
        assert found.conform({"C": 75.0}) == {"C": 2200.0}

    @given(st.lists(st.floats(-500, 500), min_size=2, max_size=9), st.floats(-3000, 3000))
    def test_a_shifted_pool_is_found_again(self, ratings: list[float], offset: float) -> None:
        pool = {f"P{at}": rating for at, rating in enumerate(ratings)}
        found = align_pools(pool, {player: rating + offset for player, rating in pool.items()})
        assert found.offset == pytest.approx(offset, abs=1e-9)
        assert found.standard_error == pytest.approx(0.0, abs=1e-9)

    def test_pools_without_a_common_player_cannot_be_aligned(self) -> None:
        with pytest.raises(EloError, match="no player belongs to both"):
            align_pools({"A": 1.0}, {"B": 1.0})
        with pytest.raises(EloError, match="not above zero"):
            align_pools({"A": 1.0}, {"A": 1.0}, class_interval=0.0)
        with pytest.raises(EloError, match="is no number"):
            align_pools({"A": float("nan")}, {"A": 1.0})


@pytest.mark.book("P13", "t-3.84")
class TestPointExchanges:
    """3.83-3.84: 23 of 24 cells; the mean gain of all players is printed 1.1, its parts give 1.2."""

    def test_the_table_of_1973_and_1974(self) -> None:
        data = datasets.point_exchanges()
        rows = {row.group: Segment(row.group, row.players, row.bonuses, row.gain) for row in data.rows}
        same, missed = 0, {}
        for row in data.rows:
            assert half_up(rows[row.group].bonus_percent, 1) == row.bonus_percent
            same += 1
        whole = {
            "All juniors": ("Juniors rated under 1700", "Juniors over 1700"),
            "All adults": ("Adults under 1700", "Adults over 1700"),
            "All players under 1700": ("Juniors rated under 1700", "Adults under 1700"),
            "All players over 1700": ("Juniors over 1700", "Adults over 1700"),
            "All players": ("All juniors", "All adults"),
        }
        for name, parts in whole.items():
            found = together(name, [rows[part] for part in parts])
            assert (found.players, found.bonuses) == (rows[name].players, rows[name].bonuses)
            same += 2
            if half_up(found.mean_gain, 1) == rows[name].mean_gain:
                same += 1
            else:
                missed[name] = (rows[name].mean_gain, half_up(found.mean_gain, 1))
        assert missed == {"All players": (1.1, 1.2)}
        assert same == 23

    def test_segments_come_from_single_changes(self) -> None:
        found = monitor([("J", 30.0, True), ("A", -10.0, False), ("J", 20.0, False)])
        assert found == (Segment("J", 2, 1, 25.0), Segment("A", 1, 0, -10.0))
        assert found[0].bonus_percent == 50.0

    def test_nobody_is_refused(self) -> None:
        with pytest.raises(EloError, match="there is no change"):
            monitor([])
        with pytest.raises(EloError, match="is no number"):
            monitor([("J", float("nan"), False)])
        with pytest.raises(EloError, match="nobody in these segments"):
            together("none", [])


@pytest.mark.book("P13", "un-3.54-point-requirement")
class TestSamples:
    """3.54, 3.81: what a pool needs, and whether its level moves."""

    def test_a_steady_fall_of_the_same_players_is_significant(self) -> None:
        before = {f"P{i}": 1500.0 + 100 * i for i in range(10)}
        after = {player: rating - 10 + (at % 3 - 1) for at, (player, rating) in enumerate(before.items())}
        found = drift_of_sample(before, after)
        assert found.change == pytest.approx(-10.1)
        assert found.probability is not None
        assert found.probability < 0.001

    def test_other_players_are_compared_by_their_means(self) -> None:
        found = drift_of_sample({"A": 1500.0, "B": 1700.0}, {"C": 1500.0, "D": 1600.0, "E": 1700.0})
        assert found.change == 0.0
        assert found.standard_error == pytest.approx((20000 / 2 + 10000 / 3) ** 0.5)
        assert found.probability == pytest.approx(1.0)

    def test_where_nothing_varies_nothing_is_tested(self) -> None:
        found = drift_of_sample({"A": 1500.0, "B": 1700.0}, {"A": 1490.0, "B": 1690.0})
        assert (found.change, found.z, found.probability) == (-10.0, None, None)

    def test_careers_take_points_out_of_the_pool(self) -> None:
        assert pool_requirement([(1400.0, 1850.0), (1500.0, 1450.0)]) == 400.0
        with pytest.raises(EloError, match="is no number"):
            pool_requirement([(1400.0, float("inf"))])

    def test_a_sample_of_one_shows_no_spread(self) -> None:
        assert sample([1500.0]).sd == 0.0
        with pytest.raises(EloError, match="at least two players"):
            drift_of_sample({"A": 1500.0}, {"A": 1500.0})
        with pytest.raises(EloError, match="nothing here"):
            sample([])
