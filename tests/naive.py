"""The US Chess rating system a second time: slow, flat, straight from the documents.

This module is the other hand. It knows nothing of the package it checks: its own law tables, its own
formulas, its own way of solving the special rating (whole-number arithmetic, no iteration). Where both hands
agree, a misreading would have to be made twice. Sections are those of the 2025 text unless an edition is
named; I.. is a reading of the project.

One public function: ``rate(event, rules=None)`` takes an ``arpad-event/1`` document and answers one shaped
like ``arpad-rated/1``.
"""

from __future__ import annotations

import math
from datetime import date
from fractions import Fraction
from typing import Any

Json = dict[str, Any]
Value = bool | float | str

# ------------------------------------------------------------------------------------------------------------
# The law, dated
# ------------------------------------------------------------------------------------------------------------

SYSTEMS = ("OTBR", "OTBQ", "OTBB", "OLR", "OLQ", "OLB")

E2009, E2017, E2020, E2020B, E2025, E2025B = (
    "2009-06-04",
    "2017-04-24",
    "2020-06-11",
    "2020-09-02",
    "2025-02-10",
    "2025-07-26",
)
EVER = "0001-01-01"

# (what, value, in force since, since in practice, first edition that has it). Section 8, and where it is
# silent the first document that shows the thing (I02). Dates are ISO text: they compare as text.
CHANGES: list[tuple[str, Value, str, str, str]] = [
    # which systems there are
    ("has OTBR", True, EVER, EVER, E2009),
    ("has OTBQ", True, EVER, EVER, E2009),
    ("has OTBB", False, EVER, EVER, E2009),
    ("has OTBB", True, "2013-03-01", "2013-03-01", E2017),
    ("has OLB", False, EVER, EVER, E2009),
    ("has OLB", True, "2014-10-01", "2014-10-01", E2017),
    ("has OLQ", False, EVER, EVER, E2009),
    ("has OLQ", True, "2015-03-01", "2015-03-01", E2017),
    ("has OLR", False, EVER, EVER, E2009),
    ("has OLR", True, "2020-06-01", "2020-06-01", E2020),
    # which time controls belong to them (I30, I40); T is explained at systems_of
    ("seconds count", False, EVER, EVER, E2009),
    ("seconds count", True, "2013-03-01", "2013-03-01", E2017),
    ("quick", "10 <= T < 30", EVER, EVER, E2009),
    ("quick", "10 <= T <= 60", "2002-01-01", "2002-01-01", E2009),
    ("quick", "5 <= T <= 60", "2004-01-01", "2004-01-01", E2009),
    ("quick", "10 < T <= 65", "2013-03-01", "2013-03-01", E2017),
    ("online quick", "10 < T <= 65", EVER, EVER, E2009),
    ("online quick", "10 < T < 30", "2020-06-01", "2020-06-01", E2020),
    # bonus, section 4.2
    ("B", 10.0, EVER, EVER, E2009),
    ("B", 6.0, "2008-06-06", "2008-06-06", E2009),
    ("B", 8.0, "2012-08-03", "2012-08-03", E2017),
    ("B", 10.0, "2014-03-20", "2014-03-20", E2017),
    ("B", 12.0, "2015-06-01", "2015-06-01", E2017),
    ("B", 14.0, "2017-06-01", "2017-05-01", E2017),
    ("B", 12.0, "2023-02-01", "2023-02-01", E2025),
    ("B", 10.0, "2025-01-01", "2025-01-01", E2025B),
    ("three games need three opponents", False, EVER, EVER, E2009),
    ("three games need three opponents", True, "2025-02-10", "2025-02-10", E2025),
    # effective games and the K of dual-rated sections, sections 3 and 4.2
    ("N*", 2009, EVER, EVER, E2009),
    ("N*", 2013, "2013-05-08", "2013-05-18", E2017),
    ("dual K", False, EVER, EVER, E2009),
    ("dual K", True, "2017-04-24", "2013-05-18", E2017),
    # floors, section 5
    ("personal floor", "none", EVER, EVER, E2009),
    ("personal floor", "all", "2008-08-07", "2008-08-07", E2009),
    ("personal floor", "over the board", "2025-02-10", "2025-02-10", E2025),
    ("lowest peak floor", 1400, EVER, EVER, E2009),
    ("lowest peak floor", 1200, "2010-04-01", "2010-04-01", E2017),
    ("prize", 1000, EVER, EVER, E2009),
    ("prize", 2000, "2006-03-01", "2006-03-01", E2009),
    ("prize", 4000, "2017-04-24", "2017-04-24", E2017),
    # matches, foreign events, storage, sections 6 and 7
    ("match", 2009, EVER, EVER, E2009),
    ("match", 2017, "2017-04-24", "2017-04-24", E2017),
    ("foreign events", False, EVER, EVER, E2009),
    ("foreign events", True, "2017-04-24", "2017-04-24", E2017),
    ("integers", True, EVER, EVER, E2009),
    ("integers", False, "2014-09-01", "2014-09-01", E2017),
    # initial ratings, section 2
    ("lists", 2009, EVER, EVER, E2009),
    ("lists", 2017, "2017-04-24", "2017-04-24", E2017),
    ("lists", 2020, "2020-06-11", "2020-06-11", E2020),
    ("blend", False, EVER, EVER, E2009),
    ("blend", True, "2020-06-01", "2020-06-01", E2020B),
    ("fide", 2009, EVER, EVER, E2009),
    ("fide", 2017, "2017-04-24", "2017-04-24", E2017),
    ("fide", 2024, "2024-03-01", "2024-03-01", E2025),
    ("cfc", 2009, EVER, EVER, E2009),
    ("cfc", 2025, "2025-01-01", "2025-01-01", E2025),
    ("age", 2001, EVER, EVER, E2009),
    ("age", 2006, "2006-01-01", "2006-01-01", E2009),
    ("under three is", 1300, EVER, EVER, E2009),
    ("under three is", 750, "2025-02-10", "2025-02-10", E2025),
]

