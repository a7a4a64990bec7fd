"""Pages to propose a re-score: choose a kind of change, then fill in its form."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

from judging.games.paper import Box

from ..common.wording.sentences import sentence
from ..keying.queries import to_confirm
from ..models import Dispute, Event, Keying, Puzzle, Rescore, Round
from ..rekeying.queries import compared
from ..rulings import case as cases
from ..rulings.ruling_fields import RulingForm
from ..same_method_rulings.pair_fields import PairForm
from ..same_method_rulings.pair_page import find_method, pair_context
from ..scoring.same_methods import in_force, pair_of
from ..web.pages import PageRequest, asked_id, attempted, event_page, find_round, posted
from . import actions as rescores, checks as proposals
from .forms import NumbersForm, ReasonForm, RulesForm, VoidForm
from .views import crumbs

# other pages link to `rescore-propose?line=7` and the like: query names -> the page of that form
PAGES = {("line",): "rescore-ruling", ("first", "second"): "rescore-pair", ("keying",): "rescore-keying"}


@event_page(needs="desk", guide="organiser#if-something-was-wrong")
def choose(request: PageRequest, event: Event) -> HttpResponse:
    for names, page in PAGES.items():
        numbers = [request.GET.get(name, "") for name in names]
        if all(number.isascii() and number.isdecimal() for number in numbers):
            return redirect(f"{reverse(page, args=[event.slug, *numbers])}{_for_dispute(request, event)}")
    context = {
        "rounds": _started_rounds(event),
        "dispute": find_dispute(request, event),
        "for_dispute": _for_dispute(request, event),
        "keyings": to_confirm(event).filter(sheet__round__status=Round.Status.FINAL),
        "crumbs": crumbs(request, _("Propose")),
    }
    return render(request, "rescoring/propose.html", context)


def find_dispute(request: PageRequest, event: Event) -> Dispute | None:
    """The open dispute for which the address says the re-score is proposed."""
    disputes = event.disputes.filter(pk=asked_id(request, "dispute"), state=Dispute.State.OPEN)
    return disputes.select_related("sheet__round", "sheet__entrant__player", "sheet__entrant__team").first()


def _for_dispute(request: PageRequest, event: Event) -> str:
    dispute = find_dispute(request, event)
    return f"?dispute={dispute.pk}" if dispute else ""


def _used_puzzles(event: Event) -> QuerySet[Puzzle]:
    """The puzzles that at least one grade has."""
    puzzles = Puzzle.objects.filter(round__event=event, active__isnull=False, division_puzzles__isnull=False)
    return puzzles.distinct()


def _started_rounds(event: Event) -> list[tuple[Round, list[Puzzle]]]:
    """The started rounds, each with its puzzles."""
    puzzles = list(_used_puzzles(event).select_related("active").prefetch_related("divisions").order_by("pk"))
    rounds = event.rounds.exclude(status=Round.Status.PLANNED)
    return [(round_, [each for each in puzzles if each.round_id == round_.pk]) for round_ in rounds]


def _propose(
    request: PageRequest, event: Event, form: Form, changes: Callable[[], Sequence[Any]], template: str, /, **context
) -> HttpResponse:
    """Show the form or, once it is valid, propose what `changes` returns."""
    status, made = attempted(form, lambda: _proposed(request, event, changes(), form))
    if made:
        if made.proposed_by_id != request.user.pk:
            text = _("%(who)s has already proposed the same change.") % {"who": made.proposed_by}
            messages.info(request, text)
        return redirect("rescore", event.slug, made.pk)
    context |= {"form": form, "dispute": find_dispute(request, event), "crumbs": crumbs(request, _("Propose"))}
    return render(request, f"rescoring/{template}.html", context, status=status)


def _proposed(request: PageRequest, event: Event, changes: Sequence[Any], form: Form) -> Rescore:
    reason, dispute = form.cleaned_data["reason"], find_dispute(request, event)
    return rescores.propose(by=request.user, event=event, changes=changes, reason=reason, dispute=dispute)


def _find_puzzle(event: Event, puzzle_id: int) -> Puzzle:
    started = _used_puzzles(event).exclude(round__status=Round.Status.PLANNED)
    puzzle = get_object_or_404(started.select_related("round", "active"), pk=puzzle_id)
    puzzle.round.event = event
    return puzzle


def _as_printed(boxes: Sequence[Box], printed: Sequence[Box]) -> tuple[Box, ...]:
    """The typed boxes with the labels of the printed sheets."""
    if len(boxes) != len(printed):
        return tuple(boxes)
    return tuple(replace(box, label=old.label) for box, old in zip(boxes, printed, strict=True))


@event_page(needs="desk", guide="organiser#if-something-was-wrong")
def numbers(request: PageRequest, event: Event, puzzle_id: int) -> HttpResponse:
    puzzle = _find_puzzle(event, puzzle_id)
    divisions = list(puzzle.divisions.all())
    if request.method == "POST":
        form = NumbersForm(puzzle.round, divisions, divisions[0], data=request.POST)
    else:
        form = NumbersForm.begun_with(puzzle.round, divisions, divisions, puzzle.version)

    def changes():
        boxes = _as_printed(form.boxes, puzzle.version.read_boxes())
        return [proposals.puzzle(by=request.user, puzzle=puzzle, boxes=boxes)]

    return _propose(request, event, form, changes, "numbers", puzzle=puzzle, divisions=divisions)


@event_page(needs="desk", guide="organiser#if-something-was-wrong")
def void(request: PageRequest, event: Event, puzzle_id: int) -> HttpResponse:
    puzzle = _find_puzzle(event, puzzle_id)
    form = VoidForm(puzzle, **posted(request))

    def changes():
        return [proposals.void(by=request.user, puzzle=puzzle, boxes=form.cleaned_data["boxes"])]

    return _propose(request, event, form, changes, "void", puzzle=puzzle, divisions=puzzle.divisions.all())


@event_page(needs="desk", guide="organiser#if-something-was-wrong")
def rules(request: PageRequest, event: Event, position: int) -> HttpResponse:
    round_ = find_round(event, position)
    if round_.status == Round.Status.PLANNED:
        raise Http404
    form = RulesForm(round_.edition, **posted(request))

    def changes():
        return [proposals.edition(by=request.user, round_=round_, edition=form.rules())]

    return _propose(request, event, form, changes, "rules", round=round_)


@event_page(needs="rule", guide="judge#final-rounds")
def ruling(request: PageRequest, event: Event, line_id: int) -> HttpResponse:
    case = cases.find(event.pk, line_id)
    if case is None:
        raise Http404
    dispute = find_dispute(request, event)
    alone = dispute is not None and dispute.sheet_id == case.line.sheet_id
    form = RulingForm(case, initial={"scope": "all"}, alone=alone, **posted(request))

    def changes():
        return [proposals.ruling(by=request.user, submission=case.line, **form.decision)]

    return _propose(request, event, form, changes, "ruling", case=case)


@event_page(needs="rule", guide="judge#final-rounds")
def pair_of_methods(request: PageRequest, event: Event, first_id: int, second_id: int) -> HttpResponse:
    first, second = find_method(event, first_id), find_method(event, second_id)
    given = in_force(event).get(pair_of(first, second))
    form = PairForm(**posted(request), ruled=given is not None)

    def changes():
        decision = {"says": form.cleaned_data["says"], "reason": form.cleaned_data["reason"]}
        return [proposals.pair(by=request.user, event=event, first=first, second=second, **decision)]

    return _propose(request, event, form, changes, "pair", **pair_context(event, first, second, given, form))


@event_page(needs="run", guide="organiser#if-something-was-wrong")
def near_duplicates(request: PageRequest, event: Event) -> HttpResponse:
    same, distinct = Event.KinCountsAs.SAME, Event.KinCountsAs.DISTINCT
    other = distinct if event.kin_counts_as == same else same

    def changes():
        return [proposals.near_duplicates(by=request.user, event=event, counts_as=other)]

    return _propose(request, event, ReasonForm(**posted(request)), changes, "kin", other=other)


@event_page(needs="desk", guide="organiser#if-something-was-wrong")
def keying(request: PageRequest, event: Event, keying_id: int) -> HttpResponse:
    """An unconfirmed reading beside the agreed one."""
    waiting = Keying.objects.filter(sheet__round__event=event, sheet__entrant__isnull=False)
    related = ("sheet__round", "sheet__entrant__division", "sheet__entrant__player", "sheet__entrant__team")
    proposed = get_object_or_404(waiting.select_related(*related, "keyer"), pk=keying_id)
    readings = compared(proposed.sheet, proposed)

    def changes():
        return [proposals.keying(by=request.user, keying=proposed)]

    differing = [(place, sentence(readings.boxes[place.box].label)) for place in readings.differing]
    form = ReasonForm(**posted(request))
    return _propose(request, event, form, changes, "keying", keying=proposed, differing=differing)


urlpatterns = [
    path("rescores/propose/", choose, name="rescore-propose"),
    path("rescores/propose/numbers/<int:puzzle_id>/", numbers, name="rescore-numbers"),
    path("rescores/propose/void/<int:puzzle_id>/", void, name="rescore-void"),
    path("rescores/propose/rules/<int:position>/", rules, name="rescore-rules"),
    path("rescores/propose/ruling/<int:line_id>/", ruling, name="rescore-ruling"),
    path("rescores/propose/pair/<int:first_id>/<int:second_id>/", pair_of_methods, name="rescore-pair"),
    path("rescores/propose/kin/", near_duplicates, name="rescore-kin"),
    path("rescores/propose/keying/<int:keying_id>/", keying, name="rescore-keying"),
]
