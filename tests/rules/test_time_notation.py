"""Time controls as text: the rules of the notation sheet, its vectors, and what holds for any text."""

import csv
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.rules.uschess.time_notation import Period, TimeControl, parse

VECTORS = Path(__file__).parents[1] / "data" / "time_controls.csv"
FIELDS_IN_SECONDS = {"pgn", "trf222", "chesscom"}


def minutes(text: str) -> str | None:
    """What a text written by people means, in the spelling of US Chess."""
    control = parse(text)
    return control.canonical() if control else None


def seconds(text: str) -> str | None:
    """What a text of a field that counts seconds means."""
    control = parse(text, "seconds")
    return control.canonical() if control else None


def written(texts: str) -> pytest.MarkDecorator:
    """Ask a test of every text of a table: one or more a line, with two spaces or more between them."""
    return pytest.mark.parametrize("text", re.split(r"\s{2,}", texts.strip()))


class TestRule1TheFieldDecidesTheUnit:
    def test_pgn_and_its_kin_count_seconds(self) -> None:
        assert seconds("180+2") == "G/3;+2"
        assert seconds("600") == "G/10;d0"
        assert seconds("5400+30") == "G/90;+30"
        assert seconds(" 40/5400 : 1800 + 30 ") == "40/90;d0,SD/30;+30"

    def test_people_count_minutes(self) -> None:
        assert minutes("3+2") == "G/3;+2"
        assert minutes("90+30") == "G/90;+30"
        assert minutes("40/120, 60") == "40/120,SD/60;d0"
        assert minutes("15|10") == "G/15;+10"

    def test_seconds_need_not_make_whole_minutes(self) -> None:
        assert seconds("90+1") == "G/1.5;+1"
        assert seconds("100") == "G/1.6666666666666667;d0"

    @written(
        """
        G/60;d5    90 min + 30 sec    180+    40/    600 d5    1:30:00
        """
    )
    def test_the_notations_of_people_are_not_read_in_a_field_of_seconds(self, text: str) -> None:
        assert seconds(text) is None

    @written(
        """
        ?    -    *180    W300-B240    1/86400    1/259200    5400:1800+30
        """
    )
    def test_what_no_rated_game_has_is_unknown(self, text: str) -> None:
        assert seconds(text) is None


class TestRule2ABareSumOfUnknownOrigin:
    def test_whole_minutes_from_300_on_are_seconds(self) -> None:
        assert minutes("300+5") == "G/5;+5"
        assert minutes("5400+30") == "G/90;+30"
        assert minutes("600+0") == "G/10;d0"

    @written(
        """
        120+5    180+2    180 + 0    240|2    180 inc 2    301+5
        """
    )
    def test_what_is_played_in_minutes_and_in_seconds_is_asked(self, text: str) -> None:
        assert minutes(text) is None

    def test_below_only_minutes_are_played(self) -> None:
        assert minutes("60+30") == "G/60;+30"
        assert minutes("150+30") == "G/150;+30"
        assert minutes("299+5") == "G/299;+5"

    def test_a_lone_number_is_minutes_where_it_looks_like_them(self) -> None:
        assert minutes("5") == "G/5;d0"
        assert minutes("120") == "G/120;d0"
        assert minutes("120 per player") == "G/120;d0"
        for doubtful in ("1", "2", "180", "600", "1800"):
            assert minutes(doubtful) is None

    def test_a_letter_a_unit_or_a_delay_settles_it(self) -> None:
        assert minutes("G/180+2") == "G/180;+2"
        assert minutes("180 min + 2 sec") == "G/180;+2"
        assert minutes("180 d5") == "G/180;d5"


