"""A federation of 20 million games: what rating its whole past costs, in ratios of one run (targets P1 to P6 and P9).

``python -m benchmarks.history`` prints them all; ``--members 50000 --games 1000000`` makes it short.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from arpad.history import History, generate, rate
from arpad.history.backtest import backtest, groups_of
from arpad.kernel.forward import COLUMNS
from arpad.kernel.plan import plan_of
from arpad.kernel.work import nothing_asked
from benchmarks import corrections, peers, storage
from benchmarks.growth import growth
from benchmarks.interpreted import interpreted
from benchmarks.plain_elo import games_of, plain_elo, system_games
from benchmarks.timing import Timed, median, of, target


def timed_pairs(one: Any, other: Any, runs: int) -> tuple[Timed, Timed, Timed]:
    """Two things by turns, so that what disturbs the machine disturbs both: their times, and their ratio's."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(runs):
        for run, found in zip((one, other), times, strict=True):
            began = time.perf_counter()
            run()
            found.append(time.perf_counter() - began)
    return of(times[0]), of(times[1]), of([b / a for a, b in zip(*times, strict=True)])


def kernel(history: History, runs: int) -> Timed:
    """P1: the kernel against a loop of plain Elo, and against the interpreted rules."""
    plan, rows = history.rated.plan, history.rated.rows
    games, rated_games = games_of(plan), system_games(plan)
    single, by_system = np.full(len(plan.facts.birth), 1500.0), np.full(len(plan.facts.birth) * 6, 1500.0)
    plain_elo(single, *games)

    def full() -> None:
        history.rated.again(rows=rows)

    before = rows.copy()
    bar, seconds, ratio = timed_pairs(lambda: plain_elo(by_system, *rated_games), full, runs)
    loop, _, once = timed_pairs(lambda: plain_elo(single, *games), full, runs)
    assert np.array_equal(before.view(np.uint64), rows.view(np.uint64))  # noqa: S101 the same bits each time
    count = len(games.one)
    print(f"\nP1  {count:,} games, {len(rated_games.one):,} with those rated in two systems, {len(rows):,} results")
    print(f"      plain Elo, one loop: {loop}, {loop.seconds / count * 1e9:.1f} ns a game")
    each = seconds.seconds / count * 1e9
    print(f"      plain Elo, each system: {bar}; the whole rules: {seconds}, {each:.0f} ns a game")
    target("P1", "the rules against plain Elo on the games rated", ratio.seconds, 5.0, spread=ratio.spread)
    print(
        f"      against plain Elo of each game once, whatever it is rated in: {once.seconds:.2f} +- {once.spread:.2f}"
    )
    slow, same = interpreted(history, sections=1500)
    times = slow / (seconds.seconds / len(rows))
    target("P1", "faster than the interpreted rules, a result", times, 80.0, at_least=True)
    target("P1", "results of these that differ in a bit", float(same), 0.0)
    return seconds


def threads(history: History, runs: int) -> None:
    """P2: two threads on one history, and on two variants."""
    rows = history.rated.rows
    one_bits = rows.copy()

    def full(count: int) -> None:
        history.rated.again(rows=rows, threads=count)

    two, one, ratio = timed_pairs(lambda: full(2), lambda: full(1), runs)
    same = np.array_equal(one_bits.view(np.uint64), rows.view(np.uint64))
    print(f"\nP2  one thread {one}, two threads {two}; same bits: {same}")
    target("P2", "two threads against one", ratio.seconds, 1.5, at_least=True, spread=ratio.spread)


def variants(history: History, runs: int) -> None:
    """P5: a variant with forward scores; a hundred of them on two processors."""
    groups, _, count = groups_of(history.rated)
    asked = nothing_asked()._replace(scores=np.zeros((count, COLUMNS)), groups=groups)

    def full(**options: Any) -> None:
        history.rated.again(rows=history.rated.rows, **options)

    plain, scored, ratio = timed_pairs(full, lambda: full(asked=asked), runs)
    print(f"\nP5  the kernel alone {plain}, with forward scores {scored}")
    target("P5", "a variant with forward scores against the kernel alone", ratio.seconds, 1.3, spread=ratio.spread)
    smaller = rate(generate(50_000, seed=5, games=1_000_000)).rated
    hundred = {f"B = {4 + place / 8}": {"bonus_threshold": 4 + place / 8} for place in range(100)}
    first = dict(list(hundred.items())[:1])
    backtest(smaller, first)
    one = median(lambda: backtest(smaller, first), 7)
    many = median(lambda: backtest(smaller, hundred, threads=2), 3)
    print(f"      1 M games: one variant {one}, a hundred on two threads {many}")
    target("P5", "a hundred variants on 2 cores against one", many.seconds / one.seconds, 60.0)
    pair = dict(list(hundred.items())[:2])
    alone, both, gain = timed_pairs(
        lambda: backtest(smaller, pair, threads=2), lambda: backtest(smaller, pair, threads=1), 7
    )
    print(f"      two variants: one thread {both}, two threads {alone}")
    target("P2", "parallel over variants, two threads", gain.seconds, 1.7, at_least=True, spread=gain.spread)


def memory(folder: Path) -> None:
    """P9: the resident memory of a process that opens the history and rates all of it."""
    said = subprocess.run(
        [sys.executable, "-m", "benchmarks.history", "--resident", str(folder)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    target("P9", "GB resident, opened from disk and rated in full", float(said), 1.5)


def resident(folder: Path) -> None:
    """Open, rate, and say how much memory it took at most, files that are mapped included.

    The kernel of Linux is asked, since `getrusage` goes on counting from the process that started this one.
    """
    History.open(folder).rated.again()
    highest = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    print(int(highest.split()[1]) / 1e6)


def main() -> None:
    """Print every target with its ratio."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--members", type=int, default=1_000_000)
    asked.add_argument("--games", type=int, default=20_000_000)
    asked.add_argument("--runs", type=int, default=5)
    asked.add_argument("--only", default="", help="for example P1,P4")
    asked.add_argument("--resident", type=Path)
    said = asked.parse_args()
    if said.resident is not None:
        resident(said.resident)
        return
    only = set(filter(None, said.only.upper().split(",")))

    def wanted(name: str) -> bool:
        return not only or name in only

    began = time.perf_counter()
    generate(1000, seed=1)
    print(f"compiled or loaded the generator in {time.perf_counter() - began:.1f} s")
    began = time.perf_counter()
    record = generate(said.members, seed=1, games=said.games)
    print(f"generated {record} in {time.perf_counter() - began:.1f} s (target: 20 M games under 120 s)")
    began = time.perf_counter()
    history = rate(record)
    print(f"planned and rated it once in {time.perf_counter() - began:.1f} s, compiling included")
    seconds = kernel(history, said.runs) if wanted("P1") or wanted("P3") or wanted("P4") else Timed(0.0, 0.0)
    if wanted("P2"):
        threads(history, said.runs)
    with tempfile.TemporaryDirectory() as folder:
        if wanted("P3"):
            planning = median(lambda: plan_of(record.columns, history.rated.of_law), 3)
            storage.storage(history, seconds, planning, Path(folder), said.runs)
        if wanted("P4"):
            corrections.corrections(history, seconds)
        if wanted("P5"):
            variants(history, said.runs)
        if wanted("P6"):
            peers.peers(history, seconds)
        if wanted("P9"):
            path = Path(folder) / "federation"
            history.save(path)
            print()
            memory(path)
    if wanted("GROWTH"):
        growth(Path("docs/assets"))


if __name__ == "__main__":
    main()
