"""Pictures of sheets: sent, shown to those who may see them, taken away."""

from dataclasses import dataclass

from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ..actions import Refused, scans
from ..codes import read_code
from ..forms.scans import SendPictures, SendPile
from ..models import Event, Scan, Sheet
from ..permissions import NotAllowed
from ..record import custody
from ..record.scans import is_there, may_see
from ..scanning import LARGEST, BadScan, Picture, clean, find_code
from . import sheet as sheet_pages
from .answers import go_on, posted
from .common import event_page
from .requests import PageRequest
from .sheets import sheets_trail

# A picture is only ever a picture: nothing in it may run, wherever it is opened.
ONLY_A_PICTURE = {
    "Content-Disposition": "inline",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "Cache-Control": "private, max-age=600",
}


@require_POST
@event_page(needs="custody")
def add(request: PageRequest, event: Event, code: str) -> HttpResponse:
    """Pictures of one sheet, all or none."""
    sheet, form = sheet_pages.find(event, code), SendPictures(request.POST, request.FILES)
    if not form.is_valid():
        return sheet_pages.page(request, sheet, pictures=form, status=400)
    try:
        pictures = [made for file in form.cleaned_data["pictures"] for made in _cleaned(file)]
        done = scans.attach(by=request.user, sheet=sheet, pictures=pictures)
    except BadScan as bad:
        form.add_error("pictures", str(bad))
        return sheet_pages.page(request, sheet, pictures=form, status=400)
    except Refused as refused:
        form.add_error("pictures", refused.sentence)
        return sheet_pages.page(request, sheet, pictures=form, status=refused.status)
    return go_on(request, _how_many(done.new), "sheet", sheet.code)


def _cleaned(file: UploadedFile) -> list[Picture]:
    return clean(file.read(LARGEST + 1), file.name)


def _how_many(new: int) -> str:
    if not new:
        return _("This picture was there already.")
    return ngettext("%(n)s picture is attached.", "%(n)s pictures are attached.", new) % {"n": new}


# A pile of them


@dataclass(frozen=True)
class Sent:
    """What came of one picture. `needs_code`: it would do with the code of its sheet."""

    filename: str
    sentence: str
    state: str
    sheet: Sheet | None = None
    needs_code: bool = False


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_page(needs="custody")
def pile(request: PageRequest, event: Event) -> HttpResponse:
    """Many pictures at once. The script sends them one by one and asks for a list alone."""
    form, sent = SendPile(**posted(request)), []
    if form.is_valid():
        code, files = form.cleaned_data["code"], form.cleaned_data["pictures"]
        sent = [each for file in files for each in _send(request, event, file, code)]
    context = {"form": form, "sent": sent, "crumbs": sheets_trail(event, None, _("Send pictures"))}
    status = 400 if form.errors else 200
    if "fragment" in request.GET:
        return render(request, "sheets/_sent.html", context, status=status)
    return render(request, "sheets/pile.html", context, status=status)


def _send(request: PageRequest, event: Event, file: UploadedFile, code: str) -> list[Sent]:
    """Attach each page of a file to the sheet that it shows or, where it shows none, to that of `code`."""
    try:
        pictures = _cleaned(file)
    except BadScan as bad:
        return [Sent(file.name, str(bad), "refused")]
    names = [file.name] if len(pictures) == 1 else [f"{file.name}, {n}" for n in range(1, len(pictures) + 1)]
    return [
        _send_one(request, event, name, picture, code) for name, picture in zip(names, pictures, strict=True)
    ]


def _send_one(request: PageRequest, event: Event, name: str, picture: Picture, code: str) -> Sent:
    seen = find_code(picture)
    if not (seen or code):
        said = _("No sheet’s square code can be read in it. Type the code that stands below the square.")
        return Sent(name, said, "needs_ruling", needs_code=True)
    try:
        sheet = custody.find(event, seen or read_code(code))
        if sheet is None:
            said = _("No sheet of this event has the code %(code)s.") % {"code": seen or code[:20]}
            return Sent(name, said, "refused", needs_code=not seen)
        done = scans.attach(by=request.user, sheet=sheet, pictures=[picture])
    except ValueError as wrong:
        return Sent(name, str(wrong), "refused", needs_code=True)
    except Refused as refused:
        return Sent(name, refused.sentence, "refused")
    return Sent(name, _how_many(done.new), "accepted" if done.new else "counts_once", sheet)


# One picture


def _find(request: PageRequest, scan_id: int) -> Scan:
    held = Scan.objects.filter(sheet__round__event=request.event, removed_at__isnull=True)
    held = held.select_related("sheet__round__event", "sheet__entrant__player")
    scan = get_object_or_404(held, pk=scan_id)
    if not may_see(request.user, request.capabilities, scan):
        raise NotAllowed("scan")
    return scan


@require_safe
@event_page(needs="custody")
def show(request: PageRequest, event: Event, scan_id: int) -> HttpResponseBase:
    """The picture itself. Who may not see it is told so; a file that is gone from the disk is said to be."""
    scan = _find(request, scan_id)
    if not is_there(scan):
        return render(request, "sheets/gone.html", {"sheet": scan.sheet}, status=404)
    name = f"{scan.sheet.printed_code}.jpg"
    return FileResponse(
        scan.file.open("rb"), filename=name, content_type="image/jpeg", headers=ONLY_A_PICTURE
    )


@require_POST
@event_page(needs="custody")
def remove(request: PageRequest, event: Event, scan_id: int) -> HttpResponse:
    scan = _find(request, scan_id)
    scans.remove(by=request.user, scan=scan, why=request.POST.get("why", "")[:500])
    return go_on(request, _("The picture is taken away."), "sheet", scan.sheet.code)


urlpatterns = [
    path("sheets/pictures/", pile, name="pictures"),
    path("sheets/pictures/<int:scan_id>/", show, name="scan"),
    path("sheets/pictures/<int:scan_id>/remove/", remove, name="scan-remove"),
    path("sheets/<str:code>/pictures/", add, name="scan-add"),
]
