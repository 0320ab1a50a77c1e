"""How a history is rated changes no bit of it: on how many threads, in which pieces, filed in which order."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from arpad.history.events import record_of_events
from arpad.history.record import Record
from arpad.kernel import rows as row_forms
from arpad.kernel.run import rate
from arpad.rules.vocabulary import Event, LawChoice
from tests.kernel import histories, outputs, reports
from tests.kernel.outputs import Outputs


@cache
def whole() -> Outputs:
    """A history rated on one thread from end to end."""
    record = histories.generated(8_000, seed=3)
    return outputs.rated(record.columns, LawChoice())


def again(**options: Any) -> tuple[Any, Any]:
    """The rows and details of the same history, rated in another way."""
    book = whole()
    asked = outputs.everything_asked(book.plan)
    rows = rate(book.plan, book.numbers, book.of_run, asked=asked, **options)
    return rows, asked.details


def persons() -> Any:
    """The rows that stand for a member."""
    return whole().plan.links.prev != -2


def same(rows: Any, details: Any | None = None) -> bool:
    """Whether every bit is that of the history rated in one go."""
    wanted, chosen = whole(), persons()
    is_same = np.array_equal(rows[chosen].view(np.uint8), wanted.rows[chosen].view(np.uint8))
    if details is None:
        return is_same
    return is_same and np.array_equal(details[chosen].view(np.uint8), wanted.details[chosen].view(np.uint8))


def nothing(_done: int, _runs: int) -> None:
    """Progress that nobody looks at: it makes the pieces."""


class TestThreads:
    """Members who play in many sections make the threads wait for each other."""

    @pytest.mark.parametrize("threads", [1, 2, 3, 4])
    def test_their_number_changes_no_bit(self, threads: int) -> None:
        for _ in range(3):
            assert same(*again(threads=threads))

    @pytest.mark.parametrize("threads", [2, 3])
    def test_nor_in_pieces(self, threads: int) -> None:
        assert same(*again(threads=threads, chunk=50, progress=nothing))


class TestPieces:
    """Where a run stops and goes on again."""

    @pytest.mark.parametrize("chunk", [1, 7, 1000, 10**9])
    def test_their_size_changes_no_bit(self, chunk: int) -> None:
        assert same(*again(chunk=chunk, progress=nothing))

    def test_a_history_is_its_own_checkpoint_at_every_rank(self) -> None:
        runs = len(whole().plan.order)
        for rank in (0, 1, 2, runs // 3, runs // 2, runs - 1, runs):
            rows, _ = again(stop=rank)
            assert same(again(rows=rows, start=rank)[0])

    @pytest.mark.parametrize("threads", [1, 2])
    def test_what_stood_there_later_is_not_looked_at(self, threads: int) -> None:
        plan, finished = whole().plan, whole().rows
        for rank in range(0, len(plan.order), len(plan.order) // 7):
            rows = finished.copy()
            for run in plan.order[rank:]:
                first = plan.runs.first_row[run]
                rows[first : first + plan.runs.size[run]] = np.frombuffer(b"\xa5" * rows.itemsize, row_forms.ROW)[0]
            assert same(again(rows=rows, start=rank, threads=threads)[0])


class TestOrderOfFiling:
    """Reports may come in any order, and their sections and players too."""

    def rated(self, events: list[Event]) -> dict[tuple[str, int, str, int], tuple[bytes, bytes]]:
        """What came of each player of each section in each system."""
        record = record_of_events(events)
        found = outputs.rated(record.columns, LawChoice())
        return {key: (found.rows[row].tobytes(), found.details[row].tobytes()) for key, row in rows_of(found, record)}

    def test_it_changes_no_bit(self) -> None:
        events = []
        for seed in range(300):
            event = reports.event(seed, reports.document(seed))
            people = sorted({player.id for section in event.sections for player in section.players if player.id})
            events.append(renamed(event, {member: str((place + 7 * seed) % 60) for place, member in enumerate(people)}))
        filed = self.rated(events)
        rng = random.Random(5)
        for _ in range(3):
            shuffled = [shuffled_event(rng, event) for event in rng.sample(events, len(events))]
            assert self.rated(shuffled) == filed


def renamed(event: Event, names: dict[str, str]) -> Event:
    """An event whose members go by other ids, so that they play in many events."""
    sections = tuple(
        replace(of, players=tuple(replace(one, id=names.get(one.id or "")) for one in of.players))
        for of in event.sections
    )
    return replace(event, sections=sections, rules=LawChoice())


def shuffled_event(rng: random.Random, event: Event) -> Event:
    """An event with its sections and players in another order."""
    sections = [replace(of, players=tuple(rng.sample(of.players, len(of.players)))) for of in event.sections]
    return replace(event, sections=tuple(rng.sample(sections, len(sections))))


def rows_of(found: Outputs, record: Record) -> Any:
    """Every row by event, section, system and pairing number."""
    plan, sections, events = found.plan, record.columns.sections, record.events.to_list()
    for run, section in enumerate(plan.runs.section.tolist()):
        if section >= 0:
            key = (events[sections.event[section]], int(sections.number[section]), int(plan.runs.system[run]))
            yield from ((((*key, number)), row) for number, row in found.persons(run).items())
