"""The exponential as plain products and sums, so that its bits are the same on every machine.

The `pow` and `exp` of the C library give other last bits on other processors, and a last bit decides sometimes
(a floor from a rounded peak, an exact half at publication).  Here x is brought near zero with a constant
split in two parts (the first with so few bits that n times it is exact), a Taylor polynomial of degree 13 does
the rest, and the power of two is put back exactly.  The result is within about 1e-15 of the true value, relatively.
"""

from __future__ import annotations

from math import floor, ldexp

LOG2_10 = 3.321928094887362
LOG10_2_HIGH = 0.3010299955494702  # log10(2), first 32 bits
LOG10_2_LOW = 1.1451100898021838e-10
LN_10 = 2.302585092994046
LOG2_E = 1.4426950408889634
LN_2_HIGH = 0.6931471803691238  # ln(2), first 32 bits
LN_2_LOW = 1.9082149292705877e-10


def near_zero(y: float) -> float:
    """E to the y for y within ln(2)/2 of zero, by the Taylor polynomial of degree 13."""
    total = 1.0 + y * (1.0 / 13.0)
    total = 1.0 + y * (1.0 / 12.0) * total
    total = 1.0 + y * (1.0 / 11.0) * total
    total = 1.0 + y * (1.0 / 10.0) * total
    total = 1.0 + y * (1.0 / 9.0) * total
    total = 1.0 + y * 0.125 * total
    total = 1.0 + y * (1.0 / 7.0) * total
    total = 1.0 + y * (1.0 / 6.0) * total
    total = 1.0 + y * 0.2 * total
    total = 1.0 + y * 0.25 * total
    total = 1.0 + y * (1.0 / 3.0) * total
    total = 1.0 + y * 0.5 * total
    return 1.0 + y * total


def power_of_ten(x: float) -> float:
    """10 to the x, the same bits everywhere.

    >>> power_of_ten(0.0), power_of_ten(1.0), power_of_ten(-2.0)
    (1.0, 10.0, 0.01)
    """
    n = floor(x * LOG2_10 + 0.5)
    rest = (x - n * LOG10_2_HIGH) - n * LOG10_2_LOW
    return ldexp(near_zero(rest * LN_10), n)


def exponential(x: float) -> float:
    """E to the x, the same bits everywhere.

    >>> exponential(0.0)
    1.0
    >>> abs(exponential(1.0) - 2.718281828459045) < 1e-15
    True
    """
    n = floor(x * LOG2_E + 0.5)
    return ldexp(near_zero((x - n * LN_2_HIGH) - n * LN_2_LOW), n)
