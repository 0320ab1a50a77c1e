"""Chapter 4: titles, categories, norms; and the lists of players of 9.4 and 9.5."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad import datasets
from arpad.rules.elo.categories import Category, categories, category_named, category_of
from arpad.rules.elo.error import EloError
from arpad.rules.elo.expectancy import NORMAL, TABLE_2_11
from arpad.rules.elo.norms import (
    LEAST_GAMES_BEFORE_1977,
    NORM_RATING,
    NORM_TITLES,
    Title,
    TitleResult,
    norm_difference,
    norm_percentage,
    norm_points,
    points_of,
    results_suffice,
    title_earned,
)
from arpad.rules.elo.norms_1957 import CATEGORIES_1957, FRACTION, category_1957, norm_points_1957
from arpad.rules.elo.rounding import half_up, hundredths
from arpad.rules.elo.title_events_1986 import TitleEvent, title_requirements, title_tournament_minima
from tests.elo.cells import Cells, compared


class TestFirstGrandmasters:
    """4.22 and 4.23: ages of 1950 and dates, against the lists of 9.4 and 9.5.  Convention: joined by surname."""

    @pytest.mark.book("t-4.22", "t-4.23", "t-9.4", "t-9.5")
    def test_75_of_76_cells_agree_with_the_lists(self) -> None:
        """Not reproduced: Vidmar is 64 in 4.22, but 9.4 has him born in 1885."""
        first = [row for row in datasets.titleholders().rows if row.title == "GM" and row.year == 1950]
        found = compared(
            [("grandmasters of 1950", len(first), datasets.first_grandmasters().facts["titles_1950"]["GM"])]
        )
        titled = {row.name.partition(",")[0]: row for row in first}
        for row in datasets.first_grandmasters().rows:
            born = titled[row.name.split()[-1]].born
            assert born is not None
            found += compared([(row.name, 1950 - born, row.age)])
        dates = {row.name.partition(",")[0]: (row.born, row.died) for row in datasets.untitled().rows}
        for one in datasets.untitled_24().rows:
            name = "Sultan Khan" if one.name.endswith("Sultan Khan") else one.name.split()[-1]
            born, died = dates[name]
            assert born is not None
            assert died is not None
            found += compared([((one.name, "born"), born, one.born), ((one.name, "died"), died, one.died)])
        assert (found.exact, found.of) == (75, 76)
        assert found.missed == {"Milan Vidmar": (65, 64)}

    @pytest.mark.book("t-9.4", "t-9.5")
    def test_the_lists_have_all_7_counts_that_the_text_states(self) -> None:
        """Convention: 4.23 counts players strictly over 2500, and strictly between 2400 and 2500, whose average is not
        of the active period only; a best average is only shown where it is not below the rating of 1986.
        """
        titled, untitled = datasets.titleholders().rows, datasets.untitled().rows
        stated = datasets.untitled_24().facts
        counted = [row.best_five for row in untitled if not row.active_period_only]
        found = compared(
            [
                ("titleholders", len(titled), 1053),
                ("GM and IM", sum(row.title in {"GM", "IM"} for row in titled), 1053),
                ("awarded", datasets.first_grandmasters().facts["titles_1985"], len(titled)),
                ("shown below the rating", sum((row.best_five or 9999) < (row.rating_1986 or 0) for row in titled), 0),
                ("untitled", len(untitled), stated["untitled"]),
                ("over 2500", sum(best > 2500 for best in counted), stated["over_2500"]),
                ("over 2400", sum(2400 < best < 2500 for best in counted), stated["over_2400"]),
            ]
        )
        assert (found.exact, found.of) == (7, 7), found.missed

    @pytest.mark.book("t-4.28", "t-4.71")
    def test_growth_and_awards_are_kept_as_printed(self) -> None:
        growth = datasets.fide_growth()
        assert [(row.year, row.gm, row.im, row.rated) for row in growth.rows] == [
            (1979, 182, 402, 2625),
            (1980, 183, 439, 3202),
            (1981, 193, 497, 3471),
            (1982, 208, 531, 4020),
        ]
        assert growth.facts["rated_tournaments"] == {"1970-71": 70, "1981-82": 544}
        assert datasets.rated_tournaments().facts["all_countries"] == 544
        assert [(row.gm, row.gm_average, row.im, row.im_average) for row in datasets.awards().rows] == [
            (56, 2594, 139, 2458),
            (49, 2538, 96, 2424),
            (67, 2518, 136, 2438),
            (43, 2510, 270, 2414),
        ]


class TestCriteriaOf1957:
    """4.24.  Convention: the next half point strictly above the sum."""

    @pytest.mark.book("t-4.24", "P15", "un-4.24-norm-1957")
    def test_10_of_10_cells_of_the_example(self) -> None:
        facts = datasets.title_criteria_1957().facts
        example = facts["example"]
        counts = (example["n_GM"], example["n_IM"], example["n_untitled"])
        found = Cells(0, 0, {})
        for title in (Title.GM, Title.IM):
            parts = [count * percent / 100 for count, percent in zip(counts, FRACTION[title], strict=True)]
            printed = example[f"{title}_parts"]
            found += compared(((title, index), half_up(part, 2), printed[index]) for index, part in enumerate(parts))
            found += compared(
                [
                    ((title, "total"), half_up(sum(parts), 2), example[f"{title}_total"]),
                    ((title, "required"), norm_points_1957(*counts, title), example[f"{title}_required"]),
                ]
            )
        assert (found.exact, found.of) == (10, 10), found.missed

    @pytest.mark.book("t-4.24")
    def test_the_fractions_and_the_categories_are_those_of_the_table(self) -> None:
        data = datasets.title_criteria_1957()
        for title, percents in FRACTION.items():
            printed = data.facts["fractions"][title]
            assert [percent / 100 for percent in percents] == [
                printed["vs_GM"],
                printed["vs_IM"],
                printed["vs_untitled"],
            ]
        assert [(one.name, one.players, one.grandmasters or None, one.titled) for one in CATEGORIES_1957] == [
            tuple(row) for row in data.rows
        ]

    def test_a_sum_that_is_a_half_point_has_to_be_exceeded(self) -> None:
        """10 grandmasters ask for 5.5: the norm is 6."""
        assert norm_points_1957(10, 0, 0, Title.GM) == 6.0

    def test_a_field_without_enough_titleholders_has_no_category(self) -> None:
        assert category_1957(0, 4, 6) is None
        assert category_1957(0, 5, 5) is CATEGORIES_1957[3]
        assert category_1957(3, 3, 3) is None, "nine players are too few"

    def test_nonsense_is_refused(self) -> None:
        for counts, title, code in (
            ((-1, 2, 3), Title.GM, "negative"),
            ((0, 0, 0), Title.GM, "empty-field"),
            ((5, 7, 3), Title.WGM, "no-norm"),
        ):
            with pytest.raises(EloError) as refused:
                norm_points_1957(*counts, title)
            assert refused.value.problem.code == code


class TestCategories:
    """4.34.  Convention: percentages by table 2.11 at D = norm - (lower limit - 1)."""

    @pytest.mark.book("t-4.34", "un-4.34-norm-percentage", "P16")
    def test_83_of_83_percentages_and_intervals(self) -> None:
        found = Cells(0, 0, {})
        for row, category in zip(datasets.title_categories().rows, categories(), strict=True):
            band = (category.name, category.lowest, category.highest) == (row.category, row.lowest, row.highest)
            found += compared([((row.category, "band"), band, True)])
            for title in NORM_TITLES:
                printed = getattr(row, title.lower())
                asked = norm_percentage(category, title)
                assert (asked is None) == (printed is None), (row.category, title)
                if asked is not None:
                    found += compared([((row.category, title), asked, printed)])
        assert (found.exact, found.of) == (83, 83), found.missed

    def test_the_exact_normal_function_gives_only_47_of_the_55_percentages(self) -> None:
        exact = compared(
            ((category.name, title), hundredths(NORMAL.probability(_above(category, title))), percentage)
            for category in categories()
            for title in NORM_TITLES
            if (percentage := norm_percentage(category, title)) is not None
        )
        assert (exact.exact, exact.of) == (47, 55)
        assert TABLE_2_11.probability(_above(category_named("8"), Title.IM)) == 0.53
        assert exact.missed["8", Title.IM] == (54, 53)

    def test_the_average_is_rounded_half_upward(self) -> None:
        assert category_of(2250.49).name == "12W"
        assert category_of(2250.5).name == "1"
        assert category_of(2650.4).name == "16"

    @pytest.mark.parametrize("average", [1950.4, 2650.5, 0.0, -1.0, 1e9])
    def test_outside_the_table_there_is_no_category(self, average: float) -> None:
        with pytest.raises(EloError, match=r"1951 \(1W\) to 2650 \(16\)"):
            category_of(average)

    @pytest.mark.parametrize("average", [float("nan"), float("inf")])
    def test_no_number_has_no_category(self, average: float) -> None:
        with pytest.raises(EloError, match="no number"):
            category_of(average)

    def test_every_category_is_found_by_each_of_its_names(self) -> None:
        for category in categories():
            for name in (category.name, category.chart_name, category.women_chart_name):
                assert category_named(name) is not None
                assert category_named(name) == category
        with pytest.raises(EloError, match="1W to 12W and 1 to 16"):
            category_named("17")

    @given(st.floats(1951.0, 2650.0))
    def test_an_average_lies_in_its_category(self, average: float) -> None:
        category = category_of(average)
        assert category.lowest - 0.5 <= average + 1e-6
        assert average < category.highest + 0.5


def _above(category: Category, title: Title) -> float:
    return norm_difference(NORM_RATING[title], category.lowest)


LEGIBLE = {("men", "IM"): (150, 145), ("men", "GM"): (9, 9), ("women", "WGM"): (109, 107), ("women", "IWM"): (145, 143)}
"""Of each part of the chart: figures that the alignment took for a cell, and those that are the rule's."""


