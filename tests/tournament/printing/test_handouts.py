"""Lists, badges and certificates: names in many scripts stay text and are on the page."""

import ctypes
from dataclasses import replace

import pypdfium2
import pytest

from tournament.printing import handouts, sheets, typesetting
from tournament.printing.handouts import Badge, Certificate, ListColumn, PrintedList

COLUMNS = [ListColumn("", tick=True), ListColumn("Name", 4), ListColumn("Number", numeric=True)]
IN_ITS_FONT = {
    "Michał Źdźbło": "Atkinson",
    "Şule Ağaoğlu İpek": "Atkinson",
    "Ștefan Țăran": "Atkinson",
    "Þórður Ægisdóttir": "Atkinson",
    "Žemaitė Ąžuolė Ųžė": "Atkinson",
    "Nguyễn Thị Hồng": "NotoSans",
    "Đặng Ơn Ưu": "NotoSans",
    "Ọláyínká Ẹ̀ṣọ́": "NotoSans",
    "Σωκράτης": "NotoSans",
    "Ёлкин": "NotoSans",
}
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


def test_lists_that_run_on_share_pages_and_only_what_is_longer_than_a_page_is_torn():
    def rows(count: int) -> list[list[str]]:
        return [["", "first", ""], *[["", "Ada", ""]] * count, ["", "last", ""]]

    printed = [PrintedList(title, COLUMNS, rows(7), group="3") for title in ("Three", "Four")]
    printed += [PrintedList(title, COLUMNS, rows(7), group="5") for title in ("Five", "Five")]
    printed.append(PrintedList("Six", COLUMNS, rows(60), group="6"))
    found = pages(handouts.lists("Spring Day", printed, run_on=True, closing="Key"))
    words = ("Three", "Four", "Five", "Six", "first", "last", "Key")
    assert [[page.count(word) for word in words] for page in found] == [
        [1, 1, 0, 0, 2, 2, 0],
        [0, 0, 2, 1, 3, 2, 0],
        [0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 1, 1],
    ]


def test_ten_badges_fit_a_page():
    badge = Badge("101", "Zoë", "Müller", "Grade 3 · Otters", "https://x.example/events/spring/check-in/101/")
    result = pages(handouts.badges("Spring Day", [badge] * 11))
    assert len(result) == 2
    assert result[0].count("Müller") == 10
    first, last = pypdfium2.PdfDocument(handouts.badges("Spring Day", [badge] * 11))
    tops = [page.get_textpage().get_charbox(0)[3] for page in (first, last)]
    assert tops[0] == pytest.approx(tops[1])  # the last one lies top left, not in the middle
    assert len(pages(handouts.badges("Spring Day", [badge] * 10, paper="us-letter"))) == 1


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_a_certificate_is_one_page_whatever_the_name(paper):
    event, members = "Number Tournament of the Valley Schools and of All Their Friends " * 2, ("Ada Lund",) * 40
    made = [Certificate(name, "First place, shared", "Grade 3", 1, members, "Not final") for name in NAMES]
    made.append(Certificate("Ada Lund", "took part", "Grade 3 · Otters"))
    made[0] = replace(made[0], reason="won the tiebreaker 4 : 2")
    result = pages(handouts.certificates(event.strip(), "moss", "9 May 2026", made, paper=paper))
    assert len(result) == len(NAMES) + 1
    assert ["Not final" in page for page in result] == [True] * len(NAMES) + [False]
    assert ["won the tiebreaker 4 : 2" in page for page in result] == [True] + [False] * len(NAMES)
    assert all("9 May 2026" in page and "Signature" in page for page in result)


@pytest.mark.parametrize(("name", "font"), IN_ITS_FONT.items())
def test_all_letters_of_a_name_are_printed_and_in_one_font(name, font):
    printed = {
        "list": handouts.lists("Spring Day", [PrintedList("Grade 3", COLUMNS, [["", name, "101"]])]),
        "badge": handouts.badges("Spring Day", [Badge("101", name, "", "", "https://x.example/")]),
        "certificate": handouts.certificates("Spring Day", "moss", "9 May", [Certificate(name, "took part")]),
        "sheet": sheets.pdf(
            [sheets.SheetToPrint("K7M4RXF", "24", number=101, name=name)],
            event="Spring Day",
            base_url="https://x.example",
        ),
    }
    for what, pdf in printed.items():
        (of_all,) = fonts_of(name, pdf)
        assert font in of_all, what
    assert typesetting.first_unprintable([name]) == ""


def test_a_name_in_letters_that_no_font_has_is_named():
    assert typesetting.first_unprintable(["Ёлкин", "Ada \U000e1234", "Nguyễn"]) == "Ada \U000e1234"


def fonts_of(name: str, pdf: bytes) -> set[str]:
    """The fonts in which the letters of `name` are printed, on the first page."""
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    whole = text.get_text_range()
    letters = [at for at in range(whole.index(name[:2]), len(whole)) if whole[at].isalpha()]
    return {_font(text, at) for at in letters[: sum(letter.isalpha() for letter in name)]}


def _font(text: pypdfium2.PdfTextPage, at: int) -> str:
    name = ctypes.create_string_buffer(100)
    pypdfium2.raw.FPDFText_GetFontInfo(text, at, name, len(name), None)
    return name.value.decode()
