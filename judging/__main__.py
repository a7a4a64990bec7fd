"""The engine at the command line: `python -m judging judge …` and `python -m judging same …`.

`python manage.py judge` and `same` are these two. They need no settings and no database, so Django is never loaded.
"""

import sys

from judging.command_line import run

COMMANDS = {"judge": "judging.language.command:main", "same": "judging.language.command:same"}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit("usage: python -m judging {judge,same} …")
    sys.exit(run(COMMANDS[sys.argv[1]], sys.argv[2:]))
