"""One crosstable by all systems, side by side (8.5-8.7).

Each system works on its own scale; what it finds is also told on Elo's, so that the columns can be read against each
other.  Ingo and the British system give one point of theirs to eight of Elo's, since with both a hundred percent
stand for four class intervals (8.56); where their zero lies is a matter of agreement, and changes no difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arpad.rules.elo.crosstable import Crosstable
from arpad.rules.elo.error import refuse
from arpad.rules.elo.expectancy import NORMAL, Expectancy
from arpad.rules.elo.systems.bcf import Bcf
from arpad.rules.elo.systems.berkin import Berkin
from arpad.rules.elo.systems.ccla import Ccla
from arpad.rules.elo.systems.elo import USUAL_K, Elo, EloLinear, games_behind
from arpad.rules.elo.systems.harkness import Harkness
from arpad.rules.elo.systems.ingo import Ingo
from arpad.rules.elo.systems.system import Line, RatingSystem, numbers_of
from arpad.rules.rule import carries


@dataclass(frozen=True, slots=True)
class SystemLine:
    """What one system says of one player.

    Attributes:
        own: the line in the system's own numbers.
        performance: the performance on Elo's scale; None where there is none.
        after: the new rating on Elo's scale.
        change: the change on Elo's scale.
    """

    own: Line
    performance: float | None
    after: float
    change: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """A crosstable by several systems.

    Attributes:
        systems: the systems, in order.
        ratings: the ratings before, on Elo's scale.
        lines: for each system its lines, in the order of the players.
    """

    systems: tuple[RatingSystem, ...]
    ratings: dict[str, float]
    lines: dict[str, tuple[SystemLine, ...]]

    def exchanged(self, name: str) -> float:
        """The points of Elo's scale that all players together gained by a system: none where it only exchanges."""
        total = 0.0
        for line in self.lines[name]:
            total += line.change
        return total


def systems(k: float = USUAL_K, expectancy: Expectancy = NORMAL) -> tuple[RatingSystem, ...]:
    """Elo's system, its linear approximation, and the others of chapter 8; K also says how many games Berkin takes.

    >>> [system.name for system in systems()]
    ['elo', 'linear', 'ingo', 'harkness', 'bcf', 'ccla', 'berkin']
    """
    return (
        Elo(k, expectancy),
        EloLinear(k),
        Ingo(),
        Harkness(),
        Bcf(),
        Ccla(),
        Berkin(games_behind(k)),
    )


@carries("eq-53", "P30", "P31", "P32", "P33", "P35")
def compare(table: Crosstable, ratings: Mapping[str, float], by: Sequence[RatingSystem] | None = None) -> Comparison:
    """Rate a crosstable by several systems from the same ratings, given on Elo's scale.

    >>> from arpad.rules.elo.crosstable import Pairing, crosstable
    >>> found = compare(crosstable(("A", "B"), [Pairing("A", "B", 4.0, 3.0)]), {"A": 2000.0, "B": 2000.0})
    >>> for name, (one, _) in found.lines.items():
    ...     print(name, one.performance and round(one.performance), round(one.change, 1))
    elo 2191 32.0
    linear 2200 32.0
    ingo 2200 50.0
    harkness 2100 25.0
    bcf 2200 200.0
    ccla None 32.0
    berkin 2191 13.4
    """
    chosen = systems() if by is None else tuple(by)
    if not chosen:
        raise refuse("nothing-given", "systems", "there is no system to compare", "name at least one")
    before = numbers_of(table, ratings)
    lines = {}
    for system in chosen:
        found = system.rate(table, {player: system.own(rating) for player, rating in before.items()})
        lines[system.name] = tuple(_on_elos_scale(system, line, before[line.player]) for line in found)
    return Comparison(chosen, before, lines)


def _on_elos_scale(system: RatingSystem, line: Line, before: float) -> SystemLine:
    after = system.elo(line.after)
    performance = None if line.performance is None else system.elo(line.performance)
    return SystemLine(line, performance, after, after - before)
