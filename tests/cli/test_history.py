"""`arpad history` as its users type it: what each command says, prints, writes and records."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arpad import history
from arpad.cli.history.asking import Table
from arpad.history.forms import TABLES
from tests.cli.leagues import BORN, FIRST, LATE, MADE, MEMBER, NEWCOMER, OPEN, document, everything, fact, written
from tests.cli.outcome import Outcome, done

LAW = {"rules": {"known": "2025-07-26", "profile": "specified"}, "set": {}}
READ: dict[str, Callable[[Path], pl.DataFrame]] = {
    ".parquet": pl.read_parquet,
    ".arrow": pl.read_ipc,
    ".csv": pl.read_csv,
    ".json": pl.read_json,
}


def opened(folder: Path) -> history.History:
    return history.History.open(folder)


def same(one: Path, other: Path) -> bool:
    """Whether two rated folders say the same, to the last bit."""
    return not any(done("history", "diff", one, other, "--json").json["summary"].values())


def row(table: str, member: str) -> list[str]:
    """The line of a member in a printed table, cell by cell."""
    return next(line for line in table.splitlines() if member in line).split()


class TestMaking:
    """`generate`, `build`, `rate`."""

    def test_a_federation_is_made_up_by_its_numbers(self, tmp_path: Path) -> None:
        one, other = (done("history", "generate", tmp_path / name, *MADE, "--json").json for name in ("a", "b"))
        assert one | {"folder": ""} == other | {"folder": ""}
        assert (one["members"], one["without_id"], one["games"]) == (80, 0, 1996)
        assert everything(tmp_path / "a") == everything(tmp_path / "b")

    def test_it_says_what_it_made(self, tmp_path: Path) -> None:
        outcome = done("history", "generate", tmp_path / "a", "--members", 20, "--games", 100, "--last", "2010-12-31")
        assert outcome.out.startswith(f"{tmp_path / 'a'}: 20 members, ")
        assert outcome.err == ""

    def test_documents_in_any_order_and_any_packing_are_one_history(self, tmp_path: Path) -> None:
        reports = tmp_path / "reports"
        reports.mkdir()
        (reports / "late.json").write_text(LATE)
        (reports / "open.json").write_text(OPEN)
        (tmp_path / "season.jsonl").write_text(f"{LATE}\n\n{OPEN}\n")
        files = [reports / "late.json", reports / "open.json"]
        done("history", "build", tmp_path / "a", *files)
        done("history", "build", tmp_path / "b", *files[::-1])
        done("history", "build", tmp_path / "c", reports)
        done("history", "build", tmp_path / "d", "--lines", tmp_path / "season.jsonl")
        done("history", "build", tmp_path / "e", files[0], "-", stdin=OPEN)
        facts = [everything(tmp_path / name) for name in "abcde"]
        assert all(one == facts[0] for one in facts)

    def test_players_without_an_id_are_counted_apart(self, tmp_path: Path) -> None:
        outcome = done("history", "build", tmp_path / "a", "-", "--json", stdin=LATE)
        assert (outcome.json["members"], outcome.json["without_id"]) == (2, 1)
        assert outcome.err == "arpad: players without a member ID: 1; each starts unrated and stands in no list\n"

    @pytest.mark.parametrize("suffix", ["csv", "parquet", "arrow"])
    def test_exported_tables_are_the_same_history_again(self, rated: Path, tmp_path: Path, suffix: str) -> None:
        (tmp_path / "tables").mkdir()
        for table in TABLES:
            done("history", "export", rated, table, tmp_path / "tables" / f"{table}.{suffix}")
        done("history", "build", tmp_path / "again", "--tables", tmp_path / "tables")
        done("history", "rate", tmp_path / "again")
        assert same(rated, tmp_path / "again")

    def test_a_history_is_replaced_when_that_is_asked_for(self, tmp_path: Path) -> None:
        for option in ((), ("--replace",)):
            done("history", "build", tmp_path / "a", "-", *option, stdin=OPEN)
        done("history", "generate", tmp_path / "a", "--members", 20, "--replace")
        assert len(list((tmp_path / "a").iterdir())) == 2

    def test_the_law_and_what_was_set_are_told(self, league: Path) -> None:
        told = done("history", "rate", league, "--json").json
        assert {name: told[name] for name in LAW} == LAW
        assert (told["not_rated"], told["seconds"] > 0) == (0, True)
        words = ("--edition", "2017-04-24", "--set", "bonus_threshold=12", "--set", "storage=integer")
        outcome = done("history", "rate", league, *words)
        assert "Rated by the edition of 2017-04-24, bonus_threshold = 12, storage = integer.\n" in outcome.out
        asked = done("history", "player", league, MEMBER, "--json").json
        assert asked["rules"] == {"edition": "2017-04-24"}
        assert asked["set"] == {"bonus_threshold": 12, "storage": "integer"}

    def test_threads_change_no_bit(self, rated: Path, league: Path) -> None:
        done("history", "rate", league, "--threads", 2)
        assert same(rated, league)

    def test_sections_that_no_law_rates_are_named(self, tmp_path: Path) -> None:
        files = [tmp_path / f"{day}.json" for day in range(10, 17)]
        for path in files:
            path.write_text(
                document(f"202503{path.stem}0013", f"2025-03-{path.stem}", [{"number": 1, "rounds": ["-"]}], "whenever")
            )
        done("history", "build", tmp_path / "a", *files)
        outcome = done("history", "rate", tmp_path / "a")
        lines = outcome.err.splitlines()
        assert "event 202503100013, section 1: no system rates 'whenever' [time-control-unknown]" in lines[0]
        assert lines[5:] == ["arpad: not rated: 2 more; `arpad history export` has them all, as not_rated"]
        assert outcome.out.endswith("; not rated: 7 sections.\n")


class TestAsking:
    """`standings`, `player`, `why`, `export`."""

    def test_a_table_for_people(self, rated: Path) -> None:
        outcome = done("history", "standings", rated, "--top", 4)
        title, head, *lines, more = outcome.out.splitlines()
        assert title == "Live standings: 217 in all systems"
        assert head.split() == ["Member", "Name", "System", "Rating", "Official", "Peak", "Last", "rated"]
        ratings = [float(line.split()[4].split("P")[0]) for line in lines]
        assert ratings == sorted(ratings, reverse=True)
        assert (len(lines), more) == (4, "... and 213 more (--top, --out, --json)")

    def test_a_system_a_day_and_a_list(self, rated: Path) -> None:
        on = done("history", "standings", rated, "--system", "OTBR", "--on", "2015-06-17")
        listed = done("history", "standings", rated, "--system", "otbr", "--list", "2015-07")
        assert on.out.startswith("Standings on 2015-06-17: 46 in OTBR\nMember")
        assert listed.out.startswith("List of July 2015, cut off on 2015-06-17: 35 in OTBR\nMember")
        assert "System" not in on.out + listed.out
        assert "P3 " in on.out
        assert "P3 " not in listed.out

    def test_json_has_every_column_and_says_of_what(self, rated: Path) -> None:
        told = done("history", "standings", rated, "--list", "2015-07", "--top", 1, "--json").json
        listed = opened(rated).official_list(datetime(2015, 7, 1, tzinfo=UTC).date())
        assert {**LAW, "system": None, "on": None, "list": "2015-07", "cutoff": "2015-06-17"}.items() <= told.items()
        assert sorted(told["standings"], key=str) == sorted(json.loads(listed.write_json()), key=str)

    def test_the_results_of_a_member(self, rated: Path) -> None:
        outcome = done("history", "player", rated, NEWCOMER)
        assert outcome.out.splitlines() == [
            f"Member {NEWCOMER}, BRANORBECK, JOTTE: 3 results",
            "Section         System  End          Before   After  Change  Official",
            f"{FIRST}/1  OTBR    2001-01-06  unrated  1417P3              1417",
            "200104080000/1  OTBQ    2001-04-08  unrated  1271P5              1271",
            "200201050040/1  OTBR    2002-01-05   1417P3  1490P7  +73.00      1490",
        ]
        told = done("history", "player", rated, NEWCOMER, "--system", "OTBR", "--json").json
        assert {**LAW, "member": NEWCOMER, "name": "BRANORBECK, JOTTE", "system": "OTBR"}.items() <= told.items()
        assert told["results"] == json.loads(opened(rated).results(member=NEWCOMER, system="OTBR").write_json())

    def test_a_duplicate_is_shown_as_who_it_is(self, tmp_path: Path) -> None:
        members = "member,name,same_as\n1,ALDER,\n2,BIRCH,\n3,CEDAR,\n9,,2\n"
        done("history", "build", tmp_path / "a", "--tables", written(tmp_path / "tables", members=members))
        done("history", "rate", tmp_path / "a")
        assert done("history", "player", tmp_path / "a", "9").out.startswith("Member 2 (of 9), BIRCH: 1 results\n")

    def test_rulings_stand_among_the_results(self, rated: Path) -> None:
        (member,) = opened(rated).results().filter(pl.col("event").is_null())["member"].unique()
        assert row(done("history", "player", rated, member).out, "ruling")[0] == "ruling"

    def test_why_confirms_the_bits(self, rated: Path) -> None:
        by_id = done("history", "why", rated, f"{FIRST}/1", NEWCOMER)
        assert done("history", "why", rated, f"{FIRST}/1", "#2").out == by_id.out
        assert by_id.out.endswith("Confirmed: the history has the very same bits.\n")
        told = done("history", "why", rated, f"{FIRST}/1", NEWCOMER, "--json").json
        assert (told["confirmed"], told["kept"]) == (True, 1417.0)
        assert {"player", "steps"} <= set(told)
        assert done("history", "why", rated, f"{FIRST}/1", NEWCOMER, "--html").out.startswith("<")

    @pytest.mark.parametrize("suffix", list(READ))
    def test_whole_tables_go_to_files(self, rated: Path, tmp_path: Path, suffix: str) -> None:
        out = tmp_path / f"list{suffix}"
        outcome = done("history", "standings", rated, "--top", 2, "--out", out)
        assert (outcome.out, outcome.err) == ("", f"{out}: 217 lines\n")
        assert READ[suffix](out)["rating"].to_list() == sorted(opened(rated).standings()["rating"], reverse=True)
        assert len(done("history", "standings", rated, "--out", out, "--json").json["standings"]) == 217

    @pytest.mark.parametrize("table", Table)
    def test_every_table_is_exported(self, rated: Path, tmp_path: Path, table: str) -> None:
        out = tmp_path / "table.csv"
        told = done("history", "export", rated, table, out, "--json").json
        assert told == {"table": table, "file": str(out), "lines": pl.read_csv(out, infer_schema=False).height}
        if table in TABLES:
            assert pl.read_csv(out, infer_schema=False).columns == list(TABLES[table])

    def test_the_facts_are_exported_without_ratings(self, tmp_path: Path) -> None:
        done("history", "build", tmp_path / "a", "-", stdin=OPEN)
        done("history", "export", tmp_path / "a", "games", tmp_path / "games.csv")
        assert Outcome("history", "export", tmp_path / "a", "results", tmp_path / "results.csv").code == 2

    def test_one_event_with_every_number(self, rated: Path, tmp_path: Path) -> None:
        done("history", "export", rated, "results", tmp_path / "one.json", "--event", FIRST)
        assert pl.read_json(tmp_path / "one.json")["first_estimate"].is_not_null().all()

    def test_names_of_files_are_names_and_no_patterns(self, rated: Path, tmp_path: Path) -> None:
        folder = tmp_path / "we[i]rd*"
        folder.mkdir()
        done("history", "export", rated, "events", folder / "events.arrow")
        for table in ("members", "sections", "entries", "games"):
            done("history", "export", rated, table, folder / f"{table}.parquet")
        done("history", "build", folder / "a[b]", "--tables", folder)
        done("history", "rate", folder / "a[b]")


class TestCorrecting:
    """`correct`, `corrections`."""

    def test_without_accept_nothing_is_written(self, rated: Path) -> None:
        before = everything(rated)
        outcome = done("history", "correct", rated, "-", "--top", 3, stdin=BORN)
        moved, *lines = outcome.out.splitlines()
        assert moved == (
            "Results: 1,223 move (2 directly, 1,114 through the member's earlier results, 107 through an opponent), "
            "0 appear, 0 vanish."
        )
        assert lines[:3] == [
            "In the end 210 standings differ, 209 official ratings and 9 floors.",
            "Standings, the largest changes first",
            "Member    Name              System  Before   After   Change  Official",
        ]
        assert row(outcome.out, "KELMIWELL")[-4:] == ["1183P3", "1036P3", "-147.00", "1036"]
        everybody = done("history", "correct", rated, "-", "--top", 999, stdin=BORN).out.splitlines()[4:-1]
        assert all(line.split()[-1].isdecimal() for line in everybody)
        assert outcome.out.endswith("Nothing was written: --accept records the facts.\n")
        assert everything(rated) == before

    def test_json_has_all_of_it(self, rated: Path) -> None:
        told = done("history", "correct", rated, "-", "--json", "--member", MEMBER, stdin=BORN).json
        assert told["accepted"] is False
        assert told["summary"]["moved"] == len(told["results"]) == 1223
        assert told["summary"]["standings"] == len(told["standings"])
        assert told["summary"]["floors"] == len(told["floors"])
        assert told["summary"]["officials"] == len(told["officials"])
        assert {"member", "name", "system", "before", "after", "change"} <= set(told["standings"][0])
        assert {told["cause"] for told in told["results"]} == {"direct", "own", "opponent"}

    def test_how_it_came_to_a_member(self, rated: Path) -> None:
        out = done("history", "correct", rated, "-", "--member", MEMBER, stdin=BORN).out
        path = out.partition(f"How it came to member {MEMBER} in OTBR\n")[2].splitlines()[1:5]
        cells = [line.split(None, 6) for line in path]
        assert [line[3] for line in cells] == [NEWCOMER, "10000005", MEMBER, MEMBER]
        assert [" ".join(line[6:]).strip() for line in cells] == [
            "directly",
            f"through {NEWCOMER}",
            "through 10000005",
            "own results",
        ]
        nobody = done("history", "correct", rated, "-", "--member", "nobody", stdin=BORN)
        assert "Nothing of member nobody moves." in nobody.out

    def test_accepted_it_is_the_history_and_stands_in_the_log(self, league: Path, tmp_path: Path) -> None:
        (tmp_path / "facts.jsonl").write_text(BORN)
        moved = tmp_path / "moved.parquet"
        told = done("history", "correct", league, tmp_path / "facts.jsonl", "--accept", "--json", "--out", moved).json
        assert told["accepted"] is True
        assert pl.read_parquet(moved).height == 1223
        assert row(done("history", "player", league, NEWCOMER).out, FIRST)[4] == "1327P3"
        assert "Nothing moves." in done("history", "correct", league, tmp_path / "facts.jsonl").out
        (logged,) = done("history", "corrections", league, "--json").json
        assert datetime.now(UTC) - datetime.fromisoformat(logged.pop("recorded")) < timedelta(minutes=5)
        assert logged == json.loads(BORN)
        shown = done("history", "corrections", league).out.splitlines()
        assert shown[0] == "Corrections: 1"
        assert shown[2].split(None, 3)[2:] == [
            "member-changed",
            f"{NEWCOMER}  birth 1993-02-10, name BRANORBECK, JOTTE",
        ]
        done("history", "rate", league)
        assert row(done("history", "player", league, NEWCOMER).out, FIRST)[4] == "1327P3"

    def test_a_late_event_is_what_it_would_have_been_in_time(self, tmp_path: Path) -> None:
        for name, text in (("open", OPEN), ("late", LATE)):
            (tmp_path / f"{name}.json").write_text(json.dumps(json.loads(text), indent=1))
        for folder, files in (("late", ["open"]), ("in-time", ["open", "late"])):
            done("history", "build", tmp_path / folder, *(tmp_path / f"{name}.json" for name in files))
            done("history", "rate", tmp_path / folder)
        outcome = done("history", "correct", tmp_path / "late", tmp_path / "late.json", "--accept")
        assert row(outcome.out, "CEDAR")[2:4] == ["OTBR", "unrated"]
        assert same(tmp_path / "late", tmp_path / "in-time")
        made = [entry["fact"] for entry in done("history", "corrections", tmp_path / "late", "--json").json]
        assert made == ["member-added", "rating-set", "foreign-rating-recorded", "event-filed"]

    def test_facts_come_in_lists_in_lines_and_in_several_files(self, rated: Path, tmp_path: Path) -> None:
        withdrawn = fact("event-withdrawn", event=FIRST)
        (tmp_path / "list.json").write_text(f"[{BORN},{withdrawn}]")
        (tmp_path / "pretty.json").write_text(json.dumps(json.loads(BORN), indent=2))
        listed = done("history", "correct", rated, tmp_path / "list.json", "--json").json
        assert listed == done("history", "correct", rated, "-", "--json", stdin=BORN + withdrawn).json
        both = done("history", "correct", rated, tmp_path / "pretty.json", "-", "--json", stdin=withdrawn).json
        assert listed == both
        assert listed["summary"]["vanished"] > 0

    def test_what_the_law_does_not_rate_is_said(self, rated: Path) -> None:
        outcome = done("history", "correct", rated, "-", stdin=OPEN.replace("G/60;d5", "whenever"))
        assert outcome.err.startswith("arpad: standard input: not rated: section 1: 'whenever' is no time control")
        assert "1 appear" in outcome.out  # the rating that a new member brings

    def test_who_writes_between_is_not_written_over(
        self, league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real = history.History.corrected

        def slowly(self: history.History, *facts: Any, **options: Any) -> history.History:
            monkeypatch.undo()
            (tmp_path / "other.jsonl").write_text(fact("event-withdrawn", event=FIRST))
            done("history", "correct", league, tmp_path / "other.jsonl", "--accept")
            return real(self, *facts, **options)

        monkeypatch.setattr(history.History, "corrected", slowly)
        outcome = Outcome("history", "correct", league, "-", "--accept", stdin=BORN)
        assert outcome.code == 2
        assert f"[changed-meanwhile at {league}]" in outcome.err
        assert [entry["fact"] for entry in done("history", "corrections", league, "--json").json] == ["event-withdrawn"]


class TestComparing:
    """`diff`."""

    def test_another_number_of_the_law(self, rated: Path, tmp_path: Path) -> None:
        outcome = done("history", "diff", rated, "--set", "bonus_threshold=12", "--top", 2)
        lines = outcome.out.splitlines()
        assert lines[0].endswith("rated by the law of the day as known on 2025-07-26, specified")
        assert lines[1].endswith("specified, bonus_threshold = 12")
        assert lines[4] == "Standings, the largest changes first"
        told = done("history", "diff", rated, "--set", "bonus_threshold=12", "--json").json
        assert (told["old"], told["new"]) == (LAW, {**LAW, "set": {"bonus_threshold": 12}})
        assert told["summary"]["moved"] == len(told["results"]) > 1000
        done("history", "diff", rated, "--set", "bonus_threshold=12", "--out", tmp_path / "moved.csv")
        assert pl.read_csv(tmp_path / "moved.csv", infer_schema=False).height == len(told["results"])

    def test_another_edition_and_what_was_known_when(self, rated: Path) -> None:
        assert done("history", "diff", rated, "--edition", "2009-06-04", "--json").json["summary"]["moved"] > 0
        assert done("history", "diff", rated, "--known", "2025-02-10", "--json").json["summary"]["moved"] > 0
        assert done("history", "diff", rated, "--profile", "practised", "--json").code == 0

    def test_another_folder(self, rated: Path, league: Path) -> None:
        assert done("history", "diff", rated, league).out.endswith("Nothing is different.\n")
        done("history", "rate", league, "--set", "bonus_threshold=12")
        by_law = done("history", "diff", rated, "--set", "bonus_threshold=12", "--json").json
        assert done("history", "diff", rated, league, "--json").json == by_law


class TestNothingAtAll:
    """A history without anybody."""

    def test_every_question_has_an_answer(self, tmp_path: Path) -> None:
        empty = {
            name: ",".join(column for column, said in TABLES[name].items() if said.must_be_there) + "\n"
            for name in ("members", "events", "sections", "entries", "games")
        }
        folder = tmp_path / "a"
        done("history", "build", folder, "--tables", written(tmp_path / "tables", **empty))
        done("history", "rate", folder, "--threads", 2)
        assert done("history", "standings", folder, "--json").json["standings"] == []
        assert done("history", "standings", folder, "--list", "2020-01").out.endswith("Last rated\n")
        assert done("history", "diff", folder, "--set", "bonus_threshold=12").out.endswith("Nothing is different.\n")
        for table in Table:
            done("history", "export", folder, table, tmp_path / "table.parquet")
        added = fact("member-added", member="a/b")
        assert done("history", "correct", folder, "-", "--accept", stdin=added).out == "Nothing moves.\nRecorded.\n"
        assert done("history", "player", folder, "a/b").out.startswith("Member a/b: 0 results\n")
