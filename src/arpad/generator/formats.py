"""The formats that events have: which are usual for how many players, with how many sections, rounds and days."""

from __future__ import annotations

from arpad.generator.chance import Dice, below, uniform
from arpad.generator.time_controls import DUAL, ONLINE_REGULAR, QUICK, REGULAR
from arpad.kernel.compiled import compiled

SWISS_EVENT, QUADS, DOUBLE_QUADS, ROUND_ROBINS, LEAGUE, BLITZ_SIDE, MATCH_EVENT, FOREIGN = range(8)
"""The styles of events and sections."""
MOST_ROUNDS = 16
ROUND_ROBIN_SIZE = 10
LEAST_SECTION = 4


@compiled
def any_style(dice: Dice, people: int, of_class: int) -> int:
    """What an event with so many players is."""
    kind = below(dice, 100)
    if people <= 3:
        return ROUND_ROBINS
    if people <= 7:
        return ROUND_ROBINS if kind < 45 else SWISS_EVENT
    if kind < 14 and people <= 80:
        return QUADS if kind < 12 else DOUBLE_QUADS
    if kind < 20 and people <= 40:
        return ROUND_ROBINS
    return LEAGUE if kind < 24 and of_class <= DUAL and people <= 120 else SWISS_EVENT


@compiled
def sections_of(dice: Dice, style: int, people: int) -> int:
    """How many sections an event has."""
    if style in (QUADS, DOUBLE_QUADS):
        return max(1, people // 4)
    if style == ROUND_ROBINS:
        return -(-people // ROUND_ROBIN_SIZE)
    if style == LEAGUE:
        return 2 if people > 30 else 1
    if people < 20:
        return 1
    if people < 60:
        return 1 + below(dice, 3)
    return 3 + below(dice, 3) if people < 200 else 4 + below(dice, 5)


@compiled
def section_size(dice: Dice, style: int, people: int, sections: int) -> int:
    """How many of the players left are in the next of the sections left."""
    if sections == 1:
        return people
    if style in (QUADS, DOUBLE_QUADS):
        return 4
    if style == ROUND_ROBINS:
        return people // sections
    size = int(people / sections * (0.6 + 0.8 * uniform(dice)))
    return max(LEAST_SECTION, min(size, people - LEAST_SECTION * (sections - 1)))


@compiled
def rounds_of(dice: Dice, style: int, of_class: int, people: int) -> int:
    """How many rounds an event has; a round robin has as many as its players make."""
    if style in (QUADS, DOUBLE_QUADS):
        return 3
    if style == LEAGUE:
        return 5 + below(dice, 4)
    if of_class == REGULAR:
        if people < 30:
            return 3 + below(dice, 2)
        return 4 + below(dice, 2) if people < 100 else 5 + below(dice, 5)
    if of_class in (DUAL, ONLINE_REGULAR):
        return 3 + below(dice, 3)
    return 4 + below(dice, 3) if of_class == QUICK else 5 + below(dice, 5)


@compiled
def days_of(style: int, of_class: int, rounds: int) -> int:
    """How many days an event takes; a league plays a round a week."""
    if style == LEAGUE:
        return 7 * (rounds - 1) + 1
    if style in (QUADS, DOUBLE_QUADS) or of_class not in (REGULAR, ONLINE_REGULAR):
        return 1
    return 1 + max(0, rounds - 2) // 2
