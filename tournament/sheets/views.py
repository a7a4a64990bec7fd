"""The page of one sheet: where it is, its pictures, and the next step."""

from collections.abc import Callable, Iterable

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from ..audit import history
from ..common.refusals import Refused
from ..common.sheet_codes import read_code
from ..models import Event, Keying, PuzzleVersion, Sheet
from ..round_puzzles.printed_questions import known_questions, old_question
from ..scoring.questions import version_for
from ..web.pages import PageRequest, attempted, event_page, go_on, put_on_form, sheets_trail
from ..web.permissions import capabilities
from . import actions as sheets, custody, lost_sheets, scans, spares
from .forms import SendPictures, StepOfSheet
from .lookup import find_sheet


def find(event: Event, code: str) -> Sheet:
    """The event's sheet of this code, as people type codes. 404 where there is none."""
    sheet = find_or_none(event, code)
    if sheet is None:
        raise Http404
    return sheet


def find_or_none(event: Event, code: str) -> Sheet | None:
    try:
        return custody.find(event, read_code(code))
    except ValueError:
        return None


@require_safe
def by_code(request: PageRequest, code: str) -> HttpResponse:
    """The address in a sheet's QR code: the page of the sheet for people who work at its event, and for a family with a
    phone the way to the rules of its game. A hidden event is not shown to them."""
    try:
        sheet = Sheet.objects.select_related("round__event").filter(code=read_code(code)).first()
    except ValueError:
        sheet = None
    if sheet and "custody" in capabilities(request.user, sheet.round.event):
        return redirect("sheet", sheet.round.event.slug, sheet.code)
    if sheet and sheet.round.event.is_public:
        context = {"round": sheet.round, "sign_in": not request.user.is_authenticated and request.get_full_path()}
        return render(request, "sheets/scanned.html", context)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    raise Http404


@event_page(needs="custody", guide="organiser#sheets volunteer#take-sheets-back", get_only=True, never_cached=True)
def show(request: PageRequest, event: Event, code: str) -> HttpResponse:
    return page(request, find(event, code))


def page(
    request: PageRequest,
    sheet: Sheet,
    form: StepOfSheet | None = None,
    pictures: SendPictures | None = None,
    status: int = 200,
    deciding: bool = False,
) -> HttpResponse:
    event, able = request.event, request.capabilities
    desk = "desk" in able
    keyings = sheet.keyings.select_related("keyer").order_by("turn", "slot", "pk")
    typed = keyings if desk else ()
    counts_as_nothing = lost_sheets.counts_as_nothing(sheet)
    returned_as_nothing = counts_as_nothing and not sheet.lost_at
    context = {
        "sheet": sheet,
        "round": sheet.round,
        "name": custody.name_of(event, sheet),
        "at": sheet.stage,
        "stages": _stages(sheet),
        "replaced_by": sheet.replacements.first(),
        "decision": lost_sheets.decision_on(sheet),
        "returned_as_nothing": returned_as_nothing,
        "may_be_typed": sheet.entrant and not sheet.spoilt_at and (sheet.round.takes_keying or sheet.is_recalled),
        "can_be_typed_again": bool(typed) and (returned_as_nothing or not counts_as_nothing),
        "deciding": deciding,
        **_question(sheet),
        "keyings": typed,
        "new_reading": _unconfirmed(keyings) if desk else None,
        "being_keyed": keyings.filter(state=Keying.State.OPEN),
        "scans": scans.visible(request.user, able, sheet),
        "trail": history.of(event, "sheet", sheet.pk) if desk else None,
        "form": form or StepOfSheet(),
        "pictures": pictures or SendPictures(),
        "crumbs": sheets_trail(event, sheet.round, sheet.printed_code),
    }
    return render(request, "sheets/sheet.html", context, status=status)


def _question(sheet: Sheet) -> dict:
    """The context for the question in force, the old one on the paper, and all that the paper may show."""
    version = version_for(sheet.round, sheet.entrant) if sheet.entrant else None
    return {
        "version": version,
        "old_question": old_question(sheet, version) if sheet.entrant else None,
        "questions": known_questions(sheet) if sheet.printed_at else (),
    }


def _unconfirmed(keyings: Iterable[Keying]) -> Keying | None:
    """The unconfirmed reading of the sheet, if there is one."""
    return next((each for each in keyings if each.state == Keying.State.PROPOSED), None)


def _stages(sheet: Sheet) -> list[tuple]:
    """(name, time, whether the sheet has passed it) for each stage. A lost sheet is lost instead of returned, and not
    typed where it counts as nothing."""
    moments = (None, sheet.printed_at, sheet.issued_at, sheet.returned_at, None, None)
    is_nothing = lost_sheets.counts_as_nothing(sheet)
    marks = (bool(sheet.printed_at), bool(sheet.issued_at), bool(sheet.lost_at))
    passed = custody.passed(sheet.stage, *marks, is_nothing)
    stages = list(zip(custody.STAGE_NAMES, moments, passed, strict=True))
    if sheet.lost_at:
        stages[custody.RETURNED] = (custody.LOST, sheet.lost_at, True)
    last = custody.RETURNED if sheet.lost_at and is_nothing else custody.CHECKED
    return stages[custody.PRINTED : last + 1]


