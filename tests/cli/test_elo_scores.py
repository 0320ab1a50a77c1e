"""`arpad elo expect | performance | roundrobin | match | forecast` as their users type them."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arpad.cli.elo.all_against_all import Example, Expected
from arpad.cli.elo.shared import Function
from arpad.rules.elo.expectancy import BY_NAME
from arpad.rules.elo.round_robin import ExpectedBy
from tests.cli.outcome import Outcome

COMMANDS = ("expect", "performance", "roundrobin", "match", "forecast")
PORTISCH = "2600 2600 2555 2575 2615 2470 2550 2600 2510 2560 2410 2470 2485 2445 2460"


def asked(*words: str, stdin: str | None = None) -> Any:
    """The JSON answer of a command."""
    outcome = Outcome("elo", *words, "--json", stdin=stdin)
    assert (outcome.code, outcome.err) == (0, "")
    return json.loads(outcome.out)


def refused(*words: str, stdin: str | None = None) -> str:
    """The complaint of a command about bad input: one or more lines, never a traceback."""
    outcome = Outcome("elo", *words, stdin=stdin)
    assert outcome.code == 2
    assert outcome.out == ""
    return outcome.err


class TestWhatAllShare:
    """Help, options, start."""

    @pytest.mark.parametrize("command", COMMANDS)
    def test_every_example_in_the_help_runs(self, command: str) -> None:
        text = re.sub(r"\s*\\\s*\n\s*", " ", Outcome("elo", command, "--help").out)
        examples = re.findall(r"(?m)^ *(?:arpad elo) (.+?)(?: {2,}\S.*)?$", text)
        assert len(examples) >= 2
        for example in examples:
            words = shlex.split(example)
            if "-" not in words:
                assert Outcome("elo", *words).code == 0, example

    def test_the_names_of_functions_and_ways_are_those_of_the_rules(self) -> None:
        assert [function.value for function in Function] == list(BY_NAME)
        assert [way.value for way in Expected] == [way.value for way in ExpectedBy]

    def test_they_start_in_a_blink(self) -> None:
        script = (
            "import sys; sys.argv = ['arpad', 'elo', 'expect', '160', '--json']\n"
            "from arpad.cli.main import app\n"
            "app(standalone_mode=False)\n"
            "heavy = {'numpy', 'numba', 'polars', 'django', 'pyarrow', 'scipy', 'altair', 'rich'}\n"
            "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)\n"
        )
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)  # noqa: S603
        assert (done.returncode, done.stderr) == (0, "")

    def test_a_chart_without_its_library_names_the_extra(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "arpad.charts.writing", None)
        message = refused("expect", "100", "--chart", str(tmp_path / "a.svg"))
        assert "pip install 'arpad[charts]'" in message

    @pytest.mark.parametrize("suffix", ["svg", "png"])
    @pytest.mark.parametrize(
        "words",
        [
            ("expect", "160"),
            ("expect", "160", "--function", "table-2.11"),
            ("roundrobin", "--example", "brazil-1972"),
            ("forecast", "2715", "2645", "--games", "24"),
            ("forecast", "2635", "--opponents", PORTISCH, "--draws", ".5"),
        ],
        ids=lambda words: " ".join(words)[:30],
    )
    def test_a_chart_is_written_by_the_ending_of_its_name(
        self, words: tuple[str, ...], suffix: str, tmp_path: Path
    ) -> None:
        file = tmp_path / f"chart.{suffix}"
        assert Outcome("elo", *words, "--chart", str(file)).code == 0
        assert file.read_bytes().startswith(b"<svg" if suffix == "svg" else b"\x89PNG")

    def test_a_chart_of_another_kind_is_refused(self, tmp_path: Path) -> None:
        assert "as .svg or .png, not as '.gif'" in refused("expect", "1", "--chart", str(tmp_path / "a.gif"))
        assert "No such file" in refused("expect", "1", "--chart", str(tmp_path / "no" / "a.svg"))


class TestExpect:
    """`arpad elo expect`."""

    def test_8_94(self) -> None:
        found = {line["function"]: line for line in asked("expect", "160")["functions"]}
        assert list(found) == list(BY_NAME)
        assert found["normal"]["percentage"] == pytest.approx(0.7143, abs=2e-4)  # by z to three places
        assert found["table-2.11"]["percentage"] == 0.71

    def test_2_14_from_two_ratings(self) -> None:
        [line] = asked("expect", "2715", "2645", "--games", "24", "--function", "table-2.11")["functions"]
        assert (line["difference"], line["percentage"], line["expected"]) == (70.0, 0.60, pytest.approx(14.4))

    def test_2_13_from_a_percentage(self) -> None:
        [line] = asked("expect", "--percentage", ".625", "--function", "normal")["functions"]
        assert round(line["difference"]) == 90

    def test_odds_of_three_to_one(self) -> None:
        [line] = asked("expect", "--odds", "3", "--function", "linear")["functions"]
        assert (line["percentage"], line["difference"]) == (0.75, 200.0)

    def test_8_75_the_stakes(self) -> None:
        [line] = asked("expect", "200", "--k", "32", "--function", "linear")["functions"]
        assert (line["win"], line["loss"]) == (8.0, -24.0)

    def test_8_93_the_first_move(self) -> None:
        white, black = (
            asked("expect", "0", side, "--function", "table-2.11")["functions"][0] for side in ("--white", "--black")
        )
        assert (white["percentage"], black["percentage"]) == (0.57, 0.43)

    def test_a_negative_difference_needs_no_quoting(self) -> None:
        [line] = asked("expect", "-70", "--function", "table-2.11")["functions"]
        assert line["percentage"] == 0.40

    def test_certainty_has_no_odds(self) -> None:
        [line] = asked("expect", "800", "--function", "table-2.11")["functions"]
        assert (line["percentage"], line["odds"]) == (1.0, None)
        assert "1.0000" in Outcome("elo", "expect", "800", "--function", "table-2.11").out

    def test_the_table(self) -> None:
        out = Outcome("elo", "expect", "160", "--games", "10", "--k", "10").out.splitlines()
        assert out[0] == "A difference of 160 points"
        assert out[1].split() == ["Function", "D", "P", "Odds", "Expected", "Win", "Loss"]
        assert out[2].split() == ["normal", "160", "0.7142", "2.499", "7.14", "2.86", "-7.14"]

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ((), "one of them"),
            (("100", "--percentage", ".6"), "one of them"),
            (("1", "2", "3"), "not 3 numbers"),
            (("x",), "'x' is not a number"),
            (("--percentage", "62"), "62 percent is 0.62"),
            (("--percentage", "1"), "no finite difference"),
            (("--odds", "0"), "not above zero"),
            (("100", "--games", "0"), "not above zero"),
            (("100", "--k", "-1"), "not above zero"),
            (("100", "--white", "--black"), "only one of them"),
            (("--percentage", ".6", "--white"), "go with a difference"),
        ],
    )
    def test_bad_input(self, words: tuple[str, ...], message: str) -> None:
        assert message in refused("expect", *words)


class TestPerformance:
    """`arpad elo performance`."""

    def test_examples_1_6_and_the_exact_rating(self) -> None:
        found = asked("performance", "--opponents", PORTISCH, "--score", "10.5", "--printed")["performances"]
        assert [(line["equation"], line["rating"]) for line in found[:1]] == [("(1)", 2676.0)]
        by = {line["equation"]: line["rating"] for line in found}
        assert by["(10)"] == 2687.0
        assert list(by) == ["(1)", "1.55", "(10)", "(70)"]
        assert by["(70)"] < by["(1)"]

    def test_examples_3_4_and_7(self) -> None:
        words = ("--opponents", PORTISCH, "--score", "10.5", "--rating", "2635", "--k", "10", "--printed")
        new = asked("performance", *words)["new_ratings"]
        assert [round(line["rating"], 2) for line in new] == [2643.4, 2642.5, 2644.75]

    def test_from_the_mean_of_the_opponents(self) -> None:
        found = asked("performance", "--competition", "2527", "--games", "15", "--score", "10.5", "--printed")
        assert [line["equation"] for line in found["performances"]] == ["(1)", "(10)", "(70)"]
        words = ("--competition", "2527", "--games", "15", "--score", "10.5", "--rating", "2635", "--k", "10")
        assert asked("performance", *words, "--printed")["new_ratings"][0]["rating"] == 2642.5

    def test_a_clean_score_has_only_the_linear_one(self) -> None:
        found = asked("performance", "--opponents", "1500,1600", "--score", "2")["performances"]
        assert [line["rating"] for line in found] == [None, None, 1950.0, None]
        assert "none (1.54)" in Outcome("elo", "performance", "--opponents", "1500,1600", "--score", "2").out

    def test_thirty_games_need_no_factor(self) -> None:
        found = asked("performance", "--competition", "1500", "--games", "30", "--score", "20")
        assert [line["equation"] for line in found["performances"]] == ["(1)", "(10)"]

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (("--score", "1"), "one of the two"),
            (("--opponents", "1500", "--competition", "1500", "--score", "1"), "one of the two"),
            (("--opponents", "1500", "--games", "1", "--score", "1"), "goes with --competition"),
            (("--competition", "1500", "--score", "1"), "needs --games"),
            (("--opponents", "1500", "--score", "1", "--k", "10"), "go together"),
            (("--opponents", "1500", "--score", "1.5"), "cannot be made"),
            (("--opponents", "", "--score", "0"), "nothing here"),
            (("--opponents", "1500", "--score", ".5", "--rating", "1500", "--k", "0"), "not above zero"),
        ],
    )
    def test_bad_input(self, words: tuple[str, ...], message: str) -> None:
        assert message in refused("performance", *words)


class TestRoundRobin:
    """`arpad elo roundrobin`."""

    def test_example_5(self) -> None:
        found = asked("roundrobin", "--example", "wijk-aan-zee-1975", "--k", "10", "--printed")
        assert (found["average"], found["games"], len(found["players"])) == (2534.0, 15.0, 16)
        first = found["players"][0]
        assert (first["player"], first["performance"], round(first["expected"], 2)) == ("Lajos Portisch", 2674.0, 9.74)
        assert first["after"] == pytest.approx(2642.6)

    def test_brazil_1972(self) -> None:
        found = asked("roundrobin", "--example", "brazil-1972", "--games-before", "50", "--printed")
        changes = [round(line["change"]) for line in found["players"] if line["change"] is not None]
        assert found["average"] == 2216.0
        assert changes == [30, 37, 36, 2, -68, -36]

    def test_a_file_and_standard_input(self, tmp_path: Path) -> None:
        text = 'Player,Rating,Score\n\nA,2400,1.5\n"B, J.",-,1\nC,2300,.5\n'
        file = tmp_path / "event.csv"
        file.write_text(text, encoding="utf-8")
        assert asked("roundrobin", str(file)) == asked("roundrobin", "-", stdin=text)
        assert [line["player"] for line in asked("roundrobin", str(file))["players"]] == ["A", "B, J.", "C"]

    def test_the_table_shows_everything(self) -> None:
        out = Outcome("elo", "roundrobin", "-", stdin="A,2400,1.5\nB,,1\nC,2300,.5\n").out
        assert "R_a = 2350, 3 players, 2 games" in out
        assert "unrated" in out

    def test_a_special_rating_tournament(self) -> None:
        found = asked("roundrobin", "-", "--average", "1500", stdin="A,,1.5\nB,,1\nC,,.5\n")
        assert found["average"] == 1500.0
        assert [round(line["performance"] - 1500) for line in found["players"]] == [127, 0, -127]

    def test_a_clean_score_has_no_performance(self) -> None:
        out = Outcome("elo", "roundrobin", "-", stdin="A,2400,2\nB,2300,1\nC,2200,0\n").out
        assert out.count("none (1.54)") == 2

    @pytest.mark.parametrize("way", list(Expected))
    def test_expected_scores_three_ways(self, way: Expected) -> None:
        found = asked("roundrobin", "--example", "wijk-aan-zee-1975", "--expected-by", way.value)
        assert found["players"][0]["expected"] == pytest.approx(9.7, abs=0.1)

    @pytest.mark.parametrize(
        ("words", "stdin", "message"),
        [
            ((), None, "one of the two"),
            (("no-such-file.csv",), None, "cannot be read"),
            (("-",), "A,2400\n", "line 1"),
            (("-",), "A,2400,x\n", "'x' is not a number"),
            (("-",), "A,2400,1\nB,2300,1\n", "points-do-not-add-up"),
            (("-",), "", "players do not make an event"),
            (("-", "--average", "1500"), "A,2400,1\nB,2300,0\n", "rates the unrated"),
            (("-", "--k", "10", "--games-before", "50"), "A,2400,1\nB,2300,0\n", "both given"),
        ],
    )
    def test_bad_input(self, words: tuple[str, ...], stdin: str | None, message: str) -> None:
        assert message in refused("roundrobin", *words, stdin=stdin)

    def test_bytes_that_are_no_text(self, tmp_path: Path) -> None:
        file = tmp_path / "event.csv"
        file.write_bytes(b"\xff\xfe")
        assert "not UTF-8" in refused("roundrobin", str(file))

    def test_the_examples_are_data_sets(self) -> None:
        assert [example.value for example in Example] == ["wijk-aan-zee-1975", "brazil-1972"]


class TestMatch:
    """`arpad elo match`."""

    def test_example_9(self) -> None:
        found = asked("match", "2715", "2645", "--score", "12.5-11.5", "--printed")
        assert [line["performance"] for line in found["players"]] == [2687.0, 2673.0]
        assert [line["percentage"] for line in found["players"]] == [0.52, 0.48]

    def test_only_one_is_rated(self) -> None:
        found = asked("match", "unrated", "2645", "--score", "12.5", "--games", "24", "--printed")
        assert [line["performance"] for line in found["players"]] == [2659.0, None]

    def test_new_ratings_are_exchanged(self) -> None:
        one, other = asked("match", "2785", "2660", "--score", "12.5", "--games", "20", "--k", "10")["players"]
        assert one["change"] == pytest.approx(-other["change"])
        assert one["expected"] + other["expected"] == pytest.approx(20.0)
        assert one["after"] == pytest.approx(2785 + one["change"])

    def test_the_table(self) -> None:
        out = Outcome("elo", "match", "2715", "-", "--score", "12.5-11.5", "--k", "10").out.splitlines()
        assert out[0] == "A match of 24 games"
        assert out[1].split() == ["R", "W", "P", "D_p", "R_p"]
        assert out[3].split()[0] == "unrated"

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (("2715", "2645", "--score", "12.5"), "needs --games"),
            (("2715", "2645", "--score", "12.5-11.5", "--games", "20"), "makes 24 games"),
            (("2715", "2645", "--score", "12.5-11"), "whole games"),
            (("2715", "2645", "--score", "1", "--games", "1.5"), "is none"),
            (("2715", "2645", "--score", "x-1"), "not a number"),
            (("unrated", "unrated", "--score", "1-1"), "neither player is rated"),
            (("2715", "2645", "--score", "3-0"), "no finite difference"),
            (("2715", "2645", "--score", "3", "--games", "2"), "cannot be made"),
        ],
    )
    def test_bad_input(self, words: tuple[str, ...], message: str) -> None:
        assert message in refused("match", *words)


class TestForecast:
    """`arpad elo forecast`."""

    def test_2_14(self) -> None:
        found = asked("forecast", "2715", "2645", "--games", "24", "--function", "table-2.11")
        assert found["expected"] == pytest.approx(14.4)
        assert found["expected_as_printed"] == [14.5, 9.5]
        assert round(found["length"]) == 21
        assert found["wins_match"] + found["level"] + found["loses_match"] == pytest.approx(1.0)
        assert sum(score["probability"] for score in found["scores"]) == pytest.approx(1.0)

    def test_draws_make_scores_steadier(self) -> None:
        words = ("forecast", "2785", "2660", "--games", "20")
        assert asked(*words, "--draws", ".5")["deviation"] < asked(*words)["deviation"]

    def test_2_44_a_tournament(self) -> None:
        found = asked("forecast", "2635", "--opponents", PORTISCH, "--function", "table-2.11")
        assert (found["games"], round(found["expected"], 2)) == (15, 9.66)

    def test_8_87(self) -> None:
        found = asked("forecast", "2775", "2705", "--to-wins", "10", "--function", "table-2.11")
        assert round(found["drawn"], 3) == 0.128

    def test_the_tables(self) -> None:
        out = Outcome("elo", "forecast", "2715", "2645", "--games", "24").out
        assert re.search(r"Expected score W_e +14\.35", out)
        assert "This or more" in out

    def test_a_match_to_ten_wins(self) -> None:
        out = Outcome("elo", "forecast", "2775", "2705", "--to-wins", "10", "--function", "table-2.11").out
        assert re.search(r"Both one win short +0\.1284", out)

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ((), "a match is RATING OPPONENT"),
            (("2700", "2600"), "a match is RATING OPPONENT"),
            (("2700", "2600", "--games", "4", "--to-wins", "3"), "a match is RATING OPPONENT"),
            (("2700", "2600", "--opponents", "2500"), "one RATING and --opponents"),
            (("2700", "--opponents", ""), "nothing here"),
            (("2700", "2600", "--games", "0"), "games"),
            (("2700", "2600", "--games", "4", "--draws", "2"), "share"),
            (("2700", "2600", "--to-wins", "0"), "wins"),
            (("2700", "2600", "--to-wins", "3", "--chart", "a.svg"), "goes with --games"),
            (("x", "2600", "--games", "4"), "not a number"),
        ],
    )
    def test_bad_input(self, words: tuple[str, ...], message: str) -> None:
        assert message in refused("forecast", *words)
