"""The documentation cannot lie: its commands, Python, tables, links and numbers are run and compared."""

from __future__ import annotations

import ast
import doctest
import json
import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import arpad
from arpad.formats import event_document, rated_document
from arpad.rules.rule import REGISTER
from arpad.rules.rulebook import PARAMETERS
from arpad.rules.vocabulary import FORFEITED, PLAYED, UNPLAYED, Profile, System
from tools import refresh_docs

ROOT = refresh_docs.ROOT
DOCS = ROOT / "docs"
PAGES = refresh_docs.PAGES
BLOCKS = [block for page in PAGES for block in refresh_docs.blocks(page)]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
STALE = "run `python tools/refresh_docs.py` and look at the difference"


def fenced(page: Path, language: str) -> list[tuple[str, str]]:
    """The blocks of a language on a page: what stands behind the language's name, and the text."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"(?ms)^```{language}\b([^\n]*)\n(.*?)^```$", text)


# ---------------------------------------------------------------------------------------------- what is executed


@pytest.mark.parametrize("block", BLOCKS, ids=[f"{block.page.relative_to(ROOT)}:{block.line}" for block in BLOCKS])
def test_every_command_prints_what_the_page_says(block: refresh_docs.Block, tmp_path: Path) -> None:
    assert block.commands, "a console block without a command"
    for command, output in zip(block.commands, refresh_docs.run(block, tmp_path), strict=True):
        assert "Traceback (most recent call last):" not in output
        if not refresh_docs.agrees(command.expected, output):
            assert list(command.expected) == output, f"`{command.text}`: {STALE}"


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_piece_of_python_runs_and_prints_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path / "examples")
    pieces = [body for _, body in fenced(page, "python")]
    assert all(">>> " in piece for piece in pieces), "Python without a prompt is not run"
    found = doctest.DocTestParser().get_doctest("\n".join(pieces), {}, page.name, str(page), 0)
    report: list[str] = []
    failures, _ = doctest.DocTestRunner(verbose=False).run(found, out=report.append)
    assert failures == 0, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_generated_tables_are_those_of_the_code(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert refresh_docs.refreshed_tables(text) == text, STALE


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_json_block_is_json_and_a_titled_one_is_the_file(page: Path) -> None:
    for title, body in fenced(page, "json"):
        json.loads(body)
        named = re.search(r'title="([^"]+)"', title)
        if named is not None:
            assert body == (ROOT / "examples" / named[1]).read_text(encoding="utf-8")


def test_every_example_is_used_and_is_an_event_document() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for path in sorted((ROOT / "examples").iterdir()):
        assert path.name in text
        if path.suffix == ".json":
            event, problems = event_document.decode(path.read_bytes())
            codes = [problem.code for problem in problems]
            assert codes == (["game-not-mirrored"] if path.name == "spring-open-slip.json" else [])
            assert (event is None) == bool(codes)


# ------------------------------------------------------------------------------------------------- links and nav


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as MkDocs makes them."""
    found = set()
    for heading in re.findall(r"(?m)^#{1,6} (.+)$", page.read_text(encoding="utf-8")):
        named = re.search(r"\{#([\w-]+)\}\s*$", heading)
        slug = re.sub(r"[^\w\s-]", "", heading).strip().lower()
        found.add(named[1] if named else re.sub(r"[-\s]+", "-", slug))
    return found


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_internal_link_resolves(page: Path) -> None:
    text = re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        assert "://" not in target, "no hosts in the documentation"
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.is_file(), target
        assert not anchor or anchor in anchors(there), target


def test_the_navigation_lists_every_page_once() -> None:
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = re.findall(r"(?m)^ +- [^:\n]+: (\S+\.md)$", settings)
    assert sorted(listed) == sorted(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md"))
    assert re.search(r"(?m)^  font: false$", settings), "no fonts from elsewhere"


def test_mkdocs_builds_the_pages_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(  # noqa: S603 (our own documentation is what is built)
        [Path(sys.executable).parent / "mkdocs", "build", "--strict", "--quiet", "--site-dir", tmp_path / "site"],
        cwd=ROOT,
        env={"NO_MKDOCS_2_WARNING": "1", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    made = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "site").rglob("*.html"))
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//(?!squidfunk\.github\.io|www\.mkdocs\.org)", made)


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"(?m)^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8")))
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        named = set(re.findall(r"(?m)(?:`|^)make ([a-z-]+)", text))
        assert named <= targets, page


