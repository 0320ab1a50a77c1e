"""Random facts that a small past can take: every kind of fact, on few days, about few members, so that they meet.

Numbers are drawn near the places where a history changes its mind: counts about 8 and 25 games, ratings about 2200,
days next to changes of the law, matches a day and three years apart.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

from arpad.ledger.error import LedgerError
from arpad.ledger.facts import (
    CeilingSet,
    EventFiled,
    EventWithdrawn,
    Fact,
    FloorSet,
    FloorWithdrawn,
    ForeignRatingRecorded,
    ListPublished,
    MatchChangeRecorded,
    MatchOverride,
    MemberAdded,
    MemberChanged,
    MembersMerged,
    MembersUnmerged,
    RatingSet,
    SectionCorrected,
    Source,
)
from arpad.ledger.past import Past
from arpad.rules.vocabulary import Event, Floor, Kind, Player, Published, Rating, Round, Section, System

DAYS = tuple(
    date.fromisoformat(day)
    for day in (
        "2003-12-31", "2008-08-07", "2013-02-28", "2014-08-31", "2014-09-01", "2017-05-31", "2017-06-01", "2020-06-11",
        "2020-09-02", "2021-01-05", "2021-03-01", "2021-03-02", "2023-12-20", "2024-01-06", "2024-01-20", "2024-02-03",
        "2024-06-30", "2024-12-31", "2025-01-01", "2025-01-31", "2025-02-10", "2025-03-01", "2025-07-26", "2025-08-02",
    )
)  # fmt: skip
CONTROLS = ("G/90;d5", "G/90;d5", "G/60;d5", "G/45;d5", "G/25;d5", "G/5;d0", "40/90,SD/30;d5", "G/3;d0", "a while")
MIRROR = {"W": "L", "L": "W", "D": "D"}
LEVELS = (300.0, 1180.5, 1500.0, 1500.0, 1650.25, 1720.0, 1999.5, 2195.0, 2210.0, 2400.0)
COUNTS = (0, 3, 4, 7, 8, 9, 24, 25, 26, 100, 299, None)


class Chance:
    """Draws facts for a past; everything it draws can be taken."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def ledger(self, members: int, sections: int) -> list[Fact]:
        """A small ledger from the beginning."""
        facts: list[Fact] = [self._added(str(number)) for number in range(1, members + 1)]
        past = Past().with_facts(facts)
        kinds: list[Callable[[Past], Fact | None]] = [self.event] * sections
        kinds += [self.ruling] * members
        kinds += [self.foreign, self.foreign, self.floor, self.ceiling, self.match_change, self.merge]
        self.rng.shuffle(kinds)
        for kind in kinds:
            fact = self._taken(past, kind)
            if fact is not None:
                facts.append(fact)
                past = past.with_facts([fact])
        return facts

    def changes(self, past: Past, most: int = 3) -> list[Fact]:
        """A few facts that follow each other."""
        found: list[Fact] = []
        for _ in range(self.rng.randint(1, most)):
            fact = self._taken(past, self.rng.choice(KINDS_OF_CHANGE).__get__(self))
            if fact is not None:
                found.append(fact)
                past = past.with_facts([fact])
        return found

    def _taken(self, past: Past, kind: Callable[[Past], Fact | None]) -> Fact | None:
        """A fact of a kind that the past can take, unless luck is bad."""
        for _ in range(8):
            fact = kind(past)
            if fact is not None:
                try:
                    past.with_facts([fact])
                except LedgerError:
                    continue
                return fact
        return None

    # members

    def _added(self, member: str) -> MemberAdded:
        birth = self._day() - timedelta(self.rng.randrange(1500, 20000)) if self.rng.random() < 0.6 else None
        return MemberAdded(member, birth, self.rng.choice((None, True, False)), self.rng.choice((None, "A", "B")))

    def added(self, past: Past) -> Fact:
        """A new member."""
        return self._added(str(len(past.members) + self.rng.randint(1, 3)))

    def changed(self, past: Past) -> Fact:
        """Other words about a member, or the same."""
        new = self._added(self._member(past))
        known = past.members[new.member]
        if self.rng.random() < 0.3:
            return MemberChanged(new.member, known.birth, known.adult, new.name)
        return MemberChanged(new.member, new.birth, new.adult, new.name)

    def merge(self, past: Past) -> Fact:
        """Two who were one."""
        return MembersMerged(self._member(past), self._member(past))

    def unmerge(self, past: Past) -> Fact | None:
        """Who were two after all."""
        if not past.merged:
            return None
        duplicate = self.rng.choice(sorted(past.merged))
        return MembersUnmerged(past.merged[duplicate], duplicate)

    def _member(self, past: Past) -> str:
        return self.rng.choice(list(past.members))

    def _day(self) -> date:
        return self.rng.choice(DAYS)

    # what was played

    def event(self, past: Past) -> Fact:
        """A new event of one section or some."""
        day = self._day()
        sections = [self._section(past, number, day) for number in range(1, self.rng.choice((1, 1, 2, 3)) + 1)]
        start, end = (min(one.start for one in sections), max(one.end for one in sections)) if sections else (day, day)
        event_id = f"{end:%Y%m%d}{self.rng.randrange(8):03}0"
        return EventFiled(Event(start, end, tuple(sections), id=event_id, name=self.rng.choice((None, "Open"))))

    def correction(self, past: Past) -> Fact | None:
        """A section as it really was: another result, another player, other days, one more section."""
        if not past.events:
            return None
        event_id = self.rng.choice(sorted(past.events))
        sections = past.events[event_id].sections
        roll = self.rng.random()
        if not sections or roll < 0.2:
            number = len(sections) + self.rng.randint(0, 1)
            return SectionCorrected(event_id, self._section(past, max(1, number), self._day()))
        section = self.rng.choice(sections)
        if roll < 0.5:
            return SectionCorrected(event_id, self._other_result(section))
        if roll < 0.6:
            return SectionCorrected(event_id, section)
        if roll < 0.75:
            start = section.start - timedelta(self.rng.choice((0, 0, 3, 60)))
            end = section.end + timedelta(self.rng.choice((0, 1, 40)))
            return SectionCorrected(event_id, replace(section, start=start, end=end))
        if roll < 0.85:
            return SectionCorrected(event_id, replace(section, time_control=self.rng.choice(CONTROLS), systems=None))
        return SectionCorrected(event_id, self._other_player(past, section))

    def _other_result(self, section: Section) -> Section:
        """One game came out otherwise."""
        games = [
            (player.number, place, cell.opponent)
            for player in section.players
            for place, cell in enumerate(player.rounds)
            if cell.code in MIRROR
        ]
        if not games:
            return section
        number, place, opponent = self.rng.choice(games)
        code = self.rng.choice("WDL")
        players = []
        for player in section.players:
            rounds = list(player.rounds)
            if player.number == number:
                rounds[place] = Round(code, opponent)
            if player.number == opponent:
                answers = [at for at, cell in enumerate(rounds) if cell.opponent == number and cell.code in MIRROR]
                rounds[answers[0]] = Round(MIRROR[code], number)
            players.append(replace(player, rounds=tuple(rounds)))
        return replace(section, players=tuple(players))

    def _other_player(self, past: Past, section: Section) -> Section:
        """One player was somebody else, or nobody known."""
        place = self.rng.randrange(len(section.players))
        players = list(section.players)
        member = None if self.rng.random() < 0.3 else self._member(past)
        players[place] = replace(players[place], id=member)
        return replace(section, players=tuple(players))

    def withdrawal(self, past: Past) -> Fact | None:
        """An event that was none."""
        return EventWithdrawn(self.rng.choice(sorted(past.events))) if past.events else None

    def override(self, past: Past) -> Fact | None:
        """The office's word on a match, or on anything."""
        sections = [(event, section) for event, section in past.sections() if self.rng.random() < 0.3]
        matches = [entry for entry in sections if entry[1].kind is Kind.MATCH] or sections
        if not matches:
            return None
        event, section = self.rng.choice(matches)
        return MatchOverride(event, section.number)

    def _section(self, past: Past, number: int, day: date) -> Section:
        roll = self.rng.random()
        kind = Kind.MATCH if roll < 0.25 else Kind.FOREIGN_FIDE if roll < 0.35 else Kind.SWISS
        start = day - timedelta(self.rng.choice((0, 0, 0, 1, 5, 60)))
        online = kind is not Kind.FOREIGN_FIDE and self.rng.random() < 0.2
        control: str | None = self.rng.choice(CONTROLS)
        systems: tuple[System, ...] | None = None
        if self.rng.random() < 0.2:
            several = [system for system in System if system.online is online]
            systems = tuple(system for system in several if self.rng.random() < 0.6) or (several[0],)
        if kind is Kind.FOREIGN_FIDE:
            systems, control = self.rng.choice(((None, None), ((System.OTBR,), None), (None, "G/90;+30")))
        return Section(
            number,
            start,
            day,
            self._players(past, kind),
            time_control=control,
            online=online,
            systems=systems,
            kind=kind,
            youth=self.rng.random() < 0.1,
        )

    def _players(self, past: Past, kind: Kind) -> tuple[Player, ...]:
        """A crosstable; sometimes with somebody unknown, sometimes with somebody who entered twice."""
        count = 2 if kind is Kind.MATCH and self.rng.random() < 0.9 else self.rng.randint(2, 6)
        ids: list[str | None] = [self._member(past) for _ in range(count)]
        if self.rng.random() < 0.2:
            ids[-1] = None
        numbers = self.rng.sample(range(1, 3 * count), count)
        cells: list[list[Round]] = [[] for _ in ids]
        for _ in range(self.rng.choice((1, 2, 3, 5, 9) if kind is Kind.MATCH else (1, 2, 3, 4))):
            seats = list(range(count))
            self.rng.shuffle(seats)
            while len(seats) > 1:
                self._game(cells, numbers, seats.pop(), seats.pop())
        return tuple(
            Player(number, tuple(played), id=member, published=self._published() if kind is Kind.MATCH else {})
            for number, played, member in zip(numbers, cells, ids, strict=True)
        )

    def _game(self, cells: list[list[Round]], numbers: list[int], one: int, other: int) -> None:
        roll = self.rng.random()
        mine = self.rng.choice("WWLD")
        theirs = MIRROR[mine]
        if roll < 0.06:
            mine, theirs = "X", "F"
        elif roll < 0.1:
            mine, theirs = self.rng.choice("NSR"), self.rng.choice("NSR")
        elif roll < 0.12:
            cells[one].append(Round("B"))
            cells[other].append(Round("U"))
            return
        cells[one].append(Round(mine, numbers[other]))
        cells[other].append(Round(theirs, numbers[one]))

    def _published(self) -> dict[System, Published]:
        if self.rng.random() < 0.6:
            return {}
        system = self.rng.choice((System.OTBR, System.OTBR, System.OTBQ, System.OLB))
        return {system: Published(float(self.rng.choice((1500, 1600, 1900, 2200))), self.rng.choice((26, 100, None)))}

    # what was ruled, and known from elsewhere

    def ruling(self, past: Past) -> Fact:
        """A rating that the office set."""
        rating = Rating(
            self.rng.choice(LEVELS),
            self.rng.choice(COUNTS),
            peak=self.rng.choice((None, None, 2210.0, 2400.0)),
            wins=self.rng.choice((None, 3)),
        )
        system = self.rng.choice((System.OTBR, System.OTBR, System.OTBR, System.OTBQ, System.OTBB, System.OLB))
        day = date(2002, 1, 1) if self.rng.random() < 0.5 else self._day()
        return RatingSet(self._member(past), system, day, rating)

    def foreign(self, past: Past) -> Fact:
        """A rating of another federation."""
        since = self.rng.choice((None, self._day()))
        source: Source = self.rng.choice(("FIDE", "FIDE", "CFC", "national"))
        computed = None if since is None or self.rng.random() < 0.5 else since - timedelta(100)
        rating = self.rng.choice((1400.0, 1999.0, 2150.0, 2300.0))
        return ForeignRatingRecorded(
            self._member(past), source, rating, computed, since, self.rng.choice((None, True, False))
        )

    def floor(self, past: Past) -> Fact:
        """A prize, a title, a request granted."""
        since = self.rng.choice((None, self._day()))
        system = self.rng.choice((None, None, System.OTBR, System.OTBQ))
        floors = (
            Floor("money", amount=4000.0, under=self.rng.choice((1600.0, 2000.0)), since=since, system=system),
            Floor("olm", since=since, system=system),
            Floor("lowered", value=self.rng.choice((1300.0, 1900.0)), since=since, system=system),
        )
        return FloorSet(self._member(past), self.rng.choice(floors))

    def no_floor(self, past: Past) -> Fact | None:
        """A floor that never was."""
        if not past.floors:
            return None
        fact = self.rng.choice(past.floors)
        return FloorWithdrawn(fact.member, fact.floor)

    def ceiling(self, past: Past) -> Fact:
        """A level, or its end."""
        return CeilingSet(
            self._member(past), self.rng.choice((None, 1500.0, 1999.0, 2300.0)), self.rng.choice((None, self._day()))
        )

    def match_change(self, past: Past) -> Fact:
        """What a match did before the history."""
        system = self.rng.choice((System.OTBR, System.OTBQ))
        return MatchChangeRecorded(self._member(past), system, self._day(), self.rng.choice((40.0, -80.0, 99.5)))

    def remark(self, _past: Past) -> Fact:
        """What has no effect."""
        return ListPublished(self._day(), self._day(), "sha256:0")


KINDS_OF_CHANGE = (
    Chance.added,
    Chance.changed,
    Chance.changed,
    Chance.merge,
    Chance.merge,
    Chance.merge,
    Chance.unmerge,
    Chance.unmerge,
    Chance.event,
    Chance.event,
    Chance.event,
    Chance.event,
    Chance.correction,
    Chance.correction,
    Chance.correction,
    Chance.correction,
    Chance.withdrawal,
    Chance.override,
    Chance.ruling,
    Chance.ruling,
    Chance.foreign,
    Chance.floor,
    Chance.floor,
    Chance.no_floor,
    Chance.ceiling,
    Chance.match_change,
    Chance.remark,
)
"""What may come to be known, each as often as it stands here."""
