"""Pictures in the form in which they are stored."""

import io
from dataclasses import dataclass

from PIL import Image

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
