"""Officially rated events, kept outside the repository: what the office's own program made of them."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import arpad
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.estimate import EstimatedGame, estimate
from arpad.rules.uschess.result import RatedSection
from arpad.rules.uschess.section import rate_section
from arpad.rules.vocabulary import Floor, Player, Rating, Round, Section, System

OFFICIAL = Path(__file__).parents[2] / "shared/data/official"

pytestmark = [
    pytest.mark.official,
    pytest.mark.skipif(not OFFICIAL.is_dir(), reason="../shared/data/official is not here: it stays outside"),
]

DAY = date(2016, 1, 1)
UNKNOWN = 1500.0
"""A stand-in for a rating that the data do not have; rows that depend on it are not checked."""


def rounds_of(cells: list[str]) -> tuple[Round, ...]:
    found = []
    for cell in cells:
        number = "".join(c for c in cell if c.isdigit())
        found.append(Round(cell[0], int(number) if number else None))
    return tuple(found)


def player_of(row: dict[str, Any], floors: dict[str, int]) -> Player:
    """A row of the data; a floor stands in as a lowered one, which is a level and nothing else."""
    value = floors.get(str(row["number"]))
    rating = UNKNOWN if row["pre"] is None else float(row["pre"])
    ratings = {} if row.get("unrated_before") else {System.OTBR: Rating(rating, row["pre_games"])}
    return Player(
        row["number"],
        rounds_of(row["rounds"]),
        ratings=ratings,
        floors=() if value is None else (Floor("lowered", value=float(value)),),
    )


def rated(rows: list[dict[str, Any]], book: Rulebook, floors: dict[str, int] | None = None) -> RatedSection:
    players = tuple(player_of(row, floors or {}) for row in rows)
    return rate_section(Section(1, DAY, DAY, players), book)


class TestEventOf64Players:
    """One event of 2015-16, B = 12, seven rounds."""

    content: Any

    @pytest.fixture(autouse=True)
    def read(self) -> None:
        self.content = json.loads((OFFICIAL / "us-regular-64-players.json").read_text(encoding="utf-8"))

    def test_62_of_64_end_within_a_point_without_floors(self) -> None:
        book = arpad.rulebook("OTBR", DAY)
        assert book.bonus_threshold == self.content["bonus_threshold"]
        outcome = rated(self.content["players"], book)
        off = {
            row["number"]: (outcome.player(row["number"]).post or 0.0) - row["post"]
            for row in self.content["players"]
            if abs((outcome.player(row["number"]).post or 0.0) - row["post"]) > 1.0
        }
        print(f"{64 - len(off)} of 64 within 1 point, off: {off}")
        assert sorted(off) == [18, 54]

    def test_the_other_two_end_at_their_floors(self) -> None:
        outcome = rated(self.content["players"], arpad.rulebook("OTBR", DAY), self.content["floors"])
        assert [outcome.player(number).official for number in (18, 54)] == [1600, 1200]
        assert all(
            abs((outcome.player(row["number"]).post or 0.0) - row["post"]) <= 1.0 for row in self.content["players"]
        )

    def test_the_counts_of_provisional_players_grow_by_their_games(self) -> None:
        outcome = rated(self.content["players"], arpad.rulebook("OTBR", DAY))
        known = [row for row in self.content["players"] if row["pre_games"] is not None and row["post_games"]]
        assert known
        assert all(outcome.player(row["number"]).post_games == row["post_games"] for row in known)


class TestCrosstablesOf2021:
    """145 sections rated before August 2021, B = 14."""

    def test_every_row_of_category_match_ends_within_a_point(self) -> None:
        content = json.loads((OFFICIAL / "us-2021-crosstables.json").read_text(encoding="utf-8"))
        book = arpad.rulebook("OTBR", "2021-06-01")
        assert book.bonus_threshold == content["bonus_threshold"]
        within: Counter[str] = Counter()
        beyond: Counter[str] = Counter()
        for section in content["sections"]:
            outcome = rated(section["players"], book)
            rows = {row["number"]: row for row in section["players"]}
            for entry in section["checkable"]:
                post = outcome.player(entry["number"]).post or 0.0
                near = abs(post - rows[entry["number"]]["post"]) <= 1.0
                (within if near else beyond)[entry["category"]] += 1
        print(f"within 1 point: {dict(within)}; beyond: {dict(beyond)}")
        assert within["match"] == 299
        assert beyond["match"] == 0


class TestWorkedExamples:
    """Numbers printed in the documents and in the official approximation paper."""

    def test_each_printed_approximation_is_reproduced(self) -> None:
        content = json.loads((OFFICIAL / "worked-examples.json").read_text(encoding="utf-8"))
        examples = {example["id"]: example for example in content["examples"]}
        standard = examples["approx-standard"]
        book = arpad.rulebook("OTBR", DAY)
        player = Player(1, ratings={System.OTBR: Rating(float(standard["rating"]), standard["N"])})
        games = [EstimatedGame(code, float(met)) for met, code in standard["games"]]
        found = estimate(player, games, book, DAY)
        assert found.post == pytest.approx(standard["post"], abs=1e-9)
        assert found.bonus == pytest.approx(standard["bonus"], abs=1e-9)
