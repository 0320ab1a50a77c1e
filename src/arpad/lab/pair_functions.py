"""What one pair of players adds to the function that a fit makes smallest, and how it bends with their difference.

The difference u comes in natural units: C sqrt(2) for the normal function, 2C / ln 10 for the logistic.  Each function
is convex in u, so their sum has one smallest value, and the places where it is taken differ by a shift of all
ratings at most.
"""

from __future__ import annotations

from math import log, pi, sqrt
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import special

from arpad.rules.elo.error import refuse
from arpad.rules.elo.expectancy import LN_10, Expectancy, Logistic, Normal

Array: TypeAlias = npt.NDArray[np.float64]

HALF_LN_2_PI = 0.5 * log(2.0 * pi)
"""What the logarithm of the normal ordinate begins with."""

MILLS = sqrt(2.0 / pi)
"""Ordinate over area of the normal distribution, as a multiple of 1 / erfcx."""

ROOT_2 = sqrt(2.0)
"""The step from the deviations of the normal distribution to those of the error function."""


class PairFunction(Protocol):
    """One pair's part: n games in which the first made s points, u the first's rating above the second's."""

    @property
    def unit(self) -> float:
        """Rating points to one of u."""
        ...

    def slope(self, u: Array, n: Array, s: Array) -> Array:
        """The first derivative of the part."""
        ...

    def bend(self, u: Array, n: Array, s: Array) -> Array:
        """The second, never negative."""
        ...

    def expected(self, u: Array) -> Array:
        """The percentage expectancy of the first."""
        ...

    def log_chance(self, u: Array, n: Array, s: Array) -> Array:
        """The logarithm of the likelihood, a draw counting as half a win and half a loss (8.91)."""
        ...


class LogisticLikelihood:
    """The logistic function: likelihood and balance of the scores are the same thing."""

    def __init__(self, unit: float) -> None:
        self.unit = unit

    def slope(self, u: Array, n: Array, s: Array) -> Array:
        """Expected less actual score."""
        return np.asarray((n - s) * special.expit(u) - s * special.expit(-u))

    def bend(self, u: Array, n: Array, s: Array) -> Array:  # noqa: ARG002 (one shape for all)
        """The variance of the score without draws."""
        return np.asarray(n * special.expit(u) * special.expit(-u))

    def expected(self, u: Array) -> Array:
        """P by (46)."""
        return np.asarray(special.expit(u))

    def log_chance(self, u: Array, n: Array, s: Array) -> Array:
        """The logarithm of the likelihood."""
        return np.asarray(-s * np.logaddexp(0.0, -u) - (n - s) * np.logaddexp(0.0, u))


class NormalLikelihood:
    """The normal function by likelihood: a surprise weighs the more, the surer the result seemed."""

    def __init__(self, unit: float) -> None:
        self.unit = unit

    def slope(self, u: Array, n: Array, s: Array) -> Array:
        """Its derivative, through the ratio of ordinate and area."""
        return (n - s) * _mills(-u) - s * _mills(u)

    def bend(self, u: Array, n: Array, s: Array) -> Array:
        """Its second derivative."""
        won, lost = _mills(u), _mills(-u)
        return np.maximum(0.0, s * won * (won + u) + (n - s) * lost * (lost - u))

    def expected(self, u: Array) -> Array:
        """P, the area below."""
        return np.asarray(special.ndtr(u))

    def log_chance(self, u: Array, n: Array, s: Array) -> Array:
        """The logarithm of the likelihood."""
        return np.asarray(s * special.log_ndtr(u) + (n - s) * special.log_ndtr(-u))


class NormalBalance:
    """The normal function by balance: every player's expected score is his score, sum of P = W (1.55)."""

    def __init__(self, unit: float) -> None:
        self.unit = unit

    def slope(self, u: Array, n: Array, s: Array) -> Array:
        """Expected less actual score."""
        return np.asarray((n - s) * special.ndtr(u) - s * special.ndtr(-u))

    def bend(self, u: Array, n: Array, s: Array) -> Array:  # noqa: ARG002 (one shape for all)
        """The ordinate, times the games."""
        return n * np.exp(-0.5 * u * u - HALF_LN_2_PI)

    def expected(self, u: Array) -> Array:
        """P, the area below."""
        return np.asarray(special.ndtr(u))

    def log_chance(self, u: Array, n: Array, s: Array) -> Array:
        """The logarithm of the likelihood, which is not the largest here."""
        return np.asarray(s * special.log_ndtr(u) + (n - s) * special.log_ndtr(-u))


def _mills(u: Array) -> Array:
    """Ordinate over area below u, without underflow on either side."""
    with np.errstate(over="ignore"):
        return np.asarray(MILLS / special.erfcx(-u / ROOT_2))


def pair_function(expectancy: Expectancy, *, balance: bool) -> PairFunction:
    """The pair function of an expectancy with its own scale; only the two smooth ones have a likelihood.

    >>> from arpad.rules.elo.expectancy import LOGISTIC
    >>> round(pair_function(LOGISTIC, balance=False).unit, 4)
    173.7178
    """
    if isinstance(expectancy, Logistic):
        return LogisticLikelihood(2.0 * expectancy.class_interval / LN_10)
    if isinstance(expectancy, Normal):
        return (NormalBalance if balance else NormalLikelihood)(expectancy.sigma_difference)
    raise refuse(
        "no-likelihood",
        "expectancy",
        f"the {expectancy.name} expectancy has no smooth likelihood",
        "take the normal or the logistic one, with any scale",
    )
