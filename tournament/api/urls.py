"""Addresses of the interface for programs: those of each folder's `api.py`."""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

import tournament

_FOLDERS = [each.name for each in iter_modules(tournament.__path__, "tournament.") if each.ispkg]
_MODULES = [import_module(f"{name}.api") for name in _FOLDERS if find_spec(f"{name}.api")]
urlpatterns = [address for module in _MODULES if hasattr(module, "urlpatterns") for address in module.urlpatterns]