@event_page(needs="key", guide="organiser#sheets", post_only=True)
def step(request: PageRequest, event: Event, code: str) -> HttpResponse:
    """Do what the pressed button says; if refused, show the page again with what was typed."""
    sheet, form = find(event, code), StepOfSheet(request.POST)
    act = STEPS.get(request.POST.get("do", ""))
    if act is None or not form.is_valid():
        return page(request, sheet, form, status=400)
    try:
        done = act(request, sheet, form.cleaned_data)
    except Refused as refused:
        put_on_form(form, refused)
        return page(request, sheet, form, status=refused.status)
    except (LookupError, ValueError) as unknown:
        form.add_error("spare" if request.POST["do"] == "replace" else "who", str(unknown))
        return page(request, sheet, form, status=404)
    if request.POST.get("back") == "desk":
        return go_on(request, _outcome(request, done), "return-desk", sheet.round.position)
    if request.POST.get("back") == "typing":
        return redirect("keying", event.slug, sheet.round.position, sheet.code)
    return go_on(request, _outcome(request, done), "sheet", done.sheet.code)


@event_page(needs="desk", guide="organiser#sheets", post_only=True)
def decide(request: PageRequest, event: Event, code: str) -> HttpResponse:
    """What a lost sheet counts as."""
    sheet, form = find(event, code), StepOfSheet(request.POST)
    if request.POST.get("do") not in {"settle", "reopen"}:
        return page(request, sheet, form, status=400)

    def act() -> sheets.StepResult:
        if request.POST["do"] == "reopen":
            return lost_sheets.reopen(by=request.user, sheet=sheet)
        return lost_sheets.settle(by=request.user, sheet=sheet, why=form.cleaned_data["why"])

    status, done = attempted(form, act)
    if status:
        return page(request, sheet, form, status=status, deciding=True)
    return go_on(request, _outcome(request, done), "sheet", done.sheet.code)


def _outcome(request: PageRequest, done: sheets.StepResult) -> str:
    return TRUE_NOW[request.POST["do"]] % {"sheet": done.sheet.label}


def _attach(request: PageRequest, sheet: Sheet, values: dict) -> sheets.StepResult:
    entrant = find_sheet(sheet.round, values["who"], names=True).entrant
    return spares.attach(by=request.user, sheet=sheet, entrant=entrant, moving=values["moving"])


def _replace(request: PageRequest, sheet: Sheet, values: dict) -> sheets.StepResult:
    spare = custody.find_typed(request.event, values["spare"]) if values["spare"] else None
    return spares.replace(by=request.user, sheet=sheet, replacement=spare, why=values["why"])


def _shows(request: PageRequest, sheet: Sheet, values: dict) -> sheets.StepResult:
    versions = PuzzleVersion.objects.select_related("puzzle")
    version = get_object_or_404(versions, pk=values["version"]) if values["version"] else None
    return sheets.shows(by=request.user, sheet=sheet, version=version)


STEPS: dict[str, Callable[[PageRequest, Sheet, dict], sheets.StepResult]] = {
    "issue": lambda request, sheet, values: sheets.issue(by=request.user, sheet=sheet),
    "return": lambda request, sheet, values: sheets.return_(by=request.user, sheet=sheet, reopen=True),
    "not_returned": lambda request, sheet, values: sheets.not_returned(by=request.user, sheet=sheet),
    "lost": lambda request, sheet, values: sheets.lost(by=request.user, sheet=sheet, why=values["why"]),
    "spoilt": lambda request, sheet, values: sheets.spoilt(by=request.user, sheet=sheet, why=values["why"]),
    "not_spoilt": lambda request, sheet, values: sheets.not_spoilt(by=request.user, sheet=sheet),
    "attach": _attach,
    "replace": _replace,
    "shows": _shows,
}

# What is true of a sheet after a button, whether or not it was before.
TRUE_NOW = {
    "issue": gettext_lazy("%(sheet)s is handed out."),
    "return": gettext_lazy("%(sheet)s is back."),
    "not_returned": gettext_lazy("%(sheet)s is not back."),
    "lost": gettext_lazy("%(sheet)s is marked as lost."),
    "spoilt": gettext_lazy("%(sheet)s is spoilt: nothing on it counts."),
    "not_spoilt": gettext_lazy("%(sheet)s is not spoilt: it counts."),
    "attach": gettext_lazy("This is now sheet %(sheet)s."),
    "replace": gettext_lazy("This is now sheet %(sheet)s, in place of the other."),
    "shows": gettext_lazy("%(sheet)s: it is saved what the paper shows."),
    "settle": gettext_lazy("Nobody waits for %(sheet)s any more."),
    "reopen": gettext_lazy("The round waits for %(sheet)s again."),
}

site_urlpatterns = [path("sheets/<str:code>/", by_code, name="sheet-code")]
urlpatterns = [
    path("sheets/<str:code>/", show, name="sheet"),
    path("sheets/<str:code>/step/", step, name="sheet-step"),
    path("sheets/<str:code>/decide/", decide, name="sheet-decide"),
]
