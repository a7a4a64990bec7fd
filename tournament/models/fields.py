"""Columns that follow from others of their row."""

from typing import Any

from django.db import models

from ..common.folding import fold


class FoldedField(models.CharField):
    """What names are searched by: the columns `of`, without accents and case. Set whenever the row is saved, also in bulk,
    so that both databases find the same."""

    def __init__(self, *args: Any, of: tuple[str, ...] = (), **more: Any):
        self.of = of
        super().__init__(*args, **{"max_length": 200, "editable": False, "default": "", **more})

    def deconstruct(self) -> Any:
        name, path, args, more = super().deconstruct()
        return name, path, args, {**more, "of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        text = " ".join(str(getattr(model_instance, name) or "") for name in self.of)
        value = fold(text)[: self.max_length].rstrip()
        setattr(model_instance, self.attname, value)
        return value
