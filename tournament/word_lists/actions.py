"""Words that an event accepts or refuses on top of the list of the site."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.games.countdown.letters import folded
from puzzles.words.dictionary import LEAST_LETTERS, MAX_LETTERS

from ..audit import trail as audit
from ..common import limits
from ..common.line_text import tidy
from ..common.refusals import Refused, invalid
from ..models import Event, EventWord, User
from ..web.permissions import capabilities, require


@transaction.atomic
def decide(*, by: User, event: Event, word: str, is_accepted: bool, why: str = "") -> EventWord:
    """Accept or refuse a word in all letters rounds of the event, as an organiser or a judge. An earlier decision on it
    is replaced."""
    require(by, "rule" if "rule" in capabilities(by, event) else "run", event)
    Event.objects.select_for_update().get(pk=event.pk)
    word, why = folded(tidy(word)), tidy(why)
    _check(word, why)
    row = EventWord.objects.filter(event=event, word=word).first()
    if row is None and event.words.count() >= limits.EVENT_WORDS:
        raise Refused("too_many_words", _("An event decides on at most %(n)s words.") % {"n": limits.EVENT_WORDS})
    before = {"is_accepted": row.is_accepted} if row else None
    decided, _is_new = EventWord.objects.update_or_create(
        event=event,
        word=word,
        defaults={"is_accepted": is_accepted, "why": why, "decided_by": by, "decided_at": timezone.now()},
    )
    after = {"word": word, "is_accepted": is_accepted}
    audit.record(event, by, "word.decided", decided, before=before, after=after, why=why)
    return decided


def _check(word: str, why: str) -> None:
    if not (word.isalpha() and LEAST_LETTERS <= len(word) <= MAX_LETTERS):
        facts = {"least": LEAST_LETTERS, "most": MAX_LETTERS}
        raise invalid(word=_("Write one word of %(least)s to %(most)s letters.") % facts)
    if len(why) > limits.REASON:
        raise invalid(why=_("At most %(most)s characters.") % {"most": limits.REASON})


@transaction.atomic
def remove(*, by: User, event: Event, word: str) -> None:
    """Take a decision back: then the list of the site counts."""
    require(by, "run", event)
    row = EventWord.objects.select_for_update().filter(event=event, word=folded(word)).first()
    if row is None:
        return
    before = {"word": row.word, "is_accepted": row.is_accepted}
    audit.record(event, by, "word.removed", row, before=before)
    row.delete()
