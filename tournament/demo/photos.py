"""A photo of a paper as a coach takes it with a phone: a little askew, on a table, with what the child wrote."""

import io

from PIL import Image, ImageDraw, ImageFont

from ..models import Mark, Submission
from ..scanning import Picture

SIZE = WIDTH, HEIGHT = 900, 1200
TABLE, PAPER, PRINT, INK = "#8a6f55", "#fbfaf4", "#444444", "#1c3a86"
MARGIN, LINE = 90, 62
LINES_ON_PHOTO = 12


def photo(line: Submission) -> Picture:
    """The sheet of a line: its code, and what was written in the line's box."""
    paper = Image.new("RGB", (WIDTH - MARGIN, HEIGHT - MARGIN), PAPER)
    drawn, font = ImageDraw.Draw(paper), ImageFont.load_default(30)
    drawn.text((60, 40), f"{line.sheet.round.name}   {line.sheet.code}", PRINT, font)
    written = Submission.objects.filter(keying=line.keying_id, box=line.box).exclude(mark=Mark.BLANK)
    for at, each in enumerate(written.order_by("position")[:LINES_ON_PHOTO]):
        below = 130 + LINE * (at + 1)
        drawn.line((60, below, WIDTH - 180, below), "#b9c4d0", 2)
        drawn.text((80 + 7 * (at % 3), below - 44), each.text, INK, ImageFont.load_default(36))
        if each.mark == Mark.STRUCK_OUT:
            drawn.line((70, below - 20, 420, below - 28), INK, 4)
    table = Image.new("RGB", SIZE, TABLE)
    turned = paper.rotate(2.5, expand=True, fillcolor=TABLE, resample=Image.Resampling.BICUBIC)
    table.paste(turned, (MARGIN // 4, MARGIN // 4))
    buffer = io.BytesIO()
    table.save(buffer, "JPEG", quality=70, progressive=True)
    return Picture(buffer.getvalue(), WIDTH, HEIGHT)
