"""The picture that stands beside a link to an event: its name, its day and what its results are worth. Facts in, PNG
out."""

import io
import re
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from .typesetting import LACKING

FONTS = Path(__file__).parent / "fonts"
WIDTH, HEIGHT, MARGIN = 1200, 630, 80
ROOM, SIZES = 320, (104, 88, 74, 62, 52, 44)  # the name takes the largest size in which its lines have room
LEADING = 1.15
# as `accent-…` in static/css/site.css, white on which is readable
ACCENTS = {
    "teal": "#0b6b63",
    "blue": "#1257a8",
    "indigo": "#4645a8",
    "plum": "#862b7c",
    "crimson": "#a51c3f",
    "rust": "#934012",
    "moss": "#4a6315",
    "slate": "#41566b",
}


@lru_cache(maxsize=64)
def card(name: str, day: str, state: str, accent: str) -> bytes:
    """The picture as PNG. The same words give the same bytes. Text in a script that our fonts lack is drawn as empty
    boxes."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), ACCENTS.get(accent, ACCENTS["teal"]))
    pen = ImageDraw.Draw(picture)
    font, lines = _fitted(name)
    at = MARGIN
    for line in lines:
        pen.text((MARGIN, at), line, font=font, fill="white")
        at += round(font.size * LEADING)
    small = _font(day, "regular", 44)
    pen.text((MARGIN, at + 16), day, font=small, fill="white")
    _state(pen, state)
    out = io.BytesIO()
    picture.quantize(64).save(out, "PNG", optimize=True)
    return out.getvalue()


def _state(pen: ImageDraw.ImageDraw, state: str) -> None:
    """White on the lower edge, so that it is not taken for the name."""
    pen.rectangle((0, HEIGHT - 150, WIDTH, HEIGHT), fill="white")
    pen.text((MARGIN, HEIGHT - 75), state, font=_font(state, "bold", 56), fill="#15202a", anchor="lm")


def _fitted(name: str) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    for size in SIZES:
        font = _font(name, "bold", size)
        lines, most = _wrapped(name, font), int(ROOM / (size * LEADING))
        if len(lines) <= most:
            break
    return font, lines[:most]


def _wrapped(text: str, font: ImageFont.FreeTypeFont) -> list[str]:
    """In lines that fit; a word that is too long for one is broken."""
    lines, room = [""], WIDTH - 2 * MARGIN
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= room:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and font.getlength(lines[-1] + letter) > room:
                lines.append("")
            lines[-1] += letter
    return lines


def _font(text: str, weight: str, size: int) -> ImageFont.FreeTypeFont:
    family = "noto-sans" if re.search(LACKING, text) else "atkinson-next"
    return ImageFont.truetype(FONTS / f"{family}-{weight}.ttf", size, layout_engine=ImageFont.Layout.BASIC)
