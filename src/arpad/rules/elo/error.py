"""What the caller of Elo's rules did wrong, as one problem: a code, a place and a remedy."""

from __future__ import annotations

from arpad.rules.problem import Problem


class EloError(ValueError):
    """A question that Elo's system cannot answer; `problem` says why, where and what to do.

    >>> try:
    ...     raise refuse("no-games", "pairings[0].games", "there is no game", "leave the pairing out")
    ... except EloError as error:
    ...     print(error.problem)
    error: there is no game; leave the pairing out [no-games at pairings[0].games]
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def refuse(code: str, place: str, message: str, hint: str) -> EloError:
    """The error to raise: a stable code, the place in the input, what is wrong, and the remedy."""
    return EloError(Problem(code, place, "", message, hint))
