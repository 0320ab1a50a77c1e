"""Explanation is the execution: what the recorder keeps, and its three renderings."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

import pytest

import arpad
from arpad.api import plan
from arpad.rules.rule import Recorder, chapter, condition, listening, remark, rule
from arpad.rules.uschess.effective import n_effective
from arpad.rules.worksheet import Worksheet, explain, short
from tests import random_sections


def player(number: int, rounds: list[str], **brings: Any) -> dict[str, Any]:
    return {"number": number, "rounds": rounds, **brings}


def regular(rating: float, games: int | None = 40, **more: Any) -> dict[str, Any]:
    return {"ratings": {"OTBR": {"rating": rating, "games": games, **more}}}


def event(*players: dict[str, Any], **section: Any) -> dict[str, Any]:
    return {
        "format": "arpad-event/1",
        "name": "Winter <Open>",
        "start": "2025-03-01",
        "end": "2025-03-02",
        "sections": [{"time_control": "G/90;d5", "players": list(players), **section}],
    }


def pair(**section: Any) -> dict[str, Any]:
    return event(player(1, ["W2"], **regular(1500)), player(2, ["L1"], **regular(1700)), **section)


def all_steps(steps: Any) -> list[Any]:
    return [below for step in steps for below in (step, *all_steps(step.steps))]


class TestTheRecorder:
    """Every rule that is called is kept, and nothing when nobody listens."""

    def test_a_rule_is_kept_with_its_numbers_and_what_happened_inside(self) -> None:
        @rule("3-n-star", "y", "{x} + 1", "one more")
        def inner(x: float) -> float:
            return x + 1.0

        @condition("3-n-star", "{x} > 0", "positive")
        def positive(x: float) -> bool:
            return x > 0.0

        @rule("3-n-effective", "z", "2 x {x}", "double", reads=("I23",))
        def outer(x: float) -> float:
            return 2.0 * inner(x) if positive(x) else 0.0

        recorder = Recorder()
        with recorder.listen():
            assert listening()
            assert outer(1.0) == 4.0
        assert outer(1.0) == 4.0
        assert not listening()
        (step,) = recorder.steps
        assert (step.clause, step.symbol, step.inputs, step.value) == ("3-n-effective", "z", (("x", 1.0),), 4.0)
        assert step.reads == ("I23",)
        assert [(below.is_condition, below.value) for below in step.steps] == [(True, True), (False, 2.0)]

    def test_the_formula_itself_stays_reachable_for_a_compiler(self) -> None:
        assert n_effective.formula_only(30.0, 20.0) == 20.0  # type: ignore[attr-defined]

    def test_lists_are_kept_as_they_were(self) -> None:
        @rule("4.2-we", "E", "sum", "sum")
        def total(values: list[float]) -> float:
            return values.pop()

        recorder = Recorder()
        with recorder.listen():
            total([1.0, 2.0])
        assert recorder.steps[0].inputs == (("values", (1.0, 2.0)),)

    def test_chapters_and_remarks_are_nothing_when_nobody_listens(self) -> None:
        with chapter("1-step-1", "heading"):
            remark("1-step-1", "text")
        recorder = Recorder(player=7)
        with recorder.listen(), chapter("1-step-1", "heading"):
            remark("1-step-1", "text")
        assert recorder.steps == []


class TestWhatIsExplained:
    """All five steps of one player, with the conditions that did not hold."""

    def test_conditions_that_did_not_hold_are_there(self) -> None:
        text = arpad.explain(pair(), 1).text()
        assert "enough games were played: 1 >= 3: does not hold  [4.2-bonus-condition; I20]" in text
        assert "the rating is based on few games: 40 <= 8: does not hold" in text
        assert "the rating is above the knee: 1500 > 2355: does not hold" in text

    def test_the_numbers_of_the_worksheet_are_those_of_the_rating(self) -> None:
        worksheet = arpad.explain(pair(), 1)
        rated = arpad.rate(pair()).section(1).player(1)
        assert worksheet.result == rated
        by_symbol = {step.symbol: step.value for step in all_steps(worksheet.steps) if step.symbol}
        assert by_symbol["K"] == rated.k
        assert by_symbol["E"] == rated.expected
        assert by_symbol["N*"] == rated.n_star

    def test_every_game_has_its_expectancy(self) -> None:
        text = arpad.explain(pair(), 1).text()
        assert "We, game by game: W2 0.2403" in text
        named = [step.symbol for step in all_steps(arpad.explain(pair(), 1).steps) if step.symbol.startswith("We")]
        assert named == ["We W2", "We W2"]

    def test_the_time_control_says_why_this_system(self) -> None:
        text = arpad.explain(pair(time_control="Game/60, d/5"), 1, system="OTBQ").text()
        assert "Game/60, d/5 is G/60;d5" in text
        assert (
            "the system rates this time control: 65 minutes, rated are more than 10, 65 at most; "
            "a first period of 60, at least 5: holds" in text
        )
        assert "rated in OTBR and OTBQ: a dual-rated section" in text
        named = arpad.explain(pair(time_control=None, systems=["OLB"]), 1).text()
        assert "the section names the systems it is rated in" in named

    def test_only_the_player_asked_for_is_explained(self) -> None:
        worksheet = arpad.explain(pair(), 1)
        assert [step.text for step in worksheet.steps] == [
            "Why OTBR",
            "Step 1: initial rating",
            "Step 2: effective number of games",
            "Step 4: intermediate rating",
            "Step 5: rating before floors",
            "Floors",
            "Final rating",
        ]

    @pytest.mark.parametrize(
        ("document", "number", "says"),
        [
            (event(player(1, ["H"], **regular(1500)), player(2, ["-"])), 1, "No rated game: the rating stays 1500."),
            (event(player(1, ["H"]), player(2, ["-"])), 1, "No rated game: still unrated."),
            (pair(kind="match"), 1, "Not rated: player 1 has no published OTBR rating."),
            (
                event(player(1, ["W2"]), player(2, ["L1"], **regular(1500))),
                1,
                "Unrated before, started from 750 (unknown); 1877",
            ),
            (
                event(
                    player(1, ["W2", "W3", "W4"], **regular(1500)),
                    *(player(n, ["L1" if r == n - 2 else "-" for r in range(3)], **regular(1700)) for n in (2, 3, 4)),
                ),
                1,
                "A bonus of",
            ),
            (
                event(
                    player(1, ["L2"], **regular(1500, 40, peak=1749)),
                    player(2, ["W1"], **regular(1500)),
                    start="2025-03-01",
                ),
                1,
                "The peak floor of 1500 holds the rating.",
            ),
        ],
    )
    def test_the_summary_says_it_in_plain_words(self, document: Any, number: int, says: str) -> None:
        assert says in "\n".join(arpad.explain(document, number).summary)

    def test_a_floor_request_of_a_match_is_said(self) -> None:
        published = {"published": {"OTBR": {"rating": 1500, "games": 40}}}
        document = event(
            player(1, ["L2", "L2"], **regular(1505, 40, peak=1749), **published),
            player(2, ["W1", "W1"], **regular(1500), **published),
            kind="match",
        )
        worksheet = arpad.explain(document, 1)
        assert "This match result asks for the floor to be lowered from 1500 to 1400." in worksheet.summary
        assert worksheet.result.post == 1500.0

    def test_under_the_rules_of_2009_a_floor_simply_holds_in_a_match(self) -> None:
        published = {"published": {"OTBR": {"rating": 1605, "games": 40}}}
        document = event(
            player(1, ["L2", "L2"], **regular(1605, 40, peak=1849), **published),
            player(2, ["W1", "W1"], **regular(1600), **published),
            kind="match",
        )
        result = arpad.explain(document, 1, edition="2009-06-04").result
        assert (result.post, result.floor_request) == (1600.0, None)
        assert arpad.explain(document, 1, edition="2017-04-24").result.floor_request == (1600.0, 1500.0)

    def test_what_holds_a_rating_is_said(self) -> None:
        published = {"published": {"OTBR": {"rating": 1500, "games": 40}}}
        document = event(
            player(1, ["L2"] * 6, **regular(1500, 26, peak=1500), **published),
            player(2, ["W1"] * 6, **regular(1500, 26), **published),
            kind="match",
        )
        one, two = (arpad.explain(document, number) for number in (1, 2))
        assert "The limits of match play hold the change at -50.00." in one.summary
        assert "The limits of match play hold the change at +50.00." in two.summary
        newcomer = event(player(1, ["W2"]), player(2, ["L1"], **regular(1500)))
        assert not arpad.rate(newcomer).section(1).player(1).held_by_match_limit
        capped = event(
            player(1, ["W2"], ceiling={"value": 1510}, **regular(1500)),
            player(2, ["L1"], ceiling={"value": 2000}, **regular(1500)),
        )
        assert "A ruling keeps the rating at 1510 or below." in arpad.explain(capped, 1).summary
        assert not arpad.explain(capped, 2).result.held_by_ceiling

    def test_a_match_result_exactly_at_the_floor_asks_for_nothing(self) -> None:
        """1550 may lose 50 points in a match: 1500, which is the floor."""
        published = {"published": {"OTBR": {"rating": 1550, "games": 40}}}
        document = event(
            player(1, ["L2"] * 8, **regular(1550, 26, peak=1749), **published),
            player(2, ["W1"] * 8, **regular(1500), **published),
            kind="match",
        )
        result = arpad.explain(document, 1).result
        assert (result.post, result.unfloored, result.floor_request) == (1500.0, 1500.0, None)

    def test_what_was_assumed_and_what_was_open_is_said(self) -> None:
        document = event(player(1, ["W2"], **regular(1500, 5)), player(2, ["L1"], **regular(120)))
        document["start"] = document["end"] = "2024-03-01"
        text = arpad.explain(document, 1).text()
        assert "Assumed: record not given" in text
        assert "Open on that day (I02): more games than this" not in text
        assert "Open on that day" not in text
        assert "Assumed: wins, draws, events_of_three not given" in arpad.explain(document, 2).text()

    def test_a_re_entered_member_is_explained_under_each_number(self) -> None:
        document = event(
            player(1, ["W2", "-"], id="77", **regular(1500)),
            player(2, ["L1", "W3"], **regular(1700)),
            player(3, ["-", "L2"], id="77", **regular(1500)),
        )
        one, three = arpad.explain(document, 1), arpad.explain(document, 3)
        assert one.text() == three.text()
        assert "(numbers 1, 3)" in one.title

    def test_a_player_who_is_not_there_is_an_error(self) -> None:
        with pytest.raises(KeyError, match="no player 9"):
            arpad.explain(pair(), 9)
        with pytest.raises(KeyError, match="no player 1 of section 2 rated in OTBQ"):
            arpad.explain(pair(), 1, section=2, system="OTBQ")

    def test_a_plan_without_the_player_is_an_error(self) -> None:
        found, _, plans = plan(pair())
        with pytest.raises(KeyError, match="section 1 has no player 9"):
            explain(found, plans[0], 9)

    def test_only_open_readings_that_bear_on_the_section_are_said(self) -> None:
        def told(day: str, *rows: dict[str, Any], **section: Any) -> str:
            return arpad.explain(event(*rows, start=day, end=day, **section), 1).text()

        three = (player(1, ["W2", "W2", "W2"], **regular(1500)), player(2, ["L1", "L1", "L1"], **regular(1500)))
        assert (
            "Open on that day (I02): with three games played, more than this against one opponent earn no bonus: 2; "
            "1 may already have held (2025, 4.2, undated)" in told("2024-03-01", *three)
        )
        assert "Open on that day" not in told("2026-03-01", *three)
        two = (player(1, ["W2"], **regular(1500)), player(2, ["L1"], **regular(1500)))
        newcomer = (player(1, ["W2"]), player(2, ["L1"], **regular(1500)))
        master = (player(1, ["W2"], **regular(2300)), player(2, ["L1"], **regular(1500)))
        prize = [{"kind": "money", "amount": 4000, "under": 1800}]
        rich = (player(1, ["W2"], floors=prize, **regular(1500)), two[1])
        assert "Open on that day (I02)" not in told("2015-03-01", *two)
        assert "a FIDE rating on the US Chess scale" in told("2015-03-01", *newcomer)
        assert "masters have a smaller K" in told("2015-03-01", *master)
        assert "a prize of this much" in told("2015-03-01", *rich)
        published = {"published": {"OTBR": {"rating": 1500, "games": 40}}}
        match = tuple(row | published for row in two)
        assert "the most that one match changes a rating" in told("2015-03-01", *match, kind="match")
        foreign = (player(1, ["W2"], **regular(1500)), player(2, ["L1"], ratings={"FIDE": {"rating": 1800}}))
        assert "foreign FIDE events moves" in told("2015-03-01", *foreign, kind="foreign-fide", time_control=None)
        assert "(I06)" in told("2008-03-01", *two)

    def test_an_opponent_in_a_foreign_event_is_not_rated(self) -> None:
        document = event(
            player(1, ["W2"], **regular(1500)),
            player(2, ["L1"], ratings={"FIDE": {"rating": 1800}}),
            kind="foreign-fide",
            time_control=None,
        )
        assert "One pass of the standard formula" in arpad.explain(document, 1).text()
        with pytest.raises(KeyError, match="player 2 is an opponent alone"):
            arpad.explain(document, 2)

    def test_the_law_that_was_used_is_named(self) -> None:
        assert "law of 2025-03-01 as known on 2025-07-26, specified; sha256:" in arpad.explain(pair(), 1).text()
        pinned = arpad.explain(pair(), 1, edition="2017-04-24")
        assert "edition of 2017-04-24" in pinned.law


class _Balanced(HTMLParser):
    """Fails on a tag that is closed without being open, or left open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        assert all(name for name, _ in attrs)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


