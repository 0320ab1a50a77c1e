"""Names that plainly nobody has: of invented syllables."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arpad.generator.chance import WORDS, Dice, new_dice, start, throw
from arpad.generator.terms import Terms
from arpad.kernel.columns import Int32
from arpad.kernel.compiled import entry

HEADS = ("BRAN", "DOL", "FESK", "GRIM", "HULD", "JARV", "KELM", "LORN", "MAZ", "NORV", "PELT", "QUIN", "ROSK", "TWIL")
MIDDLES = ("", "A", "EL", "I", "OR", "U", "EN")
TAILS = ("BECK", "DAL", "FORTH", "GATE", "MAR", "NESS", "OVA", "QUIST", "RAY", "STON", "VICH", "WELL", "ZA")
GIVEN_HEADS = ("AL", "BEN", "COR", "DEL", "ER", "FIN", "GAL", "JO", "KAR", "LU", "MIR", "NEL", "ODA", "PEN", "TAM")
GIVEN_TAILS = ("A", "BER", "DO", "IKA", "IN", "LA", "MON", "NY", "OR", "RIS", "TTE", "VIN")
TOWNS = ("Brandale", "Feskford", "Grimness", "Huldgate", "Jarvston", "Kelmwell", "Lornbeck", "Norvmar", "Roskforth")
STYLES = (
    "Open",
    "Quads",
    "Double Quads",
    "Round Robin",
    "League",
    "Blitz",
    "Match",
    "Foreign Tournament",
)
"""What events of each style are called."""


def member_names(terms: Terms) -> pl.Series:
    """The members' names, last name first.

    >>> from datetime import date
    >>> from arpad.generator.terms import terms_of
    >>> member_names(terms_of(100, 1, None, date(2001, 1, 1), date(2001, 12, 31))).len()
    100
    """
    word = _words(terms, terms.members, 0)
    last = _joined(word, HEADS, MIDDLES, TAILS)
    given = _joined(word >> 12, GIVEN_HEADS, GIVEN_TAILS)
    return pl.select((pl.lit(last) + ", " + pl.lit(given)).alias("name")).to_series()


def event_names(terms: Terms, style: Int32, end: Int32) -> pl.Series:
    """The events' names: where, in which year, what."""
    word = _words(terms, len(style), 1)
    year = pl.Series(end).cast(pl.Date).dt.year().cast(pl.String)
    town = _picked(word, TOWNS)
    what = pl.Series(STYLES).gather(style.astype(np.uint32))
    return pl.select((pl.lit(town) + " " + pl.lit(what) + " " + pl.lit(year)).alias("name")).to_series()


def _joined(word: NDArray[np.int64], *lists: tuple[str, ...]) -> pl.Series:
    """A syllable of each list."""
    whole = pl.lit("")
    for syllables in lists:
        whole = whole + pl.lit(_picked(word, syllables))
        word = word // len(syllables)
    return pl.select(whole).to_series()


def _picked(word: NDArray[np.int64], syllables: tuple[str, ...]) -> pl.Series:
    return pl.Series(syllables).gather((word % len(syllables)).astype(np.uint32))


def _words(terms: Terms, count: int, stream: int) -> NDArray[np.int64]:
    words = np.empty(count, dtype=np.int64)
    dice = new_dice()
    start(dice, terms.seed, WORDS, stream)
    _fill(words, dice)
    return words


@entry
def _fill(words: NDArray[np.int64], dice: Dice) -> None:
    for place in range(len(words)):
        words[place] = throw(dice)
