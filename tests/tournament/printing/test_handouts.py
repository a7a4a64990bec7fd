"""Lists, badges and certificates: names in many scripts stay text and are on the page."""

import pypdfium2
import pytest

from tournament.printing import handouts
from tournament.printing.handouts import Badge, Certificate, ListColumn, PrintedList

COLUMNS = [ListColumn("", tick=True), ListColumn("Name", 4), ListColumn("Number", numeric=True)]
NAMES = ["Zoë Müller", "Łukasz Đorđević", "Σωκράτης", "Ёлкин", "#set text(red)", "$x$ *b* `c`", "x" * 160]


def pages(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    return [page.get_textpage().get_text_range().replace("\r", "") for page in document]


def test_each_list_begins_a_page_and_repeats_its_heading():
    rows = [["", name, str(number)] for number, name in enumerate(NAMES[:6], start=101)]
    long = [["", f"Player {number}", str(number)] for number in range(101, 201)]
    result = pages(
        handouts.lists("Spring Day", [PrintedList("Grade 3", COLUMNS, rows), PrintedList("Grade 4", COLUMNS, long)])
    )
    assert all(name in result[0] for name in NAMES[:6])
    assert len(result) > 3
    assert all("Number" in page for page in result)


def test_ten_badges_fit_a_page():
    badge = Badge("101", "Zoë", "Müller", "Grade 3 · Otters", "https://x.example/events/spring/check-in/101/")
    result = pages(handouts.badges("Spring Day", [badge] * 11))
    assert len(result) == 2
    assert result[0].count("Müller") == 10
    assert len(pages(handouts.badges("Spring Day", [badge] * 10, paper="us-letter"))) == 1


def test_a_certificate_is_one_page_whatever_the_name():
    made = [Certificate(name, "place 1, shared", "Grade 3", ("Ada Lund",) * 12, "Not final") for name in NAMES]
    result = pages(handouts.certificates("Spring Day", "9 May 2026", "Certificate", made))
    assert len(result) == len(NAMES)
    assert all("Not final" in page for page in result)


def test_nothing_is_not_printed():
    with pytest.raises(ValueError, match="nothing to print"):
        handouts.badges("Spring Day", [])
