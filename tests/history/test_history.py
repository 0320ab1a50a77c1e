"""`arpad.history`: a whole history rated, asked, varied, kept and opened again."""

from datetime import date
from math import log
from pathlib import Path

import polars as pl
import pytest

from arpad import history
from arpad.formats import rated_document
from arpad.history import History, HistoryError
from arpad.ledger.facts import EventFiled, EventWithdrawn, Fact, ForeignRatingRecorded, MemberAdded, RatingSet
from arpad.ledger.past import past_of
from arpad.ledger.replay import replay
from arpad.rules.law import law
from arpad.rules.vocabulary import Event, LawChoice, Player, Rating, Round, Section, System

MARCH, APRIL = date(2025, 3, 1), date(2025, 4, 5)


def quad(event: str, day: date, *cells: tuple[str, str]) -> EventFiled:
    """A one-game event between two members: who, and how it ended for each."""
    players = tuple(
        Player(number, (Round(code, 3 - number),), id=member) for number, (member, code) in enumerate(cells, 1)
    )
    return EventFiled(Event(day, day, (Section(1, day, day, players, time_control="G/90;d5"),), id=event, name=event))


FACTS = (
    MemberAdded("ann", date(1980, 5, 1), name="ANN"),
    MemberAdded("bob", adult=True, name="BOB"),
    MemberAdded("cy", date(2012, 1, 1), name="CY"),
    ForeignRatingRecorded("cy", "FIDE", 1500.0, since=date(2025, 1, 1)),
    RatingSet("ann", System.OTBR, date(2025, 1, 1), Rating(1800.0, 40, peak=1850.0)),
    quad("202503010013", MARCH, ("ann", "W"), ("bob", "L")),
    quad("202504050013", APRIL, ("bob", "D"), ("cy", "D")),
)


@pytest.fixture(scope="module")
def club() -> History:
    return history.rate(history.record_of_facts(FACTS))


@pytest.fixture(scope="module")
def league() -> History:
    return history.rate(history.generate(members=150, seed=11, games=3000))


class TestResults:
    def test_they_are_those_of_the_ledgers_replay(self, club: History) -> None:
        slow = replay(past_of(FACTS), law(), LawChoice())
        said = [
            (result.event, result.member, result.after.rating.rating if result.after else None, result.moved)
            for result in slow.results
        ]
        frame = club.results()
        moved = [moved or event is None for event, moved in frame.select("event", "moved").rows()]
        assert list(zip(*frame.select("event", "member", "post").iter_columns(), moved, strict=True)) == said

    def test_a_ruling_has_neither_event_nor_section(self, club: History) -> None:
        ruling = club.results(member="ann").row(0, named=True)
        assert (ruling["event"], ruling["section"], ruling["post"], ruling["end"]) == (
            None,
            None,
            1800.0,
            date(2025, 1, 1),
        )

    def test_one_event_alone_can_be_asked_for(self, club: History) -> None:
        assert club.results(event="202504050013")["member"].to_list() == ["bob", "cy"]

    def test_official_ratings_are_rounded_halves_up(self, league: History) -> None:
        frame = league.results().filter(pl.col("post").is_not_null())
        expected = (frame["post"] + 0.5).floor().cast(pl.Int32)
        assert frame["official"].equals(expected, check_names=False)

    def test_what_was_before_is_what_came_of_the_section_before(self, league: History) -> None:
        member = league.standings(system="OTBR").sort("games")["member"][-1]
        frame = league.results(member=member, system="OTBR")
        assert frame["pre"].to_list()[1:] == frame["post"].to_list()[:-1]

    @pytest.mark.parametrize(
        ("asked", "code"),
        [
            ({"event": "1"}, "unknown-event"),
            ({"member": "nobody"}, "unknown-member"),
            ({"event": "202503010013", "section": 7}, "unknown-section"),
        ],
    )
    def test_what_is_not_there_is_said(self, club: History, asked: dict[str, object], code: str) -> None:
        with pytest.raises(HistoryError) as error:
            club.results(**asked)  # type: ignore[arg-type]
        assert error.value.problem.code == code


