"""A workbook that follows its facts: whatever is changed, it has the very bits of a full run over all facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from arpad.history import workbook as workbook_room
from arpad.history import writing
from arpad.history.changes import edit_of
from arpad.history.compact import record_of
from arpad.history.edit import Moved
from arpad.history.facts import record_of_facts
from arpad.history.workbook import Workbook
from arpad.kernel.run import Stopped
from arpad.ledger.facts import (
    CeilingSet,
    EventFiled,
    EventWithdrawn,
    Fact,
    FloorSet,
    MemberAdded,
    MemberChanged,
    MembersMerged,
    RatingSet,
    SectionCorrected,
)
from arpad.ledger.past import Past, past_of
from arpad.rules.vocabulary import Event, Floor, Kind, Player, Rating, Round, Section, System
from tests.history.alike import differences
from tests.history.books import (
    at_rest,
    chains,
    in_use,
    keys,
    leave_no_room,
    of_law,
    rated_book,
    results,
    standings,
    unseen,
)
from tests.history.random_facts import Chance
from tests.kernel import histories
from tests.ledger.making import DUAL, filed, members, ruled, section

SEEDS = st.integers(0, 2**32 - 1)
VARIANTS: tuple[dict[str, Any], ...] = ({}, {"bonus_threshold": 6.0}, {"k_numerator": 900.0, "established_games": 8})
JANUARY, FEBRUARY, MARCH = date(2025, 1, 4), date(2025, 2, 1), date(2025, 3, 1)


def drawn(seed: int, most_members: int = 7, most_sections: int = 8) -> tuple[list[Fact], Chance]:
    """A small ledger, and the chance that goes on drawing."""
    chance = Chance(Random(seed))
    return chance.ledger(chance.rng.randint(2, most_members), chance.rng.randint(0, most_sections)), chance


def differing(book: Workbook, facts: Sequence[Fact]) -> list[str]:
    """In what a workbook is not, to the bit, what a full run over all facts makes."""
    full = rated_book(facts, book.variant)
    found = [what.__name__ for what in (results, standings, chains) if what(book) != what(full)]
    found += ["order"] if list(results(book)) != list(results(full)) else []
    found += ["not rated"] if problems(book) != problems(full) else []
    found += [f"unseen {key}" for key in unseen(book)]
    found += [] if at_rest(book) else ["marks"]
    return found + differences(record_of(book), record_of_facts(facts))


def problems(book: Workbook) -> Counter[Any]:
    """What the law cannot rate, by event and section."""
    sections = book.columns.sections
    return Counter(
        (
            book.names.id_of_event(int(sections.event[one.section])),
            int(sections.number[one.section]),
            one.code,
            one.message,
        )
        for one in book.not_rated
    )


class Changing(RuleBasedStateMachine):
    """A workbook that is changed, changed back, varied and stopped, beside the facts that hold."""

    changed: ClassVar[Counter[str]] = Counter()

    @initialize(seed=SEEDS, tight=st.booleans())
    def begin(self, seed: int, tight: bool) -> None:
        """A small ledger, rated; sometimes every array is full from the start."""
        self.patch = pytest.MonkeyPatch()
        if tight:
            leave_no_room(self.patch)
        self.facts, _ = drawn(seed)
        self.book = rated_book(self.facts)
        self.latest: list[tuple[Moved, int, dict[str, Any]]] = []

    @property
    def past(self) -> Past:
        """What the facts come to."""
        return past_of(self.facts)

    @rule(seed=SEEDS)
    def change(self, seed: int) -> None:
        """A change set is applied."""
        more = Chance(Random(seed)).changes(self.past, most=4)
        before = in_use(self.book)
        moved = self.book.apply(edit_of(self.book, more))
        self.latest.append((moved, len(self.facts), before))
        self.facts += more
        Changing.changed.update(["sets"], facts=len(more))
        assert differing(self.book, self.facts) == []

    @precondition(lambda self: self.latest)
    @rule()
    def take_back(self) -> None:
        """The latest change was none."""
        moved, count, before = self.latest.pop()
        self.book.undo(moved)
        del self.facts[count:]
        Changing.changed["taken back"] += 1
        assert in_use(self.book) == before
        assert differing(self.book, self.facts) == []

    @precondition(lambda self: len(self.latest) % 4 == 1)
    @rule(seed=SEEDS)
    def stop(self, seed: int) -> None:
        """A change is stopped on the way."""
        before = in_use(self.book)
        edit = edit_of(self.book, Chance(Random(seed)).changes(self.past))
        try:
            moved = self.book.apply(edit, lambda _done, _runs: False)
        except Stopped:
            Changing.changed["stopped"] += 1
        else:
            self.book.undo(moved)
        assert in_use(self.book) == before
        assert at_rest(self.book)

    @precondition(lambda self: len(self.latest) > 2)
    @rule(variant=st.sampled_from(VARIANTS))
    def vary(self, variant: dict[str, Any]) -> None:
        """Everything is rated with other numbers; no change before that can be taken back."""
        self.book.vary(variant)
        self.book.rate()
        for moved, _, _ in self.latest:
            with pytest.raises(ValueError, match="not the latest change"):
                self.book.undo(moved)
        self.latest.clear()
        Changing.changed["varied"] += 1
        assert differing(self.book, self.facts) == []

    def teardown(self) -> None:
        """Let there be room again."""
        if hasattr(self, "patch"):
            self.patch.undo()


class TestChanging:
    """What an edit reaches is rated again, and it comes out as if everything had been."""

    def test_a_thousand_change_sets_one_after_the_other_give_what_a_full_run_gives(self) -> None:
        Changing.changed.clear()
        run_state_machine_as_test(
            Changing,
            settings=settings(
                max_examples=160,
                stateful_step_count=16,
                derandomize=True,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
        assert Changing.changed["sets"] >= 1000
        assert min(Changing.changed[what] for what in ("taken back", "stopped", "varied")) >= 50

    @settings(max_examples=40, derandomize=True, deadline=None)
    @given(SEEDS)
    def test_so_do_larger_ones_in_a_larger_ledger(self, seed: int) -> None:
        facts, chance = drawn(seed, most_members=14, most_sections=40)
        book = rated_book(facts)
        for _ in range(3):
            more = chance.changes(past_of(facts), most=20)
            book.apply(edit_of(book, more))
            facts += more
            assert differing(book, facts) == []

    def test_so_do_those_that_reach_most_of_a_league(self) -> None:
        facts = histories.facts_of(histories.generated(6_000, seed=3))
        book, chance, past = rated_book(facts), Chance(Random(1)), past_of(facts)
        for _ in range(6):
            more: list[Fact] = [EventWithdrawn(min(past.events))]
            more += chance.changes(past.with_facts(more))
            moved = book.apply(edit_of(book, more))
            facts += more
            past = past.with_facts(more)
            assert len(moved.changed) > 1000
            assert differing(book, facts) == []

    @pytest.mark.parametrize("times", [1, 2, 5])
    def test_one_change_set_may_come_in_parts(self, times: int) -> None:
        facts, chance = drawn(times)
        more = chance.changes(past_of(facts), most=12)
        book = rated_book(facts)
        for at in range(0, len(more), times):
            book.apply(edit_of(book, more[at : at + times]))
        assert differing(book, [*facts, *more]) == []

    def test_no_facts_change_nothing(self) -> None:
        facts, _ = drawn(1)
        book = rated_book(facts)
        moved = book.apply(edit_of(book, []))
        assert len(moved.changed) == len(moved.added) == len(moved.removed) == 0
        assert differing(book, facts) == []

    def test_only_what_a_change_reaches_says_something_else(self) -> None:
        facts: list[Fact] = [*members(*"123456"), *(ruled(member, 1500.0) for member in "123456")]
        facts += [filed("A", section(FEBRUARY, "1>2")), filed("B", section(MARCH, "3>4")), filed("C", LATE)]
        book = rated_book(facts)
        changed = book.apply(edit_of(book, [filed("EARLY", section(JANUARY, "1=5"))])).changed
        assert {key[0] for row, key in keys_of(book, changed)} == {"EARLY", "A"}


LATE = section(date(2025, 4, 5), "5>6", systems=(System.OTBB,))


def keys_of(book: Workbook, rows: Any) -> list[tuple[int, tuple[Any, ...]]]:
    """Whose result of what some rows are."""
    whose = dict(keys(book))
    return [(row, whose[row]) for row in rows.tolist()]


class TestBeginnings:
    """A history that begins with nothing is the one that an office begins with."""

    def test_the_first_section_of_all_is_rated_by_its_law(self) -> None:
        facts = members("1", "2")
        book = rated_book(facts)
        more = [filed("A", section(JANUARY, "1>2"))]
        book.apply(edit_of(book, more))
        assert differing(book, [*facts, *more]) == []
        assert [row["post"] for row in book.rows[: book.counts.rows]] == [1500.0, 1100.0]

    def test_everything_may_come_at_once(self) -> None:
        facts, _ = drawn(3, most_sections=20)
        book = rated_book([])
        book.apply(edit_of(book, facts))
        assert differing(book, facts) == []

    def test_a_law_that_no_section_went_by_before_is_fetched(self) -> None:
        facts: list[Fact] = [*members("1", "2"), filed("A", section(date(2008, 1, 5), "1>2"))]
        book = rated_book(facts)
        for year in range(2009, 2026):
            more = [filed(f"{year}", section(date(year, 8, 10), "1=2", "1<2"))]
            book.apply(edit_of(book, more))
            facts += more
        assert differing(book, facts) == []

    def test_it_must_be_rated_before_anything_can_change(self) -> None:
        book = Workbook.of(record_of_facts(drawn(1)[0]), of_law())
        with pytest.raises(ValueError, match="not rated yet"):
            book.apply(edit_of(book, []))
        book.rate()
        book.vary({"bonus_threshold": 6.0})
        with pytest.raises(ValueError, match="not rated yet"):
            book.apply(edit_of(book, []))


class TestTakenBack:
    """The latest change can be taken back, then the one before it, and everything is as it was."""

    @settings(max_examples=30, derandomize=True, deadline=None)
    @given(SEEDS, st.booleans())
    def test_any_number_of_changes_one_after_the_other(self, seed: int, tight: bool) -> None:
        facts, chance = drawn(seed)
        with pytest.MonkeyPatch.context() as patch:
            if tight:
                leave_no_room(patch)
            book, past = rated_book(facts), past_of(facts)
            done = []
            for _ in range(4):
                more = chance.changes(past)
                done.append((in_use(book), book.apply(edit_of(book, more))))
                past = past.with_facts(more)
            for before, moved in reversed(done):
                book.undo(moved)
                assert in_use(book) == before
                assert unseen(book) == []

    def test_a_name_too_when_the_names_were_copied_meanwhile(self, monkeypatch: pytest.MonkeyPatch) -> None:
        leave_no_room(monkeypatch)
        book = rated_book([MemberAdded("1", name="ONE"), filed("A", section(JANUARY))])
        before = in_use(book)
        again = EventFiled(Event(JANUARY, JANUARY, (), id="A", name="Again"))
        changes: list[list[Fact]] = [
            [MemberChanged("1", FEBRUARY, adult=True, name="UNO"), EventWithdrawn("A"), again],
            [MemberAdded("2"), filed("B", section(JANUARY))],
        ]
        moved = [book.apply(edit_of(book, facts)) for facts in changes]
        for one in reversed(moved):
            book.undo(one)
        assert in_use(book) == before

    def test_only_the_latest_change_can_be(self) -> None:
        facts, _ = drawn(1)
        book = rated_book(facts)
        first = book.apply(edit_of(book, [MemberAdded("new")]))
        second = book.apply(edit_of(book, [FloorSet("new", Floor("olm"))]))
        with pytest.raises(ValueError, match="not the latest change"):
            book.undo(first)
        book.undo(second)
        book.undo(first)
        assert differing(book, facts) == []

    def test_and_only_once(self) -> None:
        facts, _ = drawn(1)
        book = rated_book(facts)
        moved = book.apply(edit_of(book, [MemberAdded("new")]))
        book.undo(moved)
        with pytest.raises(ValueError, match="not the latest change"):
            book.undo(moved)

    def test_an_edit_for_another_state_is_refused(self) -> None:
        facts, _ = drawn(1)
        book = rated_book(facts)
        before, early = in_use(book), edit_of(book, [MemberAdded("one")])
        moved = book.apply(edit_of(book, [MemberAdded("other")]))
        late = edit_of(book, [MemberAdded("one")])
        with pytest.raises(ValueError, match="made for version"):
            book.apply(early)
        book.undo(moved)
        with pytest.raises(ValueError, match="made for version"):
            book.apply(late)
        assert in_use(book) == before

    def test_an_edit_is_good_again_when_the_changes_since_are_taken_back(self) -> None:
        facts, _ = drawn(1)
        book = rated_book(facts)
        early = edit_of(book, [MemberAdded("one")])
        book.undo(book.apply(edit_of(book, [MemberAdded("other"), filed("X", section(JANUARY, "1>other"))])))
        book.apply(early)
        assert differing(book, [*facts, MemberAdded("one")]) == []


class Broken(Exception):  # noqa: N818 nobody is to take it for an error of the package
    """What is raised in the middle."""


PLACES = [
    *((workbook_room, name) for name in ("write", "untie", "tie", "mark_all_of", "rate_again")),
    *(
        (writing, name)
        for name in (
            "make_room", "_write_names", "_write_facts", "_write_rulings", "_write_sections", "_write_section_runs",
            "_write_runs", "_insert", "put_in_order", "tally_sections", "with_matches", "facts_again", "roots_of",
            "joined", "put", "systems_of_sections", "all_with_room", "with_room", "filled",
        )
    ),
]  # fmt: skip


class TestBrokenOff:
    """Whatever is raised while a change is made, it was not made at all."""

    EVERYTHING: tuple[Fact, ...] = (
        MemberAdded("new", FEBRUARY),
        MemberChanged("1", None, adult=True, name="ONE"),
        MembersMerged("1", "4"),
        RatingSet("2", System.OTBR, JANUARY, Rating(1900.0, 40)),
        FloorSet("3", Floor("lowered", 1400.0)),
        EventWithdrawn("B"),
        filed("C", section(MARCH, "1>new", *["2=3"] * 3, time_control="G/45;d5")),
        filed("M", section(FEBRUARY, *["2>3"] * 3, kind=Kind.MATCH)),
        SectionCorrected("A", section(JANUARY, "1<2", "2>3")),
    )
    FACTS: tuple[Fact, ...] = (
        *members("1", "2", "3", "4"),
        *(ruled(member, 1600.0) for member in "1234"),
        filed("A", section(JANUARY, "1>2", "2>3")),
        filed("B", section(FEBRUARY, "1>3", "4>2")),
        filed("D", section(MARCH, "4>3", "2>1", number=7)),
    )

    @pytest.mark.parametrize("done", [False, True], ids=["before", "after"])
    @pytest.mark.parametrize(("room", "name"), PLACES, ids=[name for _, name in PLACES])
    def test_by_an_exception(self, room: Any, name: str, done: bool, monkeypatch: pytest.MonkeyPatch) -> None:
        book = rated_book(self.FACTS)
        edit, before, times = edit_of(book, self.EVERYTHING), in_use(book), 0
        moved = None
        while moved is None:
            with monkeypatch.context() as patch:
                patch.setattr(room, name, breaking(getattr(room, name), times, done=done))
                try:
                    moved = book.apply(edit)
                except Broken:
                    times += 1
                    assert in_use(book) == before
                    assert at_rest(book)
                    assert unseen(book) == []
        assert times > 0
        assert differing(book, [*self.FACTS, *self.EVERYTHING]) == []

    def test_when_the_order_is_half_written(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def half(book: Workbook, first: int, tail: Any) -> None:
            monkeypatch.undo()
            book.order_room[first : first + len(tail)] = tail
            raise Broken

        book = rated_book(self.FACTS)
        edit, before = edit_of(book, self.EVERYTHING), in_use(book)
        monkeypatch.setattr(writing, "put_in_order", half)
        with pytest.raises(Broken):
            book.apply(edit)
        assert in_use(book) == before

    @settings(max_examples=25, derandomize=True, deadline=None)
    @given(SEEDS)
    def test_by_who_watches_the_progress_at_whatever_moment(self, seed: int) -> None:
        facts, chance = drawn(seed, most_sections=12)
        more = chance.changes(past_of(facts), most=6)
        with pytest.MonkeyPatch.context() as patch:
            leave_no_room(patch)
            book = rated_book(facts)
            edit, before = edit_of(book, more), in_use(book)
            watch = Watch(1)
            while True:
                try:
                    book.apply(edit, watch)
                except Stopped:
                    assert len(watch.told) == watch.stop_at
                    assert in_use(book) == before
                    assert at_rest(book)
                    watch = Watch(watch.stop_at + 1)
                else:
                    break
            assert all(0 < done <= runs for done, runs in watch.told)
            assert differing(book, [*facts, *more]) == []


class Watch:
    """Progress that stops when it was told for the so manieth time."""

    def __init__(self, stop_at: int) -> None:
        self.stop_at = stop_at
        self.told: list[tuple[int, int]] = []

    def __call__(self, done: int, runs: int) -> bool:
        self.told.append((done, runs))
        return len(self.told) < self.stop_at


def breaking(function: Callable[..., Any], call: int, *, done: bool) -> Callable[..., Any]:
    """A function that raises when it was called some times, before or after it does what it does; then no more."""
    calls = 0

    def broken(*arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls - 1 != call:
            return function(*arguments, **options)
        if done:
            function(*arguments, **options)
        raise Broken

    return broken


class TestCorners:
    """What random changes seldom meet."""

    def test_a_match_that_one_entered_twice_is_one_match(self) -> None:
        of = section(JANUARY, *["1>2"] * 3, kind=Kind.MATCH)
        one, other = of.players
        again = Player(3, (Round("L", 2),), id="1")
        twice = (one, Player(2, (*other.rounds, Round("W", 3)), id="2"), again)
        facts: list[Fact] = [*members("1", "2"), *(ruled(member, 1600.0) for member in "12")]
        facts.append(filed("A", Section(1, JANUARY, JANUARY, twice, time_control="G/90;d5", kind=Kind.MATCH)))
        book = rated_book(facts)
        more: list[Fact] = [filed("B", section(FEBRUARY, *["1>2"] * 9, kind=Kind.MATCH))]
        book.apply(edit_of(book, more))
        assert differing(book, [*facts, *more]) == []

    def test_a_match_reads_what_was_published_before_a_ruling_that_it_goes_on_from(self) -> None:
        facts: list[Fact] = [*members("1", "2", "3"), ruled("1", 1600.0), ruled("2", 1990.0), ruled("3", 1700.0)]
        facts.append(ruled("1", 1600.0, day=date(2025, 6, 1)))
        facts.append(filed("M", section(date(2025, 6, 7), *["1>2"] * 4, kind=Kind.MATCH)))
        book = rated_book(facts)
        more = [filed("A", section(JANUARY, *["1<3"] * 8))]
        moved = book.apply(edit_of(book, more))
        assert differing(book, [*facts, *more]) == []
        assert {key[0] for _, key in keys_of(book, moved.changed)} == {"A", "M"}

    def test_a_newcomer_to_one_system_of_a_dual_rated_section_whom_the_other_keeps_at_a_ceiling(self) -> None:
        facts: list[Fact] = [*members("1", "2"), ruled("2", 1500.0), ruled("2", 1500.0, system=System.OTBQ)]
        facts += [ruled("1", 1500.0, 10), CeilingSet("1", 1000.0)]
        facts.append(filed("A", section(JANUARY, "1>2", time_control=DUAL)))
        book = rated_book(facts)
        more = [ruled("1", 1900.0, 10)]
        book.apply(edit_of(book, more))
        assert differing(book, [*facts, *more]) == []

    def test_rulings_of_one_day_stay_in_the_order_recorded_whoever_they_are_about(self) -> None:
        facts: list[Fact] = [*members("1", "2"), ruled("1", 1500.0), ruled("2", 1600.0), ruled("1", 1700.0)]
        book = rated_book(facts)
        for more in ([ruled("2", 1800.0)], [MembersMerged("1", "2")], [ruled("2", 1450.5)]):
            book.apply(edit_of(book, more))
            facts += more
            assert differing(book, facts) == []
        assert book.rows[int(book.last[0])]["post"] == 1450.5

    def test_who_plays_without_an_id_is_somebody_new_each_time(self) -> None:
        of = section(JANUARY, "1>2")
        guest = Section(1, JANUARY, JANUARY, (of.players[0], Player(2, of.players[1].rounds)), time_control="G/90;d5")
        facts: list[Fact] = [*members("1", "2"), filed("A", guest)]
        book = rated_book(facts)
        for more in ([filed("B", guest)], [MembersMerged("2", "1")], [SectionCorrected("A", guest)]):
            book.apply(edit_of(book, more))
            facts += more
            assert differing(book, facts) == []
