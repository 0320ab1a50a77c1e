"""Rulebook: every number and choice in force for one system on one day or by one edition, with its sources."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, fields, replace
from datetime import date
from html import escape
from typing import Any

from arpad.rules.parameter import (
    BY_FORM,
    Conversion,
    Factors,
    GamesByRating,
    InitialMethod,
    Miscoded,
    PrioritySource,
    SpecialStart,
    Storage,
    TimeRange,
)
from arpad.rules.problem import LawError
from arpad.rules.vocabulary import LawChoice, Profile, System


@dataclass(frozen=True, slots=True)
class Change:
    """One dated value of one parameter: what section 8 calls a change, with its source.

    Attributes:
        parameter: the name of the number, as in `Rulebook`.
        value: what it is from then on.
        since: the first day, by section start (profile `specified`).
        practised: the first day, by section end, as the office announced and did it.
        edition: the first edition that incorporates it.
        open: for an undated change, the day from which it may already have held (reading I02).
        systems: the systems it is for.
        until_open: for a change dated only to the year, the last day on which it may not have held yet.
    """

    parameter: str
    value: Any
    since: date
    practised: date
    edition: date
    source: str
    unit: str
    clause: str
    text: str
    systems: tuple[System, ...]
    open: date | None = None
    until_open: date | None = None
    reads: tuple[str, ...] = ()

    def day(self, profile: Profile) -> date:
        """From which day it holds."""
        return self.practised if profile is Profile.PRACTISED else self.since


@dataclass(frozen=True, slots=True)
class Uncertain:
    """A reading that was open on the day of a section: the change might already, or might not yet, have held."""

    parameter: str
    reading: str
    text: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Every number and choice in force for one system: what a section is rated by.

    >>> from arpad.rules.law import law
    >>> book = law().by_date(System.OTBR, date(2025, 3, 1))
    >>> book.bonus_threshold, book.n_star_knee
    (10.0, 2355.0)
    >>> law().by_edition(System.OTBR, date(2017, 4, 24)).bonus_threshold
    14.0
    """

    system: System

    # which games, which systems
    time_control_counts_seconds: bool
    time_control_range: TimeRange
    first_period_minimum: float

    # structure of the algorithm
    established_games: int
    first_estimate_games: float
    result_minimum: float
    storage: Storage

    # initial ratings
    initial_method: InitialMethod
    initial_priority: tuple[PrioritySource, ...]
    foreign_national: bool
    fide_conversion: Conversion
    fide_games: GamesByRating
    cfc_conversion: Conversion
    cfc_games: GamesByRating
    cfc_residents_only: bool
    age_intercept: float
    age_slope: float
    age_full: float
    age_full_rating: float
    age_minimum: float
    age_miscoded: Miscoded
    unknown_rating: float
    days_per_year: float
    blend_factors: Factors
    blend_games_cap: float
    blend_strength_cap: float
    blend_strength_scale: float
    blend_depreciation: float

    # effective number of games
    n_star_ceiling: float
    n_star_knee: float
    n_star_constant: float
    n_star_coefficient: float
    n_star_anchor: float

    # special rating formula
    special_games: int
    special_half_width: float
    special_cap: float
    special_tolerance: float
    special_start: SpecialStart
    special_goes_back: bool
    special_knots_included: bool

    # standard rating formula
    expectancy_scale: float
    k_numerator: float
    dual_k: bool
    dual_k_from: float
    dual_k_to: float
    dual_k_intercept: float
    dual_k_slope: float
    dual_k_top_numerator: float
    bonus_threshold: float
    bonus_least_games: int
    bonus_counts_as: int
    bonus_meetings: int
    bonus_meetings_of_three: int

    # floors
    floor_absolute: float
    personal_floor: bool
    personal_floor_win: float
    personal_floor_draw: float
    personal_floor_event: float
    personal_floor_event_games: int
    personal_floor_cap: float
    peak_floor_drop: float
    peak_floor_step: float
    peak_floor_lowest: float
    peak_floor_highest: float
    olm_floor: float | None
    olm_games: int
    money_floor_threshold: float
    money_floor_step: float
    money_floor_highest: float

    # foreign FIDE events and matches
    foreign_events: bool
    youth_conversion: Conversion
    match_max_difference: float
    match_needs_established: bool
    match_change: float | None
    match_change_180_days: float | None
    match_change_3_years: float | None
    match_window_days: int
    match_window_years: int
    match_bonus: bool
    match_floor_requests: bool
    match_floor_drop: float

    # how it came about
    changes: tuple[Change, ...] = ()
    uncertain: tuple[Uncertain, ...] = ()
    money_floor_thresholds: tuple[tuple[date, float], ...] = ()
    choice: LawChoice = field(default_factory=LawChoice)
    day: date | None = None

    @property
    def numbers(self) -> dict[str, Any]:
        """Every parameter with its plain value, as JSON has them."""
        return {name: plain(getattr(self, name)) for name in PARAMETERS}

    @property
    def digest(self) -> str:
        """Fingerprint of the system and every value: equal digests rate alike."""
        text = json.dumps(
            {"system": self.system, **self.numbers, "prizes": plain(self.money_floor_thresholds)},
            sort_keys=True,
        )
        return "sha256:" + hashlib.sha256(text.encode()).hexdigest()

    def change_of(self, parameter: str) -> Change:
        """The dated change a parameter's value comes from."""
        for change in self.changes:
            if change.parameter == parameter:
                return change
        raise LawError(f"{parameter} comes from no dated change: it was varied, or there is no such number")

    def vary(self, **numbers: Any) -> Rulebook:
        """The same rulebook with some values replaced: a variant, with a digest of its own.

        >>> from arpad.rules.law import law
        >>> law().by_edition(System.OTBR, date(2025, 7, 26)).vary(bonus_threshold=12.0).bonus_threshold
        12.0
        """
        unknown = sorted(set(numbers) - set(PARAMETERS))
        if unknown:
            raise LawError(f"no parameter is called {', '.join(unknown)}; `arpad rules show` lists them")
        read = {name: READERS[name](value) for name, value in numbers.items()}
        kept = tuple(change for change in self.changes if change.parameter not in numbers)
        if "money_floor_threshold" in read:
            read["money_floor_thresholds"] = ((date.min, read["money_floor_threshold"]),)
        return replace(self, changes=kept, **read)

    def __repr__(self) -> str:
        choice = (
            f"edition {self.choice.edition}"
            if self.choice.edition
            else f"on {self.day}, known {self.choice.known}, {self.choice.profile}"
        )
        return f"<Rulebook {self.system} {choice}, B = {self.bonus_threshold:g}, {self.digest[:15]}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{escape(json.dumps(value))}</td></tr>"
            for name, value in self.numbers.items()
        )
        return f"<p>{escape(repr(self))}</p><table>{rows}</table>"


_META = {"system", "changes", "uncertain", "money_floor_thresholds", "choice", "day"}
READERS = {f.name: BY_FORM[str(f.type)] for f in fields(Rulebook) if f.name not in _META}
PARAMETERS = tuple(READERS)


def plain(value: Any) -> Any:
    """A parameter's value as JSON has it."""
    if hasattr(value, "plain"):
        return value.plain()
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def value_text(value: Any) -> str:
    """A parameter's value in one line.

    >>> value_text(14.0), value_text(True), value_text(None)
    ('14', 'yes', 'none')
    """
    value = plain(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, float):
        return f"{value:.10f}".rstrip("0").rstrip(".")
    if isinstance(value, dict):
        return ", ".join(f"{name} {value_text(item)}" for name, item in value.items())
    if isinstance(value, list):
        return "; ".join(value_text(item) for item in value)
    return str(value)
