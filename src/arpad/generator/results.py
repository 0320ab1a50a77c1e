"""Results: by the logistic curve of the true strengths, with more draws among the strong and the equal."""

from __future__ import annotations

from arpad.generator.chance import Dice, below, uniform
from arpad.kernel.columns import CODES
from arpad.kernel.compiled import compiled, formula
from arpad.rules import arithmetic

power_of_ten = formula(arithmetic.power_of_ten)

WIN, LOSS, DRAW = CODES.index("W"), CODES.index("L"), CODES.index("D")
UNLIKE_WIN, UNLIKE_LOSS, UNLIKE_DRAW = CODES.index("N"), CODES.index("S"), CODES.index("R")
MIRRORED = (LOSS, WIN, DRAW)
"""The other side's code of a win, a loss and a draw."""
ONE_UNLIKE = 700
"""One game of so many is coded on purpose so that the sides differ."""


@compiled
def expected(one: float, other: float) -> float:
    """The share of points that a strength is expected to win.

    >>> expected(1500.0, 1500.0), round(expected(1900.0, 1500.0), 3)
    (0.5, 0.909)
    """
    return 1.0 / (1.0 + power_of_ten((other - one) / 400.0))


@compiled
def draw_share(one: float, other: float, share: float) -> float:
    """How likely a draw is: for equals from 2 per cent of beginners to half of the games of the best.

    >>> round(draw_share(1500.0, 1500.0, 0.5), 2), draw_share(400.0, 400.0, 0.5)
    (0.16, 0.02)
    """
    among_equals = min(0.5, max(0.02, (0.5 * (one + other) - 600.0) / 5500.0))
    return among_equals * 4.0 * share * (1.0 - share)


@compiled
def result(dice: Dice, one: float, other: float) -> int:
    """The code of a game for the first of two strengths."""
    share = expected(one, other)
    drawn = draw_share(one, other, share)
    place = uniform(dice)
    won = share - 0.5 * drawn
    if place < won:
        return WIN
    return DRAW if place < won + drawn else LOSS


@compiled
def codes(dice: Dice, one: float, other: float) -> tuple[int, int]:
    """The codes of both sides; rarely ones that differ on purpose."""
    code = result(dice, one, other)
    if below(dice, ONE_UNLIKE) != 0:
        return code, MIRRORED[code]
    kind = below(dice, 4)
    if kind == 0:
        return UNLIKE_WIN, UNLIKE_DRAW
    if kind == 1:
        return UNLIKE_DRAW, UNLIKE_WIN
    return (UNLIKE_DRAW, UNLIKE_LOSS) if kind == 2 else (UNLIKE_LOSS, UNLIKE_LOSS)
