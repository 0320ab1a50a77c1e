"""A short run of the differential test; `make differential` is the long one."""

from __future__ import annotations

from typing import Any

import pytest

from tests import differential


@pytest.mark.parametrize("chunk", range(8))
def test_the_rules_and_the_other_hand_agree_on_random_events(chunk: int) -> None:
    assert differential.compare(range(10_000_000 + chunk * 500, 10_000_000 + (chunk + 1) * 500)) == []


def test_the_comparison_would_notice_a_difference() -> None:
    one: dict[str, Any] = dict.fromkeys(differential.NUMBERS, 1.0) | dict.fromkeys(differential.EXACT, 1)
    one |= {"refused": None, "official": 1, "initial": None, "floor": None}
    assert list(differential._player(one, one)) == []
    for name in (*differential.NUMBERS, *differential.EXACT, "official", "floor", "refused", "initial"):
        other = one | {name: {"rating": 1.0, "games": 0} if name == "initial" else 1.000001}
        assert list(differential._player(one, other)), name
