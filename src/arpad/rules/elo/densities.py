"""Statistical densities of players and talent (7.1): players, rated players and titleholders by population."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arpad.rules.elo.checks import finite, positive
from arpad.rules.elo.error import refuse
from arpad.rules.rule import carries, rule


@dataclass(frozen=True, slots=True)
class Population:
    """What is counted of a country, or of a group of countries.

    Attributes:
        name: the country.
        millions: its population in millions.
        thousands: its chessplayers in thousands; None where nobody reports them.
        rated: its rated players.
        grandmasters: its grandmasters.
        masters: its international masters.
    """

    name: str
    millions: float
    thousands: float | None
    rated: int
    grandmasters: int = 0
    masters: int = 0

    @property
    def titled(self) -> int:
        """Grandmasters and international masters together."""
        return self.grandmasters + self.masters


@dataclass(frozen=True, slots=True)
class Densities:
    """The ratios of 7.13 and 7.14; None where no players are reported.

    Attributes:
        players_per_thousand: chessplayers per thousand of the population.
        rated_per_million: rated players per million of the population.
        rated_per_thousand_players: rated players per thousand chessplayers.
        titled_per_million: titleholders per million of the population.
        titled_per_thousand_players: titleholders per thousand chessplayers.
    """

    players_per_thousand: float | None
    rated_per_million: float
    rated_per_thousand_players: float | None
    titled_per_million: float
    titled_per_thousand_players: float | None


@rule("P41", "", "{count} / {base}", "how many there are for each unit of what they are counted by")
def density(count: float, base: float) -> float:
    """A ratio of 7.13: thousands of players by millions of people are players per thousand, and so on.

    >>> density(2.2, 0.25), density(46.0, 0.25)
    (8.8, 184.0)
    """
    return count / base


@carries("P41", "t-7.13")
def densities(of: Population) -> Densities:
    """The densities of a country or of a group.

    >>> found = densities(Population("Iceland", 0.24, 2.2, 46, 2, 5))
    >>> round(found.players_per_thousand or 0.0, 2), round(found.rated_per_million, 2)
    (9.17, 191.67)
    """
    millions = positive(of.millions, f"{of.name}.millions")
    thousands = None if of.thousands is None else positive(of.thousands, f"{of.name}.thousands")
    for name in ("rated", "grandmasters", "masters"):
        if finite(getattr(of, name), name) < 0:
            raise refuse("negative", f"{of.name}.{name}", f"{getattr(of, name)} is below zero", "count from 0")
    return Densities(
        None if thousands is None else density(thousands, millions),
        density(of.rated, millions),
        None if thousands is None else density(of.rated, thousands),
        density(of.titled, millions),
        None if thousands is None else density(of.titled, thousands),
    )


@carries("P41", "t-7.14")
def together(name: str, parts: Iterable[Population]) -> Population:
    """Several countries as one; players are those of the countries that report them.

    >>> together("Both", [Population("A", 2.0, 1.0, 5, 1, 2), Population("B", 3.0, None, 1)])
    Population(name='Both', millions=5.0, thousands=1.0, rated=6, grandmasters=1, masters=2)
    """
    listed = list(parts)
    if not listed:
        raise refuse("nothing-given", "parts", "a group without countries has no densities", "name at least one")
    millions, thousands = 0.0, 0.0
    for part in listed:
        millions += part.millions
        thousands += part.thousands or 0.0
    return Population(
        name,
        millions,
        thousands or None,
        sum(part.rated for part in listed),
        sum(part.grandmasters for part in listed),
        sum(part.masters for part in listed),
    )
