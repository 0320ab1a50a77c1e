"""A history rated from its facts: every section in rating order, each from what the ones before it made.

The one place where states move from section to section; what a section does to them is `rules.uschess.section`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from math import inf
from typing import Protocol

from arpad.ledger.facts import RatingSet
from arpad.ledger.order import Key, rating_order, ruling_order
from arpad.ledger.past import Past
from arpad.ledger.people import NOBODY, Person, people_of
from arpad.rules.calendar import date_of, number_of
from arpad.rules.law import Law
from arpad.rules.problem import Problem
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.event import Plan, plan_section
from arpad.rules.uschess.life_master import life_title_games
from arpad.rules.uschess.published import as_published, is_published, list_cutoff
from arpad.rules.uschess.result import Rated, RatedSection
from arpad.rules.uschess.section import rate_section
from arpad.rules.vocabulary import (
    Floor,
    Kind,
    LawChoice,
    MatchChange,
    Player,
    Published,
    Rating,
    Record,
    Section,
    System,
)

PLACES = {system: place for place, system in enumerate(System)}


class Rate(Protocol):
    """What rates a section: `rate_section`, or a variant of it."""

    def __call__(self, section: Section, book: Rulebook, /, *, dual: bool = False) -> RatedSection:
        """Rate a section in the rulebook's system."""


@dataclass(frozen=True, slots=True)
class State:
    """What is true of a member in a system: the rating, and the games played at the life title's level."""

    rating: Rating
    olm_games: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """What a section, or a ruling, made of a member in a system.

    Attributes:
        event, section: what was rated; None for a ruling.
        member: the id that the member goes by; None for a player without one, of whom nothing is kept.
        number: the pairing number, the lowest where there are several; None for a ruling.
        before, after: the states; None for unrated.
        rated: how it was computed; None for a ruling.
        day: the end of the section, or the day of the ruling.
    """

    event: str | None
    section: int | None
    system: System
    member: str | None
    number: int | None
    before: State | None
    after: State | None
    rated: Rated | None = field(repr=False)
    day: date

    @property
    def moved(self) -> bool:
        """Whether the member was rated here: by a rated game that counted, or by ruling."""
        return self.rated is None or self.rated.games > 0


@dataclass(frozen=True, slots=True)
class Run:
    """A section rated in one system: with what its players brought, by which rulebook, and what came of it."""

    event: str
    plan: Plan
    rated: RatedSection


@dataclass(frozen=True, slots=True)
class NotRated:
    """A section, or one system of it, that the law cannot rate, and why."""

    event: str
    section: int
    problem: Problem


@dataclass(frozen=True, slots=True)
class Replay:
    """A history rated: the results in the order they came about."""

    past: Past
    choice: LawChoice
    until: date | None
    results: tuple[Result, ...] = field(repr=False)
    runs: tuple[Run, ...] = field(repr=False)
    not_rated: tuple[NotRated, ...] = field(repr=False)

    def standings(self) -> dict[str, dict[System, State]]:
        """Each rated member's states after everything, by the id that the member goes by."""
        found: dict[str, dict[System, State]] = {}
        for result in self.results:
            if result.member is not None and result.after is not None:
                found.setdefault(result.member, {})[result.system] = result.after
        return {
            member: {system: states[system] for system in System if system in states}
            for member, states in sorted(found.items())
        }

    def history(self, member: str) -> tuple[Result, ...]:
        """A member's results in order; a duplicate's are those of the member it is."""
        kept = self.past.kept(member)
        return tuple(result for result in self.results if result.member == kept)


