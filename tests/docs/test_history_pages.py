"""The pages about histories leave nothing out: no code, column, fact, command, option, name or method."""

from __future__ import annotations

import ast
import inspect
import json
import re
from typing import Any

import pytest
import typer

from arpad import history
from arpad.cli.main import app
from arpad.history.forms import TABLES
from arpad.ledger.facts import FACTS, from_json, name_of
from tools import refresh_docs

ROOT, DOCS = refresh_docs.ROOT, refresh_docs.ROOT / "docs"
LEAGUE = history.rate(history.generate(members=40, games=200, seed=1))


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def refused_codes() -> set[str]:
    """Every code that the source refuses with: constant ones, and those that are made of a column's kind or an id."""
    found = {f"unknown-{column.kind}" for table in TABLES.values() for column in table.values() if column.kind}
    found |= {f"{how}-{what}" for how in ("unknown", "duplicate") for what in ("member", "event")}
    for path in (path for room in ("ledger", "history") for path in (ROOT / "src/arpad" / room).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in {"refuse", "refuse_rows"}:
                    found.add(str(node.args[0].value))
    return found


def test_every_code_of_a_refusal_is_documented_and_no_other() -> None:
    cells = re.findall(r"(?m)^\| ((?:`[a-z-]+`(?:, )?)+) \| [^|]+ \| [^|]+ \|$", page("reference/refusals.md"))
    documented = [code for cell in cells for code in re.findall(r"`([a-z-]+)`", cell)]
    assert len(documented) == len(set(documented))
    assert set(documented) == refused_codes()


def test_every_column_of_every_table_is_documented() -> None:
    text = page("reference/history-tables.md")
    assert all(f"<!-- generated: history--{table.replace('_', '-')} -->" in text for table in TABLES)
    came_of_facts = text.partition("## What came of the facts")[2]
    for frame in (LEAGUE.results(), LEAGUE.standings(), LEAGUE.forward(), LEAGUE.not_rated()):
        for column in frame.columns:
            assert f"`{column}`" in came_of_facts, column


def test_every_fact_has_its_line() -> None:
    text = page("reference/facts.md")
    assert re.findall(r"(?m)^\| `([a-z-]+)` \|", text) == list(FACTS)
    for line in re.findall(r"(?m)^\{.+\}$", text):
        assert f'"fact": "{_name(line)}"' in line


def _name(line: str) -> str:
    """The name of the fact that a line of a page is."""
    return name_of(type(from_json(json.loads(line))))


def test_every_name_of_the_library_is_on_its_page() -> None:
    text = page("reference/history-library.md")
    for name in history.__all__:
        assert re.search(rf"`{name}[`(.]", text), name
    for name, _ in inspect.getmembers(
        history.History, lambda member: inspect.isfunction(member) or _is_property(member)
    ):
        if not name.startswith("_") and name not in {"rated", "book"}:
            assert re.search(rf"`(?:History\.)?{name}[`(]", text), name


def _is_property(member: object) -> bool:
    return isinstance(member, property)


def commands() -> list[str]:
    group: Any = typer.main.get_command(app)
    return list(group.commands["history"].commands)


@pytest.mark.parametrize("command", commands())
def test_every_command_has_its_help_and_its_json_on_the_page(command: str) -> None:
    text = page("reference/command.md")
    assert f"### arpad history {command}\n\n```console\n$ arpad history {command} --help\nUsage:" in text
    names = text.partition("### JSON")[2]
    assert re.search(rf"(?m)^\| [^|]*`{command}`", names)


def test_the_readings_of_a_history_are_explained() -> None:
    text = page("explanation/readings.md")
    assert all(f"### {reading} " in text for reading in ("I51", "I52", "I53"))
