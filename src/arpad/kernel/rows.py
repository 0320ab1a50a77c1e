"""Rows: what is true of a member in a system after a section.  The output of the kernel, and all the state it has."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

ROW = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("post", np.float64),  # NaN: unrated
                ("peak", np.float64),  # the highest established rating, NaN: none yet
                ("games", np.int32),  # N; UNKNOWN_GAMES: large
                ("wins", np.int32),
                ("draws", np.int32),
                ("events_of_three", np.int32),
                ("day", np.int32),  # the end of the last section that rated the member; NO_DAY: not known
                ("olm_games", np.uint16),  # games at an established rating of 2200 or more, 65535 at most
                ("record", np.int8),  # of `vocabulary.Record`
                ("marks", np.uint8),
            ],
            align=True,
        ),
    )
)
"""40 bytes: one member, one system, after one section."""

MARKS_AT = 39
"""The byte of a row where its marks are: the last, and the last to be written."""

DONE = 1
"""The row was computed: what another thread waits for."""
RATED = 2
"""The member has a rating."""
MOVED = 4
"""The section rated the member: at least one rated game, not refused."""

MOST_OLM_GAMES = 65535

DETAIL = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("r0", np.float64),
                ("n", np.float64),
                ("n_star", np.float64),
                ("n_effective", np.float64),
                ("score", np.float64),
                ("first_estimate", np.float64),
                ("intermediate", np.float64),
                ("k", np.float64),
                ("expected", np.float64),
                ("bonus", np.float64),
                ("unfloored", np.float64),
                ("floor", np.float64),
                ("floor_request", np.float64),
                ("ceiling", np.float64),
                ("limit_up", np.float64),
                ("limit_down", np.float64),
                ("m", np.int32),
                ("formula", np.int8),  # NO_FORMULA, SPECIAL, STANDARD
                ("source", np.int8),  # of an initial rating; NOT_NEW for who was rated before
                ("floor_kind", np.int8),  # of FLOORS
                ("refused", np.int8),  # of REFUSALS
            ],
            align=True,
        ),
    )
)
"""Everything else that came of a row, for whoever asks: NaN where there is no such number."""

NO_FORMULA, SPECIAL, STANDARD = -1, 0, 1
FORMULAS = ("special", "standard")

FROM_PRIORITY = 0  # and on: the number of the source in `numbers.SOURCE_NAMES`
FROM_BLEND, FROM_NATIONAL, FROM_AGE, FROM_ADULT, FROM_UNKNOWN = 8, 9, 10, 11, 12
NOT_NEW = -1

ABSOLUTE_FLOOR, PEAK_FLOOR, OLM_FLOOR, MONEY_FLOOR, LOWERED_FLOOR = range(5)
FLOORS = ("absolute", "peak", "olm", "money", "lowered")
NO_FLOOR = -1

NOT_REFUSED, NO_PUBLISHED, NOT_ESTABLISHED, TOO_FAR_APART, NOT_TWO, FOREIGN_UNKNOWN = range(6)
REFUSALS = (
    "",
    "no published rating",
    "a rating that is not established",
    "published ratings too far apart",
    "not two players",
    "these rules know no foreign FIDE events",
)

Rows = NDArray[np.record]
Details = NDArray[np.record]


def empty(count: int) -> Any:
    """Rows that were not computed yet."""
    return np.zeros(count, dtype=ROW)
