"""The law as a whole: what is in force when, by date, by edition, by profile; and what a damaged law is told."""

from __future__ import annotations

import pickle
from datetime import date, timedelta
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arpad
from arpad.rules.rulebook import PARAMETERS
from arpad.rules.uschess.floors import prize_threshold
from arpad.rules.vocabulary import LawChoice, Profile, System

PACKAGED = Path(arpad.__file__).parent / "rules/parameters"
DAYS = st.dates(date(2001, 1, 1), date(2030, 1, 1))


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A copy of the package's parameters, to be damaged."""
    return Path(copytree(PACKAGED, tmp_path / "law"))


def change(directory: Path, file: str, old: str, new: str) -> None:
    text = (directory / file).read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {file}"
    (directory / file).write_text(text.replace(old, new, 1), encoding="utf-8")


class TestByDate:
    """Section 8: a change applies to sections that start on its day or later."""

    @pytest.mark.parametrize(
        ("day", "b"),
        [
            ("2008-06-05", 10),
            ("2008-06-06", 6),
            ("2012-08-02", 6),
            ("2012-08-03", 8),
            ("2014-03-19", 8),
            ("2014-03-20", 10),
            ("2015-05-31", 10),
            ("2015-06-01", 12),
            ("2017-05-31", 12),
            ("2017-06-01", 14),
            ("2023-01-31", 14),
            ("2023-02-01", 12),
            ("2024-12-31", 12),
            ("2025-01-01", 10),
        ],
    )
    def test_the_bonus_threshold_changes_on_its_days(self, day: str, b: int) -> None:
        assert arpad.rulebook("OTBR", day).bonus_threshold == b

    def test_the_start_of_a_section_decides(self) -> None:
        assert arpad.rulebook("OTBR", "2023-01-31", end="2023-02-05").bonus_threshold == 14

    def test_as_practised_its_end_decides(self) -> None:
        book = arpad.rulebook("OTBR", "2023-01-31", end="2023-02-05", profile="practised")
        assert book.bonus_threshold == 12

    def test_as_practised_the_announced_day_of_2017_holds(self) -> None:
        practised = [
            arpad.rulebook("OTBR", "2017-04-01", end=end, profile="practised").bonus_threshold
            for end in ("2017-04-30", "2017-05-01")
        ]
        assert practised == [12, 14]

    def test_what_an_edition_did_not_know_does_not_exist(self) -> None:
        assert arpad.rulebook("OTBR", "2025-03-01").bonus_threshold == 10
        assert arpad.rulebook("OTBR", "2025-03-01", known="2025-02-10").bonus_threshold == 12
        assert arpad.rulebook("OTBR", "2025-03-01", known="2017-04-24").bonus_threshold == 14
        assert arpad.rulebook("OTBR", "2025-03-01", known="2009-06-04").bonus_threshold == 6

    def test_a_later_edition_overrides_from_its_day_on(self) -> None:
        """The blend was written down in September 2020, after the lists of June, and holds from June 1."""
        assert arpad.rulebook("OLB", "2020-07-01").initial_method == "blend"
        assert arpad.rulebook("OLB", "2020-07-01", known="2020-06-11").initial_method == "priority"

    @pytest.mark.parametrize(
        ("system", "born"),
        [("OTBB", "2013-03-01"), ("OLB", "2014-10-01"), ("OLQ", "2015-03-01"), ("OLR", "2020-06-01")],
    )
    def test_a_day_before_the_system_existed_is_an_error(self, system: str, born: str) -> None:
        day = date.fromisoformat(born)
        assert arpad.rulebook(system, day).system == system
        with pytest.raises(arpad.LawError, match=f"{system} does not exist before {born}"):
            arpad.rulebook(system, day - timedelta(days=1))

    def test_a_system_that_an_edition_does_not_know_is_an_error(self) -> None:
        with pytest.raises(arpad.LawError, match="OLR does not exist in the edition 2017-04-24"):
            arpad.rulebook("OLR", "2021-01-01", known="2017-04-24")

    def test_a_day_before_the_list_of_changes_is_an_error(self) -> None:
        assert arpad.rulebook("OTBR", "2001-01-01").bonus_threshold == 10
        with pytest.raises(arpad.LawError, match="begins on 2001-01-01"):
            arpad.rulebook("OTBR", "2000-12-31")

    def test_an_edition_that_never_was_is_an_error_that_lists_them(self) -> None:
        with pytest.raises(arpad.LawError, match="2009-06-04, 2017-04-24"):
            arpad.rulebook("OTBR", "2025-01-01", known="2024-03-01")

    @given(day=DAYS, system=st.sampled_from(list(System)), profile=st.sampled_from(list(Profile)))
    def test_every_day_since_a_system_exists_has_a_whole_rulebook(
        self, day: date, system: System, profile: Profile
    ) -> None:
        if day < arpad.law().systems[system].since:
            return
        book = arpad.rulebook(system, day, profile=profile)
        assert {change.parameter for change in book.changes} == set(PARAMETERS)
        assert all(change.day(profile) <= day for change in book.changes)
        assert all(getattr(book, change.parameter) == change.value for change in book.changes)


