# Two commands matter: `make run` and `make test`. Both set up everything they need.

PYTHON ?= $(firstword $(foreach p,python3 python3.13 python3.12 python3.11 python3.14,$(shell $(p) -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $(p))) python3)
PY := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help run test setup lint format lock audit sbom messages permissions recordings pictures migration bench bench-full drill wheel
.NOTPARALLEL:

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## */  make \1 \t/p' Makefile | expand -t 20

run: setup  ## start everything on PORT (8000) and print the sign-in links; HALL=1 for other devices; Ctrl-C stops it
	@exec $(PY) manage.py run

test: setup  ## lint, types and every test, on SQLite and on PostgreSQL (ARGS="-k words" picks some)
	@$(PY) -m tests.chromium || true
	@exec $(PY) -m tests $(ARGS)

lint: setup  ## layout and rules of Python, templates and JavaScript; imports; types
	@exec $(PY) -m tests.lint

format: setup  ## lay out Python, templates and JavaScript as `make lint` wants them
	@exec $(PY) -m tests.lint --format

lock: setup  ## compile requirements/*.in and package-lock.json anew (needs uv; npm for the latter)
	@command -v uv >/dev/null || { echo "make lock needs uv on the PATH."; exit 1; }
	@for name in base dev prod; do \
	  UV_PYTHON_DOWNLOADS=never uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    requirements/$$name.in --output-file requirements/$$name.txt || exit 1; \
	done
	@command -v npm >/dev/null || { echo "There is no npm: package-lock.json stays."; exit 0; }; cd requirements && \
	  npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund --loglevel=error

audit:  ## ask the public database of known holes about every locked package (needs uv and the network)
	@command -v uvx >/dev/null || { echo "make audit needs uv on the PATH."; exit 1; }
	@exec uvx pip-audit --strict --require-hashes --disable-pip -r requirements/dev.txt

sbom:  ## print what the production locks hold as a CycloneDX SBOM (needs uv and the network)
	@command -v uvx >/dev/null || { echo "make sbom needs uv on the PATH." >&2; exit 1; }
	@exec uvx --from cyclonedx-bom cyclonedx-py requirements requirements/prod.txt

permissions: setup  ## write docs/permissions.md: who gets in where
	@WRITE_PERMISSIONS=1 $(PY) -m pytest -q tests/tournament/web/test_permission_table.py

recordings: setup  ## write tests/recordings anew, after a change that means to change what is recorded there
	@WRITE_RECORDINGS=1 $(PY) -m pytest -q tests/recordings tests/tournament/exports/test_schema.py

messages: setup  ## collect every text into tournament/locale and compile it (needs gettext)
	@command -v msgfmt >/dev/null || { echo "make messages needs gettext (xgettext, msgmerge, msgfmt) on the PATH."; exit 1; }
	@$(PY) manage.py makemessages --all --no-obsolete --no-wrap --add-location file -i .venv -i var -i tests -i bench
	@$(PY) manage.py compilemessages -i .venv -i var

pictures: setup  ## take the pictures of README.md anew, from the demo in Chromium; some minutes
	@exec $(PY) -m tests.pictures

migration: setup  ## write a migration after a change of a model (ARGS="--name player_colour"), and list it
	@$(PY) manage.py makemigrations tournament $(ARGS)
	@WRITE_MIGRATIONS=1 $(PY) -m pytest -q tests/tournament/models/test_migrations.py

bench: setup  ## how fast the engine is, in a minute
	@exec $(PY) -m bench $(ARGS)

bench-full: setup  ## every benchmark
	@exec $(PY) -m bench --full $(ARGS)

drill: setup  ## kill, crowd and misread on purpose, on SQLite and PostgreSQL; some minutes (ARGS="kills --short")
	@exec $(PY) -m bench.drills $(ARGS)

wheel: setup  ## build dist/number_tournament-*.whl, which pipx, uv and pip install
	@exec $(PY) -m hatchling build --target wheel

setup:  ## make .venv with everything that is needed; the others do it first
	@$(PYTHON) tools/setup.py $(if $(filter-out file,$(origin PYTHON)),--exactly)
