"""Officially rated events through the kernel: the same counts as through the interpreted rules."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from arpad.history.events import record_of_events
from arpad.history.workbook import Workbook
from arpad.kernel.law_runs import periods
from arpad.kernel.rows import RATED
from arpad.rules.law import law
from arpad.rules.vocabulary import Event, LawChoice, Section, System
from tests import test_official as by_the_rules

pytestmark = by_the_rules.pytestmark


def rated(
    sections: list[list[dict[str, Any]]], day: date, floors: dict[str, int] | None = None
) -> list[dict[int, Any]]:
    """Crosstables as events of one history: what the kernel made of each player, by number."""
    events = []
    for place, rows in enumerate(sections):
        players = tuple(
            replace(by_the_rules.player_of(row, floors or {}), id=f"{place}.{row['number']}") for row in rows
        )
        of = Section(1, day, day, players, systems=(System.OTBR,))
        events.append(Event(day, day, (of,), id=f"{place:012}"))
    record = record_of_events(events)
    book = Workbook(record.columns, record.events.to_list(), periods(law(), LawChoice()))
    book.rate()
    found: list[dict[int, Any]] = [{} for _ in sections]
    for run in book.plan.order.tolist():
        if book.plan.runs.section[run] < 0:
            continue
        first, size, entry = (
            int(column[run]) for column in (book.plan.runs.first_row, book.plan.runs.size, book.plan.runs.first_entry)
        )
        numbers = record.columns.entries.number[entry : entry + size].tolist()
        found[int(record.columns.sections.event[book.plan.runs.section[run]])] = dict(
            zip(numbers, book.rows[first : first + size], strict=True)
        )
    return found


def off(rows: list[dict[str, Any]], found: dict[int, Any]) -> list[int]:
    """The players who end more than a point from what the office made of them."""
    return [row["number"] for row in rows if not abs(found[row["number"]].post - row["post"]) <= 1.0]


class TestSixtyFourPlayers:
    """One event of 2015-16, B = 12, seven rounds."""

    content: Any

    @pytest.fixture(autouse=True)
    def read(self) -> None:
        self.content = json.loads((by_the_rules.OFFICIAL / "us-regular-64-players.json").read_text(encoding="utf-8"))

    def test_62_of_64_end_within_a_point_without_floors(self) -> None:
        players = self.content["players"]
        wrong = off(players, rated([players], by_the_rules.DAY)[0])
        print(f"kernel: {len(players) - len(wrong)} of {len(players)} within 1 point, off: {wrong}")
        assert len(players) == 64
        assert sorted(wrong) == [18, 54]

    def test_the_other_two_end_at_their_floors(self) -> None:
        players = self.content["players"]
        found = rated([players], by_the_rules.DAY, self.content["floors"])[0]
        assert [found[number].post for number in (18, 54)] == [1600.0, 1200.0]
        assert off(players, found) == []

    def test_the_counts_of_provisional_players_grow_by_their_games(self) -> None:
        found = rated([self.content["players"]], by_the_rules.DAY)[0]
        known = [row for row in self.content["players"] if row["pre_games"] is not None and row["post_games"]]
        assert known
        assert all(found[row["number"]].games == row["post_games"] for row in known)


class TestCrosstables:
    """145 sections rated before August 2021, B = 14."""

    def test_every_row_of_category_match_ends_within_a_point(self) -> None:
        content = json.loads((by_the_rules.OFFICIAL / "us-2021-crosstables.json").read_text(encoding="utf-8"))
        found = rated([section["players"] for section in content["sections"]], date(2021, 6, 1))
        counts: Counter[tuple[str, bool]] = Counter()
        for section, rows in zip(content["sections"], found, strict=True):
            post = {row["number"]: row["post"] for row in section["players"]}
            for entry in section["checkable"]:
                row = rows[entry["number"]]
                near = bool(row.marks & RATED) and abs(row.post - post[entry["number"]]) <= 1.0
                counts[entry["category"], near] += 1
        print(f"kernel: {dict(counts)}")
        assert counts["match", True] == 299
        assert counts["match", False] == 0
