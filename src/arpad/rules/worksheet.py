"""Worksheet: one player's rating as it was executed, in three renderings of the same plain data: text, JSON, HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from math import isinf
from typing import Any

from arpad.rules.rule import Recorder, Step, about
from arpad.rules.uschess.event import Plan
from arpad.rules.uschess.open_readings import open_readings
from arpad.rules.uschess.people import persons
from arpad.rules.uschess.result import Rated
from arpad.rules.uschess.section import rate_section
from arpad.rules.uschess.time_control import why_this_system
from arpad.rules.vocabulary import Event

FORMAT = "arpad-worksheet/1"

SYMBOLS = {
    "r0": "R0",
    "n": "N",
    "n_star": "N*",
    "n_effective": "N'",
    "m": "m",
    "k": "K",
    "score": "S",
    "expected": "E",
    "gained": "K(S - E)",
    "bonus": "bonus",
    "prior": "R0'",
    "age": "Age",
    "days": "D",
    "root": "M",
    "z": "Z",
    "weighted": "the sum of W x X",
    "weights": "the sum of W",
    "factor": "G",
    "staleness": "S",
    "converted": "X",
    "age_rating": "P",
    "record": "record",
    "share": "share",
    "wins": "wins",
    "draws": "draws",
    "events": "events",
    "peak": "peak",
    "games": "games",
    "rating": "rating",
    "value": "result",
    "most_meetings": "most meetings",
    "net": "net change",
}
"""The documents' signs for the arguments of the rules; every other argument is a number of the law."""

RECORDS = {1: "all wins", 0: "mixed", -1: "all losses"}


def short(value: object) -> str:
    """A number as a reader wants it: four decimals at most, more for small ones.

    >>> short(33.333333333), short(0.00000739), short(2300.0), short(True), short(1)
    ('33.3333', '0.00000739', '2300', 'yes', '1')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        if isinf(value):
            return "unknown, large" if value > 0 else "unbounded"
        digits = 4 if abs(value) >= 0.01 or value == 0 else 10
        text = f"{value:.{digits}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    if isinstance(value, tuple):
        return "(" + ", ".join(short(item) for item in value) + ")"
    return "none" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Worksheet:
    """How one player's rating in one system came about.

    `steps` is the execution: every rule that was applied, every condition that was asked, held or not.
    """

    event: Event
    plan: Plan
    result: Rated
    steps: tuple[Step, ...]
    refused: str | None = None

    @property
    def title(self) -> str:
        """Who, where, in which system."""
        player = self.result
        who = player.name or f"Player {player.number}"
        section = self.plan.section
        where = f"section {section.number}" + (f", {section.name}" if section.name else "")
        numbers = ", ".join(str(number) for number in player.numbers)
        word = "number" if len(player.numbers) == 1 else "numbers"
        return f"{who} ({word} {numbers}), {self.event.name or 'event'}, {where}, {self.plan.system}"

    @property
    def law(self) -> str:
        """Which law was used."""
        book = self.plan.book
        if book.choice.edition is not None:
            law = f"edition of {book.choice.edition}"
        else:
            law = f"law of {book.day} as known on {book.choice.known}, {book.choice.profile}"
        return f"{law}; {book.digest[:19]}"

    @property
    def summary(self) -> tuple[str, ...]:
        """The outcome in plain sentences."""
        return tuple(_sentences(self.result, self.refused))

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was assumed, and which readings were open that bear on the section."""
        readings = open_readings(self.plan.section, self.plan.book)
        return (
            *(f"Assumed: {note}" for note in self.result.notes),
            *(f"Open on that day ({reading.reading}): {reading.text}" for reading in readings),
        )

    def text(self) -> str:
        """The worksheet as plain text."""
        lines = [self.title, f"Rated by: {self.law}", "", *self.summary]
        if self.remarks:
            lines += ["", *self.remarks]
        for step in self.steps:
            lines.append("")
            lines += _text(step, 0)
        return "\n".join(lines)

    def json(self) -> dict[str, Any]:
        """The worksheet as JSON has it."""
        section, book = self.plan.section, self.plan.book
        return {
            "format": FORMAT,
            "event": self.event.id,
            "name": self.event.name,
            "section": section.number,
            "system": self.plan.system.value,
            "player": {
                "number": self.result.number,
                "numbers": list(self.result.numbers),
                "id": self.result.id,
                "name": self.result.name,
            },
            "law": self.law,
            "digest": book.digest,
            "pre": self.result.pre,
            "post": self.result.post,
            "official": self.result.official,
            "refused": self.refused or self.result.refused,
            "summary": list(self.summary),
            "notes": list(self.result.notes),
            "uncertain": [{"parameter": u.parameter, "reading": u.reading, "text": u.text} for u in book.uncertain],
            "steps": [_json(step) for step in self.steps],
        }

    def html(self) -> str:
        """The worksheet as an HTML fragment, without style of its own."""
        summary = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.summary)
        remarks = "".join(f"<p><em>{escape(note)}</em></p>" for note in self.remarks)
        steps = "".join(_html(step) for step in self.steps)
        return (
            f'<article class="arpad-worksheet"><h2>{escape(self.title)}</h2>'
            f"<p>Rated by: {escape(self.law)}</p>{summary}{remarks}{steps}</article>"
        )

    def __repr__(self) -> str:
        return f"<Worksheet {self.title}: {short(self.result.pre)} -> {short(self.result.post)}>"

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.html()


