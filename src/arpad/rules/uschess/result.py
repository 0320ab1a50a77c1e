"""What came of rating a section: every number of every player, frozen."""

from __future__ import annotations

from dataclasses import dataclass, field

from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.floors import FloorInForce
from arpad.rules.uschess.initial import Initial
from arpad.rules.uschess.storage import NOISE
from arpad.rules.vocabulary import Record, System


@dataclass(frozen=True, slots=True)
class MatchLimits:
    """How far a match may move a rating up and down; None where nothing limits it."""

    up: float | None
    down: float | None


@dataclass(frozen=True, slots=True)
class Rated:
    """One player in one system after a section.

    Attributes:
        number: the pairing number, of a re-entered member the lowest; `numbers` has all.
        pre: the pre-event rating, None for a newcomer; `pre_games` its games, None when unknown and large.
        initial: a newcomer's start.
        r0: the prior rating, given or initial; `n` its games; None when unknown and large.
        games: m, the rated games; `score` their points, `opponents` the pairing numbers as the crosstable has them.
        formula: special or standard; None when no rated game was played.
        first_estimate: step 3, newcomers without games alone.
        intermediate: step 4; `k`, `expected` and `bonus` are of step 5, as is `unfloored`.
        floor: the highest floor that holds, whether it binds or not; `ceiling` a ruling's upper bound.
        post: the new rating as stored, `official` as published; None for a newcomer without a rated game.
        established, record, peak: what is true after the event.
        wins, draws, events_of_three: the tallies after the event.
        refused: why this player was not rated.
        floor_request: the floor that a match result asks to have lowered, and to what.
        match_limits: how far a match could move the rating.
        notes: what was assumed where the input said nothing.
    """

    number: int
    numbers: tuple[int, ...]
    id: str | None
    name: str | None
    pre: float | None
    pre_games: int | None
    initial: Initial | None
    r0: float | None
    n: int | None
    n_star: float | None
    n_effective: float | None
    post: float | None
    post_games: int | None
    official: int | None
    established: bool
    record: Record | None
    peak: float | None
    wins: int | None
    draws: int | None
    events_of_three: int | None
    games: int = 0
    score: float = 0.0
    opponents: tuple[int, ...] = ()
    formula: str | None = None
    first_estimate: float | None = None
    intermediate: float | None = None
    k: float | None = None
    expected: float | None = None
    bonus: float | None = None
    unfloored: float | None = None
    floor: FloorInForce | None = None
    ceiling: float | None = None
    refused: str | None = None
    floor_request: tuple[float, float] | None = None
    match_limits: MatchLimits | None = None
    notes: tuple[str, ...] = ()

    @property
    def held_by_match_limit(self) -> bool:
        """Whether the limits of match play keep the rating from moving further."""
        if self.match_limits is None or self.unfloored is None or self.pre is None:
            return False
        up, down = self.match_limits.up, self.match_limits.down
        moved = self.unfloored - self.pre
        return (up is not None and moved >= up - NOISE) or (down is not None and moved <= NOISE - down)

    @property
    def held_by_ceiling(self) -> bool:
        """Whether a ruling's ceiling keeps the rating from rising further."""
        return self.ceiling is not None and self.unfloored is not None and self.unfloored > self.ceiling

    @property
    def held_by_floor(self) -> bool:
        """Whether a floor keeps the rating from falling further."""
        return self.floor is not None and self.unfloored is not None and self.unfloored < self.floor.value

    @property
    def change(self) -> float | None:
        """How far the rating moved; None for a newcomer."""
        return None if self.pre is None or self.post is None else self.post - self.pre


@dataclass(frozen=True, slots=True)
class RatedSection:
    """A section rated in one system, with the rulebook that was used."""

    number: int
    name: str | None
    system: System
    book: Rulebook = field(repr=False)
    players: tuple[Rated, ...] = field(repr=False)
    refused: str | None = None

    def player(self, number: int) -> Rated:
        """The player with a pairing number, re-entered ones under each of theirs."""
        return next(player for player in self.players if number in player.numbers)
