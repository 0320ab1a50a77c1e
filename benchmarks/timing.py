"""Time a thing again and again: the median, and how far the middle half of the runs lies apart."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Timed(NamedTuple):
    """Seconds: the median of some runs, and their spread (the middle half)."""

    seconds: float
    spread: float

    def __str__(self) -> str:
        return f"{self.seconds:.3f} s +- {self.spread:.3f}"


def median(run: Callable[[], object], runs: int = 15) -> Timed:
    """The median of some runs, and their spread (the middle half)."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return of(times)


def of(times: list[float]) -> Timed:
    """The median and spread of times that were taken elsewhere."""
    quarters = statistics.quantiles(times, n=4) if len(times) > 1 else [times[0]] * 3
    return Timed(statistics.median(times), quarters[2] - quarters[0])


def target(name: str, what: str, ratio: float, bound: float, *, at_least: bool = False, spread: float = 0.0) -> None:
    """One line of the report: a ratio, its spread, its target, and whether it is met."""
    met = ratio >= bound if at_least else ratio <= bound
    word = "at least" if at_least else "at most"
    verdict = "met" if met else "MISSED"
    print(f"  {name:3} {what:62} {ratio:9.4g} +- {spread:<8.2g} {word} {bound:<6g} {verdict}", flush=True)
