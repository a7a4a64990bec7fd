"""QR codes for pages: a link that the camera of any phone opens."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr(address: str) -> SafeString:
    """The QR code of an address as SVG; level M bears a crease."""
    code = segno.make_qr(address, error="m", boost_error=False)
    drawn = code.svg_inline(border=2, omitsize=True, light="white", svgclass="qr", lineclass=None)
    return mark_safe(drawn)  # drawn by us from nothing but squares
