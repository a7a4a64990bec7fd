"""Pages of re-scores: the list, and one with its effect and the buttons to decide on it."""

from datetime import timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import history
from ..backups import before_changes as backups
from ..common.wording.sentences import sentence
from ..common.wording.stored_words import as_offered
from ..effects.preview_page import EffectPage
from ..models import Event, Rescore
from ..models.publications import unfinished
from ..publication import actions as publications
from ..publication.rendering import carry_out
from ..roster.relations import relatives
from ..web.pages import Crumb, PageRequest, attempt, attempted, desk_trail, event_page, go_on, press
from . import actions as rescores, public_note as notes
from .forms import DropForm, NoteForm, ReverseForm
from .signing import (
    Signing,
    changed_since,
    decided_since,
    outdated_changes,
    proposed_words,
    refuse_to_apply,
    sign as sign_rescore,
)

CALCULATION_TIME = timedelta(seconds=30)  # within which a proposal without an effect counts as being calculated


@event_page(needs="desk", guide="organiser#if-something-was-wrong judge#final-rounds")
def listed(request: PageRequest, event: Event) -> HttpResponse:
    all_rescores = list(event.rescores.select_related("proposed_by", "decided_by"))
    words = proposed_words(all_rescores)
    rows = [(each, words.get(each.pk, [])) for each in all_rescores]
    context = {
        "proposed": [row for row in rows if row[0].state == Rescore.State.PROPOSED],
        "decided": [row for row in rows if row[0].state != Rescore.State.PROPOSED],
        "crumbs": crumbs(request),
    }
    return render(request, "rescoring/rescores.html", context)


@event_page(needs="desk", guide="organiser#if-something-was-wrong judge#final-rounds")
def one(request: PageRequest, event: Event, rescore_id: int) -> HttpResponse:
    return _page(request, _find(event, rescore_id))


def _find(event: Event, rescore_id: int) -> Rescore:
    people = event.rescores.select_related("proposed_by", "decided_by", "reverses")
    return get_object_or_404(people, pk=rescore_id)


def _page(
    request: PageRequest, rescore: Rescore, status: int = 200, *, note: NoteForm | None = None, **forms
) -> HttpResponse:
    event, shown = rescore.event, EffectPage(rescore.event, rescore.effect)
    answers, results, places = shown.counts
    waits = rescore.state == Rescore.State.PROPOSED
    context = {
        "rescore": rescore,
        "page": shown,
        "counts": {"answers": answers, "results": results, "places": places},
        "words": proposed_words([rescore]).get(rescore.pk, []),
        "drop": DropForm(prefix="drop"),
        "reverse": ReverseForm(prefix="reverse"),
        "disputes": rescore.disputes.select_related("sheet__entrant__player", "sheet__entrant__team"),
        "reversals": list(rescore.reversals.all()),
        "trail": history.of(event, "rescore", rescore.pk),
        "crumbs": crumbs(request, _("Re-score %(number)s") % {"number": rescore.pk}),
    }
    if waits:
        context |= _waiting(request, rescore, shown)
        context["note"] = note or NoteForm(initial={"note": sentence(notes.draft(rescore, shown))})
    return render(request, "rescoring/rescore.html", context | forms, status=status)


def _waiting(request: PageRequest, rescore: Rescore, shown: EffectPage) -> dict:
    """The context of a proposal: who may sign or apply it, and whether it is up to date."""
    since = changed_since(rescore)
    signing = Signing(rescore, since)
    worked_out = rescore.effect is not None
    return {
        "outdated": outdated_changes(rescore),
        "stale": len(since),
        "decided_since": decided_since(rescore) if worked_out else 0,
        "max_stale": rescores.STALE_RESULTS,
        "signing": signing,
        "has_signed": request.user in signing.signers,
        "may_decide": request.user in signing.may_decide,
        "is_related": lambda: not relatives(request.user, rescore.event).isdisjoint(signing.touched),
        "at_work": not worked_out and timezone.now() - rescore.proposed_at < CALCULATION_TIME,
    }


