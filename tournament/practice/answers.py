"""The points of a practice answer and the best possible one, by the same rules as at a table."""

from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.games.countdown import conundrum, letters, numbers
from judging.games.countdown import sentences as sentences  # registers what the codes say
from judging.games.countdown.conundrum import Guess
from judging.games.countdown.letters import Word
from judging.games.countdown.numbers import Calculation
from judging.games.countdown.round_scores import RoundScore
from judging.language.verdict import judge
from judging.messages import Message, message
from puzzles import possible
from puzzles.practice import PracticeDeal

from ..common.refusals import Refused
from ..common.wording.sentences import sentence
from ..word_lists.dictionaries import site_dictionary
from .solving import calculation

ME = "me"
UNREADABLE = "unreadable"


class Checked(NamedTuple):
    """`solved`: nothing better was possible. `made` is the length of the word, or the value of the calculation; None
    for a wrong one."""

    award: RoundScore
    solved: bool
    sentence: str
    possible: dict[str, Any]
    made: int | None = None


def check(deal: PracticeDeal, text: str, *, final: bool = True) -> Checked:
    """The verdict on an answer; an empty one gives up. Unless the answer is `final`, raises Refused for a calculation
    that cannot be read."""
    if not final and deal.kind == "numbers":
        _refuse_unreadable(text.strip(), deal)
    return {"letters": _letters, "numbers": _numbers, "conundrum": _conundrum}[deal.kind](deal, text.strip())


def _letters(deal: PracticeDeal, text: str) -> Checked:
    best = possible.words(deal.letters, site_dictionary())
    word = Word(ME, text, listed=text in site_dictionary())
    award = letters.score(deal.letters, [word])[ME]
    if not award.points:
        return Checked(award, not text and not best["words"], _award_sentence(award), best)
    message = ngettext("A word of %(count)s letter.", "A word of %(count)s letters.", word.length) % {
        "count": word.length
    }
    return Checked(award, word.length >= best["length"], message, best, word.length)


def _numbers(deal: PracticeDeal, text: str) -> Checked:
    target = deal.target or 0
    best = calculation(deal.numbers, target)
    judged = numbers.judged(text, deal.numbers) if text else None
    award = numbers.score(target, [Calculation(ME, None, judged)])[ME]
    if judged is None or not judged.accepted or judged.value is None:
        return Checked(award, False, _mistake(text, deal, award) if text else _award_sentence(award), best)
    distance = abs(judged.value - target)
    message = _("That makes %(number)s.") % {"number": judged.value}
    return Checked(award, distance <= (best["distance"] or 0), message, best, judged.value)


def _conundrum(deal: PracticeDeal, text: str) -> Checked:
    award = conundrum.score(deal.answer, [Guess(ME, text)])[ME]
    return Checked(
        award, award.points > 0, _award_sentence(award), {"words": [deal.answer], "length": len(deal.answer)}
    )


def _refuse_unreadable(text: str, deal: PracticeDeal) -> None:
    judged = numbers.judged(text, deal.numbers) if text else None
    if judged is not None and (judged.accepted is None or UNREADABLE in judged.reasons):
        [award] = numbers.score(deal.target or 0, [Calculation(ME, None, judged)]).values()
        raise Refused("unreadable_line", _mistake(text, deal, award))


@lru_cache(maxsize=200)
def _reasons(text: str, dealt: tuple[int, ...]) -> tuple[Message, ...]:
    return tuple(reason.as_message for reason in judge(text, dealt, None, numbers.RULES).reasons)


def _mistake(text: str, deal: PracticeDeal, award: RoundScore) -> str:
    """The mistake in a calculation, as the engine explains it."""
    if award.code == "waits_for_judge":
        return _("This can be read in several ways. Write it with brackets.")
    return " ".join(dict.fromkeys(sentence(each) for each in _reasons(text, deal.numbers))) or _award_sentence(award)


def _award_sentence(award: RoundScore) -> str:
    return sentence(message(f"countdown_{award.code}"))
