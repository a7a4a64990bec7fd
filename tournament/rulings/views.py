"""The judge pages: one line, any sheet, and what was ruled."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _, ngettext

from ..audit import history as trail
from ..common.line_text import digest, with_signs
from ..common.refusals import Refused
from ..common.wording.sentences import sentence
from ..effects import preview as effects
from ..effects.preview_page import EffectPage
from ..models import Dispute, Event, Ruling, Submission, Verdict
from ..scoring import signatures
from ..scoring.loader import papers_of_sheets
from ..scoring.rulings import lines_under
from ..scoring.what_if import WhatIf
from ..sheets.lookup import find_sheet
from ..sheets.scans import visible
from ..web.pages import PageRequest, asked_id, event_page, judge_trail, pressed, put_on_form
from . import actions, case as cases, past_rulings as history, queue
from .actions import AgainstPrecedent
from .case import Case
from .queue_views import line_address, place_in_queue, quoted
from .ruling_checks import says
from .ruling_fields import RulingForm, SheetForm, like
from .sheet_lines import JudgedSheet
from .stakes import entries
from .undo import undo, undoable

PAGE = 50


@event_page(needs="rule", guide="judge#rule-on-a-line")
def judge_line(request: PageRequest, event: Event, line_id: int) -> HttpResponse:
    case = cases.find(event.pk, line_id)
    if case is None:
        return _line_gone(request, event, line_id)
    alone = find_disputed(request, event, case.line) is not None
    if request.method != "POST":
        return _line_page(request, event, case, RulingForm(case, initial=_start(request, case), alone=alone))
    form = RulingForm(case, _sent(request, case), alone=alone)
    form.needs_reason = "preview" not in request.POST
    if not form.is_valid():
        return _line_page(request, event, case, form, status=400)
    try:
        if "preview" in request.POST:
            return _preview(request, event, case, form)
        return _rule(request, event, case, form)
    except Refused as refused:
        case = cases.find(event.pk, line_id)  # with whatever a colleague has ruled meanwhile
        if case is None:
            return _line_gone(request, event, line_id)
        put_on_form(form, refused)
        form.have_seen(case, refused.precedent.pk if isinstance(refused, AgainstPrecedent) else 0)
        return _line_page(request, event, case, form, status=refused.status)


def _line_gone(request: PageRequest, event: Event, line_id: int) -> HttpResponse:
    """Go to the queue with a message that the line was typed again or taken back, and with what the judge had
    written."""
    if not Submission.objects.filter(sheet__round__event=event, pk=line_id).exists():
        raise Http404
    typed = [request.POST.get(name, "") for name in ("method", "value", "reason")]
    message = _("This line no longer counts: its sheet was typed again or taken back.")
    if written := " · ".join(each for each in typed if each):
        message += " " + _("You had written: “%(text)s”") % {"text": Truncator(written).chars(500)}
    messages.error(request, message)
    return redirect("judge-queue", event.slug)


def find_disputed(request: PageRequest, event: Event, line: Submission) -> Dispute | None:
    """The dispute about this line, or about its sheet, that the address says the judge comes from."""
    return event.disputes.filter(pk=asked_id(request, "dispute"), sheet=line.sheet_id).first()


def _start(request: PageRequest, case: Case) -> dict:
    """What the form starts with: as a precedent decided, or a withdrawal, where the address asks for it."""
    asked = request.GET.get("like", "")
    precedent = next((each for each in case.precedents if str(each.ruling.pk) == asked), None)
    if precedent and precedent.fits:
        return like(precedent, case)
    alone = case.ruling and case.ruling.submission_id
    return {"counts_as": request.GET.get("counts_as"), "scope": "sheet" if alone else "all"}


def _sent(request: PageRequest, case: Case) -> QueryDict | dict:
    """The data that the judge sent, or the decision of the precedent if they pressed its button."""
    asked = request.POST.get("like", "")
    precedent = next((each for each in case.precedents if str(each.ruling.pk) == asked), None) if asked else None
    if precedent is None or not precedent.fits:
        return request.POST
    return {"scope": "all", "seen": request.POST.get("seen"), **like(precedent, case)}


def _preview(request: PageRequest, event: Event, case: Case, form: RulingForm) -> HttpResponse:
    decision = {**form.decision, "reason": form.decision["reason"] or _("No reason given yet.")}
    meant = actions.consider(by=request.user, submission=case.line, by_rescore=True, **decision)
    what_if = WhatIf(
        rulings={meant.version.puzzle_id: (meant.ruling,)}, verdicts=(meant.verdict,) if meant.verdict else ()
    )
    papers = papers_of_sheets(actions.sheets_under(meant.ruling))
    effect = EffectPage(event, effects.of(event, what_if, papers))
    return _line_page(request, event, case, form, effect=effect)


def _rule(request: PageRequest, event: Event, case: Case, form: RulingForm) -> HttpResponse:
    in_queue = request.GET.get("from") == "queue"
    waiting = [] if in_queue else _decidable(request, event)
    place = _place_in(waiting, case)
    ruling = actions.give(
        by=request.user,
        submission=case.line,
        seen=form.cleaned_data["seen"],
        against=form.cleaned_data["against"],
        **form.decision,
    )
    messages.success(request, _what_changed(ruling))
    if disputed := find_disputed(request, event, case.line):
        return redirect("dispute", event.slug, disputed.pk)  # where the judge came from
    if in_queue:  # its order may be another one by now
        return redirect(place_in_queue(event))
    if place is None and not case.unsigned:  # it did not wait: the judge came from its sheet
        return redirect(_sheet_url(event, case))
    if place is None:
        return redirect("to-sign", event.slug)
    return redirect(line_address(event, _next_line(waiting, place, ruling)))


def _next_line(waiting: list[queue.Group], ruled: queue.Group, ruling: Ruling) -> Submission | None:
    """The line a judge goes on to: one on another sheet where the ruling was only for one sheet, else the first of the
    next answer that waited when the ruling was given."""
    if ruling.submission:
        sheet = ruling.submission.sheet_id
        if other := next((line for line in ruled.lines if line.sheet_id != sheet), None):
            return other
    at = waiting.index(ruled)
    following = [*waiting[at + 1 :], *waiting[:at]]
    return following[0].first if following else None


@event_page(needs="rule", guide="judge#if-several-judges-must-sign", post_only=True)
def ruling_sign(request: PageRequest, event: Event, ruling_id: int) -> HttpResponse:
    """Sign a colleague's ruling with one press."""
    ruling = get_object_or_404(Ruling.objects.filter(event=event), pk=ruling_id)
    refused, signed = pressed(request, lambda: actions.sign(by=request.user, ruling=ruling))
    if not refused:
        messages.success(request, _what_changed(signed))
    return redirect("to-sign", event.slug)


