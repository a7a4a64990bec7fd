"""The judge's pages on which methods count once: the pairs to look at, and one pair."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from judging.language.explanation import explain
from judging.language.legality import edition as read_edition

from ..actions import sameness
from ..forms.sameness import PairForm
from ..models import Event, PairRuling, User, Verdict
from ..record.mathematics import as_mathematics
from ..record.near_duplicates import near_duplicates
from ..record.pair_proposals import pairs_proposed
from ..record.sameness import in_force, pair, with_overtaken
from .answers import attempt, go_on, judge_trail, posted, press
from .common import event_page
from .requests import PageRequest


def _shown(verdict: Verdict) -> dict:
    version = verdict.puzzle_version
    box = version.read_boxes()[verdict.box]
    return {
        "verdict": verdict,
        "box": box,
        "mathematics": as_mathematics(version.puzzle.round, box, verdict.text),
    }


@event_page(needs="rule")
def pairs(request: PageRequest, event: Event) -> HttpResponse:
    proposed = pairs_proposed(event)
    waiting = {each.pair for each in proposed}
    found = [
        {"near": near, "first": _shown(near.first), "second": _shown(near.second)}
        for near in near_duplicates(event)
        if near.pair not in waiting
    ]
    rulings = with_overtaken(event.pair_rulings.exclude(pk__in=[each.ruling.pk for each in proposed]))
    context = {
        "found": found,
        "to_sign": [each for each in proposed if not each.is_signed_by(request.user)],
        "signed": [each for each in proposed if each.is_signed_by(request.user)],
        "rulings": list(rulings.select_related("given_by").order_by("-id")),
        "standing": {ruling.pk for ruling in in_force(event).values()},
        "crumbs": judge_trail(event, (_("Counts once or twice"),)),
    }
    return render(request, "sameness/pairs.html", context)


def find_method(event: Event, verdict_id: int) -> Verdict:
    found = Verdict.objects.filter(puzzle_version__puzzle__round__event=event, method_key__isnull=False)
    return get_object_or_404(found.select_related("puzzle_version__puzzle__round__event"), pk=verdict_id)


@event_page(needs="rule")
def pair_of_methods(request: PageRequest, event: Event, first_id: int, second_id: int) -> HttpResponse:
    first, second = find_method(event, first_id), find_method(event, second_id)
    keys = pair(first.method_key, second.method_key)
    ruling = in_force(event).get(keys)
    proposed = [each for each in pairs_proposed(event) if each.pair == keys]
    form = PairForm(**posted(request), ruled=ruling is not None or bool(proposed))
    given: list[PairRuling] = []
    status = attempt(
        form,
        lambda: given.append(
            sameness.rule(by=request.user, event=event, first=first, second=second, **form.cleaned_data)
        ),
    )
    if status is None:
        return go_on(request, _what_was_said(given[0]), "pairs")
    context = pair_context(event, first, second, ruling, form)
    context["signers"] = _signers(ruling) if ruling and ruling.needs > 1 else []
    context["proposals"] = [(each, each.is_signed_by(request.user)) for each in proposed]
    return render(request, "sameness/pair.html", context, status=status)


def _signers(ruling: PairRuling) -> list[User]:
    return [each.judge for each in ruling.signatures.select_related("judge").order_by("pk")]


@event_page(needs="rule")
@require_POST
def pair_sign(request: PageRequest, event: Event, ruling_id: int) -> HttpResponse:
    """One press: a judge stands behind what a colleague proposed on two methods."""
    ruling = get_object_or_404(event.pair_rulings.all(), pk=ruling_id)
    if not press(request, lambda: sameness.sign(by=request.user, ruling=ruling)):
        messages.success(request, _what_was_said(ruling))
    return redirect("pairs", event.slug)


def pair_context(
    event: Event, first: Verdict, second: Verdict, ruling: PairRuling | None, form: PairForm
) -> dict:
    round_ = first.puzzle_version.puzzle.round
    numbers = first.puzzle_version.read_boxes()[first.box].numbers
    said = explain(first.text, second.text, numbers, read_edition(round_.edition))
    return {
        "first": _shown(first),
        "second": _shown(second),
        "same_question": first.puzzle_version_id == second.puzzle_version_id and first.box == second.box,
        "explanation": said,
        "ruling": ruling,
        "form": form,
        "crumbs": judge_trail(event, (_("Counts once or twice"), "pairs"), (_("Two methods"),)),
    }


def _what_was_said(ruling: PairRuling) -> str:
    if missing := ruling.needs - ruling.signatures.count():
        return ngettext(
            "Proposed. It holds once %(missing)d more judge has signed.",
            "Proposed. It holds once %(missing)d more judges have signed.",
            missing,
        ) % {"missing": missing}
    if ruling.says == PairRuling.Says.SAME:
        return _("The two methods count once from now on. Points follow in a moment.")
    if ruling.says == PairRuling.Says.DIFFERENT:
        return _("The two methods count twice from now on. Points follow in a moment.")
    return _("The ruling is withdrawn: the event's own rule holds for the two methods again.")


urlpatterns = [
    path("judge/pairs/", pairs, name="pairs"),
    path("judge/pairs/<int:ruling_id>/sign/", pair_sign, name="pair-sign"),
    path("judge/pairs/<int:first_id>/<int:second_id>/", pair_of_methods, name="pair"),
]
