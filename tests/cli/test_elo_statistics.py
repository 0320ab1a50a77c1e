"""`arpad elo reliability | test | approximate --ml` as their users type them."""

from __future__ import annotations

import builtins
import json
import math
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arpad import datasets
from tests.cli.outcome import Outcome

POOL = "player,rating,A,B,C,D\nA,2000,-,2,2,1\nB,1900,1,-,1½,1\nC,,1,1½,-,1\nD,,0,0,0,-\n"
CLASSES = (
    "from,to,observed\n,1300,23\n1300,1400,74\n1400,1500,141\n1500,1600,247\n1600,1700,423\n1700,1800,504\n"
    "1800,1900,499\n1900,2000,329\n2000,2100,226\n2100,2200,112\n2200,,65\n"
)
RESULTS = "name,games,score,difference\nSteinitz-Bird,17,10.5,140\nKarpov-Korchnoi,24,12.5,70\n"

TESTS = ("zm", "scores", "chi-square", "ks")


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
    rows = datasets.distributions_1977().rows
    classes = "\n".join(f"{row.lowest},{row.all_percent * 344.03:.0f}" for row in rows)
    (tmp_path / "classes.csv").write_text(f"from,observed\n{classes}\n", encoding="utf-8")
    (tmp_path / "results.csv").write_text(RESULTS, encoding="utf-8")
    return tmp_path


class TestHelp:
    @pytest.mark.usefixtures("files")
    @pytest.mark.parametrize("command", [("reliability",), *(("test", name) for name in TESTS)])
    def test_every_example_in_it_runs(self, command: tuple[str, ...]) -> None:
        text = re.sub(r"\s*\\\s*\n\s*", " ", Outcome("elo", *command, "--help").out)
        examples = re.findall(r"(?m)^ *(?:arpad elo) (.+?)(?: {2,}\S.*)?$", text)
        examples = [example for example in examples if example.startswith(" ".join(command) + " ")]
        assert len(examples) >= 2
        for example in examples:
            outcome = Outcome("elo", *shlex.split(example))
            assert (outcome.code, outcome.err) == (0, ""), example

    def test_they_load_neither_numpy_nor_charts_before_they_need_them(self) -> None:
        script = (
            "import sys; sys.argv = ['arpad', 'elo', 'reliability', '20', '--json']\n"
            "from arpad.cli.main import app\n"
            "app(standalone_mode=False)\n"
            "heavy = {'numpy', 'scipy', 'altair', 'polars', 'rich.table'} & set(sys.modules)\n"
            "sys.exit(f'loaded {heavy}' if heavy else 0)"
        )
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)  # noqa: S603
        assert done.returncode == 0, done.stderr


class TestReliability:
    """2.5 and 8.95."""

    @pytest.mark.book("t-2.55")
    def test_as_printed_it_is_table_2_55(self) -> None:
        found = asked("reliability", "--printed")["rows"]
        rows = datasets.reliability().rows
        assert [row["games"] for row in found] == [row.games for row in rows]
        assert [row["sd_rating"] for row in found] == [row.sd_rating for row in rows]
        assert [row["confidence"] for row in found] == [row.confidence for row in rows]
        out = Outcome("elo", "reliability", "--printed").out
        assert re.search(r"(?m)^ *60 +3\.87 +36\.5 +2\.61 +24\.6 +0\.994$", out)
        assert re.search(r"(?m)^ *9 +1\.50 +94\.3 +1\.01 +63\.6 +0\.71$", out)

    def test_a_percentage_makes_the_score_surer_and_leaves_the_rating(self) -> None:
        (even,), (uneven,) = (asked("reliability", "20", *words)["rows"] for words in ([], ["--percentage", ".625"]))
        assert round(uneven["error_score"], 2) == 1.46 < round(even["error_score"], 2) == 1.51
        assert uneven["sd_rating"] == even["sd_rating"]

    def test_a_chart_is_written(self, tmp_path: Path) -> None:
        path = tmp_path / "reliability.svg"
        assert Outcome("elo", "reliability", "--chart", str(path)).code == 0
        assert path.read_text(encoding="utf-8").startswith("<svg")

    def test_bad_input_is_one_line(self) -> None:
        assert "0 is not above zero" in refused("reliability", "0")
        assert "share of the points" in refused("reliability", "20", "--percentage", "62.5")
        assert "even chances" in refused("reliability", "20", "--percentage", ".6", "--printed")


