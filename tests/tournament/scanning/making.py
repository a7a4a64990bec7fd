"""Pictures as phones and scanners make them, and as they should not."""

import io
import struct
import zlib

from PIL import Image, PngImagePlugin


def half_red(width: int = 120, height: int = 80, mode: str = "RGB") -> Image.Image:
    """White, the left half red."""
    drawn = Image.new("RGB", (width, height), "white")
    drawn.paste((200, 0, 0), (0, 0, width // 2, height))
    return drawn.convert(mode)


def stored(drawn: Image.Image, kind: str = "PNG", **options) -> bytes:
    buffer = io.BytesIO()
    drawn.save(buffer, kind, **options)
    return buffer.getvalue()


def secret_exif(orientation: int = 1) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "SECRET maker"
    exif.get_ifd(0x8825).update({1: "N", 2: (52.0, 30.0, 0.0), 29: "SECRET:day"})
    return exif


def secret_texts() -> PngImagePlugin.PngInfo:
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Comment", "SECRET text")
    texts.add_text("Author", "SECRET packed", zip=True)
    texts.add_itxt("XML:com.adobe.xmp", "SECRET xmp")
    return texts


def png_of_size(width: int, height: int) -> bytes:
    """A PNG that claims to be so large, with almost nothing in it."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


def pdf_of(*pages: Image.Image, **options) -> bytes:
    return stored(pages[0], "PDF", save_all=True, append_images=pages[1:], resolution=100, **options)


def pdf_of_size(width: int, height: int) -> bytes:
    """An empty page of that size, in points."""
    return b"".join(
        [
            b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n",
            b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n",
            b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]>>endobj\n" % (width, height),
            b"trailer<</Root 1 0 R>>\n%%EOF\n",
        ]
    )
