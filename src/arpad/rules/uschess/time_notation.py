"""Time controls as text: from what people and programs write to periods, and back.

The office derives the rating systems of a section from the time control alone (US Chess rule 5C), so this
text decides ratings. Hence one principle above all: *never guess*. Every word has to be understood; where two
readings are both played, or a number is absurd, the answer is None and a person is asked.

The unit of a number is decided by the field it came from, not by its looks. The tag TimeControl of a PGN
file, record 222 of TRF26, lichess and chess.com count seconds, in one strict grammar. All else is written by
people, in minutes for the periods and seconds for the moves, in many notations: it is cut into tokens (whose
words are in time_words) and read by a small grammar:

    control := item {[, ; :] item}
    item    := period | bonus
    period  := G [/] time | moves / time | time / moves | time [rest]
    bonus   := mark [/] n [seconds] | [+] n [seconds] mark | + n [seconds] | no mark {or mark}

A bonus is an increment or a delay. Written once, it holds in all periods; written at each, each has its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Literal

from arpad.rules.uschess.time_words import Token, tokenise

__all__ = ["Period", "TimeControl", "parse"]

MOST_CHARACTERS: Final = 300
MOST_PERIODS: Final = 6
MOST_MOVES: Final = 80
"""Of one period. Above it `90/40` has the minutes first."""
LEAST_MINUTES: Final = 0.25
MOST_MINUTES: Final = 360.0
LEAST_STAGE: Final = 5.0
"""Least minutes of a period with a number of moves, or of one among several: `40/2,SD/1` means hours."""
LEAST_BONUS: Final = 0.01
MOST_BONUS: Final = 180.0


@dataclass(frozen=True, slots=True)
class Period:
    """One period: so many moves (None: the rest of the game) in so many minutes, with seconds for every move.

    Increment and delay exclude each other. What no clock is set to raises ValueError, so that every period
    there is can be written and read back.
    """

    moves: int | None
    minutes: float
    increment: float
    delay: float

    def __post_init__(self) -> None:
        """Refuse the absurd."""
        if self.moves is not None and not 1 <= self.moves <= MOST_MOVES:
            raise ValueError(f"a period of {self.moves} moves")
        if not LEAST_MINUTES <= self.minutes <= MOST_MINUTES:
            raise ValueError(f"a period of {self.minutes} minutes")
        if self.increment and self.delay:
            raise ValueError("a period with both an increment and a delay")
        if self.bonus and not LEAST_BONUS <= self.bonus <= MOST_BONUS:
            raise ValueError(f"{self.bonus} seconds for every move")

    @property
    def bonus(self) -> float:
        """Seconds for every move, increment or delay."""
        return self.increment + self.delay


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The periods of a game in their order. Only the last can be the rest of the game."""

    periods: tuple[Period, ...]

    def __post_init__(self) -> None:
        """Refuse periods that cannot follow each other."""
        if not 1 <= len(self.periods) <= MOST_PERIODS:
            raise ValueError(f"{len(self.periods)} periods")
        if any(period.moves is None for period in self.periods[:-1]):
            raise ValueError("a period after the rest of the game")
        staged = len(self.periods) > 1 or self.periods[0].moves is not None
        if staged and any(period.minutes < LEAST_STAGE for period in self.periods):
            raise ValueError(f"a period of less than {LEAST_STAGE:g} minutes among several")

    @property
    def main_minutes(self) -> float:
        """Minutes of all periods together: `mm` of rule 5C."""
        return sum(period.minutes for period in self.periods)

    @property
    def seconds(self) -> float:
        """Increment or delay, counted once: `ss` of rule 5C. Where the periods differ, the largest."""
        return max(period.bonus for period in self.periods)

    @property
    def first_minutes(self) -> float:
        """Minutes of the first period, for which rule 5C has a least value."""
        return self.periods[0].minutes

    @property
    def total(self) -> float:
        """What decides the rating system: `mm` + `ss`, minutes and seconds added as plain numbers."""
        return self.main_minutes + self.seconds

    def canonical(self) -> str:
        """Write it as US Chess stores it: `G/90;+30`, `40/90,SD/30;d5`, `G/5;d0`.

        That spelling has one bonus for the whole game. Where the periods differ, each carries its own
        (`40/90;d0,SD/30;+30`), which US Chess does not know, so that reading it back gives the same periods.
        """
        rest = "SD" if len(self.periods) > 1 else "G"
        times = [f"{period.moves or rest}/{_plain(period.minutes)}" for period in self.periods]
        bonuses = [_written_bonus(period) for period in self.periods]
        if len(set(bonuses)) == 1:
            return ",".join(times) + bonuses[0]
        return ",".join(time + bonus for time, bonus in zip(times, bonuses, strict=True))


