"""What the reader of `arpad-event/1` accepts and keeps, what it warns of, and that the schemas say the same."""

from __future__ import annotations

import copy
import json
from datetime import date
from typing import Any, ClassVar

import jsonschema
import pytest
from typer.testing import CliRunner

import arpad
from arpad.cli.main import app
from arpad.formats import event_document, rated_document
from arpad.formats.event_document import decode
from arpad.rules.problem import Problem, Severity
from arpad.rules.vocabulary import (
    Ceiling,
    Event,
    Floor,
    Kind,
    LawChoice,
    MatchChange,
    OtherRating,
    Player,
    Profile,
    Published,
    Rating,
    Record,
    Round,
    Section,
    System,
)
from tests import random_sections
from tests.formats.test_damaged_documents import ALL, GONE, SOUND, Damage, P, S, changed

Json = Any

EXAMPLE = """
{
  "format": "arpad-event/1",
  "id": "202502160011",
  "name": "Winter Open",
  "start": "2025-02-15", "end": "2025-02-16",
  "rules": {"edition": "2017-04-24"},
  "sections": [{
    "number": 1, "name": "Open",
    "start": "2025-02-15", "end": "2025-02-16",
    "time_control": "G/60;d5",
    "online": false,
    "systems": ["OTBR", "OTBQ"],
    "kind": "swiss",
    "players": [
      {
        "number": 1,
        "id": "12345678", "name": "SMITH, PAT", "state": "NY",
        "birth": "2010-05-01",
        "adult": null,
        "ratings": {
          "OTBR": {"rating": 1643.76, "games": 30, "record": "mixed", "date": "2025-01-05", "peak": 1711.2,
                   "wins": 20, "draws": 3, "events_of_three": 11},
          "OTBQ": {"rating": 1602, "games": 12},
          "FIDE": {"rating": 1700, "date": "2025-02-01"},
          "CFC":  {"rating": 1600, "date": "2024-11-01", "canadian_resident": true},
          "national": {"rating": 1500}
        },
        "floors": [{"kind": "money", "amount": 4000, "under": 1800, "since": "2019-07-04"},
                   {"kind": "olm"}, {"kind": "lowered", "value": 1500}],
        "ceiling": {"value": 2000, "since": "2019-01-01"},
        "published": {"OTBR": {"rating": 1644, "games": 30}},
        "match_history": [{"system": "OTBR", "date": "2024-10-10", "change": 20.5}],
        "rounds": ["W12w", "L3b", "D7", "H", "U", "X5"]
      },
      {"number": 3, "rounds": ["-", "W1w"]},
      {"number": 5, "rounds": ["B", "-", "-", "-", "-", "F1"]},
      {"number": 7, "rounds": ["-", "-", "D1"]},
      {"number": 12, "rounds": ["L1b"]}
    ]
  }]
}
"""
"""The example of EVENT-DOCUMENT.md, with its opponents."""

DAY = date(2025, 3, 1)


def event(players: list[Json], **section: Any) -> bytes:
    """A document of one section on one day."""
    return json.dumps(
        {
            "format": "arpad-event/1",
            "start": "2025-03-01",
            "end": "2025-03-01",
            "sections": [{"systems": ["OTBR"], "players": players, **section}],
        }
    ).encode()


def read(content: bytes) -> tuple[Section, list[Problem]]:
    """The section of a document that must be readable, and its warnings."""
    found, problems = decode(content)
    assert found is not None, [str(problem) for problem in problems]
    assert {problem.severity for problem in problems} <= {Severity.WARNING}
    return found.sections[0], problems


def rows(*rounds: str) -> list[Json]:
    """Players numbered from 1, each with the cells of a line."""
    return [{"number": number, "rounds": line.split()} for number, line in enumerate(rounds, start=1)]


