"""Histograms: how many fall into each class, as tables 2.71, 7.33 and 7.38 give ratings and deviations."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum, inf, isinf, isnan

from arpad.rules.elo.checks import finite
from arpad.rules.elo.error import refuse

SAME_WIDTH = 1e-9
"""By how much, relatively, two widths may differ and still count as equal."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """Classes side by side and the number in each; made and checked by `histogram`.

    Attributes:
        edges: the limits of the classes, ascending, one more than there are classes; the outer ones may be infinite.
        counts: how many there are in each class, as numbers or as shares of any whole.
    """

    edges: tuple[float, ...]
    counts: tuple[float, ...]

    @property
    def total(self) -> float:
        """All of them together."""
        return fsum(self.counts)

    @property
    def shares(self) -> tuple[float, ...]:
        """The part of the whole in each class."""
        total = self.total
        return tuple(count / total for count in self.counts)

    @property
    def cumulative(self) -> tuple[float, ...]:
        """How many there are up to the end of each class."""
        return tuple(fsum(self.counts[: index + 1]) for index in range(len(self.counts)))

    @property
    def closed_edges(self) -> tuple[float, ...]:
        """The limits, an open class at either end taken to be as wide as its neighbour."""
        edges = list(self.edges)
        if isinf(edges[0]):
            edges[0] = 2.0 * edges[1] - edges[2]
        if isinf(edges[-1]):
            edges[-1] = 2.0 * edges[-2] - edges[-3]
        return tuple(edges)

    @property
    def middles(self) -> tuple[float, ...]:
        """The middle of each class."""
        edges = self.closed_edges
        return tuple(0.5 * (low + high) for low, high in pairwise(edges))

    @property
    def width(self) -> float | None:
        """The width of the classes where it is the same in all; None where it is not."""
        edges = self.closed_edges
        widths = [high - low for low, high in pairwise(edges)]
        same = max(widths) - min(widths) <= SAME_WIDTH * max(widths)
        return widths[0] if same else None

    def below(self, value: float) -> float:
        """How many lie below a value, taken to be spread evenly within its class.

        >>> histogram((0.0, 1.0, 2.0), (10.0, 30.0)).below(1.5)
        25.0
        """
        if isnan(value):
            raise refuse("not-a-number", "value", "the value is no number", "give a finite one")
        edges = self.closed_edges
        if value <= edges[0]:
            return 0.0
        if value >= edges[-1]:
            return self.total
        at = bisect_right(edges, value) - 1
        part = (value - edges[at]) / (edges[at + 1] - edges[at])
        return fsum(self.counts[:at]) + part * self.counts[at]

    def between(self, low: float, high: float) -> float:
        """How many lie between two values."""
        return self.below(high) - self.below(low)


def histogram(edges: Sequence[float | None], counts: Sequence[float]) -> Histogram:
    """A checked histogram; None stands for an open end.

    >>> histogram((None, 1300.0, 1400.0, None), (23.0, 74.0, 5.0)).middles
    (1250.0, 1350.0, 1450.0)
    >>> histogram((0.0, 1.0), (2.0, 3.0))
    Traceback (most recent call last):
        ...
    arpad.rules.elo.error.EloError: error: 2 limits for 2 classes; give 3 [limits-do-not-fit at edges]
    """
    if not counts:
        raise refuse("nothing-given", "counts", "there is no class", "give at least one")
    if len(edges) != len(counts) + 1:
        message = f"{len(edges)} limits for {len(counts)} classes"
        raise refuse("limits-do-not-fit", "edges", message, f"give {len(counts) + 1}")
    limits = _limits(edges)
    open_ends = isinf(limits[0]) + isinf(limits[-1])
    if open_ends and len(counts) - open_ends < 1:
        raise refuse("only-open-classes", "edges", "no class has both limits", "an open class needs a closed neighbour")
    for at, count in enumerate(counts):
        if finite(count, f"counts[{at}]") < 0.0:
            raise refuse("negative", f"counts[{at}]", f"{count:g} is below zero", "give zero or more")
    if not fsum(counts):
        raise refuse("nothing-given", "counts", "all classes are empty", "give at least one observation")
    return Histogram(limits, tuple(float(count) for count in counts))


def _limits(edges: Sequence[float | None]) -> tuple[float, ...]:
    last = len(edges) - 1
    limits = tuple((-inf if at == 0 else inf) if edge is None else float(edge) for at, edge in enumerate(edges))
    for at, edge in enumerate(limits):
        if not isinf(edge):
            finite(edge, f"edges[{at}]")
        elif 0 < at < last:
            raise refuse("open-within", f"edges[{at}]", "a class within has no limit", "only the outer ones are open")
        if at and not limits[at - 1] < edge:
            message = f"{edge:g} does not lie above {limits[at - 1]:g}"
            raise refuse("not-ascending", f"edges[{at}]", message, "give the limits in ascending order")
    return limits
