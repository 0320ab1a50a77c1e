"""After step 5: limits, floors, ceiling and storage make the final rating; games, record and peak move on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from math import inf

from arpad.rules.rule import about, chapter, remark, rule
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess import match
from arpad.rules.uschess.floors import FloorInForce, floor_in_force
from arpad.rules.uschess.initial import games_of
from arpad.rules.uschess.passes import Entrant, Outcome
from arpad.rules.uschess.people import Person
from arpad.rules.uschess.result import Rated
from arpad.rules.uschess.storage import away_from, established, official, to_nearest
from arpad.rules.vocabulary import Player, Rating, Record


@dataclass(frozen=True, slots=True)
class Computed:
    """What the five steps gave for one person."""

    entrant: Entrant
    first_estimate: float | None
    intermediate: float | None
    final: Outcome


@rule("5-absolute", "", "max({value}, {level})", "not below the floor", reads=("I16",))
def not_below(value: float, level: float) -> float:
    """A result bounded by a floor.

    >>> not_below(1380.0, 1400.0), not_below(1480.0, 1400.0)
    (1400.0, 1480.0)
    """
    return max(value, level)


@rule("7-director", "", "min({value}, {level})", "not above the ceiling that a ruling set", reads=("I47",))
def not_above(value: float, level: float) -> float:
    """A result bounded by a ceiling.

    >>> not_above(2010.0, 1999.0)
    1999.0
    """
    return min(value, level)


@rule("7-games-count", "N", "{n} + {m}", "games after the event", reads=("I22",))
def games_after(n: int, m: int) -> int:
    """N grows by the games of the event, from what step 1 gave."""
    return n + m


def known_peak(book: Rulebook, rating: Rating | None) -> float | None:
    """The highest established rating so far: the given peak, or an established pre-event rating (reading I36)."""
    if rating is None:
        return None
    if games_of(rating) > book.established_games and (rating.peak is None or rating.peak < rating.rating):
        return rating.rating
    return rating.peak


def record_of_event(wins: int, draws: int, games: int) -> int:
    """What the games of one event were: all wins (1), all losses (-1), mixed (0).

    >>> record_of_event(3, 0, 3), record_of_event(0, 0, 3), record_of_event(2, 1, 3)
    (1, -1, 0)
    """
    if wins == games:
        return 1
    return -1 if wins == 0 and draws == 0 else 0


def record_with(before: int, now: int) -> int:
    """The record over earlier games and this event's: it stays while both are alike.

    >>> record_with(1, 1), record_with(1, -1), record_with(0, 1)
    (1, 0, 0)
    """
    return now if before == now else 0


def record_after(before: Record | None, person: Person) -> Record:
    """All wins, all losses or mixed, over the record before (None: no game before) and this event's games."""
    wins = sum(game.score == 1.0 for game in person.games)
    draws = sum(game.score == 0.5 for game in person.games)
    now = record_of_event(wins, draws, len(person.games))
    return Record(now if before is None else record_with(before, now))


def finish(computed: Computed, book: Rulebook, end: date, *, is_match: bool) -> Rated:
    """The final rating and everything that is true after the event."""
    entrant, outcome = computed.entrant, computed.final
    person = entrant.person
    about(person.player.number)
    if not person.games:
        return unmoved(person, book, entrant)
    rating = person.player.ratings.get(book.system)
    tallies = _tallies(person, rating, book)
    limits = None
    value = outcome.rating
    if is_match:
        with chapter("7-match-limits", "Match limits"):
            limits = match.limits(book, person.player.match_history, end)
            value = match.within_limits(
                entrant.r0,
                value,
                inf if limits.up is None else limits.up,
                inf if limits.down is None else limits.down,
            )
    unfloored = value
    peak = known_peak(book, rating)
    floor = floor_in_force(book, person.player.floors, peak, tallies, end)
    with chapter("7-storage", "Final rating"):
        value, request = _bounded(book, value, floor, is_match)
        ceiling = _ceiling(person.player, end)
        if ceiling is not None:
            value = not_above(value, ceiling)
        post = _stored(book, None if entrant.newcomer else entrant.r0, value)
        published = official(post)
        n = None if entrant.n == inf else int(entrant.n)
        post_games = None if n is None else games_after(n, len(person.games))
        is_established = established(inf if post_games is None else post_games, book.established_games)
    before = None if rating is None else (rating.record or Record.MIXED)
    return replace(
        _as_before(person, book, entrant),
        games=len(person.games),
        score=person.score,
        opponents=tuple(game.number for game in person.games),
        formula=outcome.formula,
        first_estimate=computed.first_estimate,
        intermediate=computed.intermediate,
        k=outcome.k,
        expected=outcome.expected,
        bonus=outcome.bonus,
        unfloored=unfloored,
        floor=floor,
        ceiling=ceiling,
        post=post,
        post_games=post_games,
        official=published,
        established=is_established,
        record=record_after(before, person),
        peak=post if is_established and (peak is None or peak < post) else peak,
        wins=tallies[0],
        draws=tallies[1],
        events_of_three=tallies[2],
        floor_request=request,
        match_limits=limits,
        notes=_assumed(book, rating, post),
    )


