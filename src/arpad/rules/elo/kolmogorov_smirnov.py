"""The Kolmogorov-Smirnov process (9.17): the largest difference of two cumulative distributions, and what it may be.

The book's limits are those of large samples.  `arpad.lab.fit_tests` has the exact ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from arpad.rules.elo.checks import all_finite, positive, share
from arpad.rules.elo.error import refuse
from arpad.rules.rule import carries, rule

LIMITS = {0.01: 1.63, 0.05: 1.36}
"""Numerators of the allowable maximum over the root of n, by level of chance (9.17)."""

PRINTED_LIMITS = {0.01: 1.62, 0.05: 1.36}
"""The numerators that the printed maxima .0376 and .0316 follow from."""

ROUNDED_SHARE = 5e-5
"""By how much a cumulative share of four places may fall back behind the one before."""


@rule("un-9.17-kolmogorov-smirnov", "", "{numerator} / sqrt({n})", "allowable maximum of the differences")
def allowable_difference(numerator: float, n: float) -> float:
    """The allowable maximum for a sample of n, 9.17.

    >>> round(allowable_difference(LIMITS[0.05], 1857.0), 4)
    0.0316
    """
    return numerator / sqrt(n)


@carries("P25")
def largest_difference(observed: Sequence[float], expected: Sequence[float]) -> tuple[float, int]:
    """The largest difference of cumulative shares, and at which of the given places it is (9.17).

    >>> largest_difference((0.5, 0.75, 1.0), (0.25, 0.75, 1.0))
    (0.25, 0)
    """
    if len(observed) != len(expected):
        message = f"{len(observed)} observed shares and {len(expected)} expected ones"
        raise refuse("shares-do-not-fit", "expected", message, "give one of each for every place")
    for name, values in (("observed", observed), ("expected", expected)):
        all_finite(values, name)
        for at, value in enumerate(values):
            share(value, f"{name}[{at}]")
            if at and value < values[at - 1] - ROUNDED_SHARE:
                message = f"{value:g} is less than the share before it"
                raise refuse("not-cumulative", f"{name}[{at}]", message, "add the shares up from the first class on")
    most, place = -1.0, 0
    for at in range(len(observed)):
        apart = abs(observed[at] - expected[at])
        if apart > most:
            most, place = apart, at
    return most, place


@carries("P25")
def allowable(n: float, level: float, *, as_printed: bool = False) -> float:
    """The book's allowable maximum at the 1 or the 5 percent level, for large samples (9.17).

    >>> round(allowable(1857.0, 0.01), 4), round(allowable(1857.0, 0.01, as_printed=True), 4)
    (0.0378, 0.0376)
    """
    numerators = PRINTED_LIMITS if as_printed else LIMITS
    if level not in numerators:
        raise refuse("level-not-printed", "level", f"9.17 has no limit for {level:g}", "it has .01 and .05")
    return allowable_difference(numerators[level], positive(n, "n"))
