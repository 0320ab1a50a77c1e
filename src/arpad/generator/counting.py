"""How many games a calendar is expected to have, and sections called off where they are too many.

All in whole numbers, a hundredth of a side of a game being one: a sum of them is the same on every machine.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arpad.generator.chance import CALLED_OFF, Dice, new_dice, start, throw
from arpad.generator.pairing import ABSENT
from arpad.generator.sheet import Draft, Sheet
from arpad.generator.tables import in_order
from arpad.generator.terms import Terms
from arpad.kernel.columns import MATCH, ROUND_ROBIN, Bool, Int64
from arpad.kernel.compiled import entry

GAME = 200
"""Two sides."""
PLAYED = 100 - ABSENT // 10
"""Per cent of the rounds that a player is there for."""
UNEVEN = np.array([50 * (2 * PLAYED - 100) ** size // 100**size for size in range(128)])
"""By size: half of how much likelier the number of those who are there is even or odd as the size is, in per cent."""
REPEATS = 54
"""Per cent of a player, divided by the size, that each round after the second of an even section leaves unpaired."""


def expected_sides(sheet: Sheet) -> NDArray[np.int64]:
    """The sides of games that each section is expected to have, in hundredths."""
    size, rounds, cycles = (column.astype(np.int64) for column in (sheet.size, sheet.rounds, sheet.cycles))
    odd = size % 2
    left_over = 50 + np.where(odd, 1, -1) * UNEVEN[np.minimum(size, len(UNEVEN) - 1)]
    left_over += (1 - odd) * np.maximum(0, rounds - 2) * REPEATS // size
    swiss = rounds * np.maximum(100, size * PLAYED - left_over)
    robin = cycles * size * (size - 1) * PLAYED
    return np.where(sheet.kind == MATCH, 2 * rounds * PLAYED, np.where(sheet.kind == ROUND_ROBIN, robin, swiss))


def expected_games(draft: Draft) -> float:
    """How many games are expected."""
    return int(expected_sides(draft.sheet).sum()) / GAME


def without_too_many(terms: Terms, draft: Draft) -> Draft:
    """The draft with some sections, any of them, called off, so that no more games are expected than were asked for."""
    sides = expected_sides(draft.sheet)
    excess = int(sides.sum()) - GAME * terms.games
    words = np.empty(len(sides), dtype=np.int64)
    held = np.ones(len(sides), dtype=np.bool_)
    _draw(terms, words, new_dice())
    _call_off(np.argsort(words, kind="stable"), sides, excess, held)
    events = np.flatnonzero(np.bincount(draft.sheet.event[held], minlength=len(draft.events.group)))
    sheet = in_order(draft.sheet, np.flatnonzero(held))
    event = np.searchsorted(events, sheet.event).astype(np.int32)
    first_section = np.searchsorted(event, np.arange(len(events))).astype(np.int32)
    kept = in_order(draft.events, events)._replace(first_section=first_section)
    return draft._replace(events=kept, sheet=sheet._replace(event=event))


@entry
def _draw(terms: Terms, words: Int64, dice: Dice) -> None:
    start(dice, terms.seed, CALLED_OFF, 0)
    for place in range(len(words)):
        words[place] = throw(dice)


@entry
def _call_off(order: Int64, sides: Int64, excess: int, held: Bool) -> None:
    for place in range(len(order)):
        section = order[place]
        if sides[section] <= excess:
            held[section] = False
            excess -= sides[section]
