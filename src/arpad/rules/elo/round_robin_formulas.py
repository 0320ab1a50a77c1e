"""The formulae of a round robin (1.7, 8.26): everything in terms of the mean rating of all participants, R_a."""

from __future__ import annotations

from arpad.rules.rule import carries, rule


@carries("eq-23")
@rule("eq-5", "D_a", "{d_p} x ({m} - 1) / {m}", "adjusted difference, against the mean of all participants")
def adjusted_difference(d_p: float, m: float) -> float:
    """D_a, equations (5) and (23): the difference to the mean of all is less than that to the opponents' by 1/M.

    >>> adjusted_difference(149.0, 16.0)  # 2.42: 140
    139.6875
    """
    return d_p * (m - 1) / m


@rule("eq-6", "R_p", "{r_a} + {d_a}", "performance rating in a round robin")
def performance_from_average(r_a: float, d_a: float) -> float:
    """R_p, equation (6).

    >>> performance_from_average(2534.0, 140.0)  # 2.42
    2674.0
    """
    return r_a + d_a


@rule("eq-6a", "R_a", "{r_ar} - {d_ar}", "mean rating of all from the rated players")
def average_from_rated(r_ar: float, d_ar: float) -> float:
    """R_a, equation (6a), 3.34: the rated players' mean rating less the mean of their adjusted differences.

    >>> average_from_rated(2317.5, 101.8)  # 3.35: 2216
    2215.7
    """
    return r_ar - d_ar


@carries("eq-24")
@rule("eq-7", "R_a", "{r_o} - {d_p} x ({m} - 1) / {m}", "mean rating of all from the rated players")
def average_from_differences(r_o: float, d_p: float, m: float) -> float:
    """R_a, equations (7) and (24): as (6a), the mean of D_p adjusted at the end.

    >>> average_from_differences(2240.0, 101.0, 20.0)  # 2.48: 2144
    2144.05
    """
    return r_o - d_p * (m - 1) / m


@rule("eq-8", "W_e", "({p} x {m} - 1/2) x {cycles}", "expected score in a round robin")
def expected_from_average(p: float, m: float, cycles: float) -> float:
    """W_e, equation (8): as if the player also met himself, once in each cycle; that half point is deducted.

    >>> round(expected_from_average(0.64, 16.0, 1.0), 2)  # 2.45: 9.74
    9.74
    """
    return (p * m - 0.5) * cycles


@rule("eq-20", "R_a", "(({m} - 1) x {r_c} + {r}) / {m}", "mean rating of all from that of the opponents")
def average_from_competition(r: float, r_c: float, m: float) -> float:
    """R_a, equation (20), 8.26: the mean of a player's opponents, and himself.

    >>> average_from_competition(2635.0, 2527.0, 16.0)  # 2.41: 2534
    2533.75
    """
    return ((m - 1) * r_c + r) / m


@carries("eq-21")
@rule("eq-22", "R - R_a", "({r} - {r_c}) x ({m} - 1) / {m}", "difference to the mean of all")
def difference_to_average(r: float, r_c: float, m: float) -> float:
    """R - R_a, equations (21) and (22), 8.26, from the difference to the opponents' mean.

    >>> difference_to_average(2635.0, 2527.0, 16.0)
    101.25
    """
    return (r - r_c) * (m - 1) / m
