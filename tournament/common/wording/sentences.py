"""What judging says, as a sentence in the reader's language. Names from right to left are isolated there, and points
below 0 have a minus sign; files and the API have the English of `str(message)`, without either."""

from django.utils.translation import gettext, ngettext

from judging.messages import Fact, Message, render

from ..line_text import isolated

MINUS = "\N{MINUS SIGN}"
# Facts that hold names of people or teams, which may be of scripts from right to left.
NAMED = frozenset({"name", "names", "before", "above", "below", "one", "rival"})


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
    return isolated(str(fact)) if name in NAMED else str(fact)