def explain(event: Event, plan: Plan, number: int) -> Worksheet:
    """Rate a section again, listening to one player: the worksheet is what was executed.

    Raises KeyError when the section has no such player.
    """
    people = persons(plan.section)
    lead = next((p.player.number for p in people if number in p.numbers), None)
    if lead is None:
        raise KeyError(f"section {plan.section.number} has no player {number}")
    recorder = Recorder(lead)
    with recorder.listen():
        about(lead)
        why_this_system(plan.section, plan.book, dual=plan.dual)
        section = rate_section(plan.section, plan.book, dual=plan.dual)
    try:
        result = section.player(number)
    except StopIteration:
        raise KeyError(f"player {number} is an opponent alone, not rated in {plan.system}") from None
    for step in recorder.steps:
        _name_games(step)
    return Worksheet(event, plan, result, tuple(recorder.steps), section.refused)


def _name_games(chapter: Step) -> None:
    """Name the expectancies of a chapter by its games: they come in the order of the table of opponents."""
    games = [
        f"{code}{number}" for step in chapter.steps if step.symbol == "table" for number, code, _, _ in _rows(step)
    ]
    for step in chapter.steps:
        if step.symbol == "E":
            for below, game in zip(step.steps, games, strict=True):
                below.symbol = f"We {game}"


def _sentences(player: Rated, refused: str | None) -> list[str]:
    if refused is not None or player.refused is not None:
        return [f"Not rated: {refused or player.refused}. Everything stays as it was."]
    if player.post is None:
        return ["No rated game: still unrated."]
    if player.formula is None:
        return [f"No rated game: the rating stays {short(player.post)}."]
    if player.pre is None:
        start = (
            "" if player.initial is None else f", started from {short(player.initial.rating)} ({player.initial.source})"
        )
        found = [f"Unrated before{start}; {player.post:.2f} now, official {player.official}."]
    else:
        found = [
            (
                f"{short(player.pre)} before, {player.post:.2f} now ({player.post - player.pre:+.2f}), "
                f"official {player.official}."
            )
        ]
    played = f"Scored {short(player.score)} in {player.games} rated games"
    if player.formula == "standard" and player.expected is not None:
        found.append(f"{played}, {player.expected:.2f} were expected; a point more is worth K = {short(player.k)}.")
        if player.bonus:
            found.append(f"A bonus of {player.bonus:.2f} for scoring unusually better than expected.")
    else:
        found.append(f"{played}; the special formula finds the rating at which that score is the expected one.")
    return found + _held(player)


def _held(player: Rated) -> list[str]:
    """What kept the rating from where the formulas put it."""
    found = []
    if player.held_by_match_limit and player.unfloored is not None and player.pre is not None:
        found.append(f"The limits of match play hold the change at {player.unfloored - player.pre:+.2f}.")
    if player.held_by_ceiling:
        found.append(f"A ruling keeps the rating at {short(player.ceiling)} or below.")
    if player.held_by_floor and player.floor is not None:
        found.append(f"The {player.floor.kind} floor of {short(player.floor.value)} holds the rating.")
    if player.floor_request is not None:
        old, new = player.floor_request
        found.append(f"This match result asks for the floor to be lowered from {short(old)} to {short(new)}.")
    return found


