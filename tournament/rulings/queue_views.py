"""The judge's queue: what waits, what it can change, and many answers settled at once."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _, ngettext

from ..common.wording.stored_words import as_offered, as_stored
from ..models import Event, Ruling, Submission
from ..models.disputes import count_open
from ..models.results import undecided_and_final
from ..same_method_rulings.near_duplicates import NearDuplicate, UnsignedPairRuling, holding_up, unsigned_pair_rulings
from ..standings.penalties import waiting_proposals
from ..web.pages import PageRequest, event_page, judge_trail, pressed
from . import actions, queue
from .actions import Settling
from .reasons import GENERAL
from .ruling_fields import SheetForm
from .stakes import QueueEntry, entries
from .undo import undoable

PAGE = 60
SHOWN_REFUSALS = 10


@event_page(needs="rule")
def judge_queue(request: PageRequest, event: Event) -> HttpResponse:
    proposed, pairs = queue.waiting(event), unsigned_pair_rulings(event)
    all_entries = entries(event, request.user)
    free = [each for each in all_entries if not each.related]
    focus = _focus(all_entries, free, request.GET.get("at"))
    at = all_entries.index(focus) // PAGE + 1 if focus else request.GET.get("page", 1)
    page = Paginator(all_entries, PAGE).get_page(at)
    context = {
        "page_obj": page,
        "answers": len(all_entries),
        "begin": place_in_queue(event) if free else "",
        "focus": focus,
        "settled_together": [each for each in page if each.can_be_settled and not each.related],
        "reasons": GENERAL,
        "to_sign": [each for each in proposed if not each.unsigned.is_signed_by(request.user)],
        "signed": [each for each in proposed if each.unsigned.is_signed_by(request.user)],
        "pairs_to_sign": [each for each in pairs if not each.is_signed_by(request.user)],
        "pairs_signed": [each for each in pairs if each.is_signed_by(request.user)],
        "pairs_waited_for": _pairs_waited_for(event, pairs),
        "undo": undoable(request.user, event),
        "undecided_and_final": undecided_and_final(event),
        "not_judged": queue.not_judged(event).count(),
        "form": SheetForm(event),
        "disputes": count_open(event),
        "proposals": waiting_proposals(event).count(),
        "crumbs": judge_trail(event),
    }
    return render(request, "rulings/queue.html", context)


def _focus(all_entries: list[QueueEntry], free: list[QueueEntry], asked: str | None) -> QueueEntry | None:
    """The entry that the judge goes on with: the one asked for or, where that no longer waits, the first they may
    decide."""
    if asked is None:
        return None
    return next((each for each in all_entries if str(each.group.first.pk) == asked), next(iter(free), None))


def _pairs_waited_for(event: Event, proposed: list[UnsignedPairRuling]) -> list[NearDuplicate]:
    """The pairs for which a tiebreaker waits and on which nobody has ruled."""
    ruled = {each.pair for each in proposed}
    return [near for pairs in holding_up(event).values() for near in pairs if near.pair not in ruled]


def line_address(event: Event, line: Submission | None) -> str:
    if line is None:
        return reverse("judge-queue", args=[event.slug])
    return reverse("judge-line", args=[event.slug, line.pk])


def place_in_queue(event: Event, line: Submission | None = None) -> str:
    """The address of the queue with the focus on a line, or on the first entry."""
    return f"{reverse('judge-queue', args=[event.slug])}?at={line.pk if line else 'first'}"


@event_page(needs="rule", post_only=True)
def judge_settle(request: PageRequest, event: Event) -> HttpResponse:
    """Rule on the ticked answers: they count as nothing or, with `same`, as their readings, which give equal points, or
    as a precedent decided."""
    chosen = set(request.POST.getlist("lines"))
    by_line = {str(each.group.first.pk): each for each in entries(event, request.user)}
    same = "same" in request.POST
    left = [by_line[pk] for pk in chosen if pk in by_line and (by_line[pk].can_be_settled or not same)]
    lines = [each for entry in left for each in _settling(entry, same)]
    reason = as_offered(request.POST.get("reason", ""), GENERAL)
    refused, settled = pressed(
        request, lambda: actions.settle(by=request.user, event=event, lines=lines, reason=reason)
    )
    if refused:
        return redirect("judge-queue", event.slug)
    _tell_settled(request, settled, len(chosen) - len(left))
    return redirect(place_in_queue(event))


def _settling(entry: QueueEntry, same: bool) -> list[Settling]:
    """The rulings to give on an answer: one, or one for each sheet where a ruling for all might give another sheet
    points."""
    group = entry.group
    if same and entry.against and (like := entry.against.decision):
        method, value, reason = like.get("method", ""), like.get("value", ""), entry.against.ruling.reason
        return [Settling(group.first, like["counts_as"], method, value, group.seen, reason=reason)]
    choice = entry.settled_as if same else None
    method = choice.expression if choice else ""
    counts_as = Ruling.CountsAs.METHOD if method else Ruling.CountsAs.NOTHING
    usual = choice.reason if choice else entry.usual_reason(counts_as)
    reason = as_stored(usual) if usual else ""
    if not (same and entry.hits_alone):
        return [Settling(group.first, counts_as, method, seen=group.seen, reason=reason)]
    lines = {line.sheet_id: line for line in reversed(group.lines)}
    return [
        Settling(line, counts_as, method, seen=group.seen, only_this_sheet=True, reason=reason)
        for line in lines.values()
    ]


def _tell_settled(request: PageRequest, settled: actions.Settled, gone: int) -> None:
    if settled.given:
        messages.success(request, _what_was_settled(settled.given))
    for line, refused in settled.refused[:SHOWN_REFUSALS]:
        facts = {"line": quoted(line.text, 40), "why": refused.sentence}
        messages.error(request, _("%(line)s still waits: %(why)s") % facts)
    if gone:
        message = ngettext(
            "%(n)d answer was left out: meanwhile it was ruled on or typed again, or it can change points now.",
            "%(n)d answers were left out: meanwhile they were ruled on or typed again, or they can change points now.",
            gone,
        )
        messages.error(request, message % {"n": gone})


def quoted(text: str, most: int) -> str:
    """The text of a line between quotation marks, at most so many characters; an illegible line has none to quote."""
    return _("“%(text)s”") % {"text": Truncator(text).chars(most)} if text else _("The illegible line")


def _what_was_settled(given: list[Ruling]) -> str:
    n = len(given)
    if given[0].needs > 1:
        message = ngettext(
            "Proposed on %(n)d answer. It takes effect when enough judges have signed.",
            "Proposed on %(n)d answers. They take effect when enough judges have signed.",
            n,
        )
    else:
        message = ngettext(
            "%(n)d answer is settled; points follow in a moment.",
            "%(n)d answers are settled; points follow in a moment.",
            n,
        )
    return message % {"n": n}


urlpatterns = [
    path("judge/", judge_queue, name="judge-queue"),
    path("judge/settle/", judge_settle, name="judge-settle"),
]
