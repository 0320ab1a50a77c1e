"""The `arpad` command as its users type it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import arpad
from arpad.rules.rulebook import PARAMETERS
from tests.cli.outcome import Outcome

EVENT: dict[str, Any] = {
    "format": "arpad-event/1",
    "id": "202503020011",
    "name": "Marsh Lane Open",
    "start": "2025-03-01",
    "end": "2025-03-02",
    "sections": [
        {
            "number": 1,
            "name": "Open",
            "time_control": "G/60;d5",
            "players": [
                {
                    "number": 1,
                    "name": "ALDEN, RUTH",
                    "ratings": {"OTBR": {"rating": 1643.76, "games": 30}},
                    "rounds": ["W2w", "L3b"],
                },
                {"number": 2, "name": "[bold]BROOK[/bold]", "birth": "2012-04-01", "rounds": ["L1b", "H"]},
                {
                    "number": 3,
                    "name": "CASTILLO, JOSÉ",
                    "ratings": {"OTBR": {"rating": 1901.5, "games": 12}},
                    "rounds": ["-", "W1w"],
                },
            ],
        }
    ],
}


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "open.json"
    path.write_text(json.dumps(EVENT), encoding="utf-8")
    return str(path)


class TestRate:
    """`arpad rate`."""

    def test_a_table_for_each_system(self, file: str) -> None:
        outcome = Outcome("rate", file)
        assert outcome.code == 0
        assert "Section 1, Open, OTBR (law of 2025-03-01, B = 10)" in outcome.out
        assert "Section 1, Open, OTBQ (law of 2025-03-01, B = 10)" in outcome.out
        assert "1643.76" in outcome.out
        assert "1901.5P12" in outcome.out
        assert outcome.err == ""

    def test_standings_come_by_score_then_rating(self, file: str) -> None:
        lines = [line for line in Outcome("rate", "--system", "OTBR", file).out.splitlines() if "," in line]
        names = [name for line in lines for name in ("ALDEN", "CASTILLO") if name in line]
        assert names == ["CASTILLO", "ALDEN"]

    def test_a_name_is_text_whatever_it_looks_like(self, file: str) -> None:
        assert "[bold]BROOK[/bold]" in Outcome("rate", file).out

    def test_json_is_the_rated_document(self, file: str) -> None:
        document = json.loads(Outcome("rate", "--json", file).out)
        schema = json.loads(Outcome("schema", "rated").out)
        Draft202012Validator(schema).validate(document)
        assert document == json.loads(json.dumps(arpad.document(arpad.rate(EVENT))))
        section = document["sections"][0]
        assert section["rules"]["bonus_threshold"] == 10.0
        assert section["sources"]["bonus_threshold"]["since"] == "2025-01-01"
        assert document["rules"] == {"known": "2025-07-26", "profile": "specified"}

    def test_doubles_keep_every_digit(self, file: str) -> None:
        text = Outcome("rate", "--json", file).out
        post = arpad.rate(EVENT).section(1).player(1).post
        assert f'"post": {post!r}' in text

    def test_brief_json_has_no_rules(self, file: str) -> None:
        section = json.loads(Outcome("rate", "--json", "--brief", file).out)["sections"][0]
        assert "rules" not in section
        assert section["digest"].startswith("sha256:")

    def test_several_files_give_one_document_a_line(self, file: str) -> None:
        lines = Outcome("rate", "--json", file, file).out.splitlines()
        assert [json.loads(line)["event"] for line in lines] == ["202503020011"] * 2

    def test_lines_in_lines_out(self, tmp_path: Path) -> None:
        path = tmp_path / "events.jsonl"
        line = json.dumps(EVENT)
        path.write_text(f"{line}\n\n{{broken\n{line}\n", encoding="utf-8")
        outcome = Outcome("rate", "--lines", str(path))
        documents = [json.loads(text) for text in outcome.out.splitlines()]
        assert [document["format"] for document in documents] == [
            "arpad-rated/1",
            "arpad-problems/1",
            "arpad-rated/1",
        ]
        assert documents[1]["line"] == 3
        assert documents[1]["problems"][0]["code"] == "bad-json"
        assert outcome.code == 2
        assert "events.jsonl, line 3: error:" in outcome.err

    @pytest.mark.parametrize("words", [["rate", "-"], ["rate"], ["rate", "--json"], ["rate", "--lines", "-"]])
    def test_standard_input(self, words: list[str]) -> None:
        outcome = Outcome(*words, stdin=json.dumps(EVENT))
        assert outcome.code == 0
        assert "Marsh Lane Open" in outcome.out

    @pytest.mark.parametrize(
        ("options", "law"),
        [
            (["--edition", "2017-04-24"], {"edition": "2017-04-24"}),
            (["--known", "2025-02-10"], {"known": "2025-02-10", "profile": "specified"}),
            (["--profile", "practised"], {"known": "2025-07-26", "profile": "practised"}),
        ],
    )
    def test_options_choose_the_law(self, file: str, options: list[str], law: dict[str, str]) -> None:
        assert json.loads(Outcome("rate", "--json", *options, file).out)["rules"] == law

    def test_the_event_chooses_where_no_option_does(self, tmp_path: Path) -> None:
        path = tmp_path / "old.json"
        path.write_text(json.dumps(EVENT | {"rules": {"edition": "2020-06-11"}}), encoding="utf-8")
        assert json.loads(Outcome("rate", "--json", str(path)).out)["rules"] == {"edition": "2020-06-11"}
        known = json.loads(Outcome("rate", "--json", "--known", "2025-02-10", str(path)).out)["rules"]
        assert known["known"] == "2025-02-10"

    def test_one_bad_file_does_not_stop_the_others(self, file: str, tmp_path: Path) -> None:
        outcome = Outcome("rate", "--json", str(tmp_path / "none.json"), file)
        assert outcome.code == 2
        assert len(outcome.out.splitlines()) == 1
        assert "none.json: cannot be read: No such file or directory" in outcome.err

    def test_a_system_that_rates_nothing_of_it_is_said(self, file: str) -> None:
        outcome = Outcome("rate", "--system", "OLB", file)
        assert (outcome.code, "nothing of it is rated in OLB" in outcome.err) == (2, True)
        explained = Outcome("explain", "--system", "OLB", "--player", "1", file)
        assert (explained.code, "rated is nothing in OLB" in explained.err) == (2, True)

    def test_a_refused_match_is_a_result_with_its_reason(self, tmp_path: Path) -> None:
        players = [{"number": 1, "rounds": ["W2"]}, {"number": 2, "rounds": ["L1"]}]
        section = {"kind": "match", "time_control": "G/90;d5", "players": players}
        path = tmp_path / "match.json"
        path.write_text(json.dumps(EVENT | {"sections": [section]}), encoding="utf-8")
        outcome = Outcome("rate", str(path))
        assert outcome.code == 0
        assert "Not rated: player 1 has no published OTBR rating." in outcome.out

    @pytest.mark.parametrize(
        "words",
        [
            ["--edition", "2017"],
            ["--edition", "2016-01-01"],
            ["--edition", "2017-04-24", "--known", "2017-04-24"],
            ["--known", "2024-03-01"],
            ["--profile", "guessed"],
            ["--system", "XYZ"],
            ["--no-such-option"],
            ["--brief"],
        ],
    )
    def test_wrong_options_end_with_code_2_and_a_message(self, file: str, words: list[str]) -> None:
        outcome = Outcome("rate", *words, file)
        assert outcome.code == 2
        assert outcome.out == ""
        assert outcome.err.strip()
        assert "Traceback" not in outcome.err


class TestExplain:
    """`arpad explain`."""

    def test_the_worksheet_as_text(self, file: str) -> None:
        outcome = Outcome("explain", file, "--player", "1")
        assert outcome.code == 0
        assert outcome.out.startswith("ALDEN, RUTH (number 1), Marsh Lane Open, section 1, Open, OTBR")
        assert "Also rated: section 1 in OTBQ" in outcome.out

    def test_the_worksheet_as_json_and_html(self, file: str) -> None:
        assert json.loads(Outcome("explain", file, "--player", "1", "--json").out)["format"] == "arpad-worksheet/1"
        assert Outcome("explain", file, "--player", "1", "--html").out.startswith("<article")

    def test_another_system(self, file: str) -> None:
        assert ", OTBQ\n" in Outcome("explain", file, "--player", "1", "--system", "otbq").out

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (["--player", "9"], "no player 9 there; rated are section 1 in OTBR, section 1 in OTBQ"),
            (["--player", "1", "--section", "2"], "no player 1 there"),
            (["--player", "1", "--edition", "2016-01-01"], "no edition of the documents"),
            (["--player", "1", "--edition", "2017-04-24", "--known", "2017-04-24"], "neither known nor profile"),
            ([], "--player"),
        ],
    )
    def test_what_is_not_there_is_said(self, file: str, words: list[str], says: str) -> None:
        outcome = Outcome("explain", file, *words)
        assert outcome.code == 2
        assert says in outcome.err

    def test_an_opponent_in_a_foreign_event_is_not_rated(self, tmp_path: Path) -> None:
        players = [
            {"number": 1, "ratings": {"OTBR": {"rating": 1500, "games": None}}, "rounds": ["W2"]},
            {"number": 2, "ratings": {"FIDE": {"rating": 1800}}, "rounds": ["L1"]},
        ]
        path = tmp_path / "foreign.json"
        path.write_text(json.dumps(EVENT | {"sections": [{"kind": "foreign-fide", "players": players}]}))
        outcome = Outcome("explain", str(path), "--player", "2")
        assert (outcome.code, "player 2 is an opponent alone" in outcome.err) == (2, True)

    def test_a_missing_or_broken_file(self, tmp_path: Path) -> None:
        assert Outcome("explain", str(tmp_path / "none"), "--player", "1").code == 2
        (tmp_path / "broken").write_text("{", encoding="utf-8")
        assert "bad-json" in Outcome("explain", str(tmp_path / "broken"), "--player", "1").err


class TestRules:
    """`arpad rules show|diff|history`."""

    def test_the_law_of_a_day(self) -> None:
        outcome = Outcome("rules", "show", "--date", "2016-05-01", "--name", "bonus")
        assert outcome.code == 0
        assert "OTBR, law of 2016-05-01, specified" in outcome.out
        (line,) = [line for line in outcome.out.splitlines() if line.startswith("bonus_threshold")]
        assert line.split()[:3] == ["bonus_threshold", "12", "points"]
        assert "2015-06-01" in line
        assert "Open on that day (I02)" in outcome.out

    def test_the_law_of_today(self) -> None:
        assert Outcome("rules", "show").code == 0

    def test_the_law_as_json_is_whole(self) -> None:
        found = json.loads(Outcome("rules", "show", "--edition", "2009-06-04", "--system", "OTBQ", "--json").out)
        assert set(found["rules"]) == set(found["sources"]) == set(PARAMETERS)
        assert (found["edition"], found["day"], found["rules"]["bonus_threshold"]) == ("2009-06-04", None, 6.0)

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (["--date", "1999-01-01"], "begins on 2001-01-01"),
            (["--system", "OLR", "--date", "2019-01-01"], "does not exist before 2020-06-01"),
            (["--edition", "2010-01-01"], "no edition"),
            (["--name", "zzz"], "no parameter's name contains 'zzz'"),
            (["--date", "soon"], "not a date"),
        ],
    )
    def test_what_the_law_does_not_have_is_said(self, words: list[str], says: str) -> None:
        outcome = Outcome("rules", "show", *words)
        assert outcome.code == 2
        assert says in outcome.err

    def test_what_changed_between_two_days(self) -> None:
        found = json.loads(Outcome("rules", "diff", "2017-05-31", "2017-06-01", "--json").out)
        assert [(c["parameter"], c["from"], c["to"]) for c in found["changed"]] == [("bonus_threshold", 12.0, 14.0)]
        assert found["changed"][0]["systems"] == ["OTBR", "OTBQ", "OTBB", "OLQ", "OLB"]

    def test_what_came_and_went_between_two_days_is_told_step_by_step(self) -> None:
        found = json.loads(Outcome("rules", "diff", "2014-06-01", "2025-07-30", "--system", "OTBR", "--json").out)
        assert "bonus_threshold" not in {c["parameter"] for c in found["changed"]}
        steps = [(c["since"], c["to"]) for c in found["steps"] if c["parameter"] == "bonus_threshold"]
        assert steps == [("2015-06-01", 12.0), ("2017-06-01", 14.0), ("2023-02-01", 12.0), ("2025-01-01", 10.0)]
        assert "Step by step" in Outcome("rules", "diff", "2014-06-01", "2025-07-30", "--system", "OTBR").out

    def test_what_changed_between_two_editions(self) -> None:
        found = json.loads(Outcome("rules", "diff", "--editions", "2025-02-10", "2025-07-26", "--json").out)
        assert {c["parameter"] for c in found["changed"]} == {"bonus_threshold", "special_start"}
        assert found["new_systems"] == []

    def test_new_systems_are_named(self) -> None:
        assert "New systems: OTBB" in Outcome("rules", "diff", "2013-02-28", "2013-03-01").out
        ended = Outcome("rules", "diff", "edition:2020-06-11", "edition:2017-04-24").out
        assert "Systems that only the first has: OLR" in ended

    def test_nothing_changed(self) -> None:
        assert "no number differs" in Outcome("rules", "diff", "2018-01-01", "2019-01-01").out

    def test_one_system_alone(self) -> None:
        found = json.loads(Outcome("rules", "diff", "2010-01-01", "2025-08-01", "--system", "OTBQ", "--json").out)
        assert all(c["systems"] == ["OTBQ"] for c in found["changed"])

    @pytest.mark.parametrize(
        "words", [["1999-01-01", "2020-01-01"], ["soon", "2020-01-01"], ["--editions", "2018-01-01", "2025-02-10"]]
    )
    def test_days_without_law_are_said(self, words: list[str]) -> None:
        outcome = Outcome("rules", "diff", *words)
        assert outcome.code == 2
        assert outcome.err

    def test_the_history_of_one_number(self) -> None:
        found = json.loads(Outcome("rules", "history", "--name", "bonus_threshold", "--json").out)
        assert [(c["since"], c["to"]) for c in found["changes"]] == [
            ("2008-06-06", 6.0),
            ("2012-08-03", 8.0),
            ("2014-03-20", 10.0),
            ("2015-06-01", 12.0),
            ("2017-06-01", 14.0),
            ("2023-02-01", 12.0),
            ("2025-01-01", 10.0),
        ]

    def test_the_whole_history_has_every_dated_entry_of_section_8(self) -> None:
        found = json.loads(Outcome("rules", "history", "--json").out)["changes"]
        days = {change["since"] for change in found}
        section_8 = (
            "2002-01-01 2004-01-01 2006-01-01 2008-06-06 2008-08-07 2010-04-01 2012-08-03 2013-03-01 2013-05-08 "
            "2014-03-20 2014-09-01 2014-10-01 2015-03-01 2015-06-01 2017-06-01 2020-06-01 2023-02-01 2024-03-01 "
            "2025-01-01"
        )
        assert set(section_8.split()) <= days

    def test_as_practised_b_14_begins_in_may(self) -> None:
        words = ("rules", "history", "--name", "bonus_threshold", "--profile", "practised", "--system", "OTBR")
        assert "2017-05-01" in Outcome(*words).out

    def test_a_name_without_history_is_said(self) -> None:
        assert Outcome("rules", "history", "--name", "zzz").code == 2


class TestEstimate:
    """`arpad estimate`."""

    def test_every_score(self) -> None:
        outcome = Outcome("estimate", "--rating", "1500", "--games", "30", "--opponents", "1600,1550,1700")
        assert outcome.code == 0
        assert [line.split()[0] for line in outcome.out.splitlines() if "/3 " in line] == [
            "3/3",
            "2.5/3",
            "2/3",
            "1.5/3",
            "1/3",
            "0.5/3",
            "0/3",
        ]
        assert "An estimate in one pass" in outcome.out

    def test_the_published_example_of_the_approximation(self) -> None:
        """1300 (N = 45) scores 3.5 against 1250 1400 1500 1550 under B = 12: 1464.80 (see tests/test_official.py)."""
        words = ("--rating", "1300", "--games", "45", "--results", "W1250 D1400 W1500 W1550", "--date", "2016-01-01")
        found = json.loads(Outcome("estimate", *words, "--json").out)["estimates"][0]
        assert found["post"] == pytest.approx(1464.80488826172, abs=1e-9)
        assert found["bonus"] == pytest.approx(70.40244413085996, abs=1e-9)

    def test_a_newcomer_by_age_and_by_fide_rating(self) -> None:
        by_age = Outcome(
            "estimate", "--age", "11", "--opponents", "600 800 750", "--score", "1.5", "--date", "2025-03-01"
        )
        assert "unrated, start 550" in by_age.out
        assert "716.67P3" in by_age.out
        by_fide = Outcome("estimate", "--fide", "2100", "--opponents", "2000", "--score", "1", "--date", "2025-03-01")
        assert "start 2162.00 (blend)" in by_fide.out

    def test_a_newcomer_by_birth_date(self) -> None:
        outcome = Outcome(
            "estimate", "--birth", "2010-05-01", "--opponents", "600", "--score", "0", "--date", "2025-05-01"
        )
        assert "start 750" in outcome.out

    def test_an_unbeaten_record(self) -> None:
        """Reading I21: 1500 with 30 straight wins beats 1500: 1877.23."""
        words = (
            "--rating",
            "1500",
            "--games",
            "30",
            "--record",
            "all-wins",
            "--results",
            "W1500",
            "--edition",
            "2017-04-24",
        )
        found = json.loads(Outcome("estimate", *words, "--json").out)["estimates"][0]
        assert found["formula"] == "special"
        assert found["post"] > 1850

    def test_the_dual_rated_k(self) -> None:
        words = ("--rating", "2300", "--games", "400", "--results", "W2300 W2300 W2300", "--edition", "2017-04-24")
        plain, dual = (json.loads(Outcome("estimate", *words, *more, "--json").out) for more in ((), ("--dual",)))
        assert dual["estimates"][0]["k"] == pytest.approx(plain["estimates"][0]["k"] * 0.75)

    def test_the_printed_procedure_step_by_step(self) -> None:
        """Reading I12: from the averaged first estimate 1200, exactly 1300."""
        words = ("--results", "W500 W600 W800", "--age", "30", "--edition", "2017-04-24", "--procedure")
        outcome = Outcome("estimate", *words)
        assert "1300P3" in outcome.out
        assert outcome.out.rstrip().endswith("ends at 1200")
        standard = Outcome("estimate", "--rating", "1500", "--results", "W1500", "--procedure")
        assert "1/1: rated by the standard formula" in standard.out

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            ([], "name the opponents"),
            (["--opponents", "16oo"], "'16oo' is not a rating"),
            (["--opponents", "1600", "--score", "2"], "2 is no score against 1 opponents"),
            (["--opponents", "1600", "--score", "0.25"], "0.25 is no score"),
            (["--results", "Q1600"], "not a result"),
            (["--results", "W1600", "--score", "1"], "leave the other two out"),
            (["--opponents", "1600", "--games", "3"], "--games goes with --rating"),
            (["--opponents", "1600", "--rating", "1500", "--fide", "1700"], "--fide is for players without a rating"),
            (["--opponents", "1600", "--age", "11", "--birth", "2012-01-01"], "give one of them"),
            (["--opponents", "1600", "--peak", "1700"], "--peak goes with --rating"),
            (["--rating", "1500", "--opponents", "1600", "--record", "good"], "--record is mixed"),
            (["--opponents", "1600", "--date", "1999-01-01"], "begins on 2001-01-01"),
            (["--rating", "nan", "--opponents", "1600"], "--rating"),
            (["--rating", "99999", "--opponents", "1600"], "less than or equal to 4000"),
        ],
    )
    def test_what_cannot_be_estimated_is_said(self, words: list[str], says: str) -> None:
        outcome = Outcome("estimate", *words)
        assert outcome.code == 2
        assert says in outcome.err
        assert "Traceback" not in outcome.err


class TestTheRest:
    """Schema, help, version, and how the process behaves."""

    def test_the_schemas_are_schemas(self) -> None:
        for name in ("event", "rated"):
            Draft202012Validator.check_schema(json.loads(Outcome("schema", name).out))
        Draft202012Validator(json.loads(Outcome("schema", "event").out)).validate(EVENT)
        assert Outcome("schema", "other").code == 2

    @pytest.mark.parametrize(
        "words",
        [[], ["rate"], ["explain"], ["estimate"], ["schema"], ["rules"], ["rules", "show"], ["rules", "diff"]],
    )
    def test_help_has_examples(self, words: list[str]) -> None:
        outcome = Outcome(*words, "--help")
        assert outcome.code == 0
        if words and words != ["rules"]:
            assert "Examples:" in outcome.out

    def test_the_version(self) -> None:
        assert Outcome("--version").out == f"arpad {arpad.__version__}\n"

    def test_the_commands_that_start_in_a_blink_load_nothing_heavy(self, file: str) -> None:
        script = (
            "import sys; sys.argv = ['arpad', 'rate', '--json', sys.argv[1]]\n"
            "from arpad.cli.main import app\n"
            "app(standalone_mode=False)\n"
            "heavy = {'numpy', 'numba', 'polars', 'django', 'pyarrow', 'scipy', 'altair', 'rich'}\n"
            "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)\n"
        )
        done = subprocess.run([sys.executable, "-c", script, file], capture_output=True, text=True, check=False)  # noqa: S603
        assert (done.returncode, done.stderr) == (0, "")

    def test_the_library_loads_nothing_but_the_standard_library(self) -> None:
        script = (
            "import sys, arpad\n"
            "known = set(sys.stdlib_module_names) | {'arpad', '__main__'}\n"
            "print(sorted({m.split('.')[0] for m in sys.modules} - known - {'_virtualenv', '_distutils_hack'}))\n"
        )
        done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
        loaded = [name for name in json.loads(done.stdout.replace("'", '"')) if not name.startswith("__editable__")]
        assert loaded == []

    def test_a_reader_who_leaves_is_no_error(self, file: str) -> None:
        command = f"{sys.executable} -m arpad rate --json {file} {' '.join([file] * 30)} | head -c 10 > /dev/null"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)  # noqa: S603, S607
        assert done.stderr == ""
