"""The smallest value of a sum of convex pair functions: Newton's steps, each as long as the line search says.

The line search is exact, so that every step goes down and none can go astray; steps, doublings and halvings are
counted, so that the work ends whatever the numbers are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import linalg, sparse
from scipy.sparse.linalg import cg

from arpad.lab.pair_functions import Array, PairFunction

MOST_STEPS = 200
"""Newton's steps after which the work stops in any case; ordinary tables need five to ten."""

MOST_DOUBLINGS = 60
"""How often a step is doubled while the function still falls at its end."""

MOST_HALVINGS = 100
"""How often the length of a step is narrowed down."""

STRAIGHT_ENOUGH = 1e-3
"""A step is long enough when the slope at its end is this part of that at its beginning."""

BALANCED = 1e-13
"""Part of a player's games by which his slope may differ from zero: a few last bits."""

STILL_BALANCED = 1e-9
"""Part of a player's games by which it may differ for the fit to count as converged."""

DENSE = 2_000
"""Up to so many players the equations of a step are solved directly, above by conjugate gradients."""

FIRST_RIDGE = 1e-14
"""What is added to the diagonal, relative to its largest element, where the equations are singular to the last bit."""

RIDGE_FACTOR = 100.0
"""By how much more at each further try."""

MOST_RIDGES = 8
"""How often; then the step goes down the gradient, each player's divided by his games."""

FURTHEST = 1e6
"""The farthest that a direction moves a player, in natural units; the line search still doubles it."""

CLOSE = 1e-10
"""Relative accuracy of a step by conjugate gradients."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs of one group: whom, whom against, games, points.

    Attributes:
        one: indexes of the first players.
        other: indexes of the second.
        games: n.
        score: s, the first's points.
        free: how many players are to be rated; higher indexes are fixed.
        fixed: the values of the fixed ones, in natural units.
    """

    one: np.ndarray[tuple[int], np.dtype[np.intp]]
    other: np.ndarray[tuple[int], np.dtype[np.intp]]
    games: Array
    score: Array
    free: int
    fixed: Array

    def differences(self, x: Array) -> Array:
        """U of every pair."""
        every = np.concatenate((x, self.fixed))
        return np.asarray(every[self.one] - every[self.other])

    def gather(self, first: Array, second: Array) -> Array:
        """What the pairs add up to for each free player: one array for the first players, one for the second."""
        size = self.free + len(self.fixed)
        total = np.bincount(self.one, first, size) + np.bincount(self.other, second, size)
        return np.asarray(total[: self.free])

    def laplacian(self, weights: Array) -> sparse.csr_array:
        """The matrix of second derivatives for the free players."""
        diagonal = self.gather(weights, weights)
        inner = (self.one < self.free) & (self.other < self.free)
        one, other, weight = self.one[inner], self.other[inner], weights[inner]
        index = np.arange(self.free)
        rows = np.concatenate((index, one, other))
        columns = np.concatenate((index, other, one))
        values = np.concatenate((diagonal, -weight, -weight))
        return sparse.csr_array((values, (rows, columns)), shape=(self.free, self.free))


@dataclass(frozen=True, slots=True)
class Solution:
    """Where the function is smallest.

    Attributes:
        x: the values of the free players, about 0 where nothing is fixed.
        steps: how many steps it took.
        open_by: the largest slope of a player as a part of his games.
        converged: whether that is next to nothing.
    """

    x: Array
    steps: int
    open_by: float
    converged: bool


def smallest(function: PairFunction, pairs: Pairs) -> Solution:
    """Newton's steps from the middle of the fixed values, or from 0, down to the smallest value."""
    x = np.full(pairs.free, float(np.mean(pairs.fixed)) if len(pairs.fixed) else 0.0)
    games = pairs.gather(pairs.games, pairs.games)
    best, least, steps, since = x, np.inf, 0, 0
    for step in range(MOST_STEPS + 1):
        u = pairs.differences(x)
        slope = function.slope(u, pairs.games, pairs.score)
        gradient = pairs.gather(slope, -slope)
        open_by = float(np.max(np.abs(gradient) / games))
        since = 0 if open_by < least else since + 1
        if open_by < least:
            best, least, steps = x, open_by, step
        if least <= BALANCED or step == MOST_STEPS or (since and least <= STILL_BALANCED):
            break
        bend = function.bend(u, pairs.games, pairs.score)
        direction = _direction(pairs, bend, gradient, games)
        length = _length(function, pairs, u, direction)
        if length == 0.0:
            break
        x = x + length * direction
        if not len(pairs.fixed):
            x = x - np.mean(x)
    return Solution(best, steps, least, least <= STILL_BALANCED)


def _direction(pairs: Pairs, bend: Array, gradient: Array, games: Array) -> Array:
    """Newton's direction; of equal ones, where nothing is fixed, the one that leaves the last player where he is."""
    matrix = pairs.laplacian(bend)
    last = pairs.free if len(pairs.fixed) else pairs.free - 1
    part = solved(matrix[:last, :last], -gradient[:last])
    if part is None:
        part = -gradient[:last] / games[:last]
    found = np.zeros(pairs.free)
    found[:last] = part
    return np.asarray(found * min(1.0, FURTHEST / max(float(np.max(np.abs(part))), 1.0)))


def solved(matrix: sparse.csr_array, right: Array) -> Array | None:
    """The solution of symmetric equations; None where even a ridge does not make them definite."""
    size = matrix.shape[0]
    top = float(np.max(matrix.diagonal(), initial=0.0))
    if not 0.0 < top < np.inf:
        return None
    found = np.full(right.shape, np.inf)
    with np.errstate(over="ignore", invalid="ignore"):
        if size > DENSE:
            scale = sparse.diags_array(1.0 / np.maximum(matrix.diagonal(), FIRST_RIDGE * top))
            found, _ = cg(matrix, right, rtol=CLOSE, maxiter=4 * size, M=scale)
        else:
            ridge = 0.0
            for _ in range(MOST_RIDGES):
                try:
                    factor = linalg.cho_factor(matrix.toarray() + ridge * np.eye(size))
                    found = linalg.cho_solve(factor, right)
                    break
                except linalg.LinAlgError:
                    ridge = max(ridge * RIDGE_FACTOR, FIRST_RIDGE * top)
    return np.asarray(found) if np.all(np.isfinite(found)) else None


def _length(function: PairFunction, pairs: Pairs, u: Array, direction: Array) -> float:
    """How far to go: to where the function no longer falls along the direction."""
    fixed = Pairs(pairs.one, pairs.other, pairs.games, pairs.score, pairs.free, np.zeros(len(pairs.fixed)))
    along = fixed.differences(direction)

    def slope(length: float) -> float:
        return float(np.dot(along, function.slope(u + length * along, pairs.games, pairs.score)))

    begin = slope(0.0)
    if not begin < 0.0:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(MOST_DOUBLINGS):
        end = slope(high)
        if abs(end) <= -STRAIGHT_ENOUGH * begin:
            return high
        if end > 0.0:
            break
        low, high = high, 2.0 * high
    else:
        return low
    for _ in range(MOST_HALVINGS):
        middle = 0.5 * (low + high)
        at = slope(middle)
        if abs(at) <= -STRAIGHT_ENOUGH * begin or not low < middle < high:
            return middle
        if at < 0.0:
            low = middle
        else:
            high = middle
    return low
