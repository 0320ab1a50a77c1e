"""The facts of a whole history as columns: who played whom in which section, and what was ruled about whom.

One compact layout, 3 bytes a side of a game and 10 bytes an entry, plain arrays that can be mapped from disk.  Sections
stand in rating order; a section's entries, and an entry's sides, are found by offsets.  A `side` is one cell of
a crosstable that is a rated game; the opponent is the place of an entry within the same section.

Days are whole numbers since 1970-01-01, as Arrow has them; `NO_DAY` where none is known.  A number that is not known
is NaN; a count of games that is not known but large is `UNKNOWN_GAMES`.
"""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.rules.calendar import date_of, number_of
from arpad.rules.vocabulary import Kind, System

Int16 = NDArray[np.int16]
Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]
Int8 = NDArray[np.int8]
UInt8 = NDArray[np.uint8]
UInt16 = NDArray[np.uint16]
Float = NDArray[np.float64]
Bool = NDArray[np.bool_]

NO_DAY = -(2**31)
UNKNOWN_GAMES = -1
UNSAID = -1
"""A truth value that nobody said."""

SYSTEMS = tuple(System)
KINDS = tuple(Kind)
SWISS, ROUND_ROBIN, MATCH, FOREIGN_FIDE = range(4)
RULING = len(KINDS)
"""The kind of a run that sets ratings by ruling: no section, but it stands in rating order like one."""

CODES = "WLDNSR"
"""Result codes of rated games; a side's code is the place in this text."""
SCORES = (1.0, 0.0, 0.5, 1.0, 0.0, 0.5)
"""The score of each code."""

FIDE, CFC, NATIONAL = range(3)
SOURCES = ("FIDE", "CFC", "national")
MONEY, OLM, LOWERED = range(3)
FLOOR_KINDS = ("money", "olm", "lowered")

LARGEST_SECTION = 2**16 - 1
LARGEST_COUNT = 2**31 - 1


class Members(NamedTuple):
    """Everybody, one row each.

    `adult` is 1, 0 or `UNSAID`.  `same_as` is the member that this one is a duplicate of, else the member itself.
    """

    birth: Int32
    adult: Int8
    same_as: Int32


class Sections(NamedTuple):
    """What was played, in rating order.

    `systems` has a bit for each system that the section names, 0 where its time control decides; `time_control` is
    the place in the list of spellings, -1 for none.  `event` is the place of the event's id in a list that is kept
    elsewhere; `override` says that the office has a match rated that the rule would refuse.  The entries of section i
    are ``first_entry[i]`` up to, not including, ``first_entry[i + 1]``.
    """

    event: Int32
    number: Int32
    start: Int32
    end: Int32
    kind: UInt8
    online: Bool
    youth: Bool
    override: Bool
    systems: UInt8
    time_control: Int32
    first_entry: Int32


class Entries(NamedTuple):
    """The rows of the crosstables: by the member's lowest pairing number, then by number.

    So the entries of a member, and of the duplicates that are the same member, stand side by side in a section.  Who
    plays without a member id is a member of this one entry.  The sides of entry i are ``first_side[i]`` up to
    ``first_side[i + 1]``.
    """

    member: Int32
    number: Int32
    first_side: Int32


class Sides(NamedTuple):
    """One side of each rated game, in order of rounds: the opponent's place in the section, and the result code."""

    opponent: UInt16
    code: UInt8


class ForeignRatings(NamedTuple):
    """Ratings of other federations: computed on `day` (or `NO_DAY`), believed for sections that end `since` or later.

    Of one source the newest `since` not after a section's end counts; of equal ones the last.
    """

    member: Int32
    source: UInt8
    rating: Float
    day: Int32
    since: Int32
    resident: Int8


class Floors(NamedTuple):
    """Floors by fact or ruling; `system` is -1 for all, `since` is `NO_DAY` for always."""

    member: Int32
    kind: UInt8
    value: Float
    amount: Float
    under: Float
    since: Int32
    system: Int8


class Ceilings(NamedTuple):
    """Levels above which a ruling keeps a rating; infinity lifts one."""

    member: Int32
    value: Float
    since: Int32


class Rulings(NamedTuple):
    """Ratings set by the office as of a day, before the sections that end on that day; also what stood at the start.

    `record` is that of `vocabulary.Record`; `computed` the day the rating was computed, `NO_DAY` if not known.
    """

    member: Int32
    system: UInt8
    day: Int32
    rating: Float
    games: Int32
    record: Int8
    peak: Float
    wins: Int32
    draws: Int32
    events_of_three: Int32
    computed: Int32


class MatchChanges(NamedTuple):
    """What matches before the history did to ratings: they count for the limits of later ones."""

    member: Int32
    system: UInt8
    day: Int32
    change: Float


class Published(NamedTuple):
    """The published rating that an entry brought to a match, `games` `UNKNOWN_GAMES` when not said."""

    entry: Int32
    system: UInt8
    rating: Float
    games: Int32


class Columns(NamedTuple):
    """A whole history's facts."""

    members: Members
    sections: Sections
    entries: Entries
    sides: Sides
    foreign: ForeignRatings
    floors: Floors
    ceilings: Ceilings
    rulings: Rulings
    match_changes: MatchChanges
    published: Published
    time_controls: tuple[str, ...]
    """The spellings of time controls that `Sections.time_control` points at."""

    @property
    def games(self) -> int:
        """How many rated games there are: two sides a game, and one for a game rated as coded on one side alone."""
        return (len(self.sides.opponent) + 1) // 2


TABLES = (
    Members,
    Sections,
    Entries,
    Sides,
    ForeignRatings,
    Floors,
    Ceilings,
    Rulings,
    MatchChanges,
    Published,
)

_ELEMENTS: dict[str, np.dtype[Any]] = {
    "Int32": np.dtype(np.int32),
    "Int8": np.dtype(np.int8),
    "UInt8": np.dtype(np.uint8),
    "UInt16": np.dtype(np.uint16),
    "Float": np.dtype(np.float64),
    "Bool": np.dtype(np.bool_),
}

DTYPES: dict[type, dict[str, np.dtype[Any]]] = {
    table: {name: _ELEMENTS[form.__forward_arg__] for name, form in table.__annotations__.items()} for table in TABLES
}
"""The element type of every column, by the table it belongs to."""


def day_number(day: date | None) -> int:
    """A day as the columns have it.

    >>> day_number(date(1970, 1, 2)), day_number(None) == NO_DAY
    (1, True)
    """
    return NO_DAY if day is None else number_of(day)


def day_of(number: int) -> date | None:
    """The day that a number stands for.

    >>> day_of(1)
    datetime.date(1970, 1, 2)
    """
    return None if number == NO_DAY else date_of(int(number))
