"""The coverage of the law: clause by clause, which code carries it, how many vectors decide it, which readings.

``--check`` prints the gaps alone and fails on any: a normative clause without code, or without a vector in its own
edition, unless `spec/` waives it with a reason.  Every row of Elo's book needs code and a proof: a vector, or a
golden test that names the row by `@pytest.mark.book`.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import pkgutil
import sys
import tomllib
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import arpad.datasets
import arpad.rules.elo
import arpad.rules.uschess
from arpad.rules.law import law
from arpad.rules.rule import REGISTER

ROOT = Path(__file__).parents[1]

ELO = "elo-1986"
"""What the table calls Elo's book, beside the editions of US Chess."""

ELO_MUST_BE_WHOLE = True
"""Whether a gap in the coverage of Elo's book fails the check, as one in the documents of US Chess does."""


@dataclass(frozen=True)
class Row:
    """One clause of one edition, or one row of Elo's book, and what stands behind it."""

    edition: str
    clause: str
    kind: str
    heading: str
    code: tuple[str, ...]
    vectors: int
    reads: tuple[str, ...]
    waived: str

    @property
    def is_law(self) -> bool:
        """Whether it must be computed."""
        return self.kind == "normative" or self.edition == ELO

    @property
    def gap(self) -> str:
        """What is missing; empty when nothing is, or when it is waived."""
        if not self.is_law or self.waived:
            return ""
        proof = "proof" if self.edition == ELO else "vectors"
        missing = [name for name, there in (("code", self.code), (proof, self.vectors)) if not there]
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
    for file in (ROOT / "conformance").glob("*-*/*.json"):
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


def code_of_the_book() -> dict[str, list[str]]:
    """For each row of Elo's book the functions and data sets that carry it."""
    packages = [arpad.rules.elo, arpad.datasets]
    if (ROOT / "src/arpad/lab").exists():
        packages.append(importlib.import_module("arpad.lab"))
    for package in packages:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    found: dict[str, list[str]] = defaultdict(list)
    for rule in REGISTER.values():
        if rule.function.startswith(tuple(package.__name__ for package in packages)):
            found[rule.clause].append(rule.function.removeprefix("arpad.rules.").removeprefix("elo."))
    return found


def proofs_of_the_book() -> Counter[str]:
    """For each row of Elo's book its vectors and the golden tests that name it."""
    found: Counter[str] = Counter()
    for file in (ROOT / "conformance/elo").glob("*.json"):
        found.update(vector["clause"] for vector in json.loads(file.read_text(encoding="utf-8"))["vectors"])
    for file in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.book":
                found.update(str(ast.literal_eval(argument)) for argument in node.args)
    return found


def rows_of_the_book() -> tuple[list[Row], list[str]]:
    """Every row of Elo's book; and what code or tests name that is no row of it."""
    listed = tomllib.loads((ROOT / "spec/elo/book.toml").read_text(encoding="utf-8"))["row"]
    code, proofs = code_of_the_book(), proofs_of_the_book()
    unknown = sorted((set(code) | set(proofs)) - {row["id"] for row in listed})
    return [
        Row(ELO, row["id"], row["kind"], row["heading"], tuple(code[row["id"]]), proofs[row["id"]], (), "")
        for row in listed
    ], unknown


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
    of_the_book, unknown = rows_of_the_book()
    table = rows() + of_the_book
    gaps = [row for row in table if row.gap]
    if not asked.check:
        for edition in dict.fromkeys(row.edition for row in table):
            print(f"\n{edition}\n")
            print(f"  {'clause':28} {'kind':12} {'proofs':>7}  {'readings':24} code")
            for row in table:
                if row.edition == edition:
                    reads, code = (
                        " ".join(row.reads),
                        ", ".join(row.code[:3]) + (" ..." if row.code[3:] else ""),
                    )
                    print(f"  {row.clause:28} {row.kind:12} {row.vectors:7}  {reads:24} {row.waived or code}")
    for elo in (False, True):
        part = [row for row in table if row.is_law and (row.edition == ELO) == elo]
        waived, open_ = sum(bool(row.waived) for row in part), sum(bool(row.gap) for row in part)
        what = "rows of Elo's book" if elo else f"normative clauses in {len({row.edition for row in part})} editions"
        print(
            f"\n{len(part)} {what}: {len(part) - open_ - waived} with code and {'proof' if elo else 'vectors'}, "
            f"{waived} waived, {open_} with a gap"
        )
    for row in gaps:
        print(f"  {row.edition} {row.clause} ({row.heading}): no {row.gap}")
    for name in unknown:
        print(f"  {ELO} {name}: named by code or tests, but no row of spec/elo/book.toml")
    return 1 if any(row.edition != ELO for row in gaps) or (ELO_MUST_BE_WHOLE and (gaps or unknown)) else 0


if __name__ == "__main__":
    sys.exit(main())