HISTORY: dict[str, list[tuple[Value, str, str, str]]] = {}
for _what, _value, _since, _practised, _edition in CHANGES:
    HISTORY.setdefault(_what, []).append((_value, _since, _practised, _edition))


class Law:
    """What held for one section: pinned to an edition, or by date as one edition knows the history (I01)."""

    def __init__(self, rules: Json | None, start: str, end: str) -> None:
        asked = rules or {}
        self.edition: str | None = asked.get("edition")
        self.known: str = asked.get("known") or E2025B
        self.practised = asked.get("profile") == "practised"
        self.day = end if self.practised else start

    def get(self, what: str, day: str | None = None) -> Value:
        """The value in force; among those that exist, a later edition overrides, then a later day."""
        best: tuple[str, str] | None = None
        value: Value = False
        for this, since, practised, edition in HISTORY[what]:
            if self.edition is not None:
                if edition > self.edition:
                    continue
            else:
                if edition > self.known:
                    continue
                if (practised if self.practised else since) > (day or self.day):
                    continue
            if best is None or (edition, since) > best:
                best, value = (edition, since), this
        assert best is not None, f"no law for {what}"
        return value

    def number(self, what: str, day: str | None = None) -> float:
        """A number in force; years name formulas after the document that brought them."""
        return float(self.get(what, day))

    def holds(self, what: str) -> bool:
        """Whether something is so on the day."""
        return self.get(what) is True


# ------------------------------------------------------------------------------------------------------------
# Which systems (footnote 1)
# ------------------------------------------------------------------------------------------------------------


def read_time_control(text: str) -> tuple[int, int, int]:
    """Minutes of the first period, minutes of all, seconds of delay or increment: canonical spelling only."""
    main, _, seconds = text.partition(";")
    minutes = [int(period.split("/")[1]) for period in main.split(",")]
    return minutes[0], sum(minutes), int(seconds.lstrip("d+")) if seconds else 0


def systems_of(law: Law, time_control: str, online: bool) -> list[str]:
    """The systems of a time control; T is minutes plus seconds, before 2013-03-01 minutes alone (I30)."""
    first, minutes, seconds = read_time_control(time_control)
    modern = law.holds("seconds count")
    t = minutes + seconds if modern else minutes

    def within(bounds: str) -> bool:
        low, is_open_low, high, is_open_high = {
            "10 <= T < 30": (10, False, 30, True),
            "10 <= T <= 60": (10, False, 60, False),
            "5 <= T <= 60": (5, False, 60, False),
            "10 < T <= 65": (10, True, 65, False),
            "10 < T < 30": (10, True, 30, True),
        }[bounds]
        return (t > low if is_open_low else t >= low) and (t < high if is_open_high else t <= high)

    found: list[str] = []
    if online:
        if t >= 30:
            found.append("OLR")
        if within(str(law.get("online quick"))):
            found.append("OLQ")
        if 5 <= t <= 10:
            found.append("OLB")
    else:
        if t >= 30 and (not modern or first >= 5):
            found.append("OTBR")
        if within(str(law.get("quick"))) and (not modern or first >= 5):
            found.append("OTBQ")
        if 5 <= t <= 10 and first >= 3:
            found.append("OTBB")
    return [system for system in found if law.holds("has " + system)]


# ------------------------------------------------------------------------------------------------------------
# Initial ratings (section 2)
# ------------------------------------------------------------------------------------------------------------


