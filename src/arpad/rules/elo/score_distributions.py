"""Distributions of scores (8.8, 8.91-8.92): the probability of every score in a match or a tournament.

A single result follows from equation (69) or (72).  The factorials never stand alone: the factors of the quotient and
those of the powers are multiplied in turn, so that the product stays near 1 and ten thousand games are as easy as
four.  The distribution of the score needs no factorial at all: its terms are the coefficients of a power of
q + r x + p x^2, and these follow one from the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import frexp, fsum, ldexp, sqrt

from arpad.rules.elo.checks import finite
from arpad.rules.elo.draws import Chances
from arpad.rules.elo.error import refuse
from arpad.rules.rule import carries, rule

MOST_GAMES = 100_000
"""The longest match that a distribution is made for."""

MOST_OPPONENTS = 2_000
"""The most games, each with chances of its own, that a distribution is made for."""

AT_THE_LIMIT = 1e-9
"""Game points by which a score may miss a limit and still reach it: binary noise, far below half a point."""

NEVER = 1e-140
"""A chance below this counts as none."""

RESCALE_ABOVE = 1e150
"""A term above this is made smaller, one as far below 1 larger: only ratios matter until the end."""

RESCALE_BITS = 498
"""By how many powers of two: 1e150, nearly."""


@rule("eq-69", "P", "{n}! / ({wins}! {losses}!) x {p}^{wins} x {q}^{losses}", "binomial probability of a result")
def binomial_probability(  # n is named for the worksheet
    n: int,  # noqa: ARG001
    wins: int,
    losses: int,
    p: float,
    q: float,
) -> float:
    """P: the probability of so many wins and losses in N games without draws, equation (69), 8.81.

    >>> binomial_probability(4, 3, 1, 0.5, 0.5), round(binomial_probability(4, 4, 0, 0.75, 0.25), 4)
    (0.25, 0.3164)
    """
    return product_in_turn((wins, losses), (p, q))


@rule(
    "eq-72",
    "P",
    "{n}! / ({wins}! {losses}! {draws}!) x {p}^{wins} x {q}^{losses} x {r}^{draws}",
    "trinomial probability of a result",
)
def trinomial_probability(
    n: int,  # noqa: ARG001
    wins: int,
    losses: int,
    draws: int,
    p: float,
    q: float,
    r: float,
) -> float:
    """P: the probability of so many wins, losses and draws in N games, equation (72), 8.91.

    >>> round(trinomial_probability(4, 1, 1, 2, 0.25, 0.25, 0.5), 4)  # 24/128
    0.1875
    """
    return product_in_turn((wins, losses, draws), (p, q, r))


def product_in_turn(counts: Sequence[int], probabilities: Sequence[float]) -> float:
    """N! over the factorials of the counts, times the powers: factors above and below 1 in turn.

    Whenever the product has reached 1 a probability is the next factor, otherwise one of the quotient, as long as there
    are any of them.
    """
    most = 0
    for index in range(len(counts)):
        if counts[index] > counts[most]:
            most = index
    product = 1.0
    left = [*counts]
    at = 0
    chosen = counts[most]
    for index in range(len(counts)):
        if index == most:
            continue
        for taken in range(1, counts[index] + 1):
            chosen += 1
            product = product * chosen / taken
            while product >= 1.0 and at < len(left):
                if left[at]:
                    product *= probabilities[at]
                    left[at] -= 1
                else:
                    at += 1
    for index in range(at, len(left)):
        for _ in range(left[index]):
            product *= probabilities[index]
    return product


@carries("P27")
def result_probability(wins: int, losses: int, draws: int, game: Chances) -> float:
    """The probability of one result, by (69) where no game can be drawn and by (72) otherwise.

    >>> from arpad.rules.elo.draws import chances
    >>> round(result_probability(9, 9, 0, chances(0.6, 0.4, 0.0)), 3)  # 8.87, the match drawn at 9-9
    0.128
    """
    for name, count in (("wins", wins), ("losses", losses), ("draws", draws)):
        if count < 0:
            raise refuse("negative", name, f"{count} {name}", "give zero or more")
    n = wins + losses + draws
    games_in(n)
    if draws == 0 and game.draw == 0.0:
        return binomial_probability(n, wins, losses, game.win, game.loss)
    return trinomial_probability(n, wins, losses, draws, game.win, game.loss, game.draw)


def games_in(n: int) -> int:
    """A number of games that a distribution can be made for."""
    if n < 0:
        raise refuse("negative", "games", f"{n} games", "give zero or more")
    if n > MOST_GAMES:
        raise refuse("too-many-games", "games", f"{n} games are too many", f"at most {MOST_GAMES}")
    return n


@rule("un-8.92-outcomes", "", "2 x {n} + 1", "number of different scores in so many games with draws")
def outcomes(n: int) -> int:
    """How many different scores N games can end with, draws included (8.92).

    >>> outcomes(4), outcomes(30)
    (9, 61)
    """
    return 2 * n + 1


@rule("un-8.92-outcomes", "", "({n} + 1) x ({n} + 2) / 2", "number of ways in which the scores can occur")
def ways(n: int) -> int:
    """In how many ways wins, losses and draws can make up N games (8.92).

    >>> ways(4), ways(30)
    (15, 496)
    """
    return (n + 1) * (n + 2) // 2


@dataclass(frozen=True, slots=True)
class ScoreDistribution:
    """The probability of every score, from the lowest to the highest; a step of half a point where draws occur.

    Attributes:
        games: N, the number of games.
        scores: the scores, ascending.
        probabilities: the probability of each.
    """

    games: int
    scores: tuple[float, ...]
    probabilities: tuple[float, ...]

    @property
    def expected(self) -> float:
        """W_e, the mean score."""
        return fsum(score * p for score, p in zip(self.scores, self.probabilities, strict=True))

    @property
    def deviation(self) -> float:
        """Sigma, the standard deviation of the score."""
        mean = self.expected
        return sqrt(fsum((score - mean) * (score - mean) * p for score, p in self.pairs))

    @property
    def pairs(self) -> tuple[tuple[float, float], ...]:
        """Each score with its probability."""
        return tuple(zip(self.scores, self.probabilities, strict=True))

    @property
    def most_likely(self) -> float:
        """The most probable score; of equals the lowest."""
        return max(self.pairs, key=lambda pair: pair[1])[0]

    def probability(self, score: float) -> float:
        """The probability of exactly this score; 0 for one that cannot be made."""
        return fsum(p for made, p in self.pairs if abs(made - score) <= AT_THE_LIMIT)

    def at_least(self, score: float) -> float:
        """The probability of this score or more."""
        return fsum(p for made, p in self.pairs if made >= score - AT_THE_LIMIT)

    def at_most(self, score: float) -> float:
        """The probability of this score or less."""
        return fsum(p for made, p in self.pairs if made <= score + AT_THE_LIMIT)

    def beyond(self, deviations: float = 1.0) -> float:
        """The probability of a score so many standard deviations or more above the expected one (8.84, 8.92).

        >>> from arpad.rules.elo.draws import chances
        >>> score_distribution(9, chances(0.5, 0.5, 0.0)).beyond()  # 8.84: .254
        0.25390625
        """
        return self.at_least(self.expected + finite(deviations, "deviations") * self.deviation)


@carries("P27")
def score_distribution(games: int, game: Chances) -> ScoreDistribution:
    """The score of a match: N games with the same chances, binomial without draws, trinomial with them (8.8, 8.92).

    >>> from arpad.rules.elo.draws import chances
    >>> found = score_distribution(4, chances(0.75, 0.25, 0.0))
    >>> [round(p, 4) for p in found.probabilities]  # 8.82
    [0.0039, 0.0469, 0.2109, 0.4219, 0.3164]
    >>> [round(p, 4) for p in score_distribution(2, chances(0.25, 0.25, 0.5)).probabilities]
    [0.0625, 0.25, 0.375, 0.25, 0.0625]
    """
    n = games_in(games)
    if game.draw < NEVER:
        return ScoreDistribution(
            n, tuple(float(wins) for wins in range(n + 1)), _normed(_binomial_terms(n, game.win, game.loss))
        )
    scores = tuple(0.5 * points for points in range(outcomes(n)))
    if game.loss < NEVER:
        terms = [(0.0, 0)] * n + _binomial_terms(n, game.win, game.draw)
    elif game.win < NEVER:
        terms = _binomial_terms(n, game.draw, game.loss) + [(0.0, 0)] * n
    else:
        terms = _trinomial_terms(n, game)
    return ScoreDistribution(n, scores, _normed(terms))


def _binomial_terms(n: int, p: float, q: float) -> list[tuple[float, int]]:
    """The terms of (q + p x)^N up to a common factor, each as a number and a power of two."""
    if q < NEVER:
        return [(0.0, 0)] * n + [(1.0, 0)]
    odds = p / q
    terms = [(1.0, 0)]
    value, power = 1.0, 0
    for wins in range(n):
        value = value * odds * (n - wins) / (wins + 1)
        if value > RESCALE_ABOVE:
            value, power = ldexp(value, -RESCALE_BITS), power + RESCALE_BITS
        elif 0.0 < value < 1.0 / RESCALE_ABOVE:
            value, power = ldexp(value, RESCALE_BITS), power - RESCALE_BITS
        terms.append((value, power))
    return terms


def _trinomial_terms(n: int, game: Chances) -> list[tuple[float, int]]:
    """The terms of (q + r x + p x^2)^N up to a common factor: upwards to the middle, and downwards to it.

    The derivative of the power gives each term from the two before it.  Up to the middle only positive numbers are
    added, so nothing cancels; the other half is the same with win and loss exchanged.
    """
    lower = _half(n, game.win, game.loss, game.draw)
    upper = _half(n, game.loss, game.win, game.draw)
    middle, power = lower[-1]
    met, met_power = upper[-1]
    factor, shift = frexp(middle / met)
    return lower + [(value * factor, at + power - met_power + shift) for value, at in upper[-2::-1]]


def _half(n: int, p: float, q: float, r: float) -> list[tuple[float, int]]:
    terms = [(1.0, 0)]
    before, value, power = 0.0, 1.0, 0
    for at in range(n):
        following = ((n - at) * r * value + (2 * n - at + 1) * p * before) / ((at + 1) * q)
        before, value = value, following
        if value > RESCALE_ABOVE:
            before, value, power = ldexp(before, -RESCALE_BITS), ldexp(value, -RESCALE_BITS), power + RESCALE_BITS
        elif 0.0 < value < 1.0 / RESCALE_ABOVE:
            before, value, power = ldexp(before, RESCALE_BITS), ldexp(value, RESCALE_BITS), power - RESCALE_BITS
        terms.append((value, power))
    return terms


def _normed(terms: list[tuple[float, int]]) -> tuple[float, ...]:
    """Terms with a common factor, made to add up to 1."""
    split = [(*frexp(value), power) for value, power in terms]
    top = max(own + power for part, own, power in split if part)
    plain = [ldexp(part, own + power - top) for part, own, power in split]
    total = fsum(plain)
    return tuple(value / total for value in plain)


@carries("P27", "P23")
def tournament_distribution(games: Sequence[Chances]) -> ScoreDistribution:
    """The score of a tournament: games that each have chances of their own, taken in one after another.

    >>> from arpad.rules.elo.draws import chances
    >>> found = tournament_distribution([chances(0.5, 0.25, 0.25), chances(0.25, 0.25, 0.5)])
    >>> found.scores, [round(p, 4) for p in found.probabilities]
    ((0.0, 0.5, 1.0, 1.5, 2.0), [0.0625, 0.1875, 0.3125, 0.3125, 0.125])
    """
    if len(games) > MOST_OPPONENTS:
        raise refuse("too-many-games", "games", f"{len(games)} games are too many", f"at most {MOST_OPPONENTS}")
    found = [1.0]
    for game in games:
        longer = [0.0] * (len(found) + 2)
        for points, p in enumerate(found):
            longer[points] += p * game.loss
            longer[points + 1] += p * game.draw
            longer[points + 2] += p * game.win
        found = longer
    n = len(games)
    if all(game.draw == 0.0 for game in games):
        return ScoreDistribution(n, tuple(float(wins) for wins in range(n + 1)), tuple(found[::2]))
    return ScoreDistribution(n, tuple(0.5 * points for points in range(outcomes(n))), tuple(found))


@dataclass(frozen=True, slots=True)
class Way:
    """One way of making up a score (8.92)."""

    score: float
    wins: int
    losses: int
    draws: int
    probability: float


def ways_of_scores(games: int, game: Chances) -> tuple[Way, ...]:
    """Every way of making up every score, with its probability: the table of 8.92.

    >>> from arpad.rules.elo.draws import chances
    >>> [(way.score, way.wins, way.draws) for way in ways_of_scores(2, chances(0.25, 0.25, 0.5))]
    [(0.0, 0, 0), (0.5, 0, 1), (1.0, 1, 0), (1.0, 0, 2), (1.5, 1, 1), (2.0, 2, 0)]
    """
    if games_in(games) > MOST_LISTED:
        raise refuse("too-many-games", "games", f"{ways(games)} ways are too many", f"at most {MOST_LISTED} games")
    found = []
    for points in range(outcomes(games)):
        for wins in range(points // 2, -1, -1):
            draws = points - 2 * wins
            losses = games - wins - draws
            if losses >= 0:
                p = result_probability(wins, losses, draws, game)
                found.append(Way(0.5 * points, wins, losses, draws, p))
    return tuple(found)


MOST_LISTED = 200
"""The longest match whose ways are listed one by one: 20,301 of them."""