class TestChartOfPoints:
    """4.34, chart.  Convention: games times percentage, less .05, raised to a half point.

    The rule is inferred from the legible cells, and the same rule decided to which cell a figure of a damaged row
    belongs (order kept): the agreement is partly circular.  The text conversion lost nearly all GM rows of the men.
    """

    @pytest.mark.book("t-4.34-chart", "un-4.34-norm-points")
    def test_404_of_413_legible_cells_are_the_rules(self) -> None:
        legible: dict[tuple[str, str], Cells] = {}
        for cell in datasets.title_points().rows:
            asked = norm_points(category_named(cell.category), Title(cell.title), cell.players - 1)
            assert asked == cell.required, "the cell is the rule, whatever is legible"
            assert cell.status == {None: "lost", cell.required: "read"}.get(cell.read, "conflict")
            if cell.read is not None:
                part = (cell.chart, cell.title)
                name = (cell.chart, cell.title, cell.players, cell.category)
                legible[part] = legible.get(part, Cells(0, 0, {})) + compared([(name, asked, cell.read)])
        assert {part: (found.of, found.exact) for part, found in legible.items()} == LEGIBLE
        missed = {name: cells for found in legible.values() for name, cells in found.missed.items()}
        assert missed == DISAGREE

    def test_the_order_of_the_figures_leaves_room_for_no_fewer(self) -> None:
        """The alignment anew, from the rows as the conversion has them: the most figures that can stand in order.

        Among the women's WGM it finds one more than the cells do, a stray figure of the end of a row.
        """
        best: dict[tuple[str, str], int] = {}
        for row in datasets.title_points_printed().rows:
            cells = [
                cell.required
                for cell in datasets.title_points().rows
                if (cell.chart, cell.players, cell.title) == (row.chart, row.players, row.title)
            ]
            read = [float(figure) for figure in row.figures.split()]
            part = (row.chart, row.title)
            best[part] = best.get(part, 0) + in_order(read, cells)
        assert best == {part: read for part, (_, read) in LEGIBLE.items()}

    def test_rows_with_a_figure_for_every_cell_agree_without_alignment_in_114_of_190(self) -> None:
        """13 rows have as many figures as cells; a lost and a stray figure can make up for each other in number."""
        cells, whole = Cells(0, 0, {}), 0
        for row in datasets.title_points_printed().rows:
            asked = [
                cell
                for cell in datasets.title_points().rows
                if (cell.chart, cell.players, cell.title) == (row.chart, row.players, row.title)
            ]
            read = row.figures.split()
            if len(read) == len(asked):
                whole += 1
                cells += compared(
                    ((row.chart, row.players, row.title, cell.category), cell.required, float(figure))
                    for cell, figure in zip(asked, read, strict=True)
                )
        assert (whole, cells.exact, cells.of) == (13, 114, 190)

    def test_a_half_point_is_not_asked_for_five_hundredths(self) -> None:
        assert [points_of(50, 9), points_of(30, 10), points_of(57, 15)] == [4.5, 3.0, 8.5]

    @given(st.integers(30, 76), st.integers(9, 40))
    def test_the_points_are_the_least_half_points_within_five_hundredths(self, percentage: int, games: int) -> None:
        """Integers throughout: 100 W + 5 reaches games times percentage, 100 W - 45 does not."""
        points = round(100 * points_of(percentage, games))
        assert points % 50 == 0
        assert points + 5 >= percentage * games > points - 45

    @pytest.mark.book("t-4.34-chart")
    def test_33_of_33_minima_of_participants(self) -> None:
        found = Cells(0, 0, {})
        for row in datasets.title_minima().rows:
            minima = title_tournament_minima(row.players)
            found += compared(
                ((row.players, name), getattr(minima, name), getattr(row, name))
                for name in ("foreign", "rated", "titled")
            )
            assert row.games == row.players - 1
        assert (found.exact, found.of) == (33, 33)

    def test_a_title_result_needs_games_and_a_title_of_norms(self) -> None:
        with pytest.raises(EloError, match="0 games"):
            norm_points(category_of(2500.0), Title.GM, 0)
        with pytest.raises(EloError, match="FM is not won by norms"):
            norm_percentage(category_of(2500.0), Title.FM)