class TestExceptional:
    """3.63-3.64."""

    @pytest.mark.book("t-3.64", "P10")
    def test_the_two_examples_of_the_book(self) -> None:
        nine = asked("test", "zm", "7", "4.54", "9", "--printed")
        assert (nine["critical"], nine["exceptional"]) == (2.46, True)
        twelve = asked("test", "zm", "10.03", "6", "12", "--level", ".01", "--printed")
        assert (twelve["critical"], twelve["exceptional"]) == (4.03, True)
        assert Outcome("elo", "test", "zm", "6.9", "4.54", "9", "--printed").out.endswith("Not exceptional.\n")

    def test_bad_input_is_one_line(self) -> None:
        assert "cannot be made" in refused("test", "zm", "10", "4", "9")
        assert "no column for 0.2" in refused("test", "zm", "7", "4", "9", "--level", ".2", "--printed")


class TestScores:
    """2.64 and 5.55."""

    @pytest.mark.book("t-5.55", "P21")
    def test_nine_of_114_matches_lie_outside_the_standard_deviation(self) -> None:
        found = asked("test", "scores", "--example", "matches")
        assert [(count["found"], round(count["expected"], 1)) for count in found["counts"]] == [
            (31, 57.0),
            (0, 4.9),
            (9, 36.2),
            (0, 5.2),
        ]
        out = Outcome("elo", "test", "scores", "--example", "matches").out
        assert out.startswith("114 scores; those outside the standard deviation\n")
        assert len(re.findall(r"(?m)^1\d{3}", out)) == 9

    @pytest.mark.book("t-2.41", "P21")
    def test_five_and_two_of_sixteen_players_at_wijk_aan_zee(self) -> None:
        words = ["--example", "wijk-aan-zee-1975", "--sigma", "1.91", "--error", "1.27"]
        found = asked("test", "scores", *words)
        assert [count["found"] for count in found["counts"]] == [5, 0, 2, 0]

    def test_a_file_holds_differences_or_expected_scores(self) -> None:
        found = asked("test", "scores", "-", "--function", "table-2.11", stdin=RESULTS)
        assert [round(row["expected"], 2) for row in found["rows"]] == [11.73, 14.4]
        expected = "name;games;score;expected\nKarpov;24;12,5;14,4\n"
        assert asked("test", "scores", "-", stdin=expected)["rows"][0]["excess"] == pytest.approx(-1.9)

    @pytest.mark.parametrize(
        ("stdin", "what"),
        [
            ("", "there is nothing in it"),
            ("name,games,score\nA,9,5\n", "expected scores or rating differences"),
            ("name,games,score,expected,difference\nA,9,5,5,0\n", "expected scores or rating differences"),
            ("name,score,expected\nA,5,5\n", "there is no column games"),
            ("name,games,score,expected\nA,9,ten,5\n", "'ten' is not a number; write it like 2350 or 4.5"),
            ("name,games,score,expected\nA,9,5\n", "3 cells, not 4"),
            ("name,games,score,expected\nA,9,,5\n", "the cell is empty"),
            ("name,games,score,expected\nA,9,10,5\n", "10 points cannot be made in 9 games"),
        ],
    )
    def test_bad_input_is_one_line(self, stdin: str, what: str) -> None:
        assert what in refused("test", "scores", "-", stdin=stdin)

    def test_one_source(self) -> None:
        assert "one of the two" in refused("test", "scores")
        assert "cannot be read" in refused("test", "scores", "no-such-file.csv")


