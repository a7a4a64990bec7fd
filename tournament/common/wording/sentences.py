"""What judging says, as a sentence in the reader's language. Names from right to left are isolated there, and methods
and points have the signs of a school book; files and the API have the English of `str(message)`, without either."""

from django.utils.translation import gettext, ngettext

from judging.messages import Fact, Message, render

from ..line_text import isolated, with_signs

MINUS = "\N{MINUS SIGN}"
# Facts that hold names of people or teams, which may be of scripts from right to left.
NAMED = frozenset({"name", "names", "before", "above", "below", "one", "rival"})
# Facts that hold methods and values in the program's own writing.
WRITTEN = frozenset({"method", "chain", "value", "values", "second"})


def sentence(message: Message | str) -> str:
    """A text that is no message, such as the name of a round, stays as it is."""
    if isinstance(message, Message):
        return render(message, gettext, ngettext, _written)
    return str(message)


def signed(number: object) -> str:
    """A number of points as pages have it, with the minus sign; files keep the hyphen that programs read."""
    return str(number).replace("-", MINUS, 1)


def _written(name: str, fact: Fact) -> str:
    if name == "count":
        return signed(fact)
    if name in WRITTEN:
        return with_signs(str(fact))
    return isolated(str(fact)) if name in NAMED else str(fact)
