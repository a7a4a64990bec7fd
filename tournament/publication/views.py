"""The organiser's page to publish results, and the public page of signed copies."""

from collections.abc import Callable
from functools import partial, wraps

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from ..backups import before_changes as backups
from ..models import Event, Publication
from ..ties.queries import undecided
from ..web.pages import PageRequest, attempt, crumbs, event_page, posted, press, trail
from ..web.published import storage
from ..web.published.serving import at_the_ceremony, missing
from . import actions as publications, prepared_copies, queries as record, signing
from .forms import Correct, Publish
from .interruptions import interruption
from .rendering import carry_out


@event_page(needs="run", guide="organiser#what-the-public-sees")
def publish(request: PageRequest, event: Event) -> HttpResponse:
    form = Publish(event, **posted(request))
    act = partial(carry_out, publications.publish, by=request.user, event=event)

    def chosen() -> object:
        return act(
            visibility=form.cleaned_data["visibility"],
            keep_frozen=form.keeps("frozen_results"),
            despite_disputes=form.despite_disputes,
            keep_windows=form.keeps("windows"),
            why=form.cleaned_data.get("why", ""),
        )

    is_final = form.is_bound and request.POST.get("visibility") == Event.Visibility.FINAL
    first = partial(
        backups.first, request, backups.FINAL, may=partial(publications.refuse_too_early, event, Event.Visibility.FINAL)
    )
    status = attempt(form, first(chosen) if is_final else chosen)
    if status is None:
        return _back_with_message(request, event, _("Done. The public now sees this."))
    if form.is_bound:
        form.name_again()
    return _page(request, event, form, Correct(), status)


@event_page(needs="desk", guide="organiser#what-the-public-sees", get_only=True, never_cached=True)
def progress(request: PageRequest, event: Event) -> HttpResponse:
    """How far the unfinished copy is, for the notice on pages of judges and organisers."""
    return render(request, "publication/_progress.html", {"copy": record.unfinished(event)})


@event_page(needs="run", guide="organiser#what-the-public-sees", post_only=True)
def again(request: PageRequest, event: Event) -> HttpResponse:
    act = partial(carry_out, publications.restart_copy)
    return _done(request, event, act, _("The copy is ready. The public sees it now."))


@event_page(needs="run", guide="organiser#what-the-public-sees", post_only=True)
def give_up(request: PageRequest, event: Event) -> HttpResponse:
    return _done(request, event, publications.cancel_copy, _("The copy is cancelled."))


def _done(request: PageRequest, event: Event, act, sentence: str) -> HttpResponse:
    if press(request, lambda: act(by=request.user, event=event)):
        return redirect("publish", event.slug)
    return _back_with_message(request, event, sentence)


def _back_with_message(request: PageRequest, event: Event, sentence: str) -> HttpResponse:
    """Return to the page, with the sentence unless a copy is unfinished; then the page explains that."""
    if not record.unfinished(event):
        messages.success(request, sentence)
    return redirect("publish", event.slug)


@event_page(needs="run", guide="organiser#correct-final-results", post_only=True)
def correct(request: PageRequest, event: Event) -> HttpResponse:
    form = Correct(request.POST)
    if status := attempt(form, lambda: publications.note(by=request.user, event=event, note=form.cleaned_data["note"])):
        return _page(request, event, Publish(event), form, status)
    carry_out(publications.renew, by=request.user, event=event)
    return _back_with_message(request, event, _("The corrected results are public, with your note."))


def _page(request: PageRequest, event: Event, form: Publish, correct: Correct, status: int | None) -> HttpResponse:
    event.refresh_from_db()
    unfinished = record.unfinished(event)
    context = {
        "form": form,
        "correct": correct,
        "unfinished": unfinished,
        "being_made": unfinished and unfinished.is_being_made,
        "interruption": unfinished and interruption(unfinished),
        "pages": unfinished.pages.count() if unfinished else 0,
        "prepared": prepared_copies.progress(event),
        "finals": record.finals(event),
        "games_left": "" if event.visibility == event.Visibility.FINAL else record.games_left(event),
        "open_items": [] if event.visibility == event.Visibility.FINAL else record.open_items(event),
        "undecided": 0 if event.visibility == event.Visibility.FINAL else len(undecided(event)),
        "key_fingerprint": signing.fingerprint(),
        "crumbs": trail(event, (_("Publish"),)),
    }
    return render(request, "publication/publish.html", context, status=status)


