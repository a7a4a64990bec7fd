"""NOTICE names every part that has a licence of its own, as the package or the lock states it."""

import json
import re
from fnmatch import fnmatch
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCKS = ROOT / "requirements"
FOLDERS = ("bench", "docs", "judging", "puzzles", "templates", "tests", "tools", "tournament")
OF_OTHERS = {"vendor", "fonts", "published"}  # names of folders that hold files of others
FONTS_AND_ARCHIVES = {".gz", ".otf", ".ttf", ".tsv", ".woff", ".woff2", ".zip"}
OURS = re.compile(r"README\.md|.*\.py|.*\.pyc|(LICENSE|OFL)-.*\.txt")

LINE = re.compile(r"^(\S+): ([^(\n]+?)(?: \(.*\))?$", re.M)
FILES, PACKAGES, TOOLS, JAVASCRIPT = (
    dict(LINE.findall(part)) for part in re.split(r"\n-{5,}\n", (ROOT / "NOTICE").read_text())[1:]
)


def locked(name: str) -> set[str]:
    return set(re.findall(r"^([\w.-]+)==", (LOCKS / f"{name}.txt").read_text(), re.M))


def files_of_others() -> list[str]:
    every = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    found = [path for path in every if OF_OTHERS & set(path.parts) or path.suffix in FONTS_AND_ARCHIVES]
    return [path.relative_to(ROOT).as_posix() for path in found if not OURS.fullmatch(path.name)]


def test_every_file_of_others_has_a_line_and_every_line_a_file():
    every = files_of_others()
    assert [path for path in every if not any(fnmatch(path, line) for line in FILES)] == []
    assert [line for line in FILES if not any(fnmatch(path, line) for path in every)] == []


def test_every_locked_package_has_a_line_and_every_line_a_package():
    runs_with = locked("base") | locked("prod")
    assert (set(PACKAGES), set(TOOLS)) == (runs_with, locked("dev") - runs_with)


def stated_licence(name: str) -> str | None:
    try:
        return metadata(name).get("License-Expression")
    except PackageNotFoundError:
        return None  # the lock names it for another system


def test_a_line_has_the_licence_that_the_package_states():
    named = PACKAGES | TOOLS
    stated = {name: licence for name in named if (licence := stated_licence(name))}
    assert stated == {name: named[name] for name in stated}


def test_the_tools_for_javascript_have_the_licence_of_the_lock():
    packages = json.loads((LOCKS / "package-lock.json").read_text())["packages"]
    stated = {path.removeprefix("node_modules/"): each["license"] for path, each in packages.items() if path}
    assert {
        name: licence for name, licence in stated.items() if not re.search("/(cli|typescript)-", name)
    } == JAVASCRIPT
    assert set(stated.values()) == set(JAVASCRIPT.values())


def test_the_licence_is_the_official_text():
    assert "Apache License\n                           Version 2.0, January 2004" in (ROOT / "LICENSE").read_text()
