"""How an answer is compared with what a vector expects (conformance/README.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def differences(expected: Any, found: Any, within: float, path: str = "") -> Iterator[str]:
    """Where an answer differs from what is expected: numbers within a tolerance, everything else exactly."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            if not isinstance(found, dict) or key not in found:
                yield f"{path}.{key} is missing"
            else:
                yield from differences(value, found[key], within, f"{path}.{key}")
    elif isinstance(expected, list) and expected and isinstance(expected[0], dict):
        for entry in expected:
            names = [name for name in ("number", "system", "source") if name in entry]
            same = [item for item in found if all(item.get(name) == entry[name] for name in names)]
            if len(same) != 1:
                yield f"{path}: {len(same)} entries for {[entry[name] for name in names]}"
            else:
                yield from differences(entry, same[0], within, f"{path}[{entry[names[0]]}]")
    elif isinstance(expected, bool) or not isinstance(expected, int | float):
        if expected != found:
            yield f"{path}: {found!r}, expected {expected!r}"
    elif isinstance(found, bool) or not isinstance(found, int | float) or abs(found - expected) > within:
        yield f"{path}: {found!r}, expected {expected!r} within {within}"
