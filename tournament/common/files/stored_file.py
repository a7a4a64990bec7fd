"""A file of one of the site's storages, to be opened like a path."""

from dataclasses import dataclass
from typing import Any

from django.core.files.storage import storages


@dataclass(frozen=True)
class StoredFile:
    """`storage` is a name in STORAGES, `name` that of the file in it."""

    storage: str
    name: str

    def open(self, mode: str) -> Any:
        """Raises FileNotFoundError."""
        return storages[self.storage].open(self.name, mode)

    def __str__(self) -> str:
        return self.name
