"""How arpad answers the vectors of `conformance/elo/events.json`: events, approximations, administration (chapter 3).

Players of a round robin are `[name, rating or null, score]`; pairings `[one, other, games, score of one]`; a step of K
is `[K, games below or null, rating below or null]`.  `printed` asks for the conventions of the book's tables.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from math import inf
from typing import Any

from arpad.rules.elo import handicaps, lists, monitoring, pools, round_robin_formulas
from arpad.rules.elo.approximations import MOST_CYCLES, START, successive_approximations
from arpad.rules.elo.controls import Award, Contestant, Controls, Entry, Feedback, KStep, Standing
from arpad.rules.elo.conventions import AS_PRINTED, Convention
from arpad.rules.elo.corrections import feedback_points
from arpad.rules.elo.crosstable import Crosstable, Pairing, crosstable
from arpad.rules.elo.deflation import rate_event
from arpad.rules.elo.exceptional import critical_excess, critical_excess_as_printed, exceptional_test
from arpad.rules.elo.matches import match_performance
from arpad.rules.elo.provisional import Performance, provisional_rating
from arpad.rules.elo.round_robin import Entrant, ExpectedBy, average_of_field, rate_round_robin
from arpad.rules.elo.special_tournament import rate_special_tournament
from tests.conformance.elo_register import Answer, Given, answers, expectancy_of


def convention_of(given: Given) -> Convention:
    return AS_PRINTED if given.get("printed") else Convention(expectancy_of(given))


def fields_of(found: Any) -> Answer:
    return {name: getattr(found, name) for name in found.__dataclass_fields__}


def table_of(pairings: list[list[Any]]) -> Crosstable:
    names = dict.fromkeys(name for one, other, _, _ in pairings for name in (one, other))
    return crosstable(tuple(names), [Pairing(*pairing) for pairing in pairings])


def put_formula(name: str) -> None:
    """Put a formula of a round robin on the register: its numbers by name, its result as `value`."""
    formula = getattr(round_robin_formulas, name)

    @answers(name)
    def answer(given: Given) -> Answer:
        return {"value": formula(*(given[argument] for argument in formula.clause.arguments))}


for name in (
    "adjusted_difference",
    "performance_from_average",
    "average_from_rated",
    "average_from_differences",
    "expected_from_average",
    "average_from_competition",
    "difference_to_average",
):
    put_formula(name)


@answers("match")
def answer_match(given: Given) -> Answer:
    return fields_of(
        match_performance(given["one"], given["other"], given["score"], given["games"], convention_of(given))
    )


@answers("round_robin")
def answer_round_robin(given: Given) -> Answer:
    found = rate_round_robin(
        [Entrant(player, score, rating) for player, rating, score in given["players"]],
        k=given.get("k"),
        games_before=given.get("games_before"),
        expected_by=ExpectedBy(given.get("expected_by", "average")),
        convention=convention_of(given),
    )
    lines = {line.entrant.player: fields_of(line) | {"after": line.after} for line in found.lines}
    return {"average": found.average, "lines": lines}


@answers("field_average")
def answer_field_average(given: Given) -> Answer:
    rated = [(rating, score) for rating, score in given["rated"]]
    return {"value": average_of_field(rated, given["participants"], convention=convention_of(given))}


@answers("special_tournament")
def answer_special_tournament(given: Given) -> Answer:
    return {"ratings": rate_special_tournament(given["scores"], given["average"], convention=convention_of(given))}


@answers("provisional")
def answer_provisional(given: Given) -> Answer:
    found = provisional_rating([Performance(*one) for one in given["performances"]], expectancy=expectancy_of(given))
    return fields_of(found) | {"listed": found.listed}


@answers("approximations")
def answer_approximations(given: Given) -> Answer:
    found = successive_approximations(
        table_of(given["pairings"]),
        expectancy_of(given),
        differences=given.get("differences"),
        start=given.get("start", START),
        cycles=given.get("cycles", MOST_CYCLES),
        little=0.0,
        whole_points=given.get("whole_points", False),
    )
    group = found.groups[0]
    return {
        "ratings": found.ratings,
        "limit": found.limit,
        "competition": dict(zip(group.players, group.cycles[-1].competition, strict=True)),
        "drift": group.drift,
        "outcome": group.outcome,
        "groups": [list(one.players) for one in found.groups],
        "set_aside": [one.player for one in found.set_aside],
    }


@answers("normal_play")
def answer_normal_play(given: Given) -> Answer:
    events = [table_of(event) for event in given["events"]]
    found = pools.normal_play(events, start=given["start"], k=given.get("k", pools.NORMAL_PLAY_K))
    return fields_of(found)


@answers("align")
def answer_align(given: Given) -> Answer:
    return fields_of(pools.align_pools(given["pool"], given["standard"]))


@answers("critical_excess")
def answer_critical_excess(given: Given) -> Answer:
    of = critical_excess_as_printed if given.get("printed") else critical_excess
    return {"value": of(given["games"], given["level"])}


@answers("exceptional_test")
def answer_exceptional_test(given: Given) -> Answer:
    found = exceptional_test(
        given["score"],
        given["expected"],
        given["games"],
        level=given["level"],
        as_printed=given.get("printed", False),
    )
    return fields_of(found)


READERS: dict[str, Callable[[Any], Any]] = {
    "early": lambda groups: tuple(Standing(group) for group in groups),
    "k": lambda steps: tuple(KStep(k, games or inf, rating or inf) for k, games, rating in steps),
    "entry": Entry,
    "award": Award,
    "feedback": Feedback,
}


@answers("rate_event")
def answer_rate_event(given: Given) -> Answer:
    chosen: dict[str, Any] = {
        key: READERS[key](value) if key in READERS else value for key, value in given.get("controls", {}).items()
    }
    found = rate_event(
        table_of(given["pairings"]),
        [Contestant(**contestant) for contestant in given["contestants"]],
        Controls(**chosen),
        expectancy_of(given),
    )
    lines = {line.contestant.player: line for line in found.lines}
    return {
        name: {player: getattr(line, name) for player, line in lines.items()}
        for name in ("after", "bonus", "feedback", "k", "entry")
    }


@answers("feedback")
def answer_feedback(given: Given) -> Answer:
    return {"value": feedback_points(given["k"], given["p_actual"], given["p_expected"])}


@answers("segments")
def answer_segments(given: Given) -> Answer:
    found = monitoring.together("", [monitoring.Segment("", *segment) for segment in given["segments"]])
    return fields_of(found) | {"bonus_percent": found.bonus_percent}


@answers("drift")
def answer_drift(given: Given) -> Answer:
    return fields_of(monitoring.drift_of_sample(given["before"], given["after"]))


@answers("pool_requirement")
def answer_pool_requirement(given: Given) -> Answer:
    return {"value": monitoring.pool_requirement([tuple(career) for career in given["careers"]])}


@answers("handicap_performance")
def answer_handicap_performance(given: Given) -> Answer:
    return {"value": handicaps.handicap_performance(given["performance"], given["rating"], given["scratch"])}


@answers("handicap_match")
def answer_handicap_match(given: Given) -> Answer:
    return {"value": handicaps.handicap_match(given["difference"], given["games"], expectancy_of(given))}


@answers("handicap_round_robin")
def answer_handicap_round_robin(given: Given) -> Answer:
    return {"value": handicaps.handicap_round_robin(given["level"], given["participants"])}


@answers("handicap_swiss")
def answer_handicap_swiss(given: Given) -> Answer:
    return {"value": handicaps.handicap_swiss(given["level"], given["rounds"])}


@answers("handicap_tournament")
def answer_handicap_tournament(given: Given) -> Answer:
    found = handicaps.handicap_round_robin_scores([(name, rating, score) for name, rating, score in given["players"]])
    return {"lines": {line.player: fields_of(line) for line in found}}


@answers("list_that_rates")
def answer_list_that_rates(given: Given) -> Answer:
    found = lists.list_that_rates(date.fromisoformat(given["day"]))
    return {name: str(value) for name, value in fields_of(found).items()}


@answers("list_in_force")
def answer_list_in_force(given: Given) -> Answer:
    found = lists.list_in_force(date.fromisoformat(given["day"]))
    return {name: str(value) for name, value in fields_of(found).items()}


@answers("listing")
def answer_listing(given: Given) -> Answer:
    criteria = lists.USCF_CRITERIA if given.get("criteria") == "uscf" else lists.FIDE_CRITERIA
    last, closing = date.fromisoformat(given["last"]), date.fromisoformat(given["closing"])
    return fields_of(lists.listing(given["rating"], given["games"], last, closing, criteria))
