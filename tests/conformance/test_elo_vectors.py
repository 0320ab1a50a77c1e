"""Every vector of `conformance/elo`, answered by arpad."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arpad.rules.elo.error import EloError
from tests.conformance.comparing import differences
from tests.conformance.elo_register import FUNCTIONS, load_all

SUITE = Path(__file__).parents[2] / "conformance/elo"
SOURCES = {"printed", "arithmetic", "interpretation"}

load_all()


def vectors() -> Iterator[Any]:
    for file in sorted(SUITE.glob("*.json")):
        for vector in json.loads(file.read_text(encoding="utf-8"))["vectors"]:
            yield pytest.param(vector, id=vector["id"])


@pytest.mark.parametrize("vector", list(vectors()))
def test_vector(vector: dict[str, Any]) -> None:
    asked, expected = FUNCTIONS[vector["function"]], vector["expect"]
    if set(expected) == {"error"}:
        with pytest.raises(EloError) as refused:
            asked(vector["input"])
        assert refused.value.problem.code == expected["error"], vector["says"]
        return
    found = list(differences(expected, asked(vector["input"]), vector.get("within", 1e-9)))
    assert not found, f"{vector['says']} ({vector['clause']}): {found}"


def test_every_vector_has_an_id_of_its_own_that_names_its_row() -> None:
    ids = [parameter.values[0]["id"] for parameter in vectors()]
    assert len(ids) == len(set(ids))
    for parameter in vectors():
        vector = parameter.values[0]
        assert vector["id"].startswith(f"elo/{vector['clause']}/")
        assert vector["source"] in SOURCES


def test_every_function_on_the_register_is_asked() -> None:
    asked = {parameter.values[0]["function"] for parameter in vectors()}
    assert asked == set(FUNCTIONS)
