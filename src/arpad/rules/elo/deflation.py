"""Rating an event with deflation controls (3.6, 3.7): who is rated first, by which K, with what corrections.

A player who improves takes points from others whose proficiency has not changed.  So those whose ratings say
little are rated first, and their new ratings count when the others are rated; exceptional performers are brought
near their performance, and their opponents get back what the old rating cost them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum

from arpad.rules.elo.checks import finite
from arpad.rules.elo.controls import Award, Contestant, Controls, Entry, Feedback, Standing
from arpad.rules.elo.corrections import bonus_points, feedback_points, raised_k
from arpad.rules.elo.crosstable import Crosstable
from arpad.rules.elo.current import blend_by_games, rating_change
from arpad.rules.elo.error import EloError, refuse
from arpad.rules.elo.exceptional import exceptional_test
from arpad.rules.elo.expectancy import LINEAR, NORMAL, SIGMA_DIFFERENCE, Expectancy
from arpad.rules.elo.groups import reached_from, record_among
from arpad.rules.elo.performance import performance
from arpad.rules.elo.provisional import reduced_difference
from arpad.rules.elo.reliability import rating_deviation
from arpad.rules.elo.self_consistent import anchored_ratings
from arpad.rules.rule import carries


@dataclass(frozen=True, slots=True)
class EventLine:
    """What an event made of one player.

    Attributes:
        contestant: who, as he came.
        standing: the group he was rated in.
        entry: the rating he was entered at; a rated player's own; None where it is his performance, or nothing.
        games: N, against players with a rating.
        score: W in them.
        expected: W_e; None for unrated and provisional players, who are rated by performance.
        k: K, raised where it was; None likewise.
        performance: R_p; None without games.
        change: K (W - W_e), or what the performance made of a provisional rating.
        excess_needed: the least exceptional excess of the z-M test; None where it was not asked.
        exceptional: whether the performance is.
        bonus: bonus points.
        feedback: what exceptional opponents gave back.
        after: the new rating; None for an unrated player whom no games link to a rated one.
    """

    contestant: Contestant
    standing: Standing
    entry: float | None
    games: float = 0.0
    score: float = 0.0
    expected: float | None = None
    k: float | None = None
    performance: float | None = None
    change: float = 0.0
    excess_needed: float | None = None
    exceptional: bool = False
    bonus: float = 0.0
    feedback: float = 0.0
    after: float | None = None


@dataclass(frozen=True, slots=True)
class EventRating:
    """A rated event, its players in the order of the crosstable."""

    lines: tuple[EventLine, ...]

    @property
    def after(self) -> dict[str, float]:
        """The new ratings of everybody who has one."""
        return {line.contestant.player: line.after for line in self.lines if line.after is not None}

    @property
    def points_fed(self) -> float:
        """What the rated players gained together: the points that the event fed into the pool."""
        return fsum(
            line.after - line.contestant.rating
            for line in self.lines
            if line.after is not None and line.contestant.rating is not None
        )


class _Event:
    """An event on its way: the ratings that count for the next group, and the lines so far."""

    def __init__(
        self, table: Crosstable, contestants: Mapping[str, Contestant], controls: Controls, expectancy: Expectancy
    ) -> None:
        self.table = table
        self.controls = controls
        self.expectancy = expectancy
        self.standing = {player: controls.standing(contestants[player]) for player in table.players}
        self.counts = {player: rating for player in table.players if (rating := contestants[player].rating) is not None}
        self.lines = {
            player: EventLine(contestants[player], self.standing[player], contestants[player].rating)
            for player in table.players
        }

    def met(self, player: str) -> list[tuple[str, float, float]]:
        """The games against opponents whose rating counts by now."""
        return [game for game in self.table.opponents(player) if game[0] in self.counts]

    def expected(self, player: str, own: float, ratings: Mapping[str, float]) -> float:
        """W_e by (3), against those ratings."""
        return fsum(n * self.expectancy.probability(own - ratings[other]) for other, n, _ in self.met(player))

    def difference(self, score: float, games: float) -> float:
        """D_p; for a clean or zero score that of the linear formula (10), which stays finite."""
        try:
            return self.expectancy.difference(score / games)
        except EloError:
            return LINEAR.difference(score / games)

    def performance(self, player: str) -> tuple[float, float, float] | None:
        """Games, score and R_p against the opponents whose rating counts; None without any."""
        met = self.met(player)
        if not met:
            return None
        games, score = fsum(n for _, n, _ in met), fsum(made for _, _, made in met)
        difference = self.difference(score, games)
        if self.controls.small_samples and self.standing[player] is Standing.PROVISIONAL:
            difference = reduced_difference(difference, games)
        return games, score, performance(fsum(n * self.counts[other] for other, n, _ in met) / games, difference)


@carries("P11", "P12")
def rate_event(
    table: Crosstable,
    contestants: Sequence[Contestant],
    controls: Controls | None = None,
    expectancy: Expectancy = NORMAL,
) -> EventRating:
    """The new ratings of all players of an event, with the deflation controls chosen (3.71-3.76).

    Everybody is rated by the ratings that count when his group's turn comes: those from before the event, and the
    new ones of groups rated earlier.  Unrated players get their performance rating, found together; provisional
    ones have it averaged into their rating by games; all others are rated by (2) and (3).  A clean or zero score
    stands for the performance of the linear formula (10).

    >>> from arpad.rules.elo.crosstable import Pairing, crosstable
    >>> event = crosstable(("A", "B", "New"), [Pairing("A", "B", 4.0, 2.0), Pairing("New", "A", 4.0, 3.0)])
    >>> found = rate_event(event, (Contestant("A", 1800.0), Contestant("B", 1800.0), Contestant("New")))
    >>> [round(rating, 1) for rating in found.after.values()]
    [1800.0, 1800.0, 1990.8]
    """
    chosen = controls or Controls()
    event = _Event(table, _known(table, contestants), chosen, expectancy)
    _enter(event)
    for standing in chosen.early:
        if standing is not Standing.UNRATED or chosen.entry is not Entry.FIDE:
            _rate_group(event, [player for player in _waiting(event) if event.standing[player] is standing])
    _rate_group(event, _waiting(event))
    return EventRating(tuple(event.lines[player] for player in table.players))


def _known(table: Crosstable, contestants: Sequence[Contestant]) -> dict[str, Contestant]:
    found: dict[str, Contestant] = {}
    for index, one in enumerate(contestants):
        place = f"contestants[{index}]"
        if one.player in found:
            raise refuse("name-twice", place, f"{one.player!r} stands here twice", "give each player once")
        for name, value in (("rating", one.rating), ("games", one.games), ("age", one.age)):
            if value is not None:
                finite(value, f"{place}.{name}")
        if one.games is not None and one.games < 0.0:
            raise refuse("negative", f"{place}.games", f"{one.games:g} games cannot be", "give 0 or more, or none")
        found[one.player] = one
    for player in table.players:
        if player not in found:
            raise refuse(
                "contestant-missing", "contestants", f"nothing is said of {player}", "name everybody who plays"
            )
    if all(found[player].rating is None for player in table.players):
        raise refuse(
            "nobody-rated", "contestants", "no player of the event is rated", "rate it by successive approximations"
        )
    return found


def _waiting(event: _Event) -> list[str]:
    """Who has a rating to start from and no new one yet."""
    return [player for player in event.table.players if player in event.counts and event.lines[player].after is None]


def _enter(event: _Event) -> None:
    """Give the unrated players their performance ratings, or the rating at which they enter (3.71, 3.76)."""
    new = [player for player in event.table.players if event.standing[player] is Standing.UNRATED]
    if event.controls.entry is Entry.MEDIAN and event.controls.median is not None:
        for player in new:
            event.lines[player] = replace(event.lines[player], entry=event.controls.median)
            event.counts[player] = event.controls.median
        return
    performed = _performances_of_new(event, new)
    average = fsum([*event.counts.values(), *performed.values()]) / (len(event.counts) + len(performed))
    early = Standing.UNRATED in event.controls.early
    for player, rating in performed.items():
        games, score = event.table.games(player), event.table.score(player)
        line = replace(event.lines[player], games=games, score=score, performance=rating)
        if event.controls.entry is Entry.FIDE and score >= games / 2:
            event.lines[player] = replace(line, entry=average)
            event.counts[player] = average
            continue
        event.lines[player] = replace(line, after=rating)
        if early or event.controls.entry is Entry.FIDE:
            event.counts[player] = rating


def _performances_of_new(event: _Event, new: Sequence[str]) -> dict[str, float]:
    """R_p of the unrated players whom games link to a rated one, found together (3.71, 1.67)."""
    linked = reached_from(event.table, event.counts)
    differences = {}
    for player in new:
        if player in linked:
            games, score = record_among(event.table, player, linked)
            difference = event.difference(score, games)
            small = event.controls.small_samples
            differences[player] = reduced_difference(difference, games) if small else difference
    return anchored_ratings(event.table, event.counts, differences)


def _rate_group(event: _Event, group: Sequence[str]) -> None:
    """Rate a group by the ratings that count now; then its new ratings count."""
    for player in group:
        rate = _blended if event.standing[player] is Standing.PROVISIONAL else _updated
        event.lines[player] = rate(event, player)
    _feed_back(event, group)
    event.counts |= {player: after for player in group if (after := event.lines[player].after) is not None}


def _blended(event: _Event, player: str) -> EventLine:
    """A provisional rating and a performance, averaged by their games (1.53, 3.72)."""
    line, own = event.lines[player], event.counts[player]
    performed = event.performance(player)
    if performed is None:
        return replace(line, after=own)
    games, score, rating = performed
    behind = line.contestant.games or 0.0
    after = blend_by_games(own, behind + games, rating, games)
    return replace(line, games=games, score=score, performance=rating, change=after - own, after=after)


def _updated(event: _Event, player: str) -> EventLine:
    """A rating by (2) and (3), with what an exceptional performance adds (3.73, 3.74)."""
    line, own, controls = event.lines[player], event.counts[player], event.controls
    performed = event.performance(player)
    k = controls.k_for(0.0 if line.contestant.rating is None else line.contestant.games, own)
    if performed is None:
        return replace(line, k=k, after=own)
    games, score, reached = performed
    expected = event.expected(player, own, event.counts)
    line = replace(line, games=games, score=score, expected=expected, k=k, performance=reached)
    if line.standing is not Standing.UNRATED and (controls.award, controls.feedback) != (Award.NONE, Feedback.NONE):
        test = exceptional_test(score, expected, games, level=controls.level)
        line = replace(line, excess_needed=test.critical, exceptional=test.exceptional)
    sigma = rating_deviation(games, SIGMA_DIFFERENCE)
    if line.exceptional and controls.award is Award.RAISED_K:
        fits = raised_k(k, reached, sigma, own, score - expected)
        line = replace(line, k=fits if controls.raised_k is None else max(k, controls.raised_k))
    change = rating_change(line.k or 0.0, score, expected)
    bonus = 0.0
    if line.exceptional and controls.award is Award.BONUS:
        bonus = bonus_points(reached, sigma, own + change)
    return replace(line, change=change, bonus=bonus, after=own + change + bonus)


def _feed_back(event: _Event, group: Sequence[str]) -> None:
    """Give back to the opponents of exceptional performers in a group what those's old ratings cost them (3.75).

    Whoever is rated later meets their new ratings anyway; the exceptional performers themselves keep what they have.
    """
    lines, way = event.lines, event.controls.feedback
    raised = {player: after for player in group if lines[player].exceptional and (after := lines[player].after)}
    if way is Feedback.NONE or not raised:
        return
    shares = {player: lines[player].score / lines[player].games for player in raised}
    promised = {player: (lines[player].expected or 0.0) / lines[player].games for player in raised}
    second = {**event.counts, **raised}
    for player in group:
        line = lines[player]
        if player in raised or line.expected is None or line.k is None or line.after is None:
            continue
        if way is Feedback.SECOND_CYCLE:
            points = line.k * (line.expected - event.expected(player, event.counts[player], second))
        else:
            points = fsum(
                games * feedback_points(line.k, shares[other], promised[other])
                for other, games, _ in event.met(player)
                if other in raised
            )
        lines[player] = replace(line, feedback=points, after=line.after + points)