class TestTheExample:
    def test_every_field_arrives_in_the_vocabulary(self) -> None:
        found, problems = decode(EXAMPLE.encode())
        assert problems == []
        assert found == Event(
            start=date(2025, 2, 15),
            end=date(2025, 2, 16),
            id="202502160011",
            name="Winter Open",
            rules=LawChoice(edition=date(2017, 4, 24), known=None, profile=Profile.SPECIFIED),
            sections=(
                Section(
                    number=1,
                    name="Open",
                    start=date(2025, 2, 15),
                    end=date(2025, 2, 16),
                    time_control="G/60;d5",
                    online=False,
                    systems=(System.OTBR, System.OTBQ),
                    kind=Kind.SWISS,
                    youth=False,
                    players=(
                        Player(
                            number=1,
                            id="12345678",
                            name="SMITH, PAT",
                            state="NY",
                            birth=date(2010, 5, 1),
                            adult=None,
                            ratings={
                                System.OTBR: Rating(
                                    rating=1643.76,
                                    games=30,
                                    record=Record.MIXED,
                                    date=date(2025, 1, 5),
                                    peak=1711.2,
                                    wins=20,
                                    draws=3,
                                    events_of_three=11,
                                ),
                                System.OTBQ: Rating(rating=1602.0, games=12),
                            },
                            fide=OtherRating(1700.0, date(2025, 2, 1)),
                            cfc=OtherRating(1600.0, date(2024, 11, 1), canadian_resident=True),
                            national=OtherRating(1500.0),
                            floors=(
                                Floor("money", amount=4000.0, under=1800.0, since=date(2019, 7, 4)),
                                Floor("olm"),
                                Floor("lowered", value=1500.0),
                            ),
                            ceiling=Ceiling(2000.0, date(2019, 1, 1)),
                            published={System.OTBR: Published(1644.0, 30)},
                            match_history=(MatchChange(System.OTBR, date(2024, 10, 10), 20.5),),
                            rounds=(
                                Round("W", 12, "w"),
                                Round("L", 3, "b"),
                                Round("D", 7),
                                Round("H"),
                                Round("U"),
                                Round("X", 5),
                            ),
                        ),
                        Player(3, (Round("-"), Round("W", 1, "w"))),
                        Player(5, (Round("B"), Round("-"), Round("-"), Round("-"), Round("-"), Round("F", 1))),
                        Player(7, (Round("-"), Round("-"), Round("D", 1))),
                        Player(12, (Round("L", 1, "b"),)),
                    ),
                ),
            ),
        )

    def test_numbers_have_the_type_of_the_vocabulary(self) -> None:
        found, _ = decode(EXAMPLE.encode())
        assert found is not None
        quick = found.sections[0].players[0].ratings[System.OTBQ]
        assert (type(quick.rating), type(quick.games)) == (float, int)

    def test_the_example_can_be_rated(self) -> None:
        rated = arpad.rate(EXAMPLE)
        assert [(section.number, section.system) for section in rated.sections] == [(1, "OTBR"), (1, "OTBQ")]

    @pytest.mark.parametrize(
        "source",
        [EXAMPLE, EXAMPLE.encode(), json.loads(EXAMPLE), decode(EXAMPLE.encode())[0]],
        ids=["text", "bytes", "a parsed document", "an event"],
    )
    def test_every_way_in_gives_the_same_event(self, source: Any) -> None:
        assert arpad.read(source) == arpad.read(EXAMPLE)

    def test_a_path_gives_the_same_event(self, tmp_path: Any) -> None:
        file = tmp_path / "event.json"
        file.write_bytes(b"\xef\xbb\xbf" + EXAMPLE.replace("\n", "\r\n").encode())
        assert arpad.read(file) == arpad.read(str(file)) == arpad.read(EXAMPLE)

    def test_reading_a_parsed_document_leaves_it_as_it_was(self) -> None:
        document = json.loads(EXAMPLE)
        before = copy.deepcopy(document)
        arpad.read(document)
        assert document == before


