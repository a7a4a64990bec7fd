"""Rules that the import contracts of pyproject.toml cannot express; and no page has a script or style inside it."""

import ast
import functools
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
INLINE = {
    "a script inside a page": re.compile(r"<script(?![^>]*\bsrc=)", re.I),
    "a style inside a page": re.compile(r"<style\b", re.I),
    "a style attribute": re.compile(r"<[a-z][^<>]*\sstyle\s*=", re.I),
    "an event attribute": re.compile(r"<[a-z][^<>]*\son[a-z]+\s*=", re.I),
    "a script address": re.compile(r"""(href|src|action)\s*=\s*["']?\s*javascript:""", re.I),
}


def test_judging_and_puzzles_import_the_standard_library_and_in_one_file_sympy():
    graph = grimp.build_graph("judging", "puzzles", include_external_packages=True, cache_dir=None)
    outside = {name for name in graph.modules if graph.is_module_squashed(name)} - sys.stdlib_module_names
    importers = {name: graph.find_modules_that_directly_import(name) for name in outside}
    assert importers == {"sympy": {"judging.language.numbers.algebraic"}}


SUMS = {
    "irrational_arithmetic",
    "irrational_number",
    "radical_sums",
    "radical_powers",
    "radical_text",
    "monomials",
    "conjugates",
    "denesting",
    "polynomials",
}
ALGEBRAIC = {"algebraic", "algebraic_operations", "algebraic_writing"}


def loaded_after(line: str) -> set[str]:
    """Which modules of irrational values a new process has loaded once it has judged the line."""
    program = f"import sys; from judging.language.verdict import judge; judge({line!r}, (), 24); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    names = {name.removeprefix("judging.language.numbers.").removeprefix("radicals.") for name in done.stdout.split()}
    return {"sympy", *SUMS, *ALGEBRAIC} & names


@pytest.mark.parametrize(
    ("line", "loaded"),
    [
        ("(1 + 2 + 3) * 4 + √9 - log_2(8)", set()),
        ("(√2 + √3) * ∛5 / (1 + √7)", SUMS),
        ("√(1 + √2)", SUMS | ALGEBRAIC),
        ("√(1 + √2) + √3", {"sympy"} | SUMS | ALGEBRAIC),
    ],
)
def test_a_line_loads_only_the_arithmetic_that_it_needs(line, loaded):
    assert loaded_after(line) == loaded


# What a later 3.11 brought, most of it for security; mypy reports what came with 3.12 or later.
# `extractall` without its `filter` is not safe, and the `filter` came with 3.11.4.
LATER_THAN_3_11_0 = re.compile(
    r"\b(extractall|unpack_archive|(data|tar|fully_trusted)_filter|extraction_filter|[GS]etReparseDeferralEnabled"
    r"|verify_generated_headers)\b|\b(getaddresses|parseaddr)\([^)]*strict"
)


@pytest.mark.parametrize("package", ["judging", "puzzles", "tournament", "tools"])
def test_the_product_uses_nothing_that_is_later_than_3_11_0(package):
    sources = {path: path.read_text() for path in (ROOT / package).rglob("*.py")}
    assert [str(path) for path, text in sources.items() if LATER_THAN_3_11_0.search(text)] == []


PRIVATE_WORDS = set(
    "said told mine theirs alike apart found kept ways still once but door no leash mourn fly hers".split()
)
# a column, a field of the JSON interface and a setting of the site keep their names
ALIAS = re.compile("[A-Z][a-z][A-Za-z]*")
KEPT_NAMES = {"kept", "said", "get_said", "BACKUPS_KEPT"}


@functools.cache
def defined_in(path: Path) -> tuple[set[str], list[str]]:
    """The identifiers that a file of Python defines. The names of its classes, and of capitalised aliases such as
    `Row = dict[str, Any]` at its top."""
    tree = ast.parse(path.read_text())
    nodes = list(ast.walk(tree))
    names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    names |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    names |= {node.asname for node in nodes if isinstance(node, ast.alias) and node.asname}
    targets = [node.targets[0] for node in tree.body if isinstance(node, ast.Assign)]
    classes = [node.name for node in nodes if isinstance(node, ast.ClassDef)]
    classes += [each.id for each in targets if isinstance(each, ast.Name) and ALIAS.match(each.id)]
    return names | {path.stem}, classes


def words_of(name: str) -> set[str]:
    return set(re.sub("([A-Z]+)", r" \1", name).replace("_", " ").lower().split())


@pytest.mark.parametrize("package", ["judging", "puzzles", "tournament", "tools", "bench"])
def test_the_names_in_python_are_usual_words(package):
    files = [path for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts]
    named = {(path.relative_to(ROOT).as_posix(), name) for path in files for name in defined_in(path)[0] - KEPT_NAMES}
    assert sorted((path, name) for path, name in named if PRIVATE_WORDS & words_of(name)) == []


