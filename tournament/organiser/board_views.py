"""The pages of a round's board, and printing and handing out sheets from there."""

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _, ngettext

from ..models import Event, Round
from ..sheets import actions as sheets
from ..sheets.print_fields import OfGrade, PrintSheets
from ..web.pages import PageRequest, attempted, event_page, find_round, go_on, sheets_trail
from .board import board
from .hold_ups import hold_ups

SPARES = 5  # sheets that a first print suggests


@event_page(needs="custody", guide="organiser#sheets volunteer#take-sheets-back", get_only=True, never_cached=True)
def show(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """The board; with ?fragment, the part of it that changes, for the script that keeps it fresh."""
    return _board_page(request, find_round(event, position))


def _board_page(
    request: PageRequest, round_: Round, form: PrintSheets | None = None, status: int = 200
) -> HttpResponse:
    board_ = board(round_)
    # spare sheets come with the first print of a round; later, and for a tiebreaker, only if somebody asks
    spares = 0 if board_.sheets.is_printed or round_.tiebreaker else SPARES
    context = {
        "round": round_,
        "board": board_,
        "sheets": board_.sheets,
        "now": timezone.now(),
        "hold_ups": hold_ups(request, round_, board_.left),
        "form": form or PrintSheets(round_.event, initial={"spares": spares}),
        "crumbs": sheets_trail(request.event, round_),
    }
    template = "organiser/_board.html" if "fragment" in request.GET else "organiser/board.html"
    return render(request, template, context, status=status)


@event_page(needs="run", guide="organiser#sheets", post_only=True)
def print_(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """Make the sheets, then send the browser to their PDF: those that are new, those that show an old question, or all
    of them again."""
    round_, form = find_round(event, position), PrintSheets(event, request.POST)
    status, made = attempted(form, lambda: _print(request, round_, form))
    if status:
        return _board_page(request, round_, form, status)
    again = request.POST.get("do") == "all"
    if not (made or again):
        sentence = _("Every player has a printed sheet. To print the same sheets again, choose “Print all again”.")
        messages.info(request, sentence)
        return redirect("board", event.slug, position)
    which = {"grade": request.POST.get("grade", "")} if again else {"batch": made[0].printed_at.isoformat()}
    looks = {name: form[name].data or "" for name in ("paper", "lines")}
    return redirect(f"{reverse('sheets-pdf', args=[event.slug, position])}?{urlencode(which | looks)}")


@transaction.atomic
def _print(request: PageRequest, round_: Round, form: PrintSheets) -> list:
    """The sheets that the pressed button prints."""
    values = form.cleaned_data
    asked = {"by": request.user, "round_": round_, "division": values["grade"], "questions": values["questions"]}
    do = request.POST.get("do")
    if do == "old":
        return sheets.print_again(**asked, old=True)
    fresh = sheets.print_(**asked, spares=values["spares"])
    return fresh + sheets.print_again(**asked) if do == "all" else fresh


@event_page(needs="run", post_only=True)
def unmark_questions(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """No question is printed on the sheets that are listed with an old one."""
    count = sheets.remove_questions(by=request.user, round_=find_round(event, position))
    sentence = ngettext("%(n)s sheet has no question on it.", "%(n)s sheets have no question on them.", count)
    return go_on(request, sentence % {"n": count}, "board", position)


@event_page(needs="key", guide="organiser#sheets", post_only=True)
def issue(request: PageRequest, event: Event, position: int) -> HttpResponse:
    round_, form = find_round(event, position), OfGrade(event, request.POST)
    if not form.is_valid():
        raise Http404
    out = sheets.issue_all(by=request.user, round_=round_, division=form.cleaned_data["grade"])
    sentence = ngettext("%(n)s sheet is handed out.", "%(n)s sheets are handed out.", len(out)) % {"n": len(out)}
    return go_on(request, sentence if out else _("There was no printed sheet left to hand out."), "board", position)


urlpatterns = [
    path("sheets/<int:position>/", show, name="board"),
    path("sheets/<int:position>/print/", print_, name="sheets-print"),
    path("sheets/<int:position>/no-question/", unmark_questions, name="sheets-no-question"),
    path("sheets/<int:position>/issue/", issue, name="sheets-issue"),
]
