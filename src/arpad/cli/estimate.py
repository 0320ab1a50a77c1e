"""`arpad estimate`: one player's next rating from the command line."""

from __future__ import annotations

import json
import re
import sys
from datetime import date, timedelta
from typing import Annotated, Any

import typer

from arpad.api import law_choice
from arpad.cli.options import AsJson, Edition, Known, ProfileOption, SystemOption, day, fail
from arpad.rules.law import law
from arpad.rules.problem import LawError
from arpad.rules.rulebook import Rulebook
from arpad.rules.uschess.estimate import EstimatedGame, codes_for
from arpad.rules.uschess.estimate import estimate as estimate_rating
from arpad.rules.uschess.result import Rated
from arpad.rules.uschess.special_procedure import procedure as printed_procedure
from arpad.rules.vocabulary import OtherRating, Player, Rating, Record, System
from arpad.rules.worksheet import short

RECORDS = {entry.word: entry for entry in Record}

CAUTION = (
    "An estimate in one pass: a section is rated as a whole, in two. In 319 results of 2026 one pass against\n"
    "pre-event ratings was 11 points off in the median, 36 in nine of ten; `arpad rate` rates whole sections."
)


def ratings_of(text: str) -> list[float]:
    """Ratings in a list: ``1600,1550,1700`` or with spaces.

    >>> ratings_of("1600, 1550 1700.5")
    [1600.0, 1550.0, 1700.5]
    """
    found = []
    for word in re.split(r"[,\s]+", text.strip()):
        if not re.fullmatch(r"\d{1,4}(\.\d{1,12})?", word, re.ASCII) or not 1 <= float(word) <= 4000:
            raise typer.BadParameter(f"{word!r} is not a rating between 1 and 4000")
        found.append(float(word))
    return found


def games_of(text: str) -> list[EstimatedGame]:
    """Games in a list: ``W1600 D1550 L1700``.

    >>> games_of("W1600, d1550")
    [EstimatedGame(code='W', rating=1600.0), EstimatedGame(code='D', rating=1550.0)]
    """
    found = []
    for word in re.split(r"[,\s]+", text.strip()):
        if word[:1].upper() not in {"W", "L", "D"}:
            raise typer.BadParameter(f"{word!r} is not a result like W1600, D1550 or L1700")
        found.append(EstimatedGame(word[0].upper(), ratings_of(word[1:])[0]))
    return found


