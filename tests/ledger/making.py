"""Facts made short, for the tests of the ledger: crosstables from games, events from sections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from arpad.ledger.facts import EventFiled, Fact, MemberAdded, RatingSet
from arpad.ledger.past import past_of
from arpad.ledger.replay import Replay, replay
from arpad.rules.law import law
from arpad.rules.rulebook import Rulebook
from arpad.rules.vocabulary import Event, LawChoice, Player, Rating, Round, Section, System

LONG_AGO = date(2019, 1, 1)
MIRROR = {">": ("W", "L"), "<": ("L", "W"), "=": ("D", "D")}
SLOW, DUAL, BLITZ = "G/90;d5", "G/60;d5", "G/5;d0"


def section(end: date, *games: str, number: int = 1, also: Iterable[str] = (), **more: Any) -> Section:
    """A section of games like ``1>2`` (member 1 beat member 2) or ``1=2``; pairing numbers as they come."""
    rounds: dict[str, list[Round]] = {}
    played = [(one, sign, other) for text in games for one, sign, other in [text.partition(_sign(text))]]
    for one, _, other in played:
        rounds.setdefault(one, [])
        rounds.setdefault(other, [])
    for idle in also:
        rounds.setdefault(idle, [])
    numbers = {member: place for place, member in enumerate(rounds, 1)}
    for one, sign, other in played:
        mine, theirs = MIRROR[sign]
        rounds[one].append(Round(mine, numbers[other]))
        rounds[other].append(Round(theirs, numbers[one]))
    players = tuple(Player(numbers[member], tuple(cells), id=member) for member, cells in rounds.items())
    more.setdefault("time_control", SLOW)
    return Section(number=number, start=more.pop("start", end), end=end, players=players, **more)


def _sign(text: str) -> str:
    return next(sign for sign in MIRROR if sign in text)


def filed(event_id: str, *sections: Section) -> EventFiled:
    """An event with its sections."""
    start, end = min(s.start for s in sections), max(s.end for s in sections)
    return EventFiled(Event(start, end, sections, id=event_id))


def members(*ids: str) -> list[Fact]:
    """Grown-ups."""
    return [MemberAdded(member, adult=True) for member in ids]


def ruled(
    member: str,
    rating: float,
    games: int | None = 100,
    day: date = LONG_AGO,
    system: System = System.OTBR,
    **more: Any,
) -> RatingSet:
    """A rating that stood at the start."""
    return RatingSet(member, system, day, Rating(rating, games, **more))


def replayed(facts: Iterable[Fact], **more: Any) -> Replay:
    """The history of facts by the law of the package."""
    return replay(past_of(facts), law(), LawChoice(), **more)


def rating(of: Replay, member: str, system: System = System.OTBR) -> Rating:
    """A member's rating in the end."""
    return of.standings()[member][system].rating


def book(day: date, system: System = System.OTBR) -> Rulebook:
    """The law of a day."""
    return law().by_date(system, day)


def bringing(of: Section, brought: Mapping[str, Mapping[str, Any]]) -> Section:
    """A section with what its members bring put in by hand; `adult` is meant when nothing is said."""
    players = (replace(player, **{"adult": True, **brought.get(player.id or "", {})}) for player in of.players)
    return replace(of, players=tuple(players))
