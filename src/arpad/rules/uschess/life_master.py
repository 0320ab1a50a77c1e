"""The original Life Master: games played at the life title's level, counted by the history (readings I28, I52)."""

from __future__ import annotations

from arpad.rules.uschess.storage import established

MOST_GAMES = 65535
"""A count of games at the level goes no further: the floor needs 300."""


def life_title_games(before: int, m: int, post: float, games: float, established_games: int, level: float) -> int:
    """The games at the life title's level after a section of m rated games.

    They count when the rating after the section is established and not below the level.

    >>> life_title_games(296, 4, 2200.0, 120.0, 25, 2200.0), life_title_games(296, 4, 2199.9, 120.0, 25, 2200.0)
    (300, 296)
    """
    if established(games, established_games) and post >= level:
        return min(before + m, MOST_GAMES)
    return before
