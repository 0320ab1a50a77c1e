"""The documents as data (`spec/`) are well formed, agree with each other, and copy no sentence.

The coverage table rests on these files: a clause lost or marked wrongly here is a rule that nobody misses
there. See `spec/README.md` for what each field means.
"""

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SPEC = ROOT / "spec" / "uschess"

EDITIONS = ("2009-06-04", "2017-04-24", "2020-06-11", "2020-09-02", "2025-02-10", "2025-07-26")
BASED_ON = {"2020-09-02": "2020-06-11", "2025-07-26": "2025-02-10"}
LAST_SECTION = dict(zip(EDITIONS, (3, 7, 7, 7, 8, 8), strict=True))

KINDS = {"normative", "procedural", "informative"}
CHANGES = {"New", "Modified", "Unchanged", "Withdrawn"}
READINGS = {f"I{number:02d}" for number in range(1, 51)}

#: Every clause id there is. The same rule has the same id in every edition.
IDS = """
0-systems 0-time-controls 0-dual 0-scope
1-official 1-established 1-step-1 1-step-2 1-step-3 1-step-4 1-step-5
2-priority 2-foreign-national 2-blend 2-game-factor 2-staleness 2-relative-strength 2-staleness-factor
2-adjusted-weight 2-blend-result 2-fide 2-cfc 2-age 2-no-birth-date
3-n-star 3-n-effective
4-choice
4.1-pwe 4.1-adjusted 4.1-objective 4.1-procedure 4.1-cap
4.2-we 4.2-k 4.2-k-dual 4.2-bonus-condition 4.2-update 4.2-bonus
5-absolute 5-personal 5-peak 5-olm 5-money
6-eligible 6-opt-in 6-opponents 6-youth 6-update
7-rated-games 7-separate-systems 7-games-count 7-match-eligibility 7-match-limits 7-match-bonus
7-match-floors 7-storage 7-director
8-basis 8-dual-2002 8-dual-65 8-quick-5 8-age-2006 8-2008-06-06 8-2008-08-07 8-2010-04-01 8-2012-08-03
8-2013-03-01 8-2013-05-08 8-2014-03-20 8-2014-09-01 8-2014-10-01 8-2015-03-01 8-2015-06-01 8-2017-06-01
8-2020-06-01-regular 8-2020-06-01-blend 8-2023-02-01 8-2024-03-01 8-2025-01-01
"""
KNOWN = frozenset(IDS.split())

#: "0" is the preamble; "4" a section, "4.2" a subsection, "2.1-2.6" a run of subsections.
SECTION = re.compile(r"[0-8](\.[1-9](-[0-8]\.[1-9])?)?")

ELO_KINDS = {"formula": 77, "unnumbered": 24, "procedure": 44, "table": 46}
ELO_IDS = {
    "formula": re.compile(r"eq-(\d{1,2}|6a)"),
    "unnumbered": re.compile(r"un-n?[1-9]\.\d{1,2}-[a-z0-9-]+"),
    "procedure": re.compile(r"P\d{1,2}"),
    "table": re.compile(r"t-[2-9]\.\d{1,2}(-chart)?"),
}
ELO_STATUS = {"exact", "stated convention", "approximate", "look-up", "rule only"}
ELO_SECTION = re.compile(r"[1-9]\.\d{1,2}(, [1-9]\.\d{1,2})*")

LONGEST_NOTE = 200
LONGEST_HEADING = 60
COPIED_RUN = 8
WORD = 3
WORDS_OF_A_SENTENCE = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Clause:
    """One entry of an edition; an unknown or missing key is a TypeError when the file is read."""

    id: str
    section: str
    heading: str
    kind: str
    change: str
    note: str
    prints: list[float]
    reads: list[str]
    waived: str | None = None

    @property
    def place(self) -> tuple[int, ...]:
        """Where the clause stands, for comparing; a run of subsections stands where it begins."""
        return tuple(int(part) for part in self.section.split("-")[0].split("."))


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """What an edition says about itself."""

    edition: date
    title: str
    authors: list[str]
    based_on: date | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Edition:
    """A file of `spec/uschess/`: the document and its clauses in order."""

    document: Document
    clauses: list[Clause]

    @property
    def name(self) -> str:
        """The day of the edition, as in the name of the file."""
        return self.document.edition.isoformat()

    @property
    def by_id(self) -> dict[str, Clause]:
        """The clauses under their ids."""
        return {clause.id: clause for clause in self.clauses}


