"""Mutation spot checks: change one constant or one comparison of the law at a time; some test must fail.

Each mutant is made in a copy of the repository, and the tests of the rules run on it until the first failure: the
conformance vectors, the tests of `tests/rules`, then the differential run.  The constants are those of the
parameters (every last value of every number, moved by one unit in its last digit or flipped), the comparisons
and formulas are listed here by hand.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).parents[1]
RULES = "src/arpad/rules"


@dataclass(frozen=True)
class Mutant:
    """One change of the source."""

    file: str
    old: str
    new: str
    place: int = 0
    parameter: str = ""

    @property
    def label(self) -> str:
        """How to call it in the report."""
        where = self.parameter or self.file.removeprefix(RULES + "/")
        return f"{where}: {self.old.strip()} -> {self.new.strip()}"


BY_HAND = [
    ("arithmetic.py", "x * LOG2_10 + 0.5", "x * LOG2_10 + 0.75"),
    ("arithmetic.py", "(1.0 / 3.0)", "(1.0 / 3.1)"),
    ("uschess/effective.py", "r0 > knee", "r0 >= knee"),
    ("uschess/effective.py", "anchor - r0", "anchor + r0"),
    ("uschess/effective.py", "return min(n, n_star)", "return n"),
    ("uschess/finish.py", "return min(value, level)", "return value"),
    ("uschess/finish.py", "return max(value, level)", "return value"),
    ("uschess/special.py", "return min(root, cap)", "return root"),
    ("uschess/standard.py", "max(m, counts_as)", "m"),
    ("uschess/standard.py", "return max(0.0, excess)", "return excess"),
    ("uschess/floors.py", "return min(level, cap)", "return level"),
    ("uschess/floors.py", "return min(level, highest)", "return level"),
    ("uschess/initial.py", "ceil(min(weights, cap))", "ceil(weights)"),
    ("uschess/initial.py", "return min(games, cap)", "return cap"),
    ("uschess/finish.py", "return n + m", "return m"),
    ("uschess/finish.py", "games_of(rating) > book.established_games and", "games_of(rating) > 0 and"),
    ("uschess/finish.py", "value < floor.value and floor.kind", "value <= floor.value and floor.kind"),
    ("uschess/finish.py", 'floor.kind != "absolute"', 'floor.kind == "absolute"'),
    ("uschess/finish.py", "player.ceiling.since > end", "player.ceiling.since >= end"),
    ("uschess/floors.py", "entry.since <= end", "entry.since < end"),
    ("uschess/floors.py", "amount < threshold or", "amount <= threshold or"),
    ("uschess/floors.py", "under > highest", "under >= highest"),
    ("uschess/floors.py", "ceil(under / step)", "floor(under / step)"),
    ("uschess/floors.py", "floor(peak + 0.5)", "floor(peak)"),
    ("uschess/floors.py", "level < lowest", "level <= lowest"),
    ("uschess/floors.py", "day <= since", "day < since"),
    ("uschess/floors.py", "-(entry.value or 0.0)", "(entry.value or 0.0)"),
    ("uschess/floors.py", "if other.value > one.value", "if other.value < one.value"),
    ("uschess/foreign.py", "games > established_games", "games >= established_games"),
    ("uschess/foreign.py", "if not section.youth", "if section.youth"),
    ("uschess/initial.py", "age < least", "age <= least"),
    ("uschess/initial.py", "full_rating if age > full", "full_rating if age >= full + 0.01"),
    ("uschess/initial.py", "return min(z, cap)", "return z"),
    ("uschess/initial.py", "rate * (z - cap)", "rate * (z + cap)"),
    ("uschess/initial.py", "games_of(rating) < place.at_least", "games_of(rating) <= place.at_least"),
    ("uschess/initial.py", "games_of(rating) > 0.0", "games_of(rating) >= 0.0"),
    ("uschess/initial.py", "or player.ratings or", "or"),
    ("uschess/initial.py", "canadian_resident is not True", "canadian_resident is False"),
    ("uschess/match.py", "abs(one - other) <= largest", "abs(one - other) < largest"),
    ("uschess/match.py", "games <= book.established_games", "games < book.established_games"),
    ("uschess/match.py", ".days <= book.match_window_days", ".days < book.match_window_days"),
    ("uschess/match.py", "change.date >= years_before", "change.date > years_before"),
    ("uschess/match.py", "change.date <= end", "change.date < end"),
    ("uschess/match.py", "limit - net", "limit + net"),
    ("uschess/passes.py", "not entrant.newcomer or entrant.n > 0.0", "not entrant.newcomer"),
    ("uschess/passes.py", "book.first_estimate_games,", "entrant.n_effective,"),
    ("uschess/passes.py", "return max(value, least)", "return value"),
    ("uschess/people.py", '("id", player.id) if player.id is not None', '("id", player.id) if False'),
    ("uschess/section.py", 'one_pass(entrants, between, book, "5"', 'one_pass(entrants, before, book, "5"'),
    ("uschess/special.py", "n <= special_games", "n < special_games"),
    ("uschess/special.py", "return few or won or lost", "return few or won"),
    ("uschess/special.py", "return r0 - record * half_width", "return r0 + record * half_width"),
    ("uschess/special.py", "0.5 * (1 + record)", "0.5"),
    ("uschess/special.py", "opponent + half_width <= low", "opponent + half_width < low"),
    ("uschess/special.py", "opponent - half_width < high", "opponent - half_width <= high"),
    ("uschess/special.py", "(weight == 0.0 and root >= 0.0)", "(weight == 0.0 and root > 0.0)"),
    ("uschess/special.py", "(weight == 0.0 and root <= 0.0)", "(weight == 0.0 and root < 0.0)"),
    ("uschess/standard.py", "dual and r0 > least", "dual and r0 >= least"),
    ("uschess/standard.py", "r0 >= top", "r0 > top + 1.0"),
    ("uschess/standard.py", "m >= least", "m > least"),
    ("uschess/standard.py", "most_meetings <= allowed", "most_meetings < allowed"),
    ("uschess/standard.py", "if m == least else", "if m >= least else"),
    ("uschess/standard.py", "return r0 + gained + bonus", "return r0 + gained"),
    ("uschess/storage.py", "floor(rating + 0.5)", "floor(rating + 0.4)"),
    ("uschess/storage.py", "if value > pre else", "if value < pre else"),
    ("uschess/storage.py", "games > established_games", "games >= established_games"),
    ("uschess/time_control.py", "and first >= least", "and first > least"),
    ("law.py", "change.day(profile) <= day", "change.day(profile) < day"),
    ("law.py", "change.edition > known", "change.edition >= known"),
    ("parameter.py", "rating > self.knee", "rating >= self.knee"),
    ("parameter.py", "rating < line.up_to or", "rating <= line.up_to or"),
    ("parameter.py", "minutes <= self.high if", "minutes < self.high if"),
    ("vocabulary.py", '"R": 0.5}', '"R": 0.0}'),
]


WITHOUT_EFFECT = {
    "match_bonus of 2001-01-01: value = true -> value = false": "three games against one opponent earn no bonus anyway",
    "first_period_minimum of 2001-01-01: value = 0.0 -> value = 1.0": "main time alone had to be five minutes or more",
}
"""Mutants that compute the same, with the reason."""


def constants() -> Iterator[Mutant]:
    """Every number and flag of the parameters, moved: the last digit of a number, the sense of a flag."""
    for file in sorted((ROOT / RULES / "parameters").glob("*.toml")):
        text = file.read_text(encoding="utf-8")
        name = str(file.relative_to(ROOT))
        for found in re.finditer(r"(?<![\w.-])value = (true|false|-?\d+\.?\d*(?:e-?\d+)?)", text):
            old = found[1]
            yield Mutant(name, f"value = {old}", f"value = {moved(old)}", found.start(), table_of(text, found.start()))
        for found in re.finditer(
            r"\b(at_least|above|at_most|below|intercept|slope|knee|otherwise|games|up_to|OT\w+|OL\w) = (-?\d+\.?\d*)",
            text,
        ):
            old, new = found[0], f"{found[1]} = {moved(found[2])}"
            yield Mutant(name, old, new, found.start(), table_of(text, found.start()))


def table_of(text: str, place: int) -> str:
    """The parameter that a place of a file belongs to (the table opened last before it), and the change's day."""
    tables = list(re.finditer(r"^\[(\w+)\]$", text[:place], re.MULTILINE))
    since = re.compile(r"since = ([\d-]+)").search(text, place)
    return f"{tables[-1][1]} of {since[1] if since else '?'}"