class TestRule3DelayAndIncrement:
    @written(
        """
        G/60 d5    G/60;d5    G/60,d5    G/60, d/5    G60d5    g60 D5    G/60/d5    G60-d5    G/60 - d5
        G/60 t/d5    G/60 td5    G/60 TD/5    G/60 dly 5    G/60; delay: 5 sec.    G/60+d5    G/60 +5d
        G/60 5d    G/60, 5-second delay    G/60 with a 5 second delay
        Game in 60, 5 seconds delay per move    Game in 60 minutes; Bronstein delay 5 sec per move
        G/60 (d5)    G/60. d5.    60 min, 5 sec delay
        """
    )
    def test_delay(self, text: str) -> None:
        assert minutes(text) == "G/60;d5"

    @written(
        """
        G/90+30    G/90 + 30    G/90;+30    G/90; + 30 sec    G90 inc 30    G/90;inc30    G/90, inc/30
        G/90 i/30    G/90 +30i    G/90 +30/move    G/90 incr. 30    G/(90+30)    90min+30sec    90m + 30s
        90'+30''    90\u2032 + 30\u2033    90\u2019+30\u201d    1:30 + 30    1:30:00 + 30    1h30+30
        1 hr 30 min + 30 sec    1.5 hours + 30 s    90 minutes plus 30 seconds for each move
        90 minutes, 30 sec Fischer bonus    90 minutes + 30 s of increment for move
        Standard (90 min + 30 sec)    90 Min. + 30 Sek. pro Zug ab Zug 1
        90 minutes plus per move 30 seconds    1:30 h + 30
        """
    )
    def test_increment(self, text: str) -> None:
        assert minutes(text) == "G/90;+30"

    @written(
        """
        G/5    G/5;d0    G/5+0    Game 5, no increment or delay    G/5 no inc, no delay    G/5 without delay
        """
    )
    def test_neither(self, text: str) -> None:
        assert minutes(text) == "G/5;d0"

    @written(
        """
        G/60 d5 inc5    G/60;d5;+5    G/60 d5/d0    G/60 5 sec delay increment    G/60 delay    G/60 inc
        G/60 no
        """
    )
    def test_contradictions_and_halves_are_unknown(self, text: str) -> None:
        assert minutes(text) is None

    def test_saying_the_same_twice_is_no_contradiction(self) -> None:
        assert minutes("G/60 d5 (5 second delay)") == "G/60;d5"

    def test_two_sums_may_be_minutes_and_seconds(self) -> None:
        assert minutes("90+30+30") is None
        assert minutes("40/90+30+30") is None

    def test_a_bonus_without_a_time_is_unknown(self) -> None:
        for text in ("+30", "d5", "no increment", "30 sec", "+", "5 sec delay"):
            assert minutes(text) is None


class TestRule4TheSemicolon:
    def test_it_separates_the_bonus(self) -> None:
        assert minutes("G60; d5") == "G/60;d5"
        assert minutes("G/30;inc10") == "G/30;+10"

    def test_or_else_periods(self) -> None:
        assert minutes("30/90;G/60") == "30/90,SD/60;d0"
        assert minutes("40/90;SD/30;d5") == "40/90,SD/30;d5"

    def test_after_it_a_plus_is_an_increment(self) -> None:
        assert minutes("40/90;+30") == "40/90;+30"

    def test_without_it_a_plus_after_a_number_of_moves_may_mean_minutes(self) -> None:
        assert minutes("40/90+30") is None
        assert minutes("40/90+30, SD/30") == "40/90,SD/30;+30"


