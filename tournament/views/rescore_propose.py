"""Proposing a re-score: what is to be different, chosen and filled in, one page a kind of change."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from judging.games.paper import Box

from ..actions import proposals, rescores
from ..forms.rescores import NumbersForm, ReasonForm, RulesForm, VoidForm
from ..forms.rulings import RulingForm
from ..forms.sameness import PairForm
from ..models import Event, Keying, Puzzle, Rescore, Round, Submission
from ..record import case as cases
from ..record.rekeying import to_confirm
from ..record.sameness import in_force, pair
from ..record.settling import side_by_side
from ..sentences import sentence
from .answers import attempt, posted
from .common import event_page, find_round
from .requests import PageRequest
from .rescores import crumbs
from .sameness import find_method, pair_context

# `rescore-propose?line=7` and the like, as other pages ask -> the page for it, and which questions it answers
ASKED = {
    ("line",): "rescore-ruling",
    ("first", "second"): "rescore-pair",
    ("keying",): "rescore-keying",
}


@event_page(needs="desk")
def choose(request: PageRequest, event: Event) -> HttpResponse:
    for names, page in ASKED.items():
        numbers = [request.GET.get(name, "") for name in names]
        if all(number.isascii() and number.isdecimal() for number in numbers):
            return redirect(page, event.slug, *numbers)
    context = {
        "rounds": _begun(event),
        "keyings": to_confirm(event).filter(sheet__round__status=Round.Status.FINAL),
        "crumbs": crumbs(request, _("Propose")),
    }
    return render(request, "rescores/propose.html", context)


def _begun(event: Event) -> list[tuple[Round, list[Puzzle]]]:
    """The rounds that have left *planned*, each with what it asks; three queries."""
    asked = Puzzle.objects.filter(round__event=event, active__isnull=False, division_puzzles__isnull=False)
    puzzles = list(asked.distinct().select_related("active").prefetch_related("divisions").order_by("pk"))
    rounds = event.rounds.exclude(status=Round.Status.PLANNED)
    return [(round_, [each for each in puzzles if each.round_id == round_.pk]) for round_ in rounds]


def _propose(
    request: PageRequest,
    event: Event,
    form: Form,
    changes: Callable[[], Sequence[Any]],
    template: str,
    /,
    **context,
) -> HttpResponse:
    """The page of a form, or what the form asks for: `changes` makes it, once the form is valid."""
    made: list[Rescore] = []
    status = attempt(form, lambda: made.append(_made(request, event, changes(), form)))
    if made:
        if made[0].proposed_by_id != request.user.pk:
            said = _("%(who)s has proposed just this already.") % {"who": made[0].proposed_by}
            messages.info(request, said)
        return redirect("rescore", event.slug, made[0].pk)
    context |= {"form": form, "crumbs": crumbs(request, _("Propose"))}
    return render(request, f"rescores/{template}.html", context, status=status)


def _made(request: PageRequest, event: Event, changes: Sequence[Any], form: Form) -> Rescore:
    reason = form.cleaned_data["reason"]
    return rescores.propose(by=request.user, event=event, changes=changes, reason=reason)


def _find_puzzle(event: Event, puzzle_id: int) -> Puzzle:
    asked = Puzzle.objects.filter(round__event=event, active__isnull=False, division_puzzles__isnull=False)
    asked = asked.exclude(round__status=Round.Status.PLANNED).distinct()
    puzzle = get_object_or_404(asked.select_related("round", "active"), pk=puzzle_id)
    puzzle.round.event = event
    return puzzle


def _as_printed(boxes: Sequence[Box], printed: Sequence[Box]) -> tuple[Box, ...]:
    """The boxes as typed, under the labels that stand on the sheets."""
    if len(boxes) != len(printed):
        return tuple(boxes)
    return tuple(replace(box, label=old.label) for box, old in zip(boxes, printed, strict=True))


@event_page(needs="desk")
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


@event_page(needs="desk")
def void(request: PageRequest, event: Event, puzzle_id: int) -> HttpResponse:
    puzzle = _find_puzzle(event, puzzle_id)
    form = VoidForm(puzzle, **posted(request))

    def changes():
        return [proposals.void(by=request.user, puzzle=puzzle, boxes=form.cleaned_data["boxes"])]

    return _propose(request, event, form, changes, "void", puzzle=puzzle, divisions=puzzle.divisions.all())


@event_page(needs="desk")
def rules(request: PageRequest, event: Event, position: int) -> HttpResponse:
    round_ = find_round(event, position)
    if round_.status == Round.Status.PLANNED:
        raise Http404
    form = RulesForm(round_.edition, **posted(request))

    def changes():
        return [proposals.edition(by=request.user, round=round_, edition=form.rules())]

    return _propose(request, event, form, changes, "rules", round=round_)


@event_page(needs="rule")
def ruling(request: PageRequest, event: Event, line_id: int) -> HttpResponse:
    case = cases.find(event.pk, line_id)
    if case is None:
        raise Http404
    form = RulingForm(case, initial={"reach": "all"}, **posted(request))

    def changes():
        decision = form.decision
        lines: list[Submission] = [
            case.line,
            *([] if decision["only_this_sheet"] else form.cleaned_data["alike"]),
        ]
        return [proposals.ruling(by=request.user, submission=line, **decision) for line in lines]

    return _propose(request, event, form, changes, "ruling", case=case)


@event_page(needs="rule")
def pair_of_methods(request: PageRequest, event: Event, first_id: int, second_id: int) -> HttpResponse:
    first, second = find_method(event, first_id), find_method(event, second_id)
    given = in_force(event).get(pair(first.method_key, second.method_key))
    form = PairForm(**posted(request), ruled=given is not None)

    def changes():
        said = {"says": form.cleaned_data["says"], "reason": form.cleaned_data["reason"]}
        return [proposals.pair(by=request.user, event=event, first=first, second=second, **said)]

    return _propose(request, event, form, changes, "pair", **pair_context(event, first, second, given, form))


@event_page(needs="run")
def kin(request: PageRequest, event: Event) -> HttpResponse:
    once, twice = Event.KinCountsAs.SAME, Event.KinCountsAs.DISTINCT
    other = twice if event.kin_counts_as == once else once

    def changes():
        return [proposals.kin(by=request.user, event=event, counts_as=other)]

    return _propose(request, event, ReasonForm(**posted(request)), changes, "kin", other=other)


@event_page(needs="desk")
def keying(request: PageRequest, event: Event, keying_id: int) -> HttpResponse:
    """A reading that waits to be confirmed, beside the one that counts."""
    waiting = Keying.objects.filter(sheet__round__event=event, sheet__entrant__isnull=False)
    related = ("sheet__round", "sheet__entrant__division", "sheet__entrant__player", "sheet__entrant__team")
    found = get_object_or_404(waiting.select_related(*related, "keyer"), pk=keying_id)
    agreed = found.sheet.keyings.filter(state=Keying.State.AGREED).first()
    readings = side_by_side(
        found.sheet, list(agreed.submissions.all()) if agreed else [], list(found.submissions.all())
    )

    def changes():
        return [proposals.keying(by=request.user, keying=found)]

    differing = [(place, sentence(readings.boxes[place.box].label)) for place in readings.differing]
    form = ReasonForm(**posted(request))
    return _propose(request, event, form, changes, "keying", keying=found, differing=differing)


urlpatterns = [
    path("rescores/propose/", choose, name="rescore-propose"),
    path("rescores/propose/numbers/<int:puzzle_id>/", numbers, name="rescore-numbers"),
    path("rescores/propose/void/<int:puzzle_id>/", void, name="rescore-void"),
    path("rescores/propose/rules/<int:position>/", rules, name="rescore-rules"),
    path("rescores/propose/ruling/<int:line_id>/", ruling, name="rescore-ruling"),
    path("rescores/propose/pair/<int:first_id>/<int:second_id>/", pair_of_methods, name="rescore-pair"),
    path("rescores/propose/kin/", kin, name="rescore-kin"),
    path("rescores/propose/keying/<int:keying_id>/", keying, name="rescore-keying"),
]
