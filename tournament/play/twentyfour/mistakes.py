"""What is wrong with an expression, in a sentence."""

from django.utils.translation import gettext as _

from judging.games.twentyfour.expressions import MISSES, MISSING

UNREADABLE = frozenset({"unreadable", "too_large", "ambiguous", MISSING})


def mistake(code: str, target: int) -> str:
    """The sentence of a code of `code_of` that is not `right`."""
    if code == MISSES:
        return _("This does not make %(target)s.") % {"target": target}
    if code in UNREADABLE:
        return _("This cannot be read.")
    return _("Use each number exactly once, with + − × ÷ and brackets.")
