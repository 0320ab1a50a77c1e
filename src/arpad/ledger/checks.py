"""What a fact cannot be, taken by itself: numbers that are none, crosstables that no game could have made.

The numbers have the bounds of the event document, the crosstables what a rating needs of them; the rest of a report,
what may be a slip, is asked of the director when the report is read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import TypeVar

from arpad.ledger.error import refuse
from arpad.rules.vocabulary import FORFEITED, PLAYED, UNPLAYED, Floor, Player, Rating, Section

T = TypeVar("T")

CODES = frozenset(PLAYED) | FORFEITED | UNPLAYED
"""Everything that a cell of a crosstable may begin with."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most that a number may be."""

    least: float
    most: float


RATING = Bounds(1.0, 4000.0)
LEVEL = Bounds(100.0, 4000.0)
COUNT = Bounds(0.0, 1_000_000.0)

BOUNDS = {
    "rating": RATING,
    "peak": RATING,
    "published rating": RATING,
    "under": RATING,
    "ceiling": LEVEL,
    "value": LEVEL,
    "amount": Bounds(0.0, 1e9),
    "change": Bounds(-4000.0, 4000.0),
    "games": COUNT,
    "wins": COUNT,
    "draws": COUNT,
    "events_of_three": COUNT,
}
"""The bounds of each number, by what it is called."""

FLOOR_NEEDS = {"money": ("amount", "under"), "olm": (), "lowered": ("value",)}
"""The kinds of floors by fact or ruling, and the numbers that each must have."""


def check_number(name: str, value: float | None, place: str) -> None:
    """Refuse a number out of its bounds; what is not a number is in none.

    >>> check_number("rating", float("nan"), "facts[3]")
    Traceback (most recent call last):
    arpad.ledger.error.LedgerError: error: rating is nan, wanted is a number from 1 to 4000; correct it \
[out-of-bounds at facts[3]]
    """
    bounds = BOUNDS[name]
    if value is not None and not bounds.least <= value <= bounds.most:
        message = f"{name} is {value!r}, wanted is a number from {bounds.least:.10g} to {bounds.most:.10g}"
        raise refuse("out-of-bounds", place, message, "correct it")


def check_rating(rating: Rating, place: str) -> None:
    """Refuse a rating with a number that is none."""
    for name in ("rating", "games", "peak", "wins", "draws", "events_of_three"):
        check_number(name, getattr(rating, name), place)


def check_floor(floor: Floor, place: str) -> None:
    """Refuse a floor of no known kind, or without the numbers that make it."""
    if floor.kind not in FLOOR_NEEDS:
        message = f"{floor.kind!r} is no floor by fact or ruling"
        raise refuse("unknown-floor-kind", place, message, f"those are {', '.join(FLOOR_NEEDS)}")
    for name in ("value", "amount", "under"):
        number: float | None = getattr(floor, name)
        if number is None and name in FLOOR_NEEDS[floor.kind]:
            raise refuse("missing-field", place, f"a {floor.kind} floor has no {name}", "add it")
        check_number(name, number, place)


def check_sections(sections: Iterable[Section], place: str) -> None:
    """Refuse two sections of one number."""
    twice = _first_twice(section.number for section in sections)
    if twice is not None:
        message = f"there are two sections {twice}"
        raise refuse("duplicate-section", place, message, "number every section once")


def check_section(section: Section, place: str, person: Callable[[str], str]) -> None:
    """Refuse a section that no play could have made; `person` says whom a member id stands for."""
    where = f"section {section.number}"
    if section.end < section.start:
        message = f"{where} starts on {section.start} and ends on {section.end}"
        raise refuse("dates-reversed", place, message, "exchange the two")
    system = _first_twice(section.systems or ())
    if system is not None:
        raise refuse("duplicate-system", place, f"{where} names {system} twice", "name every system once")
    number = _first_twice(player.number for player in section.players)
    if number is not None:
        message = f"{where} has two players {number}"
        raise refuse("duplicate-number", place, message, "number every row of a section once")
    players = {player.number: player for player in section.players}
    for player in section.players:
        _check_rounds(player, players, where, place, person)
        for published in player.published.values():
            check_number("published rating", published.rating, place)
            check_number("games", published.games, place)


def _check_rounds(
    player: Player, players: dict[int, Player], where: str, place: str, person: Callable[[str], str]
) -> None:
    """Refuse cells that name no result, or no opponent that there is."""
    for cell in player.rounds:
        at = f"{where}, {player.label}: {cell}"
        if cell.code not in CODES:
            raise refuse("unknown-code", place, f"{at} is no result", f"codes are {' '.join(sorted(CODES))}")
        if cell.code in PLAYED and cell.opponent is None:
            raise refuse("no-opponent", place, f"{at} names no opponent", "write the opponent's pairing number")
        if not cell.rated or cell.opponent is None:
            continue
        opponent = players.get(cell.opponent)
        if opponent is None:
            raise refuse("missing-opponent", place, f"{at}: there is no player {cell.opponent}", "correct the number")
        same_member = player.id is not None and opponent.id is not None and person(player.id) == person(opponent.id)
        if opponent is player or same_member:
            raise refuse("against-oneself", place, f"{at}: nobody meets himself", "correct the number or the id")


def met(section: Section, some: Collection[str], others: Collection[str]) -> bool:
    """Whether in a section any of some members played a rated game against any of others."""
    ids = {player.number: player.id for player in section.players}
    pairs = (
        (player.id, ids[cell.opponent])
        for player in section.players
        for cell in player.rounds
        if cell.rated and cell.opponent is not None
    )
    return any((one in some and other in others) or (one in others and other in some) for one, other in pairs)


def _first_twice(values: Iterable[T]) -> T | None:
    """The first value that occurs twice."""
    return next((value for value, times in Counter(values).items() if times > 1), None)
