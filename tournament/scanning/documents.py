"""PDF from a scanner or a phone's scanning app: a page, a picture."""

import pypdfium2
import pypdfium2.raw as pdfium
from django.utils.translation import gettext as _

from .results import LONG_SIDE, MOST_PIXELS, BadScan, Picture, picture

MOST_PAGES = 10
LONGEST_PAGE = 3400  # points: A0, the largest paper there is
SMALLEST_PAGE = 72
DPI = 200


def is_pdf(data: bytes) -> bool:
    """The mark may stand anywhere in the first kilobyte: some scanners write before it."""
    return b"%PDF-" in data[:1024]


def pages(data: bytes, filename: str) -> list[Picture]:
    """A picture a page, at 200 pixels to the inch or 2400 on the long side, whichever is less. Raises BadScan."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        said = _("“%(filename)s” is damaged or locked with a password. Save the PDF again, or send pictures.")
        raise BadScan(said % {"filename": filename}) from error
    with document:
        return _pictures(document, filename)


def _pictures(document: pypdfium2.PdfDocument, filename: str) -> list[Picture]:
    if not 1 <= len(document) <= MOST_PAGES:
        said = _("“%(filename)s” has %(count)s pages; at most %(most)s can be sent at once. Split it.")
        raise BadScan(said % {"filename": filename, "count": len(document), "most": MOST_PAGES})
    try:
        return [_picture(document, number, filename) for number in range(len(document))]
    except pypdfium2.PdfiumError as error:
        said = _("A page of “%(filename)s” is damaged. Save the PDF again, or send pictures.")
        raise BadScan(said % {"filename": filename}) from error


def _picture(document: pypdfium2.PdfDocument, number: int, filename: str) -> Picture:
    page = document[number]
    try:
        _refuse_what_is_too_much(page, number, filename)
        scale = min(DPI / 72, LONG_SIDE / max(page.get_size()))
        bitmap = page.render(scale=scale, rev_byteorder=True, limit_image_cache=True)
        drawn = bitmap.to_pil().copy()
        bitmap.close()
    finally:
        page.close()
    drawn.thumbnail((LONG_SIDE, LONG_SIDE))  # rendering rounds up: it may be a pixel too long
    return picture(drawn)


def _refuse_what_is_too_much(page: pypdfium2.PdfPage, number: int, filename: str) -> None:
    shorter, longer = sorted(page.get_size())
    if shorter < SMALLEST_PAGE or longer > LONGEST_PAGE:
        said = _(
            "Page %(page)s of “%(filename)s” is not the size of a sheet of paper. Save the PDF as A4 or US Letter."
        )
        raise BadScan(said % {"filename": filename, "page": number + 1})
    for held in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE]):
        width, height = held.get_px_size()
        if width * height > MOST_PIXELS:
            said = _("A picture on page %(page)s of “%(filename)s” has more than %(megapixels)s megapixels.")
            facts = {"filename": filename, "page": number + 1, "megapixels": MOST_PIXELS // 1_000_000}
            raise BadScan(said % facts)
