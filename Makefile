# `make` alone tells what there is. Everything lives in .venv/, node_modules/ and static/vendor/; a stamp remembers what is
# installed, so that the second time nothing asks the network.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

# The tests wait for browsers and servers now and then: one more at once than there are cores.
AT_ONCE := $(shell expr 1 + $$(nproc))

# What decides what gets installed: when one of these is newer than a stamp, pip runs again.
PINS := pyproject.toml package.json package-lock.json hatch_build.py scripts/vendor.py
COMPILED := $(patsubst %.po,%.mo,$(wildcard translations/*/LC_MESSAGES/messages.po))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test check format messages screenshots bench lighthouse browser postgres clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/run.stamp static/built/app.js $(COMPILED) ## Serve the app to the phones at the table (ARGS="--port 9000" passes options on)
	@$(BIN)/scorekeeper serve $(ARGS)

test: check browser postgres node_modules/.package-lock.json ## Check the sources, then run every test, those in a real browser too
	$(BIN)/python -m pytest -n $(AT_ONCE) --dist worksteal $(ARGS)

check: $(VENV)/dev.stamp static/built/app.js $(COMPILED) ## Check style, types, imports and templates, without running anything
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/djlint --lint --quiet templates

format: $(VENV)/dev.stamp ## Tidy the sources in place
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

messages: $(VENV)/dev.stamp ## Put new texts into every translations/*/LC_MESSAGES/messages.po, to be translated there
	$(BIN)/python scripts/messages.py --update

screenshots: $(VENV)/dev.stamp static/built/app.js $(COMPILED) browser ## Take the pictures of every page
	$(BIN)/python scripts/screenshots.py $(ARGS)

lighthouse: $(VENV)/dev.stamp browser node_modules/.package-lock.json $(COMPILED) ## Let Lighthouse look at every page
	$(BIN)/python scripts/lighthouse.py

bench: $(VENV)/run.stamp static/built/app.js $(COMPILED) ## Measure speed and bytes against a bare Flask, in three minutes
	$(BIN)/python scripts/bench.py

# instance/ stays: the matches played here are nobody's build output.
clean: ## Remove everything that make made (matches stay)
	rm -rf $(VENV) node_modules static/vendor static/built build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find scorekeeper scripts tests migrations -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# --- what the above need ---------------------------------------------------------------------------------------------

# python -m pip, never bin/pip: its first line holds the venv's path, which breaks when that is long or has a blank.
$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: $(PINS) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/dev.stamp: $(PINS) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/run.stamp

# Installing brings what ships to browsers with it (hatch_build.py). This is for when client/ changed, or git clean came by.
static/built/app.js: $(wildcard client/*) | $(VENV)/run.stamp
	@$(BIN)/python scripts/vendor.py && touch $@

%.mo: %.po | $(VENV)/run.stamp
	$(BIN)/python scripts/messages.py
	@touch $@

node_modules/.package-lock.json: $(PINS) | $(VENV)/dev.stamp
	$(BIN)/python scripts/vendor.py --tools
	@touch $@

# A missing browser must fail, never skip: then nobody would notice that half of the tests no longer run.
# Most tests look at pages alone and need no window around them; some need the whole Chromium, one the other kind.
BROWSERS := chromium chromium-headless-shell firefox-esr
browser:
	@command -v $(BROWSERS) | grep -c . | grep -qx $(words $(BROWSERS)) || { \
	  sudo=; test "$$(id -u)" = 0 || sudo=$$(command -v sudo); \
	  $$sudo apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -qq -y --no-install-recommends $(BROWSERS); \
	} || true
	@for each in $(BROWSERS); do command -v $$each >/dev/null || { \
	  echo "The tests need $$each on PATH; apt-get could not bring it." >&2; exit 1; \
	}; done

# The same for the database server: its programs lie where Debian puts them, or on PATH.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
	  sudo=; test "$$(id -u)" = 0 || sudo=$$(command -v sudo); \
	  $$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -qq -y --no-install-recommends postgresql; \
	} || true
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { echo 'The tests need PostgreSQL; apt-get could not bring it.' >&2; exit 1; }