class TestChiSquare:
    """8.96."""

    @pytest.mark.book("t-8.96", "P24")
    @pytest.mark.parametrize(
        ("example", "index", "degrees", "significant"),
        [
            ("us-open-1976", 8.843, 6, False),
            ("pairings-1961-64", 6.23, 8, False),
            ("uscf-1983-fit", 156.91, 19, True),
            ("large-swisses", 19.41, 12, False),
            ("belgium-1983", 10.54, 10, False),
        ],
    )
    def test_the_five_tables(self, example: str, index: float, degrees: int, significant: bool) -> None:
        found = asked("test", "chi-square", "--example", example)
        assert found["index"] == pytest.approx(index, abs=0.03)
        assert found["degrees"] == degrees
        assert ("almost certainly significant" in found["decision"]) == significant

    def test_frequencies_may_stand_on_the_command_line(self) -> None:
        words = ["--observed", "9 51 137 186 127 34 2", "--expected", "8.4 43.5 130.2 181.3 130.2 43.5 8.4"]
        assert asked("test", "chi-square", *words)["index"] == pytest.approx(8.843, abs=0.005)
        assert len(asked("test", "chi-square", *words, "--least", "50")["intervals"]) == 5
        assert asked("test", "chi-square", *words, "--estimated", "2")["degrees"] == 4

    @pytest.mark.book("P24")
    def test_a_pool_against_the_normal_distribution(self) -> None:
        words = ["--pool", "uscf-1976-established", "--against", "normal", "--mean", "1547", "--sd", "251.6"]
        found = asked("test", "chi-square", *words)
        assert (round(found["index"]), len(found["intervals"])) == (979, 19)  # 7.35 has 990

    def test_a_file_of_classes_with_shares_of_a_stated_number(self) -> None:
        whole = asked("test", "chi-square", "-", "--against", "normal", stdin=CLASSES)
        assert [line["interval"] for line in whole["intervals"]][::5] == [
            "below 1300",
            "1700 to 1800",
            "from 2200",
        ]
        shares = "from,observed\n" + "\n".join(
            f"{row.split(',')[0]},{float(row.split(',')[2]) / 26.43:.9f}" for row in CLASSES.splitlines()[1:]
        )
        part = asked("test", "chi-square", "-", "--against", "normal", "--of", "2643", stdin=shares)
        assert part["index"] == pytest.approx(whole["index"], rel=1e-5)

    def test_expected_frequencies_may_be_a_column(self) -> None:
        stdin = "observed,expected\n" + "12,10\n8,10\n" * 4
        assert asked("test", "chi-square", "-", stdin=stdin)["index"] == pytest.approx(3.2)

    def test_maxwell_boltzmann_takes_its_zero_point_or_finds_it(self) -> None:
        words = ["test", "chi-square", "--pool", "belgium-1975", "--against", "maxwell-boltzmann"]
        with_zero, without = asked(*words, "--zero", "840"), asked(*words)
        assert 0.0 < with_zero["index"] < 1e6
        assert without["degrees"] == with_zero["degrees"]

    def test_a_chart_is_written(self, tmp_path: Path) -> None:
        path = tmp_path / "fit.png"
        assert Outcome("elo", "test", "chi-square", "--example", "large-swisses", "--chart", str(path)).code == 0
        assert path.read_bytes().startswith(b"\x89PNG")

    @pytest.mark.parametrize(
        ("words", "stdin", "what"),
        [
            ([], None, "name one of"),
            (["--example", "belgium-1983", "--pool", "belgium-1975"], None, "name one of"),
            (["--observed", "1 2"], None, "belong together"),
            (["--observed", "1 2", "--expected", "1"], None, "2 observed frequencies and 1 expected"),
            (["--pool", "belgium-1975"], None, "nothing says what is expected"),
            (["--example", "belgium-1983", "--against", "normal"], None, "limits of the classes are needed"),
            (["--pool", "belgium-1975", "--against", "normal", "--zero", "840"], None, "for maxwell-boltzmann"),
            (["--pool", "belgium-1975", "--against", "normal", "--sd", "0"], None, "at sd"),
            (["--pool", "belgium-1975", "--against", "normal", "--mean", "nan"], None, "nan is no number"),
            (["-", "--against", "normal"], "from,observed\n1300,5\n1200,5\n1100,1\n", "does not lie above"),
            (["-", "--against", "normal"], "from,to,observed\n1,2,5\n3,4,5\n5,6,1\n", "a class ends at 2"),
            (["-"], "from,observed\n1300,5\n", "no class has both limits"),
            (["-"], "observed,wanted\n1,1\n", "'wanted' is no column here"),
            (["-", "--of", "-5", "--against", "normal"], CLASSES, "at of"),
        ],
    )
    def test_bad_input_is_one_line(self, words: list[str], stdin: str | None, what: str) -> None:
        assert what in refused("test", "chi-square", *words, stdin=stdin)


