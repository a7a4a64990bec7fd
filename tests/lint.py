"""`make lint`: checks the code without running it; `make test` does it too. `make format` mends the layout."""

import os
import subprocess
import sys
from pathlib import Path
from typing import IO

from tests import node

CHECKS = {
    "ruff check": ["ruff", "check", "--quiet", "."],
    "ruff format": ["ruff", "format", "--check", "--quiet", "."],
    "imports": ["lint-imports", "--no-logo"],
    "mypy": ["mypy", "--no-error-summary"],
    "templates": ["djangofmt", "--check", "templates"],
    "template rules": ["djangofmt", "check", "templates"],
    "JavaScript": ["biome", "check", "--error-on-warnings"],
    "JavaScript types": ["tsc", "--project", "tests/javascript/jsconfig.json"],
}
MISSING = (
    "its program is not here: there is no Node with npm that could bring it (on Debian and Ubuntu: sudo apt install"
    " npm), or no wheel of it for this kind of computer"
)
FORMATTERS = [
    ["ruff", "format", "--quiet", "."],
    # twice, because one rule depends on the layout and its fix changes the layout
    ["djangofmt", "--quiet", "templates"],
    ["djangofmt", "check", "--fix", "--quiet", "templates"],
    ["djangofmt", "--quiet", "templates"],
    ["djangofmt", "check", "--fix", "--quiet", "templates"],
    ["djangofmt", "--quiet", "templates"],
    ["biome", "check", "--write"],
]


def program(name: str) -> Path | None:
    ours = Path(sys.executable).with_name(name)
    return ours if ours.exists() else node.program(name)


def passes(command: list[str], printed: IO | None = None) -> bool | None:
    """Whether the command finds no fault; it prints what it finds. None if its program is not available."""
    name, *arguments = command
    path = program(name)
    return subprocess.run([path, *arguments], stdout=printed, stderr=printed).returncode == 0 if path else None


def main(arguments: list[str]) -> int:
    if arguments == ["--format"]:
        return 1 if False in [passes(command) for command in FORMATTERS] else 0
    outcomes = {name: passes(command) for name, command in CHECKS.items()}
    for name, outcome in outcomes.items():
        print(f"{name}: {'good' if outcome else 'FAILED' if outcome is False else MISSING}")
    return 1 if False in outcomes.values() else 0


if __name__ == "__main__":
    os.chdir(Path(__file__).parent.parent)
    sys.exit(main(sys.argv[1:]))
