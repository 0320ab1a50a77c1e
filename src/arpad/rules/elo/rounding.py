"""How the book rounds, where it does.

Halves go away from zero, as by hand.  A quotient that is exactly a half on paper (23/40 = .575) may stand a last
bit below it in binary; it is taken for the half that it is.
"""

from __future__ import annotations

from math import copysign, floor

from arpad.rules.arithmetic import power_of_ten

LAST_BITS = 1e-9
"""How far below a half a number still counts as that half: far above binary noise, far below the book's places."""


def half_up(value: float, places: int = 0) -> float:
    """A number to so many decimal places, halves away from zero.

    >>> half_up(139.6875), half_up(0.575, 2), half_up(-0.5), half_up(2642.5)
    (140.0, 0.58, -1.0, 2643.0)
    """
    unit = power_of_ten(places)
    return copysign(floor(abs(value) * unit + 0.5 + LAST_BITS) / unit, value)


def fraction_dropped(value: float) -> float:
    """The whole number towards zero: how the middle of an interval of table 2.11 is read.

    >>> fraction_dropped(149.5), fraction_dropped(-21.5)
    (149.0, -21.0)
    """
    return copysign(floor(abs(value) + LAST_BITS), value)


def hundredths(p: float) -> int:
    """A percentage score to two places, as whole hundredths; a half goes to the higher-rated player's side.

    Fischer's .625 and Spassky's .375 stand for the same difference (2.13), so the two always add up to 100.

    >>> hundredths(0.625), hundredths(0.375), hundredths(9 / 19)
    (63, 37, 47)
    """
    if p < 0.5:
        return 100 - hundredths(1.0 - p)
    return floor(p * 100.0 + 0.5 + LAST_BITS)
