# arpad: `make env` once, everything else builds on it.  `make help` lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.made
SECTIONS ?= 100000
SECONDS ?= 300
MEMBERS ?= 1000000
GAMES ?= 20000000
PLAYER_SECTIONS ?= 1000000

.DEFAULT_GOAL := help
.PHONY: help env test lint format bench growth peers equality docs differential conformance official coverage-of-the-law mutants fuzz clean

help: ## This list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 24

env: $(STAMP) ## .venv with everything for development

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $(STAMP)

test: $(STAMP) ## All tests, with every branch of the rules covered
	$(BIN)/python tools/coverage_of_the_law.py --check
	$(BIN)/python -m pytest -n auto --dist worksteal --cov --cov-report=term-missing

lint: $(STAMP) ## Ruff, mypy strict, the rooms, the habits of the rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/lint_rules.py

format: $(STAMP) ## Put the sources into shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP) ## What is fast, in ratios of one run: MEMBERS=1000000 GAMES=20000000
	$(BIN)/python -m benchmarks.command
	$(BIN)/python -m benchmarks.history --members $(MEMBERS) --games $(GAMES)

growth: $(STAMP) ## How cost grows from 1 to 20 million games, as a table and a chart
	$(BIN)/python -m benchmarks.history --members 1000 --games 1000 --only GROWTH

peers: ## Other libraries, in an environment of their own: `make bench` compares with them
	$(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check evalica riix elote skelo pandas polars

equality: $(STAMP) ## The kernel against the interpreted rules, bit for bit: PLAYER_SECTIONS=1000000
	$(BIN)/python -m tests.kernel.equality --player-sections $(PLAYER_SECTIONS) --workers 2

docs: $(STAMP) ## The documentation, in site/
	$(BIN)/mkdocs build --strict --quiet

differential: $(STAMP) ## The rules against the second hand: SECTIONS=100000 random sections
	$(BIN)/python -m tests.differential --sections $(SECTIONS)

conformance: $(STAMP) ## The golden vectors alone
	$(BIN)/python -m pytest -q -n auto tests/conformance

official: $(STAMP) ## Officially rated events, where ../shared has them: the counts
	$(BIN)/python -m pytest -q -s -rs -m official tests/test_official.py

coverage-of-the-law: $(STAMP) ## Clause by clause: code, vectors, readings
	$(BIN)/python tools/coverage_of_the_law.py

mutants: $(STAMP) ## Change one constant or comparison at a time: some test must fail
	$(BIN)/python tools/mutants.py

fuzz: $(STAMP) ## Damaged documents for SECONDS=300
	$(BIN)/python -m tools.fuzz_event_document --seconds $(SECONDS)

clean: ## Remove everything that was made
	rm -rf $(VENV) .venv-peers site .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .import_linter_cache
