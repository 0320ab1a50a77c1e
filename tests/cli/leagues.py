"""Small histories for the tests of `arpad history`: a league made up once, tables and event documents by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MEMBER = "10000039"
"""The member of the league who played most."""
FIRST = "200101060020"
"""The league's first event, in which `NEWCOMER` started."""
NEWCOMER = "10000003"
MADE = ("--members", 80, "--games", 2000, "--seed", 7)

TABLES = {
    "members": "member,name\n1,ALDER\n2,BIRCH\n3,CEDAR\n",
    "events": "event,name\n202503010011,Open\n",
    "sections": "event,section,start,end,time_control\n202503010011,1,2025-03-01,2025-03-01,G/90;d5\n",
    "entries": "event,section,number,member\n202503010011,1,1,1\n202503010011,1,2,2\n202503010011,1,3,3\n",
    "games": "event,section,number,round,opponent,code\n"
    "202503010011,1,1,1,2,W\n202503010011,1,2,1,1,L\n202503010011,1,2,2,3,D\n202503010011,1,3,2,2,D\n",
}
"""Tables of three members and two games, as CSV."""


def written(folder: Path, **tables: str | bytes | None) -> Path:
    """A folder of tables, some of them others than the usual ones; None for none."""
    folder.mkdir()
    for name, text in ({**TABLES, **tables}).items():
        if text is not None:
            content = text if isinstance(text, bytes) else text.encode()
            (folder / (name if "." in name else f"{name}.csv")).write_bytes(content)
    return folder


def document(event: str | None, day: str, players: list[dict[str, Any]], control: str = "G/60;d5") -> str:
    """An event document of one section."""
    section = {"number": 1, "time_control": control, "players": players}
    named = {} if event is None else {"id": event}
    return json.dumps({"format": "arpad-event/1", **named, "start": day, "end": day, "sections": [section]})


OPEN = document(
    "202503010013",
    "2025-03-01",
    [
        {"number": 1, "id": "1", "name": "ALDER", "ratings": {"OTBR": {"rating": 1500, "games": 30}}, "rounds": ["W2"]},
        {"number": 2, "id": "2", "name": "BIRCH", "birth": "2000-01-01", "rounds": ["L1"]},
    ],
)
LATE = document(
    "202503080013",
    "2025-03-08",
    [
        {"number": 1, "id": "1", "ratings": {"OTBR": {"rating": 1600, "games": 30}}, "rounds": ["W2", "D3"]},
        {
            "number": 2,
            "id": "3",
            "name": "CEDAR",
            "ratings": {"OTBR": {"rating": 1800, "games": 20}, "FIDE": {"rating": 1900}},
            "rounds": ["L1", "-"],
        },
        {"number": 3, "name": "A GUEST", "rounds": ["-", "D1"]},
    ],
)


def fact(kind: str, /, **fields: Any) -> str:
    """A fact as a line of JSON."""
    return json.dumps({"fact": kind, "schema": 1, **fields}) + "\n"


BORN = fact("member-changed", member=NEWCOMER, birth="1993-02-10", adult=None, name="BRANORBECK, JOTTE")
"""A newcomer of the first event was a child: everybody who met him, and whom they met, moves."""


def everything(folder: Path) -> dict[str, bytes]:
    """Every file beneath a folder, by name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in _files(folder)}


def _files(folder: Path) -> Iterator[Path]:
    yield from (path for path in sorted(folder.rglob("*")) if path.is_file())