class TestDefaults:
    MINIMAL: ClassVar[Json] = {
        "format": "arpad-event/1",
        "start": "2025-03-01",
        "end": "2025-03-02",
        "sections": [{"players": [{"number": 1, "rounds": []}]}],
    }

    def test_what_is_left_out_has_its_default(self) -> None:
        found, problems = decode(json.dumps(self.MINIMAL).encode())
        assert problems == []
        assert found == Event(
            start=DAY,
            end=date(2025, 3, 2),
            id=None,
            name=None,
            rules=LawChoice(None, None, Profile.SPECIFIED),
            sections=(
                Section(
                    number=1,
                    start=DAY,
                    end=date(2025, 3, 2),
                    players=(Player(1),),
                    name=None,
                    time_control=None,
                    online=False,
                    systems=None,
                    kind=Kind.SWISS,
                    youth=False,
                ),
            ),
        )
        player = found.sections[0].players[0]
        assert (player.ratings, player.published, player.floors, player.match_history) == ({}, {}, (), ())

    def test_null_is_the_same_as_left_out(self) -> None:
        ratings = dict.fromkeys(("OTBR", "OTBQ", "OTBB", "OLR", "OLQ", "OLB", "FIDE", "CFC", "national"))
        nothing = dict.fromkeys(("id", "name", "state", "birth", "adult", "floors", "ceiling", "match_history"))
        document = {
            **self.MINIMAL,
            **dict.fromkeys(("id", "name")),
            "rules": dict.fromkeys(("edition", "known", "profile")),
            "sections": [
                {
                    **dict.fromkeys(("name", "start", "end", "time_control", "systems")),
                    "players": [
                        {"number": 1, "rounds": [], **nothing, "ratings": ratings, "published": {"OTBR": None}}
                    ],
                }
            ],
        }
        assert decode(json.dumps(document).encode()) == decode(json.dumps(self.MINIMAL).encode())

    def test_all_of_ratings_published_and_rules_may_be_null(self) -> None:
        document = copy.deepcopy(self.MINIMAL)
        document["rules"] = None
        document["sections"][0]["players"][0].update({"ratings": None, "published": None})
        assert decode(json.dumps(document).encode()) == decode(json.dumps(self.MINIMAL).encode())

    def test_the_fields_of_a_rating_may_be_null(self) -> None:
        rest = dict.fromkeys(("record", "date", "peak", "wins", "draws", "events_of_three"))
        section, _ = read(
            event([{"number": 1, "ratings": {"OTBR": {"rating": 1500, "games": None, **rest}}, "rounds": []}])
        )
        assert section.players[0].ratings == {System.OTBR: Rating(1500.0, None)}

    def test_a_section_takes_its_place_for_its_number(self) -> None:
        document = {
            **self.MINIMAL,
            "sections": [{"players": rows("")}, {"number": 7, "players": rows("")}, {"players": rows("")}],
        }
        found = arpad.read(document)
        assert [section.number for section in found.sections] == [1, 7, 3]

    def test_an_event_without_days_takes_those_of_its_sections(self) -> None:
        days = ({"start": "2025-03-03", "end": "2025-03-09"}, {"start": "2025-03-01", "end": "2025-03-04"})
        document = {
            "format": "arpad-event/1",
            "sections": [{"number": i, "players": rows(""), **d} for i, d in enumerate(days, 1)],
        }
        found = arpad.read(document)
        assert (found.start, found.end) == (date(2025, 3, 1), date(2025, 3, 9))

    def test_a_section_takes_the_day_that_it_does_not_say_from_the_event(self) -> None:
        section, _ = read(event(rows(""), start="2025-03-01", end=None))
        assert (section.start, section.end) == (DAY, DAY)

    def test_a_count_may_be_written_as_a_whole_float(self) -> None:
        section, _ = read(event([{"number": 1.0, "ratings": {"OTBR": {"rating": 1500, "games": 3e1}}, "rounds": []}]))
        assert section.players[0].number == 1
        assert repr(section.players[0].ratings[System.OTBR].games) == "30"

    @pytest.mark.parametrize("rating", [1643.759999999999991, 1, 4000, 100.00000000000001])
    def test_a_rating_keeps_every_digit(self, rating: float) -> None:
        section, _ = read(event([{"number": 1, "ratings": {"OTBR": {"rating": rating, "games": 30}}, "rounds": []}]))
        assert section.players[0].ratings[System.OTBR].rating == rating

    def test_systems_are_put_in_the_order_of_every_listing(self) -> None:
        section, _ = read(event(rows(""), systems=["OTBQ", "OTBR", "OTBQ"]))
        assert section.systems == (System.OTBR, System.OTBQ)

    @pytest.mark.parametrize(
        ("rules", "choice"),
        [
            ({}, LawChoice()),
            ({"edition": "2009-06-04"}, LawChoice(edition=date(2009, 6, 4))),
            ({"known": "2020-06-11"}, LawChoice(known=date(2020, 6, 11))),
            ({"profile": "practised"}, LawChoice(profile=Profile.PRACTISED)),
            ({"known": "2020-06-11", "profile": "specified"}, LawChoice(known=date(2020, 6, 11))),
        ],
    )
    def test_rules_choose_the_law(self, rules: Json, choice: LawChoice) -> None:
        assert arpad.read({**self.MINIMAL, "rules": rules}).rules == choice

    @pytest.mark.parametrize(
        ("word", "record"), [("mixed", Record.MIXED), ("all-wins", Record.ALL_WINS), ("all-losses", Record.ALL_LOSSES)]
    )
    def test_a_record_is_one_of_three_words(self, word: str, record: Record) -> None:
        rating = {"rating": 1500, "games": 3, "record": word}
        section, _ = read(event([{"number": 1, "ratings": {"OTBR": rating}, "rounds": []}]))
        assert section.players[0].ratings[System.OTBR].record is record

    def test_a_floor_may_hold_in_one_system(self) -> None:
        floor = {"kind": "lowered", "value": 1500, "system": "OTBQ"}
        section, _ = read(event([{"number": 1, "floors": [floor], "rounds": []}]))
        assert section.players[0].floors == (Floor("lowered", value=1500.0, system=System.OTBQ),)

    @pytest.mark.parametrize(
        "name", ["Ł", "李小龙", "Ñandú O'Neil", "<b>SMITH</b>", 'a\\b"c', "😀", "x" * 200, "e\u0301", " PAT "]
    )
    def test_a_name_arrives_as_it_is_written(self, name: str) -> None:
        for escaped in (True, False):
            content = json.dumps({"name": name}, ensure_ascii=escaped).encode()[1:-1]
            section, _ = read(event([{"number": 1, "rounds": []}]).replace(b'"rounds"', content + b', "rounds"'))
            assert section.players[0].name == name