DISAGREE = {
    ("men", "IM", 14, "X"): (6.5, 6),
    ("men", "IM", 17, "XV"): (5, 8),
    ("men", "IM", 19, "VIII"): (9.5, 10),
    ("men", "IM", 19, "XV"): (5.5, 9),
    ("men", "IM", 20, "IX"): (9.5, 10),
    ("women", "WGM", 13, "VII-w"): (9.5, 9),
    ("women", "WGM", 14, "XVI-w"): (6.5, 6),
    ("women", "IWM", 15, "XI-w"): (6, 6.5),
    ("women", "IWM", 15, "XIII-w"): (5, 5.5),
}
"""Cells where the figure is not the rule's.

13 games at 47 percent are printed 6 in both charts where 6.11 asks for 6.5: a slip of the book, it seems.  8 and 9
at the end of the men's rows belong to another column; the rest may be figures doubled or shifted in the conversion.
"""


def in_order(read: Sequence[float], cells: Sequence[float]) -> int:
    """The most figures that can be given to cells of their value with the order kept."""
    best = [[0] * (len(cells) + 1) for _ in range(len(read) + 1)]
    for i in reversed(range(len(read))):
        for j in reversed(range(len(cells))):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + (read[i] == cells[j]))
    return best[0][0]


class TestTitles:
    """4.32-4.34: two or three results, 24 games, five years; and a rating."""

    @pytest.mark.book("t-4.3")
    def test_the_numbers_are_those_of_the_regulations(self) -> None:
        numbers = {(row.rule, row.name): row.value for row in datasets.regulations_1986().rows}
        for title in NORM_TITLES:
            assert NORM_RATING[title] == numbers["norm_performance", title]
            assert title_earned(title, float(numbers["title_rating_minimum", title]), TWO)
            assert not title_earned(title, float(numbers["title_rating_minimum", title]) - 1.0, TWO)
        for title in (Title.FM, Title.WFM):
            assert title_earned(title, float(numbers["title_rating_minimum", title]), games=24)
            assert not title_earned(title, float(numbers["title_rating_minimum", title]), games=23)
        assert numbers["norm_performance", "min_games_before_1977"] == LEAST_GAMES_BEFORE_1977

    @pytest.mark.parametrize(
        ("results", "enough"),
        [
            ([("1985-01-01", 12), ("1985-06-01", 12)], True),
            ([("1985-01-01", 12), ("1985-06-01", 11)], False),
            ([("1985-01-01", 24)], False),
            ([("1981-03-01", 13), ("1986-03-01", 13)], True),
            ([("1981-03-01", 13), ("1986-03-02", 13)], False),
            ([("1984-01-01", 9), ("1985-01-01", 9), ("1986-01-01", 9)], True),
            ([("1984-01-01", 6)] * 4, False),
            ([("1975-01-01", 12), ("1984-01-01", 12), ("1985-01-01", 12)], True),
            ([], False),
        ],
    )
    def test_two_or_three_results_of_24_games_within_five_years(
        self, results: list[tuple[str, int]], *, enough: bool
    ) -> None:
        assert results_suffice([TitleResult(date.fromisoformat(day), games) for day, games in results]) is enough

    @settings(deadline=None)
    @given(st.lists(st.tuples(st.dates(date(1970, 1, 1), date(1986, 1, 1)), st.integers(1, 15)), max_size=7))
    def test_against_every_two_and_every_three(self, results: list[tuple[date, int]]) -> None:
        def close(chosen: Sequence[tuple[date, int]]) -> bool:
            days = sorted(day for day, _ in chosen)
            return (days[-1].year - 5, days[-1].month, days[-1].day) <= (days[0].year, days[0].month, days[0].day)

        every = [chosen for number in (2, 3) for chosen in combinations(results, number)]
        enough = any(close(chosen) and sum(games for _, games in chosen) >= 24 for chosen in every)
        assert results_suffice([TitleResult(day, games) for day, games in results]) is enough

    def test_a_thousand_results_are_told_at_once(self) -> None:
        assert not results_suffice([TitleResult(date(1985, 1, 1), 1)] * 1000)

    def test_thirty_games_were_asked_before_1977(self) -> None:
        assert not results_suffice(TWO, LEAST_GAMES_BEFORE_1977)

    def test_a_result_without_games_is_refused(self) -> None:
        with pytest.raises(EloError, match="0 games"):
            results_suffice([TitleResult(date(1985, 1, 1), 0)])


