"""Desk: the scratch paper of one thread, large enough for the largest section."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arpad.kernel.columns import SYSTEMS, Bool, Float, Int32


class Desk(NamedTuple):
    """Numbers of the members of one section while it is rated, and of the opponents of one of them.

    `lead` is the place of the first entry of the same member; the numbers of a member stand there.  `opponents` and
    `others` are filled for one member at a time.
    """

    r0: Float
    n: Float
    n_star: Float
    effective: Float
    record: Int32
    m: Int32
    newcomer: Bool
    score: Float
    own: Float
    before: Float
    between: Float
    final: Float
    strength: Float
    k: Float
    expected: Float
    bonus: Float
    first_estimate: Float
    standard: Bool
    lead: Int32
    source: Int32
    met: Int32
    opponents: Float
    others: Int32


def desk(most_entries: int, most_sides: int) -> Desk:
    """A desk for sections of so many entries, whose members have so many sides at most."""
    forms = {"Float": np.float64, "Int32": np.int32, "Bool": np.bool_}
    sizes = {"opponents": most_sides, "others": len(SYSTEMS)}
    return Desk(
        *(
            np.zeros(max(1, sizes.get(name, most_entries)), dtype=forms[str(form.__forward_arg__)])
            for name, form in Desk.__annotations__.items()
        )
    )
