# make play: tables in the browser.  make test: all tests.  Both set up what they need in .venv.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
BIN := .venv/bin
SITE := src/fairground/server/site/index.html
WEB := $(shell find web/src web/public -type f -not -name '*.test.ts') web/index.html web/vite.config.ts web/package-lock.json
COMPILED := $(shell find src/fairground/engine src/fairground/games src/fairground/bots src/fairground/analysis -name '*.py' -not -path '*/tests/*') \
  src/fairground/research/batch_core.py

.PHONY: play test check style types test-web docs attack fuzz bench load strength review-study soak screens site wheel wire environments coverage mutants lock clean
.DELETE_ON_ERROR:

play: .venv/installed site
	@$(BIN)/fairground serve --open

test: .venv/tested .venv/browser $(SITE)
	@echo "== checking style and types, and running the tests of the web part"
	@$(MAKE) --no-print-directory -j2 style types test-web
	@echo "== running the tests"
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not soak"

check: style types

style: .venv/tested
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@web/run.sh npm run --silent lint

types: .venv/tested
	@$(BIN)/mypy && $(BIN)/mypy tests conftest.py examples/train.py examples/clean_rl.py examples/rllib_ppo.py examples/stable_baselines.py examples/pointing_policy.py docs/*.py

test-web: $(SITE)
	@web/run.sh svelte-check --tsconfig ./tsconfig.json --fail-on-warnings && web/run.sh vitest run

docs: .venv/tested
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "The documentation is in build/docs. To read and search it: $(BIN)/python -m http.server --directory build/docs"

# An attacker of our own, against a server on this machine: make attack OPTIONS="boxes --seconds 60".
attack: .venv/tested
	@PYTHONPATH=tests $(BIN)/python -m attack $(OPTIONS)

# Looks for inputs that break a reader, guided by coverage: make fuzz OPTIONS="record --seconds 600".
fuzz: .venv/fuzz
	@FAIRGROUND_PURE=1 PYTHONPATH=src:tests $(BIN)/python -m fuzzing $(OPTIONS)

bench: .venv/bench
	@$(BIN)/fairground bench --against open_spiel --against pure
	@$(BIN)/fairground bench --batch --against pgx --against rlcard --against pettingzoo --against open_spiel

load: .venv/tested
	@$(BIN)/python tests/load.py $(OPTIONS)

# Hours: how strong are the levels? make strength OPTIONS="--seats 3 4 5 --minutes 9"; the same command goes on.
strength: .venv/tested
	@$(BIN)/python docs/measure_strength.py $(OPTIONS)

# Hours: is the reviewer calibrated, does it find blunders, does it order players, is luck fair?
review-study: .venv/tested
	@for measure in calibration decisions levels luck; do $(BIN)/python -m fairground.analysis.measurements $$measure $(OPTIONS); done

soak: .venv/tested
	@$(BIN)/python -m pytest -n auto --dist worksteal -m soak

# A picture of every screen in every window, by day and night: make screens OPTIONS="site".
screens: .venv/tested .venv/browser $(SITE)
	@PYTHONPATH=tests $(BIN)/python tests/screens.py $(OPTIONS)

# Without Node the server shows its plain page.
site: .venv/made
	@$(MAKE) --no-print-directory --silent $(SITE) || echo "warning: the web site could not be built, so the plain page is shown"

# A wheel for this machine, in the form that registries accept, and the source distribution.
wheel: .venv/wheel $(SITE)
	@rm -rf build/wheels build/lib* build/bdist*
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir build/wheels .
	@$(BIN)/python -c "from setuptools.build_meta import build_sdist; build_sdist('dist')" > build/sdist.log
	@if [ "$$(uname)" = Linux ] && [ -z "$(FAIRGROUND_PURE)" ]; \
	  then PATH="$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/wheels/*.whl; \
	  else cp build/wheels/*.whl dist; fi
	@ls dist

wire: .venv/installed
	@$(BIN)/python -m fairground.server.typescript web/src

environments: .venv/tested
	@$(BIN)/python docs/environments.py $(GAME)

# Both measure the games' rules as plain Python and write what they find into docs/testing.md.
coverage: .venv/tested
	@FAIRGROUND_PURE=1 PYTHONPATH=tests nice $(BIN)/python -m mutation coverage

# make mutants OPTIONS="--sample 300 --seed x", or OPTIONS=--all for every mutant.
mutants: .venv/tested
	@FAIRGROUND_PURE=1 PYTHONPATH=tests nice $(BIN)/python -m mutation run $(OPTIONS)
	@FAIRGROUND_PURE=1 PYTHONPATH=tests $(BIN)/python -m mutation report

lock:
	@requirements/lock.sh

clean:
	rm -rf .venv build src/*.egg-info web/node_modules src/fairground/server/site
	find src \( -name '*.so' -o -name __pycache__ \) -exec rm -rf {} +

$(SITE): .venv/made web/run.sh $(WEB)
	@echo "== building the web site"
	@web/run.sh vite build --logLevel error
	@touch $@

.venv/browser: .venv/made web/browser.sh
	@web/browser.sh
	@touch $@

.venv/made:
	@test -n "$(PYTHON)" || { echo "Fairground needs Python 3.11 or newer; none was found." >&2; exit 1; }
	@echo "== making the environment in .venv with $(PYTHON)"
	@$(PYTHON) -m venv .venv || { echo "$(PYTHON) cannot make environments: install its venv package." >&2; exit 1; }
	@touch $@

.venv/needs: .venv/made requirements/build.txt
	@echo "== installing what it needs"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.txt
	@touch $@

.venv/installed: .venv/needs pyproject.toml setup.py $(COMPILED)
	@echo "== compiling Fairground"
	@find src -name '*.so' -delete
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@$(BIN)/fairground --version | grep -q compiled || test -n "$(FAIRGROUND_PURE)" \
	  || echo "warning: no working C compiler, so Fairground runs as plain Python and is 30 to 50 times slower"
	@touch $@

.venv/tested: .venv/installed requirements/dev.txt requirements/torch.txt requirements/learners.txt
	@echo "== installing what the tests need"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/torch.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/learners.txt
	@touch $@

.venv/wheel: .venv/needs requirements/wheel.txt
	@echo "== installing what makes wheels portable"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/wheel.txt
	@touch $@

.venv/fuzz: .venv/tested requirements/fuzz.txt
	@echo "== installing the fuzzer"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/fuzz.txt
	@touch $@

.venv/bench: .venv/installed requirements/bench.txt
	@echo "== installing the peers to measure against"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@touch $@
