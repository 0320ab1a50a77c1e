"""The distributions of performances that rating systems rest on (8.72): normal (13) and Verhulst (44)(45).

The third, the rectangular (54), stands with the linear systems that assume it.
"""

from __future__ import annotations

from math import log

from arpad.rules.arithmetic import exponential, power_of_ten
from arpad.rules.elo.normal import density
from arpad.rules.rule import rule

LN_10 = log(10.0)
"""The factor of equation (45), 8.43."""

FURTHEST = 300.0
"""Beyond so many powers of the base a Verhulst density is next to nothing."""


@rule("eq-13", "", "Y({d} / {sigma}) / {sigma}", "normal distribution of rating differences")
def normal_of_difference(d: float, sigma: float) -> float:
    """Equation (13) for rating points: the ordinate at D, so that the area under the curve is one (8.72).

    >>> round(normal_of_difference(0.0, 282.84), 6)
    0.00141
    """
    return density(d / sigma) / sigma


@rule(
    "eq-44",
    "dP/dD",
    "e^(-{d} / {c}) / ({c} x (1 + e^(-{d} / {c}))^2)",
    "Verhulst distribution, base e",
)
def verhulst_natural(d: float, c: float) -> float:
    """dP/dD: the slope of the logistic function to the base e, equation (44), 8.35; the same on both sides.

    >>> verhulst_natural(0.0, 200.0)
    0.00125
    """
    against = exponential(-min(abs(d) / c, FURTHEST))
    return against / (c * (1.0 + against) * (1.0 + against))


@rule(
    "eq-45",
    "dP/dD",
    "10^(-{d} / (2 x {c})) x ln 10 / (2 x {c} x (1 + 10^(-{d} / (2 x {c})))^2)",
    "Verhulst distribution, base sqrt 10",
)
def verhulst(d: float, c: float) -> float:
    """dP/dD: the slope of (46), the logistic function to the base sqrt 10, equation (45), 8.43.

    >>> round(verhulst(0.0, 200.0), 9)
    0.001439116
    """
    against = power_of_ten(-min(abs(d) / (2.0 * c), FURTHEST))
    return against * LN_10 / (2.0 * c * (1.0 + against) * (1.0 + against))
