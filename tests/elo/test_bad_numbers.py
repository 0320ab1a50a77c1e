"""Whatever the numbers, the procedures of chapter 3 answer or refuse with one message: never another error, no NaN."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.rules.elo.approximations import successive_approximations
from arpad.rules.elo.controls import Award, Contestant, Controls, Entry, Feedback
from arpad.rules.elo.conventions import Convention
from arpad.rules.elo.crosstable import Pairing, crosstable
from arpad.rules.elo.deflation import rate_event
from arpad.rules.elo.error import EloError
from arpad.rules.elo.exceptional import exceptional_test
from arpad.rules.elo.expectancy import BY_NAME, Expectancy
from arpad.rules.elo.handicaps import handicap_match, handicap_performance, handicap_round_robin, handicap_swiss
from arpad.rules.elo.matches import match_performance
from arpad.rules.elo.monitoring import drift_of_sample, pool_requirement
from arpad.rules.elo.pools import align_pools, normal_play
from arpad.rules.elo.provisional import Performance, provisional_rating
from arpad.rules.elo.round_robin import Entrant, ExpectedBy, rate_round_robin
from arpad.rules.elo.special_tournament import rate_special_tournament

ANY = st.one_of(
    st.floats(), st.floats(0, 3000), st.integers(0, 20).map(lambda halves: halves / 2), st.sampled_from([1e308, -1e308])
)
NAMES = st.sampled_from("ABCD")
KIND = st.sampled_from(list(BY_NAME.values()))


def answers_or_refuses(work: Callable[[], object]) -> None:
    """Run it: its numbers are finite, or it is refused."""
    try:
        found = work()
    except EloError:
        return
    for number in numbers_in(found):
        assert isfinite(number)


def numbers_in(found: object) -> list[float]:
    if isinstance(found, float):
        return [found]
    if isinstance(found, dict):
        return [number for value in found.values() for number in numbers_in(value)]
    if isinstance(found, list | tuple):
        return [number for value in found for number in numbers_in(value)]
    fields = getattr(found, "__dataclass_fields__", {})
    return [number for name in fields if name != "_met" for number in numbers_in(getattr(found, name))]


class TestAnyNumbers:
    @settings(deadline=None)
    @given(st.lists(st.tuples(NAMES, NAMES, ANY, ANY), max_size=4), ANY, ANY, KIND, st.booleans())
    def test_approximations_and_normal_play(
        self, pairings: list[tuple[str, str, float, float]], start: float, other: float, kind: Expectancy, whole: bool
    ) -> None:
        def table() -> object:
            names = sorted({name for one, two, _, _ in pairings for name in (one, two)})
            made = crosstable(names, [Pairing(*pairing) for pairing in pairings])
            return (
                successive_approximations(made, kind, start=start, cycles=20, whole_points=whole),
                successive_approximations(made, kind, differences=dict.fromkeys(names, other), cycles=20),
                normal_play([made, made], start=start, k=other, expectancy=kind),
            )

        answers_or_refuses(table)

    @settings(deadline=None)
    @given(
        st.lists(st.tuples(ANY, st.one_of(st.none(), ANY)), max_size=4), ANY, KIND, st.sampled_from(list(ExpectedBy))
    )
    def test_round_robins(
        self, field: list[tuple[float, float | None]], number: float, kind: Expectancy, by: ExpectedBy
    ) -> None:
        entrants = [Entrant(f"P{at}", score, rating) for at, (score, rating) in enumerate(field)]
        way = Convention(kind)
        answers_or_refuses(lambda: rate_round_robin(entrants, expected_by=by, convention=way, k=number))
        answers_or_refuses(lambda: rate_round_robin(entrants, expected_by=by, convention=way, games_before=number))
        scores = {entrant.player: entrant.score for entrant in entrants}
        answers_or_refuses(lambda: rate_special_tournament(scores, number, convention=Convention(kind)))

    @settings(deadline=None)
    @given(
        st.lists(st.tuples(NAMES, NAMES, st.floats(0.5, 9), st.floats(0, 1)), min_size=1, max_size=5),
        st.lists(st.tuples(st.one_of(st.none(), ANY), st.one_of(st.none(), ANY)), min_size=4, max_size=4),
        st.sampled_from(list(Award)),
        st.sampled_from(list(Feedback)),
        st.sampled_from(list(Entry)),
        ANY,
        KIND,
    )
    def test_events(
        self,
        games: list[tuple[str, str, float, float]],
        players: list[tuple[float | None, float | None]],
        award: Award,
        feedback: Feedback,
        entry: Entry,
        median: float,
        kind: Expectancy,
    ) -> None:
        def event() -> object:
            names = sorted({name for one, two, _, _ in games for name in (one, two)})
            table = crosstable(names, [Pairing(one, two, n, n * share) for one, two, n, share in games])
            field = [Contestant(name, *players["ABCD".index(name)]) for name in names]
            controls = Controls(award=award, feedback=feedback, entry=entry, median=median, small_samples=True)
            return rate_event(table, field, controls, kind)

        answers_or_refuses(event)

    @given(ANY, ANY, ANY, ANY)
    def test_single_questions(self, one: float, two: float, three: float, four: float) -> None:
        questions: tuple[Callable[[], object], ...] = (
            lambda: match_performance(one, two, three, four),
            lambda: match_performance(one, None, three, four),
            lambda: exceptional_test(one, two, three, level=four),
            lambda: exceptional_test(one, two, three),
            lambda: handicap_match(one, two),
            lambda: handicap_performance(one, two, three, four),
            lambda: handicap_round_robin(one, 16),
            lambda: handicap_swiss(one, 9),
            lambda: provisional_rating([Performance(one, two, three), Performance(four, 1.0, 2.0)]),
            lambda: align_pools({"A": one, "B": two}, {"A": three, "B": four}),
            lambda: align_pools({"A": one}, {"A": two}, class_interval=three, standard_interval=four),
            lambda: drift_of_sample({"A": one, "B": two}, {"A": three, "B": four}),
            lambda: pool_requirement([(one, two), (three, four)]),
        )
        for question in questions:
            answers_or_refuses(question)


@pytest.mark.parametrize("games", [1e-310, 1e-6, 1e7])
def test_games_that_cannot_be_weighed_together_are_refused(games: float) -> None:
    table = crosstable("ABC", [Pairing("A", "B", games, games / 2), Pairing("B", "C", 4.0, 3.0)])
    for work in (
        lambda: successive_approximations(table, differences=dict.fromkeys("ABC", 0.0)),
        lambda: rate_event(table, [Contestant("A", 1500.0), Contestant("B"), Contestant("C")]),
    ):
        with pytest.raises(EloError, match="cannot be weighed against"):
            work()


def test_a_number_beyond_measure_is_refused_as_such() -> None:
    with pytest.raises(EloError, match="beyond all measure"):
        match_performance(1e308, 1e308, 1.0, 2.0)
