"""Bytes to a JSON value: encodings, endless nesting, doubled keys and absurd numbers are problems, never exceptions."""

from __future__ import annotations

import json
from typing import Any

from arpad.rules.problem import Problem

LARGEST = 64 * 1024 * 1024
"""Bytes of one document; a section of 20,000 players and 20 rounds has about 10 MiB."""


class _DoubledKeyError(ValueError):
    """An object names a key twice: one of the values would be lost."""


def parse_json(content: bytes) -> tuple[Any, Problem | None]:  # noqa: PLR0911 (one for each way to fail)
    """The JSON value of some bytes, or the problem that keeps them from being one.

    >>> parse_json(b'[1, 2]')
    ([1, 2], None)
    >>> print(parse_json(b'{"a": 1, "a": 2}')[1])
    error: the key 'a' stands twice in one object; keep one of them [duplicate-key]
    """
    if len(content) > LARGEST:
        return None, _problem(
            "too-large", f"{len(content)} bytes, at most {LARGEST} are read", "split it into several events"
        )
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None, _problem("not-utf8", "the file is UTF-16", "save it as UTF-8")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return None, _problem("not-utf8", f"byte {error.start} is not UTF-8", "save the file as UTF-8")
    if not text.strip():
        return None, _problem("empty", "there is nothing in it", "an event document is a JSON object")
    try:
        return json.loads(text, object_pairs_hook=_object), None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        several = error.msg == "Extra data" and text[error.pos : error.pos + 1] == "{"
        hint = "one document a line? use --lines" if several else "check quotes, commas and brackets"
        return None, Problem("bad-json", "", place, f"not JSON: {error.msg}", hint)
    except _DoubledKeyError as error:
        return None, _problem("duplicate-key", str(error), "keep one of them")
    except RecursionError:
        return None, _problem("too-deep", "lists or objects are nested without end", "is it another kind of document?")
    except ValueError:  # Python refuses integers of more than 4300 digits
        return None, _problem("too-many-digits", "a number has thousands of digits", "no rating has so many")


def _problem(code: str, message: str, hint: str) -> Problem:
    return Problem(code, "", "", message, hint)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _DoubledKeyError(f"the key {key[:60]!r} stands twice in one object")
            seen.add(key)
    return found
