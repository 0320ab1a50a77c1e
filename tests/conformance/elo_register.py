"""The functions that the vectors of `conformance/elo` ask: each module `elo_*.py` here puts its own on the register."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from arpad.rules.elo.expectancy import BY_NAME, Expectancy

Given = dict[str, Any]
Answer = dict[str, Any]

FUNCTIONS: dict[str, Callable[[Given], Answer]] = {}


def answers(name: str) -> Callable[[Callable[[Given], Answer]], Callable[[Given], Answer]]:
    """Put an adapter on the register: from a vector's input to its answer."""

    def bind(function: Callable[[Given], Answer]) -> Callable[[Given], Answer]:
        assert name not in FUNCTIONS, f"two adapters for {name}"
        FUNCTIONS[name] = function
        return function

    return bind


def expectancy_of(given: Given) -> Expectancy:
    """The expectancy a vector names; absent: normal."""
    return BY_NAME[given.get("expectancy", "normal")]


def load_all() -> None:
    """Import every module of adapters."""
    for file in sorted(Path(__file__).parent.glob("elo_*.py")):
        import_module(f"tests.conformance.{file.stem}")