class TestByEdition:
    """The text of one document, whatever the day."""

    @pytest.mark.parametrize(
        ("edition", "b", "knee", "method", "storage"),
        [
            ("2009-06-04", 6, 2200, "priority", "integer"),
            ("2017-04-24", 14, 2355, "priority", "float"),
            ("2020-06-11", 14, 2355, "priority", "float"),
            ("2020-09-02", 14, 2355, "blend", "float"),
            ("2025-02-10", 12, 2355, "blend", "float"),
            ("2025-07-26", 10, 2355, "blend", "float"),
        ],
    )
    def test_each_document_has_its_numbers(self, edition: str, b: int, knee: int, method: str, storage: str) -> None:
        book = arpad.rulebook("OTBR", edition=edition)
        assert (book.bonus_threshold, book.n_star_knee, book.initial_method, book.storage) == (
            b,
            knee,
            method,
            storage,
        )
        assert book.uncertain == ()

    def test_the_dual_rated_k_is_of_the_regular_system_alone(self) -> None:
        of = {s: arpad.rulebook(s, edition="2025-02-10").dual_k for s in System}
        assert of == {s: s is System.OTBR for s in System}

    def test_the_printed_procedure_has_its_tolerance_and_its_start(self) -> None:
        of = {str(e): arpad.rulebook("OTBR", edition=e) for e in arpad.law().editions}
        assert {book.special_tolerance for book in of.values()} == {1e-7}
        assert [e for e, book in of.items() if book.special_start == "prior"] == ["2025-07-26"]
        assert [e for e, book in of.items() if not book.special_goes_back] == ["2009-06-04"]
        assert [e for e, book in of.items() if not book.special_knots_included] == ["2017-04-24"]

    def test_a_day_goes_with_an_edition_and_changes_nothing(self) -> None:
        assert arpad.rulebook("OTBR", "1990-01-01", edition="2017-04-24").bonus_threshold == 14

    def test_an_edition_goes_with_neither_known_nor_profile(self) -> None:
        with pytest.raises(arpad.LawError, match="neither known nor profile"):
            arpad.rulebook("OTBR", edition="2017-04-24", known="2017-04-24")

    def test_without_a_day_or_an_edition_there_is_no_law(self) -> None:
        with pytest.raises(arpad.LawError, match="a day is needed"):
            arpad.rulebook("OTBR")

    @pytest.mark.parametrize(
        ("given", "says"),
        [
            ({"day": "1 May"}, "not a date"),
            ({"day": "2025-01-01", "profile": "guessed"}, "no profile"),
            ({"system": "XYZ", "day": "2025-01-01"}, "no system"),
        ],
    )
    def test_a_word_that_means_nothing_is_an_error(self, given: dict[str, str], says: str) -> None:
        with pytest.raises(arpad.LawError, match=says):
            arpad.rulebook(**given)  # type: ignore[arg-type]


