"""What the public sees: the organiser's page about it, and the signed copies of final results for everybody."""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from .. import signing
from ..actions import publications
from ..forms.publications import Correct, Publish
from ..models import Event, Publication
from ..record import publications as record
from ..record.ties import undecided
from .answers import attempt, crumbs, posted, press, trail
from .common import event_page
from .copies import missing
from .copying import carry_out
from .requests import PageRequest


@event_page(needs="run")
def publish(request: PageRequest, event: Event) -> HttpResponse:
    form = Publish(**posted(request), initial={"visibility": event.visibility})
    act = partial(carry_out, publications.publish, by=request.user, event=event)
    status = attempt(form, lambda: act(visibility=form.cleaned_data["visibility"]))
    if status is None:
        return _told(request, event, _("Done: this is what the public sees from now on."))
    return _page(request, event, form, Correct(), status)


@event_page(needs="run")
@require_POST
def again(request: PageRequest, event: Event) -> HttpResponse:
    act = partial(carry_out, publications.again)
    return _done(request, event, act, _("The copy is finished: the public sees it now."))


@event_page(needs="run")
@require_POST
def give_up(request: PageRequest, event: Event) -> HttpResponse:
    return _done(request, event, publications.give_up, _("The copy is given up."))


def _done(request: PageRequest, event: Event, act, sentence: str) -> HttpResponse:
    if press(request, lambda: act(by=request.user, event=event)):
        return redirect("publish", event.slug)
    return _told(request, event, sentence)


def _told(request: PageRequest, event: Event, sentence: str) -> HttpResponse:
    """Back to the page, with the sentence, unless that of an unfinished copy stands there."""
    if not record.unfinished(event):
        messages.success(request, sentence)
    return redirect("publish", event.slug)


@event_page(needs="run")
@require_POST
def correct(request: PageRequest, event: Event) -> HttpResponse:
    form = Correct(request.POST)
    if status := attempt(
        form, lambda: publications.note(by=request.user, event=event, note=form.cleaned_data["note"])
    ):
        return _page(request, event, Publish(initial={"visibility": event.visibility}), form, status)
    carry_out(publications.renew, by=request.user, event=event)
    return _told(request, event, _("The corrected results are public, with your note."))


def _page(
    request: PageRequest, event: Event, form: Publish, correct: Correct, status: int | None
) -> HttpResponse:
    event.refresh_from_db()
    unfinished = record.unfinished(event)
    context = {
        "form": form,
        "correct": correct,
        "refused": {
            event.Visibility(state).label: sentence
            for state, sentence in record.choices(event).items()
            if sentence and state != event.visibility and not unfinished
        },
        "unfinished": unfinished,
        "being_made": unfinished and record.is_being_made(unfinished),
        "pages": unfinished.pages.count() if unfinished else 0,
        "finals": record.finals(event),
        "undecided": 0 if event.visibility == event.Visibility.FINAL else len(undecided(event)),
        "crumbs": trail(event, (_("Publish"),)),
    }
    return render(request, "publications/publish.html", context, status=status)


@require_safe
@event_page(from_copy=False)
def published(request: PageRequest, event: Event) -> HttpResponse:
    """Every final copy with its signature. What it says was published itself, so that it is read from the record."""
    copies = record.finals(event)
    if not copies:
        return missing(request)
    here = crumbs(event, (event.name, "event"), (_("Final results"),))
    context = {"copies": copies, "key": signing.fingerprint(), "crumbs": here}
    return render(request, "publications/published.html", context)


def _final(event: Event, number: int) -> Publication:
    made = event.publications.filter(kind=Publication.Kind.FINAL, ready_at__isnull=False)
    return get_object_or_404(made, pk=number)


def _file(body: bytes, content_type: str, name: str) -> HttpResponse:
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(body, content_type=content_type, headers=disposition)


@require_safe
@event_page(from_copy=False)
def published_document(request: PageRequest, event: Event, number: int) -> HttpResponse:
    body = record.unpack(_final(event, number).document)
    return _file(body, "application/json", f"{event.slug}-{number}.json")


@require_safe
@event_page(from_copy=False)
def published_statement(request: PageRequest, event: Event, number: int) -> HttpResponse:
    body = record.statement(_final(event, number))
    return _file(body, "text/plain; charset=utf-8", f"{event.slug}-{number}.txt")


@require_safe
@event_page(from_copy=False)
def published_signature(request: PageRequest, event: Event, number: int) -> HttpResponse:
    body = signing.raw(_final(event, number).signature)
    return _file(body, "application/octet-stream", f"{event.slug}-{number}.sig")


@require_safe
def signing_key(request: PageRequest) -> HttpResponse:
    """The site's public key, with which anyone can check a signature."""
    return _file(signing.public_key().encode(), "application/x-pem-file", "signing-key.pem")


urlpatterns = [
    path("run/publish/", publish, name="publish"),
    path("run/publish/again/", again, name="publish-again"),
    path("run/publish/give-up/", give_up, name="publish-give-up"),
    path("run/publish/correct/", correct, name="publish-correct"),
    path("published/", published, name="published"),
    path("published/<int:number>/event.json", published_document, name="published-document"),
    path("published/<int:number>/statement.txt", published_statement, name="published-statement"),
    path("published/<int:number>/signature", published_signature, name="published-signature"),
]
site_urlpatterns = [path("signing-key.pem", signing_key, name="signing-key")]