def days_between(early: str, late: str) -> int:
    """Whole days from one ISO date to another."""
    return (date.fromisoformat(late) - date.fromisoformat(early)).days


def half_up(value: float) -> int:
    """The nearest whole number, halves up."""
    return math.floor(value + 0.5)


def half_up_of_computed(value: float) -> int:
    """As half_up, of a value with float noise: what is within 1e-7 of a half is a half (as I34)."""
    return math.floor(value + 0.5 + 1e-7)


def convert_fide(law: Law, fide: float) -> float:
    """A FIDE rating on the US scale: three formulas (2009 section 1, 2017 section 2.6, 2025 section 2.1)."""
    if law.get("fide") == 2009:
        return 720 + 0.625 * fide if fide < 2000 else -350 + 1.16 * fide
    if fide > 2000:
        return 20 + 1.02 * fide
    return 180 + 0.94 * fide if law.get("fide") == 2017 else -1073 + 1.5667 * fide


def convert_youth(law: Law, fide: float) -> float:
    """A FIDE rating of an opponent met in a youth event (section 6)."""
    if fide > 2000:
        return 80 + 1.0 * fide
    return 560 + 0.76 * fide if law.get("fide") == 2017 else -453 + 1.2667 * fide


def convert_cfc(law: Law, cfc: float) -> float:
    """A Canadian rating on the US scale (2017 section 2.6, 2025 section 2.2)."""
    if law.get("cfc") == 2009:
        return cfc - 90 if cfc <= 1500 else 1.1 * cfc - 240
    if cfc < 1150:
        return -115 + 0.815 * cfc
    if cfc < 1610:
        return -650 + 1.28 * cfc
    if cfc < 2000:
        return -856 + 1.41 * cfc
    return -240 + 1.1 * cfc


def age_rating(law: Law, birth: str | None, adult: bool, day: str) -> tuple[float, str]:
    """What age alone says, and by which way: "age", "adult" or "unknown" (section 2.3, I07, I09, I40)."""
    if birth is None:
        return (1300.0, "adult") if adult else (750.0, "unknown")
    age = days_between(birth, day) / 365.25
    if age < 3:
        if law.get("under three is") == 1300:
            return 1300.0, "age"
        return (1300.0, "adult") if adult else (750.0, "unknown")
    if law.get("age") == 2001:
        return (300 + 50 * age if age <= 20 else 1300.0), "age"
    return (50 * age if age <= 26 else 1300.0), "age"


# One line of a priority list: source, fewest games it must have, and what N comes of it: "fide" and "cfc" as
# the conversion says, "ten" for min(10, games), or a plain number. 26 is "established".
LISTS: dict[tuple[str, int], list[tuple[str, int, str]]] = {
    ("OTBR", 2009): [("FIDE", 0, "fide"), ("CFC", 0, "cfc"), ("OTBQ", 4, "0")],
    ("OTBQ", 2009): [("FIDE", 0, "fide"), ("CFC", 0, "cfc"), ("OTBR", 4, "ten")],
    ("OTBR", 2017): [("FIDE", 0, "fide"), ("CFC", 0, "cfc"), ("OTBQ", 4, "0")],
    ("OTBQ", 2017): [("OTBR", 4, "ten"), ("FIDE", 0, "fide"), ("CFC", 0, "cfc")],
    ("OTBB", 2017): [
        ("OTBR", 26, "10"),
        ("FIDE", 0, "fide"),
        ("CFC", 0, "cfc"),
        ("OTBR", 4, "ten"),
        ("OTBQ", 4, "0"),
    ],
    ("OLQ", 2017): [
        ("OLB", 0, "0"),
        ("OTBQ", 0, "0"),
        ("OTBB", 0, "0"),
        ("OTBR", 0, "0"),
        ("FIDE", 0, "0"),
        ("CFC", 0, "0"),
    ],
    ("OLB", 2017): [
        ("OLQ", 0, "0"),
        ("OTBB", 0, "0"),
        ("OTBQ", 0, "0"),
        ("OTBR", 0, "0"),
        ("FIDE", 0, "0"),
        ("CFC", 0, "0"),
    ],
    ("OLR", 2020): [("OTBR", 10, "10"), ("FIDE", 0, "fide"), ("CFC", 0, "cfc")],
    ("OLQ", 2020): [
        ("OLB", 0, "ten"),
        ("OTBQ", 0, "0"),
        ("OTBB", 0, "0"),
        ("OTBR", 0, "0"),
        ("FIDE", 0, "0"),
        ("CFC", 0, "0"),
    ],
    ("OLB", 2020): [
        ("OLQ", 0, "ten"),
        ("OTBB", 0, "0"),
        ("OTBQ", 0, "0"),
        ("OTBR", 0, "0"),
        ("FIDE", 0, "0"),
        ("CFC", 0, "0"),
    ],
}


