"""Puzzle sheets, answer keys, slides and booklets, read back from the PDF."""

import ctypes
from fractions import Fraction

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from judging.games.paper import Box, label_of
from tournament.printing.puzzles import (
    Booklet,
    PrintedKey,
    PrintedMethod,
    QuestionPaper,
    answer_key,
    booklet,
    puzzle_sheet,
    slides,
)

EVENT = "Spring Tournament"
SIZES = {"a4": (595.3, 841.9), "us-letter": (612.0, 792.0)}
HOSTILE = ["#strong[x]", "*a* _b_ $x^2$ `c` @d <e>", '\\ // /* */ ~ --- "q"', "#panic()", "{{page}} %(page)s"]


def each(count: int, numbers: int = 4) -> list[Box]:
    return [Box(label_of("Round", n), tuple(range(n, n + numbers)), Fraction(20 + n)) for n in range(1, count + 1)]


def sets(count: int) -> list[Box]:
    return [Box(label_of("Set", n), (n, 2, 3, 14), Fraction(24)) for n in range(1, count + 1)]


def targets(*wanted: object) -> list[Box]:
    return [Box(label_of("Target", Fraction(t)), (1, 2, 3, 4), Fraction(t)) for t in wanted]


def dealt(count: int) -> list[Box]:
    return [Box(label_of("Number", n), (), Fraction(n)) for n in range(1, count + 1)]


def asked(boxes: int | list[Box] = 3, round_: str = "2. 24 Game", **facts) -> QuestionPaper:
    boxes = each(boxes) if isinstance(boxes, int) else boxes
    given = {"grades": "Grade 5", "task": "Use all the numbers.", "time": "15 min", "mark": "v2"} | facts
    return QuestionPaper(round_, boxes=boxes, **given)


ALL = [asked(), asked(sets(10)), asked(targets(5, -3, "1/2")), asked(dealt(12)), asked(each(1, 16))]