class TestOpenReadings:
    """Readings I02, I06, I40: what was not certain on a day is said."""

    @staticmethod
    def open_on(system: str, day: str, **choice: Any) -> set[tuple[str, str]]:
        return {(u.parameter, u.reading) for u in arpad.rulebook(system, day, **choice).uncertain}

    def test_undated_changes_are_open_between_the_documents(self) -> None:
        assert ("dual_k", "I02") in self.open_on("OTBR", "2015-01-01")
        assert ("dual_k", "I02") not in self.open_on("OTBR", "2017-04-24")
        assert ("dual_k", "I02") not in self.open_on("OTBQ", "2015-01-01")
        assert ("bonus_meetings_of_three", "I02") in self.open_on("OTBR", "2023-01-01")
        assert self.open_on("OTBR", "2025-03-01") == set()

    def test_what_the_office_announced_is_not_open_as_practised(self) -> None:
        assert ("dual_k", "I02") not in self.open_on("OTBR", "2015-01-01", profile="practised")

    def test_what_an_edition_did_not_know_is_not_open_to_it(self) -> None:
        assert self.open_on("OTBR", "2015-01-01", known="2009-06-04") == set()

    def test_before_the_first_document_everything_is_open(self) -> None:
        assert ("", "I06") in self.open_on("OTBR", "2009-06-03")
        assert ("", "I06") not in self.open_on("OTBR", "2009-06-04")

    def test_a_change_dated_to_a_year_is_open_until_its_end(self) -> None:
        assert ("time_control_range", "I40") in self.open_on("OTBQ", "2004-12-31")
        assert ("time_control_range", "I40") not in self.open_on("OTBQ", "2005-01-01")


class TestRulebook:
    """Frozen, with a digest that says whether two rate alike."""

    def test_equal_numbers_have_equal_digests(self) -> None:
        one, two = arpad.rulebook("OTBR", "2024-05-01"), arpad.rulebook("OTBR", "2024-06-01")
        assert one != two
        assert one.digest == two.digest

    def test_another_number_or_system_has_another_digest(self) -> None:
        book = arpad.rulebook("OTBR", "2024-05-01")
        digests = {
            book.digest,
            book.vary(bonus_threshold=11).digest,
            arpad.rulebook("OTBQ", "2024-05-01").digest,
            arpad.rulebook("OTBR", "2025-05-01").digest,
        }
        assert len(digests) == 4

    def test_a_variant_leaves_the_original_alone(self) -> None:
        book = arpad.rulebook("OTBR", "2024-05-01")
        variant = book.vary(bonus_threshold=9, fide_conversion=[{"intercept": 50, "slope": 1}])
        assert (book.bonus_threshold, variant.bonus_threshold) == (12.0, 9.0)
        assert variant.fide_conversion.line_for(3000.0).intercept == 50.0
        with pytest.raises(arpad.LawError, match="comes from no dated change"):
            variant.change_of("bonus_threshold")
        assert book.change_of("bonus_threshold").since == date(2023, 2, 1)

    def test_a_varied_prize_threshold_holds_for_every_prize(self) -> None:
        book = arpad.rulebook("OTBR", "2024-05-01")
        assert [prize_threshold(book, day) for day in (date(1999, 1, 1), date(2010, 1, 1), date(2020, 1, 1))] == [
            1000.0,
            2000.0,
            4000.0,
        ]
        assert prize_threshold(book.vary(money_floor_threshold=1), date(2020, 1, 1)) == 1.0

    def test_a_variant_of_a_number_that_does_not_exist_is_an_error(self) -> None:
        with pytest.raises(arpad.LawError, match="bonus_treshold"):
            arpad.rulebook("OTBR", "2024-05-01").vary(bonus_treshold=9)

    def test_it_cannot_be_changed(self) -> None:
        with pytest.raises(AttributeError):
            arpad.rulebook("OTBR", "2024-05-01").bonus_threshold = 1.0  # type: ignore[misc]

    def test_it_travels_between_processes(self) -> None:
        book = arpad.rulebook("OTBR", "2024-05-01")
        assert pickle.loads(pickle.dumps(book)) == book  # noqa: S301

    def test_it_shows_itself(self) -> None:
        book = arpad.rulebook("OTBR", "2024-05-01")
        assert repr(book).startswith("<Rulebook OTBR on 2024-05-01, known 2025-07-26, specified, B = 12")
        assert "edition 2017-04-24" in repr(arpad.rulebook("OTBR", edition="2017-04-24"))
        assert "<td>bonus_threshold</td><td>12.0</td>" in book._repr_html_()


