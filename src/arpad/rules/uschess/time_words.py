"""The words of time controls: text to tokens for time_notation.

English above all, with the usual words of the other languages met in tournament files. A word that is not
known here becomes a token of kind `?`, which fits nowhere: a text with one is not understood.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

__all__ = ["Token", "tokenise"]


class Token(NamedTuple):
    """A word, sign or number. `number` is that of kinds `number` and (in minutes) `clock`."""

    kind: str
    number: float = 0.0


_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201b\u2032\u00b4\u02b9\u02bc`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u02ba", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u200b\u200e\u200f\u2060\ufeff\u00ad", " "),
        **dict.fromkeys("\u2215\uff0f\\", "/"),
        **dict.fromkeys("\uff0b|", "+"),
        **dict.fromkeys("[{", "("),
        **dict.fromkeys("]}", ")"),
        "\u00d7": "x",
        "\uff0c": ",",
        "\uff1a": ":",
        "\uff1b": ";",
    }
)
"""Look-alikes, as word processors and phones put them, and the sign each stands for."""

_EACH: Final = r"(?:after|for|per|each|every|a|pro|je|par|por)(?![a-z]) ?(?:each |every )?"
_MOVE: Final = r"(?:move|mv|zug|coup|jugada|movimiento|mossa)(?![a-z])"
_SOMEBODY: Final = r"(?:player|side|game|spieler|partie|joueur|jugador)(?![a-z])"
_FROM: Final = r"\b(?:starting |beginning )?(?:from|with|at|on|ab) (?:the |dem )?"
_ROUNDS: Final = r"[0-9]{1,2}[ -]?(?:rounds|rds|rd|r)?[ -]?(?:ss|rr|swiss)|[0-9]{1,2}[ -]?rounds|quads"

_PHRASES: Final = (
    # A full stop after an abbreviation or a sentence; the hyphens of `5-second delay`, `G-60`, `G/60 - d5`.
    (r"(?<=[a-z'\"])\.|(?<=[0-9])\.(?= |$)", ""),
    (r"(?<=[0-9a-z])-(?=[a-z])|(?<=[a-z])-(?=[0-9])", ""),
    (r" - ", ","),
    # What announcements put in front: `Time control:`, `5SS,`, `4-RR`, `3 rounds:`, `Quads,`.
    (r"^ ?(?:time control|tc|rate of play|bedenkzeit)(?![a-z])[ :=]*", ""),
    (rf"^ ?(?:{_ROUNDS})[ ,;:]+", ""),
    # `40m` may be 40 moves or 40 minutes; at the end of a period it is minutes. `t/d5` is a time delay.
    (r"(?<=[0-9]) ?m(?= ?(?:$|[+,;]))", "min"),
    (r"(?<![a-z])t ?/? ?d(?![a-z])", "d"),
    (rf"{_FROM}(?:move|zug) (?:1|one)(?![0-9a-z])", ""),
    (rf"{_FROM}(?:first|1st|1|ersten) {_MOVE}", ""),
    (rf"(?:/ ?|\b{_EACH}){_MOVE}", "permove"),
    (rf"\b{_EACH}{_SOMEBODY}", ""),
    (r"\b(?:rest|remainder) of (?:the )?game(?![a-z])", "rest"),
    (r"\bsudden death(?![a-z])", "rest"),
    (r"\bfollowed by(?![a-z])", ","),
)
"""Patterns in the order they are applied, and the plain word each stands for."""

_RULES: Final = tuple((re.compile(pattern), f" {word} ") for pattern, word in _PHRASES)

_WORDS: Final = {
    word: kind
    for kind, words in {
        "hour": "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore",
        "minute": "' mn min mins minute minutes minuten minuto minutos minuti",
        "second": '" s sec secs second seconds sek sekunde sekunden seconde secondes segundos secondi',
        "move": "mm mv mvs move moves zug zuge zuege zugen coups jugadas movimientos mosse",
        "rest": "g game sd all rest remainder end finish reste resto",
        "increment": "i inc incr increment increments incremental fischer bonus inkrement incremento",
        "delay": "d dl dly del delay bronstein",
        "per move": "permove",
        "no": "no without ohne",
        "or": "or nor",
        "plus": "+ plus",
        "slash": "/",
        "in": "in of =",
        "for": "x for fur",
        "comma": ", then and und",
        "semicolon": ";",
        "colon": ":",
        # Understood, and said without meaning for the numbers.
        "": "a an the with by to additional first next den dem die bullet blitz rapid quick standard classical",
    }.items()
    for word in words.split()
}

_TOKEN: Final = re.compile(
    r"(?P<clock>(?<![0-9:])[0-9]{1,2}:[0-5][0-9](?::[0-5][0-9])?(?![0-9:]))"
    r"|(?P<number>(?<![0-9.])[0-9]+(?:\.[0-9]+)?(?![0-9.]))"
    r"|(?P<word>[^\W\d_]+|[^\s])"
)

_REMARK: Final = re.compile(r"\(([^()]*)\)")


def tokenise(text: str) -> list[Token]:
    """Cut a text into tokens, after its look-alikes and phrases have become plain words."""
    return _tokens(_REMARK.sub(_remark, _plain_words(text)))


def _plain_words(text: str) -> str:
    """Lower case, without accents, every blank one space, seconds written as a double quote."""
    text = unicodedata.normalize("NFD", text.translate(_SIGNS).casefold())
    text = re.sub(r"(?<=[a-z])[\u0300-\u036f]+", "", text).replace("''", '"')
    for pattern, word in _RULES:
        text = pattern.sub(word, " ".join(text.split()))
    return text


def _tokens(text: str) -> list[Token]:
    tokens = []
    for match in _TOKEN.finditer(text):
        if match["number"]:
            tokens.append(Token("number", float(match["number"])))
        elif match["clock"]:
            tokens.append(_clock(match["clock"]))
        elif kind := _WORDS.get(match["word"], "?"):
            tokens.append(Token(kind))
    return tokens


def _clock(text: str) -> Token:
    """`h:mm` or `h:mm:ss`. From `3:00` on two fields may as well be minutes and seconds: not understood."""
    hours, minutes, *seconds = map(int, text.split(":"))
    if hours > 2 and not seconds:
        return Token("?")
    return Token("clock", 60 * hours + minutes + sum(seconds) / 60)


def _remark(match: re.Match[str]) -> str:
    """Open a bracket that speaks of the time control; drop one that speaks of something else.

    One that does both keeps its strange words, and so the text is not understood.
    """
    kinds = {token.kind for token in _tokens(match[1])}
    beside_the_point = "?" in kinds and kinds <= {"?", "number", "comma", "semicolon", "or"}
    return " " if beside_the_point else f" {match[1]} "
