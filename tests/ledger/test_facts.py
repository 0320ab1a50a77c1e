"""Facts as JSON: there and back without loss, and every damage named with its place."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.ledger.checks import CODES
from arpad.ledger.error import LedgerError
from arpad.ledger.facts import FACTS, EventFiled, Fact, MemberAdded, from_json, to_json
from arpad.rules.vocabulary import (
    Ceiling,
    Event,
    Floor,
    Kind,
    LawChoice,
    MatchChange,
    OtherRating,
    Player,
    Published,
    Rating,
    Record,
    Round,
    Section,
    System,
)

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
COUNTS = st.integers(0, 10**9)
NAMES = st.none() | st.text(max_size=8)
DAYS = st.dates()
SYSTEM = st.sampled_from(System)
RATINGS = st.builds(
    Rating,
    NUMBERS,
    st.none() | COUNTS,
    st.none() | st.sampled_from(Record),
    st.none() | DAYS,
    st.none() | NUMBERS,
    st.none() | COUNTS,
    st.none() | COUNTS,
    st.none() | COUNTS,
)
OTHERS = st.none() | st.builds(OtherRating, NUMBERS, st.none() | DAYS, st.none() | st.booleans())
OPTIONAL = st.none() | NUMBERS
FLOORS = st.builds(Floor, st.text(max_size=8), OPTIONAL, OPTIONAL, OPTIONAL, st.none() | DAYS, st.none() | SYSTEM)
CELLS = st.builds(
    Round,
    st.sampled_from(sorted(CODES)),
    st.none() | st.integers(0, 9_999_999),
    st.none() | st.sampled_from("wb"),
)
PLAYERS = st.builds(
    Player,
    COUNTS,
    st.lists(CELLS, max_size=3).map(tuple),
    id=NAMES,
    name=NAMES,
    state=NAMES,
    birth=st.none() | DAYS,
    adult=st.none() | st.booleans(),
    ratings=st.dictionaries(SYSTEM, RATINGS, max_size=2),
    fide=OTHERS,
    cfc=OTHERS,
    national=OTHERS,
    floors=st.lists(FLOORS, max_size=2).map(tuple),
    ceiling=st.none() | st.builds(Ceiling, NUMBERS, st.none() | DAYS),
    published=st.dictionaries(SYSTEM, st.builds(Published, NUMBERS, st.none() | COUNTS), max_size=2),
    match_history=st.lists(st.builds(MatchChange, SYSTEM, DAYS, NUMBERS), max_size=2).map(tuple),
)
SECTIONS = st.builds(
    Section,
    COUNTS,
    DAYS,
    DAYS,
    st.lists(PLAYERS, max_size=2).map(tuple),
    name=NAMES,
    time_control=NAMES,
    online=st.booleans(),
    systems=st.none() | st.lists(SYSTEM, max_size=2).map(tuple),
    kind=st.sampled_from(Kind),
    youth=st.booleans(),
    match_override=st.booleans(),
)
EVENTS = st.builds(
    Event,
    DAYS,
    DAYS,
    st.lists(SECTIONS, max_size=2).map(tuple),
    id=NAMES,
    name=NAMES,
    rules=st.builds(LawChoice, st.none() | DAYS, st.none() | DAYS),
)
for made, strategy in ((Event, EVENTS), (Section, SECTIONS), (Rating, RATINGS), (Floor, FLOORS), (float, NUMBERS)):
    st.register_type_strategy(made, strategy)

MEMBER = {"fact": "member-added", "schema": 1, "member": "1"}
PLAYER = {"number": 1, "rounds": ["W2w"]}
SECTION = {"number": 1, "start": "2025-03-01", "end": "2025-03-01", "players": [PLAYER]}
EVENT = {"start": "2025-03-01", "end": "2025-03-01", "sections": [SECTION], "id": "1"}
FILED = {"fact": "event-filed", "schema": 1, "event": EVENT}


def damaged(document: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """A copy of a document with something else in one place."""
    copy: dict[str, Any] = json.loads(json.dumps(document))
    at: Any = copy
    *steps, last = path.replace("[", ".").replace("]", "").split(".")
    for step in steps:
        at = at[int(step)] if step.isdigit() else at[step]
    at[int(last) if last.isdigit() else last] = value
    return copy


class TestJson:
    """The trip to JSON text and back."""

    @pytest.mark.parametrize("name", FACTS)
    @given(data=st.data())
    def test_every_fact_comes_back_as_it_went(self, name: str, data: st.DataObject) -> None:
        fact: Fact = data.draw(st.from_type(FACTS[name]))
        text = json.dumps(to_json(fact), allow_nan=False)
        assert from_json(json.loads(text)) == fact
        assert json.dumps(to_json(from_json(json.loads(text)))) == text

    def test_a_cell_is_text_and_defaults_are_left_out(self) -> None:
        day = date(2025, 3, 1)
        fact = EventFiled(Event(day, day, (Section(1, day, day, (Player(1, (Round("W", 2, "w"),)),)),), id="1"))
        assert to_json(fact) == FILED
        assert from_json(FILED) == fact

    def test_whole_numbers_serve_where_numbers_are_wanted(self) -> None:
        document = {"fact": "ceiling-set", "schema": 1, "member": "1", "value": 1900}
        fact = from_json(document)
        assert to_json(fact)["value"] == 1900.0


class TestDamage:
    """What cannot be read is refused at its place."""

    @pytest.mark.parametrize(
        ("document", "code", "place"),
        [
            ([], "wrong-type", ""),
            ({}, "unknown-schema", "schema"),
            ({"fact": "member-added", "schema": 2, "member": "1"}, "unknown-schema", "schema"),
            ({"fact": "member-added", "schema": True, "member": "1"}, "unknown-schema", "schema"),
            ({"fact": "member-lost", "schema": 1}, "unknown-fact", "fact"),
            ({"fact": ["member-added"], "schema": 1}, "unknown-fact", "fact"),
            ({"fact": "member-added", "schema": 1}, "missing-field", "member"),
            (MEMBER | {"member": 1}, "wrong-type", "member"),
            (MEMBER | {"born": "2001-01-01"}, "unknown-field", "born"),
            (MEMBER | {"bo\nrn": "2001-01-01"}, "unknown-field", "bo\\nrn"),
            (MEMBER | {"birth": "2001-02-29"}, "wrong-type", "birth"),
            (MEMBER | {"birth": "20010228"}, "wrong-type", "birth"),
            (MEMBER | {"adult": 1}, "wrong-type", "adult"),
            (damaged(FILED, "event", []), "wrong-type", "event"),
            (damaged(FILED, "event.sections", {}), "wrong-type", "event.sections"),
            (damaged(FILED, "event.sections[0].number", 1.0), "wrong-type", "event.sections[0].number"),
            (damaged(FILED, "event.sections[0].kind", "knockout"), "wrong-type", "event.sections[0].kind"),
            (damaged(FILED, "event.sections[0].online", None), "wrong-type", "event.sections[0].online"),
            (
                damaged(FILED, "event.sections[0].systems", ["OTBR", "ICC"]),
                "wrong-type",
                "event.sections[0].systems[1]",
            ),
            (
                damaged(FILED, "event.sections[0].players[0].rounds[0]", "Q2"),
                "wrong-type",
                "event.sections[0].players[0].rounds[0]",
            ),
            (
                damaged(FILED, "event.sections[0].players[0].rounds[0]", "W2w\n"),
                "wrong-type",
                "event.sections[0].players[0].rounds[0]",
            ),
            (
                damaged(FILED, "event.sections[0].players[0].ratings", {"ICC": {"rating": 1500}}),
                "wrong-type",
                "event.sections[0].players[0].ratings.ICC",
            ),
            (
                damaged(FILED, "event.sections[0].players[0].ratings", {"OTBR": {"rating": "1500"}}),
                "wrong-type",
                "event.sections[0].players[0].ratings.OTBR.rating",
            ),
            (
                damaged(FILED, "event.sections[0].players[0].ratings", {"OTBR": {"rating": 1, "record": "won"}}),
                "wrong-type",
                "event.sections[0].players[0].ratings.OTBR.record",
            ),
            (
                damaged(FILED, "event.sections[0].players[0].published", []),
                "wrong-type",
                "event.sections[0].players[0].published",
            ),
            (
                {"fact": "ceiling-set", "schema": 1, "member": "1", "value": float("inf")},
                "wrong-type",
                "value",
            ),
            ({"fact": "ceiling-set", "schema": 1, "member": "1", "value": 10**400}, "wrong-type", "value"),
            ({"fact": "ceiling-set", "schema": 1, "member": "1", "value": True}, "wrong-type", "value"),
            (
                {"fact": "foreign-rating-recorded", "schema": 1, "member": "1", "source": "ICC", "rating": 1},
                "wrong-type",
                "source",
            ),
        ],
    )
    def test_it_is_named_with_its_place(self, document: object, code: str, place: str) -> None:
        with pytest.raises(LedgerError) as caught:
            from_json(document)
        assert (caught.value.problem.code, caught.value.problem.place) == (code, place)

    def test_a_long_value_is_cut_in_the_message(self) -> None:
        with pytest.raises(LedgerError) as caught:
            from_json(MEMBER | {"birth": "x" * 1000})
        assert len(str(caught.value)) < 200

    def test_the_member_itself_is_read(self) -> None:
        assert from_json(MEMBER) == MemberAdded("1")
