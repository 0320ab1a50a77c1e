"""Whether a crosstable holds together: both sides of every game, who is who, and what the cells of a person say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from arpad.formats.shape import Reading
from arpad.rules.vocabulary import ASYMMETRIC, PLAYED, Kind, Player, Round, Section

MIRROR = {"W": "L", "L": "W", "D": "D"}
NUMBERS = "correct the opponent's pairing number"


def check_section(section: Section, place: str, reading: Reading) -> None:
    """Note every problem of a section that its cells and rows show together."""
    rows: dict[int, int] = {}
    for index, player in enumerate(section.players):
        if player.number in rows:
            reading.error(
                "duplicate-number",
                f"{place}.players[{index}].number",
                f"players[{rows[player.number]}] has the pairing number {player.number} too",
                "number every row of a section once",
            )
        rows.setdefault(player.number, index)
        _check_player(section, player, f"{place}.players[{index}]", reading)
    if len(rows) < len(section.players):
        return
    _check_entries(section, place, reading)
    if section.online and any(not system.online for system in section.systems or ()):
        reading.warn(
            "online-over-the-board",
            f"{place}.systems",
            "the section was played online, the systems named rate games over the board",
            'name OLR, OLQ or OLB, or leave "online" out',
        )
    if _check_opponents(section, rows, place, reading):
        _check_games(section, rows, place, reading)
    if _is_a_match(section):
        reading.warn(
            "looks-like-match",
            f"{place}.kind",
            "two players with two games or more are a match for the office",
            'say "kind": "match"',
        )


def _check_player(section: Section, player: Player, place: str, reading: Reading) -> None:
    if player.birth is not None and player.birth > section.end:
        reading.warn(
            "birth-after-event",
            f"{place}.birth",
            f"born on {player.birth}, after the section's end",
            "correct the date",
        )
    sources = [(system.value, rating.date) for system, rating in player.ratings.items()]
    others = (("FIDE", player.fide), ("CFC", player.cfc), ("national", player.national))
    sources += [(name, rating.date) for name, rating in others if rating is not None]
    for name, day in sources:
        if day is not None and day > section.end:
            reading.error(
                "rating-after-event",
                f"{place}.ratings.{name}.date",
                f"the {name} rating is of {day}, after the section's end on {section.end}",
                "give the rating that the player had before the event",
            )
    for index, floor in enumerate(player.floors):
        wanted = {"money": ("amount", "under"), "lowered": ("value",)}.get(floor.kind, ())
        for name in wanted:
            if getattr(floor, name) is None:
                reading.error(
                    "missing-field",
                    f"{place}.floors[{index}].{name}",
                    f"{name} is missing",
                    f"a {floor.kind} floor has it",
                )


def _check_entries(section: Section, place: str, reading: Reading) -> None:
    """Entries of one member must bring the same ratings: they are one person."""
    first: dict[str, tuple[int, Player]] = {}
    for index, player in enumerate(section.players):
        if player.id is None:
            continue
        if player.id not in first:
            first[player.id] = (index, player)
            continue
        number, other = first[player.id]
        for name in (
            "ratings",
            "birth",
            "adult",
            "fide",
            "cfc",
            "national",
            "floors",
            "ceiling",
            "published",
        ):
            if getattr(player, name) != getattr(other, name):
                reading.error(
                    "entries-disagree",
                    f"{place}.players[{index}]",
                    f"member {player.id} is entered as {other.number} (players[{number}]) too, with another {name}",
                    "the entries of one member are one person: give them the same ratings, birth date and floors",
                )
                break


def _check_opponents(section: Section, rows: dict[int, int], place: str, reading: Reading) -> bool:
    """Whether every opponent is somebody else of the section; a rated game against number 0 is unplayed."""
    sound = True
    members = {player.number: player.id for player in section.players}
    for index, player in enumerate(section.players):
        for number, cell in enumerate(player.rounds):
            at = f"{place}.players[{index}].rounds[{number}]"
            if cell.opponent == 0 and cell.code in PLAYED:
                reading.warn("opponent-zero", at, f"{cell} names number 0: taken as unplayed", "write U or -")
            elif cell.opponent and cell.opponent not in rows:
                sound = False
                reading.error("missing-opponent", at, f"{cell}: there is no player {cell.opponent}", NUMBERS)
            elif cell.opponent == player.number:
                sound = False
                reading.error("against-oneself", at, f"{cell}: a player does not meet himself", NUMBERS)
            elif cell.rated and player.id is not None and members[cell.opponent or 0] == player.id:
                sound = False
                reading.error(
                    "against-oneself",
                    at,
                    f"{cell}: player {cell.opponent} is another entry of member {player.id}",
                    "one of the two IDs, or the opponent, is wrong",
                )
    return sound


def _check_games(section: Section, rows: dict[int, int], place: str, reading: Reading) -> None:
    """A game must say the same on both sides; where the columns are opponents, whatever the column."""
    by_opponent = section.kind is Kind.ROUND_ROBIN or any(
        cell.code == "*" for player in section.players for cell in player.rounds
    )
    if by_opponent:
        _check_pairs(section, rows, place, reading)
        return
    for player, number, cell in _games(section):
        other = section.players[rows[cell.opponent or 0]]
        back = other.rounds[number] if number < len(other.rounds) else Round("-")
        meets = back.rated and back.opponent == player.number
        at = f"{place}.players[{rows[player.number]}].rounds[{number}]"
        there = (
            f"the cell of {other.label} in round {number + 1} ({place}.players[{rows[other.number]}].rounds[{number}])"
        )
        if cell.code in MIRROR:
            if meets and back.code == MIRROR[cell.code]:
                if cell.colour is not None and cell.colour == back.colour and player.number < other.number:
                    reading.warn(
                        "same-colour",
                        at,
                        f"{cell}: {there} says {back}, both have one colour",
                        "correct one of the two",
                    )
                continue
            if meets and back.code in MIRROR and other.number < player.number:
                continue  # the other side of this game has told it
            reading.error(
                "game-not-mirrored",
                at,
                f"{cell}, but {there} says {back}, not {MIRROR[cell.code]}{player.number}",
                "correct one of the two cells; N, S and R are for results that differ on purpose",
            )
        elif not meets or back.code not in ASYMMETRIC:
            reading.warn(
                "asymmetric-alone",
                at,
                f"{cell}: {there} says {back}; this side is rated as coded",
                "write N, S or R on both sides where both played",
            )


def _check_pairs(section: Section, rows: dict[int, int], place: str, reading: Reading) -> None:
    """The games of two players against each other, all rounds together, must mirror each other."""
    met: dict[tuple[int, int], list[str]] = defaultdict(list)
    first: dict[tuple[int, int], int] = {}
    for player, number, cell in _games(section):
        pair = (player.number, cell.opponent or 0)
        first.setdefault(pair, number)
        if cell.code in MIRROR:
            met[pair].append(cell.code)
    for (one, other), codes in met.items():
        back = met.get((other, one), [])
        if sorted(codes) == sorted(MIRROR[code] for code in back) or (other < one and back):
            continue
        at = f"{place}.players[{rows[one]}].rounds[{first[one, other]}]"
        row = f"the row of {section.players[rows[other]].label} ({place}.players[{rows[other]}].rounds)"
        reading.error(
            "game-not-mirrored",
            at,
            f"{_told(codes, other)} for {section.players[rows[one]].label}, but {row} says {_told(back, one)}",
            "correct one of the two rows",
        )


def _told(codes: list[str], opponent: int) -> str:
    """Results against one opponent in a few words: ``W2, 3 x L2``."""
    counts = Counter(codes)
    words = [f"{code}{opponent}" if times == 1 else f"{times} x {code}{opponent}" for code, times in counts.items()]
    return ", ".join(words) or "no game"


def _games(section: Section) -> Iterator[tuple[Player, int, Round]]:
    for player in section.players:
        for number, cell in enumerate(player.rounds):
            if cell.rated:
                yield player, number, cell


def _is_a_match(section: Section) -> bool:
    played = sum(cell.rated for player in section.players for cell in player.rounds)
    return section.kind is Kind.SWISS and len(section.players) == 2 and played >= 4
