"""Edit: a change of a workbook's facts in numbers; Moved: what came of it, which can be taken back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from arpad.history.journal import Journal
from arpad.history.sections import Written
from arpad.kernel.columns import Int32
from arpad.kernel.rows import Rows


class MemberRow(NamedTuple):
    """A member as added or changed: id (None for a player without one), birth, adulthood, name."""

    id: str | None
    birth: int
    adult: int
    name: str | None


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a workbook's facts, all of it checked.

    Attributes:
        version: the workbook's when the edit was made for it: numbers mean nothing in another.
        members: members added; they are counted from the workbook's number of members on.
        changed: members by number, as they are known now.
        merged: members by number, and of whom each is a duplicate now; itself for nobody.
        events: events added, id and name, counted from the workbook's number of events on.
        refiled: events by number that were withdrawn, or are in this edit, and are filed again; with their names.
        withdrawn: events by number that are gone.
        removed: sections taken out.
        added: sections put in, in rating order; their time controls are those of `time_controls`.
        dated: rows added to the tables of dated facts, by the name of the table.
        floors_gone: places of floors that were withdrawn.
        ruled_again: runs of rulings in which somebody's person is another one now.
        touched: persons, as counted after the change, of whom something else is known: all their sections are rated
            again.
    """

    version: int
    members: tuple[MemberRow, ...] = ()
    changed: tuple[tuple[int, MemberRow], ...] = ()
    merged: tuple[tuple[int, int], ...] = ()
    events: tuple[tuple[str, str | None], ...] = ()
    refiled: tuple[tuple[int, str | None], ...] = ()
    withdrawn: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    added: Written | None = None
    time_controls: tuple[str, ...] | None = None
    dated: dict[str, Any] = field(default_factory=dict)
    floors_gone: tuple[int, ...] = ()
    ruled_again: tuple[int, ...] = ()
    touched: tuple[int, ...] = ()


class Counts(NamedTuple):
    """How much of a workbook's arrays is in use."""

    sections: int = 0
    entries: int = 0
    sides: int = 0
    runs: int = 0
    rows: int = 0
    rulings: int = 0


@dataclass(frozen=True, slots=True)
class Moved:
    """What an edit did.

    Attributes:
        changed: rows that say something else now, in rating order; `before` is what they said, zeros for new ones.
        added: runs that are new, and their numbers of rows; `removed` are those that are gone, and what they had.
        touched: persons of whom something else is known.
        counts: what was in use before.
        version: the workbook's before; `made` is what it was with the change.
        journal: what else was written.
    """

    changed: Int32
    before: Rows
    added: Int32
    added_sizes: Int32
    removed: Int32
    removed_sizes: Int32
    touched: tuple[int, ...]
    counts: Counts
    version: int
    made: int
    journal: Journal
