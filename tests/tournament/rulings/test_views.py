"""Ruling on the judge's page: where it leads, what is refused and stays on the form."""

import uuid

import pytest
from django.db import connection
from django.urls import reverse

from tests.tournament.making import boxes
from tournament.keying import actions as keyings
from tournament.models import Result, Ruling, Submission
from tournament.organiser import round_steps
from tournament.rekeying import actions as rekeying
from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db

HITS, UNREADABLE, TWO_WAYS = "1*2*3*4", "1 2 3 four", "6/2(1+2)"
QUEUE, RULINGS, SHEET = "judge-queue", "rulings", "judge-sheet"


def page(name: str, *parts) -> str:
    return reverse(name, args=["spring", *parts])


def line_page(line: Submission) -> str:
    return page("judge-line", line.pk)


@pytest.fixture
def round_9(add_round):
    """Hit the Target with one box: 9 from 1 2 2 6."""
    return add_round("hit_the_target", boxes(((1, 2, 2, 6), 9)), rounds=1)


def says(**more) -> dict:
    return {"counts_as": "nothing", "reason": "I looked at the paper.", "scope": "all", "seen": 0, **more}


def test_a_ruling_on_a_reading_changes_the_points_and_leads_to_the_next_line(
    judge, round_9, add_player, typed, work_through
):
    ada, ben = add_player(), add_player()
    (line,) = typed(round_9, ada, [(0, TWO_WAYS)])
    (other,) = typed(round_9, ben, [(0, UNREADABLE)])
    answer = judge.post(line_page(line), says(counts_as="reading-1"), follow=True)
    assert answer.redirect_chain[-1][0] == line_page(other)
    assert "counts as" in answer.content.decode()
    assert "on 1 sheet; points follow in a moment" in answer.content.decode()
    work_through()
    assert Result.objects.get(entrant=ada).points == 10


def test_leaving_a_line_for_later_does_not_bring_it_back_at_once(judge, round_24, add_player, typed):
    for text in ("a", "b", "c"):
        typed(round_24, add_player(), [(0, text)])
    second, third = Submission.objects.get(text="b"), Submission.objects.get(text="c")
    assert judge.post(line_page(second), says()).headers["Location"] == line_page(third)


def test_after_the_last_line_comes_the_empty_queue(judge, round_24, entrant, typed):
    (line,) = typed(round_24, entrant, [(0, UNREADABLE)])
    answer = judge.post(line_page(line), says(), follow=True)
    assert answer.redirect_chain[-1][0] == page(QUEUE)
    assert "Nothing waits for you" in answer.content.decode()


def test_a_refused_line_can_be_looked_up_and_ruled_in(judge, round_24, entrant, typed, work_through):
    (line,) = typed(round_24, entrant, [(0, "1*2*3*3")])
    sheet = page(SHEET) + "?number=101&round=1"
    assert line_page(line) in judge.get(sheet).content.decode()
    answer = judge.post(line_page(line), says(counts_as="method", method=HITS, scope="sheet"))
    assert answer.headers["Location"] == sheet
    work_through()
    assert Result.objects.get().points == 10


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"reason": "", "counts_as": "value", "value": "24"}, "Write the reason"),
        ({"counts_as": ""}, "Say what the line counts as"),
        ({"counts_as": "reading-7"}, "reading-7"),
        ({"counts_as": "method", "method": "1+1"}, "The program refuses what you typed"),
        ({"counts_as": "value", "value": "many"}, "Type the number"),
        ({"counts_as": "withdrawn"}, "withdrawn"),
        ({"reason": "x" * 600}, "at most 500"),
    ],
)
def test_what_cannot_be_is_told_and_what_was_typed_stays(judge, round_24, entrant, typed, wrong, sentence):
    (line,) = typed(round_24, entrant, [(0, UNREADABLE)])
    answer = judge.post(line_page(line), says(**wrong))
    text = answer.content.decode()
    assert answer.status_code == 400
    assert sentence in text
    for typed_text in (
        wrong.get("method"),
        wrong.get("value"),
        wrong.get("reason", "I looked at the paper."),
    ):
        assert not typed_text or f'value="{typed_text}"' in text
    assert not Ruling.objects.exists()


def test_a_ruling_in_a_final_round_is_told_why_not(judge, round_24, entrant, typed, organiser):
    (line,) = typed(round_24, entrant, [(0, HITS)])
    round_steps.move(by=organiser, round_=round_24, status="final")
    answer = judge.post(line_page(line), says())
    assert answer.status_code == 409
    assert "is final" in answer.content.decode()
    assert "I looked at the paper." in answer.content.decode()


def test_a_ruling_posted_twice_is_given_once(judge, round_24, entrant, typed):
    (line,) = typed(round_24, entrant, [(0, UNREADABLE)])
    for _ in range(2):
        assert judge.post(line_page(line), says()).status_code == 302
    assert Ruling.objects.count() == 1


def test_a_colleague_who_was_faster_is_shown_before_anything_is_replaced(
    judge, round_24, entrant, typed, event, organiser
):
    from tests.tournament.making import make_user

    (line,) = typed(round_24, entrant, [(0, UNREADABLE)])
    colleague = make_user("cleo", first_name="Cleo")
    event.memberships.create(user=colleague, role="judge")
    given = rulings.give(by=colleague, submission=line, counts_as="nothing", reason="Four is a word.")
    answer = judge.post(line_page(line), says(counts_as="value", value="24"))
    assert answer.status_code == 409
    assert "Meanwhile Cleo has ruled on this line" in answer.content.decode()
    assert answer.context["form"]["seen"].value() == given.pk
    again = judge.post(line_page(line), says(counts_as="value", value="24", seen=given.pk))
    assert again.status_code == 302
    assert Ruling.objects.count() == 2


