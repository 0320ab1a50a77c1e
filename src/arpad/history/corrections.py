"""The log of corrections: facts recorded after a history was made, one JSON object a line, never edited."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from arpad.history.arrays import REMEDY
from arpad.history.error import HistoryError, refuse
from arpad.ledger.facts import Fact, from_json, to_json

NAME = "corrections.jsonl"


@dataclass(frozen=True, slots=True)
class Correction:
    """A fact, and when it was recorded."""

    recorded: datetime
    fact: Fact


class Corrections(NamedTuple):
    """All that was recorded: `settled` corrections are in the tables of the facts already, `pending` ones are not."""

    settled: tuple[Correction, ...]
    pending: tuple[Correction, ...]


def lines_of(corrections: Iterable[Correction]) -> str:
    """Corrections as lines of JSON.

    >>> from datetime import UTC
    >>> from arpad.ledger.facts import EventWithdrawn
    >>> print(lines_of([Correction(datetime(2026, 3, 1, 12, tzinfo=UTC), EventWithdrawn("202503010013"))]), end="")
    {"recorded": "2026-03-01T12:00:00+00:00", "fact": "event-withdrawn", "schema": 1, "event": "202503010013"}
    """
    return "".join(
        json.dumps({"recorded": correction.recorded.isoformat(), **to_json(correction.fact)}) + "\n"
        for correction in corrections
    )


def read_log(path: Path, settled: int) -> Corrections:
    """The corrections of a file, of which so many are settled; `HistoryError` names the line that is none."""
    found = []
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                document = json.loads(line)
                recorded = datetime.fromisoformat(document.pop("recorded"))
                found.append(Correction(recorded, from_json(document)))
            except HistoryError as error:
                raise refuse("damaged-file", f"{path}:{number}", str(error.problem.message), REMEDY) from None
            except (ValueError, AttributeError, KeyError, TypeError):
                raise refuse("damaged-file", f"{path}:{number}", "the line is no correction", REMEDY) from None
    return Corrections(tuple(found[:settled]), tuple(found[settled:]))
