"""The house stands as docs/architecture.md says: imports go one way, and no page has a script or style inside it."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STANDARD = sys.stdlib_module_names
ROOMS = ("judging", "puzzles", "tournament")

# What each folder may import of the house; the first that fits counts.
ALLOWED = {
    "judging/language": ("judging.language",),
    "judging/games": ("judging.games", "judging.language"),
    "judging/results": ("judging.results",),
    "judging": ("judging",),
    "puzzles": ("puzzles", "judging"),
}
# Facts in and a PDF out, a file in and pictures out: no database, no request.
APART = {
    "tournament/printing": ("tournament.printing", "tournament.codes", "judging", "django.utils"),
    "tournament/scanning": ("tournament.scanning", "tournament.codes", "django.utils"),
    "tournament/codes.py": ("django.utils",),
}
# Exact irrational values are behind one door, and the two files behind it are the only ones with a dependency.
OUTSIDE = {
    "judging/language/algebraic.py": {"sympy"},
}
INLINE = {
    "a script inside a page": re.compile(r"<script(?![^>]*\bsrc=)", re.I),
    "a style inside a page": re.compile(r"<style\b", re.I),
    "a style attribute": re.compile(r"<[a-z][^<>]*\sstyle\s*=", re.I),
    "an event attribute": re.compile(r"<[a-z][^<>]*\son[a-z]+\s*=", re.I),
    "a script address": re.compile(r"""(href|src|action)\s*=\s*["']?\s*javascript:""", re.I),
}


def sources(*rooms):
    found = [
        path
        for room in rooms
        for path in ([ROOT / room] if room.endswith(".py") else (ROOT / room).rglob("*.py"))
    ]
    return [path.relative_to(ROOT) for path in sorted(found)]


def imported(path: Path) -> list[str]:
    """Every module that a file imports, at its head or inside a function, in full."""
    package = ".".join(path.parent.parts)
    names = []
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names += (
                [f"{base}.{alias.name}" for alias in node.names]
                if base in ROOMS or not node.module
                else [base]
            )
    return names


def within(name: str, allowed: tuple[str, ...]) -> bool:
    return any(name == room or name.startswith(f"{room}.") for room in allowed)


def complaint(path: Path, name: str) -> str | None:
    top = name.split(".")[0]
    allowed = next((rooms for folder, rooms in ALLOWED.items() if path.is_relative_to(folder)), ROOMS)
    if top in ROOMS:
        return None if within(name, allowed) else f"{path} imports {name}, which is not below it"
    if top in STANDARD or top in OUTSIDE.get(path.as_posix(), ()):
        return None
    return f"{path} imports {name}: only the standard library is allowed there"


@pytest.mark.parametrize("path", sources("judging", "puzzles"), ids=str)
def test_imports_go_one_way(path):
    assert [said for name in imported(path) if (said := complaint(path, name))] == []


@pytest.mark.parametrize(
    "path,name",
    [
        ("judging/language/keys.py", "judging.games.paper"),
        ("judging/language/keys.py", "judging.results"),
        ("judging/results/ties.py", "judging.language.keys"),
        ("judging/results/ties.py", "judging.games"),
        ("judging/games/paper.py", "judging.results"),
        ("judging/games/paper.py", "puzzles.solver"),
        ("judging/language/keys.py", "sympy"),
        ("puzzles/solver.py", "tournament.models"),
        ("puzzles/solver.py", "django.db"),
    ],
)
def test_the_test_sees_a_wrong_direction(path, name):
    assert complaint(Path(path), name)


def apart(path: Path, name: str) -> bool:
    """Whether a file that stands apart may import it; packages from elsewhere are its own business."""
    allowed = next(rooms for folder, rooms in APART.items() if path.is_relative_to(folder))
    return name.split(".")[0] not in (*ROOMS, "django") or within(name, allowed)


@pytest.mark.parametrize("path", sources(*APART), ids=str)
def test_printing_and_scanning_ask_neither_the_database_nor_a_request(path):
    assert [name for name in imported(path) if not apart(path, name)] == []


@pytest.mark.parametrize(
    "name", ["tournament.models", "tournament.record.sheets", "django.db", "django.http"]
)
@pytest.mark.parametrize(
    "path", ["tournament/printing/sheets.py", "tournament/scanning/qr.py", "tournament/codes.py"]
)
def test_the_test_sees_who_asks(path, name):
    assert not apart(Path(path), name)


def loaded_after(line: str) -> set[str]:
    """Which modules of irrational values a new process has loaded once it has judged the line."""
    program = f"import sys; from judging.language.verdict import judge; judge({line!r}, (), 24); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    behind = ("algebraic", "polynomials", "quadratics", "radicals", "terms", "irrational")
    return {"sympy", *(f"judging.language.{name}" for name in behind)} & set(done.stdout.split())


def test_a_rational_line_is_judged_without_loading_sympy_or_the_files_of_irrational_values():
    assert loaded_after("(1 + 2 + 3) * 4 + √9 - log_2(8)") == set()
    assert len(loaded_after("(√2 + √3) * ∛5")) == 7


def pages():
    return sorted(path.relative_to(ROOT) for path in (ROOT / "templates").rglob("*.html"))


@pytest.mark.parametrize("path", [*pages(), *sources("tournament")], ids=str)
def test_no_page_has_a_script_or_style_inside_it(path):
    text = (ROOT / path).read_text()
    assert [what for what, pattern in INLINE.items() if pattern.search(text)] == []


@pytest.mark.parametrize("html", ["<script>go()</script>", "<p style='x'>", '<a onclick="x()">', "<style>"])
def test_the_test_sees_what_is_inside_a_page(html):
    assert any(pattern.search(html) for pattern in INLINE.values())


def test_a_script_file_is_no_script_inside_a_page():
    assert not any(
        pattern.search('<script src="/static/x.js" defer></script>') for pattern in INLINE.values()
    )
