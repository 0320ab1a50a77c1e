"""Tables on a terminal, and as plain text where there is none."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arpad.rules.problem import printable
from arpad.rules.uschess.event import RatedEvent
from arpad.rules.uschess.open_readings import open_readings
from arpad.rules.uschess.result import Rated, RatedSection
from arpad.rules.vocabulary import Player
from arpad.rules.worksheet import short

PLAIN_WIDTH = 10_000
"""Where output is not a terminal nothing is wrapped: other programs read it line by line."""

WRAPPED = {"Why", "Source", "From", "To", "Value", "Name", "What"}
"""Columns that may go on in a second line of a terminal."""


def console() -> Console:
    """The terminal, or plain text of a fixed width where output goes elsewhere."""
    terminal = sys.stdout.isatty()
    return Console(width=None if terminal else PLAIN_WIDTH, highlight=False, markup=False)


def print_table(out: Console, title: str, columns: Sequence[tuple[str, str]], rows: Iterable[Sequence[str]]) -> None:
    """A title and a table, from names with their side (left or right) and rows of text."""
    out.print(Text(printable(title)), style="bold", soft_wrap=True)
    made = Table(box=None, pad_edge=False, header_style="bold")
    for name, side in columns:
        made.add_column(
            name, justify="right" if side == "right" else "left", overflow="fold", no_wrap=name not in WRAPPED
        )
    for row in rows:
        made.add_row(*(Text(printable(cell)) for cell in row))
    out.print(made)


def print_event(rated: RatedEvent) -> None:
    """Every rated section of an event as a table, in order of score and new rating."""
    out = console()
    event = rated.event
    days = f"{event.start}" if event.start == event.end else f"{event.start} to {event.end}"
    out.print(Text(printable(f"{event.name or event.id or 'Event'}, {days}")), style="bold")
    by_number = {section.number: section for section in event.sections}
    for section in rated.sections:
        rows = {player.number: player for player in by_number[section.number].players}
        out.print()
        refused = section.refused is not None
        lines = [_row(player, refused=refused) for player in _in_order(section, rows)]
        print_table(out, _title(section), COLUMNS, lines)
        if section.refused is not None:
            out.print(Text(printable(f"Not rated: {section.refused}.")))
        for open_ in open_readings(by_number[section.number], section.book):
            out.print(Text(f"Open on that day ({open_.reading}): {open_.text}"), soft_wrap=True)


COLUMNS = [
    ("No.", "right"),
    ("Name", "left"),
    ("Before", "right"),
    ("After", "right"),
    ("Change", "right"),
    ("Official", "right"),
    ("Score", "right"),
    ("Expected", "right"),
    ("K", "right"),
    ("Why", "left"),
]


def _title(section: RatedSection) -> str:
    book = section.book
    law = f"edition {book.choice.edition}" if book.choice.edition else f"law of {book.day}"
    name = f"Section {section.number}" + (f", {section.name}" if section.name else "")
    return f"{name}, {section.system} ({law}, B = {book.bonus_threshold:g})"


def points(player: Player) -> float:
    """A crosstable's score: games, forfeits and byes."""
    worth = {"W": 1.0, "N": 1.0, "X": 1.0, "B": 1.0, "D": 0.5, "R": 0.5, "Z": 0.5, "H": 0.5}
    return sum(worth.get(cell.code, 0.0) for cell in player.rounds)


def _in_order(section: RatedSection, rows: dict[int, Player]) -> list[Rated]:
    """Score groups, then the new rating: the order that crosstables are printed in."""
    return sorted(
        section.players,
        key=lambda rated: (
            -sum(points(rows[number]) for number in rated.numbers),
            -(rated.post or 0.0),
            rated.number,
        ),
    )


def notation(rating: float | None, games: int | None) -> str:
    """A rating as crosstables write it: ``1643.76``, provisional ``651P7``.

    >>> notation(1643.759, 30), notation(651.0, 7), notation(None, 0), notation(1500.0, None)
    ('1643.76', '651P7', 'unrated', '1500')
    """
    if rating is None:
        return "unrated"
    text = f"{rating:.2f}".rstrip("0").rstrip(".")
    return text if games is None or games > 25 else f"{text}P{games}"


def _row(player: Rated, *, refused: bool) -> tuple[str, ...]:
    return (
        ", ".join(str(number) for number in player.numbers),
        player.name or player.id or "",
        notation(player.pre, player.pre_games),
        notation(player.post, player.post_games),
        "" if player.change is None else f"{player.change:+.2f}",
        "" if player.official is None else str(player.official),
        f"{short(player.score)}/{player.games}",
        "" if player.expected is None else f"{player.expected:.2f}",
        "" if player.k is None else f"{player.k:.2f}",
        "; ".join(_why(player, refused=refused)),
    )


def _why(player: Rated, *, refused: bool) -> list[str]:
    if player.refused is not None:
        return [f"not rated: {player.refused}"]
    if player.formula is None:
        return [] if refused else ["no rated game"]
    why = []
    if player.initial is not None:
        why.append(f"start {player.initial.rating:.2f} ({player.initial.source}, {player.initial.games} games)")
    if player.formula == "special":
        why.append("special formula")
    if player.bonus:
        why.append(f"bonus {player.bonus:.2f}")
    if player.held_by_match_limit:
        why.append("match limit")
    if player.held_by_floor and player.floor is not None:
        why.append(f"{player.floor.kind} floor {short(player.floor.value)}")
    if player.held_by_ceiling:
        why.append(f"ceiling {short(player.ceiling)}")
    if player.floor_request is not None:
        why.append(f"asks to lower the floor to {short(player.floor_request[1])}")
    return why
