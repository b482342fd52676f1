# One entry for every habit. `make demo` and `make test` set everything up by themselves.
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
PYTHON ?= python3
CHECK_TESTS := $(addprefix tests/unit/test_,reading.py term_check.py verifier.py checks_of_k.py identifiers_residual.py)
CODE := engine adapters flows service tests benchmarks tools verifier

.PHONY: setup knowledge demo test check lint prose type fmt docs bench schema clean covered coverage mutants

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

knowledge: $(READY)
	$(VENV)/bin/saferelease kb fetch wordnet

demo: knowledge
	@$(PY) examples/demo.py

test: knowledge check

check: lint type covered
	$(VENV)/bin/pytest -n 2 --dist worksteal

# The release checks: no branch of them goes untested.
covered: $(READY)
	$(PY) -m coverage run --data-file=.coverage.checks --source=engine.checks -m pytest $(CHECK_TESTS)
	$(PY) -m coverage report --data-file=.coverage.checks --fail-under=95

coverage: $(READY)
	$(PY) -m coverage run -m pytest
	$(PY) -m coverage report

mutants: $(READY)
	$(PY) -m tests.mutants.run

lint: $(READY)
	$(VENV)/bin/ruff format --check $(CODE)
	$(VENV)/bin/ruff check $(CODE)
	$(VENV)/bin/lint-imports
	$(PY) -m tools.prose

prose: $(READY)
	$(PY) -m tools.prose --figures

type: $(READY)
	$(VENV)/bin/mypy

fmt: $(READY)
	$(VENV)/bin/ruff format $(CODE)
	$(VENV)/bin/ruff check --fix $(CODE)

docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict --quiet
	@echo "The site is in site/. Open site/index.html, or search it too: $(PY) -m http.server -d site"

schema: $(READY)
	$(VENV)/bin/saferelease policy schema > policies/schema.json

bench: $(READY)
	for script in benchmarks/bench_*.py; do $(PY) $$script || exit 1; done

clean:
	rm -rf .mypy_cache .ruff_cache .pytest_cache build dist demo site
