"""The page of a puzzle: every different method that was found, by how many, and what nobody found."""

import pytest
from django.urls import reverse

from tests.tournament.making import boxes, list_methods
from tests.tournament.set_up import made_once
from tournament.models import Entrant, MethodCounts, Submission, Verdict
from tournament.organiser import actions as events
from tournament.results.methods import every_method
from tournament.roster import actions as roster
from tournament.rounds import method_counts
from tournament.rulings import actions as rulings
from tournament.same_method_rulings import actions as same_method_rulings

pytestmark = pytest.mark.django_db

SUM_FIRST, PRODUCT, MISSES, UNREADABLE = "(1+2+3)*4", "1*2*3*4", "1+2+3+4", "1 2 3 four"
HOSTILE = "<script>alert(1)</script>&\"'"


@pytest.fixture(scope="module")
def searched():
    """The methods that the engine has listed, by rules and question: a search takes a second."""
    return {}


@pytest.fixture(autouse=True)
def _searched_once(patches_for_all, searched):
    search = method_counts._counted_and_listed

    def listed(round_, box):
        asked = f"{round_.edition} {box.numbers} {box.target}"
        if asked not in searched:
            searched[asked] = search(round_, box)
        return searched[asked]

    patches_for_all.setattr(method_counts, "_counted_and_listed", listed)


@pytest.fixture
def open_page(client, event):
    def read(position: int = 1, grade: int = 3, **query):
        return client.get(reverse("methods", args=[event.slug, position, grade]), query)

    return read


def first_box(event, round_, grade: int = 3):
    list_methods()
    return every_method(event, round_, event.divisions.get(grade=grade)).boxes[0]


def found(box) -> dict[str, int]:
    return {method.text: method.count for method in box.given}


@pytest.fixture
@made_once
def three(round_24, add_player, hand_in, work_through):
    """Three of grade 3 find two methods in five lines, and one of grade 4 finds one of them."""
    hand_in(round_24, add_player(1), [(0, SUM_FIRST), (0, "4 * (3 + 2 + 1)"), (0, MISSES)])
    hand_in(round_24, add_player(2), [(0, "4*(1+2+3)"), (0, PRODUCT)])
    hand_in(round_24, add_player(3), [(0, MISSES)])
    hand_in(round_24, add_player(4, 4), [(0, PRODUCT)])
    work_through()
    return round_24


def test_each_method_is_counted_once_for_each_who_found_it(event, three):
    box = first_box(event, three)
    assert found(box) == {SUM_FIRST: 2, PRODUCT: 1}
    assert (box.hitters, box.sheets) == (2, 3)
    assert found(first_box(event, three, 4)) == {PRODUCT: 1}


def test_what_nobody_found_is_the_rest_of_what_is_listed(event, three):
    box = first_box(event, three)
    texts = {method.text for method in box.missing}
    listed = {method.text for method in box.listed.methods}
    assert listed - texts == {"4 * (1 + 2 + 3)"}  # the product is too far from the simplest to be stored
    assert box.searched == "These are simple ones. The rules allow more methods."
    assert len(box.shown) == 12
    assert not any("!" in method.text for method in box.shown[:2])
    assert box.more == len(texts) - 12


def test_the_page_says_it_in_mathematics_and_names_nobody(open_page, three):
    list_methods()
    response = open_page()
    text = response.content.decode()
    assert response.status_code == 200
    assert "2 of 3 players hit it." in text
    assert "2 different methods were found." in text
    assert text.count("<math ") > 10
    assert "The rules allow more methods." in text
    assert "Ada" not in text


def test_who_is_not_ranked_is_not_counted(event, organiser, three):
    for entrant in Entrant.objects.filter(player__number=2):
        roster.set_status(by=organiser, entrant=entrant, status="disqualified", why="Two sheets.")
    box = first_box(event, three)
    assert found(box) == {SUM_FIRST: 1}
    assert (box.hitters, box.sheets) == (1, 2)


def test_methods_that_a_judge_ruled_the_same_are_one(event, judge_user, three, work_through):
    one, other = (Verdict.objects.get(text=text) for text in (SUM_FIRST, PRODUCT))
    same_method_rulings.rule(by=judge_user, event=event, first=one, second=other, says="same", reason="One idea.")
    work_through()
    assert found(first_box(event, three)) == {PRODUCT: 2}


