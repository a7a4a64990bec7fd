"""What judges see: the queue, one line, any sheet, what was ruled; and who may not."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.html import flat
from tests.tournament.making import boxes
from tournament.models import Entrant, Ruling, Submission
from tournament.organiser import actions as events, round_steps
from tournament.round_puzzles import actions as puzzle_actions
from tournament.rulings import actions as rulings
from tournament.sheets import actions as sheets

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


@pytest.mark.postgresql
def test_a_line_of_another_event_is_not_found(judge, round_24, entrant, typed, organiser, judge_user):
    (line,) = typed(round_24, entrant, [(0, UNREADABLE)])
    other = events.create(by=organiser, name="Autumn", slug="autumn", held_on=datetime.date(2026, 10, 3), grades=[3])
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
    assert "1 sheet is still being judged" in answer


def test_what_a_child_wrote_is_never_markup(judge, round_24, entrant, typed, judge_user):
    (line,) = typed(round_24, entrant, [(0, "<script>alert(1)</script>")])
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="<b>No</b>")
    rulings.give(by=judge_user, submission=line, counts_as="withdrawn", reason="<i>Hm</i>")
    for address in (page(QUEUE), line_page(line), page(RULINGS), page(SHEET) + "?number=101&round=1"):
        answer = judge.get(address).content.decode()
        assert "alert(1)" in answer
        assert "<script>alert" not in answer
        assert "<b>No" not in answer


def test_the_queue_takes_as_many_queries_for_ten_lines_as_for_one(judge, round_24, add_player, typed):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert judge.get(page(QUEUE)).status_code == 200
        return len(seen)

    typed(round_24, add_player(), [(0, UNREADABLE)])
    one = queries()
    for sheet in range(2):
        typed(round_24, add_player(), [(at % 3, f"{UNREADABLE} {sheet} {at}") for at in range(5)])
    assert queries() == one == 39


# a line


def test_a_line_shows_its_readings_with_what_each_would_be_worth(judge, round_9, entrant, typed):
    (line,) = typed(round_9, entrant, [(0, TWO_WAYS)])
    answer = judge.get(line_page(line)).content.decode()
    assert "It can be read in 2 ways" in answer
    assert "<math" in answer
    assert "Hits 9: 10 points" in answer
    assert "1 is 8 away from 9: 2 points" in answer
    assert "<mark>" in flat(answer), "the place in the text is marked"


def test_a_reading_that_hits_and_brings_nothing_says_why(judge, round_24, entrant, typed):
    _first, line = typed(round_24, entrant, [(0, "2*3*4÷1"), (0, "2÷1(3*4)")])
    answer = flat(judge.get(line_page(line)).content.decode())
    assert "<b>24</b> · 0 points · Counts once: the same method as line 1" in answer


def test_a_line_shows_who_else_wrote_it_by_number_and_what_was_ruled(judge, round_24, add_player, typed, judge_user):
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


def test_a_line_says_what_the_paper_asks_where_that_is_an_old_question(
    judge, round_24, entrant, typed, organiser, event
):
    sheets.print_(by=organiser, round_=round_24)
    other = boxes(((1, 1, 4, 6), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
    puzzle_actions.assign(
        by=organiser, round_=round_24, divisions=list(event.divisions.all()), boxes=other, printed="reprint"
    )
    first, second = typed(round_24, entrant, [(0, UNREADABLE), (1, UNREADABLE)])
    said = flat(judge.get(line_page(first)).content.decode())
    assert "This sheet shows an old question (v1). The line is judged by the new one (v2)." in said
    assert "On the paper, this box asks:" in said
    assert judge.get(line_page(first)).context["case"].printed.numbers == (1, 2, 3, 4)
    assert "This box asks the same in both." in flat(judge.get(line_page(second)).content.decode())
    sheet = round_24.sheets.get()
    sheet.printed_version, sheet.earlier_version = sheet.printed_version.puzzle.active, sheet.printed_version
    sheet.save()
    assert "v2 is the new question, v1 the old one" in flat(judge.get(line_page(first)).content.decode())
    sheet.written_over = True
    sheet.save()
    assert "players wrote it over the printed one (v1)" in flat(judge.get(line_page(first)).content.decode())


def test_a_line_takes_as_many_queries_on_ten_sheets_as_on_one(
    judge, round_24, add_player, typed, hand_in, work_through, judge_user
):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert judge.get(line_page(line)).status_code == 200
        return len(seen)

    line, other = typed(round_24, add_player(), [(0, UNREADABLE), (1, UNREADABLE)])
    rulings.give(by=judge_user, submission=other, counts_as="nothing", reason="First.")
    one = queries()
    for at in range(9):
        lines = hand_in(round_24, add_player(), [(0, UNREADABLE), (2, f"{UNREADABLE} {at}")])
        if at % 5 == 0:
            rulings.give(
                by=judge_user, submission=lines[0], counts_as="nothing", reason=f"Reason {at}", only_this_sheet=True
            )
            rulings.give(by=judge_user, submission=other, counts_as="nothing", reason=f"Reason {at}")
    work_through()
    assert queries() == one


# sheets and history


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("number=999&round=1", "No player at this event has the number 999"),
        ("number=²&round=1", "Type the number in the digits 0 to 9"),
        ("number=nobody&round=1", "Type the number in the digits 0 to 9"),
        ("number=101&round=9", "Select a valid choice"),
        ("number=101&round=1", "Nothing is typed yet"),
    ],
)
def test_a_sheet_that_is_not_there_is_told_at_its_place(judge, round_24, entrant, query, sentence):
    answer = judge.get(f"{page(SHEET)}?{query}")
    assert answer.status_code == 200
    assert sentence in answer.content.decode()


def test_a_sheet_is_found_by_name_and_the_judge_reads_its_number(judge, round_24, add_player, typed):
    typed(round_24, add_player(117, first_name="Ångström"), [(0, UNREADABLE)])
    add_player(118, first_name="Berta", last_name="One")
    add_player(119, first_name="Berta", last_name="Two")
    answer = judge.get(f"{page(SHEET)}?number=angstrom&round=1").content.decode()
    assert "Player 117" in flat(answer)
    assert UNREADABLE in answer
    several = flat(judge.get(f"{page(SHEET)}?number=berta&round=1").content.decode())
    assert "Several have this name" in several
    assert "118" in several
    assert "119" in several


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


def test_the_history_takes_as_many_queries_for_ten_rulings_as_for_one(judge, round_24, add_player, typed, judge_user):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert judge.get(page(RULINGS)).status_code == 200
        return len(seen)

    lines = typed(round_24, add_player(), [(at % 3, f"{UNREADABLE} {at}") for at in range(9)])
    rulings.give(by=judge_user, submission=lines[0], counts_as="nothing", reason="One.")
    one = queries()
    for at, line in enumerate(lines):
        rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="Ten.", only_this_sheet=at % 2 == 0)
    assert Ruling.objects.count() == 10
    assert queries() == one


def test_a_line_on_a_team_s_sheet_is_ruled_on_like_any_other(
    client, event, add_round, add_player, hand_in, work_through, judge_user
):
    game = add_round("dmas", boxes((tuple(range(1, 10)), 13)))
    team = Entrant.objects.get(team=add_player(team="Otters").player.team)
    (line,) = hand_in(game, team, [(0, "7 * 3 - - 8")])
    work_through()
    client.force_login(judge_user)
    address = reverse("judge-line", args=[event.slug, line.pk])
    assert client.get(address).status_code == 200
    answer = client.post(
        address, {"counts_as": "value", "value": "13", "reason": "As on paper.", "scope": "all", "seen": 0}
    )
    assert answer.status_code == 302, answer.content.decode()
    work_through()
    assert team.results.get().points == 10


def test_lines_that_a_final_round_left_undecided_are_named_where_judges_look(
    client, organiser, judge_user, round_24, entrant, typed
):
    typed(round_24, entrant, [(0, UNREADABLE)])
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    said = "24 Game is final with lines that no judge has decided."
    client.force_login(judge_user)
    queue = flat(client.get(page(QUEUE)).content.decode())
    assert said in queue
    assert "Every typed line is decided" not in queue
    client.force_login(organiser)
    assert said in flat(client.get(page("round-run", 1)).content.decode())
    assert said in flat(client.get(page("ties")).content.decode())
