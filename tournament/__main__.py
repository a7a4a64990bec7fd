"""The command `number-tournament`, and `manage.py`: each command of the program.

    number-tournament [--folder FOLDER] [NAME=VALUE …] [COMMAND …]

Without a command it starts everything, as `make run` does. `--folder` is where all data is (VAR_DIR). NAME=VALUE sets a
setting of the environment, such as HALL=1, as `make` takes it too.
"""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from judging.__main__ import COMMANDS as JUDGING
from judging.command_line import run
from puzzles.__main__ import COMMANDS as PUZZLES
from tournament import PROGRAM
from tournament.common.installation import BASE_DIR, DATA, MANAGE

SETTING = re.compile(r"([A-Z][A-Z_]*)=(.*)", re.S)
USAGE = (
    "usage: number-tournament [--folder FOLDER] [NAME=VALUE ...] [COMMAND ...]\n\n"
    f"Without a command it starts everything. Its data is in {DATA}, or in FOLDER.\n"
    "HALL=1 lets phones and other computers in, PORT=8123 takes another port, DEMO=0 loads no demo.\n"
    "Commands in trouble: doctor, backup, restore, sign_in_links. `help` lists all; `recount FILE` counts an export"
    " again.\n"
)


def main() -> None:
    """The installed command."""
    arguments = with_settings(sys.argv[1:])
    if arguments in (["--help"], ["-h"], ["--folder"]):
        sys.exit(print(USAGE))
    manage([sys.argv[0], *(arguments or ["run"])])


def with_settings(arguments: Sequence[str]) -> list[str]:
    """The arguments without the settings before the command, which go to the environment."""
    rest = list(arguments)
    while rest:
        if setting := SETTING.fullmatch(rest[0]):
            os.environ[setting[1]] = setting[2]
        elif rest[0].startswith("--folder="):
            rest[:1] = rest[0].split("=", 1)
            continue
        elif rest[0] == "--folder" and len(rest) > 1:
            os.environ["VAR_DIR"] = str(Path(rest.pop(1)).expanduser().absolute())
        else:
            break
        del rest[0]
    return rest


def manage(argv: list[str]) -> None:
    """Run the command in `argv`, as Django's `manage.py` does."""
    command = argv[1] if len(argv) > 1 else ""
    if without_django := (JUDGING | PUZZLES).get(command):
        sys.exit(run(without_django, argv[2:]))
    if argv[1:] in (["version"], ["--version"]):  # before Django, which would say its own
        sys.exit(print(PROGRAM))
    if command == "recount":  # in a process of its own: it uses nothing of this program
        sys.exit(subprocess.call([sys.executable, str(BASE_DIR / "tools" / "recount.py"), *argv[2:]]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        from django.core.management import execute_from_command_line
        from django.db import DatabaseError, OperationalError
    except ImportError:
        sys.exit("Django is not installed for this Python. `make run` and `make test` set everything up in .venv.")
    try:
        execute_from_command_line(argv)
    except DatabaseError as error:
        if "--traceback" in argv or type(error) not in (DatabaseError, OperationalError):
            raise
        sys.exit(f"The database cannot be used: {str(error).strip()}. `{MANAGE} doctor` says more.")


if __name__ == "__main__":
    main()
