"""The normal distribution (1.3, 8.22): its density, the area under it, and the deviation that cuts off an area."""

from __future__ import annotations

from math import erfc, log, pi, sqrt

from arpad.rules.arithmetic import exponential
from arpad.rules.elo.error import refuse
from arpad.rules.rule import rule

SQRT_2 = sqrt(2.0)
"""The ratio of the spread of differences to that of performances, where both players' spreads are equal (8.23)."""

SQRT_2_PI = sqrt(2.0 * pi)
"""The area under exp(-z^2 / 2), the divisor of equation (13), 8.22."""

FURTHEST = 38.0
"""Beyond so many standard deviations the density is below the smallest ordinary float."""

SMALLEST = 1e-300
"""Smaller shares are taken for this one: next to zero floats lose their digits."""

MOST_STEPS = 60
"""More steps than the inverse ever needs: it settles in ten."""


@rule("eq-13", "Y", "exp(-({z})^2 / 2) / sqrt(2 pi)", "ordinate of the normal distribution")
def density(z: float) -> float:
    """Y: the ordinate of the normal distribution at z standard deviations from the mean, equation (13), 8.22.

    >>> round(density(0.0), 6), round(density(1.0), 6)
    (0.398942, 0.241971)
    """
    if z > FURTHEST or z < -FURTHEST:
        return 0.0
    return exponential(-0.5 * z * z) / SQRT_2_PI


def area_below(z: float) -> float:
    """The share of a normal distribution below z: the normal probability function of 1.4, 8.23 and 8.94.

    >>> round(area_below(160.0 / 282.84), 4)  # 8.94: .7143
    0.7142
    >>> round(area_below(0.566), 4)  # z to three places, as the book looks it up
    0.7143
    """
    return 0.5 * erfc(-z / SQRT_2)


def area_above(z: float) -> float:
    """The share of a normal distribution above z, exact far out in the tail.

    >>> round(area_above(3.8), 7)
    7.23e-05
    """
    return 0.5 * erfc(z / SQRT_2)


def area_within(z: float) -> float:
    """The share within z standard deviations of the mean, to either side (8.95).

    >>> round(area_within(1.0), 4), round(area_within(1.37), 4)
    (0.6827, 0.8293)
    """
    return 1.0 - erfc(z / SQRT_2) if z > 0.0 else 0.0


def deviation(p: float) -> float:
    """The z below which a share p of the normal distribution lies, to the last bits: the inverse of `area_below`.

    >>> round(deviation(0.75), 4), round(deviation(0.975), 4), deviation(0.5)
    (0.6745, 1.96, 0.0)
    """
    if not 0.0 < p < 1.0:
        raise refuse("no-deviation", "p", f"no finite deviation cuts off {p:g}", "ask for a share between 0 and 1")
    if p == 0.5:
        return 0.0
    return _tail(1.0 - p) if p > 0.5 else -_tail(p)


def _tail(p: float) -> float:
    """The z above which a share p, at most one half, lies: Newton's steps on the logarithm of the tail's area.

    That logarithm bends downwards, so from a start beyond the answer the steps come down to it and never pass it.
    """
    wanted = max(p, SMALLEST)
    z = sqrt(-2.0 * log(wanted))
    before = z
    for _ in range(MOST_STEPS):
        area = area_above(z)
        following = z + log(area / wanted) * area / density(z)
        if following in {z, before}:
            return following
        before, z = z, following
    return z
