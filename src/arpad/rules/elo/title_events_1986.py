"""International title tournaments (4.34): what a tournament must be for its results to count towards titles."""

from __future__ import annotations

from dataclasses import dataclass

from arpad.rules.elo.checks import players_of
from arpad.rules.elo.error import refuse
from arpad.rules.elo.rateable_1986 import DAYS, MOVES, Requirement
from arpad.rules.rule import carries, condition, rule

ROUNDS = 9
"""The least number of rounds."""

UNRATED_PERCENT = 20
"""The most unrated players, in percent."""

TITLED_PARTS = 2
"""One player in so many must be a titleholder, or rated over 2300 (2000 in a women's tournament)."""

FOREIGN_PARTS = 3
"""One player in so many must come from another federation than the one that has most."""

FEDERATIONS = 3
"""The least number of federations; two in a Scheveningen tournament."""

DAYS_OF_TWO_ROUNDS = 2
"""On how many days there may be two rounds."""


@rule("P16", "", "{players} / {parts}, upward", "the least number of players that make up a part")
def least_part(players: int, parts: int) -> int:
    """One in so many players, upward, as the chart of 4.34 counts foreign players and titleholders.

    >>> least_part(10, 3), least_part(10, 2), least_part(11, 2)
    (4, 5, 6)
    """
    return -(-players // parts)


@rule("P16", "", "{players} x (100 - {unrated_percent}) / 100, upward", "the least number of rated players")
def least_rated(players: int, unrated_percent: int, hundred: int) -> int:
    """What at most twenty percent unrated leaves, upward, as the chart of 4.34 counts rated players.

    >>> least_rated(10, 20, 100), least_rated(11, 20, 100)
    (8, 9)
    """
    return -(-players * (hundred - unrated_percent) // hundred)


@dataclass(frozen=True, slots=True)
class Minima:
    """Participants that a title tournament must have: from other federations, rated, and titled."""

    foreign: int
    rated: int
    titled: int


@carries("P16", "t-4.34-chart")
def title_tournament_minima(players: int) -> Minima:
    """The least numbers for a field of so many (4.34, chart).

    >>> title_tournament_minima(14)
    Minima(foreign=5, rated=12, titled=7)
    """
    players_of(players, "players")
    return Minima(
        least_part(players, FOREIGN_PARTS),
        least_rated(players, UNRATED_PERCENT, 100),
        least_part(players, TITLED_PARTS),
    )


@condition("P16", "{found} >= {least}", "there are enough of them")
def at_least(found: int, least: int) -> bool:
    """Whether there are so many.

    >>> at_least(4, 4), at_least(3, 4)
    (True, False)
    """
    return found >= least


@dataclass(frozen=True, slots=True)
class TitleEvent:
    """A tournament that asks to be one for titles.

    Attributes:
        rounds: how many rounds.
        players: how many take part.
        unrated: how many of them are unrated.
        titled: how many hold a title or are rated over 2300 (over 2000 in a women's tournament).
        federations: how many federations are represented.
        largest_federation: how many players the federation with most of them has.
        scheveningen: whether two federations play each other.
        one_federation: whether the rule about federations is waived: a zonal, or the registered championship.
        unrated_waived: whether that about unrated players is: a zonal of the cycle of 1985-86.
        days_of_two_rounds: on how many days two rounds are played.
        late_double: whether one of them falls on the last three rounds.
        moves: the most moves that two hours must hold at any stage.
        days: the days from first to last round.
        laws: whether play conforms to the laws of chess.
    """

    rounds: int
    players: int
    unrated: int
    titled: int
    federations: int
    largest_federation: int
    scheveningen: bool = False
    one_federation: bool = False
    unrated_waived: bool = False
    days_of_two_rounds: int = 0
    late_double: bool = False
    moves: int = 40
    days: int = 14
    laws: bool = True


@carries("P16", "t-4.3")
def title_requirements(event: TitleEvent) -> tuple[Requirement, ...]:
    """What is asked of a title tournament, one by one (4.34, paragraph 4.1).

    >>> found = title_requirements(TitleEvent(9, 10, 2, 5, 3, 7))
    >>> [one.asked for one in found if not one.met]
    ['4 players from other federations than the largest']
    """
    minima = title_tournament_minima(event.players)
    _check_counts(event)
    foreign = event.players - event.largest_federation
    rated = event.players - event.unrated
    federations = 2 if event.scheveningen else FEDERATIONS
    return (
        Requirement(f"{ROUNDS} rounds", str(event.rounds), at_least(event.rounds, ROUNDS)),
        Requirement(f"{minima.rated} rated players", str(rated), event.unrated_waived or at_least(rated, minima.rated)),
        Requirement(
            f"{minima.titled} players with a title or rated high enough",
            str(event.titled),
            at_least(event.titled, minima.titled),
        ),
        Requirement(
            f"{federations} federations",
            str(event.federations),
            event.one_federation or at_least(event.federations, federations),
        ),
        Requirement(
            f"{minima.foreign} players from other federations than the largest",
            str(foreign),
            event.one_federation or at_least(foreign, minima.foreign),
        ),
        Requirement(
            f"two rounds on at most {DAYS_OF_TWO_ROUNDS} days, not in the last three rounds",
            f"{event.days_of_two_rounds}{', in the last three' if event.late_double else ''}",
            event.days_of_two_rounds <= DAYS_OF_TWO_ROUNDS and not event.late_double,
        ),
        Requirement("play by the laws of chess", "yes" if event.laws else "no", event.laws),
        Requirement(f"at most {MOVES} moves in two hours", str(event.moves), event.moves <= MOVES),
        Requirement(f"at most {DAYS} days", str(event.days), event.days <= DAYS),
    )


def _check_counts(event: TitleEvent) -> None:
    for name in ("unrated", "titled", "federations", "largest_federation"):
        count = getattr(event, name)
        if not 0 <= count <= event.players:
            raise refuse(
                "count-outside", name, f"{count} is no number among {event.players} players", "count them again"
            )
