"""The judge's pages: the queue, one line, any sheet, what was ruled."""

import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.making import boxes
from tournament.actions import events, rounds, rulings
from tournament.models import Result, Ruling, Submission

pytestmark = pytest.mark.django_db

HITS, UNREADABLE, TWO_WAYS = "1*2*3*4", "1 2 3 four", "6/2(1+2)"
QUEUE, RULINGS, SHEET = "judge-queue", "rulings", "judge-sheet"


def page(name: str, *parts) -> str:
    return reverse(name, args=["spring", *parts])


def line_page(line: Submission) -> str:
    return page("judge-line", line.pk)


@pytest.fixture
def judge(client: Client, judge_user) -> Client:
    client.force_login(judge_user)
    return client


@pytest.fixture
def typed(hand_in, work_through):
    """typed(round, entrant, [(box, text), …]) hands a sheet in and has it judged"""

    def type_in(round_, entrant, written) -> list[Submission]:
        lines = hand_in(round_, entrant, written)
        work_through()
        return lines

    return type_in


@pytest.fixture
def round_9(add_round):
    """Hit the Target with one box: 9 from 1 2 2 6."""
    return add_round("hit_the_target", boxes(((1, 2, 2, 6), 9)), rounds=1)


def says(**more) -> dict:
    return {"counts_as": "nothing", "reason": "I looked at the paper.", "reach": "all", "seen": 0, **more}


# who may


@pytest.mark.parametrize("name", [QUEUE, SHEET, RULINGS])
def test_strangers_sign_in_first_and_volunteers_are_told_no(client, event, volunteer, name):
    assert client.get(page(name)).headers["Location"].startswith("/sign-in/")
    client.force_login(volunteer)
    answer = client.get(page(name))
    assert answer.status_code == 403
    assert "Only" in answer.content.decode()


def test_an_organiser_reads_the_rulings_and_cannot_rule(client, organiser, round_24, entrant, typed):
    (line,) = typed(round_24, entrant, [(0, UNREADABLE)])
    client.force_login(organiser)
    assert client.get(page(RULINGS)).status_code == 200
    assert client.get(line_page(line)).status_code == 403
    assert client.post(line_page(line), says()).status_code == 403
    assert not Ruling.objects.exists()


def test_a_line_of_another_event_is_not_found(judge, round_24, entrant, typed, organiser, judge_user):
    (line,) = typed(round_24, entrant, [(0, UNREADABLE)])
    other = events.create(
        by=organiser, name="Autumn", slug="autumn", held_on=datetime.date(2026, 10, 3), grades=[3]
    )
    other.memberships.create(user=judge_user, role="judge")
    assert judge.get(reverse("judge-line", args=["autumn", line.pk])).status_code == 404
    assert judge.get(page("judge-line", 10**30)).status_code == 404


# the queue


def test_an_empty_queue_says_so_kindly(judge, round_24):
    assert "Nothing waits for you" in judge.get(page(QUEUE)).content.decode()


def test_the_queue_lists_each_answer_once_with_its_sheets(judge, round_24, add_player, typed):
    for _ in range(3):
        typed(round_24, add_player(), [(0, UNREADABLE), (1, "", "illegible")])
    answer = judge.get(page(QUEUE)).content.decode()
    assert answer.count(UNREADABLE) == 1
    assert "on 3 sheets" in answer
    assert "4 answers are left" in answer


def test_the_queue_says_what_still_waits_for_verdicts(judge, round_24, entrant, hand_in):
    hand_in(round_24, entrant, [(0, UNREADABLE)])
    answer = judge.get(page(QUEUE)).content.decode()
    assert "1 sheet still waits for its verdicts" in answer


def test_what_a_child_wrote_is_never_markup(judge, round_24, entrant, typed, judge_user):
    (line,) = typed(round_24, entrant, [(0, "<script>alert(1)</script>")])
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="<b>No</b>")
    rulings.give(by=judge_user, submission=line, counts_as="withdrawn", reason="<i>Hm</i>")
    for address in (page(QUEUE), line_page(line), page(RULINGS), page(SHEET) + "?number=101&round=1"):
        answer = judge.get(address).content.decode()
        assert "alert(1)" in answer
        assert "<script>alert" not in answer
        assert "<b>No" not in answer


def test_the_queue_takes_as_many_queries_for_fifty_lines_as_for_one(judge, round_24, add_player, typed):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert judge.get(page(QUEUE)).status_code == 200
        return len(seen)

    typed(round_24, add_player(), [(0, UNREADABLE)])
    one = queries()
    for sheet in range(5):
        typed(round_24, add_player(), [(at % 3, f"{UNREADABLE} {sheet} {at}") for at in range(10)])
    assert queries() == one == 12


# a line


def test_a_line_shows_its_readings_with_what_each_would_be_worth(judge, round_9, entrant, typed):
    (line,) = typed(round_9, entrant, [(0, TWO_WAYS)])
    answer = judge.get(line_page(line)).content.decode()
    assert "It can be read in 2 ways" in answer
    assert "<math" in answer
    assert "Hits 9: 10 points" in answer
    assert "1 is 8 away from 9: 2 points" in answer
    assert "<mark>" in answer, "the place in the text is marked"


