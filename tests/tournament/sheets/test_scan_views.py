"""Sending pictures of sheets and seeing them: what is hostile is refused, what is private stays so."""

import datetime
import io
from pathlib import Path

import pypdfium2
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from bench.drills.hostile_files import nested_pdf
from tests.conftest import cannot_run
from tests.tournament.scanning.making import half_red, pdf_of, png_of_size, secret_exif, stored
from tests.tournament.set_up import made_once
from tournament.models import Scan, Sheet
from tournament.organiser import actions as events
from tournament.printing.sheets import SheetToPrint, pdf
from tournament.rounds import actions as rounds
from tournament.scanning import clean
from tournament.sheets import actions as sheets, scan_actions
from tournament.uploaded_files import stored_picture

pytestmark = pytest.mark.django_db


@pytest.fixture
def hers(client, volunteer) -> Client:
    client.force_login(volunteer)
    return client


@pytest.fixture
@made_once
def sheet(organiser, entrant, round_24) -> Sheet:
    sheets.print_(by=organiser, round_=round_24)
    return Sheet.objects.get()


@pytest.fixture
def send(hers, sheet):
    """send(content, name="photo.jpg", …) attaches files to the sheet on its page."""

    def post(*files: bytes, name: str = "photo.jpg", kind: str = "image/jpeg"):
        pictures = [SimpleUploadedFile(name, content, kind) for content in files]
        address = reverse("scan-add", args=[sheet.round.event.slug, sheet.code])
        return hers.post(address, {"pictures": pictures})

    return post


@pytest.fixture
@made_once
def scan(volunteer, sheet) -> Scan:
    pictures = clean(stored(half_red()), "photo.png")
    return scan_actions.attach(by=volunteer, sheet=sheet, pictures=pictures).scans[0]


def address(scan: Scan, name: str = "scan") -> str:
    return reverse(name, args=[scan.sheet.round.event.slug, scan.pk])


# Sending to one sheet


def test_a_photo_hangs_on_its_sheet_without_what_the_camera_wrote_into_it(send, hers, sheet):
    taken = stored(half_red(), "JPEG", exif=secret_exif())
    assert b"SECRET" in taken
    page = hers.get(send(taken).url).content.decode()
    kept = Scan.objects.get()
    assert address(kept) in page
    assert "1 picture is attached." in page
    assert b"SECRET" not in Path(kept.file.path).read_bytes()


def test_every_page_of_a_pdf_is_a_picture(send):
    assert send(pdf_of(half_red(200, 300), half_red(210, 300)), name="scan.pdf").status_code == 302
    assert Scan.objects.count() == 2


def test_the_same_photo_sent_twice_is_there_once(send, hers):
    photo = stored(half_red(), "JPEG")
    send(photo)
    page = hers.get(send(photo).url).content.decode()
    assert "This picture was there already." in page
    assert Scan.objects.count() == 1


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HTML = b"<!doctype html><script>alert(document.cookie)</script>"


@pytest.mark.parametrize(
    ("content", "name", "kind"),
    [
        (SVG, "sheet.svg", "image/svg+xml"),
        (SVG, "sheet.jpg", "image/jpeg"),
        (HTML, "sheet.jpg", "image/jpeg"),
        (b"\xff\xd8\xff" + HTML, "sheet.jpg", "image/jpeg"),
        (b"%PDF-1.7\n" + HTML, "sheet.pdf", "application/pdf"),
        (png_of_size(60_000, 60_000), "bomb.png", "image/png"),
        (stored(half_red())[:200], "half.png", "image/png"),
        (nested_pdf(), "heavy.pdf", "application/pdf"),
        (b"\xff\xd8\xff" + bytes(20_000_001), "large.jpg", "image/jpeg"),
        (b"", "empty.jpg", "image/jpeg"),
        (b"GIF89a" + bytes(100), "dance.gif", "image/gif"),
    ],
    ids=["svg", "svg as jpg", "html", "html in jpg", "html in pdf", "bomb", "half", "heavy", "large", "empty", "gif"],
)
def test_what_is_no_picture_of_a_sheet_is_refused_at_the_field(content, name, kind, send):
    answer = send(content, name=name, kind=kind)
    assert answer.status_code == 400
    assert name in answer.context["pictures"].errors["pictures"][0]
    assert not Scan.objects.exists()


def test_one_bad_file_among_good_ones_takes_all_back(send):
    assert send(stored(half_red()), HTML).status_code == 400
    assert not Scan.objects.exists()


def test_a_hostile_file_name_is_text(send):
    answer = send(HTML, name="<img src=x onerror=alert(1)>.jpg")
    assert "<img src=x" not in answer.content.decode()


def test_no_file_is_asked_for_kindly(send):
    answer = send()
    assert answer.status_code == 400
    assert "Choose a picture" in answer.content.decode()


