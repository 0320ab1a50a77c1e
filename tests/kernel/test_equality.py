"""The kernel says what the rules say, to the last bit: a short run of `tests/kernel/equality.py`."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from arpad.history.events import record_of_events
from arpad.kernel.rows import DETAIL, ROW
from arpad.rules.law import law
from arpad.rules.uschess.event import plan_event
from arpad.rules.uschess.section import rate_section
from arpad.rules.vocabulary import LawChoice, Profile
from tests.kernel import coverage, equality, histories, outputs, reports

CHOICES = [
    LawChoice(profile=Profile.PRACTISED),
    LawChoice(known=date(2020, 6, 11)),
    LawChoice(known=date(2025, 2, 10), profile=Profile.PRACTISED),
    LawChoice(edition=date(2009, 6, 4)),
    LawChoice(edition=date(2020, 9, 2)),
]


class TestRandomReports:
    """Everything that a player may bring to one section."""

    @pytest.mark.parametrize("chunk", range(3))
    def test_every_bit_is_that_of_the_rules_and_every_branch_was_taken(self, chunk: int) -> None:
        found = equality.compare_reports(range(20_000_000 + 2000 * chunk, 20_000_000 + 2000 * (chunk + 1)))
        assert found.rules == []
        assert found.other_hand == []
        assert found.player_sections > 18_000
        assert coverage.missing(found.seen) == []


class TestGeneratedHistory:
    """What members bring is what earlier sections made of them."""

    def test_each_section_is_as_the_rules_see_it_at_that_moment(self) -> None:
        found = equality.compare_history(histories.generated(30_000, seed=11), LawChoice())
        assert found.rules == []
        assert found.other_hand == []
        assert found.games > 30_000

    @pytest.mark.parametrize("choice", CHOICES, ids=coverage.choice_word)
    def test_so_it_is_under_other_laws(self, choice: LawChoice) -> None:
        found = equality.compare_history(histories.generated(4_000, seed=12), choice)
        assert found.rules == []
        assert found.other_hand == []

    @pytest.mark.parametrize("seed", range(4))
    def test_each_result_is_that_of_a_replay_of_the_ledger(self, seed: int) -> None:
        found = equality.compare_ledger(histories.generated(10_000, seed), LawChoice())
        assert found.rules == []
        assert found.games > 10_000

    @pytest.mark.parametrize("choice", CHOICES, ids=coverage.choice_word)
    def test_so_it_is_under_other_laws_too(self, choice: LawChoice) -> None:
        assert equality.compare_ledger(histories.generated(4_000, seed=13), choice).rules == []


class TestTheComparison:
    """A comparison that notices nothing proves nothing."""

    def compared(self, field: str) -> list[str]:
        """The differences when one bit of one output of one player is another."""
        document = reports.document(7)
        event = reports.event(7, document)
        record = record_of_events([event])
        found = outputs.rated(record.columns, event.rules)
        comparison = equality.Comparison(found)
        runs = equality.runs_of(found, record)
        for plan in plan_event(event, event.rules, law())[0]:
            run = runs["7", plan.section.number, plan.system]
            comparison.take(run, "run", plan.section, rate_section(plan.section, plan.book, dual=plan.dual))
        for table in (found.rows, found.details):
            if field in (table.dtype.names or ()):
                row = list(comparison.rows)[-1]
                outputs.bits(table[field][row : row + 1])[:] ^= 1
        return comparison.compared().rules

    def test_it_finds_nothing_where_nothing_differs(self) -> None:
        assert self.compared("nothing") == []

    @pytest.mark.parametrize("field", [*(ROW.names or ()), *(DETAIL.names or ())])
    def test_it_finds_one_bit_in_each_output(self, field: str) -> None:
        differences = self.compared(field)
        assert len(differences) == 1
        assert f" {field}: " in differences[0]

    def test_a_zero_below_zero_is_another_zero(self) -> None:
        found = np.zeros(1, dtype=ROW)
        wanted = {name: found[name][0] for name in ROW.names or ()}
        assert list(outputs.different(found, [0], [wanted])) == []
        assert len(list(outputs.different(found, [0], [{**wanted, "post": -0.0}]))) == 1
