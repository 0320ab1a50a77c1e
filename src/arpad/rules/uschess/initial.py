"""Step 1 and section 2: the initial rating of a newcomer.

Two methods, by date: the first source that a priority list finds (2009 to 2020), or the blend of all sources,
weighted by what each is worth (from June 2020).  Where neither finds anything, age decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from math import ceil, inf

from arpad.rules.arithmetic import exponential
from arpad.rules.parameter import Conversion, PrioritySource
from arpad.rules.rule import carries, chapter, condition, remark, rule
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.storage import half_up
from arpad.rules.vocabulary import Player, Rating, System

FOREIGN = ("FIDE", "CFC")


@dataclass(frozen=True, slots=True)
class Part:
    """One source of the blend and what became of it: a row of the documents' example."""

    source: str
    converted: float
    game_factor: float
    staleness_days: int
    age_rating: float
    relative_strength: float
    staleness_factor: float
    weight: float


@dataclass(frozen=True, slots=True)
class Initial:
    """A newcomer's R0 and N, where they come from, and the parts of a blend."""

    rating: float
    games: int
    source: str
    parts: tuple[Part, ...] = ()


@rule("2-fide", "", "{intercept} + {slope} x {rating}", "a FIDE rating on the US Chess scale")
def converted_fide(rating: float, intercept: float, slope: float) -> float:
    """A FIDE rating converted by the line it falls in.

    >>> converted_fide(1800.0, 180.0, 0.94)
    1872.0
    """
    return intercept + slope * rating


@rule("2-cfc", "", "{intercept} + {slope} x {rating}", "a CFC rating on the US Chess scale", reads=("I08",))
def converted_cfc(rating: float, intercept: float, slope: float) -> float:
    """A CFC rating converted by the line it falls in; there is no minimum.

    >>> converted_cfc(150.0, -90.0, 1.0)
    60.0
    """
    return intercept + slope * rating


@rule("2-age", "Age", "({days} days) / {days_per_year}", "the age in years")
def age_in_years(days: int, days_per_year: float) -> float:
    """Age: days since birth over 365.25.

    >>> round(age_in_years(6476, 365.25), 2)
    17.73
    """
    return days / days_per_year


@condition("2-no-birth-date", "{age} < {least}", "the birth date is a slip", reads=("I07",))
def miscoded(age: float, least: float) -> bool:
    """Whether a player is younger than any player is.

    >>> miscoded(2.99, 3.0), miscoded(3.0, 3.0)
    (True, False)
    """
    return age < least


@rule(
    "2-age",
    "",
    "{intercept} + {slope} x {age}, beyond the age of {full} {full_rating}",
    "the rating by age",
)
def rating_by_age(age: float, intercept: float, slope: float, full: float, full_rating: float) -> float:
    """The age-based rating of a player of believable age.

    >>> rating_by_age(12.5, 0.0, 50.0, 26.0, 1300.0), rating_by_age(40.0, 0.0, 50.0, 26.0, 1300.0)
    (625.0, 1300.0)
    """
    return full_rating if age > full else intercept + slope * age


@condition("2-no-birth-date", "{adult}", "the player is inferred to be an adult", reads=("I09",))
def inferred_adult(adult: bool) -> bool:
    """Whether an adult is inferred, for example from the kind of membership."""
    return adult


@rule("2-game-factor", "G", "min({games}, {cap})", "the games a source may count for", reads=("I10",))
def game_factor(games: float, cap: float) -> float:
    """G: no more than the games credited under the source.

    >>> game_factor(7.0, 10.0), game_factor(30.0, 10.0)
    (7.0, 10.0)
    """
    return min(games, cap)


@rule("2-relative-strength", "Z", "min({cap}, ({converted} - {age_rating}) / {scale})", "strength for the age")
def relative_strength(converted: float, age_rating: float, cap: float, scale: float) -> float:
    """Z: how unusually strong the player was for the age.

    >>> round(relative_strength(1759.0, 886.52, 6.0, 350.0), 2)
    2.49
    """
    z = (converted - age_rating) / scale
    return min(z, cap)


