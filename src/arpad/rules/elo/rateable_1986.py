"""Internationally rated play (4.41): what an event must be for FIDE to rate it, and which of its games count."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arpad.rules.elo.checks import finite, players_of
from arpad.rules.elo.error import refuse
from arpad.rules.rule import carries, condition

RATED_PARTS = 3
"""In a round robin one player in so many must be rated (4.41)."""

SMALL = 10
"""Below so many players a round robin needs a number of rated players instead (4.41)."""

RATED_IN_SMALL = 4
"""That number; also of a double round robin with unrated players (4.41)."""

DOUBLE_PLAYERS = 6
"""Players that a double round robin with unrated ones needs (4.41)."""

CHAMPIONSHIP_MEN = 3
"""Rated players that a national championship of men needs (4.41)."""

CHAMPIONSHIP_WOMEN = 2
"""Rated players that a national championship of women needs (4.41)."""

RATED_OPPONENTS = 4
"""Rated opponents that an unrated player must meet, and games against rated ones that a sample must hold (4.41)."""

MOVES = 46
"""The most moves in two hours, at any stage of a game (4.41)."""

ROUNDS_A_DAY = 2
"""The most rounds of a day (4.41)."""

DAYS = 90
"""The days within which an event should be played (4.41)."""


class Format(StrEnum):
    """How an event is played."""

    ROUND_ROBIN = "round robin"
    DOUBLE_ROUND_ROBIN = "double round robin"
    SWISS = "swiss"
    TEAM = "team"


@dataclass(frozen=True, slots=True)
class Event:
    """What FIDE asks of an event before it rates it.

    Attributes:
        format: how it is played.
        players: how many take part.
        rated: how many of them were rated before.
        championship: whether it is a national championship.
        women: whether it is for women alone.
        moves: the most moves that two hours must hold at any stage.
        rounds_a_day: the most rounds of one day.
        days: the days from first to last round.
        laws: whether play conforms to the laws of chess.
    """

    format: Format
    players: int
    rated: int
    championship: bool = False
    women: bool = False
    moves: int = 40
    rounds_a_day: int = 1
    days: int = 14
    laws: bool = True


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement: what is asked, what there is, and whether it is met."""

    asked: str
    found: str
    met: bool


@condition("P17", "{rated} x {parts} >= {players}", "a third of the players are rated")
def enough_of_field(rated: int, players: int, parts: int) -> bool:
    """Whether the rated players make up their part of a round robin (4.41).

    >>> enough_of_field(4, 12, 3), enough_of_field(4, 13, 3)
    (True, False)
    """
    return rated * parts >= players


@condition("P17", "{rated} >= {least}", "there are enough rated players")
def enough_players(rated: int, least: int) -> bool:
    """Whether there are so many (4.41).

    >>> enough_players(4, 4), enough_players(3, 4)
    (True, False)
    """
    return rated >= least


@carries("P17", "t-4.3")
def requirements(event: Event) -> tuple[Requirement, ...]:
    """What is asked of an event of its kind, one by one (4.41).

    >>> for one in requirements(Event(Format.ROUND_ROBIN, 9, 3)):
    ...     print(one.met, one.asked, "/", one.found)
    False 4 rated players / 3
    True play by the laws of chess / yes
    True at most 46 moves in two hours / 40
    True at most 2 rounds a day / 1
    True at most 90 days / 14
    """
    players_of(event.players, "players")
    if not 0 <= event.rated <= event.players:
        raise refuse(
            "too-many-rated", "rated", f"{event.rated} of {event.players} players cannot be rated", "count them again"
        )
    return (
        *_of_the_field(event),
        Requirement("play by the laws of chess", "yes" if event.laws else "no", event.laws),
        Requirement(f"at most {MOVES} moves in two hours", str(event.moves), event.moves <= MOVES),
        Requirement(
            f"at most {ROUNDS_A_DAY} rounds a day", str(event.rounds_a_day), event.rounds_a_day <= ROUNDS_A_DAY
        ),
        Requirement(f"at most {DAYS} days", str(event.days), event.days <= DAYS),
    )


@carries("P17")
def is_rateable(event: Event) -> bool:
    """Whether FIDE rates the event (4.41); whether a player's own games count is `counted` to say.

    >>> is_rateable(Event(Format.ROUND_ROBIN, 12, 4)), is_rateable(Event(Format.ROUND_ROBIN, 12, 3))
    (True, False)
    >>> is_rateable(Event(Format.ROUND_ROBIN, 12, 3, championship=True)), is_rateable(Event(Format.SWISS, 80, 5))
    (True, True)
    """
    return all(requirement.met for requirement in requirements(event))


def _of_the_field(event: Event) -> tuple[Requirement, ...]:
    rated, found = event.rated, str(event.rated)
    if event.format in {Format.SWISS, Format.TEAM}:
        return (Requirement("rated players to meet", found, enough_players(rated, 1)),)
    if event.championship:
        least = CHAMPIONSHIP_WOMEN if event.women else CHAMPIONSHIP_MEN
        return (Requirement(f"{least} rated players", found, enough_players(rated, least)),)
    if event.format is Format.DOUBLE_ROUND_ROBIN and rated < event.players:
        return (
            Requirement(f"{DOUBLE_PLAYERS} players", str(event.players), enough_players(event.players, DOUBLE_PLAYERS)),
            Requirement(f"{RATED_IN_SMALL} rated players", found, enough_players(rated, RATED_IN_SMALL)),
        )
    if event.players < SMALL:
        return (Requirement(f"{RATED_IN_SMALL} rated players", found, enough_players(rated, RATED_IN_SMALL)),)
    asked = f"a third of {event.players} players rated"
    return (Requirement(asked, found, enough_of_field(rated, event.players, RATED_PARTS)),)


@carries("P17")
def counted(format: Format, *, rated: bool, opponents: int, games: float) -> bool:  # noqa: A002 (the word of the book)
    """Whether a player's games of an event count, from his rated opponents and his games against them (4.41, 4.54).

    No sample of fewer than four games against rated players counts; in a Swiss or a team event an unrated player
    must also have met four of them.

    >>> counted(Format.SWISS, rated=True, opponents=4, games=4.0)
    True
    >>> counted(Format.SWISS, rated=False, opponents=3, games=6.0)
    False
    """
    if opponents < 0 or finite(games, "games") < 0.0:
        raise refuse("negative", "games", "games and opponents are not below zero", "count them from 0")
    if games < RATED_OPPONENTS:
        return False
    return rated or format not in {Format.SWISS, Format.TEAM} or opponents >= RATED_OPPONENTS
