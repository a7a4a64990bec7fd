"""Questions on paper: which ones, what a key says of them, and that nobody else gets them."""

import pypdfium2
import pytest

from judging.games.formats import FORMATS
from tests.tournament.making import boxes, list_methods
from tournament.models import MethodCounts, Round
from tournament.puzzle_papers import answer_keys
from tournament.puzzle_papers.queries import time_in_words
from tournament.round_puzzles import actions as puzzle_actions
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db

ASKED = boxes(((1, 2, 3, 4), 24), ((1, 1, 1, 1), 30), ((1, 2, 3, 9), 24))
ROUND, DAY = "/events/spring/run/rounds/1/print/", "/events/spring/run/print/"


@pytest.fixture
def hers(client, organiser, event):
    client.force_login(organiser)
    return client


@pytest.fixture
def planned(add_round, organiser) -> Round:
    """Three questions for all grades, of which the second cannot be answered."""
    made = add_round("hit_the_target", ASKED, "planned")
    return rounds.change(by=organiser, round_=made, edition={"edition": "basic-24"})


def read(response) -> list[str]:
    assert response["Content-Type"] == "application/pdf", response.content.decode()[:3000]
    assert "no-store" in response["Cache-Control"]
    with pypdfium2.PdfDocument(response.content) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def ask(organiser, round_, event, grades, *rows):
    divisions = [each for each in event.divisions.all() if each.grade in grades]
    puzzle_actions.assign(by=organiser, round_=round_, divisions=divisions, boxes=boxes(*rows))


def test_grades_with_one_question_share_a_sheet(hers, planned, organiser, event):
    ask(organiser, planned, event, [4], ((5, 6, 7, 8), 24), ((1, 1, 8, 8), 24), ((2, 2, 6, 6), 24))
    found = read(hers.get(ROUND, {"what": "puzzles"}))
    assert ["Grades 3, 5" in found[0], "Grade 4" in found[3], len(found)] == [True, True, 6]
    assert "Use all the numbers to get as near" in found[0]
    of_four = read(hers.get(ROUND, {"what": "puzzles", "grades": "4", "paper": "us-letter"}))
    assert ["5 6 7 8" in text for text in of_four] == [True, False, False]
    assert len(read(hers.get(ROUND, {"what": "slides", "grades": "3"}))) == 1 + 3


@pytest.mark.parametrize(
    ("address", "what", "name"),
    [
        (ROUND, "puzzles", "spring-1-puzzles.pdf"),
        (ROUND, "key", "spring-1-key.pdf"),
        (DAY, "puzzles", "spring-puzzles.pdf"),
    ],
)
def test_a_file_is_named_after_what_is_in_it(hers, planned, address, what, name):
    assert name in hers.get(address, {"what": what})["Content-Disposition"]


def test_grades_with_another_time_have_a_sheet_of_their_own(hers, planned):
    planned.settings["by_grade"] = {"5": {"time_seconds": 120}}
    planned.save()
    found = read(hers.get(ROUND, {"what": "puzzles"}))
    assert ["90 seconds each" in found[0], "2 minutes each" in found[3]] == [True, True]


def test_a_key_before_the_round_says_what_is_not_counted_yet(hers, planned):
    (text,) = read(hers.get(ROUND, {"what": "key"}))
    head, first, second, _third = text.split("Set ")
    assert "All methods under the rules" in head
    assert "Difficulty" not in text  # only a made set is compared with others
    assert "There are 4 methods with only +, −, × and ÷." in first
    assert "1 × 2 × 3 × 4" in first
    assert "do not make the target. The nearest value is" in second


def test_a_key_has_the_stored_methods_and_their_number_with_its_bound(hers, add_round):
    add_round("twenty_four", boxes(((1, 3, 4, 6), 24), ((2, 3, 5, 6), 24), ((4, 4, 4, 4), 24)), "closed")
    list_methods()
    found = read(hers.get(ROUND, {"what": "key", "methods": "3"}))
    text = " ".join(found)
    bound = "methods in all with at most one function such as √ or ! on a value."
    assert (text.count(bound), text.count("more than 1,000,000 methods in all.")) == (2, 1)
    assert "The simplest methods of each question. There may be others." in text
    longer = " ".join(read(hers.get(ROUND, {"what": "key", "methods": "60"})))
    assert len(longer) > 2 * len(text)


def test_a_key_gives_no_number_of_more_than_a_million_methods(planned):
    stored = {"methods": [], "covers": "searched", "only_basic": True, "most_numbers": 4}
    counts, version = [11_814_816, 1_000_000, 7], planned.puzzles.get().version
    MethodCounts.objects.create(version=version, counts=counts, lists=[stored] * 3, is_complete=True)
    keys = answer_keys.AnswerKeys(12).of(planned, version)
    assert [each.notes[-1] for each in keys] == [
        "There are more than 1,000,000 methods in all.",
        "There are 1,000,000 methods in all.",
        "There are 7 methods in all.",
    ]


def test_a_large_key_says_what_was_left_out(hers, planned):
    made = answer_keys.AnswerKeys(12, left=2).of(planned, planned.puzzles.get().version)
    assert ["were not worked out" in each.notes[0] for each in made] == [False, False, True]
    assert made[2].methods == []


def test_a_booklet_has_the_rounds_of_each_grade_in_their_order(hers, planned, add_round, organiser, event):
    add_round("one_to_many", boxes(*[((1, 2, 3, 4), at) for at in range(1, 11)]), "planned")
    found = read(hers.get(DAY, {"what": "booklet", "grades": ["3", "5"]}))
    assert ["Grade 3" in found[0], "1. Hit the Target" in found[6], "2. One to Many" in found[7]] == [True] * 3
    assert ["Grade 5" in found[8], len(found)] == [True, 16]
    judges = read(hers.get(DAY, {"what": "judges", "grades": "3"}))
    assert ["Answer key" in text for text in judges] == [False, False, True, False, True]
    assert len(read(hers.get(DAY, {"what": "puzzles"}))) == 3 + 1


def test_what_cannot_be_printed_is_said_in_the_form(hers, planned, event):
    for sent in ({"what": "booklet"}, {"what": "x"}, {"what": "key", "methods": "0"}, {"what": "key", "grades": "99"}):
        assert hers.get(ROUND, sent).status_code == 400
    planned.division_puzzles.all().delete()
    for page in (ROUND, DAY):
        refused = hers.get(page, {"what": "key"})
        assert (refused.status_code, "no puzzle yet" in refused.content.decode()) == (400, True)
    assert hers.get(ROUND.replace("1", "2")).status_code == 404


@pytest.mark.parametrize("status", ["planned", "open", "closed"])
def test_nobody_but_organisers_gets_a_file(client, judge_user, volunteer, planned, status):
    Round.objects.update(status=status)
    for user in (judge_user, volunteer):
        client.force_login(user)
        for page in (ROUND, DAY):
            assert client.get(page, {"what": "puzzles"}).status_code == 403


def test_time_is_said_in_minutes_or_seconds():
    whole, one_by_one = FORMATS["many_to_one"], FORMATS["twenty_four"]
    assert [time_in_words(each, whole) for each in (1, 60, 90, 120, 900)] == [
        "1 second",
        "60 seconds",
        "90 seconds",
        "2 minutes",
        "15 minutes",
    ]
    assert time_in_words(90, one_by_one) == "90 seconds each"


def test_a_sheet_is_in_the_readers_language(hers, planned):
    hers.cookies["django_language"] = "es"
    (text, *_more) = read(hers.get(ROUND, {"what": "puzzles"}))
    assert "todos los números" in text
