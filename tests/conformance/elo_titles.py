"""How arpad answers the vectors of `conformance/elo/titles-and-systems.json` (chapters 4 to 7, 8.5, 8.6).

Participants are `[name, score, rating or null]`, with true behind them for a woman in a mixed tournament; results of a
title `[day, games]`; pairings `[one, other, games, score of one]`; years of a career `[year, rating, games]`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from arpad.rules.elo import averages_1986, densities, fide_1986, norms, norms_1957, rateable_1986, title_events_1986
from arpad.rules.elo.careers import YearRating, best_five_years, development_curve
from arpad.rules.elo.categories import category_named, category_of
from arpad.rules.elo.conventions import AS_PRINTED, EXACT, Convention
from arpad.rules.elo.crosstable import Pairing, crosstable
from arpad.rules.elo.norms import NORM_TITLES, Title
from arpad.rules.elo.proficiencies import rating_distribution
from arpad.rules.elo.systems import bcf, berkin, ccla, harkness, ingo, linear_system
from arpad.rules.elo.systems.comparison import compare, systems
from tests.conformance.elo_register import Answer, Given, answers, expectancy_of


def convention_of(given: Given) -> Convention:
    return AS_PRINTED if given.get("printed") else EXACT


def put(name: str, function: Callable[..., Any]) -> None:
    """Put a function on the register: its arguments by name, its result as `value`."""

    @answers(name)
    def answer(given: Given) -> Answer:
        return {"value": function(**given)}


def put_formula(name: str, formula: Any) -> None:
    """Put a formula on the register: its numbers by name, taken by position."""

    @answers(name)
    def answer(given: Given) -> Answer:
        return {"value": formula(*(given[argument] for argument in formula.clause.arguments))}


for formula_name, formula_itself in {
    "ingo_performance": ingo.ingo_performance,
    "ingo_number": ingo.ingo_number,
    "harkness_of_percent": harkness.performance_of_percent,
    "harkness_of_games": harkness.performance_of_games,
    "ccla_after": ccla.rating_after,
    "linear_performance_of_system": linear_system.linear_performance,
    "linear_density": linear_system.linear_density,
    "linear_difference_of": linear_system.linear_difference_of,
    "ratio_change": berkin.ratio_change,
    "first_ratio": berkin.first_ratio,
    "blended_change": berkin.blended_change,
    "ratio_share": berkin.ratio_share,
    "ratio_expected": berkin.ratio_expected,
    "entry": averages_1986.entry_rating,
}.items():
    put_formula(formula_name, formula_itself)

put("ingo", ingo.performance)
put("harkness", harkness.performance)
put("harkness_rating", harkness.rating)
put("bcf", bcf.period_rating)
put("berkin_initial", berkin.initial)
put("berkin_match", berkin.update_match)
put("berkin_round_robin", berkin.update_round_robin)
put("berkin_equivalent", berkin.average_equivalent)
put("geometric_mean", berkin.average)


@answers("bcf_grade")
def bcf_grade(given: Given) -> Answer:
    return {"grade": bcf.grade(given["rating"])}


@answers("ccla")
def ccla_rating(given: Given) -> Answer:
    return {"value": ccla.update(given["rating"], [(opponent, score) for opponent, score in given["games"]])}


@answers("class_ladder")
def class_ladder(given: Given) -> Answer:
    return {"value": list(ccla.class_ladder([float(one) for one in given["results"]], given["start"]))}


@answers("compare")
def compared(given: Given) -> Answer:
    names = dict.fromkeys(name for one, other, _, _ in given["pairings"] for name in (one, other))
    table = crosstable(tuple(names), [Pairing(*pairing) for pairing in given["pairings"]])
    found = compare(table, given["ratings"], systems(given["k"], expectancy_of(given)))
    return {"after": {name: {line.own.player: line.after for line in lines} for name, lines in found.lines.items()}}


@answers("category")
def category(given: Given) -> Answer:
    found = category_of(given["average"])
    return {
        "name": found.name,
        "lowest": found.lowest,
        "highest": found.highest,
        "percentages": {title.value: norms.norm_percentage(found, title) for title in NORM_TITLES},
    }


@answers("norm")
def norm(given: Given) -> Answer:
    found, title = category_named(given["category"]), Title(given["title"])
    return {
        "percentage": norms.norm_percentage(found, title),
        "points": norms.norm_points(found, title, given["games"]),
    }


@answers("title_minima")
def title_minima(given: Given) -> Answer:
    found = title_events_1986.title_tournament_minima(given["players"])
    return {"foreign": found.foreign, "rated": found.rated, "titled": found.titled}


@answers("title_tournament")
def title_tournament(given: Given) -> Answer:
    found = title_events_1986.title_requirements(title_events_1986.TitleEvent(**given))
    return {"value": all(requirement.met for requirement in found)}


def results_of(given: Given) -> list[norms.TitleResult]:
    return [norms.TitleResult(date.fromisoformat(day), games) for day, games in given.get("results", [])]


@answers("results_suffice")
def results_suffice(given: Given) -> Answer:
    return {"value": norms.results_suffice(results_of(given), given["least_games"])}


@answers("title_earned")
def title_earned(given: Given) -> Answer:
    earned = norms.title_earned(Title(given["title"]), given["rating"], results_of(given), given.get("games", 0))
    return {"value": earned}


@answers("norm_1957")
def norm_1957(given: Given) -> Answer:
    counts = (given["grandmasters"], given["masters"], given["untitled"])
    return {"value": norms_1957.norm_points_1957(*counts, Title(given["title"]))}


@answers("category_1957")
def category_1957(given: Given) -> Answer:
    found = norms_1957.category_1957(**given)
    return {"name": None if found is None else found.name}


@answers("rateable")
def rateable(given: Given) -> Answer:
    kind = rateable_1986.Format(given["format"])
    return {"value": rateable_1986.is_rateable(rateable_1986.Event(**{**given, "format": kind}))}


@answers("counted")
def counted(given: Given) -> Answer:
    others = {name: value for name, value in given.items() if name != "format"}
    return {"value": rateable_1986.counted(rateable_1986.Format(given["format"]), **others)}


def participants_of(given: Given) -> list[averages_1986.Participant]:
    return [averages_1986.Participant(*one) for one in given["participants"]]


@answers("title_average")
def title_average(given: Given) -> Answer:
    options = {name: given.get(name, False) for name in ("women_only", "before_play")}
    return {"value": averages_1986.title_average(participants_of(given), **options)}


@answers("rating_average")
def rating_average(given: Given) -> Answer:
    found = averages_1986.rating_average(participants_of(given), convention=convention_of(given))
    return {name: getattr(found, name) for name in ("average", "entered", "scores", "games", "from_rated")}


@answers("list")
def listed(given: Given) -> Answer:
    record = fide_1986.Record(**given["record"])
    events = [fide_1986.Played(**one) for one in given["events"]]
    found = fide_1986.update_list(record, events, women=given.get("women", False), convention=convention_of(given))
    ks = [one.k for one in found.entered]
    return {"rating": found.rating, "published": found.published, "k_next": found.record.k, "ks": ks}


@answers("first_rating")
def first_rating(given: Given) -> Answer:
    samples = [fide_1986.Played(**one) for one in given["samples"]]
    found = fide_1986.first_rating(samples, convention=convention_of(given))
    return {"rating": None if found is None else found.rating}


@answers("densities")
def densities_of(given: Given) -> Answer:
    country = densities.Population("country", **given)
    found = densities.densities(country)
    return {"titled": country.titled} | {name: getattr(found, name) for name in densities.Densities.__slots__}


@answers("best_five_years")
def best_five(given: Given) -> Answer:
    found = best_five_years([YearRating(*one) for one in given["history"]])
    return {"first": found.first, "last": found.last, "average": found.average}


@answers("development")
def development(given: Given) -> Answer:
    careers = {name: {int(age): rating for age, rating in of.items()} for name, of in given["careers"].items()}
    return {"points": [[point.age, point.gain, point.players] for point in development_curve(careers)]}


@answers("distribution")
def distribution(given: Given) -> Answer:
    found = rating_distribution(given["ratings"])
    return {
        "lowest": [one.lowest for one in found.classes],
        "counts": [one.count for one in found.classes],
        "above": found.above(given["above"]),
        "mean": found.moments.mean,
    }
