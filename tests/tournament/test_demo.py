"""`manage.py demo`: a whole day in an empty database, without broker or worker; the same seed makes the same day."""

import io

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.exports.moving import emptied, exported, taken_in
from tests.tournament.set_up import made_once
from tournament.demo.load import load
from tournament.keying import remaining
from tournament.models import Event, Job, Membership, Result, Submission, User, Verdict
from tournament.models.disputes import unsettled
from tournament.round_puzzles.printed_questions import PrintedQuestions
from tournament.standings.standings import players_table
from tournament.to_sign import queries as inbox
from tournament.web.permissions import capabilities

pytestmark = pytest.mark.django_db


@pytest.fixture
def no_broker(settings):
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"


def demo(**options) -> str:
    said = io.StringIO()
    call_command("demo", stdout=said, **options)
    return said.getvalue()


@pytest.fixture
@made_once
def day(db) -> str:
    """What the demo of 24 players says."""
    return demo(players=24)


def played(slug: str) -> tuple[list, list]:
    """What was written, and the points for it."""
    lines = Submission.objects.filter(sheet__round__event__slug=slug).order_by("pk")
    results = Result.objects.filter(round__event__slug=slug).order_by("round__position", "entrant__player__number")
    return list(lines.values_list("box", "text", "mark")), list(
        results.values_list("entrant__player__number", "points")
    )


@pytest.mark.drill  # tests/tournament/exports/test_full.py has smaller events
def test_its_full_export_is_taken_in_elsewhere(day):
    """It has what few tests have: functions in words, rulings, ties, disputes, all at once."""
    written = exported(Event.objects.get(slug="demo"))
    emptied()
    assert exported(taken_in(written)) == written


def test_every_line_is_judged_and_the_results_are_provisionally_public(day):
    assert "24 players in 6 grades" in day
    event = Event.objects.get(slug="demo")
    assert event.visibility == "provisional"
    assert [round_.status for round_ in event.rounds.all()] == [*["final"] * 4, "marking", "final"]
    assert not Job.objects.exclude(state="done").exists()
    judged = set(Verdict.objects.values_list("digest", flat=True))
    counted = Submission.objects.filter(mark="written", keying__state="agreed")
    assert set(counted.values_list("digest", flat=True)) <= judged


@pytest.mark.drill  # tests/recordings/test_day.py holds what the day of one seed is
def test_the_same_seed_gives_the_same_day_and_another_another():
    for slug, seed in (("one", 5), ("two", 5), ("three", 6)):
        demo(players=1, seed=seed, slug=slug)
    assert played("one") == played("two") != played("three")


def test_one_player_is_a_day_too_and_loaded_twice_it_changes_nothing(no_broker, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as sent:
        assert "1 player in 6 grades, 1 team\n" in demo(players=1)
    assert not sent, "no message leaves for the broker"
    assert Result.objects.filter(entrant__player__isnull=False).count() == 4
    assert Result.objects.get(entrant__team__isnull=False).round.format == "dmas"
    with pytest.raises(CommandError, match="already"):
        demo(players=1)
    assert Event.objects.count() == 1


def test_teams_play_a_game_of_their_own(day):
    event = Event.objects.get(slug="demo")
    results = Result.objects.filter(round__event=event, round__format="dmas")
    assert results.count() == event.teams.count() == 5
    assert sum(result.points for result in results) > 0


def test_the_last_round_is_typed_twice_and_a_third_person_has_something_to_decide(day):
    round_ = Event.objects.get(slug="demo").rounds.get(format="many_to_one")
    assert round_.is_blind
    left = remaining.of_round(round_)
    assert (left.differing, left.half_typed, left.open) == (3, 0, 0)
    assert round_.sheets.filter(keyings__state="agreed").count() == 24 - 6 - 3


def test_it_has_the_cases_that_the_readme_names(day):
    event = Event.objects.get(slug="demo")
    decided, still_open = (players_table(event, event.divisions.get(grade=grade)) for grade in (4, 6))
    first, second, *_more = decided.award_lines(event.award_places)
    assert (first.award.state, str(first.reason)[-5:]) == ("given", "4 : 2")
    assert second.award.state == "given"
    assert next(still_open.award_lines(event.award_places)).award.state == "open"
    assert [each.bracket.next is None for each in still_open.ties] == [False]
    assert [each.pictures.count() for each in unsettled(event) if each.pictures.exists()] == [1]
    judge = User.objects.get(username="judith")
    assert inbox.count(judge, event, capabilities(judge, event)) == 1
    last = event.rounds.get(format="many_to_one")
    (sheet,) = PrintedQuestions(last).old()
    assert f"sheet {sheet.code} of 5. Many to One shows an old question" in day


def test_what_is_broken_off_leaves_nothing():
    told = []

    def stop(done, of):
        told.append((done, of))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load(seed=5, players=12, say=lambda sentence: None, advance=stop)
    assert told == [(10, 51)]
    assert not Event.objects.exists()
    assert not User.objects.exists()


@pytest.mark.parametrize("players", [0, 20_001])
def test_a_number_of_players_that_cannot_be_is_refused(players):
    with pytest.raises(CommandError, match="from 1 to 20000"):
        demo(players=players)


@pytest.mark.parametrize("name", ["olga", "judith"])
def test_a_person_who_has_one_of_its_names_keeps_her_account_to_herself(name):
    User.objects.create_user(name, password="zebra-crossing-9")
    with pytest.raises(CommandError, match=f"sign-in names {name}, and people"):
        demo(players=1)
    assert User.objects.get(username=name).check_password("zebra-crossing-9")
    assert not Event.objects.exists()
    assert not Membership.objects.exists()
