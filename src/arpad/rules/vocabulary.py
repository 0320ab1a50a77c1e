"""The words: what was played, by whom, and what each player brings.  Frozen, and with no rule in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import IntEnum, StrEnum


class System(StrEnum):
    """The six rating systems, in the documents' abbreviations; their order here is the order of every listing."""

    OTBR = "OTBR"
    OTBQ = "OTBQ"
    OTBB = "OTBB"
    OLR = "OLR"
    OLQ = "OLQ"
    OLB = "OLB"

    @property
    def online(self) -> bool:
        """Whether the system rates games played online."""
        return self.value.startswith("OL")


class Kind(StrEnum):
    """What a section is: matches and foreign FIDE events are rated by rules of their own."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    MATCH = "match"
    FOREIGN_FIDE = "foreign-fide"


class Record(IntEnum):
    """What all previous rated games in a system were; a number, so that formulas take it as one."""

    ALL_LOSSES = -1
    MIXED = 0
    ALL_WINS = 1

    @property
    def word(self) -> str:
        """The word of the event document."""
        return self.name.lower().replace("_", "-")


class Profile(StrEnum):
    """Which date of a section decides: as section 8 specifies (start), or as the office announced and did (end)."""

    SPECIFIED = "specified"
    PRACTISED = "practised"


PLAYED = {"W": 1.0, "L": 0.0, "D": 0.5, "N": 1.0, "S": 0.0, "R": 0.5}
"""Codes of rated games and the score of the side they stand on; N, S and R where the two sides differ on purpose."""

ASYMMETRIC = frozenset("NSR")
FORFEITED = frozenset("XFZ")
UNPLAYED = frozenset("BHU*-")


@dataclass(frozen=True, slots=True)
class Round:
    """One cell of a crosstable: a result code, the opponent's pairing number, the colour."""

    code: str
    opponent: int | None = None
    colour: str | None = None

    @property
    def rated(self) -> bool:
        """Whether the cell is a rated game; `L0` is not (reading I49)."""
        return self.code in PLAYED and self.opponent is not None and self.opponent != 0

    @property
    def score(self) -> float:
        """The score of a rated cell."""
        return PLAYED[self.code]

    def __str__(self) -> str:
        opponent = "" if self.opponent is None else str(self.opponent)
        return f"{self.code}{opponent}{self.colour or ''}"


@dataclass(frozen=True, slots=True)
class Rating:
    """What a player brings in one of the six systems.

    Attributes:
        rating: the pre-event rating, unrounded where it is known unrounded.
        games: N, the games it is based on; None for an established player of unknown count, taken as large.
        record: whether all previous rated games in this system were wins, or losses; None when not said.
        date: the day it was computed; None when not said.
        peak: the highest established rating ever attained.
        wins: rated games won before the event, None when not said; so are `draws` and `events_of_three`,
            the events with three rated games or more.
    """

    rating: float
    games: int | None = None
    record: Record | None = None
    date: date | None = None
    peak: float | None = None
    wins: int | None = None
    draws: int | None = None
    events_of_three: int | None = None


@dataclass(frozen=True, slots=True)
class OtherRating:
    """A rating of FIDE, of the Canadian federation, or of another country as the office converted it."""

    rating: float
    date: date | None = None
    canadian_resident: bool | None = None


@dataclass(frozen=True, slots=True)
class Floor:
    """A floor given by fact or ruling: a prize won (`money`), the life title (`olm`), a granted request (`lowered`)."""

    kind: str
    value: float | None = None
    amount: float | None = None
    under: float | None = None
    since: date | None = None
    system: System | None = None


@dataclass(frozen=True, slots=True)
class Ceiling:
    """A level above which a ruling keeps a player's rating."""

    value: float
    since: date | None = None


@dataclass(frozen=True, slots=True)
class Published:
    """An official rating as published: what decides whether a match may be rated."""

    rating: float
    games: int | None = None


@dataclass(frozen=True, slots=True)
class MatchChange:
    """What an earlier match did to a rating."""

    system: System
    date: date
    change: float


@dataclass(frozen=True, slots=True)
class Player:
    """One row of a crosstable: who it is, what the player brings, and what happened round by round."""

    number: int
    rounds: tuple[Round, ...] = ()
    id: str | None = None
    name: str | None = None
    state: str | None = None
    birth: date | None = None
    adult: bool | None = None
    ratings: Mapping[System, Rating] = field(default_factory=dict)
    fide: OtherRating | None = None
    cfc: OtherRating | None = None
    national: OtherRating | None = None
    floors: tuple[Floor, ...] = ()
    ceiling: Ceiling | None = None
    published: Mapping[System, Published] = field(default_factory=dict)
    match_history: tuple[MatchChange, ...] = ()

    @property
    def label(self) -> str:
        """How to call the player in a message: ``player 4 (SMITH, PAT)``."""
        return f"player {self.number} ({self.name})" if self.name else f"player {self.number}"


@dataclass(frozen=True, slots=True)
class Section:
    """A crosstable with its dates and time control: the unit of rating.

    `match_override` says that the office ruled this match rated although the rule refuses it (reading I45).
    """

    number: int
    start: date
    end: date
    players: tuple[Player, ...]
    name: str | None = None
    time_control: str | None = None
    online: bool = False
    systems: tuple[System, ...] | None = None
    kind: Kind = Kind.SWISS
    youth: bool = False
    match_override: bool = False

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        return f"<Section {self.number}{name}, {self.start} to {self.end}, {len(self.players)} players>"


@dataclass(frozen=True, slots=True)
class LawChoice:
    """Which law to rate by: one `edition` whatever the day, or the law of the day as `known` up to an edition."""

    edition: date | None = None
    known: date | None = None
    profile: Profile = Profile.SPECIFIED


@dataclass(frozen=True, slots=True)
class Event:
    """What was played: sections in order."""

    start: date
    end: date
    sections: tuple[Section, ...]
    id: str | None = None
    name: str | None = None
    rules: LawChoice = field(default_factory=LawChoice)

    def __repr__(self) -> str:
        name = self.name or self.id
        return (
            f"<Event{'' if name is None else f' {name!r}'}, {self.start} to {self.end}, {len(self.sections)} sections>"
        )
