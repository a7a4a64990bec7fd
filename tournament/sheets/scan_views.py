"""Pictures of sheets: sending them, showing them to those who may see them, deleting them."""

from dataclasses import dataclass

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods

from ..common import limits
from ..common.refusals import Refused
from ..models import Event, Scan, Sheet
from ..scanning import BadScan, Picture, clean
from ..web.pages import PageRequest, event_page, go_on, posted, sheets_trail
from ..web.permissions import NotAllowed
from . import custody, scan_actions, views as sheet_pages
from .forms import SendPictures, SendPile
from .scans import as_file, file_exists, may_see


@event_page(needs="custody", guide="volunteer#send-pictures", post_only=True)
def add(request: PageRequest, event: Event, code: str) -> HttpResponse:
    """Pictures of one sheet, all or none."""
    sheet, form = sheet_pages.find(event, code), SendPictures(request.POST, request.FILES)
    if not form.is_valid():
        return sheet_pages.page(request, sheet, pictures=form, status=400)
    try:
        pictures = [made for file in form.cleaned_data["pictures"] for made in _cleaned(file)]
        done = scan_actions.attach(by=request.user, sheet=sheet, pictures=pictures)
    except Refused as refused:
        form.add_error("pictures", refused.sentence)
        return sheet_pages.page(request, sheet, pictures=form, status=refused.status)
    return go_on(request, _attached_sentence(done.new), "sheet", sheet.code)


def _cleaned(file: UploadedFile) -> list[Picture]:
    return clean(file.read(limits.SCAN + 1), file.name or "")


def _attached_sentence(new: int) -> str:
    if not new:
        return _("This picture was there already.")
    return ngettext("%(n)s picture is attached.", "%(n)s pictures are attached.", new) % {"n": new}


# Many at once


@dataclass(frozen=True)
class PictureOutcome:
    """The outcome of one picture. `needs_code`: send it again with the code of its sheet."""

    filename: str
    sentence: str
    state: str
    sheet: Sheet | None = None
    needs_code: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@event_page(needs="custody", guide="volunteer#send-pictures", never_cached=True)
def send_pictures(request: PageRequest, event: Event) -> HttpResponse:
    """Many pictures at once. The script sends them one by one and gets only the list of outcomes."""
    form, outcomes = SendPile(**posted(request)), []
    if form.is_valid():
        code, files = form.cleaned_data["code"], form.cleaned_data["pictures"]
        outcomes = [each for file in files for each in _attach_file(request, event, file, code)]
    context = {"form": form, "outcomes": outcomes, "crumbs": sheets_trail(event, None, _("Send pictures"))}
    status = 400 if form.errors else 200
    if "fragment" in request.GET:
        return render(request, "sheets/_picture_outcomes.html", context, status=status)
    return render(request, "sheets/send_pictures.html", context, status=status)


def _attach_file(request: PageRequest, event: Event, file: UploadedFile, code: str) -> list[PictureOutcome]:
    """Attach each page of a file to the sheet that its QR code names, or else to that of `code`."""
    whole = file.name or ""
    try:
        pictures = _cleaned(file)
    except BadScan as bad:
        return [PictureOutcome(whole, str(bad), "refused")]
    names = [whole] if len(pictures) == 1 else [f"{whole}, {n}" for n in range(1, len(pictures) + 1)]
    return [_attach_picture(request, event, name, picture, code) for name, picture in zip(names, pictures, strict=True)]


def _attach_picture(request: PageRequest, event: Event, name: str, picture: Picture, code: str) -> PictureOutcome:
    seen = picture.code
    if not (seen or code):
        sentence = _("The square code in this picture cannot be read. Type the code below the square.")
        return PictureOutcome(name, sentence, "needs_ruling", needs_code=True)
    try:
        sheet = custody.find_typed(event, seen or code)
        done = scan_actions.attach(by=request.user, sheet=sheet, pictures=[picture])
    except (LookupError, ValueError) as unknown:
        return PictureOutcome(name, str(unknown), "refused", needs_code=not seen)
    except Refused as refused:
        return PictureOutcome(name, refused.sentence, "refused")
    return PictureOutcome(name, _attached_sentence(done.new), "accepted" if done.new else "counts_once", sheet)


# One picture


def _find(request: PageRequest, scan_id: int) -> Scan:
    held = Scan.objects.filter(sheet__round__event=request.event, removed_at__isnull=True)
    held = held.select_related("sheet__round__event", "sheet__entrant__player")
    scan = get_object_or_404(held, pk=scan_id)
    if not may_see(request.user, request.capabilities, scan):
        raise NotAllowed("scan")
    return scan


@event_page(needs="custody", guide="volunteer#send-pictures", get_only=True)
def show(request: PageRequest, event: Event, scan_id: int) -> HttpResponseBase:
    """The picture; a page with a sentence if the person may not see it or its file is missing."""
    scan = _find(request, scan_id)
    if not file_exists(scan):
        return render(request, "sheets/picture_missing.html", {"sheet": scan.sheet}, status=404)
    return as_file(scan, f"{scan.sheet.printed_code}.jpg")


@event_page(needs="custody", post_only=True)
def remove(request: PageRequest, event: Event, scan_id: int) -> HttpResponse:
    scan = _find(request, scan_id)
    scan_actions.remove(by=request.user, scan=scan, why=request.POST.get("why", "")[:500])
    return go_on(request, _("The picture is deleted."), "sheet", scan.sheet.code)


urlpatterns = [
    path("sheets/pictures/", send_pictures, name="pictures"),
    path("sheets/pictures/<int:scan_id>/", show, name="scan"),
    path("sheets/pictures/<int:scan_id>/remove/", remove, name="scan-remove"),
    path("sheets/<str:code>/pictures/", add, name="scan-add"),
]
