"""A federation is a function of what it was asked by: the same bits again, on whatever the code runs."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date

import pytest

from arpad.generator import generate
from tests.generator.making import PARTS, digest, leaves, town

SMALL = "generate({members}, seed={seed}, games={games})"
INTERPRETED = """
from arpad.kernel.compiled import HAS_NUMBA
from arpad.generator import generate
from tests.generator.making import digest
assert not HAS_NUMBA
print(digest({small}))
"""


class TestTheSameSeed:
    def test_gives_the_same_bits(self) -> None:
        assert digest(generate(20_000, seed=11)) == digest(town())

    def test_gives_the_same_bits_whoever_watches(self) -> None:
        told: list[tuple[int, int]] = []
        watched = generate(500, seed=4, games=2000, progress=lambda done, of: told.append((done, of)))
        assert digest(watched) == digest(generate(500, seed=4, games=2000))
        assert [done for done, _ in told] == sorted({done for done, _ in told})
        assert told[-1][0] == told[-1][1]
        assert len(told) <= 100

    def test_gives_the_same_bits_after_other_federations(self) -> None:
        before = digest(generate(300, seed=9))
        generate(400, seed=10)
        assert digest(generate(300, seed=9)) == before

    @pytest.mark.parametrize(
        ("members", "seed", "games"), [(100, 3, 400), (600, -7, 3000), (2, 2**70 + 1, 10), (30, 0, None)]
    )
    def test_gives_the_same_bits_compiled_and_interpreted(self, members: int, seed: int, games: int | None) -> None:
        small = SMALL.format(members=members, seed=seed, games=games)
        ran = subprocess.run(  # noqa: S603 our own code
            [sys.executable, "-W", "error", "-c", INTERPRETED.format(small=small)],
            env={**os.environ, "ARPAD_INTERPRETED": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.stdout.strip() == digest(generate(members, seed=seed, games=games)), ran.stderr


class TestAnotherSeed:
    def test_gives_another_federation_in_every_part(self) -> None:
        one, other = generate(500, seed=1), generate(500, seed=2)
        for part in set(PARTS) - {"member_ids"}:
            assert list(leaves(getattr(one, part))) != list(leaves(getattr(other, part))), part

    @pytest.mark.parametrize("seed", [-1, 0, 2**31, 2**32, 2**61, -(2**80) + 5])
    def test_may_be_any_whole_number(self, seed: int) -> None:
        assert digest(generate(100, seed=seed)) != digest(generate(100, seed=seed + 1))

    @pytest.mark.parametrize("bit", [0, 31, 32, 33, 61])
    def test_counts_in_every_bit(self, bit: int) -> None:
        assert digest(generate(100, seed=5)) != digest(generate(100, seed=5 ^ 2**bit))

    def test_counts_by_its_62_low_bits(self) -> None:
        assert digest(generate(100, seed=5)) == digest(generate(100, seed=5 + 2**62))


class TestAnotherRequest:
    def test_for_more_games_gives_another_federation_of_the_same_people(self) -> None:
        few, many = generate(500, seed=1, games=4000), generate(500, seed=1, games=8000)
        assert few.names.to_list() == many.names.to_list()
        assert few.columns.games < 0.6 * many.columns.games

    def test_for_other_days_keeps_to_them(self) -> None:
        sections = generate(500, seed=1, first=date(2012, 3, 4), last=date(2014, 1, 2)).columns.sections
        days = sections.start.astype("datetime64[D]"), sections.end.astype("datetime64[D]")
        assert days[0].min() >= date(2012, 3, 4)
        assert days[1].max() <= date(2014, 1, 2)
        assert days[1].max() - days[0].min() > 600
