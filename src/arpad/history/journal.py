"""Journal: what was written where and what stood there, so that a change can be taken back, and made again."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

ALL = object()
"""In place of a place: the whole attribute."""


class Journal:
    """Writes with what they replaced, in order.

    Where something is written is found again by name each time: arrays are copied when they need more room.
    """

    def __init__(self) -> None:
        self._entries: list[list[Any]] = []

    def set(self, owner: object, name: str, value: Any) -> None:
        """Give an attribute another value."""
        self._entries.append([owner, name, ALL, getattr(owner, name)])
        setattr(owner, name, value)

    def put(self, owner: object, name: str, at: Any, value: Any) -> None:
        """Write one place of a list, a mapping or an array, which an owner has by a name that may have dots."""
        held = attrgetter(name)(owner)
        self._entries.append([owner, name, at, held[at]])
        held[at] = value

    def turn(self) -> None:
        """Put back what stood everywhere before, or, turned once more, what was written.

        >>> from types import SimpleNamespace
        >>> owner, journal = SimpleNamespace(values=[1, 2]), Journal()
        >>> journal.put(owner, "values", 0, 5)
        >>> owner.values = [5, 2, 7]
        >>> journal.turn()
        >>> owner.values
        [1, 2, 7]
        >>> journal.turn()
        >>> owner.values
        [5, 2, 7]
        """
        self._entries.reverse()
        for entry in self._entries:
            owner, name, at, value = entry
            if at is ALL:
                entry[3] = getattr(owner, name)
                setattr(owner, name, value)
            else:
                held = attrgetter(name)(owner)
                entry[3] = held[at]
                held[at] = value
