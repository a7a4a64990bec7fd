"""The judge's desk: the queue, one line, any sheet, and what was ruled."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from ..actions import Refused
from ..actions import rulings as actions
from ..forms.rulings import RulingForm, SheetForm, like
from ..models import Entrant, Event, Ruling, Submission, User
from ..record import case as cases
from ..record import history, queue, trail
from ..record.case import Case
from ..record.desk import Desk
from ..record.disputes import count_open
from ..record.effects import effects_of
from ..record.near_duplicates import NearDuplicate, holding_up
from ..record.pair_proposals import PairProposal, pairs_proposed
from ..record.proposals import given_together
from ..record.scans import visible
from .answers import judge_trail
from .common import event_page, put_on_form, tell
from .requests import PageRequest

PAGE = 50


@event_page(needs="rule")
def judge_queue(request: PageRequest, event: Event) -> HttpResponse:
    proposed, pairs = queue.waiting(event), pairs_proposed(event)
    context = {
        "groups": queue.open_groups(event),
        "to_sign": [each for each in proposed if not each.proposal.is_signed_by(request.user)],
        "signed": [each for each in proposed if each.proposal.is_signed_by(request.user)],
        "pairs_to_sign": [each for each in pairs if not each.is_signed_by(request.user)],
        "pairs_signed": [each for each in pairs if each.is_signed_by(request.user)],
        "pairs_waited_for": _pairs_waited_for(event, pairs),
        "not_judged": queue.sheets_not_judged(event),
        "form": SheetForm(event),
        "disputes": count_open(event),
        "crumbs": judge_trail(event),
    }
    return render(request, "rulings/queue.html", context)


def _pairs_waited_for(event: Event, proposed: list[PairProposal]) -> list[NearDuplicate]:
    """The pairs for which a tiebreaker waits and on which nobody has ruled."""
    ruled = {each.pair for each in proposed}
    return [near for pairs in holding_up(event).values() for near in pairs if near.pair not in ruled]


@event_page(needs="rule")
def judge_line(request: PageRequest, event: Event, line_id: int) -> HttpResponse:
    case = cases.find(event.pk, line_id)
    if case is None:
        raise Http404
    if request.method != "POST":
        return _line_page(request, event, case, RulingForm(case, initial=_start(request, case)))
    form = RulingForm(case, request.POST)
    form.fields["reason"].required = "preview" not in request.POST
    if not form.is_valid():
        return _line_page(request, event, case, form, status=400)
    try:
        if "preview" in request.POST:
            return _preview(request, event, case, form)
        return _rule(request, event, case, form)
    except Refused as refused:
        put_on_form(form, refused)
        case = cases.find(event.pk, line_id)  # with whatever a colleague has ruled meanwhile
        form.have_seen(case)
        return _line_page(request, event, case, form, status=refused.status)


def _start(request: PageRequest, case: Case) -> dict:
    """What the form starts with: as a precedent decided, or a withdrawal, where the address asks for it."""
    asked = request.GET.get("like", "")
    precedent = next((each for each in case.precedents if str(each.ruling.pk) == asked), None)
    if precedent and precedent.fits:
        return like(precedent.ruling, case)
    alone = case.ruling and case.ruling.submission_id
    return {"counts_as": request.GET.get("counts_as"), "reach": "sheet" if alone else "all"}


def _preview(request: PageRequest, event: Event, case: Case, form: RulingForm) -> HttpResponse:
    decision = {**form.decision, "reason": form.decision["reason"] or _("Not said yet.")}
    meant = actions.consider(by=request.user, submission=case.line, **decision)
    rulings = [meant.ruling, *actions.as_alike(meant, case.line, form.cleaned_data["alike"])]
    effects = effects_of(rulings, meant.round, meant.version, meant.verdict)
    return _line_page(request, event, case, form, effects=effects)


def _rule(request: PageRequest, event: Event, case: Case, form: RulingForm) -> HttpResponse:
    waiting = queue.open_groups(event)
    place = _place_in(waiting, case)
    ruling = actions.give(
        by=request.user,
        submission=case.line,
        seen=form.cleaned_data["seen"],
        alike=form.cleaned_data["alike"],
        **form.decision,
    )
    messages.success(request, _what_changed(ruling))
    if (number := request.GET.get("dispute", "")).isdecimal() and event.disputes.filter(
        pk=number[:18]
    ).exists():
        return redirect("dispute", event.slug, number)  # from where she came
    if place is None and not case.proposals:  # it did not wait: the judge came from its sheet
        return redirect(_sheet_url(event, case))
    if place is None:
        return redirect(_next_to_sign(event, request.user))
    return redirect(_line_address(event, _next_line(waiting, place, ruling)))


def _next_line(waiting: list[queue.Group], ruled: queue.Group, ruling: Ruling) -> Submission | None:
    """The line a judge goes on to: one on another sheet where the ruling was for one sheet alone, else the first of the
    next answer that waited when the ruling was given."""
    if ruling.submission_id:
        sheet = ruling.submission.sheet_id
        if other := next((line for line in ruled.lines if line.sheet_id != sheet), None):
            return other
    at = waiting.index(ruled)
    following = [*waiting[at + 1 :], *waiting[:at]]
    return following[0].first if following else None


def _next_to_sign(event: Event, judge: User) -> str:
    """What waits for the judge's signature, else the first answer that waits, else the queue."""
    to_sign = (each.line for each in queue.waiting(event) if not each.proposal.is_signed_by(judge))
    line = next(to_sign, None)
    if line is None and (waiting := queue.open_groups(event)):
        line = waiting[0].first
    return _line_address(event, line)


