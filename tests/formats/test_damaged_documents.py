"""Damaged event documents: each gives one clear problem with its place, and the command ends with exit code 2."""

from __future__ import annotations

import copy
import io
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

import arpad
from arpad.api import law_choice
from arpad.cli.main import app
from arpad.formats.event_document import decode
from arpad.rules.law import law
from arpad.rules.problem import Problem, Severity
from arpad.rules.uschess.event import plan_event
from tests import random_sections
from tools.fuzz_event_document import damaged, finding

Json = Any

SOUND: Json = {
    "format": "arpad-event/1",
    "id": "202502160011",
    "name": "Winter Open",
    "start": "2025-02-15",
    "end": "2025-02-16",
    "rules": {"known": "2025-07-26", "profile": "specified"},
    "sections": [
        {
            "number": 1,
            "name": "Open",
            "start": "2025-02-15",
            "end": "2025-02-16",
            "time_control": "G/60;d5",
            "online": False,
            "kind": "swiss",
            "youth": False,
            "players": [
                {
                    "number": 1,
                    "id": "12345678",
                    "name": "SMITH, PAT",
                    "state": "NY",
                    "birth": "2010-05-01",
                    "adult": None,
                    "ratings": {
                        "OTBR": {
                            "rating": 1643.76,
                            "games": 30,
                            "record": "mixed",
                            "date": "2025-01-05",
                            "peak": 1711.2,
                            "wins": 20,
                            "draws": 3,
                            "events_of_three": 11,
                        },
                        "FIDE": {"rating": 1700, "date": "2025-02-01"},
                        "CFC": {"rating": 1600, "date": "2024-11-01", "canadian_resident": True},
                        "national": {"rating": 1500, "date": "2024-11-01"},
                    },
                    "floors": [
                        {"kind": "money", "amount": 4000, "under": 1800, "since": "2019-07-04"},
                        {"kind": "lowered", "value": 1500, "system": "OTBR"},
                    ],
                    "ceiling": {"value": 2000, "since": "2019-01-01"},
                    "published": {"OTBR": {"rating": 1644, "games": 30}},
                    "match_history": [{"system": "OTBR", "date": "2024-10-10", "change": 20.5}],
                    "rounds": ["W2w", "L3b", "H"],
                },
                {"number": 2, "name": "DOE, ALEX", "ratings": {}, "rounds": ["L1b", "D3", "X3"]},
                {"number": 3, "id": "87654321", "name": None, "rounds": ["B", "W1w", "F2"]},
            ],
        }
    ],
}
"""A sound document with every field in it; section 1 has three players."""
SOUND["sections"][0]["players"][1]["rounds"][1] = "U"

S = "sections[0]"
P, Q, R = f"{S}.players[0]", f"{S}.players[1]", f"{S}.players[2]"

GONE = object()
"""In a change: the field is taken away."""


def steps(place: str) -> list[str | int]:
    """The steps of a place: ``sections[0].name`` is sections, 0, name."""
    return [
        int(index) if index else name
        for name, index in re.findall(r"([^.\[\]]+)(?!\])|\[(\d+)\]", place)
        if name or index
    ]


def changed(changes: dict[str, Any]) -> bytes:
    """The sound document with some fields changed, as the bytes of a file."""
    document = copy.deepcopy(SOUND)
    for place, value in changes.items():
        *outer, last = steps(place)
        holder = document
        for step in outer:
            holder = holder[step]
        if value is GONE:
            del holder[last]
        else:
            holder[last] = value
    return json.dumps(document).encode()


@dataclass(frozen=True)
class Damage:
    """A damaged document, made when it is asked for, and the problem that it must give."""

    says: str
    make: Callable[[], bytes]
    code: str
    place: str


ALL: list[Damage] = []
"""Every damage of this file: the command is shown each of them."""


def text(says: str, content: bytes | Callable[[], bytes], code: str, place: str = "") -> Damage:
    """Damage to a file as a whole."""
    return Damage(says, content if callable(content) else lambda: content, code, place)


def field(says: str, place: str, value: Any, code: str, at: str | None = None) -> Damage:
    """One field changed; the problem is there, or `at` another place."""
    return Damage(says, lambda: changed({place: value}), code, place if at is None else at)


def fields(says: str, changes: dict[str, Any], code: str, at: str) -> Damage:
    """Several fields changed."""
    return Damage(says, lambda: changed(changes), code, at)


def damages(*rows: Damage) -> pytest.MarkDecorator:
    """Ask a test of every row, and the command of it later."""
    ALL.extend(rows)
    return pytest.mark.parametrize("damage", rows, ids=[row.says for row in rows])


def problems_of(content: bytes) -> list[Problem]:
    """What stands in the way of rating a file: nothing, when nothing does."""
    event, problems = decode(content)
    if event is not None:
        _, blocking = plan_event(event, law_choice(event), law())
        problems = problems + blocking
    for problem in problems:
        assert problem.message.strip()
        for part in (problem.message, problem.hint, problem.where, problem.place):
            assert part.isprintable(), f"not one printable line: {part!r}"
        assert len(str(problem)) < 1000
    return [problem for problem in problems if problem.severity is Severity.ERROR]


def refused(damage: Damage) -> Problem:
    """The first problem of a damaged document, which must be the expected one at the expected place."""
    errors = problems_of(damage.make())
    assert errors, "nothing was found wrong with it"
    assert (errors[0].code, errors[0].place) == (damage.code, damage.place), [str(error) for error in errors]
    return errors[0]


def test_the_sound_document_is_sound() -> None:
    assert problems_of(changed({})) == []
    assert arpad.rate(changed({})).section(1).players


WRONG: dict[str, tuple[str, tuple[Any, ...], tuple[str, ...]]] = {
    "text": ("wrong-type", (7, True, [], {}), (
        "id", "name", f"{S}.name", f"{S}.time_control", f"{P}.id", f"{P}.name", f"{P}.state",
    )),
    "cell": ("wrong-type", (7, None, True, ["W2"], {"code": "W"}), (f"{P}.rounds[0]",)),
    "date": ("wrong-type", (20250215, True, ["2025-02-15"], {}), (
        "start", "end", "rules.known", f"{S}.start", f"{S}.end", f"{P}.birth", f"{P}.ratings.OTBR.date",
        f"{P}.ratings.FIDE.date", f"{P}.ratings.CFC.date", f"{P}.ratings.national.date", f"{P}.floors[0].since",
        f"{P}.ceiling.since", f"{P}.match_history[0].date",
    )),
    "number": ("wrong-type", ("1500", True, [1500], {}), (
        f"{P}.ratings.OTBR.rating", f"{P}.ratings.OTBR.peak", f"{P}.ratings.FIDE.rating", f"{P}.ratings.CFC.rating",
        f"{P}.ratings.national.rating", f"{P}.floors[0].amount", f"{P}.floors[0].under", f"{P}.floors[1].value",
        f"{P}.ceiling.value", f"{P}.published.OTBR.rating", f"{P}.match_history[0].change",
    )),
    "whole number": ("wrong-type", ("30", False, 30.5, []), (
        f"{S}.number", f"{P}.number", f"{P}.ratings.OTBR.games", f"{P}.ratings.OTBR.wins", f"{P}.ratings.OTBR.draws",
        f"{P}.ratings.OTBR.events_of_three", f"{P}.published.OTBR.games",
    )),
    "flag": ("wrong-type", (0, 1, "yes", "false", []), (
        f"{S}.online", f"{S}.youth", f"{P}.adult", f"{P}.ratings.CFC.canadian_resident",
    )),
    "word": ("unknown-word", (3, True, "nothing of ours", ["mixed"], {}), (
        "format", "rules.profile", f"{S}.kind", f"{P}.ratings.OTBR.record", f"{P}.floors[0].kind",
        f"{P}.floors[1].system", f"{P}.match_history[0].system",
    )),
    "list": ("wrong-type", ({}, "W2", 3, True), (
        "sections", f"{S}.systems", f"{S}.players", f"{P}.floors", f"{P}.match_history", f"{P}.rounds",
    )),
    "object": ("wrong-type", ([], "x", 3, True), (
        "rules", S, P, f"{P}.ratings", f"{P}.ratings.OTBR", f"{P}.ratings.OLB", f"{P}.ratings.FIDE",
        f"{P}.ratings.CFC", f"{P}.ratings.national", f"{P}.floors[0]", f"{P}.ceiling", f"{P}.published",
        f"{P}.published.OTBR", f"{P}.match_history[0]",
    )),
}  # fmt: skip
"""Kind of value: the code, values of another kind, and every field of that kind."""

