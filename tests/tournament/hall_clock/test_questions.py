"""The questions on a screen with the hall clock: nothing of them before the clock has started, for nobody."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.making import boxes
from tournament.common.refusals import Refused
from tournament.hall_clock import actions as clock_actions
from tournament.models import AuditEntry, Round
from tournament.organiser import round_steps
from tournament.round_puzzles import actions as puzzle_actions

pytestmark = pytest.mark.django_db
SECRET = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
OF_FOUR = boxes(((2, 2, 6, 6), 24), ((1, 1, 4, 6), 24), ((2, 3, 4, 1), 24))


@pytest.fixture
def planned(add_round, event, organiser) -> Round:
    """Grade 4 has a question of its own."""
    made = add_round("twenty_four", SECRET, status="planned")
    (of_four,) = (each for each in event.divisions.all() if each.grade == 4)
    puzzle_actions.assign(by=organiser, round_=made, divisions=[of_four], boxes=OF_FOUR)
    return made


@pytest.fixture
def screen(client, volunteer):
    """screen("all") -> (the page, what its script is told)"""
    client.force_login(volunteer)

    def see(show: str) -> tuple[str, str]:
        names = ("hall-clock", "hall-clock-state")
        page, state = (client.get(reverse(name, args=["spring", 1]), {"show": show}) for name in names)
        return page.content.decode(), state.json()["questions"]

    return see


def grades(html: str) -> list[str]:
    return [each for each in ("Grades 3, 5", "Grade 4") if f"<h2>{each}</h2>" in html]


def test_nothing_is_told_before_the_clock_starts_and_after_the_round(screen, planned, organiser):
    for before, after in (("planned", "open"), ("closed", "planned")):
        for show in ("all", "3"):
            page, told = screen(show)
            assert ("clock-numbers" in page, told) == (False, ""), before
        round_steps.move(by=organiser, round_=planned, status=after, why="Again.")
        if after == "open":
            assert all(text.count("clock-numbers") == 2 for text in screen("all"))
            round_steps.move(by=organiser, round_=planned, status="closed")
    round_steps.move(by=organiser, round_=planned, status="open")
    round_steps.move(by=organiser, round_=planned, status="planned", why="Too early.")
    assert screen("all")[1] == ""


def test_an_open_round_whose_clock_never_started_shows_nothing(screen, planned):
    Round.objects.filter(pk=planned.pk).update(status="open", clock_started_at=None)
    assert screen("all")[1] == ""


def test_a_screen_chooses_its_grades(screen, planned, organiser):
    round_steps.move(by=organiser, round_=planned, status="open")
    assert [grades(text) for text in screen("all")] == [["Grades 3, 5", "Grade 4"]] * 2
    for show, first in (("3", "Set 1"), ("4", "Set 1")):
        page, told = screen(show)
        assert (told in page, told.count("clock-numbers"), first in told) == (True, 1, True)
    assert "<li>6</li>" in screen("4")[1]
    assert "<li>6</li>" not in screen("3")[1]
    for show in ("", "none", "9", "3'", "٣", "all grades"):
        page, told = screen(show)
        assert ("clock-numbers" in page, told) == (False, "")


def test_questions_stay_while_the_clock_is_stopped(screen, planned, organiser):
    round_steps.move(by=organiser, round_=planned, status="open")
    clock_actions.stop(by=organiser, round_=planned)
    assert screen("all")[1].count("clock-numbers") == 2


def test_a_press_keeps_what_the_screen_shows(client, planned, organiser):
    client.force_login(organiser)
    address = reverse("hall-clock-set", args=["spring", 1])
    answer = client.post(f"{address}?show=3", {"do": "start"})
    assert answer["Location"] == reverse("hall-clock", args=["spring", 1]) + "?show=3"
    assert client.post(address, {"do": "stop"})["Location"] == reverse("hall-clock", args=["spring", 1])


def test_questions_with_a_time_of_their_own_come_one_after_the_other(screen, planned, organiser):
    round_steps.move(by=organiser, round_=planned, status="open")
    for box, label in enumerate(("Set 1", "Set 2", "Set 3")):
        _page, told = screen("3")
        assert [each in told for each in ("Set 1", "Set 2", "Set 3")] == [
            each == label for each in ("Set 1", "Set 2", "Set 3")
        ]
        if box < 2:
            clock_actions.next_question(by=organiser, round_=planned, seen=box)
    for seen, code in ((1, "clock_moved"), (2, "last_question")):
        with pytest.raises(Refused) as refused:
            clock_actions.next_question(by=organiser, round_=planned, seen=seen)
        assert refused.value.code == code
    clock_actions.start(by=organiser, round_=planned)
    assert "Set 3" in screen("3")[1]
    round_steps.move(by=organiser, round_=planned, status="planned", why="Too early.")
    round_steps.move(by=organiser, round_=planned, status="open")
    assert "Set 1" in screen("3")[1]


def test_a_grade_without_players_takes_no_place(screen, planned, organiser, add_player):
    round_steps.move(by=organiser, round_=planned, status="open")
    assert grades(screen("all")[1]) == ["Grades 3, 5", "Grade 4"]
    add_player(grade=3)
    add_player(grade=5)
    assert screen("all")[1].count("clock-question") == 1


def test_the_next_question_starts_a_full_time_and_is_recorded(client, planned, organiser):
    client.force_login(organiser)
    round_steps.move(by=organiser, round_=planned, status="open")
    Round.objects.update(clock_started_at=timezone.now() - datetime.timedelta(hours=1))
    page = reverse("hall-clock", args=["spring", 1])
    assert "Next question" in client.get(page).content.decode()
    assert "Question 1 of 3" in client.get(page).content.decode()
    address = reverse("hall-clock-set", args=["spring", 1])
    assert client.post(address, {"do": "next", "seen": "0"}).status_code == 302
    assert client.post(address, {"do": "next", "seen": "0"}).status_code == 409
    assert client.get(reverse("hall-clock-state", args=["spring", 1])).json()["state"] == "running"
    entry = AuditEntry.objects.get(verb="clock.next")
    assert (entry.before["clock_box"], entry.after["clock_box"]) == (0, 1)
    client.post(address, {"do": "next", "seen": "1"})
    assert "Next question" not in client.get(page).content.decode()


def test_a_round_with_one_time_for_all_has_no_next_question(organiser, add_round):
    whole = add_round("one_to_many", boxes(*[((1, 2, 3, 4), at) for at in range(1, 11)]), status="open")
    with pytest.raises(Refused) as refused:
        clock_actions.next_question(by=organiser, round_=whole, seen=0)
    assert refused.value.code == "no_next_question"
