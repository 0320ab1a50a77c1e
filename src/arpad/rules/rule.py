"""`@rule` ties a formula to its clause; a recorder keeps what was computed, from which numbers, in which order.

Nobody writes an explanation beside a formula.  When somebody listens (`Recorder.listen`), each call of a rule leaves
a `Step`: clause, symbol, the formula as text, the numbers that went in, the number that came out, and the steps
that were taken inside it.  A condition of the documents is a rule that answers true or false, so what did *not*
apply is on record too.  When nobody listens a call costs one look at a context variable.

>>> recorder = Recorder()
>>> @rule("3-n-effective", "N'", "min({n}, {n_star})", "the smaller of the two")
... def smaller(n: float, n_star: float) -> float:
...     return min(n, n_star)
>>> with recorder.listen():
...     smaller(30.0, 20.0)
20.0
>>> recorder.steps[0].symbol, recorder.steps[0].value
("N'", 20.0)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import update_wrapper
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Clause:
    """What ties a function to the documents.

    Attributes:
        clause: id of the clause in `spec/`.
        symbol: the sign of the result in the documents; empty for a condition.
        formula: the formula as text, with the names of its arguments in braces.
        text: one sentence of ours that says what is computed or asked.
        reads: the readings (INTERPRETATIONS) that the code carries.
        arguments: the names of the function's arguments, in order.
        function: dotted name of the function.
    """

    clause: str
    symbol: str
    formula: str
    text: str
    reads: tuple[str, ...]
    arguments: tuple[str, ...]
    function: str


@dataclass(slots=True)
class Step:
    """One thing that was done: a rule applied, a chapter that holds others, or a remark."""

    clause: str
    text: str
    symbol: str = ""
    formula: str = ""
    inputs: tuple[tuple[str, object], ...] = ()
    value: object = None
    reads: tuple[str, ...] = ()
    steps: list[Step] = field(default_factory=list)

    @property
    def is_condition(self) -> bool:
        """Whether this is a condition of the documents: something that held or did not."""
        return isinstance(self.value, bool)


class Recorder:
    """Collects the steps of one player's rating, or of everything when no player is named."""

    def __init__(self, player: int | None = None) -> None:
        self.steps: list[Step] = []
        self._open: list[list[Step]] = [self.steps]
        self._player = player
        self._deaf = player is not None

    @contextmanager
    def listen(self) -> Iterator[Recorder]:
        """Record every rule that is called inside this block."""
        token = _listening.set(self)
        try:
            yield self
        finally:
            _listening.reset(token)

    def about(self, player: int) -> None:
        """Say whose numbers come next."""
        self._deaf = self._player is not None and player != self._player

    @property
    def wants(self) -> bool:
        """Whether what happens now is to be kept."""
        return not self._deaf

    def note(self, step: Step) -> None:
        """Keep one finished step."""
        self._open[-1].append(step)

    @contextmanager
    def inside(self, step: Step) -> Iterator[Step]:
        """Keep a step and put everything that happens meanwhile below it."""
        self._open[-1].append(step)
        self._open.append(step.steps)
        try:
            yield step
        finally:
            self._open.pop()

    def call(self, clause: Clause, function: Callable[..., T], numbers: tuple[Any, ...]) -> T:
        """Run a rule and keep it, with the rules that it calls below it."""
        inputs = tuple(
            (name, tuple(value) if isinstance(value, list) else value)
            for name, value in zip(clause.arguments, numbers, strict=True)
        )
        step = Step(clause.clause, clause.text, clause.symbol, clause.formula, inputs, reads=clause.reads)
        with self.inside(step):
            result = function(*numbers)
        step.value = result
        return result


_listening: ContextVar[Recorder | None] = ContextVar("arpad_listening", default=None)

REGISTER: dict[str, Clause] = {}
"""Every rule of the house by its function's dotted name: the coverage of the law is counted from it."""


def rule(
    clause: str, symbol: str, formula: str, text: str, *, reads: tuple[str, ...] = ()
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Tie a formula to its clause.

    The formula stays a plain function of positional numbers, reachable unchanged as ``.formula_only``: that is what
    a compiler takes.
    """

    def bind(function: Callable[P, T]) -> Callable[P, T]:
        name = f"{function.__module__}.{function.__qualname__}"
        arguments = tuple(inspect.signature(function).parameters)
        entry = Clause(clause, symbol, formula, text, reads, arguments, name)
        REGISTER[name] = entry

        plain: Callable[..., T] = function

        def ruled(*numbers: Any) -> T:
            recorder = _listening.get()
            if recorder is None or not recorder.wants:
                return plain(*numbers)
            return recorder.call(entry, plain, numbers)

        update_wrapper(ruled, function)
        ruled.formula_only = function  # type: ignore[attr-defined]
        ruled.clause = entry  # type: ignore[attr-defined]
        return cast("Callable[P, T]", ruled)

    return bind


def condition(
    clause: str, formula: str, text: str, *, reads: tuple[str, ...] = ()
) -> Callable[[Callable[P, bool]], Callable[P, bool]]:
    """Tie a condition of the documents to its clause: a rule without a symbol that answers true or false."""
    return rule(clause, "", formula, text, reads=reads)


def about(player: int) -> None:
    """Tell whoever listens whose numbers come next."""
    recorder = _listening.get()
    if recorder is not None:
        recorder.about(player)


def carries(*clauses: str, reads: tuple[str, ...] = ()) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Say which clauses a function carries that is more than one formula: it is on the register, not recorded."""

    def bind(function: Callable[P, T]) -> Callable[P, T]:
        name = f"{function.__module__}.{function.__qualname__}"
        text = (function.__doc__ or "").partition("\n")[0]
        for clause in clauses:
            REGISTER[f"{name} ({clause})"] = Clause(clause, "", "", text, reads, (), name)
        return function

    return bind


@contextmanager
def chapter(clause: str, text: str) -> Iterator[None]:
    """Put the rules applied inside a ``with`` block under one heading, for whoever listens."""
    recorder = _listening.get()
    if recorder is None or not recorder.wants:
        yield
    else:
        with recorder.inside(Step(clause, text)):
            yield


def remark(clause: str, text: str, *, reads: tuple[str, ...] = ()) -> None:
    """Leave a remark for whoever listens: something decided without a formula."""
    keep(Step(clause, text, reads=reads))


def keep(step: Step) -> None:
    """Leave a finished step for whoever listens."""
    recorder = _listening.get()
    if recorder is not None and recorder.wants:
        recorder.note(step)


def listening() -> bool:
    """Whether somebody listens to the player whose numbers come now."""
    recorder = _listening.get()
    return recorder is not None and recorder.wants
