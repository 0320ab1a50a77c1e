"""How `arpad history` behaves as a process: on a terminal, interrupted, without room, without readers."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.leagues import BORN, MEMBER, everything
from tests.cli.outcome import Outcome, done

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals and signals are those of POSIX")

ARPAD = [sys.executable, "-m", "arpad", "history"]


def on_a_terminal(width: int, *words: object) -> tuple[int, list[str]]:
    """How a command ends on a terminal of a width, and the lines that stay there."""
    import fcntl  # noqa: PLC0415 there is none elsewhere
    import pty  # noqa: PLC0415
    import struct  # noqa: PLC0415
    import termios  # noqa: PLC0415

    own, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
    with subprocess.Popen(  # noqa: S603
        [*ARPAD, *map(str, words)], stdin=its, stdout=its, stderr=its, env=environment | {"TERM": "xterm"}
    ) as process:
        os.close(its)
        content = b""
        while True:
            try:
                read = os.read(own, 65536)
            except OSError:  # the other end is closed
                break
            if not read:
                break
            content += read
    os.close(own)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", content.decode().replace("\r\n", "\n"))
    return process.returncode, [line.rpartition("\r")[2].rstrip() for line in plain.splitlines()]


class TestTheTerminal:
    """What people see."""

    @pytest.mark.parametrize("width", [80, 120])
    def test_tables_fit_and_cut_nothing_off(self, rated: Path, tmp_path: Path, width: int) -> None:
        (tmp_path / "born.jsonl").write_text(BORN)
        narrow = (
            ("player", rated, MEMBER),
            ("standings", rated, "--list", "2015-07", "--system", "OTBR"),
            ("correct", rated, tmp_path / "born.jsonl", "--member", MEMBER),
            ("diff", rated, "--set", "bonus_threshold=12"),
        )
        always = (("standings", rated), ("correct", rated, tmp_path / "born.jsonl"))
        for words in always if width > 80 else (*always, *narrow):
            code, lines = on_a_terminal(width, *words)
            assert code == 0
            table = lines[next(at for at, line in enumerate(lines) if re.match(r"(Member|Section|End) +\w", line)) :]
            assert max(map(len, table)) <= width
            piped = done("history", *words).out.splitlines()
            assert [re.sub(" +", " ", line) for line in table if line] == [
                re.sub(" +", " ", line.rstrip()) for line in piped[-len([line for line in table if line]) :]
            ]

    def test_a_bar_says_how_far_it_is_and_goes(self, league: Path, tmp_path: Path) -> None:
        for words in (("generate", tmp_path / "new", "--members", 50), ("rate", league, "--threads", 2)):
            code, lines = on_a_terminal(80, *words)
            assert code == 0
            assert re.search(r": \d+ members, ", "\n".join(lines))
            assert not any("Traceback" in line or "━" in line for line in lines[-2:])

    def test_help_has_examples_and_a_line_for_each_command(self) -> None:
        lines = done("history", "--help").out.splitlines()
        commands = [line for line in lines[lines.index("Commands:") + 1 :] if line]
        listed = [line.split()[0] for line in commands]
        assert listed == "generate build rate correct corrections diff standings player why export".split()  # noqa: SIM905
        assert all(line.endswith(".") and not line.endswith("...") for line in commands)
        for command in listed:
            assert "Example" in done("history", command, "--help").out


class TestTheProcess:
    """Readers, signals, disks."""

    def test_a_reader_who_leaves_is_no_error(self, rated: Path) -> None:
        for words in ("standings --json", f"player {MEMBER}", "correct --json"):
            command, *options = words.split()
            stdin = f"echo '{BORN.strip()}' |" if command == "correct" else ""
            target = [str(rated), *(["-"] if command == "correct" else []), *options]
            line = f"{stdin} {' '.join([*ARPAD, command, *target])} | head -c 10 > /dev/null"
            ended = subprocess.run(["/bin/bash", "-c", line], capture_output=True, text=True, check=False)  # noqa: S603
            assert ended.stderr == ""

    def test_streams_that_are_closed_or_full(self, rated: Path, tmp_path: Path) -> None:
        call = " ".join([*ARPAD, "standings", str(rated), "--json"])
        for line, code, said in (
            (f"{call} >&-", 0, ""),
            (f"{call} > /dev/full", 2, "arpad: standard output: cannot be written: No space left on device\n"),
            (f"{call} --out {tmp_path / 'a.csv'} >&-", 0, f"{tmp_path / 'a.csv'}: 217 lines\n"),
            (f"{' '.join([*ARPAD, 'rate', str(tmp_path / 'nowhere')])} 2>&-", 2, ""),
        ):
            ended = subprocess.run(["/bin/bash", "-c", line], capture_output=True, text=True, check=False)  # noqa: S603
            assert (ended.returncode, ended.stderr) == (code, said)

    @pytest.mark.parametrize("at", ["history.generate", "history.store.write_tables", "history.store._place_all"])
    def test_interrupted_it_leaves_what_was_there(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
    ) -> None:
        def interrupted(*_: object, **__: object) -> None:
            os.kill(os.getpid(), signal.SIGINT)

        monkeypatch.setattr(f"arpad.{at}", interrupted)
        outcome = Outcome("history", "generate", tmp_path / "new", "--members", 20)
        assert (outcome.code, outcome.out) == (130, "")
        assert outcome.err == "arpad: stopped; nothing is half written\n"
        assert list(tmp_path.iterdir()) == []

    def test_stopped_while_it_rates(self, league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        before = everything(league)

        def interrupted(*_: object, **__: object) -> None:
            os.kill(os.getpid(), signal.SIGINT)

        monkeypatch.setattr("arpad.kernel.run.work", interrupted)
        outcome = Outcome("history", "rate", league)
        assert (outcome.code, outcome.err) == (130, "arpad: stopped; nothing is half written\n")
        assert everything(league) == before
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def test_no_room(self, rated: Path, tmp_path: Path) -> None:
        """A limit on the size of files stands for a full disk."""
        before = everything(rated)
        (tmp_path / "born.jsonl").write_text(BORN)
        for words in (
            ("generate", tmp_path / "new"),
            ("correct", rated, tmp_path / "born.jsonl", "--accept"),
            ("export", rated, "games", tmp_path / "table.csv"),
            ("export", rated, "games", tmp_path / "table.parquet"),
        ):
            line = f"ulimit -f 1; {' '.join(map(str, [*ARPAD, *words]))}"
            ended = subprocess.run(["/bin/bash", "-c", line], capture_output=True, text=True, check=False)  # noqa: S603
            assert (ended.returncode, ended.stdout) == (2, "")
            (said,) = ended.stderr.splitlines()
            assert "cannot be written: " in said
        assert everything(rated) == before
        assert sorted(path.name for path in tmp_path.iterdir()) == ["born.jsonl"]

    def test_a_folder_that_is_closed(self, league: Path) -> None:
        if shutil.which("setpriv") is None and os.geteuid() == 0:
            pytest.skip("root may write everywhere")
        humble = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
        before = everything(league)
        for folder in (league, *(path for path in league.iterdir() if path.is_dir())):
            folder.chmod(0o555)
        try:
            ended = subprocess.run([*humble, *ARPAD, "rate", league], capture_output=True, text=True, check=False)  # noqa: S603
        finally:
            league.chmod(0o755)
        assert ended.returncode == 2
        assert "the history cannot be written: Permission denied" in ended.stderr
        assert len(ended.stderr.splitlines()) == 1
        assert everything(league) == before

    def test_commands_that_start_in_a_blink_load_no_kernel(self) -> None:
        script = (
            "import sys; sys.argv = ['arpad', 'history', '--help']\n"
            "from arpad.cli.main import app\n"
            "try:\n    app()\n"
            "except SystemExit:\n"
            "    heavy = {'numpy', 'numba', 'polars', 'pyarrow'}\n"
            "    sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)\n"
        )
        ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)  # noqa: S603
        assert (ended.returncode, ended.stderr) == (0, "")
