"""The points of a practice answer and the best possible one, by the same rules as at a table."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _, ngettext

from judging.games.countdown import numbers
from judging.games.countdown.game import COUNTDOWN
from judging.games.countdown.points import round_scores
from judging.games.countdown.round_scores import RoundScore
from judging.games.countdown.rounds import round_of
from judging.messages import message
from puzzles.games import after
from puzzles.practice import PracticeDeal

from ..common.refusals import Refused
from ..common.wording.sentences import sentence
from ..moves.recording import with_due_moves
from ..play.countdown_mistakes import mistake
from ..word_lists.dictionaries import site_dictionary
from . import tables
from .results import PracticeResult, result


class Checked(NamedTuple):
    award: RoundScore
    result: PracticeResult
    sentence: str
    possible: dict[str, Any]


def check(deal: PracticeDeal, text: str, *, final: bool = True) -> Checked:
    """The verdict on an answer; an empty one gives up. Unless the answer is `final`, raises Refused for a calculation
    that cannot be read."""
    settings = COUNTDOWN.schema.read({"rounds": tables.letter_of(deal), "alone": True})
    known = tables.begun(COUNTDOWN.slug, settings, "", 0, deal)
    if not final and deal.numbers and text.strip():
        judged = numbers.judged(text.strip(), deal.numbers)
        if judged.accepted is None or "unreadable" in judged.reasons:
            raise Refused("unreadable_line", mistake(text.strip(), deal.numbers))
    known = tables.moved(known, "answer" if deal.answer else "present", {"text": text.strip()}, 0)
    known = with_due_moves(known, 0)
    award, checked = round_scores(round_of(known.position), settings)[tables.SEAT], result(known)
    assert checked is not None
    best = after(COUNTDOWN.slug, known.position, site_dictionary())
    best = best or {"words": [deal.answer], "length": len(deal.answer)}
    return Checked(award, checked, _sentence(deal, text.strip(), award, checked), best)


def _sentence(deal: PracticeDeal, text: str, award: RoundScore, checked: PracticeResult) -> str:
    if deal.kind == "numbers" and checked.made is not None:
        return _("That makes %(number)s.") % {"number": checked.made}
    if deal.kind == "letters" and checked.made is not None:
        count = checked.made
        return ngettext("A word of %(count)s letter.", "A word of %(count)s letters.", count) % {"count": count}
    why = mistake(text, deal.numbers) if deal.numbers and text else ""
    return why or sentence(message(f"countdown_{award.code}"))
