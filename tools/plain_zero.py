"""Make the zero without a slash: `pip install fonttools brotli`, then `python tools/plain_zero.py`.

Atkinson Hyperlegible Next has only a zero with a slash, which children take for another sign. This takes the outline of
its zero, with the same outline again, smaller, as the hole, and writes a font of this one character for paper and
pages.
"""

from pathlib import Path

from fontTools import subset
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen, RecordingPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[1] / "tournament"
FAMILY = "Plain Zero"
PAPER, PAGES = ROOT / "printing/fonts", ROOT / "static/fonts"


def contours(font: TTFont) -> list[list]:
    """The contours of the zero: the outline, then the two parts of its hole."""
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()["zero"].draw(pen)
    parts: list[list] = []
    for operation in pen.value:
        if operation[0] == "moveTo":
            parts.append([])
        parts[-1].append(operation)
    return parts


def bounds(font: TTFont, parts: list[list]) -> tuple[float, float, float, float]:
    pen = BoundsPen(font.getGlyphSet())
    for part in parts:
        for name, points in part:
            getattr(pen, name)(*points)
    return pen.bounds


def plain_zero(font: TTFont) -> None:
    outline, *hole = contours(font)
    left, bottom, right, top = bounds(font, [outline])
    inner_left, inner_bottom, inner_right, inner_top = bounds(font, hole)
    across, up = (inner_right - inner_left) / (right - left), (inner_top - inner_bottom) / (top - bottom)
    pen = TTGlyphPen(None)
    for name, points in outline:
        getattr(pen, name)(*points)
    smaller = TransformPen(pen, (across, 0, 0, up, inner_left - left * across, inner_bottom - bottom * up))
    for name, points in hole_of(outline):
        getattr(smaller, name)(*points)
    font["glyf"]["zero"] = pen.glyph()


def hole_of(outline: list) -> list:
    """The outline walked the other way, so that it is a hole."""
    recorded = RecordingPen()
    reverse = ReverseContourPen(recorded)
    for name, points in outline:
        getattr(reverse, name)(*points)
    return recorded.value


def make(weight: str) -> None:
    font = TTFont(PAPER / f"atkinson-next-{weight}.ttf")
    plain_zero(font)
    options = subset.Options(layout_features=["tnum", "pnum"], name_IDs=[0, 1, 2], hinting=False)
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=[ord("0")])
    chosen.subset(font)
    names = {1: FAMILY, 2: weight.capitalize(), 4: f"{FAMILY} {weight}", 6: f"PlainZero-{weight.capitalize()}"}
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    font.save(PAPER / f"plain-zero-{weight}.ttf")
    font.flavor = "woff2"
    font.save(PAGES / f"plain-zero-{weight}.woff2")


if __name__ == "__main__":
    for weight in ("regular", "bold"):
        make(weight)
