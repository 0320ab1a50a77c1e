"""The coefficient K (1.63, 8.25, 8.28): what it follows from, and how often the new rating is within tolerance."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from arpad.rules.elo.checks import positive
from arpad.rules.elo.error import refuse
from arpad.rules.elo.expectancy import SIGMA_DIFFERENCE
from arpad.rules.elo.normal import area_within
from arpad.rules.elo.reliability import rating_deviation
from arpad.rules.elo.rounding import half_up
from arpad.rules.elo.scale import CLASS_INTERVAL
from arpad.rules.rule import carries, condition, rule

TOLERANCE = 1.5
"""How many standard deviations of the performance the new rating may lie from it (8.28)."""

USUAL_GAMES = 30.0
"""N_o for K by precision, in games: a figure accepted generally in statistical practice (8.28)."""


@carries("P29")
@rule("eq-19", "K", "4 x {sigma} / {n_o}", "K for a rating on so many games")
def k_of_games(n_o: float, sigma: float) -> float:
    """K, with equation (19), 8.25: the fewer the games behind a rating, the more one game moves it.

    >>> k_of_games(25.0, CLASS_INTERVAL), k_of_games(50.0, CLASS_INTERVAL)  # 8.27, 8.28
    (32.0, 16.0)
    """
    return 2.0 * (2.0 * sigma) / n_o


@rule("eq-19", "N_o", "4 x {sigma} / {k}", "games behind a rating that K stands for")
def games_of_k(k: float, sigma: float) -> float:
    """N_o for a K, by (19): 800 / K games, as 4.55 and 4.62 count them.

    >>> games_of_k(25.0, CLASS_INTERVAL), games_of_k(10.0, CLASS_INTERVAL)
    (32.0, 80.0)
    """
    return 2.0 * (2.0 * sigma) / k


@carries("P29")
@rule("eq-36", "K", "4 x {sigma} / (sqrt({n_o} x {n}) + {n})", "K by precision")
def k_by_precision(n: float, n_o: float, sigma: float) -> float:
    """K, equation (36), 8.28: it depends on the new games and on those behind the rating.

    >>> [half_up(k_by_precision(n, USUAL_GAMES, CLASS_INTERVAL)) for n in (5.0, 30.0, 60.0)]
    [46.0, 13.0, 8.0]
    """
    return 2.0 * (2.0 * sigma) / (sqrt(n_o * n) + n)


@rule("eq-32", "", "{tolerance} x {sigma_p} x {n_o} / ({n_o} - {n})", "largest difference within tolerance")
def largest_difference(sigma_p: float, n: float, n_o: float, tolerance: float) -> float:
    """The limit of |R_p - R_o|, equation (32), 8.28.

    >>> largest_difference(126.0, 5.0, 25.0, TOLERANCE)
    236.25
    """
    return tolerance * sigma_p * n_o / (n_o - n)


@rule("eq-33", "", "{tolerance} x {sigma_p} x {n} / ({n_o} - {n})", "largest change within tolerance")
def largest_change(sigma_p: float, n: float, n_o: float, tolerance: float) -> float:
    """The limit of the change, equation (33), 8.28.

    >>> largest_change(126.0, 5.0, 25.0, TOLERANCE)
    47.25
    """
    return tolerance * sigma_p * n / (n_o - n)


@condition("eq-30", "|{r_p} - {r_n}| < {tolerance} x {sigma_p}", "the new rating lies within tolerance")
def within_tolerance(r_p: float, r_n: float, sigma_p: float, tolerance: float) -> bool:
    """Whether a new rating falls within the tolerance of the performance, equation (30), 8.28.

    >>> within_tolerance(2236.0, 2047.0, 126.0, TOLERANCE), within_tolerance(2237.0, 2047.0, 126.0, TOLERANCE)
    (False, False)
    >>> within_tolerance(2235.0, 2047.0, 126.0, TOLERANCE)
    True
    """
    return abs(r_p - r_n) < tolerance * sigma_p


@dataclass(frozen=True, slots=True)
class Acceptance:
    """How a K does for so many new games.

    Attributes:
        k: the coefficient.
        games: N, the new games.
        games_before: N_o, the games behind the old rating.
        sigma_p: the standard deviation of the performance.
        difference: the limit of |R_p - R_o|.
        change: the limit of the change.
        ratio: the limit in standard deviations.
        probability: how often a performance falls within it.
    """

    k: float
    games: float
    games_before: float
    sigma_p: float
    difference: float
    change: float
    ratio: float
    probability: float


@carries("P29", "t-8.28")
def k_acceptance(k: float, games: float, *, as_printed: bool = False) -> Acceptance:
    """How often the new rating lies within tolerance (30), in the columns of the table at 8.28.

    N_o is 4C / K.  As printed, sigma_p goes to a whole number before all else, and so do the limits.

    >>> round(k_acceptance(32.0, 5.0).probability, 2)
    0.94
    >>> k_acceptance(16.0, 19.0, as_printed=True)  # doctest: +NORMALIZE_WHITESPACE
    Acceptance(k=16.0, games=19.0, games_before=50.0, sigma_p=65.0, difference=157.0, change=60.0,
               ratio=2.42, probability=0.98)
    """
    games_before = games_of_k(positive(k, "k"), CLASS_INTERVAL)
    if positive(games, "games") >= games_before:
        raise refuse(
            "too-many-new-games",
            "games",
            f"K = {k:g} stands for {games_before:g} games behind a rating, and {games:g} new ones are no fewer (1.62)",
            "divide the event into parts",
        )
    places = half_up if as_printed else unrounded
    sigma_p = places(rating_deviation(games, SIGMA_DIFFERENCE))
    difference = places(largest_difference(sigma_p, games, games_before, TOLERANCE))
    change = places(largest_change(sigma_p, games, games_before, TOLERANCE))
    ratio = places(difference / sigma_p, 2)
    return Acceptance(k, games, games_before, sigma_p, difference, change, ratio, places(area_within(ratio), 2))


def unrounded(value: float, places: int = 0) -> float:  # noqa: ARG001 (in the place of half_up)
    """A number as it is."""
    return value
