"""Section 4.1: the special rating, exactly, and beside it the printed procedure of each edition."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import arpad
from arpad.rules.uschess.special import adjusted_rating, earlier_share, objective, piece_below, special_rating
from arpad.rules.uschess.special_procedure import procedure

WIDTH, CAP = 400.0, 2700.0
RATINGS = st.one_of(st.integers(100, 2800).map(float), st.floats(100, 2800))


@st.composite
def players(draw: st.DrawFn) -> tuple[float, float, int, float, tuple[float, ...]]:
    """R0, N', record, score and opponents; opponents often exactly at the knots of R0 or of each other."""
    r0 = draw(RATINGS)
    near = st.sampled_from([-800.0, -400.0, 0.0, 400.0, 800.0]).map(lambda gap: max(100.0, r0 + gap))
    opponents = tuple(draw(st.lists(st.one_of(RATINGS, near), min_size=1, max_size=8)))
    score = draw(st.integers(0, 2 * len(opponents))) / 2
    record = draw(st.sampled_from([-1, 0, 0, 1]))
    n = draw(st.one_of(st.integers(1, 8).map(float), st.floats(0.5, 8.0)))
    return r0, (0.0 if record == 0 and draw(st.booleans()) else n), record, score, opponents


def exact_f(r: Fraction, r0: float, n: float, record: int, score: float, opponents: tuple[float, ...]) -> Fraction:
    """f in exact arithmetic, straight from the text."""

    def pwe(opponent: Fraction) -> Fraction:
        return min(Fraction(1), max(Fraction(0), Fraction(1, 2) + (r - opponent) / 800))

    prior = Fraction(r0) - 400 * record
    share = {1: Fraction(n), -1: Fraction(0), 0: Fraction(n) / 2}[record]
    expected = Fraction(n) * pwe(prior) + sum((pwe(Fraction(o)) for o in opponents), Fraction(0))
    return expected - Fraction(score) - share


class TestTheRoot:
    """The answer is a root of f, and the one nearest to R0 (I12)."""

    @given(players())
    def test_f_is_zero_there(self, player: tuple[float, float, int, float, tuple[float, ...]]) -> None:
        r0, n, record, score, opponents = player
        root = special_rating(r0, n, record, score, opponents, WIDTH, 1e9)
        assert abs(exact_f(Fraction(root), r0, n, record, score, opponents)) < Fraction(1, 10**12)

    @given(players())
    def test_no_root_is_nearer_to_the_prior_rating(
        self, player: tuple[float, float, int, float, tuple[float, ...]]
    ) -> None:
        r0, n, record, score, opponents = player
        root = special_rating(r0, n, record, score, opponents, WIDTH, 1e9)
        for part in (0.0, 0.25, 0.5, 0.75, 0.999):
            nearer = r0 + part * (root - r0)
            if abs(nearer - root) > 1e-6:
                f = exact_f(Fraction(nearer), r0, n, record, score, opponents)
                assert f != 0
                assert (f < 0) == (root > r0)

    @given(players(), st.sampled_from([0.5, 1.0]))
    def test_more_points_never_give_less(
        self, player: tuple[float, float, int, float, tuple[float, ...]], more: float
    ) -> None:
        r0, n, record, score, opponents = player
        assume(score + more <= len(opponents))
        lower = special_rating(r0, n, record, score, opponents, WIDTH, CAP)
        assert special_rating(r0, n, record, score + more, opponents, WIDTH, CAP) >= lower

    @given(players())
    def test_the_order_of_the_games_does_not_matter(
        self, player: tuple[float, float, int, float, tuple[float, ...]]
    ) -> None:
        r0, n, record, score, opponents = player
        one = special_rating(r0, n, record, score, opponents, WIDTH, CAP)
        other = special_rating(r0, n, record, score, tuple(reversed(opponents)), WIDTH, CAP)
        assert other == pytest.approx(one, abs=1e-9)

    @given(players())
    def test_it_never_leaves_the_reach_of_the_players(
        self, player: tuple[float, float, int, float, tuple[float, ...]]
    ) -> None:
        r0, n, record, score, opponents = player
        root = special_rating(r0, n, record, score, opponents, WIDTH, CAP)
        prior = adjusted_rating(r0, record, WIDTH)
        assert min(*opponents, prior, r0) - 400 <= root <= max(*opponents, prior, r0) + 400