@event_page(needs="desk", guide="organiser#if-something-was-wrong", post_only=True)
def apply(request: PageRequest, event: Event, rescore_id: int) -> HttpResponse:
    rescore, form = _find(event, rescore_id), NoteForm(request.POST)
    if status := attempt(
        form,
        backups.first(
            request,
            backups.RESCORE,
            lambda: rescores.apply(by=request.user, rescore=rescore, note=_note(rescore, form.cleaned_data["note"])),
            may=lambda: rescore.state == Rescore.State.APPLIED or refuse_to_apply(request.user, rescore),
        ),
    ):
        return _page(request, _find(event, rescore_id), status, note=form, refused=form)
    carry_out(publications.renew, by=request.user, event=event)
    return go_on(request, _applied(Event.objects.get(pk=event.pk)), "rescore", rescore_id)


def _applied(event: Event) -> str:
    if unfinished(event):
        return _("The re-score is applied. The new points are not yet public: a copy of them is being made.")
    if event.shows_all:
        return _("The re-score is applied. Everybody sees the new points now.")
    return _("The re-score is applied. The public does not see the new points yet.")


def _note(rescore: Rescore, typed: str) -> str:
    """The note to store: the draft as codes and facts, if nobody changed it."""
    return as_offered(typed, [notes.draft(rescore)]) if typed.strip() and rescore.effect else typed


@event_page(needs="desk", guide="organiser#if-something-was-wrong", post_only=True)
def sign(request: PageRequest, event: Event, rescore_id: int) -> HttpResponse:
    rescore = _find(event, rescore_id)
    if not press(request, lambda: sign_rescore(by=request.user, rescore=rescore)):
        messages.success(request, _("You have signed the re-score."))
    return redirect("rescore", event.slug, rescore_id)


@event_page(needs="desk", guide="organiser#if-something-was-wrong", post_only=True)
def drop(request: PageRequest, event: Event, rescore_id: int) -> HttpResponse:
    rescore, form = _find(event, rescore_id), DropForm(request.POST, prefix="drop")
    if status := attempt(form, lambda: rescores.drop(by=request.user, rescore=rescore, why=form.cleaned_data["why"])):
        return _page(request, _find(event, rescore_id), status, drop=form, refused=form)
    return go_on(request, _("The re-score is dropped. Nothing has changed."), "rescores")


@event_page(needs="desk", post_only=True)
def again(request: PageRequest, event: Event, rescore_id: int) -> HttpResponse:
    """Calculate the effect again."""
    rescore = _find(event, rescore_id)
    if not press(request, lambda: rescores.calculate_effect(by=request.user, rescore=rescore)):
        messages.success(request, _("Calculated again. This is the effect as of now."))
    return redirect("rescore", event.slug, rescore_id)


@event_page(needs="desk", post_only=True)
def reverse_(request: PageRequest, event: Event, rescore_id: int) -> HttpResponse:
    rescore, form = _find(event, rescore_id), ReverseForm(request.POST, prefix="reverse")
    status, made = attempted(form, lambda: _reverse(request, rescore, form))
    if status:
        return _page(request, _find(event, rescore_id), status, reverse=form, refused=form)
    return redirect("rescore", event.slug, made.pk)


def _reverse(request: PageRequest, rescore: Rescore, form: ReverseForm) -> Rescore:
    return rescores.reverse(by=request.user, rescore=rescore, reason=form.cleaned_data["reason"])


def crumbs(request: PageRequest, *labels: str) -> list[Crumb]:
    return desk_trail(request, (_("Re-scores"), "rescores"), *((label,) for label in labels))


urlpatterns = [
    path("rescores/", listed, name="rescores"),
    path("rescores/<int:rescore_id>/", one, name="rescore"),
    path("rescores/<int:rescore_id>/apply/", apply, name="rescore-apply"),
    path("rescores/<int:rescore_id>/sign/", sign, name="rescore-sign"),
    path("rescores/<int:rescore_id>/drop/", drop, name="rescore-drop"),
    path("rescores/<int:rescore_id>/again/", again, name="rescore-again"),
    path("rescores/<int:rescore_id>/reverse/", reverse_, name="rescore-reverse"),
]