@rule(
    "2-staleness-factor",
    "S",
    "exp({rate} x ({z} - {cap}) x {days} / {days_per_year})",
    "what time has left of it",
)
def staleness_factor(z: float, days: int, rate: float, cap: float, days_per_year: float) -> float:
    """S: the weaker for the age, the faster a rating grows stale.

    >>> round(staleness_factor(2.4928, 891, 0.06, 6.0, 365.25), 2)
    0.6
    """
    return exponential(rate * (z - cap) * days / days_per_year)


@rule("2-adjusted-weight", "W", "{factor} x {staleness}", "the weight of a source")
def adjusted_weight(factor: float, staleness: float) -> float:
    """W = G S."""
    return factor * staleness


@rule(
    "2-blend-result",
    "R0",
    "{weighted} / {weights}, to the nearest integer",
    "the blended rating",
    reads=("I10",),
)
def blended_rating(weighted: float, weights: float) -> float:
    """The weighted mean of all sources, halves up.

    >>> blended_rating(3001.0, 2.0)
    1501.0
    """
    return half_up(weighted / weights)


@rule(
    "2-blend-result",
    "N",
    "min({cap}, {weights}), rounded up",
    "the games the blend counts for",
    reads=("I10",),
)
def blended_games(weights: float, cap: float) -> float:
    """The sum of the weights, capped, then rounded up.

    >>> blended_games(12.87, 10.0), blended_games(0.2, 10.0)
    (10.0, 1.0)
    """
    return float(ceil(min(weights, cap)))


@carries("2-staleness", reads=("I10",))
def staleness_days(day: date | None, end: date) -> int:
    """D: days from the day a rating was computed to the end of the section; an undated rating is not stale.

    >>> staleness_days(date(2018, 3, 25), date(2020, 9, 1)), staleness_days(None, date(2020, 9, 1))
    (891, 0)
    """
    return 0 if day is None else (end - day).days


def games_of(rating: Rating) -> float:
    """The games a rating is based on; an unknown count of an established player is large."""
    return inf if rating.games is None else float(rating.games)


def convert_fide(rating: float, conversion: Conversion) -> float:
    """A FIDE rating through the line of a conversion that it falls in."""
    line = conversion.line_for(rating)
    return converted_fide(rating, line.intercept, line.slope)


def convert_cfc(rating: float, conversion: Conversion) -> float:
    """A CFC rating through the line of a conversion that it falls in."""
    line = conversion.line_for(rating)
    return converted_cfc(rating, line.intercept, line.slope)


@dataclass(frozen=True, slots=True)
class _Foreign:
    """A FIDE or CFC rating on our scale, with the games it counts for by itself."""

    converted: float
    games: int
    day: date | None


def _foreign(book: Rulebook, player: Player, source: str) -> _Foreign | None:
    """What FIDE or CFC says of a player, if anything that may be used."""
    if source == "FIDE":
        if player.fide is None:
            return None
        converted = convert_fide(player.fide.rating, book.fide_conversion)
        return _Foreign(converted, book.fide_games.games_for(player.fide.rating), player.fide.date)
    if player.cfc is None:
        return None
    if book.cfc_residents_only and player.cfc.canadian_resident is not True:
        remark("2-cfc", "CFC rating not used: not said to be a resident of Canada", reads=("I41",))
        return None
    converted = convert_cfc(player.cfc.rating, book.cfc_conversion)
    return _Foreign(converted, book.cfc_games.games_for(player.cfc.rating), player.cfc.date)


def age_based(book: Rulebook, birth: date | None, adult: bool | None, day: date) -> tuple[float, str]:
    """The rating by age on a day, with all special cases, and which case it was: age, adult or unknown."""
    if birth is not None:
        age = age_in_years((day - birth).days, book.days_per_year)
        if not miscoded(age, book.age_minimum):
            by_age = rating_by_age(age, book.age_intercept, book.age_slope, book.age_full, book.age_full_rating)
            return by_age, "age"
        if book.age_miscoded == "adult":
            remark("2-no-birth-date", "a miscoded birth date: taken as an adult", reads=("I07",))
            return book.age_full_rating, "adult"
    if inferred_adult(adult is True):
        return book.age_full_rating, "adult"
    remark("2-no-birth-date", f"no usable birth date, no adult: {book.unknown_rating:g}", reads=("I09",))
    return book.unknown_rating, "unknown"


