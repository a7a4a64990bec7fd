"""The public export, with the same visibility as the public pages, and the full one for organisers."""

from tempfile import TemporaryFile

from django.conf import settings
from django.http import FileResponse, HttpResponse
from django.urls import path
from django.utils import timezone

from ..models import Event
from ..results.public_page import results_page
from ..web.pages import PageRequest, event_page
from ..web.published.addresses import copied
from ..web.published.serving import with_digest
from ..web.snapshot import snapshot
from . import full, json_lines, public


@copied(order=9)
@results_page
def event_export(request: PageRequest, event: Event) -> HttpResponse:
    return with_digest(request, public.shown(event), "application/json", f"{event.slug}.json")


@event_page(needs="run", guide="organiser#backups", get_only=True, never_cached=True)
def full_export(request: PageRequest, event: Event) -> FileResponse:
    """Written to a file first: it is as large as the pictures, and the database must not wait for a slow reader."""
    file = TemporaryFile(dir=settings.VAR_DIR)  # noqa: SIM115 (the answer closes it)
    with snapshot():
        file.writelines(piece.encode() for piece in json_lines.pieces(full.parts(event)))
    file.seek(0)
    name = f"{event.slug}-{timezone.localdate()}-full.json"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/json")


urlpatterns = [
    path("event.json", event_export, name="event-export"),
    path("run/full.json", full_export, name="full-export"),
]