def read(name: str) -> Edition:
    """Read one edition from its file."""
    tables = tomllib.loads((SPEC / f"{name}.toml").read_text(encoding="utf-8"))
    assert set(tables) == {"document", "clause"}, f"{name} has other tables"
    return Edition(Document(**tables["document"]), [Clause(**table) for table in tables["clause"]])


def in_force(names: tuple[str, ...]) -> dict[str, Clause]:
    """Return the clauses in force once the last of these editions is out; a whole edition starts anew."""
    clauses: dict[str, Clause] = {}
    for edition in map(read, names):
        kept = clauses if edition.document.based_on else {}
        listed = kept | edition.by_id
        clauses = {key: clause for key, clause in listed.items() if clause.change != "Withdrawn"}
    return clauses


def before(name: str) -> dict[str, Clause]:
    """Return the clauses in force in the edition before this one; none before the first."""
    return in_force(EDITIONS[: EDITIONS.index(name)])


every_edition = pytest.mark.parametrize("name", EDITIONS)
every_later_edition = pytest.mark.parametrize("name", EDITIONS[1:])


def test_each_edition_has_its_file_and_there_are_no_others() -> None:
    """The editions are the six that arpad knows, and their files sort by date."""
    assert tuple(sorted(path.stem for path in SPEC.iterdir())) == EDITIONS


@every_edition
def test_a_file_is_named_after_the_edition_it_holds(name: str) -> None:
    """The date in the document table is the date in the file's name."""
    assert read(name).name == name


@every_edition
def test_a_document_names_its_title_and_its_authors(name: str) -> None:
    """Both are on the first page of every edition."""
    document = read(name).document
    assert document.title.endswith("Rating System")
    assert document.authors == ["Mark E. Glickman", "Thomas Doan"]


@every_edition
def test_only_the_two_differences_are_based_on_another_edition(name: str) -> None:
    """They build on the edition just before them, and say what is known of them."""
    document = read(name).document
    base = document.based_on.isoformat() if document.based_on else None
    assert base == BASED_ON.get(name)
    assert base is None or base == EDITIONS[EDITIONS.index(name) - 1]
    assert bool(document.note) == (base is not None)


@every_edition
def test_a_clause_is_listed_once_and_is_known(name: str) -> None:
    """Two entries under one id would hide one of them from the coverage table."""
    ids = [clause.id for clause in read(name).clauses]
    assert len(ids) == len(set(ids))
    assert set(ids) <= KNOWN


def test_every_known_clause_stands_in_some_edition() -> None:
    """A name without a clause could be cited by code for ever without meaning anything."""
    assert {clause.id for name in EDITIONS for clause in read(name).clauses} == KNOWN


@every_edition
def test_kinds_and_change_marks_are_of_the_known_sorts(name: str) -> None:
    """Their words are fixed by spec/README.md."""
    for clause in read(name).clauses:
        assert clause.kind in KINDS, clause.id
        assert clause.change in CHANGES, clause.id


@every_edition
def test_a_clause_has_a_short_heading(name: str) -> None:
    """Headings are labels in tables: one short line, without a full stop."""
    for clause in read(name).clauses:
        assert clause.heading == clause.heading.strip() != "", clause.id
        assert len(clause.heading) <= LONGEST_HEADING, clause.id
        assert len(clause.heading.splitlines()) == 1, clause.id
        assert not clause.heading.endswith("."), clause.id