class TestKolmogorovSmirnov:
    """9.17."""

    @pytest.mark.book("t-9.17", "P25")
    def test_the_belgian_pool_as_printed(self) -> None:
        found = asked("test", "ks", "--printed")
        assert (round(found["difference"], 4), found["up_to"], found["decision"]) == (0.0235, 1100, "not rejected")
        assert round(found["limits"]["0.05"]["book"], 4) == 0.0316
        out = Outcome("elo", "test", "ks", "--printed").out
        assert "Largest difference 0.0235, n = 1857; limits: 0.0316 at 5 %" in out

    @pytest.mark.book("P25", "P26")
    def test_the_american_pool_fails_by_steps_of_25_points(self) -> None:
        words = ["--pool", "uscf-1976-established", "--against", "maxwell-boltzmann", "--zero", "945"]
        assert asked("test", "ks", *words)["decision"] == "rejected at the 5 percent level"
        assert asked("test", "ks", *words, "--steps", "25")["decision"] == "rejected at the 1 percent level"

    def test_normal_pools_pass_and_others_do_not(self) -> None:
        found = asked("test", "ks", "--pool", "uscf-1983", "--against", "normal")
        assert found["n"] == 48954
        assert found["decision"].startswith("rejected")

    def test_a_chart_is_written(self, tmp_path: Path) -> None:
        path = tmp_path / "fit.svg"
        assert Outcome("elo", "test", "ks", "--printed", "--chart", str(path)).code == 0
        assert path.read_text(encoding="utf-8").startswith("<svg")

    @pytest.mark.parametrize(
        ("words", "stdin", "what"),
        [
            (["--printed", "--pool", "belgium-1975"], None, "stands alone"),
            (["--pool", "belgium-1975"], None, "--against are needed"),
            (["-", "--against", "normal"], "observed\n5\n6\n", "--against are needed"),
            (["--pool", "belgium-1975", "--against", "normal", "--steps", "25"], None, "for maxwell-boltzmann"),
            (
                ["--pool", "belgium-1975", "--against", "maxwell-boltzmann", "--steps", "0"],
                None,
                "at step",
            ),
        ],
    )
    def test_bad_input_is_one_line(self, words: list[str], stdin: str | None, what: str) -> None:
        assert what in refused("test", "ks", *words, stdin=stdin)


