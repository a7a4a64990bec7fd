"""Sentences for scans that are refused."""

from django.utils.translation import gettext_lazy as _

from ..uploaded_files.refusals import CannotOpen

SENTENCES = {
    "empty": _("“%(filename)s” is empty."),
    "large": _("“%(filename)s” is larger than %(megabytes)s MB. Take the picture with fewer pixels."),
    "no_scan": _("“%(filename)s” is neither a picture (JPEG, PNG, WEBP, HEIC) nor a PDF."),
    "no_heic": _("This computer cannot read HEIC pictures such as “%(filename)s”. Save it as JPEG."),
    "picture_damaged": _("“%(filename)s” is damaged: part of the picture is missing. Take it again."),
    "pixels": _("“%(filename)s” has more than %(megapixels)s megapixels. Take the picture with fewer."),
    "animation": _("“%(filename)s” is an animation. Send one picture for each page."),
    "odd_jpeg": _("“%(filename)s” is stored in an unusual way. Save it as JPEG again."),
    "pdf_locked": _("“%(filename)s” is damaged or locked with a password. Save the PDF again, or send pictures."),
    "pdf_page_damaged": _("A page of “%(filename)s” is damaged. Save the PDF again, or send pictures."),
    "pdf_pixels": _("A picture on page %(page)s of “%(filename)s” has more than %(megapixels)s megapixels."),
    "pages": _("“%(filename)s” has %(count)s pages; at most %(most)s can be sent at once. Split it."),
    "page_size": _(
        "Page %(page)s of “%(filename)s” is not the size of a sheet of paper. Save the PDF as A4 or US Letter."
    ),
    "too_slow": _("“%(filename)s” takes too long to open, so it was not kept. Take a picture of the sheet again."),
    "too_heavy": _(
        "“%(filename)s” is damaged or needs too much memory, so it was not kept. Take a picture of the sheet again."
    ),
    "too_much": _("“%(filename)s” holds too many large pictures, so it was not kept. Send fewer at once."),
    "busy": _("Many files are being opened just now. “%(filename)s” was not kept; send it again in a minute."),
}


def sentence(refused: CannotOpen, filename: str) -> str:
    return str(SENTENCES[refused.code]) % {**refused.facts, "filename": filename}
