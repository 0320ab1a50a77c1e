"""Random but valid ``arpad-event/1`` documents, one per seed, that reach every corner of the rating rules.

``event(seed)`` always answers the same document for the same seed. Numbers are drawn near the places where a
rule changes its mind: days next to every dated change, 8 and 9 games, gaps of 400 points, peaks at xx99.5,
prizes at the threshold. Only what a director could report is drawn; nothing here knows how it is rated.
"""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

Json = dict[str, Any]

OTB = ("OTBR", "OTBQ", "OTBB")
ONLINE = ("OLR", "OLQ", "OLB")
SYSTEMS = OTB + ONLINE
EDITIONS = ("2009-06-04", "2017-04-24", "2020-06-11", "2020-09-02", "2025-02-10", "2025-07-26")

# System: the day it exists from, and the first edition that knows it.
BORN = {
    "OTBR": ("2001-01-01", "2009-06-04"),
    "OTBQ": ("2001-01-01", "2009-06-04"),
    "OTBB": ("2013-03-01", "2017-04-24"),
    "OLB": ("2014-10-01", "2017-04-24"),
    "OLQ": ("2015-03-01", "2017-04-24"),
    "OLR": ("2020-06-01", "2020-06-11"),
}

CHANGE_DAYS = tuple(
    date.fromisoformat(day)
    for day in (
        "2002-01-01", "2004-01-01", "2006-01-01", "2006-03-01", "2008-06-06", "2008-08-07", "2009-06-04",
        "2010-04-01", "2012-08-03", "2013-03-01", "2013-05-08", "2013-05-18", "2014-03-20", "2014-09-01",
        "2014-10-01", "2015-03-01", "2015-06-01", "2017-04-24", "2017-05-01", "2017-06-01", "2020-06-01",
        "2020-06-11", "2020-09-02", "2023-02-01", "2024-02-29", "2024-03-01", "2025-01-01", "2025-02-10",
        "2025-07-26",
    )
)  # fmt: skip
FIRST, LAST = date(2001, 1, 1), date(2026, 12, 31)

# Time controls: main minutes of the periods, seconds. All are spelled in the canonical way below.
OTB_CONTROLS = (
    (3, 2), (4, 6), (5, 0), (5, 5), (5, 6), (7, 3), (9, 1), (10, 0), (10, 1), (10, 5), (15, 15), (20, 10),
    (20, 5), (24, 5), (25, 4), (25, 5), (29, 0), (29, 1), (30, 0), (30, 5), (45, 5), (45, 30), (55, 10),
    (59, 6), (60, 0), (60, 5), (60, 6), (61, 0), (61, 4), (61, 5), (65, 0), (65, 1), (90, 0), (90, 30),
    (120, 5),
)  # fmt: skip
TWO_PERIODS = (
    (40, 90, 30, 5),
    (40, 90, 30, 30),
    (30, 30, 30, 5),
    (30, 15, 15, 0),
    (40, 40, 20, 10),
    (20, 60, 5, 0),
)
GAMES = (0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 20, 25, 26, 26, 30, 60, 400, 400, None, None)
SOURCE_GAMES = (0, 1, 3, 4, 5, 7, 9, 10, 11, 25, 26, 40, None)
PLAYED = {"W": "L", "L": "W", "D": "D"}


def _exists(system: str, rules: Json | None, day: date) -> bool:
    born, edition = BORN[system]
    if rules is not None and "edition" in rules:
        return bool(edition <= rules["edition"])
    known = EDITIONS[-1] if rules is None else rules.get("known", EDITIONS[-1])
    return bool(edition <= known and born <= day.isoformat())


def _rules(rng: random.Random) -> Json | None:
    roll = rng.random()
    if roll < 0.35:
        return None
    if roll < 0.7:
        return {"edition": rng.choice(EDITIONS)}
    known = rng.choice((*EDITIONS, EDITIONS[-1], EDITIONS[-1]))
    return {"known": known, "profile": rng.choice(("specified", "practised"))}


