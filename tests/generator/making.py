"""Federations for the tests, each made once, and what their columns say when they are written out side by side."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arpad.generator import Federation, generate
from arpad.kernel.columns import CODES, SCORES, Columns

W, L, D, N, S, R = (CODES.index(letter) for letter in "WLDNSR")
PARTS = ("columns", "member_ids", "names", "event_ids", "event_names", "reported", "strength")


@cache
def town() -> Federation:
    """Twenty thousand members."""
    return generate(20_000, seed=11)


@cache
def country() -> Federation:
    """A hundred thousand members: enough for shares of rare things."""
    return generate(100_000, seed=12)


@dataclass(frozen=True)
class Flat:
    """What sections, entries and sides say of each other: one row an entry, one row a side.

    `entry` is the entry of each side, `other` that of the opponent.
    """

    section: NDArray[np.int64]
    entry: NDArray[np.int64]
    other: NDArray[np.int64]

    @classmethod
    def of(cls, columns: Columns) -> Flat:
        """Written out."""
        first = columns.sections.first_entry.astype(np.int64)
        section = np.repeat(np.arange(len(first) - 1), np.diff(first))
        entry = np.repeat(np.arange(len(section)), np.diff(columns.entries.first_side))
        return cls(section, entry, first[section[entry]] + columns.sides.opponent)


@dataclass(frozen=True)
class Games:
    """Games of ordinary results, one row each: the strengths of a player and the opponent, and the player's score."""

    strength: NDArray[np.float64]
    opponent: NDArray[np.float64]
    score: NDArray[np.float64]

    @classmethod
    def of(cls, federation: Federation) -> Games:
        """Each game once, from the side of either player in turn, so that nothing favours the stronger."""
        columns = federation.columns
        flat = Flat.of(columns)
        code = columns.sides.code
        first = flat.entry < flat.other
        chosen = np.flatnonzero((first == ((flat.entry + flat.other) % 2 == 0)) & np.isin(code, (W, L, D)))
        strength = federation.strength.astype(np.float64)
        return cls(strength[flat.entry[chosen]], strength[flat.other[chosen]], np.array(SCORES)[code[chosen]])


def digest(federation: Federation) -> str:
    """A fingerprint of every bit of a federation."""
    content = hashlib.sha256()
    for name in PARTS:
        for part in leaves(getattr(federation, name)):
            content.update(part)
    return content.hexdigest()


def leaves(value: Any) -> Iterable[bytes]:
    """The bytes of everything in a part of a federation."""
    if isinstance(value, np.ndarray):
        yield from (str(value.dtype).encode(), value.tobytes())
    elif isinstance(value, pl.Series):
        yield "|".join(value.to_list()).encode()
    elif isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    else:
        yield repr(value).encode()
