"""P4: the exact consequences of one corrected section, by how old it is, against rating everything again."""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import replace
from datetime import timedelta

import numpy as np

from arpad.history import History
from arpad.history.why import event_of, plan_of_run
from arpad.kernel.columns import ROUND_ROBIN, day_number, day_of
from arpad.ledger.facts import Fact, SectionCorrected
from arpad.rules.vocabulary import Round, Section
from benchmarks.timing import Timed, of, target

OLD = (("5 weeks", timedelta(weeks=5), 0.002), ("1 year", timedelta(days=365), 0.08), ("the oldest", None, 1.3))
AROUND = timedelta(days=3)
OLDEST = 400
"""Sections among which the oldest are drawn."""


def corrections(history: History, kernel: Timed, runs: int = 9) -> None:
    """Print the ratio for each age: of sections drawn by seed among those that ended about then."""
    print("\nP4  exact consequences of one corrected section, as a difference")
    ends = history.record.columns.sections.end
    last = day_of(int(ends[-1]))
    assert last is not None  # noqa: S101 sections have days
    chance = random.Random(4)
    history.consequences([corrected(history, 0)]).summary  # noqa: B018 compiled
    for name, age, bound in OLD:
        days = (last - AROUND, last + AROUND) if age is None else (last - age - AROUND, last - age + AROUND)
        first, stop = (0, OLDEST) if age is None else (int(np.searchsorted(ends, day_number(day))) for day in days)
        times, reasons, moved, notable = [], [], [], []
        for turn in range(runs if age is None else 3 * runs):
            facts = [corrected(history, chance.randrange(first, stop))]
            began = time.perf_counter()
            found = history.consequences(facts)
            moved.append(found.counts.moved)
            times.append(time.perf_counter() - began)
            if turn < 3:
                began = time.perf_counter()
                notable.append(int(found.results_frame()["change"].abs().gt(0.5).sum()))
                reasons.append(time.perf_counter() - began)
        timed = of(times)
        print(f"      {name}: {timed}; {statistics.median(moved):,.0f} results move,", end=" ")
        print(f"{statistics.median(notable):,} by more than half a point; with reasons and floors, {of(reasons)} more")
        spread = timed.spread / kernel.seconds
        target("P4", f"one section, {name} old, against all", timed.seconds / kernel.seconds, bound, spread=spread)


def corrected(history: History, near: int) -> Fact:
    """A correction of the next rated section: its first game ended the other way round."""
    rated = history.rated
    section = near
    while not len(rated.runs_of(section)) or rated.plan.runs.kind[rated.runs_of(section)[0]] > ROUND_ROBIN:
        section += 1
    run = rated.runs_of(section)[0]
    plan = plan_of_run(rated, run)
    event = event_of(rated, run, (plan,)).id
    assert event is not None  # noqa: S101 events of a history have ids
    return SectionCorrected(event, turned(plan.section))


def turned(section: Section) -> Section:
    """A section with its first decided or drawn game turned round."""
    players = {player.number: player for player in section.players}
    for player in section.players:
        for at, cell in enumerate(player.rounds):
            if cell.code not in "WLD" or cell.opponent is None:
                continue
            other = players[cell.opponent]
            back = next(
                place
                for place, reply in enumerate(other.rounds)
                if reply.opponent == player.number and reply.code in "WLD"
            )
            own = "L" if cell.code == "W" else "W"
            players[player.number] = replace(player, rounds=_with(player.rounds, at, own))
            players[other.number] = replace(other, rounds=_with(other.rounds, back, "L" if own == "W" else "W"))
            return replace(section, players=tuple(players.values()))
    return section


def _with(rounds: tuple[Round, ...], at: int, code: str) -> tuple[Round, ...]:
    return (*rounds[:at], Round(code, rounds[at].opponent), *rounds[at + 1 :])
