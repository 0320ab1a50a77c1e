"""The kernel against the interpreted rules, bit for bit, and against the other hand, `tests/naive.py`, within 1e-9.

Random reports are rated many together as one history and then one by one by the rules; a whole generated history is
walked section by section, each as the rules see it at that moment, and replayed from the facts of a ledger.  Run with
``python -m tests.kernel.equality --player-sections 1000000 --games 200000``; a short run is part of the tests.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from arpad.history.crosstable import section_before
from arpad.history.events import record_of_events
from arpad.history.record import Record
from arpad.kernel.columns import SYSTEMS
from arpad.ledger.past import past_of
from arpad.ledger.replay import replay
from arpad.rules.law import law
from arpad.rules.problem import Severity
from arpad.rules.uschess.event import plan_event
from arpad.rules.uschess.result import RatedSection
from arpad.rules.uschess.section import rate_section
from arpad.rules.vocabulary import Event, Kind, LawChoice, Section, System
from tests import differential, naive
from tests.kernel import coverage, documents, histories, reports
from tests.kernel.outputs import (
    Outputs,
    Values,
    detail_of,
    detail_of_nothing,
    different,
    rated,
    row_of,
    row_of_state,
    unrated_row,
)

BATCH = 2000
"""Reports that are rated together."""


@dataclass(slots=True)
class Compared:
    """How much was compared, what came up how often, and every difference found."""

    player_sections: int = 0
    games: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    rules: list[str] = field(default_factory=list)
    other_hand: list[str] = field(default_factory=list)

    def add(self, other: Compared) -> None:
        """Take in what was compared elsewhere."""
        self.player_sections += other.player_sections
        self.games += other.games
        self.seen.update(other.seen)
        self.rules += other.rules
        self.other_hand += other.other_hand


class Comparison:
    """What the rows and details of one rated history should be, gathered to be compared in one go."""

    def __init__(self, found: Outputs) -> None:
        self.found = found
        self.rows: dict[int, Values] = {}
        self.details: dict[int, Values] = {}
        self.labels: dict[int, str] = {}

    def expect(self, row: int, label: str, values: Values, detail: Values | None) -> None:
        """One row, and its detail where it has one."""
        self.rows[row] = values
        self.labels[row] = label
        if detail is not None:
            self.details[row] = detail

    def take(self, run: int, label: str, section: Section, said: RatedSection) -> None:
        """What the rules say of a run whose players came to it as in this section."""
        persons = self.found.persons(run)
        brought = {player.number: player.ratings.get(said.system) for player in section.players}
        for one in said.players:
            row = persons.pop(one.number)
            before = self.found.before(row)
            olm_games = 0 if before is None else int(before.olm_games)
            wanted = row_of(one, brought[one.number], olm_games, said.book, section.end)
            self.expect(row, f"{label}, player {one.number}", wanted, detail_of(one, said.refused))
        assert not persons or section.kind is Kind.FOREIGN_FIDE, f"{label}: the rules left {sorted(persons)} out"
        for number, row in persons.items():
            self.expect(row, f"{label}, player {number}", unrated_row(), detail_of_nothing(said.refused))

    def compared(self) -> Compared:
        """Every difference in every bit of every output."""
        found, detailed = self.found, list(self.details)
        differences = [
            *different(found.rows, list(self.rows), list(self.rows.values())),
            *different(found.details, detailed, list(self.details.values())),
        ]
        return Compared(
            len(detailed),
            (sum(int(detail["m"]) for detail in self.details.values()) + 1) // 2,
            coverage.seen(found, detailed),
            [f"{self.labels[row]}: {text}" for row, text in differences],
        )


def compare_reports(seeds: Iterable[int]) -> Compared:
    """Random reports, those under one choice of law rated together."""
    by_choice: dict[LawChoice, list[tuple[int, Any, Event]]] = {}
    for seed in seeds:
        document = reports.document(seed)
        event = reports.event(seed, document)
        by_choice.setdefault(event.rules, []).append((seed, document, event))
    total = Compared()
    for choice, group in by_choice.items():
        total.add(_compare_group(choice, group))
    return total


def _compare_group(choice: LawChoice, group: Sequence[tuple[int, Any, Event]]) -> Compared:
    record = record_of_events([event for _, _, event in group])
    found = rated(record.columns, choice)
    runs = runs_of(found, record)
    comparison = Comparison(found)
    other_hand: list[str] = []
    refused = []
    for seed, document, event in group:
        plans, problems = plan_event(event, choice, law())
        refused += [problem.code for problem in problems if problem.severity is Severity.ERROR]
        answers = naive.rate(reports.for_the_other_hand(seed, document))["sections"]
        theirs = {(answer["number"], answer["system"]): answer for answer in answers}
        for plan in plans:
            run = runs.pop((event.id or "", plan.section.number, plan.system))
            label = f"seed {seed}, section {plan.section.number} in {plan.system}"
            comparison.take(run, label, plan.section, rate_section(plan.section, plan.book, dual=plan.dual))
            answer = theirs.pop((plan.section.number, plan.system.value))
            other_hand += _against(found, run, plan.section.number, plan.system, answer, label)
        other_hand += [f"seed {seed}: the other hand rates {key}" for key in theirs]
    compared = comparison.compared()
    compared.other_hand = other_hand
    compared.rules += [f"the kernel rates {key}, the rules do not" for key in runs]
    codes = [problem.code for problem in found.not_rated]
    if sorted(codes) != sorted(refused):
        compared.rules.append(f"not rated: {Counter(codes)} against {Counter(refused)}")
    return compared


def runs_of(found: Outputs, record: Record) -> dict[tuple[str, int, System], int]:
    """The runs of sections by event, number and system."""
    plan, sections, events = found.plan, record.columns.sections, record.events.to_list()
    return {
        (events[sections.event[section]], int(sections.number[section]), SYSTEMS[plan.runs.system[run]]): run
        for run, section in enumerate(plan.runs.section.tolist())
        if section >= 0
    }


def _against(
    found: Outputs, run: int, number: int, system: System, theirs: dict[str, Any], label: str
) -> Iterator[str]:
    mine = documents.answer_of(found, run, number, system)
    return (f"{label}{text}" for text in differential._section(mine, theirs))


def compare_history(record: Record, choice: LawChoice) -> Compared:
    """A whole history: each run as the rules see it with everything that was known at that moment."""
    found = rated(record.columns, choice)
    comparison = Comparison(found)
    other_hand: list[str] = []
    for run in found.plan.order.tolist():
        if found.plan.runs.section[run] >= 0:
            section = section_of(found, record, run)
            system = section.systems[0] if section.systems else System.OTBR
            label = f"{record!r}, run {run}, section {section.number} in {system}"
            dual = bool(found.plan.runs.dual[run])
            comparison.take(run, label, section, rate_section(section, found.book(run), dual=dual))
            systems = (System.OTBR, System.OTBQ) if dual else (system,)
            answers = naive.rate(documents.document_of(section, systems, choice))["sections"]
            theirs = next(answer for answer in answers if answer["system"] == system.value)
            other_hand += _against(found, run, section.number, system, theirs, label)
    compared = comparison.compared()
    compared.other_hand = other_hand
    return compared


def compare_ledger(record: Record, choice: LawChoice) -> Compared:
    """A whole history: each result as a replay of the ledger has it, which keeps states of its own."""
    found = rated(record.columns, choice)
    plan, sections, events = found.plan, record.columns.sections, record.events.to_list()
    replayed = replay(past_of(histories.facts_of(record)), law(), choice)
    results, said = iter(replayed.results), iter(replayed.runs)
    comparison = Comparison(found)
    for run in plan.order.tolist():
        section, first = int(plan.runs.section[run]), int(plan.runs.first_row[run])
        if section < 0:
            for row in range(first, first + int(plan.runs.size[run])):
                result = next(results)
                assert result.rated is None
                comparison.expect(row, f"{result!r}", row_of_state(result.after, moved=False), None)
            continue
        theirs = next(said)
        key = (events[sections.event[section]], int(sections.number[section]), SYSTEMS[plan.runs.system[run]])
        assert key == (theirs.event, theirs.plan.section.number, theirs.plan.system)
        persons = found.persons(run)
        for one in theirs.rated.players:
            result = next(results)
            values = row_of_state(result.after, moved=result.moved)
            comparison.expect(persons[one.number], f"{result!r}", values, detail_of(one, theirs.rated.refused))
    assert not list(results)
    compared = comparison.compared()
    codes = Counter(problem.code for problem in found.not_rated)
    other_codes = Counter(one.problem.code for one in replayed.not_rated)
    if codes != other_codes:
        compared.rules.append(f"not rated: {codes} against {other_codes}")
    return compared


def section_of(found: Outputs, record: Record, run: int) -> Section:
    """The section of a run as the rules see it."""
    first, size = int(found.plan.runs.first_entry[run]), int(found.plan.runs.size[run])
    numbers = record.columns.entries.number[first : first + size]
    labels = [record.members[int(member)] for member in found.plan.who[first : first + size]]
    number = int(record.columns.sections.number[found.plan.runs.section[run]])
    return section_before(found.plan, found.rows, run, numbers, labels, found.book(run), number)


def show(what: str, compared: Compared, seconds: float, *, other_hand: bool = True) -> None:
    """Print what was compared, how often what came up, and the first differences."""
    for text in (compared.rules + compared.other_hand)[:50]:
        print(text)
    beside = f", {len(compared.other_hand)} above {differential.TOLERANCE:g} from the other hand" if other_hand else ""
    print(
        f"{what}: {compared.player_sections:,} player-sections, {compared.games:,} games, "
        f"{len(compared.rules)} differences in any bit{beside}, {seconds:.0f} s"
    )
    for name, count in sorted((+compared.seen).items()):
        print(f"  {count:>10,}  {name}")


def main() -> int:
    """Compare as much as asked; 1 when there is any difference or something never came up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--player-sections", type=int, default=1_000_000, help="of random reports, at least so many")
    parser.add_argument("--games", type=int, default=200_000, help="of one generated history")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    total, first = Compared(), asked.first
    began = time.perf_counter()
    with ProcessPoolExecutor(asked.workers) as pool:
        while total.player_sections < asked.player_sections:
            batches = [range(first + BATCH * turn, first + BATCH * (turn + 1)) for turn in range(asked.workers)]
            first += BATCH * asked.workers
            for compared in pool.map(compare_reports, batches):
                total.add(compared)
    missing = []
    if asked.player_sections:
        show(f"{first - asked.first:,} random reports", total, time.perf_counter() - began)
        missing = coverage.missing(total.seen)
        print(f"never seen: {', '.join(missing) or 'nothing'}")
    if asked.games:
        record = histories.generated(asked.games, seed=asked.first + 1)
        for what, compare in (("section by section", compare_history), ("by the ledger", compare_ledger)):
            began = time.perf_counter()
            compared = compare(record, LawChoice())
            seconds = time.perf_counter() - began
            show(f"{record!r}, {what}", compared, seconds, other_hand=compare is compare_history)
            total.add(compared)
    return int(bool(total.rules or total.other_hand or missing))


if __name__ == "__main__":
    sys.exit(main())
