"""Section 3 (2009: 2.1): the effective number of games, how many games a rating is worth."""

from __future__ import annotations

from math import sqrt

from arpad.rules.rule import condition, rule


@condition("3-n-star", "{r0} > {knee}", "the rating is above the knee", reads=("I23",))
def above_knee(r0: float, knee: float) -> bool:
    """Whether N* is simply its ceiling; at the knee itself the curve still holds."""
    return r0 > knee


@rule(
    "3-n-star",
    "N*",
    "{ceiling} / sqrt({constant} + {coefficient} x ({anchor} - {r0})^2)",
    "the most games that a rating of this height can be worth",
)
def n_star_curve(r0: float, ceiling: float, constant: float, coefficient: float, anchor: float) -> float:
    """N* below the knee.

    >>> round(n_star_curve(1700.0, 50.0, 0.662, 0.00000739, 2569.0), 1)
    20.0
    >>> round(n_star_curve(1700.0, 50.0, 1.0, 0.00001, 2200.0), 1)  # edition of 2009
    26.7
    """
    distance = anchor - r0
    return ceiling / sqrt(constant + coefficient * (distance * distance))


def n_star(r0: float, ceiling: float, knee: float, constant: float, coefficient: float, anchor: float) -> float:
    """N*: the curve up to the knee, its ceiling beyond (equation 1)."""
    if above_knee(r0, knee):
        return ceiling
    return n_star_curve(r0, ceiling, constant, coefficient, anchor)


@rule("3-n-effective", "N'", "min({n}, {n_star})", "the effective number of games", reads=("I23",))
def n_effective(n: float, n_star: float) -> float:
    """N': the smaller of N and N*.

    >>> n_effective(30.0, 20.0), n_effective(6.0, 20.0)
    (20.0, 6.0)
    """
    return min(n, n_star)
