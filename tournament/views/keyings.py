"""The volunteer's pages: choose a round, type a number or a code, type what is on the paper, hand it in."""

import uuid

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ..actions import Refused, keyings
from ..forms.keyings import SheetNumber, posted_lines, refused_rows, stored_rows
from ..models import Event, Keying, Round, Sheet
from ..record.lookup import find_sheet
from ..record.sheets import handed_in, piles, sheets_of
from ..record.slots import THIRD
from .answers import Crumb, crumbs, go_on, posted
from .common import event_page, find_round, tell
from .requests import PageRequest
from .settling import settling_page
from .sheet_page import MOST_SPARE_ROWS, SPARE_ROWS, read_only_page, typing_page

ENTRANT = ("entrant__division", "entrant__player", "entrant__team")
# The cookie that tells one browser from another; it outlives a new sign-in.
BROWSER, A_YEAR = "browser", 60 * 60 * 24 * 365
page_or_post = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@event_page(needs="key")
def rounds(request: PageRequest, event: Event) -> HttpResponse:
    """The rounds whose sheets may be typed, with how many are to do."""
    every = piles(event)
    context = {
        "marking": [pile for pile in every if pile.round.takes_keying],
        "rest": [pile for pile in every if not pile.round.takes_keying],
    }
    return render(request, "keyings/rounds.html", context)


@never_cache
@require_safe
@event_page(needs="key")
def kept(request: PageRequest, event: Event) -> HttpResponse:
    """What this browser kept and could not save; only the browser knows it, so a script fills the page."""
    trail = crumbs(event, (_("Type sheets"), "keying-rounds"), (_("Kept on this computer"),))
    return render(request, "keyings/kept.html", {"crumbs": trail})


