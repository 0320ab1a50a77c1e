"""`arpad elo approximate | handicap` as their users type them."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from arpad import datasets
from tests.cli.outcome import Outcome

COMMANDS = ("approximate", "handicap")
POOL = "player,rating,A,B,C\nA,2000,-,7,6\nB,1900,3,-,6\nC,,4,4,-\n"
FIELD = {
    "format": "arpad-event/1",
    "start": "2025-03-01",
    "end": "2025-03-02",
    "sections": [
        {
            "number": number,
            "time_control": "G/60;d5",
            "players": [
                {"number": 1, "name": "A", "ratings": {"OTBR": {"rating": 1800, "games": 30}}, "rounds": ["W2", "D3"]},
                {"number": 2, "name": "B", "ratings": {"OTBR": {"rating": 1700, "games": 30}}, "rounds": ["L1", "W4"]},
                {"number": 3, "name": "C", "ratings": {"OTBR": {"rating": 1600, "games": 30}}, "rounds": ["B", "D1"]},
                {"number": 4, "name": "D", "ratings": {"OTBR": {"rating": 1500, "games": 30}}, "rounds": ["U", "L2"]},
                {"number": 5, "name": "E", "rounds": ["U", "U"]},
            ],
        }
        for number in (1, 2)
    ],
}


def asked(*words: str, stdin: str | None = None) -> Any:
    """The JSON answer of a command."""
    outcome = Outcome("elo", *words, "--json", stdin=stdin)
    assert (outcome.code, outcome.err) == (0, "")
    return json.loads(outcome.out)


def refused(*words: str, stdin: str | None = None) -> str:
    """The one line in which a command complains."""
    outcome = Outcome("elo", *words, stdin=stdin)
    assert (outcome.code, outcome.out) == (2, "")
    (line,) = outcome.err.splitlines()
    return line


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with the files that the help names."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pool.csv").write_text(POOL.replace("C,,", "C,1800,"), encoding="utf-8")
    (tmp_path / "event.json").write_text(json.dumps(FIELD), encoding="utf-8")
    return tmp_path


class TestHelp:
    @pytest.mark.usefixtures("files")
    @pytest.mark.parametrize("command", COMMANDS)
    def test_every_example_in_it_runs(self, command: str) -> None:
        text = re.sub(r"\s*\\\s*\n\s*", " ", Outcome("elo", command, "--help").out)
        examples = re.findall(r"(?m)^ *(?:arpad elo) (.+?)(?: {2,}\S.*)?$", text)
        examples = [example for example in examples if example.startswith(command)]
        assert len(examples) >= 3
        for example in examples:
            outcome = Outcome("elo", *shlex.split(example))
            assert (outcome.code, outcome.err) == (0, ""), example


class TestApproximate:
    """3.4."""

    def test_the_limit_of_the_morphy_era_is_the_one_that_was_found(self) -> None:
        found = asked("approximate", "--example", "morphy-era")
        limits = {line["player"]: round(line["limit"], 1) for line in found["players"]}
        assert limits["Morphy"] == 684.7
        assert limits["Williams"] == 395.4
        assert found["groups"][0]["outcome"] == "settled"

    def test_by_hand_the_working_of_the_book_comes_out(self) -> None:
        """30 of 36 mean ratings as printed, with -63 for Williams; see tests/elo/test_approximations.py."""
        by_hand = ["--by-hand", "--cycles", "5", "--until", "0", "--difference", "Williams=-63"]
        found = asked("approximate", "--example", "morphy-era", *by_hand)
        cycles = found["groups"][0]["cycles"]
        printed = datasets.morphy_era().as_printed()
        same = [
            cycles[number]["competition"][at] == getattr(row, f"rc{number}")
            for number in range(1, 5)
            for at, row in enumerate(printed)
        ]
        assert (sum(same), len(same)) == (30, 36)

    def test_steps_are_shown_on_request(self) -> None:
        out = Outcome("elo", "approximate", "--example", "morphy-era", "--by-hand", "--cycles", "2", "--steps").out
        assert "R_c1" in out
        assert re.search(r"Morphy +671 +493 +664", out)

    def test_a_known_rating_brings_all_to_its_scale(self) -> None:
        found = asked("approximate", "-", "--known", "A=2400", "--known", "B=2310", stdin=POOL)
        group = found["groups"][0]
        conformed = [line["conformed"] for line in found["players"]]
        assert (conformed[0] + conformed[1]) / 2 == pytest.approx(2355)
        assert group["standard_error"] == pytest.approx(abs(2400 - conformed[0]), rel=1e-6)
        out = Outcome("elo", "approximate", "-", "--known", "A=2400", stdin=POOL).out
        assert "Conformed by +" in out
        assert "standard error" not in out

    def test_or_the_ratings_of_the_file_do(self) -> None:
        found = asked("approximate", "-", "--conform", stdin=POOL)
        conformed = [line["conformed"] for line in found["players"]]
        assert conformed[0] + conformed[1] == pytest.approx(3900)
        assert asked("approximate", "-", "--conform", "--known", "B=1800", stdin=POOL)["groups"][0]["offset"] == (
            pytest.approx(found["groups"][0]["offset"] - 50)
        )

    def test_a_given_difference_goes_before_the_indicated_one(self) -> None:
        plain = asked("approximate", "-", stdin=POOL)
        given = asked("approximate", "-", "--difference", "A=0", stdin=POOL)
        assert plain["players"][0]["difference"] > 100
        assert [line["difference"] for line in given["players"]] == [
            0.0,
            *(line["difference"] for line in plain["players"][1:]),
        ]

    def test_clean_scores_groups_and_camps_are_said(self) -> None:
        table = "player,A,B,C,D,E,F\nA,,2,,,,\nB,2,,,,,\nC,,,,3,,\nD,,,1,,,\nE,,,,,,1\nF,,,,,0,\n"
        out = Outcome("elo", "approximate", "-", stdin=table).out
        assert "E won every game: no finite rating follows (1.54); set aside." in out
        assert "The players fall into 2 groups" in out
        assert "two camps" in out
        found = asked("approximate", "-", stdin=table)
        assert [one["player"] for one in found["set_aside"]] == ["E", "F"]
        assert [line["group"] for line in found["players"]] == [1, 1, 2, 2]

    @pytest.mark.usefixtures("files")
    def test_a_section_of_an_event_is_named(self) -> None:
        found = asked("approximate", "event.json", "--section", "2")
        assert found["without_games"] == ["E"]
        assert [one["because"] for one in found["set_aside"]] == ["lost every game", "lost every game"]
        assert "several sections" in refused("approximate", "event.json")

    def test_a_chart_is_drawn(self, tmp_path: Path) -> None:
        path = tmp_path / "era.svg"
        assert Outcome("elo", "approximate", "--example", "morphy-era", "--chart", str(path)).code == 0
        assert "Morphy" in path.read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        ("words", "stdin", "complaint"),
        [
            ([], None, "name a file, or --example"),
            (["-", "--example", "morphy-era"], POOL, "name a file, or --example"),
            (["no-such-file.csv"], None, "cannot be read"),
            (["-"], "player,A\nA,\n", "has no game"),
            (["-"], "", "there is nothing in it"),
            (["-"], '{"players": 3, "scores": []}', "the players are a list"),
            (["-", "--cycles", "0"], POOL, "0 cycles are none"),
            (["-", "--known", "A"], POOL, "--known is NAME=NUMBER"),
            (["-", "--known", "X=2000"], POOL, "'X' is not in the crosstable"),
            (["-", "--start", "nan"], POOL, "is no number"),
            (["-"], "player,A,B\nA,,1\nB,0,\n", "leave nobody to be placed"),
        ],
    )
    def test_bad_input_is_one_line(self, words: list[str], stdin: str | None, complaint: str) -> None:
        assert complaint in refused("approximate", *words, stdin=stdin)


class TestHandicap:
    """3.9."""

    def test_the_tournament_of_3_97_comes_out_as_printed(self) -> None:
        found = asked("handicap", "--example", "wijk-aan-zee-1975")
        rows = {row.player: row for row in datasets.wijk_aan_zee_1975().rows}
        for line in found["players"]:
            row = rows[line["player"]]
            assert (line["level"], line["points"]) == (row.below_scratch, row.handicap)
            assert line["handicap_score"] == row.handicap_score
        lines = Outcome("elo", "handicap", "--example", "wijk-aan-zee-1975").out.splitlines()
        assert lines[3].startswith("Gennadi Sosonko")

    def test_the_tables_are_read_between_their_rows(self) -> None:
        assert asked("handicap", "--level", "165", "--players", "16")["rounded"] == 1.6
        assert asked("handicap", "--level", "276", "--rounds", "5")["points"] == pytest.approx(0.25)

    def test_a_match_goes_by_table_2_11_unless_told_otherwise(self) -> None:
        printed = asked("handicap", "--difference", "200", "--games", "20")
        exact = asked("handicap", "--difference", "200", "--games", "20", "--function", "normal")
        assert round(printed["points"], 2) == 8.49
        assert printed["points"] != exact["points"]

    def test_brasket_adds_rating_points(self) -> None:
        found = asked("handicap", "--rating", "1900", "--scratch", "2200", "--performance", "2050")
        assert found["handicap_score"] == 2290
        assert asked("handicap", "--rating", "1900", "--scratch", "2200", "--fraction", ".5")["rating_points"] == 150

    @pytest.mark.usefixtures("files")
    def test_a_swiss_of_an_event_document(self) -> None:
        found = asked("handicap", "event.json", "--section", "1", "--rounds", "5", "--scratch", "2000")
        assert [line["level"] for line in found["players"]] == [200, 300, 400, 500]
        assert found["players"][3]["points"] == pytest.approx(1.2)
        out = Outcome("elo", "handicap", "event.json", "--section", "1", "--rounds", "5").out
        assert "4 players, 5 rounds, in the order of the handicap scores" in out

    def test_a_round_robin_from_three_columns(self) -> None:
        field = "player,rating,score\n" + "".join(f"P{at},{2600 - 20 * at},5.5\n" for at in range(12))
        found = asked("handicap", "-", stdin=field)
        assert found["players"][11]["level"] == 220
        assert found["players"][11]["points"] == 1.8

    @pytest.mark.parametrize(
        ("words", "complaint"),
        [
            ([], "give one of"),
            (["--level", "100", "--difference", "3"], "give one of"),
            (["-", "--example", "wijk-aan-zee-1975"], "give one of"),
            (["--level", "100"], "--players (a round robin) or --rounds (a Swiss)"),
            (["--level", "100", "--players", "16", "--rounds", "9"], "--players (a round robin) or"),
            (["--level", "400", "--players", "16"], "ends 350 points below scratch"),
            (["--difference", "100"], "goes with --games"),
            (["--rating", "1900"], "goes with --scratch"),
            (["--rating", "1900", "--scratch", "2200", "--fraction", "80"], "80 percent is 0.8"),
            (["-"], "A has no rating"),
        ],
    )
    def test_bad_input_is_one_line(self, words: list[str], complaint: str) -> None:
        assert complaint in refused("handicap", *words, stdin="A,,1\nB,2000,0\n")
