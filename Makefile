# One entry for every habit. `make demo` and `make test` set everything up by themselves.
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
PRODUCT := $(VENV)/.product
PYTHON ?= python3
# Commands that tests start would compile every module anew, each time.
unexport PYTHONDONTWRITEBYTECODE
INSTALL := $(PYTHON) -m tools.install $(VENV)
# Two workers, and one more for the time in which tests wait.
PYTEST := $(VENV)/bin/pytest -n 3 --dist worksteal -p tests.covering
CODE := engine adapters flows service research saferelease tests benchmarks tools verifier extensions

.PHONY: extension setup new-enough lock knowledge demo test test-all touched check lint code prose type fmt docs bench bench-main bench-peers schema test-pythons licences wheel provenance sbom advisories clean covered covered-enough coverage drawing mutants ledger

setup: $(READY)

# Every file that is installed has a hash in requirements.txt; nothing is built but saferelease itself.
$(READY): pyproject.toml requirements.txt
	@$(MAKE) --no-print-directory new-enough
	@echo "Installing saferelease, all its extras and the tools of developers into $(VENV) ..."
	@$(INSTALL) dev
	@touch $@

# The product with the extras that EXTRAS names, for the demonstration; nothing to do where developers' tools are installed.
$(PRODUCT): pyproject.toml requirements.txt
	@if [ ! $(READY) -nt requirements.txt ]; then \
	  $(MAKE) --no-print-directory new-enough && \
	  echo "Installing saferelease into $(VENV). This takes about a minute, once ..." && \
	  $(INSTALL) build,$(EXTRAS); \
	fi
	@touch $@

new-enough:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "saferelease needs Python 3.11 or newer; $(PYTHON) is older or absent. Name another: make $(MAKECMDGOALS) PYTHON=python3.11"; exit 1; }

# Versions and hashes of everything, for all platforms and Python versions; UPGRADE=1 takes the newest versions.
lock: $(READY)
	$(VENV)/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --all-extras --generate-hashes \
	  --annotation-style line --no-header --no-emit-index-url --no-emit-find-links $(if $(UPGRADE),--upgrade) \
	  --output-file requirements.txt

knowledge: $(PRODUCT)
	$(VENV)/bin/saferelease kb fetch wordnet

demo: knowledge
	@$(PY) examples/demo.py

# Every guard in its quick form; the checks of the code run beside the tests, and are printed after them.
test: HALF := -m "not slow"
test test-all: $(READY) knowledge
	@rm -f .coverage.checks*
	@$(MAKE) --no-print-directory --keep-going code type >.checks.txt 2>&1 & checks=$$!; \
	$(PYTEST) $(HALF); tests=$$?; \
	wait $$checks; code=$$?; cat .checks.txt; rm .checks.txt; \
	$(MAKE) --no-print-directory covered-enough; covered=$$?; \
	[ $$tests -eq 0 ] && [ $$code -eq 0 ] && [ $$covered -eq 0 ]

# The tests that are nearest to what was changed since main, or since SINCE=revision.
touched: $(READY)
	@$(PY) -m tools.touched $(SINCE)

check: test-all advisories

# The tests under each Python that is here, of those that pyproject.toml names. TESTS="tests/unit" takes some of them.
test-pythons: $(READY)
	@$(PY) -m tools.pythons $(TESTS)

# The release checks: no branch of them goes untested.
covered: $(READY)
	@$(VENV)/bin/pytest -p tests.covering $$($(PY) -m tests.covering)
	@$(MAKE) --no-print-directory covered-enough

covered-enough:
	@$(PY) -m coverage combine --quiet --data-file=.coverage.checks
	@$(PY) -m coverage report --data-file=.coverage.checks --skip-covered --fail-under=95

coverage: $(READY)
	$(PY) -m coverage run -m pytest
	$(PY) -m coverage report

# What each rule is worth on marked texts of all kinds, into docs/rule-ledger.tsv. ARGUMENTS="--texts 80" takes more.
ledger: $(READY)
	$(PY) -m tools.ledger --write $(ARGUMENTS)

mutants: $(READY)
	$(PY) -m tests.mutants.run

lint: code
	$(PY) -m tools.prose

# Of prose each page has a test.
code: $(READY)
	$(VENV)/bin/ruff format --check $(CODE)
	$(VENV)/bin/ruff check $(CODE)
	$(VENV)/bin/lint-imports

# The same source gives the same bytes.
wheel: $(READY)
	@rm -rf dist/*.whl
	@$(PY) -m hatchling build -t wheel -d dist

# Where the wheel comes from, beside it: an in-toto statement with SLSA's provenance.
provenance: wheel
	@$(PY) -m tools.provenance dist/*.whl

# The extension for LibreOffice Writer.
extension: $(READY)
	@$(PY) -m tools.extension dist/saferelease-writer.oxt

# What the product is made of, as CycloneDX.
sbom: $(READY)
	@$(PY) -m tools.sbom dist/saferelease.cdx.json

# Known faults of the libraries, asked for once a day at most; NOW=1 asks at once.
advisories: $(READY)
	@$(PY) -m tools.advisories $(if $(NOW),--now)

licences: $(READY)
	$(PY) -m tools.licences

# The drawing of the rooms in docs/architecture.md, from the imports; prints its figures.
drawing: $(READY)
	@$(PY) -m tools.rooms

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

# The whole command over articles, notes, mail, Word, PDF and CSV; ARGUMENTS="--kb 2000" takes more text.
bench-main: $(READY) knowledge
	$(PY) benchmarks/bench_main.py $(ARGUMENTS)

# Patterns, tagging, counts and text of PDF beside the tools that do the same, in an environment of their own.
bench-peers: $(READY)
	$(PY) benchmarks/bench_peers.py $(ARGUMENTS)

clean:
	rm -rf .mypy_cache .ruff_cache .pytest_cache build dist demo site