class TestAnotherOfficesLaw:
    """A directory outside the package is read with the same checks."""

    def test_a_league_may_have_its_own_numbers(self, directory: Path) -> None:
        change(directory, "rating.toml", "value = 10.0, since = 2025-01-01", "value = 8.0, since = 2025-01-01")
        law = arpad.read_law(directory)
        assert arpad.rulebook("OTBR", "2025-03-01", using=law).bonus_threshold == 8.0
        assert arpad.rulebook("OTBR", "2025-03-01").bonus_threshold == 10.0

    def test_a_later_edition_overrides_what_earlier_ones_said_of_its_period(self, directory: Path) -> None:
        change(directory, "rating.toml", "value = 10.0, since = 2025-01-01", "value = 9.0, since = 2022-01-01")
        law = arpad.read_law(directory)

        def b(day: str, known: str) -> float:
            return arpad.rulebook("OTBR", day, known=known, using=law).bonus_threshold

        assert [b(day, "2025-07-26") for day in ("2021-12-31", "2022-01-01", "2023-06-01")] == [14.0, 9.0, 9.0]
        assert [b(day, "2025-02-10") for day in ("2021-12-31", "2022-01-01", "2023-06-01")] == [14.0, 14.0, 12.0]

    def test_other_files_in_the_directory_are_left_alone(self, directory: Path) -> None:
        (directory / "notes.txt").write_text("not TOML [", encoding="utf-8")
        assert arpad.read_law(directory).newest == date(2025, 7, 26)

    @pytest.mark.parametrize(
        ("file", "old", "new", "says"),
        [
            ("rating.toml", "[special_cap]", "[special_kap]", "unknown parameter: special_kap"),
            ("rating.toml", "[special_cap]", "[special_cap", "rating.toml:"),
            ("floors.toml", "[floor_absolute]", "[special_cap]", "special_cap stands in another file too"),
            ("rating.toml", "value = 2700.0", 'value = "2700"', "is not a number"),
            ("rating.toml", "value = 8, since", "value = 8.5, since", "is not a whole number"),
            ("rating.toml", "value = false, since = 2001", "value = 0, since = 2001", "neither true nor false"),
            ("systems.toml", 'value = "integer"', 'value = "rounded"', "is none of integer, float"),
            (
                "rating.toml",
                "value = 2700.0, since = 2001-01-01",
                "value = 2700.0, since = 2002-01-01",
                "special_cap: a gap: OTBR exists since 2001-01-01",
            ),
            (
                "rating.toml",
                "value = 8.0, since = 2012-08-03",
                "value = 8.0, since = 2014-03-20",
                "bonus_threshold: an overlap",
            ),
            ("rating.toml", 'source = "2025, section 8: 6', 'sauce = "2025, section 8: 6', "lacks"),
            ("rating.toml", 'unit = "games"\n', "", "missing"),
            ("rating.toml", ', undated", reads = ["I02", "I20"]', '"', "names the reading"),
            ("rating.toml", "edition = 2025-07-26", "edition = 2025-07-27", "no edition of the documents"),
            (
                "rating.toml",
                "since = 2025-01-01",
                'since = "2025-01-01"',
                "special_start: '2025-01-01' is not a date",
            ),
            ("rating.toml", "since = 2025-01-01", "since = 2025-01-01T00:00:00", "is not a date like"),
            ("rating.toml", "# Steps 2 to 5", "personal_floor_cap = 150\n# Steps 2 to 5", "another file too"),
            ("floors.toml", "# Section 5", "special_cap = 150\n# Section 5", "another file too"),
            ("systems.toml", "date = 2009-06-04, title", 'date = "2009", title', "an edition: '2009' is not a date"),
            ("systems.toml", "since = 2013-03-01, edition", "edition", "lacks 'since'"),
            ("systems.toml", 'code = "OTBB"', 'code = "OTBX"', "OTBX"),
            ("systems.toml", "edition = [", "edition = [3,", "edition"),
            ("floors.toml", 'systems = ["OTBR"], value = 2200', 'systems = ["OTBX"], value = 2200', "OTBX"),
            ("floors.toml", '"OTBQ", "OTBB", "OLR"', '"OTBB", "OLR"', "olm_floor: no value for OTBQ"),
            ("systems.toml", "system = [", "sistem = [", "no .*system"),
            ("initial.toml", '{ source = "FIDE" }', '{ source = "FIFA" }', "FIFA"),
            ("initial.toml", "knee = 2150.0", "knie = 2150.0", "unknown key knie"),
            ("initial.toml", "below = 2000.0, intercept = 720.0", "intercept = 720.0", "ascend"),
            ("time_control.toml", "at_least = 30.0 }", "at_least = 30.0, above = 30.0 }", "one lower end"),
        ],
    )
    def test_a_damaged_law_is_told_what_is_wrong(
        self, directory: Path, file: str, old: str, new: str, says: str
    ) -> None:
        change(directory, file, old, new)
        with pytest.raises(arpad.LawError, match=says):
            arpad.read_law(directory)

    def test_a_parameter_that_is_no_table_is_said(self, directory: Path) -> None:
        text = (directory / "rating.toml").read_text(encoding="utf-8")
        start, end = text.index("[special_cap]"), text.index("[special_tolerance]")
        (directory / "rating.toml").write_text("special_cap = 2700.0\n" + text[:start] + text[end:], encoding="utf-8")
        with pytest.raises(arpad.LawError, match="special_cap is a table with unit"):
            arpad.read_law(directory)
        with_change = text[:start] + text[start:end].replace("change = [{", "change = [3, {") + text[end:]
        (directory / "rating.toml").write_text(with_change, encoding="utf-8")
        with pytest.raises(arpad.LawError, match="special_cap: a change is a table, not 3"):
            arpad.read_law(directory)

    def test_a_value_that_an_early_edition_knows_too_late_is_a_gap(self, directory: Path) -> None:
        """B of 2001 known only later: an edition of 2009 would have no value before 2008."""
        change(
            directory,
            "rating.toml",
            "value = 10.0, since = 2001-01-01, edition = 2009-06-04",
            "value = 10.0, since = 2001-01-01, edition = 2017-04-24",
        )
        with pytest.raises(
            arpad.LawError, match=r"bonus_threshold: a gap: .* known in 2009-06-04 holds from 2008-06-06"
        ):
            arpad.read_law(directory)

    def test_a_value_first_known_after_the_system_is_a_gap(self, directory: Path) -> None:
        change(
            directory,
            "rating.toml",
            "value = 2700.0, since = 2001-01-01, edition = 2009-06-04",
            "value = 2700.0, since = 2001-01-01, edition = 2025-02-10",
        )
        with pytest.raises(arpad.LawError, match="special_cap: a gap: no value for OTBR known in 2009-06-04"):
            arpad.read_law(directory)

    def test_a_law_without_a_system_says_so_when_asked(self, directory: Path) -> None:
        text = (directory / "systems.toml").read_text(encoding="utf-8")
        kept = [line for line in text.splitlines() if 'code = "OLR"' not in line]
        (directory / "systems.toml").write_text("\n".join(kept), encoding="utf-8")
        for file in ("time_control.toml", "initial.toml", "floors.toml"):
            lines = (directory / file).read_text(encoding="utf-8").splitlines()
            (directory / file).write_text(
                "\n".join(line for line in lines if 'systems = ["OLR"]' not in line)
                .replace('"OLR", ', "")
                .replace(', "OLR"', ""),
                encoding="utf-8",
            )
        law = arpad.read_law(directory)
        with pytest.raises(arpad.LawError, match="the law knows no system OLR"):
            arpad.rulebook("OLR", "2025-01-01", using=law)
        assert System.OLR not in law.systems_on(date(2025, 1, 1), law.newest)


class TestProperties:
    """What holds of every timeline."""

    @given(
        system=st.sampled_from(list(System)),
        parameter=st.sampled_from(PARAMETERS),
        profile=st.sampled_from(list(Profile)),
        data=st.data(),
    )
    def test_a_timeline_ascends_and_begins_with_the_system(
        self, system: System, parameter: str, profile: Profile, data: st.DataObject
    ) -> None:
        law = arpad.law()
        existence = law.systems[system]
        known = data.draw(st.sampled_from([e for e in law.editions if e >= existence.edition]))
        line = law.timeline(system, parameter, known, profile)
        days = [change.day(profile) for change in line]
        assert days == sorted(set(days))
        assert days[0] <= existence.since
        assert all(change.edition <= known for change in line)

    @given(day=DAYS)
    def test_a_choice_of_law_is_the_same_however_it_is_asked(self, day: date) -> None:
        law = arpad.law()
        choice = LawChoice(known=law.newest)
        assert law.rulebook(System.OTBR, choice, day, day) == arpad.rulebook("OTBR", day)
