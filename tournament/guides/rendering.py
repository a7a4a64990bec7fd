"""A guide from its Markdown: HTML, its contents, and the anchors that pages link to.

Headings get the anchors that GitHub gives them, so that one link is right in both places. Links from guide to guide
lead to our pages; links to other files of the repository become plain text.

The guides are in English. A translation is a file of the same name in a folder named as the language, such as `es`. It
has the same headings in the same order, and they get the English anchors, which our pages link to.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..common.installation import BASE_DIR, IS_WHEEL

FOLDER = BASE_DIR / "docs" / "guides"
# in the order of the list; a guide that is not named here comes after these
ORDER = (
    "organiser",
    "hall",
    "play",
    "install",
    "server",
    "privacy",
    "volunteer",
    "judge",
    "coach",
    "families",
    "recount",
    "api",
)
LANGUAGE = "en"
OF_A_GUIDE = re.compile(r"(?:(?:\.\./)?([a-z-]+)\.md)?(#.*)?")
COMMAND_OF_A_CHECKOUT = re.compile(r"(\.venv/bin/)?(python )?manage\.py|make run")
ABOUT_INSTALLING = ("install", "server")  # they speak of both
NOT_IN_ANCHOR = re.compile(r"[^\w\- ]")


@dataclass(frozen=True)
class Heading:
    """`level` 2 or more: what stands in the contents."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True)
class Guide:
    """`body` is everything below the title."""

    name: str
    language: str
    title: str
    headings: tuple[Heading, ...]
    body: SafeString

    @property
    def anchors(self) -> set[str]:
        return {heading.anchor for heading in self.headings}


def names() -> list[str]:
    existing = {path.stem for path in FOLDER.glob("*.md")}
    return [name for name in ORDER if name in existing] + sorted(existing - set(ORDER))


def guide(name: str, language: str = LANGUAGE) -> Guide | None:
    """The guide of this name, in this language where it is translated; None if there is none. A file that has changed
    is read again."""
    if name not in names():
        return None
    language = language if _path(name, language).is_file() else LANGUAGE
    return _rendered(name, language, _path(name, language).stat().st_mtime_ns)


def _path(name: str, language: str) -> Path:
    return FOLDER / ("" if language == LANGUAGE else language) / f"{name}.md"


@lru_cache(maxsize=64)
def _rendered(name: str, language: str, _changed: int) -> Guide:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    text = _path(name, language).read_text(encoding="utf-8")
    if IS_WHEEL and name not in ABOUT_INSTALLING:
        text = COMMAND_OF_A_CHECKOUT.sub("number-tournament", text)
    tokens = markdown.parse(text)
    title, tokens = tokens[1].content, tokens[3:]  # the first heading: open, text, close
    original = guide(name) if language != LANGUAGE else None
    headings = tuple(_headings(tokens, original.headings if original else ()))
    for token in tokens:
        if token.children:
            token.children = _with_our_links(token.children)
    body = mark_safe(markdown.renderer.render(tokens, markdown.options, {}))
    return Guide(name, language, title, headings, body)


def _headings(tokens: list[Token], original: Sequence[Heading]) -> list[Heading]:
    """The headings, each of which gets its anchor as an id: that of the original heading, if this is a translation."""
    headings: list[Heading] = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            text = "".join(part.content for part in tokens[at + 1].children or ())
            anchor = original[len(headings)].anchor if original else _anchor(text, headings)
            headings.append(Heading(int(token.tag[1]), text, anchor))
            token.attrSet("id", headings[-1].anchor)
    return headings


def _anchor(text: str, before: list[Heading]) -> str:
    plain = NOT_IN_ANCHOR.sub("", text.lower()).replace(" ", "-")
    again = sum(heading.anchor == plain or heading.anchor.startswith(f"{plain}-") for heading in before)
    return f"{plain}-{again}" if again and any(heading.anchor == plain for heading in before) else plain


def _with_our_links(parts: list[Token]) -> list[Token]:
    """The parts of a line; a link that leads nowhere here loses its marks and keeps its words."""
    shown: list[Token] = []
    dropped = 0
    for part in parts:
        if part.type == "link_open":
            address = _address(str(part.attrGet("href") or ""))
            if not address:
                dropped += 1
                continue
            part.attrSet("href", address)
        elif part.type == "link_close" and dropped:
            dropped -= 1
            continue
        shown.append(part)
    return shown


def _address(written: str) -> str:
    """Where a link of a guide leads on this site; empty for a file that is not shown here."""
    if written.startswith(("https://", "http://")):
        return written
    match = OF_A_GUIDE.fullmatch(written)
    if not match or (match[1] and match[1] not in names()):
        return ""
    return (reverse("guide", args=[match[1]]) if match[1] else "") + (match[2] or "")
