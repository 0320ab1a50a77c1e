"""Facts as an edit of a workbook: what the ledger refuses is refused in the same words, and nothing changes then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from math import inf, nan
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.history import HistoryError
from arpad.history.changes import edit_of
from arpad.history.facts import record_of_facts
from arpad.history.workbook import Workbook
from arpad.ledger.error import LedgerError
from arpad.ledger.facts import (
    CeilingSet,
    EventFiled,
    EventWithdrawn,
    Fact,
    FloorSet,
    FloorWithdrawn,
    ForeignRatingRecorded,
    MatchChangeRecorded,
    MatchOverride,
    MemberAdded,
    MemberChanged,
    MembersMerged,
    MembersUnmerged,
    RatingSet,
    SectionCorrected,
)
from arpad.ledger.past import Past, past_of
from arpad.rules.vocabulary import Event, Floor, Player, Published, Rating, Round, Section, System
from tests.history.books import at_rest, in_use, rated_book
from tests.history.random_facts import KINDS_OF_CHANGE, Chance
from tests.history.test_workbook import differing
from tests.ledger import test_past
from tests.ledger.making import filed, members, section

DAY = date(2025, 3, 1)
NUMBERS = (nan, inf, -inf, -1.0, 0.0, 0.5, 4000.5, 1e12)

Refusal = tuple[str, int | None, str, str]
"""Code, place among the new facts, message and hint."""


def refusal_of(error: LedgerError, known: int) -> Refusal:
    """What an error says, its place counted from the first new fact."""
    problem = error.problem
    place = int(problem.place.removeprefix("facts[").removesuffix("]")) - known if "facts" in problem.place else None
    return problem.code, place, str(problem.message), str(problem.hint)


def of_ledger(past: Past, more: Iterable[Fact]) -> Refusal | None:
    """How the ledger refuses facts."""
    try:
        past.with_facts(more)
    except LedgerError as error:
        return refusal_of(error, past.count)
    return None


def of_workbook(book: Workbook, more: Iterable[Fact]) -> Refusal | None:
    """How a workbook refuses them."""
    try:
        edit_of(book, more)
    except HistoryError as error:
        return refusal_of(error, 0)
    return None


def cases(test: Any) -> Any:
    """What another test is given."""
    (of_test,) = test.pytestmark
    return of_test.args[1]


class Mischance(Chance):
    """Draws facts that a past may not be able to take."""

    def some(self, past: Past, most: int) -> list[Fact]:
        """Facts as they come, with a slip in some."""
        found = []
        for _ in range(self.rng.randint(1, most)):
            fact = None
            while fact is None:
                fact = self.rng.choice(KINDS_OF_CHANGE).__get__(self)(past)
            found.append(self.slip(fact, past) if self.rng.random() < 0.4 else fact)
        return found

    def slip(self, fact: Fact, past: Past) -> Fact:
        """The fact with a mistake in it."""
        other: Any = self.rng.choice((*past.members, "nobody", ""))
        number = self.rng.choice(NUMBERS)
        later = DAY + timedelta(self.rng.randrange(9000))
        match fact:
            case MemberAdded():
                return replace(fact, member=other)
            case MembersMerged() | MembersUnmerged():
                return self.rng.choice((MembersMerged(fact.kept, other), MembersUnmerged(other, fact.duplicate)))
            case EventFiled():
                return EventFiled(self.event_with_slip(fact.event, past))
            case SectionCorrected():
                known = self.rng.choice((*past.events, "none"))
                return SectionCorrected(known, self.section_with_slip(fact.section, past))
            case EventWithdrawn():
                return EventWithdrawn("none")
            case MatchOverride():
                return self.rng.choice((MatchOverride("none", 1), replace(fact, section=99)))
            case ForeignRatingRecorded():
                slips = (replace(fact, rating=number), replace(fact, day=later, since=DAY), replace(fact, source=other))
                return self.rng.choice((*slips, replace(fact, member=other)))
            case FloorSet() | FloorWithdrawn():
                floors = (Floor("peak"), Floor("lowered"), Floor("lowered", number), Floor("money", under=number))
                return self.rng.choice((replace(fact, member=other), replace(fact, floor=self.rng.choice(floors))))
            case CeilingSet():
                return self.rng.choice((replace(fact, member=other), replace(fact, value=number)))
            case RatingSet():
                ratings = (Rating(number), Rating(1500.0, -1), Rating(1500.0, peak=number), Rating(1500.0, date=later))
                return self.rng.choice((replace(fact, member=other), replace(fact, rating=self.rng.choice(ratings))))
            case MatchChangeRecorded():
                return self.rng.choice((replace(fact, member=other), replace(fact, change=number)))
        return fact

    def event_with_slip(self, event: Event, past: Past) -> Event:
        """An event of which something cannot be."""
        first = self.section_with_slip(event.sections[0], past)
        ids = (None, "", *past.events)
        return self.rng.choice(
            (
                replace(event, id=self.rng.choice(ids)),
                replace(event, sections=(*event.sections, event.sections[0])),
                replace(event, sections=(first, *event.sections[1:])),
            )
        )

    def section_with_slip(self, of: Section, past: Past) -> Section:
        """A section of which something cannot be."""
        one, *others = of.players
        opponent = self.rng.choice((one.number, 99, *(player.number for player in others)))
        cell = self.rng.choice((Round("Q", opponent), Round("W"), Round("W", opponent), Round("L", 0)))
        published = {System.OTBR: Published(self.rng.choice(NUMBERS), self.rng.choice((None, -1)))}
        again = (
            replace(one, id=self.rng.choice((*past.members, "nobody"))),
            *[replace(one, rounds=(*one.rounds, cell))] * 3,
            replace(one, number=self.rng.choice((-1, 2**31, *(player.number for player in others)))),
            replace(one, published=published),
        )
        return self.rng.choice(
            (
                replace(of, start=of.end + timedelta(1)),
                replace(of, systems=self.rng.choice(((), (System.OTBR, System.OTBR)))),
                replace(of, number=self.rng.choice((-1, 2**31))),
                *(replace(of, players=(player, *others)) for player in again),
            )
        )


CODES_OF_LEDGER = {
    "against-oneself", "dated-later", "dates-reversed", "duplicate-number", "duplicate-section", "duplicate-system",
    "event-twice", "event-without-id", "member-twice", "member-without-id", "members-met", "merged-already",
    "merged-in-circle", "merged-with-itself", "missing-field", "missing-opponent", "no-opponent", "not-merged",
    "out-of-bounds", "unknown-code", "unknown-event", "unknown-floor", "unknown-floor-kind", "unknown-member",
    "unknown-section", "unknown-source",
}  # fmt: skip
CODES_OF_COLUMNS = {"no-systems", "number-too-large"}


class TestRefusals:
    """A workbook keeps no facts, and refuses what the ledger, which keeps all, refuses."""

    def test_of_any_facts_the_same_one_is_refused_in_the_same_words(self) -> None:
        seen: Counter[str] = Counter()

        @settings(max_examples=500, derandomize=True, deadline=None, database=None)
        @given(st.integers(0, 2**32 - 1))
        def check(seed: int) -> None:
            chance = Mischance(Random(seed))
            facts = chance.ledger(chance.rng.randint(2, 6), chance.rng.randint(1, 6))
            past, book = past_of(facts), rated_book(facts)
            before = in_use(book)
            for _ in range(4):
                more = chance.some(past, 4)
                refused = of_workbook(book, more)
                expected = of_ledger(past, more) or of_columns([*facts, *more], refused)
                assert refused == expected
                assert in_use(book) == before
                assert at_rest(book)
                if refused is None:
                    book.undo(book.apply(edit_of(book, more)))
                seen["taken" if refused is None else refused[0]] += 1

        check()
        assert CODES_OF_LEDGER | CODES_OF_COLUMNS | {"taken"} == seen.keys()

    @pytest.mark.parametrize(("fact", "code"), cases(test_past.TestContradictions.test_it_is_refused_at_its_place))
    def test_each_that_the_ledger_is_tested_with(self, fact: Fact, code: str) -> None:
        refused = of_workbook(rated_book(test_past.PRESENT), [fact])
        assert refused is not None
        assert refused[:2] == (code, 0)

    @pytest.mark.parametrize(("facts", "code"), cases(test_past.TestContradictions.test_it_may_take_several_facts))
    def test_those_that_take_several_facts_whichever_of_them_are_new(self, facts: Sequence[Fact], code: str) -> None:
        for known in range(len(facts)):
            refused = of_workbook(rated_book([*test_past.PRESENT, *facts[:known]]), facts[known:])
            assert refused is not None
            assert refused[:2] == (code, len(facts) - known - 1)

    def test_those_who_met_under_other_ids_are_no_one_person(self) -> None:
        facts: list[Fact] = [*members(*"12345"), filed("A", section(DAY, "3>4")), MembersMerged("5", "3")]
        book = rated_book([*facts, MembersMerged("1", "2")])
        assert of_workbook(book, [MembersMerged("4", "5")]) == of_ledger(past_of(facts), [MembersMerged("4", "5")])
        merged = [MembersMerged("2", "4"), MembersMerged("1", "5")]
        refused = of_workbook(rated_book(facts), [MembersMerged("1", "2"), *merged])
        assert refused is not None
        assert refused[:2] == ("members-met", 2)

    def test_more_players_than_there_is_room_for(self) -> None:
        crowd = Section(1, DAY, DAY, tuple(Player(number) for number in range(1, 2**16 + 1)), time_control="G/90;d5")
        refused = of_workbook(rated_book([]), [MemberAdded("1"), filed("A", crowd)])
        assert refused is not None
        assert refused[:2] == ("section-too-large", 1)
        with pytest.raises(HistoryError, match="section-too-large"):
            record_of_facts([filed("A", crowd)])


def of_columns(facts: Sequence[Fact], refused: Refusal | None) -> Refusal | None:
    """How the columns of a history refuse facts that the ledger takes; the place is that of the workbook."""
    try:
        record_of_facts(facts)
    except HistoryError as error:
        code, _, message, hint = refusal_of(error, 0)
        return code, refused and refused[1], message, hint
    return None


class TestTaken:
    """What the ledger takes is taken, in whatever words it comes."""

    @settings(max_examples=60, derandomize=True, deadline=None)
    @given(st.integers(0, 2**32 - 1))
    def test_careless_facts_that_no_rule_forbids(self, seed: int) -> None:
        chance = Mischance(Random(seed))
        facts = chance.ledger(5, 5)
        book = rated_book(facts)
        for _ in range(6):
            more = chance.some(past_of(facts), 2)
            if of_workbook(book, more) is None:
                book.apply(edit_of(book, more))
                facts += more
        assert differing(book, facts) == []

    def test_an_event_that_comes_and_goes_leaves_nothing(self) -> None:
        book = rated_book(test_past.PRESENT)
        more: list[Fact] = [filed("X", section(DAY, "1>3")), EventWithdrawn("X")]
        edit = edit_of(book, more)
        assert (edit.events, edit.added, edit.removed) == ((), None, ())
        book.apply(edit)
        assert differing(book, [*test_past.PRESENT, *more]) == []

    def test_a_section_that_is_told_twice_is_the_later_one(self) -> None:
        book = rated_book(test_past.PRESENT)
        of = section(DAY, "1=2")
        more: list[Fact] = [SectionCorrected("A", section(DAY, "1>3")), SectionCorrected("A", of), filed("B", of)]
        book.apply(edit_of(book, more))
        assert differing(book, [*test_past.PRESENT, *more]) == []

    def test_who_is_added_may_play_and_be_merged_at_once(self) -> None:
        book = rated_book(test_past.PRESENT)
        more: list[Fact] = [
            MemberAdded("8", DAY),
            MemberAdded("9", adult=True),
            filed("B", section(DAY, "9>1", "8>3")),
            MembersMerged("2", "8"),
            MemberChanged("8", None, adult=None, name="EIGHT"),
        ]
        book.apply(edit_of(book, more))
        assert differing(book, [*test_past.PRESENT, *more]) == []

    def test_an_override_stands_when_the_section_is_corrected(self) -> None:
        book = rated_book(test_past.PRESENT)
        facts = list(test_past.PRESENT)
        changes: tuple[list[Fact], ...] = (
            [MatchOverride("A", 1)],
            [SectionCorrected("A", section(DAY, "1=2"))],
            [EventWithdrawn("A"), filed("A", section(DAY, "1=2"))],
        )
        said = []
        for more in changes:
            book.apply(edit_of(book, more))
            facts += more
            assert differing(book, facts) == []
            said.append(
                book.columns.sections.override[: book.counts.sections][book.alive[: book.counts.sections]].tolist()
            )
        assert said == [[True], [True], [False]]
