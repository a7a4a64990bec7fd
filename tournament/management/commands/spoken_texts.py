"""`manage.py spoken_texts`: writes tournament/spoken_texts.py, where makemessages finds what the engine says."""

import json
from collections.abc import Iterator
from pathlib import Path

from django.core.management.base import BaseCommand

from ...spoken_tables import PARTS, Text

FILE = Path(__file__).parents[2] / "spoken_texts.py"
WIDEST = 110
HEAD = '''"""What the engine says, for translators. Written by `manage.py spoken_texts` from the tables of `judging`; nothing reads
it but makemessages, and a test fails where a text is missing. What stands in {braces} stays as it is.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

TEXTS = (
'''


class Command(BaseCommand):
    help = "Write tournament/spoken_texts.py: the engine's sentences, where makemessages finds them."

    def handle(self, *args: object, **options: object) -> None:
        FILE.write_text(source(), encoding="utf-8")
        self.stdout.write(f"{FILE.name} is written. Now: manage.py makemessages --all")


def source() -> str:
    """The whole file, each text once, under the part that it comes from."""
    return HEAD + "".join(f"    {line}\n" for line in _lines()) + ")\n"


def _lines() -> Iterator[str]:
    seen = set[Text]()
    for part in PARTS:
        new = [text for text in part.texts if text not in seen]
        seen.update(new)
        if new:
            yield f"# {part.name}"
        for text in new:
            if part.hint:
                yield f"# Translators: {part.hint}"
            yield from _call(text)


def _call(text: Text) -> Iterator[str]:
    """The call that marks a text, as the formatter writes it."""
    name, given = ("gettext_noop", (text,)) if isinstance(text, str) else ("ngettext_lazy", text)
    quoted = [json.dumps(each, ensure_ascii=False) for each in given]
    line = f"{name}({', '.join(quoted)}),"
    if len(line) + 4 <= WIDEST:
        yield line
        return
    inner = ", ".join(quoted)
    yield f"{name}("
    if len(quoted) == 1 or len(inner) + 8 <= WIDEST:
        yield f"    {inner}"
    else:
        yield from (f"    {each}," for each in quoted)
    yield "),"
