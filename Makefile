# Two commands need nothing set up first: `make demo` and `make test`. Both want Python 3.11 or newer, git and make.
SHELL := /bin/bash
.DEFAULT_GOAL := help

STARTED := $(shell date +%s)
PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,\
	$(shell $(name) -c 'import sys; sys.version_info >= (3, 11) and print("$(name)")' 2>/dev/null)))
BIN := .venv/bin
READY := .venv/.ready

# What the caller's shell has set must not decide what a run sees.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV PYTEST_ADDOPTS REMIT_DATABASE_URL REMIT_SESSION REMIT_TOKEN

.PHONY: help demo test soak bench check lint types contracts lock clean

help:
	@echo 'make demo    the main job, start to end'
	@echo 'make test    every test, lint, types, contracts and coverage'
	@echo 'make check   lint, types and contracts alone'
	@echo 'make soak    the slow tests'
	@echo 'make bench   the measurements'
	@echo 'make lock    resolve the locks anew (LOCK=--upgrade for newer versions)'
	@echo 'make clean   remove what these made'

demo: $(READY)
	@$(BIN)/python demo/demo.py; code=$$?; echo "make demo: $$(($$(date +%s) - $(STARTED))) s"; exit $$code

# The time is printed by tests/conftest.py, so that pytest's own closing line stays the last one.
test: $(READY)
	@REMIT_TEST_STARTED=$(STARTED) $(BIN)/python -m pytest -n auto --dist loadfile --cov --cov-report=term:skip-covered $(ARGS)

soak: $(READY)
	@REMIT_TEST_STARTED=$(STARTED) $(BIN)/python -m pytest -n auto --dist loadfile --soak $(ARGS)

bench: $(READY)
	@$(BIN)/python -m bench $(ARGS)

check: lint types contracts

lint: $(READY)
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: $(READY)
	@$(BIN)/mypy

contracts: $(READY)
	@$(BIN)/lint-imports

lock: $(READY)
	@$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header $(LOCK) pyproject.toml -o requirements/run.lock
	@$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header $(LOCK) -c requirements/run.lock --group dev pyproject.toml -o requirements/dev.lock

clean:
	@rm -rf .venv .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache build dist

$(READY): requirements/dev.lock pyproject.toml
	@[ -n "$(PYTHON)" ] || { echo 'make: no Python 3.11 or newer on PATH (set PYTHON=/path/to/python3)' >&2; exit 1; }
	@echo "setting up .venv with $$($(PYTHON) --version)"
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip --disable-pip-version-check install -qq --require-hashes -r requirements/dev.lock
	@$(BIN)/python -m pip --disable-pip-version-check install -qq --no-deps --no-build-isolation -e .
	@touch $@
