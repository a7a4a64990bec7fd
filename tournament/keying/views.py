"""The volunteer's pages: choose a round, type a number or a code, type what is on the paper, hand it in."""

import uuid
from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods

from ..common import limits
from ..common.refusals import Refused
from ..double_keying.slots import THIRD
from ..models import Event, Keying, Round, Sheet
from ..sheets.lookup import find_sheet, named
from ..web.client_address import client_address
from ..web.pages import Crumb, PageRequest, crumbs, event_page, find_round, go_on, posted, tell
from ..web.sent_text import checks_its_text
from . import actions as keyings
from .forms import SheetNumber, posted_lines, refused_rows, stored_rows
from .page import MOST_SPARE_ROWS, SPARE_ROWS, read_only_page, typing_page
from .queries import ENTRANT, QUESTIONS, find_paper, handed_in, piles, recalled_sheets, sheets_of
from .settling_page import settling_page

# The cookie that tells one browser from another; it outlives a new sign-in.
BROWSER, A_YEAR = "browser", 60 * 60 * 24 * 365
page_or_post = require_http_methods(["GET", "HEAD", "POST"])


@event_page(needs="key", guide="volunteer#type-a-sheet", get_only=True)
def rounds(request: PageRequest, event: Event) -> HttpResponse:
    """The rounds whose sheets may be typed, with how many are to do."""
    every = piles(event)
    again = [each for each in recalled_sheets(event) if each.round.status == Round.Status.FINAL]
    context = {
        "again": again,
        "rounds_again": {each.round_id for each in again},
        "marking": [pile for pile in every if pile.round.takes_keying],
        "rest": [pile for pile in every if not pile.round.takes_keying],
    }
    return render(request, "keying/rounds.html", context)


@event_page(needs="key", guide="volunteer#if-the-connection-drops", get_only=True, never_cached=True)
def unsaved(request: PageRequest, event: Event) -> HttpResponse:
    """The lines that this browser could not save. Only the browser has them, so a script fills the page."""
    trail = crumbs(event, (_("Type sheets"), "keying-rounds"), (_("Kept on this computer"),))
    return render(request, "keying/kept.html", {"crumbs": trail})


