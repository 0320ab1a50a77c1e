"""The five steps as wholes: properties of any section, and what vectors do not reach."""

from __future__ import annotations

from datetime import date
from math import exp
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arpad
from arpad.rules.arithmetic import exponential, power_of_ten
from arpad.rules.parameter import TimeRange
from arpad.rules.uschess.estimate import EstimatedGame, codes_for, estimate
from arpad.rules.uschess.match import why_not
from arpad.rules.uschess.people import persons
from arpad.rules.vocabulary import Player, Rating, Record, Round, System
from tests import random_sections

SEEDS = st.integers(0, 10**9)


def renumbered(document: dict[str, Any], new: dict[int, int]) -> dict[str, Any]:
    """The same event under other pairing numbers, rows in the same order."""

    def cell(text: str) -> str:
        digits = "".join(c for c in text if c.isdigit())
        return text if not digits or int(digits) == 0 else text.replace(digits, str(new[int(digits)]))

    sections = [
        section
        | {
            "players": [
                player | {"number": new[player["number"]], "rounds": [cell(text) for text in player["rounds"]]}
                for player in section["players"]
            ]
        }
        for section in document["sections"]
    ]
    return document | {"sections": sections}


class TestProperties:
    """What holds of any section, under any law."""

    @given(SEEDS)
    def test_no_rating_falls_below_its_floor_or_above_its_ceiling(self, seed: int) -> None:
        for section in arpad.rate(random_sections.event(seed)).sections:
            for player in section.players:
                if player.formula is not None and player.post is not None and player.floor is not None:
                    bound = player.floor.value if player.ceiling is None else min(player.floor.value, player.ceiling)
                    assert player.post >= min(bound, player.floor.value) - 1.0
                    if player.ceiling is None:
                        assert player.post >= player.floor.value
                    else:
                        assert player.post <= max(player.ceiling, player.pre or 0.0) + 1.0

    @given(SEEDS)
    def test_games_grow_by_the_games_played(self, seed: int) -> None:
        for section in arpad.rate(random_sections.event(seed)).sections:
            for player in section.players:
                if player.n is not None and player.formula is not None:
                    assert player.post_games == player.n + player.games

    @given(SEEDS)
    def test_pairing_numbers_are_names_and_nothing_else(self, seed: int) -> None:
        document = random_sections.event(seed)
        numbers = sorted({player["number"] for section in document["sections"] for player in section["players"]})
        others = {number: 1000 + index for index, number in enumerate(numbers)}
        one = arpad.rate(document)
        two = arpad.rate(renumbered(document, others))
        for before, after in zip(one.sections, two.sections, strict=True):
            assert [player.post for player in before.players] == [player.post for player in after.players]

    @given(SEEDS)
    def test_rating_twice_gives_the_same_bits(self, seed: int) -> None:
        document = random_sections.event(seed)
        assert arpad.rate(document) == arpad.rate(document)

    @given(SEEDS, st.data())
    def test_byes_and_forfeits_change_nothing(self, seed: int, data: st.DataObject) -> None:
        document = random_sections.event(seed)
        code = data.draw(st.sampled_from(["B", "H", "U", "X", "F", "Z", "-"]))
        more = [
            section | {"players": [p | {"rounds": [*p["rounds"], code]} for p in section["players"]]}
            for section in document["sections"]
        ]
        one, two = arpad.rate(document), arpad.rate(document | {"sections": more})
        for before, after in zip(one.sections, two.sections, strict=True):
            assert [player.post for player in before.players] == [player.post for player in after.players]

    @given(SEEDS)
    def test_the_peak_never_falls(self, seed: int) -> None:
        for section in arpad.rate(random_sections.event(seed)).sections:
            for player in section.players:
                if player.established and player.post is not None:
                    assert player.peak is not None
                    assert player.peak >= player.post or player.formula is None

    @given(
        st.floats(100, 2800),
        st.integers(9, 400),
        st.lists(st.floats(100, 2800), min_size=1, max_size=8),
        st.sampled_from(["2009-06-04", "2017-04-24", "2025-07-26"]),
    )
    def test_against_fixed_opponents_more_points_never_give_less(
        self, rating: float, games: int, opponents: list[float], edition: str
    ) -> None:
        """Of the standard rating; whole events may differ, since opponents move too (I24)."""
        book = arpad.rulebook("OTBR", edition=edition)
        player = Player(1, ratings={System.OTBR: Rating(rating, games, Record.MIXED)})
        found = []
        for half in range(2 * len(opponents) + 1):
            codes = codes_for(half / 2, len(opponents))
            played = [EstimatedGame(code, met) for code, met in zip(codes, opponents, strict=True)]
            found.append(estimate(player, played, book, date(2025, 1, 1)).unfloored or 0.0)
        assert found == sorted(found)


