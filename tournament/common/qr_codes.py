"""QR codes for pages: a link that the camera of any phone opens."""

import io

import segno
from django.utils.safestring import SafeString, mark_safe


def qr(address: str) -> SafeString:
    """The QR code of an address as SVG; level M bears a crease."""
    drawn = io.BytesIO()
    code = segno.make_qr(address, error="m", boost_error=False)
    code.save(
        drawn,
        kind="svg",
        border=2,
        xmldecl=False,
        svgns=False,
        omitsize=True,
        light="white",
        svgclass="qr",
        lineclass=None,
    )
    return mark_safe(drawn.getvalue().decode())  # drawn by us from nothing but squares
