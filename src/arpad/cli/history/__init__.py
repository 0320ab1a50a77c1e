"""`arpad history`: a federation's whole past in a folder; rate it, ask it, correct it, compare it."""

from __future__ import annotations

import typer

from arpad.cli.history import asking, changing, making

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="A whole history in a folder: make it, rate it, ask it, correct it, compare it.",
)
app.command("generate")(making.generate)
app.command("build")(making.build)
app.command("rate")(making.rate)
app.command("correct")(changing.correct)
app.command("corrections")(changing.corrections)
app.command("diff")(changing.diff)
app.command("standings")(asking.standings)
app.command("player")(asking.player)
app.command("why")(asking.why)
app.command("export")(asking.export)
