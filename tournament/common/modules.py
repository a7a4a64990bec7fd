"""Modules that are found by themselves, by their names: pages, resources of the API and kinds of import."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

TOURNAMENT = Path(__file__).parents[1]


def modules_named(name: str) -> Iterator[ModuleType]:
    """The modules in the folders of `tournament` that are called so, or something before it: `views`, `board_views`."""
    package = __package__.rpartition(".")[0]
    for each in walk_packages([str(TOURNAMENT)], f"{package}."):
        if f"_{each.name.rpartition('.')[2]}".endswith(f"_{name}"):
            yield import_module(each.name)
