"""A history as a folder: the facts as tables, what was worked out of them as plain arrays, and the log of corrections.

::

    history.json     what is in force
    facts-1/         members.parquet, games.parquet and the like, corrections.jsonl
    derived-1/       plan.who.npy and the like, about.json

A new version is written whole, under another name, and is in force from the moment that ``history.json`` is replaced;
only then the old one goes.  Whatever happens on the way, the folder holds the old history or the new.
One process writes at a time: a second that comes between is refused.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace as with_other
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

from polars.exceptions import PanicException, PolarsError

from arpad.history import corrections as log
from arpad.history import manifest as manifests
from arpad.history.arrays import AGAIN, REMEDY, Array, link, map_arrays, write_arrays
from arpad.history.checks import check
from arpad.history.corrections import Correction, Corrections
from arpad.history.error import HistoryError, refuse
from arpad.history.files import read_table, write_tables
from arpad.history.manifest import (
    FORMAT,
    Derived,
    Facts,
    Manifest,
    check_files,
    described_files,
    manifest_bytes,
    read_manifest,
)
from arpad.history.record import Record
from arpad.history.tables import frames_of, record_of_frames

ABOUT = "about.json"
TABLE = ".parquet"
WRITING = ".writing-"
OWN = ("facts-", "derived-", WRITING)
"""How the names of a history's folders begin; that of one that is not whole yet last."""


class Working(NamedTuple):
    """What was worked out of the facts: arrays by name, and what they are about, as JSON has it."""

    arrays: Mapping[str, Array]
    about: Mapping[str, Any]


def create(
    folder: Path,
    record: Record,
    *,
    replace: bool = False,
    corrections: Iterable[Correction] = (),
    working: Working | None = None,
    read: int | None = None,
) -> None:
    """Write a history into a folder that is new or empty; over an older version of it where `replace` says so.

    The record is what holds now: all corrections, those that the older version had and those given, are settled.
    `read` is the version that it was made of: where the folder holds another by now, nothing is written.
    """
    before = _before(folder, replace=replace)
    _check_read(folder, before, read)
    check(record)
    said = "" if before is None else (folder / before.facts.folder / log.NAME).read_text(encoding="utf-8")
    said += log.lines_of(corrections)

    def facts(path: Path) -> Facts:
        frames = frames_of(record)
        path.mkdir()
        write_tables(path, frames, TABLE)
        (path / log.NAME).write_text(said, encoding="utf-8")
        rows = {name: frame.height for name, frame in frames.items()}
        return Facts(path.name, described_files(path, digest=True), rows, settled=said.count("\n"))

    _write(folder, before, facts, working)


def check_free(folder: Path, *, replace: bool = False) -> None:
    """Refuse a folder that no history may be written to, before the work for one begins."""
    _before(folder, replace=replace)


def append_corrections(folder: Path, corrections: Iterable[Correction], working: Working | None = None) -> None:
    """Add corrections to the log of a history; the tables stay, and the corrections are pending.

    What was worked out of the facts before goes, as it does not hold any more; `working` is what does.
    """
    before = read_manifest(folder)
    old, added = folder / before.facts.folder, log.lines_of(corrections)

    def facts(path: Path) -> Facts:
        path.mkdir()
        for name in before.facts.files:
            if name != log.NAME:
                link(old / name, path / name)
        (path / log.NAME).write_text((old / log.NAME).read_text(encoding="utf-8") + added, encoding="utf-8")
        files = {**before.facts.files, log.NAME: described_files(path, digest=True)[log.NAME]}
        pending = before.facts.pending + added.count("\n")
        return with_other(before.facts, folder=path.name, files=files, pending=pending)

    _write(folder, before, facts, working)


def write_derived(
    folder: Path, arrays: Mapping[str, Array], about: Mapping[str, Any], *, read: int | None = None
) -> None:
    """Keep what was worked out of the facts of a history beside them, in the place of what was there.

    `read` is the version whose facts these were: where the folder holds another by now, nothing is written.
    """
    before = read_manifest(folder)
    _check_read(folder, before, read)
    _write(folder, before, lambda _: before.facts, Working(arrays, about))


def version_of(folder: Path) -> int:
    """The number of the version that is in force: every write makes another."""
    return read_manifest(folder).version


def read_record(folder: Path) -> Record:
    """The facts that the tables of a history tell; pending corrections are not in them."""
    facts = read_manifest(folder).facts
    path = folder / facts.folder
    check_files(path, facts.files)
    frames = {name: read_table(path / f"{name}{TABLE}") for name in facts.rows}
    for name, frame in frames.items():
        if frame.height != facts.rows[name]:
            message = f"{name} has {frame.height:,} rows, {facts.rows[name]:,} were written"
            raise refuse("wrong-count", str(path / f"{name}{TABLE}"), message, REMEDY)
    return record_of_frames(frames)