def parse(text: str, unit: Literal["minutes", "seconds"] = "minutes") -> TimeControl | None:
    """Read a time control; None where it is not understood, doubtful or absurd. No text makes it raise.

    `unit` is that of the field the text came from: "seconds" for PGN, TRF26 222, lichess and chess.com.

    >>> parse("40/90, SD 30, 5 second delay").canonical()
    '40/90,SD/30;d5'
    >>> parse("180+2", "seconds").canonical()
    'G/3;+2'
    >>> parse("180+2") is None
    True
    """
    if len(text) > MOST_CHARACTERS:
        return None
    try:
        return _in_seconds(text) if unit == "seconds" else _Reader(tokenise(text)).control()
    except ValueError:
        return None


def _plain(number: float) -> str:
    """Write a number without a needless `.0`; otherwise with every digit that reading it back needs."""
    return str(int(number)) if number == int(number) else repr(number)


def _written_bonus(period: Period) -> str:
    """`;+n` for an increment, `;dn` for a delay, `;d0` for neither."""
    return f";+{_plain(period.increment)}" if period.increment else f";d{_plain(period.delay)}"


_SECONDS: Final = r"\s*([0-9]+(?:\.[0-9]+)?)\s*"
_SECONDS_STAGE: Final = re.compile(rf"(?:\s*([0-9]+)\s*/)?{_SECONDS}(?:\+{_SECONDS})?")


def _in_seconds(text: str) -> TimeControl:
    """Read the grammar of PGN and TRF26 222, `[moves/]seconds[+increment]` joined by `:`, literally.

    `?`, `-`, sandclocks (`*180`), different times for the two players (`W300-B240`) and days per move
    (`1/86400`) are no time control of a rated game.
    """
    periods = []
    for stage in text.split(":"):
        match = _SECONDS_STAGE.fullmatch(stage)
        if match is None:
            raise ValueError(stage)
        moves, seconds, increment = match.groups()
        periods.append(Period(int(moves) if moves else None, float(seconds) / 60, float(increment or 0), 0.0))
    return TimeControl(tuple(periods))


_SEPARATORS: Final = ("comma", "semicolon", "colon")
_LINKS: Final = ("slash", "in", "colon")
_MARKS: Final = ("increment", "delay", "per move")


@dataclass(slots=True)
class _Stage:
    """A period while it is being read.

    Bare: neither a unit nor `G` is beside its time. Loose: should no other period follow, its last number may
    as well be something else.
    """

    moves: float | None
    minutes: float
    bare: bool = False
    loose: bool = False
    bonus: tuple[float, float] | None = None

    def period(self, bonus: tuple[float, float] | None) -> Period:
        """Make the period, with its own bonus or that of all."""
        if bonus is None:
            raise ValueError("bonuses that differ, and not one for every period")
        if self.moves is not None and not self.moves.is_integer():
            raise ValueError("a fraction of a move")
        return Period(None if self.moves is None else int(self.moves), self.minutes, *bonus)


