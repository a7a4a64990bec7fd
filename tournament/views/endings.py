"""The forms in which a table can be had, as the endings of addresses."""

from django.urls import register_converter, reverse

from ..tables.writing import CONTENT_TYPES


class Form:
    """The ending of an address: in which form the table is wanted."""

    regex = "|".join(CONTENT_TYPES)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(Form, "form")


def links(name: str, *args) -> list[tuple[str, str]]:
    """The forms that a page offers of a table: how each is called, and where it is."""
    return [(form.upper(), reverse(name, args=[*args, form])) for form in CONTENT_TYPES]