NOT_NULL = (
    "sections", S, f"{S}.number", f"{S}.online", f"{S}.youth", f"{S}.players", P, f"{P}.number", f"{P}.rounds",
    f"{P}.ratings.OTBR.rating", f"{P}.ratings.FIDE.rating", f"{P}.floors[0]", f"{P}.ceiling.value",
    f"{P}.published.OTBR.rating", f"{P}.match_history[0].date", f"{P}.match_history[0].change",
)  # fmt: skip


FOR_EVER = 30.0
"""Seconds of this process: no claim of speed (those are benchmarks), but the sign of work that grows out of hand."""


class TestWrongTypes:
    @damages(
        *(
            field(f"{json.dumps(value)} for the {kind} {place}", place, value, code)
            for kind, (code, values, places) in WRONG.items()
            for place in places
            for value in values
        )
    )
    def test_a_value_of_another_type_is_named_at_its_field(self, damage: Damage) -> None:
        problem = refused(damage)
        assert len(problems_of(damage.make())) == 1, "one mistake, one problem"
        assert problem.where.startswith("section ") or not damage.place.startswith(f"{S}.")

    @damages(*(field(f"null for {place}", place, None, "wrong-type") for place in NOT_NULL))
    def test_null_is_not_for_every_field(self, damage: Damage) -> None:
        assert "null" in refused(damage).message

    @damages(
        text("the whole document is a list", b"[1, 2, 3]", "wrong-type"),
        text("the whole document is a string", b'"W12"', "wrong-type"),
        text("the whole document is a number", b"17", "wrong-type"),
        text("the whole document is null", b"null", "wrong-type"),
        text("the whole document is true", b"true", "wrong-type"),
    )
    def test_json_of_another_kind_is_no_event(self, damage: Damage) -> None:
        assert "an object is wanted" in refused(damage).message


REQUIRED = (
    "format", "sections", f"{S}.players", f"{P}.number", f"{P}.rounds", f"{P}.ratings.OTBR.rating",
    f"{P}.ratings.OTBR.games", f"{P}.ratings.FIDE.rating", f"{P}.ratings.CFC.rating", f"{P}.ratings.national.rating",
    f"{P}.floors[0].kind", f"{P}.floors[0].amount", f"{P}.floors[0].under", f"{P}.floors[1].value",
    f"{P}.ceiling.value", f"{P}.published.OTBR.rating", f"{P}.published.OTBR.games", f"{P}.match_history[0].system",
    f"{P}.match_history[0].date", f"{P}.match_history[0].change",
)  # fmt: skip


class TestMissing:
    @damages(*(field(f"{place} is missing", place, GONE, "missing-field") for place in REQUIRED))
    def test_a_required_field_is_named_where_it_should_stand(self, damage: Damage) -> None:
        name = damage.place.rpartition(".")[2]
        assert name in refused(damage).message

    @damages(
        fields("no start anywhere", {"start": GONE, f"{S}.start": GONE}, "missing-field", f"{S}.start"),
        fields("no end anywhere", {"end": GONE, f"{S}.end": GONE}, "missing-field", f"{S}.end"),
        fields("start is null everywhere", {"start": None, f"{S}.start": None}, "missing-field", f"{S}.start"),
    )
    def test_a_section_needs_days_from_somewhere(self, damage: Damage) -> None:
        refused(damage)

    @damages(
        field("an empty object", "sections", {}, "wrong-type"),
        text("nothing but braces", b"{}", "missing-field", "format"),
        field("no section", "sections", [], "too-few"),
        field("no player", f"{S}.players", [], "too-few"),
        field("no system", f"{S}.systems", [], "too-few"),
    )
    def test_a_list_that_must_not_be_empty(self, damage: Damage) -> None:
        refused(damage)


class TestCells:
    @damages(
        *(
            field(f"the cell {json.dumps(cell)}", f"{P}.rounds[0]", cell, "unknown-code")
            for cell in (
                "",
                " ",
                "Q7",
                "w2",
                "W2x",
                "W2W",
                "W-2",
                "W+2",
                "W2.0",
                "W 2",
                " W2",
                "W2 ",
                "W2\n",
                "2W",
                "WW2",
                "W2wb",
                "1-0",
                "1/2",
                "=",
                "½",
                "W٢",
                "W²",
                "W12345678",
                "W2w2",
                "win",
                "\x00",
                "\ud800",
                "B00000000",
                "W" * 100_000,
            )
        )
    )
    def test_an_unknown_result_is_shown_with_the_codes_there_are(self, damage: Damage) -> None:
        problem = refused(damage)
        assert problem.where == "section 1, player 1 (SMITH, PAT), round 1"
        assert "W L D N S R" in problem.hint

    @damages(
        *(field(f"the cell {c}", f"{P}.rounds[1]", c, "no-opponent") for c in ("W", "L", "D", "N", "S", "R", "Ww"))
    )
    def test_a_game_needs_an_opponent(self, damage: Damage) -> None:
        assert "names no opponent" in refused(damage).message

    @damages(
        *(
            field(f"the cell {c}", f"{P}.rounds[2]", c, "opponent-of-bye")
            for c in ("B2", "H3", "U1", "*2", "-2", "H02w")
        )
    )
    def test_a_bye_has_no_opponent(self, damage: Damage) -> None:
        refused(damage)

    @damages(
        field("a win against a number nobody has", f"{P}.rounds[0]", "W4", "missing-opponent"),
        field("an opponent numbered a million", f"{P}.rounds[0]", "W1000000", "missing-opponent"),
        field("an opponent of seven digits", f"{P}.rounds[0]", "D9999999", "missing-opponent"),
        field("a forfeit by a number nobody has", f"{P}.rounds[2]", "X77", "missing-opponent"),
        field("a result coded on purpose against nobody", f"{P}.rounds[2]", "N77", "missing-opponent"),
    )
    def test_an_opponent_who_is_not_there_is_missing(self, damage: Damage) -> None:
        assert "there is no player" in refused(damage).message

    @damages(
        field("a win against himself", f"{P}.rounds[0]", "W1", "against-oneself"),
        field("a draw against himself, with a leading zero", f"{P}.rounds[0]", "D01", "against-oneself"),
        field("a forfeit against himself", f"{P}.rounds[2]", "X1", "against-oneself"),
        fields(
            "another entry of the same member",
            {f"{R}.id": "12345678", f"{R}.birth": "2010-05-01"}
            | {
                f"{R}.{name}": SOUND["sections"][0]["players"][0][name]
                for name in ("ratings", "floors", "ceiling", "published")
            },
            "against-oneself",
            f"{P}.rounds[1]",
        ),
    )
    def test_nobody_meets_himself(self, damage: Damage) -> None:
        refused(damage)

    @damages(
        field("both sides won", f"{Q}.rounds[0]", "W1", "game-not-mirrored", f"{P}.rounds[0]"),
        field("a draw against a win", f"{Q}.rounds[0]", "D1", "game-not-mirrored", f"{P}.rounds[0]"),
        field("the other side was not paired", f"{Q}.rounds[0]", "U", "game-not-mirrored", f"{P}.rounds[0]"),
        field("the other side has a forfeit", f"{Q}.rounds[0]", "F1", "game-not-mirrored", f"{P}.rounds[0]"),
        field("the other side played another", f"{Q}.rounds[0]", "L3", "game-not-mirrored", f"{P}.rounds[0]"),
        field("the other side was coded on purpose", f"{Q}.rounds[0]", "S1", "game-not-mirrored", f"{P}.rounds[0]"),
        field("the other row ends before", f"{Q}.rounds", [], "game-not-mirrored", f"{P}.rounds[0]"),
        field("only the second side tells", f"{P}.rounds[0]", "U", "game-not-mirrored", f"{Q}.rounds[0]"),
        field("a game too many in the second row", f"{Q}.rounds[2]", "W3", "game-not-mirrored"),
        fields(
            "a round robin whose rows differ",
            {f"{S}.kind": "round-robin", f"{P}.rounds": ["*", "W2"], f"{Q}.rounds": ["W1", "*"], f"{R}.rounds": []},
            "game-not-mirrored",
            f"{P}.rounds[1]",
        ),
        fields(
            "a table of columns with a game in one row alone",
            {f"{P}.rounds": ["*", "W2", "W3"], f"{Q}.rounds": ["L1", "*"], f"{R}.rounds": ["-", "-", "*"]},
            "game-not-mirrored",
            f"{P}.rounds[2]",
        ),
    )
    def test_a_one_sided_result_names_both_cells(self, damage: Damage) -> None:
        problem = refused(damage)
        assert re.search(r"sections\[0\]\.players\[\d\]\.rounds", problem.message)

    def test_a_table_of_400_games_that_differ_is_told_in_a_line_one_can_read(self) -> None:
        players = [{"number": 1, "rounds": ["W2"] * 400}, {"number": 2, "rounds": ["W1"] * 400}]
        errors = problems_of(changed({f"{S}.kind": "round-robin", f"{S}.players": players}))
        assert [error.code for error in errors] == ["game-not-mirrored"]

    def test_a_result_that_differs_is_told_once(self) -> None:
        assert len(problems_of(changed({f"{Q}.rounds[0]": "W1"}))) == 1


