"""The one error of the ledger: a fact that cannot be, with the problem that says why."""

from __future__ import annotations

from arpad.rules.problem import Problem, printable


class LedgerError(ValueError):
    """A fact that cannot be read, or that contradicts those before it; `problem` says which and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def refuse(code: str, place: str, message: str, hint: str) -> LedgerError:
    """The error for a fact, ready to be raised.

    >>> print(refuse("unknown-member", "facts[17]", "member '123' was never added", "add the member first"))
    error: member '123' was never added; add the member first [unknown-member at facts[17]]
    """
    return LedgerError(Problem(code, printable(place), "", printable(message), printable(hint)))
