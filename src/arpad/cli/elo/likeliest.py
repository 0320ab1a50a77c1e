"""`arpad elo approximate --ml`: the same crosstable by maximum likelihood; and what is said without the extra."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from arpad.cli.elo.shared import fixed, points
from arpad.cli.options import fail

if TYPE_CHECKING:
    from arpad.formats.score_table import ScoreTable
    from arpad.lab.likelihood import Fit, RatedGroup
    from arpad.rules.elo.expectancy import Expectancy


@contextmanager
def lab_needed() -> Iterator[None]:
    """Name the extra where numpy or scipy is missing."""
    try:
        yield
    except ImportError as error:
        fail(f"{error.name} is not installed: this needs the extra: pip install 'arpad[lab]'")


def fit(
    found: ScoreTable,
    expectancy: Expectancy,
    *,
    known: dict[str, float],
    mean: float,
    prior: float | None,
    balance: bool,
) -> Fit:
    """The likeliest ratings of a crosstable, about given ratings, a mean, or a prior at it."""
    with lab_needed():
        from arpad.lab.likelihood import Prior, maximum_likelihood
    return maximum_likelihood(
        found.table,
        expectancy,
        fixed=known,
        mean=mean,
        prior=None if prior is None else Prior(prior, mean),
        balance=balance,
    )


def document(found: ScoreTable, made: Fit) -> dict[str, Any]:
    """The fit with every digit."""
    return {
        "function": made.expectancy.name,
        "balance": made.balance,
        "players": _lines(made),
        "groups": [
            {
                "players": list(group.group.players),
                "pool": group.group.pool + 1,
                "standing": group.group.standing.value,
                "constraint": group.constraint,
                "steps": group.steps,
                "open_by": group.open_by,
                "converged": group.converged,
                "log_likelihood": group.log_likelihood,
                "covariance": None if group.covariance is None else group.covariance.tolist(),
            }
            for group in made.groups
        ],
        "left_out": made.left_out,
        "without_games": list(found.without_games),
        "remarks": _remarks(found, made),
    }


def _remarks(found: ScoreTable, made: Fit) -> list[str]:
    return [f"{name} played no rated game." for name in found.without_games] + list(made.remarks)


def _elo(made: Fit, group: RatedGroup) -> tuple[float | None, ...]:
    """What successive approximations lead to, where Elo's method knows an answer."""
    if made.prior is not None or len(group.rated) == 1:
        return (None,) * len(group.rated)
    return made.mean_opponents(group)


def _lines(made: Fit) -> list[dict[str, Any]]:
    return [
        {
            "player": rated.player,
            "group": number,
            "pool": group.group.pool + 1,
            "standing": group.group.standing.value,
            "games": rated.games,
            "score": rated.score,
            "expected": rated.expected,
            "rating": rated.rating,
            "standard_error": rated.error,
            "given": rated.fixed,
            "mean_opponents": elo,
        }
        for number, group in enumerate(made.groups, start=1)
        for rated, elo in zip(group.rated, _elo(made, group), strict=True)
    ]


def show(found: ScoreTable, made: Fit) -> None:
    """The fit as a table: the placed players by pool and rating, then those whom nothing places."""
    from arpad.cli.tables import console, print_table

    out = console()
    several = len({group.group.pool for group in made.groups}) > 1
    lines = _lines(made)
    placed = sorted(
        (line for line in lines if line["standing"] == "placed"), key=lambda line: (line["pool"], -line["rating"])
    )
    apart = [line for line in lines if line["standing"] != "placed"]
    by_elo = any(line["mean_opponents"] is not None for line in placed)
    names = ["Player", "Games", "W", "W_e", "R", "Std. error", *["Mean opponents"] * by_elo, *["Pool"] * several]
    what = "expected scores equal to scores" if made.balance else "maximum likelihood"
    print_table(
        out,
        f"{len(made.table.players)} players, {made.expectancy.name}, {what}",
        [(name, "left" if name == "Player" else "right") for name in names],
        [_row(line, by_elo=by_elo, several=several) for line in placed + apart],
    )
    for group in made.groups:
        if len(group.rated) > 1:
            first = f"{group.group.players[0]} and others: " if len(made.groups) > 1 else ""
            out.print(f"{first}{group.steps} steps; {group.constraint}.", soft_wrap=True)
    apart_from_elo = [
        abs(line["rating"] - line["mean_opponents"]) for line in placed if line["mean_opponents"] is not None
    ]
    if apart_from_elo:
        out.print(f"At most {points(max(apart_from_elo))} points from where successive approximations lead (3.41).")
    for remark in _remarks(found, made):
        out.print(remark, soft_wrap=True)


def _row(line: dict[str, Any], *, by_elo: bool, several: bool) -> list[str]:
    """A player's line; a rating that nothing holds is only told within its group."""
    placed = line["standing"] == "placed"
    rating = (
        points(line["rating"])
        if placed
        else {"above": "unbounded up", "below": "unbounded down"}.get(line["standing"], "unknown")
    )
    row = [
        line["player"],
        points(line["games"]),
        points(line["score"]),
        fixed(line["expected"]),
        rating,
        "given" if line["given"] else points(line["standard_error"]) if placed else "",
    ]
    row += [points(line["mean_opponents"]) if placed else ""] * by_elo
    return row + [str(line["pool"])] * several


def chart(made: Fit) -> Any:
    """Ratings with their standard errors, the highest first."""
    from arpad.charts.fits import ratings_with_errors

    placed = [line for line in _lines(made) if line["standing"] == "placed"]
    placed.sort(key=lambda line: -line["rating"])
    rows = [(line["player"], line["rating"], line["standard_error"]) for line in placed]
    return ratings_with_errors(rows, f"Likeliest ratings, {made.expectancy.name}")