def priority_list(law: Law, system: str) -> list[tuple[str, int, str]]:
    """The list of the day; a system younger than its first list has that first list from its first day."""
    lists = law.number("lists")
    years = [year for name, year in LISTS if name == system]
    told = [year for year in years if year <= lists]
    return LISTS[(system, max(told) if told else min(years))]


def initial_by_list(law: Law, system: str, player: Json, end: str) -> Json:
    """The first source of the list that the player has (2009 step 1, 2017 and 2020 section 2, I11, I42)."""
    ratings = {name: source for name, source in (player.get("ratings") or {}).items() if source is not None}
    for name, least, counts in priority_list(law, system):
        if name not in ratings:
            continue
        rating: float = ratings[name]["rating"]
        games = ratings[name].get("games")
        if name in SYSTEMS and games is not None and games < least:
            continue
        if counts == "fide":
            n = 10 if rating > 2150 else 5
        elif counts == "cfc":
            n = 5 if rating > 1500 else 0
        elif counts == "ten":
            n = 10 if games is None else min(10, games)
        else:
            n = int(counts)
        if name == "FIDE":
            rating = convert_fide(law, rating)
        if name == "CFC":
            rating = convert_cfc(law, rating)
        return {"rating": rating, "games": n, "source": name, "parts": []}
    if "national" in ratings and not any(name in ratings for name in (*SYSTEMS, "FIDE", "CFC")):
        return {"rating": ratings["national"]["rating"], "games": 0, "source": "national", "parts": []}
    return initial_by_age(law, player, end)


def initial_by_age(law: Law, player: Json, end: str) -> Json:
    """Nothing but age, N = 0."""
    rating, way = age_rating(law, player.get("birth"), bool(player.get("adult")), end)
    return {"rating": rating, "games": 0, "source": way, "parts": []}


def initial_by_blend(law: Law, system: str, player: Json, end: str) -> Json:
    """All sources together, each with its weight (section 2, I10, I41)."""
    ratings = player.get("ratings") or {}
    parts: list[Json] = []
    for name in (*SYSTEMS, "FIDE", "CFC"):
        source = ratings.get(name)
        if source is None:
            continue
        if name == "FIDE":
            x = convert_fide(law, source["rating"])
            factor = 10 if source["rating"] > 2000 else 5
        elif name == "CFC":
            if law.get("cfc") == 2025 and source.get("canadian_resident") is not True:
                continue
            x = convert_cfc(law, source["rating"])
            factor = 5
        else:
            x = source["rating"]
            factor = 10 if name == "OTBR" or (name, system) in (("OTBB", "OLB"), ("OTBQ", "OLQ")) else 5
            if source.get("games") is not None:
                factor = min(factor, source["games"])
        if factor == 0:
            continue
        day = source.get("date") or end
        staleness = days_between(day, end)
        if staleness < 0:
            raise ValueError(f"the {name} rating is dated after the event")
        p, _ = age_rating(law, player.get("birth"), bool(player.get("adult")), day)
        z = min(6.0, (x - p) / 350)
        s = math.exp(0.06 * (z - 6) * staleness / 365.25)
        parts.append(
            {
                "source": name,
                "converted": x,
                "game_factor": factor,
                "staleness_days": staleness,
                "age_rating": p,
                "relative_strength": z,
                "staleness_factor": s,
                "weight": factor * s,
            }
        )
    if not parts:
        return initial_by_age(law, player, end)
    total = math.fsum(part["weight"] for part in parts)
    mean = math.fsum(part["weight"] * part["converted"] for part in parts) / total
    return {
        "rating": float(half_up_of_computed(mean)),
        "games": math.ceil(min(10.0, total)),
        "source": "blend",
        "parts": parts,
    }


def initial_rating(law: Law, system: str, player: Json, end: str) -> Json:
    """Step 1 for one newcomer."""
    if law.holds("blend"):
        return initial_by_blend(law, system, player, end)
    return initial_by_list(law, system, player, end)


# ------------------------------------------------------------------------------------------------------------
# The two formulas (sections 3 and 4)
# ------------------------------------------------------------------------------------------------------------


def n_star(law: Law, r0: float) -> float:
    """The ceiling of the effective number of games (section 3; 2009 section 2.1)."""
    if law.number("N*") == 2009:
        return 50 / math.sqrt(1 + (2200 - r0) ** 2 / 100000) if r0 <= 2200 else 50.0
    return 50 / math.sqrt(0.662 + 0.00000739 * (2569 - r0) ** 2) if r0 <= 2355 else 50.0