@page_or_post
@event_page(needs="key", guide="volunteer#type-a-sheet", never_cached=True)
def number(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """The page on which a volunteer types the number of the next sheet."""
    round_ = find_round(event, position)
    form, status = SheetNumber(round_, **posted(request)), 200
    choice: tuple[Sheet, ...] = ()
    if form.is_bound:
        opened, choice, status = _open(request, round_, form)
        if opened:
            return _to_sheet(request, round_, opened)
    there = sheets_of(round_, request.user)
    context = {
        "form": form,
        "round": round_,
        "sheets": there,
        "still_to_do": there.missing or there.own or there.differing,
        "longest_line": limits.LINE,
        "choice": choice,
        "may_take_over": form.has_error("number", "taken_may_take_over"),
        "crumbs": _crumbs(event, round_),
    }
    return render(request, "keying/number.html", context, status=status)


def _open(request: PageRequest, round_: Round, form: SheetNumber) -> tuple[Keying | None, tuple[Sheet, ...], int]:
    """The sheet that the form asks for, opened; otherwise the sheets to choose from, or the reason on the form; and
    the status to answer with."""
    if not form.is_valid():
        return None, (), 400
    asked, take_over = form.cleaned_data["number"], form.cleaned_data["take_over"]
    try:
        match = find_sheet(round_, asked, any_round=True, names=True)
        if len(match.sheets) > 1:
            return None, match.sheets, 200
        opened = keyings.open_sheet(
            by=request.user,
            round_=match.sheets[0].round if match.sheets else round_,
            entrant=match.entrant,
            number=match.number,
            take_over=take_over,
            browser=_browser(request),
        )
        return opened, (), 302
    except Refused as refused:
        form.add_error("number", ValidationError(refused.sentence, code=refused.code))
        return None, (), refused.status
    except (LookupError, ValueError) as error:
        form.add_error("number", str(error))
        form.named = [(each.label, named(each)) for each in getattr(error, "entrants", ())]
        return None, (), 404 if isinstance(error, LookupError) else 400


def _browser(request: PageRequest) -> uuid.UUID:
    """What tells this browser from others: its cookie, or a new value where it has none."""
    try:
        return uuid.UUID(request.COOKIES.get(BROWSER, ""))
    except ValueError:
        return uuid.uuid4()


def _to_sheet(request: PageRequest, round_: Round, opened: Keying) -> HttpResponse:
    """To the page of a sheet that was opened in this browser, on the page of `round_`."""
    sheet = opened.sheet
    if sheet.round_id != round_.pk:
        messages.info(
            request, _("This is a sheet of %(round)s. Put it with the sheets of that round.") % {"round": sheet.round}
        )
    if count := len(stored_rows(opened.drafts.all())):
        message = ngettext(
            "%(n)s line is typed already. Compare it with the sheet: lines that another computer has not saved are"
            " missing.",
            "%(n)s lines are typed already. Compare them with the sheet: lines that another computer has not saved"
            " are missing.",
            count,
        )
        messages.info(request, message % {"n": count})
    answer = redirect("keying", request.event.slug, sheet.round.position, sheet.code)
    if opened.slot != THIRD:  # which stays with the browser that opened it first
        answer.set_cookie(
            BROWSER,
            str(opened.browser),
            max_age=A_YEAR,
            path=reverse("keying-rounds", args=[request.event.slug]),
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
    return answer


@page_or_post
@event_page(needs="key", guide="volunteer#type-a-sheet", never_cached=True)
@checks_its_text
def keying(request: PageRequest, event: Event, position: int, code: str) -> HttpResponse:
    """The page of one sheet, to be typed in the browser that opened it last and to be read in others. Without a script
    it is a plain form; the script saves while they type."""
    sheet = find_paper(event, code, round=find_round(event, position))
    every = Keying.objects.filter(sheet=sheet, keyer=request.user).order_by("pk")
    held = list(
        every.select_related("keyer", "sheet__round__event", *(f"sheet__{part}" for part in (*ENTRANT, *QUESTIONS)))
    )
    own = next((each for each in held if str(each.pk) == request.POST.get("keying")), held[-1] if held else None)
    if own is None or (own.slot == THIRD and own.state == Keying.State.DROPPED):
        messages.info(request, _("Type the number of the sheet to open it."))
        return redirect("keying-round", event.slug, position)
    trail = _crumbs(event, sheet.round, sheet)
    if own.slot == THIRD:
        return settling_page(request, own, trail)
    if request.method == "POST":
        return _post(request, own)
    if own.state != Keying.State.OPEN or own.browser != _browser(request):
        return read_only_page(request, own, trail)
    rows = stored_rows(own.drafts.all())
    return typing_page(request, own, rows, spare=_spare(request), crumbs=trail)


def _spare(request: PageRequest) -> int:
    """How many empty rows each box has."""
    asked = request.GET.get("rows", "")
    return min(int(asked), MOST_SPARE_ROWS) if asked.isdecimal() and len(asked) < 4 else SPARE_ROWS


def _post(request: PageRequest, own: Keying) -> HttpResponse:
    """Do what the pressed button says; refused, the page comes back with everything that was typed."""
    lines = posted_lines(request.POST)
    action = _DONE_BY.get(request.POST.get("do", ""))
    try:
        if action is None:
            raise Refused("unknown", _("Use one of the buttons."), status=400)
        return action(request, own, lines)
    except Refused as refused:
        return _again(request, own, lines, refused)


def _save(request: PageRequest, own: Keying, lines: list[keyings.TypedLine], more: int = 0) -> HttpResponse:
    drafts = keyings.save(by=request.user, keying=own, lines=lines)
    if changed := keyings.passed_over(lines, drafts):
        sentence = _("Some lines were changed elsewhere. Your other lines are saved.")
        raise Refused("changed_elsewhere", sentence, fields=changed)
    if not more:
        messages.success(request, _("Saved. The sheet is still open."))
    return redirect(f"{request.path}?rows={min(_spare(request) + more, MOST_SPARE_ROWS)}")


def _hand_in(request: PageRequest, own: Keying, lines: list[keyings.TypedLine]) -> HttpResponse:
    address = client_address(request.META)
    recorded = keyings.hand_in(by=request.user, keying=own, lines=lines, address=address)
    return _next_sheet(request, own, handed_in(own.sheet, recorded))


def _put_back(request: PageRequest, own: Keying, lines: list[keyings.TypedLine]) -> HttpResponse:
    if lines:
        keyings.save(by=request.user, keying=own, lines=lines)
    keyings.put_back(by=request.user, keying=own)
    message = _("The sheet is put back. The next person to open it continues from your lines.")
    if own.sheet.round.is_blind:
        message = _("The sheet is put back. If you open it again, you continue from your lines.")
    return _next_sheet(request, own, message)


_DONE_BY: dict[str, Callable[[PageRequest, Keying, list[keyings.TypedLine]], HttpResponse]] = {
    "save": _save,
    "more": partial(_save, more=SPARE_ROWS),
    "hand_in": _hand_in,
    "put_back": _put_back,
}


def _next_sheet(request: PageRequest, own: Keying, message: str) -> HttpResponse:
    return go_on(request, message, "keying-round", own.sheet.round.position)


def _again(request: PageRequest, own: Keying, lines: list[keyings.TypedLine], refused: Refused) -> HttpResponse:
    tell(request, refused)
    rows = refused_rows(lines, refused.fields, own.drafts.all())
    sheet = own.sheet
    return typing_page(
        request,
        own,
        rows,
        spare=_spare(request),
        crumbs=_crumbs(sheet.round.event, sheet.round, sheet),
        status=refused.status,
    )


def _crumbs(event: Event, round_: Round, sheet: Sheet | None = None) -> list[Crumb]:
    last = [(_("Sheet %(number)s") % {"number": sheet.label},)] if sheet else []
    return crumbs(event, (_("Type sheets"), "keying-rounds"), (round_.name, "keying-round", round_.position), *last)


urlpatterns = [
    path("key/", rounds, name="keying-rounds"),
    path("key/kept/", unsaved, name="keying-kept"),
    path("key/<int:position>/", number, name="keying-round"),
    path("key/<int:position>/<str:code>/", keying, name="keying"),
]
