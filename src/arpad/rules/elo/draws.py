"""Draws (8.81, 8.91): how the expected score of one game divides into a win, a draw and a loss.

The rating system asks only for the score, a draw counting one half.  A distribution of scores needs more: how often
draws occur.  Three answers stand here.  Without draws the binomial distribution holds (8.81).  With draws in a given
share of the games the expected score stays what it was.  And a margin: a player must outperform the other by a finite
amount to win outright (8.91), so whatever falls within the margin is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from arpad.rules.elo.checks import finite, share
from arpad.rules.elo.error import refuse
from arpad.rules.elo.expectancy import Expectancy
from arpad.rules.rule import rule

ROUNDING = 1e-12
"""By how much the probabilities of win, draw and loss may miss 1: binary noise, nothing more."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The probabilities of one game for one player: a win p, a loss q, a draw r; made and checked by `chances`."""

    win: float
    loss: float
    draw: float

    @property
    def expected(self) -> float:
        """The expected score, a draw counting one half (8.91)."""
        return expected_with_draws(self.win, self.draw)

    @property
    def variance(self) -> float:
        """The variance of the score of one game."""
        return variance_with_draws(self.win, self.loss, self.draw)


@rule("P27", "P", "{win} + {draw} / 2", "expected score of one game, a draw counting one half")
def expected_with_draws(win: float, draw: float) -> float:
    """P: the expected score of one game with draws (8.91).

    >>> expected_with_draws(0.5, 0.25)
    0.625
    """
    return win + 0.5 * draw


@rule(
    "P27",
    "sigma^2",
    "{win} x {loss} + ({win} + {loss}) x {draw} / 4",
    "variance of the score of one game with draws",
)
def variance_with_draws(win: float, loss: float, draw: float) -> float:
    """The variance of one game's score: pq without draws, and less with them (8.91, 8.92).

    Written so that nothing cancels where one result is nearly certain.

    >>> variance_with_draws(0.5, 0.5, 0.0), variance_with_draws(0.25, 0.25, 0.5)
    (0.25, 0.125)
    """
    return win * loss + 0.5 * (0.5 * (win + loss)) * draw


def chances(win: float, loss: float, draw: float) -> Chances:
    """The chances of one game, checked: three shares that make 1.

    >>> chances(0.4, 0.4, 0.2).expected
    0.5
    >>> chances(0.6, 0.6, 0.0)
    Traceback (most recent call last):
        ...
    arpad.rules.elo.error.EloError: error: win .6, loss .6 and draw 0 make 1.2; \
the three make 1 [chances-not-one at chances]
    """
    for name, value in (("win", win), ("loss", loss), ("draw", draw)):
        share(value, name)
    total = win + loss + draw
    if abs(total - 1.0) > ROUNDING:
        stated = " and ".join((f"win {_bare(win)}, loss {_bare(loss)}", f"draw {_bare(draw)}"))
        raise refuse("chances-not-one", "chances", f"{stated} make {_bare(total)}", "the three make 1")
    return Chances(win, loss, draw)


def _bare(p: float) -> str:
    return f"{p:.12g}".removeprefix("0") if 0.0 < p < 1.0 else f"{p:.12g}"


class DrawModel(Protocol):
    """How the promise of a rating difference divides into win, draw and loss."""

    @property
    def name(self) -> str:
        """How commands and reports call it."""
        ...

    def chances(self, expectancy: Expectancy, d: float) -> Chances:
        """The chances against an opponent rated so many points below."""
        ...


@dataclass(frozen=True, slots=True)
class WithoutDraws:
    """Every game is won or lost, or draws are not counted (8.81, 8.87)."""

    name: str = "without draws"

    def chances(self, expectancy: Expectancy, d: float) -> Chances:
        """P is the chance of a win.

        >>> from arpad.rules.elo.expectancy import TABLE_2_11
        >>> NO_DRAWS.chances(TABLE_2_11, 70.0)
        Chances(win=0.6, loss=0.4, draw=0.0)
        """
        p = _share(expectancy, d)
        return Chances(p, _other(expectancy, d, p), 0.0)


NO_DRAWS: DrawModel = WithoutDraws()


@dataclass(frozen=True, slots=True)
class DrawShare:
    """The same share of draws in every game, and the expected score as the ratings promise it (8.91).

    Against a much weaker or stronger opponent so many draws would leave less than nothing for a loss or a win: there
    the share is the largest that the expected score allows, twice the smaller of P and 1 - P.

    Attributes:
        rate: the share of games that are drawn.
    """

    rate: float
    name: str = "share of draws"

    def __post_init__(self) -> None:
        share(self.rate, "rate")

    def chances(self, expectancy: Expectancy, d: float) -> Chances:
        """The draws are taken from win and loss alike.

        >>> from arpad.rules.elo.expectancy import TABLE_2_11
        >>> even = DrawShare(0.5).chances(TABLE_2_11, 0.0)
        >>> even.win, even.loss, even.draw
        (0.25, 0.25, 0.5)
        >>> DrawShare(0.5).chances(TABLE_2_11, 426.0)  # P = .93: no room for so many draws
        Chances(win=0.8600000000000001, loss=0.0, draw=0.14)
        """
        p = _share(expectancy, d)
        q = _other(expectancy, d, p)
        draw = min(self.rate, 2.0 * p, 2.0 * q)
        if draw == 2.0 * q:
            return Chances(p - q, 0.0, draw)
        if draw == 2.0 * p:
            return Chances(0.0, q - p, draw)
        return Chances(p - 0.5 * draw, q - 0.5 * draw, draw)


@dataclass(frozen=True, slots=True)
class DrawMargin:
    """A win takes a performance better by more than a margin; whatever is closer is drawn (8.91).

    The expected score, P(D - m) / 2 + P(D + m) / 2, is no longer exactly P(D): it is nearer to even.

    Attributes:
        margin: m, the margin in rating points.
    """

    margin: float
    name: str = "margin"

    def __post_init__(self) -> None:
        if finite(self.margin, "margin") < 0.0:
            raise refuse("negative", "margin", f"a margin of {self.margin:g} points", "give zero or more")

    def chances(self, expectancy: Expectancy, d: float) -> Chances:
        """The areas beyond the margin on either side, and the one between.

        >>> from arpad.rules.elo.expectancy import NORMAL
        >>> found = DrawMargin(191.0).chances(NORMAL, 0.0)
        >>> round(found.win, 2), round(found.loss, 2), round(found.draw, 2)
        (0.25, 0.25, 0.5)
        """
        win = _share(expectancy, d - self.margin)
        loss = _share(expectancy, -d - self.margin)
        return Chances(win, loss, max(0.0, 1.0 - win - loss))


def margin_for(rate: float, expectancy: Expectancy) -> DrawMargin:
    """The margin at which equal players draw such a share of their games.

    >>> from arpad.rules.elo.expectancy import NORMAL
    >>> round(margin_for(0.5, NORMAL).margin, 1)
    190.8
    """
    if share(rate, "rate") == 1.0:
        raise refuse("only-draws", "rate", "no finite margin draws every game", "give a share below 1")
    return DrawMargin(expectancy.difference(0.5 + 0.5 * rate))


def _share(expectancy: Expectancy, d: float) -> float:
    return min(max(expectancy.probability(finite(d, "difference")), 0.0), 1.0)


def _other(expectancy: Expectancy, d: float, p: float) -> float:
    """1 - P, from the other side of the table where that is the same: .40 beside .60, not .4000000000000000222."""
    q = _share(expectancy, -d)
    return q if abs(p + q - 1.0) <= ROUNDING else 1.0 - p
