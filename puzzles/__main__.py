"""The commands that need no database: `python -m puzzles solve …` is `python manage.py solve …`.

Without a name it is `solve`.
"""

import sys

from judging.command_line import run

NAMES = ("solve", "letters", "conundrum", "rate", "generate", "referee", "duel")
COMMANDS = {name: f"puzzles.commands.{name}:main" for name in NAMES}

if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in COMMANDS:
        sys.exit(run(COMMANDS[sys.argv[1]], sys.argv[2:]))
    sys.exit(run(COMMANDS["solve"], sys.argv[1:]))
