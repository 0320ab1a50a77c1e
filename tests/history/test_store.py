"""A history as a folder: whole or not at all, mapped without copying, and clear about what is wrong with it."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.history.arrays import flatten, map_arrays, unflatten, write_arrays
from arpad.history.corrections import Correction
from arpad.history.error import HistoryError
from arpad.history.record import Record
from arpad.history.store import (
    Working,
    append_corrections,
    create,
    map_derived,
    read_corrections,
    read_record,
    write_derived,
)
from arpad.history.tables import record_of_frames
from arpad.kernel.columns import Columns
from arpad.kernel.law_runs import periods
from arpad.kernel.numbers import records
from arpad.kernel.plan import Plan, plan_of
from arpad.kernel.rows import DETAIL, ROW
from arpad.ledger.facts import CeilingSet, EventWithdrawn, MemberChanged
from arpad.rules.law import law
from arpad.rules.problem import Problem
from arpad.rules.vocabulary import LawChoice, System
from tests.history import leagues
from tests.history.alike import differences

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
WITHDRAWN = Correction(NOON, EventWithdrawn(leagues.CLUB))
RENAMED = Correction(NOON, MemberChanged("10000001", None, True, "HERON, LÚ\n"))
LIFTED = Correction(NOON, CeilingSet("10000001", None, date(2026, 1, 1)))


def history(seed: int | None = None) -> Record:
    """The small history written by hand, or a random one."""
    return record_of_frames(leagues.frames(leagues.written() if seed is None else leagues.random(Random(seed))))


def everything(folder: Path) -> dict[str, bytes]:
    """All that a folder holds."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def problem(call: Callable[[], object]) -> Problem:
    """The problem for which something is refused."""
    with pytest.raises(HistoryError) as caught:
        call()
    return caught.value.problem


ROWS = np.zeros(3, dtype=ROW)
ROWS["post"] = [1500.25, np.nan, 4000.0]
ARRAYS = {"rows": ROWS, "plan.order": np.arange(5, dtype=np.int32), "nothing": np.zeros(0, dtype=np.uint16)}
ABOUT = {"edition": None, "known": "2026-04-06", "games": 5}


