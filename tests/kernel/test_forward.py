"""Forward scores: what the ratings before a section said of its games, added up in the pass that rates it."""

from __future__ import annotations

from math import isclose, log
from typing import Any

import numpy as np
import pytest

from arpad.history.record import Record
from arpad.kernel.columns import FOREIGN_FIDE
from arpad.kernel.forward import COLUMNS, EXPECTED, GAMES, LOG_LOSS, SCORED, SQUARED
from arpad.kernel.run import rate
from arpad.kernel.work import nothing_asked
from arpad.rules.uschess.people import persons
from arpad.rules.uschess.standard import strength, winning_expectancy
from arpad.rules.vocabulary import LawChoice, System
from tests.kernel import histories, outputs
from tests.kernel.equality import section_of
from tests.kernel.outputs import Outputs


def scored(found: Outputs, groups: Any, **options: Any) -> Any:
    """The forward scores of a history, and the rows that came with them."""
    scores = np.zeros((len(System), COLUMNS))
    asked = nothing_asked()._replace(scores=scores, groups=groups)
    return scores, rate(found.plan, found.numbers, found.of_run, asked=asked, **options)


def by_hand(found: Outputs, record: Record, run: int) -> list[tuple[float, float]]:
    """The expectancy and the score of each game between two rated members of a run, one side of it each."""
    section = section_of(found, record, run)
    system = section.systems[0] if section.systems else System.OTBR
    people = persons(section)
    first = [person.numbers[0] for person in people]
    ratings = [person.player.ratings.get(system) for person in people]
    scale = found.book(run).expectancy_scale
    games = []
    for place, person in enumerate(people):
        for game in person.games:
            mine, theirs = ratings[place], ratings[game.opponent]
            if mine is not None and theirs is not None and first[place] < first[game.opponent]:
                games.append(
                    (winning_expectancy(strength(mine.rating, scale), strength(theirs.rating, scale)), game.score)
                )
    return games


class TestForwardScores:
    """Against games walked one by one through the interpreted rules."""

    record = histories.generated(4_000, seed=21)
    found = outputs.rated(record.columns, LawChoice())

    def groups(self) -> Any:
        """Every run in the group of its system."""
        return self.found.plan.runs.system.astype(np.int16)

    def test_they_are_the_sums_over_all_games_between_rated_members(self) -> None:
        scores, _ = scored(self.found, self.groups())
        plan = self.found.plan
        wanted = np.zeros((len(System), COLUMNS))
        for run in plan.order.tolist():
            if plan.runs.section[run] < 0 or plan.runs.kind[run] == FOREIGN_FIDE:
                continue
            if self.found.details["refused"][list(self.found.persons(run).values())].any():
                continue
            for expected, score in by_hand(self.found, self.record, run):
                likelihood = expected**score * (1.0 - expected) ** (1.0 - score)
                wanted[plan.runs.system[run]] += (1.0, -log(likelihood), (score - expected) ** 2, expected, score)
        assert scores[:, GAMES].sum() > 3_000
        assert np.array_equal(scores[:, GAMES], wanted[:, GAMES])
        assert np.array_equal(scores[:, SCORED], wanted[:, SCORED])
        for column in (LOG_LOSS, SQUARED, EXPECTED):
            for one, other in zip(scores[:, column], wanted[:, column], strict=True):
                assert isclose(one, other, rel_tol=1e-12)

    def test_asking_for_them_changes_no_row(self) -> None:
        _, rows = scored(self.found, self.groups())
        assert np.array_equal(rows.view(np.uint8), self.found.rows.view(np.uint8))

    @pytest.mark.parametrize("threads", [2, 3])
    def test_the_number_of_threads_changes_no_bit_of_them(self, threads: int) -> None:
        record = histories.generated(60_000, seed=22)
        found = outputs.rated(record.columns, LawChoice())
        groups = found.plan.runs.system.astype(np.int16)
        alone, _ = scored(found, groups)
        for _ in range(3):
            assert np.array_equal(scored(found, groups, threads=threads)[0], alone)

    def test_a_run_in_no_group_counts_nowhere(self) -> None:
        groups = self.groups()
        all_of_them, _ = scored(self.found, groups)
        late = np.where(self.found.plan.runs.end >= 17_000, groups, np.int16(-1))
        early = np.where(self.found.plan.runs.end < 17_000, groups, np.int16(-1))
        parts = [scored(self.found, part)[0] for part in (late, early)]
        assert all(part[:, GAMES].sum() > 100 for part in parts)
        assert np.array_equal(parts[0][:, GAMES] + parts[1][:, GAMES], all_of_them[:, GAMES])