def _line_address(event: Event, line: Submission | None) -> str:
    if line is None:
        return reverse("judge-queue", args=[event.slug])
    return reverse("judge-line", args=[event.slug, line.pk])


@event_page(needs="rule")
@require_POST
def ruling_sign(request: PageRequest, event: Event, ruling_id: int) -> HttpResponse:
    """One press: a judge stands behind what a colleague proposed."""
    ruling = get_object_or_404(Ruling.objects.filter(event=event), pk=ruling_id)
    try:
        signed = actions.sign(by=request.user, ruling=ruling)
    except Refused as refused:
        tell(request, refused)
        return redirect("judge-queue", event.slug)
    messages.success(request, _what_changed(signed))
    return redirect(_next_to_sign(event, request.user))


def _line_page(
    request: PageRequest, event: Event, case: Case, form: RulingForm, *, status: int = 200, **more
) -> HttpResponse:
    groups = queue.open_groups(event)
    place = _place_in(groups, case)
    at = groups.index(place) if place else None
    context = {
        "case": case,
        "form": form,
        "waiting": len(groups),
        "number": at + 1 if place else None,
        "following": groups[(at + 1) % len(groups)] if place and len(groups) > 1 else None,
        "proposals": [(each, each.is_signed_by(request.user)) for each in case.proposals],
        "trail": trail.of(event, "sheet", case.line.sheet_id),
        "scans": visible(request.user, request.capabilities, case.line.sheet),
        "sheet_url": _sheet_url(event, case),
        "crumbs": judge_trail(event, (_("Line %(number)s") % {"number": case.line.pk},)),
        **more,
    }
    return render(request, "rulings/line.html", context, status=status)


def _place_in(groups: list[queue.Group], case: Case) -> queue.Group | None:
    """The group in which the line waits."""
    return next((group for group in groups if case.line in group.lines), None)


def _what_changed(ruling: Ruling) -> str:
    sentences: dict[str, str] = {
        Ruling.CountsAs.METHOD: _("counts as %(method)s"),
        Ruling.CountsAs.VALUE: _("counts as a method worth %(value)s"),
        Ruling.CountsAs.NOTHING: _("counts for nothing"),
        Ruling.CountsAs.WITHDRAWN: _("counts as the program says again"),
    }
    what = sentences[ruling.counts_as] % {"method": ruling.method, "value": ruling.value}
    said = {"text": Truncator(ruling.text).chars(60) or _("The illegible line"), "what": what}
    if missing := ruling.needs - ruling.signatures.count():
        return ngettext(
            "Proposed: “%(text)s” %(what)s. It holds once %(missing)d more judge has signed.",
            "Proposed: “%(text)s” %(what)s. It holds once %(missing)d more judges have signed.",
            missing,
        ) % {**said, "missing": missing}
    count = len({sheet for each in given_together(ruling) for sheet in actions.sheets_under(each)})
    where = ngettext("on %d sheet", "on %d sheets", count) % count
    return _("“%(text)s” %(what)s %(where)s; points follow in a moment.") % {**said, "where": where}


@event_page(needs="rule")
def judge_sheet(request: PageRequest, event: Event) -> HttpResponse:
    """Any sheet, line by line, for protests."""
    form = SheetForm(event, request.GET or None)
    context = {"form": form, "crumbs": judge_trail(event, (_("Look up a sheet"),))}
    if form.is_valid():
        number, round_ = form.cleaned_data["number"], form.cleaned_data["round"]
        entrants = Entrant.objects.select_related("division", "player")
        entrant = entrants.filter(event=event, player__number=number).first()
        if entrant is None:
            form.add_error("number", _("There is no player %(number)s.") % {"number": number})
        else:
            sheets = entrant.sheets.filter(round=round_).values_list("pk", flat=True)
            context |= {"desk": Desk(round_, entrant), "trail": trail.of(event, "sheet", *sheets)}
    return render(request, "rulings/sheet.html", context)


@event_page(needs="desk")
def rulings(request: PageRequest, event: Event) -> HttpResponse:
    page = Paginator(history.rulings_of(event), PAGE).get_page(request.GET.get("page"))
    context = {
        "page_obj": page,
        "given": history.with_questions(page),
        "crumbs": judge_trail(event, (_("Rulings"),)),
    }
    return render(request, "rulings/rulings.html", context)


def _sheet_url(event: Event, case: Case) -> str:
    entrant, position = case.desk.entrant, case.round.position
    if entrant.team:
        return reverse("sheet", args=[event.slug, case.line.sheet.code])
    number = entrant.player.number
    return f"{reverse('judge-sheet', args=[event.slug])}?number={number}&round={position}"


urlpatterns = [
    path("judge/", judge_queue, name="judge-queue"),
    path("judge/lines/<int:line_id>/", judge_line, name="judge-line"),
    path("judge/sheets/", judge_sheet, name="judge-sheet"),
    path("judge/rulings/", rulings, name="rulings"),
    path("judge/rulings/<int:ruling_id>/sign/", ruling_sign, name="ruling-sign"),
]
