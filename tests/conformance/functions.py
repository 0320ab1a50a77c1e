"""How arpad answers the functions of the conformance suite (conformance/README.md): one small adapter for each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from math import inf
from typing import Any

import arpad
from arpad.formats import event_document
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess import initial, match, special, standard, storage
from arpad.rules.uschess.effective import n_effective, n_star
from arpad.rules.uschess.finish import _stored
from arpad.rules.uschess.floors import money_floor, peak_floor, personal_floor, prize_threshold
from arpad.rules.uschess.foreign import converted_youth
from arpad.rules.uschess.passes import k_of, updated
from arpad.rules.uschess.time_control import systems_of_time_control
from arpad.rules.vocabulary import LawChoice, MatchChange, Player, Profile, Record, System

Answer = dict[str, Any]


def day_of(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def choice_of(rules: dict[str, str]) -> LawChoice:
    return LawChoice(
        day_of(rules.get("edition")), day_of(rules.get("known")), Profile(rules.get("profile", "specified"))
    )


def record_of(word: str | None) -> int:
    return 0 if word is None else int(Record[word.upper().replace("-", "_")])


def player_of(given: dict[str, Any]) -> Player:
    """A player from the fields of an event document."""
    document = {
        "format": "arpad-event/1",
        "start": given.get("end") or given.get("day"),
        "end": given.get("end") or given.get("day"),
        "sections": [
            {
                "systems": ["OTBR"],
                "players": [
                    {"number": 1, "rounds": []}
                    | {key: given[key] for key in ("birth", "adult", "ratings") if key in given}
                ],
            }
        ],
    }
    event, problems = event_document.from_json(document)
    if event is None:
        raise arpad.InvalidEventError(problems)
    return event.sections[0].players[0]


def games_of(games: int | None) -> float:
    return inf if games is None else float(games)


def answer_initial(book: Rulebook, given: dict[str, Any]) -> Answer:
    found = initial.initial_rating(book, player_of(given), date.fromisoformat(given["end"]))
    parts = [{name: getattr(part, name) for name in part.__dataclass_fields__} for part in found.parts]
    return {"rating": found.rating, "games": found.games, "source": found.source, "parts": parts}


def answer_fide(book: Rulebook, given: dict[str, Any]) -> Answer:
    return {
        "converted": initial.convert_fide(given["rating"], book.fide_conversion),
        "games": book.fide_games.games_for(given["rating"]),
    }


def answer_cfc(book: Rulebook, given: dict[str, Any]) -> Answer:
    return {
        "converted": initial.convert_cfc(given["rating"], book.cfc_conversion),
        "games": book.cfc_games.games_for(given["rating"]),
    }


def answer_youth(book: Rulebook, given: dict[str, Any]) -> Answer:
    line = book.youth_conversion.line_for(given["rating"])
    return {"converted": converted_youth(given["rating"], line.intercept, line.slope)}


def answer_age_rating(book: Rulebook, given: dict[str, Any]) -> Answer:
    rating, _ = initial.age_based(
        book, day_of(given.get("birth")), given.get("adult"), date.fromisoformat(given["day"])
    )
    return {"rating": rating}


def star_of(book: Rulebook, r0: float) -> float:
    return n_star(
        r0,
        book.n_star_ceiling,
        book.n_star_knee,
        book.n_star_constant,
        book.n_star_coefficient,
        book.n_star_anchor,
    )


def answer_n_star(book: Rulebook, given: dict[str, Any]) -> Answer:
    return {"value": star_of(book, given["r0"])}


def answer_effective_games(book: Rulebook, given: dict[str, Any]) -> Answer:
    star = star_of(book, given["r0"])
    return {"n_star": star, "n_effective": n_effective(games_of(given["games"]), star)}


def answer_chooses(book: Rulebook, given: dict[str, Any]) -> Answer:
    applies = special.special_applies(games_of(given["games"]), record_of(given.get("record")), book.special_games)
    return {"formula": "special" if applies else "standard"}


def answer_pwe(book: Rulebook, given: dict[str, Any]) -> Answer:
    return {"value": special.provisional_expectancy(given["r"], given["opponent"], book.special_half_width)}


def answer_we(book: Rulebook, given: dict[str, Any]) -> Answer:
    scale = book.expectancy_scale
    return {
        "value": standard.winning_expectancy(
            standard.strength(given["r"], scale), standard.strength(given["opponent"], scale)
        )
    }


def answer_special(book: Rulebook, given: dict[str, Any]) -> Answer:
    opponents = tuple(float(rating) for rating, _ in given["results"])
    score = sum(points for _, points in given["results"])
    record, r0, n = record_of(given.get("record")), float(given["r0"]), float(given["games"])
    return {
        "rating": special.special_rating(r0, n, record, score, opponents, book.special_half_width, book.special_cap),
        "r0_adjusted": special.adjusted_rating(r0, record, book.special_half_width),
        "score_adjusted": special.adjusted_score(score, n, special.earlier_share(record)),
    }


def answer_k(book: Rulebook, given: dict[str, Any]) -> Answer:
    return {"value": k_of(book, given["r0"], given["n_effective"], given["m"], given["dual"])}


def answer_bonus_allowed(book: Rulebook, given: dict[str, Any]) -> Answer:
    met = given["meetings"]
    allowed = standard.bonus_allowed(
        sum(met),
        max(met, default=0),
        book.bonus_least_games,
        book.bonus_meetings,
        book.bonus_meetings_of_three,
    )
    return {"value": allowed}


def answer_bonus(book: Rulebook, given: dict[str, Any]) -> Answer:
    return {"value": standard.bonus(given["gain"], given["m"], book.bonus_threshold, book.bonus_counts_as)}


def answer_standard(book: Rulebook, given: dict[str, Any]) -> Answer:
    results = given["results"]
    r0, m = float(given["r0"]), len(results)
    score = sum(points for _, _, points in results)
    numbers = [number for number, _, _ in results]
    k = k_of(book, r0, given["n_effective"], m, given["dual"])
    own = standard.strength(r0, book.expectancy_scale)
    against = [standard.strength(rating, book.expectancy_scale) for _, rating, _ in results]
    expected = standard.total_expectancy(own, against)
    most = max((numbers.count(number) for number in numbers), default=0)
    rating, bonus = updated(book, r0, k, score, expected, m, most, is_match=False)
    return {"rating": rating, "k": k, "expected": expected, "score": score, "bonus": bonus}


def answer_personal_floor(book: Rulebook, given: dict[str, Any]) -> Answer:
    if not book.personal_floor:
        return {"value": book.floor_absolute}
    level = personal_floor(
        given["wins"],
        given["draws"],
        given["events_of_three"],
        book.floor_absolute,
        book.personal_floor_win,
        book.personal_floor_draw,
        book.personal_floor_event,
        book.personal_floor_cap,
    )
    return {"value": level}


def answer_peak_floor(book: Rulebook, given: dict[str, Any]) -> Answer:
    level = peak_floor(
        given["peak"],
        book.peak_floor_drop,
        book.peak_floor_step,
        book.peak_floor_lowest,
        book.peak_floor_highest,
    )
    return {"value": level or None}


def answer_money_floor(book: Rulebook, given: dict[str, Any]) -> Answer:
    level = money_floor(
        given["amount"],
        given["under"],
        prize_threshold(book, day_of(given.get("since"))),
        book.money_floor_step,
        book.money_floor_highest,
    )
    return {"value": level or None}


def answer_stored(book: Rulebook, given: dict[str, Any]) -> Answer:
    return {"value": _stored(book, given["pre"], given["value"])}


def answer_official(book: Rulebook, given: dict[str, Any]) -> Answer:
    return {"value": storage.official(given["rating"])}


def answer_established(book: Rulebook, given: dict[str, Any]) -> Answer:
    return {"value": storage.established(games_of(given["games"]), book.established_games)}


def answer_match_limits(book: Rulebook, given: dict[str, Any]) -> Answer:
    history = [
        MatchChange(System(entry["system"]), date.fromisoformat(entry["date"]), entry["change"])
        for entry in given["history"]
    ]
    found = match.limits(book, history, date.fromisoformat(given["end"]))
    return {"up": found.up, "down": found.down}


def answer_rulebook(book: Rulebook, given: dict[str, Any]) -> Answer:
    return book.numbers


BY_RULEBOOK: dict[str, Callable[[Rulebook, dict[str, Any]], Answer]] = {
    name.removeprefix("answer_"): function for name, function in list(globals().items()) if name.startswith("answer_")
}


def answer(vector: dict[str, Any], rules: dict[str, str]) -> Answer:
    """What arpad says to a vector; LawError or InvalidEventError where it refuses."""
    name, given = vector["function"], vector["input"]
    if name == "event":
        return arpad.document(arpad.rate(given["event"]))
    choice = choice_of(vector.get("rules", rules))
    start = day_of(vector.get("start") or vector.get("day"))
    end = day_of(vector.get("end")) or start
    law = arpad.law()
    if name == "systems_of":
        moment = start or date(2000, 1, 1)
        systems = systems_of_time_control(law, choice, moment, end or moment, given["time_control"], given["online"])
        return {"systems": [system.value for system in systems or ()]}
    system = System(vector.get("system", "OTBR"))
    fallback = date(2025, 3, 1)
    book = law.rulebook(system, choice, start or fallback, end or fallback)
    return BY_RULEBOOK[name](book, given)
