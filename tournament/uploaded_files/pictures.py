"""Photos: one file, one picture."""

import io
import math
from contextlib import suppress

from PIL import Image, ImageFile

from ..common import limits
from .refusals import CannotOpen
from .stored_picture import LONG_SIDE, StoredPicture, stored_picture

try:
    import pi_heif
except ImportError:  # no wheel for this system
    pi_heif = None
else:
    pi_heif.register_heif_opener(thumbnails=False)

# What ISO 23008-12 calls a picture coded as HEVC, one or several
HEIC = {b"heic", b"heix", b"heim", b"heis", b"mif1", b"msf1", b"hevc", b"hevx"}
# EXIF 2.32, tag Orientation: what turns the picture upright
ORIENTATION = 0x0112
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
# A camera's progressive JPEG has ten scans; each costs a pass over all pixels, so thousands are an attack
STRIP = 200  # rows of a picture that is made smaller strip by strip


def kind_of(data: bytes) -> str | None:
    """JPEG, PNG, WEBP or HEIF by its first bytes, or None."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    return "HEIF" if data[4:8] == b"ftyp" and data[8:12] in HEIC else None


def upright(data: bytes, kind: str) -> StoredPicture:
    """The picture, upright, at most 2400 pixels long, transparency on white. Raises CannotOpen."""
    if kind == "HEIF" and pi_heif is None:
        raise CannotOpen("no_heic")
    try:
        with Image.open(io.BytesIO(data), formats=[kind]) as opened:
            _refuse_what_is_too_much(opened, data, kind)
            return stored_picture(_turned(_flat(_small(opened)), _orientation(opened)))
    except (CannotOpen, MemoryError):
        raise
    except Image.DecompressionBombError as error:
        raise _too_many_pixels(kind) from error
    except Exception as error:  # a decoder given broken bytes may raise anything
        raise CannotOpen("picture_damaged") from error


def _refuse_what_is_too_much(opened: ImageFile.ImageFile, data: bytes, kind: str) -> None:
    """Refuse a picture that is too large. Reads only the heads of the file; nothing is unpacked yet."""
    if opened.width * opened.height > _most_pixels(kind):
        raise _too_many_pixels(kind)
    if kind in {"PNG", "WEBP"} and getattr(opened, "n_frames", 1) > 1:
        raise CannotOpen("animation")
    if kind == "JPEG" and data.count(b"\xff\xda") > limits.SCAN_PASSES:
        raise CannotOpen("odd_jpeg")


def _most_pixels(kind: str) -> int:
    return limits.WEBP_PIXELS if kind == "WEBP" else limits.SCAN_PIXELS


def _too_many_pixels(kind: str) -> CannotOpen:
    return CannotOpen("pixels", megapixels=_most_pixels(kind) // limits.MB)


def _small(opened: ImageFile.ImageFile) -> Image.Image:
    """At most 2400 pixels long; a JPEG is not even unpacked larger than twice that."""
    opened.draft(None, (LONG_SIDE, LONG_SIDE))
    opened.load()
    small: Image.Image = opened
    if small.mode.startswith("I;16"):
        small = small.point(lambda value: value / 256).convert("L")
    elif small.mode == "1":
        small = small.convert("L")
    elif small.mode not in {"L", "RGB", "RGBA", "CMYK"}:
        small = small.convert("RGBA" if small.has_transparency_data else "RGB")
    small = _reduced(small)
    small.thumbnail((LONG_SIDE, LONG_SIDE), reducing_gap=2.0)
    return small


def _reduced(large: Image.Image) -> Image.Image:
    """A transparent picture with fewer pixels, at least 2400 along its long side. Pillow copies such a picture whole to
    make it smaller; strips of it need little memory."""
    factor = max(large.size) // LONG_SIDE
    if large.mode != "RGBA" or factor < 2:
        return large
    width, height = (math.ceil(side / factor) for side in large.size)
    reduced = Image.new("RGBA", (width, height))
    for top in range(0, large.height, STRIP * factor):
        strip = large.crop((0, top, large.width, min(large.height, top + STRIP * factor)))
        reduced.paste(strip.reduce(factor), (0, top // factor))
    return reduced


def _flat(small: Image.Image) -> Image.Image:
    """In grey or in colours, what was transparent white as paper."""
    if small.mode == "L" and not small.has_transparency_data:
        return small
    if not small.has_transparency_data:
        return small.convert("RGB")
    flat = Image.new("RGB", small.size, "white")
    flat.paste(small, mask=small.convert("RGBA").getchannel("A"))
    return flat


def _orientation(opened: Image.Image) -> int:
    with suppress(Exception):  # damaged metadata is no reason to refuse the picture beside it
        return opened.getexif().get(ORIENTATION, 1)
    return 1


def _turned(flat: Image.Image, orientation: int) -> Image.Image:
    turn = TURNS.get(orientation)
    return flat.copy() if turn is None else flat.transpose(turn)
