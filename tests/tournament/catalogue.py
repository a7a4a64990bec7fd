"""Reads translations without gettext's programs: the texts in the sources, and those in .po and .mo files."""

import ast
import functools
import gettext
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "tournament" / "locale"
# name -> positions of context, text and plural among the arguments
CALLS = {
    "_": (None, 0, None),
    "gettext": (None, 0, None),
    "gettext_lazy": (None, 0, None),
    "gettext_noop": (None, 0, None),
    "ngettext": (None, 0, 1),
    "ngettext_lazy": (None, 0, 1),
    "ngettext_noop": (None, 0, 1),
    "pgettext": (0, 1, None),
    "pgettext_lazy": (0, 1, None),
    "npgettext": (0, 1, 2),
    "npgettext_lazy": (0, 1, 2),
}
QUOTED = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
IN_TEMPLATE = re.compile(rf"\b(n?p?gettext|_)\(\s*{QUOTED}(?:\s*,\s*{QUOTED})?(?:\s*,\s*{QUOTED})?", re.S)


@dataclass(frozen=True)
class Text:
    """A text to translate; `plural` is empty if there is only one form."""

    text: str
    plural: str = ""
    context: str = ""

    @property
    def key(self) -> str:
        return f"{self.context}\x04{self.text}" if self.context else self.text


@dataclass
class Entry:
    """One entry of a .po file."""

    text: Text
    said: dict[int, str] = field(default_factory=dict)
    is_fuzzy: bool = False


def marked_in_python(source: str) -> Iterator[Text]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and (places := CALLS.get(_called(node))):
            parts = [_constant(node.args, at) for at in places]
            if parts[1]:
                yield Text(parts[1], parts[2] or "", parts[0] or "")


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _constant(args: list[ast.expr], at: int | None) -> str | None:
    if at is None or at >= len(args):
        return None
    value = getattr(args[at], "value", None)
    return value if isinstance(value, str) else None


def marked_in_template(source: str) -> Iterator[Text]:
    """The texts of a template. Like makemessages, it turns the template into calls and reads those."""
    for found in IN_TEMPLATE.finditer(templatize(source)):
        places = CALLS[found[1]]
        parts = [None if at is None or not found[at + 2] else ast.literal_eval(found[at + 2]) for at in places]
        if parts[1]:
            yield Text(parts[1], parts[2] or "", parts[0] or "")


def sources() -> Iterator[Path]:
    yield from sorted((ROOT / "judging").rglob("*.py"))
    yield from sorted((ROOT / "tournament").rglob("*.py"))
    yield from sorted((ROOT / "templates").rglob("*.html"))


def marked(path: Path) -> set[Text]:
    read = marked_in_python if path.suffix == ".py" else marked_in_template
    return set(read(path.read_text(encoding="utf-8")))


@functools.cache
def entries(language: str) -> list[Entry]:
    """The .po file's entries, without its header."""
    path = LOCALE / language / "LC_MESSAGES" / "django.po"
    blocks = re.split(r"\n\s*\n", path.read_text(encoding="utf-8").strip())
    return [entry for entry in map(_entry, blocks) if entry.text.text]


def plural_forms(language: str) -> int:
    """How many forms a plural has, as the .po file's header says."""
    header = (LOCALE / language / "LC_MESSAGES" / "django.po").read_text(encoding="utf-8")
    return int(re.findall(r"nplurals=(\d)", header)[0])


def _entry(block: str) -> Entry:
    parts: dict[str, str] = {}
    now = ""
    for line in block.splitlines():
        if line.startswith("#"):
            continue
        name, _, quoted = line.partition('"')
        now = name.strip() or now
        parts[now] = parts.get(now, "") + ast.literal_eval(f'"{quoted}')
    text = Text(parts.get("msgid", ""), parts.get("msgid_plural", ""), parts.get("msgctxt", ""))
    forms = (re.fullmatch(r"msgstr(?:\[(\d)\])?", name) for name in parts)
    said = {int(form[1] or 0): parts[form[0]] for form in forms if form}
    return Entry(text, said, bool(re.search(r"^#,.*\bfuzzy\b", block, re.M)))


def compiled(language: str) -> dict[str, dict[int, str]]:
    """The texts of the .mo file by key and form, without its header."""
    with (LOCALE / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        catalogue = gettext.GNUTranslations(file)._catalog
    found: dict[str, dict[int, str]] = {}
    for key, said in catalogue.items():
        text, form = key if isinstance(key, tuple) else (key, 0)
        if text:
            found.setdefault(text, {})[form] = said
    return found
