"""Who can be compared with whom: pools that games link, and in each the groups whose ratings are finite to each other.

Two players stand in one group when each has scored against the other, or a chain of scores leads from either to the
other.  Between two groups of a pool all points go one way, and however far apart they are set, farther fits better: no
finite difference is the likeliest.  That is exact, not a matter of tolerance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from arpad.rules.elo.crosstable import Crosstable


class Standing(StrEnum):
    """Where a group stands in its pool."""

    PLACED = "placed"
    ABOVE = "above"
    BELOW = "below"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class Group:
    """Players whose ratings are finite to each other.

    Attributes:
        players: the members, in the order of the crosstable.
        pool: which pool they belong to, from 0.
        standing: whether they are the ones that the pool is placed by, or stand infinitely far above or below those, or
            beside them, where the results tell nothing.
        games: games within the group, those against fixed ratings included.
    """

    players: tuple[str, ...]
    pool: int
    standing: Standing
    games: float


def groups_of(table: Crosstable, fixed: Sequence[str] = (), *, linked: bool = False) -> tuple[Group, ...]:
    """The groups of a crosstable, pool by pool, the placed one of each pool first.

    Players with fixed ratings are one point of reference.  `linked` says that everybody has drawn prior games against
    a fixed rating: then all stand in one group.

    >>> from arpad.rules.elo.crosstable import Pairing
    >>> table = Crosstable(("A", "B", "C", "D", "E"), (
    ...     Pairing("A", "B", 2.0, 2.0), Pairing("B", "C", 2.0, 1.0), Pairing("D", "E", 1.0, 0.5)))
    >>> [(group.players, group.pool, group.standing.value) for group in groups_of(table)]
    [(('B', 'C'), 0, 'placed'), (('A',), 0, 'above'), (('D', 'E'), 1, 'placed')]
    """
    nodes = _nodes(table, fixed, linked=linked)
    graph = _graph(table, nodes)
    _, pools = connected_components(graph, directed=True, connection="weak")
    count, groups = connected_components(graph, directed=True, connection="strong")
    members: dict[int, list[str]] = {}
    inside: dict[int, list[int]] = {}
    for player in table.players:
        node = nodes[player]
        group = int(groups[node])
        if group not in members:
            members[group] = []
            inside.setdefault(int(pools[node]), []).append(group)
        members[group].append(player)
    games = _games_within(table, {player: int(groups[nodes[player]]) for player in table.players}, count)
    arrows = _Arrows(graph, groups)
    known = int(groups[0]) if fixed or linked else None
    found: list[Group] = []
    for pool, those in enumerate(inside.values()):
        main = known if known in those else max(those, key=lambda group: games[group])
        standings = arrows.standings(those, main if games[main] or main == known else None)
        found += sorted(
            (Group(tuple(members[group]), pool, standings[group], games[group]) for group in those),
            key=lambda group: group.standing is not Standing.PLACED,
        )
    return tuple(found)


class _Arrows:
    """From each group to those that it scored against without an answer, and back."""

    def __init__(self, graph: sparse.csr_array, groups: npt.NDArray[np.int32]) -> None:
        self.down: dict[int, set[int]] = {}
        self.up: dict[int, set[int]] = {}
        arrows = graph.tocoo()
        for upper, lower in zip(groups[arrows.row].tolist(), groups[arrows.col].tolist(), strict=True):
            if upper != lower:
                self.down.setdefault(upper, set()).add(lower)
                self.up.setdefault(lower, set()).add(upper)

    def standings(self, groups: Sequence[int], main: int | None) -> dict[int, Standing]:
        """Where the groups of a pool stand: to the placed one, or, where there is none, to whomever they met."""
        above = _reached(main, self.up)
        below = _reached(main, self.down)
        found = {}
        for group in groups:
            if group == main:
                found[group] = Standing.PLACED
            elif group in above or (main is None and group not in self.up):
                found[group] = Standing.ABOVE
            elif group in below or (main is None and group not in self.down):
                found[group] = Standing.BELOW
            else:
                found[group] = Standing.BESIDE
        return found


def _nodes(table: Crosstable, fixed: Sequence[str], *, linked: bool) -> dict[str, int]:
    """The point of each player in the graph; all fixed ratings are point 0."""
    first = 1 if fixed or linked else 0
    known = set(fixed)
    nodes = {}
    for player in table.players:
        if player in known or linked:
            nodes[player] = 0
        else:
            nodes[player] = first
            first += 1
    return nodes


def _graph(table: Crosstable, nodes: Mapping[str, int]) -> sparse.csr_array:
    """An arrow from whoever scored to the opponent."""
    arrows = [(nodes[p.one], nodes[p.other]) for p in table.pairings if p.score > 0.0]
    arrows += [(nodes[p.other], nodes[p.one]) for p in table.pairings if p.score < p.games]
    size = max(nodes.values()) + 1
    rows, columns = np.array(arrows, dtype=np.intp).reshape(-1, 2).T
    return sparse.csr_array((np.ones(len(arrows)), (rows, columns)), shape=(size, size))


def _games_within(table: Crosstable, group_of: Mapping[str, int], count: int) -> list[float]:
    games: list[list[float]] = [[] for _ in range(count)]
    for pairing in table.pairings:
        if group_of[pairing.one] == group_of[pairing.other]:
            games[group_of[pairing.one]].append(pairing.games)
    return [fsum(played) for played in games]


def _reached(start: int | None, arrows: Mapping[int, set[int]]) -> set[int]:
    seen: set[int] = set()
    waiting = [] if start is None else [start]
    while waiting:
        for following in arrows.get(waiting.pop(), ()):
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return seen
