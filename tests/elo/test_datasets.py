"""The data sets: whole, typed, with every correction traceable; and no sentence of the book among them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from arpad import datasets
from arpad.datasets.dataset import text
from arpad.rules.elo.error import EloError

ROOT = Path(__file__).parents[2]
every = pytest.mark.parametrize("name", datasets.names())


@every
def test_a_data_set_says_what_it_is(name: str) -> None:
    found = datasets.load(name)
    assert found.name == name
    assert found.section
    assert found.title
    assert not found.title.endswith(".")
    assert all(meaning for meaning in found.columns.values())
    assert len(found) == len(found.rows) > 0


@every
def test_its_rows_are_of_their_type(name: str) -> None:
    found = datasets.load(name)
    row = type(found.rows[0])
    assert tuple(row._fields)[: len(found.columns)] == tuple(row._fields)
    if name not in {"small-sample-factors", "handicap-round-robin", "handicap-swiss"}:
        assert row._fields == tuple(found.columns)
    hints = get_type_hints(row)
    for values in found.rows:
        for field, value in zip(row._fields, values, strict=True):
            assert is_of(value, str(hints[field])), (field, value)


def is_of(value: object, hint: str) -> bool:
    """Whether a value has one of the plain types of a hint; a whole number may stand for any number."""
    if value is None:
        return "None" in hint
    allowed = {"float": (int, float), "int": (int,), "str": (str,), "bool": (bool,)}
    return any(word in hint and isinstance(value, types) for word, types in allowed.items())


@every
def test_its_records_are_plain_json(name: str) -> None:
    found = datasets.load(name)
    assert json.loads(json.dumps(found.records())) == found.records()
    json.dumps(dict(found.facts))


@every
def test_a_corrected_row_holds_the_correction_and_remembers_the_print(name: str) -> None:
    found = datasets.load(name)
    printed = found.as_printed()
    for correction in found.corrections:
        assert correction.kind in {"book", "ocr", "unclear"}
        assert correction.reason
        assert correction.printed != correction.corrected
        if correction.row is not None:
            assert getattr(found.rows[correction.row], correction.place) == correction.corrected
            assert getattr(printed[correction.row], correction.place) == correction.printed
    changed = sum(new != old for new, old in zip(found.rows, printed, strict=True))
    assert changed == len({correction.row for correction in found.corrections} - {None})


def test_every_file_is_a_data_set_and_is_shipped_as_it_is_named() -> None:
    files = {path.stem for path in (ROOT / "src/arpad/datasets/files").iterdir()}
    computed = {
        "normal-expectancy",
        "logistic-expectancy",
        "small-sample-factors",
        "handicap-round-robin",
        "handicap-swiss",
    }
    assert files == set(datasets.names()) - computed


def test_an_unknown_name_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(EloError, match="did you mean errata") as refused:
        datasets.load("errrata")
    assert refused.value.problem.code == "unknown-data-set"
    with pytest.raises(EloError, match="lists them"):
        datasets.load("zzz")


def documents() -> list[Path]:
    places = (ROOT.parent / "shared" / "spec", ROOT / "shared" / "spec")
    return sorted(path for place in places for path in place.glob("*.txt"))


def runs(of: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z]+", of.lower())
    return {tuple(words[start : start + 8]) for start in range(len(words) - 7)}


def sentences(content: Any) -> list[str]:
    if isinstance(content, str):
        return [content]
    if isinstance(content, dict):
        return [found for value in content.values() for found in sentences(value)]
    if isinstance(content, list):
        return [found for value in content for found in sentences(value)]
    return []


@pytest.mark.skipif(not documents(), reason="the documents are not here: shared/spec is absent")
def test_no_sentence_of_the_book_is_copied() -> None:
    printed = set().union(*(runs(path.read_text(encoding="utf-8")) for path in documents()))
    files = sorted((ROOT / "src/arpad/datasets/files").iterdir())
    copied = [
        (path.stem, sentence)
        for path in files
        for sentence in sentences(json.loads(text(path.stem)))
        if runs(sentence) & printed
    ]
    assert copied == []
