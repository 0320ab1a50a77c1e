"""`arpad schema`: the JSON Schema of the two public documents."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import Annotated

import typer

from arpad.formats import event_document, rated_document


class Document(StrEnum):
    """The public documents."""

    EVENT = "event"
    RATED = "rated"


def schema(
    document: Annotated[Document, typer.Argument(help="event: what was played; rated: what came of it.")],
) -> None:
    """Print the JSON Schema of arpad-event/1 or arpad-rated/1.

    \b
    Examples:
      arpad schema event
      arpad schema rated > rated.schema.json
    """
    found = event_document.schema() if document is Document.EVENT else rated_document.schema()
    sys.stdout.write(json.dumps(found, indent=1) + "\n")