def _line_page(
    request: PageRequest, event: Event, case: Case, form: RulingForm, *, status: int = 200, **more
) -> HttpResponse:
    groups = _decidable(request, event)
    place = _place_in(groups, case)
    at = groups.index(place) if place else None
    context = {
        "case": case,
        "form": form,
        "waiting": len(groups),
        "number": at + 1 if at is not None else None,
        "following": groups[(at + 1) % len(groups)] if at is not None and len(groups) > 1 else None,
        "unsigned_rulings": [(each, each.is_signed_by(request.user)) for each in case.unsigned],
        "undo": undoable(request.user, event),
        "trail": trail.of(event, "sheet", case.line.sheet_id),
        "scans": visible(request.user, request.capabilities, case.line.sheet),
        "sheet_url": _sheet_url(event, case),
        "crumbs": judge_trail(event, (_("Line %(number)s") % {"number": case.line.pk},)),
        **more,
    }
    return render(request, "rulings/line.html", context, status=status)


def _decidable(request: PageRequest, event: Event) -> list[queue.Group]:
    """The answers that wait and that this judge may decide, in the order of the queue."""
    return [each.group for each in entries(event, request.user) if not each.related]


def _place_in(groups: list[queue.Group], case: Case) -> queue.Group | None:
    """The group in which the line waits."""
    return next((group for group in groups if case.line in group.lines), None)


