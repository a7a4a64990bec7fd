"""Where the program's own files are, where its data goes, and how it is started: in a checkout or from a wheel.

A wheel has the files that lie beside the packages in a checkout inside `tournament/files` (`pyproject.toml` says
which).
"""

from pathlib import Path

PACKAGE = Path(__file__).parents[1]
FILES_OF_THE_WHEEL = PACKAGE / "files"
IS_WHEEL = FILES_OF_THE_WHEEL.is_dir()

# has templates/, docs/guides/, tools/, LICENSE and NOTICE
BASE_DIR = FILES_OF_THE_WHEEL if IS_WHEEL else PACKAGE.parent
DATA = Path.home() / "number-tournament" if IS_WHEEL else BASE_DIR / "var"

# the commands that sentences name
START = "number-tournament" if IS_WHEEL else "make run"
START_ELSEWHERE = "number-tournament --folder FOLDER" if IS_WHEEL else "VAR_DIR=FOLDER make run"
# what applies missing migrations; a start makes a backup before
MIGRATE = "number-tournament" if IS_WHEEL else "python manage.py migrate"
MANAGE = "number-tournament" if IS_WHEEL else "python manage.py"