class TestArithmetic:
    """The exponential of our own: near the true one, and monotone where it is used."""

    @given(st.floats(-10, 12))
    def test_the_power_of_ten_is_within_a_few_last_bits(self, x: float) -> None:
        assert power_of_ten(x) == pytest.approx(10.0**x, rel=2e-15, abs=0.0)

    @given(st.floats(-700, 5))
    def test_the_exponential_is_within_a_few_last_bits(self, x: float) -> None:
        assert exponential(x) == pytest.approx(exp(x), rel=1e-15, abs=0.0)

    @given(st.integers(0, 15))
    def test_whole_powers_are_exact(self, n: int) -> None:
        assert power_of_ten(float(n)) == 10.0**n

    @pytest.mark.parametrize(
        ("x", "bits"),
        [
            (0.75, "0x1.67e600b234626p+2"),
            (3.75, "0x1.5f769cae07281p+12"),
            (5.887500, "0x1.78d9f07fac23dp+19"),
            (-1.25, "0x1.ccab8602d2697p-5"),
        ],
    )
    def test_true_values_are_met_to_the_last_two_bits(self, x: float, bits: str) -> None:
        """The values are from 60-digit arithmetic."""
        true = float.fromhex(bits)
        assert power_of_ten(x) == pytest.approx(true, rel=5e-16, abs=0.0)


class TestPeople:
    """Re-entries of one member are one person."""

    def test_games_stand_in_the_order_of_numbers_then_rounds(self) -> None:
        document = {
            "format": "arpad-event/1",
            "start": "2025-03-01",
            "end": "2025-03-01",
            "sections": [
                {
                    "systems": ["OTBR"],
                    "players": [
                        {"number": 5, "id": "7", "rounds": ["-", "W2"]},
                        {"number": 2, "rounds": ["W3", "L5"]},
                        {"number": 3, "id": "7", "rounds": ["L2", "-"]},
                    ],
                }
            ],
        }
        people = persons(arpad.read(document).sections[0])
        assert [person.numbers for person in people] == [(2,), (3, 5)]
        assert [(game.number, game.score) for game in people[1].games] == [(2, 0.0), (2, 1.0)]
        assert people[0].most_meetings == 2

    def test_a_match_of_three_is_not_one(self) -> None:
        document = random_sections.event(1)
        people = persons(arpad.read(document).sections[0])[:1] * 3
        why = why_not(arpad.rulebook("OTBR", "2025-03-01"), people)
        assert why == "a match is between two players, this section has 3"


class TestWords:
    """The vocabulary shows itself as the documents write it."""

    def test_a_cell_is_written_as_it_is_read(self) -> None:
        assert [str(Round(*cell)) for cell in (("W", 12, "w"), ("H", None, None), ("L", 3, None))] == [
            "W12w",
            "H",
            "L3",
        ]

    def test_a_time_range_without_an_end_has_none(self) -> None:
        assert TimeRange.read({"at_least": 30.0}).plain() == {"at_least": 30.0}

    def test_events_and_sections_show_themselves_in_a_line(self) -> None:
        document = {
            "format": "arpad-event/1",
            "name": "Open",
            "start": "2025-03-01",
            "end": "2025-03-02",
            "sections": [{"time_control": "G/60;d5", "players": [{"number": 1, "rounds": ["H"]}]}],
        }
        rated = arpad.rate(document)
        assert repr(rated.event.sections[0]) == "<Section 1, 2025-03-01 to 2025-03-02, 1 players>"
        assert repr(rated) == (
            "<RatedEvent of <Event 'Open', 2025-03-01 to 2025-03-02, 1 sections>: sections 1 in OTBR, 1 in OTBQ>"
        )
        assert repr(arpad.rate(document, system="OLB")).endswith("sections none>")

    def test_a_section_that_is_not_there_is_an_error(self) -> None:
        rated = arpad.rate(random_sections.event(3))
        with pytest.raises(KeyError, match="no section 99"):
            rated.section(99)