def moved(number: str) -> str:
    """A number a little off, or a flag turned.

    >>> moved("14.0"), moved("0.0025"), moved("true"), moved("8")
    ('15.0', '0.0026', 'false', '9')
    """
    if number in {"true", "false"}:
        return "false" if number == "true" else "true"
    if "e" in number:
        return number.replace("e-7", "e-6")
    whole, dot, digits = number.partition(".")
    if not dot:
        return str(int(whole) + 1)
    if digits.strip("0") == "":
        return f"{int(whole) + 1}.{digits}"
    return f"{whole}.{str(int(digits) + 1).zfill(len(digits))}"


def mutants() -> list[Mutant]:
    """All of them."""
    by_hand = [Mutant(f"{RULES}/{file}", old, new) for file, old, new in BY_HAND]
    for mutant in by_hand:
        if mutant.old not in (ROOT / mutant.file).read_text(encoding="utf-8"):
            raise SystemExit(f"{mutant.file} no longer has {mutant.old!r}: bring tools/mutants.py up to date")
    return [*by_hand, *constants()]


LONGEST = 240
"""Seconds for one check; a mutant that does not end is noticed."""

CHECKS = (
    ("vectors", ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "tests/conformance"]),
    (
        "rules",
        ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "tests/rules", "--doctest-modules", "src/arpad/rules"],
    ),
    ("differential", ["-m", "tests.differential", "--sections", "20000", "--workers", "1"]),
)


