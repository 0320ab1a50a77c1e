"""One player against opponents of given ratings: a single pass, as an estimate before the whole section is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.finish import Computed, finish
from arpad.rules.uschess.passes import enter, one_pass
from arpad.rules.uschess.people import Game, Person
from arpad.rules.uschess.result import Rated
from arpad.rules.vocabulary import PLAYED, Player


@dataclass(frozen=True, slots=True)
class EstimatedGame:
    """A game against an opponent of known rating: result code and rating."""

    code: str
    rating: float


def estimate(player: Player, games: Sequence[EstimatedGame], book: Rulebook, end: date, *, dual: bool = False) -> Rated:
    """The rating after games against opponents whose ratings stay as given.

    The documents rate a section as a whole, in two passes; here the opponents' own results are not known, so the
    second pass has nothing to go by.  Every opponent counts as another person.

    >>> from arpad.rules.law import law
    >>> from arpad.rules.vocabulary import Rating, System
    >>> book = law().by_edition(System.OTBR, date(2017, 4, 24))
    >>> player = Player(1, ratings={System.OTBR: Rating(1300.0, 45)})
    >>> games = [EstimatedGame("W", 1250.0), EstimatedGame("D", 1400.0)]
    >>> round(estimate(player, games, book, date(2018, 1, 1)).post, 2)
    1328.24
    """
    met = tuple(Game(place, place, game.code, PLAYED[game.code]) for place, game in enumerate(games, start=1))
    person = Person(replace(player, rounds=()), (player.number,), met)
    entrant = enter(person, book, end)
    ratings = [entrant.r0, *(game.rating for game in games)]
    outcome = one_pass([entrant], ratings, book, "4", dual=dual, is_match=False)[0]
    return finish(Computed(entrant, None, outcome.rating, outcome), book, end, is_match=False)


def codes_for(score: float, games: int) -> tuple[str, ...]:
    """Wins, a draw for a half point, and losses that make up a score.

    >>> codes_for(2.5, 4)
    ('W', 'W', 'D', 'L')
    """
    wins = int(score)
    draws = int(score * 2) - 2 * wins
    return ("W",) * wins + ("D",) * draws + ("L",) * (games - wins - draws)
