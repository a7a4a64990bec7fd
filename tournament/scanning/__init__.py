"""What a phone or a scanner gives -> pictures that may be kept: small, upright, and nothing in them but the paper.

Uploads come from strangers' phones, so a file is taken for what its first bytes say, sizes are asked before anything
is unpacked, and what is kept is drawn again: places, serial numbers, thumbnails and hidden texts stay behind.
"""

import threading

from django.utils.translation import gettext as _

from . import documents, pictures
from .qr import find_code
from .results import LARGEST, BadScan, Picture

__all__ = ["LARGEST", "BadScan", "Picture", "clean", "find_code"]

# PDFium serves one thread at a time, and so the memory of one large picture is all that a process ever needs
_ONE_AT_A_TIME = threading.Lock()


def clean(data: bytes, filename: str) -> list[Picture]:
    """The pictures in a file: one of a JPEG, PNG, WEBP or HEIC, one a page of a PDF (ten pages at most).

    `filename` is only spoken of. Raises BadScan with the sentence that the person reads.
    """
    if not data:
        raise BadScan(_("“%(filename)s” is empty.") % {"filename": filename})
    if len(data) > LARGEST:
        said = _("“%(filename)s” is larger than %(megabytes)s MB. Take the picture with fewer pixels.")
        raise BadScan(said % {"filename": filename, "megabytes": LARGEST // 1_000_000})
    with _ONE_AT_A_TIME:
        if kind := pictures.kind_of(data):
            return [pictures.upright(data, kind, filename)]
        if documents.is_pdf(data):
            return documents.pages(data, filename)
    said = _("“%(filename)s” is neither a picture (JPEG, PNG, WEBP, HEIC) nor a PDF.")
    raise BadScan(said % {"filename": filename})