@never_cache
@page_or_post
@event_page(needs="key")
def number(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """Whose sheet is next."""
    round_ = find_round(event, position)
    form, status = SheetNumber(round_, **posted(request)), 200
    choice: tuple[Sheet, ...] = ()
    if form.is_bound:
        opened, choice, status = _open(request, round_, form)
        if opened:
            return _to_sheet(request, opened)
    context = {
        "form": form,
        "round": round_,
        "sheets": sheets_of(round_, request.user),
        "choice": choice,
        "may_take_over": form.has_error("number", "taken_may_take_over"),
        "crumbs": _crumbs(event, round_),
    }
    return render(request, "keyings/number.html", context, status=status)


def _open(
    request: PageRequest, round_: Round, form: SheetNumber
) -> tuple[Keying | None, tuple[Sheet, ...], int]:
    """The sheet that the form asks for, opened; otherwise those she must choose from, or the reason on the form; and
    the status to answer with."""
    if not form.is_valid():
        return None, (), 400
    asked, take_over = form.cleaned_data["number"], form.cleaned_data["take_over"]
    try:
        found = find_sheet(round_, asked)
        if len(found.sheets) > 1:
            return None, found.sheets, 200
        return (
            keyings.open_sheet(
                by=request.user,
                round=round_,
                entrant=found.entrant,
                number=found.number,
                take_over=take_over,
                browser=_browser(request),
            ),
            (),
            302,
        )
    except Refused as refused:
        form.add_error("number", ValidationError(refused.sentence, code=refused.code))
        return None, (), refused.status
    except (LookupError, ValueError) as error:
        form.add_error("number", str(error))
        return None, (), 404 if isinstance(error, LookupError) else 400


def _browser(request: PageRequest) -> uuid.UUID:
    """What tells this browser from others: its cookie, or a new value where it has none."""
    try:
        return uuid.UUID(request.COOKIES.get(BROWSER, ""))
    except ValueError:
        return uuid.uuid4()


def _to_sheet(request: PageRequest, opened: Keying) -> HttpResponse:
    """To the page of a sheet that was opened in this browser."""
    sheet = opened.sheet
    if count := len(stored_rows(opened.drafts.all())):
        said = ngettext(
            "%(n)s line is typed already. Compare it with the paper; what another computer has not saved is missing.",
            "%(n)s lines are typed already. Compare them with the paper; what another computer has not saved is missing.",
            count,
        )
        messages.info(request, said % {"n": count})
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


@never_cache
@page_or_post
@event_page(needs="key")
def keying(request: PageRequest, event: Event, position: int, code: str) -> HttpResponse:
    """The page of one sheet, to be typed in the browser that opened it last and to be read in others. Without a script
    it is a plain form; the script saves while she types."""
    sheet = find_paper(event, code, round=find_round(event, position))
    every = Keying.objects.filter(sheet=sheet, keyer=request.user).order_by("pk")
    held = list(every.select_related("keyer", "sheet__round__event", *(f"sheet__{part}" for part in ENTRANT)))
    hers = next(
        (each for each in held if str(each.pk) == request.POST.get("keying")), held[-1] if held else None
    )
    if hers is None or (hers.slot == THIRD and hers.state == Keying.State.DROPPED):
        messages.info(request, _("Type the number of the sheet to open it."))
        return redirect("keying-round", event.slug, position)
    trail = _crumbs(event, sheet.round, sheet)
    if hers.slot == THIRD:
        return settling_page(request, hers, trail)
    if request.method == "POST":
        return _post(request, hers)
    if hers.state != Keying.State.OPEN or hers.browser != _browser(request):
        return read_only_page(request, hers, trail)
    rows = stored_rows(hers.drafts.all())
    return typing_page(request, hers, rows, spare=_spare(request), crumbs=trail)


def find_paper(event: Event, code: str, **where) -> Sheet:
    """The event's sheet with this code. 404 where there is none, or where it is a spare that nobody has."""
    sheets = Sheet.objects.filter(round__event=event, entrant__isnull=False, **where)
    sheets = sheets.select_related("round__event", "entrant__event", *ENTRANT)
    return get_object_or_404(sheets, code=code.replace("-", "").upper())


def _spare(request: PageRequest) -> int:
    """How many empty rows each box has."""
    asked = request.GET.get("rows", "")
    return min(int(asked), MOST_SPARE_ROWS) if asked.isdecimal() and len(asked) < 4 else SPARE_ROWS


def _post(request: PageRequest, hers: Keying) -> HttpResponse:
    """Do what the pressed button says; refused, the page comes back with everything she typed."""
    lines = posted_lines(request.POST)
    action = _DONE_BY.get(request.POST.get("do", ""))
    try:
        if action is None:
            raise Refused("unknown", _("Use one of the buttons."), status=400)
        return action(request, hers, lines)
    except Refused as refused:
        return _again(request, hers, lines, refused)


def _save(request: PageRequest, hers: Keying, lines: list[keyings.Line], more: int = 0) -> HttpResponse:
    drafts = keyings.save(by=request.user, keying=hers, lines=lines)
    if changed := keyings.passed_over(lines, drafts):
        sentence = _("Some lines were changed elsewhere in the meantime. Your other lines are saved.")
        raise Refused("changed_elsewhere", sentence, fields=changed)
    if not more:
        messages.success(request, _("Saved. The sheet is still open."))
    return redirect(f"{request.path}?rows={min(_spare(request) + more, MOST_SPARE_ROWS)}")


def _more(request: PageRequest, hers: Keying, lines: list[keyings.Line]) -> HttpResponse:
    return _save(request, hers, lines, more=SPARE_ROWS)


def _hand_in(request: PageRequest, hers: Keying, lines: list[keyings.Line]) -> HttpResponse:
    address = request.META.get("REMOTE_ADDR") or None
    recorded = keyings.hand_in(by=request.user, keying=hers, lines=lines, address=address)
    return _next_sheet(request, hers, handed_in(hers.sheet, recorded))


def _put_back(request: PageRequest, hers: Keying, lines: list[keyings.Line]) -> HttpResponse:
    if lines:
        keyings.save(by=request.user, keying=hers, lines=lines)
    keyings.put_back(by=request.user, keying=hers)
    said = _("The sheet is put back. Whoever opens it next goes on from your lines.")
    if hers.sheet.round.is_blind:
        said = _("The sheet is put back. If you open it again, you go on from your lines.")
    return _next_sheet(request, hers, said)


_DONE_BY = {"save": _save, "more": _more, "hand_in": _hand_in, "put_back": _put_back}


def _next_sheet(request: PageRequest, hers: Keying, said: str) -> HttpResponse:
    return go_on(request, said, "keying-round", hers.sheet.round.position)


def _again(request: PageRequest, hers: Keying, lines: list[keyings.Line], refused: Refused) -> HttpResponse:
    tell(request, refused)
    rows = refused_rows(lines, refused.fields, hers.drafts.all())
    sheet = hers.sheet
    return typing_page(
        request,
        hers,
        rows,
        spare=_spare(request),
        crumbs=_crumbs(sheet.round.event, sheet.round, sheet),
        status=refused.status,
    )


def _crumbs(event: Event, round_: Round, sheet: Sheet | None = None) -> list[Crumb]:
    last = [(_("Sheet %(number)s") % {"number": sheet.label},)] if sheet else []
    return crumbs(
        event, (_("Type sheets"), "keying-rounds"), (round_.name, "keying-round", round_.position), *last
    )


urlpatterns = [
    path("key/", rounds, name="keying-rounds"),
    path("key/kept/", kept, name="keying-kept"),
    path("key/<int:position>/", number, name="keying-round"),
    path("key/<int:position>/<str:code>/", keying, name="keying"),
]
