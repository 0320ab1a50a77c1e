"""`arpad elo`: Arpad Elo's own system, as his book has it."""

from __future__ import annotations

import typer

from arpad.cli.elo import approximating, comparing, expecting, forecasting, handicapping, performing, showing, titling

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Arpad Elo's own system: expectancies, performances, round robins, matches, forecasts.",
)
app.command("expect", context_settings={"ignore_unknown_options": True})(expecting.expect)
app.command("performance")(performing.performance)
app.command("roundrobin")(performing.roundrobin)
app.command("match")(performing.match)
app.command("forecast")(forecasting.forecast)
app.command("approximate")(approximating.approximate)
app.command("compare")(comparing.compare)
app.command("handicap")(handicapping.handicap)
app.command("norm")(titling.norm)
app.command("category")(titling.category)
app.command("data")(showing.data)
