"""The kernel without compiling: slow, and the same bits."""

from __future__ import annotations

import hashlib

import pytest

from arpad.history.events import record_of_events
from arpad.kernel.compiled import HAS_NUMBA
from arpad.rules.vocabulary import Event, LawChoice
from tests.kernel import histories, outputs, reports, separately

SEEDS = range(150)
ASKED = """
from arpad.kernel.compiled import HAS_NUMBA
from tests.kernel.test_interpreted import fingerprint
print(HAS_NUMBA, fingerprint())
"""
WITHOUT_NUMBA = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None\n"


def fingerprint() -> str:
    """A fingerprint of every bit that the kernel writes about some random reports, and a small history."""
    by_choice: dict[LawChoice, list[Event]] = {}
    for seed in SEEDS:
        event = reports.event(seed, reports.document(seed))
        by_choice.setdefault(event.rules, []).append(event)
    records = [(record_of_events(events), choice) for choice, events in by_choice.items()]
    records.append((histories.generated(1500, seed=2), LawChoice()))
    content = hashlib.sha256()
    for record, choice in records:
        found = outputs.rated(record.columns, choice)
        for run in range(len(found.plan.order)):
            for row in found.persons(run).values() if found.plan.runs.section[run] >= 0 else ():
                content.update(found.rows[row].tobytes())
                content.update(found.details[row].tobytes())
    return content.hexdigest()


@pytest.mark.skipif(not HAS_NUMBA, reason="there is nothing to compare with: numba is absent here")
class TestInterpreted:
    """The functions of the kernel as Python runs them."""

    def test_it_gives_the_same_bits_when_asked_for(self) -> None:
        assert separately.words_of(separately.started(ASKED, ARPAD_INTERPRETED="1")) == ["False", fingerprint()]

    def test_it_gives_the_same_bits_where_numba_is_absent(self) -> None:
        assert separately.words_of(separately.started(WITHOUT_NUMBA + ASKED)) == ["False", fingerprint()]

    def test_another_process_compiles_to_the_same_bits(self) -> None:
        assert separately.words_of(separately.started(ASKED)) == ["True", fingerprint()]
