"""One truth for a formula: the kernel holds none, and what it compiles is the code that explains itself interpreted."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from math import ldexp
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

import arpad.kernel
from arpad.kernel import compiled
from arpad.kernel.compiled import HAS_NUMBA, SILENT, formula
from arpad.rules.uschess import passes, standard

ROOM = Path(arpad.kernel.__file__).parent
MODULES = sorted(f"arpad.kernel.{module.name}" for module in pkgutil.iter_modules([str(ROOM)]))

FORMULAS_KNOWN = 40
"""At least so many formulas of the rules are in the kernel."""

NUMBERS = {0.0, 0.5, 1.0}
"""A start of a sum, a draw, a win: what a game is worth is no formula."""

OTHER_NUMBERS = {
    ("compiled", 1e-30): "far from where multiplying by a power of two would round",
    ("compiled", 1e30): "far from where multiplying by a power of two would round",
    ("forward", 1e-200): "when a product of likelihoods becomes a logarithm",
}
"""Every other number with a point in the room, and what it is for."""

MATHEMATICS = {"forward": {"log", "sqrt"}}
"""Mathematics in the room: the logarithmic loss of forward scores, which are no ratings."""


def plain(function: Any) -> Any:
    """The Python function behind a function of the rules, compiled or not."""
    return getattr(function, "py_func", getattr(function, "formula_only", function))


def bound_formulas() -> Iterator[tuple[str, str, Any]]:
    """Every function of the rules that a module of the kernel has: the module, its name there, and what it is."""
    for module in MODULES:
        for name, value in vars(importlib.import_module(module)).items():
            function = plain(value)
            taken = function is not value or not HAS_NUMBA
            if isinstance(function, FunctionType) and taken and function.__module__.startswith("arpad.rules."):
                yield module, name, value


def original(function: Any) -> Any:
    """The function of the same name in its module of the rules."""
    return plain(getattr(importlib.import_module(function.__module__), function.__name__))


def names_of(code: CodeType) -> set[str]:
    """The names that a code object looks up."""
    return set(code.co_names).union(*(names_of(one) for one in code.co_consts if isinstance(one, CodeType)))


def called_by(formula_of: Any) -> Iterator[tuple[Any, Any]]:
    """Every function of the rules that a formula names, as the formula has it and as the rules have it."""
    function = plain(formula_of)
    mine, theirs, names = function.__globals__, original(function).__globals__, names_of(function.__code__)
    for used in names & set(theirs) - SILENT:
        if isinstance(theirs[used], ModuleType):
            for one in names & set(vars(theirs[used])) if theirs[used].__name__.startswith("arpad.rules.") else ():
                yield getattr(mine[used], one), getattr(theirs[used], one)
        else:
            yield mine[used], theirs[used]


BOUND = [pytest.param(value, id=f"{module.rpartition('.')[2]}.{name}") for module, name, value in bound_formulas()]
needs_numba = pytest.mark.skipif(not HAS_NUMBA, reason="nothing is compiled without numba")


class TestTheSameCode:
    """What is compiled is the very code object that is interpreted."""

    def test_the_kernel_has_the_formulas_of_the_rules(self) -> None:
        found = {name for _, name, _ in bound_formulas()}
        assert len(found) >= FORMULAS_KNOWN
        assert found >= {"n_star", "special_rating", "total_expectancy", "k_of", "updated", "peak_floor", "away_from"}

    @pytest.mark.parametrize("bound", BOUND)
    def test_each_is_the_code_of_the_rules(self, bound: Any) -> None:
        assert plain(bound).__code__ is original(plain(bound)).__code__

    @needs_numba
    @pytest.mark.parametrize("bound", BOUND)
    def test_so_is_all_that_it_calls_and_every_number_it_has_by_name(self, bound: Any) -> None:
        seen: set[CodeType] = set()
        waiting = [bound]
        while waiting:
            one = waiting.pop()
            assert hasattr(one, "py_func"), f"{one} is not compiled"
            assert plain(one).__code__ is original(plain(one)).__code__
            assert plain(one).__defaults__ is original(plain(one)).__defaults__
            seen.add(plain(one).__code__)
            for mine, theirs in called_by(one):
                if not isinstance(plain(theirs), FunctionType):
                    assert mine is theirs or theirs is ldexp
                elif plain(theirs).__code__ not in seen:
                    assert plain(mine).__code__ is plain(theirs).__code__
                    waiting.append(mine)

    @needs_numba
    def test_it_is_compiled_once_whoever_asks(self) -> None:
        assert formula(standard.k_factor) is formula(standard.k_factor)
        assert formula(passes.k_of).py_func.__globals__["standard"].k_factor is formula(standard.k_factor)  # type: ignore[attr-defined]

    @needs_numba
    @pytest.mark.parametrize("n", [-1074, -1000, -900, -1, 0, 1, 52, 899, 900, 1000])
    def test_the_power_of_two_written_as_bits_is_that_of_the_library(self, n: int) -> None:
        times = compiled._times_power_of_two()
        for x in (1.0, -1.5, 0.0, -0.0, 3.14159, 1e-29, 1e-31, 2.5e29, 1e31, 5e-324):
            try:
                wanted = ldexp(x, n)
            except OverflowError:
                wanted = float("inf") if x > 0 else float("-inf")
            assert times(x, n).hex() == wanted.hex()

    def test_nothing_reorders_sums_or_contracts_products(self) -> None:
        for options in (compiled.OPTIONS, compiled.LEAN):
            assert options["fastmath"] is False
            assert "parallel" not in options


class TestNoFormula:
    """Formulas live in `arpad.rules`; here stands what gathers their numbers and puts their results away."""

    def trees(self) -> Iterator[tuple[str, ast.AST]]:
        """The sources of the room."""
        for path in sorted(ROOM.glob("*.py")):
            yield path.stem, ast.parse(path.read_text(encoding="utf-8"))

    def test_there_is_no_number_of_a_formula(self) -> None:
        found = {
            (name, node.value)
            for name, tree in self.trees()
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value not in NUMBERS
        }
        assert found == set(OTHER_NUMBERS)

    def test_there_is_no_power_and_no_mathematics(self) -> None:
        for name, tree in self.trees():
            powers = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)]
            assert all(isinstance(part, ast.Constant) for node in powers for part in (node.left, node.right)), name
            imported = {
                alias.name
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and node.module == "math"
                for alias in node.names
            }
            assert imported - {"inf", "nan", "isnan", "isinf"} == MATHEMATICS.get(name, set()), name

    def test_of_the_rules_each_module_takes_formulas_and_words_alone(self) -> None:
        for name, tree in self.trees():
            called = {
                node.func.value.id
                for node in ast.walk(tree)
                if isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
            }
            modules = {
                alias.asname or alias.name
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(("rules", "uschess"))
                for alias in node.names
            }
            assert not called & modules, f"{name} calls the rules past `formula`"