def _dates(rng: random.Random) -> tuple[date, date]:
    roll = rng.random()
    if roll < 0.35:  # one day or a weekend, on or next to a change
        start = rng.choice(CHANGE_DAYS) + timedelta(rng.choice((-2, -1, -1, 0, 0, 0, 1, 2)))
        end = start + timedelta(rng.choice((0, 0, 0, 1, 2)))
    elif roll < 0.55:  # astride a change
        change = rng.choice(CHANGE_DAYS)
        start = change - timedelta(rng.choice((1, 1, 2, 7, 30)))
        end = change + timedelta(rng.choice((0, 0, 1, 3, 30)))
    else:
        start = FIRST + timedelta(rng.randrange((LAST - FIRST).days - 60))
        end = start + timedelta(rng.choice((0, 0, 1, 2, 5, 45)))
    return max(start, FIRST), min(end, LAST)


def _control(rng: random.Random, rules: Json | None, day: date, *, online: bool) -> tuple[str, list[str]]:
    """A time control that is rated on that day under those rules, and the systems a player may need in it."""
    modern = _exists("OTBB", rules, day)
    pinned = rules is not None and "edition" in rules
    while True:
        if rng.random() < 0.2:
            moves, first, second, seconds = rng.choice(TWO_PERIODS)
            minutes, text = first + second, f"{moves}/{first},SD/{second}"
        else:
            minutes, seconds = rng.choice(OTB_CONTROLS)
            first, text = minutes, f"G/{minutes}"
        text += f";+{seconds}" if seconds and rng.random() < 0.4 else f";d{seconds}"
        total = minutes + seconds
        if online:
            if 5 <= total <= 10 and _exists("OLB", rules, day):
                return text, ["OLB"]
            if 10 < total < 30 and _exists("OLQ", rules, day):
                return text, ["OLQ"]
            if total >= 30 and _exists("OLR", rules, day):
                return text, ["OLR"]
            if 30 <= total <= 65 and _exists("OLQ", rules, day):
                return text, ["OLQ"]
        elif modern:
            if total >= 5 and first >= (3 if total <= 10 else 5):
                return text, ["OTBB"] if total <= 10 else ["OTBR", "OTBQ"]
        elif minutes >= 10 or (minutes >= 5 and (pinned or day >= date(2004, 1, 1))):
            return text, ["OTBR", "OTBQ"]


def _level(rng: random.Random, mood: str, anchor: float, *, whole: bool) -> float:
    """One rating; the mood of the section says how the ratings lie to one another."""
    value: float
    if mood == "near":
        value = anchor + rng.gauss(0, 40)
    elif mood == "gaps":
        value = anchor + rng.choice((-1, 1)) * rng.choice((0, 0, 399, 400, 401, 400, 800, 200))
    elif mood == "groups":
        value = rng.choice((-900, 0, 0, 900)) + anchor + rng.choice((0, 0, 50, 100, -100))
    elif mood == "low":
        value = rng.choice((100, 100, 101, 110, 125, 150, 151, rng.uniform(100, 400)))
    elif mood == "masters":
        value = rng.choice((2199, 2200, 2201, 2355, 2356, 2499, 2500, 2501, rng.uniform(2100, 2700)))
    else:
        value = rng.uniform(100, 2900)
    value = min(max(value, 100.0), 2900.0)
    if whole or rng.random() < 0.4:
        return round(value)
    return round(value, 3) if rng.random() < 0.5 else value


def _peak(rng: random.Random, rating: float, *, whole: bool) -> float:
    roll = rng.random()
    if roll < 0.35:  # the floor is the hundred at or under the rating
        floor = int(rating) // 100 * 100
        offset = rng.choice((200, 201, 250, 299) if whole else (200, 199.5, 199.49, 200.7, 299.4, 299.5))
        return max(rating, floor + offset)
    if roll < 0.45:
        return rng.choice((1399, 1400, 1599, 1600, 2299, 2300, 2500))
    if roll < 0.5:
        return max(100, rating - 40)
    return rating + (rng.randrange(200) if whole else rng.uniform(0, 200))


