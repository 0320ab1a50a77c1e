"""Counting the cells of a printed table that a calculation reproduces."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

BINARY_NOISE = 1e-9


@dataclass(frozen=True)
class Cells:
    """How many cells of how many come out as printed, and the others as (computed, printed)."""

    exact: int
    of: int
    missed: dict[Hashable, tuple[float, float]]

    def __add__(self, other: Cells) -> Cells:
        assert not self.missed.keys() & other.missed.keys()
        return Cells(self.exact + other.exact, self.of + other.of, self.missed | other.missed)


def compared(cells: Iterable[tuple[Hashable, float, float]], within: float = BINARY_NOISE) -> Cells:
    """Cells as (name, computed, printed)."""
    listed = list(cells)
    assert len({name for name, _, _ in listed}) == len(listed)
    missed = {name: (found, printed) for name, found, printed in listed if not abs(found - printed) <= within}
    return Cells(len(listed) - len(missed), len(listed), missed)