def killed_by(mutant: Mutant, folder: Path) -> str:
    """Which check notices a mutant; empty when none does."""
    file = folder / mutant.file
    text = file.read_text(encoding="utf-8")
    start = text.index(mutant.old, mutant.place)
    file.write_text(text[:start] + mutant.new + text[start + len(mutant.old) :], encoding="utf-8")
    try:
        return next((name for name, words in CHECKS if not passes(words, folder)), "")
    finally:
        file.write_text(text, encoding="utf-8")


def passes(words: list[str], folder: Path) -> bool:
    """Whether a check passes in a folder; one that does not end is stopped, with all its processes, and has not."""
    env = {"PYTHONPATH": f"{folder}/src:{folder}", "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        [sys.executable, *words], cwd=folder, env=env, stdout=quiet, stderr=quiet, start_new_session=True
    ) as process:
        try:
            return process.wait(LONGEST) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return False


def main() -> int:
    """Make every mutant and report; 1 when one survives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only mutants whose label contains this")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many of the first ones")
    parser.add_argument("--list", action="store_true", help="name them, run nothing")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    wanted = [mutant for mutant in mutants() if asked.only in mutant.label][asked.skip :]
    if asked.list:
        print("\n".join(mutant.label for mutant in wanted))
        return 0
    folders: Queue[Path] = Queue()
    survivors = []
    with tempfile.TemporaryDirectory() as place:
        for number in range(asked.workers):
            folder = Path(place) / str(number)
            ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", "site", ".*_cache")
            shutil.copytree(ROOT, folder, ignore=ignored)
            folders.put(folder)

        def run(mutant: Mutant) -> tuple[Mutant, str]:
            folder = folders.get()
            try:
                return mutant, killed_by(mutant, folder)
            finally:
                folders.put(folder)

        with ThreadPoolExecutor(asked.workers) as pool:
            for mutant, by in pool.map(run, wanted):
                print(
                    f"{by or ('no effect' if mutant.label in WITHOUT_EFFECT else 'SURVIVED'):13} {mutant.label}",
                    flush=True,
                )
                if not by and mutant.label not in WITHOUT_EFFECT:
                    survivors.append(mutant)
    idle = sum(mutant.label in WITHOUT_EFFECT for mutant in wanted)
    print(f"{len(wanted)} mutants, {idle} without effect, {len(survivors)} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