class TestTheRenderings:
    """Text, JSON and HTML of the same plain data."""

    @pytest.mark.parametrize("seed", range(40))
    def test_every_random_player_is_explained_three_times_alike(self, seed: int) -> None:
        document = random_sections.event(seed)
        rated = arpad.rate(document)
        for section in rated.sections:
            for person in section.players[:3]:
                worksheet = arpad.explain(document, person.number, section=section.number, system=section.system)
                assert worksheet.result == person
                plain = json.loads(json.dumps(worksheet.json(), allow_nan=False))
                assert plain["post"] == person.post
                page = _Balanced()
                page.feed(worksheet.html())
                assert page.open == []
                for sentence in worksheet.summary:
                    assert sentence in page.text
                    assert sentence in worksheet.text()

    def test_the_json_has_what_held_and_what_did_not(self) -> None:
        def walk(steps: Any) -> list[Any]:
            return [below for step in steps for below in (step, *walk(step["steps"]))]

        steps = walk(arpad.explain(pair(), 1).json()["steps"])
        held = {step["text"]: step["holds"] for step in steps if step["holds"] is not None}
        assert held["enough games were played"] is False
        assert held["no opponent was met too often"] is True
        tables = [step["value"] for step in steps if step["symbol"] == "table"]
        assert tables[0] == [{"opponent": 2, "code": "W", "score": 1.0, "rating": 1700.0}]

    def test_names_are_escaped_in_html(self) -> None:
        page = arpad.explain(pair(), 1).html()
        assert "Winter &lt;Open&gt;" in page
        assert "<Open>" not in page

    def test_it_shows_itself(self) -> None:
        worksheet = arpad.explain(pair(), 1)
        assert isinstance(worksheet, Worksheet)
        assert repr(worksheet).startswith("<Worksheet Player 1 (number 1), Winter <Open>, section 1, OTBR: 1500 -> ")
        assert str(worksheet) == worksheet.text()
        assert worksheet._repr_html_() == worksheet.html()

    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (float("inf"), "unknown, large"),
            (float("-inf"), "unbounded"),
            (None, "none"),
            ((1.0, 2.5), "(1, 2.5)"),
            (0.0, "0"),
            (0.00000739, "0.00000739"),
            (True, "yes"),
            (1e21, "1000000000000000000000"),
        ],
    )
    def test_numbers_are_short(self, value: object, text: str) -> None:
        assert short(value) == text


class TestNotebooks:
    """A rated event is a table in a notebook."""

    def test_a_rated_event_is_html(self) -> None:
        page = arpad.rate(pair())._repr_html_()
        assert "<h3>Winter &lt;Open&gt;</h3>" in page
        assert "<td>1500.00</td>" in page
        refused = arpad.rate(pair(kind="match"))._repr_html_()
        assert "Not rated: player 1 has no published OTBR rating" in refused
        newcomer = arpad.rate(event(player(1, ["W2"]), player(2, ["L1"])))._repr_html_()
        assert "<td>unrated</td>" in newcomer

    def test_every_public_name_is_there_and_sorted(self) -> None:
        assert sorted(arpad.__all__) == arpad.__all__
        assert all(hasattr(arpad, name) for name in arpad.__all__)
