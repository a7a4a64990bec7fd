"""Kinds of columns."""

from django.db import models


class PlainJSONField(models.JSONField):
    """JSON that goes to PostgreSQL as one literal a row. As part of an array, which is how Django sends many rows at
    once, every quotation mark in it is escaped in Python, which took half of the time of a large re-score."""

    def get_placeholder(self, value, compiler, connection) -> str:
        return "%s"

    def deconstruct(self):
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.JSONField", arguments, options
