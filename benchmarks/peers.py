"""P6: other libraries' plain Elo on the same games from player ids, in an environment of their own.

``make peers`` makes the environment `.venv-peers`; without it the benchmark says so and goes on.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

import polars as pl

from arpad.history import History
from arpad.history.plain_elo import plain_elo
from benchmarks.plain_elo import games_of
from benchmarks.timing import Timed, median, target

PYTHON = Path(".venv-peers/bin/python")
MOST = 1_000_000
"""Games that the slower peers are asked for: their cost a game is what counts."""


def peers(history: History, kernel: Timed) -> None:
    """Print how each peer compares, a game."""
    games = games_of(history.rated.plan)
    count = len(games.one)
    ids = history.record.members
    own = [ids.gather(games.one), ids.gather(games.other), pl.Series(games.score)]
    ours = median(lambda: plain_elo(*own), 3).seconds / count
    rules = kernel.seconds / count
    print(f"\nP6  plain Elo from ids: {ours * 1e9:.0f} ns a game; the whole two-pass rules {rules * 1e9:.0f} ns a game")
    if not PYTHON.exists():
        print("      no peers here: `make peers` installs them")
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.json"
        head = [series.head(MOST).to_list() for series in own]
        file.write_text(json.dumps(head), encoding="utf-8")
        said = subprocess.run(
            [PYTHON, Path(__file__).with_name("peer_scripts.py"), file], check=True, capture_output=True, text=True
        ).stdout
    for line in said.splitlines():
        name, seconds = line.rsplit(" ", 1)
        each = float(seconds) / min(MOST, count)
        indexed = "index at hand" in name
        if not indexed:
            target("P6", f"our plain Elo from ids, faster than {name}", each / ours, 1.0, at_least=True)
        if indexed:
            print(f"      the whole rules against {name}: {each / rules:.2f} (the exception)")
        else:
            target("P6", f"the whole rules, faster than {name}'s plain Elo", each / rules, 1.0, at_least=True)