class TestNumbers:
    @damages(
        field("two players with one pairing number", f"{Q}.number", 1, "duplicate-number"),
        field("a pairing number again as 1.0", f"{Q}.number", 1.0, "duplicate-number"),
        field("pairing number 0", f"{P}.number", 0, "out-of-range"),
        field("pairing number -0", f"{P}.number", -0.0, "out-of-range"),
        field("a negative pairing number", f"{P}.number", -3, "out-of-range"),
        field("a pairing number of eight digits", f"{P}.number", 10_000_000, "out-of-range"),
        field("section number 0", f"{S}.number", 0, "out-of-range"),
        field("a section number of a million", f"{S}.number", 1_000_000, "out-of-range"),
        field("a rating of 0", f"{P}.ratings.OTBR.rating", 0, "out-of-range"),
        field("a rating of -0.0", f"{P}.ratings.OTBR.rating", -0.0, "out-of-range"),
        field("a negative rating", f"{P}.ratings.OTBR.rating", -1643.76, "out-of-range"),
        field("a rating above 4000", f"{P}.ratings.OTBR.rating", 4000.0000001, "out-of-range"),
        field("a rating hardly above 0", f"{P}.ratings.OTBR.rating", 5e-324, "out-of-range"),
        field("a negative number of games", f"{P}.ratings.OTBR.games", -1, "out-of-range"),
        field("more games than a million", f"{P}.ratings.OTBR.games", 1_000_001, "out-of-range"),
        field("1e308 games", f"{P}.ratings.OTBR.games", 1e308, "out-of-range"),
        field("an integer of 401 digits", f"{P}.ratings.OTBR.games", 10**400, "out-of-range"),
        field("a rating of 401 digits", f"{P}.ratings.OTBR.rating", 10**400, "out-of-range"),
        field("a floor of 50", f"{P}.floors[1].value", 50, "out-of-range"),
        field("a prize of less than nothing", f"{P}.floors[0].amount", -4000, "out-of-range"),
        field("a ceiling out of reach", f"{P}.ceiling.value", 5000, "out-of-range"),
        field("a match that moved 5000 points", f"{P}.match_history[0].change", 5000, "out-of-range"),
    )
    def test_a_number_out_of_bounds_is_shown_with_the_bounds(self, damage: Damage) -> None:
        refused(damage)

    @damages(
        *(
            field(f"{value} for {place}", place, value, "not-finite")
            for value in (float("nan"), float("inf"), float("-inf"))
            for place in (f"{P}.ratings.OTBR.rating", f"{P}.ratings.OTBR.games", f"{P}.number", f"{P}.ceiling.value")
        ),
        text("1e999", lambda: changed({}).replace(b"1643.76", b"1e999"), "not-finite", f"{P}.ratings.OTBR.rating"),
        text("-1e999", lambda: changed({}).replace(b"1643.76", b"-1e999"), "not-finite", f"{P}.ratings.OTBR.rating"),
    )  # fmt: skip
    def test_what_is_not_finite_is_no_number(self, damage: Damage) -> None:
        refused(damage)

    @damages(
        text("an integer of 5000 digits", lambda: changed({}).replace(b"1643.76", b"9" * 5000), "too-many-digits"),
        text("an integer of 100000 digits", lambda: changed({}).replace(b"1643.76", b"9" * 100_000), "too-many-digits"),
        text("100000 digits where nobody reads", lambda: b'{"x": -' + b"7" * 100_000 + b"}", "too-many-digits"),
    )
    def test_an_endless_integer_is_refused_at_once(self, damage: Damage) -> None:
        began = time.process_time()
        refused(damage)
        assert time.process_time() - began < FOR_EVER

    @pytest.mark.parametrize("place", [f"{P}.number", f"{P}.name", f"{P}.adult", "start", f"{S}.kind", "sections"])
    def test_an_endless_integer_of_a_parsed_document_is_refused_too(self, place: str) -> None:
        document = copy.deepcopy(SOUND)
        *outer, last = steps(place)
        holder = document
        for step in outer:
            holder = holder[step]
        holder[last] = 10**100_000
        with pytest.raises(arpad.InvalidEventError):
            arpad.read(document)

    def test_minus_zero_games_are_no_games(self) -> None:
        event, _ = decode(changed({f"{P}.ratings.OTBR.games": -0.0}))
        assert event is not None
        assert event.sections[0].players[0].ratings[arpad.System.OTBR].games == 0


class TestSizes:
    @damages(
        field("a million entries", f"{S}.players", [0] * 1_000_000, "too-many"),
        field("20001 players", f"{S}.players", [{}] * 20_001, "too-many"),
        field("600 rounds", f"{P}.rounds", ["U"] * 600, "too-many"),
        field("501 sections", "sections", [{}] * 501, "too-many"),
        field("seven systems", f"{S}.systems", ["OTBR"] * 7, "too-many"),
        field("101 floors", f"{P}.floors", [{"kind": "olm"}] * 101, "too-many"),
        field("10001 matches", f"{P}.match_history", [0] * 10_001, "too-many"),
    )
    def test_a_list_too_long_is_counted_not_read(self, damage: Damage) -> None:
        assert "entries" in refused(damage).message

    @damages(
        text("100000 brackets", b"[" * 100_000, "too-deep"),
        text("100000 brackets, closed", b"[" * 100_000 + b"]" * 100_000, "too-deep"),
        text("100000 objects in one another", b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "too-deep"),
        text("a row in 5000 brackets", lambda: changed({}).replace(b'["W2w"', b"[" * 5000), "too-deep"),
    )
    def test_nesting_without_end_is_no_traceback(self, damage: Damage) -> None:
        refused(damage)

    @damages(
        field("an ID of 41 characters", f"{P}.id", "1" * 41, "bad-text"),
        field("a name of a million characters", f"{P}.name", "x" * 1_000_000, "bad-text"),
        field("a time control of 201 characters", f"{S}.time_control", "G" * 201, "bad-text"),
        field("an event name of 301 characters", "name", "x" * 301, "bad-text"),
        field("a kind of a million characters", f"{S}.kind", "x" * 1_000_000, "unknown-word"),
        field("a date of a million characters", "start", "2" * 1_000_000, "bad-date"),
    )
    def test_a_text_too_long_is_shown_shortened(self, damage: Damage) -> None:
        assert len(refused(damage).message) < 300


