"""A crosstable: who played whom how often, and with what score.  The same for matches, events and whole pools."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from arpad.rules.elo.checks import finite
from arpad.rules.elo.error import refuse


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players' games against each other and the score that `one` made in them, draws counting one half."""

    one: str
    other: str
    games: float
    score: float


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Players and their pairings: each pair at most once; made and checked by `crosstable`.

    >>> morphy = crosstable(("Morphy", "Anderssen", "Paulsen"), [
    ...     Pairing("Morphy", "Anderssen", 11.0, 8.0), Pairing("Paulsen", "Morphy", 15.0, 4.5)])
    >>> morphy.games("Morphy"), morphy.score("Morphy"), morphy.opponents("Morphy")
    (26.0, 18.5, (('Anderssen', 11.0, 8.0), ('Paulsen', 15.0, 10.5)))
    """

    players: tuple[str, ...]
    pairings: tuple[Pairing, ...]
    _met: dict[str, tuple[tuple[str, float, float], ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        met: dict[str, list[tuple[str, float, float]]] = {player: [] for player in self.players}
        for pairing in self.pairings:
            met[pairing.one].append((pairing.other, pairing.games, pairing.score))
            met[pairing.other].append((pairing.one, pairing.games, pairing.games - pairing.score))
        object.__setattr__(self, "_met", {player: tuple(games) for player, games in met.items()})

    def opponents(self, player: str) -> tuple[tuple[str, float, float], ...]:
        """Whom a player met: opponent, games, and the player's own score in them, in the order of the pairings."""
        if player not in self._met:
            raise refuse("unknown-player", "player", f"{player!r} is not in this crosstable", "name one of its players")
        return self._met[player]

    def games(self, player: str) -> float:
        """N: a player's games."""
        total = 0.0
        for _, games, _ in self.opponents(player):
            total += games
        return total

    def score(self, player: str) -> float:
        """W: a player's points."""
        total = 0.0
        for _, _, score in self.opponents(player):
            total += score
        return total


def crosstable(players: Sequence[str], pairings: Iterable[Pairing]) -> Crosstable:
    """A checked crosstable: every name known, every pair once, every score possible, nobody without a game."""
    names = tuple(players)
    _check_names(names)
    known = set(names)
    seen: set[frozenset[str]] = set()
    kept = []
    for index, pairing in enumerate(pairings):
        place = f"pairings[{index}]"
        _check_pairing(pairing, place, known)
        pair = frozenset((pairing.one, pairing.other))
        if pair in seen:
            raise refuse("met-twice", place, f"{_pair(pairing)} stand here twice", "add their games up in one pairing")
        seen.add(pair)
        kept.append(pairing)
    if not kept:
        raise refuse("empty-crosstable", "pairings", "the crosstable has no game", "enter at least one pairing")
    met = {player for pair in seen for player in pair}
    for index, player in enumerate(names):
        if player not in met:
            raise refuse("isolated-player", f"players[{index}]", f"{player} has no game", "leave the player out")
    return Crosstable(names, tuple(kept))


def crosstable_of_matrix(
    players: Sequence[str], wins: Sequence[Sequence[float]], games: Sequence[Sequence[float]] | None = None
) -> Crosstable:
    """A crosstable from the points each player (row) made against each other (column), as 3.43 prints it.

    The games of a pair are the points of both, unless the numbers of games are given; those must be symmetric.

    >>> crosstable_of_matrix(("A", "B"), ((0.0, 2.5), (1.5, 0.0))).pairings
    (Pairing(one='A', other='B', games=4.0, score=2.5),)
    """
    names = tuple(players)
    _check_square(wins, len(names), "wins")
    if games is not None:
        _check_square(games, len(names), "games")
    found = []
    for row, one in enumerate(names):
        for column in range(row + 1, len(names)):
            played = wins[row][column] + wins[column][row]
            if games is not None:
                _check_games(games, row, column, played)
            if played:
                found.append(Pairing(one, names[column], played, wins[row][column]))
    return crosstable(names, found)


def _check_names(names: tuple[str, ...]) -> None:
    if not names:
        raise refuse("empty-crosstable", "players", "the crosstable has no player", "name at least two")
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            raise refuse("name-twice", f"players[{index}]", f"{name!r} stands here twice", "give each player one name")
        seen.add(name)


def _check_pairing(pairing: Pairing, place: str, names: set[str]) -> None:
    for field_name, name in (("one", pairing.one), ("other", pairing.other)):
        if name not in names:
            raise refuse(
                "unknown-player", f"{place}.{field_name}", f"{name!r} is not among the players", "name them all"
            )
    if pairing.one == pairing.other:
        raise refuse("met-oneself", place, f"{pairing.one} cannot meet {pairing.other}", "name two players")
    if finite(pairing.games, f"{place}.games") <= 0.0:
        raise refuse(
            "no-games", f"{place}.games", f"{_pair(pairing)} played {pairing.games:g} games", "leave the pairing out"
        )
    if not 0.0 <= finite(pairing.score, f"{place}.score") <= pairing.games:
        raise refuse(
            "score-outside",
            f"{place}.score",
            f"{pairing.one} cannot make {pairing.score:g} points in {pairing.games:g} games",
            "a win counts 1, a draw 1/2",
        )


def _check_square(matrix: Sequence[Sequence[float]], size: int, name: str) -> None:
    if len(matrix) != size:
        raise refuse("not-square", name, f"{len(matrix)} rows for {size} players", "give each player a row")
    for row, cells in enumerate(matrix):
        if len(cells) != size:
            raise refuse(
                "not-square", f"{name}[{row}]", f"{len(cells)} cells for {size} players", "give a cell for each"
            )
        for column, cell in enumerate(cells):
            place = f"{name}[{row}][{column}]"
            if finite(cell, place) < 0.0:
                raise refuse("negative", place, f"{cell:g} is below zero", "points and games are not")
            if row == column and cell:
                raise refuse("met-oneself", place, "nobody meets himself", "put 0 on the diagonal")


def _check_games(games: Sequence[Sequence[float]], row: int, column: int, played: float) -> None:
    place = f"games[{row}][{column}]"
    if games[row][column] != games[column][row]:
        raise refuse(
            "not-symmetric",
            place,
            f"{games[row][column]:g} games one way, {games[column][row]:g} the other",
            "both players played the same games",
        )
    if games[row][column] != played:
        raise refuse(
            "points-do-not-add-up",
            place,
            f"{games[row][column]:g} games, but {played:g} points",
            "a game gives one point to the two together",
        )


def _pair(pairing: Pairing) -> str:
    return f"{pairing.one} and {pairing.other}"
