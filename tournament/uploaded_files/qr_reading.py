"""The texts of the QR codes in a picture, by which a pile of photos finds its sheets."""

import io

from PIL import Image

from ..common import limits
from .stored_picture import StoredPicture

try:
    import zxingcpp
except ImportError:  # no wheel for this system: codes are typed
    HAS_READER = False
else:
    HAS_READER = True


def texts_of(picture: StoredPicture) -> list[str]:
    """The texts of the QR codes in the picture."""
    if not HAS_READER:
        return []
    with Image.open(io.BytesIO(picture.jpeg), formats=["JPEG"]) as opened:
        codes = zxingcpp.read_barcodes(opened.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)  # type: ignore[arg-type]  # its stub knows sets of them only
    return [each.text[: limits.QR_CHARACTERS] for each in codes[: limits.QR_CODES]]
