"""The joint standing for everybody, with its files."""

import base64
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from ..models import Competition, Event
from ..publication import signing
from ..web.pages import PageRequest, crumbs, event_page
from ..web.published.serving import with_digest
from ..web.published.storage import unpack
from . import queries
from .rules import rules_of


def _joint_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A public page of a joint standing that is published, called with its competition. It comes from the last signed
    copy or from the files that count, never from a copy of the event's pages."""

    @cache_control(private=True)
    @event_page(from_copy=False, get_only=True)
    def page(request: PageRequest, event: Event, **parts: Any) -> HttpResponse:
        competition = queries.competition_of(event)
        if competition is None or not (competition.is_public or "run" in request.capabilities):
            raise Http404
        return view(request, competition, **parts)

    return page


def _read(competition: Competition) -> dict[str, Any]:
    """The joint standing that the public reads, as context."""
    copy = queries.last_copy(competition)
    document = queries.read_copy(copy) if copy else queries.document(competition)
    labels = {each.grade: each.label for each in competition.event.divisions.all()}
    return {
        "competition": competition,
        "copy": copy,
        "joint": document,
        "names": queries.names_in(queries.files_of(document, competition)),
        "grades": {
            each["grade"]: labels.get(each["grade"], each["name"]) for each in document["competition"]["grades"]
        },
    }


@_joint_page
def joint(request: PageRequest, competition: Competition) -> HttpResponse:
    event, context = competition.event, _read(competition)
    files = set(queries.files_of(context["joint"], competition)) if context["copy"] else set()
    context |= {
        "copies": list(competition.copies.order_by("-pk")),
        "files": [(each, each["hall"] in files) for each in context["joint"]["halls"]],
        "command": " ".join(["joint.json", *(f"{name}.json" for name in sorted(files))]),
        "unsealed": rules_of(event).unsealed,
        "crumbs": crumbs(event, (event.name, "event"), (_("Joint standing"),)),
    }
    return render(request, "competitions/joint.html", context)


@_joint_page
def joint_grade(request: PageRequest, competition: Competition, grade: int) -> HttpResponse:
    event, context = competition.event, _read(competition)
    if grade not in context["grades"]:
        raise Http404
    label = context["grades"][grade]
    context |= {
        "label": label,
        "standings": [each for each in context["joint"]["standings"] if each["grade"] == grade],
        "crumbs": crumbs(event, (event.name, "event"), (_("Joint standing"), "joint"), (label,)),
    }
    return render(request, "competitions/grade.html", context)


@_joint_page
def joint_document(request: PageRequest, competition: Competition) -> HttpResponse:
    return with_digest(request, queries.as_bytes(_read(competition)["joint"]), "application/json", "joint.json")


@_joint_page
def joint_file(request: PageRequest, competition: Competition, number: int, name: str, ending: str) -> HttpResponse:
    """A file of a signed copy: of itself, or of a hall in the last one."""
    copy = get_object_or_404(competition.copies.exclude(document=None), pk=number)
    parts: dict[str, bytes | str]
    if name == queries.JOINT:
        body = unpack(copy.document or b"")
        parts = {"json": body, "txt": copy.statement, "sig": signing.raw(copy.signature), "pem": signing.public_key()}
    else:
        file = queries.files_of(queries.read_copy(copy), competition).get(name)
        if file is None or file.document is None:
            raise Http404
        signature = base64.b64decode(file.signature)
        parts = {"json": unpack(file.document), "txt": file.statement, "sig": signature, "pem": file.public_key}
    if ending not in parts:
        raise Http404
    part = parts[ending]
    body = part.encode() if isinstance(part, str) else part
    return with_digest(request, body, "application/octet-stream", f"{name}.{ending}")


urlpatterns = [
    path("joint/", joint, name="joint"),
    path("joint/grade-<int:grade>/", joint_grade, name="joint-grade"),
    path("joint/joint.json", joint_document, name="joint-document"),
    path("joint/<int:number>/<slug:name>.<slug:ending>", joint_file, name="joint-file"),
]