class TestLikelihood:
    """`approximate --ml`."""

    LIMITS = (547.0, 495.9, 383.0, 517.9, 481.9, 684.0, 518.4, 478.4, 393.5)

    @pytest.mark.book("P6")
    def test_the_morphy_era(self) -> None:
        found = asked("approximate", "--example", "morphy-era", "--ml", "--function", "logistic")
        ratings = {line["player"]: line["rating"] for line in found["players"]}
        order = [row.player for row in datasets.morphy_era().rows]
        assert tuple(round(ratings[player], 1) for player in order) == self.LIMITS
        (group,) = found["groups"]
        assert group["converged"]
        assert group["constraint"] == "the mean of the group is held at 500"
        assert found["remarks"] == []

    def test_the_table_shows_errors_and_elo_s_own_method_beside(self) -> None:
        out = Outcome("elo", "approximate", "--example", "morphy-era", "--ml", "--function", "logistic").out
        lines = out.splitlines()
        assert lines[0] == "9 players, logistic, maximum likelihood"
        assert lines[1].split() == ["Player", "Games", "W", "W_e", "R", "Std.", "error", "Mean", "opponents"]
        assert lines[2].split() == ["Morphy", "53", "38.5", "38.50", "684", "50.3", "683.3"]
        assert "At most 2.2 points from where successive approximations lead (3.41)." in lines

    def test_known_ratings_stay(self) -> None:
        found = asked("approximate", "--example", "morphy-era", "--ml", "--known", "Morphy=2695")
        morphy = next(line for line in found["players"] if line["player"] == "Morphy")
        assert (morphy["rating"], morphy["given"], morphy["standard_error"]) == (2695.0, True, 0.0)
        from_file = asked("approximate", "-", "--ml", "--conform", stdin=POOL)
        assert [line["rating"] for line in from_file["players"] if line["given"]] == [2000.0, 1900.0]

    def test_who_cannot_be_placed_is_said(self) -> None:
        found = asked("approximate", "-", "--ml", stdin=POOL)
        assert {line["player"]: line["standing"] for line in found["players"]} == {
            "A": "placed",
            "B": "placed",
            "C": "placed",
            "D": "below",
        }
        out = Outcome("elo", "approximate", "-", "--ml", stdin=POOL).out
        assert re.search(r"(?m)^D +0 +0 +0\.00 +unbounded down", out)
        assert "D lost every point that leads up to the others: unbounded below, not placed." in out

    def test_a_prior_places_everybody(self) -> None:
        found = asked("approximate", "-", "--ml", "--prior", "2", "--start", "1500", stdin=POOL)
        assert {line["standing"] for line in found["players"]} == {"placed"}
        assert all(line["mean_opponents"] is None for line in found["players"])
        out = Outcome("elo", "approximate", "-", "--ml", "--prior", "2", "--start", "1500", stdin=POOL).out
        assert "Mean opponents" not in out
        assert "Every player is credited with 2 drawn games against 1500." in out

    def test_balance_makes_expected_scores_equal_to_scores(self) -> None:
        found = asked("approximate", "--example", "morphy-era", "--ml", "--balance")
        assert all(math.isclose(line["expected"], line["score"], abs_tol=1e-9) for line in found["players"])
        likeliest = asked("approximate", "--example", "morphy-era", "--ml")
        assert not all(math.isclose(line["expected"], line["score"], abs_tol=1e-3) for line in likeliest["players"])

    def test_two_pools_are_told_apart(self) -> None:
        stdin = "player,A,B,C,D\nA,-,1,-,-\nB,1,-,-,-\nC,-,-,-,1½\nD,-,-,½,-\n"
        out = Outcome("elo", "approximate", "-", "--ml", stdin=stdin).out
        assert "Pool" in out.splitlines()[1]
        assert "The players fall into 2 pools without a game between them: no comparison." in out

    def test_a_chart_is_written(self, tmp_path: Path) -> None:
        path = tmp_path / "ratings.svg"
        words = ["approximate", "--example", "morphy-era", "--ml", "--chart", str(path)]
        assert Outcome("elo", *words).code == 0
        assert "Morphy" in path.read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        ("words", "what"),
        [
            (["--ml", "--steps"], "--ml knows no cycles"),
            (["--ml", "--cycles", "5"], "--ml knows no cycles"),
            (["--prior", "2"], "go with --ml"),
            (["--balance"], "go with --ml"),
            (["--ml", "--prior", "0"], "0 is not above zero"),
            (["--ml", "--function", "linear"], "no smooth likelihood"),
            (["--ml", "--start", "nan"], "nan is no number"),
            (["--ml", "--known", "Steinitz=2700"], "not in the crosstable"),
        ],
    )
    def test_bad_input_is_one_line(self, words: list[str], what: str) -> None:
        assert what in refused("approximate", "--example", "morphy-era", *words)


class TestWithoutTheExtra:
    @pytest.mark.parametrize(
        "words",
        [
            ["approximate", "--example", "morphy-era", "--ml"],
            ["test", "chi-square", "--example", "belgium-1983"],
            ["test", "ks", "--printed"],
        ],
    )
    def test_its_name_is_told(self, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        real = builtins.__import__

        def without_scipy(name: str, *rest: Any) -> Any:
            if name.split(".", maxsplit=1)[0] == "scipy":
                raise ModuleNotFoundError(f"No module named {name!r}", name="scipy")
            return real(name, *rest)

        for name in [name for name in sys.modules if name.startswith("arpad.lab")]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setattr(builtins, "__import__", without_scipy)
        assert "scipy is not installed: this needs the extra: pip install 'arpad[lab]'" in refused(*words)
