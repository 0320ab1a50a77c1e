"""Why a result came out differently in two replays: through what was played, through the member, or an opponent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from arpad.ledger.people import NOBODY, Known, Person, people_of
from arpad.ledger.replay import Replay, Result, Run
from arpad.rules.uschess.event import Plan
from arpad.rules.uschess.people import persons
from arpad.rules.vocabulary import Kind, Player, Section, System


class Touched(StrEnum):
    """Through whom a change came."""

    DIRECT = "direct"
    """What is recorded of the section or of the member, or the law, is different."""
    OWN = "own"
    """The member's own state before was different."""
    OPPONENT = "opponent"
    """Only others in the section brought something different."""


@dataclass(frozen=True, slots=True)
class Cause:
    """How a result was touched; `through` is the id of the opponent who brought the change, where it was one."""

    touched: Touched
    through: str | None = None


DIRECT = Cause(Touched.DIRECT)
OWN = Cause(Touched.OWN)

RunKey = tuple[str, int, System]


class Causes:
    """Two replays side by side, asked for the cause of one result at a time."""

    def __init__(self, old: Replay, new: Replay) -> None:
        self._old, self._new = _Side(old), _Side(new)

    def of(self, old: Result, new: Result) -> Cause:
        """Why a result that both replays have came out differently."""
        if old.event is None or old.section is None:
            return OWN if old.after and new.after and old.after.rating == new.after.rating else DIRECT
        key = (old.event, old.section, old.system)
        before, after = self._old.runs[key], self._new.runs[key]
        if _law_differs(before.plan, after.plan) or self._old.filed(before) != self._new.filed(after):
            return DIRECT
        if self._old.known(old, before) != self._new.known(new, after):
            return DIRECT
        # The same was filed, so pairing numbers say who is who.
        one, other = _brought(before.plan), _brought(after.plan)
        if old.before != new.before or one.get(old.number) != other.get(new.number):
            return OWN
        changed = {number for number, player in one.items() if player != other.get(number)} - {old.number}
        candidates = changed & _opponents(before.plan.section, old.number) or changed
        if not candidates:
            return DIRECT
        through = min(candidates, key=lambda number: (-_shift(before, after, number), number))
        return Cause(Touched.OPPONENT, one[through].id)


class _Side:
    """One of the two replays, by what is asked of it."""

    def __init__(self, replay: Replay) -> None:
        self.runs: dict[RunKey, Run] = {
            (run.event, run.plan.section.number, run.plan.system): run for run in replay.runs
        }
        self._kept = replay.past.same_as
        self._sections = {(event, section.number): section for event, section in replay.past.sections()}
        self._people: dict[str, Person] = people_of(replay.past)

    def filed(self, run: Run) -> Section:
        """The section as the facts have it, of its players only what the history takes from a report; no names."""
        section = self._sections[run.event, run.plan.section.number]
        players = tuple(
            Player(
                player.number,
                player.rounds,
                None if player.id is None else self._kept.get(player.id, player.id),
                published=player.published if section.kind is Kind.MATCH else {},
            )
            for player in sorted(section.players, key=lambda player: player.number)
        )
        return replace(section, name=None, players=players)

    def known(self, result: Result, run: Run) -> Known:
        """What the facts say of a member on the day of a section, and the rating of the section goes by."""
        person = None if result.member is None else self._people.get(result.member)
        if person is None:
            return NOBODY
        section, known = run.plan.section, person.on(run.plan.section.end)
        if section.kind is not Kind.MATCH:
            known = replace(known, match_changes=())
        if result.before is not None:
            fide = known.fide if section.kind is Kind.FOREIGN_FIDE else None
            known = replace(known, birth=None, adult=None, fide=fide, cfc=None, national=None)
        return known


def _law_differs(one: Plan, other: Plan) -> bool:
    return one.dual != other.dual or (one.book is not other.book and one.book.digest != other.book.digest)


def _brought(plan: Plan) -> dict[int | None, Player]:
    """By lowest pairing number what each player brought to a run, names apart.

    Who is rated in the run's system starts from that rating, whatever is known from elsewhere.
    """
    found: dict[int | None, Player] = {}
    for person in persons(plan.section):
        player = replace(person.player, name=None)
        rating = player.ratings.get(plan.system)
        if rating is not None:
            fide = player.fide if plan.section.kind is Kind.FOREIGN_FIDE else None
            ratings = {plan.system: rating}
            player = replace(player, ratings=ratings, birth=None, adult=None, fide=fide, cfc=None, national=None)
        found[player.number] = player
    return found


def _opponents(section: Section, number: int | None) -> set[int | None]:
    """The lowest pairing numbers of whom a player met."""
    everybody = persons(section)
    met = (game.opponent for person in everybody if person.player.number == number for game in person.games)
    return {everybody[place].player.number for place in met}


def _shift(before: Run, after: Run, number: int | None) -> float:
    """By how much what a player brought to a section differs: the rating that step 1 gave, else that of FIDE."""
    one, other = (_start(run, number) for run in (before, after))
    return 0.0 if one is None or other is None else abs(one - other)


def _start(run: Run, number: int | None) -> float | None:
    for rated in run.rated.players:
        if rated.number == number:
            return rated.r0
    fide = next((player.fide for player in run.plan.section.players if player.number == number), None)
    return None if fide is None else fide.rating