class TestDates:
    @damages(
        *(
            field(f"the date {json.dumps(day)}", f"{S}.start", day, "bad-date")
            for day in (
                "",
                " ",
                "today",
                "2025-2-15",
                "15.02.2025",
                "02/15/2025",
                "2025/02/15",
                "20250215",
                "2025-02-15T10:00",
                "2025-02-30",
                "2023-02-29",
                "1900-02-29",
                "2025-00-10",
                "2025-13-01",
                "2025-04-31",
                "2025-02-00",
                "0000-01-01",
                "0001-01-01",
                "1849-12-31",
                "2200-01-01",
                "9999-12-31",
                "10000-01-01",
                "-2025-02-15",
                "2025-02-15 ",
                "2025-02-15\n",
                "２０２５-02-15",
                "2025-W07-6",
                "\x00",
                "\ud800",
            )
        )
    )
    def test_an_impossible_date_is_shown(self, damage: Damage) -> None:
        refused(damage)

    @damages(
        *(
            field(f"30 February in {place}", place, "2025-02-30", "bad-date")
            for kind, (_, _, places) in WRONG.items()
            if kind == "date"
            for place in places
        )
    )
    def test_every_date_is_a_day_of_the_calendar(self, damage: Damage) -> None:
        assert "no day of the calendar" in refused(damage).message

    @damages(
        fields(
            "an event that ends before it starts",
            {"start": "2025-02-17", f"{S}.start": GONE, f"{S}.end": GONE},
            "dates-reversed",
            "start",
        ),
        field("a section that ends before it starts", f"{S}.start", "2025-02-17", "dates-reversed"),
        field("a section that ends the year before", f"{S}.end", "2024-02-16", "dates-reversed", f"{S}.start"),
    )
    def test_dates_reversed_are_named_at_the_first(self, damage: Damage) -> None:
        refused(damage)

    @damages(
        *(
            field(f"a {name} rating of the day after", f"{P}.ratings.{name}.date", "2025-02-17", "rating-after-event")
            for name in ("OTBR", "FIDE", "CFC", "national")
        )
    )
    def test_a_rating_dated_after_the_event_is_not_one_brought_along(self, damage: Damage) -> None:
        assert "2025-02-17" in refused(damage).message

    def test_a_rating_of_the_last_day_is_early_enough(self) -> None:
        assert not problems_of(changed({f"{P}.ratings.OTBR.date": "2025-02-16"}))


class TestLaw:
    @damages(
        field("an edition there is not", "rules", {"edition": "2018-01-01"}, "unknown-edition", "rules.edition"),
        field(
            "known up to an edition there is not", "rules", {"known": "2018-01-01"}, "unknown-edition", "rules.known"
        ),
        field(
            "an edition together with known",
            "rules",
            {"edition": "2017-04-24", "known": "2025-07-26"},
            "rules-contradict",
        ),
        field(
            "an edition together with a profile",
            "rules",
            {"edition": "2017-04-24", "profile": "practised"},
            "rules-contradict",
        ),
        field("a profile in capitals", "rules.profile", "Practised", "unknown-word"),
        field("edition misspelt", "rules", {"editon": "2017-04-24"}, "unknown-field", "rules.editon"),
        field("known misspelt", "rules", {"knwon": "2017-04-24"}, "unknown-field", "rules.knwon"),
        field("an edition by name", "rules", {"edition": "newest"}, "bad-date", "rules.edition"),
        field("an edition by year", "rules", {"edition": 2017}, "wrong-type", "rules.edition"),
    )
    def test_a_law_there_is_not(self, damage: Damage) -> None:
        refused(damage)

    @damages(
        *(
            fields(
                f"{system} on {day}",
                {
                    "start": day,
                    "end": day,
                    f"{S}.start": day,
                    f"{S}.end": day,
                    f"{S}.systems": [system],
                    "rules": None,
                    P: {"number": 1, "rounds": []},
                    f"{S}.players": [{"number": 1, "rounds": []}],
                },
                "law-unknown",
                S,
            )
            for system, day in (
                ("OTBB", "2013-02-28"),
                ("OLB", "2014-09-30"),
                ("OLQ", "2015-02-28"),
                ("OLR", "2020-05-31"),
                ("OTBR", "2000-12-31"),
                ("OTBQ", "1999-07-04"),
                ("OTBR", "1850-01-01"),
            )
        ),
        fields(
            "a system that the edition does not know",
            {"rules": {"edition": "2009-06-04"}, f"{S}.systems": ["OTBB"]},
            "law-unknown",
            S,
        ),
        fields(
            "a system that was not known yet",
            {"rules": {"known": "2017-04-24"}, f"{S}.systems": ["OLR"]},
            "law-unknown",
            S,
        ),
    )
    def test_a_system_that_did_not_exist_is_said(self, damage: Damage) -> None:
        assert re.search(r"does not exist|no law is known", refused(damage).message)

    @damages(
        fields(
            "a section of 2000 by its time control",
            {
                "start": "2000-12-31",
                "end": "2000-12-31",
                f"{S}.start": None,
                f"{S}.end": None,
                "rules": None,
                f"{S}.players": [{"number": 1, "rounds": []}],
            },
            "law-unknown",
            S,
        ),
        field(
            "an edition of 1984, by time control",
            "rules",
            {"edition": "1984-01-01"},
            "unknown-edition",
            "rules.edition",
        ),
    )
    def test_a_time_control_finds_no_law_where_there_is_none(self, damage: Damage) -> None:
        assert "2001-01-01" in refused(damage).message or "no edition" in refused(damage).message


class TestTimeControlsAndSystems:
    @damages(
        field("neither a time control nor systems", f"{S}.time_control", GONE, "no-system", S),
        field("a time control that is null", f"{S}.time_control", None, "no-system", S),
        *(
            field(f"the time control {json.dumps(control)}", f"{S}.time_control", control, "time-control-unknown")
            for control in ("rapid", "G/", "G/sixty", "G/60;d5;d", "?", "40/", "SD", "-5", "G/" + "9" * 190)
        ),
        *(
            field(f"the time control {control}", f"{S}.time_control", control, "time-control-not-rated")
            for control in ("G/1;d0", "G/2;+1", "G/4;d0")
        ),
        fields(
            "three minutes online, where five are wanted",
            {f"{S}.online": True, f"{S}.time_control": "G/3;d0"},
            "time-control-not-rated",
            f"{S}.time_control",
        ),
    )
    def test_a_time_control_must_say_what_to_rate(self, damage: Damage) -> None:
        assert refused(damage).hint

    @damages(
        field("an empty time control", f"{S}.time_control", "", "bad-text"),
        field("a blank time control", f"{S}.time_control", "   ", "bad-text"),
        field("a time control on two lines", f"{S}.time_control", "G/60\nd5", "bad-text"),
    )
    def test_a_time_control_is_one_line_of_text(self, damage: Damage) -> None:
        refused(damage)

    @damages(
        field("systems are empty", f"{S}.systems", [], "too-few"),
        field("a system nobody knows", f"{S}.systems", ["OTBX"], "unknown-word", f"{S}.systems[0]"),
        field("a system in small letters", f"{S}.systems", ["OTBR", "otbq"], "unknown-word", f"{S}.systems[1]"),
        field("a system with a blank", f"{S}.systems", ["OTBR "], "unknown-word", f"{S}.systems[0]"),
        field("a system that is null", f"{S}.systems", [None], "unknown-word", f"{S}.systems[0]"),
        field("FIDE as a system to rate", f"{S}.systems", ["FIDE"], "unknown-word", f"{S}.systems[0]"),
        field("a kind in capitals", f"{S}.kind", "Swiss", "unknown-word"),
        field("a kind with a blank", f"{S}.kind", "round robin", "unknown-word"),
        fields(
            "a foreign event rated Quick",
            {f"{S}.kind": "foreign-fide", f"{S}.systems": ["OTBR", "OTBQ"]},
            "foreign-not-regular",
            f"{S}.systems",
        ),
    )
    def test_systems_and_kinds_are_words_of_ours(self, damage: Damage) -> None:
        refused(damage)

    def test_a_word_nearly_right_is_guessed(self) -> None:
        errors = problems_of(changed({f"{S}.systems": ["OTBr"], f"{S}.kind": "round_robin"}))
        assert {error.hint for error in errors} == {"is 'OTBR' meant?", "is 'round-robin' meant?"}


