"""Rows taken and compared as whole numbers of eight bytes: forty bytes at once, not field by field."""

from __future__ import annotations

from typing import Any

import numpy as np

from arpad.kernel.columns import Bool
from arpad.kernel.rows import RATED, ROW, Rows
from arpad.kernel.run import words_of
from arpad.kernel.work import WORDS


def taken(rows: Rows, places: Any) -> Rows:
    """The rows of some places."""
    return _rows(np.take(words_of(rows).reshape(-1, WORDS), places, axis=0))


def joined(*parts: Rows) -> Rows:
    """Rows one after the other."""
    return _rows(np.concatenate([words_of(part).reshape(-1, WORDS) for part in parts]))


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


def _rows(words: Any) -> Rows:
    found: Rows = words.reshape(-1).view(ROW)
    return found