IN_SCRIPT = re.compile(r"""/\*.*?\*/|(?<!:)//[^\n]*|"(?:\\.|[^"\\\n])*"|`[^`]*`""", re.DOTALL)  # no identifiers


def test_the_names_in_scripts_are_usual_words():
    scripts = [path for path in (ROOT / "tournament/static/js").rglob("*.js") if "vendor" not in path.parts]
    named = {
        (path.name, name)
        for path in scripts
        for name in re.findall(r"[A-Za-z]\w*", f"{path.stem} {IN_SCRIPT.sub('', path.read_text())}")
        if PRIVATE_WORDS & words_of(name)
    }
    # a stored code, and an option of the browser
    assert named == {("return_desk.js", "counts_once"), ("sheet_page.js", "once")}


def pages():
    found = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "tournament").rglob("*.py")]
    return [path.relative_to(ROOT) for path in sorted(found)]


def test_no_page_has_a_script_or_style_inside_it():
    texts = {str(path): (ROOT / path).read_text() for path in pages()}
    found = [(path, what) for path, text in texts.items() for what, pattern in INLINE.items() if pattern.search(text)]
    assert found == []


@pytest.mark.parametrize("html", ["<script>go()</script>", "<p style='x'>", '<a onclick="x()">', "<style>"])
def test_the_test_sees_what_is_inside_a_page(html):
    assert any(pattern.search(html) for pattern in INLINE.values())


def test_a_script_file_is_no_script_inside_a_page():
    assert not any(pattern.search('<script src="/static/x.js" defer></script>') for pattern in INLINE.values())


# Django and the command line ask for these; the choices of a model are read with its name in front, as Sheet.Kind
REPEATED = {
    "Meta": "Django's options of a model or form",
    "Command": "Django finds a command of manage.py by this class",
    "Kind": "choices of models",
    "State": "choices of models",
    "Status": "choices of models",
    "Verdict": "of the engine, and the row that keeps it",
}


def test_a_class_name_stands_once_in_the_product():
    files = [path for package in ("judging", "puzzles", "tournament") for path in (ROOT / package).rglob("*.py")]
    counts = Counter(name for path in files if "migrations" not in path.parts for name in defined_in(path)[1])
    repeated = {name for name, count in counts.items() if count > 1}
    assert repeated == REPEATED.keys()
    assert len(REPEATED) <= 10


# a folder of tables or of commands is as long as there are tables and commands
LARGE = {"tournament/models", "tournament/management/commands"}


def folders():
    """{folder: names of its Python files but `__init__.py`}, of the product without migrations."""
    files = [path for package in ("judging", "puzzles", "tournament") for path in (ROOT / package).rglob("*.py")]
    named = [path for path in files if path.name != "__init__.py" and "migrations" not in path.parts]
    return {
        folder.relative_to(ROOT).as_posix(): {path.name for path in named if path.parent == folder}
        for folder in sorted({path.parent for path in named})
    }


def test_views_and_forms_are_private_to_their_folder():
    graph = grimp.build_graph("tournament", cache_dir=None)
    private = [name for name in graph.modules if re.search(r"[._](views|forms)$", name)]
    broken = {
        (importer, name)
        for name in private
        for importer in graph.find_modules_that_directly_import(name)
        if importer.split(".")[1] != name.split(".")[1] and not importer.endswith("urls")
    }
    assert broken == set()


def test_no_folder_has_more_than_fifteen_files():
    assert {folder: len(names) for folder, names in folders().items() if len(names) > 15 and folder not in LARGE} == {}


def test_a_folder_of_five_files_or_more_lists_them():
    for folder, names in folders().items():
        rows = re.findall(r"^\| (`.*?`) \|", (ROOT / folder / "__init__.py").read_text(), re.MULTILINE)
        listed = [name for row in rows for name in re.findall(r"`(\w+\.py)`", row)]
        assert len(names) < 5 or sorted(listed) == sorted(names), folder


def test_only_plain_files_are_committed():
    """A link to a folder of one computer, such as its .venv, stops the set-up on every other one."""
    listed = subprocess.run(["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert [line for line in listed.stdout.splitlines() if not line.startswith("100")] == []


def test_styles_have_start_and_end_instead_of_left_and_right():
    """So that a language that is read from right to left needs no styles of its own. `left: 50%` is the middle."""
    sides = re.compile(
        r"(margin|padding|border|radius|float|align)\b[^;{}]*\b(left|right)\b|(?<![-\w])(left|right): (?!50%)"
    )
    physical = [
        (path.name, match[0])
        for path in sorted((ROOT / "tournament/static/css").glob("*.css"))
        for match in sides.finditer(path.read_text(encoding="utf-8"))
        if "var(--across)" not in path.read_text(encoding="utf-8")[match.start() : match.end() + 25]
    ]
    assert physical == []
