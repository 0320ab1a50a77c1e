"""Tables that a person can write, the columns that they come to, and the tables that the columns come to again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.generator import generate
from arpad.history.error import HistoryError
from arpad.history.files import read_tables, write_tables
from arpad.history.forms import TABLES
from arpad.history.keys import Ids
from arpad.history.reading import not_too_many, typed
from arpad.history.record import Record, in_order, no_columns
from arpad.history.tables import frames_of, record_of_frames
from arpad.kernel.columns import LARGEST_SECTION, Ceilings
from arpad.rules.problem import Problem
from tests.history import leagues, plainly
from tests.history.alike import differences
from tests.history.leagues import CLUB, SPRING, Tables, frames, written

seeds = st.integers(0, 2**32)


def lists(record: Record) -> dict[str, dict[str, list[Any]]]:
    """The columns of a record as lists; what is no number is text, as no NaN equals another."""
    return {
        name: {field: list(map(repr, column.tolist())) for field, column in table._asdict().items()}
        for name, table in record.columns._asdict().items()
        if name != "time_controls"
    }


def texts(columns: dict[str, dict[str, list[Any]]]) -> dict[str, dict[str, list[str]]]:
    """The same of lists."""
    return {
        name: {field: list(map(repr, column)) for field, column in table.items()} for name, table in columns.items()
    }


def mixed(tables: dict[str, pl.DataFrame], seed: int) -> dict[str, pl.DataFrame]:
    """The same rows in another order, the same columns in another."""
    rng = Random(seed)
    found = {}
    for name, frame in tables.items():
        columns = rng.sample(frame.columns, len(frame.columns))
        found[name] = frame.select(columns)[rng.sample(range(frame.height), frame.height)]
    return found


class TestColumns:
    """What the kernel reads of tables."""

    record = record_of_frames(frames(written()))

    def test_members_stand_by_id_and_after_them_who_has_none(self) -> None:
        assert self.record.members.to_list() == ["10000001", "10000002", "20000004", "30000003", None]
        assert self.record.names.to_list() == ["HERON, LU", None, "WREN, KAI", None, "A GUEST"]
        assert self.record.columns.members.same_as.tolist() == [0, 1, 2, 2, 4]
        assert self.record.columns.members.adult.tolist() == [1, -1, -1, -1, -1]
        assert self.record.columns.members.birth.tolist()[2:3] == [(date(2001, 5, 4) - date(1970, 1, 1)).days]

    def test_events_stand_by_id(self) -> None:
        assert self.record.events.to_list() == [SPRING, CLUB]
        assert self.record.event_names.to_list() == [None, "Club night"]

    def test_sections_stand_in_rating_order(self) -> None:
        sections = self.record.columns.sections
        assert sections.event.tolist() == [0, 0, 1]
        assert sections.number.tolist() == [1, 2, 1]
        assert sections.kind.tolist() == [2, 0, 0]
        assert sections.override.tolist() == [True, False, False]
        assert sections.systems.tolist() == [0, 3, 0]
        assert sections.time_control.tolist() == [1, -1, 0]
        assert self.record.columns.time_controls == ("G/25;d5", "G/60;d5")

    def test_entries_of_a_person_stand_side_by_side(self) -> None:
        entries = self.record.columns.entries
        assert entries.number.tolist() == [1, 2, 4, 9, 5, 1, 2]
        assert entries.member.tolist() == [1, 0, 2, 3, 0, 4, 2]
        assert self.record.columns.sections.first_entry.tolist() == [0, 2, 5, 7]

    def test_sides_stand_by_round_and_name_the_opponent_by_place(self) -> None:
        columns = self.record.columns
        assert columns.entries.first_side.tolist() == [0, 2, 4, 5, 5, 7, 9, 11]
        assert columns.sides.opponent.tolist() == [1, 1, 0, 0, 2, 0, 1, 1, 1, 0, 0]
        assert "".join("WLDNSR"[code] for code in columns.sides.code) == "WDLDWLRLWWL"

    @settings(max_examples=120, derandomize=True, deadline=None)
    @given(seeds)
    def test_they_are_what_a_second_hand_makes_of_them_row_by_row(self, seed: int) -> None:
        tables = leagues.random(Random(seed))
        found = lists(record_of_frames(frames(tables)))
        for name, table in texts(plainly.columns(tables)).items():
            assert found[name] == table

    def test_two_without_an_id_are_two_even_where_there_are_no_members(self) -> None:
        tables = frames(written())
        of = pl.col("event") == CLUB
        guests = tables["entries"].filter(of).with_columns(member=None, name=pl.lit("A GUEST"))
        games = tables["games"].filter(of)
        record = record_of_frames({**tables, "members": tables["members"][:0], "entries": guests, "games": games})
        assert record.members.to_list() == [None, None]
        assert record.columns.members.same_as.tolist() == [0, 1]
        assert record.columns.entries.member.tolist() == [0, 1]

    def test_nothing_at_all_is_a_history_too(self) -> None:
        nothing = {name: pl.DataFrame(schema=list(columns)) for name, columns in TABLES.items()}
        nobody = pl.Series(dtype=pl.String)
        empty = Record(no_columns(), *(nobody.alias(name) for name in ("member", "event", "name", "event_name")))
        assert differences(record_of_frames(nothing), empty) == []

    def test_every_optional_table_and_column_may_be_absent(self) -> None:
        tables = written()
        for section in tables["sections"]:
            for name in ("kind", "override", "systems", "time_control"):
                section.pop(name, None)
        for member in tables["members"]:
            for name in ("name", "birth", "adult", "same_as"):
                member.pop(name, None)
        tables["games"] = [game for game in tables["games"] if game["code"] != "R"]
        tables["entries"] = [
            {**entry, "name": "A GUEST"} if not entry["member"] else entry for entry in tables["entries"]
        ]
        columns = record_of_frames(frames(tables)).columns
        assert columns.sections.kind.tolist() == [0, 0, 0]
        assert columns.sections.time_control.tolist() == [-1, -1, -1]
        assert columns.members.adult.tolist() == [-1] * 5
        assert columns.members.same_as.tolist() == [0, 1, 2, 3, 4]
        assert columns.foreign.rating.tolist() == []


class TestThereAndBack:
    """Tables to columns to tables change nothing; nor does any order of rows."""

    @settings(max_examples=80, derandomize=True, deadline=None)
    @given(seeds)
    def test_a_history_in_order_comes_back_bit_for_bit(self, seed: int) -> None:
        record = record_of_frames(frames(leagues.random(Random(seed))))
        assert differences(record_of_frames(frames_of(record)), record) == []
        assert differences(in_order(record), record) == []

    @settings(max_examples=80, derandomize=True, deadline=None)
    @given(seeds, seeds)
    def test_the_order_of_rows_and_columns_changes_nothing(self, seed: int, order: int) -> None:
        tables = frames(leagues.random(Random(seed)))
        assert differences(record_of_frames(mixed(tables, order)), record_of_frames(tables)) == []

    @pytest.mark.parametrize(("members", "seed"), [(60, 1), (1000, 2), (1000, 3)])
    def test_a_federation_comes_back_bit_for_bit(self, members: int, seed: int) -> None:
        made = generate(members, seed)
        names = made.member_ids.alias("member"), made.event_ids.alias("event"), made.names.alias("name")
        record = in_order(Record(made.columns, *names, made.event_names.alias("event_name")))
        tables = frames_of(record)
        assert tables["games"].height == len(made.columns.sides.code)
        assert differences(record_of_frames(tables), record) == []
        assert differences(record_of_frames(mixed(tables, seed)), record) == []

    def test_tables_come_back_as_they_were_written(self) -> None:
        tables = frames_of(record_of_frames(frames(written())))
        assert tables["members"].filter(pl.col("member") == "30000003").row(0) == (
            "30000003",
            None,
            None,
            None,
            "20000004",
        )
        assert tables["sections"].row(0, named=True) == {
            "event": SPRING,
            "section": 1,
            "start": date(2025, 3, 1),
            "end": date(2025, 3, 2),
            "kind": "match",
            "online": False,
            "youth": False,
            "override": True,
            "systems": None,
            "time_control": "G/60;d5",
        }
        assert tables["sections"]["systems"].to_list() == [None, "OTBR OTBQ", None]
        assert tables["entries"].row(5) == (CLUB, 1, 1, None, "A GUEST")
        assert tables["games"].row(6) == (SPRING, 2, 5, 2, 9, "R")
        assert tables["games"].row(9) == (CLUB, 1, 2, 1, 1, "W")

    def test_every_table_has_every_column_in_its_type(self) -> None:
        tables = frames_of(record_of_frames(frames(written())))
        for name, columns in TABLES.items():
            assert tables[name].schema == {column: said.dtype for column, said in columns.items()}

    @pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".csv"])
    @settings(max_examples=15, derandomize=True, deadline=None)
    @given(seeds)
    def test_files_of_every_form_lose_nothing(
        self, tmp_path_factory: pytest.TempPathFactory, suffix: str, seed: int
    ) -> None:
        folder = tmp_path_factory.mktemp("tables")
        record = record_of_frames(frames(leagues.random(Random(seed))))
        write_tables(folder, frames_of(record), suffix)
        assert differences(record_of_frames(read_tables(folder)), record) == []


class TestWhatFramesMayBe:
    """Frames come from many hands."""

    expected = record_of_frames(frames(written()))

    def as_good_as(self, change: Callable[[pl.DataFrame], Any]) -> bool:
        found = record_of_frames({name: change(frame) for name, frame in frames(written()).items()})
        return differences(found, self.expected) == []

    def test_lazy_frames(self) -> None:
        assert self.as_good_as(pl.DataFrame.lazy)

    def test_text_everywhere_as_a_csv_file_has_it(self) -> None:
        assert self.as_good_as(lambda frame: frame.with_columns(pl.all().cast(pl.String)))

    def test_categories(self) -> None:
        assert self.as_good_as(lambda frame: frame.with_columns(pl.col(pl.String).cast(pl.Categorical)))

    def test_ids_in_a_list_of_words(self) -> None:
        events = pl.Enum([CLUB, "another", SPRING])
        assert self.as_good_as(
            lambda frame: frame.with_columns(pl.col("event").cast(events)) if "event" in frame.columns else frame
        )

    @pytest.mark.parametrize("whole", [pl.Int8, pl.UInt8, pl.Int16, pl.UInt32, pl.Int64, pl.UInt64])
    def test_whole_numbers_of_any_length(self, whole: Any) -> None:
        assert self.as_good_as(lambda frame: frame.with_columns(pl.col(pl.Int64).cast(whole)))

    def test_pieces(self) -> None:
        assert self.as_good_as(lambda frame: pl.concat([frame[:1], frame[1:]], rechunk=False))

    def test_a_number_that_is_whole_is_a_number(self) -> None:
        tables = frames(written())
        tables["ceilings"] = pl.DataFrame({"member": ["10000002"], "value": [1900]})
        assert record_of_frames(tables).columns.ceilings.value.tolist() == [1900.0]

    def test_true_and_false_are_read_however_they_are_written(self, tmp_path: Path) -> None:
        for name, rows in frames(written()).items():
            rows.write_csv(tmp_path / f"{name}.csv")
        text = (tmp_path / "sections.csv").read_text(encoding="utf-8")
        (tmp_path / "sections.csv").write_text("\ufeff" + text.replace("true", "TRUE") + "\n\n", encoding="utf-8")
        assert differences(record_of_frames(read_tables(tmp_path)), self.expected) == []


def refused(tables: Any) -> Problem:
    """The problem for which tables are refused."""
    with pytest.raises(HistoryError) as caught:
        record_of_frames(tables if isinstance(next(iter(tables.values())), pl.DataFrame) else frames(tables))
    return caught.value.problem


def with_rows(table: str, *rows: dict[str, Any]) -> Tables:
    """The history written by hand, with more rows in a table."""
    tables = written()
    tables[table] = [*tables.get(table, []), *rows]
    return tables


def with_cell(table: str, row: int, **cells: Any) -> Tables:
    """The history written by hand, with other cells in one row."""
    tables = written()
    tables[table][row] = {**tables[table][row], **cells}
    return tables


class TestTablesThatAreNone:
    """Nothing is dropped in silence, and nothing is made up."""

    def test_a_table_of_another_name(self) -> None:
        problem = refused({**frames(written()), "player": pl.DataFrame()})
        assert (problem.code, problem.place) == ("unknown-table", "player")

    @pytest.mark.parametrize("name", ["members", "events", "sections", "entries", "games"])
    def test_a_table_that_is_missing(self, name: str) -> None:
        problem = refused({table: frame for table, frame in frames(written()).items() if table != name})
        assert (problem.code, problem.place) == ("missing-table", name)

    def test_a_column_of_another_name(self) -> None:
        problem = refused(with_cell("members", 0, brith=date(2001, 5, 4)))
        assert (problem.code, problem.place) == ("unknown-column", "members.brith")
        assert "birth" in problem.hint

    @pytest.mark.parametrize(
        ("table", "column"), [("sections", "end"), ("entries", "member"), ("games", "round"), ("games", "code")]
    )
    def test_a_column_that_is_missing(self, table: str, column: str) -> None:
        tables = frames(written())
        problem = refused({**tables, table: tables[table].drop(column)})
        assert (problem.code, problem.place) == ("missing-column", f"{table}.{column}")

    @pytest.mark.parametrize(
        ("table", "column", "cells"),
        [
            ("members", "member", [20000004, 10000001, 30000003, 10000002]),
            ("members", "birth", [20010504, None, None, None]),
            ("members", "adult", [1, 0, None, None]),
            ("sections", "start", ["8 March"] * 3),
            ("sections", "section", [1.0, 2.0, 1.5]),
            ("sections", "online", ["yes", None, None]),
            ("events", "event", [[CLUB], [SPRING]]),
        ],
    )
    def test_cells_of_another_type(self, table: str, column: str, cells: list[Any]) -> None:
        tables = frames(written())
        problem = refused({**tables, table: tables[table].with_columns(pl.Series(column, cells, strict=False))})
        assert problem.code == "wrong-type"
        assert problem.place.startswith(f"{table}[")
        assert problem.place.endswith(f".{column}")

    def test_days_with_an_hour(self) -> None:
        tables = frames(written())
        tables["sections"] = tables["sections"].with_columns(pl.col("end").cast(pl.Datetime))
        assert refused(tables).code == "wrong-type"

    @pytest.mark.parametrize(
        ("table", "column"),
        [
            ("members", "member"),
            ("events", "event"),
            ("sections", "start"),
            ("entries", "number"),
            ("games", "opponent"),
        ],
    )
    def test_cells_that_must_say_something(self, table: str, column: str) -> None:
        problem = refused(with_cell(table, 1, **{column: None}))
        assert (problem.code, problem.place) == ("missing-value", f"{table}[1].{column}")

    def test_an_empty_id_is_none(self) -> None:
        assert refused(with_cell("members", 3, member="")).code == "missing-value"

    def test_it_says_how_many_more_there_are(self) -> None:
        tables = written()
        for row in (1, 2, 4):
            tables["games"][row]["round"] = None
        problem = refused(tables)
        assert problem.place == "games[1].round"
        assert problem.message.endswith("and 2 more of the kind")

    @pytest.mark.parametrize(
        ("table", "cells", "code"),
        [
            ("sections", {"kind": "Swiss"}, "unknown-kind"),
            ("sections", {"systems": "OTBR R"}, "unknown-system"),
            ("sections", {"systems": "OTBR OTBR"}, "unknown-system"),
            ("games", {"code": "X"}, "unknown-code"),
            ("games", {"code": "w"}, "unknown-code"),
        ],
    )
    def test_words_that_nobody_knows(self, table: str, cells: dict[str, str], code: str) -> None:
        problem = refused(with_cell(table, 2, **cells))
        assert (problem.code, problem.place) == (code, f"{table}[2].{next(iter(cells))}")

    @pytest.mark.parametrize(
        ("table", "cells", "code"),
        [
            ("foreign", {"source": "USCF", "rating": 1500.0}, "unknown-source"),
            ("floors", {"kind": "prize"}, "unknown-floor-kind"),
            ("floors", {"kind": "olm", "system": "R"}, "unknown-system"),
            ("rulings", {"system": "R", "day": date(2025, 1, 1), "rating": 1.0, "games": 3}, "unknown-system"),
            (
                "rulings",
                {"system": "OTBR", "day": date(2025, 1, 1), "rating": 1.0, "games": 3, "record": "good"},
                "unknown-record",
            ),
        ],
    )
    def test_words_of_rulings_that_nobody_knows(self, table: str, cells: dict[str, Any], code: str) -> None:
        problem = refused(with_rows(table, {"member": "10000001", **cells}))
        assert problem.code == code
        assert problem.place.startswith(f"{table}[0].")

    @pytest.mark.parametrize(("number", "column"), [(0, "round"), (-1, "number"), (2**31, "opponent"), (0, "section")])
    def test_whole_numbers_that_are_too_small_or_too_large(self, number: int, column: str) -> None:
        problem = refused(with_cell("games", 3, **{column: number}))
        assert (problem.code, problem.place) == ("out-of-bounds", f"games[3].{column}")

    @pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
    def test_numbers_that_are_none(self, number: float) -> None:
        problem = refused(with_rows("ceilings", {"member": "10000001", "value": number}))
        assert (problem.code, problem.place) == ("not-finite", "ceilings[0].value")

    def test_days_that_no_calendar_has(self) -> None:
        tables = frames(written())
        tables["members"] = tables["members"].with_columns(birth=pl.Series([None, None, None, 4_000_000]).cast(pl.Date))
        assert refused(tables).code == "out-of-bounds"

    def test_more_rows_than_the_kernel_counts(self) -> None:
        not_too_many("games", 2**31 - 1)
        with pytest.raises(HistoryError, match="too-many"):
            not_too_many("games", 2**31)


class TestNamesThatNobodyHas:
    """What a row names must be there, once."""

    @pytest.mark.parametrize(
        ("table", "row", "cells", "code"),
        [
            ("sections", 0, {"event": "202503080013"}, "unknown-event"),
            ("entries", 2, {"event": "202503080013"}, "unknown-event"),
            ("games", 4, {"event": "202503080013"}, "unknown-event"),
            ("entries", 2, {"section": 3}, "unknown-section"),
            ("games", 4, {"section": 3}, "unknown-section"),
            ("entries", 2, {"member": "3000003"}, "unknown-member"),
            ("members", 2, {"same_as": "3000003"}, "unknown-member"),
            ("games", 4, {"number": 6}, "unknown-number"),
            ("games", 4, {"opponent": 6}, "missing-opponent"),
            ("games", 8, {"opponent": 9}, "missing-opponent"),
        ],
    )
    def test_it_must_be_there(self, table: str, row: int, cells: dict[str, Any], code: str) -> None:
        problem = refused(with_cell(table, row, **cells))
        assert (problem.code, problem.place) == (code, f"{table}[{row}].{next(iter(cells))}")

    def test_an_opponent_of_another_section_is_nobody(self) -> None:
        problem = refused(with_cell("games", 0, opponent=9))
        assert problem.code == "missing-opponent"
        assert f"section 1 of event '{SPRING}' has no number 9" in problem.message

    def test_nobody_plays_in_a_section_without_entries(self) -> None:
        empty = {"event": "A", "section": 1, "start": date(2025, 3, 1), "end": date(2025, 3, 1)}
        tables = with_rows("sections", empty)
        tables["events"].append({"event": "A"})
        for number in (1, 2):
            row = {"event": "A", "section": 1, "number": number, "round": 1, "opponent": 3 - number, "code": "D"}
            problem = refused({**tables, "games": [*tables["games"], row]})
            assert (problem.code, problem.place) == ("unknown-number", "games[11].number")

    def test_a_number_is_found_however_the_rows_are_numbered(self) -> None:
        far = 2**31 - 1
        tables = with_cell("entries", 5, number=far)
        tables["games"] = [game for game in tables["games"] if game["event"] != CLUB]
        record = record_of_frames(frames(tables))
        assert record.columns.entries.number[-1] == far

    @pytest.mark.parametrize("table", ["foreign", "floors", "ceilings", "rulings", "match_changes", "published"])
    def test_nobody_is_ruled_about_whom_nobody_knows(self, table: str) -> None:
        tables = {name: rows for name, rows in leagues.random(Random(3)).items() if rows or name in written()}
        rows: dict[str, dict[str, Any]] = {
            "foreign": {"source": "FIDE", "rating": 2000.0},
            "floors": {"kind": "olm"},
            "ceilings": {"value": None},
            "rulings": {"system": "OTBR", "day": date(2025, 1, 1), "rating": 1500.0, "games": 3},
            "match_changes": {"system": "OTBR", "day": date(2025, 1, 1), "change": 1.0},
            "published": {"system": "OTBR", "rating": 1500.0, "games": None},
        }
        of = {"member": "NOBODY"} if table != "published" else {"event": "NOTHING", "section": 1, "number": 1}
        problem = refused({**tables, table: [{**of, **rows[table]}]})
        assert problem.code in {"unknown-member", "unknown-event"}

    def test_a_published_rating_of_a_number_that_nobody_has(self) -> None:
        row = {"event": SPRING, "section": 1, "number": 3, "system": "OTBR", "rating": 1500.0, "games": 30}
        problem = refused(with_rows("published", row))
        assert (problem.code, problem.place) == ("unknown-number", "published[0].number")

    @pytest.mark.parametrize(
        ("table", "row", "code"),
        [
            ("members", {"member": "10000002"}, "duplicate-member"),
            ("events", {"event": SPRING}, "duplicate-event"),
            (
                "sections",
                {"event": SPRING, "section": 2, "start": date(2025, 1, 1), "end": date(2025, 1, 1)},
                "duplicate-section",
            ),
            ("entries", {"event": SPRING, "section": 2, "number": 9, "member": "10000002"}, "duplicate-number"),
            (
                "games",
                {"event": CLUB, "section": 1, "number": 2, "round": 7, "opponent": 1, "code": "L"},
                "duplicate-round",
            ),
        ],
    )
    def test_it_must_be_there_once(self, table: str, row: dict[str, Any], code: str) -> None:
        last = len(written()[table])
        problem = refused(with_rows(table, row))
        assert problem.code == code
        assert problem.place.startswith(f"{table}[{last}]")

    def test_two_published_ratings_of_one_entry(self) -> None:
        row = {"event": SPRING, "section": 1, "number": 1, "system": "OTBR", "rating": 1500.0, "games": 30}
        tables = with_rows("published", row, {**row, "system": "OTBQ"}, {**row, "rating": 1600.0})
        assert (refused(tables).code, refused(tables).place) == ("duplicate-published", "published[2]")

    def test_a_duplicate_of_itself(self) -> None:
        problem = refused(with_cell("members", 0, same_as="20000004"))
        assert (problem.code, problem.place) == ("merged-with-itself", "members[0].same_as")

    def test_a_duplicate_of_a_duplicate(self) -> None:
        problem = refused(with_cell("members", 3, same_as="30000003"))
        assert (problem.code, problem.place) == ("merged-in-chain", "members[3].same_as")
        assert problem.hint.startswith("write '20000004'")

    def test_duplicates_in_a_circle(self) -> None:
        tables = with_cell("members", 0, same_as="10000002")
        tables["members"][3]["same_as"] = "30000003"
        assert refused(tables).code == "merged-in-circle"

    def test_the_name_of_a_member_stands_in_members(self) -> None:
        problem = refused(with_cell("entries", 1, name="HERON, L"))
        assert (problem.code, problem.place) == ("name-of-member", "entries[1].name")


class TestGamesThatNobodyPlayed:
    """What the two sides say must go together."""

    def test_a_game_against_oneself(self) -> None:
        problem = refused(with_cell("games", 4, opponent=4))
        assert (problem.code, problem.place) == ("against-oneself", "games[4].opponent")

    def test_a_game_against_the_same_member(self) -> None:
        more = {"event": SPRING, "section": 2, "round": 9}
        tables = with_rows(
            "games",
            {**more, "number": 4, "opponent": 9, "code": "W"},
            {**more, "number": 9, "opponent": 4, "code": "L"},
        )
        problem = refused(tables)
        assert problem.code == "against-oneself"
        assert problem.place == "games[11].opponent"

    def test_two_without_an_id_are_two(self) -> None:
        tables = with_cell("entries", 6, member=None)
        assert record_of_frames(frames(tables)).members.null_count() == 2

    @pytest.mark.parametrize(
        ("row", "code"), [(4, "D"), (4, "L"), (5, "W"), (5, "D"), (1, "W"), (3, "L"), (10, "D"), (4, "N"), (5, "S")]
    )
    def test_a_plain_result_that_the_other_side_does_not_tell(self, row: int, code: str) -> None:
        assert refused(with_cell("games", row, code=code)).code == "game-not-mirrored"

    def test_a_plain_result_told_by_one_side_alone(self) -> None:
        row = {"event": SPRING, "section": 2, "number": 9, "round": 1, "opponent": 5, "code": "D"}
        problem = refused(with_rows("games", row))
        assert (problem.code, problem.place) == ("game-not-mirrored", "games[11].code")
        assert f"section 2 of event '{SPRING}': number 9 has 1 x D5, but number 5 has 0 x D9" in problem.message

    def test_the_number_of_games_must_be_the_same(self) -> None:
        row = {"event": SPRING, "section": 1, "number": 1, "round": 3, "opponent": 2, "code": "W"}
        problem = refused(with_rows("games", row))
        assert "number 1 has 2 x W2, but number 2 has 1 x L1" in problem.message

    def test_the_row_is_that_of_the_table_as_it_was_given(self) -> None:
        tables = with_cell("games", 4, code="D")
        tables["games"].reverse()
        assert refused(tables).place == f"games[{len(tables['games']) - 1 - 4}].code"

    def test_results_that_differ_on_purpose_count_as_coded(self) -> None:
        tables = with_cell("games", 4, code="N")
        tables["games"][5]["code"] = "R"
        assert record_of_frames(frames(tables)).columns.sides.code.tolist()[4:6] == [3, 5]

    def test_a_section_ends_before_it_starts(self) -> None:
        problem = refused(with_cell("sections", 1, end=date(2025, 2, 28)))
        assert (problem.code, problem.place) == ("dates-reversed", "sections[1].end")

    def test_more_entries_than_a_section_can_have(self) -> None:
        tables = frames(written())
        more = {"event": CLUB, "section": 1, "number": range(3, LARGEST_SECTION + 1)}
        tables["entries"] = pl.concat([tables["entries"], pl.DataFrame(more)], how="diagonal_relaxed")
        assert record_of_frames(tables).columns.entries.number[-1] == LARGEST_SECTION
        last = pl.DataFrame({"event": CLUB, "section": 1, "number": [LARGEST_SECTION + 1]})
        tables["entries"] = pl.concat([tables["entries"], last], how="diagonal_relaxed")
        problem = refused(tables)
        assert (problem.code, problem.place) == ("section-too-large", "sections[0].section")

    def test_the_farthest_opponent_of_the_largest_section(self) -> None:
        tables = frames(written())
        more = {"event": CLUB, "section": 1, "number": range(3, LARGEST_SECTION + 1)}
        tables["entries"] = pl.concat([tables["entries"], pl.DataFrame(more)], how="diagonal_relaxed")
        far = {"event": CLUB, "section": 1, "number": [2, LARGEST_SECTION], "round": [9, 1]}
        game = pl.DataFrame({**far, "opponent": [LARGEST_SECTION, 2], "code": ["W", "L"]})
        tables["games"] = pl.concat([tables["games"], game], how="diagonal_relaxed")
        assert record_of_frames(tables).columns.sides.opponent.max() == LARGEST_SECTION - 1


DAY = date(2025, 1, 1)
RULING = {"member": "10000001", "system": "OTBR", "day": DAY, "rating": 1500.0, "games": 30}


class TestNumbersOutOfBounds:
    """The bounds are those of the ledger."""

    @pytest.mark.parametrize(
        ("table", "row", "column"),
        [
            ("foreign", {"source": "FIDE", "rating": 0.5}, "rating"),
            ("foreign", {"source": "FIDE", "rating": 4000.5}, "rating"),
            ("floors", {"kind": "lowered", "value": 99.0}, "value"),
            ("floors", {"kind": "money", "amount": -1.0, "under": 2000.0}, "amount"),
            ("floors", {"kind": "money", "amount": 4000.0, "under": 0.0}, "under"),
            ("ceilings", {"value": 4001.0}, "value"),
            ("rulings", {**RULING, "rating": 4001.0}, "rating"),
            ("rulings", {**RULING, "peak": 0.0}, "peak"),
            ("rulings", {**RULING, "games": 1_000_001}, "games"),
            ("rulings", {**RULING, "wins": 1_000_001}, "wins"),
            ("match_changes", {"system": "OTBR", "day": DAY, "change": 4000.5}, "change"),
        ],
    )
    def test_numbers_of_rulings(self, table: str, row: dict[str, Any], column: str) -> None:
        problem = refused(with_rows(table, {"member": "10000001", **row}))
        assert (problem.code, problem.place) == ("out-of-bounds", f"{table}[0].{column}")

    def test_numbers_of_published_ratings(self) -> None:
        row = {"event": SPRING, "section": 1, "number": 1, "system": "OTBR", "rating": 0.0, "games": 30}
        assert refused(with_rows("published", row)).code == "out-of-bounds"

    @pytest.mark.parametrize(("kind", "missing"), [("money", "amount"), ("money", "under"), ("lowered", "value")])
    def test_a_floor_without_the_number_that_makes_it(self, kind: str, missing: str) -> None:
        row = {"member": "10000001", "kind": kind, "value": 1800.0, "amount": 4000.0, "under": 2000.0, missing: None}
        problem = refused(with_rows("floors", row))
        assert (problem.code, problem.place) == ("missing-value", f"floors[0].{missing}")

    def test_a_ruling_computed_after_it_holds(self) -> None:
        problem = refused(with_rows("rulings", RULING | {"computed": date(2025, 1, 2)}))
        assert (problem.code, problem.place) == ("dated-later", "rulings[0].computed")
        assert "2025-01-02" in problem.message

    def test_a_foreign_rating_computed_after_it_is_believed(self) -> None:
        row = {"member": "10000001", "source": "CFC", "rating": 1500.0, "day": date(2025, 1, 2), "since": DAY}
        assert refused(with_rows("foreign", row)).code == "dated-later"

    def test_the_row_is_that_of_the_table_as_it_was_given(self) -> None:
        later = RULING | {"day": date(2020, 1, 1), "member": "20000004", "peak": 1.0}
        tables = with_rows("rulings", RULING | {"rating": 5000.0}, later)
        assert refused(tables).place == "rulings[0].rating"


class TestTheOrderRecorded:
    """Of two facts for one day the later one holds, so the order must be said where it matters."""

    @pytest.mark.parametrize(
        ("table", "one", "other"),
        [
            ("foreign", {"source": "FIDE", "rating": 2000.0}, {"source": "FIDE", "rating": 2100.0}),
            ("ceilings", {"value": 1900.0, "since": DAY}, {"value": None, "since": DAY}),
            ("rulings", RULING, RULING | {"rating": 1600.0}),
        ],
    )
    def test_two_that_contend_are_refused(self, table: str, one: dict[str, Any], other: dict[str, Any]) -> None:
        member = {"member": "20000004"}
        duplicate = {"member": "30000003"}
        problem = refused(with_rows(table, {**one, **member}, {**other, **duplicate}))
        assert (problem.code, problem.place) == ("order-unknown", f"{table}[1]")
        said = with_rows(table, {**one, **member, "order": 2}, {**other, **duplicate, "order": 1})
        assert getattr(record_of_frames(frames(said)).columns, table).member.tolist() == [3, 2]
        again = with_rows(table, {**one, **member, "order": 1}, {**other, **member, "order": 1})
        assert refused(again).code == "order-unknown"

    def test_two_that_do_not_contend_need_none(self) -> None:
        tables = with_rows(
            "ceilings",
            {"member": "20000004", "value": 1900.0, "since": DAY},
            {"member": "20000004", "value": None, "since": date(2025, 2, 1)},
            {"member": "10000001", "value": 1900.0, "since": DAY},
        )
        assert record_of_frames(frames(tables)).columns.ceilings.member.tolist() == [0, 2, 2]

    def test_an_order_in_some_rows_alone(self) -> None:
        rows = [RULING | {"order": 1}, RULING | {"member": "20000004"}]
        problem = refused(with_rows("rulings", *rows))
        assert (problem.code, problem.place) == ("missing-value", "rulings[1].order")


class TestRecordsThatTablesCannotTell:
    """Of somebody without an id only the one entry and a name are known."""

    record = record_of_frames(frames(written()))

    def problem(self, **tables: Any) -> Problem:
        columns = self.record.columns._replace(**tables)
        with pytest.raises(HistoryError) as caught:
            frames_of(
                Record(columns, self.record.members, self.record.events, self.record.names, self.record.event_names)
            )
        return caught.value.problem

    def test_a_birth_date(self) -> None:
        birth = self.record.columns.members.birth.copy()
        birth[4] = 0
        problem = self.problem(members=self.record.columns.members._replace(birth=birth))
        assert problem.code == "fact-of-nobody"
        assert "A GUEST" in problem.message

    def test_a_ceiling(self) -> None:
        of_guest = Ceilings(np.array([4], dtype=np.int32), np.array([1900.0]), np.array([0], dtype=np.int32))
        assert self.problem(ceilings=of_guest).code == "fact-of-nobody"

    def test_a_second_entry(self) -> None:
        member = self.record.columns.entries.member.copy()
        member[-1] = 4
        assert self.problem(entries=self.record.columns.entries._replace(member=member)).code == "fact-of-nobody"


class TestIds:
    """Few ids are searched for, many are looked up all at once: the places are the same."""

    @settings(max_examples=60, derandomize=True, deadline=None)
    @given(st.sets(st.text(max_size=3)), st.lists(st.none() | st.text(max_size=3), max_size=30))
    def test_the_place_is_that_in_the_list(self, ids: set[str], asked: list[str | None]) -> None:
        listed = sorted(ids, key=lambda text: text.encode("utf-8", "surrogatepass"))
        found = Ids("members", pl.Series(listed, dtype=pl.String)).places(pl.Series(asked, dtype=pl.String))
        assert found.tolist() == [listed.index(text) if text in ids else -1 for text in asked]


class TestFilesThatAreNoTables:
    """One message that names the file."""

    def problem(self, folder: Path) -> Problem:
        with pytest.raises(HistoryError) as caught:
            read_tables(folder)
        return caught.value.problem

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        assert self.problem(tmp_path / "nowhere").code == "unreadable-file"

    def test_a_table_in_two_forms(self, tmp_path: Path) -> None:
        for suffix in (".csv", ".parquet"):
            write_tables(tmp_path, {"events": pl.DataFrame({"event": ["1"]})}, suffix)
        problem = self.problem(tmp_path)
        assert (problem.code, problem.place) == ("table-twice", str(tmp_path / "events.parquet"))

    def test_a_file_of_another_name(self, tmp_path: Path) -> None:
        (tmp_path / "ReadMe.txt").write_text("a note")
        (tmp_path / "player.csv").write_text("member\n1\n")
        assert (self.problem(tmp_path).code, self.problem(tmp_path).place) == (
            "unknown-table",
            str(tmp_path / "player.csv"),
        )

    @pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".csv"])
    def test_a_file_without_a_byte(self, tmp_path: Path, suffix: str) -> None:
        (tmp_path / f"events{suffix}").write_bytes(b"")
        problem = self.problem(tmp_path)
        assert (problem.code, problem.place) == ("unreadable-file", str(tmp_path / f"events{suffix}"))

    @pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
    def test_half_a_file(self, tmp_path: Path, suffix: str) -> None:
        write_tables(tmp_path, {"events": pl.DataFrame({"event": ["1"] * 999})}, suffix)
        path = tmp_path / f"events{suffix}"
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        assert self.problem(tmp_path).code == "unreadable-file"

    def test_text_that_is_no_utf_8(self, tmp_path: Path) -> None:
        (tmp_path / "events.csv").write_bytes("event\nÄ\n".encode("latin-1"))
        assert self.problem(tmp_path).code == "unreadable-file"

    def test_lines_of_another_length(self, tmp_path: Path) -> None:
        (tmp_path / "events.csv").write_text("event,name\n1,Spring, 2025\n")
        assert self.problem(tmp_path).code == "unreadable-file"

    def test_a_column_twice(self, tmp_path: Path) -> None:
        (tmp_path / "events.csv").write_text("event,event\n1,1\n")
        with pytest.raises(HistoryError, match="unknown-column"):
            typed({**frames(written()), **read_tables(tmp_path)})
