"""Installs the npm packages of requirements/package-lock.json into .venv/node, if there is Node. None of them is
served to browsers."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
LISTS = [ROOT / "requirements" / name for name in ("package.json", "package-lock.json")]
FOLDER = ROOT / ".venv" / "node"
STAMP = FOLDER / "stamp"


def program(name: str) -> Path | None:
    """The path of one of these programs. Installs the packages first if they are missing or have changed."""
    path = FOLDER / "node_modules" / ".bin" / name
    return path if (is_ready() or bring()) and path.exists() else None


def is_ready() -> bool:
    return STAMP.exists() and STAMP.read_bytes() == LISTS[1].read_bytes()


def bring() -> bool:
    npm = shutil.which("npm")
    if npm is None:
        return False
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in LISTS:
        shutil.copy(path, FOLDER)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    if subprocess.run(command, cwd=FOLDER, stdout=subprocess.DEVNULL).returncode:
        return False
    shutil.copy(LISTS[1], STAMP)
    return True