class TestTheProcedures:
    """The printed procedures: the program's start finds the exact answer, the averaged one may not."""

    @given(players())
    def test_from_the_prior_rating_it_ends_at_the_exact_answer_or_at_a_knot_that_floats_hide(
        self, player: tuple[float, float, int, float, tuple[float, ...]]
    ) -> None:
        r0, n, record, score, opponents = player
        run = procedure(arpad.rulebook("OTBR", edition="2025-07-26"), r0, n, record, score, opponents)
        exact = special_rating(r0, n, record, score, opponents, WIDTH, CAP)
        if run.rating is None:
            assert run.stuck == "M stands on a knot that the test of rule 4 does not see"
            assert run.path[-1] == pytest.approx(exact, abs=1e-3)
        else:
            assert run.rating == pytest.approx(exact, abs=1e-3)

    @pytest.mark.parametrize(
        ("r0", "n", "score", "opponents", "averaged", "exact"),
        [
            (1300.0, 0.0, 3.0, (500.0, 600.0, 800.0), 1200.0, 1300.0),
            (750.0, 0.0, 0.0, (1266.0,), 866.0, 750.0),
            (750.0, 2.0, 1.0, (2333.0, 1847.0, 2048.0, 1773.0, 1773.0, 2150.0, 1804.0), 1373.0, 1150.0),
        ],
    )
    def test_from_the_averaged_estimate_it_may_end_elsewhere(
        self, r0: float, n: float, score: float, opponents: tuple[float, ...], averaged: float, exact: float
    ) -> None:
        of_2017 = arpad.rulebook("OTBR", edition="2017-04-24")
        assert procedure(of_2017, r0, n, 0, score, opponents).rating == averaged
        assert special_rating(r0, n, 0, score, opponents, WIDTH, CAP) == exact

    def test_a_knot_spoilt_by_rounding_leaves_the_letter_without_an_answer(self) -> None:
        """(R + 400) - R exceeds 400 for this double (I13); the exact solution does not ask."""
        assert (751.4 + 400.0) - 751.4 > 400.0
        run = procedure(arpad.rulebook("OTBR", edition="2025-07-26"), 750.0, 0.0, 0, 1.0, (751.4,))
        assert run.rating is None
        assert run.stuck is not None
        assert special_rating(750.0, 0.0, 0, 1.0, (751.4,), WIDTH, CAP) == 1151.4

    def test_the_slip_of_2009_stops_where_no_rule_says_to_go_back(self) -> None:
        of_2009 = arpad.rulebook("OTBR", edition="2009-06-04")
        games = (100.0, 200.0, 2900.0)
        stuck = procedure(of_2009, 1500.0, 0.0, 0, 1.0, games, as_printed=True)
        assert (stuck.rating, stuck.stuck) == (None, "no rule says to go back after moving to a knot")
        assert procedure(of_2009, 1500.0, 0.0, 0, 1.0, games).rating == pytest.approx(150.0)
        assert special_rating(1500.0, 0.0, 0, 1.0, games, WIDTH, CAP) == 150.0

    def test_the_slip_of_2017_does_not_see_an_opponent_exactly_400_points_away(self) -> None:
        of_2017 = arpad.rulebook("OTBR", edition="2017-04-24")
        games = (500.0, 600.0, 800.0)
        assert procedure(of_2017, 1700.0, 0.0, 0, 3.0, games).rating == 1200.0
        assert procedure(of_2017, 1700.0, 0.0, 0, 3.0, games, as_printed=True).rating is None

    def test_a_level_piece_moves_towards_the_prior_rating(self) -> None:
        """Rule 4(b): M inside a level piece moves to R0, or to the end of the piece nearer to it."""
        book = arpad.rulebook("OTBR", edition="2017-04-24")
        assert procedure(book, 1000.0, 2.0, 1, 1.0, (300.0, 2900.0)).path == (1100.0, 1000.0)
        assert special_rating(1000.0, 2.0, 1, 1.0, (300.0, 2900.0), WIDTH, CAP) == 1000.0

    def test_the_knots_of_a_weightless_prior_stop_the_letter_short_of_the_nearest_root(self) -> None:
        """N' = 0: R0' bends nothing, yet its knots are among those of rule 4(b)."""
        book = arpad.rulebook("OTBR", edition="2017-04-24")
        assert procedure(book, 800.0, 0.0, 0, 1.0, (500.0, 3100.0)).path == (1800.0, 1200.0)
        assert procedure(book, 2650.0, 0.0, 0, 1.0, (500.0, 3000.0)).path == (1750.0, 2250.0)
        assert special_rating(800.0, 0.0, 0, 1.0, (500.0, 3100.0), WIDTH, CAP) == 900.0
        assert special_rating(2650.0, 0.0, 0, 1.0, (500.0, 3000.0), WIDTH, CAP) == 2600.0

    def test_from_the_averaged_estimate_a_near_prior_rating_keeps_m_where_it_is(self) -> None:
        """Rule 4 counts R0' even when it weighs nothing: M stays 300 points off the nearest root."""
        book = arpad.rulebook("OTBR", edition="2017-04-24")
        assert procedure(book, 1500.0, 0.0, 0, 1.0, (1000.0, 2600.0)).rating == 1800.0
        assert special_rating(1500.0, 0.0, 0, 1.0, (1000.0, 2600.0), WIDTH, CAP) == 1500.0

    def test_it_says_when_it_does_not_end(self) -> None:
        exacting = arpad.rulebook("OTBR", edition="2025-07-26").vary(special_tolerance=0.0)
        run = procedure(exacting, 1500.0, 0.0, 0, 1.0, (1333.3, 1444.4, 1555.1))
        assert (run.rating, run.stuck) == (None, "no end after 10000 moves")

    def test_it_says_when_a_score_cannot_be(self) -> None:
        run = procedure(arpad.rulebook("OTBR", edition="2025-07-26"), 1500.0, 1.0, 0, 3.0, (1500.0,))
        assert (run.rating, run.stuck) == (None, "no knot lies on the side where the root must be")

    def test_the_cap_holds_for_the_procedure_too(self) -> None:
        book = arpad.rulebook("OTBR", edition="2025-07-26")
        assert procedure(book, 2600.0, 4.0, 1, 3.0, (2600.0, 2650.0, 2690.0)).rating == 2700.0

    def test_the_objective_is_the_difference_of_expected_and_attained_score(self) -> None:
        share = earlier_share(0)
        assert objective(1500.0, 1500.0, 4.0, share, 1.0, (1500.0, 1900.0), WIDTH) == -0.5


class TestThePieceBelowAKnot:
    """The piece that ends at a knot, where the prior's own interval ends before it: worked by hand."""

    def test_a_prior_far_below_counts_in_full(self) -> None:
        assert piece_below(2000.0, 1000.0, 2.0, 0.5, 1.0, (2000.0,), 400.0) == (1600.0, 1.0, 1600.0)