def read_corrections(folder: Path) -> Corrections:
    """The corrections that were recorded since the history was made."""
    facts = read_manifest(folder).facts
    path = folder / facts.folder
    check_files(path, {log.NAME: facts.files[log.NAME]})
    return log.read_log(path / log.NAME, facts.settled)


def map_derived(folder: Path) -> Working | None:
    """What was worked out of the facts as they are now, mapped; None where nothing is kept."""
    derived = read_manifest(folder).derived
    if derived is None:
        return None
    path = folder / derived.folder
    check_files(path, derived.files, AGAIN)
    try:
        about = json.loads((path / ABOUT).read_bytes())
    except (ValueError, RecursionError):
        raise refuse("damaged-file", str(path / ABOUT), f"{ABOUT} is no JSON", AGAIN) from None
    return Working(map_arrays(path), about)


def _before(folder: Path, *, replace: bool) -> Manifest | None:
    """What a folder holds that is to be written; `HistoryError` where that must not be."""
    if not folder.exists():
        if not folder.parent.is_dir():
            message = f"the history cannot be written: No such file or directory: {folder.parent}"
            raise refuse("cannot-write", str(folder), message, "make that folder first")
        return None
    if not folder.is_dir():
        raise refuse("no-folder", str(folder), "this is a file", "name a new folder")
    if (folder / manifests.NAME).exists():
        if not replace:
            hint = "name a new folder, or replace it (--replace)"
            raise refuse("history-exists", str(folder), "there is a history in the folder", hint)
        return read_manifest(folder)
    if any(folder.iterdir()):
        raise refuse("folder-not-empty", str(folder), "there are other things in the folder", "name a new folder")
    return None


def _write(folder: Path, before: Manifest | None, facts: Callable[[Path], Facts], working: Working | None) -> None:
    """Write a new version beside the one that is in force, and put it in its place."""
    version = 1 if before is None else before.version + 1
    staging = (folder.parent if before is None else folder) / f"{WRITING}{folder.name}-{token_hex(4)}"
    try:
        staging.mkdir()
        manifest = Manifest(
            FORMAT,
            version,
            facts(staging / f"facts-{version}"),
            None if working is None else _derived(staging / f"derived-{version}", working),
        )
        (staging / manifests.NAME).write_bytes(manifest_bytes(manifest))
        for path in (*staging.rglob("*"), staging):
            _sync(path)
        if before is None:
            _place_all(staging, folder)
        else:
            _check_unchanged(folder, before)
            _place_parts(staging, folder)
    except (OSError, PolarsError, PanicException) as error:
        _check_unchanged(folder, before)
        said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        hint = "see that there is room, and leave to write there; what was there is as it was"
        raise refuse("cannot-write", str(folder), f"the history cannot be written: {said}", hint) from None
    finally:
        shutil.rmtree(staging, ignore_errors=True)
        _clear(folder)


def _derived(path: Path, working: Working) -> Derived:
    path.mkdir()
    write_arrays(path, working.arrays)
    (path / ABOUT).write_text(json.dumps(working.about), encoding="utf-8")
    return Derived(path.name, described_files(path, digest=False))


def _place_all(staging: Path, folder: Path) -> None:
    """A new history, from one moment to the next."""
    if folder.exists():
        folder.rmdir()
    staging.rename(folder)
    _sync(folder.parent)


def _check_read(folder: Path, before: Manifest | None, read: int | None) -> None:
    """Refuse to write what was made of another version than that in force."""
    if read is not None and (before is None or before.version != read):
        raise _changed(folder)


def _check_unchanged(folder: Path, before: Manifest | None) -> None:
    """Refuse to go on where somebody else wrote meanwhile."""
    if before is not None and read_manifest(folder) != before:
        raise _changed(folder)


def _changed(folder: Path) -> HistoryError:
    message = "the history was written by somebody else meanwhile"
    return refuse("changed-meanwhile", str(folder), message, "open it again, and do again what was to be done")


def _place_parts(staging: Path, folder: Path) -> None:
    """A new version: its folders first, which nobody knows of yet, then the manifest that names them."""
    for path in staging.iterdir():
        if path.is_dir():
            shutil.rmtree(folder / path.name, ignore_errors=True)
            path.rename(folder / path.name)
    _sync(folder)
    (staging / manifests.NAME).replace(folder / manifests.NAME)
    _sync(folder)


def _clear(folder: Path) -> None:
    """Remove what no manifest names: an older version, or one that was never finished.

    What cannot be removed now is removed by the next write.
    """
    if not (folder / manifests.NAME).exists():
        return
    manifest = read_manifest(folder)
    named = {manifest.facts.folder} | ({manifest.derived.folder} if manifest.derived else set())
    for path in folder.iterdir():
        if path.is_dir() and path.name not in named and path.name.startswith(OWN):
            shutil.rmtree(path, ignore_errors=True)


def _sync(path: Path) -> None:
    """See that a file or folder is on the disk; Windows does that for folders unasked."""
    if sys.platform == "win32" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