def test_pages_speak_in_short_sentences_without_marketing() -> None:
    for page in PAGES:
        text = re.sub(r"(?ms)^```.*?^```$|^\|.*?$|<!--.*?-->", "", page.read_text(encoding="utf-8"))
        for word in ("powerful", "seamless", "blazing", "state-of-the-art", "simply ", "robust", "cutting-edge"):
            assert word not in text.lower(), f"{page}: {word}"
        for sentence in re.split(r"[.!?:]\s|\n\n", text):
            assert len(sentence.split()) <= 45, sentence


# ------------------------------------------------------------------------------------------ nothing is missing


def headings(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def emitted_codes() -> set[str]:
    """Every problem code that the source can emit: the constant first arguments of what makes problems."""
    found: set[str] = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in {"error", "warn", "Problem", "_problem"}:
                found |= {
                    inner.value
                    for inner in ast.walk(node.args[0])
                    if isinstance(inner, ast.Constant)
                    and isinstance(inner.value, str)
                    and re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", inner.value)
                }
    return found


def documented_codes() -> dict[str, str]:
    """The problem codes of the page, each with the severity that stands beside it."""
    return dict(re.findall(r"(?m)^\| `([a-z0-9-]+)` \| ([a-z, ]+) \|", headings("reference/problem-codes.md")))


def test_every_problem_code_is_documented_and_no_other() -> None:
    assert len(emitted_codes()) > 30
    assert set(documented_codes()) == emitted_codes()


def players(*rows: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"number": place, "rounds": []} | row for place, row in enumerate(rows, start=1)]


def event(*rows: dict[str, Any], section: dict[str, Any] | None = None, **fields: Any) -> bytes:
    """A small event document, with what a test wants to be wrong with it."""
    of_section = {"time_control": "G/90;d5", "players": players(*rows) if rows else players({})} | (section or {})
    document = {"format": "arpad-event/1", "start": "2025-03-01", "end": "2025-03-02", "sections": [of_section]}
    return json.dumps(document | fields).encode()


RATED = {"ratings": {"OTBR": {"rating": 1500, "games": 30}}}
GAME = ({"rounds": ["W2w"]}, {"rounds": ["L1b"]})
BROKEN = {
    "too-large": b" " * (64 * 1024 * 1024 + 1),
    "not-utf8": b"\xff\xfe{",
    "empty": b"",
    "bad-json": b"{",
    "duplicate-key": b'{"a": 1, "a": 2}',
    "too-deep": b"[" * 100_000,
    "too-many-digits": b"[" + b"1" * 5000 + b"]",
    "wrong-type": event(start=3),
    "missing-field": b'{"format": "arpad-event/1"}',
    "unknown-field": event(colour="red"),
    "unknown-word": event(format="arpad-event/9"),
    "unknown-code": event({"rounds": ["Q2"]}, {}),
    "no-opponent": event({"rounds": ["W"]}, {}),
    "opponent-of-bye": event({"rounds": ["H2"]}, {}),
    "bad-date": event(start="2025-02-30"),
    "bad-text": event(name=""),
    "out-of-range": event({"ratings": {"OTBR": {"rating": 5000, "games": 3}}}),
    "not-finite": event({"ratings": {"OTBR": {"rating": float("inf"), "games": 3}}}),
    "too-few": event(sections=[]),
    "too-many": event({"rounds": ["-"] * 501}),
    "dates-reversed": event(start="2025-03-03"),
    "dates-outside": event(section={"start": "2025-02-28"}),
    "duplicate-section": event(sections=[{"number": 1, "systems": ["OTBR"], "players": players({})}] * 2),
    "rules-contradict": event(rules={"edition": "2017-04-24", "profile": "practised"}),
    "duplicate-number": event({}, {"number": 1}),
    "entries-disagree": event({"id": "7"}, {"id": "7", **RATED}),
    "rating-after-event": event({"ratings": {"FIDE": {"rating": 1500, "date": "2025-04-01"}}}),
    "birth-after-event": event({"birth": "2026-01-01"}),
    "game-not-mirrored": event({"rounds": ["W2"]}, {"rounds": ["W1"]}),
    "missing-opponent": event({"rounds": ["W9"]}),
    "against-oneself": event({"rounds": ["W1"]}),
    "asymmetric-alone": event({"rounds": ["N2"]}, {"rounds": ["U"]}),
    "opponent-zero": event({"rounds": ["L0"]}),
    "same-colour": event({"rounds": ["W2w"]}, {"rounds": ["L1w"]}),
    "online-over-the-board": event(*GAME, section={"online": True, "time_control": None, "systems": ["OTBR"]}),
    "member-twice": event(
        sections=[
            {"number": number, "systems": ["OTBR"], "players": players({"id": "7", "rounds": ["H"]})}
            for number in (1, 2)
        ]
    ),
    "more-problems": event({"rounds": ["Q"] * 201}),
    "looks-like-match": event({"rounds": ["W2", "W2"]}, {"rounds": ["L1", "L1"]}),
    "no-system": event(*GAME, section={"time_control": None}),
    "time-control-unknown": event(*GAME, section={"time_control": "fast"}),
    "time-control-not-rated": event(*GAME, section={"time_control": "G/1;d0"}),
    "foreign-not-regular": event(*GAME, section={"kind": "foreign-fide", "systems": ["OTBQ"]}),
    "unknown-edition": event(*GAME, rules={"edition": "2018-01-01"}),
    "law-unknown": event(*GAME, start="1999-03-01", end="1999-03-01", section={"systems": ["OTBR"]}),
}
"""For every code a document that shows it."""