TWO = (TitleResult(date(1984, 5, 1), 11), TitleResult(date(1985, 5, 1), 13))

PLAIN = TitleEvent(rounds=11, players=12, unrated=2, titled=6, federations=4, largest_federation=8)


class TestTitleTournaments:
    """4.34, paragraph 4.1: each requirement alone stops a tournament."""

    @pytest.mark.book("P16", "t-4.3")
    def test_a_tournament_that_meets_them_all(self) -> None:
        assert all(one.met for one in title_requirements(PLAIN))

    @pytest.mark.parametrize(
        ("changed", "asked"),
        [
            ({"rounds": 8}, "9 rounds"),
            ({"unrated": 3}, "10 rated players"),
            ({"titled": 5}, "6 players with a title or rated high enough"),
            ({"federations": 2}, "3 federations"),
            ({"largest_federation": 9}, "4 players from other federations than the largest"),
            ({"days_of_two_rounds": 3}, "two rounds on at most 2 days, not in the last three rounds"),
            ({"late_double": True}, "two rounds on at most 2 days, not in the last three rounds"),
            ({"laws": False}, "play by the laws of chess"),
            ({"moves": 47}, "at most 46 moves in two hours"),
            ({"days": 91}, "at most 90 days"),
        ],
    )
    def test_one_requirement_missed(self, changed: dict[str, Any], asked: str) -> None:
        found = title_requirements(replace(PLAIN, **changed))
        assert [one.asked for one in found if not one.met] == [asked]

    def test_waivers(self) -> None:
        """Two federations at Scheveningen; one federation in a zonal; unrated players in the zonals of 1985-86."""
        waived: tuple[dict[str, Any], ...] = (
            {"federations": 2, "scheveningen": True, "largest_federation": 6},
            {"federations": 1, "largest_federation": 12, "one_federation": True},
            {"unrated": 6, "unrated_waived": True},
        )
        for changed in waived:
            assert all(one.met for one in title_requirements(replace(PLAIN, **changed)))

    def test_numbers_that_cannot_be(self) -> None:
        with pytest.raises(EloError, match="13 is no number among 12 players"):
            title_requirements(replace(PLAIN, titled=13))
        with pytest.raises(EloError, match="1 players do not make an event"):
            title_tournament_minima(1)

    @pytest.mark.book("t-4.3")
    def test_the_direct_titles_are_kept_as_printed(self) -> None:
        assert [(row.championship, row.title) for row in datasets.direct_titles().rows] == [
            ("Men Interzonal", "GM"),
            ("World Junior", "GM result"),
            ("Women World", "IM"),
            ("Continental Junior", "IM"),
            ("Men Zonal", "IM"),
            ("Women Interzonal", "WGM"),
        ]
