"""The systems of the Correspondence Chess League of America (8.55): points after each game, and earlier the classes.

The schedule in use was a table, not in the book; equation (52) is the line that was offered in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arpad.rules.elo.checks import finite
from arpad.rules.elo.crosstable import Crosstable
from arpad.rules.elo.error import refuse
from arpad.rules.elo.systems.system import Line, numbers_of
from arpad.rules.rule import carries, rule

WIN_POINTS = 16.0
"""Rating points of a won game between equals, equation (52)."""

SHARE_OF_DIFFERENCE = 0.06
"""The part of the rating difference that goes to the lower-rated player, equation (52)."""

EXPECTED_SLOPE = 2.0 * WIN_POINTS
"""Rating points between winning and losing a game."""

LADDER_GAMES = 10
"""The last games that decide about a class (8.55)."""

LADDER_WINS = 7
"""Wins among them that move up a class (8.55)."""

LADDER_LOSSES = 7
"""Losses among them that move down a class (8.55)."""


@rule("eq-52", "R_n", "{r_o} + 16 x {outcome} + .06 x ({opponent} - {r_o})", "CCLA rating after a game")
def rating_after(r_o: float, opponent: float, outcome: float) -> float:
    """R_n, equation (52): outcome 1 for a win, 0 for a draw, -1 for a loss; .06 D goes to the lower-rated in any case.

    >>> rating_after(1500.0, 1600.0, 1.0), rating_after(1600.0, 1500.0, -1.0), rating_after(1600.0, 1500.0, 0.0)
    (1522.0, 1578.0, 1594.0)
    """
    return r_o + WIN_POINTS * outcome + SHARE_OF_DIFFERENCE * (opponent - r_o)


@carries("P33")
def update(r_o: float, games: Iterable[tuple[float, float]]) -> float:
    """A rating after game upon game, each given as the opponent's rating and the score: 1, 1/2 or 0.

    >>> update(1500.0, [(1600.0, 1.0)]), round(update(1500.0, [(1600.0, 1.0), (1500.0, 0.5)]), 2)
    (1522.0, 1520.68)
    """
    rating = finite(r_o, "r_o")
    for index, (opponent, score) in enumerate(games):
        if score not in {0.0, 0.5, 1.0}:
            raise refuse("no-score", f"games[{index}]", f"{score:g} is no score of a game", "it is 1, 1/2 or 0")
        rating = rating_after(rating, finite(opponent, f"games[{index}]"), 2.0 * score - 1.0)
    return rating


@carries("P34")
def class_ladder(results: Iterable[float], start: int, highest: int = 1, lowest: int | None = None) -> tuple[int, ...]:
    """The class after each game, by the earlier system: up with 7 wins of the last 10 games, down with 7 losses.

    Class 1 is the highest.  After a move the count begins anew, which the book leaves open; draws are neither.

    >>> class_ladder([1.0] * 7, 3), class_ladder([0.0] * 7 + [1.0] * 7, 3)
    ((3, 3, 3, 3, 3, 3, 2), (3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 3))
    """
    place = start
    recent: list[float] = []
    found = []
    for index, score in enumerate(results):
        if score not in {0.0, 0.5, 1.0}:
            raise refuse("no-score", f"results[{index}]", f"{score:g} is no score of a game", "it is 1, 1/2 or 0")
        recent = [*recent, score][-LADDER_GAMES:]
        if recent.count(1.0) >= LADDER_WINS:
            place, recent = max(highest, place - 1), []
        elif recent.count(0.0) >= LADDER_LOSSES:
            place, recent = place + 1 if lowest is None else min(lowest, place + 1), []
        found.append(place)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Ccla:
    """The line (52), on Elo's scale; all games of an event against the ratings before it."""

    name: str = "ccla"
    equations: str = "(52)"

    def own(self, rating: float) -> float:
        """A rating, which is one here too."""
        return rating

    def elo(self, number: float) -> float:
        """The same number."""
        return number

    @carries("P33")
    def rate(self, table: Crosstable, numbers: Mapping[str, float]) -> tuple[Line, ...]:
        """Everybody's rating by (52); it has no performance rating, and expects what changes nothing."""
        before = numbers_of(table, numbers)
        lines = []
        for player in table.players:
            own, change, expected = before[player], 0.0, 0.0
            for opponent, games, score in table.opponents(player):
                outcome = 2.0 * score - games
                change += WIN_POINTS * outcome + games * SHARE_OF_DIFFERENCE * (before[opponent] - own)
                expected += games * (0.5 + SHARE_OF_DIFFERENCE * (own - before[opponent]) / EXPECTED_SLOPE)
            lines.append(Line(player, own, None, expected, table.score(player), own + change))
        return tuple(lines)
