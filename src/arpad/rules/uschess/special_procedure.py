"""The iterative procedure of section 4.1 (2009: 2.2) as the documents print it, step by step: for study and for tests.

The rating itself is computed exactly in `arpad.rules.uschess.special`.  The procedure shows what an implementation of
the letter does: it stops at a tolerance, trusts differences of floats at the knots (reading I13), and from the
averaged first estimate it may end at another root (reading I12).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.rules.rule import carries
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.special import adjusted_rating, capped, earlier_share, objective

MOST_MOVES = 10_000


@dataclass(frozen=True, slots=True)
class Procedure:
    """A run of the procedure: its outcome, each M on the way, and why it got stuck if it did."""

    rating: float | None
    path: tuple[float, ...]
    stuck: str | None = None


@dataclass(frozen=True, slots=True)
class _Polygon:
    """The function f of one player with its knots."""

    prior: float
    n_effective: float
    share: float
    score: float
    opponents: tuple[float, ...]
    half_width: float

    def f(self, r: float) -> float:
        return objective(r, self.prior, self.n_effective, self.share, self.score, self.opponents, self.half_width)

    @property
    def knots(self) -> list[float]:
        centres = (self.prior, *self.opponents)
        return sorted({c - self.half_width for c in centres} | {c + self.half_width for c in centres})


def averaged_estimate(
    r0_adjusted: float, n_effective: float, score: float, opponents: Sequence[float], half_width: float
) -> float:
    """Rule 1: the first estimate of the editions up to February 2025.

    >>> averaged_estimate(750.0, 2.0, 1.0, (1266.0, 1000.0), 400.0)
    941.5
    """
    m = len(opponents)
    total = n_effective * r0_adjusted + sum(opponents) + half_width * (2.0 * score - m)
    return total / (n_effective + m)


@carries("4.1-procedure", reads=("I14",))
def procedure(
    book: Rulebook,
    r0: float,
    n_effective: float,
    record: int,
    score: float,
    opponents: Sequence[float],
    *,
    as_printed: bool = False,
) -> Procedure:
    """Run the procedure of a rulebook's text; `as_printed` with the slips that reading I14 mends.

    >>> from datetime import date
    >>> from arpad.rules.law import law
    >>> from arpad.rules.vocabulary import System
    >>> of_2017 = law().by_edition(System.OTBR, date(2017, 4, 24))
    >>> of_2025 = law().by_edition(System.OTBR, date(2025, 7, 26))
    >>> games = (500.0, 600.0, 800.0)
    >>> procedure(of_2017, 1300.0, 0.0, 0, 3.0, games).rating, procedure(of_2025, 1300.0, 0.0, 0, 3.0, games).rating
    (1200.0, 1300.0)
    """
    width = book.special_half_width
    prior = adjusted_rating(r0, record, width)
    shape = _Polygon(prior, n_effective, earlier_share(record), score, tuple(opponents), width)
    averaged = averaged_estimate(prior, n_effective, score, opponents, width)
    m = prior if book.special_start == "prior" else averaged
    goes_back = book.special_goes_back or not as_printed
    included = book.special_knots_included or not as_printed
    path = [m]
    while len(path) < MOST_MOVES:
        f = shape.f(m)
        if abs(f) <= book.special_tolerance:
            return _rule_4(shape, m, r0, path, book.special_cap, included=included)
        moved, level = _towards(shape, m, f, book.special_tolerance)
        if moved is None:
            return Procedure(None, tuple(path), "no knot lies on the side where the root must be")
        m = moved
        path.append(m)
        if level and not goes_back and abs(shape.f(m)) > book.special_tolerance:
            return Procedure(None, tuple(path), "no rule says to go back after moving to a knot")
    return Procedure(None, tuple(path), f"no end after {MOST_MOVES} moves")


def _towards(shape: _Polygon, m: float, f: float, tolerance: float) -> tuple[float | None, bool]:
    """Rules 2 and 3: the next M below (f > 0) or above, and whether f was level on the way to the knot."""
    if f > 0.0:
        beyond = [knot for knot in shape.knots if knot < m]
        knot = beyond[-1] if beyond else None
    else:
        beyond = [knot for knot in shape.knots if knot > m]
        knot = beyond[0] if beyond else None
    if knot is None:
        return None, False
    at_knot = shape.f(knot)
    if abs(f - at_knot) < tolerance:
        return knot, True
    step = m - f * ((m - knot) / (f - at_knot))
    beyond_knot = step < knot if f > 0.0 else step > knot
    return (knot if beyond_knot else step), False


def _rule_4(shape: _Polygon, m: float, r0: float, path: list[float], cap: float, *, included: bool) -> Procedure:
    """Rule 4: keep M where somebody is within 400 points of it, else move it towards R0 within its level piece."""
    distances = [abs(m - centre) for centre in (shape.prior, *shape.opponents)]
    width = shape.half_width
    opponents_near = any(d <= width if included else d < width for d in distances[1:])
    if not (opponents_near or distances[0] <= width):
        below = [knot for knot in shape.knots if knot < m]
        above = [knot for knot in shape.knots if knot > m]
        if m in shape.knots or (not below and not above):
            return Procedure(None, tuple(path), "M stands on a knot that the test of rule 4 does not see")
        low = below[-1] if below else r0
        high = above[0] if above else r0
        m = low if r0 < low else min(r0, high)
        path.append(m)
    return Procedure(capped(m, cap), tuple(path))
