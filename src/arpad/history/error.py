"""The one error of a history: an input that cannot be, with the problem that says where and why.

It is the error of the ledger, whose checks of a fact are the checks of a history's facts too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from arpad.ledger.error import LedgerError as HistoryError
from arpad.ledger.error import refuse

__all__ = ["HistoryError", "refuse", "refuse_rows"]


def refuse_rows(
    code: str, rows: NDArray[Any], place: Callable[[int], str], message: Callable[[int], str], hint: str
) -> None:
    """Refuse a table for the first of some rows, and say how many more there are; nothing where there are none.

    >>> import numpy as np
    >>> refuse_rows("no-day", np.array([3, 5]), "sections[{}]".format, "row {} has no day".format, "add it")
    Traceback (most recent call last):
    arpad.ledger.error.LedgerError: error: row 3 has no day, and 1 more of the kind; add it [no-day at sections[3]]
    """
    if not len(rows):
        return
    first = int(rows[0])
    more = f", and {len(rows) - 1:,} more of the kind" if len(rows) > 1 else ""
    raise refuse(code, place(first), message(first) + more, hint)
