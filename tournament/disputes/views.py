"""Disputes at the judges' table: the list, one dispute with all its evidence, and filing for somebody at the desk."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

from ..audit import history
from ..audit.history import latest_first
from ..common.refusals import Refused
from ..common.wording.sentences import sentence
from ..models import Dispute, DisputePicture, Event, Rescore, Sheet
from ..rulings.ruling_fields import RulingForm
from ..sheets.scans import as_file, visible
from ..web.pages import (
    Crumb,
    PageRequest,
    attempt,
    attempted,
    crumbs,
    desk_trail,
    event_page,
    find_round,
    go_on,
    posted,
    press,
    put_on_form,
)
from . import actions as disputes, queries as record
from .evidence import Evidence, recorded_sheets
from .filing import windows
from .forms import HERE, DecideForm, FileForm, WhoseSheet
from .outcomes import is_final, outcomes_of

DECIDED_SHOWN = 50


@event_page(needs="desk", guide="judge#disputes")
def everything(request: PageRequest, event: Event) -> HttpResponse:
    decided = latest_first(
        record.all_of(event).exclude(state=Dispute.State.OPEN),
        event,
        "dispute.upheld",
        "dispute.rejected",
        "dispute.withdrawn",
    )
    shown = list(decided[:DECIDED_SHOWN])
    outcomes = outcomes_of(shown)
    open_disputes = record.open_disputes(event)
    why_not = disputes.why_not_each(request.user, event, [each.dispute for each in open_disputes])
    context = {
        "open": [(each, why_not.get(each.dispute.pk)) for each in open_disputes],
        "begin": _first_to_decide(request, [each.dispute for each in open_disputes], why_not),
        "decided": [(each, outcomes.get(each.pk)) for each in shown],
        "windows": [each for each in windows(event.rounds.all()).values() if each.is_open],
        "crumbs": _crumbs(request),
    }
    return render(request, "disputes/disputes.html", context)


def _first_to_decide(request: PageRequest, candidates: list[Dispute], why_not: dict[int, str]) -> Dispute | None:
    """The first dispute that this judge may decide and that no colleague is working on."""
    free = (each for each in candidates if each.taken_by_id in {None, request.user.pk} and each.pk not in why_not)
    return next(free, None) if "rule" in request.capabilities else None


def _following(request: PageRequest, event: Event, after: int | None = None) -> Dispute | None:
    """The judge's next dispute: the one below the dispute `after` if that is open, else the first."""
    if "rule" not in request.capabilities:
        return None
    waiting = [each.dispute for each in record.open_disputes(event)]
    at = next((n for n, each in enumerate(waiting) if each.pk == after), None)
    others = waiting if at is None else [*waiting[at + 1 :], *waiting[:at]]
    return _first_to_decide(request, others, disputes.why_not_each(request.user, event, others))


@event_page(needs="desk", guide="judge#disputes")
def dispute(request: PageRequest, event: Event, dispute_id: int) -> HttpResponse:
    return _page(request, event, _find(event, dispute_id))


def _find(event: Event, dispute_id: int) -> Dispute:
    return get_object_or_404(record.all_of(event), pk=dispute_id)


def _page(
    request: PageRequest,
    event: Event,
    dispute: Dispute,
    form: DecideForm | None = None,
    ruling: RulingForm | None = None,
    status: int = 200,
) -> HttpResponse:
    evidence = Evidence(dispute)
    context = {
        "dispute": dispute,
        "evidence": evidence,
        "case": evidence.case,
        "form": form or _form(dispute, evidence),
        "ruling_form": ruling or (evidence.case and not is_final(dispute) and RulingForm(evidence.case, alone=True)),
        "photos": evidence.photos if "rule" in request.capabilities else (),
        "scans": visible(request.user, request.capabilities, dispute.sheet),
        "trail": history.of(event, "dispute", dispute.pk),
        "rescore_url": _rescore_url(event, dispute, evidence),
        "is_final": is_final(dispute),
        "may_decide": "rule" in request.capabilities,
        "why_not": disputes.why_not(request.user, dispute) if "rule" in request.capabilities else "",
        "may_withdraw": dispute.filed_by_id == request.user.pk,
        "following": _following(request, event, dispute.pk),
        "crumbs": _crumbs(request, _("Dispute %(number)s") % {"number": dispute.pk}),
    }
    return render(request, "disputes/dispute.html", context, status=status)


def _form(dispute: Dispute, evidence: Evidence, data=None) -> DecideForm:
    initial: dict = {"ruling": evidence.since[-1].pk, "consequence": "ruling"} if evidence.since else {}
    if dispute.rescore and dispute.rescore.state != Rescore.State.DROPPED:
        initial = {"rescore": dispute.rescore_id, "consequence": "rescore"}
    return DecideForm(dispute, evidence.rulings, evidence.case, data, initial=initial)


def _rescore_url(event: Event, dispute: Dispute, evidence: Evidence) -> str:
    """The page that proposes a re-score for it: with the disputed line chosen, if it still counts."""
    asked = {"line": evidence.case.line.pk} if evidence.case else {}
    return f"{reverse('rescore-propose', args=[event.slug])}?{urlencode({**asked, 'dispute': dispute.pk})}"


@event_page(needs="rule", get_only=True)
def picture(request: PageRequest, event: Event, picture_id: int) -> HttpResponseBase:
    """A photo that a coach sent, for judges."""
    photos = DisputePicture.objects.filter(dispute__event=event, removed_at=None)
    photo = get_object_or_404(photos, pk=picture_id)
    return as_file(photo, f"{photo.dispute_id}.jpg")


