"""A rated history in a folder: the arrays of its plan and rows beside the facts, mapped when it is opened again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from arpad.history import store
from arpad.history.arrays import flatten, unflatten
from arpad.history.corrections import Correction
from arpad.history.error import refuse
from arpad.history.rated import Rated
from arpad.history.record import Record
from arpad.history.store import Working
from arpad.kernel.law_runs import NotRated, periods
from arpad.kernel.plan import Plan, Planned
from arpad.kernel.sources import source_digest
from arpad.rules.law import Law
from arpad.rules.rulebook import plain
from arpad.rules.vocabulary import LawChoice, Profile

COMMAND = "arpad history rate {}"


def save(
    rated: Rated,
    folder: Path,
    *,
    replace: bool = False,
    corrections: Iterable[Correction] = (),
    read: int | None = None,
) -> None:
    """Write facts and ratings; over the history that is there where `replace` says so, if it is the version `read`."""
    working = working_of(rated)
    store.create(folder, rated.record, replace=replace, corrections=corrections, working=working, read=read)


def add_ratings(rated: Rated, folder: Path, read: int | None = None) -> None:
    """Keep the ratings of the facts that are in a folder beside them, if they are those of the version `read`."""
    working = working_of(rated)
    store.write_derived(folder, working.arrays, working.about, read=read)


def opened(folder: Path, law: Law) -> Rated:
    """The ratings that are kept in a folder; `HistoryError` where there are none, or another law made them."""
    working = store.map_derived(folder)
    rate_it = COMMAND.format(folder)
    if working is None:
        raise refuse("not-rated-yet", str(folder), "the history is not rated", f"rate it: {rate_it}")
    about = working.about
    try:
        choice = LawChoice(_day(about["edition"]), _day(about["known"]), Profile(about["profile"]))
        variant, rules = about["variant"], about["rules"]
        not_rated = tuple(NotRated(*problem) for problem in about["not_rated"])
        arrays = working.arrays["last"], working.arrays["rows"]
    except (KeyError, TypeError, ValueError):
        message = "what is kept beside the facts is no rating of them"
        raise refuse("damaged-file", str(folder), message, f"rate it again: {rate_it}") from None
    last, rows = arrays
    planned = Planned(unflatten(Plan, "plan", working.arrays), last, not_rated)
    found = Rated(unflatten(Record, "record", working.arrays), periods(law, choice), variant, planned, rows)
    if rules != _rules(found):
        message = "it was rated by other rules than those that are installed"
        raise refuse("rated-by-other-rules", str(folder), message, f"rate it again: {rate_it}")
    return found


def working_of(rated: Rated) -> Working:
    """What was worked out, as arrays and what they are about."""
    choice = rated.of_law.choice
    arrays = {
        **flatten("record", rated.record),
        **flatten("plan", rated.plan),
        "last": rated.planned.last,
        "rows": rated.rows[: len(rated.plan.links.run)],
    }
    about: dict[str, Any] = {
        "rules": _rules(rated),
        "edition": plain(choice.edition),
        "known": plain(choice.known),
        "profile": choice.profile.value,
        "variant": {name: plain(value) for name, value in rated.variant.items()},
        "not_rated": [[problem.section, problem.code, problem.message] for problem in rated.not_rated],
    }
    return Working(arrays, about)


def _rules(rated: Rated) -> str:
    """Fingerprint of all that decides what a history is rated by: the code, and every rulebook in use."""
    content = "\n".join([source_digest("kernel"), *(book.digest for book in rated.books)])
    return hashlib.sha256(content.encode()).hexdigest()[:24]


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
