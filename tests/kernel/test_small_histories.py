"""Small histories in which the same few people meet in every system: each result as a replay of the ledger has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.history.events import record_of_events
from arpad.history.record import Record
from arpad.kernel.columns import UNKNOWN_GAMES
from arpad.kernel.rows import FLOORS
from arpad.kernel.run import rate
from arpad.rules.uschess.life_master import MOST_GAMES
from arpad.rules.vocabulary import Event, Floor, Kind, LawChoice, OtherRating, Profile, Rating, Section, System
from tests.kernel import outputs
from tests.kernel.equality import compare_history, compare_ledger
from tests.ledger.making import section as section_of_games

DAY = date(2025, 3, 1)
PEOPLE = "123456"
DAYS = st.sampled_from(
    [date(2005, 6, 1), date(2014, 8, 31), date(2017, 4, 24), date(2020, 5, 31), date(2020, 9, 1), date(2025, 1, 1)]
)
CONTROLS = ["G/90;d5", "G/60;d5", "G/60;d5", "G/25;d5", "G/5;d0"]
GAMES = st.lists(
    st.tuples(st.sampled_from(PEOPLE), st.sampled_from("><="), st.sampled_from(PEOPLE))
    .filter(lambda game: game[0] != game[2])
    .map("".join),
    min_size=1,
    max_size=6,
)
RATINGS = st.dictionaries(
    st.sampled_from(System),
    st.builds(
        Rating,
        st.floats(100.0, 2600.0).map(lambda value: round(value, 2)),
        st.sampled_from([0, 4, 8, 9, 26, 300, None]),
        date=st.none() | st.just(date(2004, 5, 1)),
    ),
    max_size=3,
)
OTHERS = st.none() | st.builds(OtherRating, st.sampled_from([1200.0, 1999.0, 2000.0, 2150.0]))


@st.composite
def sections(draw: st.DrawFn) -> Section:
    """A section on one of a few days, so that many end on the same."""
    online = draw(st.booleans())
    matched = draw(st.integers(0, 5)) == 0
    end = draw(DAYS) + timedelta(draw(st.sampled_from([0, 0, 1, 40, 150])))
    games = draw(GAMES)
    if matched:
        games = [f"1{draw(st.sampled_from('><='))}2" for _ in games]
    found = section_of_games(
        end,
        *games,
        start=end - timedelta(draw(st.sampled_from([0, 0, 1, 9]))),
        time_control=draw(st.sampled_from(CONTROLS)),
        online=online,
        kind=Kind.MATCH if matched else draw(st.sampled_from([Kind.SWISS, Kind.SWISS, Kind.ROUND_ROBIN])),
        match_override=draw(st.booleans()),
    )
    if not matched and draw(st.integers(0, 9)) == 0:
        found = replace(found, kind=Kind.FOREIGN_FIDE, time_control=None, online=False, youth=online)
    players = (
        replace(
            player,
            ratings=draw(RATINGS),
            fide=draw(OTHERS),
            cfc=draw(OTHERS),
            floors=(Floor("olm"),) if draw(st.integers(0, 19)) == 0 else (),
            birth=draw(st.sampled_from([None, date(1990, 1, 1), date(2008, 1, 1)])),
            adult=draw(st.sampled_from([None, True])),
        )
        for player in found.players
    )
    found = replace(found, players=tuple(players))
    return entered_again(found, draw(st.integers(0, 3))) if draw(st.integers(0, 4)) == 0 else found


def entered_again(of: Section, first: int) -> Section:
    """The section when its first player had a second number from some round on."""
    one, *others = of.players
    again = replace(one, number=len(of.players) + 1, rounds=one.rounds[first:])
    early = Counter(cell.opponent for cell in one.rounds[:first])
    players = [replace(one, rounds=one.rounds[:first]), again]
    for other in others:
        cells = []
        for cell in other.rounds:
            later = cell.opponent == one.number and early[other.number] == 0
            early[other.number] -= cell.opponent == one.number and not later
            cells.append(replace(cell, opponent=again.number) if later else cell)
        players.append(replace(other, rounds=tuple(cells)))
    return replace(of, players=tuple(players))


def filed(of: Sequence[Section]) -> Record:
    """An event for each section."""
    return record_of_events([Event(one.start, one.end, (one,), id=f"E{place:03}") for place, one in enumerate(of)])


class TestSmallHistories:
    """The kernel links rows once, and looks back along the links; the ledger keeps states."""

    @settings(max_examples=300, derandomize=True, deadline=None)
    @given(st.lists(sections(), min_size=2, max_size=9), st.sampled_from(Profile))
    def test_every_bit_is_that_of_a_replay(self, of: list[Section], profile: Profile) -> None:
        assert compare_ledger(filed(of), LawChoice(profile=profile)).rules == []

    @settings(max_examples=150, derandomize=True, deadline=None)
    @given(st.lists(sections(), min_size=2, max_size=7), st.data())
    def test_so_it_is_when_two_ids_were_one_person(self, of: list[Section], data: st.DataObject) -> None:
        record = filed(of)
        met = {frozenset((one.id, other.id)) for section in of for one in section.players for other in section.players}
        ids = record.members.to_list()
        pairs = [
            (kept, duplicate)
            for kept in range(len(ids))
            for duplicate in range(len(ids))
            if kept != duplicate and frozenset((ids[kept], ids[duplicate])) not in met
        ]
        if not pairs:
            return
        kept, duplicate = data.draw(st.sampled_from(pairs))
        same_as = record.columns.members.same_as.copy()
        same_as[duplicate] = kept
        members = record.columns.members._replace(same_as=same_as)
        merged = replace(record, columns=record.columns._replace(members=members))
        assert compare_ledger(merged, LawChoice()).rules == []


def history(*of: Section) -> Record:
    """Sections that end one after another."""
    return filed(of)


def brought(of: Section, **ratings: Rating) -> Section:
    """A section whose members bring ratings in over-the-board Regular."""
    given_ratings = {member.removeprefix("m"): {System.OTBR: one} for member, one in ratings.items()}
    return replace(
        of, players=tuple(replace(one, adult=True, ratings=given_ratings.get(one.id or "", {})) for one in of.players)
    )


def same(record: Record) -> bool:
    """Whether kernel, walked rules and ledger agree."""
    walked, replayed = compare_history(record, LawChoice()), compare_ledger(record, LawChoice())
    assert walked.rules == []
    assert walked.other_hand == []
    assert replayed.rules == []
    return True


class TestCorners:
    """What random histories seldom meet."""

    def test_a_newcomer_begins_with_both_ratings_of_a_dual_rated_section(self) -> None:
        dual = section_of_games(DAY, "1>2", "1=2", time_control="G/60;d5")
        quick = section_of_games(DAY + timedelta(1), "3>4", "1>3", time_control="G/5;d0")
        later = section_of_games(DAY + timedelta(2), "1>3", "4=3", online=True, time_control="G/5;d0")
        assert same(history(dual, quick, later))

    def test_three_hundred_games_at_2200_give_a_floor(self) -> None:
        strong = Rating(2400.0, 400)
        draws = [brought(section_of_games(DAY, *["1=2"] * 50), m1=strong, m2=strong)]
        draws += [section_of_games(DAY + timedelta(place), *["1=2"] * 50) for place in range(1, 6)]
        fall = brought(section_of_games(DAY + timedelta(9), *["3>1"] * 60), m3=Rating(1500.0, 400))
        record = history(*draws, fall)
        assert same(record)
        found = outputs.rated(record.columns, LawChoice())
        row = found.persons(int(found.plan.order[-1]))[2]
        assert found.rows[row].post == 2200.0
        assert found.rows[row].olm_games == 360
        assert FLOORS[found.details[row].floor_kind] == "olm"

    def test_their_count_goes_no_further_than_there_is_room(self) -> None:
        strong = Rating(2400.0, 400)
        first = brought(section_of_games(DAY, *["1=2"] * 4), m1=strong, m2=strong)
        record = history(first, section_of_games(DAY + timedelta(1), *["1=2"] * 50))
        book = outputs.rated(record.columns, LawChoice())
        last = int(book.plan.order[-1])
        rows, row = book.rows, int(book.plan.runs.first_row[last])
        rows["olm_games"][book.plan.links.prev[row]] = MOST_GAMES - 20
        rate(book.plan, book.numbers, book.of_run, rows=rows, start=int(book.plan.rank[last]))
        assert rows["olm_games"][row] == MOST_GAMES
        assert rows["olm_games"][row + 1] == 54

    def test_a_large_section(self) -> None:
        games = [f"{one}{'><='[(one * other) % 3]}{other}" for one in range(1, 400) for other in (one + 1, one + 37)]
        assert same(history(section_of_games(DAY, *games), section_of_games(DAY + timedelta(1), "1>300", "438=2")))

    def test_more_meetings_than_a_byte_counts(self) -> None:
        first = brought(section_of_games(DAY, *["1>2", "2>1", "1=2"] * 100), m1=Rating(1500.0, 40))
        assert same(history(first))

    def test_a_player_of_many_games_between_others_of_few(self) -> None:
        others = [f"1>{other}" for other in range(2, 302)]
        assert same(history(section_of_games(DAY, "2=3", *others, "4>5")))

    def test_a_member_under_two_numbers_brings_one_rating_to_the_next_section(self) -> None:
        of = section_of_games(DAY, "1>2", "1>3", "1<2", "2=3")
        record = history(entered_again(of, 1), section_of_games(DAY + timedelta(1), "1>2", "3=1"))
        assert same(record)
        found = outputs.rated(record.columns, LawChoice())
        assert found.plan.tallies.pooled.tolist() == [2, 0, 1, 1, 1, 1, 1]
        assert found.details["m"][found.persons(0)[1]] == 3

    def test_a_section_in_which_nobody_played(self) -> None:
        idle = section_of_games(DAY, also=("1", "2"))
        assert same(history(brought(idle, m1=Rating(1500.0, 40)), section_of_games(DAY + timedelta(1), "1>2")))

    def test_players_without_an_id_are_somebody_else_each_time(self) -> None:
        players = section_of_games(DAY, "1>2", "1=2").players
        nameless = replace(section_of_games(DAY, "1>2"), players=tuple(replace(one, id=None) for one in players))
        record = history(nameless, replace(nameless, start=DAY + timedelta(1), end=DAY + timedelta(1)))
        assert len(record.members) == 4
        found = outputs.rated(record.columns, LawChoice())
        assert np.isnan(found.rows["post"]).sum() == 0
        assert (found.plan.links.prev == -1).all()

    @pytest.mark.parametrize("place", range(2))
    def test_what_an_unrated_member_of_many_games_brings_is_large(self, place: int) -> None:
        ratings: dict[str, Any] = {f"m{place + 1}": Rating(1900.0, None)}
        record = history(
            brought(section_of_games(DAY, "1>2", "1>2"), **ratings), section_of_games(DAY + timedelta(1), "2>1")
        )
        assert same(record)
        found = outputs.rated(record.columns, LawChoice())
        last = found.persons(int(found.plan.order[-1]))
        assert min(int(found.rows[row].games) for row in last.values()) == UNKNOWN_GAMES