class TestStandings:
    def test_a_day_knows_what_had_ended_by_then(self, club: History) -> None:
        assert set(club.standings(on=date(2025, 3, 31))["member"]) == {"ann", "bob"}
        assert set(club.standings(on=APRIL)["member"]) == {"ann", "bob", "cy"}

    def test_they_are_the_last_results(self, league: History) -> None:
        last = (
            league.results()
            .filter(pl.col("post").is_not_null() & pl.col("member").is_not_null())
            .group_by("member", "system", maintain_order=True)
            .last()
            .sort("member", "system")
        )
        now = league.standings()
        assert now.select("member", "system", pl.col("rating").alias("post"), "games").equals(
            last.select("member", "system", "post", "games")
        )

    def test_a_list_takes_those_based_on_four_games_at_its_cutoff(self, club: History) -> None:
        assert club.official_list(date(2025, 4, 1))["member"].to_list() == ["ann"]
        assert club.official_list(date(2025, 3, 1)).height == 1  # the ruling of January alone
        assert club.official_list(date(2025, 2, 1))["rating"].to_list() == [1800.0]


class TestDetails:
    def test_they_are_the_numbers_of_the_rated_document(self, league: History) -> None:
        event = league.results().filter(pl.col("event").is_not_null())["event"][700]
        document = rated_document.encode(league.rated_event(event))
        frame = league.details(event)
        for section in document["sections"]:
            for player in section["players"]:
                row = frame.row(
                    by_predicate=(pl.col("section") == section["number"])
                    & (pl.col("system") == section["system"])
                    & (pl.col("number") == player["number"]),
                    named=True,
                )
                names = ("r0", "n", "n_star", "n_effective", "score", "first_estimate", "intermediate", "k", "expected")
                for name in (
                    *names,
                    "bonus",
                    "unfloored",
                    "formula",
                    "post",
                    "official",
                    "peak",
                    "established",
                    "record",
                ):
                    assert row[name] == player[name], (section["number"], player["number"], name)
                assert row["floor"] == (player["floor"] and player["floor"]["value"])

    def test_asking_changes_nothing(self, league: History) -> None:
        before = league.rated.rows.tobytes()
        league.details(league.record.events[0])
        league.forward()
        assert league.rated.rows.tobytes() == before


class TestWhy:
    def test_every_result_of_an_event_is_confirmed(self, league: History) -> None:
        event = league.results().filter(pl.col("event").is_not_null())["event"][-1]
        for row in league.results(event=event).iter_rows(named=True):
            found = league.why(event, row["section"], row["number"], row["system"])
            assert found.confirmed
            assert found.worksheet.result.post == row["post"]

    def test_a_member_or_a_number_can_be_named(self, club: History) -> None:
        by_id, by_number = club.why("202504050013", 1, "cy"), club.why("202504050013", 1, 2)
        assert by_id.worksheet.json() == by_number.worksheet.json()

    def test_a_row_that_was_tampered_with_is_not_confirmed(self) -> None:
        own = history.rate(history.record_of_facts(FACTS))
        own.rated.rows["post"][-1] += 1e-9
        assert not own.why("202504050013", 1, "cy").confirmed

    def test_who_did_not_play_there_is_said(self, club: History) -> None:
        with pytest.raises(HistoryError, match="did not play there"):
            club.why("202504050013", 1, "ann")


class TestForward:
    def test_only_games_of_two_who_were_rated_before_count(self, club: History) -> None:
        assert club.forward().is_empty()  # each game has a newcomer

    def test_the_scores_of_one_game_are_those_worked_by_hand(self) -> None:
        facts: list[Fact] = [
            MemberAdded("a", adult=True),
            MemberAdded("b", adult=True),
            RatingSet("a", System.OTBR, MARCH, Rating(1700.0, 50)),
            RatingSet("b", System.OTBR, MARCH, Rating(1500.0, 50)),
            quad("202504050013", APRIL, ("a", "W"), ("b", "L")),
        ]
        (row,) = history.rate(history.record_of_facts(facts)).forward().rows(named=True)
        expected = 1.0 / (1.0 + 10.0**-0.5)
        assert (row["year"], row["system"], row["games"], row["scored"]) == (2025, "OTBR", 1, 1.0)
        assert row["expected"] == pytest.approx(expected, abs=1e-12)
        assert row["log_loss"] == pytest.approx(-log(expected), abs=1e-12)
        assert row["squared"] == pytest.approx((1.0 - expected) ** 2, abs=1e-12)

    def test_a_back_test_is_a_run_of_each_variant(self, league: History) -> None:
        variants = {"now": {}, "B = 6": {"bonus_threshold": 6.0}}
        found = league.backtest(variants, threads=2)
        assert found.filter(variant="now").drop("variant").equals(league.forward())
        assert found.filter(variant="B = 6").drop("variant").equals(league.vary({"bonus_threshold": 6.0}).forward())


