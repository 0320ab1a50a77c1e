"""What a crosstable can and cannot compare: its connected groups, its camps, and its clean scores.

Ratings of one group have nothing to do with those of another: no games link them (3.31, 3.41).  A clean or a zero
score indicates no finite difference (1.54), so whoever made it cannot be placed by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arpad.rules.elo.crosstable import Crosstable


def connected_groups(table: Crosstable, players: Iterable[str] | None = None) -> tuple[tuple[str, ...], ...]:
    """The groups that games link, whatever their results; of all players, or of those named and their games.

    >>> from arpad.rules.elo.crosstable import Pairing
    >>> table = Crosstable(("A", "B", "C", "D"), (Pairing("A", "B", 1.0, 0.5), Pairing("C", "D", 1.0, 1.0)))
    >>> connected_groups(table)
    (('A', 'B'), ('C', 'D'))
    """
    wanted = table.players if players is None else tuple(players)
    inside = set(wanted)
    seen: set[str] = set()
    found = []
    for first in wanted:
        if first in seen:
            continue
        seen.add(first)
        waiting = [first]
        group = set()
        while waiting:
            player = waiting.pop()
            group.add(player)
            for opponent, _, _ in table.opponents(player):
                if opponent in inside and opponent not in seen:
                    seen.add(opponent)
                    waiting.append(opponent)
        found.append(tuple(player for player in wanted if player in group))
    return tuple(found)


def reached_from(table: Crosstable, players: Iterable[str]) -> frozenset[str]:
    """Everybody whom games link to one of the players named, those included.

    >>> from arpad.rules.elo.crosstable import Pairing
    >>> table = Crosstable(("A", "B", "C", "D"), (Pairing("A", "B", 1.0, 0.5), Pairing("C", "D", 1.0, 1.0)))
    >>> sorted(reached_from(table, ["B"]))
    ['A', 'B']
    """
    wanted = set(players)
    return frozenset(player for group in connected_groups(table) if wanted.intersection(group) for player in group)


def camps(table: Crosstable, group: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The two camps of a connected group whose members never play within their own camp; None where some do.

    A match is such a group, and so is a Scheveningen team event.

    >>> from arpad.rules.elo.crosstable import Pairing
    >>> match = Crosstable(("A", "B"), (Pairing("A", "B", 24.0, 12.5),))
    >>> camps(match, ("A", "B"))
    (('A',), ('B',))
    """
    inside = set(group)
    side = {group[0]: 0}
    waiting = [group[0]]
    while waiting:
        player = waiting.pop()
        for opponent, _, _ in table.opponents(player):
            if opponent not in inside:
                continue
            if opponent not in side:
                side[opponent] = 1 - side[player]
                waiting.append(opponent)
            elif side[opponent] == side[player]:
                return None
    one, other = (tuple(player for player in group if side[player] == camp) for camp in (0, 1))
    return one, other


@dataclass(frozen=True, slots=True)
class SetAside:
    """A player whom his results do not place.

    Attributes:
        player: who.
        games: games against the players who were still there.
        score: the score in them.
        because: why, in words.
    """

    player: str
    games: float
    score: float
    because: str


def clean_scores(table: Crosstable) -> tuple[SetAside, ...]:
    """Everybody whom a clean or a zero score leaves without a finite place (1.54), in rounds.

    When somebody is set aside his games go with him, and another may be left with a clean score in the rest.

    >>> from arpad.rules.elo.crosstable import Pairing
    >>> table = Crosstable(("A", "B", "C", "D"), (
    ...     Pairing("A", "B", 2.0, 2.0), Pairing("B", "C", 2.0, 2.0), Pairing("C", "D", 2.0, 1.0)))
    >>> [(one.player, one.because) for one in clean_scores(table)]
    [('A', 'won every game'), ('B', 'won every game')]
    """
    left = dict.fromkeys(table.players)
    found: list[SetAside] = []
    while True:
        round_ = [aside for player in left if (aside := _clean(table, player, left)) is not None]
        if not round_:
            return tuple(found)
        found += round_
        for aside in round_:
            del left[aside.player]


def _clean(table: Crosstable, player: str, left: Iterable[str]) -> SetAside | None:
    games, score = record_among(table, player, left)
    if not games:
        return SetAside(player, games, score, "met only players who are set aside")
    if score == games:
        return SetAside(player, games, score, "won every game")
    if not score:
        return SetAside(player, games, score, "lost every game")
    return None


def record_among(table: Crosstable, player: str, others: Iterable[str]) -> tuple[float, float]:
    """A player's games and score against the players named."""
    inside = others if isinstance(others, dict | set | frozenset) else set(others)
    games, score = 0.0, 0.0
    for opponent, met, made in table.opponents(player):
        if opponent in inside:
            games += met
            score += made
    return games, score
