"""Rows taken and compared as whole numbers of eight bytes: forty bytes at once, not field by field."""

from __future__ import annotations

from typing import Any

import numpy as np

from arpad.kernel.columns import Bool
from arpad.kernel.moves import gather
from arpad.kernel.rows import RATED, ROW, Rows
from arpad.kernel.run import words_of
from arpad.kernel.work import WORDS


def taken(rows: Rows, places: Any) -> Rows:
    """The rows of some places."""
    return taken_of((rows, places))


def taken_of(*parts: tuple[Rows, Any]) -> Rows:
    """The rows of some places of some rows, then of others."""
    found = np.empty(sum(len(places) for _, places in parts) * WORDS, dtype=np.uint64)
    at = 0
    for rows, places in parts:
        until = at + len(places) * WORDS
        gather(words_of(rows), np.asarray(places, dtype=np.int64), found[at:until])
        at = until
    return found.view(ROW)


def rated(rows: Rows) -> Bool:
    """Which rows have a rating."""
    found: Bool = (rows["marks"] & RATED) != 0
    return found


def same_state(old: Rows, new: Rows) -> Bool:
    """Which rows say the same of a member as others do; whether the section moved the member does not matter."""
    pair = []
    for rows in (old, new):
        plain = rows.copy()
        plain["marks"] &= RATED
        pair.append(words_of(plain).reshape(-1, WORDS))
    same: Bool = (pair[0] == pair[1]).all(axis=1)
    return same | (~rated(old) & ~rated(new))
