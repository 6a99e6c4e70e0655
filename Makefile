# Two commands do all the set-up: `make demo` and `make test`.  They need Python 3.11 or newer, and make.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
# Stamps: what was installed, and when.  Both are made anew when pyproject.toml changes.
INSTALLED := $(VENV)/.installed
INSTALLED_DEV := $(VENV)/.installed-dev
PIP := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: demo test lint bench rules screenshots wheel lock audit fuzz soak realjob clean help

help:
	@echo "make demo         the screen on a bundled real incident (without a terminal: the plain report)"
	@echo "make test         linters, types, architecture and all tests"
	@echo "make lint         linters, types and architecture only"
	@echo "make bench        timings, for information"
	@echo "make rules        each rule, its samples, and the real cases in which it matches"
	@echo "make screenshots  screenshots/ anew from the bundled incident"
	@echo "make wheel        dist/*.whl"
	@echo "make lock         requirements-dev.lock anew: the versions that the tests passed with"
	@echo "make audit        known holes in the locked versions, asked of PyPI (needs network)"
	@echo "make fuzz         the fuzz targets for FUZZ_SECONDS each (default 600), with new inputs every time"
	@echo "make soak         a job that is killed and rotated at random, followed for SOAK_MINUTES (default 15)"
	@echo "make realjob      real torchrun jobs on CPU, followed from before their start (needs torch, or TORCHRUN=...)"
	@echo "make clean        remove what these commands made"

demo: $(INSTALLED)
	@$(BIN)/denpex-tui demo bf16-zero-norm

test: $(INSTALLED_DEV)
	@status=0; \
	$(MAKE) --no-print-directory lint || status=1; \
	$(BIN)/python -m pytest -n auto || status=1; \
	exit $$status

lint: $(INSTALLED_DEV)
	@status=0; \
	for check in "ruff check" "ruff format --check" "mypy" "lint-imports"; do \
		echo "== $$check"; $(BIN)/$$check || { echo "== $$check FAILED"; status=1; }; \
	done; \
	exit $$status

bench: $(INSTALLED_DEV)
	@$(BIN)/python -m tests.benchmarks

rules: $(INSTALLED_DEV)
	@$(BIN)/python -m tests.rules

screenshots: $(INSTALLED_DEV)
	@$(BIN)/python screenshots/make.py
	@$(BIN)/python screenshots/record.py

wheel: $(INSTALLED_DEV)
	@$(BIN)/python -m build --wheel --no-isolation

lock: $(INSTALLED_DEV)
	@{ echo "# The versions that the tests passed with; made by 'make lock'."; \
	$(PIP) freeze --exclude-editable --exclude denpex-tui; } > requirements-dev.lock

# In an environment of its own, so that the lock stays what the tests need. Strict: what cannot be asked is no pass.
audit: $(BIN)/python
	@test -x $(VENV)/audit/bin/pip-audit || { $(BIN)/python -m venv $(VENV)/audit && \
	$(VENV)/audit/bin/python -m pip --disable-pip-version-check install -qq pip-audit; }
	@$(VENV)/audit/bin/pip-audit --strict --no-deps --disable-pip --requirement requirements-dev.lock

fuzz: $(INSTALLED_DEV)
	@FUZZ_SECONDS=$${FUZZ_SECONDS:-600} $(BIN)/python -m pytest -n auto tests/fuzz

soak: $(INSTALLED_DEV)
	@$(BIN)/python -m tests.live.soak --minutes $${SOAK_MINUTES:-15}

realjob: $(INSTALLED_DEV)
	@$(BIN)/python -m pytest -m realjob -rs tests/live/test_torchrun.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find denpex_tui tests screenshots -name __pycache__ -type d -prune -exec rm -rf {} +

$(INSTALLED): pyproject.toml $(BIN)/python
	@echo "installing denpex-tui into $(VENV) ..."
	@$(PIP) install -qq --editable .
	@touch $@

$(INSTALLED_DEV): pyproject.toml $(BIN)/python
	@echo "installing denpex-tui and its development tools into $(VENV) ..."
	@$(PIP) install -qq --editable '.[dev]'
	@touch $@ $(INSTALLED)

# A candidate counts only when it runs: a version manager may leave names behind that do not.
$(BIN)/python:
	@for python in $(PYTHON) python3.13 python3.12 python3.11 python3 python; do \
		if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
			echo "making $(VENV) with $$python ..."; \
			exec "$$python" -m venv $(VENV); \
		fi; \
	done; \
	echo "denpex-tui needs Python 3.11 or newer with its venv module: install it (Debian: python3-venv), or name it with 'make PYTHON=/path/to/python3 ...'" >&2; \
	exit 1
