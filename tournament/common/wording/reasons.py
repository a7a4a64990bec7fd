"""The reason that a person gives for a decision, checked."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from .. import limits
from ..line_text import unwritable
from ..refusals import invalid
from .stored_words import in_words


def checked_reason(reason: str) -> str:
    """The reason as it is kept: on one line, readable and not too long. Raises Refused."""
    reason = " ".join(reason.split())
    if not reason:
        raise invalid(reason=_("Write a reason. Others can read it."))
    if reason.replace(" ", "").isdigit():
        raise invalid(reason=_("Write the reason in words: others read it, and these are digits alone."))
    words = in_words(reason)
    if len(words) > limits.REASON:
        raise invalid(
            reason=_("A reason has at most %(most)s characters; this one has %(count)s.")
            % {"most": limits.REASON, "count": number_format(len(words), force_grouping=True)}
        )
    if trouble := unwritable(words):
        raise invalid(reason=trouble)
    return reason
