"""What a phone or a scanner gives -> pictures that may be kept: small, upright, and nothing in them but the paper.

The file is opened by `uploaded_files.scans`, in a process of its own.
"""

from dataclasses import dataclass

from ..common.refusals import Refused
from ..common.sheet_codes import code_in_address
from ..uploaded_files import sandbox
from ..uploaded_files.refusals import CannotOpen
from .sentences import sentence

__all__ = ["BadScan", "Picture", "clean"]


class BadScan(Refused):
    """The file cannot be taken; the sentence says why and what to do."""


@dataclass(frozen=True)
class Picture:
    """A progressive JPEG without metadata, and its size in pixels, neither side above 2400. `code` is that of the sheet
    whose QR code is in it; None if there is none, or if there are two sheets."""

    jpeg: bytes
    width: int
    height: int
    code: str | None = None


def clean(data: bytes, filename: str) -> list[Picture]:
    """The pictures in a file: one of a JPEG, PNG, WEBP or HEIC, one a page of a PDF (ten pages at most).

    `filename` is only spoken of. Raises BadScan with the sentence that the person reads.
    """
    try:
        facts, jpegs = sandbox.opened("scan", data)
    except CannotOpen as refused:
        status = 503 if refused.code == "busy" else 400
        raise BadScan(refused.code, sentence(refused, filename), status=status) from refused
    return [
        Picture(jpeg, each["width"], each["height"], one_code(each["qr"]))
        for each, jpeg in zip(facts, jpegs, strict=True)
    ]


def one_code(texts: list[str]) -> str | None:
    """The code of the sheet that these QR codes name. None where there is none, or where there are two sheets."""
    codes = set(filter(None, map(code_in_address, texts)))
    return codes.pop() if len(codes) == 1 else None
