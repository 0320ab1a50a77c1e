"""Who played whom: the members of a section, re-entries pooled, with their rated games in one canonical order."""

from __future__ import annotations

from dataclasses import dataclass

from arpad.rules.rule import carries
from arpad.rules.vocabulary import Player, Section


@dataclass(frozen=True, slots=True)
class Game:
    """One side of a rated game."""

    opponent: int
    """The index of the opponent among the section's persons."""
    number: int
    """The opponent's pairing number, as the cell has it."""
    code: str
    score: float


@dataclass(frozen=True, slots=True)
class Person:
    """A member in a section: one player, whatever the number of entries, and the games of all of them."""

    player: Player
    numbers: tuple[int, ...]
    games: tuple[Game, ...]

    @property
    def score(self) -> float:
        """Points from rated games."""
        total = 0.0
        for game in self.games:
            total += game.score
        return total

    @property
    def most_meetings(self) -> int:
        """How often the opponent met most often was met."""
        met: dict[int, int] = {}
        for game in self.games:
            met[game.opponent] = met.get(game.opponent, 0) + 1
        return max(met.values(), default=0)


@carries("7-rated-games", reads=("I49", "I50"))
def persons(section: Section) -> list[Person]:
    """The persons of a section in order of their lowest pairing number.

    All games of one member in one section are rated together, whatever the pairing numbers: by number, then by
    round, which is the order in which every sum is taken.
    """
    entries: dict[object, list[Player]] = {}
    for player in sorted(section.players, key=lambda player: player.number):
        member = ("id", player.id) if player.id is not None else ("number", player.number)
        entries.setdefault(member, []).append(player)
    index = {player.number: place for place, group in enumerate(entries.values()) for player in group}
    return [
        Person(
            group[0],
            tuple(player.number for player in group),
            tuple(
                Game(index[cell.opponent], cell.opponent, cell.code, cell.score)
                for player in group
                for cell in player.rounds
                if cell.rated and cell.opponent is not None
            ),
        )
        for group in entries.values()
    ]
