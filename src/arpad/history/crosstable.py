"""A section of a history as the words of the rules: its players with all that they brought at that moment.

The columns hold a history; the interpreted rules speak of sections and players.  This is the way from one to the other,
for explaining a result, and for proving that the compiled kernel says what the rules say.
"""

from __future__ import annotations

from math import inf, isinf, isnan
from typing import Any

from arpad.kernel.bounds import published_rating
from arpad.kernel.columns import (
    CODES,
    FLOOR_KINDS,
    KINDS,
    MATCH,
    SOURCES,
    SYSTEMS,
    UNKNOWN_GAMES,
    UNSAID,
    day_of,
)
from arpad.kernel.compiled import interpreted
from arpad.kernel.plan import FOLLOWS, Plan
from arpad.kernel.rows import MOVED, RATED, Rows
from arpad.rules.rulebook import Rulebook
from arpad.rules.vocabulary import (
    Ceiling,
    Floor,
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


def rating_of(row: Any) -> Rating | None:
    """What a row says, as a player brings it; None where the member is unrated."""
    if not row.marks & RATED:
        return None
    return Rating(
        rating=float(row.post),
        games=None if row.games == UNKNOWN_GAMES else int(row.games),
        record=Record(int(row.record)),
        date=day_of(row.day),
        peak=None if isnan(row.peak) else float(row.peak),
        wins=int(row.wins),
        draws=int(row.draws),
        events_of_three=int(row.events_of_three),
    )


def newest_rows(plan: Plan, row: int) -> dict[System, int]:
    """The newest row of a row's member in each system before the section of the row."""
    found: dict[System, int] = {}
    section = plan.runs.section[plan.links.run[row]]
    place = plan.links.prev_any[row]
    while place >= 0 and len(found) < len(SYSTEMS):
        run = plan.links.run[place]
        if section < 0 or plan.runs.section[run] != section:
            found.setdefault(SYSTEMS[plan.runs.system[run]], int(place))
        place = plan.links.prev_any[place]
    return found


def section_before(
    plan: Plan, rows: Rows, run: int, numbers: Any, labels: Any, book: Rulebook, section_number: int
) -> Section:
    """The section of a run with its players as they came to it.

    `numbers` are the pairing numbers of the run's entries and `labels` what members are called there.
    """
    start, end = day_of(plan.runs.start[run]), day_of(plan.runs.end[run])
    assert start is not None  # noqa: S101 sections have days
    assert end is not None  # noqa: S101
    players = []
    lead = 0
    for place in range(plan.runs.size[run]):
        row = plan.runs.first_row[run] + place
        if plan.links.prev[row] != FOLLOWS:
            lead = place
        rounds = _rounds(plan, plan.runs.first_entry[run] + place, numbers)
        players.append(_player(plan, rows, run, lead, book, (int(numbers[place]), labels[place], rounds)))
    return Section(
        number=section_number,
        start=start,
        end=end,
        players=tuple(players),
        systems=(SYSTEMS[plan.runs.system[run]],),
        online=SYSTEMS[plan.runs.system[run]].online,
        kind=KINDS[plan.runs.kind[run]],
        youth=bool(plan.runs.youth[run]),
        match_override=bool(plan.runs.override[run]),
    )


def _rounds(plan: Plan, entry: int, numbers: Any) -> tuple[Round, ...]:
    return tuple(
        Round(CODES[plan.code[side]], int(numbers[plan.opponent[side]]))
        for side in range(plan.first_side[entry], plan.first_side[entry + 1])
    )


def _player(
    plan: Plan, rows: Rows, run: int, place: int, book: Rulebook, who: tuple[int, str, tuple[Round, ...]]
) -> Player:
    """A player as the facts and the rows before the section have them."""
    number, label, rounds = who
    row = int(plan.runs.first_row[run] + place)
    member = int(plan.who[plan.runs.first_entry[run] + place])
    end = int(plan.runs.end[run])
    facts = plan.facts
    newest = newest_rows(plan, row)
    before = int(plan.links.prev[row])
    if before >= 0:
        newest[book.system] = before
    ratings = {system: rating for system, at in newest.items() if (rating := rating_of(rows[at])) is not None}
    foreign: dict[str, OtherRating] = {}
    for at in range(facts.first_foreign[member], facts.first_foreign[member + 1]):
        if facts.foreign.since[at] <= end:
            resident = facts.foreign.resident[at]
            foreign[SOURCES[facts.foreign.source[at]]] = OtherRating(
                float(facts.foreign.rating[at]),
                day_of(facts.foreign.day[at]),
                None if resident == UNSAID else bool(resident),
            )
    ceiling = None
    for at in range(facts.first_ceiling[member], facts.first_ceiling[member + 1]):
        if facts.ceilings.since[at] <= end:
            value = float(facts.ceilings.value[at])
            ceiling = None if value == inf else Ceiling(value, day_of(facts.ceilings.since[at]))
    olm_games = int(rows[before].olm_games) if before >= 0 else 0
    return Player(
        number=number,
        rounds=rounds,
        id=label,
        birth=day_of(facts.birth[member]),
        adult=None if facts.adult[member] == UNSAID else bool(facts.adult[member]),
        ratings=ratings,
        fide=foreign.get("FIDE"),
        cfc=foreign.get("CFC"),
        national=foreign.get("national"),
        floors=_floors(plan, member, olm_games, book),
        ceiling=ceiling,
        published=_published(plan, rows, run, place, book.system),
        match_history=_match_history(plan, rows, row, member) if plan.runs.kind[run] == MATCH else (),
    )


def _floors(plan: Plan, member: int, olm_games: int, book: Rulebook) -> tuple[Floor, ...]:
    floors = plan.facts.floors
    given = [
        Floor(
            kind=FLOOR_KINDS[floors.kind[at]],
            value=_number(floors.value[at]),
            amount=_number(floors.amount[at]),
            under=_number(floors.under[at]),
            since=day_of(floors.since[at]),
            system=None if floors.system[at] < 0 else SYSTEMS[floors.system[at]],
        )
        for at in range(plan.facts.first_floor[member], plan.facts.first_floor[member + 1])
    ]
    if book.olm_floor is not None and olm_games >= book.olm_games:
        given.append(Floor("olm"))
    return tuple(given)


def _number(value: float) -> float | None:
    return None if isnan(value) else float(value)


def _published(plan: Plan, rows: Rows, run: int, place: int, system: System) -> dict[System, Published]:
    if plan.runs.kind[run] != MATCH:
        return {}
    rating, games = interpreted(published_rating)(plan, rows, run, place)
    if isnan(rating):
        return {}
    return {system: Published(float(rating), None if isinf(games) else int(games))}


def _match_history(plan: Plan, rows: Rows, row: int, member: int) -> tuple[MatchChange, ...]:
    """What earlier matches did: as recorded, then as the history has them."""
    facts = plan.facts
    changes = []
    for at in range(facts.first_change[member], facts.first_change[member + 1]):
        day = day_of(facts.changes.day[at])
        assert day is not None  # noqa: S101
        changes.append(MatchChange(SYSTEMS[facts.changes.system[at]], day, float(facts.changes.change[at])))
    system = plan.runs.system[plan.links.run[row]]
    of_history = []
    place = plan.links.prev[row]
    while place >= 0:
        run, before = plan.links.run[place], plan.links.prev[place]
        played = plan.runs.kind[run] == MATCH and rows[place].marks & MOVED
        if played and before >= 0 and rows[before].marks & RATED:
            day = day_of(plan.runs.end[run])
            assert day is not None  # noqa: S101
            of_history.append(MatchChange(SYSTEMS[system], day, float(rows[place].post - rows[before].post)))
        place = before
    return (*changes, *reversed(of_history))
