"""What is wrong with a calculation of Countdown, in a sentence."""

from collections.abc import Sequence
from functools import lru_cache

from django.utils.translation import gettext as _

from judging.games.countdown import numbers
from judging.language.verdict import Verdict, judge

from ..common.wording.sentences import sentence


def mistake(text: str, dealt: Sequence[int]) -> str:
    """The mistakes as the engine explains them; empty where there is none."""
    verdict = _verdict(text, tuple(dealt))
    if verdict.verdict == "needs_ruling":
        return _("This can be read in several ways. Write it with brackets.")
    return " ".join(dict.fromkeys(sentence(reason.as_message) for reason in verdict.reasons))


@lru_cache(maxsize=200)
def _verdict(text: str, dealt: tuple[int, ...]) -> Verdict:
    return judge(text, dealt, None, numbers.RULES)
