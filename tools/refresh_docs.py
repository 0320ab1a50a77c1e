"""Refresh the documentation in place: the output of its console blocks, and the tables made from the code.

A console block is fenced as ``console``; a line that begins with ``$ `` is a command, what follows is its
output. The commands of a block are run one after the other by one shell in a copy of `examples/`. A line of
three dots stands for any lines, or none. A generated table stands between ``<!-- generated: name -->`` and
``<!-- end -->``; what it is made from is in `TABLES`.

    python tools/refresh_docs.py            rewrite what is stale
    python tools/refresh_docs.py --check    only say what is stale
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from dataclasses import MISSING, dataclass, fields
from datetime import date
from difflib import SequenceMatcher
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any, Final

import arpad.datasets
import arpad.lab
import arpad.rules
import arpad.rules.elo
from arpad import law
from arpad.formats import event_document, rated_document
from arpad.history.forms import described
from arpad.ledger.facts import FACTS
from arpad.rules.rule import REGISTER
from arpad.rules.rulebook import PARAMETERS, Change, value_text
from arpad.rules.uschess.effective import n_star
from arpad.rules.vocabulary import Profile, System

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
ELLIPSIS: Final = "..."
_BLOCK: Final = re.compile(r"(?ms)^(?P<indent> *)```console(?P<words>[^\n]*)\n(?P<body>.*?)^(?P=indent)```$")
_TABLE: Final = re.compile(r"(?ms)^<!-- generated: (?P<name>[a-z-]+) -->\n.*?^<!-- end -->$")
_MARK: Final = "\x1e"
SHELL: Final = "/bin/bash"


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a console block, with the output that the page prints."""

    text: str
    expected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A console block of a page: its commands in order, and where its lines stand in the text.

    Blocks marked ``console session`` go on where the one before them on their page ended; others begin anew.
    """

    page: Path
    line: int
    indent: str
    commands: tuple[Command, ...]
    start: int
    end: int
    session: bool


def blocks(page: Path) -> Iterator[Block]:
    """The console blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        indent = found["indent"]
        lines = [line.removeprefix(indent) for line in found["body"].splitlines()]
        commands: list[tuple[str, list[str]]] = []
        for line in lines:
            if line.startswith("$ "):
                commands.append((line[2:], []))
            elif commands:
                commands[-1][1].append(line)
        yield Block(
            page,
            text.count("\n", 0, found.start()) + 1,
            indent,
            tuple(Command(command, tuple(output)) for command, output in commands),
            found.start("body"),
            found.end("body"),
            "session" in found["words"].split(),
        )


def run(block: Block, within: Path) -> list[list[str]]:
    """What the commands of a block print, error output included, in a fresh copy of the examples."""
    if not block.session:
        return _outputs(block.commands, within)
    before = sum(len(other.commands) for other in blocks(block.page) if other.session and other.line < block.line)
    return _session(block.page)[before : before + len(block.commands)]


@cache
def _session(page: Path) -> list[list[str]]:
    """What the commands of all blocks of a page's session print, run one after the other."""
    commands = tuple(command for block in blocks(page) if block.session for command in block.commands)
    with tempfile.TemporaryDirectory() as folder:
        return _outputs(commands, Path(folder))


def _outputs(commands: tuple[Command, ...], within: Path) -> list[list[str]]:
    """What commands print, run in one shell."""
    with tempfile.TemporaryDirectory(dir=within) as folder:
        place = Path(folder) / "examples"
        shutil.copytree(ROOT / "examples", place)
        script = "\n".join(f"{command.text}\nrc=$?; printf '{_MARK}\\n'; (exit $rc)" for command in commands)
        environment = {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
            "COLUMNS": "100",
            "PYTHONUTF8": "1",
            "LC_ALL": "C.UTF-8",
            "HOME": folder,
            "ARPAD_CACHE": os.environ.get("ARPAD_CACHE") or str(Path.home() / ".cache" / "arpad"),
        }
        done = subprocess.run(  # the documentation's own commands are what is to be run
            [SHELL, "-c", script],
            cwd=place,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=300,  # the kernel may have to be compiled first
        )
    outputs = done.stdout.decode().split(f"{_MARK}\n")[: len(commands)]
    return [trimmed(output.splitlines()) for output in outputs]


def trimmed(lines: list[str]) -> list[str]:
    """Lines without blanks at their ends, and without empty lines at the end of all."""
    found = [line.rstrip() for line in lines]
    while found and not found[-1]:
        found.pop()
    return found


