"""Bytes to a crosstable of scores: a JSON matrix, a CSV matrix, or one section of an event document.

JSON: ``{"players": ["A", {"name": "B", "rating": 2600}], "scores": [[null, 1.5], [0.5, null]]}``, a row for each
player's points against each; ``"games"`` beside it only where points alone do not tell the games.

CSV: a first row ``player, rating, A, B ...`` (the rating may be left out, the columns may be 1, 2 ...), then a row for
each player.  A cell is empty, ``-``, ``*`` or ``x`` where two did not meet; ``10½`` is 10.5.  Commas, semicolons or
tabs divide; with the last two a decimal comma is read too.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arpad.formats import event_document
from arpad.formats.json_text import LARGEST, parse_json
from arpad.rules.elo.crosstable import Crosstable, Pairing, crosstable, crosstable_of_matrix
from arpad.rules.elo.error import EloError, refuse
from arpad.rules.problem import Problem
from arpad.rules.vocabulary import ASYMMETRIC, Event, Player, Section, System

NOT_MET = {"", "-", "–", "—", "*", "x", "X"}  # noqa: RUF001 (dashes as crosstables print them)
"""Cells of players who did not meet."""

OTHER_SOURCES = ("FIDE", "CFC", "national")
"""Where an event document's ratings may come from beside the six systems."""

SOURCES = (*(system.value for system in System), *OTHER_SOURCES)


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A crosstable with what else a file said.

    Attributes:
        table: who scored what against whom.
        ratings: the ratings of those who have one.
        without_games: players of an event who played no rated game, and so stand in no crosstable.
    """

    table: Crosstable
    ratings: dict[str, float] = field(default_factory=dict)
    without_games: tuple[str, ...] = ()


def decode(
    content: bytes, *, section: int | None = None, ratings: str = "OTBR"
) -> tuple[ScoreTable | None, list[Problem]]:
    r"""Read a crosstable: the table, or None when a problem blocks; and every problem found.

    Of an event document one section is read, by its number when there are several, with the ratings of one source.

    >>> found, _ = decode("player;rating;A;B\nA;2000;;1½\nB;;½;".encode())
    >>> found.table.pairings, found.ratings
    ((Pairing(one='A', other='B', games=2.0, score=1.5),), {'A': 2000.0})
    """
    try:
        if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
            return _of_csv(content), []
        document, problem = parse_json(content)
        if problem is not None:
            return None, [problem]
        if isinstance(document, dict) and "sections" in document:
            event, problems = event_document.from_json(document)
            return (None if event is None else of_event(event, section, ratings)), problems
        return _of_json(document), []
    except EloError as error:
        return None, [error.problem]


def of_event(event: Event, number: int | None = None, ratings: str = "OTBR") -> ScoreTable:
    """One section's rated games as a crosstable; byes, forfeits and unreported games are none."""
    section = _section(event, number)
    if ratings not in SOURCES:
        raise refuse("unknown-source", "ratings", f"no ratings come from {ratings!r}", f"one of {', '.join(SOURCES)}")
    names = _names(section)
    made: dict[tuple[str, str], list[float]] = {}
    for player in section.players:
        one = names[player.number]
        for at, cell in enumerate(player.rounds):
            if cell.opponent is None or not cell.rated:
                continue
            if cell.code in ASYMMETRIC:
                message = f"{player.label}, round {at + 1}: the two sides of {cell} differ"
                raise refuse("asymmetric-result", f"players[{player.number}].rounds[{at}]", message, "agree on one")
            other = names[cell.opponent]
            if player.number < cell.opponent and one != other:
                _add(made, one, other, cell.score)
    met = {name for pair in made for name in pair}
    table = crosstable(
        [name for name in dict.fromkeys(names.values()) if name in met],
        [Pairing(one, other, float(len(scores)), sum(scores)) for (one, other), scores in made.items()],
    )
    known = {names[player.number]: rating for player in section.players if (rating := _rating(player, ratings))}
    return ScoreTable(table, known, tuple(name for name in dict.fromkeys(names.values()) if name not in met))


def _add(made: dict[tuple[str, str], list[float]], one: str, other: str, score: float) -> None:
    if (other, one) in made:
        made[other, one].append(1.0 - score)
    else:
        made.setdefault((one, other), []).append(score)


def _section(event: Event, number: int | None) -> Section:
    numbers = [section.number for section in event.sections]
    if number is None and len(numbers) == 1:
        return event.sections[0]
    for section in event.sections:
        if section.number == number:
            return section
    told = "there are several sections" if number is None else f"there is no section {number}"
    raise refuse("which-section", "sections", told, f"name one of {', '.join(map(str, numbers))}")


def _names(section: Section) -> dict[int, str]:
    """A name for each pairing number: one for all numbers of a member, another for each namesake."""
    numbers: dict[str, list[Player]] = {}
    for player in section.players:
        numbers.setdefault(player.name or f"No. {player.number}", []).append(player)
    found = {}
    for name, players in numbers.items():
        same = len({player.id or player.number for player in players}) == 1
        for player in players:
            found[player.number] = name if same else f"{name} ({player.id or player.number})"
    return found