def test_a_preview_shows_points_before_and_after_and_writes_nothing(judge, round_24, add_player, typed):
    ada, ben = add_player(), add_player()
    (line,) = typed(round_24, ada, [(0, UNREADABLE)])
    typed(round_24, ben, [(0, UNREADABLE)])
    answer = judge.post(line_page(line), says(counts_as="value", value="24", reason="", preview="1"))
    assert answer.status_code == 200
    assert [(each.before, each.after) for each in answer.context["effect"].points] == [(0, 10), (0, 10)]
    assert "It would change" in answer.content.decode()
    assert not Ruling.objects.exists()


def test_an_illegible_line_is_ruled_alone(judge, round_24, entrant, typed, work_through):
    typed(round_24, entrant, [(0, "", "illegible"), (0, "", "illegible")])
    line = Submission.objects.first()
    text = judge.get(line_page(line)).content.decode()
    assert "Take the sheet of player 101" in text
    assert "It holds for" not in text
    judge.post(line_page(line), says(counts_as="method", method=HITS))
    work_through()
    assert (Result.objects.get().points, Result.objects.get().provisional) == (10, True)


def test_what_nobody_could_read_is_stored_though_it_is_refused(judge, round_24, entrant, typed, work_through):
    (line,) = typed(round_24, entrant, [(0, "", "illegible")])
    first = judge.post(line_page(line), says(counts_as="method", method="1*2*3*3")).content.decode()
    assert "The program refuses what you typed." in first
    assert "Store it, although it is refused" in first
    unclear = judge.post(line_page(line), says(counts_as="method", method="2/1(3*4)")).content.decode()
    assert "Write it with brackets." in unclear
    assert "A judge decides" not in unclear
    said = says(counts_as="method", method="1*2*3*3", even_if_refused="on")
    answer = judge.post(line_page(line), said, follow=True).content.decode()
    assert "says 1*2*3*3, which brings no points (" in answer
    work_through()
    assert (Result.objects.get().points, Result.objects.get().provisional) == (0, False)


def test_from_the_queue_a_ruling_leads_back_to_the_first_answer_that_waits(judge, round_24, add_player, typed):
    for text in ("a", "b", "c"):
        typed(round_24, add_player(), [(0, text)])
    first, second = Submission.objects.get(text="a"), Submission.objects.get(text="b")
    answer = judge.post(line_page(second) + "?from=queue", says(), follow=True)
    assert answer.context["focus"].group.first == first
    assert "autofocus" in answer.content.decode()


@pytest.fixture
def type_again(round_24, organiser):
    """The sheet of a line is recalled and typed again."""

    def type_again(line):
        recalled = rekeying.recall(by=organiser, sheet=line.sheet, why="Misread.")
        keying = keyings.open_sheet(by=organiser, round_=round_24, entrant=recalled.entrant)
        keyings.hand_in(by=organiser, keying=keying, lines=[keyings.TypedLine(uuid.uuid4(), 0, 0, HITS, revision=1)])
        rekeying.confirm(by=organiser, keying=recalled.keyings.get(state="proposed"))

    return type_again


def test_a_line_whose_sheet_was_recalled_is_told_with_what_was_typed(judge, round_24, entrant, typed, type_again):
    (line,) = typed(round_24, entrant, [(0, UNREADABLE), (0, "1 + 1")])[:1]
    type_again(line)
    answer = judge.post(line_page(line), says(), follow=True).content.decode()
    assert "This line no longer counts" in answer
    assert "I looked at the paper." in answer
    assert not Ruling.objects.exists()


def test_a_line_whose_sheet_is_recalled_while_a_ruling_is_refused_is_told_too(
    judge, round_24, entrant, typed, type_again
):
    (line,) = typed(round_24, entrant, [(0, UNREADABLE), (0, "1 + 1")])[:1]
    pressed = []

    def organiser(execute, sql, params, many, context):
        """Their press comes when the page has read the line and reads it again to look at the ruling."""
        if 'FROM "tournament_submission"' in sql and "tournament_keying" not in sql and not pressed:
            pressed.append(True)
            type_again(line)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(organiser):
        answer = judge.post(line_page(line), says(counts_as="value", value="x", preview="on"), follow=True)
    assert "This line no longer counts" in answer.content.decode()
    assert pressed


def test_a_ruling_without_a_line_is_not_taken_back(judge, round_24, entrant, typed, type_again, judge_user):
    (line,) = typed(round_24, entrant, [(0, UNREADABLE)])
    ruling = rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="A word.")
    type_again(line)
    answer = judge.post(page("ruling-undo", ruling.pk), follow=True)
    assert "This line no longer counts" in answer.content.decode()
    assert Ruling.objects.get() == ruling


def test_a_ruling_is_withdrawn_from_its_line(judge, round_24, entrant, typed, judge_user, work_through):
    (line,) = typed(round_24, entrant, [(0, HITS)])
    given = rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="Hm.")
    text = judge.get(line_page(line) + "?counts_as=withdrawn").content.decode()
    assert "withdraw the ruling" in text
    judge.post(line_page(line), says(counts_as="withdrawn", reason="Seen anew.", seen=given.pk))
    work_through()
    assert Result.objects.get().points == 10
