"""The pages about Elo's book: what their sentences count, beside what their code blocks print."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arpad import datasets
from arpad.cli.elo import app
from arpad.cli.elo.showing import _charts as CHARTS  # noqa: N812 (a table made on demand)

ROOT = Path(__file__).parents[2]
RUN = (ROOT / "docs/explanation/elos-book-run.md").read_text(encoding="utf-8")
COMMAND = (ROOT / "docs/reference/elo-command.md").read_text(encoding="utf-8")


def test_the_book_is_counted_as_its_list_counts_it() -> None:
    rows = tomllib.loads((ROOT / "spec/elo/book.toml").read_text(encoding="utf-8"))["row"]
    kinds = Counter(row["kind"] for row in rows)
    sentence = (
        f"{kinds['formula']} numbered formulas, {kinds['unnumbered']} without a number,\n"
        f"{kinds['procedure']} procedures and {kinds['table']} groups of tables"
    )
    assert sentence in RUN


def test_the_misprints_are_counted() -> None:
    assert f"{len(datasets.errata())} misprints were found" in RUN


def test_every_data_set_is_in_the_table() -> None:
    page = (ROOT / "docs/reference/data-sets.md").read_text(encoding="utf-8")
    text = page.partition("<!-- generated: data-sets -->")[2]
    assert re.findall(r"(?m)^\| `([a-z0-9-]+)` \| ", text) == list(datasets.names())


def test_every_data_set_with_a_chart_is_named() -> None:
    page = (ROOT / "docs/reference/data-sets.md").read_text(encoding="utf-8")
    told = page.partition("rather look at: ")[2].partition(".\n")[0]
    assert re.findall(r"`([a-z0-9-]+)`", told) == list(CHARTS())


@pytest.mark.parametrize("name", [command.name for command in app.registered_commands])
def test_every_command_has_its_help_on_the_page(name: str) -> None:
    assert f"$ arpad elo {name} --help" in COMMAND
    assert f"## arpad elo {name}" in COMMAND


@pytest.mark.parametrize("name", [command.name for command in app.registered_commands])
def test_every_help_has_an_example(name: str) -> None:
    found = CliRunner().invoke(app, [name, "--help"])
    assert f"arpad elo {name}" in found.stdout