@pytest.mark.parametrize("code", sorted(emitted_codes()))
def test_every_problem_code_can_be_met_with_the_documented_severity(code: str) -> None:
    problems = arpad.check(BROKEN[code])
    severities = {problem.severity.value for problem in problems if problem.code == code}
    assert severities
    assert severities <= set(documented_codes()[code].split(", or ")) | set(documented_codes()[code].split(", "))


def test_every_field_of_both_documents_is_on_its_page() -> None:
    for page, schema, objects in (
        ("reference/event-document.md", event_document.schema(), refresh_docs.EVENT_OBJECTS),
        ("reference/rated-document.md", rated_document.schema(), refresh_docs.RATED_OBJECTS),
    ):
        text = headings(page)
        assert fields_of(schema) <= set(re.findall(r"(?m)^\| `(\w+)` \|", text))
        assert {f"<!-- generated: {name} -->" for name in objects} <= set(text.splitlines())


def fields_of(schema: dict[str, Any]) -> set[str]:
    """Every field name in a schema, whatever the depth."""
    found = set(schema.get("properties", ()))
    for inner in (*schema.get("properties", {}).values(), *schema.get("anyOf", ()), schema.get("items", {})):
        found |= fields_of(inner) if inner else set()
    return found


def test_the_worksheet_and_the_rated_player_have_the_documented_fields() -> None:
    text = headings("reference/rated-document.md")
    sheet = arpad.explain(ROOT / "examples" / "three.json", 3).json()
    for name in (*sheet, *sheet["player"], *sheet["steps"][0]):
        assert f"`{name}`" in text, name
    rated = arpad.document(arpad.rate(ROOT / "examples" / "three.json"))
    for name in rated["sections"][0]["players"][0]:
        assert re.search(rf"(?m)^\| `{name}` \|", text), name


def test_every_code_of_a_cell_is_in_the_table() -> None:
    rows = dict(re.findall(r"(?m)^\| `(.)` \| [^|]+ \| (yes|no) \|", headings("reference/event-document.md")))
    assert set(rows) == set(PLAYED) | FORFEITED | UNPLAYED
    assert {code for code, rated in rows.items() if rated == "yes"} == set(PLAYED)


def test_every_parameter_is_in_the_rulebook() -> None:
    found = re.findall(r"(?m)^\| `(\w+)` \|", headings("reference/rulebook.md"))
    assert sorted(found) == sorted(PARAMETERS)