def replay(past: Past, law: Law, choice: LawChoice, rate: Rate = rate_section, until: date | None = None) -> Replay:
    """Rate a history by a law; up to the sections and rulings of the day `until`, when it is given.

    What the law cannot rate is left out and listed.  `LawError` for an edition that the law does not have.

    >>> from arpad.ledger.facts import EventFiled, MemberAdded
    >>> from arpad.ledger.past import past_of
    >>> from arpad.rules.law import law
    >>> from arpad.rules.vocabulary import Event, Round
    >>> day = date(2025, 3, 1)
    >>> players = (Player(1, (Round("W", 2),), id="1"), Player(2, (Round("L", 1),), id="2"))
    >>> event = Event(day, day, (Section(1, day, day, players, time_control="G/90;d5"),), id="202503010013")
    >>> past = past_of([MemberAdded("1", adult=True), MemberAdded("2", adult=True), EventFiled(event)])
    >>> for member, states in replay(past, law(), LawChoice()).standings().items():
    ...     print(member, {str(system): state.rating.rating for system, state in states.items()})
    1 {'OTBR': 1500.0}
    2 {'OTBR': 1100.0}
    """
    law.systems_of_edition(choice.edition or choice.known or law.newest)
    history = _History(past)
    not_rated: list[NotRated] = []
    for _, _, step in sorted(_steps(past, until), key=lambda entry: entry[:2]):
        if isinstance(step, RatingSet):
            history.rule(step)
            continue
        event, section = step
        brought = history.with_players(section)
        plans = []
        for planned in plan_section(brought, f"events[{event}].sections[{section.number}]", choice, law):
            if isinstance(planned, Plan):
                plans.append(planned)
            else:
                not_rated.append(NotRated(event, section.number, planned))
        plans = [history.with_bounds(plan) for plan in sorted(plans, key=lambda plan: PLACES[plan.system])]
        for plan in plans:
            history.take(Run(event, plan, rate(plan.section, plan.book, dual=plan.dual)))
    return Replay(past, choice, until, tuple(history.results), tuple(history.runs), tuple(not_rated))


Step = tuple[Key, tuple[int, int], RatingSet | tuple[str, Section]]


def _steps(past: Past, until: date | None) -> Iterator[Step]:
    """Sections and rulings, each with the key it is sorted by; rulings of a day by system, then as recorded."""
    for place, ruling in enumerate(past.rulings):
        if until is None or ruling.day <= until:
            yield ruling_order(ruling.day), (PLACES[ruling.system], place), ruling
    for event, section in past.sections():
        if until is None or section.end <= until:
            yield rating_order(section.end, section.start, event, section.number), (0, 0), (event, section)


