"""The kinds of import, found by themselves: each folder of `tournament/` may have one in a file `import_kind.py`."""

from functools import cache

from django.urls import URLPattern

from ..common.modules import modules_named


class ImportKind:
    """One kind of import; `imports.views.Importer` makes its pages. `kind` is its name in the database and in
    addresses, `needs` the capability of those who import."""

    kind: str
    needs: str

    @property
    def urlpatterns(self) -> list[URLPattern]:
        raise NotImplementedError


@cache
def kinds() -> dict[str, ImportKind]:
    """Every kind by its name."""
    modules = modules_named("import_kind")
    classes = [value for module in modules for value in vars(module).values() if _is_of(value, module.__name__)]
    return {each.kind: each() for each in classes}


def _is_of(value: object, module: str) -> bool:
    return isinstance(value, type) and issubclass(value, ImportKind) and value.__module__ == module
