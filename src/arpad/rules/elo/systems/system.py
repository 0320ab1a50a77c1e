"""What a rating system is, so that one crosstable can be rated by each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from arpad.rules.elo.checks import finite
from arpad.rules.elo.crosstable import Crosstable
from arpad.rules.elo.error import refuse


@dataclass(frozen=True, slots=True)
class Line:
    """One player's rating by one system, in that system's own numbers.

    Attributes:
        player: the name.
        before: the number before.
        performance: the number that the games alone would give; None where the system has none.
        expected: the score that the system expected.
        score: the score made.
        after: the number after.
    """

    player: str
    before: float
    performance: float | None
    expected: float
    score: float
    after: float


class RatingSystem(Protocol):
    """A system of chapter 8: its scale against Elo's, and how it rates a crosstable."""

    @property
    def name(self) -> str:
        """How commands and reports call it."""
        ...

    @property
    def equations(self) -> str:
        """The equations of the book that it works by."""
        ...

    def own(self, rating: float) -> float:
        """A rating on Elo's interval scale as a number of this system."""
        ...

    def elo(self, number: float) -> float:
        """A number of this system as a rating on Elo's interval scale."""
        ...

    def rate(self, table: Crosstable, numbers: Mapping[str, float]) -> tuple[Line, ...]:
        """Every player's line, from the numbers before the event, in the order of the crosstable."""
        ...


def numbers_of(table: Crosstable, ratings: Mapping[str, float]) -> dict[str, float]:
    """The ratings of all players of a crosstable, checked.

    >>> from arpad.rules.elo.crosstable import Pairing, crosstable
    >>> numbers_of(crosstable(("A", "B"), [Pairing("A", "B", 2.0, 1.5)]), {"A": 1500.0, "B": 1600.0, "C": 1.0})
    {'A': 1500.0, 'B': 1600.0}
    """
    found = {}
    for player in table.players:
        if player not in ratings:
            raise refuse(
                "unrated-player",
                f"ratings.{player}",
                f"{player} has no rating",
                "rate the unrated first (2.48), or by successive approximations (3.4)",
            )
        found[player] = finite(ratings[player], f"ratings.{player}")
    return found


def competition(table: Crosstable, numbers: Mapping[str, float], player: str) -> float:
    """R_c: the mean of a player's opponents, each as often as met.

    >>> from arpad.rules.elo.crosstable import Pairing, crosstable
    >>> met = crosstable(("A", "B", "C"), [Pairing("A", "B", 3.0, 2.0), Pairing("A", "C", 1.0, 0.5)])
    >>> competition(met, {"A": 0.0, "B": 1500.0, "C": 1900.0}, "A")
    1600.0
    """
    total = 0.0
    for opponent, games, _ in table.opponents(player):
        total += games * numbers[opponent]
    return total / table.games(player)