@every_edition
def test_a_note_is_one_line_of_at_most_200_characters(name: str) -> None:
    """It is a whole sentence, and fits into a table."""
    for clause in read(name).clauses:
        assert clause.note == clause.note.strip() != "", clause.id
        assert len(clause.note.splitlines()) == 1, clause.id
        assert len(clause.note) <= LONGEST_NOTE, clause.id
        assert clause.note.endswith("."), clause.id


@every_edition
def test_printed_examples_are_numbers(name: str) -> None:
    """A truth value or a text among them would never equal a result."""
    for clause in read(name).clauses:
        assert all(type(number) in (int, float) for number in clause.prints), clause.id


@every_edition
def test_the_readings_a_clause_names_exist(name: str) -> None:
    """They run from I01 to I50, and are named once each, in order."""
    for clause in read(name).clauses:
        assert set(clause.reads) <= READINGS, clause.id
        assert clause.reads == sorted(set(clause.reads)), clause.id


@every_edition
def test_only_a_normative_clause_is_waived_and_with_a_reason(name: str) -> None:
    """What is not computed anyway needs no waiver."""
    for clause in read(name).clauses:
        if clause.waived is not None:
            assert clause.kind == "normative", clause.id
            assert clause.waived.strip(), clause.id


@every_edition
def test_a_clause_stands_in_a_section_that_the_edition_has(name: str) -> None:
    """The edition of 2009 ends with section 3, those of 2017 and 2020 with 7, those of 2025 with 8."""
    for clause in read(name).clauses:
        assert SECTION.fullmatch(clause.section), clause.id
        assert clause.place[0] <= LAST_SECTION[name], clause.id


@every_edition
def test_clauses_come_in_the_order_of_the_document(name: str) -> None:
    """Sections never go back."""
    places = [clause.place for clause in read(name).clauses]
    assert places == sorted(places)


@every_later_edition
def test_from_2017_on_an_id_tells_the_section(name: str) -> None:
    """The ids were made from the younger numbering; only the edition of 2009 is divided otherwise."""
    for clause in read(name).clauses:
        number = clause.id.split("-")[0]
        assert clause.section == number or clause.section.startswith(f"{number}."), clause.id


@every_edition
def test_a_clause_is_new_exactly_when_the_edition_before_did_not_have_it(name: str) -> None:
    """What was there before is Modified, Unchanged or Withdrawn; so the first edition is all New."""
    earlier = before(name)
    for clause in read(name).clauses:
        assert (clause.change == "New") == (clause.id not in earlier), clause.id


@every_later_edition
def test_a_withdrawn_clause_is_gone_in_the_next_editions(name: str) -> None:
    """It is named once, when it goes, and not again."""
    withdrawn = {clause.id for clause in read(name).clauses if clause.change == "Withdrawn"}
    later = EDITIONS[EDITIONS.index(name) + 1 :]
    assert withdrawn.isdisjoint(in_force(EDITIONS[: EDITIONS.index(name) + 1]))
    assert all(withdrawn.isdisjoint(read(other).by_id) for other in later)


@every_later_edition
def test_a_whole_edition_accounts_for_every_clause_before_it(name: str) -> None:
    """Nothing disappears in silence: what is gone is listed as Withdrawn."""
    edition = read(name)
    if edition.document.based_on is None:
        assert set(before(name)) <= set(edition.by_id)


@pytest.mark.parametrize("name", BASED_ON)
def test_a_difference_lists_only_what_changes(name: str) -> None:
    """What it leaves out holds as before, so Unchanged has no place in it."""
    assert all(clause.change != "Unchanged" for clause in read(name).clauses)


@every_later_edition
def test_an_unchanged_clause_keeps_its_words_and_a_modified_one_does_not(name: str) -> None:
    """The note says what is demanded: the same note is the same demand."""
    earlier = before(name)
    for clause in read(name).clauses:
        if clause.change == "Unchanged":
            same = earlier[clause.id]
            assert clause.note == same.note, clause.id
            assert (clause.reads, clause.waived) == (same.reads, same.waived), clause.id
        if clause.change == "Modified":
            assert clause.note != earlier[clause.id].note, clause.id