def test_every_public_name_is_on_the_page_of_the_library() -> None:
    text = headings("reference/library.md")
    for name in arpad.__all__:
        assert re.search(rf"`{name}[`(]", text), name


def test_every_reading_has_its_place_and_every_reading_named_anywhere_exists() -> None:
    sections = re.findall(r"(?m)^### (I\d\d) .+ \{#(i\d\d)\}$", headings("explanation/readings.md"))
    assert [name for name, _ in sections] == [f"I{number:02}" for number in range(1, 54)]
    assert all(name.lower() == anchor for name, anchor in sections)
    refresh_docs.readings_table()  # imports every module of the rules
    named = {reading for entry in REGISTER.values() for reading in entry.reads}
    named |= {reading for change in arpad.law().changes for reading in change.reads}
    for folder, pattern in (("src", "*.py"), ("src", "*.toml"), ("spec", "*.toml"), ("conformance", "*.json")):
        for path in (ROOT / folder).rglob(pattern):
            named |= set(re.findall(r"\bI\d\d\b", path.read_text(encoding="utf-8")))
    assert named <= {name for name, _ in sections}


# ---------------------------------------------------------------------------------------------------- the numbers

B = [
    ("2001-01-01", "2001-01-01", 10),
    ("2008-06-06", "2008-06-06", 6),
    ("2012-08-03", "2012-08-03", 8),
    ("2014-03-20", "2014-03-20", 10),
    ("2015-06-01", "2015-06-01", 12),
    ("2017-06-01", "2017-05-01", 14),
    ("2023-02-01", "2023-02-01", 12),
    ("2025-01-01", "2025-01-01", 10),
]
"""B over time, typed from the documents: what the table of the page must say."""


def test_b_over_time_is_that_of_the_documents() -> None:
    text = headings("explanation/law-by-date.md")
    rows = re.findall(r"(?m)^\| ([\d-]{10}|\(before\)) \| ([\d-]{10}|\(before\)) \| (\d+) \|", text)
    first = ("(before)", "(before)", "10")
    assert rows == [first, *((start, end, str(value)) for start, end, value in B[1:])]
    for start, end, value in B:
        for profile, day in ((Profile.SPECIFIED, start), (Profile.PRACTISED, end)):
            assert value == arpad.rulebook("OTBR", day, profile=profile).bonus_threshold


def test_the_worked_section_has_the_numbers_of_its_table() -> None:
    ours = arpad.rate(ROOT / "examples" / "three.json").section(1).players
    text = headings("explanation/five-steps.md")

    def row(name: str) -> list[str]:
        line = next(line for line in text.splitlines() if line.startswith(f"| {name} |"))
        return [cell.strip() for cell in line.strip("|").split("|")][1:]

    for name, digits, attribute in (
        ("Step 2: N*", 2, "n_star"),
        ("Step 3", 2, "first_estimate"),
        ("Step 4", 2, "intermediate"),
        ("Step 5: K", 2, "k"),
        ("Step 5: E", 3, "expected"),
        ("Step 5", 2, "unfloored"),
        ("After", 2, "post"),
    ):
        values = [getattr(player, attribute) for player in ours]
        assert row(name) == ["" if value is None else f"{value:.{digits}f}" for value in values]
    assert row("Floor") == [f"{player.floor.value:g}" for player in ours if player.floor]


def test_undated_changes_hold_from_the_days_of_the_table() -> None:
    text = headings("explanation/law-by-date.md")
    days = set(re.findall(r"(?m)^\| [^|]+ \| (\d{4}-\d\d-\d\d)[^|]*\|$", text))
    undated = {
        str(change.since)
        for change in arpad.law().changes
        if change.open is not None and change.parameter != "initial_priority"
    }
    assert undated == days


def test_the_systems_exist_since_the_days_of_the_documents() -> None:
    since = {system: entry.since for system, entry in arpad.law().systems.items()}
    always = date(2001, 1, 1)
    assert since == {
        System.OTBR: always,
        System.OTBQ: always,
        System.OTBB: date(2013, 3, 1),
        System.OLR: date(2020, 6, 1),
        System.OLQ: date(2015, 3, 1),
        System.OLB: date(2014, 10, 1),
    }
