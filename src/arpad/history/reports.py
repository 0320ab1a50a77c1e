"""Late reports as facts: the event that a report tells of, and what it brings of its players (reading I53)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from arpad.ledger.facts import (
    CeilingSet,
    EventFiled,
    Fact,
    FloorSet,
    ForeignRatingRecorded,
    MatchChangeRecorded,
    MemberAdded,
    RatingSet,
    Source,
)
from arpad.ledger.order import rating_order
from arpad.rules.vocabulary import Event, OtherRating, Player, Section

if TYPE_CHECKING:
    from arpad.history.history import History


def facts_of_reports(told: Iterable[Fact | Event], history: History) -> Iterator[tuple[Fact | Event, list[Fact]]]:
    """Facts as they are, and each event as the facts that it comes to where a history is known.

    Members that the history does not know are added with all that the report brings of them.  Of those it knows it
    takes ratings of other federations, floors and ceilings; their ratings it knows better.  Events come in rating
    order, in the places where events stand.
    """
    all_told = list(told)
    events = sorted((one for one in all_told if isinstance(one, Event)), key=_order)
    following = iter(events)
    new: set[str] = set()
    for one in all_told:
        if isinstance(one, Event):
            event = next(following)
            yield event, [*_brought(event, history, new), EventFiled(event)]
            continue
        if isinstance(one, MemberAdded):
            new.add(one.member)
        yield one, [one]


def _order(event: Event) -> tuple[object, ...]:
    return rating_order(event.end, event.start, event.id or "", 0)


def _brought(event: Event, history: History, new: set[str]) -> Iterator[Fact]:
    """What the players of an event bring, once for each."""
    sections = sorted(event.sections, key=lambda section: (section.end, section.start, section.number))
    met: set[str] = set()
    for section in sections:
        for player in section.players:
            if player.id is None or player.id in met:
                continue
            met.add(player.id)
            if player.id not in new and history.book.names.member(player.id) is None:
                new.add(player.id)
                yield from _start(player, player.id, section)
            yield from _known_elsewhere(player, player.id, section)


def _start(player: Player, member: str, section: Section) -> Iterator[Fact]:
    """Who a new member is, and the ratings and matches that a member starts from."""
    yield MemberAdded(member, player.birth, player.adult, player.name)
    for system, rating in player.ratings.items():
        yield RatingSet(member, system, section.end, rating)
    for change in player.match_history:
        yield MatchChangeRecorded(member, change.system, change.date, change.change)


def _known_elsewhere(player: Player, member: str, section: Section) -> Iterator[Fact]:
    """Ratings of other federations, floors and ceilings: facts of their own."""
    elsewhere: dict[Source, OtherRating | None] = {"FIDE": player.fide, "CFC": player.cfc, "national": player.national}
    for source, other in elsewhere.items():
        if other is not None:
            yield ForeignRatingRecorded(member, source, other.rating, other.date, section.end, other.canadian_resident)
    for floor in player.floors:
        yield FloorSet(member, floor)
    if player.ceiling is not None:
        yield CeilingSet(member, player.ceiling.value, player.ceiling.since)
