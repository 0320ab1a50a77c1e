"""The sources that decide what the kernel does: their fingerprint, and the folder of the code that is made from them.

An edited rule, another version of numba or of the processor is another fingerprint, so it never meets old code, nor
ratings that old code made.
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from pathlib import Path

try:
    import numba
except ImportError:  # the kernel runs interpreted
    numba = None

BUILT_ON = ("rules", "kernel")
"""The rooms whose sources decide what compiled code does, wherever it stands."""


@cache
def source_digest(room: str) -> str:
    """Fingerprint of everything that decides what the machine code of a room does."""
    package = Path(__file__).parents[1]
    sources = sorted(path for name in {*BUILT_ON, room} for path in (package / name).rglob("*.py"))
    content = hashlib.sha256()
    for path in sources:
        content.update(path.relative_to(package).as_posix().encode())
        content.update(b"\0")
        content.update(path.read_bytes())
        content.update(b"\0")
    content.update("\0".join([sys.version, *_compiler()]).encode())
    return content.hexdigest()[:24]


def cache_folder(room: str) -> Path:
    """Where compiled code of a room is kept: ``ARPAD_CACHE``, else the user's cache folder."""
    said = os.environ.get("ARPAD_CACHE")
    if said:
        top = Path(said)
    elif sys.platform == "win32":
        top = Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "arpad"
    else:
        top = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "arpad"
    return top / room / source_digest(room)


def _compiler() -> tuple[str, ...]:
    """What compiles, and for which processor; nothing where nothing is compiled."""
    if numba is None:
        return ()
    return (numba.__version__, numba.config.CPU_NAME or "", numba.config.CPU_FEATURES or "")
