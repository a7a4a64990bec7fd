"""Disputes at the judges' table: the list, one dispute with all its evidence, and filing for somebody at the desk."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..actions import disputes
from ..forms.disputes import DecideForm, FileForm, WhoseSheet
from ..models import Dispute, Event, Sheet
from ..record import disputes as record
from ..record import trail
from ..record.evidence import Evidence, recorded_sheets
from ..record.latest import latest_first
from ..record.scans import visible
from ..record.windows import windows
from ..sentences import sentence
from .answers import Crumb, attempt, crumbs, go_on, posted, press
from .common import event_page, find_round
from .requests import PageRequest

DECIDED_SHOWN = 50


@event_page(needs="desk")
def everything(request: PageRequest, event: Event) -> HttpResponse:
    decided = latest_first(
        record.all_of(event).exclude(state=Dispute.State.OPEN),
        event,
        "dispute.upheld",
        "dispute.rejected",
        "dispute.withdrawn",
    )
    context = {
        "open": record.open_disputes(event),
        "decided": decided[:DECIDED_SHOWN],
        "windows": [each for each in windows(event.rounds.all()).values() if each.was_opened],
        "crumbs": _crumbs(event),
    }
    return render(request, "disputes/disputes.html", context)


@event_page(needs="desk")
def dispute(request: PageRequest, event: Event, dispute_id: int) -> HttpResponse:
    return _page(request, event, _find(event, dispute_id))


def _find(event: Event, dispute_id: int) -> Dispute:
    return get_object_or_404(record.all_of(event), pk=dispute_id)


def _page(
    request: PageRequest, event: Event, found: Dispute, form: DecideForm | None = None, status: int = 200
) -> HttpResponse:
    evidence = Evidence(found)
    context = {
        "dispute": found,
        "evidence": evidence,
        "case": evidence.case,
        "form": form or _form(found, evidence),
        "scans": visible(request.user, request.capabilities, found.sheet),
        "trail": trail.of(event, "dispute", found.pk),
        "rescore_url": _rescore_url(event, found, evidence),
        "may_decide": "rule" in request.capabilities,
        "may_withdraw": found.filed_by_id == request.user.pk,
        "crumbs": _crumbs(event, _("Dispute %(number)s") % {"number": found.pk}),
    }
    return render(request, "disputes/dispute.html", context, status=status)


def _form(found: Dispute, evidence: Evidence, data=None) -> DecideForm:
    initial = {"ruling": evidence.since[-1].pk} if evidence.since else {}
    return DecideForm(found, evidence.rulings, data, initial=initial)


def _rescore_url(event: Event, found: Dispute, evidence: Evidence) -> str:
    """Where a change in a round that is final begins: at the form for the disputed line, while that line counts."""
    if found.sheet.round.status != found.sheet.round.Status.FINAL:
        return ""
    address = reverse("rescore-propose", args=[event.slug])
    return f"{address}?line={evidence.case.line.pk}" if evidence.case else address


@event_page(needs="rule")
@require_POST
def take(request: PageRequest, event: Event, dispute_id: int) -> HttpResponse:
    found, seen = _find(event, dispute_id), request.POST.get("seen", "")
    number = int(seen) if seen.isdecimal() else None
    press(request, lambda: disputes.take(by=request.user, dispute=found, seen=number))
    return redirect("dispute", event.slug, dispute_id)


@event_page(needs="rule")
@require_POST
def decide(request: PageRequest, event: Event, dispute_id: int) -> HttpResponse:
    found = _find(event, dispute_id)
    form = _form(found, Evidence(found), request.POST)
    upheld = request.POST.get("decision") == "uphold"
    if status := attempt(form, lambda: _decide(request, found, form, upheld)):
        return _page(request, event, _find(event, dispute_id), form, status)
    said = _("The dispute is upheld.") if upheld else _("The dispute is rejected.")
    return go_on(request, said + " " + _("The answer can be read where it was filed."), "disputes")


def _decide(request: PageRequest, found: Dispute, form: DecideForm, upheld: bool) -> Dispute:
    told = {name: form.cleaned_data.get(name) for name in ("answer", "ruling")}
    if upheld:
        return disputes.uphold(
            by=request.user, dispute=found, rescore=form.cleaned_data.get("rescore"), **told
        )
    return disputes.reject(by=request.user, dispute=found, **told)


@event_page(needs="dispute")
@require_POST
def withdraw(request: PageRequest, event: Event, dispute_id: int) -> HttpResponse:
    disputes.withdraw(by=request.user, dispute=_find(event, dispute_id))
    return go_on(request, _("The dispute is withdrawn."), "dispute-file")


# filing for somebody who stands at the desk


@event_page(needs="dispute")
def file(request: PageRequest, event: Event) -> HttpResponse:
    """First whose sheet of which round, then what on it is disputed."""
    whose = WhoseSheet(event, request.GET if "who" in request.GET else None)
    context = {
        "whose": whose,
        "crumbs": _crumbs(event, _("File a dispute"), first="desk" in request.capabilities),
    }
    if not whose.is_valid():
        return render(request, "disputes/file.html", context, status=400 if whose.errors else 200)
    entrant, round_ = whose.cleaned_data["who"], find_round(event, whose.cleaned_data["round"].position)
    sheets = recorded_sheets(round_, entrant)
    late = "run" in request.capabilities
    form, made = FileForm(_choices(sheets), late, **posted(request)), []
    status = attempt(form, lambda: made.append(_file(request, form, sheets))) if sheets else 200
    if status is None:
        return _filed(request, *made[0])
    (here,) = windows([round_]).values()
    context |= {"entrant": entrant, "round": round_, "sheets": sheets, "form": form, "window": here}
    return render(request, "disputes/file.html", context, status=status)


def _choices(sheets: list[Sheet]) -> list[tuple[str, str]]:
    """The lines of these sheets in the words of the paper, and each sheet as a whole."""
    lines = [(f"line-{line.pk}", _as_choice(line)) for sheet in sheets for line in sheet.recorded]
    wholes = [
        (f"sheet-{sheet.pk}", _("all of sheet %(n)s") % {"n": n} if len(sheets) > 1 else _("the whole sheet"))
        for n, sheet in enumerate(sheets, 1)
    ]
    return [*lines, *wholes]


def _as_choice(line) -> str:
    return _("%(box)s, line %(n)s: %(text)s") % {
        "box": sentence(line.label),
        "n": line.position,
        "text": line.text or line.get_mark_display(),
    }


def _file(request: PageRequest, form: FileForm, sheets: list[Sheet]) -> disputes.Filed:
    told = form.cleaned_data
    lines = {f"line-{line.pk}": line for sheet in sheets for line in sheet.recorded}
    line = lines.get(told["what"])
    sheet = next(
        each for each in sheets if f"sheet-{each.pk}" == told["what"] or line and each.pk == line.sheet_id
    )
    return disputes.file(
        by=request.user,
        sheet=sheet,
        line=line,
        statement=told["statement"],
        late_because=told.get("late_because", ""),
    )


def _filed(request: PageRequest, found: Dispute, joined: bool) -> HttpResponse:
    said = _("The dispute is filed. A judge will look at it.")
    if joined:
        said = _("This is being disputed already. What you wrote now stands with it.")
    if "desk" in request.capabilities:
        return go_on(request, said, "dispute", found.pk)
    return go_on(request, said, "dispute-file")


def _crumbs(event: Event, *labels: str, first: bool = True) -> list[Crumb]:
    home = [(_("Disputes"), "disputes")] if first else []
    return crumbs(event, *home, *((label,) for label in labels))


urlpatterns = [
    path("judge/disputes/", everything, name="disputes"),
    path("judge/disputes/<int:dispute_id>/", dispute, name="dispute"),
    path("judge/disputes/<int:dispute_id>/take/", take, name="dispute-take"),
    path("judge/disputes/<int:dispute_id>/decide/", decide, name="dispute-decide"),
    path("disputes/<int:dispute_id>/withdraw/", withdraw, name="dispute-withdraw"),
    path("disputes/file/", file, name="dispute-file"),
]