def agrees(expected: tuple[str, ...], output: list[str]) -> bool:
    """Whether an output is the one that is printed, lines of three dots standing for any lines.

    >>> agrees(("a", "...", "d"), ["a", "b", "c", "d"]), agrees(("a", "d"), ["a", "b", "d"])
    (True, False)
    """
    lines = trimmed(list(expected))
    parts = [r"(?:.*\n)*" if line.strip() == ELLIPSIS else re.escape(line) + r"\n" for line in lines]
    return re.fullmatch("".join(parts), "".join(f"{line}\n" for line in output)) is not None


def shortened(expected: tuple[str, ...], output: list[str]) -> list[str]:
    """A new output, shortened as the printed one is: its lines are looked for where they resemble most.

    >>> shortened(("K = 3", "..."), ["K = 4", "E = 1"])
    ['K = 4', '...']
    """
    if ELLIPSIS not in [line.strip() for line in expected]:
        return output
    found: list[str] = []
    at = 0
    dots = False
    for line in trimmed(list(expected)):
        if line.strip() == ELLIPSIS:
            found.append(line)
            dots = True
            continue
        if at >= len(output):
            break
        if dots:
            likeness = [SequenceMatcher(None, line, other).ratio() for other in output[at:]]
            at += likeness.index(max(likeness))
        found.append(output[at])
        at += 1
        dots = False
    return found


def refreshed_blocks(page: Path, within: Path) -> str:
    """The text of a page with the outputs that its commands have now; a crash is never written down."""
    text = page.read_text(encoding="utf-8")
    for block in reversed(list(blocks(page))):
        lines = []
        for command, output in zip(block.commands, run(block, within), strict=True):
            if any(line.startswith("Traceback (most recent call last)") for line in output):
                raise SystemExit(f"{page.relative_to(ROOT)}:{block.line}: `{command.text}` ends in a traceback")
            lines.append(f"$ {command.text}")
            old = command.expected
            lines += trimmed(list(old)) if agrees(old, output) else shortened(old, output)
        body = "".join(f"{block.indent}{line}".rstrip() + "\n" for line in lines)
        text = text[: block.start] + body + text[block.end :]
    return text


def refreshed_tables(text: str) -> str:
    """A text with its generated tables as they are now."""

    def one(found: re.Match[str]) -> str:
        name, _, argument = found["name"].partition("--")
        made = "\n".join(TABLES[name](argument) if argument else TABLES[name]())
        return f"<!-- generated: {found['name']} -->\n\n{made}\n\n<!-- end -->"

    return _TABLE.sub(one, text)


def rows(head: tuple[str, ...], body: Sequence[tuple[str, ...]]) -> list[str]:
    """A Markdown table."""
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join('---' for _ in head)}|"]
    return lines + [f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in body]


def _type_of(schema: dict[str, Any]) -> str:
    """A JSON Schema type in few words."""
    if "anyOf" in schema:
        return f"{_type_of(schema['anyOf'][0])}, or null"
    if "enum" in schema:
        return " ".join(f"`{word}`" for word in schema["enum"])
    if schema["type"] == "array":
        inner = "objects" if schema["items"].get("type") == "object" else _type_of(schema["items"])
        return f"list of {inner}"
    if schema.get("format") == "date":
        return "date"
    if schema["type"] in {"number", "integer"}:
        kind = "number" if schema["type"] == "number" else "whole number"
        return f"{kind}, {schema['minimum']:g} to {schema['maximum']:g}"
    return {"string": "text", "boolean": "true or false", "object": "object"}[schema["type"]]


