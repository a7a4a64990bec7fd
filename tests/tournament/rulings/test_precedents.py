"""What was ruled before is offered with the line; one answer written in several ways is ruled with one press."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.making import boxes
from tests.tournament.set_up import made_once
from tournament.models import Result, Ruling, Submission
from tournament.rulings import actions as rulings, case as cases
from tournament.rulings.precedents import SAME_TEXT

pytestmark = pytest.mark.django_db

TWO_WAYS, SAME_OTHERWISE, TYPED_LATER = "6/2(1+2)", "6 : 2 [1 + 2]", "6÷2{1 + 2}"


@pytest.fixture
def round_9(add_round):
    """Hit the Target with two boxes: 9 from 1 2 2 6, and 9 from 1 2 3 6."""
    return add_round("hit_the_target", boxes(((1, 2, 2, 6), 9), ((1, 2, 3, 6), 9)), rounds=2)


def line_page(line) -> str:
    return reverse("judge-line", args=["spring", line.pk])


def precedents(event, line) -> list[tuple[str, bool, bool]]:
    found = cases.find(event.pk, line.pk).precedents
    return [(each.ruling.text, each.in_common == SAME_TEXT, each.fits) for each in found]


def in_common(event, line) -> list[tuple[str, str, dict | None]]:
    found = cases.find(event.pk, line.pk).precedents
    return [(each.ruling.text, str(each.label), each.decision) for each in found]


def say(judge, line, **more):
    said = {"counts_as": "nothing", "reason": "I looked.", "scope": "all", "seen": 0} | more
    return judge.post(line_page(line), said)


# what was ruled before


def test_a_ruling_on_the_same_text_elsewhere_is_offered_whatever_its_spaces_and_signs(
    event, round_24, entrant, typed, judge_user
):
    here, there = typed(round_24, entrant, [(0, "1x2 3 four"), (1, "1 × 2 3 FOUR")])
    rulings.give(by=judge_user, submission=there, counts_as="nothing", reason="A word is no number.")
    assert precedents(event, here) == [("1 × 2 3 FOUR", True, True)]


def test_a_ruling_on_another_text_that_is_the_same_method_is_offered(event, add_round, entrant, typed, judge_user):
    asked = boxes(((1, 2, 3, 4), 24))
    first, second = add_round("twenty_four", asked, rounds=1), add_round("twenty_four", asked, rounds=1)
    (there,) = typed(first, entrant, [(0, "1*2*3*4")])
    (here,) = typed(second, entrant, [(0, "4*3*2*1")])
    rulings.give(by=judge_user, submission=there, counts_as="nothing", reason="Copied from the board.")
    assert precedents(event, here) == [("1*2*3*4", False, True)]


def test_what_was_withdrawn_is_no_precedent(event, round_24, entrant, typed, judge_user):
    here, there = typed(round_24, entrant, [(0, "1 2 3 four"), (1, "1 2 3 four")])
    for counts_as in ("nothing", "withdrawn"):
        rulings.give(by=judge_user, submission=there, counts_as=counts_as, reason="Hm.")
    assert precedents(event, here) == []


def test_a_method_of_other_numbers_is_shown_and_not_offered(event, round_24, entrant, typed, judge_user):
    there, here = typed(round_24, entrant, [(0, "abc"), (1, "abc")])
    rulings.give(by=judge_user, submission=there, counts_as="method", method="1*2*3*4", reason="Seen.")
    assert precedents(event, here) == [("abc", True, False)]


def test_one_press_fills_the_form_with_the_same_decision_and_reason(judge, round_24, entrant, typed, judge_user):
    here, there = typed(round_24, entrant, [(0, "1 2 3 four"), (1, "1 2 3 four")])
    given = rulings.give(by=judge_user, submission=there, counts_as="value", value="24", reason="It is well.")
    page = judge.get(line_page(here)).content.decode()
    assert f"{line_page(here)}?like={given.pk}#ruling" in page
    filled = judge.get(line_page(here), {"like": given.pk})
    form = filled.context["form"]
    assert [form[name].value() for name in ("counts_as", "value", "reason")] == ["value", "24", "It is well."]
    assert judge.get(line_page(here), {"like": "x"}).status_code == 200


@pytest.fixture
def kinds(add_round):
    """Boxes for one kind of question each, twice with other numbers."""
    rows = ((6, 2, 1, 2), 9), ((8, 4, 1, 1), 4), ((1, 3, 5, 9), 10), ((2, 4, 5, 8), 20)
    return add_round("hit_the_target", boxes(*rows), rounds=4)


def test_the_same_kind_of_reading_and_the_same_unknown_function_are_precedents(
    event, kinds, entrant, typed, judge_user
):
    read, like_it, unknown, another = typed(
        kinds, entrant, [(0, "6/2(1+2)"), (1, "8/4(1+1)"), (2, "min(3,5)+9-1"), (3, "MIN(2,4)+8+5")]
    )
    rulings.give(by=judge_user, submission=read, counts_as="method", method="6/(2*(1+2))", reason="Product first.")
    rulings.give(by=judge_user, submission=unknown, counts_as="value", value="11", reason="The smaller one.")
    assert in_common(event, like_it) == [
        ("6/2(1+2)", "the same kind of reading", {"counts_as": "method", "method": "8 / (4 * (1 + 1))"})
    ]
    assert in_common(event, another) == [("min(3,5)+9-1", "the same unknown sign or function", None)]


def test_the_queue_shows_precedents_with_points_and_decides_alike_with_one_press(
    judge, kinds, add_player, typed, work_through, judge_user
):
    read, like_it = typed(kinds, add_player(), [(0, "6/2(1+2)"), (1, "8/4(1+1)")])
    given = rulings.give(by=judge_user, submission=read, counts_as="method", method="6/2*(1+2)", reason="As it comes.")
    work_through()
    page = judge.get(reverse("judge-queue", args=["spring"])).content.decode()
    assert "the same kind of reading" in page
    assert "10 points" in page
    judge.post(line_page(like_it), {"like": given.pk, "seen": 0})
    alike = Ruling.objects.latest("pk")
    assert (alike.submission, alike.method, alike.reason) == (None, "8 / 4 * (1 + 1)", "As it comes.")


def test_a_decision_against_a_precedent_asks_once_names_both_and_needs_a_reason_of_its_own(
    judge, kinds, add_player, typed, judge_user
):
    read, like_it = typed(kinds, add_player(), [(0, "6/2(1+2)"), (1, "8/4(1+1)")])
    given = rulings.give(by=judge_user, submission=read, counts_as="method", method="6/2*(1+2)", reason="As it comes.")
    asked = say(judge, like_it, against=0)
    assert asked.status_code == 409
    text = asked.content.decode()
    assert "ruled before: “6/2(1+2)” counts as 6/2*(1+2), because: As it comes." in text
    assert "You decide: this counts for nothing." in text
    form = asked.context["form"]
    assert (form["against"].value(), form["reason"].value()) == (given.pk, "")
    for reason in ("As it comes.", ""):
        assert say(judge, like_it, against=given.pk, reason=reason).status_code == 400
    assert Ruling.objects.count() == 1
    say(judge, like_it, against=given.pk, reason="This one is unclear on paper too.")
    assert Ruling.objects.count() == 2


@pytest.fixture
@made_once
def factorials(event, add_round, add_player, typed, judge_user):
    """(ruling, line): one child's factorial of a root was ruled as the first reading; another child wrote the same
    method."""
    asked = boxes(((2, 3, 4, 9), 36))
    first, second = add_round("hit_the_target", asked, rounds=1), add_round("hit_the_target", asked, rounds=1)
    (there,) = typed(first, add_player(), [(0, "√9! * (3*4/2)")])
    (here,) = typed(second, add_player(), [(0, "√9!x3x(4/2)")])
    method = "(sqrt(9))! * (3 * 4 / 2)"
    return rulings.give(by=judge_user, submission=there, counts_as="method", method=method, reason="Root first."), here


def test_decide_like_this_takes_the_own_reading_of_the_line_that_is_the_same_method(event, judge, factorials):
    given, here = factorials
    own = {"counts_as": "method", "method": "(sqrt(9))! * 3 * (4 / 2)"}
    assert in_common(event, here) == [("√9! * (3*4/2)", "the same method", own)]
    judge.post(line_page(here), {"like": given.pk, "seen": 0})
    assert Ruling.objects.latest("pk").method == own["method"]


@pytest.mark.parametrize(("reading", "status"), [("reading-1", 302), ("reading-2", 409)])
def test_the_reading_with_the_same_method_key_is_the_same_decision(judge, factorials, reading, status):
    _given, here = factorials
    assert say(judge, here, against=0, counts_as=reading).status_code == status


def test_a_ruling_that_named_a_method_is_found_from_that_method_and_keeps_the_text_of_the_line(
    event, add_round, entrant, typed, judge_user
):
    asked = boxes(((1, 2, 3, 4), 24))
    first, second = add_round("twenty_four", asked, rounds=1), add_round("twenty_four", asked, rounds=1)
    (there,) = typed(first, entrant, [(0, "1 2 3 four")])
    (here,) = typed(second, entrant, [(0, "4*3*2*1")])
    rulings.give(by=judge_user, submission=there, counts_as="method", method="1*2*3*4", reason="It says four.")
    own = {"counts_as": "method", "method": "4*3*2*1"}
    assert in_common(event, here) == [("1 2 3 four", "the same method", own)]


@pytest.mark.parametrize("more", [{"counts_as": "reading-1"}, {"scope": "sheet"}])
def test_who_decides_alike_or_for_one_sheet_is_not_asked(judge, kinds, add_player, typed, judge_user, more):
    read, like_it = typed(kinds, add_player(), [(0, "6/2(1+2)"), (1, "8/4(1+1)")])
    rulings.give(by=judge_user, submission=read, counts_as="method", method="6/2*(1+2)", reason="As it comes.")
    assert say(judge, like_it, against=0, **more).status_code == 302


# one answer, written in several ways


def test_an_answer_written_in_several_ways_waits_once_and_is_ruled_with_one_press(
    judge, round_9, add_player, typed, work_through
):
    ada, ben, cora = add_player(), add_player(), add_player()
    (line,) = typed(round_9, ada, [(0, TWO_WAYS)])
    typed(round_9, ben, [(0, SAME_OTHERWISE)])
    listed = judge.get(reverse("judge-queue", args=["spring"])).content.decode()
    assert "1 answer is left" in listed
    assert "written in 2 ways" in listed
    assert "this answer on 2 sheets, and on sheets typed later" in judge.get(line_page(line)).content.decode()
    say(judge, line, counts_as="reading-1")
    assert Ruling.objects.get().text == TWO_WAYS
    typed(round_9, cora, [(0, TYPED_LATER)])
    work_through()
    assert [result.points for result in Result.objects.order_by("entrant")] == [10, 10, 10]


def test_the_preview_shows_everyone_who_wrote_it_in_any_way(judge, round_9, add_player, typed):
    (line,) = typed(round_9, add_player(), [(0, TWO_WAYS)])
    typed(round_9, add_player(), [(0, SAME_OTHERWISE)])
    answer = say(judge, line, counts_as="reading-1", preview="1")
    assert [(each.before, each.after) for each in answer.context["effect"].points] == [(0, 10)] * 2


def test_what_the_engine_takes_otherwise_is_another_answer(event, round_24, entrant, typed):
    line, *others = typed(round_24, entrant, [(0, "1+2 3 4"), (0, "1+23 4"), (0, "1 + 2 3 4")])
    assert [each.text for each in cases.find(event.pk, line.pk).other_spellings] == ["1 + 2 3 4"]


def test_what_was_ruled_in_one_way_of_writing_is_withdrawn_in_another(judge, round_9, add_player, typed, work_through):
    (line,) = typed(round_9, add_player(), [(0, TWO_WAYS)])
    (other,) = typed(round_9, add_player(), [(0, SAME_OTHERWISE)])
    say(judge, line, counts_as="reading-1")
    page = judge.get(line_page(other))
    assert [each.text for each in page.context["case"].history] == [TWO_WAYS]
    say(judge, other, counts_as="withdrawn", seen=page.context["form"]["seen"].value())
    work_through()
    assert [result.points for result in Result.objects.all()] == [0, 0]
    assert cases.find(line.sheet.round.event_id, line.pk).ruling is None


def test_a_line_takes_as_many_queries_with_ten_precedents_as_with_one(
    judge, round_24, add_player, typed, hand_in, work_through, judge_user
):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert judge.get(line_page(line)).status_code == 200
        return len(seen)

    line, there = typed(round_24, add_player(), [(0, "abc"), (1, "abc")])
    rulings.give(by=judge_user, submission=there, counts_as="nothing", reason="No.")
    one = queries()
    for at in range(10):
        (other,) = hand_in(round_24, add_player(), [(2, "a bc")])
        rulings.give(by=judge_user, submission=other, counts_as="nothing", reason=f"Reason {at}", only_this_sheet=True)
    work_through()
    assert Submission.objects.count() == 12
    assert queries() == one
