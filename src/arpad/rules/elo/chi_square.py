"""The chi-square index (2.66, 8.96): how far observed frequencies lie from expected ones, taken together.

The critical values and the probability of an index stand in `arpad.lab.fit_tests`; here is what leads to the index.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum, inf, isinf

from arpad.rules.elo.checks import all_finite, finite, positive
from arpad.rules.elo.error import refuse
from arpad.rules.elo.normal import area_below
from arpad.rules.elo.rounding import half_up
from arpad.rules.rule import carries, rule

LEAST_EXPECTED = 5.0
"""Expected observations that an interval must include (8.96)."""


@rule("eq-73", "", "({observed} - {expected})^2 / {expected}", "what one interval adds to chi-square")
def chi_square_term(observed: float, expected: float) -> float:
    """The term of one interval in equation (73), 8.96.

    >>> round(chi_square_term(34.0, 43.5), 3)
    2.075
    """
    return (observed - expected) * (observed - expected) / expected


@rule("eq-73", "chi^2", "the sum of (fo - fe)^2 / fe", "chi-square index")
def chi_square_index(observed: Sequence[float], expected: Sequence[float]) -> float:
    """Chi-square, equation (73), 8.96.

    >>> chi_square_index((12.0, 8.0), (10.0, 10.0))
    0.8
    """
    total = 0.0
    for index in range(len(observed)):
        total += chi_square_term(observed[index], expected[index])
    return total


@dataclass(frozen=True, slots=True)
class Intervals:
    """Observed and expected frequencies side by side, after pooling.

    Attributes:
        observed: f_o of each interval.
        expected: f_e of each.
        members: which of the given intervals each one is made of, as first and last index.
    """

    observed: tuple[float, ...]
    expected: tuple[float, ...]
    members: tuple[tuple[int, int], ...]

    @property
    def index(self) -> float:
        """Chi-square."""
        return chi_square_index(self.observed, self.expected)


def pooled(observed: Sequence[float], expected: Sequence[float], *, least: float = LEAST_EXPECTED) -> Intervals:
    """Neighbouring intervals taken together until each expects enough; with `least=0`, anything.

    >>> pooled((1.0, 9.0, 7.0, 2.0), (2.0, 8.0, 6.0, 3.0)).members
    ((0, 1), (2, 3))
    """
    if len(observed) != len(expected):
        message = f"{len(observed)} observed frequencies and {len(expected)} expected ones"
        raise refuse("frequencies-do-not-fit", "expected", message, "give one of each for every interval")
    all_finite(observed, "observed")
    all_finite(expected, "expected")
    for name, values in (("observed", observed), ("expected", expected)):
        for at, value in enumerate(values):
            if value < 0.0:
                raise refuse("negative", f"{name}[{at}]", f"{value:g} is below zero", "give zero or more")
    if finite(least, "least") < 0.0:
        raise refuse("negative", "least", f"{least:g} is below zero", "give zero to leave the intervals alone")
    if not any(expected):
        raise refuse("nothing-expected", "expected", "nothing is expected anywhere", "give frequencies, not shares")
    groups: list[tuple[int, int]] = []
    first = 0
    waiting = 0.0
    for at, value in enumerate(expected):
        waiting += value
        if waiting >= least and waiting > 0.0:
            groups.append((first, at))
            first, waiting = at + 1, 0.0
    if first < len(expected):
        start = groups.pop()[0] if groups else 0
        groups.append((start, len(expected) - 1))
    return Intervals(
        tuple(fsum(observed[low : high + 1]) for low, high in groups),
        tuple(fsum(expected[low : high + 1]) for low, high in groups),
        tuple(groups),
    )


@carries("P24")
def normal_shares(limits: Sequence[float], mean: float, sigma: float, *, as_printed: bool = False) -> tuple[float, ...]:
    """The shares of a normal distribution below, between and above limits in ascending order (8.96).

    As printed: z to two places, the area below it to four, as with a table of the normal curve.

    >>> [round(part, 4) for part in normal_shares((-1.0, 1.0), 0.0, 1.0)]
    [0.1587, 0.6827, 0.1587]
    """
    all_finite(limits, "limits")
    finite(mean, "mean")
    positive(sigma, "sigma")
    below = []
    last = -inf
    for at, limit in enumerate(limits):
        if limit <= last:
            raise refuse("not-ascending", f"limits[{at}]", f"{limit:g} does not lie above {last:g}", "sort them")
        last = limit
        z = (limit - mean) / sigma
        below.append(half_up(area_below(half_up(z, 2)), 4) if as_printed else area_below(z))
    marks = [0.0, *below, 1.0]
    return tuple(high - low for low, high in pairwise(marks))


def inner_limits(edges: Sequence[float]) -> tuple[float, ...]:
    """The limits between classes, without the outer ones: what the tails of a fitted curve go beyond.

    >>> inner_limits((0.0, 1.0, 2.0, inf))
    (1.0, 2.0)
    """
    return tuple(edge for edge in edges[1:-1] if not isinf(edge))
