"""Section 5 (2009: 2.4): floors.  They bound the final result alone; opponents meet unfloored values (reading I16)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from math import ceil, floor

from arpad.rules.rule import carries, chapter, remark, rule
from arpad.rules.rulebook import Rulebook
from arpad.rules.vocabulary import Floor, System


@dataclass(frozen=True, slots=True)
class FloorInForce:
    """The level below which a result does not fall, and why."""

    value: float
    kind: str


@rule(
    "5-personal",
    "AF",
    "min({absolute} + {per_win} x {wins} + {per_draw} x {draws} + {per_event} x {events}, {cap})",
    "the personal absolute floor",
    reads=("I27", "I38"),
)
def personal_floor(
    wins: int,
    draws: int,
    events: int,
    absolute: float,
    per_win: float,
    per_draw: float,
    per_event: float,
    cap: float,
) -> float:
    """AF, with the event being rated counted in.

    >>> personal_floor(3, 1, 10, 100.0, 4.0, 2.0, 1.0, 150.0)
    124.0
    """
    level = absolute + per_win * wins + per_draw * draws + per_event * events
    return min(level, cap)


@rule(
    "5-peak",
    "",
    "the level of {step} at or below {peak} (rounded) - {drop}, from {lowest} to {highest}",
    "the floor from the highest established rating; 0 when there is none",
    reads=("I26",),
)
def peak_floor(peak: float, drop: float, step: float, lowest: float, highest: float) -> float:
    """The floor that a peak earned, 0 for none.

    >>> peak_floor(1941.0, 200.0, 100.0, 1200.0, 2100.0), peak_floor(1999.51, 200.0, 100.0, 1200.0, 2100.0)
    (1700.0, 1800.0)
    >>> peak_floor(1388.0, 200.0, 100.0, 1200.0, 2100.0)
    0.0
    """
    level = step * floor((floor(peak + 0.5) - drop) / step)
    if level < lowest:
        return 0.0
    return min(level, highest)


@rule(
    "5-money",
    "",
    "the level of {step} at or above {under} for a prize of {amount}, {threshold} or more, up to {highest}",
    "the floor from a prize; 0 when there is none",
    reads=("I28", "I35"),
)
def money_floor(amount: float, under: float, threshold: float, step: float, highest: float) -> float:
    """The first level that closes the section or prize that was won, 0 for none.

    >>> money_floor(4000.0, 1800.0, 4000.0, 100.0, 2000.0), money_floor(4000.0, 1750.0, 4000.0, 100.0, 2000.0)
    (1800.0, 1800.0)
    >>> money_floor(3999.0, 1800.0, 4000.0, 100.0, 2000.0), money_floor(4000.0, 2200.0, 4000.0, 100.0, 2000.0)
    (0.0, 0.0)
    """
    if amount < threshold or under > highest:
        return 0.0
    return step * ceil(under / step)


def in_force(floors: Iterable[Floor], system: System, end: date) -> list[Floor]:
    """The floors given by fact or ruling that hold for a system on the day a section ends (readings I35, I37)."""
    return [entry for entry in floors if (entry.since is None or entry.since <= end) and entry.system in (None, system)]


def prize_threshold(book: Rulebook, since: date | None) -> float:
    """The prize that gave a floor on the day it was won (reading I35)."""
    if since is None:
        return book.money_floor_threshold
    held = [amount for day, amount in book.money_floor_thresholds if day <= since]
    return held[-1] if held else book.money_floor_thresholds[0][1]


@carries("5-absolute", "5-olm", reads=("I28", "I29", "I37"))
def floor_in_force(
    book: Rulebook,
    given: Iterable[Floor],
    peak: float | None,
    tallies: tuple[int, int, int],
    end: date,
) -> FloorInForce:
    """The highest floor that binds a result: AF, and the peak, life-title and prize floors or what lowered them.

    `tallies` are wins, draws and events of three games, this event's included.
    """
    with chapter("5-absolute", "Floors"):
        best = FloorInForce(_absolute(book, tallies), "absolute")
        facts = in_force(given, book.system, end)
        lowered = [entry for entry in facts if entry.kind == "lowered"]
        if lowered:
            newest = max(lowered, key=lambda entry: (entry.since or date.min, -(entry.value or 0.0)))
            remark(
                "7-match-floors",
                f"lowered to {newest.value:g} on request: peak, life-title and prize floors no longer hold",
                reads=("I29",),
            )
            return _higher(best, FloorInForce(newest.value or 0.0, "lowered"))
        if peak is None:
            remark("5-peak", "no established rating so far: no floor from a peak", reads=("I36",))
        else:
            level = peak_floor(
                peak,
                book.peak_floor_drop,
                book.peak_floor_step,
                book.peak_floor_lowest,
                book.peak_floor_highest,
            )
            best = _higher(best, FloorInForce(level, "peak"))
        for entry in facts:
            if entry.kind == "olm" and book.olm_floor is not None:
                remark("5-olm", f"original Life Master: {book.olm_floor:g}", reads=("I28",))
                best = _higher(best, FloorInForce(book.olm_floor, "olm"))
            elif entry.kind == "money":
                level = money_floor(
                    entry.amount or 0.0,
                    entry.under or 0.0,
                    prize_threshold(book, entry.since),
                    book.money_floor_step,
                    book.money_floor_highest,
                )
                best = _higher(best, FloorInForce(level, "money"))
        return best


def _absolute(book: Rulebook, tallies: tuple[int, int, int]) -> float:
    if not book.personal_floor:
        remark("5-absolute", f"the absolute floor, {book.floor_absolute:g}")
        return book.floor_absolute
    return personal_floor(
        *tallies,
        book.floor_absolute,
        book.personal_floor_win,
        book.personal_floor_draw,
        book.personal_floor_event,
        book.personal_floor_cap,
    )


def _higher(one: FloorInForce, other: FloorInForce) -> FloorInForce:
    return other if other.value > one.value else one
