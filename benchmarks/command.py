"""How long `arpad rate` takes from Enter to table, where that time goes, and what the interpreted rules cost.

Every figure is the median of repeated runs in this one run; targets are printed beside them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import arpad
from arpad.formats import event_document
from arpad.rules.law import read_law
from arpad.rules.uschess.effective import n_effective
from benchmarks.sections import section
from benchmarks.timing import median

RUNS = 15


def process(*words: str) -> Callable[[], object]:
    """A run of another process."""
    return lambda: subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)


def line(what: str, seconds: float, spread: float, target: str = "") -> None:
    """One line of the report."""
    print(f"  {what:58} {seconds * 1000:9.2f} ms  +- {spread * 1000:6.2f}   {target}")


def main() -> None:
    """Print the breakdown of the command, then the cost of rating alone."""
    small, large = section(60, 5), section(1500, 9)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.json"
        path.write_text(json.dumps(small), encoding="utf-8")
        print(f"`arpad rate` on 60 players, 5 rounds (median of {RUNS} runs)")
        whole = median(process("-m", "arpad", "rate", str(path)))
        line("Enter to table", *whole, f"target < 400 ms: {'met' if whole[0] < 0.4 else 'MISSED'}")
        line("the same with --json", *median(process("-m", "arpad", "rate", "--json", str(path))))
        bare = median(process("-c", ""))
        line("interpreter alone", *bare)
        library = median(process("-c", "import arpad"))
        line("... and import arpad", *library, f"{(library[0] - bare[0]) * 1000:.0f} ms more")
        command = median(process("-c", "import arpad.cli.main"))
        line("... and the command (Typer)", *command, f"{(command[0] - library[0]) * 1000:.0f} ms more")
        tables = median(process("-c", "import arpad.cli.main, arpad.cli.tables"))
        line("... and tables (Rich)", *tables, f"{(tables[0] - command[0]) * 1000:.0f} ms more")
    packaged = Path(arpad.__file__).parent / "rules/parameters"
    print("\nIn one process")
    line("read and check the law", *median(lambda: read_law(packaged)))
    for name, document in (("60 players, 5 rounds", small), ("1500 players, 9 rounds", large)):
        content = json.dumps(document).encode()
        event, _ = event_document.decode(content)
        assert event is not None  # noqa: S101
        line(f"{name}: decode and check", *median(lambda content=content: event_document.decode(content)))  # type: ignore[misc]
        rated = median(lambda event=event: arpad.rate(event))  # type: ignore[misc]
        target, limit = ("target < 10 ms", 0.01) if name.startswith("60") else ("target < 1000 ms", 1.0)
        line(f"{name}: rate", *rated, f"{target}: {'met' if rated[0] < limit else 'MISSED'}")
    calls = 200_000
    plain = n_effective.formula_only  # type: ignore[attr-defined]
    tied = median(lambda: [n_effective(30.0, 20.0) for _ in range(calls)], 5)[0]
    bare_call = median(lambda: [plain(30.0, 20.0) for _ in range(calls)], 5)[0]
    print(
        f"\nA rule that nobody listens to: {(tied - bare_call) / calls * 1e9:.0f} ns a call more than the bare formula"
    )


if __name__ == "__main__":
    main()
