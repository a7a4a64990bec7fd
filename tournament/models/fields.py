"""Columns that follow from others of their row, and columns that each reader has in their own language."""

from typing import Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from ..common.wording.folding import fold
from ..common.wording.stored_words import for_row, from_row


class FoldedField(models.CharField):
    """A column for searching names: the columns `of`, without accents and case. Set whenever the row is saved, also in
    bulk, so that both databases find the same."""

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


class WordsAttribute(DeferredAttribute):
    """The column in the reader's language, read again each time."""

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        value = super().__get__(instance, cls)
        return value if instance is None else from_row(value)

    def __set__(self, instance: Any, value: str) -> None:
        instance.__dict__[self.field.attname] = for_row(value)


class WordsField(models.CharField):
    """A text that a person writes, or one of the program, stored as code and facts (`common.wording.stored_words`)."""

    descriptor_class = WordsAttribute

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(for_row(value))
