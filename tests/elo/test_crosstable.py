"""Crosstables: what they tell, and what is no crosstable."""

from __future__ import annotations

from math import inf, nan

import pytest

from arpad.rules.elo.crosstable import Crosstable, Pairing, crosstable, crosstable_of_matrix
from arpad.rules.elo.error import EloError

TRIO = crosstable(("A", "B", "C"), [Pairing("A", "B", 4, 2.5), Pairing("C", "A", 2, 0.5)])


class TestWhatItTells:
    """Games, scores and opponents of a player."""

    def test_games_and_scores_add_up_on_both_sides(self) -> None:
        assert [TRIO.games(player) for player in "ABC"] == [6, 4, 2]
        assert [TRIO.score(player) for player in "ABC"] == [4, 1.5, 0.5]

    def test_opponents_come_with_the_players_own_score(self) -> None:
        assert TRIO.opponents("A") == (("B", 4, 2.5), ("C", 2, 1.5))

    def test_a_stranger_is_refused(self) -> None:
        with pytest.raises(EloError, match="'X' is not in this crosstable"):
            TRIO.opponents("X")

    def test_it_is_a_value(self) -> None:
        same = Crosstable(TRIO.players, TRIO.pairings)
        assert same == TRIO
        assert hash(same) == hash(TRIO)

    def test_a_matrix_of_points_makes_the_same_crosstable(self) -> None:
        made = crosstable_of_matrix("ABC", [[0, 2.5, 1.5], [1.5, 0, 0], [0.5, 0, 0]])
        assert [made.opponents(player) for player in "ABC"] == [TRIO.opponents(player) for player in "ABC"]

    def test_games_may_be_given_beside_the_points(self) -> None:
        games = [[0, 4, 2], [4, 0, 0], [2, 0, 0]]
        assert crosstable_of_matrix("ABC", [[0, 2.5, 1.5], [1.5, 0, 0], [0.5, 0, 0]], games).games("A") == 6


class TestWhatIsNone:
    """One clear message with its place."""

    @pytest.mark.parametrize(
        ("players", "pairings", "code", "place"),
        [
            ("", [], "empty-crosstable", "players"),
            ("AB", [], "empty-crosstable", "pairings"),
            ("AAB", [], "name-twice", "players[1]"),
            ("AB", [Pairing("A", "X", 1, 1)], "unknown-player", "pairings[0].other"),
            ("AB", [Pairing("X", "B", 1, 1)], "unknown-player", "pairings[0].one"),
            ("AB", [Pairing("A", "A", 1, 1)], "met-oneself", "pairings[0]"),
            ("AB", [Pairing("A", "B", -1, 0)], "no-games", "pairings[0].games"),
            ("AB", [Pairing("A", "B", 0, 0)], "no-games", "pairings[0].games"),
            ("AB", [Pairing("A", "B", nan, 0)], "not-a-number", "pairings[0].games"),
            ("AB", [Pairing("A", "B", 1, nan)], "not-a-number", "pairings[0].score"),
            ("AB", [Pairing("A", "B", inf, 1)], "not-a-number", "pairings[0].games"),
            ("AB", [Pairing("A", "B", 1, 1.5)], "score-outside", "pairings[0].score"),
            ("AB", [Pairing("A", "B", 1, -0.5)], "score-outside", "pairings[0].score"),
            ("AB", [Pairing("A", "B", 1, 1), Pairing("B", "A", 1, 1)], "met-twice", "pairings[1]"),
            ("ABC", [Pairing("A", "B", 1, 1)], "isolated-player", "players[2]"),
        ],
    )
    def test_pairings(self, players: str, pairings: list[Pairing], code: str, place: str) -> None:
        with pytest.raises(EloError) as caught:
            crosstable(players, pairings)
        assert (caught.value.problem.code, caught.value.problem.place) == (code, place)
        assert caught.value.problem.hint

    @pytest.mark.parametrize(
        ("wins", "games", "code", "place"),
        [
            ([[0, 1]], None, "not-square", "wins"),
            ([[0, 1], [1]], None, "not-square", "wins[1]"),
            ([[0, -1], [1, 0]], None, "negative", "wins[0][1]"),
            ([[0, nan], [1, 0]], None, "not-a-number", "wins[0][1]"),
            ([[1, 1], [1, 0]], None, "met-oneself", "wins[0][0]"),
            ([[0, 1], [1, 0]], [[0, 2], [1, 0]], "not-symmetric", "games[0][1]"),
            ([[0, 1], [1, 0]], [[0, 3], [3, 0]], "points-do-not-add-up", "games[0][1]"),
            ([[0, 0], [0, 0]], None, "empty-crosstable", "pairings"),
        ],
    )
    def test_matrices(self, wins: list[list[float]], games: list[list[float]] | None, code: str, place: str) -> None:
        with pytest.raises(EloError) as caught:
            crosstable_of_matrix("AB", wins, games)
        assert (caught.value.problem.code, caught.value.problem.place) == (code, place)
