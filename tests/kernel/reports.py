"""Random reports to be rated together as one history: those of `tests/random_sections`, and what those leave out.

Matches of more than two, matches in which a player enters again under another number, and matches that the office
has rated although the rule refuses them.  Everybody is somebody else: no member and no event is in two reports.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import arpad
from arpad.rules.vocabulary import Event
from tests import random_sections

Json = dict[str, Any]


def document(seed: int) -> Json:
    """The random report of a seed as an event document."""
    found = random_sections.event(seed)
    rng = random.Random(f"report {seed}")
    found["id"] = str(seed)
    for section in found["sections"]:
        for player in section["players"]:
            _name(rng, player, f"{seed}.{section['number']}.{player['number']}", seed)
        roll = rng.random()
        if section["kind"] == "match" and roll < 0.15:
            _enter_again(rng, section, f"{seed}.again.{section['number']}")
        elif section["kind"] == "swiss" and roll < 0.03:
            section["kind"] = "match"
    return found


def _name(rng: random.Random, player: Json, name: str, seed: int) -> None:
    """Give a player an id of this report alone; of who stays without one nothing is known."""
    if player.get("id") is not None:
        player["id"] = f"{seed}.{player['id']}"
    elif rng.random() < 0.7:
        player["id"] = name
    else:
        rounds = player["rounds"]
        number = player["number"]
        player.clear()
        player.update(number=number, id=None, ratings={}, rounds=rounds)


def _enter_again(rng: random.Random, section: Json, member: str) -> None:
    """Give a player of a match a second number, and some of the rounds to it."""
    player = rng.choice(section["players"])
    player["id"] = member
    old, new = str(player["number"]), str(1 + max(one["number"] for one in section["players"]))
    twin = {**player, "number": int(new), "rounds": ["U"] * len(player["rounds"])}
    for other in section["players"]:
        if other is player:
            continue
        for place, cell in enumerate(other["rounds"]):
            number = cell[1:].rstrip("wb")
            if number == old and place < len(player["rounds"]) and rng.random() < 0.5:
                other["rounds"][place] = cell.replace(old, new, 1)
                twin["rounds"][place], player["rounds"][place] = player["rounds"][place], "U"
    section["players"].append(twin)


def overridden(seed: int, number: int) -> bool:
    """Whether the office ruled that a match is rated."""
    return random.Random(f"override {seed} {number}").random() < 0.2


def event(seed: int, found: Json) -> Event:
    """The random report of a seed, read from its document, with what the office ruled."""
    read = arpad.read(found)
    return replace(
        read,
        sections=tuple(
            replace(section, match_override=True)
            if section.kind == "match" and overridden(seed, section.number)
            else section
            for section in read.sections
        ),
    )


def for_the_other_hand(seed: int, found: Json) -> Json:
    """The document as `tests/naive.py` takes it: it knows no rulings on matches, and no match of three.

    A match that is rated by ruling gets published ratings that pass, one that is not between two gets none.
    """
    sections = []
    for section in found["sections"]:
        players = section["players"]
        people = {player.get("id") or player["number"] for player in players}
        if section["kind"] == "match" and overridden(seed, section["number"]):
            passing = {system: {"rating": 1500, "games": 100} for system in random_sections.SYSTEMS}
            players = [{**player, "published": passing} for player in players]
        elif section["kind"] == "match" and len(people) != 2:
            players = [{**player, "published": {}} for player in players]
        sections.append({**section, "players": players})
    return {**found, "sections": sections}