def _filled(step: Step, symbols: dict[str, str]) -> str:
    """A step's formula with signs or numbers in the place of its arguments."""
    inputs = dict(step.inputs)

    def one(found: re.Match[str]) -> str:
        name = found[1]
        if name in symbols:
            return symbols[name]
        value = inputs.get(name)
        if name == "record" and step.is_condition and isinstance(value, int):
            return RECORDS[value]
        return short(value)

    return re.sub(r"\{(\w+)\}", one, step.formula)


def line(step: Step) -> str:
    """One step in one line: sign, formula, formula with numbers, outcome."""
    if not step.formula:
        return step.text
    general, numbers = _filled(step, SYMBOLS), _filled(step, {})
    if step.is_condition:
        answer = "holds" if step.value else "does not hold"
        return f"{step.text}: {numbers}: {answer}"
    shown = general if general == numbers else f"{general} = {numbers}"
    sign = f"{step.symbol} = " if step.symbol else f"{step.text}: "
    value = "{}, {}".format(*map(short, step.value)) if isinstance(step.value, tuple) else short(step.value)
    return f"{sign}{shown} = {value}"


def _source(step: Step) -> str:
    reads = f"; {', '.join(step.reads)}" if step.reads else ""
    return f"[{step.clause}{reads}]"


def _text(step: Step, depth: int) -> list[str]:
    indent = "  " * depth
    if step.symbol == "table":
        rows = [f"{indent}{step.text}:"]
        for number, code, score, rating in _rows(step):
            rows.append(f"{indent}  {code}{number:<6} {short(rating):>12}  scored {short(score)}")
        return rows
    found = [f"{indent}{line(step)}  {_source(step)}"]
    if step.symbol == "E":  # one line for the games' expectancies, in the order of the table above
        values = ", ".join(f"{below.symbol.removeprefix('We ')} {short(below.value)}" for below in step.steps)
        return [*found, f"{indent}  We, game by game: {values}"]
    for below in step.steps:
        found += _text(below, depth + 1)
    return found


def _rows(step: Step) -> list[tuple[int, str, float, float]]:
    return list(step.value) if isinstance(step.value, tuple) else []


def _json(step: Step) -> dict[str, Any]:
    value: Any = step.value
    if step.symbol == "table":
        value = [
            {"opponent": number, "code": code, "score": score, "rating": rating}
            for number, code, score, rating in _rows(step)
        ]
    return {
        "clause": step.clause,
        "text": step.text,
        "symbol": step.symbol,
        "formula": step.formula,
        "inputs": {name: _plain(item) for name, item in step.inputs},
        "value": _plain(value),
        "holds": step.value if step.is_condition else None,
        "reads": list(step.reads),
        "steps": [_json(below) for below in step.steps],
    }


def _plain(value: Any) -> Any:
    """A value as JSON has it: null for what has no bound, numbers and lists as they are."""
    if isinstance(value, float):
        return None if isinf(value) else value
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | dict | None) else str(value)


def _html(step: Step) -> str:
    if step.symbol == "table":
        rows = "".join(
            f"<tr><td>{escape(code)}{number}</td><td>{short(rating)}</td><td>{short(score)}</td></tr>"
            for number, code, score, rating in _rows(step)
        )
        head = "<tr><th>Game</th><th>Rating used</th><th>Score</th></tr>"
        return f"<table><caption>{escape(step.text)}</caption>{head}{rows}</table>"
    kind = "condition" if step.is_condition else "rule" if step.formula else "heading" if step.steps else "remark"
    state = ("" if step.value else " failed") if step.is_condition else ""
    head = f'{escape(line(step))} <small title="{escape(step.text)}">{escape(_source(step))}</small>'
    if not step.steps:
        return f'<p class="{kind}{state}">{head}</p>'
    inside = "".join(_html(below) for below in step.steps)
    opened = " open" if kind == "heading" else ""
    return f'<details class="{kind}"{opened}><summary>{head}</summary>{inside}</details>'