def estimate(
    *,
    rating: Annotated[
        float | None, typer.Option(min=1, max=4000, help="Rating before; leave out when unrated.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(min=0, max=1_000_000, help="Games it is based on; default: established, many."),
    ] = None,
    opponents: Annotated[str | None, typer.Option(metavar="LIST", help='Ratings met: "1600,1550,1700".')] = None,
    score: Annotated[float | None, typer.Option(min=0, help="Points scored; left out: every possible score.")] = None,
    results: Annotated[str | None, typer.Option(metavar="LIST", help='Instead of both: "W1600 D1550 L1700".')] = None,
    record: Annotated[str, typer.Option(help="Earlier games: mixed, all-wins or all-losses.")] = "mixed",
    peak: Annotated[float | None, typer.Option(min=1, max=4000, help="Highest established rating.")] = None,
    age: Annotated[float | None, typer.Option(min=0, max=120, help="Age in years, to the day, for a newcomer.")] = None,
    birth: Annotated[
        date | None, typer.Option(parser=day, metavar="DATE", help="Birth date, for a newcomer, instead of the age.")
    ] = None,
    fide: Annotated[float | None, typer.Option(min=1, max=4000, help="FIDE rating, for a newcomer.")] = None,
    dual: Annotated[bool, typer.Option("--dual", help="The section is rated Regular and Quick.")] = False,
    system: SystemOption = None,
    on: Annotated[
        date | None,
        typer.Option("--date", parser=day, metavar="DATE", help="Day of the event; default: today."),
    ] = None,
    edition: Edition = None,
    known: Known = None,
    profile: ProfileOption = None,
    procedure: Annotated[
        bool, typer.Option("--procedure", help="Beside the exact special rating, the printed procedure's steps.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Estimate one player's next rating, in one pass against opponents of given ratings.

    \b
    Examples:
      arpad estimate --rating 1500 --games 30 --opponents 1600,1550,1700 --score 2
      arpad estimate --rating 1500 --games 30 --opponents 1600,1550,1700      every score
      arpad estimate --rating 1100 --games 5 --record all-wins --results "W900 L1400"
      arpad estimate --age 11 --opponents "600 800 750" --score 1.5           unrated so far
      arpad estimate --edition 2017-04-24 --results "W500 W600 W800" --procedure
    """
    chosen = system or System.OTBR
    moment = on or date.today()  # noqa: DTZ011 (the clock belongs to the edge)
    wanted = _wanted(opponents, score, results)
    try:
        book = law().rulebook(chosen, law_choice(edition=edition, known=known, profile=profile), moment, moment)
    except LawError as error:
        fail(str(error))
    player = _player(chosen, moment, rating, games, record, peak, age, birth, fide)
    outcomes = [(points, estimate_rating(player, played, book, moment, dual=dual)) for points, played in wanted]
    if as_json:
        _print_json(book, outcomes)
        return
    _print_table(book, outcomes)
    if procedure:
        for (points, played), (_, outcome) in zip(wanted, outcomes, strict=True):
            sys.stdout.write(f"{short(points)}/{len(played)}: {_procedure_text(book, outcome, played, record)}\n")


def _wanted(opponents: str | None, score: float | None, results: str | None) -> list[tuple[float, list[EstimatedGame]]]:
    """The games of each score that is asked for."""
    if results is not None:
        if opponents is not None or score is not None:
            fail("--results says both opponents and score: leave the other two out")
        games = games_of(results)
        return [(sum({"W": 1.0, "D": 0.5}.get(game.code, 0.0) for game in games), games)]
    if opponents is None:
        fail('name the opponents: --opponents "1600,1550,1700", or --results "W1600 D1550 L1700"')
    ratings = ratings_of(opponents)
    if score is not None and (score > len(ratings) or score * 2 != int(score * 2)):
        fail(f"{short(score)} is no score against {len(ratings)} opponents: halves from 0 to {len(ratings)}")
    scores = [score] if score is not None else [half / 2 for half in range(2 * len(ratings), -1, -1)]
    return [
        (
            points,
            [EstimatedGame(code, met) for code, met in zip(codes_for(points, len(ratings)), ratings, strict=True)],
        )
        for points in scores
    ]


def _player(
    system: System,
    moment: date,
    rating: float | None,
    games: int | None,
    record: str,
    peak: float | None,
    age: float | None,
    birth: date | None,
    fide: float | None,
) -> Player:
    if record not in RECORDS:
        fail(f"--record is mixed, all-wins or all-losses, not {record!r}")
    if rating is None:
        for name, value in (("--games", games), ("--peak", peak)):
            if value is not None:
                fail(f"{name} goes with --rating")
        if age is not None and birth is not None:
            fail("--age and --birth say the same: give one of them")
        if age is not None:
            birth = moment - timedelta(days=round(age * 365.25))
        return Player(1, birth=birth, fide=None if fide is None else OtherRating(fide))
    for name, given in (("--age", age), ("--birth", birth), ("--fide", fide)):
        if given is not None:
            fail(f"{name} is for players without a rating: it does not go with --rating")
    return Player(1, ratings={system: Rating(rating, games, RECORDS[record], peak=peak)})


def _procedure_text(book: Rulebook, outcome: Rated, played: list[EstimatedGame], record: str) -> str:
    """The printed procedure of the rulebook's text, step by step (section 4.1; 2009: 2.2)."""
    if outcome.formula != "special" or outcome.r0 is None or outcome.n_effective is None:
        return "rated by the standard formula, which needs no procedure"
    before = RECORDS[record] if outcome.initial is None else Record.MIXED
    met = [game.rating for game in played]
    run = printed_procedure(book, outcome.r0, outcome.n_effective, before, outcome.score, met, as_printed=True)
    steps = " -> ".join(short(m) for m in run.path)
    return f"M = {steps}; {f'stuck: {run.stuck}' if run.stuck else f'ends at {short(run.rating)}'}"


def _print_json(book: Rulebook, outcomes: list[tuple[float, Rated]]) -> None:
    found: list[dict[str, Any]] = [
        {
            "score": points,
            "games": outcome.games,
            "formula": outcome.formula,
            "pre": outcome.pre,
            "k": outcome.k,
            "expected": outcome.expected,
            "bonus": outcome.bonus,
            "unfloored": outcome.unfloored,
            "post": outcome.post,
            "official": outcome.official,
        }
        for points, outcome in outcomes
    ]
    law_of = {"system": book.system.value, "day": str(book.day or ""), "digest": book.digest}
    sys.stdout.write(json.dumps({**law_of, "passes": 1, "estimates": found}, indent=1) + "\n")


def _print_table(book: Rulebook, outcomes: list[tuple[float, Rated]]) -> None:
    from arpad.cli.tables import console, notation, print_table

    first = outcomes[0][1]
    law_of = f"edition {book.choice.edition}" if book.choice.edition else f"law of {book.day}"
    start = notation(first.pre, first.pre_games)
    if first.initial is not None:
        start = f"unrated, start {first.initial.rating:.2f} ({first.initial.source})"
    columns = [
        ("Score", "right"),
        ("Expected", "right"),
        ("K", "right"),
        ("Bonus", "right"),
        ("After", "right"),
        ("Change", "right"),
        ("Official", "right"),
    ]
    rows = [
        (
            f"{short(points)}/{outcome.games}",
            "" if outcome.expected is None else f"{outcome.expected:.2f}",
            "" if outcome.k is None else f"{outcome.k:.2f}",
            f"{outcome.bonus:.2f}" if outcome.bonus else "",
            notation(outcome.post, outcome.post_games),
            "" if outcome.change is None else f"{outcome.change:+.2f}",
            str(outcome.official),
        )
        for points, outcome in outcomes
    ]
    out = console()
    print_table(out, f"{book.system}, {start}, {first.formula} formula ({law_of})", columns, rows)
    out.print(CAUTION)
