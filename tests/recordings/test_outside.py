"""What leaves the program, so that somebody outside may rely on it: commands, JSON, exports, addresses, codes."""

import io
import json
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib import import_module

from django.apps import apps
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand
from django.urls import get_resolver

from judging.__main__ import COMMANDS
from judging.games.formats import FORMATS
from judging.games.live_games import GAMES
from judging.language import command as judging
from judging.language.editions import EDITIONS
from judging.messages import TEMPLATES
from puzzles import __main__ as puzzles
from tests.recordings import compare
from tests.tournament.api.schema import schema
from tests.tournament.exports.counting import program as recount
from tests.tournament.exports.test_public import SCHEMA
from tests.tournament.web.test_permission_table import routes
from tournament.audit.verbs import VERBS
from tournament.exports import exported_tables

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
FOUR = {"numbers": [1, 2, 3, 4], "target": 24, "rules": "basic-24"}
ASKED = ["--numbers", "1,2,3,4", "--target", "24", "--rules", "basic-24"]
ROUND = {"game": "countdown", "round": "numbers", "numbers": [50, 8, 8, 4, 3, 1], "target": 429}
DECLARED = {"declarations": [{"player": "A", "declared": 432, "expression": "50 * 8 + 8 * 4"}]}
# answers in JSON: command, options, what is asked on standard input
ANSWERS = (
    ("judge", ["--jsonl", "--steps"], {**FOUR, "expression": "1*2*3*4"}),
    ("judge", ["--jsonl"], {**FOUR, "expression": "1+"}),
    ("solve", [*ASKED, "--json"], None),
    ("solve", [*ASKED, "--count", "--json"], None),
    ("solve", ["--jsonl"], FOUR),
    ("rate", ["--jsonl"], FOUR),
    ("letters", ["tabletsio", "--json"], None),
    ("conundrum", ["--seed", "1", "--json"], None),
    ("generate", ["--format", "twenty-four", "--seed", "1", "--json"], None),
    ("referee", ["--jsonl"], ROUND | DECLARED),
)


def answer(name: str, arguments: list[str], asked: dict | None = None) -> str:
    """What an engine's command writes."""
    judges = {"judge": judging.main, "same": judging.same}
    main = judges.get(name) or import_module(f"puzzles.commands.{name}").main
    out, given = io.StringIO(), io.StringIO(json.dumps(asked) + "\n" if asked else "")
    with redirect_stdout(out):  # argparse writes its help there
        main(arguments, given, out, io.StringIO())
    return out.getvalue()


def options(usage: str) -> str:
    return " ".join(sorted(set(OPTION.findall(usage.partition("\n\n")[0])) - {"--help"}))


def commands() -> Iterator[str]:
    for package, names in (("judging", COMMANDS), ("puzzles", puzzles.COMMANDS)):
        for name in names:
            yield f"python -m {package} {name} {options(answer(name, ['--help']))}"
    for format_slug in sorted(FORMATS):
        asked = ["--format", format_slug.replace("_", "-"), "--help"]
        yield f"python -m puzzles generate {' '.join(asked[:2])} {options(answer('generate', asked))}"
    for name, where in sorted(get_commands().items()):
        if where == "tournament" and name != "makemessages":  # Django's
            parser = load_command_class(where, name).create_parser("manage.py", name)
            mine = set(OPTION.findall(parser.format_usage())) - set(OPTION.findall(BASE.format_usage()))
            yield f"manage.py {name} {' '.join(sorted(mine))}"
    yield f"tools/recount.py FILE {recount.FORMAT} {recount.VERSION}"


BASE = BaseCommand().create_parser("manage.py", "any")


def keys(value: object, path: str = "") -> Iterator[str]:
    """The paths to everything in a JSON value."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield f"{path}.{name}"
            yield from keys(each, f"{path}.{name}")
    for each in value if isinstance(value, list) else ():
        yield from keys(each, f"{path}[]")


def answers() -> Iterator[str]:
    for name, arguments, asked in ANSWERS:
        found = json.loads(answer(name, arguments, asked))
        yield from (f"{name} {' '.join(arguments)}: {path}" for path in dict.fromkeys(keys(found)))


def in_schema(part: object, path: str = "") -> Iterator[str]:
    """The names of all properties below a part of a JSON schema, with their fixed values."""
    if isinstance(part, dict):
        for name, below in part.get("properties", {}).items():
            chosen = below.get("enum") or below.get("const") or ""
            yield f"{path}.{name} {chosen}".strip()
        for name, below in part.items():
            yield from in_schema(below, path if name in ("properties", "items") else f"{path}.{name}")
    for below in part if isinstance(part, list) else ():
        yield from in_schema(below, path)


def exports() -> Iterator[str]:
    yield from (f"public export {each}" for each in dict.fromkeys(in_schema(SCHEMA)))
    for table in exported_tables.every_table():
        yield f"full export {table.__name__} {' '.join(field.attname for field in exported_tables.columns(table))}"
    yield from (f"API {each}" for each in dict.fromkeys(in_schema(schema()["components"]["schemas"])))


def codes() -> Iterator[str]:
    for model in sorted(apps.get_app_config("tournament").get_models(), key=lambda model: model.__name__):
        for field in model._meta.concrete_fields:
            if field.choices:
                yield f"stored {model.__name__}.{field.name} {' '.join(str(value) for value, _ in field.flatchoices)}"
    yield f"editions {' '.join(sorted(EDITIONS))}"
    for slug, each in [*sorted(FORMATS.items()), *sorted(GAMES.items())]:
        yield f"settings of {slug} {' '.join(sorted(each.schema.names()))}"
    for slug, live in sorted(GAMES.items()):
        yield f"moves of {slug} {' '.join(sorted(live.kinds))}"
    yield from (f"audit {verb} {row.topic} {'public' * row.public}".strip() for verb, row in sorted(VERBS.items()))
    yield from (f"message {code}" for code in sorted(TEMPLATES))


def test_commands_with_their_options_and_answers():
    compare("commands.txt", "\n".join([*commands(), *answers()]))


def test_addresses():
    found = routes(get_resolver().url_patterns)
    compare("addresses.txt", "\n".join(sorted(f"{address} {name}" for name, address in found.items())))


def test_fields_of_exports_and_of_the_interface_for_programs():
    compare("fields.txt", "\n".join(exports()))


def test_stored_codes():
    compare("codes.txt", "\n".join(codes()))
