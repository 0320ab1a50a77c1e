"""Compiled code: never older than its sources, kept where that can be done, and the same code objects as the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from arpad.kernel.compiled import HAS_NUMBA
from tests.kernel import separately
from tests.kernel.separately import Copy, words_of

needs_numba = pytest.mark.skipif(not HAS_NUMBA, reason="nothing is compiled without numba")

PROBE = """
from arpad.kernel.compiled import entry, formula
from arpad.kernel.probe_part import times
from arpad.rules.uschess import effective, standard

k_factor = formula(standard.k_factor)
n_star = formula(effective.n_star)


@entry
def probe(n: float, m: int, numerator: float) -> float:
    return times(k_factor(n, m, numerator)) + n_star(1700.0, 50.0, 2355.0, 1.0, 0.00001, 2200.0) * 0.0
"""

PART = """
from arpad.kernel.compiled import compiled


@compiled
def times(x: float) -> float:
    return x * 1.0
"""

ASK = """
from arpad.kernel.probe import probe
print(probe(20.0, 5, 800.0), sum(probe.stats.cache_hits.values()), sum(probe.stats.cache_misses.values()))
"""

FOUND, MADE = ["1", "0"], ["0", "1"]
"""What the probe says of its code: found in the cache, or made anew."""


WHOLE = """
from datetime import date
from arpad.history.events import record_of_events
from arpad.history.workbook import Workbook
from arpad.kernel.law_runs import periods
from arpad.kernel.work import work
from arpad.rules.law import law
from arpad.rules.uschess.section import rate_section
from arpad.rules.vocabulary import Event, LawChoice, Player, Rating, Round, Section, System

day = date(2025, 3, 1)
ratings = {System.OTBR: Rating(1500.0, 40)}
players = (
    Player(1, (Round("W", 2),), id="1", ratings=ratings),
    Player(2, (Round("L", 1),), id="2", ratings=ratings),
)
section = Section(1, day, day, players, systems=(System.OTBR,))
record = record_of_events([Event(day, day, (section,), id="A")])
book = Workbook(record.columns, ["A"], periods(law(), LawChoice()))
book.rate()
rated = rate_section(section, law().by_date(System.OTBR, day))
print(book.rows["post"][2].item(), rated.players[0].post, sum(work.stats.cache_hits.values()))
"""


def halved(content: bytes) -> bytes:
    return content[: len(content) // 2]


def garbled(content: bytes) -> bytes:
    return bytes(255 - byte for byte in content)


def one_bit_off(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.fixture
def probed(tmp_path: Path) -> Copy:
    """A copy of the package with a small function in it that Python calls."""
    found = separately.copy(tmp_path)
    found.write("kernel/probe.py", PROBE)
    found.write("kernel/probe_part.py", PART)
    return found


@needs_numba
class TestKeptCode:
    """Machine code outlives the process that made it, but not the sources it was made from."""

    def test_the_second_process_finds_what_the_first_made(self, probed: Copy) -> None:
        assert probed.run(ASK) == ["32.0", *MADE]
        files = probed.compiled()
        assert files
        assert all(name.startswith("cache/kernel/") for name in files)
        assert probed.run(ASK) == ["32.0", *FOUND]
        assert probed.compiled() == files

    def test_an_edited_formula_is_seen_by_the_next_run(self, probed: Copy) -> None:
        assert probed.run(ASK) == ["32.0", *MADE]
        probed.edit(
            "rules/uschess/standard.py", "return numerator / (n_effective + m)", "return numerator / (n_effective - m)"
        )
        assert probed.run(ASK)[1:] == MADE
        assert float(probed.run(ASK)[0]) == 800.0 / 15.0

    def test_so_is_a_formula_that_a_formula_calls(self, probed: Copy) -> None:
        assert probed.run(ASK) == ["32.0", *MADE]
        probed.edit(
            "rules/uschess/effective.py", "return ceiling / sqrt(constant", "return ceiling / 0.0 * sqrt(constant"
        )
        assert probed.run(ASK) == ["nan", *MADE]

    def test_so_is_another_module_of_the_kernel(self, probed: Copy) -> None:
        assert probed.run(ASK) == ["32.0", *MADE]
        probed.edit("kernel/probe_part.py", "x * 1.0", "x * 2.0")
        assert probed.run(ASK) == ["64.0", *MADE]

    def test_what_was_made_before_an_edit_serves_again_when_it_is_undone(self, probed: Copy) -> None:
        assert probed.run(ASK) == ["32.0", *MADE]
        probed.edit("kernel/probe_part.py", "x * 1.0", "x * 2.0")
        assert probed.run(ASK) == ["64.0", *MADE]
        probed.edit("kernel/probe_part.py", "x * 2.0", "x * 1.0")
        assert probed.run(ASK) == ["32.0", *FOUND]

    def test_processes_that_compile_at_the_same_time_do_each_other_no_harm(self, probed: Copy) -> None:
        processes = [probed.start(ASK) for _ in range(3)]
        assert [words_of(process)[0] for process in processes] == ["32.0"] * 3
        assert probed.run(ASK) == ["32.0", *FOUND]

    @pytest.mark.parametrize(
        "damage", [lambda _: b"", halved, garbled, one_bit_off], ids=["empty", "half", "garbled", "one bit"]
    )
    def test_a_damaged_file_costs_time_alone(self, probed: Copy, damage: Callable[[bytes], bytes]) -> None:
        assert probed.run(ASK) == ["32.0", *MADE]
        for name in probed.compiled():
            path = probed.folder / name
            path.write_bytes(damage(path.read_bytes()))
        assert probed.run(ASK) == ["32.0", *MADE]
        assert probed.run(ASK) == ["32.0", *FOUND]


@needs_numba
class TestNoPlaceForCode:
    """Where nothing can be written each process compiles anew, and leaves nothing behind that could grow old."""

    @pytest.fixture
    def nowhere(self, probed: Copy) -> str:
        (probed.folder / "file").write_text("no folder", encoding="utf-8")
        return str(probed.folder / "file" / "cache")

    def test_it_costs_time_alone(self, probed: Copy, nowhere: str) -> None:
        for _ in range(2):
            assert probed.run(ASK, ARPAD_CACHE=nowhere) == ["32.0", *MADE]
        assert probed.compiled() == set()

    def test_an_edit_is_seen_there_too(self, probed: Copy, nowhere: str) -> None:
        assert probed.run(ASK, ARPAD_CACHE=nowhere)[0] == "32.0"
        probed.edit("kernel/probe_part.py", "x * 1.0", "x * 2.0")
        assert probed.run(ASK, ARPAD_CACHE=nowhere)[0] == "64.0"


@needs_numba
class TestTheWholeKernel:
    """One test of what matters, which compiles the whole kernel twice: two minutes, where all others take seconds."""

    def test_numbers_are_read_anew_and_formulas_compiled_anew(self, tmp_path: Path) -> None:
        package = separately.copy(tmp_path)

        def rated() -> tuple[float, bool]:
            """The rating of the winner, as kernel and rules have it, and whether the code was there before."""
            kernel, rules, hits = package.run(WHOLE)
            assert kernel == rules
            return float(kernel), hits == "1"

        first, found = rated()
        assert not found
        assert rated() == (first, True)
        package.edit("rules/parameters/rating.toml", "value = 800.0,", "value = 400.0,")
        by_number, found = rated()
        assert found
        assert 0.0 < by_number - 1500.0 < first - 1500.0
        package.edit(
            "rules/uschess/standard.py", "return numerator / (n_effective + m)", "return numerator / (n_effective - m)"
        )
        by_formula, found = rated()
        assert not found
        assert by_formula > by_number