class TestCells:
    @pytest.mark.parametrize(
        ("cell", "meaning"),
        [
            ("X", Round("X")),
            ("F", Round("F")),
            ("Z", Round("Z")),
            ("X0", Round("X", 0)),
            ("Z2b", Round("Z", 2, "b")),
            ("B", Round("B")),
            ("H", Round("H")),
            ("U", Round("U")),
            ("U0", Round("U", 0)),
            ("-", Round("-")),
            ("Bw", Round("B", None, "w")),
            ("N2", Round("N", 2)),
            ("S2w", Round("S", 2, "w")),
            ("R2b", Round("R", 2, "b")),
            ("N0000002", Round("N", 2)),
        ],
    )
    def test_a_cell_is_a_code_a_number_and_a_colour(self, cell: str, meaning: Round) -> None:
        section, _ = read(event(rows(cell, "U")))
        assert section.players[0].rounds == (meaning,)

    @pytest.mark.parametrize(
        ("one", "other"), [("W2", "L1"), ("D2", "D1"), ("L2", "W1"), ("W2w", "L1b"), ("D2b", "D1w"), ("W2w", "L1")]
    )
    def test_both_sides_of_a_game_say_the_same(self, one: str, other: str) -> None:
        _, problems = read(event(rows(one, other)))
        assert problems == []

    @pytest.mark.parametrize(("one", "other"), [("N2", "N1"), ("N2", "R1"), ("S2", "S1"), ("R2", "S1")])
    def test_results_that_differ_on_purpose_are_taken_as_coded(self, one: str, other: str) -> None:
        section, problems = read(event(rows(one, other)))
        assert problems == []
        assert all(player.rounds[0].rated for player in section.players)

    def test_a_row_may_end_early(self) -> None:
        section, problems = read(event(rows("W2 D3", "L1", "U D1")))
        assert problems == []
        assert [len(player.rounds) for player in section.players] == [2, 1, 2]


def warned(content: bytes) -> list[tuple[str, str]]:
    """Code and place of every warning of a document that is read."""
    _, problems = read(content)
    return [(problem.code, problem.place) for problem in problems]


