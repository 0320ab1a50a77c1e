"""The interpreted rules on sections of a rated history: what a result costs, and whether its bits are the same."""

from __future__ import annotations

import time

from arpad.history import History
from arpad.history.crosstable import rating_of
from arpad.history.why import plan_of_run, row_of, same_bits
from arpad.rules.uschess.section import rate_section


def interpreted(history: History, sections: int) -> tuple[float, int]:
    """Rate some sections from all over a history: seconds a result, and how many differ from it in any bit."""
    rated = history.rated
    step = max(1, len(rated.plan.order) // sections)
    seconds, results, different = 0.0, 0, 0
    for run in rated.plan.order[::step].tolist():
        if rated.plan.runs.section[run] < 0 or rated.plan.runs.size[run] > 200:
            continue
        plan = plan_of_run(rated, run)
        began = time.perf_counter()
        found = rate_section(plan.section, plan.book, dual=plan.dual)
        seconds += time.perf_counter() - began
        results += len(found.players)
        different += sum(
            not same_bits(player, rating_of(rated.rows[row_of(rated, run, player.number)])) for player in found.players
        )
    return seconds / results, different