def _objects(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What a property leads to, when it is an object or a list of objects."""
    found = {}
    for name, inner in schema["properties"].items():
        target = inner["anyOf"][0] if "anyOf" in inner else inner
        if target.get("type") == "array":
            target = target["items"]
        if target.get("type") == "object" and target.get("properties"):
            found[name] = target
    return found


def at(schema: dict[str, Any], path: str) -> dict[str, Any]:
    """The object in a schema that a path of field names leads to; `*` is any of them."""
    for name in path.split(".") if path else []:
        inside = _objects(schema)
        schema = next(iter(inside.values())) if name == "*" else inside[name]
    return schema


def fields_table(schema: dict[str, Any], path: str) -> list[str]:
    """The fields of one object of a document."""
    found = at(schema, path)
    body = [
        (f"`{name}`", _type_of(inner), "yes" if name in found["required"] else "", inner["description"])
        for name, inner in found["properties"].items()
    ]
    return rows(("Field", "Type", "Required", "Meaning"), body)


EVENT_OBJECTS: Final = {
    "event-event": "",
    "event-rules": "rules",
    "event-section": "sections",
    "event-player": "sections.players",
    "event-sources": "sections.players.ratings",
    "event-rating": "sections.players.ratings.OTBR",
    "event-other": "sections.players.ratings.FIDE",
    "event-cfc": "sections.players.ratings.CFC",
    "event-floor": "sections.players.floors",
    "event-ceiling": "sections.players.ceiling",
    "event-published": "sections.players.published.OTBR",
    "event-history": "sections.players.match_history",
}
RATED_OBJECTS: Final = {
    "rated-document": "",
    "rated-rules": "rules",
    "rated-section": "sections",
    "rated-uncertain": "sections.uncertain",
    "rated-player": "sections.players",
    "rated-initial": "sections.players.initial",
    "rated-part": "sections.players.initial.parts",
    "rated-floor": "sections.players.floor",
    "rated-limits": "sections.players.match_limits",
    "rated-request": "sections.players.floor_request",
}


def _chapters() -> dict[str, list[str]]:
    """The parameters by the file of the law that they stand in, each in the order of the rulebook."""
    found: dict[str, list[str]] = {}
    for entry in sorted((files("arpad.rules") / "parameters").iterdir(), key=lambda entry: entry.name):
        names = set(tomllib.loads(entry.read_text(encoding="utf-8")))
        found[entry.name.removesuffix(".toml")] = [name for name in PARAMETERS if name in names]
    return found


def rulebook_table(chapter: str) -> list[str]:
    """Every parameter of one file of the law: meaning, unit, clause, newest value, days of change."""
    of = law()
    body = []
    for name in _chapters()[chapter.replace("-", "_")]:
        changes = [change for change in of.changes if change.parameter == name]
        newest = {system: of.timeline(system, name, of.newest)[-1] for system in System}
        values: dict[str, list[str]] = defaultdict(list)
        for system, change in newest.items():
            values[value_text(change.value)].append(system.value)
        value = "; ".join(
            text if len(values) == 1 else f"{' '.join(systems)}: {text}" for text, systems in values.items()
        )
        dates = sorted({change.since for change in changes if change.since > of.earliest})
        body.append(
            (
                f"`{name}`",
                changes[0].text,
                changes[0].unit,
                f"`{changes[0].clause}`",
                value,
                ", ".join(str(day) for day in dates),
            )
        )
    return rows(("Parameter", "Meaning", "Unit", "Clause", "Newest value", "Changed"), body)


def _days(change: Change) -> tuple[str, str]:
    earliest = law().earliest
    shown = [change.day(profile) for profile in (Profile.SPECIFIED, Profile.PRACTISED)]
    first, second = ("(before)" if day == earliest else str(day) for day in shown)
    return first, second


def b_table() -> list[str]:
    """B over time."""
    line = law().timeline(System.OTBR, "bonus_threshold", law().newest)
    body = [(*_days(change), value_text(change.value), str(change.edition)) for change in line]
    return rows(("By start (`specified`)", "By end (`practised`)", "B", "First edition that shows it"), body)


def systems_table() -> list[str]:
    """The systems, since when they exist, and the time controls they rate by the newest law."""
    of = law()
    body = []
    for system, existence in of.systems.items():
        book = of.by_edition(system, of.newest)
        since = "always" if existence.since == of.earliest else str(existence.since)
        minutes = ", ".join(
            f"{name.replace('_', ' ')} {value:g}" for name, value in book.time_control_range.plain().items()
        )
        body.append((system.value, existence.name, since, minutes))
    return rows(("System", "Name", "Since", "Total minutes today"), body)


def editions_table() -> list[str]:
    """The editions and the systems that each knows."""
    of = law()
    body = [
        (str(day), title, " ".join(system.value for system in of.systems_of_edition(day)))
        for day, title in of.editions.items()
    ]
    return rows(("Edition", "Title", "Systems it knows"), body)


def readings_table() -> list[str]:
    """Which code carries a reading: rules by function, numbers by parameter."""
    for module in walk_packages(arpad.rules.__path__, "arpad.rules."):
        import_module(module.name)
    found: dict[str, list[str]] = defaultdict(list)
    for entry in REGISTER.values():
        if entry.function.startswith("arpad."):
            for reading in entry.reads:
                found[reading].append(f"`{entry.function.removeprefix('arpad.rules.')}`")
    for change in law().changes:
        for reading in change.reads:
            found[reading].append(f"`{change.parameter}`")
    body = [(f"[{name}](#{name.lower()})", ", ".join(dict.fromkeys(found[name]))) for name in sorted(found)]
    return rows(("Reading", "Rules (module.function) and numbers (parameter)"), body)


def n_star_table() -> list[str]:
    """N* of some ratings, under the law before and after May 2013."""
    of = law()
    books = [of.by_edition(System.OTBR, date(2009, 6, 4)), of.by_edition(System.OTBR, of.newest)]
    body = []
    for rating in (500.0, 1000.0, 1500.0, 1700.0, 2000.0, 2200.0, 2355.0, 2400.0):
        values = [
            n_star(
                rating,
                book.n_star_ceiling,
                book.n_star_knee,
                book.n_star_constant,
                book.n_star_coefficient,
                book.n_star_anchor,
            )
            for book in books
        ]
        body.append((f"{rating:g}", *(f"{value:.2f}" for value in values)))
    return rows(("Rating", "N* to May 2013", "N* since"), body)


def history_table(name: str) -> list[str]:
    """The columns of a table of a history."""
    return described(name.replace("-", "_")).splitlines()


def facts_tables() -> list[str]:
    """Every fact with its fields: what a correction may say."""
    body = []
    for name, kind in FACTS.items():
        named = [f"`{entry.name}`" + ("" if entry.default is MISSING else "?") for entry in fields(kind)]
        body.append((f"`{name}`", (kind.__doc__ or "").split("\n")[0], " ".join(named)))
    return rows(("Fact", "What it says", "Fields; those with ? may be left out"), body)


def data_sets_table() -> list[str]:
    """The data sets, in the order of the book."""
    body = [
        (
            f"`{found.name}`",
            found.section,
            str(len(found)),
            found.title,
            ", ".join(f"`{column}`" for column in found.columns),
            str(len(found.corrections) or ""),
        )
        for found in map(arpad.datasets.load, arpad.datasets.names())
    ]
    return rows(("Name", "Section", "Rows", "What it holds", "Columns", "Misprints"), body)


def elo_library() -> list[str]:
    """Every module of Elo's rules and of the lab, with what it offers and the rows of the book that it carries."""
    carried: dict[str, list[str]] = defaultdict(list)
    lines: list[str] = []
    for package in (arpad.rules.elo, arpad.lab):
        for found in sorted(walk_packages(package.__path__, f"{package.__name__}."), key=lambda found: found.name):
            import_module(found.name)
    for entry in REGISTER.values():
        carried[entry.function].append(entry.clause)
    for package in (arpad.rules.elo, arpad.lab):
        for found in sorted(walk_packages(package.__path__, f"{package.__name__}."), key=lambda found: found.name):
            lines += _offered(import_module(found.name), carried)
    return lines[1:]


def _offered(module: Any, carried: dict[str, list[str]]) -> list[str]:
    """A heading, a sentence and a table: the public names that a module defines."""
    body = []
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__ or not callable(value):
            continue
        first = (value.__doc__ or "").partition("\n")[0]
        owned = [name] + [f"{name}.{inner}" for inner in vars(value)] if isinstance(value, type) else [name]
        clauses = [clause for one in owned for clause in carried[f"{module.__name__}.{one}"]]
        body.append((f"`{name}`", first, ", ".join(dict.fromkeys(clauses))))
    if not body:
        return []
    sentence = (module.__doc__ or "").partition("\n")[0]
    return ["", f"### {module.__name__}", "", sentence, "", *rows(("Name", "What it is", "Rows of the book"), body)]


def _of_schema(schema: Callable[[], dict[str, Any]], path: str) -> Callable[[], list[str]]:
    return lambda: fields_table(schema(), path)


TABLES: Final[dict[str, Any]] = {
    "rulebook": rulebook_table,
    "b-over-time": b_table,
    "systems": systems_table,
    "editions": editions_table,
    "readings": readings_table,
    "n-star": n_star_table,
    "history": history_table,
    "facts": facts_tables,
    "data-sets": data_sets_table,
    "elo-library": elo_library,
    **{name: _of_schema(event_document.schema, path) for name, path in EVENT_OBJECTS.items()},
    **{name: _of_schema(rated_document.schema, path) for name, path in RATED_OBJECTS.items()},
}


def main() -> int:
    """Rewrite the pages, or say which of them are stale."""
    check = "--check" in sys.argv[1:]
    stale = 0
    with tempfile.TemporaryDirectory() as folder:
        for page in PAGES:
            old = page.read_text(encoding="utf-8")
            new = refreshed_tables(refreshed_blocks(page, Path(folder)))
            if new != old:
                stale += 1
                print(f"{'stale' if check else 'refreshed'}: {page.relative_to(ROOT)}")
                if not check:
                    page.write_text(new, encoding="utf-8")
    return int(check and stale > 0)


if __name__ == "__main__":
    sys.exit(main())
