"""Whatever the numbers, titles, lists, systems, densities and careers answer or refuse: never another error, no NaN."""

from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.lab.careers import linked_periods, smoothed
from arpad.rules.elo.averages_1986 import Participant, rating_average, title_average
from arpad.rules.elo.careers import YearRating, best_five_years, development_curve, leaders_average
from arpad.rules.elo.categories import category_of
from arpad.rules.elo.crosstable import Pairing, crosstable
from arpad.rules.elo.densities import Population, densities
from arpad.rules.elo.fide_1986 import Played, Record, change_by_performance, first_rating, update_list
from arpad.rules.elo.norms import Title, TitleResult, norm_points, title_earned
from arpad.rules.elo.norms_1957 import category_1957, norm_points_1957
from arpad.rules.elo.proficiencies import rating_distribution
from arpad.rules.elo.systems import bcf, berkin, ccla, harkness, ingo, linear_system
from arpad.rules.elo.systems.comparison import compare, systems
from tests.elo.test_bad_numbers import ANY, KIND, NAMES, answers_or_refuses

COUNT = st.integers(-3, 40)
TITLE = st.sampled_from(list(Title))


class TestAnyNumbers:
    @settings(deadline=None)
    @given(ANY, COUNT, COUNT, COUNT, TITLE, st.lists(st.tuples(st.dates(date(1950, 1, 1)), COUNT), max_size=4))
    def test_titles(
        self, value: float, one: int, two: int, three: int, title: Title, results: list[tuple[date, int]]
    ) -> None:
        answers_or_refuses(lambda: norm_points(category_of(value), title, one))
        answers_or_refuses(lambda: norm_points_1957(one, two, three, title))
        answers_or_refuses(lambda: category_1957(one, two, three))
        answers_or_refuses(lambda: title_earned(title, value, [TitleResult(*result) for result in results], two))

    @settings(deadline=None)
    @given(
        st.lists(st.tuples(NAMES, ANY, st.none() | ANY, st.booleans(), st.booleans()), max_size=5), st.integers(-1, 3)
    )
    def test_averages(self, field: list[tuple[str, float, float | None, bool, bool]], cycles: int) -> None:
        participants = [Participant(*one) for one in field]
        answers_or_refuses(lambda: title_average(participants))
        answers_or_refuses(lambda: rating_average(participants, cycles=cycles))

    @settings(deadline=None)
    @given(
        ANY,
        COUNT,
        ANY,
        st.lists(st.tuples(ANY, ANY, ANY, st.none() | COUNT, st.none() | ANY), max_size=3),
        st.booleans(),
    )
    def test_lists(
        self,
        rating: float,
        events: int,
        games: float,
        played: list[tuple[float, float, float, int | None, float | None]],
        women: bool,
    ) -> None:
        record, entered = Record(rating, events, games), [Played(*one) for one in played]
        answers_or_refuses(lambda: update_list(record, entered, women=women))
        answers_or_refuses(lambda: first_rating(entered, women=women))
        answers_or_refuses(lambda: change_by_performance(record, rating, games))

    @settings(deadline=None)
    @given(st.lists(st.tuples(NAMES, NAMES, ANY, ANY), max_size=4), st.dictionaries(NAMES, ANY), ANY, KIND)
    def test_comparisons(
        self, pairings: list[tuple[str, str, float, float]], ratings: dict[str, float], k: float, kind: object
    ) -> None:
        def work() -> object:
            names = dict.fromkeys(name for one, other, _, _ in pairings for name in (one, other))
            table = crosstable(tuple(names), [Pairing(*pairing) for pairing in pairings])
            return compare(table, ratings, systems(k, kind)).lines  # type: ignore[arg-type]

        answers_or_refuses(work)

    @settings(deadline=None)
    @given(ANY, ANY, ANY, COUNT, st.lists(ANY, max_size=5))
    def test_systems(self, one: float, two: float, three: float, count: int, many: list[float]) -> None:
        answers_or_refuses(lambda: ingo.performance(one, two))
        answers_or_refuses(lambda: harkness.performance(one, two, three))
        answers_or_refuses(lambda: harkness.rating(many))
        answers_or_refuses(lambda: bcf.period_rating(one, two, count))
        answers_or_refuses(lambda: bcf.grade(one))
        answers_or_refuses(lambda: ccla.update(one, [(two, three)]))
        answers_or_refuses(lambda: ccla.class_ladder(many, count))
        answers_or_refuses(lambda: linear_system.performance(one, two, three))
        answers_or_refuses(lambda: berkin.average(many))
        answers_or_refuses(lambda: berkin.average_equivalent(one, many))
        answers_or_refuses(lambda: berkin.initial(one, two, three))
        answers_or_refuses(lambda: berkin.update_match(one, two, three, float(count)))
        answers_or_refuses(lambda: berkin.update_round_robin(one, many, two, three))

    @settings(deadline=None)
    @given(ANY, st.none() | ANY, COUNT, st.lists(ANY, max_size=6), st.lists(st.tuples(COUNT, ANY, ANY), max_size=6))
    def test_pools_and_careers(
        self,
        one: float,
        two: float | None,
        count: int,
        many: list[float],
        years: list[tuple[int, float, float]],
    ) -> None:
        history = [YearRating(*year) for year in years]
        answers_or_refuses(lambda: densities(Population("somewhere", one, two, count, count, 1)))
        answers_or_refuses(lambda: rating_distribution(many, one))
        answers_or_refuses(lambda: leaders_average(many, count))
        answers_or_refuses(lambda: best_five_years(history, least=1))
        answers_or_refuses(lambda: development_curve({"A": {year: rating for year, rating, _ in years}}))
        answers_or_refuses(lambda: smoothed(history, degree=count))
        answers_or_refuses(lambda: linked_periods([{"A": rating, "B": games} for _, rating, games in years]))
