"""Chance from whole numbers alone: the same throws on every machine, compiled or interpreted.

The generator is xoroshiro64** (Blackman and Vigna): two words of 32 bits, kept in 64-bit integers so that nothing
overflows in a way that Python and machine code could see differently.  `start` throws a new stream for each thing
that is drawn (a member, a group), so what is drawn does not depend on what was drawn before it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arpad.kernel.compiled import compiled

Dice = NDArray[np.int64]

MASK = 0xFFFFFFFF
UNIT = 1.0 / 2**32
SPREAD = 1.0 / 37837.0
"""One over the standard deviation of the sum of four numbers of 16 bits."""
MIDDLE = 131070.0

PEOPLE, CAREERS, LAYOUT, CALLED_OFF, PLAY, OFFICE, REPORTS, WORDS = range(1, 9)
"""The streams: one for each thing that is drawn."""


def new_dice() -> Dice:
    """Dice that were not started yet."""
    return np.zeros(2, dtype=np.int64)


@compiled
def mixed(word: int) -> int:
    """A word of 32 bits of which every bit depends on every bit of the one given.

    >>> mixed(1) != mixed(2), 0 <= mixed(-5) < 2**32
    (True, True)
    """
    word &= MASK
    word ^= word >> 16
    word = (word * 0x21F0AAAD) & MASK
    word ^= word >> 15
    word = (word * 0x735A2D97) & MASK
    return word ^ (word >> 15)


@compiled
def start(dice: Dice, seed: int, stream: int, index: int) -> None:
    """Put the dice to the beginning of a stream's part: that of a member, or of a group.

    >>> dice = new_dice()
    >>> start(dice, 7, PLAY, 3); one = throw(dice)
    >>> start(dice, 7, PLAY, 3); one == throw(dice)
    True
    """
    low, high = seed & MASK, seed >> 32
    one = mixed(mixed(mixed(mixed(low + 0x1234567) + high) + stream) + index)
    other = mixed(mixed(mixed(mixed(low + 0x7654321) + high) + stream + 0x51ED270) + index)
    dice[0] = one
    dice[1] = other if one != 0 or other != 0 else 1


@compiled
def throw(dice: Dice) -> int:
    """The next 32 bits."""
    one, other = int(dice[0]), int(dice[1])
    turned = (one * 0x9E3779BB) & MASK
    turned = ((turned << 5) | (turned >> 27)) & MASK
    other ^= one
    dice[0] = (((one << 26) | (one >> 6)) & MASK) ^ other ^ ((other << 9) & MASK)
    dice[1] = ((other << 13) | (other >> 19)) & MASK
    return (turned * 5) & MASK


@compiled
def below(dice: Dice, count: int) -> int:
    """A whole number from 0 up to, not including, a count below 2**31.

    >>> dice = new_dice(); start(dice, 1, PLAY, 0)
    >>> sorted({below(dice, 3) for _ in range(50)})
    [0, 1, 2]
    """
    return (throw(dice) * count) >> 32


@compiled
def uniform(dice: Dice) -> float:
    """A number from 0 up to, not including, 1."""
    return throw(dice) * UNIT


@compiled
def normal(dice: Dice) -> float:
    """A number about 0 with standard deviation 1, never farther than 3.5: a sum of four, which is near enough."""
    one, other = throw(dice), throw(dice)
    return ((one & 0xFFFF) + (one >> 16) + (other & 0xFFFF) + (other >> 16) - MIDDLE) * SPREAD
