"""A command as its users type it, and how it ended."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner

from arpad.cli.main import app


class Outcome:
    """How a command ended."""

    def __init__(self, *words: object, stdin: str | bytes | None = None) -> None:
        result = CliRunner().invoke(app, [str(word) for word in words], input=stdin)
        self.code, self.out, self.err = result.exit_code, result.stdout, result.stderr
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception

    @property
    def json(self) -> Any:
        """What it printed, as JSON."""
        return json.loads(self.out)


def done(*words: object, stdin: str | bytes | None = None) -> Outcome:
    """A command that must end well."""
    outcome = Outcome(*words, stdin=stdin)
    assert outcome.code == 0, outcome.err
    return outcome
