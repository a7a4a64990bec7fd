"""Answer sheets as they come out of the printer: read back from the PDF, its pages turned to pictures."""

import math
import random
from dataclasses import replace
from fractions import Fraction

import pypdfium2
import pytest
from hypothesis import given, strategies as st

from judging.games.paper import Box, label_of
from tests.conftest import cannot_run
from tournament.common.sheet_codes import new_code, shown
from tournament.printing.sheets import SheetToPrint, pages, pdf

EVENT, BASE = "Spring Tournament", "https://desk.example.org"
CHANCE = random.Random(5)


def boxes(count: int, numbers: int = 4) -> list[Box]:
    return [Box(label_of("Set", n), tuple(range(n, n + numbers)), Fraction(20 * n + 1, 2)) for n in range(1, count + 1)]


def sheet(count: int = 3, *, numbers: int = 4, **facts) -> SheetToPrint:
    given = {"number": 104, "name": "Zoë Sánchez", "grade": "Grade 5", "team": "The Primes"} | facts
    return SheetToPrint(new_code(CHANCE), "Many to One", boxes(count, numbers), **given)


def spare(count: int = 3) -> SheetToPrint:
    return SheetToPrint(new_code(CHANCE), "Many to One", boxes(count))


def opened(*sheets: SheetToPrint, **options) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(pdf(sheets, event=EVENT, base_url=BASE, **options))


def texts(*sheets: SheetToPrint, **options) -> list[str]:
    """What stands on each page, every space as one."""
    with opened(*sheets, **options) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def test_a_sheet_says_whose_it_is_and_what_is_asked():
    one = sheet(1)
    (text,) = texts(one, lines=2)
    for message in (EVENT, "Many to One", "Player", "104", "Zoë Sánchez", "Grade 5 · The Primes", "Set 1"):
        assert message in text
    assert "1 2 3 4 → 21/2" in text
    assert "Page 1 of 1 of this sheet" in text
    assert text.count(shown(one.code)) == 2


def test_a_team_sheet_has_the_teams_name_and_asks_for_no_number():
    (text,) = texts(sheet(1, number=None, name="The Primes", team=""))
    assert "The Primes" in text
    assert "Player" not in text


def test_a_spare_has_places_to_write_in_who_it_is():
    (text,) = texts(spare())
    assert "Many to One · Spare sheet" in text
    for word in ("Player", "Name", "Grade", "Team"):
        assert word in text


def test_a_spare_of_a_team_round_asks_for_the_team_and_no_player():
    (text,) = texts(replace(spare(), for_team=True))
    assert [word in text for word in ("Player", "Name", "Grade", "Team")] == [False, False, True, True]


def test_a_spare_with_the_question_of_one_grade_says_which():
    (text,) = texts(replace(spare(), grade="Grade 5"))
    assert "Many to One · Spare sheet · Grade 5" in text
    assert text.count("Grade") == 1


def test_a_question_that_is_copied_has_a_heading_its_lines_and_the_folds_of_the_round():
    blank = replace(spare(), boxes=[Box(label_of("Round", n), (), Fraction(0)) for n in (1, 2, 3)], one_by_one=True)
    (text,) = texts(replace(blank, to_copy=True))
    assert [text.count(word) for word in ("Question 1", "Question 3", "Fold this part back", "→")] == [1, 1, 2, 0]
    assert pages(replace(blank, to_copy=True))[0][0].lines == pages(replace(sheet(3), one_by_one=True))[0][0].lines
    assert not pages(replace(blank, to_copy=True), lines=1)[0][0].is_row


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_where_one_method_is_enough_twenty_numbers_fit_one_page(paper):
    numbers = tuple(Box(label_of("Number", n), (), Fraction(n)) for n in range(1, 21))
    one = replace(spare(), boxes=numbers, one_method=True, deals_cards=True)
    (text,) = texts(one, paper=paper)
    assert " ".join(map(str, range(1, 21))) in text
    assert "A method shows the three cards dealt for its number: A = 1, J = 11, Q = 12, K = 13." in text
    assert len(pages(one, lines=3, paper=paper)) == 2
    assert pages(replace(one, boxes=()))[0][0].lines == 23  # nothing is printed on it: lines to write on


@pytest.mark.parametrize("count,folds", [(1, [0]), (3, [2]), (6, [3, 1])])
def test_boxes_that_are_played_one_by_one_have_a_fold_between_them(count, folds):
    one = replace(sheet(count), one_by_one=True)
    assert one.columns == 1
    assert [text.count("Fold this part back") for text in texts(one)] == folds


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8, 10])
def test_up_to_ten_boxes_fit_one_page_and_fill_it(count, paper):
    ((*strips,),) = pages(sheet(count), paper=paper)
    assert sum(len(strip.boxes) for strip in strips) == count
    assert len(texts(sheet(count), paper=paper)) == 1
    assert min(strip.lines for strip in strips) >= 3


def test_the_page_is_filled_by_as_many_lines_as_fit():
    lines = {count: pages(sheet(count))[0][0].lines for count in (1, 2, 3, 4, 10)}
    assert lines == {1: 23, 2: 11, 3: 6, 4: 4, 10: 3}


def test_long_sets_of_numbers_keep_the_width_of_the_page():
    assert sheet(6, numbers=5).columns == 2
    assert sheet(6, numbers=6).columns == 1


