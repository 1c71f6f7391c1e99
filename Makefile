# Everything a user or CI runs. `make setup` leaves the command at .venv/bin/rulehound.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

DEEP := build/deep
QUARTERS := 1 2 3 4
# the document that synthetic updates are made of: any numbered PDF
UPDATED ?= $(firstword $(wildcard ../shared/documents/dcg-comprehensive-rules-en-4.0.pdf) \
	spec/rulehound/spec/dcg/rulebook/rulehound-rulebook-1.1.pdf)
SOURCES := $(shell find spec extract checker engine tests tools -name '*.py' -o -name '*.toml' -o -name '*.pdf')

# the sample engine in JavaScript where the machine has node
SAMPLES := --engine '$(PYTHON) examples/python/adapter.py' \
	$(if $(shell command -v node),--engine 'node examples/javascript/adapter.js')

EDITIONS := fan-2020 detailed-1.0 manual-2.3 chapter-7 comprehensive-4.0
EVIDENCE := build/evidence
BATTLES := build/battles

.PHONY: setup site test lint check battles examples gate evidence evidence-battles deep corpus wheels rulebook clean

setup: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,serve]'
	touch $@

# the documentation as pages that open from a file: build/site/index.html
site: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

lint: setup
	$(BIN)/ruff check .
	$(BIN)/mypy

test: setup
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

check: setup
	$(BIN)/rulehound check

# the second game, with its own rulebook, model and engine
battles: setup
	$(BIN)/rulehound check --game dmb --out $(BATTLES)

# both sample engines through the whole suite, at both efforts: no finding, no error
examples: setup
	$(BIN)/rulehound conform --effort quick --out build/examples/quick $(SAMPLES)
	$(BIN)/rulehound conform --effort normal --out build/examples/normal $(SAMPLES)

# of both games: every clause has a status, every rule a check that has been seen to fail, and no evidence is out of date
gate: setup
	$(BIN)/rulehound trace --gate
	$(BIN)/rulehound trace --gate --game dmb

# What the checks show by every edition, and which faults they catch, put on record for the gate.
evidence: $(EDITIONS:%=$(EVIDENCE)/%/report.json) $(EVIDENCE)/mutants-engine.json $(EVIDENCE)/mutants-model.json
	$(BIN)/rulehound trace $(addprefix --record ,$^)

# the same of the second game
evidence-battles: battles
	$(BIN)/rulehound trace --game dmb --record $(BATTLES)/report.json

$(EVIDENCE)/%/report.json: $(SOURCES) | setup
	mkdir -p $(EVIDENCE)
	$(BIN)/rulehound check --edition $* --out $(EVIDENCE)/$* > $(EVIDENCE)/$*.txt

# small faults in the engine's code, wherever it cites a rule
$(EVIDENCE)/mutants-engine.json: $(SOURCES) | setup
	mkdir -p $(EVIDENCE)
	$(BIN)/rulehound mutate --engine reference --cited --keep $(EVIDENCE)/engine.jsonl --json > $@.new || test $$? -eq 3
	mv $@.new $@

# the same in the guards of the model: 400 of some 4,800, drawn by lot
$(EVIDENCE)/mutants-model.json: $(SOURCES) | setup
	mkdir -p $(EVIDENCE)
	$(BIN)/rulehound mutate --guards --sample 400 --seed 1 --keep $(EVIDENCE)/model.jsonl --json > $@.new || test $$? -eq 3
	mv $@.new $@

# real PDFs in a folder, read as a user would: what became of each, and of its words. It goes on where it ended.
corpus: setup
	$(BIN)/python tools/read_corpus.py $(CORPUS) --keep $(DEEP)/corpus.jsonl

