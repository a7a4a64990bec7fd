"""The rounds whose sheets are handled now, and sheets of a round or a player as a PDF."""

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware

from ..common import limits
from ..models import Event, Round, Sheet
from ..printing.sheets import SheetToPrint, paper_size, pdf
from ..web.downloads import as_private_file
from ..web.pages import PageRequest, event_page, find_player, find_round, sheets_trail
from ..web.site_address import site_address
from . import custody
from .forms import FindSheet
from .printouts import to_print

LINES = {str(lines) for lines in range(1, limits.LINES_PRINTED + 1)}


@event_page(needs="custody", guide="organiser#sheets volunteer#take-sheets-back", get_only=True)
def rounds(request: PageRequest, event: Event) -> HttpResponse:
    """The rounds of the event, those that somebody works on first. `?code=` opens the page of that sheet."""
    form = FindSheet(request.GET if "code" in request.GET else None)
    if sheet := _find(event, form):
        return redirect("sheet", event.slug, sheet.code)
    order: list[str] = [Round.Status.MARKING, Round.Status.CLOSED, Round.Status.OPEN, Round.Status.PLANNED]
    now = sorted(
        (each for each in event.rounds.all() if each.status in order), key=lambda each: order.index(each.status)
    )
    final = event.rounds.filter(status=Round.Status.FINAL)
    context = {"form": form, "now": now, "final": final, "crumbs": sheets_trail(event)}
    return render(request, "sheets/rounds.html", context, status=404 if form.errors else 200)


def _find(event: Event, form: FindSheet) -> Sheet | None:
    """The sheet that the form asks for; otherwise the form says why there is none."""
    if not (form.is_bound and form.is_valid()):
        return None
    try:
        return custody.find_typed(event, form.cleaned_data["code"])
    except (LookupError, ValueError) as unknown:
        form.add_error("code", str(unknown))
        return None


@event_page(needs="run")
def as_pdf(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """Sheets that were made, as one PDF in the order of their numbers: all, a grade’s, or those printed at one time.

    Asking again gives the same codes and the same questions; a sheet that is spoilt is not printed again.
    """
    round_ = find_round(event, position)
    chosen = list(_chosen(request, round_))
    if not chosen:
        raise Http404
    return _as_pdf(request, to_print(round_, chosen), f"{event.slug}-{round_.position}-answer-sheets.pdf")


@event_page(needs="run")
def player_as_pdf(request: PageRequest, event: Event, number: int) -> HttpResponse:
    """The sheets of one player that are printed and not back, of all rounds."""
    by_round = custody.on_paper(find_player(event, number).entrant)
    if not by_round:
        raise Http404
    to_print_ = [each for round_, chosen in by_round for each in to_print(round_, chosen)]
    return _as_pdf(request, to_print_, f"{event.slug}-player-{number}-answer-sheets.pdf")


def _as_pdf(request: PageRequest, chosen: list[SheetToPrint], name: str) -> HttpResponse:
    lines = request.GET.get("lines", "")
    made = pdf(
        chosen,
        event=request.event.name,
        base_url=site_address(request),
        lines=int(lines) if lines in LINES else None,
        paper=paper_size(request.GET.get("paper", "")),
    )
    return as_private_file(made, "application/pdf", name)


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
        moment = parse_datetime(text)
    except ValueError:
        return False
    return moment is not None and is_aware(moment)


urlpatterns = [
    path("sheets/", rounds, name="sheets"),
    path("sheets/<int:position>/sheets.pdf", as_pdf, name="sheets-pdf"),
    path("sheets/players/<int:number>/sheets.pdf", player_as_pdf, name="player-sheets-pdf"),
]