@carries("2-blend", "2-priority", "2-foreign-national", reads=("I05", "I11", "I42"))
def initial_rating(book: Rulebook, player: Player, end: date) -> Initial:
    """R0 and N of a player who is unrated in the rulebook's system (step 1)."""
    with chapter("1-step-1", "Step 1: initial rating"):
        found = _blend(book, player, end) if book.initial_method == "blend" else _first(book, player)
        if found is None and book.foreign_national:
            found = _national(player)
        if found is not None:
            return found
        by_age, case = age_based(book, player.birth, player.adult, end)
        return Initial(by_age, 0, case)


def _first(book: Rulebook, player: Player) -> Initial | None:
    """The first source of the priority list that the player has."""
    for place in book.initial_priority:
        found = _from_source(book, player, place)
        if found is not None:
            remark("2-priority", f"first source found: {found.source}, counting for {found.games} games")
            return found
        remark("2-priority", _not_found(place))
    return None


def _not_found(place: PrioritySource) -> str:
    least = f" based on at least {place.at_least} games" if place.at_least else ""
    return f"no {place.source} rating{least}"


def _from_source(book: Rulebook, player: Player, place: PrioritySource) -> Initial | None:
    if place.source in FOREIGN:
        found = _foreign(book, player, place.source)
        if found is None:
            return None
        return Initial(found.converted, found.games if place.games is None else place.games, place.source)
    rating = player.ratings.get(System(place.source))
    if rating is None or games_of(rating) < place.at_least:
        return None
    games = game_factor(games_of(rating), float(place.up_to or 0)) if place.games is None else place.games
    return Initial(rating.rating, int(games), place.source)


def _national(player: Player) -> Initial | None:
    """The office's conversion of another country's rating, where there is no other at all (reading I11)."""
    if player.national is None or player.ratings or player.fide is not None or player.cfc is not None:
        return None
    remark("2-foreign-national", "another country's rating, as the office converted it", reads=("I11",))
    return Initial(player.national.rating, 0, "national")


def _blend(book: Rulebook, player: Player, end: date) -> Initial | None:
    """The weighted mean of all sources, or None when there is none."""
    parts = [_part(book, player, end, source) for source in _sources(book, player)]
    if not parts:
        remark("2-blend", "no rating from another source")
        return None
    weighted = 0.0
    weights = 0.0
    for part in parts:
        weighted += part.weight * part.converted
        weights += part.weight
    rating = blended_rating(weighted, weights)
    return Initial(rating, int(blended_games(weights, book.blend_games_cap)), "blend", tuple(parts))


@dataclass(frozen=True, slots=True)
class _Source:
    """A source of the blend: its converted rating, the games it has, the most that count, and its day."""

    name: str
    converted: float
    games: float
    cap: float
    day: date | None


def _sources(book: Rulebook, player: Player) -> list[_Source]:
    """Every source that the player has; based on no game, none."""
    found: list[_Source] = []
    for system in System:
        rating = player.ratings.get(system)
        if rating is not None and games_of(rating) > 0.0:
            cap = float(book.blend_factors.cap(system.value))
            found.append(_Source(system.value, rating.rating, games_of(rating), cap, rating.date))
    for name in FOREIGN:
        foreign = _foreign(book, player, name)
        if foreign is not None:
            games = float(foreign.games)
            found.append(_Source(name, foreign.converted, games, games, foreign.day))
    return found


def _part(book: Rulebook, player: Player, end: date, source: _Source) -> Part:
    """One source of the blend: what it may count for, how stale it is, how strong for the age, its weight."""
    with chapter("2-blend", f"Source {source.name}: {source.converted:g}"):
        factor = game_factor(source.games, source.cap)
        days = staleness_days(source.day, end)
        said = f"computed {days} days before the end" if source.day else "undated: not stale"
        remark("2-staleness", said, reads=("I10",))
        age_rating, _ = age_based(book, player.birth, player.adult, source.day or end)
        z = relative_strength(source.converted, age_rating, book.blend_strength_cap, book.blend_strength_scale)
        staleness = staleness_factor(z, days, book.blend_depreciation, book.blend_strength_cap, book.days_per_year)
        weight = adjusted_weight(factor, staleness)
    return Part(source.name, source.converted, factor, days, age_rating, z, staleness, weight)
