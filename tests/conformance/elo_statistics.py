"""How arpad answers `conformance/elo/statistics.json`: distributions, forecasts, reliability, tests of fit, likelihood.

Chances are `[win, loss, draw]`; pairings `[one, other, games, score of one]`; an open class has a limit `null`.
Distributions answer `expected`, `deviation`, `beyond` (a sigma or more above the expected score) and `probabilities`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arpad.lab import fit_tests
from arpad.lab.likelihood import Prior, maximum_likelihood
from arpad.rules.elo import (
    chi_square,
    comparisons,
    forecasts,
    histograms,
    kolmogorov_smirnov,
    maxwell_boltzmann,
    reliability,
    score_distributions,
    tails,
)
from arpad.rules.elo.crosstable import Pairing, crosstable
from arpad.rules.elo.deviations import Deviations, deviations_of_histogram, deviations_of_sample
from arpad.rules.elo.draws import NO_DRAWS, DrawMargin, DrawModel, DrawShare, chances
from arpad.rules.elo.moments import grouped_moments, moments
from arpad.rules.elo.score_distributions import ScoreDistribution
from tests.conformance.elo_register import Answer, Given, answers, expectancy_of

FORMULAS: tuple[Callable[..., Any], ...] = (
    score_distributions.binomial_probability,
    score_distributions.trinomial_probability,
    reliability.score_deviation,
    reliability.rating_deviation,
    reliability.probable_error,
    reliability.confidence_level,
    chi_square.chi_square_term,
    kolmogorov_smirnov.allowable_difference,
    maxwell_boltzmann.mode_from_average,
    maxwell_boltzmann.rms_from_average,
)


def put_formula(formula: Any) -> None:
    """Put a formula on the register: its numbers by name, its result as `value`."""

    @answers(formula.__name__)
    def answer(given: Given) -> Answer:
        return {"value": formula(*(given[argument] for argument in formula.clause.arguments))}


for one in FORMULAS:
    put_formula(one)


def fields_of(found: Any) -> Answer:
    return {name: getattr(found, name) for name in found.__dataclass_fields__}


def draws_of(given: Given) -> DrawModel:
    return DrawShare(given["draws"]) if given.get("draws") else NO_DRAWS


def distribution(found: ScoreDistribution) -> Answer:
    return {
        "expected": found.expected,
        "deviation": found.deviation,
        "beyond": found.beyond(),
        "probabilities": {f"{score:g}": p for score, p in found.pairs},
    }


@answers("result_probability")
def answer_result(given: Given) -> Answer:
    game = chances(*given["chances"])
    return {"value": score_distributions.result_probability(given["wins"], given["losses"], given["draws"], game)}


@answers("score_distribution")
def answer_distribution(given: Given) -> Answer:
    return distribution(score_distributions.score_distribution(given["games"], chances(*given["chances"])))


@answers("tournament_distribution")
def answer_tournament(given: Given) -> Answer:
    return distribution(score_distributions.tournament_distribution([chances(*game) for game in given["games"]]))


@answers("outcomes")
def answer_outcomes(given: Given) -> Answer:
    return {
        "outcomes": score_distributions.outcomes(given["games"]),
        "ways": score_distributions.ways(given["games"]),
    }


@answers("draw_chances")
def answer_draws(given: Given) -> Answer:
    models: dict[str, Callable[[], DrawModel]] = {
        "none": lambda: NO_DRAWS,
        "share": lambda: DrawShare(given["of"]),
        "margin": lambda: DrawMargin(given["of"]),
    }
    return fields_of(models[given["model"]]().chances(expectancy_of(given), given["difference"]))


@answers("forecast_match")
def answer_match_forecast(given: Given) -> Answer:
    found = forecasts.forecast_match(given["difference"], given["games"], expectancy_of(given), draws_of(given))
    return {
        "percentage": found.percentage,
        "expected": found.expected,
        "deviation": found.deviation,
        "as_printed": list(found.score_as_printed),
        "length": found.length,
        "wins": found.wins,
        "level": found.level,
        "loses": found.loses,
    }


@answers("forecast_length")
def answer_length(given: Given) -> Answer:
    return {"value": forecasts.forecast_length(given["percentage"], given["points"])}


@answers("length_distribution")
def answer_lengths(given: Given) -> Answer:
    found = forecasts.length_distribution(given["points"], given["games"], chances(*given["chances"]))
    return {
        "probabilities": {str(n): p for n, p in zip(found.lengths, found.probabilities, strict=True)},
        "expected": found.expected,
    }


@answers("drawn_match")
def answer_drawn_match(given: Given) -> Answer:
    return {"value": forecasts.drawn_match_probability(given["wins"], given["p"])}


@answers("forecast_tournament")
def answer_tournament_forecast(given: Given) -> Answer:
    found = forecasts.forecast_tournament(given["rating"], given["opponents"], expectancy_of(given), draws_of(given))
    return {
        "expected": found.expected,
        "deviation": found.deviation,
        "at_least": {str(score): found.distribution.at_least(score) for score in found.distribution.scores},
    }


@answers("reliability")
def answer_reliability(given: Given) -> Answer:
    return fields_of(reliability.reliability(given["games"], given["percentage"]))


@answers("reliability_as_printed")
def answer_reliability_as_printed(given: Given) -> Answer:
    return fields_of(reliability.reliability_as_printed(given["games"]))


@answers("compare_match")
def answer_comparison(given: Given) -> Answer:
    return fields_of(
        comparisons.compare_match(given["difference"], given["games"], given["score"], expectancy_of(given))
    )


@answers("compare_match_as_printed")
def answer_comparison_as_printed(given: Given) -> Answer:
    return fields_of(comparisons.compare_match_as_printed(given["difference"], given["games"], given["score"]))


@answers("compare_scores")
def answer_compare(given: Given) -> Answer:
    rows = [comparisons.comparison(name, w, expected, given["games"]) for name, w, expected in given["rows"]]
    found = comparisons.compare(rows, sigma=given.get("sigma"), error=given.get("error"))
    return {
        "beyond_error": found.beyond_error.found,
        "beyond_three_errors": found.beyond_three_errors.found,
        "beyond_sigma": found.beyond_sigma.found,
        "beyond_two_sigma": found.beyond_two_sigma.found,
        "expected_error": found.beyond_error.expected,
        "expected_sigma": found.beyond_sigma.expected,
        "index": found.index,
    }


@answers("moments")
def answer_moments(given: Given) -> Answer:
    return fields_of(moments(given["values"]))


@answers("grouped_moments")
def answer_grouped_moments(given: Given) -> Answer:
    grouped = histograms.histogram(given["edges"], given["counts"])
    return fields_of(grouped_moments(grouped, of=given.get("of"), sheppard_correction=given.get("sheppard", True)))


@answers("deviations")
def answer_deviations(given: Given) -> Answer:
    limits = {"sigma": given["sigma"], "error": given["error"]}
    found: Deviations
    if "values" in given:
        found = deviations_of_sample(given["values"], **limits)
    else:
        found = deviations_of_histogram(histograms.histogram(given["edges"], given["counts"]), **limits)
    return {
        "within_sigma": found.within_sigma.found,
        "within_error": found.within_error.found,
        "expected_sigma": found.within_sigma.expected,
        "expected_error": found.within_error.expected,
    }


@answers("chi_square")
def answer_chi_square(given: Given) -> Answer:
    found = fit_tests.chi_square_test(given["observed"], given["expected"], estimated=given.get("estimated", 0))
    return {
        "index": found.index,
        "degrees": found.degrees,
        "probability": found.probability,
        "intervals": [list(members) for members in found.intervals.members],
    }


@answers("chi_square_critical")
def answer_critical(given: Given) -> Answer:
    return {"value": fit_tests.chi_square_critical(given["degrees"], given["level"])}


@answers("normal_shares")
def answer_shares(given: Given) -> Answer:
    found = chi_square.normal_shares(
        given["limits"], given["mean"], given["sigma"], as_printed=given.get("as_printed", False)
    )
    return {"values": {str(at): part for at, part in enumerate(found)}}


def kolmogorov_smirnov_answer(found: fit_tests.KolmogorovSmirnovTest) -> Answer:
    return {
        "difference": found.difference,
        "at": found.at,
        "probability": found.probability,
        "limits": {str(level): limit for level, limit in found.book.items()},
    }


@answers("kolmogorov_smirnov")
def answer_kolmogorov_smirnov(given: Given) -> Answer:
    return kolmogorov_smirnov_answer(fit_tests.ks_test(given["observed"], given["expected"], given["n"]))


@answers("ks_of_sample")
def answer_sample(given: Given) -> Answer:
    return kolmogorov_smirnov_answer(fit_tests.ks_test_of_sample(given["values"], lambda x: x))


@answers("maxwell_boltzmann")
def answer_maxwell_boltzmann(given: Given) -> Answer:
    model = maxwell_boltzmann.MaxwellBoltzmann(given["zero"], given["spread"])
    return {"density": model.density(given["rating"]), "below": model.below(given["rating"])}


@answers("steps")
def answer_steps(given: Given) -> Answer:
    model = maxwell_boltzmann.MaxwellBoltzmann(given["zero"], given["spread"])
    return {"value": model.below_by_steps(given["rating"])}


@answers("means")
def answer_means(given: Given) -> Answer:
    model = maxwell_boltzmann.MaxwellBoltzmann(given["zero"], given["spread"])
    return {name: getattr(model, name) for name in ("mode", "mean", "rms", "deviation")}


@answers("fit")
def answer_fit(given: Given) -> Answer:
    if "deviation" in given:
        return fields_of(maxwell_boltzmann.from_moments(given["mean"], given["deviation"]))
    if "zero" in given:
        return fields_of(maxwell_boltzmann.from_average(given["average"], given["zero"]))
    return fields_of(maxwell_boltzmann.from_two(**given))


@answers("paper")
def answer_paper(given: Given) -> Answer:
    return fields_of(maxwell_boltzmann.from_paper(histograms.histogram(given["edges"], given["counts"])))


@answers("deviation_at")
def answer_ruling(given: Given) -> Answer:
    return {"value": maxwell_boltzmann.deviation_at(given["share"])}


@answers("tail_ratio")
def answer_tails(given: Given) -> Answer:
    found = tails.tail_ratio(given["deviation"], given["one"], given["other"])
    return {"one": found.one, "other": found.other, "increase": found.increase}


@answers("likelihood")
def answer_likelihood(given: Given) -> Answer:
    names = dict.fromkeys(name for one, other, _, _ in given["pairings"] for name in (one, other))
    found = maximum_likelihood(
        crosstable(tuple(names), [Pairing(*pairing) for pairing in given["pairings"]]),
        expectancy_of(given),
        fixed=given.get("fixed"),
        mean=given.get("mean", 500.0),
        prior=Prior(*given["prior"]) if "prior" in given else None,
        balance=given.get("balance", False),
    )
    return {
        "ratings": found.ratings,
        "errors": {rated.player: rated.error for group in found.groups for rated in group.rated},
        "log_likelihood": found.groups[0].log_likelihood,
        "groups": {
            ", ".join(one.group.players): {"pool": one.group.pool, "standing": one.group.standing.value}
            for one in found.groups
        },
        "left_out": found.left_out,
    }