def _what_changed(ruling: Ruling) -> str:
    what = says(ruling)
    if why := _refused_because(ruling):
        what = _("says %(method)s, which brings no points (%(why)s)") % {
            "method": with_signs(ruling.method),
            "why": why,
        }
    facts = {"line": quoted(ruling.text, 60), "what": what}
    if missing := signatures.missing(ruling):
        return ngettext(
            "Proposed: %(line)s %(what)s. It takes effect when %(missing)d more judge signs.",
            "Proposed: %(line)s %(what)s. It takes effect when %(missing)d more judges sign.",
            missing,
        ) % {**facts, "missing": missing}
    count = len(actions.sheets_under(ruling))
    where = ngettext("on %d sheet", "on %d sheets", count) % count
    return _("%(line)s %(what)s %(where)s; points follow in a moment.") % {**facts, "where": where}


def _refused_because(ruling: Ruling) -> str:
    """Why the engine refuses what a judge read; empty where it does not."""
    verdict = Verdict.objects.filter(
        puzzle_version=ruling.puzzle.active_id, box=ruling.box, digest=digest(ruling.method), outcome="refused"
    ).first()
    return sentence(verdict.read_reasons()[0].as_message) if ruling.method and verdict else ""


@event_page(needs="rule", guide="judge#rule-on-a-line", post_only=True)
def ruling_undo(request: PageRequest, event: Event, ruling_id: int) -> HttpResponse:
    """Take back the rulings that one press has just given, and go on with the line of this one."""
    ruling = get_object_or_404(Ruling.objects.filter(event=event), pk=ruling_id)
    line = lines_under(ruling).first()
    refused, undone = pressed(request, lambda: undo(by=request.user, ruling=ruling))
    if not refused:
        messages.success(request, ngettext("The ruling is taken back.", "The rulings are taken back.", len(undone)))
    return redirect(place_in_queue(event, line))


@event_page(needs="rule", guide="judge#rule-on-a-line")
def judge_sheet(request: PageRequest, event: Event) -> HttpResponse:
    """Any sheet, line by line, for protests."""
    form = SheetForm(event, request.GET or None)
    context = {"form": form, "crumbs": judge_trail(event, (_("Look up a sheet"),))}
    if form.is_valid():
        round_ = form.cleaned_data["round"]
        try:
            entrant = find_sheet(round_, form.cleaned_data["number"], names=True).entrant
        except (LookupError, ValueError) as reason:
            form.add_error("number", str(reason))
        else:
            sheets = entrant.sheets.filter(round=round_).values_list("pk", flat=True)
            context |= {"judged_sheet": JudgedSheet(round_, entrant), "trail": trail.of(event, "sheet", *sheets)}
    return render(request, "rulings/sheet.html", context)


@event_page(needs="desk", guide="judge#rule-on-a-line")
def rulings(request: PageRequest, event: Event) -> HttpResponse:
    page = Paginator(history.rulings_of(event), PAGE).get_page(request.GET.get("page"))
    context = {"page_obj": page, "crumbs": judge_trail(event, (_("Rulings"),))}
    return render(request, "rulings/rulings.html", context)


def _sheet_url(event: Event, case: Case) -> str:
    entrant, position = case.judged_sheet.entrant, case.round.position
    if entrant.team:
        return reverse("sheet", args=[event.slug, case.line.sheet.code])
    return f"{reverse('judge-sheet', args=[event.slug])}?number={entrant.label}&round={position}"


urlpatterns = [
    path("judge/lines/<int:line_id>/", judge_line, name="judge-line"),
    path("judge/sheets/", judge_sheet, name="judge-sheet"),
    path("judge/rulings/", rulings, name="rulings"),
    path("judge/rulings/<int:ruling_id>/sign/", ruling_sign, name="ruling-sign"),
    path("judge/rulings/<int:ruling_id>/undo/", ruling_undo, name="ruling-undo"),
]
