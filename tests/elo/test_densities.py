"""Section 7.1: chessplayers and titleholders by country; and the counts of 7.58 and 7.72."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad import datasets
from arpad.datasets.dataset import text
from arpad.datasets.pools import Country
from arpad.rules.elo.densities import Population, densities, together
from arpad.rules.elo.error import EloError
from arpad.rules.elo.rounding import half_up
from tests.elo.cells import Cells, compared


def population(row: Country) -> Population:
    return Population(row.country, row.population, row.players, row.rated, row.gm or 0, row.im or 0)


def places(name: str) -> list[list[int]]:
    """The decimals of every number of a data set, row by row; 0 where there is none."""
    rows = json.loads(text(name), parse_float=Decimal)["rows"]
    return [[-int(value.as_tuple().exponent) if isinstance(value, Decimal) else 0 for value in row] for row in rows]


def printed_places(value: float) -> int:
    return max(0, -int(Decimal(str(value)).as_tuple().exponent))


class TestCountries:
    """7.13.  Convention: ratios to as many places as the cell has, halves upward; a dash is none."""

    @pytest.mark.book("t-7.13", "P41")
    def test_284_of_284_ratios_and_sums_of_titleholders(self) -> None:
        found = Cells(0, 0, {})
        data = datasets.countries()
        columns = list(data.columns)
        for row, decimals in zip(data.rows, places("countries"), strict=True):
            taken = densities(population(row))
            for name, value in (
                ("players_per_thousand", taken.players_per_thousand),
                ("rated_per_million", taken.rated_per_million),
                ("rated_per_thousand_players", taken.rated_per_thousand_players),
            ):
                printed = getattr(row, name)
                assert (value is None) == (printed is None)
                if value is not None:
                    at = decimals[columns.index(name)]
                    found += compared([((row.group, row.country, name), half_up(value, at), printed)])
            found += compared([((row.group, row.country, "titled"), population(row).titled, row.titled or 0)])
        assert (found.exact, found.of) == (284, 284), found.missed

    @pytest.mark.book("t-7.13", "P41")
    def test_30_of_30_totals_of_the_groups(self) -> None:
        found = Cells(0, 0, {})
        rows = datasets.countries().rows
        for total in (row for row in rows if row.country == "Total"):
            members = [population(row) for row in rows if row.group == total.group and row.country != "Total"]
            added = together(total.group, members)
            found += compared(
                ((total.group, name), half_up(value or 0.0, 2), printed or 0)
                for name, value, printed in (
                    ("population", added.millions, total.population),
                    ("players", added.thousands, total.players),
                    ("rated", added.rated, total.rated),
                    ("gm", added.grandmasters, total.gm),
                    ("im", added.masters, total.im),
                    ("titled", added.titled, total.titled),
                )
            )
        assert (found.exact, found.of) == (30, 30), found.missed


class TestGroups:
    """7.14.  Convention: sums of 7.13, ratios to the places of the cell, halves upward."""

    @pytest.mark.book("t-7.14", "P41")
    def test_36_of_36_cells(self) -> None:
        data = datasets.country_groups()
        rows = [row for row in datasets.countries().rows if row.country != "Total"]
        members = {
            "socialist": [row for row in rows if row.country in data.facts["socialist"]],
            "top_europe": [row for row in rows if row.country in data.facts["top_europe"]],
            "europe": [row for row in rows if row.group == "Europe"],
            "new_world": [row for row in rows if row.group == "New World"],
        }
        assert {name: len(listed) for name, listed in members.items()} == {
            "socialist": 7,
            "top_europe": 9,
            "europe": 18,
            "new_world": 7,
        }
        found = Cells(0, 0, {})
        for name, listed in members.items():
            group = together(name, [population(row) for row in listed])
            taken = densities(group)
            values = {
                "population_M": group.millions,
                "players_k": group.thousands,
                "players_per_1000": taken.players_per_thousand,
                "rated": group.rated,
                "rated_per_M": taken.rated_per_million,
                "rated_per_1000_players": taken.rated_per_thousand_players,
                "titled": group.titled,
                "titled_per_M": taken.titled_per_million,
                "titled_per_1000_players": taken.titled_per_thousand_players,
            }
            for row in data.rows:
                printed = getattr(row, name)
                value = values[row.item]
                assert value is not None
                found += compared([((name, row.item), half_up(value, printed_places(printed)), printed)])
        assert (found.exact, found.of) == (36, 36), found.missed

    @pytest.mark.book("t-7.14")
    def test_the_listed_countries_held_most_of_the_rated_tournaments(self) -> None:
        data = datasets.rated_tournaments()
        assert min(row.tournaments for row in data.rows) == 10
        assert sum(row.tournaments for row in data.rows) == 445 < data.facts["all_countries"]


class TestBirths:
    """7.58: births of eminent players; the counts of grandmaster stature in the text are others'."""

    @pytest.mark.book("t-7.58")
    def test_the_table_counts_more_players_than_those_of_grandmaster_stature(self) -> None:
        data = datasets.births()
        europe = [row for row in data.rows if row.region == "Europe"]
        outside = [row for row in data.rows if row.region != "Europe"]
        assert (len(europe), len(outside)) == (24, 20)
        facts = data.facts
        assert facts["gm_births_19th"] == facts["europe_19th"] + facts["new_world_19th"]
        assert sum(row.century_19 for row in europe) == 208 > facts["europe_19th"]
        assert sum(row.century_19 for row in outside) == 16 > facts["new_world_19th"]
        assert sum(row.years_1901_40 + row.years_1941_60 for row in data.rows) > facts["gm_births_1901_60"]


class TestProfile:
    """7.72: 190 titleholders."""

    @pytest.mark.book("t-7.72")
    def test_4_of_4_sums(self) -> None:
        data = datasets.profile()
        sums = {
            part: sum(row.value for row in data.rows if row.part == part)
            for part in ("education_pct", "parents_pct", "profession_n", "languages_pct")
        }
        expected = {
            "education_pct": 100,
            "parents_pct": 100,
            "profession_n": data.facts["players"],
            "languages_pct": 100,
        }
        found = compared((part, sums[part], expected[part]) for part in sums)
        assert (found.exact, found.of) == (4, 4), found.missed


class TestDensities:
    """7.1: what the functions refuse, and how groups behave."""

    @pytest.mark.parametrize(
        "bad",
        [
            Population("x", 0.0, 1.0, 1),
            Population("x", 1.0, 0.0, 1),
            Population("x", float("nan"), 1.0, 1),
            Population("x", 1.0, 1.0, -1),
        ],
    )
    def test_nonsense_is_refused(self, bad: Population) -> None:
        with pytest.raises(EloError):
            densities(bad)

    def test_a_group_needs_a_country(self) -> None:
        with pytest.raises(EloError, match="without countries"):
            together("nobody", [])

    @given(st.integers(1, 9), st.floats(0.1, 100.0))
    def test_a_group_of_like_countries_has_their_density(self, number: int, millions: float) -> None:
        one = Population("one", millions, 2.0, 7, 1, 2)
        alone, many = densities(one), densities(together("many", [one] * number))
        assert many.rated_per_million == pytest.approx(alone.rated_per_million)
        assert many.titled_per_thousand_players == pytest.approx(alone.titled_per_thousand_players)