class TestLawOfAnEvent:
    """What stands in the way of rating is a problem with a place."""

    @staticmethod
    def problems(**section: Any) -> list[tuple[str, str]]:
        document = {
            "format": "arpad-event/1",
            "start": "2010-03-01",
            "end": "2010-03-01",
            "sections": [{"players": [{"number": 1, "rounds": ["H"]}], **section}],
        }
        with pytest.raises(arpad.InvalidEventError) as refused:
            arpad.rate(document)
        return [(problem.code, problem.place) for problem in refused.value.problems]

    def test_without_time_control_and_systems(self) -> None:
        assert self.problems() == [("no-system", "sections[0]")]

    def test_a_time_control_that_nobody_understands(self) -> None:
        assert self.problems(time_control="soon") == [("time-control-unknown", "sections[0].time_control")]

    def test_a_time_control_that_nothing_rates(self) -> None:
        assert self.problems(time_control="G/3;d0") == [("time-control-not-rated", "sections[0].time_control")]
        assert self.problems(time_control="G/90;d5", online=True) == [
            ("time-control-not-rated", "sections[0].time_control")
        ]

    @pytest.mark.parametrize(("control", "system"), [("G/0.5;+30", "OLR"), ("G/0.5;+15", "OLQ"), ("G/0.5;+5", "OLB")])
    def test_online_the_first_period_has_no_minimum(self, control: str, system: str) -> None:
        document = {
            "format": "arpad-event/1",
            "start": "2025-03-01",
            "end": "2025-03-01",
            "sections": [{"time_control": control, "online": True, "players": [{"number": 1, "rounds": ["H"]}]}],
        }
        assert [section.system for section in arpad.rate(document).sections] == [system]

    def test_a_foreign_event_too_fast_for_regular_ratings(self) -> None:
        """A FIDE blitz event does not move Regular ratings."""
        assert self.problems(kind="foreign-fide", time_control="G/5;d0") == [
            ("time-control-not-rated", "sections[0].time_control")
        ]

    def test_a_system_before_it_existed(self) -> None:
        assert self.problems(systems=["OTBB"]) == [("law-unknown", "sections[0]")]

    def test_an_edition_that_never_was(self) -> None:
        document = {
            "format": "arpad-event/1",
            "start": "2010-03-01",
            "end": "2010-03-01",
            "rules": {"edition": "2011-01-01"},
            "sections": [{"time_control": "G/90", "players": [{"number": 1, "rounds": ["H"]}]}],
        }
        with pytest.raises(arpad.InvalidEventError, match="no edition of the documents"):
            arpad.rate(document)

    def test_a_foreign_event_in_another_system(self) -> None:
        assert self.problems(kind="foreign-fide", systems=["OTBQ"]) == [("foreign-not-regular", "sections[0].systems")]

    def test_a_system_that_is_asked_for_decides_where_the_section_says_nothing(self) -> None:
        document = {
            "format": "arpad-event/1",
            "start": "2025-03-01",
            "end": "2025-03-01",
            "sections": [{"players": [{"number": 1, "rounds": ["H"]}]}],
        }
        assert [section.system for section in arpad.rate(document, system="OTBB").sections] == ["OTBB"]

    def test_one_system_may_be_asked_for_alone(self) -> None:
        document = {
            "format": "arpad-event/1",
            "start": "2025-03-01",
            "end": "2025-03-01",
            "sections": [{"time_control": "G/60;d5", "players": [{"number": 1, "rounds": ["H"]}]}],
        }
        assert [section.system for section in arpad.rate(document).sections] == ["OTBR", "OTBQ"]
        assert [section.system for section in arpad.rate(document, system="OTBQ").sections] == ["OTBQ"]
