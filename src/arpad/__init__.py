"""arpad: the US Chess rating system and Arpad Elo's own, as dated, explained and proven code.

>>> import arpad
>>> arpad.rulebook("OTBR", "2025-03-01").bonus_threshold
10.0
"""

from arpad.api import InvalidEventError, check, document, explain, rate, read, rulebook
from arpad.rules.law import Law, law, read_law
from arpad.rules.problem import LawError, Problem, Severity
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.event import RatedEvent
from arpad.rules.uschess.result import Rated, RatedSection
from arpad.rules.vocabulary import Event, LawChoice, Player, Profile, Rating, Round, Section, System
from arpad.rules.worksheet import Worksheet

__version__ = "0.1.0"

__all__ = [
    "Event",
    "InvalidEventError",
    "Law",
    "LawChoice",
    "LawError",
    "Player",
    "Problem",
    "Profile",
    "Rated",
    "RatedEvent",
    "RatedSection",
    "Rating",
    "Round",
    "Rulebook",
    "Section",
    "Severity",
    "System",
    "Worksheet",
    "check",
    "document",
    "explain",
    "law",
    "rate",
    "read",
    "read_law",
    "rulebook",
]
