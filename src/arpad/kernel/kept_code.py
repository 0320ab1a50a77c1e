"""Kept code: machine code that outlives the process that made it, but not the sources it was made from.

It lies in a folder named by the sources (`sources`).  Each file is named by the function and the types it was compiled
for, and sealed with a fingerprint of its content, so that neither a damaged file nor another process that writes at the
same time gives anything but the very same code, or none.
"""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path
from types import FunctionType
from typing import Any
from uuid import uuid4

from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from arpad.kernel.sources import cache_folder

SEAL = hashlib.sha256().digest_size


class KeptCode(_Cache):  # type: ignore[misc]  # numba has no types
    """The machine code of one function, for numba to ask before it compiles, and to hand over after."""

    def __init__(self, function: FunctionType) -> None:
        self._folder = cache_folder(function.__module__.split(".")[1])
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """Where it lies."""
        return str(self._folder)

    def enable(self) -> None:
        """Keep code."""
        self._enabled = True

    def disable(self) -> None:
        """Keep none."""
        self._enabled = False

    def flush(self) -> None:
        """Forget what was kept."""
        for path in self._folder.glob(f"{self._name}.*.code"):
            path.unlink(missing_ok=True)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature; None where there is none that is whole."""
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        try:
            content = path.read_bytes() if self._enabled else b""
        except OSError:  # none was kept, or none can be read: it is compiled
            return None
        if hashlib.sha256(content[SEAL:]).digest() != content[:SEAL]:
            return None
        return CompileResult._rebuild(target_context, *pickle.loads(content[SEAL:]))  # noqa: S301, SLF001 sealed; numba's own

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature; where nothing can be written it is compiled anew, which costs time alone."""
        if not self._enabled or data.library.has_dynamic_globals:
            return
        content = dumps(data._reduce())  # noqa: SLF001 numba's own
        path = self._path(sig, data.codegen)
        half = path.with_name(f"{path.name}.{uuid4().hex[:12]}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            half.write_bytes(hashlib.sha256(content).digest() + content)
            half.replace(path)
        except OSError:
            return
        finally:
            _remove(half)

    def _path(self, sig: Any, codegen: Any) -> Path:
        asked = hashlib.sha256(repr((sig, codegen.magic_tuple())).encode()).hexdigest()
        return self._folder / f"{self._name}.{asked[:24]}.code"


def _remove(path: Path) -> None:
    """Take away what a failed write left, if it can be."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return