def texts(pdf: bytes) -> list[str]:
    """What stands on each page, every space as one."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def size(pdf: bytes) -> set[tuple[float, float]]:
    with pypdfium2.PdfDocument(pdf) as document:
        return {tuple(round(side, 1) for side in page.get_size()) for page in document}


def fonts(pdf: bytes) -> dict[str, bool]:
    """{name: whether it is embedded} of the fonts of all texts."""
    result = {}
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            for each in page.get_objects([pdfium.FPDF_PAGEOBJ_TEXT], max_depth=9):
                font = pdfium.FPDFTextObj_GetFont(each)
                name = ctypes.create_string_buffer(200)
                pdfium.FPDFFont_GetBaseFontName(font, name, 200)
                result[name.value.decode()] = bool(pdfium.FPDFFont_GetIsEmbedded(font))
    return result


def test_a_puzzle_sheet_has_the_questions_and_no_answer():
    key = PrintedKey([PrintedMethod("1 * 2 * 12")], ["There are 7 methods in all."])
    (text,) = texts(puzzle_sheet(EVENT, [asked(targets(24, -3, "1/2"), keys=[key] * 3)]))
    for message in (EVENT, "2. 24 Game", "Grade 5", "15 min · Use all the numbers.", "v2", "Numbers 1 2 3 4"):
        assert message in text
    assert "24 −3 1/2" in text
    assert ("12" in text, "methods" in text) == (False, False)


@pytest.mark.parametrize(
    "boxes,layout",
    [(each(3), "each"), (each(1), "each"), (sets(2), "sets"), (targets(1, 2), "targets"), (dealt(3), "dealt")],
)
def test_what_all_questions_share_stands_once(boxes, layout):
    paper = asked(boxes)
    assert paper.layout == layout
    (text,) = texts(puzzle_sheet(EVENT, [paper]))
    assert text.count("Target") == (1 if layout in ("targets", "sets") else 0)


@pytest.mark.parametrize("paper", SIZES)
def test_both_papers_hold_a_round_on_one_page_with_embedded_fonts(paper):
    keys = [PrintedKey([PrintedMethod("1 + 2")], ["One."])] * 16
    made = puzzle_sheet(EVENT, ALL, paper=paper)
    assert len(texts(made)) == len(ALL)
    key = answer_key(EVENT, [asked(one.boxes, keys=keys[: len(one.boxes)]) for one in ALL], paper=paper)
    for pdf in (made, key, booklet(EVENT, "9 May", [Booklet("Grade 5", ALL)], paper=paper)):
        assert size(pdf) == {SIZES[paper]}
        assert all(fonts(pdf).values())


def test_zeros_have_no_slash():
    with_zeros, without = puzzle_sheet(EVENT, [asked(targets(10, 20))]), puzzle_sheet("Day", [asked(targets(11))])
    assert {"PlainZero-Regular", "PlainZero-Bold"} & {name.partition("+")[2] or name for name in fonts(with_zeros)}
    assert not any("PlainZero" in name for name in fonts(without))


@pytest.mark.parametrize("boxes", [each(24), each(30, 12), sets(40), each(2, 30), targets(*range(-60, 0))])
def test_many_questions_stay_on_their_pages(boxes):
    for pdf in (puzzle_sheet(EVENT, [asked(boxes)]), slides(EVENT, [asked(boxes)])):
        with pypdfium2.PdfDocument(pdf) as document:
            for page in document:
                picture = page.render(scale=1, grayscale=True).to_pil()
                width, height = picture.size
                assert picture.crop((0, 0, 20, height)).getextrema() == (255, 255)
                assert picture.crop((width - 20, 0, width, height)).getextrema() == (255, 255)
                assert picture.crop((0, height - 12, width, height)).getextrema() == (255, 255)
        message = " ".join(texts(pdf))
        assert all(str(box.target).replace("-", "−") in message for box in boxes)


def test_a_key_has_methods_notes_and_what_was_withdrawn():
    first, second = each(2)
    void = Box(second.label, second.numbers, second.target, void=True)
    keys = [PrintedKey([PrintedMethod("1 + 2"), PrintedMethod("3 + 4")], ["There are 7.", "Medium."]), PrintedKey()]
    (text,) = texts(answer_key(EVENT, [asked([first, void], keys=keys)]))
    assert "2. 24 Game · Answer key" in text
    assert "Question 1 1 2 3 4 → 21 There are 7. Medium. 1 + 2 3 + 4" in text
    assert "Question 2 2 3 4 5 → 22 This question was withdrawn." in text


def test_questions_that_are_played_one_by_one_have_a_slide_each():
    made = slides(EVENT, [asked(3, one_by_one=True), asked(sets(12)), asked(targets(5, 6)), asked(3)])
    result = texts(made)
    assert len(result) == (1 + 3) + (1 + 2) + (1 + 1) + (1 + 1)
    assert all("2. 24 Game" in text and "Grade 5 · 15 min" in text for text in result)
    assert ["Question 1" in text for text in result[:4]] == [False, True, False, False]
    assert ["Target 24" in text for text in result[4:7]] == [False, True, True]
    assert ["Set 12" in text for text in result[4:7]] == [False, False, True]
    assert size(made) == {(960.0, 540.0)}
    assert all(fonts(made).values())


def test_a_target_stands_at_each_set_that_is_played_alone():
    first, second = texts(puzzle_sheet(EVENT, [asked(sets(2), one_by_one=True)]))
    assert ("Set 1 1 2 3 14 → 24" in first, "Set 2" in first) == (True, False)
    assert "Set 2 2 2 3 14 → 24" in second


def test_a_booklet_shows_no_timed_question_beside_another():
    papers = [asked(3, one_by_one=True, keys=[PrintedKey()] * 3), asked(targets(5, 6), keys=[PrintedKey()] * 2)]
    pages = texts(booklet(EVENT, "9 May", [Booklet("Grade 5", papers)]))
    assert [at for at, text in enumerate(pages) if "Question" in text] == [2, 4, 6]
    assert "Numbers" in pages[7]
    assert len(texts(booklet(EVENT, "9 May", [Booklet("Grade 5", papers)], keys=True))) == 1 + 1 + 1 + 1 + 1


def test_the_keys_of_a_round_share_pages_and_say_once_what_is_the_same():
    keys = [PrintedKey([PrintedMethod("1 + 2")], [f"There are {n}.", "Not counted yet."]) for n in range(3)]
    papers = [asked(grades=f"Grade {grade}", keys=keys) for grade in (3, 4)]
    first, second = texts(answer_key(EVENT, [*papers, asked(round_="3. Other", keys=keys)]))
    assert [word in first for word in ("Grade 3", "Grade 4", "2. 24 Game · Answer key")] == [True] * 3
    assert (first.count("Not counted yet."), first.count("There are 1.")) == (2, 2)
    assert "3. Other · Answer key" in second


def test_where_cards_are_dealt_the_key_lists_hands_and_is_headed_so():
    keys = [PrintedKey([PrintedMethod("13 - 6 - 6")], cards=(13, 6, 6)), PrintedKey([], cards=(1, 12, 10))]
    (text,) = texts(answer_key(EVENT, [asked(dealt(2), keys=keys)]))
    assert "1 K 6 6 13 - 6 - 6 2 A Q 10" in text
    assert "2. 24 Game · Hands of cards to deal" in text
    assert "Answer key" not in text
    assert "A = 1, J = 11, Q = 12, K = 13" in text
    (without,) = texts(answer_key(EVENT, [asked(dealt(2), keys=[PrintedKey()] * 2)]))
    assert "The cards are dealt at the table." in without


def test_a_booklet_begins_with_its_cover_on_a_right_hand_page():
    result = texts(booklet(EVENT, "9 May 2026", [Booklet("Grade 5", ALL[:2]), Booklet("Grade 6", ALL[:1])]))
    covers = [at for at, text in enumerate(result) if "9 May 2026" in text]
    assert covers == [0, 4]
    assert result[3] == ""  # so that two booklets share no leaf
    assert "2. 24 Game 15 min" in result[0]
    assert not any("Answer key" in text for text in result)
    keys = [asked(one.boxes, keys=[PrintedKey()] * len(one.boxes)) for one in ALL[:2]]
    judges = texts(booklet(EVENT, "9 May 2026", [Booklet("Grade 5", keys)], keys=True))
    assert ["Answer key" in text for text in judges] == [False, False, True, False, True]
    assert "Only for judges and organisers" in judges[0]


def test_a_draft_says_so_on_each_page():
    keys = [asked(one.boxes, keys=[PrintedKey()] * len(one.boxes)) for one in ALL]
    booklets = [Booklet("5", keys), Booklet("6", keys[:2])]
    for made in (
        puzzle_sheet(EVENT, ALL, draft=True),
        answer_key(EVENT, keys, draft=True),
        slides(EVENT, ALL, draft=True),
        booklet(EVENT, "9 May", booklets, keys=True, draft=True),
    ):
        assert all("DRAFT" in text for text in texts(made))
    assert not any("DRAFT" in text for text in texts(puzzle_sheet(EVENT, ALL)))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_printed_as_it_is_and_never_as_markup(name):
    paper = asked(1, name, grades=name, keys=[PrintedKey([PrintedMethod(name)], [name])])
    for made in (
        puzzle_sheet(name, [paper]),
        answer_key(name, [paper]),
        slides(name, [paper]),
        booklet(name, name, [Booklet(name, [paper])], keys=True),
    ):
        assert all(name in text for text in texts(made) if text)


@pytest.mark.parametrize("name", ["سباق الأرقام", "תחרות מספרים", "数字", "x" * 400, "\x00\u202e"])
def test_any_name_gives_a_file(name):
    paper = asked(1, name, grades=name, keys=[PrintedKey([PrintedMethod(name)], [name])])
    assert len(texts(booklet(name, name, [Booklet(name, [paper])], keys=True))) == 3
    assert len(texts(slides(name, [paper]))) == 2


def test_the_same_facts_give_the_same_bytes_and_none_are_a_mistake():
    assert slides(EVENT, ALL) == slides(EVENT, ALL)
    for make in (puzzle_sheet, answer_key, slides):
        with pytest.raises(ValueError, match="nothing to print"):
            make(EVENT, [])