@every_later_edition
def test_a_clause_keeps_its_kind_and_its_heading_from_edition_to_edition(name: str) -> None:
    """The same rule under the same name."""
    earlier = before(name)
    for clause in read(name).clauses:
        if clause.id in earlier:
            same = earlier[clause.id]
            assert (clause.kind, clause.heading) == (same.kind, same.heading), clause.id


@dataclass(frozen=True, kw_only=True, slots=True)
class BookRow:
    """One entry of Elo's book; an unknown or missing key is a TypeError when the file is read."""

    id: str
    section: str
    heading: str
    kind: str
    status: str
    note: str
    prints: list[float]


def book() -> list[BookRow]:
    """Read `spec/elo/book.toml`."""
    tables = tomllib.loads((ROOT / "spec" / "elo" / "book.toml").read_text(encoding="utf-8"))
    assert set(tables) == {"document", "row"}
    return [BookRow(**table) for table in tables["row"]]


class TestElosBook:
    """`spec/elo/book.toml`: everything in the book that can be computed."""

    def test_it_has_every_formula_procedure_and_table_once(self) -> None:
        assert Counter(row.kind for row in book()) == ELO_KINDS
        assert len({row.id for row in book()}) == len(book())
        numbers = {row.id for row in book() if row.kind == "formula"}
        assert numbers == {f"eq-{number}" for number in range(76)} | {"eq-6a"}
        assert [row.id for row in book() if row.kind == "procedure"] == [f"P{number}" for number in range(1, 45)]

    @pytest.mark.parametrize("row", book(), ids=lambda row: row.id)
    def test_an_entry_says_what_it_is_in_one_line(self, row: BookRow) -> None:
        assert ELO_IDS[row.kind].fullmatch(row.id)
        assert ELO_SECTION.fullmatch(row.section)
        assert row.status in ELO_STATUS
        assert row.heading == row.heading.strip() != ""
        assert len(row.heading) <= LONGEST_HEADING
        assert not row.heading.endswith(".")
        assert row.note.endswith(".")
        assert len(row.note.splitlines()) == 1
        assert len(row.note) <= LONGEST_NOTE
        assert all(type(number) in (int, float) for number in row.prints)

    def test_an_id_with_a_section_names_the_first_one(self) -> None:
        for row in book():
            if row.kind == "table" and row.id != "t-4.3":
                assert row.section.split(", ")[0] == row.id.split("-")[1]


def documents() -> list[Path]:
    """Find the text of the documents, where the shared material lies beside or inside the repository."""
    places = (ROOT.parent / "shared" / "spec", ROOT / "shared" / "spec")
    return sorted(path for place in places for path in place.glob("*.txt"))


def runs(text: str) -> set[tuple[str, ...]]:
    """Take every run of eight consecutive words of a text, in small letters and without signs."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return {tuple(words[start : start + COPIED_RUN]) for start in range(len(words) - COPIED_RUN + 1)}


@pytest.mark.skipif(not documents(), reason="the documents are not here: shared/spec is absent")
def test_no_sentence_of_the_documents_is_copied() -> None:
    """Facts and figures carry over; eight words in a row are somebody else's sentence."""
    printed = set().union(*(runs(path.read_text(encoding="utf-8")) for path in documents()))
    ours = [
        (name, clause.id, text)
        for name in EDITIONS
        for clause in read(name).clauses
        for text in (clause.note, clause.heading)
    ]
    ours += [("elo", row.id, text) for row in book() for text in (row.note, row.heading)]
    copied = [
        (name, clause, run)
        for name, clause, text in ours
        for run in runs(text) & printed
        if name != "elo" or sum(len(word) >= WORD for word in run) >= WORDS_OF_A_SENTENCE  # a formula is no sentence
    ]
    assert copied == []