class TestWarnings:
    def test_an_unknown_field_is_not_used_and_said(self) -> None:
        section, problems = read(event([{"number": 1, "rounds": [], "sex": "w", "club": "Marshall"}], tiebreaks=[]))
        assert [(problem.code, problem.place) for problem in problems] == [
            ("unknown-field", f"{P}.sex"),
            ("unknown-field", f"{P}.club"),
            ("unknown-field", f"{S}.tiebreaks"),
        ]
        assert problems[0].hint == "leave it out, or see `arpad schema event`"
        assert problems[0].where == "section 1, player 1"
        assert section.players == (Player(1),)

    def test_a_field_that_is_nearly_one_of_ours_is_an_error(self) -> None:
        document = event([{"number": 1, "rounds": [], "ratngs": {}}], onlin=True)
        found, problems = decode(document)
        assert found is None
        assert [(problem.place, problem.hint) for problem in problems] == [
            (f"{P}.ratngs", "is 'ratings' meant?"),
            (f"{S}.onlin", "is 'online' meant?"),
        ]

    def test_an_online_section_named_over_the_board_is_said(self) -> None:
        assert warned(event(rows("H", "H"), online=True)) == [("online-over-the-board", f"{S}.systems")]

    def test_a_member_in_two_sections_of_one_system_is_said(self) -> None:
        one = {"systems": ["OTBR"], "players": [{"number": 1, "id": "7", "rounds": []}]}
        head = {"format": "arpad-event/1", "start": "2025-03-01", "end": "2025-03-01"}
        twice = arpad.check({**head, "sections": [one, {**one, "number": 5}]})
        assert [(p.code, p.place, p.where) for p in twice] == [("member-twice", "sections[1]", "section 5")]
        assert arpad.check({**head, "sections": [one, {**one, "systems": ["OTBQ"]}]}) == []
        assert len(arpad.rate({**head, "sections": [one, {**one, "number": 5}]}).sections) == 2

    def test_one_colour_on_both_sides_is_said_once(self) -> None:
        assert warned(event(rows("W2w", "L1w"))) == [("same-colour", f"{P}.rounds[0]")]

    def test_two_players_with_two_games_look_like_a_match(self) -> None:
        assert warned(event(rows("W2 D2", "L1 D1"))) == [("looks-like-match", f"{S}.kind")]

    def test_two_players_with_one_game_do_not(self) -> None:
        assert warned(event(rows("W2 U", "L1 X1"))) == []

    def test_a_match_that_says_so_is_none_to_warn_of(self) -> None:
        assert warned(event(rows("W2 D2", "L1 D1"), kind="match")) == []

    def test_a_game_against_number_0_is_taken_as_unplayed(self) -> None:
        content = event(rows("L0 D2", "X D1"))
        assert warned(content) == [("opponent-zero", f"{P}.rounds[0]")]
        assert [player.games for player in arpad.rate(content).section(1).players] == [1, 1]

    @pytest.mark.parametrize("other", ["U", "-", "F1", ""])
    def test_a_result_on_purpose_that_stands_alone_is_said(self, other: str) -> None:
        assert warned(event(rows("N2", other))) == [("asymmetric-alone", f"{P}.rounds[0]")]

    def test_a_birth_after_the_event_is_said(self) -> None:
        content = event([{"number": 1, "birth": "2052-03-01", "rounds": []}])
        assert warned(content) == [("birth-after-event", f"{P}.birth")]
        arpad.document(arpad.rate(content))

    def test_a_section_outside_the_event_is_said(self) -> None:
        assert warned(event(rows(""), end="2025-03-02")) == [("dates-outside", f"{S}.start")]

    def test_warnings_come_with_a_rated_event_on_standard_error(self, tmp_path: Any) -> None:
        file = tmp_path / "event.json"
        file.write_bytes(event(rows("W2w", "L1w")))
        result = CliRunner().invoke(app, ["rate", "--json", str(file)])
        assert (result.exit_code, json.loads(result.stdout)["format"]) == (0, "arpad-rated/1")
        assert result.stderr.count("\n") == 1
        assert f"[same-colour at {P}.rounds[0]]" in result.stderr


