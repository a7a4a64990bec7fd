"""What comes in from phones and scanners, and what is kept of it: upright, small, and nothing but the paper.

`clean` opens a file in a process of its own. Files of each kind, the largest ones and several at once take that way;
the rest calls what the process calls.
"""

import contextlib
import hashlib
import io
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageCms

from tests.conftest import cannot_run
from tests.tournament.scanning.making import (
    half_red,
    pdf_of,
    pdf_of_size,
    png_of_size,
    secret_exif,
    secret_texts,
    stored,
)
from tournament.scanning import BadScan, clean, sentences
from tournament.uploaded_files import pictures
from tournament.uploaded_files.refusals import CannotOpen
from tournament.uploaded_files.scans import pages

PHONE = Path(__file__).parent / "phone.heic"
RED, WHITE = (200, 0, 0), (255, 255, 255)


def seen(picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.jpeg))


def near(colour, other) -> bool:
    return all(abs(a - b) <= 6 for a, b in zip(colour, other, strict=True))


def refusal(data: bytes) -> str:
    with pytest.raises(CannotOpen) as refused:
        pages(data)
    return sentences.sentence(refused.value, "scan")


@pytest.mark.parametrize(
    ("kind", "filename"), [("JPEG", "photo.pdf"), ("PNG", "photo.jpg"), ("WEBP", "no name at all")]
)
def test_a_picture_is_known_by_what_is_in_it_whatever_its_name(kind, filename):
    (picture,) = clean(stored(half_red(), kind), filename)
    assert (picture.width, picture.height) == seen(picture).size == (120, 80)
    assert seen(picture).format == "JPEG"
    assert near(seen(picture).getpixel((20, 40)), RED)
    assert near(seen(picture).getpixel((100, 40)), WHITE)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "LA", "CMYK", "I;16"])
def test_every_way_to_store_colours_gives_a_picture(mode):
    kind = "JPEG" if mode == "CMYK" else "PNG"
    drawn = half_red(mode="L" if mode == "I;16" else mode)
    if mode == "I;16":
        drawn = drawn.convert("I").point(lambda value: value * 256).convert(mode)
    (picture,) = pages(stored(drawn, kind))
    dark, light = (seen(picture).convert("L").getpixel((x, 40)) for x in (21, 100))
    assert dark < 110
    assert light > 245


def test_grey_stays_grey_and_colour_stays_colour():
    assert seen(pages(stored(half_red(mode="L")))[0]).mode == "L"
    assert seen(pages(stored(half_red()))[0]).mode == "RGB"


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_what_is_transparent_is_white_as_paper(mode):
    drawn = Image.new("RGBA", (60, 40), (0, 0, 0, 0))
    drawn.paste((0, 0, 0, 255), (0, 0, 30, 40))
    (picture,) = pages(stored(drawn.convert(mode)))
    assert near(seen(picture).convert("RGB").getpixel((50, 20)), WHITE)
    assert near(seen(picture).convert("RGB").getpixel((10, 20)), (0, 0, 0))