@require_safe
@cache_control(private=True)  # the report of the recount comes without a change of the event
@event_page(from_copy=False)
def published(request: PageRequest, event: Event) -> HttpResponse:
    """Every final copy with its signature, read from the database and not from a copy."""
    if not record.shows_signed(event, request.capabilities):
        return at_the_ceremony(request, event)
    copies = record.finals(event)
    if not copies:
        return missing(request)
    here = crumbs(event, (event.name, "event"), (_("Final results"),))
    current = copies[0] if copies[0].is_last else None
    context = {"copies": copies, "current": current, "key_fingerprint": signing.fingerprint(), "crumbs": here}
    return render(request, "publication/published.html", context)


def signed_file(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view of a file of a final copy, called with (request, publication)."""

    @require_safe
    @event_page(from_copy=False)
    @wraps(view)
    def page(request: PageRequest, event: Event, number: int) -> HttpResponse:
        if not record.shows_signed(event, request.capabilities):
            return at_the_ceremony(request, event)
        made = event.publications.filter(kind=Publication.Kind.FINAL, ready_at__isnull=False)
        return view(request, get_object_or_404(made, pk=number))

    return page


def _file(body: bytes, content_type: str, name: str) -> HttpResponse:
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(body, content_type=content_type, headers=disposition)


@signed_file
def published_document(request: PageRequest, copy: Publication) -> HttpResponse:
    if copy.document is None:
        sentence = _("Withdrawn: names were removed on %(date)s. The results without names are in the current copy.")
        day = date_format(timezone.localtime(copy.withdrawn_at), "DATE_FORMAT")
        return HttpResponse(sentence % {"date": day}, content_type="text/plain; charset=utf-8", status=410)
    body = storage.unpack(copy.document)
    return _file(body, "application/json", f"{copy.event.slug}-{copy.pk}.json")


@signed_file
def published_statement(request: PageRequest, copy: Publication) -> HttpResponse:
    return _file(record.statement(copy), "text/plain; charset=utf-8", f"{copy.event.slug}-{copy.pk}.txt")


@signed_file
def published_signature(request: PageRequest, copy: Publication) -> HttpResponse:
    return _file(signing.raw(copy.signature), "application/octet-stream", f"{copy.event.slug}-{copy.pk}.sig")


@signed_file
def published_recount(request: PageRequest, copy: Publication) -> HttpResponse:
    return _file(copy.recount.encode(), "text/plain; charset=utf-8", f"{copy.event.slug}-{copy.pk}-recount.txt")


@require_safe
def signing_key(request: PageRequest) -> HttpResponse:
    """The site's public key, for checking signatures."""
    return _file(signing.public_key().encode(), "application/x-pem-file", "signing-key.pem")


urlpatterns = [
    path("run/publish/", publish, name="publish"),
    path("run/publish/progress/", progress, name="publish-progress"),
    path("run/publish/again/", again, name="publish-again"),
    path("run/publish/give-up/", give_up, name="publish-give-up"),
    path("run/publish/correct/", correct, name="publish-correct"),
    path("published/", published, name="published"),
    path("published/<int:number>/event.json", published_document, name="published-document"),
    path("published/<int:number>/statement.txt", published_statement, name="published-statement"),
    path("published/<int:number>/recount.txt", published_recount, name="published-recount"),
    path("published/<int:number>/signature", published_signature, name="published-signature"),
]
site_urlpatterns = [path("signing-key.pem", signing_key, name="signing-key")]
