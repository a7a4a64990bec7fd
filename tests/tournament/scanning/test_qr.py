"""A photo of a sheet finds its sheet, however it was taken; a photo of anything else finds none."""

import io
import random

import pypdfium2
import pytest
import segno
from PIL import Image, ImageChops, ImageFilter

from tests.conftest import cannot_run
from tests.tournament.scanning.making import half_red, stored
from tournament.printing.sheets import SheetToPrint, pdf
from tournament.scanning import clean, one_code
from tournament.uploaded_files import scans, stored_picture

CODE, OTHER = "K7M4RXF", "6V4C5P4"


@pytest.fixture(autouse=True)
def _needs_a_reader():
    if not stored_picture.HAS_READER:
        cannot_run("there is no zxing-cpp for this system")


@pytest.fixture(scope="module")
def printed() -> bytes:
    return pdf(
        [SheetToPrint(CODE, "24 Game", number=7, name="Li")], event="Spring", base_url="https://desk.example.org"
    )


@pytest.fixture(scope="module")
def sheet(printed) -> Image.Image:
    with pypdfium2.PdfDocument(printed) as document:
        return document[0].render(scale=150 / 72, grayscale=True).to_pil().copy()


def photo(sheet: Image.Image, seed: int) -> Image.Image:
    """The page on a grey desk, from aslant, in uneven light, a little out of focus."""
    chance = random.Random(seed)
    width, height = (int(side * 1.3) for side in sheet.size)
    desk = Image.new("L", (width, height), 110)
    desk.paste(sheet, ((width - sheet.width) // 2, (height - sheet.height) // 2))
    left, right, top, bottom = ([chance.uniform(0, 0.08) for _end in range(2)] for _side in range(4))
    corners = [
        (left[0] * width, top[0] * height),
        (left[1] * width, height - bottom[0] * height),
        (width - right[1] * width, height - bottom[1] * height),
        (width - right[0] * width, top[1] * height),
    ]
    taken = desk.transform(desk.size, Image.Transform.QUAD, sum(corners, ()), Image.Resampling.BILINEAR)
    taken = taken.rotate(chance.choice((0, 90, 180, 270)) + chance.uniform(-12, 12), expand=True, fillcolor=110)
    light = Image.linear_gradient("L").resize(taken.size).point(lambda value: 130 + value // 2)
    return ImageChops.multiply(taken, light).filter(ImageFilter.GaussianBlur(1.2))


def code_in(drawn: Image.Image) -> str | None:
    (page,) = scans.pages(stored(drawn, "JPEG", quality=75))
    return one_code(stored_picture.texts_of(page))


def test_a_scanned_pdf_finds_its_sheet(printed):
    assert [picture.code for picture in clean(printed, "x.pdf")] == [CODE]


@pytest.mark.parametrize("seed", range(3))
def test_a_photo_from_aslant_finds_its_sheet(sheet, seed):
    assert code_in(photo(sheet, seed)) == CODE


@pytest.mark.parametrize("degrees", [0, 90, 180, 270, 37])
def test_a_page_finds_its_sheet_whichever_way_it_lies(sheet, degrees):
    assert code_in(sheet.rotate(degrees, expand=True, fillcolor=255)) == CODE


def qr_of(*texts: str) -> Image.Image:
    drawn = Image.new("L", (400 * len(texts), 400), 255)
    for at, text in enumerate(texts):
        drawn.paste(_modules(text), (400 * at + 30, 30))
    return drawn


def _modules(text: str) -> Image.Image:
    rows = [[0 if dark else 255 for dark in row] for row in segno.make_qr(text).matrix]
    small = Image.new("L", (len(rows), len(rows)))
    small.putdata([value for row in rows for value in row])
    return small.resize((len(rows) * 6, len(rows) * 6), Image.Resampling.NEAREST)


def address(code: str) -> str:
    return f"https://desk.example.org/sheets/{code}/"


def test_no_qr_code_no_sheet():
    assert code_in(half_red(800, 600)) is None


@pytest.mark.parametrize("text", ["https://www.example.com/", CODE, address("K7M4RXH"), address(""), address("K7M4RX")])
def test_the_qr_code_of_something_else_is_no_sheet(text):
    assert code_in(qr_of(text)) is None


def test_two_sheets_in_one_picture_are_left_to_a_person():
    assert code_in(qr_of(address(CODE), address(OTHER))) is None


def test_the_same_code_twice_or_beside_anothers_is_its_sheet():
    assert code_in(qr_of(address(CODE), address(CODE))) == CODE
    assert code_in(qr_of(address(CODE), "https://www.example.com/")) == CODE


def test_without_a_reader_no_sheet_is_found_and_nothing_breaks(printed, monkeypatch):
    monkeypatch.setattr(stored_picture, "HAS_READER", False)
    assert scans.read(io.BytesIO(printed))[0][0]["qr"] == []
