"""The paper desk: a round's board, printing and issuing."""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.http import urlencode
from django.utils.timezone import is_aware
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from ..actions import sheets
from ..forms.sheets import MOST_LINES, OfGrade, PrintSheets
from ..models import Event, Round, Sheet
from ..printing.sheets import pdf
from ..record import custody
from ..record.board import board
from ..record.printouts import to_print
from .answers import Crumb, attempt, crumbs, go_on
from .common import event_page, find_round
from .requests import PageRequest

LINES = {str(lines) for lines in range(1, MOST_LINES + 1)}


def sheets_trail(event: Event, round_: Round | None = None, *labels: str) -> list[Crumb]:
    here = [(round_.name, "board", round_.position)] if round_ else []
    return crumbs(event, (_("Sheets"), "sheets"), *here, *((label,) for label in labels))


@require_safe
@event_page(needs="custody")
def rounds(request: PageRequest, event: Event) -> HttpResponse:
    """The rounds of the event, those that somebody works on first."""
    order: list[str] = [Round.Status.MARKING, Round.Status.CLOSED, Round.Status.OPEN, Round.Status.PLANNED]
    now = sorted(
        (each for each in event.rounds.all() if each.status in order),
        key=lambda each: order.index(each.status),
    )
    context = {
        "now": now,
        "final": event.rounds.filter(status=Round.Status.FINAL),
        "crumbs": sheets_trail(event),
    }
    return render(request, "sheets/rounds.html", context)


@never_cache
@require_safe
@event_page(needs="custody")
def show(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """The board; with ?fragment, the part of it that changes, for the script that keeps it fresh."""
    return _board_page(request, find_round(event, position), PrintSheets(event))


def _board_page(request: PageRequest, round_: Round, form: PrintSheets, status: int = 200) -> HttpResponse:
    found = board(round_)
    context = {
        "round": round_,
        "board": found,
        "papers": found.papers,
        "now": timezone.now(),
        "hold_ups": [(each.sentence, _where(request, found.round, each.at)) for each in found.hold_ups],
        "form": form,
        "crumbs": sheets_trail(request.event, round_),
    }
    template = "sheets/_board.html" if "fragment" in request.GET else "sheets/board.html"
    return render(request, template, context, status=status)


def _where(request: PageRequest, round_: Round, at: str) -> str:
    """Where a hold-up is cleared, if this person may go there."""
    slug, able = request.event.slug, request.capabilities
    if at in {"missing", "lost"}:
        return f"#{at}"
    if at == "keying-round" and "key" in able:
        return reverse(at, args=[slug, round_.position])
    if (at == "judge-queue" and "rule" in able) or (at == "disputes" and "desk" in able):
        return reverse(at, args=[slug])
    return ""


@require_POST
@event_page(needs="run")
def print_(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """Make the sheets, then send the browser to their PDF: those that are new, or all of them again."""
    round_, form = find_round(event, position), PrintSheets(event, request.POST)
    fresh: list = []
    if status := attempt(form, lambda: fresh.extend(_print(request, round_, form))):
        return _board_page(request, round_, form, status)
    again = request.POST.get("do") == "all"
    if not (fresh or again):
        said = _(
            "Everybody has a printed sheet. To print the same sheets once more, choose “Print all again”."
        )
        messages.info(request, said)
        return redirect("board", event.slug, position)
    which = {"grade": request.POST.get("grade", "")} if again else {"batch": fresh[0].printed_at.isoformat()}
    looks = {name: form[name].data or "" for name in ("paper", "lines", "questions")}
    return redirect(f"{reverse('sheets-pdf', args=[event.slug, position])}?{urlencode(which | looks)}")


def _print(request: PageRequest, round_: Round, form: PrintSheets) -> list:
    values = form.cleaned_data
    return sheets.print_(by=request.user, round=round_, division=values["grade"], spares=values["spares"])


@event_page(needs="run")
def as_pdf(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """Sheets that were made, as one PDF in the order of their numbers: all, a grade’s, or those printed at one time.

    Asking again gives the same codes; a sheet that is spoilt is not printed again.
    """
    round_ = find_round(event, position)
    chosen = list(_chosen(request, round_))
    if not chosen:
        raise Http404
    lines = request.GET.get("lines", "")
    made = pdf(
        to_print(round_, chosen, questions=bool(request.GET.get("questions"))),
        event=event.name,
        base_url=request.build_absolute_uri("/"),
        lines=int(lines) if lines in LINES else None,
        paper="us-letter" if request.GET.get("paper") == "us-letter" else "a4",
    )
    name = f"{event.slug}-{round_.position}-sheets.pdf"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(made, content_type="application/pdf", headers=headers)


def _chosen(request: PageRequest, round_: Round) -> QuerySet[Sheet]:
    sheets_ = round_.sheets.filter(printed_at__isnull=False, spoilt_at__isnull=True)
    grade, batch = request.GET.get("grade", ""), request.GET.get("batch", "")
    if grade.isdecimal() and len(grade) < 4:
        sheets_ = sheets_.filter(entrant__division__grade=int(grade))
    if batch:
        sheets_ = sheets_.filter(printed_at=parse_datetime(batch)) if _is_moment(batch) else sheets_.none()
    return custody.named(sheets_).select_related("entrant__player__team", *custody.WHOSE)


def _is_moment(text: str) -> bool:
    try:
        return is_aware(parse_datetime(text))
    except (ValueError, AttributeError):
        return False


@require_POST
@event_page(needs="key")
def issue(request: PageRequest, event: Event, position: int) -> HttpResponse:
    round_, form = find_round(event, position), OfGrade(event, request.POST)
    division = form.cleaned_data["grade"] if form.is_valid() else None
    if form.errors:
        raise Http404
    out = sheets.issue_all(by=request.user, round=round_, division=division)
    said = ngettext("%(n)s sheet is issued.", "%(n)s sheets are issued.", len(out)) % {"n": len(out)}
    return go_on(request, said if out else _("There was no printed sheet left to issue."), "board", position)


urlpatterns = [
    path("sheets/", rounds, name="sheets"),
    path("sheets/<int:position>/", show, name="board"),
    path("sheets/<int:position>/print/", print_, name="sheets-print"),
    path("sheets/<int:position>/sheets.pdf", as_pdf, name="sheets-pdf"),
    path("sheets/<int:position>/issue/", issue, name="sheets-issue"),
]