class TestTablesByColumn:
    """Where a cell is `*`, or the kind says round robin, the column is the opponent and not the round."""

    def test_the_two_cells_of_a_game_stand_in_different_columns(self) -> None:
        content = event(rows("* W2 D3", "L1 * W3", "D1 L2 *"))
        section, problems = read(content)
        assert problems == []
        assert section.players[0].rounds[0] == Round("*")
        assert [player.score for player in arpad.rate(content).section(1).players] == [1.5, 1.0, 0.5]

    def test_a_round_robin_by_round_is_read_as_well(self) -> None:
        _, problems = read(event(rows("W2 D3 B", "L1 B W3", "B D1 L2"), kind="round-robin"))
        assert problems == []

    def test_a_double_round_robin_counts_the_games_of_each_pair(self) -> None:
        _, problems = read(event(rows("* W2 L2", "L1 W1 *"), kind="round-robin"))
        assert problems == []

    def test_without_a_star_and_without_the_kind_the_columns_are_rounds(self) -> None:
        found, problems = decode(event(rows("U W2", "L1 U")))
        assert found is None
        assert [problem.code for problem in problems] == ["game-not-mirrored"] * 2

    def test_forfeits_and_unplayed_cells_need_no_mirror(self) -> None:
        _, problems = read(event(rows("* X2 -", "F1 * U", "- U *")))
        assert problems == []


class TestEntriesOfOneMember:
    AGAIN: ClassVar[Json] = {"id": "7", "birth": "2000-01-01", "ratings": {"OTBR": {"rating": 1500, "games": 30}}}

    def test_entries_that_agree_are_one_person(self) -> None:
        players = [
            {"number": 1, **self.AGAIN, "rounds": ["L2", "U"]},
            {"number": 2, "rounds": ["W1", "D3"]},
            {"number": 3, **self.AGAIN, "rounds": ["U", "D2"]},
        ]
        content = event(players)
        section, problems = read(content)
        assert problems == []
        assert len(section.players) == 3
        rated = arpad.rate(content).section(1)
        assert [(player.number, player.numbers, player.games) for player in rated.players] == [
            (1, (1, 3), 2),
            (2, (2,), 2),
        ]

    def test_players_without_an_id_are_never_one_person(self) -> None:
        _, problems = read(
            event([{"number": 1, "id": None, "rounds": []}, {"number": 2, "rounds": [], "birth": "2000-01-01"}])
        )
        assert problems == []

    def test_a_member_may_play_in_two_sections(self) -> None:
        sections = [{"number": number, "players": [{"number": 1, "id": "7", "rounds": []}]} for number in (1, 2)]
        found = arpad.read({**TestDefaults.MINIMAL, "sections": sections})
        assert len(found.sections) == 2

    def test_names_of_two_entries_may_differ(self) -> None:
        _, problems = read(event([{"number": n, "id": "7", "name": f"SMITH {n}", "rounds": []} for n in (1, 2)]))
        assert problems == []


def conforming(schema: Json) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())


EVENT_SCHEMA, RATED_SCHEMA = conforming(event_document.schema()), conforming(rated_document.schema())

OF_THE_SHAPE = frozenset(
    {
        "wrong-type", "missing-field", "too-few", "too-many", "unknown-word", "unknown-field", "out-of-range",
        "bad-text", "bad-date", "unknown-code", "no-opponent", "opponent-of-bye",
    }
)  # fmt: skip
"""Codes of problems that one value shows by itself."""

BESIDE_THE_SHAPE = ("sections[0].start", "sections[0].end", ".amount", ".under", "floors[1].value")
"""Fields that are missing only because of what another field says, or does not."""


def shape_refuses(damage: Damage) -> bool:
    if damage.code == "missing-field" and damage.place.endswith(BESIDE_THE_SHAPE):
        return False
    return damage.code in OF_THE_SHAPE


