"""How ratings are kept and shown: as integers before September 2014, with all decimals since; official as integers."""

from __future__ import annotations

from math import ceil, floor

from arpad.rules.rule import condition, rule

NOISE = 1e-7
"""A value this near to an integer, or a half, is that integer or half: the rest is float noise (reading I34)."""


def half_up(value: float) -> float:
    """The nearest integer, halves up, of a value that carries the noise of a computation.

    >>> half_up(1500.5), half_up(1500.49999999999), half_up(1500.4999)
    (1501.0, 1501.0, 1500.0)
    """
    return float(floor(value + 0.5 + NOISE))


@rule("1-official", "", "{rating} to the nearest integer, halves up", "the official rating")
def official(rating: float) -> int:
    """The published form of a rating.

    >>> official(1643.759), official(1431.034), official(1999.5)
    (1644, 1431, 2000)
    """
    return floor(rating + 0.5)


@rule("7-storage", "", "{value}, rounded away from {pre}", "kept as an integer", reads=("I25", "I34"))
def away_from(pre: float, value: float) -> float:
    """A gain earns at least a point, a loss costs at least one; unchanged stays.

    >>> away_from(1500.0, 1500.2), away_from(1500.0, 1499.8), away_from(1500.0, 1500.00000001)
    (1501.0, 1499.0, 1500.0)
    >>> away_from(1643.76, 1643.76)  # a rating that was not an integer before
    1643.76
    """
    if abs(value - pre) <= NOISE:
        return pre
    nearest = half_up(value)
    if abs(value - nearest) <= NOISE:
        return nearest
    return float(ceil(value)) if value > pre else float(floor(value))


@rule(
    "7-storage",
    "",
    "{value} to the nearest integer",
    "a newcomer's rating kept as an integer",
    reads=("I25", "I34"),
)
def to_nearest(value: float) -> float:
    """Halves up; there is no rating to round away from.

    >>> to_nearest(751.5)
    752.0
    """
    return half_up(value)


@condition("1-established", "{games} > {established_games}", "the rating is established")
def established(games: float, established_games: int) -> bool:
    """Whether a rating is based on more than 25 games.

    >>> established(25.0, 25), established(26.0, 25)
    (False, True)
    """
    return games > established_games
