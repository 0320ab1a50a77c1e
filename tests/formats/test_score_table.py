"""Crosstables of scores: JSON and CSV matrices, and sections of event documents."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.formats.score_table import ScoreTable, decode
from arpad.rules.elo.crosstable import Pairing


def read(text: str | dict[str, Any], **options: Any) -> ScoreTable:
    content = text if isinstance(text, str) else json.dumps(text)
    found, problems = decode(content.encode(), **options)
    assert found is not None, problems
    return found


def refused(content: str | bytes | dict[str, Any] | list[Any], **options: Any) -> str:
    raw = content if isinstance(content, bytes) else content if isinstance(content, str) else json.dumps(content)
    found, problems = decode(raw if isinstance(raw, bytes) else raw.encode(), **options)
    assert found is None
    (problem,) = problems
    return str(problem)


THREE = (Pairing("A", "B", 2.0, 1.5), Pairing("A", "C", 1.0, 1.0), Pairing("B", "C", 4.0, 2.0))


class TestCsv:
    @pytest.mark.parametrize(
        "text",
        [
            "player,A,B,C\nA,,1.5,1\nB,.5,-,2\nC,0,2,x\n",
            "\ufeffplayer;A;B;C\r\nA;*;1,5;1\r\nB;½;;2\r\nC;0;2;\r\n",
            "\tC\tA\tB\nA\t1\t—\t1½\nB\t2\t0½\t–\n\nC\tx\t0\t2\n".replace("0½", "½"),
            "name,1,2,3\nA,X,1.5,1\nB,0.5,X,2\nC,0,2,X\n",
        ],
    )
    def test_names_or_numbers_over_the_columns_any_divider_any_dash(self, text: str) -> None:
        text = text.replace(",.5,", ",0.5,")
        assert read(text).table.pairings == THREE

    def test_a_rating_stands_in_the_second_column_or_nowhere(self) -> None:
        found = read("player,Rating,A,B\nA,2600,,1\nB,-,0,\n")
        assert found.ratings == {"A": 2600.0}
        assert found.table.players == ("A", "B")

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "there is nothing in it"),
            (" \n,,\n", "there is nothing in it"),
            ("player,A,B\n", "2 columns of opponents do not name the 0 players"),
            ("player,A,B\nA,,1\nC,0,\n", "do not name the 2 players of the rows"),
            ("player,A,B\nA,,1,1\nB,0,\n", "4 cells, not 3"),
            ("player,A,B\nA,,one\nB,0,\n", "'one' is no number"),
            ("player,A,B\nA,,1e9\nB,0,\n", "'1e9' is no number"),
            ("player,A,B\nA,,-1\nB,2,\n", "-1 is below zero"),
            ("player,A,B\nA,1,1\nB,0,\n", "nobody meets himself"),
            ("player,A,A\nA,,1\nA,0,\n", "stands here twice"),
            ("player,A,B,C\nA,,1,\nB,0,,\nC,,,\n", "C has no game"),
            ('player,A,B\n"A,,1\nB,0,\n', "not CSV"),
        ],
    )
    def test_what_is_wrong_is_said_once_with_its_line(self, text: str, words: str) -> None:
        assert words in refused(text)

    def test_other_encodings_are_refused(self) -> None:
        assert "byte 7 is not UTF-8" in refused("player,L\xf6,B\n".encode("latin-1")[:7] + b"\xf6")


class TestJson:
    def test_a_matrix_of_points_and_ratings_where_they_are_known(self) -> None:
        found = read({
            "players": ["A", {"name": "B", "rating": 2600}, "C"],
            "scores": [[None, 1.5, 1], [0.5, None, 2], [0, 2, 0]],
        })  # fmt: skip
        assert found.table.pairings == THREE
        assert found.ratings == {"B": 2600.0}

    def test_games_beside_it_are_checked(self) -> None:
        table = {"players": ["A", "B"], "scores": [[0, 1.5], [0.5, 0]], "games": [[0, 2], [2, 0]]}
        assert read(table).table.pairings == (Pairing("A", "B", 2.0, 1.5),)
        assert "3 games, but 2 points" in refused(table | {"games": [[0, 3], [3, 0]]})

    @pytest.mark.parametrize(
        ("document", "words"),
        [
            ([], "an object of players and scores"),
            ({"players": ["A", "B"]}, "an object of players and scores"),
            ({"players": ["A"], "scores": [], "color": 1}, "an object of players and scores"),
            ({"players": "AB", "scores": []}, "the players are a list"),
            ({"players": ["A", 2], "scores": []}, "a player is a name"),
            ({"players": ["A", {"rating": 2}], "scores": []}, "a player is a name"),
            ({"players": ["A", " "], "scores": []}, "a player is a name"),
            ({"players": [{"name": "A", "rating": "x"}], "scores": []}, "'x' is no number"),
            ({"players": ["A", "B"], "scores": 3}, "a list of rows"),
            ({"players": ["A", "B"], "scores": [[0, True], [0, 0]]}, "'True' is no number"),
            ({"players": ["A", "B"], "scores": [[0, 10**400], [0, 0]]}, "beyond all bounds"),
            ({"players": ["A", "B"], "scores": [[0, 1]]}, "1 rows for 2 players"),
            ({"players": [], "scores": []}, "has no player"),
        ],
    )
    def test_other_documents_are_refused(self, document: Any, words: str) -> None:
        assert words in refused(document)

    def test_json_that_is_none_is_refused(self) -> None:
        assert "not JSON" in refused('{"players": ')
        assert "stands twice" in refused('{"players": [], "players": []}')


OF_A = {"OTBR": {"rating": 1800, "games": 30}, "FIDE": {"rating": 1900, "date": "2025-02-01"}}
OF_B = {"CFC": {"rating": 1700, "date": "2025-02-01"}}
OF_C = {"national": {"rating": 1600}}


def event(**section: Any) -> dict[str, Any]:
    players = [
        {"number": 1, "name": "A", "id": "1", "ratings": OF_A, "rounds": ["W2", "D3", "H"]},
        {"number": 2, "name": "B", "id": "2", "ratings": OF_B, "rounds": ["L1", "X4", "D3"]},
        {"number": 3, "name": "C", "ratings": OF_C, "rounds": ["B", "D1", "D2"]},
        {"number": 4, "name": "D", "rounds": ["U", "F2", "U"]},
    ]
    return {
        "format": "arpad-event/1",
        "start": "2025-03-01",
        "end": "2025-03-02",
        "sections": [{"number": 1, "time_control": "G/60;d5", "players": players} | section],
    }


class TestEventDocuments:
    def test_rated_games_make_the_crosstable_and_byes_and_forfeits_do_not(self) -> None:
        found = read(event())
        assert found.table.players == ("A", "B", "C")
        assert found.table.pairings == (
            Pairing("A", "B", 1.0, 1.0),
            Pairing("A", "C", 1.0, 0.5),
            Pairing("B", "C", 1.0, 0.5),
        )
        assert found.without_games == ("D",)

    @pytest.mark.parametrize(
        ("source", "ratings"),
        [("OTBR", {"A": 1800.0}), ("FIDE", {"A": 1900.0}), ("CFC", {"B": 1700.0}), ("national", {"C": 1600.0})],
    )
    def test_ratings_come_from_the_source_that_is_named(self, source: str, ratings: dict[str, float]) -> None:
        assert read(event(), ratings=source).ratings == ratings

    def test_games_of_one_pair_are_added_up(self) -> None:
        players = [
            {"number": 1, "name": "A", "rounds": ["W2", "L2", "D2"]},
            {"number": 2, "name": "B", "rounds": ["L1", "W1", "D1"]},
        ]
        assert read(event(players=players)).table.pairings == (Pairing("A", "B", 3.0, 1.5),)

    def test_a_member_with_two_numbers_is_one_player_and_namesakes_are_two(self) -> None:
        players = [
            {"number": 1, "name": "A", "id": "7", "rounds": ["W2", "U"]},
            {"number": 2, "name": "B", "id": "8", "rounds": ["L1", "W3"]},
            {"number": 3, "name": "A", "id": "7", "rounds": ["U", "L2"]},
            {"number": 4, "name": "B", "id": "9", "rounds": ["W5", "U"]},
            {"number": 5, "rounds": ["L4", "U"]},
        ]
        found = read(event(players=players))
        assert found.table.players == ("A", "B (8)", "B (9)", "No. 5")
        assert found.table.pairings[0] == Pairing("A", "B (8)", 2.0, 1.0)

    def test_of_several_sections_one_must_be_named(self) -> None:
        document = event()
        document["sections"].append(document["sections"][0] | {"number": 2})
        assert "there are several sections; name one of 1, 2" in refused(document)
        assert "there is no section 5" in refused(document, section=5)
        assert read(document, section=2).table.players == ("A", "B", "C")
        assert "there is no section 5" in refused(event(), section=5)

    def test_results_that_differ_on_purpose_cannot_share_a_point(self) -> None:
        players = [
            {"number": 1, "name": "A", "rounds": ["N2"]},
            {"number": 2, "name": "B", "rounds": ["R1"]},
        ]
        assert "the two sides of N2 differ" in refused(event(players=players))

    def test_an_unknown_source_is_refused(self) -> None:
        assert "no ratings come from 'DWZ'" in refused(event(), ratings="DWZ")

    def test_a_section_without_games_is_refused(self) -> None:
        players = [{"number": 1, "name": "A", "rounds": ["B"]}, {"number": 2, "name": "B", "rounds": ["U"]}]
        assert "has no player" in refused(event(players=players))

    def test_a_broken_document_is_refused_with_its_own_problems(self) -> None:
        found, problems = decode(b'{"format": "arpad-event/1", "sections": 3}')
        assert found is None
        assert problems


@given(st.one_of(st.binary(max_size=200), st.text(alphabet='player,ABC012½-x;\n"{}[]:', max_size=120).map(str.encode)))
def test_whatever_the_bytes_there_is_a_table_or_a_problem(content: bytes) -> None:
    found, problems = decode(content)
    assert (found is None) == any(str(problem).startswith("error") for problem in problems)
