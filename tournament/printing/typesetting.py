"""A template in this folder and its facts -> a PDF, by Typst.

Facts reach the template as JSON and stay text: whatever a child is called, no markup is made of it. Typst reads no
file outside this folder and no address. The same facts give the same bytes, today and tomorrow.
"""

import functools
import json
from collections.abc import Mapping
from pathlib import Path

import typst
from django.utils.translation import get_language

FOLDER = Path(__file__).parent
# Latin, Greek and Cyrillic are in the fonts we bring; for names in other letters the system's are asked as well
OURS_END = "\u0530"
CACHED_DOCUMENTS = 12  # documents for which Typst remembers an earlier one
MARKS = range(0x2000, 0x2300)  # dashes, quotation marks, arrows, signs


def pdf(template: str, facts: Mapping[str, object]) -> bytes:
    """The PDF of `template`, which finds the facts and the reader's language as JSON in `sys.inputs.facts`.

    Raises typst.TypstError if the template is wrong; no facts can make it so.
    """
    language = (get_language() or "en").split("-")[0]
    text = json.dumps({"language": language, **facts}, ensure_ascii=False)
    made = typst.compile(
        FOLDER / template,
        root=FOLDER,
        font_paths=_fonts(not _ours(text)),
        sys_inputs={"facts": text},
        format="pdf",
        timestamp=0,
        pdf_tags=False,
    )
    assert isinstance(made, bytes)
    _clear_typst_cache()
    return made


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
