"""What is wrong with an input, as a value: a code, a place and a remedy, never a traceback."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a problem weighs: an error blocks, a warning wants a look, a note says what was done."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding about an input.

    Attributes:
        code: stable and documented, for example ``game-not-mirrored``.
        place: the path of the cell in the document, ``sections[0].players[3].rounds[1]``; empty for the whole.
        where: the same place in the reader's words, ``section 1, player 4 (SMITH, PAT), round 2``; may be empty.
        message: what is wrong, in one sentence.
        hint: what to do about it; may be empty.

    >>> print(Problem("unknown-code", "sections[0].players[0].rounds[0]", "round 1", "'Q7' is no result"))
    error: round 1: 'Q7' is no result [unknown-code at sections[0].players[0].rounds[0]]
    """

    code: str
    place: str
    where: str
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        where = f"{self.where}: " if self.where else ""
        at = f" at {self.place}" if self.place else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{self.severity}: {where}{self.message}{hint} [{self.code}{at}]"


def printable(text: str) -> str:
    r"""Text with everything that is not to be seen, or moves a cursor, written as an escape.

    >>> print(printable("SMITH" + chr(0x202E) + chr(10)))
    SMITH\u202e\n
    """
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


class LawError(ValueError):
    """The law was asked for something it does not have: a day before a system existed, an unknown edition."""
