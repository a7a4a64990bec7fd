"""What the product uses of a library that begins with an underscore is in docs/decisions/libraries.md, and nothing
else."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
LISTED = set(re.findall(r"`(_[a-z][a-z_]*)[.`]", (ROOT / "docs" / "decisions" / "libraries.md").read_text()))
FILES = [path for name in ("tournament", "judging", "puzzles") for path in (ROOT / name).rglob("*.py")]
DOCUMENTED = {"_asdict", "_replace", "_make", "_fields", "_exit", "_meta"}  # named tuples, os, Django's models
OVERRIDDEN = {"_get_session_auth_hash"}  # Django calls ours


def _own(tree: ast.Module) -> set[str]:
    """The names that the file's classes define."""
    inside = [each for kind in ast.walk(tree) if isinstance(kind, ast.ClassDef) for each in ast.walk(kind)]
    functions = {each.name for each in inside if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    stored = [each for each in inside if isinstance(getattr(each, "ctx", None), ast.Store)]
    return functions | {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in stored}


def _used(tree: ast.Module, own: set[str], others: set[str]) -> Iterator[str]:
    """The private names of libraries in a file. What it asks of `super()` is ours if another file defines it."""
    for each in ast.walk(tree):
        if isinstance(each, ast.Attribute) and re.match("_[a-z]", each.attr):
            of_super = isinstance(each.value, ast.Call) and ast.unparse(each.value.func) == "super"
            of_self = isinstance(each.value, ast.Name) and each.value.id in {"self", "cls"}
            if each.attr not in (others if of_super else own | (others if of_self else set())):
                yield each.attr


def test_every_private_name_of_a_library_is_listed():
    trees = [ast.parse(path.read_text()) for path in FILES]
    own = [_own(tree) for tree in trees]
    files_with = Counter(name for names in own for name in names)
    used = set()
    for tree, names in zip(trees, own, strict=True):
        others = {name for name, files in files_with.items() if files > (name in names)}
        used.update(_used(tree, names, others))
    assert used - DOCUMENTED == LISTED - OVERRIDDEN