def test_a_line_shows_who_else_wrote_it_by_number_and_what_was_ruled(
    judge, round_24, add_player, typed, judge_user
):
    ada, ben, cora = add_player(first_name="Zelda"), add_player(), add_player()
    (line,) = typed(round_24, ada, [(0, UNREADABLE)])
    typed(round_24, ben, [(0, UNREADABLE)])
    (elsewhere,) = typed(round_24, cora, [(1, UNREADABLE.upper())])
    rulings.give(by=judge_user, submission=elsewhere, counts_as="nothing", reason="A word is no number.")
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="As in the second box.")
    answer = judge.get(line_page(line)).content.decode()
    assert "1 other sheet has the same answer" in answer
    assert ">102</a>" in answer
    assert "A word is no number." in answer
    assert "As in the second box." in answer
    assert "Zelda" not in answer, "judges see numbers, not names"


def test_a_line_takes_as_many_queries_on_fifty_sheets_as_on_one(
    judge, round_24, add_player, typed, hand_in, work_through, judge_user
):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert judge.get(line_page(line)).status_code == 200
        return len(seen)

    line, other = typed(round_24, add_player(), [(0, UNREADABLE), (1, UNREADABLE)])
    rulings.give(by=judge_user, submission=other, counts_as="nothing", reason="First.")
    one = queries()
    for at in range(49):
        lines = hand_in(round_24, add_player(), [(0, UNREADABLE), (2, f"{UNREADABLE} {at}")])
        if at % 5 == 0:
            rulings.give(
                by=judge_user, submission=lines[0], counts_as="nothing", reason=str(at), only_this_sheet=True
            )
            rulings.give(by=judge_user, submission=other, counts_as="nothing", reason=str(at))
    work_through()
    assert queries() == one


# ruling


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
    answer = judge.post(line_page(line), says(counts_as="method", method=HITS, reach="sheet"))
    assert answer.headers["Location"] == sheet
    work_through()
    assert Result.objects.get().points == 10


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"reason": ""}, "Write the reason"),
        ({"counts_as": ""}, "Say what the line counts as"),
        ({"counts_as": "reading-7"}, "reading-7"),
        ({"counts_as": "method", "method": "1+1"}, "The engine does not accept this method"),
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
    rounds.move(by=organiser, round=round_24, status="final")
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
    assert "Cleo has ruled on this line meanwhile" in answer.content.decode()
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
    effects = answer.context["effects"]
    assert [(effect.before.points, effect.after.points) for effect in effects] == [(0, 10), (0, 10)]
    assert "It would change" in answer.content.decode()
    assert not Ruling.objects.exists()


def test_an_illegible_line_is_ruled_alone(judge, round_24, entrant, typed, work_through):
    typed(round_24, entrant, [(0, "", "illegible"), (0, "", "illegible")])
    line = Submission.objects.first()
    text = judge.get(line_page(line)).content.decode()
    assert "Take the paper of player 101" in text
    assert "It holds for" not in text
    judge.post(line_page(line), says(counts_as="method", method=HITS))
    work_through()
    assert (Result.objects.get().points, Result.objects.get().provisional) == (10, True)


# sheets and history


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("number=999&round=1", "There is no player 999"),
        ("number=²&round=1", "Write a whole number in the digits 0 to 9"),
        ("number=101&round=9", "Select a valid choice"),
        ("number=101&round=1", "Nothing is typed yet"),
    ],
)
def test_a_sheet_that_is_not_there_is_told_at_its_place(judge, round_24, entrant, query, sentence):
    answer = judge.get(f"{page(SHEET)}?{query}")
    assert answer.status_code == 200
    assert sentence in answer.content.decode()


def test_the_history_says_who_what_and_why_and_what_was_replaced(
    judge, round_24, entrant, typed, judge_user, client, organiser
):
    (line,) = typed(round_24, entrant, [(0, UNREADABLE)])
    rulings.give(by=judge_user, submission=line, counts_as="value", value="24", reason="Generous.")
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="The board has met.")
    text = judge.get(page(RULINGS)).content.decode()
    for said in ("Jude", "worth 24", "Generous.", "The board has met.", "replaced"):
        assert said in text
    assert text.count(f"{line_page(line)}?counts_as=withdrawn") == 1
    client.force_login(organiser)
    assert "Withdraw" not in client.get(page(RULINGS)).content.decode()


def test_a_ruling_is_withdrawn_from_its_line(judge, round_24, entrant, typed, judge_user, work_through):
    (line,) = typed(round_24, entrant, [(0, HITS)])
    given = rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="Hm.")
    text = judge.get(line_page(line) + "?counts_as=withdrawn").content.decode()
    assert "withdraw the ruling" in text
    judge.post(line_page(line), says(counts_as="withdrawn", reason="Seen anew.", seen=given.pk))
    work_through()
    assert Result.objects.get().points == 10


def test_the_history_takes_as_many_queries_for_fifty_rulings_as_for_one(
    judge, round_24, add_player, typed, judge_user
):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert judge.get(page(RULINGS)).status_code == 200
        return len(seen)

    lines = typed(round_24, add_player(), [(at % 3, f"{UNREADABLE} {at}") for at in range(49)])
    rulings.give(by=judge_user, submission=lines[0], counts_as="nothing", reason="One.")
    one = queries()
    for at, line in enumerate(lines):
        rulings.give(
            by=judge_user, submission=line, counts_as="nothing", reason="Fifty.", only_this_sheet=at % 2 == 0
        )
    assert Ruling.objects.count() == 50
    assert queries() == one
