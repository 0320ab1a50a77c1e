"""Sorting whole numbers in place: runs put in order one by one, then merged; no memory is asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arpad.kernel.compiled import compiled

Keys = NDArray[np.int64]
RUN = 16


@compiled
def sort(keys: Keys, spare: Keys, count: int) -> None:
    """Put the first keys in order; `spare` is room for as many.

    >>> keys = np.array([5, 3, 9, 1, 7])
    >>> sort(keys, np.zeros(5, dtype=np.int64), 4)
    >>> keys.tolist()
    [1, 3, 5, 9, 7]
    """
    for begin in range(0, count, RUN):
        for place in range(begin + 1, min(begin + RUN, count)):
            key = keys[place]
            at = place
            while at > begin and keys[at - 1] > key:
                keys[at] = keys[at - 1]
                at -= 1
            keys[at] = key
    width = RUN
    while width < count:
        for begin in range(0, count - width, 2 * width):
            _merge(keys, spare, begin, (begin + width, min(begin + 2 * width, count)))
        width *= 2


@compiled
def _merge(keys: Keys, spare: Keys, begin: int, ends: tuple[int, int]) -> None:
    """Merge two runs that follow each other: the first is put aside, and both go back in order."""
    middle, end = ends
    for place in range(begin, middle):
        spare[place] = keys[place]
    left, right = begin, middle
    for place in range(begin, end):
        if left >= middle:
            return
        if right < end and keys[right] < spare[left]:
            keys[place] = keys[right]
            right += 1
        else:
            keys[place] = spare[left]
            left += 1
