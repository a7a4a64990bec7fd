"""The return desk: one field for codes and numbers.

Without a script each sheet loads the page again; the script sends the same form, keeps what it could not send, and
leaves the cursor in the field.
"""

import re
from dataclasses import dataclass

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import path
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ..audit.history import latest_first
from ..check_in.actions import check_in
from ..check_in.number_list import are_numbers, numbers_in
from ..common.refusals import Refused
from ..common.sheet_codes import code_or_none, looks_like_code, without_mark
from ..models import Entrant, Event, Player, Round, Sheet, User
from ..web.pages import PageRequest, event_page, find_round, sheets_trail
from ..web.sent_text import checks_its_text
from . import actions as sheets, custody, lost_sheets, spares
from .forms import TakeBack
from .lookup import find_sheet, named
from .views import find_or_none

LATEST = 12
SHOWN = 40  # characters of an entry that is too long
WORST_FIRST = ("refused", "needs_ruling", "counts_once", "accepted")


@dataclass(frozen=True)
class ReturnOutcome:
    """The outcome of one entry. `state` is the tag's, `level` the message's."""

    typed: str
    sentence: str
    state: str
    level: int
    status: int = 200
    sheet: Sheet | None = None
    asks: str = ""  # what the button says that answers yes: the player is here after all, or the lost sheet is

    @property
    def named_sentence(self) -> str:
        """The sentence with the number, where it does not begin with the sheet."""
        return self.sentence if self.status == 200 or self.typed in self.sentence else f"{self.typed}: {self.sentence}"


@require_http_methods(["GET", "HEAD", "POST"])
@event_page(needs="key", guide="volunteer#take-sheets-back", never_cached=True)
@checks_its_text
def desk(request: PageRequest, event: Event, position: int) -> HttpResponse:
    round_ = find_round(event, position)
    form, outcome = TakeBack(request.POST if request.method == "POST" else None), None
    as_json = request.headers.get("Accept") == "application/json"
    if form.is_bound and not form.is_valid() and as_json:
        return _as_json(request, round_, [_not_taken(form)])
    if form.is_bound and form.is_valid():
        outcomes = take_back_each(request.user, round_, form.cleaned_data["said"], is_here="here" in request.POST)
        if as_json:
            return _as_json(request, round_, outcomes)
        if len(outcomes) > 1 or outcomes[0].status == 200:
            for each in outcomes:
                messages.add_message(request, each.level, each.named_sentence)
            if (outcome := _asked(outcomes)) is None:
                return redirect("return-desk", event.slug, position)
            form = TakeBack()
        else:
            outcome = outcomes[0]
            form.add_error("said", outcome.sentence)
    done, total = custody.back(round_)
    context = {
        "round": round_,
        "form": form,
        "outcome": outcome,
        "latest": _latest(round_),
        "done": done,
        "total": total,
        "crumbs": sheets_trail(event, round_, _("Take sheets back")),
    }
    status = 400 if form.errors else 200
    if outcome:
        status = outcome.status
    return render(request, "sheets/return.html", context, status=status)


def _asked(outcomes: list[ReturnOutcome]) -> ReturnOutcome | None:
    """Those that ask as one, so that one answer is enough; None if there are none."""
    asking = [each for each in outcomes if each.asks]
    if len(asking) < 2:
        return asking[0] if asking else None
    yes = _("Yes to these %(n)s questions") % {"n": len(asking)}
    return ReturnOutcome(", ".join(each.typed for each in asking), "", "needs_ruling", messages.WARNING, 409, asks=yes)


def _as_json(request: PageRequest, round_: Round, outcomes: list[ReturnOutcome]) -> JsonResponse:
    done, total = custody.back(round_)
    rows = [
        render_to_string("sheets/_return_outcome.html", {"outcome": each, "round": round_}, request)
        for each in outcomes
    ]
    worst = min((each.state for each in outcomes), key=WORST_FIRST.index)
    summary = _summary(outcomes, total - done, total) if len(outcomes) > 1 else ""
    return JsonResponse({"rows": rows, "summary": summary, "state": worst, "done": done, "total": total})


