"""`arpad elo norm`, `category`, `compare` and `data` as their users type them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arpad import datasets
from arpad.cli.main import app

CLUB = """player,rating,Ada,Ben,Cyd,Dov
Ada,2400,,0.5,1,1
Ben,2300,0.5,,0.5,1
Cyd,2200,0,0.5,,1
Dov,2100,0,0,0,
"""


class Outcome:
    """How a command ended."""

    def __init__(self, *words: str, stdin: str | None = None) -> None:
        result = CliRunner().invoke(app, ["elo", *words], input=stdin)
        self.code, self.out, self.err = result.exit_code, result.stdout, result.stderr
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)

    @property
    def cells(self) -> list[list[str]]:
        """The words of every line of a table."""
        assert self.code == 0, self.err
        return [line.split() for line in self.out.splitlines() if line.strip()]


class TestCategory:
    """4.34, 4.52."""

    def test_wijk_aan_zee_was_of_category_12(self) -> None:
        ratings = [str(row.rating) for row in datasets.wijk_aan_zee_1975().rows]
        found = Outcome("category", *ratings, "--json").json
        assert (found["category"], found["average"], found["games"]) == ("12", 2534.0, 15)
        assert found["titles"] == [
            {"title": "GM", "percentage": 60, "points": 9.0},
            {"title": "IM", "percentage": 40, "points": 6.0},
        ]
        assert found["minima"] == {"foreign": 6, "rated": 13, "titled": 8}
        assert (
            "at least 13 rated players, 8 with a title or rated over 2300, 6 from" in Outcome("category", *ratings).out
        )

    def test_unrated_players_enter_at_the_nominal_rating(self) -> None:
        assert Outcome("category", "2400", "2400", "unrated", "unrated", "--json").json["average"] == 2300.0
        found = Outcome("category", "2100", "2100", "unrated", "unrated", "--women")
        assert "Category 2W (1976 to 2000), average 2000" in found.out
        assert "rated over 2000" in found.out

    def test_an_average_without_games_has_no_points(self) -> None:
        found = Outcome("category", "--average", "2438")
        assert found.cells[1:] == [["Title", "Percent"], ["GM", "73"], ["IM", "53"], ["WGM", "33"]]
        assert Outcome("category", "--average", "2438", "--games", "9", "--json").json["titles"][0]["points"] == 7.0

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (["2400", "--average", "2400"], "one of the two"),
            ([], "one of the two"),
            (["--average", "2700"], "has no category"),
            (["--average", "nan"], "no number"),
            (["--average", "2400", "--games", "0"], "0 games"),
        ],
    )
    def test_what_cannot_be_is_said_in_one_line(self, words: list[str], says: str) -> None:
        found = Outcome("category", *words)
        assert (found.code, found.out) == (2, "")
        assert says in found.err
        assert found.err.count("\n") == 1


class TestNorm:
    """4.34 and 4.24."""

    def test_the_example_of_1957(self) -> None:
        assert Outcome("norm", "--of-1957", "5 7 3").cells[2:] == [["GM", "11"], ["IM", "8"]]
        found = Outcome("norm", "--of-1957", "5,7,3", "--title", "gm", "--json").json
        assert found == {"games": 15, "points": {"GM": 11.0}}

    def test_every_category_for_a_number_of_games(self) -> None:
        found = Outcome("norm", "15").cells
        rows = {cells[0]: cells[2:] for cells in found[2:]}
        assert list(rows)[:2] == ["1W", "2W"]
        assert len(rows) == 28
        assert rows["12"] == ["60%", "9", "40%", "6"]
        assert found[1] == ["Category", "Average", "GM", "points", "IM", "points", "WGM", "points", "IWM", "points"]

    def test_whether_a_score_is_a_title_result(self) -> None:
        assert (
            "7.5 points are a title result: IM in 8, WGM in 8."
            in Outcome("norm", "11", "--average", "2438", "--score", "7.5").out
        )
        assert "are a title result: none." in Outcome("norm", "11", "--category", "16", "--score", "1").out
        found = Outcome("norm", "9", "--category", "VII", "--title", "GM", "--score", "7", "--json").json
        assert found["results"][0]["reached"] is True

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            ([], "how many games"),
            (["9", "--category", "6", "--title", "GM"], "category 6 has no GM result"),
            (["9", "--category", "17"], "there is no category '17'"),
            (["9", "--category", "7", "--average", "2400"], "the same"),
            (["9", "--score", "9.5"], "cannot be made in 9 games"),
            (["0"], "0 games"),
            (["--of-1957", "5 7"], "three counts"),
            (["--of-1957", "5 7 2.5"], "three counts"),
            (["--of-1957", "0 0 0"], "no player"),
            (["9", "--of-1957", "5 7 3"], "stands alone"),
        ],
    )
    def test_what_cannot_be_is_said_in_one_line(self, words: list[str], says: str) -> None:
        found = Outcome("norm", *words)
        assert (found.code, found.out) == (2, "")
        assert says in found.err
        assert found.err.count("\n") == 1

    @pytest.mark.parametrize("suffix", ["svg", "png"])
    def test_a_chart(self, tmp_path: Path, suffix: str) -> None:
        path = tmp_path / f"norms.{suffix}"
        assert Outcome("norm", "13", "--chart", str(path)).code == 0
        assert path.read_bytes()[:4] in {b"<svg", b"\x89PNG"}
        assert "as '.gif'" in Outcome("norm", "13", "--chart", str(tmp_path / "norms.gif")).err


class TestCompare:
    """8.5, 8.6: one crosstable by all systems."""

    def test_one_club_by_all_systems(self) -> None:
        found = Outcome("compare", "-", "--json", stdin=CLUB).json
        assert [one["system"] for one in found["systems"]] == [
            "elo",
            "linear",
            "ingo",
            "harkness",
            "bcf",
            "ccla",
            "berkin",
        ]
        by_name = {one["system"]: {line["player"]: line for line in one["players"]} for one in found["systems"]}
        assert by_name["linear"]["Ada"]["after"] == pytest.approx(2408.0)
        assert by_name["harkness"]["Ada"]["after"] == 2375.0
        assert by_name["ingo"]["Ada"]["own"]["before"] == 55.0
        assert by_name["elo"]["Dov"]["performance"] is None

    def test_a_table_of_changes_and_one_of_performances(self) -> None:
        found = Outcome("compare", "-", "--k", "10", stdin=CLUB)
        assert found.out.startswith("Changes of rating, in points of Elo's scale")
        head = [name for name in found.cells[1] if name not in {"Player", "R", "W"}]
        assert head == ["elo", "linear", "ingo", "harkness", "bcf", "ccla", "berkin"]
        assert "Performances, on Elo's scale" in found.out
        assert [cells[0] for cells in found.cells[2:7]] == ["Ada", "Ben", "Cyd", "Dov", "together"]

    def test_each_on_its_own_scale(self) -> None:
        found = Outcome("compare", "-", "--own", "--system", "ingo", "--system", "bcf", stdin=CLUB)
        assert "ingo, (47) (48)" in found.out
        assert "bcf, 8.54" in found.out
        assert "elo" not in found.out

    def test_the_morphy_era(self) -> None:
        found = Outcome("compare", "--example", "morphy-era", "--json").json
        assert found["ratings"]["Morphy"] == 2695.0
        assert (
            Outcome("compare", "--example", "morphy-era", "--known", "Morphy=2600", "--json").json["ratings"]["Morphy"]
            == 2600.0
        )

    @pytest.mark.parametrize(
        ("words", "stdin", "says"),
        [
            (["-", "--system", "glicko"], CLUB, "there is no system 'glicko'"),
            (["-"], CLUB.replace("2100", ""), "Dov has no rating"),
            (["-", "--k", "0"], CLUB, "not above zero"),
            (["-", "--known", "Eve=2000"], CLUB, "'Eve' is not in the crosstable"),
            (["-"], "", "nothing"),
            ([], None, "one of the two"),
        ],
    )
    def test_what_cannot_be_is_said_in_one_line(self, words: list[str], stdin: str | None, says: str) -> None:
        found = Outcome("compare", *words, stdin=stdin)
        assert (found.code, found.out) == (2, "")
        assert says in found.err
        assert found.err.count("\n") == 1

    def test_a_chart(self, tmp_path: Path) -> None:
        path = tmp_path / "systems.svg"
        assert Outcome("compare", "-", "--chart", str(path), stdin=CLUB).code == 0
        drawn = path.read_text(encoding="utf-8")
        assert all(name in drawn for name in ("Ada", "harkness", "berkin"))


class TestData:
    """The tables of the book."""

    def test_the_list_names_every_data_set(self) -> None:
        found = Outcome("data", "--json").json["data_sets"]
        assert [one["name"] for one in found] == list(datasets.names())
        assert all(name in Outcome("data").out for name in datasets.names())
        assert Outcome("data", "--csv").out.startswith("name,section,rows,title\n")

    @pytest.mark.parametrize("name", datasets.names())
    def test_each_as_a_table_as_json_and_as_csv(self, name: str) -> None:
        found = datasets.load(name)
        assert Outcome("data", name).out.startswith(f"{found.section}: {found.title}")
        assert len(Outcome("data", name, "--json").json["rows"]) == len(found)
        rows = list(csv.reader(io.StringIO(Outcome("data", name, "--csv").out)))
        assert rows[0] == list(found.columns)
        assert len(rows) == len(found) + 1

    def test_a_misprint_is_said_and_can_be_had(self) -> None:
        found = Outcome("data", "matches")
        assert "row 66, deviation: printed 1.7, should be -1.7" in found.out
        corrected = Outcome("data", "matches", "--csv").out.splitlines()[66]
        printed = Outcome("data", "matches", "--csv", "--printed").out.splitlines()[66]
        assert (",-1.7," in corrected, ",1.7," in printed) == (True, True)

    @pytest.mark.parametrize(
        "name",
        [
            "distributions-1977",
            "distribution-1983",
            "matches",
            "century",
            "junior-development",
            "countries",
            "rated-tournaments",
            "births",
            "profile",
        ],
    )
    def test_charts(self, tmp_path: Path, name: str) -> None:
        path = tmp_path / "chart.svg"
        assert Outcome("data", name, "--chart", str(path)).code == 0
        assert path.read_text(encoding="utf-8").startswith("<svg")

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (["matchs"], "did you mean matches?"),
            (["errata", "--chart", "x.svg"], "errata has no chart"),
            (["--chart", "x.svg"], "name it"),
            (["matches", "--csv", "--json"], "only one of them"),
        ],
    )
    def test_what_cannot_be_is_said_in_one_line(self, words: list[str], says: str) -> None:
        found = Outcome("data", *words)
        assert (found.code, found.out) == (2, "")
        assert says in found.err
        assert found.err.count("\n") == 1
