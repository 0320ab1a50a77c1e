"""Steps 1 to 5 for each person: who enters with what, and one pass of the formulas over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from arpad.rules.rule import Step, about, carries, chapter, keep, listening, remark, rule
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess import special, standard
from arpad.rules.uschess.effective import n_effective, n_star
from arpad.rules.uschess.initial import Initial, games_of, initial_rating
from arpad.rules.uschess.people import Person
from arpad.rules.vocabulary import Record

HEADINGS = {"4": "Step 4: intermediate rating", "5": "Step 5: rating before floors"}
OPPONENTS = {"4": "before the event (newcomers: first estimate, or initial)", "5": "results of step 4"}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person at the start of step 3: R0, N and what follows from them."""

    person: Person
    initial: Initial | None
    r0: float
    n: float
    record: int
    n_star: float
    n_effective: float

    @property
    def newcomer(self) -> bool:
        """Whether the person is unrated in this system."""
        return self.initial is not None


@carries("1-step-1", "1-step-2", reads=("I22", "I43"))
def enter(person: Person, book: Rulebook, end: date) -> Entrant:
    """Steps 1 and 2."""
    player = person.player
    about(player.number)
    rating = player.ratings.get(book.system)
    if rating is None:
        initial = initial_rating(book, player, end)
        r0, n, record = initial.rating, float(initial.games), Record.MIXED
    else:
        initial = None
        with chapter("1-step-1", "Step 1: initial rating"):
            remark("1-step-1", "rated before: the pre-event rating is the prior rating")
        r0, n, record = rating.rating, games_of(rating), rating.record or Record.MIXED
    with chapter("1-step-2", "Step 2: effective number of games"):
        star = n_star(
            r0,
            book.n_star_ceiling,
            book.n_star_knee,
            book.n_star_constant,
            book.n_star_coefficient,
            book.n_star_anchor,
        )
        effective = n_effective(n, star)
    return Entrant(person, initial, r0, n, int(record), star, effective)


def met(person: Person, ratings: Sequence[float], what: str) -> list[float]:
    """The ratings of a person's opponents, game by game; kept as a table for whoever listens."""
    opponents = [ratings[game.opponent] for game in person.games]
    if listening():
        rows = tuple(
            (game.number, game.code, game.score, rating) for game, rating in zip(person.games, opponents, strict=True)
        )
        keep(Step("7-rated-games", f"Opponents: {what}", symbol="table", value=rows))
    return opponents


@carries("1-step-3", reads=("I17",))
def first_estimates(entrants: Sequence[Entrant], book: Rulebook) -> list[float | None]:
    """Step 3: newcomers with N = 0, as if they had one effective game, against pre-event or initial ratings."""
    start = [entrant.r0 for entrant in entrants]
    estimates: list[float | None] = []
    for entrant in entrants:
        person = entrant.person
        if not entrant.newcomer or entrant.n > 0.0 or not person.games:
            estimates.append(None)
            continue
        about(person.player.number)
        with chapter("1-step-3", "Step 3: first estimate"):
            opponents = met(person, start, "rating before, or initial")
            estimate = special.special_rating(
                entrant.r0,
                book.first_estimate_games,
                entrant.record,
                person.score,
                opponents,
                book.special_half_width,
                book.special_cap,
            )
            estimates.append(at_least(estimate, book.result_minimum))
    return estimates


@rule("1-step-4", "", "max({value}, {least})", "no result of a step is lower", reads=("I15",))
def at_least(value: float, least: float) -> float:
    """The minimum of 100 on the results of steps 3, 4 and 5.

    >>> at_least(60.0, 100.0), at_least(1500.0, 100.0)
    (100.0, 1500.0)
    """
    return max(value, least)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of step 4 or 5 for one person."""

    rating: float
    formula: str | None = None
    k: float | None = None
    expected: float | None = None
    bonus: float | None = None


@carries("1-step-4", "1-step-5", reads=("I17", "I23"))
def one_pass(
    entrants: Sequence[Entrant],
    ratings: Sequence[float],
    book: Rulebook,
    step: str,
    *,
    dual: bool,
    is_match: bool,
) -> list[Outcome]:
    """One pass over all persons against given ratings of their opponents: step 4 and step 5 alike."""
    strengths = [standard.strength(rating, book.expectancy_scale) for rating in ratings]
    outcomes = []
    for entrant in entrants:
        about(entrant.person.player.number)
        if not entrant.person.games:
            outcomes.append(Outcome(entrant.r0))
            continue
        with chapter(f"1-step-{step}", HEADINGS[step]):
            opponents = met(entrant.person, ratings, OPPONENTS[step])
            if special.special_applies(entrant.n, entrant.record, book.special_games):
                outcomes.append(_special(entrant, opponents, book))
            else:
                against = [strengths[game.opponent] for game in entrant.person.games]
                outcomes.append(_standard(entrant, against, book, dual, is_match))
    return outcomes


def _special(entrant: Entrant, opponents: Sequence[float], book: Rulebook) -> Outcome:
    rating = special.special_rating(
        entrant.r0,
        entrant.n_effective,
        entrant.record,
        entrant.person.score,
        opponents,
        book.special_half_width,
        book.special_cap,
    )
    return Outcome(at_least(rating, book.result_minimum), "special")


def _standard(entrant: Entrant, against: Sequence[float], book: Rulebook, dual: bool, is_match: bool) -> Outcome:
    person = entrant.person
    k = k_of(book, entrant.r0, entrant.n_effective, len(person.games), dual)
    own = standard.strength(entrant.r0, book.expectancy_scale)
    expected = standard.total_expectancy(own, against)
    rating, bonus = updated(
        book, entrant.r0, k, person.score, expected, len(person.games), person.most_meetings, is_match
    )
    return Outcome(at_least(rating, book.result_minimum), "standard", k, expected, bonus)


def k_of(book: Rulebook, r0: float, n_effective: float, m: int, dual: bool) -> float:
    """K, with the exception for masters in dual-rated sections."""
    if book.dual_k and standard.dual_k_applies(dual, r0, book.dual_k_from):
        return standard.k_factor_dual(
            r0,
            n_effective,
            m,
            book.k_numerator,
            book.dual_k_intercept,
            book.dual_k_slope,
            book.dual_k_to,
            book.dual_k_top_numerator,
        )
    return standard.k_factor(n_effective, m, book.k_numerator)


def updated(
    book: Rulebook,
    r0: float,
    k: float,
    score: float,
    expected: float,
    m: int,
    most_meetings: int,
    is_match: bool,
) -> tuple[float, float]:
    """The standard rating and the bonus in it."""
    gained = standard.gain(k, score, expected)
    bonus = 0.0
    if is_match and not book.match_bonus:
        remark("7-match-bonus", "no bonus in matches")
    elif standard.bonus_allowed(
        m, most_meetings, book.bonus_least_games, book.bonus_meetings, book.bonus_meetings_of_three
    ):
        bonus = standard.bonus(gained, m, book.bonus_threshold, book.bonus_counts_as)
    return standard.standard_rating(r0, gained, bonus), bonus
