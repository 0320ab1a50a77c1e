"""`arpad elo`: Arpad Elo's own system, as his book has it."""

from __future__ import annotations

import typer

from arpad.cli.elo import (
    all_against_all,
    approximating,
    comparing,
    expecting,
    forecasting,
    handicapping,
    performing,
    relying,
    showing,
    testing,
    titling,
)

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Arpad Elo's own system, as his book has it: expect, rate, forecast, approximate, test and compare.",
)
app.command("expect", context_settings={"ignore_unknown_options": True})(expecting.expect)
app.command("performance")(performing.performance)
app.command("roundrobin")(all_against_all.roundrobin)
app.command("match")(all_against_all.match)
app.command("forecast")(forecasting.forecast)
app.command("approximate")(approximating.approximate)
app.command("compare")(comparing.compare)
app.command("handicap")(handicapping.handicap)
app.command("norm")(titling.norm)
app.command("category")(titling.category)
app.command("reliability")(relying.reliability)
app.add_typer(testing.app, name="test")
app.command("data")(showing.data)