class TestRule5TheRestOfTheGame:
    @written(
        """
        G/60    G60    g 60    G-60    G\\60    Game/60    GAME 60    game in 60    SD/60    All/60
        60 min    All moves in 60 minutes    60 minutes per player per game    60'/end    60 SD    1h
        1:00    60 min. Rest    5SS, G/60    4-SS; G/60    3 rounds: G/60    Quads, G/60
        Time control: G/60    TC G/60    G/60 (double round, 10 games)
        60 minutes for the rest of the game
        """
    )
    def test_one_period(self, text: str) -> None:
        assert minutes(text) == "G/60;d0"

    @written(
        """
        40/90,SD/30;+30    40/90 SD/30 +30    40/90, SD 30; +30    40/90, SD30, inc30    40/90,G/30,i/30
        40/90+30,SD/30+30    40/90 + SD/30 + 30    40 moves in 90 minutes, then 30 minutes + 30 seconds
        90'x40 + 30' + 30"    90'/40 + 30' + 30"    90min/40mv + 30min + 30sec/mv    40/1:30, SD/0:30, +30
        90 min / 40 moves + 30 min / rest of game + 30 sec / move    40/1.5h, 30 min, +30
        40/90, plus 30 minutes, +30
        90 Minuten für 40 Züge + 30 Minuten für den Rest + 30 Sekunden pro Zug ab dem ersten Zug
        1h 30 min 40 moves, sudden death in 30 minutes, 30 sec increment    40/90, 30 rest, +30
        """
    )
    def test_two_periods(self, text: str) -> None:
        assert minutes(text) == "40/90,SD/30;+30"

    def test_two_periods_in_prose(self) -> None:
        text = (
            "90 minutes for the first 40 moves, followed by 30 minutes for the rest of the game "
            "with an additional 30 seconds per move starting from move one"
        )
        assert minutes(text) == "40/90,SD/30;+30"

    def test_three_periods(self) -> None:
        assert minutes("40/120,20/60,SD/30;d5") == "40/120,20/60,SD/30;d5"
        assert minutes("2h/40 moves + 1h/20 moves + 15'/end + 30\"") == "40/120,20/60,SD/15;+30"
        assert minutes("2 Stunden 40 / Zuege, 1 Stunde 20 / Zuege, 30 min. Rest") == "40/120,20/60,SD/30;d0"

    def test_nothing_follows_it(self) -> None:
        for text in (
            "G/60 G/30",
            "G/60, 30",
            "40/90,SD/30;d5,G/60",
            "G/60 or G/30",
            "90 min + 30 min + 30 sec",
        ):
            assert minutes(text) is None

    def test_a_control_may_end_with_a_number_of_moves_as_its_text_does(self) -> None:
        assert seconds("40/9000") == "40/150;d0"
        assert minutes("100'x40 + 50'x20 + 30\" from move 1") == "40/100,20/50;+30"

    @written(
        """
        15/10    25/5    3/2    90'/30
        """
    )
    def test_a_pair_that_may_be_minutes_and_seconds_is_asked(self, text: str) -> None:
        assert minutes(text) is None

    @written(
        """
        40/2, SD/1    40/2;d5    40/90, SD/1    20/1,G/1/2
        """
    )
    def test_numbers_that_mean_hours_without_saying_so_are_asked(self, text: str) -> None:
        assert minutes(text) is None

    def test_minutes_before_moves_are_not_turned_round(self) -> None:
        assert minutes("90/40, SD/30; +30") is None

    def test_hours_that_say_so_are_read(self) -> None:
        assert minutes("40/2h, SD/1h") == "40/120,SD/60;d0"

    def test_moves_are_counted_in_whole_numbers(self) -> None:
        assert minutes("40.5/90") is None

    def test_a_lone_m_beside_a_slash_may_be_moves_or_minutes(self) -> None:
        assert minutes("40m/90") is None


class TestRule6HoursAndMinutes:
    def test_a_colon_and_two_digits(self) -> None:
        assert minutes("1:30 + 10 from move 1") == "G/90;+10"
        assert minutes("0:45") == "G/45;d0"
        assert minutes("G/2:00;d5") == "G/120;d5"

    def test_with_seconds_too(self) -> None:
        assert minutes("0:05:30 + 3") == "G/5.5;+3"

    def test_from_three_hours_on_it_may_be_minutes_and_seconds(self) -> None:
        assert minutes("3:00+2") is None
        assert minutes("3:00:00+2") == "G/180;+2"

    def test_other_colons_separate(self) -> None:
        assert minutes("40/90:SD/30") == "40/90,SD/30;d0"
        assert minutes("40/5400:1800+30") is None


class TestRule7FromMoveOne:
    def test_people_mean_all_periods_however_they_say_it(self) -> None:
        assert minutes("100'x40+15'+30\"") == "40/100,SD/15;+30"
        assert minutes("100'x40+15'+30\" from move 1") == "40/100,SD/15;+30"
        assert minutes("40/90;d5,SD/30") == "40/90,SD/30;d5"

    def test_programs_mean_what_they_write(self) -> None:
        assert seconds("40/5400:1800+30") == "40/90;d0,SD/30;+30"
        assert seconds("40/5400+30:1800+30") == "40/90,SD/30;+30"

    def test_another_move_is_not_understood(self) -> None:
        assert minutes("30 min + 30 sec increment from move 41") is None

    def test_a_bonus_at_some_periods_and_another_elsewhere_is_not_understood(self) -> None:
        assert minutes("40/90;+30,20/60;d5,SD/30") is None