def _summary(outcomes: list[ReturnOutcome], out: int, total: int) -> str:
    there = sum(each.state in {"accepted", "counts_once"} for each in outcomes)
    facts = {"n": there, "all": len(outcomes), "out": out, "total": total}
    if there == len(outcomes):
        return _("These %(all)s sheets are back; %(out)s of %(total)s are still out.") % facts
    return _("%(n)s of %(all)s sheets are back. Look at the others below.") % facts


def _not_taken(form: TakeBack) -> ReturnOutcome:
    """The outcome of an invalid entry. The script shows it and sends the next entries."""
    typed = Truncator(form.data.get("said", "")).chars(SHOWN)
    sentence = " ".join(str(error) for errors in form.errors.values() for error in errors)
    return ReturnOutcome(typed, sentence, "refused", messages.ERROR, 400)


def _latest(round_: Round) -> list[Sheet]:
    returned = round_.sheets.filter(returned_at__isnull=False).select_related(*custody.WHOSE)
    return list(latest_first(returned, round_.event, "sheet.returned")[:LATEST])


def take_back_each(user: User, round_: Round, typed: str, *, is_here: bool = False) -> list[ReturnOutcome]:
    """The same for each of several numbers and ranges such as “101-107 109”, or of several names with commas between
    them, or of several codes, each by itself."""
    codes = re.split(r"[\s,;]+", typed.strip())
    if len(codes) > 1 and all(map(code_or_none, codes)):
        return [take_back(user, round_, each, is_here=is_here) for each in codes]
    if find_or_none(round_.event, typed) or not are_numbers(typed):
        parts = [typed] if _names_one(round_, typed) else [each for each in re.split(r"\s*[,;]\s*", typed) if each]
        return [take_back(user, round_, each, is_here=is_here) for each in parts or [typed]]
    try:
        numbers = numbers_in(typed, "said")
    except Refused as refused:
        sentence = " ".join(refused.fields.values())
        return [ReturnOutcome(typed, sentence, "refused", messages.ERROR, refused.status)]
    if len(numbers) == 1:
        return [take_back(user, round_, typed, is_here=is_here)]
    return [take_back(user, round_, str(each), is_here=is_here) for each in numbers]


def _names_one(round_: Round, typed: str) -> bool:
    """Whether all of the text names one sheet, player or team, so that its commas divide no list."""
    try:
        return bool(_spare_and_whose(round_, typed) or find_sheet(round_, typed, names=True))
    except (LookupError, ValueError):
        return False


def take_back(user: User, round_: Round, typed: str, *, is_here: bool = False) -> ReturnOutcome:
    """Return the sheet of a code, a number or a team's name; or give out a spare sheet by its code and a number. The
    sheet of an absent player is asked about first, as are that of a player who has a substitute and a lost one that
    counts as nothing; with `is_here` the absent are checked in, and it is to be typed."""
    try:
        player = _player(round_, typed)
        is_absent = player is not None and player.entrant.status == Entrant.Status.ABSENT
        if player and not is_here and (question := _question(player, is_absent)):
            sentence, yes = question
            return ReturnOutcome(typed, sentence, "needs_ruling", messages.WARNING, 409, asks=yes)
        with transaction.atomic():  # whose sheet is refused is not checked in either
            if player and is_absent:
                check_in(by=user, event=round_.event, numbers=[player.number])
            step = _step(user, round_, typed, is_here)
    except (LookupError, ValueError) as unknown:
        return ReturnOutcome(typed, str(unknown), "refused", messages.ERROR, 404)
    except Refused as refused:
        asks = _("Yes, it is here") if refused.code == "lost_settled" else ""
        return ReturnOutcome(typed, refused.sentence, "needs_ruling", messages.ERROR, refused.status, asks=asks)
    return _sentence(round_, typed, step)


