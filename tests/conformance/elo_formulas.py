"""How arpad answers `formulas.json` and `worked-examples.json` of `conformance/elo` (chapters 1, 2 and 8).

A function named like a formula takes its numbers by name and answers `value`.  `printed` asks for the conventions of
the book's tables: table 2.11, percentages to two places, means and adjusted differences to whole points.
"""

from __future__ import annotations

from types import ModuleType

from arpad.rules.elo import choice_of_k, current, distributions, expectancy, linear, normal, odds, performance, scale
from arpad.rules.elo.conventions import AS_PRINTED, Convention
from arpad.rules.elo.discrimination import discrimination
from arpad.rules.elo.expectancy import BY_NAME
from arpad.rules.elo.first_move import white_advantage
from arpad.rules.elo.round_robin_formulas import adjusted_difference, expected_from_average, performance_from_average
from tests.conformance.elo_register import Answer, Given, answers, expectancy_of

FORMULAS: dict[ModuleType, tuple[str, ...]] = {
    scale: ("class_intervals", "standard_error", "sd_difference", "ratio_of_difference"),
    normal: ("density",),
    expectancy: ("normal_probability", "linear_probability", "linear_difference"),
    odds: (
        "odds_of_percentage",
        "percentage_of_odds",
        "composed_odds",
        "composed_log_odds",
        "difference_of_odds",
        "composed_difference",
        "odds_of_difference",
        "natural_logistic",
        "points_for_a_win",
        "points_for_a_loss",
    ),
    distributions: ("verhulst_natural", "verhulst"),
    performance: ("performance", "modified_round_robin_performance"),
    current: (
        "new_rating",
        "rating_change",
        "expected_of_percentages",
        "blend_by_games",
        "change_by_games",
        "change_by_differences",
        "change_by_percentages",
        "change_at_mean_slope",
        "rest_of_difference",
        "blend_by_precision",
        "change_by_precision",
    ),
    choice_of_k: (
        "k_of_games",
        "games_of_k",
        "k_by_precision",
        "largest_difference",
        "largest_change",
        "within_tolerance",
    ),
    linear: (
        "linear_difference_of_score",
        "linear_performance",
        "linear_expected",
        "linear_current_uncollected",
        "linear_current",
        "uscf_current",
    ),
}


def put_formula(module: ModuleType, name: str) -> None:
    formula = getattr(module, name)

    @answers(name)
    def answer(given: Given) -> Answer:
        return {"value": formula(*(given[argument] for argument in formula.clause.arguments))}


for _module, _names in FORMULAS.items():
    for _name in _names:
        put_formula(_module, _name)


def convention_of(given: Given) -> Convention:
    return AS_PRINTED if given.get("printed") else Convention(expectancy_of(given))


@answers("probability")
def answer_probability(given: Given) -> Answer:
    return {"value": expectancy_of(given).probability(given["d"])}


@answers("difference")
def answer_difference(given: Given) -> Answer:
    return {"value": expectancy_of(given).difference(given["p"])}


@answers("stakes")
def answer_stakes(given: Given) -> Answer:
    found = odds.stakes(given["k"], given["p"])
    return {"win": found.win, "draw": found.draw, "loss": found.loss, "ratio": found.ratio}


@answers("convert_scale")
def answer_convert_scale(given: Given) -> Answer:
    return {"value": scale.convert_scale(given["value"], scale.Scale(given["from"]), scale.Scale(given["to"]))}


@answers("odds_on_scale")
def answer_odds_on_scale(given: Given) -> Answer:
    return {"value": scale.odds_on_scale(given["one"], given["other"], scale.Scale(given["scale"]))}


@answers("ratio_on")
def answer_ratio_on(given: Given) -> Answer:
    scales = {"magnitudes": scale.MAGNITUDES, "bels": scale.BELS, "decibels": scale.DECIBELS}
    return {"value": scales[given["scale"]].ratio(given["one"], given["other"])}


@answers("performance_against_mean")
def answer_performance_against_mean(given: Given) -> Answer:
    found = performance.performance_against_mean(
        given["competition"], given["score"], given["games"], convention_of(given)
    )
    return {"percentage": found.percentage, "difference": found.difference, "rating": found.rating}


@answers("small_sample")
def answer_small_sample(given: Given) -> Answer:
    found = performance.small_sample_performance(
        given["competition"], given["score"], given["games"], convention_of(given)
    )
    return {"difference": found.difference, "factor": found.factor, "rating": found.rating}


@answers("small_sample_round_robin")
def answer_small_sample_round_robin(given: Given) -> Answer:
    found = performance.small_sample_round_robin(given["average"], given["score"], given["m"], convention_of(given))
    return {"difference": found.difference, "factor": found.factor, "rating": found.rating}


@answers("small_steps_round_robin")
def answer_small_steps_round_robin(given: Given) -> Answer:
    """Example 2 step by step: D_p of table 2.11, D_a to a whole number, R_p."""
    games = given["m"] - 1
    difference = AS_PRINTED.expectancy.difference(AS_PRINTED.percentage(given["score"], games))
    adjusted = AS_PRINTED.points(adjusted_difference(difference, given["m"]))
    return {"adjusted": adjusted, "rating": performance_from_average(given["average"], adjusted)}


@answers("expected_against_mean_rating")
def answer_expected_against_mean_rating(given: Given) -> Answer:
    p = BY_NAME["table-2.11"].probability(given["rating"] - given["competition"])
    return {"value": current.expected_against_mean(given["games"], p)}


@answers("expected_in_round_robin")
def answer_expected_in_round_robin(given: Given) -> Answer:
    p = BY_NAME["table-2.11"].probability(given["rating"] - given["average"])
    return {"value": expected_from_average(p, given["m"], 1)}


@answers("performance_exact")
def answer_performance_exact(given: Given) -> Answer:
    return {"value": performance.performance_exact(given["opponents"], given["score"], expectancy_of(given))}


@answers("expected_score")
def answer_expected_score(given: Given) -> Answer:
    return {"value": current.expected_score(given["rating"], given["opponents"], expectancy_of(given))}


@answers("expected_score_by_mean")
def answer_expected_score_by_mean(given: Given) -> Answer:
    return {"value": current.expected_score_by_mean(given["rating"], given["opponents"], convention_of(given))}


@answers("current_rating")
def answer_current_rating(given: Given) -> Answer:
    found = current.current_rating(
        given["rating"], given["opponents"], given["score"], given["k"], convention=convention_of(given)
    )
    return {"expected": found.expected, "change": found.change, "rating": found.rating}


@answers("update_linear")
def answer_update_linear(given: Given) -> Answer:
    return {"value": linear.update_linear(given["rating"], given["opponents"], given["score"], given["k"])}


@answers("update_uscf_linear")
def answer_update_uscf_linear(given: Given) -> Answer:
    return {"value": linear.update_uscf_linear(given["rating"], given["opponents"], given["score"])}


@answers("k_acceptance")
def answer_k_acceptance(given: Given) -> Answer:
    found = choice_of_k.k_acceptance(given["k"], given["games"], as_printed=given.get("printed", False))
    return {name: getattr(found, name) for name in found.__dataclass_fields__}


@answers("white_advantage")
def answer_white_advantage(given: Given) -> Answer:
    return {"value": white_advantage(given["p"], BY_NAME[given.get("expectancy", "table-2.11")])}


@answers("discrimination")
def answer_discrimination(given: Given) -> Answer:
    found = discrimination(given["difference"], given["games"], z_places=given.get("z_places"))
    return {name: getattr(found, name) for name in found.__dataclass_fields__}
