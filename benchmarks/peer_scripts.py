"""Runs in `.venv-peers`: each peer's plain Elo over the games of a file; prints a name and seconds a line.

It needs the peers and nothing of arpad.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

players, opponents, scores = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))


def clock(name: str, run: Callable[[], object], runs: int = 3) -> None:
    """Print the fastest of some runs."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    print(name, min(times), flush=True)


def with_evalica() -> None:
    """A Rust core, from ids."""
    import evalica

    winners = [
        evalica.Winner.X if score == 1.0 else evalica.Winner.Y if score == 0.0 else evalica.Winner.Draw
        for score in scores
    ]
    clock("evalica (Rust core)", lambda: evalica.elo(players, opponents, winners))
    indexed = evalica.indexing(players, opponents)
    clock(
        "evalica (Rust core, its index at hand)",
        lambda: evalica.elo(players, opponents, winners, index=indexed[2]),
    )


def with_riix() -> None:
    """The fastest one in Python and numpy."""
    from datetime import date, timedelta

    import polars as pl
    from riix.models.elo import Elo
    from riix.utils.data_utils import MatchupDataset

    days = [date(2001, 1, 1) + timedelta(days=place // 1000) for place in range(len(scores))]
    frame = pl.DataFrame({"one": players, "other": opponents, "score": scores, "day": days})

    def run() -> None:
        games = MatchupDataset(
            frame,
            competitor_cols=["one", "other"],
            outcome_col="score",
            datetime_col="day",
            rating_period="1D",
            verbose=False,
        )
        Elo(competitors=games.competitors, update_method="iterative").fit_dataset(games)

    clock("riix", run, 1)


def with_elote() -> None:
    """Objects that play."""
    from elote import EloCompetitor

    few = 100_000

    def run() -> None:
        everybody = {name: EloCompetitor() for name in {*players[:few], *opponents[:few]}}
        for one, other, score in zip(players[:few], opponents[:few], scores[:few], strict=True):
            if score == 1.0:
                everybody[one].beat(everybody[other])
            elif score == 0.0:
                everybody[one].lost_to(everybody[other])
            else:
                everybody[one].tied(everybody[other])

    began = time.perf_counter()
    run()
    print("elote", (time.perf_counter() - began) * len(players) / few, flush=True)


def with_skelo() -> None:
    """In the manner of scikit-learn."""
    import numpy as np
    from skelo.model.elo import EloEstimator

    few = 100_000
    games = np.array(list(zip(players[:few], opponents[:few], strict=True)), dtype=object)
    days = np.arange(few)
    model = EloEstimator(key1_field="one", key2_field="other", timestamp_field="day", initial_time=0)
    import pandas as pd

    frame = pd.DataFrame({"one": games[:, 0], "other": games[:, 1], "day": days})
    began = time.perf_counter()
    model.fit(frame, np.array(scores[:few]))
    print("skelo", (time.perf_counter() - began) * len(players) / few, flush=True)


for peer in (with_evalica, with_riix, with_elote, with_skelo):
    try:
        peer()
    except Exception as error:  # noqa: BLE001 a peer that fails is told, and the others go on
        print(f"{peer.__name__}: {type(error).__name__}: {error}", file=sys.stderr)
