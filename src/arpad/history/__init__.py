"""Whole histories: facts in, ratings out, exactly; a federation's past in seconds.

>>> from arpad import history
>>> league = history.rate(history.generate(members=40, games=200, seed=1))
>>> league.standings(system="OTBR").height > 10
True
"""

from arpad.history.consequences import Consequences
from arpad.history.corrections import Correction
from arpad.history.difference import Difference
from arpad.history.error import HistoryError
from arpad.history.events import record_of_events
from arpad.history.facts import record_of_facts
from arpad.history.files import read_tables
from arpad.history.history import History, rate
from arpad.history.plain_elo import plain_elo
from arpad.history.record import Record
from arpad.history.reports import facts_of_reports
from arpad.history.synthetic import generate
from arpad.history.tables import frames_of, record_of_frames
from arpad.kernel.run import Stopped

__all__ = [
    "Consequences",
    "Correction",
    "Difference",
    "History",
    "HistoryError",
    "Record",
    "Stopped",
    "facts_of_reports",
    "frames_of",
    "generate",
    "plain_elo",
    "rate",
    "read_tables",
    "record_of_events",
    "record_of_facts",
    "record_of_frames",
]
