"""Forecasts (2.14, 2.62, 8.87): the score and length of a match, the chance of a drawn one, and tournament scores.

The book forecasts the mean: the percentage expectancy times the games, and the points needed over the percentage.
Beside these stand the distributions (8.8, 8.91), which say how far from the mean a result may lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from arpad.rules.elo.checks import all_finite, finite, positive, share
from arpad.rules.elo.draws import NO_DRAWS, Chances, DrawModel
from arpad.rules.elo.error import refuse
from arpad.rules.elo.expectancy import NORMAL, Expectancy
from arpad.rules.elo.rounding import half_up
from arpad.rules.elo.score_distributions import (
    MOST_OPPONENTS,
    ScoreDistribution,
    binomial_probability,
    games_in,
    score_distribution,
    tournament_distribution,
)
from arpad.rules.rule import carries, rule

HALF_POINT = 0.5
"""The smallest step of a score, and the least by which a match is won."""


@rule("un-2.14-match-length", "", "{points} / {p}", "games that the higher-rated player needs for so many points")
def games_needed(points: float, p: float) -> float:
    """The length of a match to so many points, unrounded (2.14).

    >>> round(games_needed(12.5, 0.60), 2)
    20.83
    """
    return points / p


@carries("P23")
def forecast_length(p: float, points: float) -> float:
    """The length of a match in whole games, from the higher-rated player's percentage (2.14): to the nearest one.

    >>> forecast_length(0.60, 12.5)
    21.0
    """
    positive(points, "points")
    if not 0.0 < share(p, "percentage") <= 1.0:
        raise refuse("no-length", "percentage", "a percentage of 0 makes no points", "give the higher-rated player's")
    return half_up(games_needed(points, p))


@carries("un-8.87-drawn-match", "P23")
def drawn_match_probability(wins: int, p: float) -> float:
    """The probability that a match stands level after so many wins each, draws not counted (8.87).

    The match of 1975 was for ten wins and would have been drawn at 9-9:

    >>> round(drawn_match_probability(9, 0.6), 3)
    0.128
    """
    share(p, "percentage")
    if wins < 0:
        raise refuse("negative", "wins", f"{wins} wins", "give the wins of each side at the level score")
    games_in(2 * wins)
    return binomial_probability(2 * wins, wins, wins, p, 1.0 - p)


@dataclass(frozen=True, slots=True)
class LengthDistribution:
    """After how many games a match is over.

    Attributes:
        lengths: the possible lengths.
        probabilities: the probability of each.
    """

    lengths: tuple[int, ...]
    probabilities: tuple[float, ...]

    @property
    def expected(self) -> float:
        """The mean length."""
        return fsum(length * p for length, p in zip(self.lengths, self.probabilities, strict=True))


@carries("P23")
def length_distribution(points: float, games: int, game: Chances) -> LengthDistribution:
    """The length of a match that ends with the last game, or when either player has so many points (2.14).

    >>> from arpad.rules.elo.draws import chances
    >>> found = length_distribution(1.5, 2, chances(0.5, 0.25, 0.25))
    >>> found.lengths, found.probabilities
    ((1, 2), (0.0, 1.0))
    >>> length_distribution(2.0, 3, chances(0.5, 0.5, 0.0)).expected
    2.5
    """
    positive(points, "points")
    if not 0 < games <= MOST_OPPONENTS:
        raise refuse("games-outside", "games", f"a match of {games} games", f"give 1 to {MOST_OPPONENTS}")
    going = [1.0]
    over = 0.0
    found = []
    for played in range(1, games + 1):
        longer = [0.0] * (len(going) + 2)
        for half_points, p in enumerate(going):
            longer[half_points] += p * game.loss
            longer[half_points + 1] += p * game.draw
            longer[half_points + 2] += p * game.win
        last = played == games
        for half_points in range(len(longer)):
            score = 0.5 * half_points
            if last or score >= points or played - score >= points:
                over += longer[half_points]
                longer[half_points] = 0.0
        found.append(over)
        over = 0.0
        going = longer
    return LengthDistribution(tuple(range(1, games + 1)), tuple(found))


@dataclass(frozen=True, slots=True)
class MatchForecast:
    """What the ratings promise of a match, from the first player's side.

    Attributes:
        difference: D, his rating less the opponent's.
        games: N.
        percentage: P_D.
        expected: W_e, unrounded.
        deviation: sigma of the score, draws as in `game`.
        game: his chances in one game.
        distribution: the probability of every score.
        length: games that the better player needs for more than half of the points, at most N (2.14), unrounded.
    """

    difference: float
    games: int
    percentage: float
    expected: float
    deviation: float
    game: Chances
    distribution: ScoreDistribution
    length: float

    @property
    def wins(self) -> float:
        """The probability that he wins the match."""
        return self.distribution.at_least(0.5 * self.games + HALF_POINT)

    @property
    def loses(self) -> float:
        """The probability that he loses it."""
        return self.distribution.at_most(0.5 * self.games - HALF_POINT)

    @property
    def level(self) -> float:
        """The probability that it ends level."""
        return self.distribution.probability(0.5 * self.games)

    @property
    def score_as_printed(self) -> tuple[float, float]:
        """The expected scores of both to the nearest half point, as 2.14 gives them: 14 1/2 to 9 1/2."""
        own = half_up(2.0 * self.expected) / 2.0
        return own, self.games - own


@carries("P23")
def forecast_match(
    difference: float, games: int, expectancy: Expectancy = NORMAL, draws: DrawModel = NO_DRAWS
) -> MatchForecast:
    """The score and the length of a match from the rating difference (2.14, 2.62).

    Karpov and Korchnoi in 1974, 70 points apart, 24 games:

    >>> from arpad.rules.elo.expectancy import TABLE_2_11
    >>> found = forecast_match(70.0, 24, TABLE_2_11)
    >>> round(found.expected, 1), found.score_as_printed, round(found.length, 1)
    (14.4, (14.5, 9.5), 20.8)
    """
    finite(difference, "difference")
    if games < 1:
        raise refuse("no-games", "games", f"a match of {games} games", "give at least one")
    games_in(games)
    game = draws.chances(expectancy, difference)
    expected = games * game.expected
    better = max(game.expected, 1.0 - game.expected)
    needed = 0.5 * games + HALF_POINT
    return MatchForecast(
        difference,
        games,
        expectancy.probability(difference),
        expected,
        sqrt(games * game.variance),
        game,
        score_distribution(games, game),
        min(float(games), games_needed(needed, better)),
    )


@dataclass(frozen=True, slots=True)
class TournamentForecast:
    """What the ratings promise of a tournament.

    Attributes:
        percentages: P_D against each opponent.
        expected: W_e, their sum by equation (3); with a draw model that shifts them, the sum of what it makes of them.
        deviation: sigma of the score.
        distribution: the probability of every score.
    """

    percentages: tuple[float, ...]
    expected: float
    deviation: float
    distribution: ScoreDistribution


@carries("P23")
def forecast_tournament(
    rating: float, opponents: Sequence[float], expectancy: Expectancy = NORMAL, draws: DrawModel = NO_DRAWS
) -> TournamentForecast:
    """The score of a tournament against known opponents, and its distribution (2.44, 8.91).

    Portisch at Wijk aan Zee 1975 (2.44):

    >>> from arpad.rules.elo.draws import DrawShare
    >>> from arpad.rules.elo.expectancy import TABLE_2_11
    >>> field = (2600, 2600, 2555, 2575, 2615, 2470, 2550, 2600, 2510, 2560, 2410, 2470, 2485, 2445, 2460)
    >>> found = forecast_tournament(2635.0, field, TABLE_2_11, DrawShare(0.5))
    >>> round(found.expected, 2), round(found.deviation, 2), round(found.distribution.at_least(10.5), 2)
    (9.66, 1.22, 0.32)
    """
    finite(rating, "rating")
    all_finite(opponents, "opponents")
    games = tuple(draws.chances(expectancy, rating - opponent) for opponent in opponents)
    distribution = tournament_distribution(games)
    return TournamentForecast(
        tuple(expectancy.probability(rating - opponent) for opponent in opponents),
        fsum(game.expected for game in games),
        sqrt(fsum(game.variance for game in games)),
        distribution,
    )
