"""A rated event as an HTML table: what a notebook shows of it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arpad.rules.uschess.event import RatedEvent
    from arpad.rules.uschess.result import RatedSection


def event_html(rated: RatedEvent) -> str:
    """All rated sections of an event, one table each."""
    name = escape(rated.event.name or rated.event.id or "Event")
    return f"<h3>{name}</h3>" + "".join(section_html(section) for section in rated.sections)


def section_html(section: RatedSection) -> str:
    """One rated section: number, name, before, after, change, score."""
    rows = "".join(
        f"<tr><td>{player.number}</td><td>{escape(player.name or '')}</td>"
        f"<td>{_cell(player.pre)}</td><td>{_cell(player.post)}</td>"
        f"<td>{_cell(player.change, sign=True)}</td><td>{player.score:g}/{player.games}</td></tr>"
        for player in section.players
    )
    title = f"Section {section.number}{' ' + escape(section.name) if section.name else ''}, {section.system}"
    refused = f"<p>Not rated: {escape(section.refused)}</p>" if section.refused else ""
    head = "<tr><th>No.</th><th>Name</th><th>Before</th><th>After</th><th>Change</th><th>Score</th></tr>"
    return f"<h4>{title}</h4>{refused}<table>{head}{rows}</table>"


def _cell(value: float | None, *, sign: bool = False) -> str:
    if value is None:
        return "unrated" if not sign else ""
    return f"{value:+.2f}" if sign else f"{value:.2f}"
