"""The facts of a synthetic federation: what `arpad.generator` makes up, as a record."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from arpad.generator.federation import LATEST
from arpad.generator.federation import generate as made_up
from arpad.generator.terms import EARLIEST
from arpad.history.record import Record


def generate(
    members: int = 1000,
    seed: int = 1,
    *,
    games: int | None = None,
    first: date = EARLIEST,
    last: date = LATEST,
    progress: Callable[[int, int], object] | None = None,
) -> Record:
    """Make up a federation and take its facts; arguments as `arpad.generator.generate` has them.

    >>> generate(members=100, seed=7, games=500).members.len()
    100
    """
    made = made_up(members, seed, games=games, first=first, last=last, progress=progress)
    return Record(made.columns, made.member_ids, made.event_ids, made.names, made.event_names)
