"""Journal: what was written where and what stood there, so that a change can be taken back, and made again."""

from __future__ import annotations

from typing import Any


class Journal:
    """Writes with what they replaced, in order."""

    def __init__(self) -> None:
        self._entries: list[list[Any]] = []

    def set(self, owner: object, name: str, value: Any) -> None:
        """Give an attribute another value."""
        self._entries.append([owner, name, getattr(owner, name), True])
        setattr(owner, name, value)

    def put(self, container: Any, at: Any, value: Any) -> None:
        """Write one place of a list, a mapping or an array."""
        self._entries.append([container, at, container[at], False])
        container[at] = value

    def turn(self) -> None:
        """Put back what stood everywhere before, or, turned once more, what was written.

        >>> values, journal = [1, 2], Journal()
        >>> journal.put(values, 0, 5)
        >>> journal.turn()
        >>> values
        [1, 2]
        >>> journal.turn()
        >>> values
        [5, 2]
        """
        self._entries.reverse()
        for entry in self._entries:
            owner, name, value, is_attribute = entry
            if is_attribute:
                entry[2] = getattr(owner, name)
                setattr(owner, name, value)
            else:
                entry[2] = owner[name]
                owner[name] = value
