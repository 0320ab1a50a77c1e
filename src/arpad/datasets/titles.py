"""Titles and the FIDE regulations (chapter 4), with the lists of players (9.4, 9.5)."""

from __future__ import annotations

from typing import NamedTuple

from arpad.datasets.dataset import DataSet, read
from arpad.rules.rule import carries


class Grandmaster(NamedTuple):
    """One of the first grandmasters."""

    name: str
    age: int
    country: str


class Untitled(NamedTuple):
    """One of those who died too early for a title."""

    name: str
    born: int
    died: int
    country: str


class Criterion(NamedTuple):
    """A tournament category of 1957."""

    category: str
    players: int
    percent_gm: int | None
    percent_titled: int


class Growth(NamedTuple):
    """Titled and rated players of a year."""

    year: int
    gm: int
    im: int
    rated: int


class CategoryRow(NamedTuple):
    """A tournament category of 1986 with the percentage scores it asks for."""

    lowest: int
    highest: int
    category: str
    gm: int | None
    im: int | None
    wgm: int | None
    iwm: int | None


class Minima(NamedTuple):
    """Participants that a title tournament of a size must have."""

    players: int
    games: int
    foreign: int
    rated: int
    titled: int


class Points(NamedTuple):
    """A cell of the chart of points: the rule, and what is legible."""

    chart: str
    players: int
    title: str
    category: str
    required: float
    read: float | None
    status: str


class PrintedPoints(NamedTuple):
    """A row of the chart of points as the conversion to text has it."""

    chart: str
    players: int
    title: str
    figures: str


class Regulation(NamedTuple):
    """A number of the regulations."""

    rule: str
    name: str
    value: float | str


class DirectTitle(NamedTuple):
    """A title for one result."""

    championship: str
    performance: str
    title: str


class Awards(NamedTuple):
    """Titles of a period and the average rating of those who won them."""

    period: str
    gm: int
    gm_average: int
    im: int
    im_average: int


class Titleholder(NamedTuple):
    """A titleholder of January 1986."""

    name: str
    country: str
    born: int | None
    died: int | None
    title: str
    year: int
    best_five: int | None
    rating_1986: int | None
    rating_lost: bool


class Master(NamedTuple):
    """A master who never held a title."""

    name: str
    country: str
    born: int | None
    died: int | None
    died_unknown: bool
    best_five: int
    active_period_only: bool


@carries("t-4.22")
def first_grandmasters() -> DataSet[Grandmaster]:
    """The 27 grandmasters of 1950 (4.22).

    >>> len(first_grandmasters()), max(row.age for row in first_grandmasters().rows)
    (27, 85)
    """
    return read("first-grandmasters", Grandmaster)


@carries("t-4.23")
def untitled_24() -> DataSet[Untitled]:
    """24 players of grandmaster strength who died without a title (4.23).

    >>> untitled_24().rows[0].name
    'Wilhelm Steinitz'
    """
    return read("untitled-24", Untitled)


@carries("t-4.24")
def title_criteria_1957() -> DataSet[Criterion]:
    """Tournament categories of 1957; the norm fractions are among the facts (4.24).

    >>> title_criteria_1957().facts["fractions"]["GM"]["vs_GM"]
    0.55
    """
    return read("title-criteria-1957", Criterion)


@carries("t-4.28")
def fide_growth() -> DataSet[Growth]:
    """Titled and rated players of 1979-82 (4.28).

    >>> fide_growth().rows[-1].rated
    4020
    """
    return read("fide-growth", Growth)


@carries("t-4.34")
def title_categories() -> DataSet[CategoryRow]:
    """Tournament categories and the percentage scores for title results (4.34).

    >>> [row.gm for row in title_categories().rows if row.category == "7"]
    [76]
    """
    return read("title-categories", CategoryRow)


@carries("t-4.34-chart")
def title_minima() -> DataSet[Minima]:
    """Foreign, rated and titled participants by number of players (4.34, chart).

    >>> title_minima().rows[0]
    Minima(players=10, games=9, foreign=4, rated=8, titled=5)
    """
    return read("title-minima", Minima)


@carries("t-4.34-chart")
def title_points() -> DataSet[Points]:
    """Points for title results, cell by cell: `required` is the rule, `read` what is legible (4.34, chart).

    >>> from collections import Counter
    >>> sorted(Counter(row.status for row in title_points().rows).items())
    [('conflict', 9), ('lost', 137), ('read', 404)]
    """
    return read("title-points", Points)


@carries("t-4.34-chart")
def title_points_printed() -> DataSet[PrintedPoints]:
    """The chart of points as the conversion to text has it: figures are lost, and some are astray (4.34, chart).

    >>> title_points_printed().rows[0].figures
    '7 7 6.5 6 6 5.5 5 4.5 4.5 4 4 3.5 3 3'
    """
    return read("title-points-printed", PrintedPoints)


@carries("t-4.3")
def regulations_1986() -> DataSet[Regulation]:
    """The numbers of the FIDE regulations, each under what it belongs to (4.34-4.62).

    >>> [row.value for row in regulations_1986().rows if (row.rule, row.name) == ("K", "normal")]
    [15]
    """
    return read("regulations-1986", Regulation)


@carries("t-4.3")
def direct_titles() -> DataSet[DirectTitle]:
    """Championships where one result earns a title (4.35).

    >>> len(direct_titles())
    6
    """
    return read("direct-titles", DirectTitle)


@carries("t-4.71")
def awards() -> DataSet[Awards]:
    """Titles awarded by period, with average ratings (4.71).

    >>> [row.gm_average for row in awards().rows]
    [2594, 2538, 2518, 2510]
    """
    return read("awards", Awards)


@carries("t-9.4")
def titleholders() -> DataSet[Titleholder]:
    """The 1,053 titleholders of January 1986 (9.4).

    >>> len(titleholders()), sum(row.title == "GM" for row in titleholders().rows)
    (1053, 275)
    """
    return read("titleholders", Titleholder)


@carries("t-9.5")
def untitled() -> DataSet[Master]:
    """197 masters of all times without a title (9.5).

    >>> max(untitled().rows, key=lambda row: row.best_five).name
    'Capablanca, Jose R.'
    """
    return read("untitled", Master)
