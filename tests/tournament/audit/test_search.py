"""The history is searched by player, words, person, time and kind, alike on every database."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tournament.audit.search import NOBODY, HistorySearch
from tournament.common import limits
from tournament.disputes import actions as disputes, coach_links
from tournament.models import CoachLink
from tournament.organiser import actions as events
from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(event, organiser, judge_user, round_24, add_player, hand_in, work_through):
    """Zoë of the Owls has an unreadable line that is ruled on and disputed; Max has another."""
    zoe = add_player(101, team="Owls", first_name="Zoë", last_name="Ångström")
    max_ = add_player(102, team="Larks", first_name="Max", last_name="Muster")
    (line,) = hand_in(round_24, zoe, [(0, "1 2 3 vier")])
    (other,) = hand_in(round_24, max_, [(0, "4 4 four")])
    work_through()
    rulings.give(
        by=judge_user, submission=line, counts_as="nothing", reason='Die ÜBUNG: 100% "klar".', only_this_sheet=True
    )
    rulings.give(by=judge_user, submission=other, counts_as="nothing", reason="Nobody can read it.")
    coach_links.make_links(by=organiser, event=event)
    disputes.open_window(by=organiser, round_=round_24)
    link = CoachLink.objects.get(team__name="Owls")
    coach_links.dispute(link=link, sheet=line.sheet, line=line, statement="Vier is a 4.")
    return event


def verbs(event, **asked) -> list[str]:
    return [each.verb for each in HistorySearch(event, **asked).matches()]


@pytest.mark.postgresql
@pytest.mark.parametrize("who", ["101", " 101 ", "zoe", "ANGSTROM zoe", "Zoë Å", "owls"])
def test_a_player_is_found_by_number_or_name(day, who):
    found = verbs(day, who=who)
    if who != "owls":
        assert {"player.added", "sheet.handed_in", "ruling.given", "dispute.filed"} <= set(found)
        assert found.count("ruling.given") == 1, "that on Max’s line is not about Zoë"
    assert "event.created" not in found


def test_who_does_not_exist_has_no_history(day):
    assert verbs(day, who="999") == verbs(day, who="Nemo") == []


@pytest.mark.postgresql
@pytest.mark.parametrize("text", ["übung", "Übung", "100%", '"klar"', "1 2 3 VIER"])
def test_words_are_found_in_reasons_and_values_whatever_their_case(day, text):
    assert "ruling.given" in verbs(day, text=text)
    assert len(verbs(day, text=text)) < 3


@pytest.mark.postgresql
@pytest.mark.parametrize("text", ["100_", "\\", "no such words"])
def test_signs_that_databases_know_are_only_text(day, text):
    assert verbs(day, text=text) == []


def test_who_did_it(day, judge_user, volunteer):
    assert set(verbs(day, by=str(judge_user.pk))) == {"ruling.given"}
    assert set(verbs(day, by=NOBODY)) == {"dispute.filed", "event.seed_drawn"}
    assert verbs(day, by=str(judge_user.pk), text="Nobody", who="102", about="ruling") == ["ruling.given"]


def test_between_two_moments(day):
    now = timezone.now()
    assert verbs(day, since=now) == verbs(day, until=now - datetime.timedelta(days=1)) == []
    assert verbs(day, since=now - datetime.timedelta(hours=1), until=now) == verbs(day)


def test_a_name_that_too_many_have_is_sent_back(client, day, organiser, add_player):
    for number in range(200, 200 + limits.HISTORY_PLAYERS):
        add_player(number, last_name="Ångberg")
    client.force_login(organiser)
    answer = client.get(reverse("history", args=["spring"]), {"who": "ang"})
    assert answer.status_code == 400
    assert "More than 40 players or teams have this in their name" in answer.content.decode()


def test_the_page_keeps_what_was_asked_and_says_what_is_wrong(client, day, judge_user):
    client.force_login(judge_user)
    address = reverse("history", args=["spring"])
    text = client.get(address, {"who": "zoe", "about": "ruling"}).content.decode()
    assert 'value="zoe"' in text
    assert "1 entry" in text
    assert "handed a sheet in" not in text
    assert "Nothing found" in client.get(address, {"text": "nowhere"}).content.decode()
    answer = client.get(address, {"since": "yesterday", "by": "77", "until": "2026-05-09T12:00"})
    assert answer.status_code == 400
    assert "Enter a valid date/time." in answer.content.decode()
    two = {"since": "2026-05-09T12:00", "until": "2026-05-09T11:00"}
    assert "This is before the beginning." in client.get(address, two).content.decode()


def test_the_next_page_asks_the_same(client, day, organiser):
    for at in range(60):
        events.change(by=organiser, event=day, name=f"Spring Day {at}")
    client.force_login(organiser)
    text = client.get(reverse("history", args=["spring"]), {"text": "Spring", "about": "event"}).content.decode()
    assert "?text=Spring&amp;about=event&amp;page=2" in text


def test_a_search_takes_as_many_queries_for_many_as_for_few(client, day, organiser, add_player):
    client.force_login(organiser)

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            client.get(reverse("history", args=["spring"]), {"who": "a", "text": "a", "since": "2020-01-01T00:00"})
        return len(seen)

    few = queries()
    for number in range(300, 330):
        add_player(number, last_name="Aalto")
    assert queries() == few <= 18
