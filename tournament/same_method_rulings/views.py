"""The judge's pages on which methods count once: the pairs to look at, and one pair."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _, ngettext

from ..models import Event, PairRuling
from ..scoring import signatures
from ..scoring.same_methods import in_force, pair_of, with_overtaken
from ..web.pages import PageRequest, attempted, event_page, go_on, judge_trail, posted, press
from . import actions
from .near_duplicates import near_duplicates, unsigned_pair_rulings
from .pair_fields import PairForm
from .pair_page import find_method, pair_context, shown_method


@event_page(needs="rule", guide="judge#once-or-twice")
def pairs(request: PageRequest, event: Event) -> HttpResponse:
    proposed = unsigned_pair_rulings(event)
    waiting = {each.pair for each in proposed}
    near_pairs = [
        {"near": near, "first": shown_method(near.first), "second": shown_method(near.second)}
        for near in near_duplicates(event)
        if near.pair not in waiting
    ]
    rulings = with_overtaken(event.pair_rulings.exclude(pk__in=[each.ruling.pk for each in proposed]))
    context = {
        "near_pairs": near_pairs,
        "to_sign": [each for each in proposed if not each.is_signed_by(request.user)],
        "signed": [each for each in proposed if each.is_signed_by(request.user)],
        "rulings": list(rulings.select_related("given_by").order_by("-id")),
        "standing": {ruling.pk for ruling in in_force(event).values()},
        "crumbs": judge_trail(event, (_("Count once or twice?"),)),
    }
    return render(request, "same_method_rulings/pairs.html", context)


@event_page(needs="rule", guide="judge#once-or-twice")
def pair_of_methods(request: PageRequest, event: Event, first_id: int, second_id: int) -> HttpResponse:
    first, second = find_method(event, first_id), find_method(event, second_id)
    keys = pair_of(first, second)
    ruling = in_force(event).get(keys)
    proposed = [each for each in unsigned_pair_rulings(event) if each.pair == keys]
    form = PairForm(**posted(request), ruled=ruling is not None or bool(proposed))
    status, given = attempted(
        form, lambda: actions.rule(by=request.user, event=event, first=first, second=second, **form.cleaned_data)
    )
    if status is None:
        return go_on(request, _what_was_ruled(given), "pairs")
    context = pair_context(event, first, second, ruling, form)
    context["signers"] = signatures.signers(ruling) if ruling and ruling.needs > 1 else ()
    context["unsigned_rulings"] = [(each, each.is_signed_by(request.user)) for each in proposed]
    return render(request, "same_method_rulings/pair.html", context, status=status)


@event_page(needs="rule", guide="judge#if-several-judges-must-sign", post_only=True)
def pair_sign(request: PageRequest, event: Event, ruling_id: int) -> HttpResponse:
    """Sign a colleague's ruling on two methods, with one press."""
    ruling = get_object_or_404(event.pair_rulings.all(), pk=ruling_id)
    if not press(request, lambda: actions.sign(by=request.user, ruling=ruling)):
        messages.success(request, _what_was_ruled(ruling))
    return redirect("to-sign", event.slug)


def _what_was_ruled(ruling: PairRuling) -> str:
    if missing := signatures.missing(ruling):
        return ngettext(
            "Proposed. It takes effect when %(missing)d more judge signs.",
            "Proposed. It takes effect when %(missing)d more judges sign.",
            missing,
        ) % {"missing": missing}
    if ruling.says == PairRuling.Says.SAME:
        return _("The two methods count once from now on. Points follow in a moment.")
    if ruling.says == PairRuling.Says.DIFFERENT:
        return _("The two methods count twice from now on. Points follow in a moment.")
    return _("The ruling is withdrawn. The event's own rule applies to the two methods again.")


urlpatterns = [
    path("judge/pairs/", pairs, name="pairs"),
    path("judge/pairs/<int:ruling_id>/sign/", pair_sign, name="pair-sign"),
    path("judge/pairs/<int:first_id>/<int:second_id>/", pair_of_methods, name="pair"),
]
