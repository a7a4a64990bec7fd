"""The judge's desk: the queue, one line, any sheet, and what was ruled."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..actions import Refused
from ..actions import rulings as actions
from ..forms.rulings import RulingForm, SheetForm
from ..models import Entrant, Event, Ruling
from ..record import dispute as disputes
from ..record import history, queue
from ..record.desk import Desk
from ..record.dispute import Dispute
from ..record.effects import effects_of
from .common import event_page, put_on_form

PAGE = 50


@event_page(needs="rule")
def judge_queue(request: HttpRequest, event: Event) -> HttpResponse:
    context = {
        "groups": queue.open_groups(event),
        "not_judged": queue.sheets_not_judged(event),
        "form": SheetForm(event),
        "crumbs": _crumbs(event),
    }
    return render(request, "rulings/queue.html", context)


@event_page(needs="rule")
def judge_line(request: HttpRequest, event: Event, line_id: int) -> HttpResponse:
    dispute = disputes.find(event.pk, line_id)
    if dispute is None:
        raise Http404
    if request.method != "POST":
        wanted = {"counts_as": request.GET.get("counts_as")}
        return _line_page(request, event, dispute, RulingForm(dispute, initial=wanted))
    form = RulingForm(dispute, request.POST)
    form.fields["reason"].required = "preview" not in request.POST
    if not form.is_valid():
        return _line_page(request, event, dispute, form, status=400)
    try:
        if "preview" in request.POST:
            return _preview(request, event, dispute, form)
        return _rule(request, event, dispute, form)
    except Refused as refused:
        put_on_form(form, refused)
        dispute = disputes.find(event.pk, line_id)  # with whatever a colleague has ruled meanwhile
        form.have_seen(dispute)
        return _line_page(request, event, dispute, form, status=refused.status)


def _preview(request: HttpRequest, event: Event, dispute: Dispute, form: RulingForm) -> HttpResponse:
    decision = {**form.decision, "reason": form.decision["reason"] or _("Not said yet.")}
    meant = actions.consider(by=request.user, submission=dispute.line, **decision)
    effects = effects_of(meant.ruling, meant.round, meant.version, meant.verdict)
    return _line_page(request, event, dispute, form, effects=effects)


def _rule(request: HttpRequest, event: Event, dispute: Dispute, form: RulingForm) -> HttpResponse:
    place = _place_in(queue.open_groups(event), dispute)
    ruling = actions.give(
        by=request.user, submission=dispute.line, seen=form.cleaned_data["seen"], **form.decision
    )
    messages.success(request, _what_changed(ruling))
    if place is None:  # it did not wait: the judge came from its sheet
        return redirect(_sheet_url(event, dispute))
    left = queue.open_groups(event)
    following = next((group for group in left if group.rank > place.rank), left[0] if left else None)
    if following is None:
        return redirect("judge-queue", event.slug)
    return redirect("judge-line", event.slug, following.first.pk)


def _line_page(
    request: HttpRequest, event: Event, dispute: Dispute, form: RulingForm, *, status: int = 200, **more
) -> HttpResponse:
    groups = queue.open_groups(event)
    place = _place_in(groups, dispute)
    at = groups.index(place) if place else None
    context = {
        "dispute": dispute,
        "form": form,
        "waiting": len(groups),
        "number": at + 1 if place else None,
        "following": groups[(at + 1) % len(groups)] if place and len(groups) > 1 else None,
        "sheet_url": _sheet_url(event, dispute),
        "crumbs": _crumbs(event, _("Line %(number)s") % {"number": dispute.line.pk}),
        **more,
    }
    return render(request, "rulings/line.html", context, status=status)


def _place_in(groups: list[queue.Group], dispute: Dispute) -> queue.Group | None:
    """The group in which the line waits."""
    return next((group for group in groups if dispute.line in group.lines), None)


def _what_changed(ruling: Ruling) -> str:
    count = len(actions.sheets_under(ruling))
    what = {
        Ruling.CountsAs.METHOD: _("counts as %(method)s"),
        Ruling.CountsAs.VALUE: _("counts as a method worth %(value)s"),
        Ruling.CountsAs.NOTHING: _("counts for nothing"),
        Ruling.CountsAs.WITHDRAWN: _("counts as the program says again"),
    }[ruling.counts_as] % {"method": ruling.method, "value": ruling.value}
    where = ngettext("on %d sheet", "on %d sheets", count) % count
    text = Truncator(ruling.text).chars(60) or _("The illegible line")
    return _("“%(text)s” %(what)s %(where)s; points follow in a moment.") % {
        "text": text,
        "what": what,
        "where": where,
    }


@event_page(needs="rule")
def judge_sheet(request: HttpRequest, event: Event) -> HttpResponse:
    """Any sheet, line by line, for protests."""
    form = SheetForm(event, request.GET or None)
    context = {"form": form, "crumbs": _crumbs(event, _("Look up a sheet"))}
    if form.is_valid():
        number, round_ = form.cleaned_data["number"], form.cleaned_data["round"]
        entrants = Entrant.objects.select_related("player__division")
        entrant = entrants.filter(event=event, player__number=number).first()
        if entrant is None:
            form.add_error("number", _("There is no player %(number)s.") % {"number": number})
        else:
            context |= {"desk": Desk(round_, entrant)}
    return render(request, "rulings/sheet.html", context)


@event_page(needs="desk")
def rulings(request: HttpRequest, event: Event) -> HttpResponse:
    page = Paginator(history.rulings_of(event), PAGE).get_page(request.GET.get("page"))
    context = {
        "page_obj": page,
        "given": history.with_questions(page),
        "crumbs": _crumbs(event, _("Rulings")),
    }
    return render(request, "rulings/rulings.html", context)


def _sheet_url(event: Event, dispute: Dispute) -> str:
    number, position = dispute.desk.entrant.player.number, dispute.round.position
    return f"{reverse('judge-sheet', args=[event.slug])}?number={number}&round={position}"


def _crumbs(event: Event, *labels: str) -> list[dict]:
    first = {"label": _("Judge"), "url": reverse("judge-queue", args=[event.slug])}
    return [first, *({"label": label} for label in labels)]


urlpatterns = [
    path("judge/", judge_queue, name="judge-queue"),
    path("judge/lines/<int:line_id>/", judge_line, name="judge-line"),
    path("judge/sheets/", judge_sheet, name="judge-sheet"),
    path("judge/rulings/", rulings, name="rulings"),
]
