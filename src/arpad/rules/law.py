"""Law: all dated changes of all parameters, read from files, checked as a whole; it gives the rulebook of a day.

The numbers live in ``parameters/*.toml``, one file per chapter of the documents.  Each is a list of changes with the
day from which it holds, the edition that first incorporates it, and its source.  One mechanism answers all
questions:

- *by date*, with what was `known` up to an edition: changes of later editions do not exist yet; where an edition
  speaks about a period, it overrides what earlier ones said from that day on; the newest change not after
  the section's day is in force.  The day is the section's start (`specified`) or its end (`practised`).
- *by edition*: the last change that the edition knows, whatever the day.

A gap, an overlap, an unknown key or a value of the wrong form is an error when the files are read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from arpad.rules.problem import LawError
from arpad.rules.rule import carries
from arpad.rules.rulebook import PARAMETERS, READERS, Change, Rulebook, Uncertain, value_text
from arpad.rules.vocabulary import LawChoice, Profile, System


@dataclass(frozen=True, slots=True)
class Existence:
    """A rating system and since when it exists."""

    system: System
    name: str
    since: date
    edition: date
    source: str


class Law:
    """All dated changes of all parameters, checked as a whole; gives the rulebook of a day or an edition."""

    def __init__(self, editions: Mapping[date, str], systems: Iterable[Existence], changes: Iterable[Change]) -> None:
        self.editions = dict(sorted(editions.items()))
        self.systems = {existence.system: existence for existence in systems}
        self.changes = tuple(changes)
        self._of: dict[tuple[System, str], list[Change]] = {}
        for change in self.changes:
            for system in change.systems:
                self._of.setdefault((system, change.parameter), []).append(change)
        for of_one in self._of.values():
            of_one.sort(key=lambda change: (change.edition, change.since))
        self._check()
        self.by_date = lru_cache(maxsize=4096)(self._by_date)
        self.by_edition = lru_cache(maxsize=64)(self._by_edition)

    @property
    def newest(self) -> date:
        """The newest edition."""
        return next(reversed(self.editions))

    @property
    def earliest(self) -> date:
        """The first day the law knows anything about."""
        return min(existence.since for existence in self.systems.values())

    def _check(self) -> None:
        for system in self.systems.values():
            for parameter in PARAMETERS:
                of_one = self._of.get((system.system, parameter), [])
                if not of_one:
                    raise LawError(f"{parameter}: no value for {system.system}")
                days = [(change.edition, change.since) for change in of_one]
                if len(set(days)) < len(days):
                    raise LawError(f"{parameter}: an overlap: two values for {system.system} from one day on")
                known = [change for change in of_one if change.edition <= system.edition]
                if not known:
                    raise LawError(f"{parameter}: a gap: no value for {system.system} known in {system.edition}")
                first = max(min(change.day(profile) for change in known) for profile in Profile)
                if first > system.since:
                    raise LawError(
                        f"{parameter}: a gap: {system.system} exists since {system.since}, "
                        f"the first value known in {system.edition} holds from {first}"
                    )
        for change in self.changes:
            if change.edition not in self.editions:
                raise LawError(f"{change.parameter}: {change.edition} is no edition of the documents")

    def _edition(self, day: date) -> date:
        if day not in self.editions:
            listed = ", ".join(str(edition) for edition in self.editions)
            raise LawError(f"{day} is no edition of the documents; the editions are {listed}")
        return day

    def check_day(self, choice: LawChoice, start: date, end: date) -> date:
        """The day of a section that decides; an error where it lies before everything that is known."""
        day = start if choice.profile is Profile.SPECIFIED else end
        if choice.edition is None and day < self.earliest:
            raise LawError(
                f"the list of changes begins on {self.earliest}: no law is known for {day}; rate by an edition instead"
            )
        return day

    def systems_on(self, day: date, known: date) -> tuple[System, ...]:
        """The systems that exist on a day, as an edition knows them."""
        return tuple(
            system
            for system in System
            if (e := self.systems.get(system)) is not None and e.since <= day and e.edition <= known
        )

    def systems_of_edition(self, edition: date) -> tuple[System, ...]:
        """The systems that an edition knows."""
        return tuple(
            s for s in System if (e := self.systems.get(s)) is not None and e.edition <= self._edition(edition)
        )

    def timeline(
        self, system: System, parameter: str, known: date, profile: Profile = Profile.SPECIFIED
    ) -> list[Change]:
        """What held from when, as believed by an edition: a later edition overrides from its day on."""
        line: list[Change] = []
        for change in self._of[system, parameter]:
            if change.edition > known:
                break
            while line and line[-1].day(profile) >= change.day(profile):
                line.pop()
            line.append(change)
        return line

    def _exists(self, system: System) -> Existence:
        if system not in self.systems:
            raise LawError(f"the law knows no system {system}")
        return self.systems[system]

    @carries("8-basis", reads=("I01", "I02", "I06"))
    def _by_date(
        self,
        system: System,
        start: date,
        end: date | None = None,
        known: date | None = None,
        profile: Profile = Profile.SPECIFIED,
    ) -> Rulebook:
        """The law for a section that began on `start` and ended on `end` (the same day when not said)."""
        choice = LawChoice(None, self._edition(known or self.newest), profile)
        known = choice.known or self.newest
        existence = self._exists(system)
        day = self.check_day(choice, start, end or start)
        if existence.edition > known:
            raise LawError(f"{system} does not exist in the edition {known}")
        if day < existence.since:
            raise LawError(f"{system} does not exist before {existence.since}, and the section is of {day}")
        in_force: list[Change] = []
        uncertain: list[Uncertain] = []
        for parameter in PARAMETERS:
            line = self.timeline(system, parameter, known, profile)
            now = [change for change in line if change.day(profile) <= day][-1]
            in_force.append(now)
            uncertain += _open_readings(line, now, day, profile)
        first_document = next(iter(self.editions))
        if day < first_document:
            uncertain.append(
                Uncertain("", "I06", f"no document before {first_document}: its rules with dated changes undone")
            )
        prizes = tuple(
            (change.day(profile), float(change.value))
            for change in self.timeline(system, "money_floor_threshold", known, profile)
        )
        return Rulebook(
            system,
            **{change.parameter: change.value for change in in_force},
            changes=tuple(in_force),
            uncertain=tuple(uncertain),
            money_floor_thresholds=prizes,
            choice=choice,
            day=day,
        )

    def _by_edition(self, system: System, edition: date) -> Rulebook:
        """The text of one document, whatever the day."""
        self._edition(edition)
        if self._exists(system).edition > edition:
            raise LawError(f"{system} does not exist in the edition {edition}")
        in_force = [self.timeline(system, parameter, edition)[-1] for parameter in PARAMETERS]
        values = {change.parameter: change.value for change in in_force}
        return Rulebook(
            system,
            **values,
            changes=tuple(in_force),
            money_floor_thresholds=((date.min, float(values["money_floor_threshold"])),),
            choice=LawChoice(edition, None),
        )

    def rulebook(self, system: System, choice: LawChoice, start: date, end: date) -> Rulebook:
        """The law that a choice means for a section of some days."""
        if choice.edition is not None:
            return self.by_edition(system, choice.edition)
        return self.by_date(system, start, end, choice.known, choice.profile)


def _open_readings(line: list[Change], now: Change, day: date, profile: Profile) -> list[Uncertain]:
    """What was used on a day, and what may already, or may not yet, have held."""
    used = value_text(now.value)
    found = [
        Uncertain(
            change.parameter,
            change.reads[0],
            f"{change.text}: {used}; {value_text(change.value)} may already have held ({change.source})",
        )
        for change in line
        if change.open is not None and change.open <= day < change.day(profile)
    ]
    if now.until_open is not None and day <= now.until_open:
        text = f"{now.text}: {used}, taken to hold from {now.day(profile)} ({now.source})"
        found.append(Uncertain(now.parameter, now.reads[0], text))
    return found


def read_law(directory: Traversable) -> Law:
    """Read and check a directory of dated parameters: the package's own, or another office's."""
    tables: dict[str, Any] = {}
    for file in sorted(directory.iterdir(), key=lambda entry: entry.name):
        if not file.name.endswith(".toml"):
            continue
        try:
            content = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise LawError(f"{file.name}: {error}") from error
        twice = sorted(set(content) & set(tables))
        if twice:
            raise LawError(f"{file.name}: {', '.join(twice)} stands in another file too")
        tables.update(content)
    editions, existences = _editions_and_systems(tables)
    unknown = sorted(set(tables) - set(PARAMETERS))
    if unknown:
        raise LawError(f"unknown parameter: {', '.join(unknown)}")
    changes = [
        change
        for parameter, table in tables.items()
        for change in _changes_of(parameter, table, [existence.system for existence in existences])
    ]
    return Law(editions, existences, changes)


def _editions_and_systems(tables: dict[str, Any]) -> tuple[dict[date, str], list[Existence]]:
    """The two tables that are no parameters, taken out of the others."""
    editions, systems = tables.pop("edition", None), tables.pop("system", None)
    if not editions or not systems:
        raise LawError("no [[edition]] or no [[system]] table in the directory of parameters")
    try:
        return (
            {_day(entry["date"], "an edition"): str(entry["title"]) for entry in editions},
            [
                Existence(
                    System(entry["code"]),
                    str(entry["name"]),
                    _day(entry["since"], entry["code"]),
                    _day(entry["edition"], entry["code"]),
                    str(entry["source"]),
                )
                for entry in systems
            ],
        )
    except KeyError as error:
        raise LawError(f"an [[edition]] or [[system]] lacks {error}") from error
    except (TypeError, ValueError) as error:
        raise LawError(f"[[edition]] or [[system]]: {error}") from error


def _day(value: object, of: str) -> date:
    """A date of the files; a date in quotes, or with a time, is none."""
    if type(value) is not date:
        raise LawError(f"{of}: {value!r} is not a date like 2025-01-01, without quotes")
    return value


DAYS = ("since", "practised", "edition", "open", "until_open")
_CHANGE_KEYS = {"value", "source", "systems", "reads", *DAYS}


def _changes_of(parameter: str, table: Mapping[str, Any], systems: list[System]) -> Iterable[Change]:
    """The changes of one parameter's table, each checked for its keys and the form of its value."""
    if not isinstance(table, Mapping):
        raise LawError(f"{parameter} is a table with unit, clause, text and change, not {table!r}")
    missing = {"unit", "clause", "text", "change"} - set(table)
    excess = set(table) - {"unit", "clause", "text", "change"}
    if missing or excess:
        raise LawError(f"{parameter}: missing {sorted(missing)}, unknown {sorted(excess)}")
    for entry in table["change"]:
        if not isinstance(entry, Mapping):
            raise LawError(f"{parameter}: a change is a table, not {entry!r}")
        if ("open" in entry or "until_open" in entry) and not entry.get("reads"):
            raise LawError(f"{parameter}, change of {entry.get('since')}: an open day names the reading that decides")
        excess = set(entry) - _CHANGE_KEYS
        missing = {"value", "since", "edition", "source"} - set(entry)
        if missing or excess:
            raise LawError(f"{parameter}: a change lacks {sorted(missing)}, has unknown {sorted(excess)}")
        days = {key: _day(entry[key], parameter) for key in DAYS if key in entry}
        try:
            value = READERS[parameter](entry["value"])
            of_systems = tuple(System(s) for s in entry["systems"]) if "systems" in entry else tuple(systems)
        except (KeyError, TypeError, ValueError) as error:
            raise LawError(f"{parameter}, change of {entry['since']}: {error}") from error
        yield Change(
            parameter=parameter,
            value=value,
            since=days["since"],
            practised=days.get("practised", days["since"]),
            edition=days["edition"],
            source=entry["source"],
            unit=table["unit"],
            clause=table["clause"],
            text=table["text"],
            systems=of_systems,
            open=days.get("open"),
            until_open=days.get("until_open"),
            reads=tuple(entry.get("reads", ())),
        )


@lru_cache(maxsize=1)
def law() -> Law:
    """The law of the package, read once."""
    return read_law(files("arpad.rules") / "parameters")