class TestRule8NeverGuess:
    @written(
        """
        /    G    G/    d    ;    moves/time, increment    unknown    see flyer    5SS    G/60 4 rounds
        Rds 1-3 G/30 d5, Rd 4 G/60    G/60 (2-day schedule G/30)    ((G/60))    (G/60    G/60/5    G/25 5
        40/90 30    60 60    90' 30"    90'/30"    G/60 KO    W300-B240    *180    1h 30 inc    1h 30 sec
        """
    )
    def test_what_is_not_understood_as_a_whole_is_unknown(self, text: str) -> None:
        assert minutes(text) is None

    @pytest.mark.parametrize(
        "text",
        [
            "G/0",
            "G/0;d5",
            "G/361",
            "G/5400",
            "G/60;d181",
            "G/60;d0.001",
            "81/90,SD/30",
            "G/" + "9" * 250,
            "0/60,G/60",
        ],
    )
    def test_absurd_numbers_are_unknown(self, text: str) -> None:
        assert minutes(text) is None

    @written(
        """
        G/.5    G/-5    G/7\u00bd    G/1.2.3    G/5\u00b2    G/\u0665
        """
    )
    def test_strange_numbers_are_unknown(self, text: str) -> None:
        assert minutes(text) is None

    def test_nothing_is_unknown(self) -> None:
        assert minutes("") is None
        assert minutes(" ") is None

    def test_numbers_beyond_all_bounds_are_unknown(self) -> None:
        assert minutes("G/" + "9" * 250) is None
        assert seconds("9" * 250 + "/" + "9" * 40) is None

    def test_more_than_six_periods_are_unknown(self) -> None:
        assert minutes("20/60," * 5 + "SD/30") == "20/60," * 5 + "SD/30;d0"
        assert minutes("20/60," * 6 + "SD/30") is None

    def test_a_long_text_is_unknown(self) -> None:
        assert minutes("G/60" + " " * 296) == "G/60;d0"
        assert minutes("G/60" + " " * 297) is None


class TestCanonicalSpelling:
    def test_one_period_is_g(self) -> None:
        assert TimeControl((Period(None, 90, 30, 0),)).canonical() == "G/90;+30"

    def test_the_last_of_several_is_sd(self) -> None:
        assert TimeControl((Period(40, 90, 0, 5), Period(None, 30, 0, 5))).canonical() == "40/90,SD/30;d5"

    def test_neither_increment_nor_delay_is_d0(self) -> None:
        assert TimeControl((Period(None, 5, 0, 0),)).canonical() == "G/5;d0"

    def test_periods_that_differ_carry_their_own_bonus(self) -> None:
        control = TimeControl((Period(40, 90, 0, 0), Period(None, 30, 30, 0)))
        assert control.canonical() == "40/90;d0,SD/30;+30"


class TestSums:
    def test_minutes_of_all_periods_and_seconds_once(self) -> None:
        control = TimeControl((Period(40, 90, 30, 0), Period(None, 30, 30, 0)))
        assert (control.main_minutes, control.seconds, control.total) == (120, 30, 150)

    def test_the_first_period(self) -> None:
        assert TimeControl((Period(40, 90, 0, 5), Period(None, 30, 0, 5))).first_minutes == 90

    def test_the_largest_bonus_counts_where_periods_differ(self) -> None:
        assert TimeControl((Period(40, 90, 0, 5), Period(None, 30, 30, 0))).seconds == 30


class TestWhatNoClockIsSetTo:
    @pytest.mark.parametrize(
        ("moves", "minutes", "increment", "delay"),
        [
            (0, 90, 0, 0), (81, 90, 0, 0), (None, 0, 0, 0), (None, 361, 0, 0), (None, float("nan"), 0, 0),
            (None, 90, 30, 5), (None, 90, 181, 0), (None, 90, 0, -5), (None, 90, float("nan"), 0),
        ],
    )  # fmt: skip
    def test_a_period_of_it_does_not_exist(
        self, moves: int | None, minutes: float, increment: float, delay: float
    ) -> None:
        with pytest.raises(ValueError):
            Period(moves, minutes, increment, delay)

    @pytest.mark.parametrize(
        "periods",
        [
            (),
            (Period(None, 60, 0, 0), Period(None, 60, 0, 0)),
            (Period(40, 90, 0, 0), Period(None, 1, 0, 0)),
            (Period(40, 2, 0, 0),),
            (Period(20, 60, 0, 0),) * 7,
        ],
    )
    def test_nor_do_periods_that_cannot_follow_each_other(self, periods: tuple[Period, ...]) -> None:
        with pytest.raises(ValueError):
            TimeControl(periods)


def vectors() -> list[dict[str, str]]:
    with VECTORS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def figures(control: TimeControl | None) -> tuple[str, str, str, str]:
    """The columns of the vectors: periods, minutes, seconds, total; empty where unknown."""
    if control is None:
        return "", "", "", ""
    periods = ";".join(f"{p.moves or '*'}/{p.minutes:g}/{p.increment:g}/{p.delay:g}" for p in control.periods)
    return periods, f"{control.main_minutes:g}", f"{control.seconds:g}", f"{control.total:g}"