def _tallies(rng: random.Random, games: int | None, record: str) -> Json:
    """Wins, draws and events of three that fit the number of games and the record."""
    if games == 0:
        return {"wins": 0, "draws": 0, "events_of_three": 0}
    most = 40 if games is None else games
    if record == "all-wins":
        wins, draws = most, 0
    elif record == "all-losses":
        wins, draws = 0, 0
    elif most == 1:
        wins, draws = 0, 1
    else:
        wins = rng.randrange(min(most, 13))
        draws = rng.randrange(min(most - wins, 8)) + (0 if wins else 1)
    return {"wins": wins, "draws": draws, "events_of_three": rng.randrange(min(most // 3, 12) + 1)}


def _rating(rng: random.Random, value: float, games: int | None, *, whole: bool) -> Json:
    """A US rating as a player brings it."""
    mine: Json = {"rating": value, "games": games}
    record = "mixed"
    if games != 0 and rng.random() < 0.15:
        record = rng.choice(("all-wins", "all-losses"))
        mine["record"] = record
    elif rng.random() < 0.5:
        mine["record"] = record
    if value < 200 or rng.random() < 0.15:
        mine.update(_tallies(rng, games, record))
    if (games is None or games > 25) and rng.random() < 0.5:
        mine["peak"] = _peak(rng, value, whole=whole)
    return mine


def _source_day(rng: random.Random, birth: str | None, end: date) -> str:
    back = rng.choice((0, 1, 30, 200, 365, 891, 1500, 3650))
    day = end - timedelta(rng.randrange(back + 1) if back > 1 else back)
    return max(day.isoformat(), birth or "")


def _newcomer(rng: random.Random, player: Json, others: list[str], end: date, *, whole: bool) -> None:
    """Everything a player without a rating in the system may still tell about himself."""
    ratings: Json = player["ratings"]
    roll = rng.random()
    if roll < 0.75:
        if roll < 0.35:
            days = int(rng.choice((2, 3, 3, 20, 26, 26)) * 365.25) + rng.choice((-1, 0, 1, 2))
        else:
            days = rng.randrange(365, 30000)
        player["birth"] = (end - timedelta(days)).isoformat()
    elif roll < 0.85:
        player["birth"] = None
    player["adult"] = rng.choice((True, False, None))
    birth = player.get("birth")
    if rng.random() < 0.3:
        return

    def dated(source: Json) -> Json:
        if rng.random() < 0.7:
            source["date"] = _source_day(rng, birth, end)
        return source

    if rng.random() < 0.3:
        fide = rng.choice((1000, 1400, 1999, 2000, 2001, 2025, 2149, 2150, 2151, 2400, rng.randrange(1000, 2800)))
        ratings["FIDE"] = dated({"rating": fide})
    if rng.random() < 0.3:
        cfc = rng.choice((150, 1149, 1150, 1499, 1500, 1501, 1609, 1610, 1999, 2000, rng.randrange(200, 2600)))
        ratings["CFC"] = dated({"rating": cfc})
        if rng.random() < 0.8:
            ratings["CFC"]["canadian_resident"] = rng.choice((True, True, False, None))
    if rng.random() < 0.2:
        ratings["national"] = {"rating": rng.randrange(200, 2500)}
    for system in others:
        if system not in ratings and rng.random() < 0.35:
            value = _level(rng, "wide", 0, whole=whole)
            ratings[system] = dated({"rating": value, "games": rng.choice(SOURCE_GAMES)})


def _floors(rng: random.Random, rating: float, systems: list[str], end: date) -> list[Json]:
    floors: list[Json] = []

    def since(floor: Json) -> Json:
        roll = rng.random()
        if roll < 0.3:
            floor["since"] = (end + timedelta(rng.choice((-400, -1, 0, 0, 1)))).isoformat()
        elif roll < 0.5:
            floor["since"] = rng.choice(
                ("1999-07-04", "2006-02-28", "2006-03-01", "2009-06-04", "2017-04-23", "2017-04-24")
            )
        elif roll < 0.6:
            floor["since"] = None
        if rng.random() < 0.15:
            floor["system"] = rng.choice(systems)
        return floor

    under = max(600, min(2300, int(rating) // 50 * 50))
    for _ in range(rng.choice((1, 1, 2))):
        roll = rng.random()
        if roll < 0.5:
            amount = rng.choice((999, 1000, 1999, 2000, 3999, 4000, 4000, 5000))
            at = rng.choice((under, under - 50, under, 1750, 2000, 2001, 2200))
            floors.append(since({"kind": "money", "amount": amount, "under": at}))
        elif roll < 0.65:
            floor: Json = {"kind": "olm"}
            if rng.random() < 0.4:
                floor["since"] = (end + timedelta(rng.choice((-1, 0, 1)))).isoformat()
            floors.append(floor)
        else:
            level = max(100, int(rating) // 100 * 100 - rng.choice((0, 0, 100, 200)))
            floors.append(since({"kind": "lowered", "value": level}))
            if rng.random() < 0.4:
                floors.append(since({"kind": "lowered", "value": max(100, level - 100)}))
    return floors


def _history(rng: random.Random, systems: list[str], end: date) -> list[Json]:
    try:
        three = end.replace(year=end.year - 3)
    except ValueError:
        three = date(end.year - 3, 2, 28)
    days = (
        *(end - timedelta(back) for back in (-1, 0, 1, 100, 179, 180, 181)),
        three - timedelta(1), three, three + timedelta(1), end - timedelta(500),
    )  # fmt: skip
    return [
        {
            "system": rng.choice((*systems, *systems, "OTBR", "OTBQ")),
            "date": rng.choice(days).isoformat(),
            "change": rng.choice((50, -50, 20.5, -20.25, 45, -45, 99.5, -100, 150, -150, rng.uniform(-50, 50))),
        }
        for _ in range(rng.randrange(1, 6))
    ]


def _pairings(rng: random.Random, count: int, rounds: int, kind: str) -> list[list[tuple[int, int]]]:
    """Who meets whom, by round; places of the players from 0."""
    if kind == "match":
        return [[(0, 1)] if rng.random() < 0.5 else [(1, 0)] for _ in range(rounds)]
    if kind == "round-robin":
        size = count + count % 2
        ring = list(range(size))
        table: list[list[tuple[int, int]]] = []
        for _ in range(min(size - 1, rounds)):
            half = zip(ring[: size // 2], reversed(ring[size // 2 :]), strict=True)
            table.append([(a, b) for a, b in half if a < count and b < count])
            ring.insert(1, ring.pop())
        return table
    double = rng.random() < 0.25
    sparse = rng.choice((0.0, 0.0, 0.15, 0.5))
    table = []
    for number in range(rounds):
        if double and number % rng.choice((2, 3)) and table:
            table.append([(b, a) for a, b in table[-1]])
            continue
        order = list(range(count))
        rng.shuffle(order)
        pairs = [(order[at], order[at + 1]) for at in range(0, count - 1, 2)]
        table.append([pair for pair in pairs if rng.random() >= sparse])
    return table


def _cells(rng: random.Random, first: int, second: int, likely: float, draws: float) -> tuple[str, str]:
    """The two cells of one pairing; `likely` is the first one's chance of a decisive win."""
    roll = rng.random()
    if roll < 0.06:
        return rng.choice(((f"X{second}", f"F{first}"), (f"F{second}", f"X{first}"), (f"Z{second}", f"Z{first}")))
    if roll < 0.09:
        one, two = rng.choice("NSR"), rng.choice("NSR-U")
        return f"{one}{second}", two if two in "-U" else f"{two}{first}"
    if roll < 0.1:
        return "L0", "X"
    result = "D" if rng.random() < draws else "W" if rng.random() < likely else "L"
    white = rng.choice(("w", "b", ""))
    black = {"w": "b", "b": "w", "": ""}[white]
    return f"{result}{second}{white}", f"{PLAYED[result]}{first}{black}"


def _strength(player: Json, systems: list[str]) -> float:
    """Any rating the player has, to make results likely."""
    for name in (*systems, "FIDE"):
        if name in player["ratings"]:
            return float(player["ratings"][name]["rating"])
    return 1000.0


def _games(rng: random.Random, entries: list[list[Json]], systems: list[str], rounds: int, kind: str) -> None:
    """Fill the rows. `entries` holds the one or two numbers each member plays under."""
    for both in entries:
        for player in both:
            player["rounds"] = []
    mode = rng.choice(("even", "favourites", "favourites", "order", "upsets"))
    draws = rng.choice((0.0, 0.2, 0.2, 0.5))
    unpaired = "*" if kind == "round-robin" else ""
    for pairs in _pairings(rng, len(entries), rounds, kind):
        row: dict[int, str] = {}
        seats = [rng.choice(both) for both in entries]
        for a, b in pairs:
            one, two = seats[a], seats[b]
            likely = 0.5
            if mode == "order":
                likely = 1.0 if a < b else 0.0
            elif mode in ("favourites", "upsets") and systems:
                stronger = _strength(one, systems) > _strength(two, systems)
                likely = 0.85 if stronger == (mode == "favourites") else 0.15
            row[one["number"]], row[two["number"]] = _cells(rng, one["number"], two["number"], likely, draws)
        for both in entries:
            for player in both:
                player["rounds"].append(row.get(player["number"]) or rng.choice((unpaired or "U", "B", "H", "U", "-")))
    for both in entries:
        for player in both:
            while player["rounds"] and player["rounds"][-1][0] in "BHU-*" and rng.random() < 0.3:
                player["rounds"].pop()


def _section(rng: random.Random, number: int, rules: Json | None, start: date, end: date) -> Json:
    section: Json = {"number": number}
    if rng.random() < 0.5:
        section["name"] = "Open"
    roll = rng.random()
    kind = "match" if roll < 0.14 else "round-robin" if roll < 0.22 else "foreign-fide" if roll < 0.32 else "swiss"
    day = end if rules is not None and rules.get("profile") == "practised" else start
    living = [system for system in SYSTEMS if _exists(system, rules, day)]
    whole = rng.random() < 0.2 or (_whole(rules, day) and rng.random() < 0.9)

    # systems, by name or by time control
    online = False
    if kind == "foreign-fide":
        systems = ["OTBR"]
        section["online"] = False
        if rng.random() < 0.5:
            section["time_control"] = "G/90;+30"
        else:
            section["systems"] = ["OTBR"]
        if rng.random() < 0.4:
            section["youth"] = rng.choice((True, True, False))
    else:
        online = any(system in living for system in ONLINE) and rng.random() < 0.45
        if rng.random() < 0.5:
            section["time_control"], systems = _control(rng, rules, day, online=online)
        else:
            choice = [system for system in (ONLINE if online else OTB) if system in living]
            systems = rng.sample(choice, min(len(choice), rng.choice((1, 1, 1, 2, 3) if not online else (1, 1, 2))))
            section["systems"] = systems
            if rng.random() < 0.2:
                section["time_control"] = _control(rng, rules, day, online=online)[0]
        section["online"] = online
    section["kind"] = kind

    # players
    count = 2 if kind == "match" else rng.choice((2, 3, 4, 4, 5, 6, 7, 8, 8, 10, 12, 14, 16))
    if kind == "round-robin":
        count = min(count, 8)
    rounds = rng.randrange(1, 10) if kind != "swiss" or count > 4 else rng.randrange(1, 6)
    mood = rng.choice(("near", "near", "gaps", "gaps", "groups", "low", "masters", "wide", "wide"))
    anchor = rng.choice((1000, 1500, 1800, 2000, rng.uniform(300, 2400)))
    newcomers = rng.choice((0.0, 0.2, 0.2, 0.5, 1.0)) if kind != "match" else 0.05
    numbers = list(range(1, 2 * count + 1))
    if rng.random() < 0.3:
        rng.shuffle(numbers)
    entries: list[list[Json]] = []
    players: list[Json] = []
    for place in range(count):
        player: Json = {"number": numbers[place], "ratings": {}}
        if rng.random() < 0.7:
            player["id"] = f"{10000000 + 100 * number + place}"
        elif rng.random() < 0.3:
            player["id"] = None
        unrated = rng.random() < newcomers
        for system in systems:
            if not unrated and rng.random() < 0.93:
                games = rng.choice(GAMES) if kind != "match" else rng.choice((26, 30, 400, None, 20, 9))
                value = _level(rng, mood, anchor, whole=whole)
                player["ratings"][system] = _rating(rng, value, games, whole=whole)
        missing = [system for system in systems if system not in player["ratings"]]
        if missing:  # unrated in one system at least; the others may be sources
            unknown = rng.choice(missing)
            _newcomer(rng, player, [system for system in living if system != unknown], end, whole=whole)
        if kind == "foreign-fide" and rng.random() < 0.75:
            fide = rng.choice((1000, 1999, 2000, 2001, 2200, rng.randrange(1000, 2800)))
            player["ratings"]["FIDE"] = {"rating": fide}
        if rng.random() < 0.15:
            player["floors"] = _floors(rng, _strength(player, systems), systems, end)
        if rng.random() < 0.04:
            level = int(_strength(player, systems)) // 100 * 100 + rng.choice((0, 100))
            player["ceiling"] = {"value": max(level, 200)}
            if rng.random() < 0.6:
                player["ceiling"]["since"] = (end + timedelta(rng.choice((-800, -1, 0, 1)))).isoformat()
        players.append(player)
        entries.append([player])
    if kind == "match":
        _published(rng, players, systems, end)
    elif count > 2 and rng.random() < 0.12:  # a member enters again under another number
        again = rng.randrange(count)
        players[again]["id"] = f"{10000000 + 100 * number + 99}"
        twin = {**players[again], "number": numbers[count]}
        players.insert(rng.randrange(len(players) + 1), twin)
        entries[again].append(twin)
    _games(rng, entries, systems, rounds, kind)
    section["players"] = players
    return section


def _published(rng: random.Random, players: list[Json], systems: list[str], end: date) -> None:
    """Published ratings of a match, mostly near enough, and what matches did before."""
    for system in systems:
        mine = [player["ratings"].get(system) for player in players]
        if rng.random() < 0.45 and all(mine):  # a gap at the limit
            gap = rng.choice((0, 399, 400, 400, 401))
            first, second = round(mine[0]["rating"]), 0
            second = first + gap if first < 1500 else first - gap
            values = [first, second]
        else:
            values = [round(rating["rating"]) if rating else 1500 for rating in mine]
        for player, value, rating in zip(players, values, mine, strict=True):
            games = rating["games"] if rating else 30
            if rng.random() < 0.06:
                continue
            player.setdefault("published", {})[system] = {
                "rating": value,
                "games": rng.choice((games, 26, None)),
            }
    for player in players:
        if rng.random() < 0.6:
            player["match_history"] = _history(rng, systems, end)


def _whole(rules: Json | None, day: date) -> bool:
    """Whether ratings are whole numbers on that day."""
    if rules is not None and "edition" in rules:
        return bool(rules["edition"] == EDITIONS[0])
    return day < date(2014, 9, 1) or (rules is not None and rules.get("known") == EDITIONS[0])


def event(seed: int) -> Json:
    """The random event of that seed: one section, sometimes two."""
    rng = random.Random(seed)
    rules = _rules(rng)
    start, end = _dates(rng)
    document: Json = {"format": "arpad-event/1", "start": start.isoformat(), "end": end.isoformat()}
    if rng.random() < 0.3:
        document["id"] = f"{end:%Y%m%d}{seed % 1000:03d}3"
        document["name"] = f"Random {seed}"
    if rules is not None:
        document["rules"] = rules
    sections: list[Json] = []
    for number in range(1, 3 if rng.random() < 0.12 else 2):
        first, last = start, end
        if start < end and rng.random() < 0.3:  # a section with days of its own, inside the event's
            first = start + timedelta(rng.randrange((end - start).days + 1))
            last = first + timedelta(rng.randrange((end - first).days + 1))
        section = _section(rng, number, rules, first, last)
        if (first, last) != (start, end) or rng.random() < 0.1:
            section["start"], section["end"] = first.isoformat(), last.isoformat()
        sections.append(section)
    document["sections"] = sections
    return document
