"""Section 6: US Chess ratings moved by play in foreign FIDE events, in one pass against converted FIDE ratings."""

from __future__ import annotations

from dataclasses import replace

from arpad.rules.rule import about, carries, chapter, condition, remark, rule
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess import standard
from arpad.rules.uschess.finish import Computed, finish, unmoved
from arpad.rules.uschess.initial import convert_fide, games_of
from arpad.rules.uschess.passes import Outcome, at_least, enter, k_of, met, updated
from arpad.rules.uschess.people import Person
from arpad.rules.uschess.result import Rated, RatedSection
from arpad.rules.vocabulary import Section


@condition("6-eligible", "{games} > {established_games}", "the Regular rating is established", reads=("I44",))
def eligible(games: float, established_games: int) -> bool:
    """Whether a rating may be moved by foreign events.

    >>> eligible(25.0, 25), eligible(26.0, 25)
    (False, True)
    """
    return games > established_games


@rule("6-youth", "", "{intercept} + {slope} x {rating}", "a FIDE rating of a youth event on the US Chess scale")
def converted_youth(rating: float, intercept: float, slope: float) -> float:
    """A FIDE rating converted by the line for youth events.

    >>> converted_youth(1500.0, 560.0, 0.76)
    1700.0
    """
    return intercept + slope * rating


@carries("6-eligible", "6-opponents", "6-update", reads=("I32", "I44"))
def rate_foreign(section: Section, people: list[Person], book: Rulebook) -> RatedSection:
    """Rate the players who have a Regular rating; everybody else is an opponent alone (readings I32, I44)."""
    candidates = [person for person in people if book.system in person.player.ratings]
    if not book.foreign_events:
        refused = "these rules know no foreign FIDE events"
        still = tuple(unmoved(person, book, because=refused) for person in candidates)
        return RatedSection(section.number, section.name, book.system, book, still, refused)
    rated = tuple(_rate_one(section, person, people, book) for person in candidates)
    return RatedSection(section.number, section.name, book.system, book, rated)


def _rate_one(section: Section, person: Person, people: list[Person], book: Rulebook) -> Rated:
    about(person.player.number)
    games = games_of(person.player.ratings[book.system])
    if not eligible(games, book.established_games):
        why = f"the {book.system} rating is not established ({games:g} games)"
        return unmoved(person, book, refused=why)
    fide = {place: other.player.fide.rating for place, other in enumerate(people) if other.player.fide is not None}
    counted = replace(person, games=tuple(game for game in person.games if game.opponent in fide))
    entrant = enter(counted, book, section.end)
    left_out = len(person.games) - len(counted.games)
    if left_out:
        remark("6-opponents", f"games not counted, against opponents without a FIDE rating: {left_out}")
    if not counted.games:
        return unmoved(counted, book, entrant)
    with chapter("6-update", "One pass of the standard formula"):
        on_our_scale = {
            place: _converted(section, fide[place], book) for place in {game.opponent for game in counted.games}
        }
        ratings = [on_our_scale.get(place, 0.0) for place in range(len(people))]
        opponents = met(counted, ratings, "FIDE ratings on the US Chess scale")
        k = k_of(book, entrant.r0, entrant.n_effective, len(counted.games), dual=False)
        own = standard.strength(entrant.r0, book.expectancy_scale)
        against = [standard.strength(rating, book.expectancy_scale) for rating in opponents]
        expected = standard.total_expectancy(own, against)
        result, bonus = updated(
            book,
            entrant.r0,
            k,
            counted.score,
            expected,
            len(counted.games),
            counted.most_meetings,
            is_match=False,
        )
        outcome = Outcome(at_least(result, book.result_minimum), "standard", k, expected, bonus)
    return finish(Computed(entrant, None, None, outcome), book, section.end, is_match=False)


def _converted(section: Section, rating: float, book: Rulebook) -> float:
    """An opponent's FIDE rating on the US Chess scale: by the line for youth events where it is one."""
    if not section.youth:
        return convert_fide(rating, book.fide_conversion)
    line = book.youth_conversion.line_for(rating)
    return converted_youth(rating, line.intercept, line.slope)