def unmoved(
    person: Person,
    book: Rulebook,
    entrant: Entrant | None = None,
    *,
    refused: str | None = None,
    because: str | None = None,
) -> Rated:
    """A person who keeps everything: without a rated game, or not rated by rule (reading I18).

    `refused` is the person's own reason, `because` that of the whole section.
    """
    about(person.player.number)
    why = refused or because
    remark("7-rated-games", f"not rated: {why}" if why else "no rated game: nothing changes", reads=("I18",))
    before = _as_before(person, book, entrant)
    return replace(before, official=None if before.pre is None else official(before.pre), refused=refused)


def _as_before(person: Person, book: Rulebook, entrant: Entrant | None) -> Rated:
    """Everything as it was before the event."""
    player = person.player
    rating = player.ratings.get(book.system)
    games = 0 if rating is None else rating.games
    start = None if entrant is None else entrant.initial
    return Rated(
        number=player.number,
        numbers=person.numbers,
        id=player.id,
        name=player.name,
        pre=None if rating is None else rating.rating,
        pre_games=games,
        initial=start,
        r0=rating.rating if rating is not None else None if start is None else start.rating,
        n=games if start is None else start.games,
        n_star=None if entrant is None else entrant.n_star,
        n_effective=None if entrant is None else entrant.n_effective,
        post=None if rating is None else rating.rating,
        post_games=games,
        official=None,
        established=rating is not None and games_of(rating) > book.established_games,
        record=None if rating is None else rating.record or Record.MIXED,
        peak=known_peak(book, rating),
        wins=None if rating is None else rating.wins,
        draws=None if rating is None else rating.draws,
        events_of_three=None if rating is None else rating.events_of_three,
    )


def _tallies(person: Person, rating: Rating | None, book: Rulebook) -> tuple[int, int, int]:
    """Wins, draws and events of three after this event (readings I27, I38)."""
    before = (0, 0, 0) if rating is None else (rating.wins, rating.draws, rating.events_of_three)
    wins = sum(game.score == 1.0 for game in person.games)
    draws = sum(game.score == 0.5 for game in person.games)
    counts = int(len(person.games) >= book.personal_floor_event_games)
    return (before[0] or 0) + wins, (before[1] or 0) + draws, (before[2] or 0) + counts


def _bounded(
    book: Rulebook, value: float, floor: FloorInForce, is_match: bool
) -> tuple[float, tuple[float, float] | None]:
    """The result with its floor; in a match a floor that binds is a request to have it lowered (reading I33)."""
    request = None
    if is_match and book.match_floor_requests and value < floor.value and floor.kind != "absolute":
        request = (floor.value, floor.value - book.match_floor_drop)
        remark(
            "7-match-floors",
            f"a match result below the floor asks to lower it from {request[0]:g} to {request[1]:g}; "
            "the rating stays at the floor until the office grants that",
            reads=("I33",),
        )
    return not_below(value, floor.value), request


def _ceiling(player: Player, end: date) -> float | None:
    if player.ceiling is None or (player.ceiling.since is not None and player.ceiling.since > end):
        return None
    return player.ceiling.value


def _stored(book: Rulebook, pre: float | None, value: float) -> float:
    """How the value is kept: as it is, or as an integer before September 2014 (reading I25)."""
    if book.storage == "float":
        return value
    return to_nearest(value) if pre is None else away_from(pre, value)


def _assumed(book: Rulebook, rating: Rating | None, post: float) -> tuple[str, ...]:
    """What was taken for granted where the input said nothing, and might have mattered."""
    notes = []
    if rating is not None and rating.record is None and games_of(rating) <= book.special_games:
        notes.append("record not given: taken as neither all wins nor all losses (I43)")
    if rating is not None and book.personal_floor and post < book.personal_floor_cap:
        missing = [name for name in ("wins", "draws", "events_of_three") if getattr(rating, name) is None]
        if missing:
            notes.append(f"{', '.join(missing)} not given: counted from this event alone for the floor (I38)")
    return tuple(notes)
