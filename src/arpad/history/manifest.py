"""``history.json``: what the folder of a history holds, and how long each file is, so that no half of one is read."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import file_digest
from pathlib import Path

from arpad.history.arrays import REMEDY
from arpad.history.error import HistoryError, refuse
from arpad.ledger.plain import from_plain, to_plain

NAME = "history.json"
FAMILY, NUMBER = "arpad-history", 1
FORMAT = f"{FAMILY}/{NUMBER}"


@dataclass(frozen=True, slots=True)
class File:
    """How long a file is, and what its bytes come to where that was asked."""

    bytes: int
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """The folder of the facts: its files, the rows of each table, and the corrections.

    `settled` corrections are in the tables already, `pending` ones came later.
    """

    folder: str
    files: Mapping[str, File]
    rows: Mapping[str, int]
    settled: int = 0
    pending: int = 0


@dataclass(frozen=True, slots=True)
class Derived:
    """The folder of what was worked out of the facts; its lengths are known, and what it is about."""

    folder: str
    files: Mapping[str, File]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is in force: the newest version of the facts, and what was worked out of them, if anything."""

    format: str
    version: int
    facts: Facts
    derived: Derived | None = field(default=None)


def read_manifest(folder: Path) -> Manifest:
    """What the folder of a history holds; `HistoryError` where it is none, or one of a later arpad."""
    path = folder / NAME
    try:
        document = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise _no_history(folder) from None
    except OSError as error:
        raise refuse("unreadable-file", str(path), f"{NAME} cannot be read: {error.strerror}", REMEDY) from None
    except (ValueError, RecursionError) as error:
        raise refuse("damaged-file", str(path), f"{NAME} is no JSON: {error}", REMEDY) from None
    said = document.get("format") if isinstance(document, dict) else None
    found = re.fullmatch(rf"{FAMILY}/(\d+)", said, re.ASCII) if isinstance(said, str) else None
    if found is None:
        raise refuse("no-history", str(path), f"its format is {said!r}, that of a history is {FORMAT!r}", REMEDY)
    if int(found[1]) > NUMBER:
        message = f"the history is of the format {said!r}, this arpad reads {FORMAT!r}"
        raise refuse("newer-format", str(path), message, "take a newer arpad")
    try:
        manifest: Manifest = from_plain(Manifest, document)
    except HistoryError as error:
        message = f"{error.problem.place}: {error.problem.message}"
        raise refuse("damaged-file", str(path), message, REMEDY) from None
    for part in (manifest.facts, manifest.derived):
        if part is not None and not re.fullmatch(r"(facts|derived)-\d+", part.folder, re.ASCII):
            raise refuse("damaged-file", str(path), f"{part.folder!r} is no folder of a history", REMEDY)
    return manifest


def _no_history(folder: Path) -> HistoryError:
    """The error for what is not the folder of a history."""
    if folder.is_dir():
        message = f"there is no {NAME} in the folder"
    else:
        message = "this is a file, no folder" if folder.exists() else "there is no such folder"
    return refuse("no-history", str(folder), message, "name the folder of a history, or make one there")


def manifest_bytes(manifest: Manifest) -> bytes:
    """The text of a manifest."""
    return (json.dumps(to_plain(manifest), indent=1) + "\n").encode()


def described_files(folder: Path, *, digest: bool) -> dict[str, File]:
    """How long the files of a folder are, and what their bytes come to where that is asked."""
    return {
        path.name: File(path.stat().st_size, _digest(path) if digest else None) for path in sorted(folder.iterdir())
    }


def check_files(folder: Path, files: Mapping[str, File], remedy: str = REMEDY) -> None:
    """Refuse a file that is not there, or not what was written."""
    for name, written in files.items():
        path = folder / name
        if not path.is_file():
            raise refuse("missing-file", str(path), f"{name} is not there", remedy)
        size = path.stat().st_size
        if size != written.bytes:
            message = f"{name} has {size:,} bytes, {written.bytes:,} were written"
            raise refuse("damaged-file", str(path), message, remedy)
        if written.sha256 is not None and _digest(path) != written.sha256:
            raise refuse("damaged-file", str(path), f"{name} is not what was written", remedy)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
