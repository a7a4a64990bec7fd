"""What is wrong with an expression, in a sentence."""

from django.utils.translation import gettext as _

from judging.games.twentyfour.expressions import MISSES, MISSING

UNREADABLE = frozenset({"unreadable", "too_large", "ambiguous", MISSING})


def mistake(code: str, target: int | None) -> str:
    """The sentence of a code of `code_of` that is not `right`. Without a target, nothing is said of one missed."""
    if code == MISSES:
        return "" if target is None else _("This does not make %(target)s.") % {"target": target}
    if code in UNREADABLE:
        return _("This cannot be read.")
    return _("Use each number exactly once, with + − × ÷ and brackets.")