class TestFacts:
    """What was written is what is read."""

    @settings(max_examples=20, derandomize=True, deadline=None)
    @given(st.integers(0, 2**32))
    def test_a_history_comes_back_bit_for_bit(self, tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
        folder = tmp_path_factory.mktemp("store") / "history"
        create(folder, history(seed))
        assert differences(read_record(folder), history(seed)) == []

    def test_the_folder_says_what_it_holds(self, tmp_path: Path) -> None:
        create(tmp_path / "new", history())
        said = json.loads((tmp_path / "new" / "history.json").read_text())
        assert said["format"] == "arpad-history/1"
        assert said["facts"]["folder"] == "facts-1"
        assert said["facts"]["rows"]["games"] == 11
        files = everything(tmp_path / "new" / "facts-1")
        assert {name: entry["bytes"] for name, entry in said["facts"]["files"].items()} == {
            name: len(content) for name, content in files.items()
        }

    def test_a_table_is_a_parquet_file_that_anybody_can_read(self, tmp_path: Path) -> None:
        create(tmp_path / "new", history())
        members = pl.read_parquet(tmp_path / "new" / "facts-1" / "members.parquet")
        assert members["member"].to_list() == ["10000001", "10000002", "20000004", "30000003"]

    def test_an_empty_folder_is_as_good_as_a_new_one(self, tmp_path: Path) -> None:
        create(tmp_path, history())
        assert sorted(path.name for path in tmp_path.iterdir()) == ["facts-1", "history.json"]

    def test_a_new_version_takes_the_place_of_the_old(self, tmp_path: Path) -> None:
        create(tmp_path, history(1))
        create(tmp_path, history(2), replace=True)
        assert differences(read_record(tmp_path), history(2)) == []
        assert sorted(path.name for path in tmp_path.iterdir()) == ["facts-2", "history.json"]

    def test_a_history_is_not_written_over_unless_that_is_said(self, tmp_path: Path) -> None:
        create(tmp_path, history(1))
        assert problem(lambda: create(tmp_path, history(2))).code == "history-exists"
        assert differences(read_record(tmp_path), history(1)) == []

    def test_nor_is_anything_else_whatever_is_said(self, tmp_path: Path) -> None:
        (tmp_path / "letter.txt").write_text("Dear")
        assert problem(lambda: create(tmp_path, history(), replace=True)).code == "folder-not-empty"
        assert problem(lambda: create(tmp_path / "letter.txt", history(), replace=True)).code == "no-folder"
        assert everything(tmp_path) == {"letter.txt": b"Dear"}

    def test_a_record_that_could_not_be_read_again_is_not_written(self, tmp_path: Path) -> None:
        record = history()
        code = record.columns.sides.code.copy()
        code[0] = 1
        columns = record.columns._replace(sides=record.columns.sides._replace(code=code))
        wrong = Record(columns, record.members, record.events, record.names, record.event_names)
        assert problem(lambda: create(tmp_path / "new", wrong)).code == "game-not-mirrored"
        assert list(tmp_path.iterdir()) == []


class TestWorking:
    """What was worked out is mapped, and goes when the facts change."""

    def test_it_is_kept_beside_the_facts(self, tmp_path: Path) -> None:
        create(tmp_path, history())
        assert map_derived(tmp_path) is None
        write_derived(tmp_path, ARRAYS, ABOUT)
        found = map_derived(tmp_path)
        assert found is not None
        arrays, about = found
        assert about == ABOUT
        assert sorted(arrays) == sorted(ARRAYS)
        for name, array in arrays.items():
            assert array.dtype == ARRAYS[name].dtype
            assert array.tobytes() == ARRAYS[name].tobytes()
        assert differences(read_record(tmp_path), history()) == []

    def test_changes_in_memory_never_reach_the_disk(self, tmp_path: Path) -> None:
        create(tmp_path, history(), working=Working(ARRAYS, ABOUT))
        before = everything(tmp_path)
        first, second = (map_derived(tmp_path) for _ in range(2))
        assert first is not None
        assert second is not None
        first.arrays["plan.order"][:] = 7
        first.arrays["rows"][0].post = 7.0
        assert first.arrays["plan.order"].tolist() == [7] * 5
        assert second.arrays["plan.order"].tolist() == [0, 1, 2, 3, 4]
        assert everything(tmp_path) == before

    def test_it_is_mapped_and_no_copy(self, tmp_path: Path) -> None:
        create(tmp_path, history(), working=Working({"long": np.arange(10**6)}, ABOUT))
        found = map_derived(tmp_path)
        assert found is not None
        array = found.arrays["long"]
        assert type(array) is np.ndarray
        assert isinstance(array.base, np.memmap)
        assert array.flags.writeable
        assert array.flags.aligned

    def test_a_mapped_history_lasts_when_a_new_version_is_written(self, tmp_path: Path) -> None:
        create(tmp_path, history(), working=Working(ARRAYS, ABOUT))
        found = map_derived(tmp_path)
        create(tmp_path, history(1), replace=True, working=Working({}, {}))
        assert found is not None
        assert found.arrays["plan.order"].tolist() == [0, 1, 2, 3, 4]

    def test_new_facts_make_it_go(self, tmp_path: Path) -> None:
        create(tmp_path, history(), working=Working(ARRAYS, ABOUT))
        create(tmp_path, history(1), replace=True)
        assert map_derived(tmp_path) is None
        assert sorted(path.name for path in tmp_path.iterdir()) == ["facts-2", "history.json"]

    def test_so_do_corrections(self, tmp_path: Path) -> None:
        create(tmp_path, history(), working=Working(ARRAYS, ABOUT))
        append_corrections(tmp_path, [WITHDRAWN])
        assert map_derived(tmp_path) is None
        append_corrections(tmp_path, [RENAMED], Working(ARRAYS, ABOUT))
        assert map_derived(tmp_path) is not None


class TestCorrections:
    """The log only grows; what of it is in the tables is known."""

    def test_there_are_none_at_first(self, tmp_path: Path) -> None:
        create(tmp_path, history())
        assert read_corrections(tmp_path) == ((), ())

    def test_they_are_pending_until_the_tables_tell_them(self, tmp_path: Path) -> None:
        create(tmp_path, history())
        append_corrections(tmp_path, [WITHDRAWN])
        append_corrections(tmp_path, [RENAMED, LIFTED])
        assert read_corrections(tmp_path) == ((), (WITHDRAWN, RENAMED, LIFTED))
        assert differences(read_record(tmp_path), history()) == []
        create(tmp_path, history(1), replace=True)
        assert read_corrections(tmp_path) == ((WITHDRAWN, RENAMED, LIFTED), ())
        append_corrections(tmp_path, [LIFTED])
        assert read_corrections(tmp_path) == ((WITHDRAWN, RENAMED, LIFTED), (LIFTED,))

    def test_a_new_version_can_settle_more(self, tmp_path: Path) -> None:
        create(tmp_path, history(), corrections=[WITHDRAWN])
        create(tmp_path, history(), replace=True, corrections=[RENAMED])
        assert read_corrections(tmp_path) == ((WITHDRAWN, RENAMED), ())

    def test_they_are_lines_that_anybody_can_read(self, tmp_path: Path) -> None:
        create(tmp_path, history(), corrections=[WITHDRAWN, RENAMED])
        lines = (tmp_path / "facts-1" / "corrections.jsonl").read_text().splitlines()
        assert json.loads(lines[0]) == {
            "recorded": "2026-03-01T12:00:00+00:00",
            "fact": "event-withdrawn",
            "schema": 1,
            "event": leagues.CLUB,
        }
        assert len(lines) == 2

    def test_the_tables_are_not_written_again(self, tmp_path: Path) -> None:
        create(tmp_path, history())
        table = (tmp_path / "facts-1" / "games.parquet").stat()
        append_corrections(tmp_path, [WITHDRAWN])
        assert (tmp_path / "facts-2" / "games.parquet").stat().st_ino == table.st_ino

    def test_where_the_disk_knows_no_second_names_they_are_copied(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def no_link(*_: object) -> None:
            raise OSError(errno.EPERM, "no links here")

        create(tmp_path, history())
        monkeypatch.setattr(os, "link", no_link)
        append_corrections(tmp_path, [WITHDRAWN])
        assert differences(read_record(tmp_path), history()) == []
        assert read_corrections(tmp_path).pending == (WITHDRAWN,)


class Killed(BaseException):
    """The process is no more: nothing that it would have done is done."""


STEPS = {
    os: ["fsync"],
    shutil: ["rmtree"],
    Path: ["mkdir", "rename", "replace", "rmdir", "write_bytes", "write_text"],
}


@pytest.fixture
def kill(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int | None], list[int]]]:
    """Makes the process die at the step of a number, and everything after it; counts the steps if there is none."""
    taken: list[int] = []
    at: list[int | None] = [None]

    def watched(step: Callable[..., Any]) -> Callable[..., Any]:
        def take(*args: Any, **more: Any) -> Any:
            if at[0] is not None and len(taken) >= at[0]:
                raise Killed
            taken.append(1)
            return step(*args, **more)

        return take

    for owner, names in STEPS.items():
        for name in names:
            monkeypatch.setattr(owner, name, watched(getattr(owner, name)))

    def at_step(number: int | None) -> list[int]:
        taken.clear()
        at[0] = number
        return taken

    yield at_step
    at_step(None)


