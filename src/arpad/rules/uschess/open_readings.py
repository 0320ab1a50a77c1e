"""Which of the readings that were open on a day bear on a section: the others could not have changed its ratings."""

from __future__ import annotations

from arpad.rules.rulebook import Rulebook, Uncertain
from arpad.rules.vocabulary import Kind, Section


def open_readings(section: Section, book: Rulebook) -> list[Uncertain]:
    """The open readings that a person who reads about this section should know (reading I02)."""
    return [reading for reading in book.uncertain if _bears(reading.parameter, section, book)]


def _bears(parameter: str, section: Section, book: Rulebook) -> bool:
    kind = parameter.partition("_")[0]
    if kind == "match":
        return section.kind is Kind.MATCH
    if kind in {"foreign", "youth"} and parameter != "foreign_national":
        return section.kind is Kind.FOREIGN_FIDE
    if kind in {"initial", "fide", "cfc", "age", "foreign"}:
        return any(book.system not in player.ratings for player in section.players)
    if kind == "dual":
        brought = [player.ratings.get(book.system) for player in section.players]
        return any(rating is not None and rating.rating > book.dual_k_from for rating in brought)
    if kind == "money":
        return any(floor.kind == "money" for player in section.players for floor in player.floors)
    if parameter == "bonus_meetings_of_three":
        return any(sum(cell.rated for cell in player.rounds) == book.bonus_least_games for player in section.players)
    return True