def test_no_kin_of_what_was_found_is_missing(event, add_round, entrant, hand_in, work_through):
    asked = boxes(((1, 2, 5, 8), 24), ((1, 2, 3, 4), 24), ((1, 2, 3, 5), 24))
    round_ = add_round("twenty_four", asked, number_to=8)
    hand_in(round_, entrant, [(0, "(5-1)*(8-2)")])
    work_through()
    for counts_as in ("distinct", "same"):
        event.kin_counts_as = counts_as
        event.save()
        box = first_box(event, round_)
        assert not {"(5 - 1) * (8 - 2)", "(1 - 5) * (2 - 8)"} & {method.text for method in box.missing}
        assert found(box) == {"(5-1)*(8-2)": 1}


def test_a_ruling_that_a_line_counts_makes_it_a_method_as_it_was_written(
    event, judge_user, open_page, round_24, entrant, hand_in, work_through
):
    lines = hand_in(round_24, entrant, [(0, UNREADABLE), (0, HOSTILE)])
    work_through()
    rulings.give(by=judge_user, submission=lines[0], counts_as="method", method=PRODUCT, reason="Read at the table.")
    rulings.give(by=judge_user, submission=lines[1], counts_as="value", value="24", reason="Read at the table.")
    work_through()
    assert found(first_box(event, round_24)) == {PRODUCT: 1, HOSTILE: 1}
    text = open_page().content.decode()
    assert "A judge ruled that it counts." in text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text
    assert UNREADABLE not in text


def test_a_line_in_the_wrong_box_is_a_method_of_the_box_whose_target_it_makes(
    event, add_round, entrant, hand_in, work_through
):
    round_ = add_round("one_to_many", boxes(((1, 2, 3, 4), 10), ((1, 2, 3, 4), 24)), targets=2, misplaced="moved")
    hand_in(round_, entrant, [(0, PRODUCT)])
    work_through()
    ten, twenty_four = every_method(event, round_, event.divisions.get(grade=3)).boxes
    assert (found(ten), found(twenty_four)) == ({}, {PRODUCT: 1})


def test_a_round_of_teams_speaks_of_teams_and_says_what_was_searched(
    event, open_page, add_round, add_player, hand_in, work_through
):
    grid = add_round("dmas", boxes((tuple(range(1, 10)), 13)))
    add_player(1, 3, "Owls")
    hand_in(grid, Entrant.objects.get(team__name="Owls"), [(0, "3*4+1")])
    work_through()
    methods = [["5 + 8", "key", "kin", ""]]
    stored = {"methods": methods, "covers": "searched", "only_basic": True, "most_numbers": 4}
    MethodCounts.objects.create(version=grid.puzzles.get().version, counts=[None], lists=[stored], is_complete=True)
    text = open_page().content.decode()
    assert "1 of 1 team hit it." in text
    assert "Searched with +, −, × and ÷ only. The search used at most 4 numbers at a time." in text


def test_cards_dealt_at_the_table_leave_nothing_to_list(event, open_page, add_round):
    goals = boxes(*[((), at) for at in range(1, 21)])
    add_round("smash", goals)
    assert "The cards are dealt at the table" in open_page().content.decode()


def test_a_question_that_was_withdrawn_has_no_methods(event, open_page, three):
    puzzle = three.puzzles.get()
    puzzle.void_boxes = [0]
    puzzle.save()
    box = first_box(event, three)
    assert (box.given, box.missing) == ((), ())
    assert "This question was withdrawn." in open_page().content.decode()


@pytest.mark.parametrize("status", ["planned", "open"])
def test_what_is_still_to_be_played_is_not_found(open_page, add_round, status):
    add_round("twenty_four", boxes(*[((1, 2, 3, at), 24) for at in (4, 5, 6)]), status=status)
    assert open_page().status_code == 404


def test_what_is_not_there_is_not_found(open_page, round_24):
    assert open_page(2).status_code == open_page(1, 12).status_code == 404


def test_a_hidden_event_hides_its_methods(open_page, event, organiser, three):
    events.publish(by=organiser, event=event, visibility="hidden")
    assert open_page().status_code == 404


@pytest.mark.parametrize("count", [1, 10])
def test_the_page_takes_the_same_queries_for_one_player_and_for_many(
    open_page, round_24, add_player, hand_in, work_through, django_assert_num_queries, count
):
    for at in range(count):
        hand_in(round_24, add_player(at + 1), [(0, f"{PRODUCT} = 24 {at}"), (1, PRODUCT)])
    work_through()
    assert Submission.objects.count() == 2 * count
    with django_assert_num_queries(17):
        open_page()