# What takes longer. A target that is done is not made again until something changes; the longest ones keep what
# they have done and end before an hour is over, to go on when they are made again (make -k deep makes the others).
deep: $(DEEP)/check $(DEEP)/check-4.0 $(DEEP)/faults $(DEEP)/faults-again $(DEEP)/mutants $(DEEP)/judging $(DEEP)/statements $(DEEP)/fuzz $(DEEP)/updates $(DEEP)/games \
	$(DEEP)/agreement $(DEEP)/agreement-million $(DEEP)/engines $(DEEP)/breaks $(DEEP)/cases \
	$(DEEP)/interpreters $(DEEP)/blame $(DEEP)/sound $(DEEP)/sound-battles $(DEEP)/counts

# engines with one planted fault, by lot, and with two: which rule is named first; each ended after 28 minutes,
# and goes on from there when it is made again
$(DEEP)/blame: $(SOURCES) | setup
	mkdir -p $(DEEP)
	timeout 28m $(BIN)/python tools/measure_faulty_engines.py --sample 120 --seed 7 --effort quick --jobs 2 \
		--keep $(DEEP)/blame.jsonl
	timeout 28m $(BIN)/python tools/measure_faulty_engines.py --pairs 40 --seed 7 --effort quick --jobs 2 \
		--keep $(DEEP)/blame.jsonl
	touch $@

# sound engines, some of which say little, by 20 seeds each: nothing is found
$(DEEP)/sound: $(SOURCES) | setup
	mkdir -p $(DEEP)
	timeout 55m $(BIN)/python tools/measure_faulty_engines.py --sound 20 --effort quick --jobs 2 \
		--keep $(DEEP)/sound.jsonl
	touch $@

# the same of Digimon Battles
$(DEEP)/sound-battles: $(SOURCES) | setup
	mkdir -p $(DEEP)
	timeout 55m $(BIN)/python tools/measure_faulty_engines.py --sound 20 --game dmb --effort quick --jobs 2 \
		--keep $(DEEP)/sound-battles.jsonl
	touch $@

# SPIN and rumur, where the machine has them, count millions of states of Digimon Battles as our search does
$(DEEP)/counts: $(SOURCES) | setup
	mkdir -p $(DEEP)
	PYTHONPATH=tests $(BIN)/python -m rulehound_testing.search.confirming --game dmb --configuration lines --deck 1 --tool spin
	PYTHONPATH=tests $(BIN)/python -m rulehound_testing.search.confirming --game dmb --configuration effects --tool rumur
	touch $@

$(DEEP)/check: $(SOURCES) | setup
	mkdir -p $(DEEP)
	$(BIN)/rulehound check --effort deep --out $(DEEP)/report
	touch $@

$(DEEP)/check-4.0: $(SOURCES) | setup
	mkdir -p $(DEEP)
	$(BIN)/rulehound check --effort deep --edition comprehensive-4.0 --out $(DEEP)/report-4.0
	touch $@

# every planted fault put to every check: each check on record catches one again; ended after 55 minutes, it
# goes on from there when it is made again
$(DEEP)/faults: $(SOURCES) | setup
	mkdir -p $(DEEP)
	timeout 55m $(BIN)/python tools/record_seen_to_fail.py --keep $(DEEP)/faults.jsonl \
		--out $(DEEP)/seen_to_fail.toml --compare
	touch $@

# every entry of the record of faults put to its own check again; ended after 55 minutes, it goes on from there
$(DEEP)/faults-again: $(SOURCES) | setup
	mkdir -p $(DEEP)
	timeout 55m $(BIN)/python tools/record_seen_to_fail.py --again --keep $(DEEP)/faults-again.jsonl \
		--out $(DEEP)/seen_to_fail_again.toml
	touch $@

# small faults in the model, 320 of some thousands: each caught, or proved to be none
$(DEEP)/mutants: $(SOURCES) | setup
	mkdir -p $(DEEP)
	timeout 27m $(BIN)/rulehound mutate --sample 160 --seed 1 --keep $(DEEP)/mutants.jsonl || test $$? -eq 3
	timeout 27m $(BIN)/rulehound mutate --sample 160 --seed 2 --keep $(DEEP)/mutants.jsonl || test $$? -eq 3
	touch $@

