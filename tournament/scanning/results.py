"""A picture as it is kept, and the one way in which one is made."""

import io
from dataclasses import dataclass

from PIL import Image

LARGEST = 20_000_000  # bytes of an upload
MOST_PIXELS = 60_000_000  # of a picture before it is made small
MOST_PIXELS_OF_WEBP = 30_000_000  # its decoder keeps the picture four times
LONG_SIDE = 2400  # pixels; A4 at 205 to the inch, in which a child's handwriting can be read
QUALITY = 80


class BadScan(Exception):
    """The file cannot be taken; the sentence says why and what to do."""


@dataclass(frozen=True)
class Picture:
    """A progressive JPEG without metadata, and its size in pixels, neither side above 2400."""

    jpeg: bytes
    width: int
    height: int


def picture(drawn: Image.Image) -> Picture:
    """`drawn` (mode L or RGB) as it is kept. The same pixels give the same bytes."""
    drawn.info = {}  # Pillow would carry its comment over
    kept = io.BytesIO()
    drawn.save(kept, "JPEG", quality=QUALITY, progressive=True, optimize=True)
    return Picture(kept.getvalue(), *drawn.size)
