"""What is different between two rated histories: of two folders, or of one under two laws."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from arpad.history.rated import Rated
from arpad.history.results import result_frame, rows_in_order, standing_frame
from arpad.kernel.rows import ROW
from arpad.kernel.run import words_of

RESULT = ("event", "section", "system", "member", "key")
STATE = ("post", "games", "official", "established", "record", "peak", "wins", "draws", "events_of_three", "olm_games")
STANDING = ("member", "system")
RULED = pl.col("event").is_null()


@dataclass(frozen=True, slots=True)
class Difference:
    """Results and standings that differ, each with what it was (`old_...`), what it is and the `change` of the rating.

    A result that appeared has no old state, one that vanished no new one.
    """

    results: pl.DataFrame
    standings: pl.DataFrame

    @property
    def summary(self) -> dict[str, int]:
        """How much is different."""
        had, has = self.results["had"], self.results["has"]
        official = self.standings.filter(pl.col("old_official").ne_missing(pl.col("official")))
        return {
            "moved": int((had & has).sum()),
            "appeared": int((~had).sum()),
            "vanished": int((~has).sum()),
            "standings": self.standings.height,
            "officials": official.height,
        }


def difference(old: Rated, new: Rated) -> Difference:
    """What is different in the new history.

    A member's result in a section is the same one whatever the pairing number, somebody else's by that number, a
    ruling by its day and its place among those of that day.
    """
    if old.plan is new.plan:
        rows = rows_in_order(old.plan)
        before, after = (words_of(one.rows).reshape(-1, ROW.itemsize // 8)[rows] for one in (old, new))
        moved = rows[(before != after).any(axis=1)]
        results = _joined(result_frame(old, moved), result_frame(new, moved))
    else:
        results = _joined(_all_results(old), _all_results(new))
    return Difference(
        results, _beside(_all_standings(old), _all_standings(new), STANDING, ("name",)).drop("had", "has")
    )


def _all_results(rated: Rated) -> pl.DataFrame:
    return result_frame(rated, rows_in_order(rated.plan))


def _all_standings(rated: Rated) -> pl.DataFrame:
    return standing_frame(rated, rows_in_order(rated.plan)).rename({"rating": "post"})


def _joined(old: pl.DataFrame, new: pl.DataFrame) -> pl.DataFrame:
    """The results of both, side by side where they differ."""
    frames = [_with_key(frame) for frame in (old, new)]
    return _beside(frames[0], frames[1], RESULT, ("number", "end")).drop("key")


def _with_key(frame: pl.DataFrame) -> pl.DataFrame:
    """Results with what tells those apart that have neither event nor member id: the number, or the day and place."""
    of_day = pl.col("end").dt.epoch("d").cast(pl.Int64) * 1_000_000
    place = pl.int_range(pl.len()).over("member", "system", "end")
    key = pl.when(RULED).then(of_day + place).when(pl.col("member").is_null()).then(pl.col("number").cast(pl.Int64))
    return frame.with_columns(key.otherwise(-1).alias("key"))


def _beside(old: pl.DataFrame, new: pl.DataFrame, keys: tuple[str, ...], told: tuple[str, ...]) -> pl.DataFrame:
    """Two tables joined by keys, with the states that differ."""
    state = [name for name in STATE if name in new.columns]
    held = old.select(*keys, *told, *state, pl.lit(value=True).alias("had"))
    found = new.select(*keys, *told, *state, pl.lit(value=True).alias("has"), pl.int_range(pl.len()).alias("order"))
    both = held.join(found, on=list(keys), how="full", coalesce=True, nulls_equal=True, suffix="_new")
    moved = pl.any_horizontal(pl.col(name).ne_missing(pl.col(f"{name}_new")) for name in state)
    both = both.with_columns(pl.col("had", "has").fill_null(value=False)).filter(
        moved | ~pl.col("had") | ~pl.col("has")
    )
    return both.sort("order", *keys, nulls_last=True).select(
        *keys,
        *(pl.coalesce(f"{name}_new", name).alias(name) for name in told),
        *(pl.col(name).alias(f"old_{name}") for name in state),
        *(pl.col(f"{name}_new").alias(name) for name in state),
        (pl.col("post_new") - pl.col("post")).alias("change"),
        "had",
        "has",
    )
