"""Corrections for exceptional performances (3.74, 3.75): bonus points, a raised K, and what the opponents get back."""

from __future__ import annotations

from arpad.rules.rule import rule


@rule("P11", "", "max(0, {performance} - {sigma} - {after})", "bonus points")
def bonus_points(performance: float, sigma: float, after: float) -> float:
    """What lifts a new rating to within one standard deviation of the performance rating (3.74).

    >>> bonus_points(2000.0, 94.3, 1860.0), bonus_points(2000.0, 94.3, 1950.0)
    (45.700000000000045, 0.0)
    """
    return max(0.0, performance - sigma - after)


@rule("P11", "K", "max({k}, ({performance} - {sigma} - {before}) / {excess})", "elevated K")
def raised_k(k: float, performance: float, sigma: float, before: float, excess: float) -> float:
    """The K that takes the new rating to within one standard deviation of the performance rating (3.74).

    >>> raised_k(32.0, 2000.0, 94.0, 1746.0, 4.0), raised_k(32.0, 1800.0, 94.0, 1746.0, 4.0)
    (40.0, 32.0)
    """
    return max(k, (performance - sigma - before) / excess)


@rule("un-3.75-feedback", "", "{k} x ({p_actual} - {p_expected})", "feedback points of one opponent")
def feedback_points(k: float, p_actual: float, p_expected: float) -> float:
    """What an opponent gets back for each game with an exceptional performer (3.75).

    >>> round(feedback_points(32.0, 0.57, 0.5), 2)  # 3.61: a difference of 7 percent
    2.24
    """
    return k * (p_actual - p_expected)
