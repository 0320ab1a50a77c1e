"""Journal: what was written where and what stood there, so that a change can be taken back, and made again."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

ALL = object()
"""In place of a place: the whole attribute."""


class Journal:
    """Writes with what they replaced, in order.

    Where something is written is found again by name each time: what is there is copied when it needs more room.
    """

    def __init__(self) -> None:
        self._entries: list[list[Any]] = []

    def set(self, owner: object, name: str, value: Any) -> None:
        """Give an attribute another value."""
        self.put(owner, name, ALL, value)

    def put(self, owner: object, name: str, at: Any, value: Any) -> None:
        """Write one place of an array or a list, or one part of a named tuple, by the name that an owner has for it."""
        self._entries.append([owner, name, at, _exchanged(owner, name, at, value)])

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
            entry[3] = _exchanged(*entry)


def _exchanged(owner: object, name: str, at: Any, value: Any) -> Any:
    """Write a value, and give back what stood there."""
    held = attrgetter(name)(owner)
    if at is ALL:
        setattr(owner, name, value)
        return held
    if isinstance(held, tuple):
        setattr(owner, name, held._replace(**{at: value}))  # type: ignore[attr-defined]  # it is a named one
        return getattr(held, at)
    before, held[at] = held[at], value
    return before
