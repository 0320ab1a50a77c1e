"""Bytes to the participants of a round robin: CSV of player, rating (empty: unrated), score."""

from __future__ import annotations

import csv
import re

from arpad.rules.elo.error import refuse
from arpad.rules.elo.round_robin import Entrant
from arpad.rules.problem import printable

HEAD = ["player", "rating", "score"]
"""A first row like this is passed over."""

UNRATED = {"", "-", "unrated"}
"""How a player without a rating may be written."""

NUMBER = re.compile(r"[+-]?(\d{1,12}(\.\d{0,12})?|\.\d{1,12})", re.ASCII)


def decode(content: bytes) -> list[Entrant]:
    r"""The participants in the order of the file; EloError with the line where it cannot be read.

    >>> decode(b"player,rating,score\nA,2350,15\nB,,4.5\n")
    [Entrant(player='A', score=15.0, rating=2350.0, k=None), Entrant(player='B', score=4.5, rating=None, k=None)]
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise refuse("not-text", "", "the file is not UTF-8 text", "save it as CSV in UTF-8") from None
    found = []
    for line, row in enumerate(csv.reader(text.splitlines()), start=1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or [cell.lower() for cell in cells] == HEAD:
            continue
        if len(cells) != len(HEAD):
            raise refuse(
                "not-three-cells", f"line {line}", f"a row of {len(cells)} cells", "write player, rating, score"
            )
        rating = None if cells[1].lower() in UNRATED else _number(cells[1], f"line {line}, rating")
        found.append(Entrant(cells[0], _number(cells[2], f"line {line}, score"), rating))
    return found


def _number(cell: str, place: str) -> float:
    if not NUMBER.fullmatch(cell):
        raise refuse("not-a-number", place, f"{printable(cell)!r} is not a number", "write it like 2350 or 4.5")
    return float(cell)
