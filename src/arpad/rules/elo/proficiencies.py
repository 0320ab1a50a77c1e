"""The distribution of chess proficiencies (7.3): a rating list in classes, its mean and spread, and who stands above.

What 7.35, 8.96 and 9.1 ask of it, whether it is normal or Maxwell-Boltzmann, is asked by `chi_square` and
`maxwell_boltzmann`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from arpad.rules.elo.checks import all_finite, finite, positive
from arpad.rules.elo.error import refuse
from arpad.rules.elo.histograms import Histogram, histogram
from arpad.rules.elo.moments import Moments, grouped_moments
from arpad.rules.rule import carries

USUAL_WIDTH = 100.0
"""Rating points of a class in 7.33 and 7.38."""

MOST_CLASSES = 10_000
"""More classes than this are a slip of the width."""

HUNDRED = 100.0
"""Percent of the whole."""


@dataclass(frozen=True, slots=True)
class Class:
    """One class of a distribution.

    Attributes:
        lowest: its lower limit.
        highest: its upper limit, which belongs to the next class.
        count: how many players, or what share, it holds.
        percent: the same in percent.
        cumulative: percent up to the end of it.
    """

    lowest: float
    highest: float
    count: float
    percent: float
    cumulative: float


@dataclass(frozen=True, slots=True)
class Distribution:
    """A distribution of ratings: its classes, its mean and its standard deviation."""

    classes: tuple[Class, ...]
    grouped: Histogram
    moments: Moments

    def above(self, level: float) -> float:
        """Percent of the players above a level, each class taken to be filled evenly (7.39).

        >>> rating_distribution((1450.0, 1550.0, 1550.0, 2250.0)).above(2200.0)
        25.0
        """
        return HUNDRED * (1.0 - self.grouped.below(finite(level, "level")) / self.grouped.total)


@carries("P40")
def distribution_of(grouped: Histogram, *, of: float | None = None, sheppard_correction: bool = True) -> Distribution:
    """The distribution that classes and counts make; where the counts are shares, `of` says of how many (7.33).

    >>> from arpad.rules.elo.histograms import histogram
    >>> found = distribution_of(histogram((1400.0, 1500.0, 1600.0), (1.0, 3.0)))
    >>> found.moments.mean, [(one.percent, one.cumulative) for one in found.classes]
    (1525.0, [(25.0, 25.0), (75.0, 100.0)])
    """
    classes = tuple(
        Class(
            grouped.edges[index],
            grouped.edges[index + 1],
            count,
            HUNDRED * grouped.shares[index],
            HUNDRED * grouped.cumulative[index] / grouped.total,
        )
        for index, count in enumerate(grouped.counts)
    )
    return Distribution(classes, grouped, grouped_moments(grouped, of=of, sheppard_correction=sheppard_correction))


@carries("P40")
def rating_distribution(ratings: Sequence[float], width: float = USUAL_WIDTH) -> Distribution:
    """The distribution of a rating list in classes of a width, from the class of the lowest to that of the highest.

    >>> [(one.lowest, one.count) for one in rating_distribution((1450.0, 1599.0, 1600.0)).classes]
    [(1400.0, 1.0), (1500.0, 1.0), (1600.0, 1.0)]
    """
    all_finite(ratings, "ratings")
    positive(width, "width")
    first, last = floor(min(ratings) / width), floor(max(ratings) / width)
    if last - first >= MOST_CLASSES:
        raise refuse("too-many-classes", "width", f"{last - first + 1} classes are too many", "take wider ones")
    counts = [0.0] * (last - first + 1)
    for rating in ratings:
        counts[floor(rating / width) - first] += 1.0
    edges = [(first + index) * width for index in range(len(counts) + 1)]
    return distribution_of(histogram(edges, counts))
