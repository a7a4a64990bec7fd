"""Scans from phones and scanners: small upright pictures with nothing in them but the paper.

A file is taken for what its first bytes say, sizes are asked before anything is unpacked, and what is kept is drawn
again: places, serial numbers, thumbnails and hidden texts stay behind.
"""

from typing import Any, BinaryIO

from ..common import limits
from . import pictures
from .refusals import CannotOpen
from .stored_picture import StoredPicture, texts_of


def read(file: BinaryIO) -> tuple[list[dict[str, Any]], list[bytes]]:
    """`width`, `height` and `qr` (the texts of its QR codes) of each picture, and beside them their JPEGs.

    Raises CannotOpen.
    """
    pictures = pages(file.read(limits.SCAN + 1))
    facts = [{"width": page.width, "height": page.height, "qr": texts_of(page)} for page in pictures]
    return facts, [page.jpeg for page in pictures]


def pages(data: bytes) -> list[StoredPicture]:
    """The pictures in a file: one of a JPEG, PNG, WEBP or HEIC, one a page of a PDF (ten at most). Raises
    CannotOpen."""
    if not data:
        raise CannotOpen("empty")
    if len(data) > limits.SCAN:
        raise CannotOpen("large", megabytes=limits.SCAN // limits.MB)
    if kind := pictures.kind_of(data):
        return [pictures.upright(data, kind)]
    if is_pdf(data):
        from . import documents  # here, since a photo needs no pdfium, which takes long to import

        return documents.pages(data)
    raise CannotOpen("no_scan")


def is_pdf(data: bytes) -> bool:
    """The mark may stand anywhere in the first kilobyte: some scanners write before it."""
    return b"%PDF-" in data[:1024]