class TestACrash:
    """At whatever moment the process dies, the folder holds the old history or the new, and can be written again."""

    WRITES: tuple[Callable[[Path], None], ...] = (
        lambda folder: create(folder, history(2), replace=True, working=Working(ARRAYS, ABOUT)),
        lambda folder: append_corrections(folder, [WITHDRAWN], Working(ARRAYS, ABOUT)),
        lambda folder: write_derived(folder, ARRAYS, ABOUT),
    )

    @pytest.mark.parametrize("write", range(len(WRITES)))
    def test_the_old_or_the_new(self, tmp_path: Path, kill: Callable[[int | None], list[int]], write: int) -> None:
        def state(folder: Path) -> tuple[Any, ...]:
            working = map_derived(folder)
            said = None if working is None else sorted(working.arrays)
            return read_record(folder).columns.sides.code.tobytes(), read_corrections(folder), said

        folder = tmp_path / "history"
        create(folder, history(1))
        old = state(folder)
        saved = tmp_path / "saved"
        shutil.copytree(folder, saved)
        counted = kill(None)
        self.WRITES[write](folder)
        steps, new = len(counted), state(folder)
        assert new != old
        assert steps > 15
        found = set()
        for number in range(steps):
            kill(None)
            shutil.rmtree(folder)
            shutil.copytree(saved, folder)
            kill(number)
            with pytest.raises(Killed):
                self.WRITES[write](folder)
            kill(None)
            assert state(folder) in (old, new), f"step {number}"
            found.add(state(folder) == new)
            self.WRITES[write](folder)
            assert len(list(folder.iterdir())) == 3, f"step {number}: something is left"
        assert found == {True, False}

    def test_a_first_version_is_there_whole_or_not_at_all(
        self, tmp_path: Path, kill: Callable[[int | None], list[int]]
    ) -> None:
        counted = kill(None)
        create(tmp_path / "history", history(1))
        steps = len(counted)
        whole = []
        for number in range(steps):
            kill(None)
            shutil.rmtree(tmp_path / "history", ignore_errors=True)
            kill(number)
            with pytest.raises(Killed):
                create(tmp_path / "history", history(1))
            kill(None)
            whole.append((tmp_path / "history").exists())
            if whole[-1]:
                assert differences(read_record(tmp_path / "history"), history(1)) == []
            create(tmp_path / "history", history(1), replace=True)
            assert differences(read_record(tmp_path / "history"), history(1)) == []
        assert not whole[0]
        assert whole[-1]

    def test_what_a_killed_process_left_is_removed_by_the_next(self, tmp_path: Path) -> None:
        create(tmp_path, history())
        for left in (".writing-x-00000000", "facts-2", "derived-2", "facts-9"):
            (tmp_path / left).mkdir()
            (tmp_path / left / "half").write_bytes(b"half")
        write_derived(tmp_path, ARRAYS, ABOUT)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["derived-2", "facts-1", "history.json"]
        assert map_derived(tmp_path) is not None


