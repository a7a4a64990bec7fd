"""`make lint`: everything that reads the code without running it. `make test` begins with it."""

import os
import subprocess
import sys
from pathlib import Path

CHECKS = {
    "ruff check": ["ruff", "check", "--quiet", "."],
    "ruff format": ["ruff", "format", "--check", "--quiet", "."],
    "imports": ["lint-imports", "--no-logo"],
    "mypy": ["mypy", "--no-error-summary"],
}


def passes(command: list[str]) -> bool:
    """Whether it finds nothing to complain of; what it finds is printed."""
    program = Path(sys.executable).with_name(command[0])
    return subprocess.run([program, *command[1:]]).returncode == 0


def main() -> int:
    failed = [name for name, command in CHECKS.items() if not passes(command)]
    print(f"Failed: {', '.join(failed)}" if failed else f"Good: {', '.join(CHECKS)}")
    return 1 if failed else 0


if __name__ == "__main__":
    os.chdir(Path(__file__).parent.parent)
    sys.exit(main())
