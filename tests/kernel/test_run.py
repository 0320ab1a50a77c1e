"""A run: it tells how far it is, stops when asked, and goes on from there."""

from __future__ import annotations

import numpy as np
import pytest

from arpad.history.record import no_columns
from arpad.kernel.law_runs import periods
from arpad.kernel.plan import plan_of
from arpad.kernel.rows import DONE, ROW, empty
from arpad.kernel.run import Stopped, rate
from arpad.rules.law import law
from arpad.rules.vocabulary import LawChoice
from tests.kernel import histories, outputs

RECORD = histories.generated(1_000, seed=4)


class TestProgress:
    """The runs done, of those there are."""

    book = outputs.rated(RECORD.columns, LawChoice())
    runs = len(book.plan.order)

    def test_it_is_told_after_each_piece(self) -> None:
        told: list[tuple[int, int]] = []
        rate(self.book.plan, self.book.numbers, self.book.of_run, chunk=30, progress=lambda *at: told.append(at))
        assert told == [(min(done, self.runs), self.runs) for done in range(30, self.runs + 30, 30)]

    def test_it_counts_from_where_the_run_began(self) -> None:
        told: list[tuple[int, int]] = []
        book = self.book
        rate(
            book.plan, book.numbers, book.of_run, rows=book.rows.copy(), start=10, stop=50, chunk=30,
            progress=lambda *at: told.append(at),
        )  # fmt: skip
        assert told == [(30, 40), (40, 40)]

    @pytest.mark.parametrize("threads", [1, 2])
    def test_false_stops_it_and_it_can_be_taken_up_again(self, threads: int) -> None:
        book, rows = self.book, empty(len(self.book.plan.links.run))
        with pytest.raises(Stopped, match="stopped before run 60") as stopped:
            rate(
                book.plan, book.numbers, book.of_run, rows=rows, chunk=30, threads=threads,
                progress=lambda done, _: done < 60,
            )  # fmt: skip
        assert stopped.value.rank == 60
        first_open = int(book.plan.runs.first_row[book.plan.order[60]])
        assert (rows["marks"][:first_open] & DONE).all()
        assert not rows["marks"][first_open:].any()
        rate(book.plan, book.numbers, book.of_run, rows=rows, start=60, threads=threads)
        assert np.array_equal(rows.view(np.uint8), book.rows.view(np.uint8))

    def test_none_goes_on(self) -> None:
        rows = rate(self.book.plan, self.book.numbers, self.book.of_run, chunk=1, progress=lambda *_: None)
        assert np.array_equal(rows.view(np.uint8), self.book.rows.view(np.uint8))


class TestNothing:
    """A history in which nothing happened."""

    def test_it_has_no_rows(self) -> None:
        plan = plan_of(no_columns(), periods(law(), LawChoice())).plan
        assert len(plan.order) == 0

    def test_it_is_rated_in_no_time(self) -> None:
        found = outputs.rated(no_columns(), LawChoice())
        assert found.rows.dtype == ROW
        assert len(found.rows) == 0


def test_a_history_without_a_row_of_an_unrated_law_is_rated_where_it_can_be() -> None:
    """Sections that the law cannot rate are listed, and the others are rated as if those had not been."""
    columns = RECORD.columns
    unknown = columns.sections.time_control.copy()
    rated = columns.sections.systems == 0
    unknown[np.flatnonzero(rated)[::3]] = len(columns.time_controls)
    spelled = columns._replace(
        sections=columns.sections._replace(time_control=unknown), time_controls=(*columns.time_controls, "no idea")
    )
    found = outputs.rated(spelled, LawChoice())
    listed = [problem.section for problem in found.not_rated if problem.code == "time-control-unknown"]
    kinds = columns.sections.kind[listed]
    assert sorted(listed) == np.flatnonzero(rated)[::3].tolist()
    assert len(kinds) > 10
    assert not set(found.plan.runs.section.tolist()) & set(listed)
