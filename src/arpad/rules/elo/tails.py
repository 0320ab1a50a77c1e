"""Tail sensitivity (7.42): how rare the very tall are, and how much a little more spread adds to their number."""

from __future__ import annotations

from dataclasses import dataclass

from arpad.rules.elo.checks import finite, positive
from arpad.rules.elo.error import refuse
from arpad.rules.elo.normal import area_above
from arpad.rules.rule import carries, rule


@rule("P42", "P", "1 - Phi({deviation} / {sigma})", "share that lies so far or farther above the mean")
def tail_share(deviation: float, sigma: float) -> float:
    """The share of a normal population that exceeds its mean by a deviation or more, 7.42.

    >>> f"{tail_share(10.0, 2.5):.3g}"  # ten inches over the mean
    '3.17e-05'
    """
    return area_above(deviation / sigma)


@dataclass(frozen=True, slots=True)
class TailRatio:
    """Two populations with the same mean, far from it.

    Attributes:
        one: the share of the first that lies beyond.
        other: the share of the second.
    """

    one: float
    other: float

    @property
    def one_in(self) -> tuple[float, float]:
        """Among how many there is one, in either population."""
        return 1.0 / self.one, 1.0 / self.other

    @property
    def increase(self) -> float:
        """By which part the second share exceeds the first: 1.28 is 128 percent more."""
        return self.other / self.one - 1.0


@carries("P42")
def tail_ratio(deviation: float, one: float, other: float) -> TailRatio:
    """How much rarer or more frequent a deviation is where the spread is another (7.42).

    >>> found = tail_ratio(10.0, 2.5, 2.63)
    >>> round(found.one_in[0]), round(found.increase, 2)
    (31574, 1.26)
    """
    finite(deviation, "deviation")
    shares = tail_share(deviation, positive(one, "one")), tail_share(deviation, positive(other, "other"))
    if not min(shares):
        raise refuse("too-far", "deviation", f"nobody is {deviation:g} above the mean", "give a smaller deviation")
    return TailRatio(*shares)
