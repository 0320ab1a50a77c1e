"""What may be asked for: any size from two members to a million, any days of the law, as many games as fit."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest

from arpad.generator import generate

DAY = date(2024, 5, 4)


class TestTheNumberOfGames:
    @pytest.mark.parametrize("seed", [1, 2, 3])
    @pytest.mark.parametrize(
        ("members", "games"),
        [
            *[(2, 0), (2, 40), (3, 25), (10, 200), (40, 1000), (100, 50), (100, 2000), (100, 5000)],
            *[(1000, 500), (1000, 20_000), (5000, 10_000), (20_000, 10_000), (20_000, 400_000)],
        ],
    )
    def test_is_within_two_per_cent_or_24_of_what_was_asked(self, members: int, games: int, seed: int) -> None:
        assert abs(generate(members, seed=seed, games=games).columns.games - games) <= max(24, 0.02 * games)

    def test_of_a_large_federation_is_within_half_a_per_cent(self) -> None:
        assert abs(generate(100_000, seed=3).columns.games / 2_000_000 - 1) < 0.005

    def test_is_20_a_member_when_nothing_is_said(self) -> None:
        assert generate(3000, seed=1).columns.games == pytest.approx(60_000, rel=0.02)

    @pytest.mark.parametrize("last", [DAY, date(2024, 5, 10), date(2024, 8, 1)])
    @pytest.mark.parametrize("members", [2, 10, 500, 5000])
    def test_is_reached_in_a_short_time_too(self, members: int, last: date) -> None:
        games = members // 2
        federation = generate(members, seed=1, games=games, first=DAY, last=last)
        assert abs(federation.columns.games - games) <= max(40, 0.03 * games)

    def test_may_be_none(self) -> None:
        federation = generate(1000, seed=1, games=0)
        assert federation.columns.games <= 24
        assert len(federation.member_ids) == 1000


class TestTheNumberOfMembers:
    @pytest.mark.parametrize("members", [2, 3, 4, 5, 7, 49, 50, 51, 399, 400, 401])
    def test_is_exactly_what_was_asked(self, members: int) -> None:
        federation = generate(members, seed=6)
        assert len(federation.member_ids) == members
        assert len(federation.names) == members
        assert all(len(column) == members for column in federation.columns.members)

    def test_may_be_a_million(self) -> None:
        federation = generate(1_000_000, seed=6, games=30_000)
        assert federation.columns.games == pytest.approx(30_000, rel=0.02)
        assert federation.member_ids.n_unique() == 1_000_000
        assert federation.member_ids.str.len_bytes().unique().to_list() == [8]
        assert federation.columns.entries.member.max() < 1_000_000

    def test_nearly_all_of_them_play(self) -> None:
        federation = generate(20_000, seed=6)
        assert len(np.unique(federation.columns.entries.member)) > 0.98 * 20_000 - 0.015 * 20_000


class TestWhatCannotBe:
    @pytest.mark.parametrize(
        ("asked", "message"),
        [
            ({"members": 1}, "a federation has 2 to 1000000 members, not 1"),
            ({"members": -3}, "a federation has 2 to 1000000 members, not -3"),
            ({"members": 1_000_001}, "a federation has 2 to 1000000 members, not 1000001"),
            ({"games": -1}, "a number of games cannot be negative: -1"),
            (
                {"first": date(2000, 12, 31)},
                "nothing is known of the rating system before 2001-01-01: the first day cannot be 2000-12-31",
            ),
            (
                {"first": date(2012, 1, 2), "last": date(2012, 1, 1)},
                "the last day, 2012-01-01, is before the first, 2012-01-02",
            ),
            (
                {"members": 100, "first": DAY, "last": DAY},
                "2000 games cannot be played by 100 members in 1 day: ask for fewer games, or more days",
            ),
            (
                {"members": 2, "games": 10**12},
                "1000000000000 games cannot be played by 2 members in 9131 days: ask for fewer games, or more days",
            ),
            (
                {"members": 1000, "first": DAY, "last": date(2024, 5, 10)},
                "20000 games cannot be played by 1000 members in 7 days: ask for fewer games, or more days",
            ),
            (
                {"members": 50_000, "games": 150_000, "first": DAY, "last": DAY},
                "150000 games cannot be played by 50000 members in 1 day: ask for fewer games, or more days",
            ),
        ],
    )
    def test_is_refused_with_one_clear_message(self, asked: dict[str, Any], message: str) -> None:
        with pytest.raises(ValueError) as refused:
            generate(**asked)
        assert str(refused.value) == message
