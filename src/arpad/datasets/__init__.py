"""The tables of Elo's book as data: fifty-odd small data sets, each with its own loader and its own row.

Misprints are corrected in the rows; `corrections` keeps the reading of the source beside each, and `as_printed`
puts it back.  Nothing is read before it is asked for, and only the standard library is needed.

>>> from arpad import datasets
>>> len(datasets.names()), datasets.names()[:3]
(55, ('normal-expectancy', 'wijk-aan-zee-1975', 'reliability'))
>>> datasets.load("matches").title
'114 matches of eleven or more games, 1860-1985: expected and actual scores'
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from arpad.datasets.careers import (
    attainment_ages,
    capacity_at_65,
    century,
    introduction_ages,
    junior_development,
    matches,
)
from arpad.datasets.dataset import Correction, DataSet
from arpad.datasets.look_up import (
    handicap_round_robin,
    handicap_swiss,
    logistic_expectancy,
    normal_expectancy,
    small_sample_factors,
)
from arpad.datasets.pools import (
    belgium_1983,
    births,
    countries,
    country_groups,
    distribution_1983,
    distributions_1977,
    kolmogorov_smirnov,
    large_swisses,
    maxwell_boltzmann,
    pairings_1961_64,
    profile,
    rated_tournaments,
    us_open_1976,
    uscf_1983_fit,
)
from arpad.datasets.theory import (
    bcf_grades,
    binomial,
    discrimination,
    errata,
    examples,
    exceptional_performances,
    k_limits,
    probability_functions,
    reliability,
    scales,
    trinomial,
)
from arpad.datasets.titles import (
    awards,
    direct_titles,
    fide_growth,
    first_grandmasters,
    regulations_1986,
    title_categories,
    title_criteria_1957,
    title_minima,
    title_points,
    title_points_printed,
    titleholders,
    untitled,
    untitled_24,
)
from arpad.datasets.tournaments import (
    brazil_1972,
    morphy_crosstable,
    morphy_era,
    point_exchanges,
    us_open_deviations,
    wijk_aan_zee_1975,
)
from arpad.rules.elo.error import refuse

LOADERS: dict[str, Callable[[], DataSet[Any]]] = {
    "normal-expectancy": normal_expectancy,
    "wijk-aan-zee-1975": wijk_aan_zee_1975,
    "reliability": reliability,
    "us-open-deviations": us_open_deviations,
    "brazil-1972": brazil_1972,
    "morphy-crosstable": morphy_crosstable,
    "morphy-era": morphy_era,
    "exceptional-performances": exceptional_performances,
    "point-exchanges": point_exchanges,
    "handicap-round-robin": handicap_round_robin,
    "handicap-swiss": handicap_swiss,
    "first-grandmasters": first_grandmasters,
    "untitled-24": untitled_24,
    "title-criteria-1957": title_criteria_1957,
    "fide-growth": fide_growth,
    "title-categories": title_categories,
    "title-minima": title_minima,
    "title-points": title_points,
    "title-points-printed": title_points_printed,
    "regulations-1986": regulations_1986,
    "direct-titles": direct_titles,
    "awards": awards,
    "matches": matches,
    "century": century,
    "junior-development": junior_development,
    "attainment-ages": attainment_ages,
    "introduction-ages": introduction_ages,
    "capacity-at-65": capacity_at_65,
    "countries": countries,
    "country-groups": country_groups,
    "rated-tournaments": rated_tournaments,
    "distributions-1977": distributions_1977,
    "distribution-1983": distribution_1983,
    "births": births,
    "profile": profile,
    "k-limits": k_limits,
    "logistic-expectancy": logistic_expectancy,
    "bcf-grades": bcf_grades,
    "scales": scales,
    "probability-functions": probability_functions,
    "discrimination": discrimination,
    "binomial": binomial,
    "small-sample-factors": small_sample_factors,
    "trinomial": trinomial,
    "us-open-1976": us_open_1976,
    "pairings-1961-64": pairings_1961_64,
    "uscf-1983-fit": uscf_1983_fit,
    "large-swisses": large_swisses,
    "belgium-1983": belgium_1983,
    "maxwell-boltzmann": maxwell_boltzmann,
    "kolmogorov-smirnov": kolmogorov_smirnov,
    "titleholders": titleholders,
    "untitled": untitled,
    "examples": examples,
    "errata": errata,
}
"""Every data set by its name, in the order of the book."""


def names() -> tuple[str, ...]:
    """The names of the data sets, in the order of the book.

    >>> "titleholders" in names()
    True
    """
    return tuple(LOADERS)


def load(name: str) -> DataSet[Any]:
    """The data set of a name; its own loader says what its rows are.

    >>> load("century").rows[0].year
    1860
    >>> load("matchs")
    Traceback (most recent call last):
        ...
    arpad.rules.elo.error.EloError: error: there is no data set 'matchs'; \
did you mean matches? [unknown-data-set at name]
    """
    if name not in LOADERS:
        near = get_close_matches(name, LOADERS, n=1)
        hint = f"did you mean {near[0]}?" if near else "arpad.datasets.names() lists them"
        raise refuse("unknown-data-set", "name", f"there is no data set {name!r}", hint)
    return LOADERS[name]()


__all__ = [
    "LOADERS",
    "Correction",
    "DataSet",
    "attainment_ages",
    "awards",
    "bcf_grades",
    "belgium_1983",
    "binomial",
    "births",
    "brazil_1972",
    "capacity_at_65",
    "century",
    "countries",
    "country_groups",
    "direct_titles",
    "discrimination",
    "distribution_1983",
    "distributions_1977",
    "errata",
    "examples",
    "exceptional_performances",
    "fide_growth",
    "first_grandmasters",
    "handicap_round_robin",
    "handicap_swiss",
    "introduction_ages",
    "junior_development",
    "k_limits",
    "kolmogorov_smirnov",
    "large_swisses",
    "load",
    "logistic_expectancy",
    "matches",
    "maxwell_boltzmann",
    "morphy_crosstable",
    "morphy_era",
    "names",
    "normal_expectancy",
    "pairings_1961_64",
    "point_exchanges",
    "probability_functions",
    "profile",
    "rated_tournaments",
    "regulations_1986",
    "reliability",
    "scales",
    "small_sample_factors",
    "title_categories",
    "title_criteria_1957",
    "title_minima",
    "title_points",
    "title_points_printed",
    "titleholders",
    "trinomial",
    "untitled",
    "untitled_24",
    "us_open_1976",
    "us_open_deviations",
    "uscf_1983_fit",
    "wijk_aan_zee_1975",
]
