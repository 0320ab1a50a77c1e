"""The tables of a history as a person writes them: which there are, what their columns hold, what an empty cell means.

A cell is text, a whole number, a number, a day, true or false, a word out of a list, or the names of rating systems.
`described` prints all of it, for the reference.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import inf, nan

import polars as pl

from arpad.kernel.columns import CODES, FLOOR_KINDS, KINDS, NO_DAY, SOURCES, SYSTEMS, UNKNOWN_GAMES, UNSAID
from arpad.rules.vocabulary import Record as PreviousGames


class Form(StrEnum):
    """What a cell may be."""

    TEXT = "text"
    WHOLE = "whole number"
    NUMBER = "number"
    DAY = "day"
    FLAG = "true or false"
    WORD = "word"
    SYSTEMS = "systems"


DTYPES: dict[Form, pl.DataType] = {
    Form.TEXT: pl.String(),
    Form.WHOLE: pl.Int32(),
    Form.NUMBER: pl.Float64(),
    Form.DAY: pl.Date(),
    Form.FLAG: pl.Boolean(),
    Form.SYSTEMS: pl.String(),
}
"""How Polars has them; a word is an `Enum` of its list."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        form: what a cell may be.
        meaning: what it says.
        empty: what an empty cell means, and a column that is not there; none where a cell must say something.
        needed: whether the column must be there although its cells may be empty.
        words: the words, where the form is a word; `kind` is what they are, for the code of a problem.
        least: the least that a whole number may be.
        unsaid: the number that an empty cell is in the columns of the kernel, where it is not the form's own.
        first: the number of the first word there.
    """

    form: Form
    meaning: str
    empty: str = ""
    needed: bool = False
    words: tuple[str, ...] = ()
    kind: str = ""
    least: int = 0
    unsaid: float | None = None
    first: int = 0

    @property
    def must_be_there(self) -> bool:
        """Whether a table without the column is refused."""
        return self.needed or not self.empty

    @property
    def dtype(self) -> pl.DataType:
        """The type of the column in Polars."""
        return pl.Enum(self.words) if self.form is Form.WORD else DTYPES[self.form]


UNSAID_NUMBERS: dict[Form, float] = {
    Form.WHOLE: UNKNOWN_GAMES,
    Form.NUMBER: nan,
    Form.DAY: NO_DAY,
    Form.FLAG: UNSAID,
    Form.WORD: -1,
    Form.SYSTEMS: 0,
}
"""What an empty cell of a form is in the columns of the kernel."""

RECORDS = tuple(record.word for record in sorted(PreviousGames))
NOT_KNOWN = "not known"
MEMBER = Column(Form.TEXT, "the member's id")
EVENT = Column(Form.TEXT, "the event's id")
SECTION = Column(Form.WHOLE, "the section's number in the event", least=1)
NUMBER = Column(Form.WHOLE, "the pairing number", least=1)
SYSTEM = Column(Form.WORD, "the rating system", words=tuple(map(str, SYSTEMS)), kind="system")
RATING = Column(Form.NUMBER, "the rating")
COUNT = Column(Form.WHOLE, "the games it is based on", "established, how many is not known", needed=True)
ORDER = Column(
    Form.WHOLE, "the order in which the rows were recorded: of two for one day the later holds", "no two contend"
)

TABLES: dict[str, dict[str, Column]] = {
    "members": {
        "member": MEMBER,
        "name": Column(Form.TEXT, "the name", NOT_KNOWN),
        "birth": Column(Form.DAY, "the birth date", NOT_KNOWN),
        "adult": Column(Form.FLAG, "inferred to be an adult, when there is no birth date", NOT_KNOWN),
        "same_as": Column(Form.TEXT, "the id of the member that this one is a duplicate of", "no duplicate"),
    },
    "events": {
        "event": EVENT,
        "name": Column(Form.TEXT, "the name", NOT_KNOWN),
    },
    "sections": {
        "event": EVENT,
        "section": SECTION,
        "start": Column(Form.DAY, "the first day"),
        "end": Column(Form.DAY, "the last day"),
        "kind": Column(Form.WORD, "what it is", "swiss", words=tuple(map(str, KINDS)), kind="kind", unsaid=0),
        "online": Column(Form.FLAG, "whether it was played online", "false", unsaid=0),
        "youth": Column(Form.FLAG, "a foreign FIDE event for young players", "false", unsaid=0),
        "override": Column(Form.FLAG, "the office has a match rated that the rule refuses", "false", unsaid=0),
        "systems": Column(
            Form.SYSTEMS,
            "the systems to rate, like `OTBR OTBQ`",
            "the time control decides",
            words=SYSTEM.words,
            kind="system",
        ),
        "time_control": Column(Form.TEXT, "the time control, like G/60;d5", NOT_KNOWN),
    },
    "entries": {
        "event": EVENT,
        "section": SECTION,
        "number": NUMBER,
        "member": Column(Form.TEXT, "the member's id", "somebody without an id", needed=True),
        "name": Column(Form.TEXT, "the name of somebody without an id", NOT_KNOWN),
    },
    "games": {
        "event": EVENT,
        "section": SECTION,
        "number": NUMBER,
        "round": Column(Form.WHOLE, "the order of this player's games", least=1),
        "opponent": Column(Form.WHOLE, "the opponent's pairing number", least=1),
        "code": Column(Form.WORD, "the result of this side", words=tuple(CODES), kind="code"),
    },
    "foreign": {
        "member": MEMBER,
        "source": Column(Form.WORD, "whose rating it is", words=SOURCES, kind="source"),
        "rating": RATING,
        "day": Column(Form.DAY, "the day it was computed", NOT_KNOWN),
        "since": Column(Form.DAY, "believed for sections that end on this day or later", "always"),
        "resident": Column(Form.FLAG, "whether the player lives in Canada", NOT_KNOWN),
        "order": ORDER,
    },
    "floors": {
        "member": MEMBER,
        "kind": Column(Form.WORD, "what gave the floor", words=FLOOR_KINDS, kind="floor-kind"),
        "value": Column(Form.NUMBER, "the level of a lowered floor", "none"),
        "amount": Column(Form.NUMBER, "the prize in dollars", "none"),
        "under": Column(Form.NUMBER, "the rating that the section or prize was for players under", "none"),
        "since": Column(Form.DAY, "from which day it holds", "always"),
        "system": Column(Form.WORD, "the system it holds in", "all", words=SYSTEM.words, kind="system"),
        "order": ORDER,
    },
    "ceilings": {
        "member": MEMBER,
        "value": Column(
            Form.NUMBER, "the level that ratings are kept under", "the ceiling is lifted", needed=True, unsaid=inf
        ),
        "since": Column(Form.DAY, "for sections that end on this day or later", "always"),
        "order": ORDER,
    },
    "rulings": {
        "member": MEMBER,
        "system": SYSTEM,
        "day": Column(Form.DAY, "holds before the sections that end on this day"),
        "rating": RATING,
        "games": COUNT,
        "record": Column(
            Form.WORD, "what all previous games were", "mixed", words=RECORDS, kind="record", unsaid=0, first=-1
        ),
        "peak": Column(Form.NUMBER, "the highest established rating ever", "none yet"),
        "wins": Column(Form.WHOLE, "rated games won before", "0", unsaid=0),
        "draws": Column(Form.WHOLE, "rated games drawn before", "0", unsaid=0),
        "events_of_three": Column(Form.WHOLE, "events with three rated games or more before", "0", unsaid=0),
        "computed": Column(Form.DAY, "the day the rating was computed", NOT_KNOWN),
        "order": ORDER,
    },
    "match_changes": {
        "member": MEMBER,
        "system": SYSTEM,
        "day": Column(Form.DAY, "the end of the match"),
        "change": Column(Form.NUMBER, "by how much it moved the rating"),
        "order": ORDER,
    },
    "published": {
        "event": EVENT,
        "section": SECTION,
        "number": NUMBER,
        "system": SYSTEM,
        "rating": RATING,
        "games": COUNT,
    },
}
"""Every table with its columns."""

NEEDED = ("members", "events", "sections", "entries", "games")
"""The tables that must be there; of the others nothing is said where they are not."""


def mask_of(systems: str) -> int | None:
    """A bit for each system that a text names; None where it names anything else, or one twice.

    >>> mask_of("OTBR OTBQ"), mask_of("OTBR OTBR"), mask_of("R")
    (3, None, None)
    """
    names = systems.split()
    if len(set(names)) != len(names) or not set(names) <= set(SYSTEM.words):
        return None
    return sum(1 << SYSTEM.words.index(name) for name in names)


def systems_of(mask: int) -> str | None:
    """The text that names the systems of a mask, in the order of listings; None where there are none.

    >>> systems_of(3), systems_of(0)
    ('OTBR OTBQ', None)
    """
    return " ".join(name for place, name in enumerate(SYSTEM.words) if mask & (1 << place)) or None


def described(table: str) -> str:
    """The columns of a table as Markdown.

    >>> print(described("events"))
    | Column | Cell | Meaning | Empty |
    |---|---|---|---|
    | `event` | text | the event's id | never |
    | `name` | text | the name | not known |
    """
    lines = ["| Column | Cell | Meaning | Empty |", "|---|---|---|---|"]
    for name, column in TABLES[table].items():
        cell = ", ".join(f"`{word}`" for word in column.words) if column.form is Form.WORD else column.form
        lines.append(f"| `{name}` | {cell} | {column.meaning} | {column.empty or 'never'} |")
    return "\n".join(lines)