class TestTheSchemas:
    @pytest.mark.parametrize("name", ["event", "rated"])
    def test_the_command_prints_a_valid_schema(self, name: str) -> None:
        result = CliRunner().invoke(app, ["schema", name])
        schema = json.loads(result.stdout)
        assert result.exit_code == 0
        assert schema == (EVENT_SCHEMA if name == "event" else RATED_SCHEMA).schema
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert schema["title"] == f"arpad-{name}/1"
        jsonschema.Draft202012Validator.check_schema(schema)

    def test_a_schema_of_another_document_is_refused(self) -> None:
        assert CliRunner().invoke(app, ["schema", "player"]).exit_code == 2

    @pytest.mark.parametrize("schema", [EVENT_SCHEMA.schema, RATED_SCHEMA.schema], ids=["event", "rated"])
    def test_every_field_says_what_it_is(self, schema: Json) -> None:
        def silent(value: Json, path: str) -> list[str]:
            if isinstance(value, list):
                return [found for index, item in enumerate(value) for found in silent(item, f"{path}[{index}]")]
            if not isinstance(value, dict):
                return []
            mine = [
                f"{path}.{name}"
                for name, entry in value.get("properties", {}).items()
                if not str(entry.get("description", "")).strip()
            ]
            return mine + [found for name, item in value.items() for found in silent(item, f"{path}.{name}")]

        assert silent(schema, "") == []

    def test_the_examples_conform(self) -> None:
        for document in (json.loads(EXAMPLE), SOUND, TestDefaults.MINIMAL):
            EVENT_SCHEMA.validate(document)

    @pytest.mark.parametrize("seed", range(200))
    def test_sound_documents_and_what_comes_of_them_conform(self, seed: int) -> None:
        document = json.loads(json.dumps(random_sections.event(seed)))
        EVENT_SCHEMA.validate(document)
        rated = arpad.rate(document)
        for brief in (False, True):
            RATED_SCHEMA.validate(json.loads(json.dumps(arpad.document(rated, brief=brief), allow_nan=False)))

    def test_what_comes_of_the_examples_conforms(self) -> None:
        for document in (json.loads(EXAMPLE), SOUND):
            RATED_SCHEMA.validate(json.loads(json.dumps(arpad.document(arpad.rate(document)), allow_nan=False)))

    def test_a_refused_match_and_a_refused_foreign_event_conform(self) -> None:
        refusals = (
            event(rows("U"), kind="match"),
            event(rows("W2 U", "L1 U", "U U"), kind="match"),
            event(rows("W2", "L1"), kind="foreign-fide", start="2016-03-01"),
            event(
                [{"number": 1, "ratings": {"OTBR": {"rating": 1500, "games": 3}}, "rounds": ["U"]}], kind="foreign-fide"
            ),
        )
        for content in refusals:
            RATED_SCHEMA.validate(json.loads(json.dumps(arpad.document(arpad.rate(content)), allow_nan=False)))

    def test_the_longest_names_of_an_event_conform_in_the_rated_document(self) -> None:
        content = changed({"name": "x" * 300, f"{S}.name": "x" * 300, f"{P}.name": "x" * 200, f"{S}.kind": "match"})
        RATED_SCHEMA.validate(json.loads(json.dumps(arpad.document(arpad.rate(content)), allow_nan=False)))

    @pytest.mark.parametrize(
        "damage", [pytest.param(damage, id=damage.says) for damage in ALL if shape_refuses(damage)]
    )
    def test_what_the_reader_refuses_for_its_shape_does_not_conform(self, damage: Damage) -> None:
        assert not EVENT_SCHEMA.is_valid(json.loads(damage.make()))

    def test_strict_objects_are_closed_and_the_others_open(self) -> None:
        assert not EVENT_SCHEMA.is_valid(json.loads(changed({"rules": {"editon": "2017-04-24"}})))
        assert EVENT_SCHEMA.is_valid(json.loads(changed({f"{P}.club": "Marshall"})))

    def test_a_rated_document_without_a_field_does_not_conform(self) -> None:
        document = json.loads(json.dumps(arpad.document(arpad.rate(SOUND))))
        for name in document["sections"][0]["players"][0]:
            damaged = copy.deepcopy(document)
            del damaged["sections"][0]["players"][0][name]
            assert not RATED_SCHEMA.is_valid(damaged), name

    def test_taking_away_is_what_the_helpers_do(self) -> None:
        assert "rules" not in json.loads(changed({"rules": GONE}))
