"""Valued game points (8.6): Berkin's proposal of 1965, on a ratio scale where the odds are the ratio of two ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10

from arpad.rules.arithmetic import power_of_ten
from arpad.rules.elo.checks import all_finite, positive, score_of
from arpad.rules.elo.crosstable import Crosstable
from arpad.rules.elo.error import refuse
from arpad.rules.elo.scale import CLASS_INTERVAL
from arpad.rules.elo.systems.system import Line, numbers_of
from arpad.rules.rule import carries, rule

SAMPLE = 50.0
"""N_o, the games behind every rating, where the caller names no other."""

ANCHOR = 1000.0
"""The number that is the same on the interval and on the ratio scale (8.71)."""


@carries("eq-61", "eq-62")
@rule("eq-56", "dR", "({r_c} x {wins} - {r} x {losses}) / {n_o}", "change of a ratio rating")
def ratio_change(r: float, r_c: float, wins: float, losses: float, n_o: float) -> float:
    """Delta R, equation (56): points won are worth the opponent's rating, points lost one's own.

    In (61) the opponent is one player, in (62) the geometric mean of a round robin.

    >>> ratio_change(4.0, 2.0, 4.0, 2.0, 30.0)  # as expected: no change
    0.0
    >>> ratio_change(4.0, 2.0, 3.0, 3.0, 30.0)
    -0.2
    """
    return (r_c * wins - r * losses) / n_o


@rule("eq-57", "R", "{r_c} x {wins} / {losses}", "first ratio rating, from a match")
def first_ratio(r_c: float, wins: float, losses: float) -> float:
    """R, equation (57): the ratio of the ratings is that of the points.

    >>> first_ratio(100.0, 6.0, 4.0)
    150.0
    """
    return r_c * wins / losses


@carries("eq-59", "eq-60")
@rule(
    "eq-58",
    "dR",
    "the change that makes the ratio of {r} and {r_c} that of the points of both samples",
    "change of a ratio rating by blending the old sample of {n_o} games with the new",
)
def blended_change(
    r: float, r_c: float, wins_before: float, losses_before: float, wins: float, losses: float, n_o: float
) -> float:
    """Delta R by (58), cleared of fractions in (59), solved in (60): the old sample counts for N_o - N games.

    Where the old ratings stand in the ratio of the old points, (57), it is equation (56).

    >>> blended_change(4.0, 2.0, 20.0, 10.0, 3.0, 3.0, 30.0), ratio_change(4.0, 2.0, 3.0, 3.0, 30.0)
    (-0.2, -0.2)
    """
    kept = n_o - (wins + losses)
    won = wins_before * kept + wins * n_o
    lost = losses_before * kept + losses * n_o
    return (r_c * won - r * lost) / (won + lost)


@rule("eq-63", "W_e", "{r} / ({r} + {r_c})", "expected score of one game on the ratio scale")
def ratio_share(r: float, r_c: float) -> float:
    """W_e of one game, equation (63).

    >>> ratio_share(3.0, 1.0)
    0.75
    """
    return r / (r + r_c)


@carries("eq-65")
@rule("eq-64", "W_e", "{n} x {r} / ({r} + {r_c})", "expected score on the ratio scale")
def ratio_expected(r: float, r_c: float, n: float) -> float:
    """W_e of a match, equation (64), and with R_a for R_c of a tournament, equation (65).

    >>> ratio_expected(3.0, 1.0, 24.0)
    18.0
    """
    return n * r / (r + r_c)


@carries("eq-66", "P35")
def average_equivalent(r: float, opponents: Sequence[float]) -> float:
    """R_a by (66): the one opponent against whom a player's expected score is that against all of them.

    >>> round(average_equivalent(2.0, (1.0, 4.0)), 6), round(average_equivalent(8.0, (1.0, 4.0)), 6)
    (2.0, 2.285714)
    """
    _ratios(opponents, "opponents")
    expected = 0.0
    for opponent in opponents:
        expected += ratio_share(positive(r, "r"), opponent)
    return r * (len(opponents) / expected - 1.0)


@carries("eq-67", "eq-68", "P35")
def average(ratings: Sequence[float]) -> float:
    """R_a: on a ratio scale the average is geometric; the root of (67) is taken by the logarithms of (68).

    >>> round(average((1.0, 4.0)), 12), round(average((1.0, 10.0, 100.0)), 12)
    (2.0, 10.0)
    """
    _ratios(ratings, "ratings")
    total = 0.0
    for rating in ratings:
        total += log10(rating)
    return power_of_ten(total / len(ratings))


def _ratios(ratings: Sequence[float], place: str) -> None:
    all_finite(ratings, place)
    for index, rating in enumerate(ratings):
        positive(rating, f"{place}[{index}]")


@carries("P35")
def initial(r_c: float, score: float, games: float) -> float:
    """The first rating of a player, from a match against somebody rated, equation (57).

    >>> initial(100.0, 6.0, 10.0)
    150.0
    """
    score_of(score, games, "score")
    if score in {0.0, games}:
        raise refuse(
            "no-finite-difference",
            "score",
            f"{score:g} points of {games:g} give no ratio",
            "add games until both have won points",
        )
    return first_ratio(positive(r_c, "r_c"), score, games - score)


@carries("eq-61", "P35")
def update_match(r: float, r_c: float, score: float, games: float, n_o: float = SAMPLE) -> float:
    """A new rating after a match, equation (61).

    >>> update_match(4.0, 2.0, 3.0, 6.0, 30.0)
    3.8
    """
    score_of(score, games, "score")
    return r + ratio_change(positive(r, "r"), positive(r_c, "r_c"), score, games - score, positive(n_o, "n_o"))


@carries("eq-62", "P35")
def update_round_robin(r: float, ratings: Sequence[float], score: float, n_o: float = SAMPLE) -> float:
    """A new rating after a round robin of these ratings, the player's own among them, equations (62) and (67).

    >>> round(update_round_robin(4.0, (4.0, 2.0, 1.0), 1.0, 30.0), 6)
    3.933333
    """
    games = len(ratings) - 1.0
    return update_match(r, average(ratings), score, games, n_o)


@dataclass(frozen=True, slots=True)
class Berkin:
    """Valued game points: each opponent as a match by (61), so that any crosstable will do.

    Attributes:
        n_o: the games behind every rating.
    """

    n_o: float = SAMPLE
    name: str = "berkin"
    equations: str = "(57) (61) (63)"

    def own(self, rating: float) -> float:
        """A rating on the direct ratio scale of 8.71, ten to the power of 400 points.

        >>> Berkin().own(1400.0)
        10000.0
        """
        return ANCHOR * power_of_ten((rating - ANCHOR) / (2.0 * CLASS_INTERVAL))

    def elo(self, number: float) -> float:
        """A ratio as a rating.

        >>> Berkin().elo(10000.0)
        1400.0
        """
        return ANCHOR + 2.0 * CLASS_INTERVAL * log10(positive(number, "number") / ANCHOR)

    @carries("P35")
    def rate(self, table: Crosstable, numbers: Mapping[str, float]) -> tuple[Line, ...]:
        """Everybody's rating by (61), opponent by opponent; performance by (57) against the mean by (66)."""
        before = numbers_of(table, numbers)
        lines = []
        for player in table.players:
            own, change, expected = positive(before[player], f"ratings.{player}"), 0.0, 0.0
            for opponent, games, score in table.opponents(player):
                change += ratio_change(own, before[opponent], score, games - score, positive(self.n_o, "n_o"))
                expected += ratio_expected(own, before[opponent], games)
            games, score = table.games(player), table.score(player)
            clean = score in {0.0, games}
            field = own * (games / expected - 1.0)
            performed = None if clean else first_ratio(field, score, games - score)
            if own + change <= 0.0:
                raise refuse(
                    "sample-too-small",
                    "n_o",
                    f"{player} would fall to zero or below",
                    f"take more games behind a rating than {self.n_o:g}",
                )
            lines.append(Line(player, own, performed, expected, score, own + change))
        return tuple(lines)