def _question(player: Player, is_absent: bool) -> tuple[str, str] | None:
    """What is asked about the sheet of this player, and the answer that takes it; None for nothing."""
    if is_absent:
        sentence = _("Is %(who)s here after all? They are marked as absent, so their sheet does not count yet.")
        return sentence % {"who": player}, _("Yes, they are here")
    if player.entrant.status == Entrant.Status.WITHDRAWN and (other := Player.objects.filter(replaces=player).first()):
        sentence = _("%(who)s has left, and %(other)s plays in their place. Did %(who)s write this sheet?")
        return sentence % {"who": player, "other": other}, _("Yes, it is theirs")
    return None


def _player(round_: Round, typed: str) -> Player | None:
    """The player whose sheet is meant, with their entrant."""
    spare = _spare_and_whose(round_, typed)
    sheet = None if spare else find_or_none(round_.event, typed)
    entrant = sheet.entrant if sheet else find_sheet(round_, spare[1] if spare else typed, names=True).entrant
    return entrant.player if entrant else None


def _step(user: User, round_: Round, typed: str, is_here: bool) -> sheets.StepResult:
    if spare := _spare_and_whose(round_, typed):
        sheet, whose = spare
        spares.attach(by=user, sheet=sheet, entrant=find_sheet(round_, whose, names=True).entrant)
        return sheets.return_(by=user, sheet=sheet, reopen=is_here)
    if known := find_or_none(round_.event, typed):
        return sheets.return_(by=user, sheet=known, reopen=is_here)
    entrant = find_sheet(round_, typed, names=True).entrant
    return sheets.return_for(by=user, round_=round_, entrant=entrant, reopen=is_here)


def _spare_and_whose(round_: Round, typed: str) -> tuple[Sheet, str] | None:
    """“K7M-4RX-F 117” as a sheet of this round and “117”; None for everything else, also a code with blanks in it."""
    code, _blank, whose = without_mark(typed.strip()).partition(" ")
    sheet = find_or_none(round_.event, code) if whose.strip() else None
    return (sheet, whose.strip()) if sheet and sheet.round_id == round_.pk else None


def _sentence(round_: Round, typed: str, step: sheets.StepResult) -> ReturnOutcome:
    sheet, fact = step.sheet, {"sheet": _label(step.sheet, typed), "round": step.sheet.round.name}
    if sheet.spoilt_at:
        sentence = _("%(sheet)s is spoilt: nothing on it counts. Put it with the spoilt sheets. Do not type it.")
        return ReturnOutcome(typed, sentence % fact, "needs_ruling", messages.WARNING, sheet=sheet)
    if sheet.round_id != round_.pk:
        sentence = _("%(sheet)s of %(round)s is back. Put it with the sheets of that round.")
        return ReturnOutcome(typed, sentence % fact, "needs_ruling", messages.WARNING, sheet=sheet)
    if lost_sheets.counts_as_nothing(sheet):
        sentence = _("%(sheet)s is back, but it counts as nothing and the round is final. Give it to a judge.")
        return ReturnOutcome(typed, sentence % fact, "needs_ruling", messages.WARNING, sheet=sheet)
    if not step.changed:
        return ReturnOutcome(typed, _("%(sheet)s was back already.") % fact, "counts_once", messages.INFO, sheet=sheet)
    return ReturnOutcome(typed, _("%(sheet)s is back.") % fact, "accepted", messages.SUCCESS, sheet=sheet)


def _label(sheet: Sheet, typed: str) -> str:
    """The sheet's label; with the name where a name was typed, so that it can be compared with the paper."""
    typed_name = not (looks_like_code(typed) or any(map(str.isdigit, typed)))
    return named(sheet.entrant) if typed_name and sheet.entrant and sheet.number == 1 else sheet.label


urlpatterns = [path("sheets/<int:position>/return/", desk, name="return-desk")]
