"""Section 1: the five steps, for all players of a section together.

Step 1 initial ratings, step 2 effective games, step 3 first estimates of newcomers without games, step 4 intermediate
ratings against pre-event ratings, step 5 the same against the results of step 4.  Then, on the final result alone:
match limits, floors, ceiling, storage.
"""

from __future__ import annotations

from arpad.rules.rule import carries
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess import match
from arpad.rules.uschess.finish import Computed, finish, unmoved
from arpad.rules.uschess.foreign import rate_foreign
from arpad.rules.uschess.passes import enter, first_estimates, one_pass
from arpad.rules.uschess.people import persons
from arpad.rules.uschess.result import RatedSection
from arpad.rules.vocabulary import Kind, Section


@carries("7-separate-systems", "1-step-5", "7-director", reads=("I16", "I17"))
def rate_section(section: Section, book: Rulebook, *, dual: bool = False) -> RatedSection:
    """Rate a section in one system; `dual` when it is rated Regular and Quick over the board (reading I46).

    A match that the rule refuses is rated all the same where the office ruled so.
    """
    people = persons(section)
    if section.kind is Kind.FOREIGN_FIDE:
        return rate_foreign(section, people, book)
    is_match = section.kind is Kind.MATCH
    refused = match.why_not(book, people) if is_match and not section.match_override else None
    if refused is not None:
        still = tuple(unmoved(person, book, because=refused) for person in people)
        return RatedSection(section.number, section.name, book.system, book, still, refused)
    entrants = [enter(person, book, section.end) for person in people]
    firsts = first_estimates(entrants, book)
    before = [entrant.r0 if first is None else first for entrant, first in zip(entrants, firsts, strict=True)]
    fourth = one_pass(entrants, before, book, "4", dual=dual, is_match=is_match)
    between = [outcome.rating for outcome in fourth]
    fifth = one_pass(entrants, between, book, "5", dual=dual, is_match=is_match)
    rated = tuple(
        finish(Computed(entrant, first, step_4.rating, step_5), book, section.end, is_match=is_match)
        for entrant, first, step_4, step_5 in zip(entrants, firsts, fourth, fifth, strict=True)
    )
    return RatedSection(section.number, section.name, book.system, book, rated)
