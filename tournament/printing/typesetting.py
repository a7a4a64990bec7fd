"""A template in this folder and its facts -> a PDF, by Typst.

Facts reach the template as JSON and stay text: whatever a child is called, no markup is made of it. Typst reads no
file outside this folder and no address. The same facts give the same bytes, today and tomorrow.
"""

import functools
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import typst
from django.utils.translation import get_language

FOLDER = Path(__file__).parent
# Latin, Greek and Cyrillic are in the fonts we bring; for names in other letters the system's are asked as well
OURS_END = "\u0530"
CACHED_DOCUMENTS = 12  # documents for which Typst remembers an earlier one
MARKS = range(0x2000, 0x2300)  # dashes, quotation marks, arrows, signs
# The letters and accents that Atkinson Hyperlegible Next lacks. It must not be asked for them: it would put an ễ
# together from an ê and a ~ that do not fit.
LACKING = (
    "[\u0108-\u0109\u0114-\u0115\u011c-\u011d\u0124-\u0125\u0128-\u0129\u012c-\u012d\u0134-\u0135\u0138\u013f-\u0140"
    "\u0149-\u014f\u0156-\u0157\u015c-\u015d\u0166-\u0169\u016c-\u016d\u017f-\u0191\u0193-\u0217\u021c-\u0236"
    "\u0238-\u02af\u0300-\u052f\u1e00-\u1e7f\u1e86-\u1e9d\u1e9f-\u1ef1\u1ef4-\u1eff]"
)


def pdf(template: str, facts: Mapping[str, object]) -> bytes:
    """The PDF of `template`, which finds the facts and the reader's language as JSON in `sys.inputs.facts`.

    Raises typst.TypstError if the template is wrong; no facts can make it so.
    """
    language = (get_language() or "en").split("-")[0]
    text = unicodedata.normalize("NFC", json.dumps({"language": language, **facts}, ensure_ascii=False))
    made = typst.compile(
        FOLDER / template,
        root=FOLDER,
        font_paths=_fonts(not _ours(text)),
        sys_inputs={"facts": text, "lacking": LACKING if re.search(LACKING, text) else ""},
        format="pdf",
        timestamp=0,
        pdf_tags=False,
    )
    assert isinstance(made, bytes)
    _clear_typst_cache()
    return made


def first_unprintable(texts: Iterable[str]) -> str:
    """The first of the texts with a letter that no font on this computer has, or "". It would be missing on paper."""
    foreign = [text for text in texts if not _ours(text)]
    if _printable(foreign):
        return ""
    while len(foreign) > 1:
        half = foreign[: len(foreign) // 2]
        foreign = foreign[len(half) :] if _printable(half) else half
    return foreign[0]


def _printable(texts: Sequence[str]) -> bool:
    """Whether Typst finds a glyph for every letter. PDF/A allows none to be missing."""
    if not texts:
        return True
    try:
        typst.compile(
            FOLDER / "letters.typ",
            root=FOLDER,
            font_paths=_fonts(True),
            sys_inputs={"texts": "\n".join(texts), "lacking": ""},
            format="pdf",
            pdf_standards=["a-2b"],
        )
    except typst.TypstError:
        return False
    return True


def _clear_typst_cache() -> None:
    """Make Typst drop its cache of the document, 100 MB for a booklet. It does so once it has made some others; empty
    ones take a few milliseconds together."""
    for _nth in range(CACHED_DOCUMENTS):
        typst.compile(b"", font_paths=_fonts(False), format="pdf")


def _ours(text: str) -> bool:
    return all(character < OURS_END or ord(character) in MARKS for character in text)


@functools.cache
def _fonts(the_systems_too: bool) -> typst.Fonts:
    return typst.Fonts(include_system_fonts=the_systems_too, font_paths=[FOLDER / "fonts"])
