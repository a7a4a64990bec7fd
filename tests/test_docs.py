"""What documents and comments name is there: files, modules, commands, targets of make, and the labels in guides."""

import re
import subprocess
from functools import cache
from importlib.util import find_spec
from pathlib import Path, PurePath

import pytest

from judging.__main__ import COMMANDS as JUDGING
from puzzles.__main__ import COMMANDS as PUZZLES
from tests.tournament.catalogue import entries

ROOT = Path(__file__).parents[1]
DOCS = [path for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]) if path.name != "CHANGELOG.md"]
GUIDES = [ROOT / "README.md", *(path for path in DOCS if path.parent.name == "guides" and path.stem != "translating")]
TRACKED = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
EVERY_PATH = "".join(
    f"/{each}\n" for each in {path for file in map(PurePath, TRACKED) for path in (file, *file.parents)}
)
TOP = {PurePath(file).parts[0] for file in TRACKED}

FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
IN_CODE = re.compile(r"`([^`\n]+)`")
LABEL = re.compile(r"(?<![*\w])\*([^*\s](?:[^*]*[^*\s])?)\*(?![*\w])")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
FILE = re.compile(r"[\w./<>*-]*\w\.(?:py|md|js|css|html|typ|toml|yaml|json)\b")
IN_PYTHON = re.compile(r'#[^\n]*|""".*?"""', re.DOTALL)
COMMENTS = {
    ".py": IN_PYTHON,
    ".js": re.compile(r"/\*(?!\* @import ).*?\*/|(?<!:)//[^\n]*", re.DOTALL),  # TypeScript checks each @import
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".typ": re.compile(r"(?<!:)//[^\n]*"),
    ".html": re.compile(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", re.DOTALL),
}
MADE = {
    "tournament/files": "inside the wheel",
    "package-lock.json": "tests/node.py copies requirements/package-lock.json",
    **dict.fromkeys(
        ("event.json", "full.json", "day.json", "set.json", "spring-7.json", "joint.json", "hall.json"),
        "an export that somebody saves",
    ),
    "manifest.json": "inside a backup",
}
# labels that are not texts of the program, with the reason
ELSEWHERE = {
    **dict.fromkeys(("Not secure", "Advanced", "Proceed", "Show Details", "visit this website"), "a browser says it"),
    **dict.fromkeys(("Empty response", "connection reset", "Bad request"), "a browser says it"),
    **dict.fromkeys(("client isolation", "stay connected", "reservation", "hotspot"), "a router or phone says it"),
    **dict.fromkeys(
        ("angstrom", "Ångström", "101 104 110-118", "Surname, Given", "Given Surname"), "somebody types it"
    ),
    "in no network": "the start of the program says it in the terminal",
    "https": "emphasis",
    "reduce motion": "a setting of the computer",
}


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def is_there(word: str) -> bool:
    """Is it a path of the project, or the end of one? `<slug>` and `*` stand for any name."""
    if not re.search("[<*]", word):
        return word in MADE or f"/{word.rstrip('/')}\n" in EVERY_PATH
    pattern = re.sub(r"<\w+>|\*", "[^/\n]+", re.escape(word.rstrip("/")).replace(r"\*", "*"))
    return bool(re.search(f"/{pattern}\n", EVERY_PATH))


def paths(text: str) -> set[str]:
    """The words in code that claim to be paths: below a folder at the top, or with a usual ending."""
    words = (word.strip(",;:()") for code in IN_CODE.findall(text) for word in code.split())
    return {word for word in words if ("/" in word and word.split("/")[0] in TOP) or FILE.fullmatch(word)}


def test_every_path_in_the_documents_is_there():
    named = {path.name: paths(read(path)) for path in DOCS}
    assert sum(map(len, named.values())) > 300
    assert [(name, each) for name, words in named.items() for each in sorted(words) if not is_there(each)] == []
    links = [(path, link) for path in DOCS for link in LINK.findall(FENCE.sub("", read(path)))]
    assert [(path.name, link) for path, link in links if not (path.parent / link).exists()] == []


def test_every_file_that_a_comment_names_is_there():
    ours = [ROOT / file for file in TRACKED if PurePath(file).suffix in COMMENTS and "vendor" not in file]
    named = [
        (path.relative_to(ROOT).as_posix(), word)
        for path in ours
        for comment in COMMENTS[path.suffix].findall(read(path))
        for word in FILE.findall(comment)
    ]
    assert len(named) > 100
    assert [each for each in named if not is_there(each[1])] == []


def test_every_module_command_and_target_in_the_documents_is_there():
    text = "\n".join(map(read, DOCS))
    modules = set(re.findall(r"-m ((?:judging|puzzles|tournament|tests|bench)[\w.]*)", text))
    modules |= set(re.findall(r"`((?:judging|puzzles|tournament|tests|bench)(?:\.[a-z]\w*)+)\b[`(]", text))
    assert [name for name in modules if not _is_importable(name)] == []
    targets = set(re.findall(r"^([a-z-]+):", read(ROOT / "Makefile"), re.MULTILINE))
    assert set(re.findall(r"(?:`|^    |^\| )make ([a-z-]+)", text, re.MULTILINE)) - targets == set()
    commands = {path.stem for path in (ROOT / "tournament/management/commands").glob("*.py")} | {*JUDGING, *PUZZLES}
    elsewhere = {"version", "shell", "check", "changepassword", "runserver"}  # in tournament/__main__.py, or Django's
    assert set(re.findall(r"manage\.py ([a-z]\w+)", text)) - commands - elsewhere == set()


def _is_importable(name: str) -> bool:
    """Is it a module, or a name in one?"""
    try:
        return bool(find_spec(name))
    except ModuleNotFoundError:
        return bool(find_spec(name.rpartition(".")[0]))


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """The texts of the program in English, with … in place of what is filled in."""
    both = (text for entry in entries("es") for text in (entry.text.text, entry.text.plural))
    return [re.sub(r"%\(\w+\)s|\{\w+\}", "…", " ".join(text.split())) for text in both if text]


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_every_label_in_a_guide_is_a_text_of_the_program(path, texts):
    prose = IN_CODE.sub("", re.sub(r"^ {4}.*$", "", FENCE.sub("", read(path)), flags=re.MULTILINE))
    labels = {" ".join(label.split()) for label in LABEL.findall(prose)} - ELSEWHERE.keys()
    assert [label for label in sorted(labels) if not _is_a_text(label, texts)] == []


def _is_a_text(label: str, texts: list[str]) -> bool:
    """Is it one, with the number in it or without; its beginning or end, or one that is filled in?"""
    for text in texts:
        plain = text.replace("… ", "")
        if text.startswith(label) or plain.startswith(label) or text.endswith((label, f"{label}.")):
            return True
    filled = (text for text in texts if "…" in text and len(re.findall(r"[a-z]", text)) > 8)
    return any(re.fullmatch(re.escape(text).replace("…", ".+"), label) for text in filled)


def test_every_decision_is_a_page():
    pages = {path.name: len(read(path).splitlines()) for path in ROOT.glob("docs/decisions/*.md")}
    measured = {"suite.md"}  # where each kind of test is, and what it takes
    assert {name: lines for name, lines in pages.items() if lines > 80 and name not in measured} == {}


def test_no_line_of_a_text_is_over_120_characters():
    """Rows of tables and code stay on one line."""
    texts = {path: FENCE.sub("", path.read_text()) for path in [*DOCS, ROOT / "CHANGELOG.md"]}
    lines = [(path.name, line) for path, text in texts.items() for line in text.splitlines() if len(line) > 120]
    assert [each for each in lines if not each[1].startswith(("|", "    "))] == []
