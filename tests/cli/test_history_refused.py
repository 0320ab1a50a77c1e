"""What `arpad history` refuses: one table of damages, each with one clear message, its place, and nothing written."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import polars as pl
import pytest

from tests.cli.leagues import BORN, FIRST, NEWCOMER, OPEN, TABLES, document, everything, fact, written
from tests.cli.outcome import Outcome, done


def refused(*words: object, stdin: str | bytes | None = None) -> str:
    """What a command says that refuses: in one line, on standard error, with the exit code of bad input."""
    outcome = Outcome(*words, stdin=stdin)
    assert (outcome.code, outcome.out) == (2, "")
    (line,) = outcome.err.splitlines()
    assert line.startswith("arpad: ")
    assert "Traceback" not in line
    return line.removeprefix("arpad: ")


def with_line(table: str, line: str) -> dict[str, str]:
    return {table: TABLES[table] + line + "\n"}


def changed(table: str, old: str, new: str) -> dict[str, str]:
    assert old in TABLES[table]
    return {table: TABLES[table].replace(old, new)}


def ruling(**cells: object) -> Mapping[str, str]:
    """A table of one ruling with another cell."""
    of = {"member": 1, "system": "OTBR", "day": "2024-01-01", "rating": 1500, "games": 3} | cells
    return {"rulings": f"{','.join(of)}\n{','.join(str(cell) for cell in of.values())}\n"}


DAMAGES: dict[str, tuple[Mapping[str, str | bytes | None], str, str]] = {
    "no members": ({"members": None}, "missing-table", "members"),
    "an empty file": ({"members": ""}, "unreadable-file", "IN/members.csv"),
    "no UTF-8": ({"members": b"member,name\n1,JOS\xc9\n"}, "unreadable-file", "IN/members.csv"),
    "no table": ({"players": "member\n1\n"}, "unknown-table", "IN/players.csv"),
    "a table twice": ({"members.parquet": b""}, "table-twice", "IN/members.parquet"),
    "half a Parquet file": ({"members": None, "members.parquet": b"PAR1"}, "unreadable-file", "IN/members.parquet"),
    "half an Arrow file": ({"members": None, "members.arrow": b"ARROW1"}, "unreadable-file", "IN/members.arrow"),
    "an unknown column": (changed("members", "name", "nme"), "unknown-column", "members.nme"),
    "a missing column": (changed("sections", "start", "name"), "unknown-column", "sections.name"),
    "no commas": ({"events": "event|name\n1|Open\n"}, "unknown-column", "events.event|name"),
    "a member twice": (with_line("members", "1,AGAIN"), "duplicate-member", "members[3].member"),
    "an event twice": (with_line("events", "202503010011,Again"), "duplicate-event", "events[1].event"),
    "a section twice": (
        with_line("sections", "202503010011,1,2025-03-01,2025-03-01,"),
        "duplicate-section",
        "sections[1].section",
    ),
    "a number twice": (with_line("entries", "202503010011,1,3,3"), "duplicate-number", "entries[3].number"),
    "a round twice": (changed("games", "1,2,2,3,D", "1,2,1,3,D"), "duplicate-round", "games[2].round"),
    "an unknown member": (changed("entries", "1,3,3", "1,3,9"), "unknown-member", "entries[2].member"),
    "an unknown event": (changed("sections", "202503010011", "7"), "unknown-event", "sections[0].event"),
    "an unknown section": (changed("games", "1,3,2,2,D", "9,3,2,2,D"), "unknown-section", "games[3].section"),
    "an opponent of another section": (changed("games", "3,2,2,D", "3,2,9,D"), "missing-opponent", "games[3].opponent"),
    "a game of nobody": (changed("games", "1,3,2,2,D", "1,8,2,2,D"), "unknown-number", "games[3].number"),
    "a game against oneself": (changed("games", "1,1,1,2,W", "1,1,1,1,W"), "against-oneself", "games[0].opponent"),
    "a game that is not mirrored": (changed("games", "1,L", "1,D"), "game-not-mirrored", "games[0].code"),
    "an unknown code": (changed("games", "1,L", "1,Q"), "unknown-code", "games[1].code"),
    "no opponent": (changed("games", "1,L", ",L"), "missing-value", "games[1].opponent"),
    "no day of the calendar": (changed("sections", "2025-03-01,", "2025-02-30,"), "wrong-type", "sections[0].start"),
    "a day of another form": (changed("sections", "2025-03-01,", "3/1/2025,"), "wrong-type", "sections[0].start"),
    "days in the wrong order": (
        changed("sections", "2025-03-01,2025-03-01", "2025-03-02,2025-03-01"),
        "dates-reversed",
        "sections[0].end",
    ),
    "a count beyond all counts": (changed("sections", ",1,", ",9999999999,"), "out-of-bounds", "sections[0].section"),
    "part of a section": (changed("sections", ",1,", ",1.5,"), "wrong-type", "sections[0].section"),
    "too many entries": (
        {
            "entries": "event,section,number,member\n"
            + "".join(f"202503010011,1,{number},\n" for number in range(1, 70_001)),
            "games": "event,section,number,round,opponent,code\n",
        },
        "section-too-large",
        "sections[0].section",
    ),
    "a rating that is none": (ruling(rating="NaN"), "not-finite", "rulings[0].rating"),
    "an infinite rating": (ruling(rating="-inf"), "not-finite", "rulings[0].rating"),
    "a rating out of bounds": (ruling(rating=4001), "out-of-bounds", "rulings[0].rating"),
    "games beyond all counts": (ruling(games=2**31), "out-of-bounds", "rulings[0].games"),
    "an unknown system": (ruling(system="R"), "unknown-system", "rulings[0].system"),
    "a ruling of nobody": (ruling(member=9), "unknown-member", "rulings[0].member"),
    "a rating of tomorrow": (ruling(computed="2025-01-01"), "dated-later", "rulings[0].computed"),
    "a floor without its prize": ({"floors": "member,kind\n1,money\n"}, "missing-value", "floors[0].amount"),
    "duplicates in a circle": (
        {"members": "member,same_as\n1,2\n2,1\n3,\n"},
        "merged-in-circle",
        "members[0].same_as",
    ),
}
"""What is wrong with tables: the tables, the code of the problem, and its place."""


class TestTables:
    """`build --tables`."""

    @pytest.mark.parametrize("damage", DAMAGES)
    def test_one_message_with_its_code_and_place(self, tmp_path: Path, damage: str) -> None:
        tables, code, place = DAMAGES[damage]
        given = written(tmp_path / "in", **tables)
        before = everything(tmp_path)
        said = refused("history", "build", tmp_path / "out", "--tables", given)
        assert said.endswith(f" [{code} at {place.replace('IN', str(given))}]")
        assert re.match(r"error: [^;]+; .+", said), "what is wrong; what to do"
        assert everything(tmp_path) == before

    def test_columns_of_another_type(self, tmp_path: Path) -> None:
        given = written(tmp_path / "in", games=None)
        games = pl.read_csv(TABLES["games"].encode()).with_columns(event=pl.col("event").cast(pl.String))
        for column, cells, code in (
            ("opponent", pl.lit(float("nan")), "wrong-type"),
            ("opponent", pl.lit(None), "missing-value"),
            ("round", pl.lit(2**40), "out-of-bounds"),
            ("event", pl.lit(202503010011), "wrong-type"),
        ):
            games.with_columns(cells.alias(column)).write_parquet(given / "games.parquet")
            assert f"[{code} at games[" in refused("history", "build", tmp_path / "out", "--tables", given)

    def test_truncated_and_flipped_bytes(self, tmp_path: Path) -> None:
        given = written(tmp_path / "in", games=None)
        pl.DataFrame({"event": ["202503010011"] * 500}).write_parquet(given / "games.parquet")
        whole = (given / "games.parquet").read_bytes()
        for content in (whole[:-40], whole[: len(whole) // 2], whole[:40] + b"\xff" * 80 + whole[120:]):
            (given / "games.parquet").write_bytes(content)
            said = refused("history", "build", tmp_path / "out", "--tables", given)
            assert said.endswith(f"give a whole parquet file [unreadable-file at {given / 'games.parquet'}]")


FOLDERS = (
    ("rate", "NOWHERE", "there is no such folder; name the folder of a history, or make one there [no-history"),
    ("standings", "FILE", "this is a file, no folder; name the folder of a history, or make one there [no-history"),
    ("corrections", "OTHER", "there is no history.json in the folder; name the folder of a history"),
    ("standings", "UNRATED", "the history is not rated; rate it: arpad history rate "),
    ("generate", "FILE", "this is a file; name a new folder [no-folder"),
    ("generate", "OTHER", "there are other things in the folder; name a new folder [folder-not-empty"),
    ("generate", "LEAGUE", "there is a history in the folder; name a new folder, or replace it (--replace)"),
    ("generate", "NOWHERE/NEW", "No such file or directory: "),
)


class TestFolders:
    """Folders that are no histories, or damaged ones."""

    @pytest.mark.parametrize(("command", "folder", "says"), FOLDERS)
    def test_a_folder_that_will_not_do(self, rated: Path, tmp_path: Path, command: str, folder: str, says: str) -> None:
        (tmp_path / "FILE").write_text("x")
        (tmp_path / "OTHER").mkdir()
        (tmp_path / "OTHER" / "letter.txt").write_text("x")
        done("history", "build", tmp_path / "UNRATED", "-", stdin=OPEN)
        before = everything(tmp_path)
        assert says in refused("history", command, rated if folder == "LEAGUE" else tmp_path / folder)
        assert everything(tmp_path) == before

    @pytest.mark.parametrize(
        ("name", "damage", "command", "code"),
        [
            ("games.parquet", lambda content: content[: len(content) // 2], "rate", "damaged-file"),
            ("games.parquet", lambda content: content[:-9] + bytes(9), "rate", "damaged-file"),
            ("games.parquet", None, "rate", "missing-file"),
            ("corrections.jsonl", lambda _: b"x", "rate", "damaged-file"),
            ("history.json", lambda content: content[:99], "standings", "damaged-file"),
            ("history.json", lambda _: b"[" * 100_000, "standings", "damaged-file"),
            ("history.json", lambda _: b'{"format": "x"}', "standings", "no-history"),
            ("history.json", lambda content: content.replace(b"history/1", b"history/2"), "standings", "newer-format"),
            ("rows.npy", lambda content: content[: len(content) // 2], "standings", "damaged-file"),
            ("rows.npy", lambda content: bytes(len(content)), "standings", "damaged-file"),
            ("about.json", lambda content: b"\xff" * len(content), "standings", "damaged-file"),
            ("about.json", lambda content: b"{}".ljust(len(content)), "standings", "damaged-file"),
            ("about.json", None, "standings", "missing-file"),
        ],
    )
    def test_damage(
        self, league: Path, name: str, damage: Callable[[bytes], bytes] | None, command: str, code: str
    ) -> None:
        path = next(league.rglob(name))
        if damage is None:
            path.unlink()
        else:
            path.write_bytes(damage(path.read_bytes()))
        before = everything(league)
        assert f"[{code} at {league}" in refused("history", command, league)
        assert everything(league) == before

    def test_what_was_worked_out_can_be_worked_out_again(self, league: Path) -> None:
        shutil.rmtree(next(league.glob("derived-*")))
        assert "; rate the history again [missing-file at " in refused("history", "standings", league)
        done("history", "rate", league)
        done("history", "standings", league)

    def test_ratings_of_other_rules_are_not_shown(self, league: Path) -> None:
        about = next(league.rglob("about.json"))
        about.write_text(re.sub(r'"rules": "..', '"rules": "x', about.read_text()) + " ")
        said = refused("history", "standings", league)
        assert said.endswith(f"; rate it again: arpad history rate {league} [rated-by-other-rules at {league}]")


SECTION = {"number": 1, "start": "2025-01-01", "end": "2025-01-01", "time_control": "G/60;d5"}
LINES: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("\n", "standard input: no fact is in it; write one JSON object a line"),
    "no JSON": ("{", "line 1, column 2: not JSON"),
    "no UTF-8": (b"\xff\xfe", "[not-utf8]"),
    "endless nesting": ("[" * 100_000, "[too-deep]"),
    "a key twice": ('{"a": 1, "a": 2}', "[duplicate-key]"),
    "a number": ("7", "[wrong-type]"),
    "neither fact nor event": ("{}", "neither a fact nor an event document"),
    "another schema": ('{"fact": "event-withdrawn", "schema": 2, "event": "x"}', "[unknown-schema at schema]"),
    "an unknown fact": (fact("event-forgotten"), "[unknown-fact at fact]"),
    "an unknown field": (fact("event-withdrawn", event="x", colour=1), "[unknown-field at colour]"),
    "a missing field": (fact("event-withdrawn"), "[missing-field at event]"),
    "a field of another type": (fact("event-withdrawn", event=7), "[wrong-type at event]"),
    "the second line": (BORN + fact("event-withdrawn"), "standard input, line 2: error: event is missing"),
    "the second of a list": (f"[{BORN},{fact('event-withdrawn')}]", "standard input, number 2: error: event is"),
    "a number that is none": (
        fact("rating-set", member="1", system="OTBR", day="2020-01-01", rating={"rating": float("nan")}),
        "[wrong-type at rating.rating]",
    ),
    "no day of the calendar": (fact("member-added", member="1", birth="2020-02-30"), "[wrong-type at birth]"),
    "an unknown event": (BORN + fact("event-withdrawn", event="x"), "line 2: error: event 'x' is not filed"),
    "an unknown member": (
        fact("member-changed", member="x", birth=None, adult=None, name=None),
        "[unknown-member at facts[0]]",
    ),
    "two that contradict": (fact("event-withdrawn", event=FIRST) * 2, "line 2: error: event '200101060020' is not"),
    "a member who is known": (fact("member-added", member=NEWCOMER), "[member-twice at facts[0]]"),
    "a rating out of bounds": (
        fact("rating-set", member=NEWCOMER, system="OTBR", day="2020-01-01", rating={"rating": 9999}),
        "[out-of-bounds at facts[0]]",
    ),
    "a count beyond all counts": (
        fact("section-corrected", event=FIRST, section={**SECTION, "number": 10**12, "players": []}),
        "[number-too-large at facts[0]]",
    ),
    "too many players": (
        fact(
            "section-corrected",
            event=FIRST,
            section={**SECTION, "players": [{"number": number} for number in range(1, 70_001)]},
        ),
        "[section-too-large at facts[0]]",
    ),
    "a game that is not mirrored": (
        fact(
            "section-corrected",
            event=FIRST,
            section={**SECTION, "players": [{"number": 1, "rounds": ["W2"]}, {"number": 2, "rounds": ["W1"]}]},
        ),
        "[game-not-mirrored at section.players[0].rounds[0]]",
    ),
    "a late event without an id": (document(None, "2025-03-01", [{"number": 1, "rounds": []}]), "the event has no id"),
    "an event that is filed": (
        document(FIRST, "2025-03-01", [{"number": 1, "rounds": []}]),
        "was filed before; correct its sections, or withdraw it first [event-twice",
    ),
}
"""Facts that will not do, and what is said."""


class TestFacts:
    """`correct`."""

    @pytest.mark.parametrize("damage", LINES)
    def test_one_message_with_its_place(self, rated: Path, damage: str) -> None:
        before = everything(rated)
        lines, says = LINES[damage]
        assert says in refused("history", "correct", rated, "-", "--accept", stdin=lines)
        assert everything(rated) == before

    def test_every_line_that_will_not_do_is_told(self, rated: Path) -> None:
        outcome = Outcome("history", "correct", rated, "-", stdin=f"{BORN}{{}}\n{BORN}7\n")
        assert outcome.code == 2
        assert [line.split(": ")[1] for line in outcome.err.splitlines()] == [
            "standard input, line 2",
            "standard input, line 4",
        ]


class Refusal(NamedTuple):
    """A command line that is refused, and what is said."""

    words: str
    says: str


OPTIONS = [
    Refusal("rate LEAGUE --set nosuch=1", "no number of the law is called 'nosuch'; `arpad rules show` lists them"),
    Refusal("rate LEAGUE --set bonus_threshold", "write NAME=VALUE; `arpad rules show` lists the names"),
    Refusal("rate LEAGUE --set bonus_threshold=abc", "'abc' is not a number; by the newest edition it is 10.0"),
    Refusal("rate LEAGUE --set bonus_threshold=NaN", "wanted are numbers from 0 to 10,000"),
    Refusal("rate LEAGUE --set bonus_threshold=1e999", "wanted are numbers from 0 to 10,000"),
    Refusal("rate LEAGUE --set bonus_threshold=-1", "wanted are numbers from 0 to 10,000"),
    Refusal("rate LEAGUE --set established_games=2.5", "2.5 is not a whole number; by the newest edition it is 25"),
    Refusal("rate LEAGUE --set storage=paper", "'paper' is none of integer, float"),
    Refusal("diff LEAGUE --set cfc_conversion=3", "the form is another; by the newest edition it is [{"),
    Refusal("rate LEAGUE --set olm_floor=1 --set olm_floor=2", "olm_floor is set already; keep one of the two"),
    Refusal("rate LEAGUE --edition 2018-01-01", "2018-01-01 is no edition of the documents; the editions are"),
    Refusal("diff LEAGUE --known 2018-01-01", "2018-01-01 is no edition of the documents; the editions are"),
    Refusal("rate LEAGUE --edition 2017-04-24 --profile practised", "it goes with neither known nor profile"),
    Refusal("diff LEAGUE", "name another folder, or another law"),
    Refusal("diff LEAGUE LEAGUE --edition 2017-04-24", "name another folder, or another law"),
    Refusal("standings LEAGUE --on 2015-01-01 --list 2015-02", "--on and --list are two ways to name a day"),
    Refusal("standings LEAGUE --out list.txt", "list.txt: a table goes to a file named *.parquet, *.arrow, *.csv"),
    Refusal("standings LEAGUE --out nowhere/list.csv", "there is no folder nowhere; make it first"),
    Refusal("standings LEAGUE --out .", "a table goes to a file named"),
    Refusal("export LEAGUE games table.csv --event 7", "--event is about results"),
    Refusal(
        "export LEAGUE results table.csv --event 7", "no event has this id; correct the id [unknown-event at event"
    ),
    Refusal("player LEAGUE nobody", "nobody has this id; correct the id [unknown-member at member nobody]"),
    Refusal("player LEAGUE ../x", "nobody has this id; correct the id [unknown-member at member ../x]"),
    Refusal(f"why LEAGUE {FIRST} 1", "write EVENT/SECTION, for example"),
    Refusal("why LEAGUE 7/1 1", "no event has this id; correct the id [unknown-event at event 7]"),
    Refusal(f"why LEAGUE {FIRST}/9 1", "no section 9 of it is rated; the table not_rated tells why [unknown-section"),
    Refusal(f"why LEAGUE {FIRST}/1 10000039", "member 10000039 did not play there; correct the section [not-there"),
    Refusal(f"why LEAGUE {FIRST}/1 #99", "nobody has number 99; correct the number [unknown-number"),
    Refusal(f"why LEAGUE {FIRST}/1 #x", "'#x' is no pairing number: write for example #3"),
    Refusal(f"why LEAGUE {FIRST}/1 #1 --system OLB", "rated in OTBR, not in OLB; name one of these [unknown-system"),
    Refusal(f"why LEAGUE {FIRST}/1 #1 --json --html", "--json and --html are two forms of the same"),
    Refusal("build NEW", "name event documents, or --tables FOLDER: one of the two"),
    Refusal("build NEW --tables NOWHERE", "NOWHERE cannot be read: No such file or directory; name a folder with"),
    Refusal("build NEW --tables EMPTY", "there is no table members; a history has members"),
    Refusal("build NEW EMPTY", "EMPTY: there is no event document"),
    Refusal("build NEW NOWHERE", "NOWHERE: cannot be read: No such file or directory"),
    Refusal("build NEW open.json open.json", "open.json: error: the same document as open.json; name it once"),
    Refusal(
        "build NEW open.json again.json", "there are two events of this id; keep one of them [event-twice at event"
    ),
    Refusal("correct LEAGUE NOWHERE", "NOWHERE: cannot be read: No such file or directory"),
    Refusal("correct LEAGUE EMPTY", "EMPTY: cannot be read: Is a directory"),
    Refusal("generate NEW --members 1", "a federation has 2 to 1000000 members, not 1"),
    Refusal("generate NEW --games 999999999999", "cannot be played by 1000 members in"),
    Refusal("generate NEW --games -1", "a number of games cannot be negative: -1"),
    Refusal("generate NEW --first 2020-01-01 --last 2010-01-01", "is before the first, 2020-01-01"),
    Refusal("generate NEW --first 1999-01-01", "the first day cannot be 1999-01-01"),
]
TYPED = [
    "rate LEAGUE --threads 0",
    "rate LEAGUE --edition yesterday",
    "rate LEAGUE --profile guessed",
    "standings LEAGUE --system XX",
    "standings LEAGUE --list 2015-13",
    "standings LEAGUE --list 0001-01",
    "standings LEAGUE --top 0",
    "export LEAGUE nothing table.csv",
    "generate NEW --members many",
    "rate",
    "no-such-command",
]


class TestOptions:
    """Words that will not do."""

    @pytest.fixture(autouse=True)
    def _somewhere(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("EMPTY").mkdir()
        Path("open.json").write_text(OPEN)
        Path("again.json").write_text(json.dumps(json.loads(OPEN), indent=1))

    @pytest.mark.parametrize(("words", "says"), OPTIONS)
    def test_one_message_that_says_what_to_write(self, rated: Path, tmp_path: Path, words: str, says: str) -> None:
        before = everything(tmp_path), everything(rated)
        assert says in refused("history", *(rated if word == "LEAGUE" else word for word in words.split()))
        assert (everything(tmp_path), everything(rated)) == before
        assert not Path("NEW").exists()

    @pytest.mark.parametrize("words", TYPED)
    def test_options_of_another_form(self, rated: Path, words: str) -> None:
        outcome = Outcome("history", *(rated if word == "LEAGUE" else word for word in words.split()))
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.splitlines()[-1].startswith("Error: ")