@event_page(needs="rule", guide="judge#disputes", post_only=True)
def take(request: PageRequest, event: Event, dispute_id: int) -> HttpResponse:
    dispute, seen = _find(event, dispute_id), request.POST.get("seen", "")
    number = int(seen) if seen.isdecimal() else None
    press(request, lambda: disputes.take(by=request.user, dispute=dispute, seen=number))
    return redirect("dispute", event.slug, dispute_id)


@event_page(needs="rule", guide="judge#disputes", post_only=True)
def decide(request: PageRequest, event: Event, dispute_id: int) -> HttpResponse:
    dispute = _find(event, dispute_id)
    evidence = Evidence(dispute)
    form, upheld = _form(dispute, evidence, request.POST), request.POST.get("decision") == "uphold"
    if upheld and request.POST.get("consequence") == HERE and evidence.case:
        return _uphold_by_ruling(request, event, dispute, form, RulingForm(evidence.case, request.POST, alone=True))
    if status := attempt(form, lambda: _decide(request, dispute, form, upheld)):
        return _page(request, event, _find(event, dispute_id), form, status=status)
    return _decided(request, event, upheld)


def _decided(request: PageRequest, event: Event, upheld: bool) -> HttpResponse:
    message = _("The dispute is upheld.") if upheld else _("The dispute is rejected.")
    message += " " + _("The person who filed it can read the answer.")
    following = _following(request, event)
    return go_on(request, message, "dispute", following.pk) if following else go_on(request, message, "disputes")


def _decide(request: PageRequest, dispute: Dispute, form: DecideForm, upheld: bool) -> Dispute:
    answer = form.cleaned_data["answer"]
    if upheld:
        return disputes.uphold(by=request.user, dispute=dispute, answer=answer, **form.follows)
    return disputes.reject(by=request.user, dispute=dispute, answer=answer, ruling=form.cleaned_data.get("ruling"))


def _uphold_by_ruling(
    request: PageRequest, event: Event, dispute: Dispute, form: DecideForm, ruling: RulingForm
) -> HttpResponse:
    """Uphold the dispute by a ruling on its line. A refusal is put on the form that has its field."""
    ruling.needs_reason = False  # the answer is the reason
    are_valid = [form.is_valid(), ruling.is_valid()]
    if not all(are_valid):
        return _page(request, event, dispute, form, ruling, 400)
    decision = {**ruling.decision, "seen": ruling.cleaned_data["seen"]}
    del decision["reason"], decision["only_this_sheet"]
    try:
        disputes.uphold_by_ruling(by=request.user, dispute=dispute, answer=form.cleaned_data["answer"], **decision)
    except Refused as refused:
        put_on_form(ruling if set(refused.fields) & set(ruling.fields) else form, refused)
        ruling.have_seen(Evidence(dispute).case or ruling.case)
        return _page(request, event, _find(event, dispute.pk), form, ruling, refused.status)
    return _decided(request, event, upheld=True)


@event_page(needs="dispute", post_only=True)
def withdraw(request: PageRequest, event: Event, dispute_id: int) -> HttpResponse:
    disputes.withdraw(by=request.user, dispute=_find(event, dispute_id))
    return go_on(request, _("The dispute is withdrawn."), "dispute-file")


# filing for somebody at the desk


@event_page(needs="dispute", guide="judge#disputes volunteer")
def file(request: PageRequest, event: Event) -> HttpResponse:
    """Choose the player and the round first, then what is disputed."""
    whose = WhoseSheet(event, request.GET if "who" in request.GET else None)
    context = {"whose": whose, "crumbs": _crumbs(request, _("File a dispute"))}
    if not whose.is_valid():
        return render(request, "disputes/file.html", context, status=400 if whose.errors else 200)
    entrant, round_ = whose.cleaned_data["who"], find_round(event, whose.cleaned_data["round"].position)
    sheets = recorded_sheets(round_, entrant)
    late = "run" in request.capabilities
    form = FileForm(_choices(sheets), late, **posted(request))
    status, made = attempted(form, lambda: _file(request, form, sheets)) if sheets else (200, ())
    if status is None:
        return _filed(request, *made)
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
    data = form.cleaned_data
    lines = {f"line-{line.pk}": line for sheet in sheets for line in sheet.recorded}
    line = lines.get(data["what"])
    sheet = next(each for each in sheets if f"sheet-{each.pk}" == data["what"] or line and each.pk == line.sheet_id)
    return disputes.file(
        by=request.user, sheet=sheet, line=line, statement=data["statement"], late_because=data.get("late_because", "")
    )


def _filed(request: PageRequest, dispute: Dispute, joined: bool) -> HttpResponse:
    message = _("The dispute is filed. A judge will look at it.")
    if joined:
        message = _("This is already disputed. What you wrote is added to it.")
    if "desk" in request.capabilities:
        return go_on(request, message, "dispute", dispute.pk)
    return go_on(request, message, "dispute-file")


def _crumbs(request: PageRequest, *labels: str) -> list[Crumb]:
    steps = [(label,) for label in labels]
    if "desk" not in request.capabilities:
        return crumbs(request.event, *steps)
    return desk_trail(request, (_("Disputes"), "disputes"), *steps)


urlpatterns = [
    path("judge/disputes/", everything, name="disputes"),
    path("judge/disputes/<int:dispute_id>/", dispute, name="dispute"),
    path("judge/disputes/pictures/<int:picture_id>/", picture, name="dispute-picture"),
    path("judge/disputes/<int:dispute_id>/take/", take, name="dispute-take"),
    path("judge/disputes/<int:dispute_id>/decide/", decide, name="dispute-decide"),
    path("disputes/<int:dispute_id>/withdraw/", withdraw, name="dispute-withdraw"),
    path("disputes/file/", file, name="dispute-file"),
]