class TestADiskThatTakesNoMore:
    """One message, and everything is as it was."""

    def refused(self, folder: Path, call: Callable[[], object]) -> Problem:
        before = everything(folder)
        found = problem(call)
        assert found.code == "cannot-write"
        assert everything(folder) == before
        return found

    @pytest.mark.parametrize("step", range(0, 30, 3))
    def test_whenever_it_is_full(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
        create(tmp_path / "old", history(1), working=Working({"a": np.arange(3)}, {}))
        real, taken = os.fsync, []

        def full(handle: int) -> None:
            taken.append(handle)
            if len(taken) > step:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            real(handle)

        monkeypatch.setattr(os, "fsync", full)
        files = len(everything(tmp_path / "old"))
        if step < files:
            found = self.refused(
                tmp_path, lambda: create(tmp_path / "old", history(2), replace=True, working=Working(ARRAYS, ABOUT))
            )
            assert "No space left on device" in found.message
        taken.clear()
        if step < files - 2:
            self.refused(tmp_path, lambda: create(tmp_path / "new", history(2)))

    @pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are those of POSIX")
    @pytest.mark.parametrize("least", [100, 1_000, 3_000])
    def test_a_real_one(self, tmp_path: Path, least: int) -> None:
        script = f"""
import resource, sys
from pathlib import Path
from arpad.history.error import HistoryError
from arpad.history.store import create, read_record
record = read_record(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, ({least}, {least}))
for folder, replace in ((Path(sys.argv[1]), True), (Path(sys.argv[2]), False)):
    try:
        create(folder, record, replace=replace)
    except HistoryError as error:
        print(error.problem.code)
"""
        create(tmp_path / "old", history(1))
        before = everything(tmp_path)
        call = [sys.executable, "-c", script, str(tmp_path / "old"), str(tmp_path / "new")]
        done = subprocess.run(call, capture_output=True, text=True, check=True)  # noqa: S603
        assert done.stdout.split() == ["cannot-write"] * 2
        assert everything(tmp_path) == before
        assert not (tmp_path / "new").exists()

    def test_a_folder_in_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        found = self.refused(tmp_path, lambda: create(tmp_path / "nowhere" / "history", history()))
        assert "No such file or directory" in found.message

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
    def test_a_folder_that_is_closed(self, tmp_path: Path) -> None:
        create(tmp_path / "old", history())
        (tmp_path / "old").chmod(0o555)
        try:
            found = self.refused(tmp_path, lambda: write_derived(tmp_path / "old", ARRAYS, ABOUT))
        finally:
            (tmp_path / "old").chmod(0o755)
        assert "Permission denied" in found.message

    def test_a_folder_that_refuses(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def closed(*_: object, **__: object) -> None:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

        create(tmp_path, history())
        monkeypatch.setattr(Path, "mkdir", closed)
        found = self.refused(tmp_path, lambda: write_derived(tmp_path, ARRAYS, ABOUT))
        assert "Permission denied" in found.message

    def test_somebody_else_who_was_faster(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        create(tmp_path, history(1))

        def slow(*args: Any) -> None:
            monkeypatch.undo()
            append_corrections(tmp_path, [WITHDRAWN])
            write_arrays(*args)

        monkeypatch.setattr("arpad.history.store.write_arrays", slow)
        assert problem(lambda: write_derived(tmp_path, ARRAYS, ABOUT)).code == "changed-meanwhile"
        assert read_corrections(tmp_path).pending == (WITHDRAWN,)
        assert map_derived(tmp_path) is None


def damaged(folder: Path, change: Callable[[bytes], bytes | None], name: str) -> Path:
    """A file of a history with other bytes, or none."""
    path = next(folder.rglob(name))
    content = change(path.read_bytes())
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    return path


def half(content: bytes) -> bytes:
    return content[: len(content) // 2]


def another_byte(content: bytes) -> bytes:
    return bytes([*content[:-9], content[-9] ^ 1, *content[-8:]])


def gone(_: bytes) -> None:
    return None


def said(**changes: Any) -> Callable[[bytes], bytes]:
    """A manifest that says something else; a name with dots goes into what is within."""

    def change(content: bytes) -> bytes:
        document = json.loads(content)
        for name, value in changes.items():
            *way, last = name.split("__")
            part = document
            for step in way:
                part = part[step]
            part[last] = value
        return json.dumps(document).encode()

    return change


class TestDamage:
    """One message that names the file, and what to do."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        create(tmp_path / "history", history(), corrections=[WITHDRAWN], working=Working(ARRAYS, ABOUT))
        return tmp_path / "history"

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            (half, "damaged-file"),
            (another_byte, "damaged-file"),
            (gone, "missing-file"),
            (lambda _: b"", "damaged-file"),
        ],
        ids=["half", "another byte", "gone", "empty"],
    )
    @pytest.mark.parametrize("name", ["members.parquet", "games.parquet", "published.parquet", "corrections.jsonl"])
    def test_of_the_facts(self, folder: Path, name: str, change: Callable[[bytes], bytes | None], code: str) -> None:
        path = damaged(folder, change, name)
        read = read_corrections if name == "corrections.jsonl" else read_record
        found = problem(lambda: read(folder))
        assert (found.code, found.place) == (code, str(path))
        assert "backup" in found.hint

    @pytest.mark.parametrize(
        ("change", "code"),
        [(half, "damaged-file"), (gone, "missing-file"), (lambda content: content + b"more", "damaged-file")],
        ids=["half", "gone", "longer"],
    )
    @pytest.mark.parametrize("name", ["rows.npy", "plan.order.npy", "nothing.npy", "about.json"])
    def test_of_what_was_worked_out(
        self, folder: Path, name: str, change: Callable[[bytes], bytes | None], code: str
    ) -> None:
        path = damaged(folder, change, name)
        found = problem(lambda: map_derived(folder))
        assert (found.code, found.place) == (code, str(path))
        assert differences(read_record(folder), history()) == []

    @pytest.mark.parametrize("name", ["rows.npy", "plan.order.npy"])
    def test_an_array_that_is_none(self, folder: Path, name: str) -> None:
        path = damaged(folder, lambda content: bytes(len(content)), name)
        found = problem(lambda: map_derived(folder))
        assert (found.code, found.place) == ("damaged-file", str(path))

    def test_an_array_of_objects_is_never_opened(self, tmp_path: Path) -> None:
        np.save(tmp_path / "a.npy", np.array([{}, None], dtype=object), allow_pickle=True)
        assert problem(lambda: map_arrays(tmp_path)).code == "damaged-file"

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            (gone, "no-history"),
            (half, "damaged-file"),
            (lambda _: b"", "damaged-file"),
            (lambda _: b"\xff", "damaged-file"),
            (lambda _: b"3", "no-history"),
            (lambda _: b"{}", "no-history"),
            (said(format="arpad-event/1"), "no-history"),
            (said(format="arpad-history/2"), "newer-format"),
            (said(format="arpad-history/10"), "newer-format"),
            (said(version="1"), "damaged-file"),
            (said(facts=None), "damaged-file"),
            (said(more=1), "damaged-file"),
            (said(facts__folder="../history/facts-1"), "damaged-file"),
            (said(derived__folder="/etc"), "damaged-file"),
            (said(facts__rows__games=12), "wrong-count"),
            (said(facts__folder="facts-2"), "missing-file"),
        ],
    )
    def test_of_the_manifest(self, folder: Path, change: Callable[[bytes], bytes | None], code: str) -> None:
        damaged(folder, change, "history.json")
        found = problem(lambda: read_record(folder))
        assert found.code == code
        assert found.hint

    def test_a_folder_that_is_none(self, tmp_path: Path) -> None:
        for call in (read_record, read_corrections, map_derived):
            assert problem(lambda call=call: call(tmp_path)).code == "no-history"  # type: ignore[misc]
            assert problem(lambda call=call: call(tmp_path / "nowhere")).code == "no-history"  # type: ignore[misc]

    def test_a_line_that_is_no_correction(self, folder: Path) -> None:
        def write(text: str) -> Problem:
            path = folder / "facts-1" / "corrections.jsonl"
            path.write_text(text)
            shutil.copy(folder / "history.json", folder / "kept")
            damaged(folder, said(**{"facts__files__corrections.jsonl": {"bytes": len(text)}}), "history.json")
            found = problem(lambda: read_corrections(folder))
            assert found.place.startswith(f"{path}:")
            return found

        good = '{"recorded": "2026-03-01T12:00:00+00:00", "fact": "event-withdrawn", "schema": 1, "event": "1"}\n'
        for line in ("3\n", "{}\n", "[]\n", '{"recorded": 3}\n', '{"recorded": "noon"}\n', good[:-9] + "\n"):
            assert write(good + line).place.endswith(":2")
        assert "no fact" in write(good.replace("withdrawn", "forgotten")).message


class TestArrays:
    """Tables of arrays by dotted names, and back."""

    @settings(max_examples=20, derandomize=True, deadline=None)
    @given(st.integers(0, 2**32))
    def test_a_record_comes_back_from_the_disk(self, tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
        folder = tmp_path_factory.mktemp("arrays")
        write_arrays(folder, flatten("record", history(seed)))
        assert differences(unflatten(Record, "record", map_arrays(folder)), history(seed)) == []

    def test_a_plan_comes_back_from_the_disk(self, tmp_path: Path) -> None:
        plan = plan_of(history().columns, periods(law(), LawChoice())).plan
        flat = flatten("plan", plan)
        write_arrays(tmp_path, flat)
        back = flatten("plan", unflatten(Plan, "plan", map_arrays(tmp_path)))
        assert list(back) == list(flat)
        assert "plan.facts.foreign.since" in flat
        for name, array in flat.items():
            assert back[name].dtype == array.dtype
            assert back[name].tobytes() == array.tobytes()

    @pytest.mark.parametrize(
        "rows", [ROWS, np.zeros(2, dtype=DETAIL), records([law().by_date(System.OTBR, date(2025, 3, 1))])]
    )
    def test_records_are_those_of_the_kernel_again(self, tmp_path: Path, rows: Any) -> None:
        write_arrays(tmp_path, {"rows": rows})
        found = map_arrays(tmp_path)["rows"]
        assert found.dtype == rows.dtype
        assert found.dtype.type is np.record
        assert found.dtype.isalignedstruct
        assert found.tobytes() == rows.tobytes()

    @settings(max_examples=60, derandomize=True, deadline=None)
    @given(st.lists(st.none() | st.text(max_size=4)), st.integers(0, 3))
    def test_texts_come_back_nulls_and_all(self, texts: list[str | None], begin: int) -> None:
        held = Record(history().columns, *(pl.Series(texts, dtype=pl.String)[begin:] for _ in range(4)))
        assert unflatten(Record, "a", flatten("a", held)).names.to_list() == texts[begin:]

    def test_an_array_that_goes_by_two_names_is_one_file_and_one_array_again(self, tmp_path: Path) -> None:
        array = np.arange(5)
        write_arrays(tmp_path, {"a": array, "b": array, "c": array.copy()})
        assert (tmp_path / "a.npy").stat().st_ino == (tmp_path / "b.npy").stat().st_ino
        found = map_arrays(tmp_path)
        assert found["a"] is found["b"]
        assert found["a"] is not found["c"]
        assert found["c"].tolist() == [0, 1, 2, 3, 4]

    def test_where_the_disk_knows_no_second_names_it_is_two(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def no_link(*_: object) -> None:
            raise OSError(errno.EPERM, "no links here")

        monkeypatch.setattr(os, "link", no_link)
        array = np.arange(5)
        write_arrays(tmp_path, {"a": array, "b": array})
        assert map_arrays(tmp_path)["b"].tolist() == [0, 1, 2, 3, 4]

    def test_an_array_that_is_not_there(self) -> None:
        flat = flatten("columns", history().columns)
        del flat["columns.sections.end"]
        found = problem(lambda: unflatten(Columns, "columns", flat))
        assert (found.code, found.place) == ("missing-array", "columns.sections.end")
