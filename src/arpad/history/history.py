"""A rated history: facts, a law, and what the one makes of the other; frames out, corrections in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from arpad.history import keeping
from arpad.history.backtest import Variants, backtest, forward_frame, groups_of
from arpad.history.changes import edit_of
from arpad.history.compact import record_of
from arpad.history.consequences import Consequences, consequences_of
from arpad.history.details import detail_frame
from arpad.history.difference import Difference, difference
from arpad.history.error import refuse
from arpad.history.rated import Rated, rated
from arpad.history.record import Record
from arpad.history.results import result_frame, rows_in_order, standing_frame, up_to
from arpad.history.room import widened
from arpad.history.why import Why, rated_event, why
from arpad.history.workbook import Workbook
from arpad.kernel.columns import SYSTEMS, Int32
from arpad.kernel.forward import COLUMNS
from arpad.kernel.law_runs import periods
from arpad.kernel.run import Progress
from arpad.kernel.work import nothing_asked
from arpad.ledger.facts import Fact
from arpad.rules.calendar import date_of, number_of
from arpad.rules.law import Law, law
from arpad.rules.uschess.event import RatedEvent
from arpad.rules.uschess.published import LEAST_GAMES, list_cutoff
from arpad.rules.vocabulary import LawChoice, System


class History:
    """A history rated by a law; it does not change.

    >>> from arpad.history import generate
    >>> league = rate(generate(members=40, games=200, seed=1))
    >>> league.standings(system="OTBR").columns[:5]
    ['member', 'name', 'system', 'rating', 'games']
    """

    def __init__(self, rated: Rated) -> None:
        self.rated = rated

    def __repr__(self) -> str:
        return f"<History: {self.record}, rated by {self.by}>"

    @property
    def record(self) -> Record:
        """The facts."""
        return self.rated.record

    @property
    def by(self) -> str:
        """Which law it was rated by, in words."""
        choice = self.rated.of_law.choice
        known = choice.known or self.rated.of_law.law.newest
        law_of = (
            f"the edition of {choice.edition}"
            if choice.edition
            else f"the law of the day as known on {known}, {choice.profile.value}"
        )
        return law_of + "".join(f", {name} = {value}" for name, value in self.rated.variant.items())

    # frames

    def results(
        self,
        *,
        event: str | None = None,
        section: int | None = None,
        member: str | None = None,
        system: System | str | None = None,
    ) -> pl.DataFrame:
        """What every section, and every ruling, made of everybody, in rating order; of one event or member alone.

        `games` is null where a rating is based on many games, nobody knows how many; a ruling has no event.
        """
        if member is None:
            rows = rows_in_order(self.rated.plan, None if event is None else self._runs(event, section))
        else:
            rows = np.array(self._rows_of(self._member(member))[::-1], dtype=np.int64)
            if event is not None:
                rows = rows[np.isin(self.rated.plan.links.run[rows], self._runs(event, section))]
        frame = result_frame(self.rated, rows)
        return frame if system is None else frame.filter(pl.col("system") == System(system).value)

    def standings(
        self,
        *,
        on: date | None = None,
        system: System | str | None = None,
        least_games: int = 0,
    ) -> pl.DataFrame:
        """What is true of each member in each system: now, or after the sections that had ended on a day."""
        rows = up_to(self.rated.plan, rows_in_order(self.rated.plan), on)
        frame = standing_frame(self.rated, rows)
        if system is not None:
            frame = frame.filter(pl.col("system") == System(system).value)
        return frame.filter(pl.col("games").is_null() | (pl.col("games") >= least_games))

    def official_list(self, month: date, system: System | str | None = None) -> pl.DataFrame:
        """The list that takes effect in a month: the standings at its cutoff that are based on 4 games or more."""
        cutoff = date_of(list_cutoff(number_of(month)))
        return self.standings(on=cutoff, system=system, least_games=LEAST_GAMES)

    def player(self, member: str) -> pl.DataFrame:
        """The results of one member in order."""
        return self.results(member=member)

    def details(self, event: str, section: int | None = None) -> pl.DataFrame:
        """The results of an event, or of one section, with every number that was computed on the way."""
        return detail_frame(self.rated, self._runs(event, section))

    def rated_event(self, event: str) -> RatedEvent:
        """An event rated by the interpreted rules, ready for an `arpad-rated/1` document."""
        return rated_event(self.rated, tuple(int(run) for run in self._runs(event, None)))

    def why(self, event: str, section: int, player: str | int, system: System | str | None = None) -> Why:
        """One result explained: of a member by id, or of a pairing number; in the section's first system by default."""
        runs = self._runs(event, section)
        in_systems = [SYSTEMS[self.rated.plan.runs.system[run]] for run in runs]
        if system is not None and System(system) not in in_systems:
            message = f"section {section} is rated in {', '.join(in_systems)}, not in {system}"
            raise refuse("unknown-system", f"event {event}", message, "name one of these")
        run = int(runs[0 if system is None else in_systems.index(System(system))])
        return why(self.rated, run, self._number(event, run, player))

    def not_rated(self) -> pl.DataFrame:
        """The sections, or systems of one, that the law cannot rate, and why."""
        sections, problems = self.record.columns.sections, self.rated.not_rated
        place = np.array([problem.section for problem in problems], dtype=np.int64)
        return pl.DataFrame(
            {
                "event": self.record.events.gather(sections.event[place]),
                "section": sections.number[place],
                "end": pl.Series(sections.end[place]).cast(pl.Date),
                "code": pl.Series([problem.code for problem in problems], dtype=pl.String),
                "message": pl.Series([problem.message for problem in problems], dtype=pl.String),
            }
        )

    # questions to the law

    def forward(self) -> pl.DataFrame:
        """How well the ratings before each section foresaw its games, by year and system.

        Only games between two who were rated before are counted; `log_loss` and `squared` are means a game.
        """
        groups, first, count = groups_of(self.rated)
        scores = np.zeros((count, COLUMNS))
        self.rated.again(asked=nothing_asked()._replace(scores=scores, groups=groups))
        return forward_frame(scores, first)

    def backtest(self, variants: Variants, *, threads: int = 1) -> pl.DataFrame:
        """The forward scores under each of some variants of the law, as ``{"B = 12": {"bonus_threshold": 12.0}}``."""
        return backtest(self.rated, variants, threads=threads)

    def vary(self, variant: Mapping[str, Any], *, threads: int = 1, progress: Progress | None = None) -> History:
        """The same facts rated with other numbers of the law, as ``{"bonus_threshold": 12.0}``."""
        varied = Rated(self.record, self.rated.of_law, dict(variant), self.rated.planned, self.rated.rows)
        rows = varied.again(threads=threads, progress=progress)
        return History(Rated(self.record, varied.of_law, varied.variant, varied.planned, rows))

    # changes

    @cached_property
    def book(self) -> Workbook:
        """The working form, in which facts can be changed; made when it is first asked for."""
        book = Workbook.of(self.record, self.rated.of_law, dict(self.rated.variant))
        book.rows = widened(self.rated.rows)
        return book

    def consequences(self, facts: Iterable[Fact], progress: Progress | None = None) -> Consequences:
        """What facts would make different, by how much, and through whom; the history stays as it is.

        The facts may build on each other.  `HistoryError` for one that contradicts what is known.
        """
        return consequences_of(self.book, edit_of(self.book, facts), progress)

    def corrected(self, facts: Iterable[Fact], *, threads: int = 1, progress: Progress | None = None) -> History:
        """The history that these facts make, rated from the start."""
        moved = self.book.apply(edit_of(self.book, facts))
        try:
            record = record_of(self.book)
        finally:
            self.book.undo(moved)
        return History(rated(record, self.rated.of_law, self.rated.variant, threads=threads, progress=progress))

    def difference(self, other: History) -> Difference:
        """What is different in another history."""
        return difference(self.rated, other.rated)

    # on disk

    def save(self, folder: Path, *, replace: bool = False) -> None:
        """Keep facts and ratings in a folder; over the history that is there where `replace` says so."""
        keeping.save(self.rated, folder, replace=replace)

    @classmethod
    def open(cls, folder: Path, using: Law | None = None) -> History:
        """The rated history of a folder, mapped: nothing is read before it is asked for."""
        return cls(keeping.opened(folder, using or law()))

    # places

    def _member(self, member: str) -> int:
        """The number of the member that an id stands for."""
        found = self.record.members.index_of(member)
        if found is None:
            raise refuse("unknown-member", f"member {member}", "nobody has this id", "correct the id")
        same_as = self.record.columns.members.same_as
        while same_as[found] != found:
            found = int(same_as[found])
        return int(found)

    def _rows_of(self, member: int) -> list[int]:
        """The rows of a member, the last first."""
        found = []
        row = int(self.rated.planned.last[member])
        while row >= 0:
            found.append(row)
            row = int(self.rated.plan.links.prev_any[row])
        return found

    def _runs(self, event: str, section: int | None) -> Int32:
        """The runs of an event, or of one of its sections, in rating order."""
        place = self.record.events.index_of(event)
        if place is None:
            raise refuse("unknown-event", f"event {event}", "no event has this id", "correct the id")
        sections = self.record.columns.sections
        chosen = np.flatnonzero(sections.event == place)
        if section is not None:
            chosen = chosen[sections.number[chosen] == section]
        runs = np.array([run for one in chosen for run in self.rated.runs_of(int(one))], dtype=np.int32)
        if not len(runs):
            what = "nothing of it is rated" if section is None else f"no section {section} of it is rated"
            raise refuse("unknown-section", f"event {event}", what, "the table not_rated tells why")
        return runs[np.argsort(self.rated.plan.rank[runs])]

    def _number(self, event: str, run: int, player: str | int) -> int:
        """The pairing number of a player in a run."""
        plan = self.rated.plan
        first, size = int(plan.runs.first_entry[run]), int(plan.runs.size[run])
        numbers = self.record.columns.entries.number[first : first + size]
        if isinstance(player, int):
            if player not in numbers:
                raise refuse("unknown-number", f"event {event}", f"nobody has number {player}", "correct the number")
            return player
        there = np.flatnonzero(plan.who[first : first + size] == self._member(player))
        if not len(there):
            raise refuse("not-there", f"event {event}", f"member {player} did not play there", "correct the section")
        return int(numbers[there[0]])


def rate(
    record: Record,
    choice: LawChoice | None = None,
    *,
    using: Law | None = None,
    variant: Mapping[str, Any] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> History:
    """Rate a whole history: by date unless a choice of law says otherwise.

    Args:
        record: the facts.
        choice: an edition, or what was known when; by date, newest, when not said.
        using: another office's law.
        variant: numbers of the law replaced in every rulebook, as ``{"bonus_threshold": 12.0}``.
        threads: how many processors to use; the bits are the same.
        progress: told how many of the sections are done; answers False to stop (`kernel.run.Stopped`).
    """
    of_law, asked = using or law(), choice or LawChoice()
    of_law.systems_of_edition(asked.edition or asked.known or of_law.newest)
    return History(rated(record, periods(of_law, asked), variant or {}, threads=threads, progress=progress))
