"""Pictures in the form in which they are stored, and the QR codes in them, by which photos find their sheets."""

import io
from dataclasses import dataclass

from PIL import Image

from ..common import limits

try:
    import zxingcpp
except ImportError:  # no wheel for this system: codes are typed
    HAS_READER = False
else:
    HAS_READER = True

LONG_SIDE = 2400  # pixels; A4 at 205 to the inch, in which a child's handwriting can be read
QUALITY = 80


@dataclass(frozen=True)
class StoredPicture:
    """A progressive JPEG without metadata, and its size in pixels, neither side above 2400."""

    jpeg: bytes
    width: int
    height: int


def stored_picture(image: Image.Image) -> StoredPicture:
    """The image (mode L or RGB) in the form in which it is stored. The same pixels give the same bytes."""
    image.info = {}  # Pillow would carry its comment over
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=QUALITY, progressive=True, optimize=True)
    return StoredPicture(buffer.getvalue(), *image.size)


def texts_of(picture: StoredPicture) -> list[str]:
    """The texts of the QR codes in the picture."""
    if not HAS_READER:
        return []
    with Image.open(io.BytesIO(picture.jpeg), formats=["JPEG"]) as opened:
        codes = zxingcpp.read_barcodes(opened.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)  # type: ignore[arg-type]  # its stub knows sets of them only
    return [each.text[: limits.QR_CHARACTERS] for each in codes[: limits.QR_CODES]]
