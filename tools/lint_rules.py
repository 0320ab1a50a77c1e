"""The habits of the rules (ARCHITECTURE, "One truth for a formula"), checked in their source.

A formula is compiled unchanged by numba and must give the same bits interpreted: products instead of powers, sums as
loops, positional numbers only.  Numbers of the law live in the parameters, not in the code.

Elo's book is one edition without dates, so `rules/elo` has no parameters: its numbers stand beside the formula they
belong to, as named constants of their module, each followed by a docstring with what it is and its section.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
RULES = ROOT / "src/arpad/rules"

TIED = {"rule", "condition"}
"""Decorators that make a function a formula."""

SMALL_NUMBERS = {0, 1, 2, 0.5, 3}
"""Numbers that are algebra rather than law."""

ELO = RULES / "elo"
"""The rules whose numbers are named constants."""

BANNED_CALLS = {"sum", "round", "pow", "fsum", "hypot", "print", "open", "input"}
BANNED_MODULES = {"time", "random", "os", "pathlib", "numpy", "cmath", "statistics", "decimal", "fractions"}
BANNED_NAMES = {"now", "today", "utcnow"}


def formulas(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions of a module that are tied to a clause."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = {
                decorator.func.id
                for decorator in node.decorator_list
                if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name)
            }
            if names & TIED:
                yield node


def of_module(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """What no module of the rules may do."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            yield node.lineno, "a power: write x * x"
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            for name in names:
                if name.split(".")[0] in BANNED_MODULES:
                    yield node.lineno, f"{name} in the rules: time, chance and files come in as arguments"
        if isinstance(node, ast.Attribute) and node.attr in BANNED_NAMES:
            yield node.lineno, f"{node.attr}: the day comes in as an argument"


def of_constants(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """What no constant of Elo's rules may be: a number without a docstring below it."""
    for node, following in zip(tree.body, [*tree.body[1:], None], strict=True):
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if not isinstance(target, ast.Name) or not target.id.isupper() or not has_number(node):
            continue
        match following:
            case ast.Expr(value=ast.Constant(value=str())):
                continue
        yield node.lineno, f"{target.id}: say below it what the number is, its unit and its section"


def has_number(node: ast.stmt) -> bool:
    """Whether a statement writes a number."""
    return any(isinstance(part, ast.Constant) and type(part.value) in {int, float} for part in ast.walk(node))


def of_formula(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """What no formula may do."""
    arguments = function.args
    if arguments.defaults or arguments.kwonlyargs or arguments.vararg or arguments.kwarg:
        yield function.lineno, f"{function.name}: a formula takes its numbers by position, without defaults"
    for node in ast.walk(function):
        if node is not function and isinstance(node, ast.FunctionDef | ast.Lambda):
            yield node.lineno, f"{function.name}: a closure in a formula"
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id in BANNED_CALLS:
                yield node.lineno, f"{function.name}: {node.func.id}() in a formula"
            if node.keywords and node not in function.decorator_list:
                yield node.lineno, f"{function.name}: a keyword argument in a formula"
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            inside_decorator = any(node in ast.walk(decorator) for decorator in function.decorator_list)
            if not isinstance(node.value, bool) and node.value not in SMALL_NUMBERS and not inside_decorator:
                yield (
                    node.lineno,
                    f"{function.name}: {node.value} is a number of the law: in parameters/, or named (rules/elo)",
                )


def main() -> int:
    """Print what breaks a habit; 1 when anything does."""
    found = []
    count = 0
    for file in sorted(RULES.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        where = file.relative_to(ROOT)
        found += [f"{where}:{line}: {text}" for line, text in of_module(tree)]
        if file.is_relative_to(ELO):
            found += [f"{where}:{line}: {text}" for line, text in of_constants(tree)]
        for function in formulas(tree):
            count += 1
            found += [f"{where}:{line}: {text}" for line, text in of_formula(function)]
    for text in found:
        print(text)
    print(f"{count} formulas and conditions, {len(found)} broken habits")
    return 1 if found or not count else 0


if __name__ == "__main__":
    sys.exit(main())