class TestMisspelt:
    @damages(
        field("a rating's system misspelt", f"{P}.ratings.OTBr", {"rating": 1500, "games": 9}, "unknown-field"),
        field("a rating of a federation we do not know", f"{P}.ratings.DWZ", {"rating": 1500}, "unknown-field"),
        field("a rating's system in small letters", f"{P}.ratings.fide", {"rating": 1500}, "unknown-field"),
        field("the level of a floor misspelt", f"{P}.floors[1].valu", 1500, "unknown-field"),
        field("the day of a floor misspelt", f"{P}.floors[0].form", "2019-07-04", "unknown-field"),
        field("the day of a ceiling misspelt", f"{P}.ceiling.sinec", "2019-07-04", "unknown-field"),
        field("a published system misspelt", f"{P}.published.otbr", {"rating": 1500, "games": 9}, "unknown-field"),
        field("a match's system misspelt", f"{P}.match_history[0].sistem", "OTBR", "unknown-field"),
        field("an endless name of a field", "rules", {"x" * 100_000: 1}, "unknown-field", "rules." + "x" * 57 + "..."),
        field("an empty name of a field", "rules", {"": 1}, "unknown-field", "rules."),
        field("a name of a field with half a character", "rules", {"\ud800": 1}, "unknown-field", r"rules.\ud800"),
        field("a name of a field with an escape", "rules", {"\x1b[2J": 1}, "unknown-field", r"rules.\x1b[2J"),
    )
    def test_a_field_that_would_change_a_rating_is_not_left_out(self, damage: Damage) -> None:
        refused(damage)

    @damages(
        fields("rounds misspelt", {f"{P}.rounds": GONE, f"{P}.round": ["W2"]}, "missing-field", f"{P}.rounds"),
        fields("sections misspelt", {"sections": GONE, "section": []}, "missing-field", "sections"),
        fields("format misspelt", {"format": GONE, "fromat": "arpad-event/1"}, "missing-field", "format"),
        field("the format of the other document", "format", "arpad-rated/1", "unknown-word"),
        field("a format of the future", "format", "arpad-event/2", "unknown-word"),
        field("the format in capitals", "format", "ARPAD-EVENT/1", "unknown-word"),
    )
    def test_a_required_field_misspelt_is_missing(self, damage: Damage) -> None:
        refused(damage)


class TestEntriesOfOneMember:
    @damages(
        *(
            fields(
                f"two entries with another {name}",
                {
                    Q: {**SOUND["sections"][0]["players"][0], "number": 2, "rounds": ["U"], name: value},
                    f"{P}.rounds": ["U"],
                    f"{R}.rounds": ["U"],
                },
                "entries-disagree",
                Q,
            )
            for name, value in (
                ("ratings", {"OTBR": {"rating": 1643.77, "games": 30}}),
                ("ratings", None),
                ("birth", "2010-05-02"),
                ("birth", None),
                ("adult", True),
                ("floors", []),
                ("ceiling", None),
                ("published", {}),
            )
        )
    )
    def test_entries_must_bring_the_same(self, damage: Damage) -> None:
        problem = refused(damage)
        assert "member 12345678 is entered as 1 (players[0]) too" in problem.message

    @damages(
        fields(
            "two sections of one number",
            {"sections": [SOUND["sections"][0], SOUND["sections"][0]]},
            "duplicate-section",
            "sections[1].number",
        ),
        fields(
            "a section numbered like the place of another",
            {
                "sections": [
                    {**SOUND["sections"][0], "number": 2},
                    {k: v for k, v in SOUND["sections"][0].items() if k != "number"},
                ]
            },
            "duplicate-section",
            "sections[1].number",
        ),
    )
    def test_sections_are_numbered_once(self, damage: Damage) -> None:
        refused(damage)


