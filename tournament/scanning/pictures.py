"""Photos: one file, one picture."""

import io
from contextlib import suppress

from django.utils.translation import gettext as _
from PIL import Image, ImageFile

from .results import LONG_SIDE, MOST_PIXELS, MOST_PIXELS_OF_WEBP, BadScan, Picture, picture

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
MOST_JPEG_SCANS = 100


def kind_of(data: bytes) -> str | None:
    """JPEG, PNG, WEBP or HEIF by its first bytes, or None."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    return "HEIF" if data[4:8] == b"ftyp" and data[8:12] in HEIC else None


def upright(data: bytes, kind: str, filename: str) -> Picture:
    """The picture, upright, at most 2400 pixels long, transparency on white. Raises BadScan."""
    if kind == "HEIF" and pi_heif is None:
        said = _("This computer cannot read HEIC pictures such as “%(filename)s”. Save it as JPEG.")
        raise BadScan(said % {"filename": filename})
    try:
        with Image.open(io.BytesIO(data), formats=[kind]) as opened:
            _refuse_what_is_too_much(opened, data, kind, filename)
            return picture(_turned(_drawn(_small(opened)), _orientation(opened)))
    except BadScan:
        raise
    except Image.DecompressionBombError as error:
        raise _too_many_pixels(kind, filename) from error
    except Exception as error:  # a decoder given broken bytes may raise anything
        said = _("“%(filename)s” is damaged: part of the picture is missing. Take it again.")
        raise BadScan(said % {"filename": filename}) from error


def _refuse_what_is_too_much(opened: ImageFile.ImageFile, data: bytes, kind: str, filename: str) -> None:
    """Asks the heads of the file alone; nothing is unpacked yet."""
    if opened.width * opened.height > _most_pixels(kind):
        raise _too_many_pixels(kind, filename)
    if kind in {"PNG", "WEBP"} and getattr(opened, "n_frames", 1) > 1:
        raise BadScan(_("“%(filename)s” is an animation. Send one picture for each page.") % {"filename": filename})
    if kind == "JPEG" and data.count(b"\xff\xda") > MOST_JPEG_SCANS:
        said = _("“%(filename)s” is stored in an unusual way. Save it as JPEG again.")
        raise BadScan(said % {"filename": filename})


def _most_pixels(kind: str) -> int:
    return MOST_PIXELS_OF_WEBP if kind == "WEBP" else MOST_PIXELS


def _too_many_pixels(kind: str, filename: str) -> BadScan:
    said = _("“%(filename)s” has more than %(megapixels)s megapixels. Take the picture with fewer.")
    return BadScan(said % {"filename": filename, "megapixels": _most_pixels(kind) // 1_000_000})


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
    small.thumbnail((LONG_SIDE, LONG_SIDE), reducing_gap=2.0)
    return small


def _drawn(small: Image.Image) -> Image.Image:
    """In grey or in colours, what was transparent white as paper."""
    if small.mode == "L" and not small.has_transparency_data:
        return small
    if not small.has_transparency_data:
        return small.convert("RGB")
    drawn = Image.new("RGB", small.size, "white")
    drawn.paste(small, mask=small.convert("RGBA").getchannel("A"))
    return drawn


def _orientation(opened: Image.Image) -> int:
    with suppress(Exception):  # damaged metadata is no reason to refuse the picture beside it
        return opened.getexif().get(ORIENTATION, 1)
    return 1


def _turned(drawn: Image.Image, orientation: int) -> Image.Image:
    turn = TURNS.get(orientation)
    return drawn.copy() if turn is None else drawn.transpose(turn)
