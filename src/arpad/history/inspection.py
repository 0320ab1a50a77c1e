"""Inspection: a record that is asked whether it can be, and how to say of whom something bad is said, and where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from arpad.history.error import refuse_rows
from arpad.history.keys import Rows, rows_where
from arpad.history.record import Record


@dataclass(frozen=True, slots=True)
class Inspection:
    """A record, and where the rows of its tables stood when they were given, where that was elsewhere."""

    record: Record
    stood: Mapping[str, Rows | None] = field(default_factory=dict)

    def place(self, table: str, row: int, column: str) -> str:
        """The place of a cell as it was given."""
        given = self.stood.get(table)
        return f"{table}[{row if given is None else given[row]}].{column}"

    def refuse(self, code: str, where: tuple[str, str], bad: Any, say: Callable[[int], str], hint: str) -> None:
        """Refuse a column of a table for the rows where something bad holds."""
        table, column = where
        refuse_rows(code, rows_where(bad), lambda row: self.place(table, row, column), say, hint)

    def member(self, member: int) -> str:
        """What a member is called."""
        found = self.record.members[int(member)]
        return "somebody without an id" if found is None else f"member {found!r}"

    def section(self, section: int) -> str:
        """What a section is called."""
        sections = self.record.columns.sections
        return f"section {sections.number[section]} of event {self.record.events[int(sections.event[section])]!r}"
