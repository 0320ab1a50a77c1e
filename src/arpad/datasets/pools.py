"""Countries, distributions and profiles (chapter 7), and the fits of 8.96, 9.16 and 9.17."""

from __future__ import annotations

from typing import NamedTuple

from arpad.datasets.dataset import DataSet, read
from arpad.rules.rule import carries


class Country(NamedTuple):
    """A country in 1982, or the total of a group."""

    group: str
    country: str
    population: float
    players: float | None
    players_per_thousand: float | None
    rated: int
    rated_per_million: float
    rated_per_thousand_players: float | None
    gm: int | None
    im: int | None
    titled: int | None


class CountryGroups(NamedTuple):
    """One figure for four groups of countries."""

    item: str
    socialist: float
    top_europe: float
    europe: float
    new_world: float


class RatedTournaments(NamedTuple):
    """Rated tournaments of a country."""

    country: str
    tournaments: int


class Shares(NamedTuple):
    """Shares of three pools in an interval of ratings, in percent."""

    lowest: int
    highest: int
    all_percent: float
    all_cumulative: float
    established_percent: float | None
    established_cumulative: float | None
    belgium_percent: float | None
    belgium_cumulative: float | None


class Interval(NamedTuple):
    """Players of the USCF of 1983 in an interval of ratings."""

    lowest: int | None
    highest: int | None
    all_players: int
    all_percent: float
    all_cumulative: float
    established_players: int
    established_percent: float
    established_cumulative: float


class Births(NamedTuple):
    """Eminent chessplayers born in a country."""

    region: str
    country: str
    century_19: int
    years_1901_40: int
    years_1941_60: int


class Answer(NamedTuple):
    """A line of the profile."""

    part: str
    item: str
    value: int


class NormalFit(NamedTuple):
    """A class of a chi-square test against the normal distribution, with its deviations."""

    classes: str
    z: str
    proportion: float
    expected: float
    observed: int
    difference: float
    term: float


class PairingsFit(NamedTuple):
    """Results of the lower-rated player in an interval of differences."""

    lowest: int
    highest: int
    games: int
    wins: int
    losses: int
    draws: int
    observed: float
    expected: float
    difference: float
    term: float


class BelgiumFit(NamedTuple):
    """A class of the test of the Belgian pool of 1983."""

    classes: str
    expected: int
    observed: int
    difference: int
    term: float


class PoolParameters(NamedTuple):
    """Maxwell-Boltzmann parameters of a pool."""

    pool: str
    zero: int
    average: int
    mode_expected: float
    mode_observed: float
    rms_expected: float
    rms_observed: float


class CumulativeFit(NamedTuple):
    """Shares up to a rating, found and expected."""

    up_to: int | None
    observed: float
    expected: float
    difference: float


@carries("t-7.13")
def countries() -> DataSet[Country]:
    """Chessplayers and titleholders of 67 countries in five groups, each with its total (7.13).

    >>> [(row.country, row.titled) for row in countries().rows if row.country == "Iceland"]
    [('Iceland', 7)]
    """
    return read("countries", Country)


@carries("t-7.14")
def country_groups() -> DataSet[CountryGroups]:
    """Federations with and without state support, the old world and the new (7.14).

    >>> country_groups().rows[0].socialist
    131.8
    """
    return read("country-groups", CountryGroups)


@carries("t-7.14")
def rated_tournaments() -> DataSet[RatedTournaments]:
    """Countries with ten or more rated tournaments in 1981-82 (7.14).

    >>> rated_tournaments().rows[0].tournaments
    93
    """
    return read("rated-tournaments", RatedTournaments)


@carries("t-7.33")
def distributions_1977() -> DataSet[Shares]:
    """Distributions of ratings of the USCF, all and established, and of Belgium (7.33).

    >>> distributions_1977().facts["summary"]["est"]["mean"]
    1547
    """
    return read("distributions-1977", Shares)


@carries("t-7.38")
def distribution_1983() -> DataSet[Interval]:
    """Distribution of ratings of the USCF in October 1983 (7.38).

    >>> sum(row.established_players for row in distribution_1983().rows)
    28988
    """
    return read("distribution-1983", Interval)


@carries("t-7.58")
def births() -> DataSet[Births]:
    """Where and when eminent chessplayers were born (7.58).

    >>> sum(row.century_19 for row in births().rows if row.region == "Europe")
    208
    """
    return read("births", Births)


@carries("t-7.72")
def profile() -> DataSet[Answer]:
    """Education, professions, languages and interests of 190 titleholders (7.72).

    >>> sum(row.value for row in profile().rows if row.part == "profession_n")
    190
    """
    return read("profile", Answer)


@carries("t-8.96")
def us_open_1976() -> DataSet[NormalFit]:
    """Scores of 546 players of the US Open of 1976 against the normal distribution (8.96).

    >>> us_open_1976().facts["chi_square"]
    8.843
    """
    return read("us-open-1976", NormalFit)


@carries("t-8.96")
def pairings_1961_64() -> DataSet[PairingsFit]:
    """Results of the lower-rated player in 4,795 pairings (8.96).

    >>> sum(row.games for row in pairings_1961_64().rows)
    4795
    """
    return read("pairings-1961-64", PairingsFit)


@carries("t-8.96")
def uscf_1983_fit() -> DataSet[NormalFit]:
    """The established players of the USCF in 1983 against the normal distribution (8.96).

    >>> uscf_1983_fit().facts["chi_square"]
    156.91
    """
    return read("uscf-1983-fit", NormalFit)


@carries("t-8.96")
def large_swisses() -> DataSet[NormalFit]:
    """774 scores of three Swisses of nine rounds against the normal distribution (8.96).

    >>> large_swisses().facts["mean"], large_swisses().facts["mean_printed"]
    (4.36, 4.32)
    """
    return read("large-swisses", NormalFit)


@carries("t-8.96")
def belgium_1983() -> DataSet[BelgiumFit]:
    """The established players of Belgium in 1983 against the normal distribution (8.96).

    >>> belgium_1983().facts["players"]
    2643
    """
    return read("belgium-1983", BelgiumFit)


@carries("t-9.16")
def maxwell_boltzmann() -> DataSet[PoolParameters]:
    """Maxwell-Boltzmann parameters of two pools, expected and found (9.16).

    >>> maxwell_boltzmann().rows[0].zero
    945
    """
    return read("maxwell-boltzmann", PoolParameters)


@carries("t-9.17")
def kolmogorov_smirnov() -> DataSet[CumulativeFit]:
    """The Belgian pool of 1975 against Maxwell-Boltzmann, cumulatively (9.17).

    >>> max(row.difference for row in kolmogorov_smirnov().rows)
    0.0235
    """
    return read("kolmogorov-smirnov", CumulativeFit)