def _rating(player: Player, source: str) -> float | None:
    if source in OTHER_SOURCES:
        other = {"FIDE": player.fide, "CFC": player.cfc, "national": player.national}[source]
        return None if other is None else other.rating
    own = player.ratings.get(System(source))
    return None if own is None else own.rating


def _of_json(document: Any) -> ScoreTable:
    if not isinstance(document, dict) or not {"players", "scores"} <= document.keys() <= {"players", "scores", "games"}:
        hint = 'for example {"players": ["A", "B"], "scores": [[null, 1.5], [0.5, null]]}'
        raise refuse("wrong-type", "", "a crosstable is an object of players and scores (and games)", hint)
    if not isinstance(document["players"], list):
        raise refuse("wrong-type", "players", "the players are a list", "in square brackets")
    names, ratings = [], {}
    for index, entry in enumerate(document["players"]):
        name, rating = (entry.get("name"), entry.get("rating")) if isinstance(entry, dict) else (entry, None)
        if not isinstance(name, str) or not name.strip():
            raise refuse("wrong-type", f"players[{index}]", "a player is a name, or a name and a rating", "as a text")
        names.append(name)
        if rating is not None:
            ratings[name] = _number(rating, f"players[{index}].rating")
    games = document.get("games")
    scores = _matrix(document["scores"], "scores")
    table = crosstable_of_matrix(names, scores, None if games is None else _matrix(games, "games"))
    return ScoreTable(table, ratings)


def _matrix(found: Any, place: str) -> list[list[float]]:
    if not isinstance(found, list) or not all(isinstance(row, list) for row in found):
        raise refuse("wrong-type", place, "a matrix is a list of rows", "a row for each player, in square brackets")
    return [
        [0.0 if cell is None else _number(cell, f"{place}[{row}][{column}]") for column, cell in enumerate(cells)]
        for row, cells in enumerate(found)
    ]


def _number(value: Any, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise refuse("wrong-type", place, f"{str(value)[:40]!r} is no number", "without quotes; null for none")
    try:
        return float(value)
    except OverflowError:
        raise refuse("not-a-number", place, "the number is beyond all bounds", "give a finite one") from None


def _of_csv(content: bytes) -> ScoreTable:
    if len(content) > LARGEST:
        raise refuse("too-large", "", f"{len(content)} bytes, at most {LARGEST} are read", "give one crosstable")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise refuse("not-utf8", "", f"byte {error.start} is not UTF-8", "save the file as UTF-8") from None
    lines = text.splitlines()
    divider = max(",;\t", key=next((line for line in lines if line.strip()), "").count)
    try:
        read = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=divider, strict=True)]
    except csv.Error as error:
        raise refuse("bad-csv", "", f"not CSV: {error}", "check the quotes") from None
    rows = [(f"line {at}", row) for at, row in enumerate(read, start=1) if any(row)]
    if not rows:
        raise refuse("empty", "", "there is nothing in it", "a crosstable is a CSV or JSON matrix of scores")
    (_, head), *body = rows
    rated = len(head) > 1 and head[1].lower() == "rating"
    first = 2 if rated else 1
    names = [row[0] for _, row in body]
    for at, (where, row) in enumerate(body):
        if row[0] in names[:at]:
            raise refuse("name-twice", where, f"{row[0]!r} stands here twice", "give each player one name")
    order = _columns(head[first:], names)
    scores, ratings = [], {}
    for where, row in body:
        if len(row) != len(head):
            raise refuse("not-square", where, f"{len(row)} cells, not {len(head)}", "give a cell for each column")
        if rated and row[1] not in NOT_MET:
            ratings[row[0]] = _cell(row[1], where, divider)
        cells = [0.0 if cell in NOT_MET else _cell(cell, where, divider) for cell in row[first:]]
        scores.append([cells[at] for at in order])
    return ScoreTable(crosstable_of_matrix(names, scores), ratings)


def _columns(heads: Sequence[str], names: Sequence[str]) -> list[int]:
    """For each player the column of the points made against him: by name, or by number in the order of the rows."""
    places: Mapping[str, int] = {head: at for at, head in enumerate(heads)}
    for wanted in (names, [str(at) for at in range(1, len(names) + 1)]):
        if len(heads) == len(names) and places.keys() == set(wanted):
            return [places[name] for name in wanted]
    message = f"{len(heads)} columns of opponents do not name the {len(names)} players of the rows"
    raise refuse("columns-differ", "line 1", message, "name the columns as the rows, or number them 1, 2, 3 ...")


def _cell(text: str, where: str, divider: str) -> float:
    """A number of a CSV: ``2``, ``10.5``, ``10½``, and ``10,5`` where commas do not divide."""
    plain = re.sub(r"(?<!\d)½", "0.5", text).replace("½", ".5")
    if divider != ",":
        plain = plain.replace(",", ".")
    if not re.fullmatch(r"[+-]?\d{1,9}(\.\d{1,9})?", plain, re.ASCII):
        raise refuse("not-a-number", where, f"{text[:40]!r} is no number", "a score like 10.5, or - for no game")
    return float(plain)