def special(r0: float, n_effective: float, record: str | None, results: list[tuple[float, float]]) -> float:
    """The special rating of section 4.1: the root of f nearest to R0 (I12), at most 2700.

    Every float is a whole number over a power of two, so f at a knot is computed in whole numbers, without
    error: ratings in units of 1/unit of a point, f in units of 1/(1600 * unit * share).
    """
    unit = max(float(rating).as_integer_ratio()[1] for rating in [r0, *[rating for rating, _ in results]])
    prior_weight, share = float(n_effective).as_integer_ratio()

    def in_units(rating: float) -> int:
        top, bottom = float(rating).as_integer_ratio()
        return top * (unit // bottom)

    points = round(2 * sum(score for _, score in results))
    centre = in_units(r0)
    target = (points * share + prior_weight) * 800 * unit
    if record == "all-wins":
        centre -= 400 * unit
        target = (points * share + 2 * prior_weight) * 800 * unit
    if record == "all-losses":
        centre += 400 * unit
        target = points * share * 800 * unit

    weighted = [(prior_weight, centre)] + [(share, in_units(rating)) for rating, _ in results]

    def expected(r: int) -> int:
        """The sum of PWe at r, times 1600 * unit * share."""
        return sum(2 * weight * min(max(r - middle + 400 * unit, 0), 800 * unit) for weight, middle in weighted)

    knots = sorted({middle + side * 400 * unit for _, middle in weighted for side in (-1, 1)})
    heights = [expected(knot) for knot in knots]
    # f rises from knot to knot, or stays: its roots are one stretch, from `low` to `high` (None: without end)
    low: Fraction | None = None
    high: Fraction | None = None
    for a, b, fa, fb in zip(knots[:-1], knots[1:], heights[:-1], heights[1:], strict=True):
        if fa < target <= fb:
            low = a + Fraction((target - fa) * (b - a), fb - fa)
        if fa <= target < fb:
            high = a + Fraction((target - fa) * (b - a), fb - fa)
    root = Fraction(in_units(r0))
    if low is not None and root < low:
        root = low
    if high is not None and root > high:
        root = high
    return min(float(root / unit), 2700.0)


def we(r: float, opponent: float) -> float:
    """The standard winning expectancy of section 4.2."""
    return 1 / (1 + 10 ** (-(r - opponent) / 400))


def bonus_allowed(law: Law, kind: str, met: list[int]) -> bool:
    """Three games or more, nobody met more than twice; since 2025 three games need three opponents (I20)."""
    if kind == "match" and law.get("match") == 2017:
        return False
    if len(met) < 3:
        return False
    most = max(met.count(opponent) for opponent in met)
    if len(met) == 3 and law.holds("three games need three opponents"):
        return most <= 1
    return most <= 2


def standard(
    r0: float,
    n_effective: float,
    results: list[tuple[float, float]],
    dual: bool,
    bonus_multiplier: float | None,
) -> tuple[float, float, float, float]:
    """The standard rating of section 4.2: rating, K, expected score, bonus. No multiplier, no bonus."""
    m = len(results)
    k = 800 / (n_effective + m)
    if dual and r0 > 2200:
        k = 800 * (6.5 - 0.0025 * r0) / (n_effective + m) if r0 < 2500 else 200 / (n_effective + m)
    expected = math.fsum(we(r0, rating) for rating, _ in results)
    gain = k * (math.fsum(score for _, score in results) - expected)
    bonus = 0.0
    if bonus_multiplier is not None:
        bonus = max(0.0, gain - bonus_multiplier * math.sqrt(max(m, 4)))
    return r0 + gain + bonus, k, expected, bonus


# ------------------------------------------------------------------------------------------------------------
# Floors, matches, storage (sections 5 and 7)
# ------------------------------------------------------------------------------------------------------------


def is_established(games: int | None) -> bool:
    """More than 25 games; unknown means many."""
    return games is None or games > 25


def peak_floor(law: Law, peak: float | None) -> int | None:
    """200 under the rounded peak, down to the hundred, 2100 at most (section 5, I26)."""
    if peak is None:
        return None
    level = (half_up(peak) - 200) // 100 * 100
    if level < law.number("lowest peak floor"):
        return None
    return min(level, 2100)


def money_floor(law: Law, floor: Json) -> int | None:
    """The first hundred that is too strong for the prize, if the prize was large on its day (I28, I35)."""
    if floor["under"] > 2000 or floor["amount"] < law.number("prize", floor.get("since")):
        return None
    level: int = math.ceil(floor["under"] / 100) * 100
    return level


def floor_of(law: Law, system: str, person: Json, end: str) -> Json:
    """The floor of the final rating and its kind; of equal ones the first of absolute, peak, olm, money."""
    wins = person["tallies"][0] + sum(1 for _, score in person["games"] if score == 1)
    draws = person["tallies"][1] + sum(1 for _, score in person["games"] if score == 0.5)
    of_three = person["tallies"][2] + (1 if len(person["games"]) >= 3 else 0)
    personal = law.get("personal floor")
    value, kind = 100, "absolute"
    if personal == "all" or (personal == "over the board" and system.startswith("OTB")):
        value = min(100 + 4 * wins + 2 * draws + of_three, 150)

    held = [
        floor
        for floor in person["entry"].get("floors") or []
        if (floor.get("since") or EVER) <= end and floor.get("system") in (None, system)
    ]
    lowered = [((floor.get("since") or EVER), -floor["value"]) for floor in held if floor["kind"] == "lowered"]
    if lowered:
        level = -max(lowered)[1]
        return {"value": level, "kind": "lowered"} if level > value else {"value": value, "kind": kind}

    earned: list[tuple[int | None, str]] = [(peak_floor(law, person["peak"]), "peak")]
    if system == "OTBR":
        earned += [(2200, "olm") for floor in held if floor["kind"] == "olm"]
    earned += [(money_floor(law, floor), "money") for floor in held if floor["kind"] == "money"]
    for candidate, name in earned:
        if candidate is not None and candidate > value:
            value, kind = candidate, name
    return {"value": value, "kind": kind}


def match_refusal(law: Law, system: str, persons: list[Json]) -> str | None:
    """Why a match is not rated at all, by published ratings (section 7, I31, I45)."""
    published: list[Json] = []
    for person in persons:
        rating = (person["entry"].get("published") or {}).get(system)
        if rating is None:
            return "a player of the match has no published rating"
        published.append(rating)
    if law.get("match") == 2017 and not all(is_established(rating.get("games")) for rating in published):
        return "a player of the match has no established published rating"
    values = [rating["rating"] for rating in published]
    if max(values) - min(values) > 400:
        return "the published ratings are more than 400 points apart"
    return None


def match_limits(law: Law, system: str, history: list[Json], end: str) -> tuple[float, float]:
    """How far a match may still move a rating, up and down (section 7, I31, I39)."""
    last = date.fromisoformat(end)
    try:
        first = last.replace(year=last.year - 3)
    except ValueError:
        first = date(last.year - 3, 2, 28)
    net_180, net_3 = 0.0, 0.0
    for entry in history:
        day = date.fromisoformat(entry["date"])
        if entry["system"] != system or day > last:
            continue
        if (last - day).days <= 180:
            net_180 += entry["change"]
        if day >= first:
            net_3 += entry["change"]
    if law.get("match") == 2009:
        return max(0.0, 200 - net_3), max(0.0, 200 + net_3)
    return max(0.0, min(50, 100 - net_180, 200 - net_3)), max(0.0, min(50, 100 + net_180, 200 + net_3))


def stored(law: Law, pre: float | None, value: float) -> float:
    """How a final rating is kept: as it is; until 2014-08-31 whole, away from the old (I25, I34)."""
    if not law.holds("integers"):
        return value
    if pre is not None and abs(value - pre) <= 1e-7:
        return pre
    if abs(value - round(value)) <= 1e-7:
        return float(round(value))
    if pre is None:
        return float(half_up_of_computed(value))
    if value > pre:
        return float(math.ceil(value))
    if value < pre:
        return float(math.floor(value))
    return value


# ------------------------------------------------------------------------------------------------------------
# Sections
# ------------------------------------------------------------------------------------------------------------

POINTS = {"W": 1.0, "L": 0.0, "D": 0.5, "N": 1.0, "S": 0.0, "R": 0.5}


def people(section: Json, system: str) -> list[Json]:
    """Who sits in the section: one person per member, with the games of all entries (pooling)."""
    persons: list[Json] = []
    by_id: dict[str, Json] = {}
    by_number: dict[int, Json] = {}
    for entry in sorted(section["players"], key=lambda player: int(player["number"])):
        person = by_id.get(entry["id"]) if entry.get("id") is not None else None
        if person is None:
            mine = (entry.get("ratings") or {}).get(system) or {}
            pre = mine.get("rating")
            games = mine.get("games")
            peak = mine.get("peak")
            if pre is not None and is_established(games):
                peak = pre if peak is None else max(peak, pre)
            person = {
                "number": entry["number"],
                "entry": entry,
                "rows": [],
                "pre": pre,
                "pre_games": games if pre is not None else 0,
                "record": mine.get("record") or "mixed" if pre is not None else None,
                "tallies": (mine.get("wins") or 0, mine.get("draws") or 0, mine.get("events_of_three") or 0),
                "peak": peak,
                "games": [],
            }
            persons.append(person)
            if entry.get("id") is not None:
                by_id[entry["id"]] = person
        person["rows"].append(entry.get("rounds") or [])
        by_number[entry["number"]] = person
    for person in persons:
        for row in person["rows"]:
            for cell in row:
                if cell and cell[0] in POINTS:
                    opponent = int(cell[1:].rstrip("wb"))
                    if opponent != 0:
                        person["games"].append((by_number[opponent]["number"], POINTS[cell[0]]))
    return persons


def record_after(person: Json) -> str | None:
    """All wins, all losses or mixed, this event included (I21)."""
    before: str | None = person["record"]
    scores = {score for _, score in person["games"]}
    if scores == {1.0} and before in (None, "all-wins"):
        return "all-wins"
    if scores == {0.0} and before in (None, "all-losses"):
        return "all-losses"
    return before if not scores else "mixed"


def answer(person: Json, computed: Json) -> Json:
    """One player of the result; what `computed` does not say stays as it was."""
    kept: Json = {
        "number": person["number"],
        "id": person["entry"].get("id"),
        "pre": person["pre"],
        "pre_games": person["pre_games"],
        "initial": None,
        "r0": person["pre"],
        "n": person["pre_games"],
        "n_star": None,
        "n_effective": None,
        "games": 0,
        "score": 0.0,
        "opponents": [],
        "formula": None,
        "first_estimate": None,
        "intermediate": None,
        "k": None,
        "expected": None,
        "bonus": None,
        "unfloored": None,
        "floor": None,
        "post": person["pre"],
        "post_games": person["pre_games"],
        "record": person["record"],
        "peak": person["peak"],
        "refused": None,
    }
    kept.update(computed)
    kept["official"] = None if kept["post"] is None else half_up(kept["post"])
    kept["established"] = kept["post"] is not None and is_established(kept["post_games"])
    return kept


def finished(law: Law, system: str, person: Json, end: str) -> Json:
    """From the last computed value to what is kept: floor, ceiling, storage, counts (sections 5 and 7)."""
    floor = floor_of(law, system, person, end)
    unfloored: float = person["final"]
    post = max(unfloored, float(floor["value"]))
    ceiling = person["entry"].get("ceiling")
    if ceiling is not None and (ceiling.get("since") or EVER) <= end and ceiling.get("system") in (None, system):
        post = min(post, float(ceiling["value"]))
    post = stored(law, person["pre"], post)
    m = len(person["games"])
    post_games = None if person["n"] is None else person["n"] + m
    peak = person["peak"]
    if is_established(post_games):
        peak = post if peak is None else max(peak, post)
    return {
        "games": m,
        "score": sum(score for _, score in person["games"]),
        "opponents": [opponent for opponent, _ in person["games"]],
        "unfloored": unfloored,
        "floor": floor,
        "post": post,
        "post_games": post_games,
        "record": record_after(person),
        "peak": peak,
    }


def rate_foreign(law: Law, section: Json, end: str) -> Json:
    """A FIDE-rated event abroad (section 6, I32, I44): one pass over the opponents with a FIDE rating."""
    everybody = people(section, "OTBR")
    fide: dict[int, Any] = {
        person["number"]: ((person["entry"].get("ratings") or {}).get("FIDE") or {}).get("rating")
        for person in everybody
    }
    candidates = [person for person in everybody if person["pre"] is not None]
    out: Json = {"number": section["number"], "system": "OTBR", "refused": None, "players": []}
    if not law.holds("foreign events"):
        out["refused"] = "these rules know no rating of foreign FIDE events"
        out["players"] = [answer(person, {}) for person in candidates]
        return out
    for person in candidates:
        if not is_established(person["pre_games"]):
            out["players"].append(answer(person, {"refused": "the Regular rating is not established"}))
            continue
        person["games"] = [(opponent, score) for opponent, score in person["games"] if fide[opponent] is not None]
        r0: float = person["pre"]
        star = n_star(law, r0)
        effective = star if person["pre_games"] is None else min(person["pre_games"], star)
        base: Json = {"n_star": star, "n_effective": effective}
        if person["games"]:
            convert = convert_youth if section.get("youth") else convert_fide
            results = [(convert(law, fide[opponent]), score) for opponent, score in person["games"]]
            allowed = bonus_allowed(law, "foreign-fide", [opponent for opponent, _ in person["games"]])
            rating, k, expected, bonus = standard(r0, effective, results, False, law.number("B") if allowed else None)
            base.update(formula="standard", k=k, expected=expected, bonus=bonus)
            person["n"], person["final"] = person["pre_games"], max(rating, 100.0)
            base.update(finished(law, "OTBR", person, end))
        out["players"].append(answer(person, base))
    return out


def rate_section(law: Law, section: Json, system: str, dual: bool, end: str) -> Json:
    """The five steps of section 1 for one section in one system."""
    kind = section.get("kind") or "swiss"
    persons = people(section, system)
    out: Json = {"number": section["number"], "system": system, "refused": None, "players": []}
    if kind == "match":
        out["refused"] = match_refusal(law, system, persons)
        if out["refused"] is not None:
            out["players"] = [answer(person, {}) for person in persons]
            return out

    # Step 1: initial ratings
    for person in persons:
        if person["pre"] is None:
            person["initial"] = initial_rating(law, system, person["entry"], end)
            person["r0"], person["n"] = person["initial"]["rating"], person["initial"]["games"]
        else:
            person["initial"] = None
            person["r0"], person["n"] = person["pre"], person["pre_games"]

    # Step 2: effective games
    for person in persons:
        person["n_star"] = n_star(law, person["r0"])
        person["n_effective"] = person["n_star"] if person["n"] is None else min(person["n"], person["n_star"])

    # Step 3: a first estimate for newcomers without a game to their credit, against ratings before the event
    before = {person["number"]: person["r0"] for person in persons}
    for person in persons:
        person["first"] = None
        if person["pre"] is None and person["n"] == 0 and person["games"]:
            results = [(before[opponent], score) for opponent, score in person["games"]]
            person["first"] = max(special(person["r0"], 1, None, results), 100.0)

    # Steps 4 and 5: everybody, against the estimates so far
    strength = {person["number"]: person["r0"] if person["first"] is None else person["first"] for person in persons}
    for step in (4, 5):
        reached: dict[int, float] = {}
        for person in persons:
            if not person["games"]:
                reached[person["number"]] = person["r0"]
                continue
            results = [(strength[opponent], score) for opponent, score in person["games"]]
            few = person["n"] is not None and person["n"] <= 8
            person["k"] = person["expected"] = person["bonus"] = None
            if few or person["record"] in ("all-wins", "all-losses"):
                person["formula"] = "special"
                rating = special(person["r0"], person["n_effective"], person["record"], results)
            else:
                person["formula"] = "standard"
                allowed = bonus_allowed(law, kind, [opponent for opponent, _ in person["games"]])
                rating, person["k"], person["expected"], person["bonus"] = standard(
                    person["r0"],
                    person["n_effective"],
                    results,
                    dual and system == "OTBR" and law.holds("dual K"),
                    law.number("B") if allowed else None,
                )
            reached[person["number"]] = max(rating, 100.0)
        for person in persons:
            person["intermediate" if step == 4 else "final"] = reached[person["number"]]
        strength = reached

    # And what is kept of it
    for person in persons:
        computed = {
            "initial": person["initial"],
            "r0": person["r0"],
            "n": person["n"],
            "n_star": person["n_star"],
            "n_effective": person["n_effective"],
        }
        if person["games"]:
            if kind == "match":
                up, down = match_limits(law, system, person["entry"].get("match_history") or [], end)
                person["final"] = min(max(person["final"], person["r0"] - down), person["r0"] + up)
            computed.update(
                formula=person["formula"],
                first_estimate=person["first"],
                intermediate=person["intermediate"],
                k=person["k"],
                expected=person["expected"],
                bonus=person["bonus"],
            )
            computed.update(finished(law, system, person, end))
        out["players"].append(answer(person, computed))
    return out


def rate(event: Json, *, rules: Json | None = None) -> Json:
    """Rate an ``arpad-event/1`` document; ``rules`` stands in for the document's own when given."""
    asked = rules if rules is not None else event.get("rules")
    sections: list[Json] = []
    for section in event["sections"]:
        start = section.get("start") or event["start"]
        end = section.get("end") or event["end"]
        law = Law(asked, start, end)
        if section.get("kind") == "foreign-fide":
            sections.append(rate_foreign(law, section, end))
            continue
        if section.get("systems"):
            systems = [system for system in SYSTEMS if system in section["systems"]]
            unknown = [system for system in systems if not law.holds("has " + system)]
            if unknown:
                raise ValueError(f"these rules know no {unknown[0]}")
        else:
            systems = systems_of(law, section["time_control"], bool(section.get("online")))
        dual = "OTBR" in systems and "OTBQ" in systems
        sections += [rate_section(law, section, system, dual, end) for system in systems]
    return {
        "format": "arpad-rated/1",
        "event": event.get("id"),
        "name": event.get("name"),
        "sections": sections,
    }
