"""Messages of judging: a code with its facts, and the table of templates that makes a sentence of it where it is shown.

Each part of judging keeps its own rows (`language/sentences.py`, `games/sentences.py`, `results/sentences.py`) and
registers them here. A template takes named facts only, so that a translation may order them as it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Union

Fact = Union[str, int, bool, None, "Message", Sequence["Fact"]]
# A sentence, or the same for one and for many, whose number is the fact `count`.
Template = str | tuple[str, str]

TEMPLATES: dict[str, Template] = {}
# The code of a message that is one translatable text by itself, such as the label of a setting.
TEXT = "text"


class Message(NamedTuple):
    """Something to say: the code of its template and what fills it. A fact that is a phrase is a message of its own."""

    code: str
    facts: Mapping[str, Fact]

    def __str__(self) -> str:
        """The English sentence, for the command line, files and the API."""
        return render(self)

    def __hash__(self) -> int:
        return hash(self.code)

    def as_dict(self) -> dict[str, object]:
        """The message as JSON; `Message.read` takes it back."""
        return {"code": self.code, "facts": facts_as_json(self.facts)}

    def facts_for(self, code: str) -> Mapping[str, Fact]:
        """The facts beside a code of which this is one sentence of several: `detail` names it where it is not the
        first."""
        return self.facts if self.code == code else {"detail": self.code, **self.facts}

    @staticmethod
    def of(code: str, facts: Mapping[str, Fact]) -> Message:
        """The message of a code and the facts of `facts_for`."""
        if "detail" not in facts:
            return Message(code, facts)
        return Message(str(facts["detail"]), {name: each for name, each in facts.items() if name != "detail"})

    @staticmethod
    def read(stored: Mapping[str, object]) -> Message:
        """The message from its JSON. Raises KeyError or TypeError where it is none."""
        facts = stored["facts"]
        if not isinstance(facts, Mapping):
            raise TypeError("the facts of a message are a mapping")
        return Message(str(stored["code"]), read_facts(facts))


def message(code: str, **facts: Fact) -> Message:
    return Message(code, facts)


def text(text: str) -> Message:
    """A translatable text as a phrase within a message. Never stored: its fact is the text itself."""
    return Message(TEXT, {"text": text})


# marks for makemessages, which finds the texts where they stand


def gettext_noop(text: str) -> str:
    return text


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    return one, many


def register(rows: Mapping[str, Template]) -> None:
    """Add rows to the table. Raises ValueError for a code that stands there already."""
    if twice := rows.keys() & TEMPLATES.keys():
        raise ValueError(f"two templates for {min(twice)}")
    TEMPLATES.update(rows)


# a message as a sentence

Gettext = Callable[[str], str]
Ngettext = Callable[[str, str, int], str]
Write = Callable[[str, Fact], str]


def _plural(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


def _as_it_is(name: str, fact: Fact) -> str:
    return str(fact)


def render(message: Message, gettext: Gettext = str, ngettext: Ngettext = _plural, write: Write = _as_it_is) -> str:
    """The sentence in the language of these functions. `write` puts a fact, by its name, that is no message into
    words."""
    code, facts = message
    if code == TEXT:
        return gettext(str(facts["text"]))
    values = {name: _written(name, fact, gettext, ngettext, write) for name, fact in facts.items()}
    template = TEMPLATES[code]
    if isinstance(template, str):
        return gettext(template).format_map(values)
    return ngettext(*template, _count(facts)).format_map(values)


def _written(name: str, fact: Fact, gettext: Gettext, ngettext: Ngettext, write: Write) -> str:
    if isinstance(fact, Message):
        return render(fact, gettext, ngettext, write)
    if isinstance(fact, list | tuple):
        return ", ".join(_written(name, each, gettext, ngettext, write) for each in fact)
    return write(name, fact)


def _count(facts: Mapping[str, Fact]) -> int:
    count = facts["count"]
    assert isinstance(count, int)
    return count


def in_a_row(phrases: Sequence[Message], code: str, first: str, rest: str) -> Message:
    """`a`, `a and b`, `a and b and c`: the phrases joined by the template of this code, by the names that it has for
    the first of two and for the rest. At least one phrase."""
    *before, row = phrases
    for each in reversed(before):
        row = Message(code, {first: each, rest: row})
    return row


# facts as JSON


def facts_as_json(facts: Mapping[str, Fact]) -> dict[str, object]:
    return {name: _fact_as_json(fact) for name, fact in facts.items()}


def _fact_as_json(fact: Fact) -> object:
    if isinstance(fact, Message):
        return fact.as_dict()
    if isinstance(fact, list | tuple):
        return [_fact_as_json(each) for each in fact]
    return fact


def read_facts(stored: Mapping[str, object]) -> dict[str, Fact]:
    return {name: _read(fact) for name, fact in stored.items()}


def _read(fact: object) -> Fact:
    if isinstance(fact, Mapping):
        return Message.read(fact)
    if isinstance(fact, list | tuple):
        return tuple(_read(each) for each in fact)
    if fact is None or isinstance(fact, str | int):
        return fact
    raise TypeError(f"{fact!r} is no fact")


# phrases that several parts share

register(
    {
        # Translators: also within sentences: {worth}, {more}, {fewer}
        "points": ngettext_noop("{count} point", "{count} points"),
        # Translators: within “{name} has {nth} place with {more}.” and “{nth} method: {worth}”
        "ordinal_st": gettext_noop("{number}st"),
        # Translators: within “{name} has {nth} place with {more}.” and “{nth} method: {worth}”
        "ordinal_nd": gettext_noop("{number}nd"),
        # Translators: within “{name} has {nth} place with {more}.” and “{nth} method: {worth}”
        "ordinal_rd": gettext_noop("{number}rd"),
        # Translators: within “{name} has {nth} place with {more}.” and “{nth} method: {worth}”
        "ordinal_th": gettext_noop("{number}th"),
    }
)


def points(count: int) -> Message:
    """`1 point`, `10 points`."""
    return Message("points", {"count": count})


def ordinal(number: int) -> Message:
    """`1st`, `2nd`, `11th`."""
    teens = 10 <= number % 100 <= 20
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return Message("ordinal_th" if teens else f"ordinal_{ending}", {"number": number})