class TestEncodings:
    @damages(
        text("Latin-1", lambda: changed({}).replace(b"SMITH", b"M\xfcLLER"), "not-utf8"),
        text("half a character at the end", lambda: changed({}) + b"\xe2\x80", "not-utf8"),
        text("a surrogate as UTF-8", lambda: changed({}).replace(b"SMITH", b"\xed\xa0\x80"), "not-utf8"),
        text("an overlong slash", lambda: changed({}).replace(b"SMITH", b"\xc0\xaf"), "not-utf8"),
        text("UTF-16 with its mark, little end first", lambda: changed({}).decode().encode("utf-16"), "not-utf8"),
        text(
            "UTF-16 with its mark, big end first",
            lambda: b"\xfe\xff" + changed({}).decode().encode("utf-16-be"),
            "not-utf8",
        ),
        text("UTF-32 with its mark", lambda: changed({}).decode().encode("utf-32"), "not-utf8"),
        text("UTF-16 without a mark", lambda: changed({}).decode().encode("utf-16-le"), "bad-json"),
        text("a picture", b"\x89PNG\r\n\x1a\n\x00\x00", "not-utf8"),
        text("a zip", b"PK\x03\x04\x14\x00", "bad-json"),
    )
    def test_only_utf8_is_read(self, damage: Damage) -> None:
        assert refused(damage).hint

    def test_a_byte_order_mark_is_fine(self) -> None:
        assert problems_of(b"\xef\xbb\xbf" + changed({})) == []

    @damages(
        text("an empty file", b"", "empty"),
        text("a blank file", b" \r\n\t \n", "empty"),
        text("nothing but a byte order mark", b"\xef\xbb\xbf", "empty"),
        text("nothing but null bytes", b"\x00" * 100, "bad-json"),
        text("two byte order marks", b"\xef\xbb\xbf\xef\xbb\xbf{}", "bad-json"),
    )
    def test_a_file_with_nothing_in_it(self, damage: Damage) -> None:
        refused(damage)

    @damages(
        text("one byte short", lambda: changed({})[:-1], "bad-json"),
        text("half of it", lambda: changed({})[: len(changed({})) // 2], "bad-json"),
        text("a brace alone", b"{", "bad-json"),
        text("two documents", lambda: changed({}) + changed({}), "bad-json"),
        text("a comma too many", lambda: changed({})[:-1] + b",}", "bad-json"),
        text("a comment", b"{} // the Winter Open", "bad-json"),
        text("single quotes", b"{'format': 'arpad-event/1'}", "bad-json"),
        text("no quotes", b"{format: 1}", "bad-json"),
        text("a leading zero", b'{"number": 01}', "bad-json"),
        text("a number with a plus", b'{"number": +1}', "bad-json"),
        text("True of another language", b'{"online": True}', "bad-json"),
        text("a line break in a string", b'{"name": "Winter\nOpen"}', "bad-json"),
        text("half an escape", b'{"name": "\\u00"}', "bad-json"),
        text("XML", b"<event/>", "bad-json"),
        text("a table", b"number,name,rounds\n1,SMITH,W2\n", "bad-json"),
    )
    def test_what_is_no_json_is_named_by_line_and_column(self, damage: Damage) -> None:
        assert re.fullmatch(r"line \d+, column \d+", refused(damage).where)

    @damages(
        text("a key twice", b'{"format": "arpad-event/1", "format": "arpad-event/1"}', "duplicate-key"),
        text(
            "rounds twice in a row",
            lambda: changed({}).replace(b'"rounds"', b'"rounds": [], "rounds"', 1),
            "duplicate-key",
        ),
        text("a key twice, once as an escape", b'{"a": 1, "\\u0061": 2}', "duplicate-key"),
        text("half a character twice as a key", b'{"\\ud800": 1, "\\ud800": 2}', "duplicate-key"),
        text("an endless key twice", b'{"' + b"k" * 100_000 + b'": 1, "' + b"k" * 100_000 + b'": 2}', "duplicate-key"),
    )
    def test_a_key_that_stands_twice_loses_nothing_in_silence(self, damage: Damage) -> None:
        assert "stands twice" in refused(damage).message


class TestCharacters:
    @damages(
        *(
            field(f"{says} in {place}", place, value, "bad-text")
            for place in ("name", f"{S}.name", f"{P}.name", f"{P}.id", f"{P}.state")
            for says, value in (
                ("an escape sequence", "\x1b[2J\x1b[1;31mSMITH"),
                ("half a character", "SMITH\ud83d"),
                ("a bell", "\x07"),
                ("a null", "SMITH\x00"),
                ("a line break", "SMITH\nPAT"),
                ("a C1 control", "\x9b2J"),
                ("a line separator", "A\u2028B"),
                ("nothing", ""),
                ("blanks", "   "),
            )
        )
    )
    def test_text_that_could_move_a_terminal_is_refused_and_shown_escaped(self, damage: Damage) -> None:
        assert "\x1b" not in str(refused(damage))

    @pytest.mark.parametrize(
        "name", ["\u202eTAP ,HTIMS", "\u200bSMITH", "SMITH\u00a0PAT", "\ufeffSMITH", "\U000e0001SMITH", "SMITH\u2066"]
    )
    @pytest.mark.parametrize("place", [f"{P}.name", f"{P}.id"])
    def test_a_message_about_a_player_is_printable_whatever_the_name(self, name: str, place: str) -> None:
        twin = {"number": 2, "id": name, "rounds": ["W1"]}
        for players in (
            {place: name, f"{Q}.rounds[0]": "W1"},
            {place: name, f"{P}.rounds[0]": "Q"},
            {place: name, f"{P}.rounds": ["U"], Q: twin, f"{R}.rounds": ["U"]},
        ):
            assert problems_of(changed(players))

    @pytest.mark.parametrize(
        "name", ["<script>alert(1)</script>", 'O\'NEIL "THE ROCK" & SONS', "${jndi}", "%s%n", "]]>"]
    )
    def test_names_that_are_markup_are_names(self, name: str) -> None:
        changes = {f"{P}.name": name, "name": name, f"{S}.name": name}
        assert problems_of(changed(changes)) == []
        rated = arpad.rate(changed(changes))
        assert rated.section(1).players[0].name == name
        html = rated._repr_html_() + arpad.explain(changed(changes), 1).html()
        assert "<script>alert" not in html
        assert "&lt;script&gt;" in html or "<" not in name

    def test_a_bad_cell_of_a_player_called_markup_is_told_as_text(self) -> None:
        problem = problems_of(changed({f"{P}.name": "[bold]<b>X</b>[/bold]", f"{P}.rounds[0]": "Q"}))[0]
        assert "([bold]<b>X</b>[/bold])" in problem.where


class TestAfterManyWarnings:
    """An unknown field is a warning.  Hundreds of them must neither refuse a sound document nor hide an error."""

    NOTES: ClassVar = {f"note {index}": index for index in range(250)}

    def with_notes(self, change: Callable[[Json], None] = lambda _: None) -> bytes:
        document = copy.deepcopy(SOUND)
        change(document["sections"][0])
        return json.dumps({**self.NOTES, **document}).encode()

    def test_a_sound_document_with_250_unknown_fields_is_read(self) -> None:
        event, problems = decode(self.with_notes())
        assert {problem.severity for problem in problems} == {Severity.WARNING}
        assert event is not None

    def test_a_sound_document_whose_players_have_unknown_fields_is_read(self) -> None:
        document = copy.deepcopy(SOUND)
        for player in document["sections"][0]["players"]:
            player.update(self.NOTES)
        event, problems = decode(json.dumps(document).encode())
        assert {problem.severity for problem in problems} == {Severity.WARNING}
        assert event is not None

    def test_a_refusal_always_says_why(self) -> None:
        document = copy.deepcopy(SOUND)
        document["sections"][0]["players"][0].update(self.NOTES)
        document["sections"][0]["players"][1]["number"] = "2"
        event, problems = decode(json.dumps(document).encode())
        assert event is None
        assert any(problem.severity is Severity.ERROR for problem in problems)

    @pytest.mark.parametrize(
        ("name", "rounds"),
        [("missing-opponent", ["W77"]), ("against-oneself", ["W1"]), ("game-not-mirrored", ["W2"])],
    )
    def test_an_error_after_250_warnings_still_counts(self, name: str, rounds: list[str]) -> None:
        def change(section: Json) -> None:
            section["players"] = [{"number": 1, "rounds": rounds}, {"number": 2, "rounds": []}]

        errors = problems_of(self.with_notes(change))
        assert [error.code for error in errors] == [name]

    def test_a_pairing_number_twice_after_250_warnings_still_counts(self) -> None:
        def change(section: Json) -> None:
            section["players"] = [{"number": 1, "rounds": []}, {"number": 1, "rounds": []}]

        assert [error.code for error in problems_of(self.with_notes(change))] == ["duplicate-number"]

    def test_dates_reversed_after_250_warnings_still_count(self) -> None:
        def change(section: Json) -> None:
            section["start"] = "2025-02-17"

        assert [error.code for error in problems_of(self.with_notes(change))] == ["dates-reversed"]

    def test_rules_that_contradict_after_250_warnings_still_count(self) -> None:
        document = {**self.NOTES, **SOUND, "rules": {"edition": "2017-04-24", "known": "2025-07-26"}}
        assert [error.code for error in problems_of(json.dumps(document).encode())] == ["rules-contradict"]

    def test_a_missing_opponent_after_200_games_against_number_0_is_no_traceback(self) -> None:
        players = [{"number": 1, "rounds": ["L0"] * 200 + ["W77"]}, {"number": 2, "rounds": []}]
        with pytest.raises(arpad.InvalidEventError):
            arpad.rate(changed({f"{S}.players": players}))

    def test_no_more_than_a_few_hundred_problems_are_listed(self) -> None:
        players = [{"number": index, "rounds": ["Q"]} for index in range(1, 5001)]
        assert 1 < len(problems_of(changed({f"{S}.players": players}))) <= 202


class TestMatches:
    @pytest.mark.parametrize(
        ("players", "count"),
        [
            ([{"number": 1, "rounds": ["U"]}], 1),
            ([{"number": 1, "rounds": ["W2"]}, {"number": 2, "rounds": ["L1"]}, {"number": 3, "rounds": []}], 3),
        ],
    )
    def test_a_match_of_one_or_three_players_is_refused_and_no_error(
        self, players: Json, count: int, tmp_path: Path
    ) -> None:
        file = written(tmp_path, changed({f"{S}.kind": "match", f"{S}.systems": ["OTBR"], f"{S}.players": players}))
        result = command("rate", "--json", file)
        assert result.code == 0, result.err
        section = json.loads(result.out)["sections"][0]
        assert str(count) in section["refused"]
        assert all(player["post"] == player["pre"] for player in section["players"])

    def test_a_match_of_one_member_entered_twice_is_refused_and_no_error(self) -> None:
        players = [{"number": 1, "id": "7", "rounds": ["U"]}, {"number": 2, "id": "7", "rounds": ["U"]}]
        rated = arpad.rate(changed({f"{S}.kind": "match", f"{S}.systems": ["OTBR"], f"{S}.players": players}))
        assert rated.section(1).refused


def one_section(players: list[Json], **more: Any) -> bytes:
    """A document of one section, without a blank."""
    section = {"systems": ["OTBR"], "players": players, **more}
    head = {"format": "arpad-event/1", "start": "2025-02-15", "end": "2025-02-16"}
    return json.dumps({**head, "sections": [section]}, separators=(",", ":")).encode()


LARGE: dict[str, Callable[[], bytes]] = {
    "60000 keys, the last one twice": lambda: b"{" + b",".join(b'"k%d":0' % i for i in range(60_000)) + b',"k59999":1}',
    "50000 times the same key": lambda: b"{" + b",".join([b'"k":0'] * 50_000) + b"}",
    "many objects with a key twice": lambda: b"[" + b",".join([b'{"k":0,"k":1}'] * 50_000) + b"]",
    "20000 players": lambda: one_section(
        [{"number": i, "rounds": [f"D{i - 1 + i % 2 * 2}"]} for i in range(1, 20_001)]
    ),
    "20000 entries of one member": lambda: one_section(
        [{"number": i, "id": "7", "rounds": []} for i in range(1, 20_001)]
    ),
    "20000 games that nobody tells back": lambda: one_section(
        [{"number": i, "rounds": [f"W{i % 20_000 + 1}"]} for i in range(1, 20_001)]
    ),
    "20000 times one pairing number": lambda: one_section([{"number": 1, "rounds": []}] * 20_000),
    "a round robin of 20000": lambda: one_section(
        [{"number": i, "rounds": [f"W{i % 20_000 + 1}"]} for i in range(1, 20_001)], kind="round-robin"
    ),
    "20000 unknown fields like ours": lambda: one_section(
        [{"number": 1, "rounds": [], **{f"match_histroy{i}": 0 for i in range(35_000)}}]
    ),
    "20000 unknown fields of 50 characters": lambda: one_section(
        [{"number": 1, "rounds": [], **{f"{i:05}" + "match_history" * 3: 0 for i in range(17_000)}}]
    ),
    "20000 players with a long unknown field": lambda: one_section(
        [{"number": i, "rounds": [], "n" * 12: 0} for i in range(1, 20_001)]
    ),
    "a string of 900000": lambda: one_section([{"number": 1, "rounds": ["W" * 900_000]}]),
    "500 rows of 500 cells": lambda: one_section([{"number": i, "rounds": ["U"] * 480} for i in range(1, 500)]),
    "900000 brackets": lambda: b"[" * 900_000,
    "an integer of 900000 digits": lambda: b"9" * 900_000,
    "900000 blank lines and a brace": lambda: b"\n" * 900_000 + b"{",
    "150000 halves of characters": lambda: b'"' + rb"\ud800" * 150_000 + b'"',
}
"""Documents of less than 1 MB that ask for much work."""


class TestSpeed:
    """Nothing below 1 MB takes more than its size asks for: what grows with its square would take minutes."""

    @pytest.mark.parametrize("says", LARGE)
    def test_a_document_of_less_than_1_mb_does_not_take_for_ever(self, says: str) -> None:
        content = LARGE[says]()
        assert len(content) < 1_000_000, says
        began = time.process_time()
        decode(content)
        assert time.process_time() - began < FOR_EVER

    @pytest.mark.parametrize(
        "control",
        [
            "G/" * 100,
            "40/" * 66,
            "9" * 200,
            ";d5" * 66,
            "G/60" + ";" * 190,
            "a" * 200,
            " G/5 " * 40,
            "1 min + " * 25,
            "(" * 200,
            "5+5," * 50,
        ],
    )
    def test_no_time_control_takes_long(self, control: str) -> None:
        began = time.process_time()
        problems_of(changed({f"{S}.time_control": control}))
        assert time.process_time() - began < FOR_EVER


class TestTheLibrary:
    def test_json_text_with_half_a_character_is_an_invalid_event(self) -> None:
        with pytest.raises(arpad.InvalidEventError):
            arpad.read('{"format": "\ud800"}')

    def test_json_text_behind_a_byte_order_mark_is_read(self) -> None:
        assert arpad.read("\ufeff" + changed({}).decode()).id == "202502160011"

    @pytest.mark.parametrize("value", [(1, 2), {1: 2}, object(), b"x", {None: None}])
    def test_a_parsed_document_with_what_is_no_json_is_an_invalid_event(self, value: object) -> None:
        for place in ("sections", "name", "rules", P, f"{P}.number", f"{P}.ratings", f"{P}.rounds"):
            document = copy.deepcopy(SOUND)
            *outer, last = steps(place)
            holder = document
            for step in outer:
                holder = holder[step]
            holder[last] = value
            with pytest.raises(arpad.InvalidEventError):
                arpad.read(document)


def each_code() -> list[str]:
    return sorted({damage.code for damage in ALL})


@cache
def first_problems() -> dict[str, list[Problem]]:
    found: dict[str, list[Problem]] = {}
    for damage in ALL:
        for problem in problems_of(damage.make())[:1]:
            found.setdefault(problem.code, []).append(problem)
    return found


@pytest.mark.parametrize("code", each_code())
def test_every_problem_says_what_to_do(code: str) -> None:
    silent = [str(problem) for problem in first_problems()[code] if not problem.hint.strip()]
    assert not silent, f"{len(silent)} without a hint, for example {silent[0]}"


# The command ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


def command(*arguments: str | Path, stdin: bytes | None = None) -> Ended:
    """Run `arpad` in this process; an exception that it lets through is one here."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ended(result.exit_code, result.stdout, result.stderr)


def written(folder: Path, content: bytes, name: str = "event.json") -> Path:
    file = folder / name
    file.write_bytes(content)
    return file


def clear(ended: Ended) -> None:
    """Exit code 2, with lines on standard error that a terminal can show."""
    assert ended.code == 2, ended
    assert "Traceback" not in ended.err
    assert ended.err.strip()
    assert all(line.isprintable() for line in ended.err.splitlines())


class TestTheCommand:
    @pytest.mark.parametrize("damage", ALL, ids=[damage.says for damage in ALL])
    def test_a_damaged_file_is_named_with_the_place_on_standard_error(self, damage: Damage, tmp_path: Path) -> None:
        ended = command("rate", written(tmp_path, damage.make()))
        clear(ended)
        assert ended.out == ""
        first = next(line for line in ended.err.splitlines() if "warning:" not in line)
        assert first.startswith(f"arpad: {tmp_path / 'event.json'}: error: ")
        assert f"[{damage.code} at {damage.place}]" in first if damage.place else f"[{damage.code}]" in first

    @pytest.mark.parametrize("arguments", [("rate", "--json"), ("rate", "--lines"), ("explain", "--player", "1")])
    def test_other_ways_of_asking_end_the_same_way(self, arguments: tuple[str, ...], tmp_path: Path) -> None:
        ended = command(*arguments, written(tmp_path, changed({f"{P}.rounds[0]": "Q7"}).replace(b"\n", b"")))
        clear(ended)
        assert f"[unknown-code at {P}.rounds[0]]" in ended.err

    @pytest.mark.parametrize("arguments", [("rate",), ("rate", "--lines"), ("explain", "--player", "1")])
    def test_a_missing_file_is_named(self, arguments: tuple[str, ...], tmp_path: Path) -> None:
        ended = command(*arguments, tmp_path / "nowhere.json")
        clear(ended)
        assert (ended.out, "nowhere.json: cannot be read: No such file" in ended.err) == ("", True)

    @pytest.mark.parametrize("arguments", [("rate",), ("rate", "--lines"), ("explain", "--player", "1")])
    def test_a_directory_is_named(self, arguments: tuple[str, ...], tmp_path: Path) -> None:
        ended = command(*arguments, tmp_path)
        clear(ended)
        assert (ended.out, f"{tmp_path}: cannot be read" in ended.err) == ("", True)

    @pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
    @pytest.mark.parametrize("arguments", [("rate",), ("rate", "--lines"), ("explain", "--player", "1")])
    def test_an_unreadable_file_is_named(self, arguments: tuple[str, ...], tmp_path: Path) -> None:
        file = written(tmp_path, changed({}))
        file.chmod(0)
        ended = command(*arguments, file)
        clear(ended)
        assert "cannot be read: Permission denied" in ended.err

    @pytest.mark.parametrize("arguments", [("rate",), ("rate", "--lines"), ("explain", "--player", "1")])
    def test_a_file_that_may_not_be_opened_is_named(
        self, arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = written(tmp_path, changed({}))
        opened = io.open

        def forbid(name: Any, *args: Any, **more: Any) -> Any:
            if str(name) == str(file):
                raise PermissionError(13, "Permission denied")
            return opened(name, *args, **more)

        monkeypatch.setattr("io.open", forbid)
        monkeypatch.setattr("builtins.open", forbid)
        ended = command(*arguments, file)
        clear(ended)
        assert "cannot be read: Permission denied" in ended.err

    @pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that opens and cannot be read")
    @pytest.mark.parametrize("arguments", [("rate",), ("rate", "--lines"), ("explain", "--player", "1")])
    def test_a_file_that_fails_while_it_is_read_is_named(self, arguments: tuple[str, ...]) -> None:
        ended = command(*arguments, "/proc/self/mem")
        clear(ended)
        assert "cannot be read: Input/output error" in ended.err

    @pytest.mark.parametrize("bad_first", [True, False])
    def test_of_two_files_the_good_one_is_rated(self, bad_first: bool, tmp_path: Path) -> None:
        good = written(tmp_path, changed({}), "good.json")
        bad = written(tmp_path, b"{", "bad.json")
        ended = command("rate", "--json", *((bad, good) if bad_first else (good, bad)))
        clear(ended)
        assert json.loads(ended.out)["format"] == "arpad-rated/1"
        assert "bad.json" in ended.err
        assert "good.json" not in ended.err

    def test_of_three_files_the_missing_one_stops_nothing(self, tmp_path: Path) -> None:
        good = written(tmp_path, changed({}))
        ended = command("rate", good, tmp_path / "nowhere.json", good)
        clear(ended)
        assert ended.out.count("Winter Open") == 2

    def test_a_bad_line_in_the_middle_stops_nothing(self, tmp_path: Path) -> None:
        sound = changed({})
        lines = [sound, changed({f"{P}.rounds[0]": "Q"}), sound, b"{", b"\xff", b"null", sound]
        ended = command("rate", "--lines", written(tmp_path, b"\n".join(lines), "events.jsonl"))
        clear(ended)
        out = [json.loads(line) for line in ended.out.splitlines()]
        bad = [2, 4, 5, 6]
        assert [entry["format"] for entry in out] == [
            "arpad-problems/1" if number in bad else "arpad-rated/1" for number in range(1, 8)
        ]
        assert [entry["line"] for entry in out if "line" in entry] == bad
        assert [entry["problems"][0]["code"] for entry in out if "line" in entry] == [
            "unknown-code", "bad-json", "not-utf8", "wrong-type",
        ]  # fmt: skip
        assert all(f"events.jsonl, line {number}: error: " in ended.err for number in bad)

    def test_a_line_of_another_law_stops_nothing(self) -> None:
        lines = b"\r\n".join([changed({"rules": {"edition": "2018-01-01"}}), changed({})])
        ended = command("rate", "--lines", "-", stdin=lines)
        clear(ended)
        assert [json.loads(line)["format"] for line in ended.out.splitlines()] == ["arpad-problems/1", "arpad-rated/1"]

    @pytest.mark.parametrize(
        "arguments", [("rate",), ("rate", "-"), ("rate", "--lines"), ("explain", "-", "--player", "1")]
    )
    def test_standard_input_is_called_that(self, arguments: tuple[str, ...]) -> None:
        ended = command(*arguments, stdin=b"{")
        clear(ended)
        assert ended.err.startswith("arpad: standard input")

    def test_a_file_called_like_standard_input_is_a_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        written(tmp_path, changed({}), "standard input")
        monkeypatch.chdir(tmp_path)
        ended = command("rate", "--lines", "standard input", stdin=b"")
        assert (ended.code, ended.out.count("arpad-rated/1")) == (0, 1)

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("--edition", "2017"), "2017"),
            (("--edition", ""), "not a date"),
            (("--edition", "2017-04-31"), "2017-04-31"),
            (("--known", "yesterday"), "yesterday"),
            (("--system", "XYZ"), "XYZ"),
            (("--system", ""), "system"),
            (("--profile", "theirs"), "theirs"),
            (("--edition", "2017-04-24", "--known", "2025-07-26"), "neither known nor profile"),
            (("--edition", "2017-04-24", "--profile", "practised"), "neither known nor profile"),
            (("--edition", "2018-01-01"), "2018-01-01 is no edition"),
            (("--known", "2018-01-01"), "2018-01-01 is no edition"),
            (("--nonsense",), "nonsense"),
            (("--edition",), "edition"),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
    )
    def test_a_wrong_option_is_named(self, arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
        ended = command("rate", written(tmp_path, changed({})), *arguments)
        assert (ended.code, ended.out) == (2, "")
        assert said in ended.err
        assert "Traceback" not in ended.err

    @pytest.mark.parametrize("player", ["x", "1.5", "", "99", "0", "-1", "9" * 5000])
    def test_a_player_who_is_not_there_cannot_be_explained(self, player: str, tmp_path: Path) -> None:
        ended = command("explain", written(tmp_path, changed({})), f"--player={player}")
        assert (ended.code, ended.out) == (2, "")
        assert "Traceback" not in ended.err

    def test_a_file_name_with_an_escape_sequence_is_shown_escaped(self, tmp_path: Path) -> None:
        ended = command("rate", written(tmp_path, b"{", "\x1b[2J.json"))
        clear(ended)
        assert r"\x1b[2J.json" in ended.err


def process(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run `arpad` as a process of its own."""
    start = [sys.executable, "-c", "from arpad.cli.main import main; main()", *map(str, arguments)]
    return subprocess.run(start, capture_output=True, check=False, timeout=60, **options)  # noqa: S603


class TestTheProcess:
    def test_a_damaged_file_ends_it_with_2(self, tmp_path: Path) -> None:
        ended = process("rate", written(tmp_path, b"[" * 100_000))
        assert (ended.returncode, ended.stdout) == (2, b"")
        assert b"[too-deep]" in ended.stderr
        assert b"Traceback" not in ended.stderr

    def test_a_name_that_the_terminal_cannot_write_is_no_traceback(self, tmp_path: Path) -> None:
        file = written(tmp_path, changed({f"{P}.name": "MÜLLER, ŁUKASZ"}))
        for arguments in (("rate", file), ("explain", file, "--player", "1")):
            ended = process(*arguments, env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
            assert ended.returncode == 0, ended.stderr
            assert b"LLER" in ended.stdout

    @pytest.mark.skipif(sys.platform == "win32", reason="closes standard input as a Unix shell does")
    @pytest.mark.parametrize(
        "arguments", [("rate",), ("rate", "-"), ("rate", "--lines", "-"), ("explain", "-", "--player", "1")]
    )
    def test_standard_input_that_is_closed_is_no_traceback(self, arguments: tuple[str, ...]) -> None:
        ended = process(*arguments, preexec_fn=lambda: os.close(0))
        assert ended.returncode == 2
        assert b"Traceback" not in ended.stderr
        assert ended.stderr.strip()


class TestSoundDocumentsDamagedAtRandom:
    """The findings of `tools/fuzz_event_document.py`, and a short run of it."""

    @pytest.mark.parametrize("seed", range(100_000, 100_300))
    def test_a_damaged_document_is_rated_or_refused(self, seed: int) -> None:
        assert finding(damaged(random.Random(seed))) is None

    @pytest.mark.parametrize("seed", range(50))
    def test_a_sound_document_is_rated(self, seed: int) -> None:
        assert problems_of(json.dumps(random_sections.event(seed)).encode()) == []