@dataclass(slots=True)
class _Reader:
    """Reads tokens from left to right; ValueError at the first that fits nowhere."""

    tokens: list[Token]
    at: int = 0
    stages: list[_Stage] = field(default_factory=list)

    def kind(self, ahead: int = 0) -> str:
        """Tell the kind of a token ahead (or behind); `end` beyond the text."""
        place = self.at + ahead
        return self.tokens[place].kind if 0 <= place < len(self.tokens) else "end"

    def take(self, *kinds: str) -> Token | None:
        """Take the next token if it is of one of these kinds."""
        if self.kind() not in kinds:
            return None
        self.at += 1
        return self.tokens[self.at - 1]

    def number(self) -> float:
        """Take the next token, which has to be a number."""
        token = self.take("number")
        if token is None:
            raise ValueError(f"no number at token {self.at}")
        return token.number

    def control(self) -> TimeControl:
        """Read everything, then settle what only the whole can tell."""
        while self.kind() != "end":
            if not (self.take(*_SEPARATORS) or (self.stages and self.bonus())):
                self.stages.append(self.stage())
        if len(self.stages) == 1 and self.stages[0].bare:
            _settle_bare(self.stages[0])
        if self.stages and self.stages[-1].loose:
            raise ValueError("the last number may be minutes, moves or seconds")
        bonuses = [stage.bonus for stage in self.stages]
        written = {bonus for bonus in bonuses if bonus is not None}
        if len(written) <= 1:
            bonuses = [next(iter(written), (0.0, 0.0))] * len(self.stages)
        return TimeControl(tuple(map(_Stage.period, self.stages, bonuses)))

    def bonus(self) -> bool:
        """Read an increment or a delay into the last stage; touch nothing if there is none."""
        start, after_semicolon = self.at, self.kind(-1) == "semicolon"
        if self.kind() == "slash" and self.kind(1) in _MARKS:
            self.take("slash")
        plus = self.take("plus") is not None
        seconds, loose = 0.0, False
        if mark := self.mark():
            self.take(*_LINKS)
            seconds = self.number()
            self.take("second")
            self.take("per move")
        elif self.take("no"):
            mark = self.mark()
            while self.take("or", "no"):
                mark = self.mark()
        elif number := self.take("number"):
            seconds = number.number
            mark, loose = self.mark_after(plus=plus)
        if not mark:
            self.at = start
            return False
        stage, bonus = self.stages[-1], (seconds, 0.0) if mark == "increment" else (0.0, seconds)
        if stage.bonus is not None and (loose or stage.bonus != bonus):
            raise ValueError("a second bonus for one period")
        # The last number of `40/90+30` may be minutes; that of `40/90;+30` is not.
        stage.bonus, stage.loose = bonus, loose and not after_semicolon and stage.moves is not None
        return True

    def mark(self) -> str:
        """Take the words for an increment or a delay, as `Fischer increment`; empty if there are none."""
        kinds = set()
        while token := self.take(*_MARKS):
            kinds.add(token.kind)
        if {"increment", "delay"} <= kinds:
            raise ValueError("an increment or a delay?")
        return "delay" if "delay" in kinds else "increment" if kinds else ""

    def mark_after(self, *, plus: bool) -> tuple[str, bool]:
        """Tell the mark of a number just read (`5 seconds delay`, `+30`), and whether only a plus is one."""
        if self.take("second"):
            self.take("in")
            mark = self.mark()
            return mark or ("increment" if plus else ""), False
        if self.kind(1) not in {"number", *_LINKS} and (mark := self.mark()):
            return mark, False
        of_a_period = self.kind() in {"minute", "hour", "move", "slash", "for"} or self.at_trailing_rest()
        return ("increment" if plus and not of_a_period else ""), True

    def at_trailing_rest(self) -> bool:
        """Tell whether a word for the rest of the game ends a period here, rather than begins one."""
        return self.kind() == "rest" and self.kind(1) not in {"number", "clock", "move", *_LINKS}

    def stage(self) -> _Stage:
        """Read a period, whichever of its parts comes first."""
        joined = (self.stages and self.take("plus")) or self.kind(-1) in {"end", *_SEPARATORS}
        if self.take("rest"):
            self.take("move")
            self.take("slash", "in")
            return _Stage(None, self.time()[0])
        if self.kind() == "number" and self.kind(2 if self.kind(1) == "move" else 1) in {"slash", "in"}:
            moves = self.number()
            worded = self.take("move")
            self.take("slash", "in")
            minutes, bare = self.time()
            # `15/10` alone may be 15 minutes and 10 seconds; `40/90` is not 40 minutes and 90 seconds.
            return _Stage(moves, minutes, loose=bare and not worded and minutes < moves)
        minutes, bare = self.time()
        if not bare:
            return self.moves_after(minutes)
        if not joined:
            raise ValueError("a number that belongs to nothing")
        trailing = self.at_trailing_rest() and self.take("rest")
        return _Stage(None, minutes, bare=not trailing)

    def moves_after(self, minutes: float) -> _Stage:
        """Read what may follow a time with a unit: `90'/40`, `90'x40`, `2h 40 moves`, `15'/end`."""
        link = self.take("slash", "for") if self.kind(1) in {"number", "rest"} else None
        if (link or self.at_trailing_rest()) and self.take("rest"):
            return _Stage(None, minutes)
        if not link and "move" not in {self.kind(1), self.kind(2) if self.kind(1) == "slash" else ""}:
            return _Stage(None, minutes)
        moves = self.number()
        self.take("slash")
        worded = self.take("move")
        # `90'/30` alone may be 90 minutes and 30 seconds.
        return _Stage(moves, minutes, loose=not worded and link is not None and link.kind == "slash")

    def time(self) -> tuple[float, bool]:
        """Read a time: its minutes, and whether it is a bare number."""
        if clock := self.take("clock"):
            self.take("hour")
            return clock.number, False
        number = self.number()
        if not self.take("hour"):
            return number, not self.take("minute")
        minutes = 60 * number
        if self.kind() == "number" and self.kind(1) in {"minute", "end", "plus", *_SEPARATORS, *_MARKS}:
            minutes += self.number()
            self.take("minute")
        return minutes, False


def _settle_bare(stage: _Stage) -> None:
    """Decide the unit of a lone `a` or `a+b`, which people also copy from programs that count seconds.

    `a+b` is minutes below 300, and seconds from there on where these are whole minutes. 120, 180 and 240 are
    doubtful, since games are played at both. `a` without any bonus has to look like minutes: 5 to 179.
    """
    if stage.bonus is None:
        if not 5 <= stage.minutes < 180:
            raise ValueError("a lone number")
    elif not stage.bonus[1]:
        if stage.minutes in {120, 180, 240} or (stage.minutes >= 300 and stage.minutes % 60):
            raise ValueError("minutes or seconds?")
        if stage.minutes >= 300:
            stage.minutes /= 60
