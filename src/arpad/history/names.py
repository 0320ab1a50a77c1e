"""Names: who is who and which event is which, by number and by id, growing with the history.

A history numbers its members and events; the world calls them by ids.  Both ways are built when first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from arpad.history.room import with_room
from arpad.kernel.columns import Bool


class Texts:
    """Texts by number, null for none: a column as given, more behind it, and single ones that are others now.

    What is written behind those in use makes another list, so whoever reads the old one can go on reading it.
    """

    def __init__(
        self, given: pl.Series, more: Iterable[str | None] = (), changed: Mapping[int, str | None] | None = None
    ) -> None:
        self._given = given
        self._more = list(more)
        self._changed = dict(changed or {})

    def __len__(self) -> int:
        return len(self._given) + len(self._more)

    def __getitem__(self, number: int) -> str | None:
        if number in self._changed:
            return self._changed[number]
        count = len(self._given)
        found: str | None = self._given[int(number)] if number < count else self._more[number - count]
        return found

    def __setitem__(self, number: int, text: str | None) -> None:
        self._changed[int(number)] = text

    def behind(self, used: int, more: Iterable[str | None]) -> Texts:
        """The texts in use, and more."""
        changed = {number: text for number, text in self._changed.items() if number < used}
        return Texts(self._given, [*self._more[: used - len(self._given)], *more], changed)

    def all(self, used: int) -> pl.Series:
        """All texts in use."""
        more = self._more[: used - len(self._given)]
        found = pl.concat([self._given, pl.Series(more, dtype=pl.String)]) if more else self._given
        places = [number for number in self._changed if number < used]
        return found.clone().scatter(places, [self._changed[number] for number in places]) if places else found

    def at(self, numbers: Any) -> pl.Series:
        """The texts of some numbers; null for -1."""
        asked = np.asarray(numbers, dtype=np.int64)
        inside = (asked >= 0) & (asked < len(self._given))
        places = pl.Series(asked) if inside.all() else pl.Series(asked).set(pl.Series(~inside), None)
        found = self._given.gather(places) if len(self._given) else pl.Series([None] * len(asked), dtype=pl.String)
        others = [place for place in np.flatnonzero(~inside).tolist() if asked[place] >= 0]
        others += np.flatnonzero(np.isin(asked, list(self._changed))).tolist() if self._changed else []
        return found.scatter(others, [self[int(asked[place])] for place in others]) if others else found


class Names:
    """Ids and names by number; `members` and `events` say how many of each are in use.

    Members may be without any, where only their number is said.  What stands beyond is left from a change that was
    taken back, and counts for nothing.
    """

    def __init__(
        self,
        members: pl.Series | int,
        events: Sequence[str] | pl.Series,
        names: pl.Series | None = None,
        event_names: pl.Series | None = None,
    ) -> None:
        self.members = members if isinstance(members, int) else len(members)
        self.events = len(events)
        self.member_ids = _texts(members, self.members)
        self.member_names = _texts(names, self.members)
        self.event_ids = Texts(pl.Series("event", events, dtype=pl.String))
        self.event_names = _texts(event_names, self.events)
        self.withdrawn: frozenset[int] = frozenset()

    @cached_property
    def _number_of(self) -> dict[str, int]:
        ids = self.member_ids.all(self.members)
        return {member: number for number, member in enumerate(ids) if member is not None}

    @cached_property
    def _event_of(self) -> dict[str, int]:
        return {event: number for number, event in enumerate(self.event_ids.all(self.events))}

    @cached_property
    def _named(self) -> Bool:
        return self.member_ids.all(self.members).is_not_null().to_numpy()

    def have_ids(self, members: Any) -> Bool:
        """Which of some members have an id."""
        found: Bool = self._named[members]
        return found

    def member(self, member_id: str) -> int | None:
        """The number of a member; None for an id that nobody has."""
        found = self._number_of.get(member_id)
        if found is None or found >= self.members or self.member_ids[found] != member_id:
            return None
        return found

    def event(self, event_id: str) -> int | None:
        """The number of an event, withdrawn or not; None for an id that none had."""
        found = self._event_of.get(event_id)
        if found is None or found >= self.events or self.event_ids[found] != event_id:
            return None
        return found

    def filed(self, event_id: str) -> int | None:
        """The number of an event that is present."""
        found = self.event(event_id)
        return None if found in self.withdrawn else found

    def id_of_event(self, event: int) -> str:
        """The id of an event."""
        found = self.event_ids[event]
        if found is None:
            raise ValueError(f"event {event} has no id")
        return found

    def write_members(self, ids: Sequence[str | None], names: Sequence[str | None]) -> None:
        """Write ids and names behind those in use."""
        self.member_ids = self.member_ids.behind(self.members, ids)
        self.member_names = self.member_names.behind(self.members, names)
        self._number_of.update((member, self.members + at) for at, member in enumerate(ids) if member is not None)
        named = with_room(self._named, self.members + len(ids))
        named[self.members : self.members + len(ids)] = [member is not None for member in ids]
        self.__dict__["_named"] = named

    def write_events(self, events: Sequence[tuple[str, str | None]]) -> None:
        """Write ids and names of events behind those in use."""
        self.event_ids = self.event_ids.behind(self.events, [event for event, _ in events])
        self.event_names = self.event_names.behind(self.events, [name for _, name in events])
        self._event_of.update((event, self.events + at) for at, (event, _) in enumerate(events))


def _texts(texts: pl.Series | int | None, count: int) -> Texts:
    """Texts as given, or as many that nobody said."""
    if isinstance(texts, pl.Series):
        return Texts(texts)
    return Texts(pl.Series([None], dtype=pl.String).extend_constant(None, count)[1:])
