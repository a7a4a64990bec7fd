"""The feed of changes: what is told, what is not, and in which order."""

import threading

import pytest
from django.db import DatabaseError, connection, transaction

from tournament.accounts import actions as people
from tournament.audit import feed
from tournament.models import Change, ChangeHead, Event, Result, Role
from tournament.organiser import actions as events
from tournament.roster import actions as roster
from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db

HITS = "(1+2+3)*4"


def number(event) -> int:
    return ChangeHead.objects.get(event=event).number


def kinds(event, after: int = 0) -> list[str]:
    told = Change.objects.filter(event_id=event.pk, number__gt=after).order_by("number")
    return list(told.values_list("kind", flat=True))


def test_a_decision_and_a_result_are_told_by_their_kind_alone(
    event, round_24, entrant, hand_in, work_through, judge_user
):
    before = number(event)
    lines = hand_in(round_24, entrant, [(0, HITS), (1, "no sign")])
    assert "sheet" in kinds(event, before)
    before = number(event)
    work_through()
    assert kinds(event, before) == ["result"]
    before = number(event)
    rulings.give(by=judge_user, submission=lines[1], counts_as="nothing", reason="No sign.")
    assert kinds(event, before) == ["ruling"]


def test_numbers_have_no_gaps_but_for_a_publication_which_gets_the_next_million(event, organiser, add_player):
    """NT-PU-4: the number says how often something was published, and not how much was decided before."""
    before = number(event)
    for _ in range(3):
        add_player()
    numbers = Change.objects.filter(event_id=event.pk, number__gt=before).values_list("number", flat=True)
    assert list(numbers) == [before + 1, before + 2, before + 3]
    events.publish(by=organiser, event=event, visibility="hidden")
    assert number(event) == (before // 1_000_000 + 1) * 1_000_000


def test_many_sheets_of_a_round_are_told_of_as_one_change(event, round_24, add_player, hand_in, work_through):
    for _ in range(5):
        hand_in(round_24, add_player(), [(0, HITS)])
    before = number(event)
    assert work_through() == 5
    assert kinds(event, before) == ["result"]
    assert Result.objects.count() == 5


@pytest.mark.parametrize(
    "visibility,told", [("hidden", 0), ("provisional", 1), ("frozen", 0), ("embargoed", 0), ("final", 1)]
)
def test_only_live_pages_are_told_of_a_decision(event, organiser, add_player, visibility, told):
    Event.objects.filter(pk=event.pk).update(visibility=visibility)
    before = number(event)
    add_player()
    assert number(event) == before + told


def test_what_the_public_sees_is_always_told(event, organiser):
    before = number(event)
    for visibility in ("hidden", "provisional", "hidden"):
        events.publish(by=organiser, event=event, visibility=visibility)
    assert kinds(event, before) == ["publication"] * 3


def test_what_no_public_page_shows_is_not_told(event, organiser, volunteer):
    before = number(event)
    people.give_role(by=organiser, event=event, username="vera", role=Role.JUDGE)
    assert number(event) == before


def test_what_is_refused_or_rolled_back_is_not_told(event, organiser):
    def add_and_fail() -> None:
        with transaction.atomic():
            roster.add_player(by=organiser, event=event, facts=roster.PlayerFacts(7, "A", "B", 3, ""))
            raise RuntimeError

    before = number(event)
    with pytest.raises(RuntimeError):
        add_and_fail()
    assert number(event) == before
    assert kinds(event, before) == []


def test_a_change_cannot_be_altered_or_taken_away(event):
    for write in (
        lambda: Change.objects.update(kind="other"),
        lambda: Change.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            write()


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_each_has_a_number_of_its_own(event, organiser):
    before, wrong = number(event), []

    def tell() -> None:
        try:
            for _ in range(5):
                with transaction.atomic():
                    feed.add(event, "ruling")
        except DatabaseError as error:
            wrong.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=tell) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert number(event) == before + 30
    told = Change.objects.filter(event_id=event.pk, number__gt=before)
    assert set(told.values_list("number", flat=True)) == set(range(before + 1, before + 31))


@pytest.mark.django_db(transaction=True)
def test_a_change_that_waits_while_the_event_is_hidden_is_not_told_after_it(event, organiser):
    """Whoever publishes holds the counter; what comes to it afterwards sees the new state."""
    if connection.vendor == "sqlite":
        return  # there a writer has the whole file to itself
    began, held, told = threading.Event(), threading.Event(), []

    def decide() -> None:
        try:
            with transaction.atomic():
                assert Event.objects.get(pk=event.pk).visibility == "provisional"
                began.set()
                held.wait(10)
                told.append(feed.add(event, "ruling"))
        finally:
            connection.close()

    other = threading.Thread(target=decide)
    with transaction.atomic():
        other.start()
        assert began.wait(10)
        events.publish(by=organiser, event=event, visibility="hidden")
        held.set()
    other.join()
    assert told == [None]
