# Everything a user or CI runs. `make setup` leaves the command at .venv/bin/rulehound.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: setup test lint check rulebook clean

setup: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

lint: setup
	$(BIN)/ruff check .
	$(BIN)/mypy

test: setup
	$(BIN)/python -m pytest -n 2 --dist loadgroup

check: setup
	$(BIN)/rulehound check

rulebook: setup
	$(BIN)/python tools/build_rulebook.py

clean:
	rm -rf $(VENV) report build dist .pytest_cache .mypy_cache .ruff_cache
