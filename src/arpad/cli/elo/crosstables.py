"""Crosstables for the commands of Elo's system: files, event documents, and the book's own."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.elo.shared import number
from arpad.cli.options import BAD_INPUT, complain_of, content, fail, source

if TYPE_CHECKING:
    from arpad.formats.score_table import ScoreTable

CrosstableFile = Annotated[
    str | None,
    typer.Argument(metavar="FILE", help="A crosstable (see below), or an event document; - for standard input."),
]
SectionOption = Annotated[int | None, typer.Option(help="Of an event document with several sections: which one.")]
RatingsOption = Annotated[
    str, typer.Option("--ratings", metavar="SOURCE", help="Of an event document: ratings of OTBR, OTBQ ... or FIDE.")
]


class Example(StrEnum):
    """The crosstable of the book."""

    MORPHY_ERA = "morphy-era"


ExampleOption = Annotated[Example | None, typer.Option(help="Instead of a file: the crosstable of 3.43.")]


def crosstable_of(file: str | None, example: Example | None, section: int | None, ratings: str) -> ScoreTable:
    """The crosstable of a file or of the book; what a document warns of is said, what blocks it ends the command."""
    if (file is None) == (example is None):
        fail("name a file, or --example: one of the two")
    if file is None:
        return _morphy_era()
    raw, name = bytes_of(file)
    return crosstable_in(raw, name, section, ratings)


def bytes_of(file: str) -> tuple[bytes, str]:
    """The bytes of a file or of standard input, and how messages call it."""
    of = source(file)
    raw = content(of)
    if raw is None:
        raise typer.Exit(BAD_INPUT)
    return raw, of.name


def crosstable_in(raw: bytes, name: str, section: int | None, ratings: str) -> ScoreTable:
    """The crosstable that some bytes hold."""
    from arpad.formats.score_table import decode

    found, problems = decode(raw, section=section, ratings=ratings)
    complain_of(name, problems)
    if found is None:
        raise typer.Exit(BAD_INPUT)
    return found


def _morphy_era() -> ScoreTable:
    from arpad.datasets import morphy_crosstable, morphy_era
    from arpad.formats.score_table import ScoreTable
    from arpad.rules.elo.crosstable import Pairing, crosstable

    pairings = [Pairing(one.one, one.other, one.games, one.score) for one in morphy_crosstable().rows]
    return ScoreTable(crosstable([row.player for row in morphy_era().rows], pairings))


def printed_differences() -> dict[str, float]:
    """D_p of the Morphy era as printed: read from a curve (3.45)."""
    from arpad.datasets import morphy_era

    return {row.player: float(row.difference) for row in morphy_era().rows}


def named_numbers(words: list[str] | None, option: str, players: tuple[str, ...]) -> dict[str, float]:
    """What ``NAME=NUMBER`` options say, for players of a crosstable.

    >>> named_numbers(["Morphy=2695"], "--known", ("Morphy",))
    {'Morphy': 2695.0}
    """
    found = {}
    for word in words or []:
        name, sign, text = word.rpartition("=")
        if not sign:
            fail(f"{option} is NAME=NUMBER, not {word!r}")
        if name not in players:
            fail(f"{option}: {name!r} is not in the crosstable")
        found[name] = number(text)
    return found