def test_every_page_of_a_long_sheet_says_whose_it_is_and_which_page_of_how_many():
    long = sheet(10)
    message = texts(long, spare(1), lines=8)
    assert [text.count(shown(long.code)) for text in message] == [2, 2, 2, 0]
    assert [text[text.index("Page") :].split(" of this sheet")[0] for text in message] == [
        "Page 1 of 3",
        "Page 2 of 3",
        "Page 3 of 3",
        "Page 1 of 1",
    ]
    assert all("104" in text for text in message[:3])


def test_a_box_longer_than_a_page_goes_on_overleaf():
    result = [[(strip.first, strip.lines) for strip in page] for page in pages(sheet(1), lines=50)]
    assert result == [[(1, 23)], [(24, 23)], [(47, 4)]]


@given(st.integers(0, 40), st.integers(1, 40), st.sampled_from(["a4", "us-letter"]), st.booleans())
def test_every_line_of_every_box_has_its_place_once_and_no_page_is_too_full(count, lines, paper, one_by_one):
    one = replace(sheet(count), one_by_one=one_by_one)
    made = pages(one, lines, paper)
    strips = [strip for page in made for strip in page]
    placed = [
        (str(box.label), n)
        for strip in strips
        for box in strip.boxes
        for n in range(strip.first, strip.first + strip.lines)
    ]
    assert sorted(placed) == sorted((str(box.label), n) for box in one.boxes for n in range(1, lines + 1))
    assert all(made)
    room = 224 if paper == "a4" else 206.4
    assert all(sum(strip.height + one.between for strip in page) - one.between <= room for page in made)
    assert len(made) <= math.ceil(len(strips))


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
@pytest.mark.parametrize("count,lines", [(0, None), (0, 40), (1, 40), (7, 3), (7, 9), (30, None)])
def test_what_was_counted_to_fit_fits(count, lines, paper):
    timed = replace(sheet(count), one_by_one=True)
    for one in (sheet(count), sheet(count, number=None), timed, SheetToPrint("K7M4RXF", "24 Game", boxes(count))):
        assert len(texts(one, lines=lines, paper=paper)) == len(pages(one, lines, paper))


LONG = "Maximiliana Wolfeschlegelsteinhausen-Featherstonehaugh of the Upper Valley " * 2


def test_however_long_a_name_is_the_sheet_keeps_one_page_and_its_margins():
    one = sheet(10, numbers=5, name=LONG.strip(), team=LONG.strip(), number=123456)
    with opened(one) as document:
        assert len(document) == 1
        picture = document[0].render(scale=1, grayscale=True).to_pil()
    width, height = picture.size
    assert picture.crop((0, 0, 40, height)).getextrema() == (255, 255)
    assert picture.crop((width - 40, 0, width, height)).getextrema() == (255, 255)


@pytest.mark.parametrize(
    "name",
    [
        "#strong[x]",
        "*a* _b_ $x^2$ `c` @d <e>",
        "\\ // /* */ ~ --- \"q\" 'q'",
        "#panic()",
        "{{page}} %(page)s",
    ],
)
def test_a_name_is_printed_as_it_is_and_never_as_markup(name):
    (text,) = texts(sheet(1, name=name))
    assert name in text


@pytest.mark.parametrize("name", ["Юлия Ёлкина", "Ελένη", "Łukasz Żółć", "Đặng", "İpek Şahin"])
def test_names_of_europe_are_printed(name):
    (text,) = texts(sheet(1, name=name))
    assert name in text


def test_a_name_in_letters_that_no_font_has_still_gives_a_sheet():
    (text,) = texts(sheet(1, name="李小龙"))
    assert "104" in text


@pytest.mark.parametrize("paper,size", [("a4", (595.3, 841.9)), ("us-letter", (612.0, 792.0))])
def test_paper_comes_in_two_sizes(paper, size):
    with opened(sheet(), paper=paper) as document:
        assert tuple(round(side, 1) for side in document[0].get_size()) == size


def test_the_same_sheets_give_the_same_bytes():
    sheets = [sheet(), spare(), sheet(10)]
    first, again = (pdf(sheets, event=EVENT, base_url=BASE) for _time in range(2))
    assert first == again
    assert first != pdf(sheets[:2], event=EVENT, base_url=BASE)


@pytest.mark.parametrize("base", [BASE, BASE + "/", "http://192.168.178.23:8000"])
def test_the_qr_code_is_the_address_of_the_sheet(base):
    try:
        import zxingcpp
    except ImportError:
        cannot_run("there is no zxing-cpp for this system")
    one = sheet()
    with pypdfium2.PdfDocument(pdf([one], event=EVENT, base_url=base)) as document:
        picture = document[0].render(scale=2).to_pil()
    assert [result.text for result in zxingcpp.read_barcodes(picture)] == [f"{base.rstrip('/')}/sheets/{one.code}/"]


def test_nothing_to_print_and_lines_without_measure_are_mistakes_of_the_program():
    with pytest.raises(ValueError, match="no sheet"):
        pdf([], event=EVENT, base_url=BASE)
    for lines in (0, -1, 41):
        with pytest.raises(ValueError, match="1 to 40 lines"):
            pdf([sheet()], event=EVENT, base_url=BASE, lines=lines)
