"""PDF from a scanner or a phone's scanning app: a page, a picture."""

import pypdfium2
import pypdfium2.raw as pdfium

from ..common import limits
from .refusals import CannotOpen
from .stored_picture import LONG_SIDE, StoredPicture, stored_picture

SMALLEST_PAGE = 72
DPI = 200


def pages(data: bytes) -> list[StoredPicture]:
    """A picture a page, at 200 pixels to the inch or 2400 on the long side, whichever is less. Raises CannotOpen."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise CannotOpen("pdf_locked") from error
    with document:
        return _pictures(document)


def _pictures(document: pypdfium2.PdfDocument) -> list[StoredPicture]:
    if not 1 <= len(document) <= limits.SCAN_PAGES:
        raise CannotOpen("pages", count=len(document), most=limits.SCAN_PAGES)
    try:
        return [_picture(document, number) for number in range(len(document))]
    except pypdfium2.PdfiumError as error:
        raise CannotOpen("pdf_page_damaged") from error


def _picture(document: pypdfium2.PdfDocument, number: int) -> StoredPicture:
    page = document[number]
    try:
        _refuse_what_is_too_much(page, number)
        scale = min(DPI / 72, LONG_SIDE / max(page.get_size()))
        bitmap = page.render(scale=scale, rev_byteorder=True, limit_image_cache=True)
        image = bitmap.to_pil().copy()
        bitmap.close()
    finally:
        page.close()
    image.thumbnail((LONG_SIDE, LONG_SIDE))  # rendering rounds up: it may be a pixel too long
    return stored_picture(image)


def _refuse_what_is_too_much(page: pypdfium2.PdfPage, number: int) -> None:
    shorter, longer = sorted(page.get_size())
    if shorter < SMALLEST_PAGE or longer > limits.SCAN_POINTS:
        raise CannotOpen("page_size", page=number + 1)
    for held in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE]):
        width, height = held.get_px_size()
        if width * height > limits.SCAN_PIXELS:
            raise CannotOpen("pdf_pixels", page=number + 1, megapixels=limits.SCAN_PIXELS // limits.MB)