class TestVectorsOfTheSheet:
    @pytest.mark.parametrize("row", vectors(), ids=lambda row: f"{row['family']}: {row['notation']}")
    def test_notation(self, row: dict[str, str]) -> None:
        expected = (row["periods moves/min/inc/delay"], row["us_mm"], row["us_ss"], row["us_total"])
        control = parse(row["notation"], "seconds" if row["family"] in FIELDS_IN_SECONDS else "minutes")
        assert figures(control) == expected
        assert control is None or parse(control.canonical()) == control


BONUSES = st.one_of(
    st.just((0.0, 0.0)),
    st.floats(0.01, 180).map(lambda n: (n, 0.0)),
    st.integers(1, 180).map(lambda n: (0.0, float(n))),
)
MINUTES = st.floats(5, 360)
STAGES = st.builds(lambda moves, time, bonus: Period(moves, time, *bonus), st.integers(1, 80), MINUTES, BONUSES)
RESTS = st.builds(lambda time, bonus: Period(None, time, *bonus), MINUTES, BONUSES)
BLITZ = st.builds(lambda time, bonus: Period(None, time / 60, *bonus), st.integers(15, 300), BONUSES)
SEVERAL = st.builds(lambda stages, last: (*stages, last), st.lists(STAGES, max_size=5), STAGES | RESTS)
CONTROLS = st.builds(TimeControl, st.tuples(BLITZ) | SEVERAL)
SCRAPS = st.sampled_from(
    [
        *"GDSdhmsx+/;,:.'\"()- 0123456789\u00a0",
        *("40/90", "SD/30", "G/60", "d5", "+30", "inc", "delay", "min", "sec", "moves", "per move", "1:30"),
        *("from move 1", "no", "or", "in", "rest of game", "for", "40 moves", "5SS", "then"),
    ]
)


class TestForAnyText:
    @given(CONTROLS)
    def test_every_control_survives_being_written_and_read(self, control: TimeControl) -> None:
        assert parse(control.canonical()) == control

    @given(st.one_of(st.text(max_size=400), st.lists(SCRAPS, max_size=25).map("".join)))
    @settings(max_examples=500, deadline=None)
    def test_no_text_raises_and_what_is_read_is_written_stably(self, text: str) -> None:
        for control in (parse(text), parse(text, "seconds")):
            if control:
                assert parse(control.canonical()) == control

    @given(
        st.sampled_from([row["notation"] for row in vectors() if row["family"] not in FIELDS_IN_SECONDS]),
        st.sampled_from([str.upper, str.lower, str.title]),
        st.sampled_from(["  ", "\u00a0", "\u2009", "\t", " \u200b"]),
    )
    def test_case_and_kinds_of_blanks_do_not_matter(self, text: str, case: Callable[[str], str], blank: str) -> None:
        assert parse(case(text).replace(" ", blank)) == parse(text)

    @given(
        st.integers(5, 360),
        st.integers(0, 180),
        st.sampled_from(["G/{}+{}", "G/{} d{}", "{} min, {} sec delay"]),
    )
    def test_total_is_minutes_and_seconds_in_every_notation(self, minutes: int, bonus: int, notation: str) -> None:
        control = parse(notation.format(minutes, bonus))
        assert control is not None
        assert control.total == minutes + bonus

    @given(CONTROLS, st.integers(5, 60))
    def test_one_more_period_makes_a_game_longer(self, control: TimeControl, extra: int) -> None:
        if len(control.periods) < 6 and min(p.minutes for p in control.periods) >= 5:
            longer = TimeControl((Period(20, extra, 0, 0), *control.periods))
            assert longer.main_minutes == pytest.approx(control.main_minutes + extra)
            assert longer.total > control.total
            assert longer.first_minutes == extra

    @pytest.mark.parametrize("scrap", ["(", "1", "1:", "a ", "per ", "5-", "from the ", "'", ". ", "+", "t/", "40/"])
    def test_no_text_takes_long(self, scrap: str) -> None:
        started = time.perf_counter()
        parse((scrap * 300)[:300])
        parse((scrap * 300)[:300], "seconds")
        assert time.perf_counter() - started < 30  # no claim of speed: a text that takes for ever
