"""One source for a formula: the functions of `arpad.rules`, compiled unchanged by numba; interpreted without it.

`formula` takes a function of the rules and gives the same function compiled, its siblings with it.  Nothing is
copied or rewritten: the code object is the one that explains itself when interpreted; only the names it looks up are
bound to the compiled siblings, and what merely leaves a remark for a listener does nothing.

`compiled` compiles a loop of the kernel, `inlined` one that becomes part of its caller; `entry` compiles one that
Python calls, and keeps the machine code between processes (`kept_code`).

Without numba all of them give the Python function back: slow, and the same bits.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, cast

try:
    import numba
except ImportError:  # the interpreted fallback
    numba = None

F = TypeVar("F", bound=Callable[..., Any])

HAS_NUMBA = numba is not None and not os.environ.get("ARPAD_INTERPRETED")
"""Whether the kernel is compiled; ``ARPAD_INTERPRETED=1`` asks for the interpreted one."""

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": False, "boundscheck": False}
"""How everything is compiled: no contraction, no other order of sums, so that the bits are Python's."""

LEAN: dict[str, Any] = {**OPTIONS, "_nrt": False}
"""The same for functions that allocate nothing: a slice of an array costs no counting of references then."""

SILENT = {"remark", "about", "keep"}
"""Functions of the recorder: nobody listens to compiled code."""


def compiled(function: F) -> F:
    """A function of the kernel, compiled when it is first called."""
    if not HAS_NUMBA:
        return function
    return cast("F", numba.njit(**LEAN)(function))


def inlined(function: F) -> F:
    """A function of the kernel that always becomes part of its caller."""
    if not HAS_NUMBA:
        return function
    return cast("F", numba.njit(**LEAN, forceinline=True)(function))


def entry(function: F) -> F:
    """A function that Python calls: compiled once for a machine, not once for a process."""
    if not HAS_NUMBA:
        return function
    from arpad.kernel.kept_code import KeptCode  # noqa: PLC0415 it needs numba

    dispatcher = numba.njit(**OPTIONS)(function)
    dispatcher._cache = KeptCode(cast("FunctionType", function))  # noqa: SLF001 what numba's own `cache=True` sets
    return cast("F", dispatcher)


def formula(function: F) -> F:
    """A function of the rules, compiled unchanged together with the rules that it calls."""
    return function if not HAS_NUMBA else cast("F", _compiled_formula(getattr(function, "formula_only", function)))


def interpreted(function: F) -> F:
    """The Python function that a function of the kernel was made from: for a single call, without compiling."""
    return cast("F", getattr(function, "py_func", function))


@cache
def _compiled_formula(plain: FunctionType) -> Callable[..., Any]:
    names = _names(plain.__code__)
    bound = {name: _bound(name, value) for name, value in plain.__globals__.items() if name in names}
    bound["__builtins__"] = plain.__globals__["__builtins__"]
    bound["__name__"] = plain.__module__
    twin = FunctionType(plain.__code__, bound, plain.__name__, plain.__defaults__, plain.__closure__)
    return cast("Callable[..., Any]", numba.njit(**LEAN)(twin))


def _bound(name: str, value: Any) -> Any:
    """What a global name of a formula means in compiled code."""
    if name in SILENT:
        return _nothing()
    if value is math.ldexp:
        return _times_power_of_two()
    if isinstance(value, ModuleType) and value.__name__.startswith("arpad.rules."):
        return _Siblings(value)
    if isinstance(value, FunctionType) and value.__module__.startswith("arpad.rules."):
        return formula(value)
    return value


class _Siblings(ModuleType):
    """A module of the rules whose functions are compiled when one is asked for."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return _bound(name, getattr(self.__dict__["_module"], name))


@cache
def _nothing() -> Callable[..., None]:
    def nothing(clause: str, text: str) -> None:
        """Nobody listens."""

    return cast("Callable[..., None]", numba.njit(nothing))


@cache
def _times_power_of_two() -> Callable[[float, int], float]:
    """`math.ldexp` without a call of the C library: the exponent's bits are written as they are.

    Where the power of two is a normal number the product is exact, as `ldexp` is; beyond, the library's own is asked.
    """
    from numba.core import types  # noqa: PLC0415 numba may be absent
    from numba.extending import intrinsic  # noqa: PLC0415

    @intrinsic  # type: ignore[untyped-decorator]
    def float_of_bits(typing_context: Any, bits: Any) -> Any:  # noqa: ARG001 numba's signature
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            return builder.bitcast(arguments[0], context.get_value_type(types.float64))

        return types.float64(types.int64), generate

    library = math.ldexp

    def times_power_of_two(x: float, n: int) -> float:
        if -900 < n < 900 and 1e-30 < abs(x) < 1e30:
            return x * float_of_bits((n + 1023) << 52)  # type: ignore[no-any-return]
        return library(x, n)

    return cast("Callable[[float, int], float]", numba.njit(**LEAN)(times_power_of_two))


def _names(code: CodeType) -> set[str]:
    """Every global name that a code object may look up, comprehensions included."""
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _names(constant)
    return found
