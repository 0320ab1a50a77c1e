"""Title criteria of 1957 to 1970 (4.24): norms by the number of titleholders met, before there were ratings."""

from __future__ import annotations

from dataclasses import dataclass

from arpad.rules.elo.error import refuse
from arpad.rules.elo.norms import HALF_POINT, Title
from arpad.rules.rule import carries, rule

FRACTION = {Title.GM: (55, 75, 85), Title.IM: (35, 55, 75)}
"""The score asked against grandmasters, international masters and untitled players, in percent (4.24)."""


@dataclass(frozen=True, slots=True)
class Category1957:
    """A category of international round robins by length and strength.

    Attributes:
        name: 1a, 1b, 2a or 2b.
        players: the least number of players.
        grandmasters: the least percentage of grandmasters.
        titled: the least percentage of grandmasters and international masters together.
    """

    name: str
    players: int
    grandmasters: int
    titled: int


CATEGORIES_1957 = (
    Category1957("1a", 16, 50, 70),
    Category1957("1b", 10, 33, 70),
    Category1957("2a", 15, 0, 50),
    Category1957("2b", 10, 0, 50),
)
"""The categories, from the strictest (4.24)."""


@rule(
    "un-4.24-norm-1957",
    "W",
    "half a point, or less, above {grandmasters} x {vs_gm}% + {masters} x {vs_im}% + {untitled} x {vs_untitled}%",
    "points of a norm of 1957",
)
def points_above(grandmasters: int, masters: int, untitled: int, vs_gm: int, vs_im: int, vs_untitled: int) -> float:
    """The next half point above the sum of the requirements: a score had to exceed it (4.24).

    >>> points_above(5, 7, 3, 55, 75, 85), points_above(5, 7, 3, 35, 55, 75)
    (11.0, 8.0)
    """
    required = grandmasters * vs_gm + masters * vs_im + untitled * vs_untitled
    return (required // HALF_POINT + 1) / 2


@carries("P15")
def norm_points_1957(grandmasters: int, masters: int, untitled: int, title: Title) -> float:
    """The points of a GM or IM norm against so many grandmasters, international masters and untitled players.

    >>> norm_points_1957(5, 7, 3, Title.GM), norm_points_1957(5, 7, 3, Title.IM)  # 4.24
    (11.0, 8.0)
    """
    counts = _counts(grandmasters=grandmasters, masters=masters, untitled=untitled)
    if title not in FRACTION:
        raise refuse("no-norm", "title", f"{title} had no norm in 1957", "ask for GM or IM (4.24)")
    return points_above(*counts, *FRACTION[title])


@carries("P15", "t-4.24")
def category_1957(grandmasters: int, masters: int, untitled: int) -> Category1957 | None:
    """The strictest category that a tournament of these players belongs to; None when it belongs to none.

    >>> category_1957(8, 4, 4).name, category_1957(4, 4, 2).name, category_1957(0, 8, 8).name
    ('1a', '1b', '2a')
    >>> category_1957(0, 4, 6) is None
    True
    """
    strong, masters, others = _counts(grandmasters=grandmasters, masters=masters, untitled=untitled)
    players = strong + masters + others
    for category in CATEGORIES_1957:
        if (
            players >= category.players
            and strong * 100 >= category.grandmasters * players
            and (strong + masters) * 100 >= category.titled * players
        ):
            return category
    return None


def _counts(**counts: int) -> tuple[int, int, int]:
    for name, count in counts.items():
        if count < 0:
            raise refuse("negative", name, f"{count} players are none", "count them from 0")
    if not any(counts.values()):
        raise refuse("empty-field", "grandmasters", "the tournament has no player", "count those who took part")
    return counts["grandmasters"], counts["masters"], counts["untitled"]
