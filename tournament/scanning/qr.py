"""Finds the sheet that a picture shows, so that a pile of photos can be sent at once."""

import io

from PIL import Image

from ..common.codes import code_in_address
from .results import Picture

try:
    import zxingcpp
except ImportError:  # no wheel for this system: codes are typed
    zxingcpp = None


def find_code(picture: Picture) -> str | None:
    """The code of the sheet whose QR code is in the picture. None where there is none, or where there are two sheets."""
    if zxingcpp is None:
        return None
    with Image.open(io.BytesIO(picture.jpeg), formats=["JPEG"]) as opened:
        found = zxingcpp.read_barcodes(opened.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)  # type: ignore[arg-type]  # its stub knows sets of them only
    codes = {code for each in found if (code := code_in_address(each.text))}
    return codes.pop() if len(codes) == 1 else None
