"""The coverage of the law: clause by clause, which code carries it, how many vectors decide it, which readings.

``--check`` prints the gaps alone and fails on any: a normative clause without code, or without a vector in its own
edition, unless `spec/` waives it with a reason.
"""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import sys
import tomllib
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import arpad.rules.uschess
from arpad.rules.law import law
from arpad.rules.rule import REGISTER

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Row:
    """One clause of one edition, and what stands behind it."""

    edition: str
    clause: str
    kind: str
    heading: str
    code: tuple[str, ...]
    vectors: int
    reads: tuple[str, ...]
    waived: str

    @property
    def gap(self) -> str:
        """What is missing; empty when nothing is, or when it is waived."""
        if self.kind != "normative" or self.waived:
            return ""
        missing = [name for name, there in (("code", self.code), ("vectors", self.vectors)) if not there]
        return " and ".join(missing)


def code_of_clauses() -> dict[str, list[str]]:
    """For each clause the functions and parameters that name it."""
    found: dict[str, list[str]] = defaultdict(list)
    for module in pkgutil.walk_packages(arpad.rules.uschess.__path__, "arpad.rules.uschess."):
        importlib.import_module(module.name)
    for rule in REGISTER.values():
        found[rule.clause].append(rule.function.removeprefix("arpad.rules.uschess."))
    for change in law().changes:
        name = f"{change.parameter} (parameter)"
        if name not in found[change.clause]:
            found[change.clause].append(name)
    return found


def vectors_of_clauses() -> Counter[tuple[str, str]]:
    """How many vectors each edition's directory has for each clause."""
    found: Counter[tuple[str, str]] = Counter()
    for file in (ROOT / "conformance").glob("*/*.json"):
        for vector in json.loads(file.read_text(encoding="utf-8"))["vectors"]:
            found[file.parent.name, vector["clause"]] += 1
    return found


def documents() -> dict[str, list[dict[str, Any]]]:
    """The clauses in force of each edition; an edition known as a difference has those of the one it rests on."""
    found: dict[str, list[dict[str, Any]]] = {}
    for file in sorted((ROOT / "spec/uschess").glob("*.toml")):
        document = tomllib.loads(file.read_text(encoding="utf-8"))
        clauses = {clause["id"]: clause for clause in document["clause"]}
        base = found.get(str(document["document"].get("based_on")), [])
        inherited = [clauses.pop(clause["id"], clause) for clause in base]
        found[file.stem] = [clause for clause in (*inherited, *clauses.values()) if clause["change"] != "Withdrawn"]
    return found


def rows() -> list[Row]:
    """Every clause of every edition, in the order of the documents."""
    code, vectors = code_of_clauses(), vectors_of_clauses()
    found = []
    for edition, clauses in documents().items():
        for clause in clauses:
            name = clause["id"]
            found.append(
                Row(
                    edition,
                    name,
                    clause["kind"],
                    clause["heading"],
                    tuple(code.get(name, []) + (dated_changes(name) if name.startswith("8-") else [])),
                    vectors[edition, name],
                    tuple(clause.get("reads", ())),
                    clause.get("waived", ""),
                )
            )
    return found


UNDATED = {
    "8-dual-2002": "2002-01-01",
    "8-dual-65": "2013-03-01",
    "8-quick-5": "2004-01-01",
    "8-age-2006": "2006-01-01",
}


def dated_changes(clause: str) -> list[str]:
    """The parameters and systems that changed on the day a clause of section 8 names: their code is data."""
    day = UNDATED.get(clause, clause[2:12])
    changed = {change.parameter for change in law().changes if str(change.since) == day}
    born = {existence.system.value for existence in law().systems.values() if str(existence.since) == day}
    return sorted(changed) + sorted(born)


def main() -> int:
    """Print the table, or with --check the gaps alone; 1 when there is a gap."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="print gaps alone")
    asked = parser.parse_args()
    table = rows()
    gaps = [row for row in table if row.gap]
    if not asked.check:
        for edition in dict.fromkeys(row.edition for row in table):
            print(f"\n{edition}\n")
            print(f"  {'clause':24} {'kind':12} {'vectors':>7}  {'readings':24} code")
            for row in table:
                if row.edition == edition:
                    reads, code = (
                        " ".join(row.reads),
                        ", ".join(row.code[:3]) + (" ..." if row.code[3:] else ""),
                    )
                    print(f"  {row.clause:24} {row.kind:12} {row.vectors:7}  {reads:24} {row.waived or code}")
    normative = [row for row in table if row.kind == "normative"]
    waived = sum(bool(row.waived) for row in normative)
    print(
        f"\n{len(normative)} normative clauses in {len({row.edition for row in table})} editions: "
        f"{len(normative) - len(gaps) - waived} with code and vectors, {waived} waived, {len(gaps)} with a gap"
    )
    for row in gaps:
        print(f"  {row.edition} {row.clause} ({row.heading}): no {row.gap}")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