@pytest.mark.parametrize(
    "orientation,size,red_at",
    [
        (1, (120, 80), "left"),
        (2, (120, 80), "right"),
        (3, (120, 80), "right"),
        (4, (120, 80), "left"),
        (5, (80, 120), "top"),
        (6, (80, 120), "top"),
        (7, (80, 120), "bottom"),
        (8, (80, 120), "bottom"),
        (9, (120, 80), "left"),
    ],
)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_is_turned_upright(kind, orientation, size, red_at):
    (picture,) = pages(stored(half_red(), kind, exif=secret_exif(orientation)))
    width, height = size
    ends = {
        "left": (3, height // 2),
        "right": (width - 4, height // 2),
        "top": (width // 2, 3),
        "bottom": (width // 2, height - 4),
    }
    across = ("left", "right") if size == (120, 80) else ("top", "bottom")
    assert seen(picture).size == size
    assert [end for end in across if near(seen(picture).getpixel(ends[end]), RED)] == [red_at]


def secrets() -> dict[str, bytes]:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return {
        "a JPEG's EXIF, place, XMP, colours and comment": stored(
            half_red(),
            "JPEG",
            exif=secret_exif(),
            xmp=b"SECRET xmp",
            icc_profile=profile,
            comment=b"SECRET comment",
        ),
        "a PNG's texts, EXIF and colours": stored(
            half_red(), "PNG", pnginfo=secret_texts(), exif=secret_exif(), icc_profile=profile
        ),
        "a WEBP's EXIF, XMP and colours": stored(
            half_red(), "WEBP", exif=secret_exif(), xmp=b"SECRET xmp", icc_profile=profile
        ),
        "a PDF's author and title": pdf_of(half_red(300, 200), title="SECRET title", author="SECRET author"),
        "what stands behind the end of a picture": stored(half_red(), "JPEG") + b"SECRET tail" * 50,
    }


@pytest.mark.parametrize("what", secrets())
def test_nothing_is_kept_but_the_picture(what):
    data = secrets()[what]
    assert b"SECRET" in data or what.startswith("a PDF")
    (picture,) = pages(data)
    result = seen(picture)
    assert b"SECRET" not in picture.jpeg
    assert not result.getexif()
    assert set(result.info) <= {
        "jfif",
        "jfif_version",
        "jfif_unit",
        "jfif_density",
        "progressive",
        "progression",
    }
    assert [name for name, _body in result.applist] == ["APP0"]


def test_a_picture_from_a_phone_is_read_upright_and_without_its_place():
    if pictures.pi_heif is None:
        cannot_run("there is no pi-heif for this system")
    assert b"SecretMaker" in PHONE.read_bytes()
    (picture,) = clean(PHONE.read_bytes(), "IMG_0001.HEIC")
    assert (picture.width, picture.height) == (96, 160)
    assert near(seen(picture).getpixel((48, 20)), RED)
    assert near(seen(picture).getpixel((48, 140)), WHITE)
    assert b"Secret" not in picture.jpeg


def test_where_heic_cannot_be_read_a_sentence_says_so(monkeypatch):
    monkeypatch.setattr(pictures, "pi_heif", None)
    with pytest.raises(CannotOpen) as refused:
        pages(PHONE.read_bytes())
    assert sentences.sentence(refused.value, "IMG_1.HEIC") == (
        "This computer cannot read HEIC pictures such as “IMG_1.HEIC”. Save it as JPEG."
    )


@pytest.mark.parametrize(
    "size,stored_size",
    [
        ((1500, 5000), (720, 2400)),
        ((2400, 9), (2400, 9)),
        ((6000, 2), (2400, 1)),
    ],
)
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_the_long_side_is_2400_at_most(size, stored_size, kind):
    (picture,) = pages(stored(half_red(*size), kind))
    assert (picture.width, picture.height) == seen(picture).size == stored_size


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_photo_of_twelve_megapixels_is_opened_within_the_limits(kind):
    (picture,) = clean(stored(half_red(4000, 3000), kind), "x")
    assert (picture.width, picture.height) == seen(picture).size == (2400, 1800)


def test_what_is_kept_is_progressive_and_the_same_every_time():
    data = stored(half_red(), "PNG")
    first, again = (pages(data)[0] for _time in range(2))
    assert first == again
    assert seen(first).info["progressive"] == 1


def test_two_jpegs_in_one_file_as_some_phones_store_them_give_the_first():
    data = stored(half_red(), "MPO", save_all=True, append_images=[Image.new("RGB", (120, 80))])
    (picture,) = pages(data)
    assert near(seen(picture).getpixel((100, 40)), WHITE)


@pytest.mark.parametrize(
    "data,message",
    [
        (b"", "“scan” is empty."),
        (b"\0" * 20_000_001, "“scan” is larger than 20 MB. Take the picture with fewer pixels."),
        (b"MZ\x90\0" * 50, "“scan” is neither a picture (JPEG, PNG, WEBP, HEIC) nor a PDF."),
        (stored(half_red(), "GIF"), "“scan” is neither a picture (JPEG, PNG, WEBP, HEIC) nor a PDF."),
        (
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            "“scan” is neither a picture (JPEG, PNG, WEBP, HEIC) nor a PDF.",
        ),
        (png_of_size(7100, 7100), "“scan” has more than 50 megapixels. Take the picture with fewer."),
        (png_of_size(60_000, 60_000), "“scan” has more than 50 megapixels. Take the picture with fewer."),
    ],
    ids=["empty", "large", "program", "gif", "svg", "51 megapixels", "bomb"],
)
def test_what_is_no_scan_is_refused_with_a_sentence(data, message):
    assert refusal(data) == message


def test_a_webp_is_taken_up_to_25_megapixels():
    data = stored(Image.new("L", (5000, 5001)), "WEBP", quality=1, method=0)
    assert refusal(data) == "“scan” has more than 25 megapixels. Take the picture with fewer."


def test_many_at_once_are_made_one_after_another_and_all_come_right():
    page, photo = pdf_of(half_red(300, 400)), stored(half_red(), "JPEG")
    expected = [clean(page, "x"), clean(photo, "x")]
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda data: clean(data, "x"), [page, photo] * 2))
    assert made == expected * 2


DAMAGED = "“scan” is damaged: part of the picture is missing. Take it again."


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_cut_off_anywhere_is_refused(kind):
    noise = Image.effect_noise((120, 80), 60).convert("RGB")
    whole = stored(noise, kind)
    for end in (13, 40, len(whole) // 2, len(whole) - 400):
        with pytest.raises(CannotOpen, match="picture_damaged"):
            pages(whole[:end])


def test_a_phones_picture_cut_off_is_refused():
    if pictures.pi_heif is None:
        cannot_run("there is no pi-heif for this system")
    assert refusal(PHONE.read_bytes()[:600]) == DAMAGED


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "PDF"])
def test_bytes_turned_by_chance_give_a_picture_or_a_sentence_and_nothing_else(kind):
    chance = random.Random(hashlib.sha256(kind.encode()).digest())
    drawn = Image.effect_noise((150, 110), 60).convert("RGB")
    whole = stored(drawn, kind)
    for _time in range(100):
        broken = bytearray(whole)
        for _each in range(chance.randrange(1, 6)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        made = []
        with contextlib.suppress(CannotOpen):
            made = pages(bytes(broken))
        assert all(max(each.width, each.height) <= 2400 for each in made)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_a_moving_picture_is_refused(kind):
    data = stored(half_red(), kind, save_all=True, append_images=[Image.new("RGB", (120, 80))], duration=100)
    assert refusal(data) == "“scan” is an animation. Send one picture for each page."


def test_a_jpeg_of_a_thousand_scans_is_refused_before_it_is_unpacked():
    whole = stored(half_red(), "JPEG", progressive=True)
    start = whole.rindex(b"\xff\xda")
    data = whole[:start] + whole[start:-2] * 1000 + b"\xff\xd9"
    assert refusal(data) == "“scan” is stored in an unusual way. Save it as JPEG again."


def test_a_pdf_gives_a_picture_a_page():
    first, second = clean(pdf_of(half_red(827, 1169), half_red(1169, 827)), "scan.pdf")
    assert (first.width, first.height) == (1655, 2338)
    assert (second.width, second.height) == (2338, 1655)
    assert near(seen(first).getpixel((100, 1000)), RED)


def test_a_large_page_is_drawn_2400_pixels_long():
    (picture,) = pages(pdf_of_size(2384, 3370))
    assert max(picture.width, picture.height) == 2400


def test_ten_pages_are_taken_and_eleven_are_not():
    page = half_red(200, 250)
    assert len(clean(pdf_of(*[page] * 10), "x")) == 10
    assert refusal(pdf_of(*[page] * 11)) == "“scan” has 11 pages; at most 10 can be sent at once. Split it."


PAPER = "Page 1 of “scan” is not the size of a sheet of paper. Save the PDF as A4 or US Letter."


@pytest.mark.parametrize("size", [(14400, 14400), (612, 3401), (10, 800), (99999999, 99999999)])
def test_a_page_of_no_papers_size_is_refused(size):
    assert refusal(pdf_of_size(*size)) == PAPER


def test_a_picture_too_large_on_a_page_is_refused_before_it_is_unpacked():
    bomb = pdf_of(Image.new("1", (1000, 1000))).replace(b"/Width 1000", b"/Width 99000")
    assert refusal(bomb) == "A picture on page 1 of “scan” has more than 50 megapixels."


def test_a_pdf_that_is_none_is_refused():
    message = "“scan” is damaged or locked with a password. Save the PDF again, or send pictures."
    assert refusal(b"%PDF-1.7\nnothing") == message
    with pytest.raises(BadScan) as refused:
        clean(pdf_of(half_red())[:300], "scan")
    assert str(refused.value) == message


def test_a_pdf_may_begin_with_what_a_scanner_wrote_before_it():
    (picture,) = pages(b"\r\nscanned by desk 4\r\n" + pdf_of(half_red(300, 400)))
    assert picture.height > picture.width


def test_a_picture_that_speaks_of_a_pdf_stays_a_picture():
    (picture,) = pages(stored(half_red(), "JPEG", comment=b"%PDF-1.7"))
    assert (picture.width, picture.height) == (120, 80)


def test_a_picture_keeps_its_handwriting():
    page = Image.new("L", (1600, 2200), 255)
    page.paste(40, (200, 300, 1000, 303))
    (picture,) = pages(stored(page, "PNG"))
    assert ImageChops.difference(seen(picture), page).getextrema()[1] < 40