def test_more_than_a_request_may_carry_gets_a_page_that_says_so(send, settings):
    settings.LARGEST_UPLOAD = 10_000
    answer = send(bytes(20_000))
    assert answer.status_code == 413
    assert "larger than" in answer.content.decode()
    assert not Scan.objects.exists()


def test_thirty_megabytes_are_refused(send):
    answer = send(b"\xff\xd8\xff" + bytes(30_000_000))
    assert answer.status_code == 400
    assert "larger than 20 MB" in answer.content.decode()


# A pile


@pytest.fixture
def pile(hers, event):
    def post(*files: tuple[str, bytes], code: str = ""):
        pictures = [SimpleUploadedFile(name, content) for name, content in files]
        return hers.post(reverse("pictures", args=[event.slug]), {"pictures": pictures, "code": code})

    return post


def photo_of(sheet: Sheet) -> bytes:
    made = pdf([SheetToPrint(sheet.code, "24 Game")], event="Spring", base_url="https://desk.example.org")
    with pypdfium2.PdfDocument(io.BytesIO(made)) as document:
        page = document[0].render(scale=2, grayscale=True).to_pil()
    desk = Image.new("L", (page.width + 100, page.height + 100), 120)
    desk.paste(page, (40, 60))
    return stored(desk.rotate(4, fillcolor=120), "JPEG")


def states(answer) -> list[tuple[str, str, bool]]:
    return [(each.filename, each.state, each.needs_code) for each in answer.context["outcomes"]]


def test_each_picture_of_a_pile_finds_its_sheet_and_the_rest_ask_for_a_code(pile, sheet):
    if not stored_picture.HAS_READER:
        cannot_run("there is no zxing-cpp for this system")
    answer = pile(("one.jpg", photo_of(sheet)), ("two.png", stored(half_red())), ("three.txt", b"hello"))
    assert states(answer) == [
        ("one.jpg", "accepted", False),
        ("two.png", "needs_ruling", True),
        ("three.txt", "refused", False),
    ]
    assert Scan.objects.get().sheet == sheet
    assert states(pile(("one.jpg", photo_of(sheet)))) == [("one.jpg", "counts_once", False)]


def test_a_code_typed_beside_it_says_whose_a_picture_is(pile, sheet):
    assert states(pile(("x.png", stored(half_red())), code=sheet.code)) == [("x.png", "accepted", False)]
    assert Scan.objects.get().sheet == sheet


@pytest.mark.parametrize("code", ["K7M4RXF", "K7M4RXX", "zzz", "101"])
def test_a_wrong_code_keeps_nothing(code, pile, sheet):
    assert states(pile(("x.png", stored(half_red())), code=code)) == [("x.png", "refused", True)]
    assert not Scan.objects.exists()


def test_the_sheet_of_another_event_is_not_found(pile, sheet, sheet_elsewhere):
    answer = pile(("x.png", stored(half_red())), code=sheet_elsewhere.code)
    assert states(answer) == [("x.png", "refused", True)]


@pytest.fixture
@made_once
def sheet_elsewhere(organiser, round_24) -> Sheet:
    other = events.create(by=organiser, name="Elsewhere", slug="other", held_on=datetime.date(2026, 6, 1), grades=[3])
    return Sheet.objects.create(round=rounds.add(by=organiser, event=other, format_slug="twenty_four"), kind="spare")


# Seeing one


def test_a_picture_is_served_as_a_picture_and_as_nothing_else(hers, scan):
    answer = hers.get(address(scan))
    assert b"".join(answer.streaming_content) == Path(scan.file.path).read_bytes()
    assert {name: answer[name] for name in ("Content-Type", "Content-Disposition", "Cache-Control")} == {
        "Content-Type": "image/jpeg",
        "Content-Disposition": f'inline; filename="{scan.sheet.printed_code}.jpg"',
        "Cache-Control": "private, max-age=600",
    }
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer["Content-Security-Policy"]


def test_whoever_may_not_see_it_is_told_so(scan, other_volunteer):
    other = Client()
    other.force_login(other_volunteer)
    answer = other.get(address(scan))
    assert answer.status_code == 403
    assert "Only organisers, judges and the person typing the sheet" in answer.content.decode()
    page = other.get(reverse("sheet", args=[scan.sheet.round.event.slug, scan.sheet.code]))
    assert address(scan) not in page.content.decode()
    assert other.post(address(scan, "scan-remove")).status_code == 403


def test_a_file_that_is_gone_from_the_disk_is_said_to_be(hers, scan):
    Path(scan.file.path).unlink()
    answer = hers.get(address(scan))
    assert answer.status_code == 404
    assert "its file is missing on this computer" in answer.content.decode()


def test_a_picture_taken_away_is_not_found(hers, scan):
    assert hers.post(address(scan, "scan-remove"), {"why": "Blurred"}).status_code == 302
    assert hers.get(address(scan)).status_code == 404
