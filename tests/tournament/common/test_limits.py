"""Everything that can be sent has a limit, and the page of limits tells the truth."""

import re
from pathlib import Path

import pytest
from django import forms
from django.urls import get_resolver

from tournament.common import limits

PAGE = (Path(__file__).parents[3] / "docs" / "limits.md").read_text()
ROWS = [line for line in PAGE.splitlines() if line.startswith("|") and "`" in line]
VALUES = {name: value for name, value in vars(limits).items() if name.isupper() and name != "MB"}
# their actions refuse what is too long in words of their own
REFUSED_BY_THE_ACTION = {"CoachForm", "DecideForm", "FileForm", "StatementForm", "NoteForm", "RulingForm.reason"}
OF_DJANGO = {"SignInForm"}  # a name is as long as a user's; a password is bounded by the request


def shown(value: float) -> set[str]:
    """The ways in which the page may write a number."""
    options = {f"{value:,.0f}", f"{value:.0f} s", f"{value / limits.MB:,.0f} million", f"{value / limits.MB:,.0f} MB"}
    return options | {f"{value / 1024 / 1024:,.0f} MiB"}


def test_the_page_has_each_limit_once():
    assert sorted(re.findall(r"`([A-Z_]+)`", "\n".join(ROWS))) == sorted(VALUES)


@pytest.mark.parametrize("name", VALUES)
def test_the_page_says_how_much(name):
    (row,) = (row for row in ROWS if f"`{name}`" in row)
    assert any(re.search(rf"(?<![0-9,]){re.escape(way)}(?![0-9,])", row) for way in shown(VALUES[name])), row


def test_every_text_of_a_form_has_a_limit():
    _ = get_resolver().url_patterns  # loads every page and its forms
    assert {name for name in map(_unlimited, _below(forms.BaseForm)) if name} == set()


def _below(base: type) -> set[type]:
    return {each for child in base.__subclasses__() for each in {child, *_below(child)}}


def _unlimited(form: type) -> str:
    """The form and its first text without a limit, or nothing."""
    fields = getattr(form, "base_fields", {}) if form.__module__.startswith("tournament.") else {}
    for name, field in fields.items():
        named = f"{form.__name__}.{name}"
        if (
            isinstance(field, forms.CharField)
            and not field.max_length
            and not {form.__name__, named} & (REFUSED_BY_THE_ACTION | OF_DJANGO)
        ):
            return named
    return ""