class _History:
    """The states while a history is rated."""

    def __init__(self, past: Past) -> None:
        self.same_as = past.same_as
        self.people: dict[str, Person] = people_of(past)
        self.states: dict[str, dict[System, State]] = {}
        self.dated: dict[tuple[str, System], list[tuple[date, Rating]]] = {}
        self.matches: dict[tuple[str, System], list[MatchChange]] = {}
        self.results: list[Result] = []
        self.runs: list[Run] = []

    # what players bring

    def with_players(self, section: Section) -> Section:
        """The section as the history knows its players: everything but what depends on the system."""
        return replace(section, players=tuple(self._player(player, section) for player in section.players))

    def _player(self, player: Player, section: Section) -> Player:
        member = None if player.id is None else self.same_as.get(player.id, player.id)
        known = NOBODY if member is None else self.people[member].on(section.end)
        return Player(
            number=player.number,
            rounds=player.rounds,
            id=member,
            name=player.name,
            birth=known.birth,
            adult=known.adult,
            ratings={} if member is None else self._ratings(member),
            fide=known.fide,
            cfc=known.cfc,
            national=known.national,
            floors=known.floors,
            ceiling=known.ceiling,
            published=player.published if section.kind is Kind.MATCH else {},
            match_history=known.match_changes if section.kind is Kind.MATCH else (),
        )

    def _ratings(self, member: str) -> dict[System, Rating]:
        return {system: state.rating for system, state in self.states.get(member, {}).items()}

    def with_bounds(self, plan: Plan) -> Plan:
        """The plan with what the history says in its system: life-title floors, published ratings, earlier matches."""
        section = plan.section
        is_match = section.kind is Kind.MATCH
        players = tuple(
            player if player.id is None else self._bounded(player, player.id, plan, is_match=is_match)
            for player in section.players
        )
        return plan if players == section.players else replace(plan, section=replace(section, players=players))

    def _bounded(self, player: Player, member: str, plan: Plan, *, is_match: bool) -> Player:
        state = self.states.get(member, {}).get(plan.system)
        played = 0 if state is None else state.olm_games
        if plan.book.olm_floor is not None and played > 0 and played >= plan.book.olm_games:
            player = replace(player, floors=(*player.floors, Floor("olm")))
        if not is_match:
            return player
        published = dict(player.published)
        if plan.system not in published:
            found = self._published(member, plan.system, plan.section.start)
            if found is not None:
                published[plan.system] = found
        earlier = (*player.match_history, *self.matches.get((member, plan.system), ()))
        return replace(player, published=published, match_history=earlier)

    def _published(self, member: str, system: System, start: date) -> Published | None:
        """What the list in force on a day said of a member (reading I51)."""
        cutoff = date_of(list_cutoff(number_of(start)))
        held = [rating for day, rating in self.dated.get((member, system), ()) if day <= cutoff]
        if not held or not is_published(_games(held[-1])):
            return None
        return Published(as_published(held[-1].rating), held[-1].games)

    # what comes of it

    def rule(self, ruling: RatingSet) -> None:
        """Take a rating set by ruling over; the games at the life title's level stay."""
        member = self.same_as.get(ruling.member, ruling.member)
        said = ruling.rating
        rating = replace(
            said,
            record=Record.MIXED if said.record is None else said.record,
            wins=said.wins or 0,
            draws=said.draws or 0,
            events_of_three=said.events_of_three or 0,
        )
        before = self.states.get(member, {}).get(ruling.system)
        after = State(rating, 0 if before is None else before.olm_games)
        self._keep(Result(None, None, ruling.system, member, None, before, after, None, ruling.day))

    def take(self, run: Run) -> None:
        """Take the results of a section in a system over."""
        self.runs.append(run)
        section, system, book = run.plan.section, run.plan.system, run.plan.book
        for rated in run.rated.players:
            member = rated.id
            before = None if member is None else self.states.get(member, {}).get(system)
            after = state_after(before, rated, book, section.end)
            result = Result(run.event, section.number, system, member, rated.number, before, after, rated, section.end)
            self._keep(result)
            if section.kind is Kind.MATCH and result.moved:
                self._remember_match(result)

    def _remember_match(self, result: Result) -> None:
        """What a match did to a rating that there was before: it counts for the limits of later ones."""
        if result.member is not None and result.before is not None and result.after is not None:
            change = result.after.rating.rating - result.before.rating.rating
            earlier = self.matches.setdefault((result.member, result.system), [])
            earlier.append(MatchChange(result.system, result.day, change))

    def _keep(self, result: Result) -> None:
        self.results.append(result)
        if result.member is None or result.after is None:
            return
        self.states.setdefault(result.member, {})[result.system] = result.after
        if result.moved:
            self.dated.setdefault((result.member, result.system), []).append((result.day, result.after.rating))


def state_after(before: State | None, rated: Rated, book: Rulebook, end: date) -> State | None:
    """What is true after a section: new where there was a rated game, else as it was, with the peak now known."""
    if rated.post is None or not rated.games:
        return None if before is None else replace(before, rating=replace(before.rating, peak=rated.peak))
    rating = Rating(
        rated.post,
        rated.post_games,
        rated.record,
        end,
        rated.peak,
        rated.wins,
        rated.draws,
        rated.events_of_three,
    )
    olm_games = 0 if before is None else before.olm_games
    if book.olm_floor is not None:
        olm_games = life_title_games(
            olm_games, rated.games, rated.post, _games(rating), book.established_games, book.olm_floor
        )
    return State(rating, olm_games)


def _games(rating: Rating) -> float:
    """The games a rating is based on; an unknown count is large."""
    return inf if rating.games is None else float(rating.games)
