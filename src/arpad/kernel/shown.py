"""What is shown of rows: the official rating, and whether a rating is established, by the formulas of the rules."""

from __future__ import annotations

from math import inf

from arpad.kernel.columns import UNKNOWN_GAMES, Bool, Int32, Int64
from arpad.kernel.compiled import entry, formula
from arpad.kernel.rows import RATED, Rows
from arpad.rules.uschess import storage

official = formula(storage.official)
established = formula(storage.established)


@entry
def show(rows: Rows, least: Int32, chosen: Int64, officials: Int32, are_established: Bool) -> None:
    """Fill in what is shown of the chosen rows; `least` has for each the games that a rating must be based on more."""
    for place in range(len(chosen)):
        row = rows[chosen[place]]
        officials[place] = 0
        are_established[place] = False
        if (row.marks & RATED) != 0:
            officials[place] = official(row.post)
            games = inf if row.games == UNKNOWN_GAMES else float(row.games)
            are_established[place] = established(games, least[place])
