"""Sections as rows: crosstables told in words, or standing in columns already, written down one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from arpad.history.error import refuse
from arpad.kernel.columns import (
    CODES,
    DTYPES,
    KINDS,
    LARGEST_COUNT,
    LARGEST_SECTION,
    SYSTEMS,
    UNKNOWN_GAMES,
    Columns,
    Entries,
    Published,
    Sections,
    Sides,
    day_number,
)
from arpad.rules.vocabulary import Kind, Player, Section


class Written(NamedTuple):
    """Sections as tables of their own: offsets count from the first of them."""

    sections: Sections
    entries: Entries
    sides: Sides
    published: Published


class _Row(NamedTuple):
    """An entry before it has its place: whose it is, as whom it counts, and its sides by pairing number."""

    member: int
    person: int
    number: int
    sides: Sequence[tuple[int, int]]
    published: Sequence[tuple[int, float, int]]


class Writing:
    """Tables that grow section by section; `controls` are the spellings of time controls that they point at."""

    def __init__(self, controls: Iterable[str] = ()) -> None:
        self._controls = {text: place for place, text in enumerate(controls)}
        self._sections: list[tuple[Any, ...]] = []
        self._entries: list[tuple[int, int, int]] = []
        self._sides: list[tuple[int, int]] = []
        self._published: list[tuple[Any, ...]] = []

    def tell(
        self,
        event: int,
        section: Section,
        members: Sequence[int],
        persons: Sequence[int],
        *,
        override: bool,
        place: str,
    ) -> None:
        """Write a section down; `members` and `persons` are those of its players, `place` is where it is told.

        What a player published counts in a match alone, and is left out elsewhere.
        """
        _check(section, place)
        control = -1
        if section.time_control is not None:
            control = self._controls.setdefault(section.time_control, len(self._controls))
        self._open(
            event,
            section.number,
            day_number(section.start),
            day_number(section.end),
            KINDS.index(section.kind),
            section.online,
            section.youth,
            override,
            sum(1 << SYSTEMS.index(system) for system in section.systems or ()),
            control,
        )
        is_match = section.kind is Kind.MATCH
        self._fill(
            _Row(member, person, player.number, _sides(player), _published(player) if is_match else ())
            for player, member, person in zip(section.players, members, persons, strict=True)
        )

    def copy(self, columns: Columns, section: int, person: Callable[[int], int], *, override: bool) -> None:
        """Write down a section that stands in columns; `person` says as whom each member counts now."""
        sections, entries, sides = columns.sections, columns.entries, columns.sides
        self._open(*(column[section].item() for column in sections[:7]), override, *_last_of(sections, section))
        first, stop = int(sections.first_entry[section]), int(sections.first_entry[section + 1])
        numbers = entries.number[first:stop].tolist()
        said: dict[int, list[tuple[int, float, int]]] = {}
        low, high = np.searchsorted(columns.published.entry, [first, stop])
        for entry, *published in zip(*(column[low:high].tolist() for column in columns.published), strict=True):
            said.setdefault(entry, []).append(tuple(published))
        rows = []
        for entry in range(first, stop):
            begin, end = entries.first_side[entry], entries.first_side[entry + 1]
            met = [numbers[place] for place in sides.opponent[begin:end].tolist()]
            member = int(entries.member[entry])
            cells = list(zip(met, sides.code[begin:end].tolist(), strict=True))
            rows.append(_Row(member, person(member), numbers[entry - first], cells, said.get(entry, ())))
        self._fill(rows)

    def _open(self, *values: Any) -> None:
        self._sections.append((*values, len(self._entries)))

    def _fill(self, told: Iterable[_Row]) -> None:
        """The rows of a section: the entries of one person side by side, by the lowest number."""
        rows = list(told)
        lowest: dict[int, int] = {}
        for row in rows:
            lowest[row.person] = min(row.number, lowest.get(row.person, row.number))
        rows.sort(key=lambda row: (lowest[row.person], row.number))
        place_of = {row.number: place for place, row in enumerate(rows)}
        for row in rows:
            self._published += [(len(self._entries), *published) for published in row.published]
            self._entries.append((row.member, row.number, len(self._sides)))
            self._sides += [(place_of[number], code) for number, code in row.sides]

    @property
    def controls(self) -> tuple[str, ...]:
        """The spellings of time controls."""
        return tuple(self._controls)

    def written(self) -> Written:
        """All that was written, as tables."""
        return Written(
            table(Sections, self._sections, len(self._entries)),
            table(Entries, self._entries, len(self._sides)),
            table(Sides, self._sides),
            table(Published, self._published),
        )


def table(form: Any, rows: Sequence[tuple[Any, ...]], end: int | None = None) -> Any:
    """Rows as the columns of a table; `end` closes the last column where that is one of offsets.

    >>> table(Sides, [(1, 0), (0, 1)]).opponent.tolist()
    [1, 0]
    """
    forms = DTYPES[form]
    columns: list[Any] = [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in forms]
    if end is not None:
        columns[-1].append(end)
    return form(*(np.array(column, dtype=kind) for column, kind in zip(columns, forms.values(), strict=True)))


def _check(section: Section, place: str) -> None:
    """Refuse what columns have no room for."""
    if len(section.players) > LARGEST_SECTION:
        message = f"section {section.number} has {len(section.players)} players, there is room for {LARGEST_SECTION}"
        raise refuse("section-too-large", place, message, "split it")
    if section.systems is not None and not section.systems:
        message = f"section {section.number} names no system, and says so"
        raise refuse("no-systems", place, message, 'leave "systems" out, or name one')
    numbers = [section.number, *(player.number for player in section.players)]
    if not all(0 <= number <= LARGEST_COUNT for number in numbers):
        message = f"a number of section {section.number} is negative or above {LARGEST_COUNT}"
        raise refuse("number-too-large", place, message, "number from 1")


def _sides(player: Player) -> list[tuple[int, int]]:
    """The rated games of a row: the opponent's number and the place of the code."""
    return [
        (cell.opponent, CODES.index(cell.code)) for cell in player.rounds if cell.rated and cell.opponent is not None
    ]


def _published(player: Player) -> list[tuple[int, float, int]]:
    """What a player brought to a match."""
    return [
        (SYSTEMS.index(system), said.rating, UNKNOWN_GAMES if said.games is None else said.games)
        for system, said in player.published.items()
    ]


def _last_of(sections: Sections, section: int) -> tuple[int, int]:
    """What stands after the override in a section's row."""
    return int(sections.systems[section]), int(sections.time_control[section])
