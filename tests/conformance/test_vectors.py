"""Every vector of the conformance suite, answered by arpad."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import arpad
from tests.conformance.functions import answer

SUITE = Path(__file__).parents[2] / "conformance"


def vectors() -> Iterator[Any]:
    for file in sorted(SUITE.glob("*/*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        for vector in content["vectors"]:
            yield pytest.param(vector, content["rules"], id=vector["id"])


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


@pytest.mark.parametrize(("vector", "rules"), list(vectors()))
def test_vector(vector: dict[str, Any], rules: dict[str, str]) -> None:
    expected = vector["expect"]
    if set(expected) == {"error"}:
        with pytest.raises((arpad.LawError, arpad.InvalidEventError)) as refused:
            answer(vector, rules)
        assert expected["error"] in str(refused.value), vector["says"]
        return
    found = list(differences(expected, answer(vector, rules), vector.get("within", 1e-9)))
    assert not found, f"{vector['says']} ({vector['clause']}): {found}"