# small faults in the checker's own judging, by lot; ended after 55 minutes, it goes on from there
$(DEEP)/judging: $(SOURCES) | setup
	mkdir -p $(DEEP)
	timeout 55m $(BIN)/python tools/mutate_judging.py --sample 200 --seed 1 --keep $(DEEP)/judging.jsonl
	touch $@

# small faults in every statement of the engine's code, by lot; ended after 55 minutes, it goes on from there when
# it is made again
$(DEEP)/statements: $(SOURCES) | setup
	mkdir -p $(DEEP)
	timeout 55m $(BIN)/rulehound mutate --engine reference --sample 2000 --seed 1 --keep $(DEEP)/statements.jsonl \
		|| test $$? -eq 3
	touch $@

# damaged PDFs by the thousand
$(DEEP)/fuzz: $(SOURCES) | setup
	mkdir -p $(DEEP)
	$(BIN)/python tools/fuzz_documents.py --count 5000 --out $(DEEP)/fuzz-failures
	touch $@

# how well alignment finds out what a synthetic update did
$(DEEP)/updates: $(SOURCES) | setup
	mkdir -p $(DEEP)
	PYTHONPATH=tests $(BIN)/python -m rulehound_testing.editions.quality $(UPDATED) --seeds 20
	touch $@

# random games of cards with effects: undo, saving, legal actions, equal hashes
$(DEEP)/games: $(SOURCES) | setup
	mkdir -p $(DEEP)
	PYTHONPATH=tests $(BIN)/python -m rulehound_testing.dcg.probe_games --steps 100000
	touch $@

# every step of random games of cards with effects is one of the model
$(DEEP)/agreement: $(SOURCES) | setup
	mkdir -p $(DEEP)
	$(BIN)/rulehound play --cards probe --steps 50000 --offers-every 10 --keep $(DEEP)/agreement.jsonl
	touch $@

# the same for long: ended after 55 minutes, it goes on from there when it is made again
$(DEEP)/agreement-million: $(SOURCES) | setup
	mkdir -p $(DEEP)
	timeout 55m $(BIN)/rulehound play --cards probe --steps 1000000 --offers-every 10 \
		--keep $(DEEP)/agreement-million.jsonl
	touch $@

# all faulty engines through the conformance suite, a quarter of them at a time
$(DEEP)/engines: $(QUARTERS:%=$(DEEP)/engines-%)
	touch $@

$(DEEP)/engines-%: $(SOURCES) | setup
	mkdir -p $(DEEP)
	RULEHOUND_FAULTS=$*/4 $(BIN)/python -m pytest -n 2 tests/checker/diagnosis/test_faults.py
	touch $@

# fifty places of the tree broken, one at a time: the gate goes red each time
$(DEEP)/breaks: $(SOURCES) | setup
	mkdir -p $(DEEP)
	$(BIN)/python tools/break_something.py --count 50 --seed 7
	$(BIN)/python tools/break_something.py --named
	touch $@

# the tests of which a run has a part of the cases, with all of them
$(DEEP)/cases: $(SOURCES) | setup
	mkdir -p $(DEEP)
	RULEHOUND_CASES=all $(BIN)/python -m pytest -n 2 --dist loadfile $$(grep -rl '^from rulehound_testing.rotating import' tests) \
		$$(grep -oh 'tests/[a-z0-9_/]*[.]py' tests/turns.toml | sort -u)
	touch $@

# the gate and a quick check on every other version of Python that the machine has
$(DEEP)/interpreters: $(SOURCES) | setup
	mkdir -p $(DEEP)
	$(BIN)/python tools/other_interpreters.py 3.12 3.13 --folder $(DEEP)/interpreters-venvs
	touch $@

# Python versions that are claimed by their wheels alone
wheels: setup
	$(BIN)/python tools/check_wheels.py 3.12 3.13

rulebook: setup
	$(BIN)/python tools/build_rulebook.py

clean:
	rm -rf $(VENV) report build dist .pytest_cache .mypy_cache .ruff_cache
