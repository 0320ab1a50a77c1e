"""Rows of figures from CSV."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.formats.figures import decode
from arpad.formats.json_text import LARGEST
from arpad.rules.elo.error import EloError


class TestReading:
    @pytest.mark.parametrize(
        "content",
        [
            b"from,observed\n1.5,9\n2.5,51\n",
            b"\xef\xbb\xbfFROM ; Observed\r\n1,5;9\r\n\r\n2,5;51\r\n",
            b"observed\tfrom\n9\t1.5\n51\t2,5\n",
        ],
    )
    def test_dividers_order_and_decimal_commas(self, content: bytes) -> None:
        found = decode(content, needed=("from", "observed"))
        assert found.full("from") == (1.5, 2.5)
        assert found.full("observed") == (9.0, 51.0)

    def test_names_may_hold_anything_but_a_quote_keeps_a_divider(self) -> None:
        found = decode('name,score\n"Steinitz, W.",3\nЧигорин,2\n'.encode(), text="name", needed=("score",))
        assert found.names == ("Steinitz, W.", "Чигорин")

    def test_an_empty_cell_is_none_and_a_full_column_has_none(self) -> None:
        found = decode(b"from,observed\n,9\n2,51\n", needed=("from", "observed"))
        assert found.columns["from"] == (None, 2.0)
        with pytest.raises(EloError, match="line 2, from"):
            found.full("from")


class TestDamage:
    @pytest.mark.parametrize(
        ("content", "what"),
        [
            (b"", "there is nothing in it"),
            (b"from,observed\n", "no row below the names"),
            (b"\xff\xfe", "byte 0 is not UTF-8"),
            (b'from,observed\n"1,2\n', "not CSV"),
            (b"from\n1\n", "there is no column observed"),
            (b"from,observed,observed\n1,2,3\n", "two columns are called 'observed'"),
            (b"from,observed,more\n1,2,3\n", "'more' is no column here"),
            (b"from,observed\n1\n", "1 cells, not 2"),
            (b"from,observed\n1,nan\n", "'nan' is not a number"),
            (b"from,observed\n1,1e400\n", "is not a number"),
            (b"from,observed\n1,2\xe2\x80\xae\n", "is not a number"),
        ],
    )
    def test_is_told_in_one_line(self, content: bytes, what: str) -> None:
        with pytest.raises(EloError, match=what) as caught:
            decode(content, needed=("from", "observed"))
        assert "\n" not in str(caught.value)

    def test_too_much_is_not_read(self) -> None:
        with pytest.raises(EloError, match="bytes, at most"):
            decode(b"0" * (LARGEST + 1), needed=("from", "observed"))

    @given(st.binary(max_size=200))
    def test_no_bytes_are_answered_with_anything_else(self, content: bytes) -> None:
        try:
            decode(content, text="name", needed=("score",), allowed=("games",))
        except EloError as error:
            assert error.problem.code  # noqa: PT017 (either is an answer)
