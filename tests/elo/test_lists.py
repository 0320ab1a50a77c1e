"""Sections 3.2 and 4.42: rating lists."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.rules.elo.error import EloError
from arpad.rules.elo.lists import (
    FIDE_WOMEN_CRITERIA,
    USCF_CRITERIA,
    Issue,
    list_in_force,
    list_that_rates,
    listing,
    lists_of_year,
)

DAYS = st.dates(date(1900, 1, 1), date(2100, 1, 1))
QUARTERLY = tuple(Issue(((m + 10) % 12 + 1, 15), ((m + 10) % 12 + 1, 25), (m, 1)) for m in (1, 4, 7, 10))
"""Cut off on the 15th of the month before, published on the 25th."""


@pytest.mark.book("P44")
class TestTheTwoLists:
    """4.42: January and July."""

    @pytest.mark.parametrize(
        ("completed", "effective"),
        [
            (date(1985, 11, 30), date(1986, 1, 1)),
            (date(1985, 12, 1), date(1986, 7, 1)),
            (date(1986, 5, 31), date(1986, 7, 1)),
            (date(1986, 6, 1), date(1987, 1, 1)),
        ],
    )
    def test_play_before_june_and_december_makes_the_next_list(self, completed: date, effective: date) -> None:
        assert list_that_rates(completed).effective == effective

    @pytest.mark.parametrize(
        ("day", "effective", "until"),
        [
            (date(1986, 1, 1), date(1986, 1, 1), date(1986, 6, 30)),
            (date(1986, 6, 30), date(1986, 1, 1), date(1986, 6, 30)),
            (date(1986, 7, 1), date(1986, 7, 1), date(1986, 12, 31)),
            (date(1986, 12, 31), date(1986, 7, 1), date(1986, 12, 31)),
        ],
    )
    def test_a_list_is_official_from_its_day_to_the_next(self, day: date, effective: date, until: date) -> None:
        found = list_in_force(day)
        assert (found.effective, found.until) == (effective, until)


class TestAnySchedule:
    @given(DAYS, st.sampled_from([QUARTERLY, (Issue((12, 31), (2, 1), (3, 1)),)]))
    def test_every_day_has_one_list_and_play_waits_for_the_next(self, day: date, issues: tuple[Issue, ...]) -> None:
        now, rates = list_in_force(day, issues), list_that_rates(day, issues)
        assert now.effective <= day <= now.until
        assert now.cutoff <= now.published <= now.effective
        assert rates.cutoff >= day
        assert rates.effective > now.effective
        assert list_in_force(now.until + timedelta(days=1), issues).effective == now.until + timedelta(days=1)

    def test_lists_come_in_order(self) -> None:
        turned = tuple(reversed(QUARTERLY))
        assert lists_of_year(1990, turned) == lists_of_year(1990, QUARTERLY)
        assert [one.cutoff for one in lists_of_year(1990, QUARTERLY)][:2] == [date(1989, 12, 15), date(1990, 3, 15)]

    @pytest.mark.parametrize(
        ("issues", "words"),
        [
            ((), "without a list"),
            ((Issue((2, 30), (3, 1), (3, 1)),), "is no day"),
            ((Issue((2, 29), (3, 1), (3, 1)),), "not in every year"),
            ((QUARTERLY[0], QUARTERLY[0]), "on one day"),
        ],
    )
    def test_impossible_schedules_are_refused(self, issues: tuple[Issue, ...], words: str) -> None:
        with pytest.raises(EloError, match=words):
            list_in_force(date(1986, 1, 1), issues)

    def test_the_ends_of_the_calendar_are_refused(self) -> None:
        with pytest.raises(EloError, match="beyond the calendar"):
            list_in_force(date.max)
        with pytest.raises(EloError, match="is no day"):
            lists_of_year(0)


@pytest.mark.book("P44")
class TestWhoIsListed:
    """3.2 D b."""

    CLOSING = date(1985, 11, 30)

    @pytest.mark.parametrize(("games", "listed"), [(8, False), (9, True)])
    def test_fide_lists_from_nine_games(self, games: int, listed: bool) -> None:
        assert listing(2300.0, games, self.CLOSING, self.CLOSING).listed == listed

    @pytest.mark.parametrize(("last", "listed"), [(date(1982, 11, 30), True), (date(1982, 11, 29), False)])
    def test_fide_wants_play_within_three_years(self, last: date, listed: bool) -> None:
        assert listing(2300.0, 30, last, self.CLOSING).listed == listed

    @pytest.mark.parametrize(
        ("rating", "men", "women"), [(2201.0, True, True), (2200.0, False, True), (1900.0, False, False)]
    )
    def test_a_rating_must_exceed_the_minimum(self, rating: float, men: bool, women: bool) -> None:
        assert listing(rating, 30, self.CLOSING, self.CLOSING).listed == men
        assert listing(rating, 30, self.CLOSING, self.CLOSING, FIDE_WOMEN_CRITERIA).listed == women

    @pytest.mark.parametrize(
        ("games", "listed", "mark"), [(3, False, "*"), (4, True, "*"), (24, True, "*"), (25, True, "")]
    )
    def test_the_uscf_marks_fewer_than_25_games(self, games: int, listed: bool, mark: str) -> None:
        found = listing(1000.0, games, date(1960, 1, 1), self.CLOSING, USCF_CRITERIA)
        assert (found.listed, found.mark) == (listed, mark)

    def test_impossible_records_are_refused(self) -> None:
        with pytest.raises(EloError, match="games cannot be"):
            listing(2300.0, -1, self.CLOSING, self.CLOSING)
        with pytest.raises(EloError, match="is after"):
            listing(2300.0, 9, date(1986, 1, 1), self.CLOSING)
        with pytest.raises(EloError, match="is no number"):
            listing(float("nan"), 9, self.CLOSING, self.CLOSING)
