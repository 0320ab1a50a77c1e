"""Every vector of the US Chess part of the conformance suite, answered by arpad."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import arpad
from tests.conformance.comparing import differences
from tests.conformance.functions import answer

SUITE = Path(__file__).parents[2] / "conformance"


def vectors() -> Iterator[Any]:
    for file in sorted(SUITE.glob("*-*/*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        for vector in content["vectors"]:
            yield pytest.param(vector, content["rules"], id=vector["id"])


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