class TestVariants:
    def test_a_variant_is_the_law_with_another_number(self, league: History) -> None:
        higher = league.vary({"bonus_threshold": 6.0})
        assert higher.standings(system="OTBR")["rating"].mean() > league.standings(system="OTBR")["rating"].mean()  # type: ignore[operator]
        assert higher.vary({}).standings().equals(league.standings())

    def test_the_difference_is_what_differs(self, league: History) -> None:
        other = league.vary({"bonus_threshold": 6.0})
        found = league.difference(other)
        both = league.results().select(old="post").with_columns(new=other.results()["post"])
        assert found.results.filter(pl.col("change") != 0).height == both.filter(pl.col("old") != pl.col("new")).height
        assert found.summary["appeared"] == found.summary["vanished"] == 0
        assert league.difference(league).results.is_empty()

    def test_two_histories_are_joined_by_what_results_are_of(self, club: History) -> None:
        less = history.rate(history.record_of_facts(FACTS[:-1]))
        found = less.difference(club)
        assert found.summary == {"moved": 0, "appeared": 2, "vanished": 0, "standings": 2, "officials": 2}
        assert club.difference(less).summary["vanished"] == 2

    def test_a_history_made_twice_is_the_same(self, club: History) -> None:
        again = history.rate(history.record_of_facts(FACTS))
        assert club.difference(again).results.is_empty()
        assert club.difference(again).standings.is_empty()


class TestKeeping:
    def test_what_is_opened_says_the_same(self, league: History, tmp_path: Path) -> None:
        league.save(tmp_path / "league")
        opened = History.open(tmp_path / "league")
        assert opened.results().equals(league.results())
        assert opened.by == league.by
        event = league.record.events[5]
        assert opened.details(event).equals(league.details(event))

    def test_a_variant_is_opened_as_one(self, club: History, tmp_path: Path) -> None:
        club.vary({"bonus_threshold": 6.0}).save(tmp_path / "club")
        assert History.open(tmp_path / "club").by.endswith("bonus_threshold = 6.0")

    def test_ratings_of_other_rules_are_not_believed(
        self, club: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        club.save(tmp_path / "club")
        monkeypatch.setattr("arpad.history.keeping.source_digest", lambda _room: "another")
        with pytest.raises(HistoryError, match="rated by other rules"):
            History.open(tmp_path / "club")

    def test_facts_alone_are_not_rated_yet(self, club: History, tmp_path: Path) -> None:
        history.store.create(tmp_path / "club", club.record)
        with pytest.raises(HistoryError, match="not rated; rate it: arpad history rate"):
            History.open(tmp_path / "club")

    def test_what_was_asked_of_it_leaves_no_trace(self, tmp_path: Path) -> None:
        own = history.rate(history.record_of_facts(FACTS))
        own.save(tmp_path / "before")
        own.consequences([quad("202503150013", date(2025, 3, 15), ("ann", "L"), ("bob", "W"))])
        own.save(tmp_path / "after")
        before, after = (
            {path.name: path.read_bytes() for path in (tmp_path / folder / "derived-1").iterdir()}
            for folder in ("before", "after")
        )
        assert before == after


class TestCorrected:
    def test_it_is_the_history_of_all_facts(self, club: History) -> None:
        late = quad("202503150013", date(2025, 3, 15), ("ann", "L"), ("bob", "W"))
        corrected = club.corrected([late])
        assert corrected.difference(history.rate(history.record_of_facts((*FACTS, late)))).results.is_empty()

    def test_consequences_leave_the_history_as_it_is(self, club: History) -> None:
        before = club.results()
        late = quad("202503150013", date(2025, 3, 15), ("ann", "L"), ("bob", "W"))
        found = club.consequences([late])
        assert found.summary.appeared == 2
        assert club.results().equals(before)
        assert club.consequences([late]).summary == found.summary

    def test_so_does_asking_that_is_stopped(self, league: History) -> None:
        before, event = league.results(), league.record.events[0]
        with pytest.raises(history.Stopped):
            league.consequences([EventWithdrawn(event)], lambda _done, _runs: False)
        assert league.results().equals(before)
        assert league.consequences([EventWithdrawn(event)]).counts.vanished > 0
