"""Python run by itself, on a copy of the package that may be edited: what one process cannot see of another."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import arpad

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the package, and a folder for compiled code of its own."""

    folder: Path

    @property
    def cache(self) -> Path:
        """Where its compiled code is kept."""
        return self.folder / "cache"

    def source(self, name: str) -> Path:
        """A file of the package."""
        return self.folder / "src" / "arpad" / name

    def write(self, name: str, text: str) -> None:
        """Write a file of the package."""
        self.source(name).write_text(text, encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text that a file of the package has once, and leave its time of change as it was."""
        path = self.source(name)
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} has {old!r} {text.count(old)} times"
        times = path.stat()
        path.write_text(text.replace(old, new), encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def start(self, script: str, **variables: str) -> subprocess.Popen[str]:
        """Start a script on the copy."""
        return started(script, path=self.folder / "src", **{"ARPAD_CACHE": str(self.cache), **variables})

    def run(self, script: str, **variables: str) -> list[str]:
        """The words that a script prints."""
        return words_of(self.start(script, **variables))

    def compiled(self) -> set[str]:
        """Every file of compiled code."""
        return {path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*.code")}


def copy(folder: Path) -> Copy:
    """A copy of the package in a folder."""
    package = Path(arpad.__file__).parent
    shutil.copytree(package, folder / "src" / "arpad", ignore=shutil.ignore_patterns("__pycache__"))
    return Copy(folder)


def started(script: str, *, path: Path | None = None, **variables: str) -> subprocess.Popen[str]:
    """Start a script of ours; warnings are errors there as here."""
    places = [str(path or Path(arpad.__file__).parents[1]), str(ROOT)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places), "PYTHONDONTWRITEBYTECODE": "1", **variables}
    return subprocess.Popen(  # noqa: S603 our own words, run by our own Python
        [sys.executable, "-W", "error", "-c", script],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def words_of(process: subprocess.Popen[str]) -> list[str]:
    """What a process prints, in words; its complaint where it fails."""
    said, complaint = process.communicate(timeout=600)
    assert process.returncode == 0, complaint
    return said.split()
